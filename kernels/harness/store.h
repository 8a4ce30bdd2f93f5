/* store.h -- files that are whole or not there: the folder's lock, atomic writing, card ids.
 *
 * A run takes the lock of the folder it will write into before it measures, and removes what a
 * killed run left there. The new file is written beside the old one under a name that does not end
 * in .json, forced to disk and renamed over it: whoever reads, and whatever happens, the file is
 * the old one or the new one. Messages go to `why`, one line each.
 */
#ifndef STORE_H
#define STORE_H

#include "lab.h"

#include <stddef.h>

struct store {
    int lock; /* descriptor of the folder, -1: none */
    char folder[512];
};

#define STORE_INIT                                                                                 \
    { -1, "" }

/* Opens and locks the folder of `path`; fails when another run holds it. */
bool store_open(struct store *s, const char *path, struct problem *why);
void store_close(struct store *s);

/* Writes (data, length) to `path`, a file of the store's folder. */
bool store_write(const struct store *s, const char *path, const char *data, size_t length,
                 struct problem *why);

/* Writes a file of the user's own choice (samples, recordings) in the same manner, unlocked. */
bool store_write_plain(const char *path, const char *data, size_t length, struct problem *why);

/* The id under which a card's file is kept: `slug`, or slug-xxxxxx when folder/slug.json is that of
 * another card (another uuid_hash). The same card finds its own file again. */
void store_card_id(const char *folder, const char *slug, const char *uuid_hash, char *out,
                   size_t room);

/* The whole file, NUL-terminated, at most `most` bytes; the caller frees it. NULL: `why`. */
char *store_read(const char *path, size_t most, size_t *length, struct problem *why);

#endif
