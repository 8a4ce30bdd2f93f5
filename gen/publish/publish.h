/* publish -- puts a finished tree in the place of the old one, in one step.
 *
 * publish_tree() writes every file into a new folder beside `target` (site/.public.new), syncs it,
 * and exchanges the two (renameat2 RENAME_EXCHANGE; where the file system cannot, two renames, and
 * a recovery at the next start). A file whose bytes did not change is the old one, linked: it keeps
 * its modification time. A reader, or a crash at any moment, sees the whole old site or the whole
 * new one; only between the two renames there is none until the next start puts the old one back.
 *
 * A published folder holds a mark, .gmh-site, which lists what was written (owned.h). A folder
 * that holds files but not the mark was made by somebody else and is never replaced or removed, and
 * neither is a published folder into which somebody put something. Files are published with mode
 * 644, folders with 755, for the web server to read. Two builds at once take turns: the folder
 * around the target is locked (flock), so that no lock file stays behind.
 *
 * Paths are walked one part at a time and never through a symbolic link. */
#pragma once

#include "publish/calls.h"
#include "render/render.h"

struct publish_report {
    size_t written, unchanged, removed; /* files, the mark not counted */
    bool exchanged; /* false: two renames were needed, or it was the first time */
};

struct publish_request {
    const struct root *root;
    struct text target; /* a path below the root: "site/public" */
    const struct output *output;
    const struct publish_calls *calls; /* NULL: the system's; others are for tests */
};

/* False: the old site is as it was, see diags; after true there may be warnings. */
MUST_CHECK bool publish_tree(const struct publish_request *request, struct publish_report *report,
                             struct diags *diags);

/* Ends what a killed run left behind, as publish_tree() does first. For a run that may not come to
 * publishing, since its input has mistakes. Does nothing when there is nothing. */
bool publish_recover(const struct root *root, struct text target, struct diags *diags);
