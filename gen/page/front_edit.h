/* front_edit -- values of the front matter set in the file itself, where nothing else may change:
 * comments, order, indentation and line ends stay. */
#pragma once

#include "page/front.h"

struct front_set {
    struct text source; /* the id of a source; empty: it is a key of the byline */
    const char *key;
    struct text value; /* one line */
};

/* The bytes of the file with these values set; a key that is absent is added to its map. `bytes` are
 * those that `source` was loaded from. False: there is no such map, and *missing says which set. */
MUST_CHECK bool front_edit(const struct source *source, struct text bytes,
                           const struct front_set *set, size_t count, struct arena *arena,
                           struct text *out, size_t *missing);
