/* words -- words_lint() of words.h: what is found, unless a condition or a reason stands around it. */
#include "page/words.h"

struct lint {
    const struct source *source;
    struct diags *diags;
    struct arena arena;
    const struct node **used; /* the {{ always }} that stand around something */
    size_t used_count, used_capacity;
};

static bool is_used(const struct lint *lint, const struct node *always) {
    for (size_t i = 0; i < lint->used_count; i++)
        if (lint->used[i] == always) return true;
    return false;
}

static void note_used(struct lint *lint, const struct node *always) {
    if (is_used(lint, always)) return;
    lint->used = arena_grow(&lint->arena, lint->used, lint->used_count, &lint->used_capacity,
                            sizeof *lint->used);
    lint->used[lint->used_count++] = always;
}

/* A condition that did not parse was reported: one mistake is one message. */
static bool guards(const struct node *cond) {
    bool condition = !cond->cond.always && !cond->cond.given;
    return condition && (!cond->cond.expr || expr_compares(cond->cond.expr));
}

/* What stands around the node: a condition that guards it, else the innermost {{ always }}. */
static bool is_guarded(const struct node *node, const struct node **always) {
    for (const struct node *up = node->parent; up; up = up->parent) {
        if (up->type != NODE_COND) continue;
        if (guards(up)) return true;
        if (up->cond.always && !*always) *always = up;
    }
    return false;
}

static bool is_covered(struct lint *lint, const struct flat *flat,
                       const struct typed_words *found) {
    const struct node *always = NULL, *seen = NULL;
    for (size_t i = found->start; i < found->end; i++) {
        const struct node *node = flat->origin[i].node;
        if (node == seen) continue;
        seen = node;
        if (is_guarded(node, &always)) return true;
    }
    if (always) note_used(lint, always);
    return always != NULL;
}

static void report(const struct flat *flat, const struct typed_words *found, struct lint *lint) {
    struct buf words = {0};
    for (size_t i = found->start; i < found->end; i++) {
        char c = flat->words.ptr[i];
        if (c == FLAT_VALUE || c == FLAT_CODE)
            buf_str(&words, "…");
        else
            buf_char(&words, c);
    }
    struct flat_range at = flat_place(flat, lint->source, found->start, found->end, found->end);
    if (!found->rule)
        diag_error(lint->diags, lint->source, at.offset, at.length, "make it shorter",
                   "this text is too long to be searched for numbers and comparisons in words");
    else
        diag_error(lint->diags, lint->source, at.offset, at.length,
                   "write it in {{ claim COND }} … {{ end }}; where no card can make it false, in "
                   "{{ always REASON }} … {{ end }}",
                   "\"%.*s\" is %s that no claim guards", TEXT_ARG(buf_text(&words)),
                   found->rule->kind == WORDS_NUMBER ? "a number in words" : "a comparison");
    buf_free(&words);
}

static void lint_flat(const struct flat *flat, void *context) {
    struct lint *lint = context;
    struct arena arena = {0};
    struct typed_words *list;
    size_t count = words_find(buf_text(&flat->words), &arena, &list);
    for (size_t i = 0; i < count; i++)
        if (!is_covered(lint, flat, &list[i])) report(flat, &list[i], lint);
    arena_free(&arena);
}

void words_lint(const struct node *root, const struct source *source, struct diags *diags) {
    struct lint lint = {.source = source, .diags = diags};
    if (root->unpaired) return;
    flat_each(root, lint_flat, &lint);
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type != NODE_COND || !node->cond.always || is_used(&lint, node)) continue;
        diag_error(diags, source, node->offset, 2, "take it out, or put it around the words",
                   "{{ always }} around nothing that needs a reason");
    }
    arena_free(&lint.arena);
}
