/* markdown_place -- where a block's inline text stands in the source.
 *
 * The library keeps, for every block with inlines, the text that it parsed: the lines of the source
 * without what belongs to the containers (indentation, `>`, list markers), and for a table cell its
 * trimmed text. Its columns count in that text and add an indent that lazy lines do not have. So the
 * columns are not used. A line of that text is always the end of its source line, whatever containers
 * stand before it; place_lines() walks both lines from their ends and thereby knows the place of every
 * byte, with tabs, lazy lines and any nesting. Link definitions are cut off the front of a paragraph
 * and the line on which it starts is not corrected, so the lines are matched from the last one up. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

size_t reader_line_start(const struct reader *reader, size_t line) {
    if (line < 1) return 0;
    return line > reader->source->line_count ? reader->source->text.len
                                             : reader->source->line_start[line - 1];
}

struct text reader_line(const struct reader *reader, size_t line) {
    struct text view = source_line(reader->source, line);
    if (view.len) view.ptr = reader->bytes + reader_line_start(reader, line);
    return view;
}

size_t prefix_end(struct text line, bool list) {
    size_t i = 0;
    for (;;) {
        while (i < line.len && (is_blank(line.ptr[i]) || line.ptr[i] == '>'))
            i++;
        if (!list || i == line.len) return i;
        size_t marker = i;
        if (strchr("-+*", line.ptr[marker])) {
            marker++;
        } else {
            while (marker < line.len && marker - i < 9 && line.ptr[marker] >= '0' &&
                   line.ptr[marker] <= '9')
                marker++;
            if (marker == i || marker == line.len || !strchr(".)", line.ptr[marker])) return i;
            marker++;
        }
        if (marker < line.len && !is_blank(line.ptr[marker])) return i;
        i = marker;
    }
}

void cover_lines(struct reader *reader, size_t from, size_t to) {
    for (size_t line = from; line <= to && line <= reader->source->line_count; line++)
        if (line >= 1) reader->covered[line - 1] = true;
}

static struct text trim_end(struct text view) {
    while (view.len && is_blank(view.ptr[view.len - 1]))
        view.len--;
    return view;
}

/* Whether `part` (blanks around it do not count) is the end of `line`, which starts at `start` in
 * the source. Fills in places[0..part.len) if it is not NULL. */
static bool match_end(struct text part, struct text line, size_t start, bool bars, size_t *places) {
    size_t left = 0;
    while (left < part.len && is_blank(part.ptr[left]))
        left++;
    struct text core = trim_end(part);
    struct text whole = trim_end(line);
    size_t i = core.len, j = whole.len;
    while (i > left) {
        if (j == 0 || core.ptr[i - 1] != whole.ptr[j - 1]) return false;
        i--, j--;
        bool was_escaped = bars && core.ptr[i] == '|' && j > 0 && whole.ptr[j - 1] == '\\';
        if (places) places[i] = start + j;
        if (was_escaped) {
            j--;
            if (places) places[i] = start + j;
        }
    }
    if (!places) return true;
    size_t first = core.len > left ? places[left] : start + whole.len;
    for (size_t k = 0; k < left && k < part.len; k++)
        places[k] = first - start >= left - k ? first - (left - k) : start;
    for (size_t k = core.len > left ? core.len : left; k < part.len; k++) {
        size_t at = whole.len + (k - (core.len > left ? core.len : left));
        places[k] = start + (at < line.len ? at : line.len);
    }
    return true;
}

static struct content content_of(struct reader *reader, cmark_node *block) {
    struct content content = {0};
    /* A block without inlines may never have had a text: what the library returns then is not
     * initialised. */
    if (cmark_node_first_child(block)) content.text = text_of(cmark_node_get_string_content(block));
    while (content.text.len && content.text.ptr[content.text.len - 1] == '\n')
        content.text.len--;
    content.place = ARENA_ARRAY(&reader->scratch, size_t, content.text.len + 1);
    content.kind = arena_alloc(&reader->scratch, content.text.len + 1);
    return content;
}

static size_t count_lines(struct text text) {
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++)
        lines += text.ptr[i] == '\n';
    return lines;
}

