/* stage -- a tree of files written into a folder that is not yet in its place.
 *
 * The folder is empty at first, or it holds what the site was before the one that is published now: then only what
 * differs is touched. It has the mark all the time, but while something is touched the mark lists nothing: what a
 * killed run leaves is this program's, whatever it holds. */
#pragma once

#include "publish/publish.h"

struct stage {
    const struct publish_calls *calls;
    int new_fd, old_fd; /* old: the folder that is published now, -1 if there is none */
    bool
        turns; /* the new folder holds what the site was: turn->differ says in which files it is another one */
    const struct publish_turn *turn; /* NULL: no build before is known */
    bool sets_modes;    /* else what is made has them already; stage_write() finds out */
    struct text target; /* for messages */
    /* Files of the output: with other bytes than in the old tree, with the same, with a file of their
     * name there. The mark is not counted. */
    size_t written, unchanged, matched;
    struct texts made; /* files that are not those of the old tree, linked; sorted */
    bool copied;       /* among them some with the same bytes, since links are refused */
    struct arena *arena, *made_arena;
    struct diags *diags;
};

/* Makes the new folder hold the mark and every file of `output`. False: see diags. */
MUST_CHECK bool stage_write(struct stage *stage, const struct output *output);
