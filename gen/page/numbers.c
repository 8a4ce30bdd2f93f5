/* numbers -- numbers_lint() of numbers.h. */
#include "page/numbers.h"

struct lint {
    const struct source *source;
    struct diags *diags;
};

static const char how[] =
    "write {{ SERIES }}, or {{ cited(NUMBER UNIT, SOURCE) }} with the id of one of the page's "
    "sources";

static void report(const struct flat *flat, const struct typed_number *found,
                   const struct lint *lint) {
    struct text words = buf_text(&flat->words);
    size_t first = found->behind_value ? found->unit : found->start;
    size_t last = found->behind_value || found->stop > found->end ? found->stop : found->end;
    size_t key = found->behind_value ? found->stop : found->end;
    struct flat_range at = flat_place(flat, lint->source, first, key, last);
    if (found->behind_value)
        diag_error(lint->diags, lint->source, at.offset, at.length,
                   "write it inside the braces: {{ … as GB/s .1 }}",
                   "%.*s typed behind an expression: the unit belongs to the value",
                   TEXT_ARG(text_cut(words, first, last)));
    else
        diag_error(lint->diags, lint->source, at.offset, at.length, how,
                   "%.*s is typed: it has to be an expression or cited(…)",
                   TEXT_ARG(text_cut(words, found->unit < first ? found->unit : first, last)));
}

static void lint_flat(const struct flat *flat, void *context) {
    struct typed_number found;
    for (size_t from = 0; numbers_find(buf_text(&flat->words), from, &found);) {
        report(flat, &found, context);
        from = found.end > found.stop ? found.end : found.stop;
    }
}

/* Braces alone do not make a typed number a measured one: {{ 563 GB/s }} names nothing. */
static void lint_expression(const struct node *node, const struct lint *lint) {
    const struct expr *expr = node->value.expr;
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    struct typed_number found;
    if (!expr || expr->kind != EXPR_KIND_VALUE || expr_next_reference(expr, &cursor, &reference))
        return;
    if (numbers_find((struct text){expr->body.data, expr->body.length}, 0, &found))
        diag_error(lint->diags, lint->source, node->offset, node->length, how,
                   "this expression is a typed number: it names no measurement, fact or source");
}

void numbers_lint(const struct node *root, const struct source *source, struct diags *diags) {
    struct lint lint = {source, diags};
    flat_each(root, lint_flat, &lint);
    for (const struct node *node = root; node; node = tree_next(node, root))
        if (node->type == NODE_EXPR) lint_expression(node, &lint);
}
