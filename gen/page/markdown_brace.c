/* markdown_brace -- `{{ … }}` as an inline extension of cmark-gfm, and in strings without Markdown.
 *
 * The library calls an extension at its special character in every run of inline text, before
 * emphasis and links are paired. What the extension returns is opaque to the rest of the parse, so
 * that `*`, `_`, `[` and `<` between the braces mean nothing to Markdown. The node is an HTML_INLINE
 * because the table extension drops node types that it does not know; its user data tells it from
 * real HTML. A `{{` that is not closed on its line is left as text: lost_leftovers() reports it. */
#include "page/markdown_parts.h"

#include <stdint.h>

#include "base/utf8.h"

static bool is_escaped(const char *text, size_t at) {
    size_t slashes = 0;
    while (slashes < at && text[at - slashes - 1] == '\\')
        slashes++;
    return slashes % 2 == 1;
}

/* The second brace of `\{{` opens nothing, whatever follows it. */
static bool is_second_literal(const char *text, size_t at) {
    return at > 0 && text[at - 1] == '{' && is_escaped(text, at - 1);
}

static cmark_node *match(cmark_syntax_extension *extension, cmark_parser *parser,
                         cmark_node *parent, unsigned char character,
                         cmark_inline_parser *inlines) {
    (void)parser;
    if (character != '{') return NULL;
    struct reader *reader = cmark_syntax_extension_get_private(extension);
    int at = cmark_inline_parser_get_offset(inlines);
    if (cmark_inline_parser_peek_at(inlines, at + 1) != '{') return NULL;
    if (at > 0 && cmark_inline_parser_peek_at(inlines, at - 1) == '{') {
        int slashes = 0;
        while (slashes < at - 1 && cmark_inline_parser_peek_at(inlines, at - 2 - slashes) == '\\')
            slashes++;
        if (slashes % 2 == 1) return NULL;
    }
    if (reader->no_close == parent && at >= reader->no_close_from && at < reader->no_close_to)
        return NULL;
    int end = at + 2;
    for (;; end++) {
        unsigned char c = cmark_inline_parser_peek_at(inlines, end);
        if (c == '\0' || c == '\n') {
            reader->no_close = parent;
            reader->no_close_from = at;
            reader->no_close_to = end;
            return NULL;
        }
        if (c == '}' && cmark_inline_parser_peek_at(inlines, end + 1) == '}') break;
    }
    struct buf inner = {0};
    for (int i = at + 2; i < end; i++)
        buf_char(&inner, (char)cmark_inline_parser_peek_at(inlines, i));
    buf_char(&inner, '\0');
    struct brace_mark *mark = ARENA_NEW(&reader->scratch, struct brace_mark);
    mark->offset = at;
    mark->length = end + 2 - at;
    cmark_node *node =
        cmark_node_new_with_mem(CMARK_NODE_HTML_INLINE, cmark_get_default_mem_allocator());
    cmark_node_set_literal(node, inner.ptr);
    cmark_node_set_user_data(node, mark);
    buf_free(&inner);
    cmark_inline_parser_set_offset(inlines, end + 2);
    return node;
}

cmark_syntax_extension *brace_extension(struct reader *reader) {
    cmark_mem *memory = cmark_get_default_mem_allocator();
    cmark_syntax_extension *extension = cmark_syntax_extension_new("expression");
    cmark_llist *special = cmark_llist_append(memory, NULL, (void *)(uintptr_t)'{');
    cmark_syntax_extension_set_special_inline_chars(extension, special);
    cmark_syntax_extension_set_match_inline_func(extension, match);
    cmark_syntax_extension_set_private(extension, reader, NULL);
    return extension;
}

const struct brace_mark *brace_mark_of(cmark_node *node) {
    return cmark_node_get_user_data(node);
}

static void add_text(struct node *into, struct text part, size_t offset, size_t length,
                     struct arena *arena) {
    if (!part.len) return;
    if (into->last && into->last->type == NODE_TEXT) {
        struct node *text = into->last;
        text->text = arena_printf(arena, "%.*s%.*s", TEXT_ARG(text->text), TEXT_ARG(part));
        text->length = offset + length - text->offset;
        return;
    }
    struct node *text = node_new(arena, NODE_TEXT, offset, length);
    text->text = arena_text(arena, part);
    node_append(into, text);
}

struct node *markdown_inline_text(const struct source *source, struct text value, size_t inner,
                                  bool exact, size_t fallback_offset, struct arena *arena,
                                  struct diags *diags) {
    size_t base = exact ? inner : fallback_offset;
    struct node *into = node_new(arena, NODE_PARAGRAPH, base, exact && value.len ? value.len : 1);
    uint32_t code = 0;
    size_t bad = utf8_check(value, &code); /* "\u0008" of YAML; raw bytes do not get here */
    if (bad != SIZE_MAX)
        diag_error(diags, source, exact ? base + bad : base, 1, "delete it", "U+%04X in text",
                   code == UINT32_MAX ? 0xfffdU : code);
    size_t from = 0, at, length;
    if (formula_in_words(value, &at, &length))
        diag_error(diags, source, exact ? base + at : base, exact ? length : 1, FORMULA_HINT,
                   "a formula cannot stand here");
    for (size_t i = 0; i + 1 < value.len;) {
        if (value.ptr[i] != '{' || value.ptr[i + 1] != '{' || is_second_literal(value.ptr, i)) {
            i++;
            continue;
        }
        if (is_escaped(value.ptr, i)) {
            /* The backslash goes, the braces stay. */
            add_text(into, text_cut(value, from, i - 1), exact ? base + from : base,
                     exact ? i - 1 - from : 1, arena);
            add_text(into, TEXT("{{"), exact ? base + i - 1 : base, exact ? 3 : 1, arena);
            from = i += 2;
            continue;
        }
        add_text(into, text_cut(value, from, i), exact ? base + from : base, exact ? i - from : 1,
                 arena);
        size_t close = text_find(value, "}}", i + 2);
        size_t line_end = text_find(value, "\n", i + 2);
        if (close == SIZE_MAX || line_end < close) {
            diag_error(diags, source, exact ? base + i : base, 2,
                       "an expression ends with }} on its line; two literal braces are written "
                       "\\{{",
                       "{{ without }} on the same line");
            from = i;
            i += 2;
            continue;
        }
        struct node *expr =
            node_new(arena, NODE_EXPR, exact ? base + i : base, exact ? close + 2 - i : 1);
        expr->text = arena_text(arena, text_cut(value, i + 2, close));
        node_append(into, expr);
        from = i = close + 2;
    }
    add_text(into, text_cut(value, from, value.len), exact ? base + from : base,
             exact ? value.len - from : 1, arena);
    return into;
}
