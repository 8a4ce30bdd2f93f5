/* markdown_formula -- `$…$` and `$$…$$` as an extension of cmark-gfm.
 *
 * Inline, the extension works as that of markdown_brace.c does: the library calls it at a dollar,
 * before emphasis is paired, and what it returns is opaque, so that `a*b*c` and backslashes stay TeX.
 * The first dollar behind the opening one decides, for better or worse: if it cannot close, the
 * opening one is a word. Back-ticks end the search, since code binds tighter.
 *
 * A display formula is a block, because a line of it may start with `+` or `-`, which would begin a
 * list in a paragraph. To the library it is an indented code block whose end the extension decides;
 * its user data tells it from real code. */
#include "page/markdown_parts.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\0';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* ---- inline ------------------------------------------------------------------------------ */

/* The text in which dollars are looked for: of the library, or of a string. */
struct letters {
    char (*at)(const void *text, int at); /* '\0' behind its ends */
    const void *text;
};

static char at_inlines(const void *text, int at) {
    cmark_inline_parser *inlines = (cmark_inline_parser *)(uintptr_t)text;
    return (char)cmark_inline_parser_peek_at(inlines, at);
}

static char at_view(const void *text, int at) {
    const struct text *view = text;
    return (size_t)at < view->len ? view->ptr[at] : '\0';
}

static char peek(const struct letters *letters, int at) {
    return at < 0 ? '\0' : letters->at(letters->text, at);
}

/* Where the expression at `at` ends, `at` if none stands there. Of more than two braces the last two
 * open it: \frac{{{ x }}}{2}. None ends before *barren: a hostile line is not read again and again. */
static int skip_expression(const struct letters *letters, int at, int *barren) {
    if (at < *barren || peek(letters, at) != '{' || peek(letters, at + 1) != '{' ||
        peek(letters, at + 2) == '{')
        return at;
    int end = at + 2;
    for (; peek(letters, end) && peek(letters, end) != '\n'; end++)
        if (peek(letters, end) == '}' && peek(letters, end + 1) == '}') return end + 2;
    *barren = end;
    return at;
}

/* The closing dollar of a formula that opens at `at`, or 0. */
static int closing(const struct letters *letters, int at) {
    int barren = 0;
    if (is_blank(peek(letters, at + 1))) return 0;
    for (int end = at + 1; peek(letters, end) && peek(letters, end) != '`';) {
        int behind = skip_expression(letters, end, &barren);
        char c = peek(letters, end), next = peek(letters, end + 1);
        if (behind != end) {
            end = behind;
        } else if (c == '\\' && next) {
            end += 2;
        } else if (c == '$') {
            bool closes =
                end > at + 1 && !is_blank(peek(letters, end - 1)) && next != '$' && !is_digit(next);
            return closes ? end : 0;
        } else {
            end++;
        }
    }
    return 0;
}

/* The dollar before is a word of its own, so that this one opens nothing: $$x$$ among words. */
static bool is_second(const struct letters *letters, int at) {
    int slashes = 0;
    if (peek(letters, at - 1) != '$') return false;
    while (peek(letters, at - 2 - slashes) == '\\')
        slashes++;
    return slashes % 2 == 0;
}

static cmark_node *match(cmark_syntax_extension *extension, cmark_parser *parser,
                         cmark_node *parent, unsigned char character,
                         cmark_inline_parser *inlines) {
    (void)parser;
    (void)parent;
    struct letters letters = {at_inlines, inlines};
    int at = cmark_inline_parser_get_offset(inlines);
    int end = character == '$' && !is_second(&letters, at) ? closing(&letters, at) : 0;
    if (!end) return NULL;
    struct reader *reader = cmark_syntax_extension_get_private(extension);
    struct brace_mark *mark = ARENA_NEW(&reader->scratch, struct brace_mark);
    *mark = (struct brace_mark){.offset = at, .length = end + 1 - at, .formula = true};
    cmark_node *node =
        cmark_node_new_with_mem(CMARK_NODE_HTML_INLINE, cmark_get_default_mem_allocator());
    cmark_node_set_literal(node, "");
    cmark_node_set_user_data(node, mark);
    cmark_inline_parser_set_offset(inlines, end + 1);
    return node;
}

