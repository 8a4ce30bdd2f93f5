/* publish -- puts a finished tree in the place of the old one, in one step.
 *
 * publish_tree() writes every file into a new folder beside `target`, syncs it, and exchanges the
 * two (renameat2 RENAME_EXCHANGE; where the file system cannot, two renames, and a recovery at the
 * next start). Files whose bytes did not change keep their modification time. A reader, or a crash
 * at any moment, sees the whole old site or the whole new one. */
#ifndef PUBLISH_PUBLISH_H
#define PUBLISH_PUBLISH_H

#include "render/render.h"

struct publish_report {
    size_t written, unchanged, removed;
    bool exchanged; /* false: two renames were needed */
};

/* `target` is a path below the root ("site/public"). Refuses a folder that it did not make: one
 * that holds files but not its mark. */
bool publish_tree(const struct root *root, struct text target, const struct output *output,
                  struct publish_report *report, struct diags *diags);

/* Ends what a killed run left behind. Called by publish_tree(); harmless when there is nothing. */
bool publish_recover(const struct root *root, struct text target, struct diags *diags);

#endif
