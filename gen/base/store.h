/* store -- bytes by name, in one file: what one run worked out, for the next.
 *
 * A zero store is valid and empty. What is read are views of the file's bytes. A file that was cut off or
 * changed is none at all: each store ends in a stamp of all of it. That keeps accidents away, not people: who
 * may write the file is asked by who opens it (base/cache.h). */
#pragma once

#include "base/buf.h"

struct store_item {
    struct text name, bytes;
};

struct store {
    struct store_item *item; /* sorted by name once it was read */
    size_t count, capacity;
};

/* False, and the store is empty: these are no bytes of store_write(). */
bool store_read(struct store *store, struct text file, struct arena *arena);
/* NULL: nothing has this name. Of a store that was read. */
const struct text *store_find(const struct store *store, struct text name);
/* Adds copies. Each name once. */
void store_put(struct store *store, struct text name, struct text bytes, struct arena *arena);
void store_write(struct store *store, struct buf *out); /* sorts */
