/* store.h -- files that are whole or missing: the folder's lock, atomic writing, card ids.
 *
 * A run takes the lock of the folder it will write into before it measures, and removes what a
 * killed run left there. The new file is written beside the old one under a name that does not end
 * in .json, forced to disk and renamed over it: every reader, at any time, sees
 * the old one or the new one. Links are followed, and what is no regular file (a pipe, a device) is
 * written to as it is: it must not be replaced. Messages go to `why`, one line each.
 */
#pragma once

#include "lab.h"

enum { STORE_PATH = 4096 };

/* Finds what `path` refers to, links followed, before anything is written. False: a folder, or a
 * link to nothing. */
bool store_target(const char *path, char target[STORE_PATH], struct problem *why);

/* Opens and locks the folder of a target; returns its descriptor, or -1, also when it is locked. */
int store_lock(const char *target, struct problem *why);
void store_unlock(int lock); /* -1: does nothing */

/* Writes (data, length) to a target. True with a text in `why`: written, with this to be known. */
bool store_write(const char *target, const char *data, size_t length, struct problem *why);

/* Writes what the target's disk did not take to a new file in a folder for such: `name` is what it is called.
 * False: no folder takes it. */
bool store_rescue(const char *target, const char *data, size_t length, char name[STORE_PATH]);

/* Finds the id under which a card's file is kept: `slug`, or slug-xxxxxx when folder/slug.json
 * is that of another card (another uuid_hash). The same card finds its own file again. */
enum { STORE_ID = 128 };
void store_card_id(const char *folder, const char *slug, const char *uuid_hash, char out[STORE_ID]);

/* Reads a whole file, NUL-terminated, at most `most` bytes; the caller frees it. NULL: `why`. */
char *store_read(const char *path, size_t most, size_t *length, struct problem *why);
