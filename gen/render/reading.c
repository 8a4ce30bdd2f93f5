/* reading -- see reading.h. */
#include "render/reading.h"

#include "render/quantity.h"

/* NULL if the card has no such series or point. */
static const struct point *point_of(const struct reading *reading, const struct series **series,
                                    const char *name, const char *first, const char *second) {
    struct text at[2] = {text_of(first), text_of(second)};
    size_t count = !first ? 0 : second ? 2 : 1;
    *series = card_series(reading->card, text_of(name));
    return *series ? series_point(*series, at, count, NULL) : NULL;
}

bool reading_number(const struct reading *reading, const char *name, const char *first,
                    const char *second, double *number, struct text *text, struct text *why) {
    const struct series *series;
    const struct point *point = point_of(reading, &series, name, first, second);
    if (point && !point->missing) {
        struct quantity quantity = quantity_of(series->unit, false);
        if (number) *number = point->median;
        if (text) *text = quantity_text(reading->arena, &quantity, point->median);
        return true;
    }
    if (why && !why->len) *why = point && point->reason.len ? point->reason : (struct text){0};
    return false;
}

bool reading_text(const struct reading *reading, const char *name, const char *first,
                  const char *second, struct text *text, struct text *why) {
    return reading_number(reading, name, first, second, NULL, text, why);
}

double reading_fact(const struct reading *reading, const char *name) {
    const struct fact *fact = card_fact(reading->card, text_of(name));
    return fact && !fact->missing ? fact->value : 0;
}
