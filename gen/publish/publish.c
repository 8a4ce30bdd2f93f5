/* publish -- see publish.h.
 *
 * The steps, with what a crash after each leaves and what the next start does:
 *
 *     lock the folder around the target
 *     make .NAME.new, mark it, fill it, sync      a part of the new tree: removed
 *     exchange .NAME.new and NAME                 .NAME.new is the old tree: removed
 *     remove .NAME.new                            a part of the old tree: removed
 *
 * Without exchange: NAME -> .NAME.old, .NAME.new -> NAME, remove .NAME.old. If NAME is not there and
 * .NAME.old is, the next start puts it back. The first time there is no old tree: .NAME.new -> NAME.
 *
 * With a spare folder: .NAME.spare -> .NAME.new in place of making it, and at the end .NAME.new (or .NAME.old) ->
 * .NAME.spare in place of removing it. What a crash leaves under the other two names is removed as above.
 */
#define _GNU_SOURCE
#include "publish/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "publish/mark.h"
#include "publish/stage.h"
#include "publish/tree.h"

/* ---- the real system calls --------------------------------------------------------------- */

static int real_sync(int fd) {
#ifdef __linux__
    return syncfs(fd);
#else
    sync();
    return fd < 0;
#endif
}

static int real_exchange(int folder, const char *a, const char *b) {
#if defined(RENAME_EXCHANGE)
    return renameat2(folder, a, folder, b, RENAME_EXCHANGE);
#elif defined(RENAME_SWAP)
    return renameatx_np(folder, a, folder, b, RENAME_SWAP);
#else
    (void)folder, (void)a, (void)b;
    errno = ENOSYS;
    return -1;
#endif
}

static int real_rename(int folder, const char *from, const char *to) {
    return renameat(folder, from, folder, to);
}

const struct publish_calls publish_system = {
    .mkdir = mkdirat,
    .open = openat,
    .write = write,
    .close = close,
    .link = linkat,
    .sync = real_sync,
    .sync_file = fsync,
    .exchange = real_exchange,
    .rename = real_rename,
    .unlink = unlinkat,
    .lock = flock,
};

/* ---- before and after -------------------------------------------------------------------- */

enum { LOCK_TRIES = 200, LOCK_PAUSE_NS = 50 * 1000 * 1000 }; /* ten seconds */

struct publishing {
    const struct publish_calls *calls;
    struct text target; /* for messages */
    int parent;         /* the folder around the target */
    char name[256], new_name[264], old_name[264], spare_name[264];
    struct diags *diags;
    struct arena arena;
    struct foreign foreign;
    bool published; /* the new site is in its place: what goes wrong from here on is a warning */
};

static const char *outcome(const struct publishing *now) {
    return now->published ? "the new site is in its place" : "nothing was published";
}

static enum severity severity(const struct publishing *now) {
    return now->published ? SEVERITY_WARNING : SEVERITY_ERROR;
}

static bool failed(struct publishing *now, const char *hint, const char *what) {
    int error = errno;
    if (!hint && (error == EACCES || error == EROFS || error == EPERM))
        hint = "see who owns the folder around it and whether it may be written";
    diag_file(now->diags, severity(now), now->target, hint, "%s: %s; %s", what, strerror(error),
              outcome(now));
    return false;
}

/* Lists the first few names for a message: "CNAME, .git/ and 3 more". */
static struct text foreign_names(struct publishing *now) {
    enum { SHOWN = 5 };
    struct texts *paths = &now->foreign.paths;
    struct buf out = {0};
    texts_sort(paths);
    for (size_t i = 0; i < paths->count && i < SHOWN; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", TEXT_ARG(paths->at[i]));
    if (paths->count > SHOWN) buf_printf(&out, " and %zu more", paths->count - SHOWN);
    return buf_take(&out, &now->arena);
}

static bool take_lock(struct publishing *now) {
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (now->calls->lock(now->parent, LOCK_EX | LOCK_NB) == 0) return true;
        if (errno != EWOULDBLOCK && errno != EINTR) break;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE_NS}, NULL);
    }
    if (errno == EWOULDBLOCK)
        return failed(now, "wait until it has ended, and build again",
                      "another build is writing here");
    if (errno == ENOSYS || errno == ENOTSUP || errno == ENOLCK)
        return true; /* some network disks */
    return failed(now, NULL, "cannot lock the folder around it");
}

/* Opens and locks the folder around the target. A missing one is made with `make`; without it parent
 * is -1 and there is nothing to do. */
static bool begin(struct publishing *now, const struct publish_request *request, bool make) {
    now->foreign.arena = &now->arena;
    now->parent = file_open_parent(request->root, request->target, now->name, make);
    if (now->parent >= 0) { /* a lock of its own: this may be the root's */
        const int shared = now->parent;
        now->parent = openat(shared, ".", OPEN_FOLDER);
        file_close(shared);
    }
    if (now->parent < 0)
        return (!make && errno == ENOENT) || failed(now, NULL, "cannot open the folder around it");
    snprintf(now->new_name, sizeof now->new_name, ".%s.new", now->name);
    snprintf(now->old_name, sizeof now->old_name, ".%s.old", now->name);
    snprintf(now->spare_name, sizeof now->spare_name, ".%s.spare", now->name);
    return take_lock(now);
}

