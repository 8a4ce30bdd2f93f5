/* numbers -- numbers_lint() of numbers.h: inline text laid out flat, each byte with its place.
 *
 * Conditions make more than one text: all first branches, all second ones, and each branch by
 * itself are looked at. What is found more than once is reported once, since messages that are the
 * same at the same place are. */
#include "page/numbers.h"

#include <stdint.h>
#include <string.h>

struct origin {
    const struct node *node;
    size_t index; /* in node->text */
};

struct flat {
    struct buf words;
    struct arena arena;
    struct origin *origin; /* one a byte of words */
    size_t capacity;
    int branch; /* 0: first branches, 1: second ones */
};

static void add_byte(struct flat *flat, char c, const struct node *node, size_t index) {
    flat->origin = arena_grow(&flat->arena, flat->origin, flat->words.len, &flat->capacity,
                              sizeof *flat->origin);
    flat->origin[flat->words.len] = (struct origin){node, index};
    buf_char(&flat->words, c);
}

static void flatten(struct flat *flat, const struct node *parent);

static void flatten_node(struct flat *flat, const struct node *node) {
    switch (node->type) {
    case NODE_TEXT:
        for (size_t i = 0; i < node->text.len; i++)
            add_byte(flat, node->text.ptr[i], node, i);
        break;
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK: add_byte(flat, ' ', node, 0); break;
    case NODE_CODE:
    case NODE_IMAGE: add_byte(flat, NUMBERS_CODE, node, 0); break;
    case NODE_EXPR: add_byte(flat, NUMBERS_VALUE, node, 0); break;
    case NODE_COND: {
        const struct node *branch = node->first;
        if (branch && flat->branch) branch = branch->next;
        if (branch) flatten(flat, branch);
        break;
    }
    case NODE_NOTE_REF: break;
    default: flatten(flat, node); break;
    }
}

static void flatten(struct flat *flat, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        flatten_node(flat, child);
}

/* ---- places ------------------------------------------------------------------------------ */

/* Where byte `index` of the node's text stands. Text with entities or escapes is longer in the
 * source: there the same occurrence of the same digits is looked for. */
static size_t place_of(const struct source *source, const struct node *node, size_t index,
                       struct text digits) {
    if (node->type != NODE_TEXT || node->length == node->text.len) return node->offset + index;
    struct arena arena = {0};
    const char *needle = arena_string(&arena, digits);
    struct text written = text_cut(source->text, node->offset, node->offset + node->length);
    size_t at = text_find(written, needle, 0);
    for (size_t i = text_find(node->text, needle, 0); i < index && at != SIZE_MAX;
         i = text_find(node->text, needle, i + 1))
        at = text_find(written, needle, at + 1);
    arena_free(&arena);
    return node->offset + (at == SIZE_MAX ? 0 : at);
}

/* The end of the bytes from `from` on that lie in one node: a mark cannot leave it. */
static size_t same_node(const struct flat *flat, size_t from, size_t to) {
    size_t end = from + 1;
    while (end < to && flat->origin[end].node == flat->origin[from].node)
        end++;
    return end;
}

static void report(const struct flat *flat, const struct typed_number *found,
                   const struct source *source, struct diags *diags) {
    struct text words = buf_text(&flat->words);
    size_t first = found->behind_value ? found->unit : found->start;
    size_t last = found->behind_value || found->stop > found->end ? found->stop : found->end;
    const struct origin *origin = &flat->origin[first];
    size_t digits = same_node(flat, first, found->behind_value ? found->stop : found->end);
    size_t mark = origin->node->length == origin->node->text.len ? last : digits;
    size_t offset = place_of(source, origin->node, origin->index, text_cut(words, first, digits));
    size_t length = same_node(flat, first, mark) - first;
    if (found->behind_value)
        diag_error(diags, source, offset, length, "write it inside the braces: {{ … as GB/s .1 }}",
                   "%.*s typed behind an expression: the unit belongs to the value",
                   TEXT_ARG(text_cut(words, first, last)));
    else
        diag_error(diags, source, offset, length,
                   "write {{ SERIES }}, or {{ cited(NUMBER UNIT, SOURCE) }} with the id of one of "
                   "the page's sources",
                   "%.*s is typed: it has to be an expression or cited(…)",
                   TEXT_ARG(text_cut(words, found->unit < first ? found->unit : first, last)));
}

static void find_all(const struct flat *flat, const struct source *source, struct diags *diags) {
    struct typed_number found;
    for (size_t from = 0; numbers_find(buf_text(&flat->words), from, &found);) {
        report(flat, &found, source, diags);
        from = found.end > found.stop ? found.end : found.stop;
    }
}

static void lint_text(const struct node *parent, const struct source *source, struct diags *diags) {
    for (int branch = 0; branch < 2; branch++) {
        struct flat flat = {.branch = branch};
        flatten(&flat, parent);
        find_all(&flat, source, diags);
        buf_free(&flat.words);
        arena_free(&flat.arena);
    }
}

static void lint_title(const struct node *link, const struct source *source, struct diags *diags) {
    struct flat flat = {0};
    for (size_t i = 0; i < link->link.title.len; i++)
        add_byte(&flat, link->link.title.ptr[i], link, 0);
    find_all(&flat, source, diags);
    buf_free(&flat.words);
    arena_free(&flat.arena);
}

/* Braces alone do not make a typed number a measured one: {{ 563 GB/s }} names nothing. */
static void lint_expression(const struct node *node, const struct source *source,
                            struct diags *diags) {
    const struct expr *expr = node->value.expr;
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    struct typed_number found;
    if (!expr || expr->kind != EXPR_KIND_VALUE || expr_next_reference(expr, &cursor, &reference))
        return;
    if (numbers_find((struct text){expr->body.data, expr->body.length}, 0, &found))
        diag_error(diags, source, node->offset, node->length,
                   "write {{ SERIES }}, or {{ cited(NUMBER UNIT, SOURCE) }} with the id of one of "
                   "the page's sources",
                   "this expression is a typed number: it names no measurement, fact or source");
}

void numbers_lint(const struct node *root, const struct source *source, struct diags *diags) {
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        switch (node->type) {
        case NODE_BRANCH:
            if (node->parent->cond.block) break;
            lint_text(node, source, diags);
            break;
        case NODE_IMAGE:
            lint_text(node, source, diags);
            lint_title(node, source, diags);
            break;
        case NODE_LINK: lint_title(node, source, diags); break;
        case NODE_EXPR: lint_expression(node, source, diags); break;
        case NODE_PARAGRAPH:
        case NODE_HEADING:
        case NODE_CELL:
        case NODE_CAPTION:
        case NODE_ASK:
        case NODE_THEN: lint_text(node, source, diags); break;
        default: break;
        }
    }
}
