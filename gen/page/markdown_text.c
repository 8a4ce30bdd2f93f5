/* markdown_text -- markdown_inline_text(): strings that hold values, but no Markdown. */
#include "page/markdown_parts.h"

#include <stdint.h>

#include "base/utf8.h"

struct string {
    const struct page_reader *page;
    struct text value;
    size_t base;
    bool exact;
    struct node *into;
};

/* Adds a node for the bytes from..to of the value. */
static struct node *add(const struct string *string, enum node_type type, size_t from, size_t to,
                        struct text text) {
    struct node *node =
        node_new(string->page->arena, type, string->base + (string->exact ? from : 0),
                 string->exact ? to - from : 1);
    node->text = arena_text(string->page->arena, text);
    node_append(string->into, node);
    return node;
}

/* Adds words as they are read: `\{{` has lost its backslash. Neighbors become one node. */
static void add_words(const struct string *string, size_t from, size_t to, struct text words) {
    struct node *last = string->into->last;
    if (!words.len) return;
    if (!last || last->type != NODE_TEXT) {
        add(string, NODE_TEXT, from, to, words);
        return;
    }
    last->text =
        arena_printf(string->page->arena, "%.*s%.*s", TEXT_ARG(last->text), TEXT_ARG(words));
    if (string->exact) last->length = string->base + to - last->offset;
}

static void check(const struct string *string) {
    uint32_t code = 0;
    size_t bad = utf8_check(string->value, &code); /* "\u0008" of YAML; raw bytes do not get here */
    struct range formula;
    if (bad != SIZE_MAX)
        reader_error(string->page, string->base + (string->exact ? bad : 0), 1, "delete it",
                     "U+%04X in text", code == UINT32_MAX ? 0xfffdU : code);
    if (lost_formula(string->value, &formula))
        reader_error(string->page, string->base + (string->exact ? formula.from : 0),
                     string->exact ? formula.to - formula.from : 1, FORMULA_HINT,
                     "a formula cannot stand here");
}

struct node *markdown_inline_text(const struct page_reader *page, struct text value, size_t inner,
                                  bool exact, size_t fallback_offset) {
    struct string string = {page, value, exact ? inner : fallback_offset, exact, NULL};
    string.into =
        node_new(page->arena, NODE_PARAGRAPH, string.base, exact && value.len ? value.len : 1);
    struct lex lex = {.text = value};
    check(&string);
    size_t from = 0;
    for (size_t at = 0; at < value.len;) {
        bool escape = value.ptr[at] == '\\' && at + 1 < value.len;
        bool braces = text_starts(text_cut(value, at, value.len), "{{");
        if (escape && text_starts(text_cut(value, at + 1, value.len), "{{")) {
            add_words(&string, from, at, text_cut(value, from, at));
            add_words(&string, at, at + 3, TEXT("{{"));
            from = at += 3;
            continue;
        }
        size_t end = braces ? lex_expression(&lex, at) : 0;
        if (braces && !end)
            reader_error(page, string.base + (exact ? at : 0), 2,
                         "an expression ends with }} on its line; two literal braces are written "
                         "\\{{",
                         "{{ without }} on the same line");
        if (end) {
            add_words(&string, from, at, text_cut(value, from, at));
            add(&string, NODE_EXPR, at, end, text_cut(value, at + 2, end - 2));
            from = end;
        }
        at = end ? end : at + (braces || (escape && value.ptr[at + 1] == '\\') ? 2 : 1);
    }
    add_words(&string, from, value.len, text_cut(value, from, value.len));
    return string.into;
}