static void end(struct publishing *now) {
    file_close(now->parent); /* and with it the lock goes */
    arena_free(&now->arena);
}

/* Removes what an earlier run left behind, if it is this program's. */
static bool clear(struct publishing *now, const char *name) {
    const char *hint = "look what it is and move it away";
    switch (tree_marked(now->calls, now->parent, name)) {
    case MARK_NO_FOLDER: return true;
    case MARK_NOT_OURS:
        errno = EEXIST;
        diag_file(now->diags, severity(now), now->target, hint,
                  "%s lies beside it and was not made by this program; %s", name, outcome(now));
        return false;
    default: break;
    }
    if (tree_remove(now->calls, now->parent, name, &now->foreign)) return true;
    if (!now->foreign.paths.count)
        return failed(now, NULL, "cannot remove what an earlier run left behind");
    diag_file(now->diags, severity(now), now->target, hint,
              "%s lies beside it and holds what was not made by this program (%.*s); %s", name,
              TEXT_ARG(foreign_names(now)), outcome(now));
    return false;
}

static bool recover(struct publishing *now) {
    bool gone = tree_marked(now->calls, now->parent, now->name) == MARK_NO_FOLDER;
    if (gone && tree_marked(now->calls, now->parent, now->old_name) == MARK_OURS) {
        if (now->calls->rename(now->parent, now->old_name, now->name) != 0)
            return failed(now, NULL, "cannot put the old site back in its place");
        diag_file(now->diags, SEVERITY_NOTE, now->target, NULL,
                  "an earlier run was ended half-way: its old site was put back");
    }
    return clear(now, now->old_name) && clear(now, now->new_name);
}

/* --- the exchange -------------------------------------------------------------------------- */

static bool two_renames(struct publishing *now) {
    if (now->calls->rename(now->parent, now->name, now->old_name) != 0)
        return failed(now, NULL, "cannot move the old site aside");
    if (now->calls->rename(now->parent, now->new_name, now->name) == 0) {
        diag_file(now->diags, SEVERITY_NOTE, now->target, NULL,
                  "this file system cannot exchange two folders: for a moment there was no site");
        return true;
    }
    int error = errno;
    bool back = now->calls->rename(now->parent, now->old_name, now->name) == 0;
    errno = error;
    failed(now, back ? NULL : "the next build puts it back",
           back ? "cannot put the new site in its place; the old one is back"
                : "cannot put the new site in its place, nor the old one back");
    return false;
}

static bool exchange(struct publishing *now, bool has_old, struct publish_report *report) {
    if (!has_old)
        return now->calls->rename(now->parent, now->new_name, now->name) == 0 ||
               failed(now, NULL, "cannot put the site in its place");
    report->exchanged = now->calls->exchange(now->parent, now->new_name, now->name) == 0;
    if (report->exchanged) return true;
    if (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP || errno == EOPNOTSUPP)
        return two_renames(now);
    return failed(now,
                  errno == EXDEV || errno == EBUSY
                      ? "is it a mount point, or part of a container's image? Remove it and build "
                        "again"
                      : NULL,
                  "cannot put the new site in the place of the old one");
}

/* The folder that was exchanged for the new one waits for its turn, or goes. One that waits already and did not get its
 * turn goes first: it shares files with the old site, which were not to be touched until now. */
static void clean_up(struct publishing *now, const struct stage *stage,
                     const struct publish_request *request, const struct publish_report *report) {
    const char *left = report->exchanged ? now->new_name : now->old_name;
    bool spares = request->turn && request->turn->spares && !stage->copied;
    now->published = true;
    if (now->calls->sync_file(now->parent) != 0 && errno != EINVAL)
        diag_file(now->diags, SEVERITY_WARNING, now->target, NULL,
                  "the new site is in its place, but the disk may not have it yet: %s",
                  strerror(errno));
    spares = clear(now, now->spare_name) && spares;
    if (stage->old_fd < 0 ||
        (spares && now->calls->rename(now->parent, left, now->spare_name) == 0) ||
        tree_remove(now->calls, now->parent, left, &now->foreign))
        return;
    diag_file(now->diags, SEVERITY_WARNING, now->target, "the next build tries again",
              "the new site is in its place, but the old one could not be removed (%s): %s", left,
              strerror(errno));
}

/* Whether it is as it was left, and this user's. A copy that was made of links (cp -al) shares the mark, which would
 * change there, too. */
static bool may_turn(const struct stage *stage, int spare, struct arena *arena) {
    struct stat folder, mark;
    const struct owned owned = owned_read(spare, arena);
    return fstat(spare, &folder) == 0 && folder.st_uid == geteuid() &&
           fstatat(spare, PUBLISH_MARK, &mark, AT_SYMLINK_NOFOLLOW) == 0 && mark.st_nlink == 1 &&
           owned_untouched(spare, &owned, &stage->turn->since);
}

