/* wasm -- numbers with units as the page shows them, by the routine that every page uses. */
#pragma once

#include "expr/expr.h"

/* "4.81 TB/s" of a number of base units, in style PAGE; `in`, which may be empty, is the unit to show
 * it in. No such unit: the number bare. Result: see expr_format. */
size_t WASM_EXPORT(expr_wasm_format)(double number, const char *unit, size_t unit_length,
                                     const char *in, size_t in_length, char *out, size_t size);