/* ---- blocks ------------------------------------------------------------------------------ */

struct block_mark {
    bool closed;
};

/* Offset of an unescaped `$$` at or after `at`, SIZE_MAX if there is none. */
static size_t find_dollars(struct text text, size_t at) {
    for (; at + 1 < text.len; at++) {
        if (text.ptr[at] == '\\')
            at++;
        else if (text.ptr[at] == '$' && text.ptr[at + 1] == '$')
            return at;
    }
    return SIZE_MAX;
}

static cmark_node *open_block(cmark_syntax_extension *extension, int indented, cmark_parser *parser,
                              cmark_node *parent, unsigned char *input, int length) {
    int first = cmark_parser_get_first_nonspace(parser);
    if (indented || length < first + 2 || input[first] != '$' || input[first + 1] != '$')
        return NULL;
    struct reader *reader = cmark_syntax_extension_get_private(extension);
    struct block_mark *mark = ARENA_NEW(&reader->scratch, struct block_mark);
    struct text line = {(const char *)input, (size_t)length};
    mark->closed = find_dollars(line, (size_t)first + 2) != SIZE_MAX;
    cmark_node *node = cmark_parser_add_child(parser, parent, CMARK_NODE_CODE_BLOCK, first + 1);
    cmark_node_set_syntax_extension(node, extension);
    cmark_node_set_user_data(node, mark);
    return node;
}

/* Whether the line belongs to the open formula. */
static int go_on(cmark_syntax_extension *extension, cmark_parser *parser, unsigned char *input,
                 int length, cmark_node *node) {
    (void)extension;
    struct block_mark *mark = cmark_node_get_user_data(node);
    if (mark->closed || cmark_parser_is_blank(parser)) return 0;
    size_t at = (size_t)cmark_parser_get_offset(parser);
    mark->closed = find_dollars((struct text){(const char *)input, (size_t)length}, at) != SIZE_MAX;
    return 1;
}

cmark_syntax_extension *formula_extension(struct reader *reader) {
    cmark_mem *memory = cmark_get_default_mem_allocator();
    cmark_syntax_extension *extension = cmark_syntax_extension_new("formula");
    cmark_llist *special = cmark_llist_append(memory, NULL, (void *)(uintptr_t)'$');
    cmark_syntax_extension_set_special_inline_chars(extension, special);
    cmark_syntax_extension_set_match_inline_func(extension, match);
    cmark_syntax_extension_set_open_block_func(extension, open_block);
    cmark_syntax_extension_set_match_block_func(extension, go_on);
    cmark_syntax_extension_set_private(extension, reader, NULL);
    return extension;
}

/* ---- the tree ---------------------------------------------------------------------------- */

static void add_part(struct reader *reader, const struct content *content, size_t from, size_t to,
                     enum node_type type, struct node *math) {
    struct node *part = node_new(reader->arena, type, content->place[from],
                                 content->place[to - 1] + 1 - content->place[from]);
    if (type == NODE_EXPR) from += 2, to -= 2;
    part->text = arena_text(reader->arena, text_cut(content->text, from, to));
    node_append(math, part);
}

void formula_parts(struct reader *reader, const struct content *content, size_t from, size_t to,
                   struct node *math) {
    struct text text = content->text, inner = text_cut(text, 0, to);
    struct letters letters = {at_view, &inner};
    bool words = false;
    int barren = 0;
    math->math.end = content->place[to];
    for (size_t at = from; at < to;) {
        size_t end = (size_t)skip_expression(&letters, (int)at, &barren);
        enum node_type type = end > at ? NODE_EXPR : NODE_TEXT;
        if (type == NODE_TEXT) {
            /* Up to the next expression, and as far as the source has the same bytes. */
            do {
                bool escape = text.ptr[end] == '\\' && end + 1 < to &&
                              content->place[end + 1] == content->place[end] + 1;
                end += escape ? 2 : 1;
            } while (end < to && content->place[end] == content->place[end - 1] + 1 &&
                     (size_t)skip_expression(&letters, (int)end, &barren) == end);
        }
        words = words || type == NODE_EXPR || text_trim(text_cut(text, at, end)).len;
        add_part(reader, content, at, end, type, math);
        at = end;
    }
    if (!words)
        READER_ERROR(reader, math->offset, 2, "write its TeX between the dollars",
                     "formula without TeX");
}

