/* expand -- blocks_expand() of fence.h: the rows of a table block for one card. */
#include "page/fence.h"

#include <math.h>

#include "page/lookup.h"

struct expansion {
    struct node *table;
    const struct page_reader *reader;
    const struct evaluation *evaluation;
    struct axis axis[BLOCKS_MAX_LOOPS]; /* what each loop goes along */
};

/* The variables of the row go to every expression of the copy. */
static struct node *copy(struct arena *arena, const struct node *from, const struct scope *scope) {
    struct node *node = node_copy(arena, from);
    if (node->type == NODE_EXPR) node->value.scope = scope;
    if (node->type == NODE_COND) node->cond.scope = scope;
    for (const struct node *child = from->first; child; child = child->next)
        node_append(node, copy(arena, child, scope));
    return node;
}

static void add_rows(const struct expansion *expansion, size_t depth, const struct scope *outer) {
    struct node *table = expansion->table;
    struct arena *arena = expansion->reader->arena;
    const struct table_block *block = table->table.block;
    if (depth == block->loop_count) {
        struct node *row = node_new(arena, NODE_ROW, table->offset, table->length);
        for (size_t i = 0; i < block->column_count; i++)
            node_append(row, copy(arena, block->cell[i], outer));
        node_append(table, row);
        return;
    }
    const struct axis *axis = &expansion->axis[depth];
    for (size_t i = 0; i < axis->count; i++) {
        struct scope *scope = ARENA_NEW(arena, struct scope);
        *scope = (struct scope){.name = block->loop[depth].variable,
                                .value = axis->value[i],
                                .numeric = axis->numeric,
                                .axis = block->loop[depth].words ? axis->name : TEXT(""),
                                .outer = outer};
        add_rows(expansion, depth + 1, scope);
    }
}

/* ---- the loops --------------------------------------------------------------------------- */

/* A listed value has to be there on the default card. On another one the cells say what is missing. */
static void check_picks(const struct expansion *expansion, const struct table_loop *loop,
                        const struct axis *axis) {
    const char *values = lookup_axis_values(axis, expansion->reader->arena).ptr;
    for (size_t i = 0; i < loop->pick_count; i++) {
        struct nearest nearest = lookup_near_values(axis, loop->pick[i]);
        if (axis_find(axis, loop->pick[i]) == axis->count)
            text_error(expansion->reader, loop->pick[i],
                       nearest_hint(&nearest, values, expansion->reader->arena),
                       "%.*s of %.*s has no value %.*s", TEXT_ARG(axis->name),
                       TEXT_ARG(loop->series), TEXT_ARG(loop->pick[i]));
    }
}

/* False means that there is no such axis, and that a message said why. */
static bool find_axis(const struct expansion *expansion, const struct table_loop *loop,
                      struct axis *out) {
    const struct evaluation *evaluation = expansion->evaluation;
    const struct page_reader *reader = expansion->reader;
    const struct series *series = lookup_series(evaluation, loop->series);
    if (!series)
        text_error(reader, loop->series,
                   lookup_nearest_series(evaluation, loop->series, reader->arena),
                   "unknown series %.*s", TEXT_ARG(loop->series));
    if (!series || !series->point_count) return false; /* or the card's file was refused */
    for (size_t i = 0; i < series->axis_count; i++) {
        *out = series->axis[i];
        if (loop->axis.len ? !text_equal(out->name, loop->axis) : series->axis_count > 1) continue;
        if (!loop->pick_count) return true;
        if (evaluation->home) check_picks(expansion, loop, out);
        out->value = loop->pick;
        out->count = loop->pick_count;
        return true;
    }
    struct text axes = lookup_axis_names(series, reader->arena);
    if (!axes.len) axes = TEXT("no axis: it is one value");
    const char *names =
        arena_printf(reader->arena, "%.*s has %.*s", TEXT_ARG(series->name), TEXT_ARG(axes)).ptr;
    if (loop->axis.len)
        text_error(reader, loop->axis, names, "%.*s has no axis %.*s", TEXT_ARG(series->name),
                   TEXT_ARG(loop->axis));
    else if (series->axis_count)
        text_error(reader, loop->series, names, "one axis has to be named: %.*s[%.*s]",
                   TEXT_ARG(series->name), TEXT_ARG(series->axis[0].name));
    else
        text_error(reader, loop->series, names, "%.*s has no axis to go along",
                   TEXT_ARG(series->name));
    return false;
}

/* ---- decimals of a column ---------------------------------------------------------------- */

/* Decimals depend on the largest and the smallest number of a column, in its unit. */
struct numbers {
    double largest, smallest; /* without sign and zeros; 0: there is none */
    bool broken;              /* one is not whole */
};

static void add_number(struct numbers *numbers, double number) {
    number = fabs(number);
    numbers->broken = numbers->broken || (number < 1e15 && number != floor(number));
    numbers->largest = fmax(numbers->largest, number);
    if (number > 0 && (numbers->smallest == 0 || number < numbers->smallest))
        numbers->smallest = number;
}

/* The largest gets three digits and the smallest two, but not more than make sense to compare. */
static int decimals(const struct numbers *numbers) {
    enum { MOST = 6 };
    if (!numbers->broken) return 0;
    double large = 2 - floor(log10(numbers->largest)), small = 1 - floor(log10(numbers->smallest));
    return (int)fmin(fmax(fmax(large, small), 0), MOST);
}

static bool is_bare(const struct node *node) {
    return node->type == NODE_EXPR && node->value.bare && node->value.expr;
}

static void set_decimals(struct node *table, struct lookup *lookup) {
    const struct table_block *block = table->table.block;
    struct expr_env env = lookup_env(lookup);
    struct numbers numbers[BLOCKS_MAX_COLUMNS] = {0};
    size_t column = 0;
    for (const struct node *node = table; node; node = tree_next(node, table)) {
        struct expr_value value;
        struct expr_error error;
        if (node->type == NODE_CELL) column = node->cell.column;
        if (!is_bare(node)) continue;
        lookup->scope = node->value.scope;
        if (expr_eval(node->value.expr, &env, &value, &error) && value.kind == EXPR_NUMBER)
            add_number(&numbers[column],
                       expr_unit_scale(&node->value.expr->form.unit, value.number));
    }
    for (size_t i = 0; i < block->column_count; i++)
        for (struct node *node = block->cell[i]; node; node = tree_next(node, block->cell[i])) {
            if (!is_bare(node) || node->value.fixed) continue;
            node->value.expr->form.has_digits = true; /* the rows have the same expression */
            node->value.expr->form.digits = (int8_t)decimals(&numbers[i]);
        }
}

void blocks_expand(struct node *table, const struct page_reader *reader, struct lookup *lookup) {
    struct expansion expansion = {
        .table = table, .reader = reader, .evaluation = lookup->evaluation};
    const struct table_block *block = table->table.block;
    struct node *head = table->first;
    size_t rows = 1;
    bool known = true;
    if (head->type == NODE_CAPTION) head = head->next;
    while (head->next) /* the rows of an earlier card */
        node_unlink(head->next);
    for (size_t i = 0; i < block->loop_count; i++) {
        known = find_axis(&expansion, &block->loop[i], &expansion.axis[i]) && known;
        if (rows <= BLOCKS_MAX_ROWS) rows *= expansion.axis[i].count;
    }
    if (!known) return;
    if (rows > BLOCKS_MAX_ROWS) {
        reader_error(reader, table->offset, table->length, "go along fewer axes",
                     "a table of more than %d rows", BLOCKS_MAX_ROWS);
        return;
    }
    add_rows(&expansion, 0, NULL);
    set_decimals(table, lookup);
}
