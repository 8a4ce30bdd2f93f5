/* markdown_table -- tables, and what was meant as one.
 *
 * The library drops cells that are too many, fills in those that are too few, and leaves a table as
 * text when the delimiter row has another number of columns than the head. Rows are therefore split
 * here once more, from the source, by the library's rule: a bar that does not follow a backslash
 * separates, also within back-ticks. The library's places of a head under a paragraph are wrong; the
 * head is the line before the delimiter row. */
#include "page/markdown_parts.h"

#include <cmark-gfm-core-extensions.h>
#include <string.h>

#include "base/chars.h"
#include "page/rules.h"

static const char BAR_HINT[] = "a bar that belongs to a cell, in code too, is written \\|";

struct cell_range {
    size_t from, to; /* in the row, spaces trimmed */
};

static void trim(struct text row, struct cell_range *range) {
    while (range->from < range->to && is_space(row.ptr[range->from]))
        range->from++;
    while (range->to > range->from && is_space(row.ptr[range->to - 1]))
        range->to--;
}

/* Splits a row into cells as the library does. Stores at most `max`, returns how many there are. */
static size_t split(struct text row, struct cell_range *cell, size_t max) {
    struct cell_range all = {0, row.len};
    trim(row, &all);
    size_t count = 0, from = all.from;
    if (from < all.to && row.ptr[from] == '|') from++;
    for (size_t i = from; i <= all.to && from < all.to; i++) {
        bool bar = i < all.to && row.ptr[i] == '|' && !(i > from && row.ptr[i - 1] == '\\');
        if (!bar && i < all.to) continue;
        struct cell_range range = {from, i};
        trim(row, &range);
        if (count < max) cell[count] = range;
        count++;
        from = i + 1;
    }
    return count;
}

/* Returns the number of columns if the line is a delimiter row (`| --- | :-: |`), else 0. */
static size_t delimiters(struct text row) {
    static struct pattern form = {"\\A\\|?\\s*:?-+:?\\s*(?:\\|\\s*:?-+:?\\s*)*+\\|?\\z", NULL};
    struct text part[PATTERN_PARTS];
    size_t count = pattern_find(&form, text_trim(row), part) ? split(row, NULL, 0) : 0;
    return count <= MARKDOWN_MAX_COLUMNS ? count : 0;
}

/* Returns the row of a line as the parser sees it; `at` receives where it starts in the text. */
static struct text row_of(const struct reader *reader, size_t line, size_t at_least, bool list,
                          size_t *at) {
    struct text whole = reader_line(reader, line, false);
    size_t start = reader_line_start(reader, line);
    size_t from = mask_prefix(whole, list);
    if (at_least > start && at_least - start <= whole.len) from = at_least - start;
    *at = start + from;
    struct text row = {reader->mask.masked + *at, whole.len - from};
    while (row.len && is_space(row.ptr[row.len - 1]))
        row.len--;
    return row;
}

static bool is_head(const struct reader *reader, size_t line, size_t columns) {
    size_t at = 0;
    struct text head = row_of(reader, line, 0, false, &at);
    return delimiters(row_of(reader, line + 1, 0, false, &at)) == columns &&
           split(head, NULL, 0) >= columns;
}

/* The library keeps the paragraph's lines up to the head as the table's text. */
size_t table_head_line(const struct reader *reader, cmark_node *table) {
    size_t columns = cmark_gfm_extensions_get_table_columns(table);
    size_t first = (size_t)cmark_node_get_start_line(table);
    size_t line = first;
    struct text kept = text_of(cmark_node_get_string_content(table));
    for (size_t i = 0; i + 1 < kept.len; i++)
        line += kept.ptr[i] == '\n';
    if (is_head(reader, line, columns)) return line;
    for (size_t at = first; at < reader->text->line_count; at++)
        if (is_head(reader, at, columns)) return at;
    return line;
}

