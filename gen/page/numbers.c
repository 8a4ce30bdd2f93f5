/* numbers -- numbers_lint() of numbers.h. */
#include "page/numbers.h"

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
