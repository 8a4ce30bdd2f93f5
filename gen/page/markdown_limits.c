/* markdown_limits -- what is checked before the library sees a page.
 *
 * cmark-gfm 0.29.0.gfm.6 is quadratic in the columns of a table, fills short rows of a wide table up
 * with empty cells, and walks all open containers on every line. The page is refused when it could
 * reach these. Bytes that are not UTF-8 and control characters are replaced by `?`, one for one, in the
 * copy that is parsed; they are reported after parsing, when it is known whether they are in code. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "base/rules.h"

enum { BAD_BYTES_LISTED = 100, BAD_BYTES_LISTED_UNPARSED = 3 };

/* Finds the next bytes from *at on that no page may hold. utf8_check() refuses some; private-use
 * characters are refused because they are the tokens of the mask. */
static bool next_bad(const struct reader *reader, size_t *at, size_t *length, uint32_t *code) {
    static struct pattern private = {"\\xee[\\x80-\\xbf]{2}|\\xef[\\x80-\\xa3][\\x80-\\xbf]", NULL};
    struct text text = reader->text->text, rest = text_cut(text, *at, text.len);
    struct text part[PATTERN_PARTS];
    size_t hit = utf8_check(rest, code);
    bool wide = rest.len && (memchr(rest.ptr, 0xee, rest.len) || memchr(rest.ptr, 0xef, rest.len));
    if (wide && pattern_find(&private, text_cut(rest, 0, hit), part)) {
        hit = (size_t)(part[0].ptr - rest.ptr);
        utf8_decode(part[0], code);
    }
    if (hit == SIZE_MAX) return false;
    *at += hit;
    uint32_t point = 0;
    *length = *code == UINT32_MAX ? 1 : utf8_decode(text_cut(text, *at, text.len), &point);
    return true;
}

static bool is_in_code(const struct node *document, size_t offset) {
    for (const struct node *node = document; node; node = tree_next(node, document))
        if ((node->type == NODE_CODE || node->type == NODE_CODE_BLOCK) && node->offset <= offset &&
            offset < node->offset + node->length)
            return true;
    return false;
}

void limits_report_bad(struct reader *reader, const struct node *document) {
    size_t most = reader->covered ? BAD_BYTES_LISTED : BAD_BYTES_LISTED_UNPARSED;
    size_t count = 0, first_left_out = 0, length;
    uint32_t code;
    if (!reader->has_bad) return;
    for (size_t at = reader->body; next_bad(reader, &at, &length, &code); at += length) {
        if (count++ == most) first_left_out = at;
        if (count > most) continue;
        if (code == UINT32_MAX)
            READER_ERROR(reader, at, 1, "save the file as UTF-8", "byte 0x%02X is not UTF-8",
                         (unsigned char)reader->text->text.ptr[at]);
        else
            READER_ERROR(reader, at, length, "delete it; most editors can show it", "U+%04X in %s",
                         code, is_in_code(document, at) ? "code" : "text");
    }
    if (count > most)
        READER_ERROR(reader, first_left_out, 1, "is this a text file?",
                     "%zu more bytes that text may not hold", count - most);
}

/* Returns how many columns the end of this line could have as a delimiter row, which is never less
 * than what the library finds: groups of dashes count if there is a bar. */
static size_t possible_columns(struct text line) {
    size_t columns = 0;
    bool bar = false;
    for (size_t at = line.len; at && strchr(" \t|:-", line.ptr[at - 1]); at--) {
        bar |= line.ptr[at - 1] == '|';
        columns += line.ptr[at - 1] == '-' && (at == line.len || line.ptr[at] != '-');
    }
    return bar ? columns : 0;
}

/* Each mark of a quote or a list is at least one byte that is no space and no digit. */
static size_t count_markers(struct text line) {
    size_t markers = 0;
    for (size_t i = 0, end = mask_prefix(line, true); i < end; i++)
        markers += strchr(" \t0123456789", line.ptr[i]) == NULL;
    return markers;
}

/* Lines up to the next empty one may become one table. */
static bool check_run(struct reader *reader, size_t first, size_t end, size_t *cells) {
    size_t columns = 0, widest = first, rows = end - first;
    struct text all = text_cut(reader->mask.clean, reader_line_start(reader, first),
                               reader_line_start(reader, end));
    if (!all.len || !memchr(all.ptr, '|', all.len)) return true;
    for (size_t line = first; line < end; line++) {
        size_t here = possible_columns(reader_line(reader, line, false));
        if (here > columns) widest = line;
        if (here > columns) columns = here;
    }
    size_t at = reader_line_start(reader, widest);
    size_t length = reader_line(reader, widest, false).len;
    *cells += columns * rows;
    if (columns > MARKDOWN_MAX_COLUMNS)
        READER_ERROR(reader, at, length, "split the table", "table of %zu columns; %d are possible",
                     columns, MARKDOWN_MAX_COLUMNS);
    else if (columns && rows > MARKDOWN_MAX_ROWS + 1)
        READER_ERROR(reader, at, length, "split the table", "table of %zu rows; %d are possible",
                     rows - 2, MARKDOWN_MAX_ROWS);
    else if (*cells > MARKDOWN_MAX_CELLS)
        READER_ERROR(reader, at, length, "split the page",
                     "the tables of this page have more than %d cells", MARKDOWN_MAX_CELLS);
    else
        return true;
    return false;
}