static void read_row(struct reader *reader, cmark_node *from, struct node *table, size_t line,
                     size_t at_least, int depth) {
    size_t at = 0;
    struct text row = row_of(reader, line, at_least, false, &at);
    struct cell_range cell[MARKDOWN_MAX_COLUMNS] = {0};
    size_t count = split(row, cell, MARKDOWN_MAX_COLUMNS);
    size_t columns = table->table.columns;
    cover_lines(reader, line, line);
    if (count != columns)
        READER_ERROR(reader, at, row.len,
                     count > columns ? BAR_HINT
                                     : "write the cells that are missing; text under a table needs "
                                       "an empty line above it",
                     "row has %zu cell%s, header has %zu", count, count == 1 ? "" : "s", columns);
    struct node *into = node_new(reader->arena, NODE_ROW, at, row.len ? row.len : 1);
    node_append(table, into);
    size_t column = 0;
    for (cmark_node *node = cmark_node_first_child(from); node; node = cmark_node_next(node)) {
        struct cell_range range = {row.len - (row.len > 0), row.len - (row.len > 0)};
        if (column < count && column < MARKDOWN_MAX_COLUMNS) range = cell[column];
        struct node *made = node_new(reader->arena, NODE_CELL, at + range.from,
                                     range.to > range.from ? range.to - range.from : 1);
        made->cell.column = column++;
        node_append(into, made);
        inlines_read(reader, node, (struct range){at + range.from, at + range.to}, made, depth + 2);
        check_displayed(reader, made);
    }
}

void table_read(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    struct node *table = node_new(reader->arena, NODE_TABLE, 0, 1);
    node_append(into, table);
    table->table.columns = cmark_gfm_extensions_get_table_columns(from);
    table->table.align = ARENA_ARRAY(reader->arena, enum cell_align, table->table.columns);
    const unsigned char *letters = cmark_gfm_extensions_get_table_alignments(from);
    for (size_t i = 0; letters && i < table->table.columns; i++)
        table->table.align[i] = letters[i] == 'l'   ? ALIGN_LEFT
                                : letters[i] == 'c' ? ALIGN_CENTRE
                                : letters[i] == 'r' ? ALIGN_RIGHT
                                                    : ALIGN_NONE;
    size_t first = (size_t)cmark_node_get_start_line(from);
    size_t head = table_head_line(reader, from);
    size_t head_at = head != first ? 0
                                   : source_offset(reader->text, first,
                                                   (size_t)cmark_node_get_start_column(from));
    cover_lines(reader, head, head + 1);
    bool is_first = true;
    for (cmark_node *row = cmark_node_first_child(from); row; row = cmark_node_next(row)) {
        size_t line = is_first ? head : (size_t)cmark_node_get_start_line(row);
        read_row(reader, row, table, line, is_first ? head_at : 0, depth);
        is_first = false;
    }
    if (!table->first) return;
    table->offset = table->first->offset;
    table->length = table->last->offset + table->last->length - table->offset;
}

static bool is_framed(struct text row) {
    return row.len > 2 && row.ptr[0] == '|' && row.ptr[row.len - 1] == '|' &&
           row.ptr[row.len - 2] != '\\';
}

bool table_check_paragraph(struct reader *reader, size_t first, size_t last) {
    size_t above_at = 0;
    struct text above = {0};
    for (size_t line = first; line <= last; line++) {
        size_t at = 0;
        struct text row = row_of(reader, line, 0, line == first, &at);
        size_t columns = row.len && memchr(row.ptr, '|', row.len) ? delimiters(row) : 0;
        if (columns && above.len) {
            size_t cells = split(above, NULL, 0);
            READER_ERROR(reader, above_at, above.len,
                         "give head and delimiter row the same number of cells; a bar that belongs "
                         "to a cell is written \\|",
                         "looks like a table: %zu cell%s in the head, %zu in the delimiter row",
                         cells, cells == 1 ? "" : "s", columns);
            return true;
        }
        if (columns) {
            READER_ERROR(reader, at, row.len, "write the head of the table in the line above it",
                         "delimiter row of a table without a head");
            return true;
        }
        if (is_framed(row) && is_framed(above)) {
            READER_ERROR(reader, above_at, above.len,
                         "a table needs a delimiter row (| --- | --- |) under its head",
                         "looks like a table: there is no delimiter row");
            return true;
        }
        above = row;
        above_at = at;
    }
    return false;
}