/* The folder to be filled: the spare one, if both are as they were left, or an empty one. */
static bool open_new(struct publishing *now, struct stage *stage) {
    const int spare =
        stage->turns ? now->calls->open(now->parent, now->spare_name, OPEN_FOLDER, 0) : -1;
    stage->turns = spare >= 0 && may_turn(stage, spare, &now->arena) &&
                   now->calls->rename(now->parent, now->spare_name, now->new_name) == 0;
    if (stage->turns) {
        stage->new_fd = spare;
        return true;
    }
    file_close(spare);
    if (now->calls->mkdir(now->parent, now->new_name, 0755) != 0)
        return failed(now, NULL, "cannot make a new folder beside it");
    stage->new_fd = now->calls->open(now->parent, now->new_name, OPEN_FOLDER, 0);
    return stage->new_fd >= 0 || failed(now, NULL, "cannot open the new folder beside it");
}

static bool fill_and_exchange(struct publishing *now, const struct output *output,
                              struct stage *stage, struct publish_report *report) {
    return open_new(now, stage) && stage_write(stage, output) &&
           (now->calls->sync(stage->new_fd) == 0 ||
            failed(now, NULL, "cannot write the new site to the disk")) &&
           exchange(now, stage->old_fd >= 0, report);
}

/* A .git or a CNAME that a person put into the published folder would be lost with it. A folder in which nothing
 * changed since the last build holds neither. */
static bool is_ours_alone(struct publishing *now, struct stage *stage,
                          const struct output *output) {
    struct owned owned = owned_read(stage->old_fd, &now->arena);
    stage->turns = stage->turn && owned_untouched(stage->old_fd, &owned, &stage->turn->since);
    now->foreign.owned = owned.files;
    if (stage->turns) return true;
    now->foreign.owned = 0;
    if (!owned.listed) owned.paths = owned_by(output, &now->arena).paths, owned.listed = true;
    if (!tree_look(stage->old_fd, &owned, &now->foreign))
        return failed(now, NULL, "cannot look through the old site");
    if (!now->foreign.paths.count) return true;
    diag_file(now->diags, SEVERITY_ERROR, now->target,
              "move it away; a git work tree is better made elsewhere, and the site copied into it",
              "here lies what was not made by this program (%.*s); nothing is replaced",
              TEXT_ARG(foreign_names(now)));
    return false;
}

/* Opens the old site, if there is one and it is this program's alone. */
static bool open_old(struct publishing *now, struct stage *stage, const struct output *output) {
    if (tree_marked(now->calls, now->parent, now->name) == MARK_NOT_OURS) {
        diag_file(now->diags, SEVERITY_ERROR, now->target, "move it away and build again",
                  "what lies here was not made by this program and is not replaced");
        return false;
    }
    stage->old_fd = now->calls->open(now->parent, now->name, OPEN_FOLDER, 0);
    if (stage->old_fd >= 0) return is_ours_alone(now, stage, output);
    return errno == ENOENT || failed(now, NULL, "cannot open the old site");
}

static void count(const struct stage *stage, size_t before, struct publish_report *report) {
    report->written = stage->written;
    report->unchanged = stage->unchanged;
    report->removed = before > stage->matched ? before - stage->matched : 0;
}

/* While nobody else may publish here. */
static void remember(const struct stage *stage, struct publish_turn *turn) {
    const int mark = openat(stage->new_fd, PUBLISH_MARK, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    turn->differ = stage->made;
    turn->since = (struct timespec){0};
    if (mark >= 0) turn->since = file_time(mark, PUBLISH_FILE_MODE);
    file_close(mark);
}

bool publish_tree(const struct publish_request *request, struct publish_report *report,
                  struct diags *diags) {
    const struct publish_calls *calls = request->calls ? request->calls : &publish_system;
    struct publish_turn *turn = request->turn;
    struct publishing now = {.calls = calls, .target = request->shown, .diags = diags};
    struct stage stage = {.calls = calls,
                          .new_fd = -1,
                          .old_fd = -1,
                          .turn = turn && turn->since.tv_sec ? turn : NULL,
                          .target = request->shown,
                          .arena = &now.arena,
                          .made_arena = turn ? turn->arena : &now.arena,
                          .diags = diags};
    *report = (struct publish_report){0};
    bool fine =
        begin(&now, request, true) && recover(&now) && open_old(&now, &stage, request->output);
    if (fine) {
        const size_t before = now.foreign.owned;
        fine = fill_and_exchange(&now, request->output, &stage, report);
        count(&stage, fine ? before : 0, report);
        if (fine)
            clean_up(&now, &stage, request, report);
        else /* what cannot be removed now is removed by the next run */
            tree_remove(calls, now.parent, now.new_name, &now.foreign);
    }
    if (fine && turn) remember(&stage, turn);
    file_close(stage.new_fd);
    file_close(stage.old_fd);
    end(&now);
    return fine;
}

bool publish_recover(const struct publish_request *request, struct diags *diags) {
    struct publishing now = {.calls = &publish_system, .target = request->shown, .diags = diags};
    bool fine = begin(&now, request, false) && (now.parent < 0 || recover(&now));
    end(&now);
    return fine;
}
