/* reading -- see reading.h. */
#include "render/reading.h"

#include "render/quantity.h"

struct reading_point reading_point(const struct reading *reading, const char *name,
                                   const char *first, const char *second) {
    struct text at[2] = {text_of(first), text_of(second)};
    const struct series *series = card_series(reading->card, text_of(name));
    const struct point *point = series ? series_point(series, at,
                                                      !first   ? 0
                                                      : second ? 2
                                                               : 1,
                                                      NULL)
                                       : NULL;
    if (!point) return (struct reading_point){0};
    if (point->missing) return (struct reading_point){.why = point->reason};
    struct quantity quantity = quantity_of(series->unit, false);
    return (struct reading_point){.known = true,
                                  .number = point->median,
                                  .text = quantity_text(reading->arena, &quantity, point->median)};
}

double reading_fact(const struct reading *reading, const char *name) {
    const struct fact *fact = card_fact(reading->card, text_of(name));
    return fact && !fact->missing ? fact->value : 0;
}
