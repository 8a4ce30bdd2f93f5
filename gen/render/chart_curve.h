/* chart_curve -- what a line chart says beside its points: which level a stretch of the curve is, and whether
 * there is anything between two points. */
#pragma once

#include "render/chart.h"

/* The level stretches of a curve over sizes in bytes, each with its plateau: "L1: 32.3 cycles". Where one
 * ends says knee.footprint of the card. Returns how many; none where the card has no plateaus of this curve. */
size_t curve_zones(const struct chart *chart, struct svg_zone zones[SVG_MAX_SERIES]);

/* Is a factor what a curve over sizes says, or does the page ask for it? All its figures are above 0 then and,
 * where nobody asks, far apart. */
bool curve_is_log(const struct chart *chart);

/* Does every whole number from the least to the greatest have its point? Then a line would promise
 * values between them: such a series stands on stems. */
bool curve_has_stems(const struct chart *chart);

/* Is it 1, 2, 4, 8 …? */
bool curve_is_power(double value);
