/* nearest -- the names that a mistyped one may have meant.
 *
 * Offer candidates one by one; the best three stay, by edit distance and then in the order in which
 * they were offered. What is too far away to be a slip of the hand is never offered. */
#ifndef COURSE_NEAREST_H
#define COURSE_NEAREST_H

#include "base/arena.h"

enum { NEAREST_MAX = 3 };

struct nearest {
    struct text wanted;
    struct text name[NEAREST_MAX];
    size_t distance[NEAREST_MAX];
    size_t count;
};

void nearest_offer(struct nearest *nearest, struct text candidate);
/* "did you mean A, B or C?"; `otherwise` (may be NULL) if nothing is near. */
const char *nearest_hint(const struct nearest *nearest, const char *otherwise, struct arena *arena);

#endif
