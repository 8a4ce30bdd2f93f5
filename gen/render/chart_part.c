/* chart_part -- the part of a series that a picture asks for; see chart.h. */
#include "render/chart.h"

/* The values of one axis that are kept, in the order in which they shall stand. */
struct choice {
    size_t axis;
    size_t *index; /* on that axis */
    size_t count;
};

/* The names of a point's places, without that on an axis that went. */
static struct text *places(struct arena *arena, const struct series *of, const struct text *at,
                           const struct choice *choice) {
    struct text *out = ARENA_ARRAY(arena, struct text, of->axis_count);
    size_t count = 0;
    for (size_t a = 0; a < of->axis_count; a++)
        if (a != choice->axis || choice->count > 1) out[count++] = at[a];
    return out;
}

static void keep_axes(struct arena *arena, struct series *series, const struct choice *choice) {
    struct axis *axes = ARENA_ARRAY(arena, struct axis, series->axis_count);
    struct axis kept = series->axis[choice->axis];
    size_t count = 0;
    kept.count = choice->count;
    kept.value = ARENA_ARRAY(arena, struct text, choice->count);
    for (size_t i = 0; i < choice->count; i++)
        kept.value[i] = series->axis[choice->axis].value[choice->index[i]];
    for (size_t a = 0; a < series->axis_count; a++)
        if (a != choice->axis)
            axes[count++] = series->axis[a];
        else if (choice->count > 1)
            axes[count++] = kept;
    series->axis = axes;
    series->axis_count = count;
}

static void keep(struct arena *arena, struct series *series, const struct choice *choice) {
    const size_t old = series->axis[choice->axis].count;
    size_t inner = 1; /* points with one place on this axis that follow each other */
    for (size_t a = choice->axis + 1; a < series->axis_count; a++)
        inner *= series->axis[a].count;
    const size_t outer = series->point_count / old / inner;
    struct point *points = ARENA_ARRAY(arena, struct point, outer * choice->count * inner);
    size_t count = 0;
    for (size_t o = 0; o < outer; o++)
        for (size_t c = 0; c < choice->count; c++)
            for (size_t i = 0; i < inner; i++) {
                const struct point *from = &series->point[(o * old + choice->index[c]) * inner + i];
                points[count] = *from;
                points[count].whole = from->whole ? from->whole : from;
                points[count].at = places(arena, series, points[count].at, choice);
                count++;
            }
    keep_axes(arena, series, choice);
    series->point = points;
    series->point_count = count;
}

/* Reads "tile,column", values of the axis whose name has been found. */
static bool choose(struct arena *arena, const struct axis *axis, struct text values,
                   struct choice *choice, struct nearest *unknown) {
    choice->index = ARENA_ARRAY(arena, size_t, values.len + 1);
    do {
        *unknown = (struct nearest){.wanted = text_next(&values, ',')};
        const size_t at = axis_find(axis, unknown->wanted);
        for (size_t i = 0; at == axis->count && i < axis->count; i++)
            nearest_offer(unknown, axis->value[i]);
        if (at == axis->count) return false;
        choice->index[choice->count++] = at;
    } while (values.len);
    return true;
}

bool chart_part(struct arena *arena, const struct words *words, struct text query,
                struct series *series, struct nearest *unknown) {
    struct text title = words_title(words, series);
    while (query.len) {
        struct text values = text_next(&query, '&'), name = text_next(&values, '=');
        struct choice choice = {0};
        *unknown = (struct nearest){.wanted = name};
        while (choice.axis < series->axis_count &&
               !text_equal(series->axis[choice.axis].name, name))
            nearest_offer(unknown, series->axis[choice.axis++].name);
        if (choice.axis == series->axis_count) return false;
        const struct axis *axis = &series->axis[choice.axis];
        if (!choose(arena, axis, values, &choice, unknown)) return false;
        if (choice.count == 1)
            title = arena_printf(arena, "%.*s, %.*s %.*s", TEXT_ARG(title),
                                 TEXT_ARG(words_of(words, WORDS_AXES, axis->name)),
                                 TEXT_ARG(words_role(words, arena, axis->name, unknown->wanted)));
        else if (choice.count < axis->count) /* a page may show other parts of the series too */
            title = arena_printf(arena, "%.*s, %.*s: %zu of %zu", TEXT_ARG(title),
                                 TEXT_ARG(words_of(words, WORDS_AXES, axis->name)), choice.count,
                                 axis->count);
        keep(arena, series, &choice);
    }
    series->title = title;
    return true;
}