/* The copy that the parser gets: the front matter is spaces, bad bytes are question marks. */
static struct text clean_copy(struct reader *reader) {
    struct text text = reader->text->text;
    char *bytes = arena_reserve(&reader->scratch, text.len + 1);
    size_t length;
    uint32_t code;
    if (text.len) memcpy(bytes, text.ptr, text.len);
    bytes[text.len] = '\0';
    memset(bytes, ' ', reader->body);
    for (size_t line = 2, at; (at = reader_line_start(reader, line)) <= reader->body; line++) {
        if (line > reader->text->line_count) break;
        bytes[at - 1] = '\n';
    }
    for (size_t at = reader->body; next_bad(reader, &at, &length, &code); at += length) {
        memset(bytes + at, '?', length);
        reader->has_bad = true;
    }
    return (struct text){bytes, text.len};
}

static bool check_line(struct reader *reader, size_t line, struct text view, bool front) {
    size_t at = reader_line_start(reader, line);
    if (view.len > MARKDOWN_MAX_LINE)
        READER_ERROR(reader, at, 1, "break the line", "line of %zu bytes; %zu are possible",
                     view.len, MARKDOWN_MAX_LINE);
    else if (!front && count_markers(view) > MARKDOWN_MAX_DEPTH)
        READER_ERROR(reader, at, view.len, "write it flatter", "nested more than %d deep",
                     MARKDOWN_MAX_DEPTH);
    else
        return true;
    return false;
}

bool limits_check(struct reader *reader) {
    size_t cells = 0, run = 0, length = reader->text->text.len - reader->body;
    reader->mask.clean = reader->text->text;
    if (length > MARKDOWN_MAX_BYTES) {
        READER_ERROR(reader, reader->body, 1, "split the page",
                     "page of %zu bytes; %zu are possible", length, MARKDOWN_MAX_BYTES);
        return false;
    }
    reader->mask.clean = clean_copy(reader);
    const size_t body = source_place(reader->text, reader->body).line;
    for (size_t line = 1; line <= reader->text->line_count + 1; line++) {
        struct text view = reader_line(reader, line, false);
        bool empty =
            line < body || line > reader->text->line_count || mask_prefix(view, false) == view.len;
        if (run && empty && !check_run(reader, run, line, &cells)) return false;
        run = empty ? 0 : run ? run : line;
        if (!check_line(reader, line, view, line < body)) return false;
    }
    return true;
}

/* The line in which link number MARKDOWN_MAX_LINKS + 1 stands, 0 if there are not so many. */
static int line_of_first_too_many(cmark_node *document) {
    cmark_iter *iter = cmark_iter_new(document);
    int count = 0, line = 0;
    while (!line && cmark_iter_next(iter) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        bool is_link = type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE;
        bool enters = cmark_iter_get_event_type(iter) == CMARK_EVENT_ENTER;
        if (is_link && enters && count++ == MARKDOWN_MAX_LINKS)
            line = cmark_node_get_start_line(node);
    }
    cmark_iter_free(iter);
    return line;
}

/* Each link and each picture is an opening bracket, or an angle one. */
static bool may_have_too_many(struct text text) {
    size_t count = 0;
    for (const char *mark = "[<"; *mark && count <= MARKDOWN_MAX_LINKS; mark++)
        for (size_t at = 0; at < text.len && count <= MARKDOWN_MAX_LINKS; at++) {
            const char *found = memchr(text.ptr + at, *mark, text.len - at);
            at = found ? (size_t)(found - text.ptr) : text.len;
            count += found != NULL;
        }
    return count > MARKDOWN_MAX_LINKS;
}

bool limits_check_links(struct reader *reader, cmark_node *document) {
    if (!may_have_too_many(reader->mask.clean)) return true;
    int line = line_of_first_too_many(document);
    if (!line) return true;
    size_t length = reader_line(reader, (size_t)line, false).len;
    READER_ERROR(reader, reader_line_start(reader, (size_t)line), length, "split the page",
                 "more than %d links and pictures in one page", MARKDOWN_MAX_LINKS);
    return false;
}
