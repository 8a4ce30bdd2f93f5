/* What the tests of gen/page/markdown.* share: a page in memory, its tree and its messages. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "page/markdown.h"

struct page_under_test {
    struct arena arena;
    struct diags diags;
    struct source *source;
    struct node *document;
};

static struct page_under_test parse_bytes(const char *bytes, size_t length, size_t body) {
    struct page_under_test page = {0};
    page.source = source_load(&page.arena, TEXT("page.md"), (struct text){bytes, length});
    struct page_reader reader = {.source = page.source, .arena = &page.arena, .diags = &page.diags};
    page.document = markdown_read(&reader, body);
    return page;
}

static inline struct page_under_test parse(const char *text) {
    return parse_bytes(text, strlen(text), 0);
}

static inline void done(struct page_under_test *page) {
    diags_free(&page->diags);
    arena_free(&page->arena);
}

/* The n-th node of a type in document order, from 0; NULL if there are fewer. */
static inline struct node *nth(const struct page_under_test *page, enum node_type type, size_t n) {
    struct node *node = page->document;
    for (; node; node = tree_next(node, page->document))
        if (node->type == type && n-- == 0) return node;
    return NULL;
}

static inline size_t count(const struct page_under_test *page, enum node_type type) {
    size_t total = 0;
    while (nth(page, type, total))
        total++;
    return total;
}

/* What stands in the source where the node is. */
static inline struct text written(const struct page_under_test *page, const struct node *node) {
    return text_cut(page->source->text, node->offset, node->offset + node->length);
}

static inline void assert_text(struct text text, const char *expected) {
    if (text_is(text, expected)) return;
    fail_msg("\"%.*s\" is not \"%s\"", TEXT_ARG(text), expected);
}

/* Whether there is a message at line:column whose text contains `words`. */
static inline bool has_message(const struct page_under_test *page, size_t line, size_t column,
                               enum severity severity, const char *words) {
    for (size_t i = 0; i < page->diags.count; i++) {
        const struct diag *diag = &page->diags.list[i];
        if (diag->place.line == line && diag->place.column == column &&
            diag->severity == severity && text_find(diag->message, words, 0) != SIZE_MAX)
            return true;
    }
    return false;
}

static inline const char *all_messages(struct page_under_test *page) {
    struct buf out = {0};
    diags_print(&page->diags, &out, DIAG_PLAIN);
    const char *copy = arena_string(&page->arena, buf_text(&out));
    buf_free(&out);
    return copy;
}
