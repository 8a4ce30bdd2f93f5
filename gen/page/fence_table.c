/* fence_table -- from a ```table to a table with templates. Its rows are made by expand.c. */
#include "base/nearest.h"
#include "page/fence.h"
#include "base/rules.h"
#include "page/structure.h"

/* ---- keys -------------------------------------------------------------------------------- */

static void read_caption(const struct fence *fence, struct node *table, struct text key,
                         struct text words) {
    if (!words.len)
        fence_error(fence, key, "write the words after it, or take the line out",
                    "an empty caption");
    else if (table->first->type == NODE_CAPTION)
        fence_error(fence, key, "a table has one caption", "a second caption");
    else
        node_insert(table, NULL, fence_inlines(fence, NODE_CAPTION, words));
}

/* The list is what stands between the brackets of `where v in [ … ]`. */
static bool read_picks(const struct fence *fence, struct table_loop *loop, struct text list) {
    loop->pick = ARENA_ARRAY(fence->reader->arena, struct text, BLOCKS_MAX_PICKS);
    for (bool more = true; more;) {
        more = text_find(list, ",", 0) != SIZE_MAX;
        struct text value = text_trim(text_next(&list, ','));
        if (!value.len || loop->pick_count == BLOCKS_MAX_PICKS) return false;
        for (size_t i = 0; i < loop->pick_count; i++)
            if (text_equal(loop->pick[i], value))
                fence_error(fence, value, "each row once", "%.*s is listed twice", TEXT_ARG(value));
        loop->pick[loop->pick_count++] = value;
    }
    return true;
}

/* A loop is `v in NAME` or `v in NAME[AXIS]`; ` in words` and ` where v in [VALUE, …]` may follow. */
static bool parse_loop(const struct fence *fence, struct text words, struct table_loop *loop) {
    static struct pattern form = {
        "\\A([A-Za-z_]\\w*+)\\s+in\\s+([\\w.]++)(?:\\s*\\[\\s*([\\w.]+)\\s*\\])?+"
        "(?:\\s+(in\\s+words))?+(?:\\s*where\\s+\\1\\s+in\\s*\\[([^]]*)\\])?\\z",
        NULL};
    struct text part[PATTERN_PARTS];
    if (!pattern_find(&form, words, part)) return false;
    *loop = (struct table_loop){
        .variable = part[1], .series = part[2], .axis = part[3], .words = part[4].len > 0};
    return !part[5].ptr || read_picks(fence, loop, part[5]);
}

static void read_loop(const struct fence *fence, struct node *table, struct text words) {
    static const char form[] = "write for: s in stride.useful, name one of several axes: for: k in "
                               "transpose.rate[kernel], list rows: for: s in bank.time where s in "
                               "[1, 2, 33]";
    struct table_block *block = table->table.block;
    struct table_loop loop;
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
    if (block->loop_count == BLOCKS_MAX_LOOPS)
        fence_error(fence, words, NULL, "more than %d for: lines in one table", BLOCKS_MAX_LOOPS);
    else
        block->loop[block->loop_count++] = loop;
}

/* ---- columns ----------------------------------------------------------------------------- */

/* A head like `Time [us]` ends with a unit unless its brackets are escaped. This cuts it off. */
static bool take_unit(struct text *head, struct text *unit) {
    static struct pattern form = {"\\A(.*)(?<!\\\\)\\[([^[]*)\\]\\z", NULL};
    struct text part[PATTERN_PARTS];
    if (!pattern_find(&form, *head, part)) return false;
    *head = text_trim(part[1]);
    *unit = text_trim(part[2]);
    if (!unit->len) unit->ptr = part[2].ptr; /* the message points there */
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
            node_error(fence->reader, node, "take it out here, or out of the head",
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

/* The unit stands behind the words of the head, and for every value of the column. */
static void read_unit(const struct fence *fence, struct node *head, struct node *cell,
                      struct text piece) {
    struct arena *arena = fence->reader->arena;
    struct expr_unit unit;
    char name[64];
    if (!parse_unit(fence, piece, &unit)) return;
    expr_unit_text(&unit, name, sizeof name);
    struct node *words = node_new(arena, NODE_TEXT, fence_place(fence, piece), piece.len);
    words->text = arena_printf(arena, head->first ? " [%s]" : "[%s]", name);
    node_append(head, words);
    set_unit(fence, cell, piece, &unit);
}

/* A column whose template is one value alone, or whose head has the unit, holds numbers: they are
 * set to the right. The first column heads the rows, mostly by a name. */
static enum cell_align alignment(const struct node *cell) {
    bool numbers = cell->first && !cell->first->next && cell->first->type == NODE_EXPR;
    for (const struct node *node = cell; node; node = tree_next(node, cell))
        numbers = numbers || (node->type == NODE_EXPR && node->value.bare);
    return numbers && cell->cell.column ? ALIGN_RIGHT : ALIGN_NONE;
}

static void read_column(const struct fence *fence, struct node *table, struct text name,
                        struct text words) {
    struct table_block *block = table->table.block;
    size_t column = block->column_count;
    struct text unit;
    if (column == BLOCKS_MAX_COLUMNS) {
        fence_error(fence, name, "make two tables of it", "more than %d columns in one table",
                    BLOCKS_MAX_COLUMNS);
        return;
    }
    if (!words.len) {
        fence_error(fence, name, "write what stands in the column: Stride: {{ s }}",
                    "a column without a cell");
        return;
    }
    bool has_unit = take_unit(&name, &unit);
    struct node *head = fence_inlines(fence, NODE_CELL, name);
    struct node *cell = fence_inlines(fence, NODE_CELL, words);
    structure_build(cell, fence->reader);
    if (has_unit) read_unit(fence, head, cell, unit);
    head->cell.column = cell->cell.column = column;
    node_append(table->last, head);
    block->cell[column] = cell;
    table->table.align[column] = alignment(cell);
    table->table.columns = ++block->column_count;
}

static void read_line(const struct fence *fence, struct node *table, struct text line) {
    struct text name, words;
    if (!fence_split(line, &name, &words))
        fence_error(fence, line, "a line is caption: TEXT, for: v in SERIES or Head: cell",
                    "this line of the table is no key and no column");
    else if (!fence_is_key(name))
        read_column(fence, table, name, words);
    else if (text_is(name, "caption"))
        read_caption(fence, table, name, words);
    else if (text_is(name, "for"))
        read_loop(fence, table, words.len ? words : name);
    else
        fence_error(fence, name,
                    "keys are caption and for; the head of a column starts with anything but a "
                    "lower-case word",
                    "unknown key %.*s", TEXT_ARG(name));
}

void fence_table(struct fence *fence) {
    struct arena *arena = fence->reader->arena;
    struct node *table = fence_node(fence, NODE_TABLE);
    struct text line;
    table->table.block = ARENA_NEW(arena, struct table_block);
    table->table.align = ARENA_ARRAY(arena, enum cell_align, BLOCKS_MAX_COLUMNS);
    node_append(table, fence_node(fence, NODE_ROW));
    while (fence_next(fence, &line))
        read_line(fence, table, line);
    if (!table->table.columns && !fence_failed(fence))
        node_error(fence->reader, fence->node, "write a line a column: Stride: {{ s }}",
                   "a table without columns");
    fence_replace(fence, table);
}