/* Whether the lines of the content are the ends of the source lines from `line` on. */
static bool match_lines(struct reader *reader, struct content *content, size_t line, bool bars,
                        bool fill) {
    struct text rest = content->text;
    size_t at = 0;
    for (;; line++) {
        struct text whole = reader_line(reader, line);
        size_t start = reader_line_start(reader, line);
        struct text part = text_next(&rest, '\n');
        if (line > reader->source->line_count ||
            !match_end(part, whole, start, bars, fill ? content->place + at : NULL))
            return false;
        at += part.len;
        if (fill) content->place[at] = start + whole.len;
        at++;
        if (at > content->text.len) break;
    }
    /* The end of the text is not the end of its line: a closing run of # or blanks may follow. */
    if (fill && content->text.len)
        content->place[content->text.len] = content->place[content->text.len - 1] + 1;
    return true;
}

bool place_lines(struct reader *reader, cmark_node *block, size_t first, size_t last, bool bars,
                 struct content *content, size_t *line) {
    *content = content_of(reader, block);
    size_t lines = count_lines(content->text);
    if (first < 1) first = 1;
    if (last > reader->source->line_count) last = reader->source->line_count;
    size_t low = first;
    for (size_t at = last >= lines ? last - lines + 1 : 1; at >= low && at >= 1; at--) {
        if (!match_lines(reader, content, at, bars, false)) continue;
        match_lines(reader, content, at, bars, true);
        cover_lines(reader, at, at + lines - 1);
        *line = at;
        return true;
    }
    return false;
}

bool place_block(struct reader *reader, struct text text, size_t line, struct content *content) {
    while (text.len && text.ptr[text.len - 1] == '\n')
        text.len--;
    content->text = text;
    content->place = ARENA_ARRAY(&reader->scratch, size_t, text.len + 1);
    content->kind = arena_alloc(&reader->scratch, text.len + 1);
    cover_lines(reader, line, line + count_lines(text) - 1);
    return match_lines(reader, content, line, false, true);
}

static bool is_underline(struct text line) {
    line = trim_end(text_cut(line, prefix_end(line, false), line.len));
    if (!line.len || (line.ptr[0] != '=' && line.ptr[0] != '-')) return false;
    for (size_t i = 1; i < line.len; i++)
        if (line.ptr[i] != line.ptr[0]) return false;
    return true;
}

bool place_setext(struct reader *reader, cmark_node *block, size_t first, struct content *content,
                  size_t *underline) {
    *content = content_of(reader, block);
    size_t lines = count_lines(content->text);
    for (size_t at = first; at + lines <= reader->source->line_count; at++) {
        struct text line = reader_line(reader, at);
        if (prefix_end(line, false) == line.len) return false;
        if (!is_underline(reader_line(reader, at + lines)) ||
            !match_lines(reader, content, at, false, false))
            continue;
        match_lines(reader, content, at, false, true);
        cover_lines(reader, at, at + lines);
        *underline = at + lines;
        return true;
    }
    return false;
}

bool place_atx(struct reader *reader, cmark_node *block, size_t line, size_t from,
               struct content *content) {
    struct text whole = reader_line(reader, line);
    size_t at = from - reader_line_start(reader, line);
    size_t hashes = 0;
    while (at < whole.len && whole.ptr[at] == '#')
        at++, hashes++;
    if (!hashes || hashes > 6 || (at < whole.len && !is_blank(whole.ptr[at]))) return false;
    while (at < whole.len && is_blank(whole.ptr[at]))
        at++;
    *content = content_of(reader, block);
    if (at + content->text.len > whole.len ||
        (content->text.len && memcmp(whole.ptr + at, content->text.ptr, content->text.len) != 0))
        return false;
    for (size_t i = 0; i <= content->text.len; i++)
        content->place[i] = reader_line_start(reader, line) + at + i;
    cover_lines(reader, line, line);
    return true;
}

bool place_cell(struct reader *reader, cmark_node *cell, size_t from, size_t to,
                struct content *content) {
    *content = content_of(reader, cell);
    struct text range = {reader->bytes + from, to - from};
    size_t at = 0;
    for (size_t i = 0; i < content->text.len; i++, at++) {
        if (at >= range.len) return false;
        content->place[i] = from + at;
        if (range.ptr[at] == '\\' && at + 1 < range.len && range.ptr[at + 1] == '|' &&
            content->text.ptr[i] == '|')
            at++;
        if (range.ptr[at] != content->text.ptr[i]) return false;
    }
    content->place[content->text.len] = from + at;
    return at == range.len;
}

void place_nowhere(struct reader *reader, cmark_node *block, size_t offset,
                   struct content *content) {
    *content = content_of(reader, block);
    for (size_t i = 0; i <= content->text.len; i++)
        content->place[i] = offset;
    reader->misses++;
}

size_t content_end(const struct content *content) {
    return content->place[content->text.len];
}
