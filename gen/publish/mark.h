/* mark -- the file .gmh-site of a published folder, which lists what this program wrote beside it.
 *
 * Paths that the list does not have are foreign: a .git, a CNAME, a FIFO with a page's name. They are never removed
 * or replaced. A mark of an earlier version, or of a run that was ended while it wrote the folder, has no list:
 * then all files count as this program's. */
#pragma once

#include <time.h>

#include "base/file.h"
#include "render/render.h"

#define PUBLISH_MARK ".gmh-site"

struct owned {
    struct texts paths; /* sorted; folders end in "/" */
    size_t files;       /* of them */
    bool listed;        /* false: the mark has no list */
};

/* Adds the bytes of the mark of a folder that holds `output`, whose files are sorted by path. */
void mark_bytes(const struct output *output, struct buf *mark);
/* Writes them into an empty file. The list is there with the last byte, not before. False and errno. */
MUST_CHECK bool mark_write(int fd, struct text mark, file_writer *writer);
/* What such a mark lists. */
struct owned owned_by(const struct output *output, struct arena *arena);
/* What the mark in the open folder lists. */
struct owned owned_read(int folder, struct arena *arena);

/* Whether the folder and every folder in it are as they were at that time, so that they hold the files of the list and
 * no others. What is done to a name sets the time of the last change of its folder, which nobody can set back; what is
 * done to the bytes of a file does not. */
bool owned_untouched(int folder, const struct owned *owned, const struct timespec *since);
