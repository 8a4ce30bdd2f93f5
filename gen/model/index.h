/* index -- evaluates an index expression of a kernel for one lane at a time.
 *
 * It has whole numbers (decimal or 0x…), threadIdx.x or x, threadIdx.y or y, blockDim.x, blockDim.y, lane;
 * + - * / % << >> & ^ |, a minus in front, parentheses; precedence and meaning as in C with signed
 * numbers of 64 bits. Spaces may stand anywhere between.
 *
 * Freestanding: no allocation, nothing of libc. A number beyond 2^47, a division by 0 and a shift by
 * less than 0 or more than 46 are errors of that lane. */
#pragma once

#include <stdint.h>

#include "view.h"

/* The values of the names in one lane. */
struct index_lane {
    int64_t x, y, dim_x, dim_y, lane;
};

#define INDEX_MAX ((int64_t)1 << 47) /* either way; no address of a card is larger */
enum { INDEX_DEPTH_MAX = 64 };       /* of parentheses and signs */

struct index_result {
    int64_t value;
    const char *error; /* NULL: none; else what is wrong, in words */
    size_t at;         /* byte of the expression where it is */
};

struct index_result index_eval(struct text expression, const struct index_lane *lane);
