/* quantity -- see quantity.h. */
#include "render/quantity.h"

#include <math.h>

struct quantity quantity_of(struct text unit, bool capacity) {
    struct quantity quantity = {.capacity = capacity};
    struct expr_unit parsed;
    if (expr_unit_parse(unit, &parsed)) quantity.dimension = parsed.dimension;
    return quantity;
}

struct quantity quantity_common(struct arena *arena, struct text unit, bool capacity,
                                double largest) {
    struct quantity quantity = quantity_of(unit, capacity);
    quantity.form.has_unit = true;
    quantity.form.unit = expr_unit_default(largest, quantity.dimension, capacity);
    char name[64];
    size_t len = expr_unit_text(&quantity.form.unit, name, sizeof name);
    if (len < sizeof name) quantity.unit = arena_text(arena, (struct text){name, len});
    return quantity;
}

struct quantity quantity_series(struct arena *arena, const struct series *series) {
    return quantity_common(arena, series->unit, series_is_capacity(series), series_largest(series));
}

struct text quantity_value(struct arena *arena, const struct expr_value *value,
                           const struct expr_form *form, unsigned style) {
    char out[EXPR_TEXT_MAX];
    size_t len = expr_format(value, form, style, out, sizeof out);
    return arena_text(arena, (struct text){out, len < sizeof out ? len : sizeof out - 1});
}

static struct text format(struct arena *arena, const struct quantity *quantity, double number,
                          unsigned style) {
    static const struct expr_dimension plain;
    struct expr_value value = expr_number(number, quantity->dimension);
    bool whole = floor(number) == number && fabs(number) < 1e15;
    value.exact = whole && expr_dimension_equal(quantity->dimension, plain);
    value.capacity = quantity->capacity;
    return quantity_value(arena, &value, value.exact ? NULL : &quantity->form, style);
}

struct text quantity_text(struct arena *arena, const struct quantity *quantity, double number) {
    return format(arena, quantity, number, EXPR_STYLE_PAGE);
}

struct text quantity_bare(struct arena *arena, const struct quantity *quantity, double number) {
    return format(arena, quantity, number, EXPR_STYLE_PAGE | EXPR_STYLE_NO_UNIT);
}

struct text quantity_alone(struct arena *arena, struct text unit, double number) {
    struct quantity quantity = quantity_of(unit, false);
    return quantity_text(arena, &quantity, number);
}

struct text quantity_figure(struct arena *arena, const char *unit, struct model_figure figure,
                            const char *otherwise) {
    if (!figure.known) return text_of(otherwise);
    return quantity_alone(arena, text_of(unit), figure.value);
}

struct text quantity_capacity(struct arena *arena, struct text unit, double number) {
    struct quantity quantity = quantity_of(unit, true);
    return quantity_text(arena, &quantity, number);
}

struct text quantity_fact(struct arena *arena, const struct fact *fact) {
    if (!fact || fact->missing) return (struct text){0};
    return quantity_capacity(arena, fact->unit, fact->value);
}

struct text quantity_in(struct arena *arena, const char *unit, double number) {
    struct expr_form form = {0};
    form.has_unit = expr_unit_parse(text_of(unit), &form.unit);
    struct expr_value value = expr_number(number, (struct expr_dimension){0});
    return quantity_value(arena, &value, &form, EXPR_STYLE_PAGE);
}

double quantity_plot(const struct quantity *quantity, double number) {
    double plot = quantity->form.has_unit ? expr_unit_scale(&quantity->form.unit, number) : number;
    return fabs(plot) < SVG_MIN_VALUE ? 0 : plot;
}

bool series_is_capacity(const struct series *series) {
    return text_ends(series->name, ".footprint") || text_ends(series->name, ".slice") ||
           text_ends(series->name, ".frame");
}

bool point_has_spread(const struct point *point) {
    return !point->missing && point->runs > 1;
}

double series_largest(const struct series *series) {
    double largest = 0;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        if (point->missing) continue;
        double value =
            point_has_spread(point) && point->p95 > point->median ? point->p95 : point->median;
        if (value > largest) largest = value;
    }
    return largest;
}

/* ---- single numbers --------------------------------------------------------------------------- */

struct reading_point reading_point(const struct reading *reading, const char *name,
                                   const char *first, const char *second) {
    const struct text at[2] = {text_of(first), text_of(second)};
    const size_t axes = !first ? 0 : second ? 2 : 1;
    const struct series *series = card_series(reading->card, text_of(name));
    const struct point *point = series ? series_point(series, at, axes, NULL) : NULL;
    struct reading_point out = {.known = point && !point->missing};
    if (out.known) {
        out.number = point->median;
        out.warning = point->warning;
        out.series = series;
        out.point = point;
        out.note.text = quantity_alone(reading->arena, series->unit, point->median).ptr;
    } else {
        if (point) out.why = point->reason;
        out.note = reading_lacks(reading, out.why);
    }
    return out;
}

struct svg_note reading_lacks(const struct reading *reading, struct text why) {
    return (struct svg_note){.missing = why.len ? arena_string(reading->arena, why)
                                                : card_missing(reading->card)};
}

struct model_work reading_work(const struct model_kernel *kernel, double size,
                               struct model_figure l2) {
    double sizes[MODEL_SIZES];
    for (int i = 0; i < MODEL_SIZES; i++)
        sizes[i] = i < model_kinds[kernel->kind].edges ? size : kernel->size[i];
    return model_work_of(kernel->kind, sizes, l2);
}

double reading_fact(const struct reading *reading, const char *name) {
    const struct fact *fact = card_fact(reading->card, text_of(name));
    return fact && !fact->missing ? fact->value : 0;
}
