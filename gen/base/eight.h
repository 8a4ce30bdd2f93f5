/* eight -- eight bytes at once, in a number: the first of them in its lowest bits, on every machine.
 *
 * Loops over texts look at most bytes only to pass over them. A mark is the highest bit of a byte in such a number.
 * The first mark is right; behind it, a byte may be marked that is none of those looked for. */
#pragma once

#include <stdint.h>
#include <string.h>

#define EIGHT_EACH 0x0101010101010101u
#define EIGHT_MARKS (EIGHT_EACH * 0x80)

static inline uint64_t eight_at(const char *bytes) {
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

static inline void eight_put(char *bytes, uint64_t eight) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    memcpy(bytes, &eight, sizeof eight);
}

/* Marks bytes that are `c`. */
static inline uint64_t eight_find(uint64_t eight, char c) {
    const uint64_t differs = eight ^ EIGHT_EACH * (unsigned char)c;
    return (differs - EIGHT_EACH) & ~differs & EIGHT_MARKS;
}

/* How many bytes stand before the first mark: 8 if there is none. */
static inline unsigned eight_before(uint64_t marks) {
    return marks ? (unsigned)__builtin_ctzll(marks) / 8 : 8;
}
