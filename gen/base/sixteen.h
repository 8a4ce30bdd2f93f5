/* sixteen -- sixteen bytes at once, side by side: what is asked of each is told by all its bits, or none.
 *
 * Loops over texts look at most bytes only to pass over them. A set of bytes is a function that marks those of it;
 * sixteen_next() finds the next one, and takes the function in, so that a question costs an instruction or two for
 * sixteen bytes. Where a text ends sooner, zeros stand behind it. */
#pragma once

#include "base/eight.h"
#include "view.h"

typedef unsigned char sixteen __attribute__((vector_size(16)));

static inline sixteen sixteen_at(const char *bytes) {
    sixteen some;
    memcpy(&some, bytes, sizeof some);
    return some;
}

/* Bytes that are `c` as soon as the bits of `besides` are set: two questions in one. */
static inline sixteen sixteen_find(sixteen some, unsigned char besides, unsigned char c) {
    return (sixteen)((some | besides) == c);
}

/* Fewer than sixteen, read twice where two of the system's numbers overlap. */
static inline sixteen sixteen_few(const char *bytes, size_t count) {
    char all[16] = {0};
    if (count >= 8) {
        memcpy(all, bytes, 8);
        memcpy(all + (count - 8), bytes + count - 8, 8);
    } else if (count >= 4) {
        memcpy(all, bytes, 4);
        memcpy(all + (count - 4), bytes + count - 4, 4);
    } else if (count) {
        all[0] = bytes[0];
        all[count / 2] = bytes[count / 2];
        all[count - 1] = bytes[count - 1];
    }
    return sixteen_at(all);
}

/* How many bytes stand before the first mark: 16 if there is none. */
static inline size_t sixteen_before(sixteen marks) {
    char bytes[16];
    memcpy(bytes, &marks, sizeof bytes);
    const uint64_t first = eight_at(bytes);
    return first ? eight_before(first) : 8 + eight_before(eight_at(bytes + 8));
}

/* Where the first byte of the set stands from `at` on; the length of the text if there is none. */
static inline __attribute__((always_inline)) size_t sixteen_next(struct text view, size_t at,
                                                                 sixteen (*of_set)(sixteen)) {
    for (; at + 16 <= view.len; at += 16) {
        const size_t before = sixteen_before(of_set(sixteen_at(view.ptr + at)));
        if (before < 16) return at + before;
    }
    if (at >= view.len) return view.len;
    at += sixteen_before(of_set(sixteen_few(view.ptr + at, view.len - at)));
    return at < view.len ? at : view.len;
}
