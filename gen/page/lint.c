/* lint -- see lint.h. */
#include "page/lint.h"

#include "page/formula.h"
#include "page/words.h"

/* ---- flat text --------------------------------------------------------------------------- */

/* Bytes of the flat text from `at` up to the next run. */
struct run {
    size_t at;
    const struct node *node;
    size_t index; /* which byte of node->text the first one is */
    bool counts;  /* and the others stand behind it; else all of them stand there */
};

struct origin {
    const struct node *node;
    size_t index;
};

struct lint {
    const struct page_reader *reader;
    bool numbers_alone; /* words are left alone */
    struct buf words;   /* the flat text */
    struct run *run;    /* where its bytes come from */
    size_t run_count, capacity;
    struct arena arena, scratch; /* scratch: for what words_find() needs */
    bool second; /* the second branches of conditions stand in it, else the first ones */
    bool chosen; /* a condition stands in it: the other branches make another text */
};

static void add_run(struct lint *lint, struct text bytes, const struct node *node, size_t index,
                    bool counts) {
    lint->run =
        arena_grow(&lint->arena, lint->run, lint->run_count, &lint->capacity, sizeof *lint->run);
    lint->run[lint->run_count++] = (struct run){lint->words.len, node, index, counts};
    buf_view(&lint->words, bytes);
}

static void add_byte(void *context, char c, const struct node *node, size_t index) {
    add_run(context, (struct text){&c, 1}, node, index, true);
}

static void clear(struct lint *lint) {
    buf_clear(&lint->words);
    lint->run_count = 0;
}

