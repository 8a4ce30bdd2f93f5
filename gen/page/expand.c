/* expand -- blocks_expand() of blocks.h: the rows of a table block for one card. */
#include "page/blocks.h"
#include "page/lookup.h"

struct expansion {
    struct node *table;
    const struct page_reader *reader;
    const struct evaluation *evaluation;
    const struct axis *axis[BLOCKS_MAX_LOOPS];
};

/* The variables of the row go to every expression of the copy. */
static struct node *copy(struct arena *arena, const struct node *from, const struct scope *scope) {
    struct node *node = node_new(arena, from->type, from->offset, from->length);
    struct node links = *node;
    *node = *from;
    node->parent = links.parent;
    node->first = node->last = node->previous = node->next = NULL;
    if (node->type == NODE_EXPR) node->value.scope = scope;
    if (node->type == NODE_COND) {
        node->cond.scope = scope;
        node->cond.shown = NULL;
    }
    for (const struct node *child = from->first; child; child = child->next)
        node_append(node, copy(arena, child, scope));
    return node;
}

static void add_row(const struct expansion *expansion, const struct scope *scope) {
    struct node *table = expansion->table;
    const struct table_block *block = table->table.block;
    struct node *row = node_new(expansion->reader->arena, NODE_ROW, table->offset, table->length);
    for (size_t i = 0; i < block->column_count; i++)
        node_append(row, copy(expansion->reader->arena, block->cell[i], scope));
    node_append(table, row);
}

static void add_rows(const struct expansion *expansion, size_t depth, const struct scope *outer) {
    const struct table_block *block = expansion->table->table.block;
    if (depth == block->loop_count) {
        add_row(expansion, outer);
        return;
    }
    const struct axis *axis = expansion->axis[depth];
    for (size_t i = 0; i < axis->count; i++) {
        struct scope *scope = ARENA_NEW(expansion->reader->arena, struct scope);
        *scope = (struct scope){block->loop[depth].variable, axis->value[i], axis->numeric, outer};
        add_rows(expansion, depth + 1, scope);
    }
}

static const char *axis_names(const struct series *series, struct arena *arena) {
    struct buf out = {0};
    buf_printf(&out, "%.*s has ", TEXT_ARG(series->name));
    for (size_t i = 0; i < series->axis_count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", TEXT_ARG(series->axis[i].name));
    if (!series->axis_count) buf_str(&out, "no axis: it is one value");
    const char *hint = arena_string(arena, buf_text(&out));
    buf_free(&out);
    return hint;
}

static const struct axis *find_axis(const struct expansion *expansion,
                                    const struct table_loop *loop) {
    const struct evaluation *evaluation = expansion->evaluation;
    const struct series *series = lookup_series(evaluation, loop->series);
    if (!series) {
        reader_error(expansion->reader, loop->series_offset, loop->series.len,
                     lookup_nearest_series(evaluation, loop->series, expansion->reader->arena),
                     "unknown series %.*s", TEXT_ARG(loop->series));
        return NULL;
    }
    if (!loop->axis.len && series->axis_count == 1) return series->axis;
    for (size_t i = 0; loop->axis.len && i < series->axis_count; i++)
        if (text_equal(series->axis[i].name, loop->axis)) return &series->axis[i];
    const char *names = axis_names(series, expansion->reader->arena);
    if (loop->axis.len)
        reader_error(expansion->reader, loop->axis_offset, loop->axis.len, names,
                     "%.*s has no axis %.*s", TEXT_ARG(series->name), TEXT_ARG(loop->axis));
    else if (series->axis_count)
        reader_error(expansion->reader, loop->series_offset, loop->series.len, names,
                     "one axis has to be named: %.*s[%.*s]", TEXT_ARG(series->name),
                     TEXT_ARG(series->axis[0].name));
    else
        reader_error(expansion->reader, loop->series_offset, loop->series.len, names,
                     "%.*s has no axis to go along", TEXT_ARG(series->name));
    return NULL;
}

static void drop_rows(struct node *table) {
    struct node *head = table->first;
    if (head && head->type == NODE_CAPTION) head = head->next;
    while (head && head->next)
        node_unlink(head->next);
}

void blocks_expand(struct node *table, const struct page_reader *reader,
                   const struct evaluation *evaluation) {
    struct expansion expansion = {.table = table, .reader = reader, .evaluation = evaluation};
    const struct table_block *block = table->table.block;
    size_t rows = 1;
    bool known = true;
    drop_rows(table);
    for (size_t i = 0; i < block->loop_count; i++) {
        expansion.axis[i] = find_axis(&expansion, &block->loop[i]);
        if (!expansion.axis[i])
            known = false;
        else if (rows <= BLOCKS_MAX_ROWS)
            rows *= expansion.axis[i]->count;
    }
    if (!known) return;
    if (rows > BLOCKS_MAX_ROWS)
        reader_error(reader, table->offset, table->length, "go along fewer axes",
                     "a table of more than %d rows", BLOCKS_MAX_ROWS);
    else
        add_rows(&expansion, 0, NULL);
}
