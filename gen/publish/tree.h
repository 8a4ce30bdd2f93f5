/* tree -- folders that this program made are looked through, and removed; what is not its own stays. */
#pragma once

#include "publish/mark.h"
#include "publish/publish.h"

enum tree_mark { MARK_NO_FOLDER, MARK_NOT_OURS, MARK_EMPTY, MARK_OURS };
/* Tells whether `name` in `folder` is a folder with the mark, an empty one, or something else. */
enum tree_mark tree_marked(const struct publish_calls *calls, int folder, const char *name);

/* Files in such a folder that are not this program's, as paths from its top. */
struct foreign {
    struct arena *arena;
    struct texts paths;
    size_t owned; /* files that are this program's */
};

/* Fills *foreign for the open folder `fd`, of whose files this program has written `owned`. False and errno if it
 * cannot be read. */
MUST_CHECK bool tree_look(int fd, const struct owned *owned, struct foreign *foreign);

/* Removes a folder that tree_marked() reports as this program's or empty, the mark last. False and
 * errno if something stays; what is not this program's stays, with the mark, and is in *foreign. */
bool tree_remove(const struct publish_calls *calls, int folder, const char *name,
                 struct foreign *foreign);
