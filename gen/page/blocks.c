/* blocks -- see blocks.h: from a fence to a table with templates. */
#include "page/blocks.h"

#include <stdint.h>

#include "base/chars.h"
#include "base/nearest.h"
#include "page/fence.h"
#include "page/structure.h"

/* ---- the lines --------------------------------------------------------------------------- */

static void read_caption(const struct fence *fence, struct node *table, struct text key,
                         struct text words) {
    if (table->first->type == NODE_CAPTION) {
        fence_error(fence, key, "a table has one caption", "a second caption");
        return;
    }
    struct node *head = table->first;
    node_unlink(head);
    node_append(table, fence_inlines(fence, NODE_CAPTION, words));
    node_append(table, head);
}

/* Takes a name off the front: words with dots between, of which a variable has none. */
static struct text take_name(struct text *piece) {
    size_t n = 0;
    while (n < piece->len && (is_word(piece->ptr[n]) || piece->ptr[n] == '.'))
        n++;
    struct text name = text_cut(*piece, 0, n);
    *piece = text_trim(text_cut(*piece, n, piece->len));
    return name;
}

static bool is_variable(struct text name) {
    return name.len && !is_digit(name.ptr[0]) && text_find(name, ".", 0) == SIZE_MAX;
}

/* Takes `[ … ]` off the front, if it is there. False means that it is empty or has no end. */
static bool take_brackets(struct text *piece, struct text *inside) {
    *inside = (struct text){0};
    if (!text_starts(*piece, "[")) return true;
    size_t end = text_find(*piece, "]", 0);
    if (end == SIZE_MAX) return false;
    *inside = text_trim(text_cut(*piece, 1, end));
    *piece = text_trim(text_cut(*piece, end + 1, piece->len));
    return inside->len > 0;
}

/* The list is what stands between the brackets of `where v in [ … ]`. */
static bool read_picks(const struct fence *fence, struct table_loop *loop, struct text list) {
    loop->pick = ARENA_ARRAY(fence->reader->arena, struct text, BLOCKS_MAX_PICKS);
    for (bool more = true; more;) {
        size_t comma = text_find(list, ",", 0);
        more = comma != SIZE_MAX;
        struct text value = text_trim(text_cut(list, 0, comma));
        list = text_cut(list, more ? comma + 1 : list.len, list.len);
        if (!value.len || loop->pick_count == BLOCKS_MAX_PICKS) return false;
        for (size_t i = 0; i < loop->pick_count; i++)
            if (text_equal(loop->pick[i], value))
                fence_error(fence, value, "each row once", "%.*s is listed twice", TEXT_ARG(value));
        loop->pick[loop->pick_count++] = value;
    }
    return true;
}

/* A loop is `v in NAME` or `v in NAME[AXIS]`, and ` where v in [VALUE, …]` may follow. */
static bool parse_loop(const struct fence *fence, struct text rest, struct table_loop *loop) {
    struct text axis, list;
    loop->variable = take_name(&rest);
    if (!is_variable(loop->variable) || !text_is(take_name(&rest), "in")) return false;
    loop->series = take_name(&rest);
    if (!loop->series.len || !take_brackets(&rest, &axis)) return false;
    loop->axis = take_name(&axis);
    if (axis.len || !rest.len) return !axis.len;
    return text_is(take_name(&rest), "where") && text_equal(take_name(&rest), loop->variable) &&
           text_is(take_name(&rest), "in") && take_brackets(&rest, &list) && !rest.len &&
           read_picks(fence, loop, list);
}

static void read_loop(const struct fence *fence, struct node *table, struct text words) {
    static const char form[] = "write for: s in stride.useful, name one of several axes: for: k in "
                               "transpose.rate[kernel], list rows: for: s in bank.time where s in "
                               "[1, 2, 33]";
    struct table_block *block = table->table.block;
    struct table_loop loop = {0};
    if (!parse_loop(fence, words, &loop)) {
        fence_error(fence, words, form, "this is no variable and series");
        return;
    }
    for (size_t i = 0; i < block->loop_count; i++) {
        if (!text_equal(block->loop[i].variable, loop.variable)) continue;
        fence_error(fence, words, "give each loop a variable of its own",
                    "the variable %.*s is bound twice", TEXT_ARG(loop.variable));
        return;
    }
    if (block->loop_count == BLOCKS_MAX_LOOPS) {
        fence_error(fence, words, NULL, "more than %d for: lines in one table", BLOCKS_MAX_LOOPS);
        return;
    }
    block->loop[block->loop_count++] = loop;
}

/* ---- units in heads ---------------------------------------------------------------------- */

/* A head like `Time [us]` ends with a unit unless its brackets are escaped. This cuts it off. */
static bool take_unit(struct text *head, struct text *unit) {
    size_t open = head->len;
    if (!text_ends(*head, "]")) return false;
    while (open && head->ptr[open - 1] != '[')
        open--;
    if (!open || (open > 1 && head->ptr[open - 2] == '\\')) return false;
    *unit = text_trim(text_cut(*head, open, head->len - 1));
    if (!unit->len) unit->ptr = head->ptr + open; /* the message points there */
    *head = text_trim(text_cut(*head, 0, open - 1));
    return true;
}

