/* known -- what was verified before: a build of ten thousand signed pages starts ssh-keygen for what is new
 * alone.
 *
 * A hash of all that a verdict depends on, a line each, for signatures that hold, in a file of base/cache.h. Where
 * there is none, nothing is known. */
#pragma once

#include "course/map.h"

struct known {
    struct arena *arena;
    struct map map;
    struct texts fresh; /* added since it was opened */
    int fd;             /* -1: there is no file */
};

void known_open(struct known *known, struct arena *arena);
bool known_has(const struct known *known, struct text hash); /* 64 hexadecimal digits */
void known_add(struct known *known, struct text hash);
void known_close(struct known *known); /* writes what was added */
