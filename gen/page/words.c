/* words -- words_lint() of words.h: reports what no condition and no reason stands around. */
#include "page/words.h"

/* A condition that did not parse was reported: one mistake is one message. */
static bool guards(const struct node *cond) {
    bool condition = !cond->cond.always && !cond->cond.given;
    return condition && (!cond->cond.expr || expr_compares(cond->cond.expr));
}

/* A condition around the node guards it; *always becomes the innermost {{ always }} otherwise. */
static bool is_guarded(const struct node *node, struct node **always) {
    for (struct node *up = node->parent; up; up = up->parent) {
        if (up->type != NODE_COND) continue;
        if (guards(up)) return true;
        if (up->cond.always && !*always) *always = up;
    }
    return false;
}

static bool is_covered(const struct flat *flat, const struct rules_match *found) {
    const struct node *seen = NULL;
    struct node *always = NULL;
    for (size_t i = found->start; i < found->end; i++) {
        const struct node *node = flat->origin[i].node;
        if (node != seen && is_guarded(node, &always)) return true;
        seen = node;
    }
    if (always) always->cond.needed = true;
    return always != NULL;
}

static void report(const struct flat *flat, const struct rules_match *found,
                   const struct page_reader *reader) {
    struct buf words = {0};
    for (size_t i = found->start; i < found->end; i++) {
        char c = flat->words.ptr[i];
        if (c == FLAT_VALUE || c == FLAT_CODE)
            buf_str(&words, "…");
        else
            buf_char(&words, c);
    }
    struct flat_range at = flat_place(flat, reader->source, found->start, found->end, found->end);
    if (!found->rule)
        node_error(reader, &at, "make it shorter",
                   "this text is too long to be searched for numbers and comparisons in words");
    else
        node_error(reader, &at,
                   "write it in {{ claim COND }} … {{ end }}; where no card can make it false, in "
                   "{{ always REASON }} … {{ end }}",
                   "\"%.*s\" is %s that no claim guards", TEXT_ARG(buf_text(&words)),
                   found->rule->kind == WORDS_NUMBER ? "a number in words" : "a comparison");
    buf_free(&words);
}

void words_lint(const struct node *root, const struct page_reader *reader) {
    struct flat flat = {0};
    if (root->unpaired) return;
    while (flat_next(&flat, root)) {
        struct arena arena = {0};
        struct rules_match *list;
        size_t count = words_find(buf_text(&flat.words), &arena, &list);
        for (size_t i = 0; i < count; i++)
            if (!is_covered(&flat, &list[i])) report(&flat, &list[i], reader);
        arena_free(&arena);
    }
    for (const struct node *node = root; node; node = tree_next(node, root))
        if (node->type == NODE_COND && node->cond.always && !node->cond.needed)
            reader_error(reader, node->offset, 2, "take it out, or put it around the words",
                         "{{ always }} around nothing that needs a reason");
}
