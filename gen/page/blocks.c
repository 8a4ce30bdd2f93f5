/* blocks -- see blocks.h: from a fence to a table with templates. */
#include "page/blocks.h"

#include <stdint.h>

#include "page/fence.h"
#include "page/structure.h"

struct reader {
    const struct fence *fence;
    struct node *table, *head;
    struct table_block *block;
};

/* ---- the lines --------------------------------------------------------------------------- */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t word_length(struct text text) {
    size_t n = 0;
    while (n < text.len &&
           (is_letter(text.ptr[n]) || (n && text.ptr[n] >= '0' && text.ptr[n] <= '9')))
        n++;
    return n;
}

static void read_caption(struct reader *reader, struct fence_piece key, struct fence_piece words) {
    if (reader->table->first->type == NODE_CAPTION) {
        fence_error(reader->fence, key, "a table has one caption", "a second caption");
        return;
    }
    node_unlink(reader->head);
    node_append(reader->table, fence_inlines(reader->fence, NODE_CAPTION, words));
    node_append(reader->table, reader->head);
}

/* `v in NAME` or `v in NAME[AXIS]` */
static void read_loop(struct reader *reader, struct fence_piece words) {
    static const char form[] = "write for: s in stride.useful, or name one of several axes: "
                               "for: k in transpose.rate[kernel]";
    struct table_block *block = reader->block;
    struct table_loop loop = {0};
    size_t n = word_length(words.text);
    struct fence_piece rest = fence_trim(fence_cut(words, n, words.text.len));
    loop.variable = text_cut(words.text, 0, n);
    size_t in = word_length(rest.text);
    bool fine = n && text_is(text_cut(rest.text, 0, in), "in");
    rest = fence_trim(fence_cut(rest, in, rest.text.len));
    size_t bracket = text_find(rest.text, "[", 0);
    struct fence_piece series = fence_trim(fence_cut(rest, 0, bracket)), axis = {0};
    if (bracket != SIZE_MAX) {
        fine = fine && text_ends(rest.text, "]");
        axis = fence_trim(fence_cut(rest, bracket + 1, rest.text.len - 1));
        fine = fine && axis.text.len && word_length(axis.text) == axis.text.len;
    }
    for (size_t i = 0; i < series.text.len; i++) {
        char c = series.text.ptr[i];
        fine = fine && (is_letter(c) || c == '.' || (c >= '0' && c <= '9'));
    }
    if (!fine || !series.text.len) {
        fence_error(reader->fence, words, form, "this is no variable and series");
        return;
    }
    for (size_t i = 0; i < block->loop_count; i++) {
        if (!text_equal(block->loop[i].variable, loop.variable)) continue;
        fence_error(reader->fence, words, "give each loop a variable of its own",
                    "the variable %.*s is bound twice", TEXT_ARG(loop.variable));
        return;
    }
    if (block->loop_count == BLOCKS_MAX_LOOPS) {
        fence_error(reader->fence, words, NULL, "more than %d for: lines in one table",
                    BLOCKS_MAX_LOOPS);
        return;
    }
    loop.series = series.text;
    loop.series_offset = series.offset;
    loop.axis = axis.text;
    loop.axis_offset = axis.offset;
    block->loop[block->loop_count++] = loop;
}

static void read_column(struct reader *reader, struct fence_piece name, struct fence_piece words) {
    struct table_block *block = reader->block;
    if (block->column_count == BLOCKS_MAX_COLUMNS) {
        fence_error(reader->fence, name, "make two tables of it",
                    "more than %d columns in one table", BLOCKS_MAX_COLUMNS);
        return;
    }
    if (!words.text.len) {
        fence_error(reader->fence, name, "write what stands in the column: Stride: {{ s }}",
                    "a column without a cell");
        return;
    }
    struct node *head = fence_inlines(reader->fence, NODE_CELL, name);
    struct node *cell = fence_inlines(reader->fence, NODE_CELL, words);
    head->cell.column = cell->cell.column = block->column_count;
    node_append(reader->head, head);
    block->cell[block->column_count++] = cell;
}

static void read_line(struct reader *reader, struct fence_piece line) {
    struct fence_piece name, words;
    if (!fence_split(line, &name, &words)) {
        fence_error(reader->fence, line, "a line is caption: TEXT, for: v in SERIES or Head: cell",
                    "this line of the table is no key and no column");
        return;
    }
    if (!fence_is_key(name.text)) {
        read_column(reader, name, words);
    } else if (text_is(name.text, "caption")) {
        if (words.text.len)
            read_caption(reader, name, words);
        else
            fence_error(reader->fence, name, "write the words after it, or take the line out",
                        "an empty caption");
    } else if (text_is(name.text, "for")) {
        read_loop(reader, words.text.len ? words : name);
    } else {
        fence_error(reader->fence, name,
                    "keys are caption and for; the head of a column starts with anything but a "
                    "lower-case word",
                    "unknown key %.*s", TEXT_ARG(name.text));
    }
}

/* A column whose template is one value alone holds numbers: they are set to the right. The first
 * column heads the rows, mostly by a name. */
static enum cell_align alignment(const struct node *cell, size_t column) {
    bool value = cell->first && !cell->first->next && cell->first->type == NODE_EXPR;
    return value && column ? ALIGN_RIGHT : ALIGN_NONE;
}

void fence_table(struct fence *fence) {
    const struct page_reader *page = fence->reader;
    const struct node *node = fence->node;
    struct reader reader = {.fence = fence,
                            .table = node_new(page->arena, NODE_TABLE, node->offset, node->length),
                            .head = node_new(page->arena, NODE_ROW, node->offset, node->length),
                            .block = ARENA_NEW(page->arena, struct table_block)};
    struct fence_piece line;
    node_append(reader.table, reader.head);
    while (fence_next(fence, &line))
        read_line(&reader, line);
    struct table_block *block = reader.block;
    if (!block->column_count && !fence_failed(fence))
        fence_error(fence, fence_whole(fence), "write a line a column: Stride: {{ s }}",
                    "a table without columns");
    reader.table->table.block = block;
    reader.table->table.columns = block->column_count;
    reader.table->table.align = ARENA_ARRAY(page->arena, enum cell_align, block->column_count);
    for (size_t i = 0; i < block->column_count; i++) {
        reader.table->table.align[i] = alignment(block->cell[i], i);
        structure_build(block->cell[i], page);
    }
    fence_replace(fence, reader.table);
}
