/* watch -- tells when a file changes that the course is made of (inotify).
 *
 * Folders are watched with all below them; names that file_walk() passes over are no news. When a folder
 * comes, goes or is renamed, all watches are made anew. Paths are relative to the working directory. */
#pragma once

#include "base/arena.h"

struct watch {
    int fd;
    struct arena arena;
    struct text *folder; /* by number of the watch; empty: none */
    size_t capacity;
};

/* What has changed since the last watch_read(), for keep_drop(). */
struct news {
    bool any;
    unsigned drop; /* enum keep_drop */
};

/* False and errno. */
bool watch_open(struct watch *watch);
/* Adds to *news what the file holds now; does not wait. */
void watch_read(struct watch *watch, struct news *news);
void watch_close(struct watch *watch);
