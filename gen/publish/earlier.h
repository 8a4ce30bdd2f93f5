/* earlier -- what an earlier build of the same site worked out, for render/again.h.
 *
 * It is kept in a file of base/cache.h, one for each folder that a site is published in, and holds for the files of
 * that folder alone: one that was changed, touched, copied or moved since it was published is made anew. */
#pragma once

#include "base/file.h"
#include "publish/publish.h"
#include "render/again.h"

struct earlier {
    struct recall recall;
    struct again again; /* of `recall` */
    const char *path;   /* of the file; NULL: nothing is kept */
    int site;           /* the folder as it was published; -1: there is none */
    struct publish_turn turn;
};

/* `target` is the folder of the site in `around`. `anew`: nothing of an earlier build is taken. */
void earlier_open(struct earlier *earlier, const struct root *around, struct text target,
                  bool anew);
/* Behind publish_tree(), which may have failed: then what was known before stays. */
void earlier_close(struct earlier *earlier, bool published);
