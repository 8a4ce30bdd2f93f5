/* cache -- files that this program keeps for itself, in the folder for caches of the user who runs it.
 *
 * They lie outside of every repository, so that no commit can put a line into one. A file counts only if it
 * is that user's and nobody else may write it. Without such a folder nothing is kept. */
#pragma once

#include "base/arena.h"

/* gpu-memory-hierarchy/NAME in the folder of XDG_CACHE_HOME, or of HOME/.cache, made with all around it but HOME; NULL:
 * neither is set. */
const char *cache_path(const char *name, struct arena *arena);
/* Opens such a file with these flags of open(); -1: it is not there, or does not count. */
int cache_open(const char *path, int flags);
/* The bytes of a file of at most `max`; ptr NULL: there are none. */
struct text cache_read(const char *path, size_t max, struct arena *arena);
/* A file that takes the place of `path` once it is written. What cannot be kept is worked out again. */
struct cache_file {
    const char *path, *fresh;
    int fd; /* -1: none could be opened */
};
struct cache_file cache_begin(const char *path, struct arena *arena);
void cache_end(struct cache_file *file, bool whole);
/* Of the files of the folder of `path` the newest `most` stay. */
void cache_prune(const char *path, size_t most);
