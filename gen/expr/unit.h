/* unit.h -- dimensions: their names, their products, their usual units. Private to gen/expr. */
#pragma once

#include "text.h"

/* When trailing zeros go: 8.00 ms keeps them, 32.0 cycles and 60.0 MiB do not. */
enum expr_zeros { EXPR_ZEROS_KEEP, EXPR_ZEROS_WHOLE, EXPR_ZEROS_DROP };

/* The units that numbers of one dimension are shown in, smallest first; ends with NULL. */
struct expr_ladder {
    const char *units[8];
    int zero;      /* the unit that 0 is shown in */
    unsigned step; /* a number from here on moves one unit up */
};

/* NULL: numbers of this dimension have one unit, the base units. */
const struct expr_ladder *expr_unit_ladder(struct expr_dimension dimension, bool capacity);

enum expr_zeros expr_unit_zeros(const struct expr_unit *unit);

/* The dimension in words: "B/s", "Hz", "B/clk", "B*s", "1". */
void expr_write_dimension(struct expr_writer *w, struct expr_dimension dimension);
/* The unit as shown; `one`: the number before it is 1. */
void expr_write_unit(struct expr_writer *w, const struct expr_unit *unit, bool one);

bool expr_dimension_is_plain(struct expr_dimension dimension);
bool expr_dimension_is_bytes(struct expr_dimension dimension);
/* left * right, or left / right with sign -1. False: an exponent leaves -8..8. */
bool expr_dimension_multiply(struct expr_dimension left, struct expr_dimension right, int sign,
                             struct expr_dimension *out);

/* Fills the nearest units into an error about `name`, and what is often confused into `detail`. */
void expr_unit_nearest(struct text name, struct expr_error *error);

/* The length of a run of characters that units are made of, "/" aside, from `offset` on. */
size_t expr_unit_run(struct text text, size_t offset);
