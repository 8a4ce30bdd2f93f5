/* stage -- a tree of files written into a folder that is not yet in its place, and trees removed.
 *
 * A folder gets the mark first and loses it last, so that a folder left by a killed run
 * holds the mark or nothing at all. */
#pragma once

#include "publish/publish.h"

struct stage {
    const struct publish_calls *calls;
    int new_fd, old_fd; /* old: the folder that is published now, -1 if there is none */
    bool sets_modes;    /* else what is made has them already; stage_write() finds out */
    struct text target; /* for messages */
    /* Files of the output: with other bytes than in the old tree, with the same, with a file of their
     * name there. The mark is not counted. */
    size_t written, unchanged, matched;
    struct diags *diags;
};

/* Writes the mark and every file of `output`. False: see diags. */
MUST_CHECK bool stage_write(struct stage *stage, const struct output *output);

enum stage_mark { MARK_NO_FOLDER, MARK_NOT_OURS, MARK_EMPTY, MARK_OURS };
/* Tells whether `name` in `folder` is a folder with the mark, an empty one, or something else. */
enum stage_mark stage_marked(const struct publish_calls *calls, int folder, const char *name);

/* Files in such a folder that are not this program's, as paths from its top. */
struct foreign {
    struct arena *arena;
    struct texts paths;
    size_t removed; /* files that were this program's, and are gone */
};

/* Fills *foreign for the open folder `fd`. Where its mark has no list, the files of `output` are
 * taken as its list. False and errno if it cannot be read. */
MUST_CHECK bool stage_look(int fd, const struct output *output, struct foreign *foreign);

/* Removes a folder that stage_marked() reports as this program's or empty, the mark last. False and
 * errno if something stays; what is not this program's stays, with the mark, and is in *foreign. */
bool stage_remove(const struct publish_calls *calls, int folder, const char *name,
                  struct foreign *foreign);
