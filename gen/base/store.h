/* store -- bytes by name, in one file: what one run worked out, for the next.
 *
 * A zero store is valid and empty. What is read are views of the file's bytes. Each item has a stamp, so that one that
 * was damaged is not there; a file that was cut off is no store. That keeps accidents away, not people: who may write
 * the file is asked by who opens it (base/cache.h). */
#pragma once

#include "base/buf.h"

struct store_item {
    struct text name, bytes, stamp; /* without a stamp: it was not written yet */
};

struct store {
    struct store_item *item; /* sorted by name once it was read or written */
    size_t count, capacity;
};

/* False, and the store is empty: these are no bytes of store_write(). */
bool store_read(struct store *store, struct text file, struct arena *arena);
/* NULL: nothing has this name. Of a store that was read. */
const struct store_item *store_find(const struct store *store, struct text name);
/* Adds an item, whose texts live as long as the store. Each name once. */
void store_put(struct store *store, const struct store_item *item, struct arena *arena);
/* Sorts, and hands the bytes over one after the other; ends with the first `put` that returns false. */
typedef bool store_put_bytes(void *to, struct text bytes);
bool store_write(struct store *store, store_put_bytes *put, void *to);
bool store_into_buf(void *buf, struct text bytes); /* a store_put_bytes */
