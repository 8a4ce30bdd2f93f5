/* publish -- puts a finished tree in the place of the old one, in one step.
 *
 * publish_tree() writes every file into a new folder beside `target` (site/.public.new), syncs it,
 * and exchanges the two (renameat2 RENAME_EXCHANGE; where the file system cannot, two renames, and
 * a recovery at the next start). A file whose bytes did not change is the old one, linked: it keeps
 * its modification time. A reader, or a crash at any moment, sees the whole old site or the whole
 * new one; only between the two renames there is none until the next start puts the old one back.
 *
 * Making 40,000 links and removing as many for the one file that changed takes longer than all else. So the folder
 * that the site was before may stay beside it (site/.public.spare), and take its turn with the next build, which
 * touches in it what differs and no more: see struct publish_turn.
 *
 * A published folder holds a mark, .gmh-site, which lists what was written (mark.h). A folder
 * that holds files but not the mark was made by another program or person and is never replaced
 * or removed, and neither is a published folder into which somebody put something. Files are
 * published with mode 644, folders with 755, for the web server to read. Two builds at once take
 * turns: the folder around the target is locked (flock), so that no lock file stays behind.
 *
 * Paths are walked one part at a time and never through a symbolic link. */
#pragma once

#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "render/render.h"

/* The system calls that publishing makes, in a table, so that a test can make any one of them fail, or
 * end the process there. Each is as in its manual; `open` always gets a mode. */
struct publish_calls {
    int (*mkdir)(int folder, const char *name, mode_t mode);
    int (*open)(int folder, const char *name, int flags, ...);
    ssize_t (*write)(int fd, const void *bytes, size_t size);
    int (*close)(int fd);
    int (*link)(int folder, const char *name, int new_folder, const char *new_name, int flags);
    int (*sync)(int fd);      /* everything on the file system of fd */
    int (*sync_file)(int fd); /* one file or folder */
    int (*exchange)(int folder, const char *a, const char *b);
    int (*rename)(int folder, const char *from, const char *to);
    int (*unlink)(int folder, const char *name, int flags);
    int (*lock)(int fd, int how);
};

extern const struct publish_calls publish_system;

struct publish_report {
    size_t written, unchanged, removed; /* files, the mark not counted */
    bool exchanged; /* false: two renames were needed, or it was the first time */
};

enum {
    PUBLISH_MAX_DEPTH = 64, /* of folders in each other */
    PUBLISH_FILE_MODE = 0644,
    PUBLISH_FOLDER_MODE = 0755 /* for a web server, whatever the umask */
};

/* What a run leaves for the next one to know of the two folders that take turns. Their files are the same ones,
 * linked, but for those that are named here; the mark is each folder's own. If any folder of the two was changed behind
 * `since`, the spare one counts for nothing, and all files are linked anew.
 *
 * publish_tree() takes `since` as the time behind which nothing of what is `same` in the output may have changed, and
 * sets it to when it left both folders; 0: nothing is known. It sets `differ` to paths of the output, sorted. */
struct publish_turn {
    bool spares; /* the folder that the site was stays for the next run */
    struct timespec since;
    struct texts differ; /* files of the site that the spare folder does not share */
    struct arena *arena; /* of `differ` */
};

struct publish_request {
    const struct root *root;
    struct text target; /* a path below the root: "site/public" */
    const struct output *output;
    const struct publish_calls *calls; /* NULL: the system's; others are for tests */
    struct text shown;                 /* what messages call the target */
    struct publish_turn *turn;         /* NULL: nothing is known and no folder is spared */
};

/* False: the old site is as it was, and diags says why; after true there may be warnings. */
MUST_CHECK bool publish_tree(const struct publish_request *request, struct publish_report *report,
                             struct diags *diags);

/* Removes what a killed run left behind, as publish_tree() does first. A run needs it that may
 * not come to publishing, since its input has mistakes. Does nothing when there is nothing. */
bool publish_recover(const struct publish_request *request, struct diags *diags);
