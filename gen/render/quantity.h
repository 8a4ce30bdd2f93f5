/* quantity -- numbers of a card as the reader sees them: one place that calls expr_format().
 *
 * Facts in bytes are capacities (KiB, MiB), series in bytes are traffic (kB, MB) but for sizes that
 * data has in a memory. A unit of a
 * measurement file that is not known prints the number bare; loading the file has reported it. */
#ifndef RENDER_QUANTITY_H
#define RENDER_QUANTITY_H

#include "expr/expr.h"
#include "measure/card.h"

/* A unit of the file with what it is printed in. */
struct quantity {
    struct expr_dimension dimension;
    bool capacity;
    struct expr_form form; /* zero: by size, for each number alone */
    struct text unit;      /* as shown: "GB/s"; empty when the form is zero or the number plain */
};

/* Each number with its own prefix. */
struct quantity quantity_of(struct text unit, bool capacity);
/* All numbers in the unit that suits `largest`, as a chart or a table column needs it. */
struct quantity quantity_common(struct arena *arena, struct text unit, bool capacity,
                                double largest);
/* In a given unit ("TB/s"); falls back to quantity_of() when it does not fit. */
struct quantity quantity_in(struct text unit, const char *shown);

/* "4,271 GB/s", with a no-break space. */
struct text quantity_text(struct arena *arena, const struct quantity *quantity, double number);
/* The same without the unit: "4,271". */
struct text quantity_bare(struct arena *arena, const struct quantity *quantity, double number);
/* The number that a chart plots: in the common unit; 0 if it is too small to be seen there. */
double quantity_plot(const struct quantity *quantity, double number);

/* Sizes that data has in a memory (footprint, slice, frame) are capacities, other bytes traffic. */
bool series_is_capacity(const struct series *series);
/* The largest median (or p95, where there is one) of a series; 0 when all is missing. */
double series_largest(const struct series *series);
/* Is the spread of a point known? A reported figure has none. */
bool point_has_spread(const struct point *point);

#endif
