/* reading -- see reading.h. */
#include "render/reading.h"

#include "render/quantity.h"

struct reading_point reading_point(const struct reading *reading, const char *name,
                                   const char *first, const char *second) {
    const struct text at[2] = {text_of(first), text_of(second)};
    const size_t axes = !first ? 0 : second ? 2 : 1;
    const struct series *series = card_series(reading->card, text_of(name));
    const struct point *point = series ? series_point(series, at, axes, NULL) : NULL;
    if (!point) return (struct reading_point){0};
    if (point->missing) return (struct reading_point){.why = point->reason};
    return (struct reading_point){true, point->median,
                                  quantity_alone(reading->arena, series->unit, point->median),
                                  .why = {0}};
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
