/* numbers -- see numbers.h. */
#include "page/numbers.h"

#define SPACE "[ \\n\\t\\x{A0}\\x{2009}\\x{202F}]*+"
#define GAP "(?:[-\\x{2011}]|" SPACE ")" /* 5 ms, 100-cycle */
#define END "(?![A-Za-z0-9_])"
/* 1,024 and 1.5e9 and 10^9; digits of any script, so that 10⁹ and ½ are numbers as well. */
#define NUMBER                                                                                     \
    "(?<![\\p{Nd}\\p{No}A-Za-z_])(?<!\\p{Nd}[.,])([\\p{Nd}\\p{No}]++(?:[.,]\\p{Nd}++)*+(?:\\^\\d+" \
    "+|[eE][-+]?\\d+"                                                                              \
    "+)?+)"

#define PREFIX "[kKMGTPE]?" SPACE
#define WORD "(?i:kilo|mega|giga|tera|peta|exa|kibi|mebi|gibi|tebi)"
#define BYTES "(?:" PREFIX "i?(?:B|b|[Bb]ytes?|bits?)|" WORD "(?:bytes?|bits?))"
#define PER "(?:" SPACE "/" SPACE "| (?:per|an?|each) )"
#define SECOND "(?:s|secs?|seconds?)"
#define CYCLE "(?:clock )?(?:cycles?|clks?|clocks?)"
#define UNIT                                                                                       \
    "(?:" BYTES PER "(?:" SECOND "|" CYCLE ")|" PREFIX                                             \
    "i?[Bb]ps|" /* 5 GB/s, 32 bytes per cycle */                                                   \
        PREFIX "FLOPs?" PER SECOND "|" PREFIX "(?:FLOPS|FLOPs|flops)|(?i:" WORD "flops?)|" PREFIX  \
    "flop/s|[munp\\xB5\\x{3BC}]?(?:s|secs?)|(?:milli|micro|nano|pico)?seconds?|"                   \
    "[kMGT]?Hz|(?i:" WORD "?hertz)|[kMG]?" CYCLE "|%|\\x{2030}|percent|per cent)" END

#define FACTOR "[\\d\\x01\\x02(]" /* what a cross or "times" multiplies by */
#define THAN                                                                                       \
    "(?:faster|slower|longer|shorter|more|less|fewer|as|the|that|of|better|worse|larger|bigger|"   \
    "smaller|higher|lower|speedup)" END
#define CROSS "(?:\\xD7|x(?![A-Za-z0-9_]))(?!" SPACE FACTOR ")"
#define ALONE "[!-(*-/:-@[\\\\^`{|}~]" /* punctuation, but none that ends a factor */

static const struct rule rules[] = {
    /* 1980s are years, 0s and 1s are bits. */
    {"plural", "", "(?<![A-Za-z0-9_])(?:(?:19|20)\\d0|[01])s" END, NUMBERS_NOTHING},
    {"unit", NUMBER, GAP UNIT, NUMBERS_TYPED},
    {"thousands", NUMBER, "(?:[kM]" SPACE "|" GAP "(?:thousand|[mbtr]+illion)" SPACE ")" UNIT,
     NUMBERS_TYPED},
    /* A ratio, unless something follows that it multiplies: 5× faster, 5 × faster; not 4 × n. */
    {"ratio", NUMBER, CROSS, NUMBERS_TYPED},
    {"ratio-apart", NUMBER, GAP CROSS "(?!" SPACE "(?!" THAN ")[A-Za-z0-9_])", NUMBERS_TYPED},
    {"fold", NUMBER, GAP "(?:fold|times(?!" SPACE FACTOR "))" END, NUMBERS_TYPED},
    {"cross-before", "", "(?<=^|^ |" ALONE "|" ALONE " )\\xD7" SPACE NUMBER, NUMBERS_TYPED},
    {"factor", "", "factor of " NUMBER, NUMBERS_TYPED},
    {"fraction", "", "(?<![A-Za-z0-9_/.])(\\d++/\\d++)(?= (?:of|the|as|that) )", NUMBERS_TYPED},
    /* The unit of a value stands inside its braces; \x01s is a plural. */
    {"behind-value", "", "\\x01(?!s" END ")" SPACE "(" UNIT "|(?<=\\x01)" CROSS ")",
     NUMBERS_BEHIND},
};

struct rules numbers_rules = {"(*UTF)(?=[\\df\\x01\\x{80}-\\x{10FFFF}])", "", rules,
                              sizeof rules / sizeof *rules, NULL};

static const char how[] =
    "write {{ SERIES }}, or {{ cited(NUMBER UNIT, SOURCE) }} with the id of one of the page's "
    "sources";

static void report(const struct flat *flat, const struct rules_match *found,
                   const struct page_reader *reader) {
    bool behind = found->rule && found->rule->kind == NUMBERS_BEHIND;
    size_t start = behind ? found->part : found->start;
    struct flat_range at = flat_place(flat, reader->source, start, found->part_end, found->end);
    struct text said = text_cut(buf_text(&flat->words), start, found->end);
    if (!found->rule)
        node_error(reader, &at, "make it shorter",
                   "this text is too long to be searched for typed numbers");
    else if (behind)
        node_error(reader, &at, "write it inside the braces: {{ … as GB/s .1 }}",
                   "%.*s typed behind an expression: the unit belongs to the value",
                   TEXT_ARG(said));
    else
        node_error(reader, &at, how, "%.*s is typed: it has to be an expression or cited(…)",
                   TEXT_ARG(said));
}

/* Braces alone do not make a typed number a measured one: {{ 563 GB/s }} names nothing. */
static void lint_expression(const struct node *node, const struct page_reader *reader) {
    const struct expr *expr = node->value.expr;
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    struct rules_match found;
    if (!expr || expr->kind != EXPR_KIND_VALUE || expr_next_reference(expr, &cursor, &reference))
        return;
    if (rules_next(&numbers_rules, expr->body, 0, &found))
        node_error(reader, node, how,
                   "this expression is a typed number: it names no measurement, fact or source");
}

void numbers_lint(const struct node *root, const struct page_reader *reader) {
    struct flat flat = {0};
    while (flat_next(&flat, root)) {
        struct rules_match found = {0};
        while (rules_next(&numbers_rules, buf_text(&flat.words), found.end, &found))
            if (!found.rule || found.rule->kind != NUMBERS_NOTHING) report(&flat, &found, reader);
    }
    for (const struct node *node = root; node; node = tree_next(node, root))
        if (node->type == NODE_EXPR) lint_expression(node, reader);
}
