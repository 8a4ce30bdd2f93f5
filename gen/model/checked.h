/* checked -- sums and products of 64 bits that say when they do not fit. Private to gen/model. */
#ifndef MODEL_CHECKED_H
#define MODEL_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

/* False: it needs more than 64 bits, and *out is as it was. */
bool checked_add(uint64_t a, uint64_t b, uint64_t *out);
bool checked_multiply(uint64_t a, uint64_t b, uint64_t *out);

#endif
