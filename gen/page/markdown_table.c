/* markdown_table -- tables, and what was meant as one.
 *
 * The library drops cells that are too many, fills in those that are too few, and leaves a table as
 * text when the delimiter row has another number of columns than the head. Rows are therefore split
 * here once more, from the source, by the library's rule: a bar that does not follow a backslash
 * separates, also within back-ticks. The library's places of a head under a paragraph are wrong; the
 * head is the line before the delimiter row. */
#include "page/markdown_parts.h"

#include <cmark-gfm-core-extensions.h>
#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "base/rules.h"

static const char BAR_HINT[] = "a bar that belongs to a cell, in code too, is written \\|";

/* Spaces at both ends go; of an empty cell the place stays. */
static struct text trim(struct text cell) {
    for (; cell.len && is_space(*cell.ptr); cell.len--)
        cell.ptr++;
    while (cell.len && is_space(cell.ptr[cell.len - 1]))
        cell.len--;
    return cell;
}

/* Splits a row into cells as the library does. Stores at most `max`, returns how many there are. */
static size_t split(struct text row, struct text *cell, size_t max) {
    size_t count = 0, end;
    row = trim(row);
    for (size_t from = text_starts(row, "|"); from < row.len; from = end + 1) {
        for (end = from; end < row.len; end++)
            if (row.ptr[end] == '|' && !(end > from && row.ptr[end - 1] == '\\')) break;
        if (count < max) cell[count] = trim((struct text){row.ptr + from, end - from});
        count++;
    }
    return count;
}

/* Returns the number of columns if the line is a delimiter row (`| --- | :-: |`), else 0. */
static size_t delimiters(struct text row) {
    static struct pattern form = {"\\A\\|?\\s*:?-+:?\\s*(?:\\|\\s*:?-+:?\\s*)*+\\|?\\z", NULL};
    size_t count = pattern_find(&form, trim(row), NULL) ? split(row, NULL, 0) : 0;
    return count <= MARKDOWN_MAX_COLUMNS ? count : 0;
}

/* Returns the row of a line as the parser sees it, behind its quotes and, if `list`, its markers. */
static struct text row_of(const struct reader *reader, size_t line, bool list) {
    struct text whole = reader_line(reader, line, true);
    size_t at = mask_prefix(reader_line(reader, line, false), list);
    return (struct text){whole.ptr + at, whole.len - at};
}

static bool is_head(const struct reader *reader, size_t line, size_t columns) {
    return delimiters(row_of(reader, line + 1, false)) == columns &&
           split(row_of(reader, line, false), NULL, 0) >= columns;
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

static size_t place_of(const struct reader *reader, struct text masked) {
    return (size_t)(masked.ptr - reader->mask.masked);
}

static void read_row(struct reader *reader, cmark_node *from, struct node *table, struct text row,
                     int depth) {
    struct text cell[MARKDOWN_MAX_COLUMNS] = {0};
    size_t count = split(row, cell, MARKDOWN_MAX_COLUMNS), columns = table->table.columns;
    size_t at = place_of(reader, row), column = 0;
    if (count != columns)
        READER_ERROR(reader, at, row.len,
                     count > columns ? BAR_HINT
                                     : "write the cells that are missing; text under a table needs "
                                       "an empty line above it",
                     "row has %zu cell%s, header has %zu", count, count == 1 ? "" : "s", columns);
    struct node *into = add_node(reader, NODE_ROW, at, at + row.len, table);
    for (cmark_node *node = cmark_node_first_child(from); node; node = cmark_node_next(node)) {
        struct text words = {row.ptr + row.len - (row.len > 0), 0}; /* of a cell that is missing */
        if (column < count && column < MARKDOWN_MAX_COLUMNS) words = cell[column];
        struct range range = {place_of(reader, words), place_of(reader, words) + words.len};
        struct node *made = add_node(reader, NODE_CELL, range.from, range.to, into);
        made->cell.column = column++;
        inlines_read(reader, node, range, made, depth + 2);
    }
}

void table_read(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    struct node *table = add_node(reader, NODE_TABLE, 0, 1, into);
    table->table.columns = cmark_gfm_extensions_get_table_columns(from);
    table->table.align = ARENA_ARRAY(reader->arena, enum cell_align, table->table.columns);
    const unsigned char *letters = cmark_gfm_extensions_get_table_alignments(from);
    for (size_t i = 0; letters && i < table->table.columns; i++)
        table->table.align[i] = letters[i] == 'l'   ? ALIGN_LEFT
                                : letters[i] == 'c' ? ALIGN_CENTRE
                                : letters[i] == 'r' ? ALIGN_RIGHT
                                                    : ALIGN_NONE;
    size_t head = table_head_line(reader, from);
    cover_lines(reader, head, head + 1);
    for (cmark_node *row = cmark_node_first_child(from); row; row = cmark_node_next(row)) {
        bool first = !table->first;
        size_t line = first ? head : (size_t)cmark_node_get_start_line(row);
        struct text words = row_of(reader, line, false);
        /* A head may stand behind the marker of a list. */
        size_t start = (size_t)cmark_node_get_start_column(from);
        if (first && head == (size_t)cmark_node_get_start_line(from) && start > 1) {
            words = reader_line(reader, line, true);
            words = text_cut(words, start - 1, words.len);
        }
        while (words.len && is_space(words.ptr[words.len - 1]))
            words.len--;
        cover_lines(reader, line, line);
        read_row(reader, row, table, words, depth);
    }
    if (!table->first) return;
    table->offset = table->first->offset;
    table->length = table->last->offset + table->last->length - table->offset;
}

static bool is_framed(struct text row) {
    return row.len > 2 && row.ptr[0] == '|' && row.ptr[row.len - 1] == '|' &&
           row.ptr[row.len - 2] != '\\';
}

void table_check_paragraph(struct reader *reader, size_t first, size_t last) {
    struct text above = {0}, all = {reader->mask.masked, reader_line_start(reader, last + 1)};
    if (text_find(all, "|", reader_line_start(reader, first)) == SIZE_MAX) return;
    for (size_t line = first; line <= last; line++) {
        struct text row = trim(row_of(reader, line, line == first));
        size_t columns = row.len && memchr(row.ptr, '|', row.len) ? delimiters(row) : 0;
        size_t cells = columns ? split(above, NULL, 0) : 0, at = place_of(reader, row);
        if (columns && above.len)
            READER_ERROR(reader, place_of(reader, above), above.len,
                         "give head and delimiter row the same number of cells; a bar that belongs "
                         "to a cell is written \\|",
                         "looks like a table: %zu cell%s in the head, %zu in the delimiter row",
                         cells, cells == 1 ? "" : "s", columns);
        else if (columns)
            READER_ERROR(reader, at, row.len, "write the head of the table in the line above it",
                         "delimiter row of a table without a head");
        else if (is_framed(row) && is_framed(above))
            READER_ERROR(reader, place_of(reader, above), above.len,
                         "a table needs a delimiter row (| --- | --- |) under its head",
                         "looks like a table: there is no delimiter row");
        if (columns || (is_framed(row) && is_framed(above))) return;
        above = row;
    }
}