bool formula_read_block(struct reader *reader, cmark_node *from, struct node *into) {
    if (!cmark_node_get_user_data(from)) return false;
    struct content content;
    struct text text = text_of(cmark_node_get_literal(from));
    size_t line = (size_t)cmark_node_get_start_line(from);
    if (!place_block(reader, text, line, &content)) {
        place_nowhere(reader, from, source_offset(reader->source, line, 1), &content);
        return true;
    }
    text = content.text;
    size_t open = text_find(text, "$$", 0), close = find_dollars(text, open + 2);
    struct node *block = node_new(reader->arena, NODE_FORMULA, content.place[open], 2);
    struct node *math = node_new(reader->arena, NODE_MATH, content.place[open], 2);
    math->math.display = true;
    node_append(into, block);
    node_append(block, math);
    if (close == SIZE_MAX) {
        READER_ERROR(reader, block->offset, 2,
                     "close it with $$; a formula holds no empty line, and two dollars that are "
                     "only dollars are written \\$\\$",
                     "formula that is never closed");
        node_unlink(block);
        return true;
    }
    block->length = math->length = content.place[close + 1] + 1 - block->offset;
    formula_parts(reader, &content, open + 2, close, math);
    struct text behind = text_trim(text_cut(text, close + 2, text.len));
    if (behind.len)
        READER_ERROR(reader, content.place[(size_t)(behind.ptr - text.ptr)], behind.len,
                     "start a line for it; a full stop goes before the dollars",
                     "words in the line behind a formula");
    return true;
}

/* ---- dollars that are words -------------------------------------------------------------- */

static bool is_word(const struct content *content, size_t at) {
    return at < content->text.len && content->text.ptr[at] == '$' && content->kind[at] == BYTE_TEXT;
}

/* A command of TeX stands among the words from..to: \frac, \ell. */
static bool has_command(const struct content *content, size_t from, size_t to) {
    for (size_t i = from; i + 1 < to; i++) {
        char c = content->text.ptr[i + 1];
        if (content->kind[i] == BYTE_TEXT && content->text.ptr[i] == '\\' &&
            ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
            return true;
    }
    return false;
}

void formula_leftovers(struct reader *reader, const struct content *content) {
    size_t open = SIZE_MAX;
    for (size_t i = 0; i < content->text.len; i++) {
        if (!is_word(content, i)) continue;
        if (is_word(content, i + 1)) {
            READER_ERROR(reader, content->place[i], 2,
                         "a formula of its own starts its line with $$; among words it is written "
                         "$…$, and two dollars as \\$\\$",
                         "$$ among words");
            return;
        }
        if (open != SIZE_MAX && has_command(content, open, i))
            READER_ERROR(reader, content->place[open], 1,
                         "no blank stands inside the dollars, and no digit right behind them; a "
                         "dollar that is only a dollar is written \\$",
                         "looks like a formula, but is none");
        open = i;
    }
    if (open != SIZE_MAX && has_command(content, open, content->text.len))
        READER_ERROR(reader, content->place[open], 1,
                     "close it with a dollar; one that is only a dollar is written \\$",
                     "looks like a formula, but is never closed");
}

/* ---- strings without formulas ------------------------------------------------------------ */

/* $x_i$ is meant as a formula, "$5 for 6$" is not. */
static bool is_tex(struct text inner) {
    bool blank = false;
    for (size_t i = 0; i < inner.len; i++) {
        if (strchr("\\_^{", inner.ptr[i])) return true;
        blank = blank || is_blank(inner.ptr[i]);
    }
    return !blank;
}

bool formula_in_words(struct text words, size_t *at, size_t *length) {
    struct letters letters = {at_view, &words};
    for (int i = 0; (size_t)i < words.len && words.len < INT_MAX; i++) {
        int end = words.ptr[i] == '$' ? closing(&letters, i) : 0;
        if (!end) continue;
        *at = (size_t)i;
        *length = (size_t)(end + 1 - i);
        if (is_tex(text_cut(words, *at + 1, (size_t)end))) return true;
        i = end;
    }
    return false;
}
