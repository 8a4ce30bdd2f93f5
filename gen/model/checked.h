/* checked -- sums and products of 64 bits that say when they do not fit. Private to gen/model.
 *
 * False: the result needs more than 64 bits, and *out is as it was. */
#ifndef MODEL_CHECKED_H
#define MODEL_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

static inline bool checked_add(uint64_t a, uint64_t b, uint64_t *out) {
    if (a > UINT64_MAX - b) return false;
    *out = a + b;
    return true;
}

/* By halves of 32 bits: some compilers turn a division into a product of 128 bits, which WebAssembly
 * needs a library for. */
static inline bool checked_multiply(uint64_t a, uint64_t b, uint64_t *out) {
    uint64_t a_high = a >> 32, b_high = b >> 32, a_low = a & UINT32_MAX, b_low = b & UINT32_MAX;
    if (a_high && b_high) return false;
    uint64_t middle = a_high * b_low + a_low * b_high; /* one of the two is 0 */
    return middle <= UINT32_MAX && checked_add(middle << 32, a_low * b_low, out);
}

#endif
