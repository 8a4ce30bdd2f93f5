/* blocks -- blocks_read() of blocks.h: from a fence to a table with templates. */
#include "page/blocks.h"

#include <stdint.h>

#include "page/fence.h"
#include "page/markdown.h"
#include "page/structure.h"

struct reader {
    struct fence_reader fence;
    struct node *table, *head;
    struct table_block *block;
    bool failed;
};

#define READ_ERROR(reader, piece, hint, ...)                                                       \
    ((reader)->failed = true, diag_error((reader)->fence.diags, (reader)->fence.source,            \
                                         (piece).offset, (piece).text.len, (hint), __VA_ARGS__))

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

static void read_words(struct reader *reader, struct fence_piece words, struct node *into) {
    reader->failed |= !fence_inlines(&reader->fence, words, into);
}

static void read_caption(struct reader *reader, struct fence_piece key, struct fence_piece words) {
    if (reader->table->first->type == NODE_CAPTION) {
        READ_ERROR(reader, key, "a table has one caption", "a second caption");
        return;
    }
    struct node *caption =
        node_new(reader->fence.arena, NODE_CAPTION, words.offset, words.text.len);
    read_words(reader, words, caption);
    node_unlink(reader->head);
    node_append(reader->table, caption);
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
        READ_ERROR(reader, words, form, "this is no variable and series");
        return;
    }
    for (size_t i = 0; i < block->loop_count; i++) {
        if (!text_equal(block->loop[i].variable, loop.variable)) continue;
        READ_ERROR(reader, words, "give each loop a variable of its own",
                   "the variable %.*s is bound twice", TEXT_ARG(loop.variable));
        return;
    }
    if (block->loop_count == BLOCKS_MAX_LOOPS) {
        READ_ERROR(reader, words, NULL, "more than %d for: lines in one table", BLOCKS_MAX_LOOPS);
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
        READ_ERROR(reader, name, "make two tables of it", "more than %d columns in one table",
                   BLOCKS_MAX_COLUMNS);
        return;
    }
    if (!words.text.len) {
        READ_ERROR(reader, name, "write what stands in the column: Stride: {{ s }}",
                   "a column without a cell");
        return;
    }
    struct node *head = node_new(reader->fence.arena, NODE_CELL, name.offset, name.text.len);
    struct node *cell = node_new(reader->fence.arena, NODE_CELL, words.offset, words.text.len);
    head->cell.column = cell->cell.column = block->column_count;
    read_words(reader, name, head);
    read_words(reader, words, cell);
    node_append(reader->head, head);
    block->cell[block->column_count++] = cell;
}

static void read_line(struct reader *reader, struct fence_piece line) {
    line = fence_trim(line);
    if (!line.text.len) return;
    struct fence_piece name, words;
    if (!fence_split(line, &name, &words)) {
        READ_ERROR(reader, line, "a line is caption: TEXT, for: v in SERIES or Head: cell",
                   "this line of the table is no key and no column");
        return;
    }
    if (!fence_is_key(name.text)) {
        read_column(reader, name, words);
    } else if (text_is(name.text, "caption")) {
        if (words.text.len)
            read_caption(reader, name, words);
        else
            READ_ERROR(reader, name, "write the words after it, or take the line out",
                       "an empty caption");
    } else if (text_is(name.text, "for")) {
        read_loop(reader, words.text.len ? words : name);
    } else {
        READ_ERROR(reader, name,
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

static struct node *read_fence(struct reader *reader, const struct node *fence) {
    struct arena *arena = reader->fence.arena;
    reader->table = node_new(arena, NODE_TABLE, fence->offset, fence->length);
    reader->head = node_new(arena, NODE_ROW, fence->offset, fence->length);
    reader->block = ARENA_NEW(arena, struct table_block);
    reader->failed = false;
    node_append(reader->table, reader->head);
    struct text rest = fence->text;
    for (size_t n = 0; rest.len; n++) {
        struct text line = text_next(&rest, '\n');
        size_t offset = markdown_code_line_offset(reader->fence.source, fence, n);
        read_line(reader, (struct fence_piece){line, offset});
    }
    struct table_block *block = reader->block;
    if (!block->column_count && !reader->failed)
        diag_error(reader->fence.diags, reader->fence.source, fence->offset, fence->length,
                   "write a line a column: Stride: {{ s }}", "a table without columns");
    reader->table->table.block = block;
    reader->table->table.columns = block->column_count;
    reader->table->table.align = ARENA_ARRAY(arena, enum cell_align, block->column_count);
    for (size_t i = 0; i < block->column_count; i++) {
        reader->table->table.align[i] = alignment(block->cell[i], i);
        structure_build(block->cell[i], reader->fence.source, arena, reader->fence.diags);
    }
    return reader->table;
}

void blocks_read(struct node *document, const struct source *source, struct arena *arena,
                 struct diags *diags) {
    struct reader reader = {.fence = {source, arena, diags}};
    for (struct node *node = document, *next; node; node = next) {
        next = tree_next(node, document);
        if (node->type != NODE_CODE_BLOCK || !text_is(node->code.language, "table")) continue;
        struct text rest = text_trim(node->code.info);
        text_next(&rest, ' ');
        if (text_trim(rest).len)
            diag_error(diags, source, node->offset, node->length,
                       "keys stand in lines of the block",
                       "a table block takes nothing after the word table");
        node_insert_after(node, read_fence(&reader, node));
        node_unlink(node);
    }
}
