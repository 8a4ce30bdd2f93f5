/* expand -- blocks_expand() of fence.h: the rows of a table block for one card. */
#include "page/fence.h"

#include "page/lookup.h"

struct expansion {
    struct node *table;
    const struct page_reader *reader;
    const struct evaluation *evaluation;
    struct axis axis[BLOCKS_MAX_LOOPS]; /* what each loop goes along */
};

/* The variables of the row go to every expression of the copy. */
static struct node *copy(struct arena *arena, const struct node *from, const struct scope *scope) {
    struct node *node = node_new(arena, from->type, from->offset, from->length);
    *node = *from;
    node->parent = node->first = node->last = node->previous = node->next = NULL;
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
    const struct axis *axis = &expansion->axis[depth];
    for (size_t i = 0; i < axis->count; i++) {
        struct scope *scope = ARENA_NEW(expansion->reader->arena, struct scope);
        *scope = (struct scope){block->loop[depth].variable, axis->value[i], axis->numeric, outer};
        add_rows(expansion, depth + 1, scope);
    }
}

/* The loop goes along the values that it lists, in its order. On another card than the default one
 * they need not be there: the cells say what is missing. */
static void pick(const struct expansion *expansion, const struct table_loop *loop, size_t index,
                 struct axis *axis) {
    const struct axis all = *axis;
    struct arena *arena = expansion->reader->arena;
    axis->value = ARENA_ARRAY(arena, struct text, loop->pick_count);
    axis->count = loop->pick_count;
    for (size_t i = 0; i < loop->pick_count; i++) {
        struct nearest nearest = {.wanted = axis->value[i] = loop->pick[i]};
        bool known = !expansion->evaluation->home;
        for (size_t k = 0; k < all.count; k++) {
            known = known || text_equal(all.value[k], loop->pick[i]);
            nearest_offer(&nearest, all.value[k]);
        }
        if (known) continue;
        const char *values = lookup_axis_values(expansion->evaluation, loop->series, index, arena);
        text_error(expansion->reader, loop->pick[i], nearest_hint(&nearest, values, arena),
                   "%.*s of %.*s has no value %.*s", TEXT_ARG(all.name), TEXT_ARG(loop->series),
                   TEXT_ARG(loop->pick[i]));
    }
}

static bool find_axis(const struct expansion *expansion, const struct table_loop *loop,
                      struct axis *axis) {
    const struct evaluation *evaluation = expansion->evaluation;
    const struct series *series = lookup_series(evaluation, loop->series);
    if (!series) {
        text_error(expansion->reader, loop->series,
                   lookup_nearest_series(evaluation, loop->series, expansion->reader->arena),
                   "unknown series %.*s", TEXT_ARG(loop->series));
        return false;
    }
    if (!series->point_count) return false; /* the card's file was refused, with a message */
    size_t index = loop->axis.len || series->axis_count != 1 ? series->axis_count : 0;
    for (size_t i = 0; loop->axis.len && i < series->axis_count; i++)
        if (text_equal(series->axis[i].name, loop->axis)) index = i;
    if (index < series->axis_count) {
        *axis = series->axis[index];
        if (loop->pick_count) pick(expansion, loop, index, axis);
        return true;
    }
    struct text axes = lookup_axis_names(series, expansion->reader->arena);
    if (!axes.len) axes = TEXT("no axis: it is one value");
    const char *names = arena_printf(expansion->reader->arena, "%.*s has %.*s",
                                     TEXT_ARG(series->name), TEXT_ARG(axes))
                            .ptr;
    if (loop->axis.len)
        text_error(expansion->reader, loop->axis, names, "%.*s has no axis %.*s",
                   TEXT_ARG(series->name), TEXT_ARG(loop->axis));
    else if (series->axis_count)
        text_error(expansion->reader, loop->series, names, "one axis has to be named: %.*s[%.*s]",
                   TEXT_ARG(series->name), TEXT_ARG(series->axis[0].name));
    else
        text_error(expansion->reader, loop->series, names, "%.*s has no axis to go along",
                   TEXT_ARG(series->name));
    return false;
}

/* ---- decimals of a column ---------------------------------------------------------------- */

/* Decimals depend on the largest and the smallest number of a column, in its unit. */
struct numbers {
    double largest, smallest; /* without sign and zeros */
    bool any, broken;         /* broken: one is not whole */
};

static void add_number(struct numbers *numbers, double number) {
    if (number < 0) number = -number;
    numbers->broken = numbers->broken || (number < 1e15 && number != (double)(int64_t)number);
    if (number > numbers->largest) numbers->largest = number;
    if (number > 0 && (!numbers->any || number < numbers->smallest)) numbers->smallest = number;
    numbers->any = numbers->any || number > 0;
}

/* The first digit of 1 to 9.99 stands at place 0, that of 0.1 to 0.99 at -1. */
static int magnitude(double number) {
    int n = 0;
    for (; number >= 10; n++)
        number /= 10;
    for (; number < 1; n--)
        number *= 10;
    return n;
}

/* The largest gets three digits and the smallest two, but not more than make sense to compare. */
static int decimals(const struct numbers *numbers) {
    enum { MOST = 6 };
    if (!numbers->any || !numbers->broken) return 0;
    int large = 2 - magnitude(numbers->largest), small = 1 - magnitude(numbers->smallest);
    int wanted = large > small ? large : small;
    return wanted < 0 ? 0 : wanted > MOST ? MOST : wanted;
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

/* ---- rows -------------------------------------------------------------------------------- */

static void drop_rows(struct node *table) {
    struct node *head = table->first;
    if (head && head->type == NODE_CAPTION) head = head->next;
    while (head && head->next)
        node_unlink(head->next);
}

void blocks_expand(struct node *table, const struct page_reader *reader, struct lookup *lookup) {
    const struct evaluation *evaluation = lookup->evaluation;
    struct expansion expansion = {.table = table, .reader = reader, .evaluation = evaluation};
    const struct table_block *block = table->table.block;
    size_t rows = 1;
    bool known = true;
    drop_rows(table);
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
