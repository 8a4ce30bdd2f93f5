/* spool -- bytes put aside in a file without a name, since memory is for what is being worked on.
 *
 * A zero spool is valid and empty; the file is made when something is put into it first, and is gone when
 * it is closed or the process ends. */
#pragma once

#include <stdio.h>

#include "base/text.h"

struct spool {
    FILE *file;
    size_t size;
};

/* *at says where to find the bytes again. False and errno: there is no room for them. */
MUST_CHECK bool spool_put(struct spool *spool, struct text bytes, size_t *at);
/* False and errno: they cannot be read. */
MUST_CHECK bool spool_get(const struct spool *spool, size_t at, char *room, size_t size);
void spool_close(struct spool *spool);