static bool parse_unit(const struct fence *fence, struct text piece, struct expr_unit *unit) {
    if (expr_unit_parse(piece, unit)) return true;
    struct nearest nearest = {.wanted = piece};
    for (size_t i = 0; expr_unit_name(i).len; i++)
        nearest_offer(&nearest, expr_unit_name(i));
    fence_error(fence, piece,
                nearest_hint(&nearest,
                             "brackets at the end of a head hold the unit of its column; "
                             "other brackets are written \\[so\\]",
                             fence->reader->arena),
                "no unit %.*s", TEXT_ARG(piece));
    return false;
}

static void show_unit(const struct fence *fence, struct node *head, struct text piece,
                      const struct expr_unit *unit) {
    char name[64];
    expr_unit_text(unit, name, sizeof name);
    struct node *words =
        node_new(fence->reader->arena, NODE_TEXT, fence_place(fence, piece), piece.len);
    words->text = arena_printf(fence->reader->arena, head->first ? " [%s]" : "[%s]", name);
    node_append(head, words);
}

/* Every value of the cell is written in the unit of its head, without it. */
static void set_unit(const struct fence *fence, struct node *cell, struct text piece,
                     const struct expr_unit *unit) {
    bool any = false;
    for (struct node *node = cell; node; node = tree_next(node, cell)) {
        if (node->type != NODE_EXPR) continue;
        any = true;
        if (!node->value.expr) continue;
        struct expr_form *form = &node->value.expr->form;
        if (form->has_unit)
            reader_error(fence->reader, node->offset, node->length,
                         "take it out here, or out of the head",
                         "a unit of its own in a column whose head has the unit");
        form->has_unit = true;
        form->unit = *unit;
        node->value.bare = true;
        node->value.fixed = form->has_digits;
    }
    if (!any)
        fence_error(fence, piece, "write {{ VALUE }} in the cell, or the unit without brackets",
                    "a unit for a column without a value");
}

static void read_column(const struct fence *fence, struct node *table, struct text name,
                        struct text words) {
    struct table_block *block = table->table.block;
    if (block->column_count == BLOCKS_MAX_COLUMNS) {
        fence_error(fence, name, "make two tables of it", "more than %d columns in one table",
                    BLOCKS_MAX_COLUMNS);
        return;
    }
    if (!words.len) {
        fence_error(fence, name, "write what stands in the column: Stride: {{ s }}",
                    "a column without a cell");
        return;
    }
    struct text unit_piece;
    struct expr_unit unit;
    bool bare = take_unit(&name, &unit_piece);
    struct node *head = fence_inlines(fence, NODE_CELL, name);
    struct node *cell = fence_inlines(fence, NODE_CELL, words);
    structure_build(cell, fence->reader);
    if (bare && parse_unit(fence, unit_piece, &unit)) {
        show_unit(fence, head, unit_piece, &unit);
        set_unit(fence, cell, unit_piece, &unit);
    }
    head->cell.column = cell->cell.column = block->column_count;
    node_append(table->last, head);
    block->cell[block->column_count++] = cell;
}

static void read_line(const struct fence *fence, struct node *table, struct text line) {
    struct text name, words;
    if (!fence_split(line, &name, &words)) {
        fence_error(fence, line, "a line is caption: TEXT, for: v in SERIES or Head: cell",
                    "this line of the table is no key and no column");
        return;
    }
    if (!fence_is_key(name)) {
        read_column(fence, table, name, words);
    } else if (text_is(name, "caption")) {
        if (words.len)
            read_caption(fence, table, name, words);
        else
            fence_error(fence, name, "write the words after it, or take the line out",
                        "an empty caption");
    } else if (text_is(name, "for")) {
        read_loop(fence, table, words.len ? words : name);
    } else {
        fence_error(fence, name,
                    "keys are caption and for; the head of a column starts with anything but a "
                    "lower-case word",
                    "unknown key %.*s", TEXT_ARG(name));
    }
}

/* A column whose template is one value alone, or whose head has the unit, holds numbers: they are
 * set to the right. The first column heads the rows, mostly by a name. */
static enum cell_align alignment(const struct node *cell, size_t column) {
    bool numbers = cell->first && !cell->first->next && cell->first->type == NODE_EXPR;
    for (const struct node *node = cell; node; node = tree_next(node, cell))
        numbers = numbers || (node->type == NODE_EXPR && node->value.bare);
    return numbers && column ? ALIGN_RIGHT : ALIGN_NONE;
}

void fence_table(struct fence *fence) {
    struct arena *arena = fence->reader->arena;
    const struct node *node = fence->node;
    struct node *table = node_new(arena, NODE_TABLE, node->offset, node->length);
    struct table_block *block = table->table.block = ARENA_NEW(arena, struct table_block);
    struct text line;
    node_append(table, node_new(arena, NODE_ROW, node->offset, node->length));
    while (fence_next(fence, &line))
        read_line(fence, table, line);
    if (!block->column_count && !fence_failed(fence))
        node_error(fence->reader, fence->node, "write a line a column: Stride: {{ s }}",
                   "a table without columns");
    table->table.columns = block->column_count;
    table->table.align = ARENA_ARRAY(arena, enum cell_align, block->column_count);
    for (size_t i = 0; i < block->column_count; i++)
        table->table.align[i] = alignment(block->cell[i], i);
    fence_replace(fence, table);
}