static const struct run *run_of(const struct lint *lint, size_t at) {
    size_t low = 0, high = lint->run_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (lint->run[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return &lint->run[low];
}

static struct origin origin_of(const struct lint *lint, size_t at) {
    const struct run *run = run_of(lint, at);
    return (struct origin){run->node, run->index + (run->counts ? at - run->at : 0)};
}

static void add_children(struct lint *lint, const struct node *parent);

static void add_node(struct lint *lint, const struct node *node) {
    switch (node->type) {
    case NODE_TEXT:
        if (node->text.len) add_run(lint, node->text, node, 0, true);
        break;
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK: add_byte(lint, ' ', node, 0); break;
    case NODE_CODE:
    case NODE_IMAGE: add_byte(lint, FLAT_CODE, node, 0); break;
    case NODE_EXPR: add_byte(lint, FLAT_VALUE, node, 0); break;
    case NODE_COND: {
        const struct node *branch = node->first;
        lint->chosen = lint->chosen || !node->cond.always;
        if (lint->second && !node->cond.always) branch = branch->next;
        if (branch) add_children(lint, branch);
        break;
    }
    case NODE_MATH: formula_say(node, add_byte, lint); break;
    case NODE_NOTE_REF: break;
    default: add_children(lint, node); break;
    }
}

static void add_children(struct lint *lint, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        add_node(lint, child);
}

/* ---- places ------------------------------------------------------------------------------ */

/* Where a byte of the flat text stands in the source. Text with entities or escapes is longer there:
 * the same occurrence of the same `bytes` is looked for. */
static size_t place_of(const struct lint *lint, const struct origin *origin, struct text bytes) {
    const struct node *node = origin->node;
    if (node->type != NODE_TEXT || node->length == node->text.len)
        return node->offset + origin->index;
    const char *needle = arena_string(lint->reader->arena, bytes);
    struct text written =
        text_cut(lint->reader->source->text, node->offset, node->offset + node->length);
    size_t at = text_find(written, needle, 0);
    for (size_t i = text_find(node->text, needle, 0); i < origin->index && at != SIZE_MAX;
         i = text_find(node->text, needle, i + 1))
        at = text_find(written, needle, at + 1);
    return node->offset + (at == SIZE_MAX ? 0 : at);
}

static size_t same_node(const struct lint *lint, size_t from, size_t to) {
    size_t end = from + 1;
    while (end < to && origin_of(lint, end).node == origin_of(lint, from).node)
        end++;
    return end;
}

/* The marked range begins at the part and ends where its node does, since a mark cannot leave it. Where
 * the source spells the node differently it is the part alone. */
struct mark {
    size_t offset, length;
};

static struct mark place(const struct lint *lint, const struct rules_match *found) {
    const struct origin origin = origin_of(lint, found->start);
    const struct node *node = origin.node;
    size_t part = same_node(lint, found->start, found->part_end);
    size_t end = node->length == node->text.len ? same_node(lint, found->start, found->end) : part;
    size_t length = end - found->start;
    if (node->parent && node->parent->type == NODE_MATH) /* it is said in other bytes */
        length = origin_of(lint, end - 1).index + 1 - origin.index;
    struct text bytes = text_cut(buf_text(&lint->words), found->start, part);
    return (struct mark){place_of(lint, &origin, bytes), length};
}

/* ---- what is found ----------------------------------------------------------------------- */

static const char how[] =
    "write {{ SERIES }}, or {{ cited(NUMBER UNIT, SOURCE) }} with the id of one of the page's "
    "sources";
static const char guard[] = "write it in {{ claim COND }} … {{ end }}; where no card can make it "
                            "false, in {{ always REASON }} … {{ end }}";

static const struct {
    const char *before, *behind, *hint; /* the message stands around what was found */
} messages[] = {
    [LINT_TYPED] = {"", " is typed: it has to be an expression or cited(…)", how},
    [LINT_BEHIND] = {"", " typed behind an expression: the unit belongs to the value",
                     "write it inside the braces: {{ … as GB/s .1 }}"},
    [LINT_NUMBER] = {"\"", "\" is a number in words that no claim guards", guard},
    [LINT_COMPARISON] = {"\"", "\" is a comparison that no claim guards", guard},
};

static void report(const struct lint *lint, const struct rules_match *found, const char *what) {
    struct mark at = place(lint, found);
    struct buf said = {0};
    if (!found->rule) {
        node_error(lint->reader, &at, "make it shorter",
                   "this text is too long to be searched for %s", what);
        return;
    }
    for (size_t i = found->start; i < found->end; i++) {
        char c = lint->words.ptr[i];
        if (c == FLAT_VALUE || c == FLAT_CODE)
            buf_str(&said, "…");
        else
            buf_char(&said, c);
    }
    int kind = found->rule->kind;
    node_error(lint->reader, &at, messages[kind].hint, "%s%.*s%s", messages[kind].before,
               TEXT_ARG(buf_text(&said)), messages[kind].behind);
    buf_free(&said);
}

/* Finds the innermost condition around a part of what was found that guards it or, if `reason`, gives
 * a reason. One that did not parse was reported: one mistake is one message. */
static struct node *condition_around(const struct lint *lint, const struct rules_match *found,
                                     bool reason) {
    for (size_t i = found->start; i < found->end; i++)
        for (struct node *up = origin_of(lint, i).node->parent; up; up = up->parent) {
            if (up->type != NODE_COND || up->cond.always != reason || up->cond.given) continue;
            if (reason || !up->cond.expr || expr_compares(up->cond.expr)) return up;
        }
    return NULL;
}

static bool is_covered(const struct lint *lint, const struct rules_match *found) {
    if (condition_around(lint, found, false)) return true;
    struct node *always = condition_around(lint, found, true);
    if (always) always->cond.needed = true;
    return always;
}

static void lint_text(struct lint *lint) {
    struct text words = buf_text(&lint->words);
    struct rules_match found = {0}, *list;
    while (numbers_next(words, found.end, &found))
        if (!found.rule || found.rule->kind != LINT_NOTHING) report(lint, &found, "typed numbers");
    if (lint->numbers_alone) return;
    arena_reset(&lint->scratch);
    size_t count = words_find(words, &lint->scratch, &list);
    for (size_t i = 0; i < count; i++)
        if (!is_covered(lint, &list[i])) report(lint, &list[i], "numbers and comparisons in words");
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

/* ---- the walk ---------------------------------------------------------------------------- */

static bool has_words(const struct node *node) {
    static const bool always[NODE_BRANCH + 1] = {
        [NODE_IMAGE] = true, [NODE_PARAGRAPH] = true, [NODE_HEADING] = true,
        [NODE_CELL] = true,  [NODE_CAPTION] = true,   [NODE_FORMULA] = true,
        [NODE_ASK] = true,   [NODE_WHY] = true,       [NODE_THEN] = true};
    return always[node->type] || (node->type == NODE_BRANCH && !node->parent->cond.block);
}

/* A node has up to three texts: its title, that of its first branches, and that of its second ones.
 * What is found in two of them is one message, since those that are the same at a place are. */
static void lint_node(struct lint *lint, const struct node *node) {
    if ((node->type == NODE_LINK || node->type == NODE_IMAGE) && node->link.title.len) {
        clear(lint);
        add_run(lint, node->link.title, node, 0, false);
        lint_text(lint);
    }
    if (!has_words(node)) return;
    lint->chosen = false;
    for (int branch = 0; branch < (lint->chosen ? 2 : 1); branch++) {
        clear(lint);
        lint->second = branch;
        add_children(lint, node);
        lint_text(lint);
    }
}

void lint_tree(const struct node *root, const struct page_reader *reader) {
    static struct arena kept; /* memory for the next tree, so that the system is not asked again */
    struct lint lint = {.reader = reader, .numbers_alone = root->unpaired, .scratch = kept};
    kept = (struct arena){0};
    for (const struct node *node = root; node; node = tree_next(node, root))
        lint_node(&lint, node);
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type == NODE_EXPR) lint_expression(node, reader);
        if (node->type == NODE_COND && node->cond.always && !node->cond.needed && !root->unpaired)
            reader_error(reader, node->offset, 2, "take it out, or put it around the words",
                         "{{ always }} around nothing that needs a reason");
    }
    buf_free(&lint.words);
    arena_free(&lint.arena);
    arena_reset(&lint.scratch);
    kept = lint.scratch;
}
