/* chart_curve -- see chart_curve.h. */
#include "render/chart_curve.h"

#include <math.h>

enum { STEMS_MOST = 64 };
#define FACTOR 4.0 /* between the greatest and the least figure of a curve on a logarithmic scale */

static const struct {
    const char *series, *curve, *plateau;
} curves[] = {
    {"chase.cycles", "cycles", "plateau.cycles"},
    {"sweep.read", "read", "plateau.read"},
};

/* From the smallest size to the largest. Between the near part of an L2 and DRAM loads of both are mixed: that
 * stretch has no level. Where the L2 has one part, it ends at the knee of the whole. */
static const struct {
    const char *level, *knee, *otherwise;
    enum svg_level color;
} stretches[] = {
    {"l1", "l1", NULL, SVG_LEVEL_L1},
    {"l2", "l2near", "l2", SVG_LEVEL_L2},
    {"l2mixed", "l2", NULL, SVG_LEVEL_NONE},
    {"dram", NULL, NULL, SVG_LEVEL_DRAM},
};
enum { STRETCHES = sizeof stretches / sizeof *stretches };

static void sizes_range(const struct chart *chart, double *least, double *most) {
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < chart->sizes->point_count; i++) {
        *least = fmin(*least, chart->sizes->point[i].median);
        *most = fmax(*most, chart->sizes->point[i].median);
    }
}

/* The end of a stretch in bytes; 0 where the card does not say it. */
static double end_of(const struct reading *reading, const char *curve, size_t stretch,
                     double most) {
    if (!stretches[stretch].knee) return most;
    struct reading_point knee =
        reading_point(reading, "knee.footprint", curve, stretches[stretch].knee);
    if (!knee.known && stretches[stretch].otherwise)
        knee = reading_point(reading, "knee.footprint", curve, stretches[stretch].otherwise);
    return knee.known ? fmin(knee.number, most) : 0;
}

size_t curve_zones(const struct chart *chart, struct svg_zone zones[SVG_MAX_SERIES]) {
    const struct reading reading = {.card = chart->card, .arena = chart->arena};
    size_t curve = 0, count = 0;
    double from, most;
    while (curve < sizeof curves / sizeof *curves &&
           !text_is(chart->series->name, curves[curve].series))
        curve++;
    if (curve == sizeof curves / sizeof *curves || !chart->sizes || chart->apart) return 0;
    sizes_range(chart, &from, &most);
    for (size_t i = 0; i < STRETCHES; i++) {
        struct reading_point plateau =
            reading_point(&reading, curves[curve].plateau, stretches[i].level, NULL);
        double to = end_of(&reading, curves[curve].curve, i, most);
        if (!plateau.known || to <= from) continue;
        struct text role =
            words_role(chart->words, chart->arena, TEXT("level"), text_of(stretches[i].level));
        zones[count++] = (struct svg_zone){
            reading_printf(&reading, "%.*s: %s", TEXT_ARG(role), plateau.note.text),
            stretches[i].color, from, to};
        from = to;
    }
    return count;
}

bool curve_is_log(const struct chart *chart) {
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < chart->series->point_count; i++) {
        const struct point *point = &chart->series->point[i];
        if (point->missing) continue;
        least = fmin(least, fmin(point->median, point_has_spread(point) ? point->p05 : INFINITY));
        most = fmax(most, point->median);
    }
    return least > 0 && quantity_plot(&chart->quantity, least) > 0 &&
           (chart->factors || (chart->sizes && most / least >= FACTOR));
}

bool curve_is_power(double value) {
    int exponent;
    return value >= 1 && frexp(value, &exponent) == 0.5;
}

bool curve_has_stems(const struct chart *chart) {
    const struct axis *axis = chart->along;
    unsigned long least = 0, most = 0, number;
    if (chart->sizes || chart->apart || axis->count > STEMS_MOST) return false;
    for (size_t i = 0; i < axis->count; i++) {
        if (!text_number(axis->value[i], (unsigned long)-1, &number)) return false;
        if (i == 0 || number < least) least = number;
        if (i == 0 || number > most) most = number;
    }
    return most - least + 1 == axis->count; /* no value stands twice on an axis */
}
