/* stage -- see stage.h. Files come sorted by path, so that a folder is opened once for all files in
 * it and in those below: `struct cursor` holds it open in the new tree and in the old one. */
#define _GNU_SOURCE
#include "publish/stage.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "publish/mark.h"

/* The folders from the top down to that of the last file, open in both trees: the top is never closed. */
struct cursor {
    struct text folder; /* of the last file; "" is the top */
    size_t depth;       /* of the folders below the top */
    struct level {
        int new_fd, old_fd; /* old: -1 if there is none */
        size_t end;         /* of its path in `folder` */
    } level[PUBLISH_MAX_DEPTH];
};

static bool failed(struct stage *stage, struct text path, const char *what) {
    int error = errno;
    const char *hint = error == ENOSPC || error == EDQUOT ? "make room and build again"
                       : error == EACCES || error == EROFS
                           ? "see who owns the folder and whether it may be written"
                       : error == ESTALE ? "build again"
                                         : NULL;
    diag_file(stage->diags, SEVERITY_ERROR, stage->target, hint, "%s %.*s: %s; the old site stays",
              what, TEXT_ARG(path),
              error == ESTALE ? "somebody else changed it meanwhile" : strerror(error));
    return false;
}

static struct cursor begin(const struct stage *stage) {
    return (struct cursor){.level[0] = {stage->new_fd, stage->old_fd, 0}};
}

/* Closes what is open below `depth`. */
static void leave(struct stage *stage, struct cursor *cursor, size_t depth) {
    for (; cursor->depth > depth; cursor->depth--) {
        stage->calls->close(cursor->level[cursor->depth].new_fd);
        file_close(cursor->level[cursor->depth].old_fd);
    }
}

static int enter_new(struct stage *stage, int fd, const char *name) {
    if (stage->calls->mkdir(fd, name, PUBLISH_FOLDER_MODE) != 0 && errno != EEXIST) return -1;
    int inner = stage->calls->open(fd, name, OPEN_FOLDER, 0);
    if (inner >= 0 && stage->sets_modes)
        fchmod(inner, PUBLISH_FOLDER_MODE); /* some disks have no modes */
    return inner;
}

/* How many levels of the cursor hold the folder, too. */
static size_t levels_alike(const struct cursor *cursor, struct text folder) {
    size_t depth = 0;
    while (depth < cursor->depth) {
        const size_t end = cursor->level[depth + 1].end;
        if (folder.len < end || memcmp(folder.ptr, cursor->folder.ptr, end) != 0 ||
            (folder.len > end && folder.ptr[end] != '/'))
            break;
        depth++;
    }
    return depth;
}

/* Opens the folder of a file in both trees; the new one gets it, the old one may have none. What is open
 * already stays so: files come sorted. */
static bool enter(struct stage *stage, struct cursor *cursor, struct text folder,
                  struct text path) {
    char name[256];
    leave(stage, cursor, levels_alike(cursor, folder));
    cursor->folder = folder;
    size_t end = cursor->level[cursor->depth].end;
    for (struct text rest = text_cut(folder, end + (end > 0), folder.len); rest.ptr;) {
        const struct level *around = &cursor->level[cursor->depth];
        struct text part = text_next(&rest, '/');
        errno = EINVAL;
        if (!file_part_is_plain(part) || cursor->depth + 1 == PUBLISH_MAX_DEPTH)
            return failed(stage, path, "cannot make the folder of");
        memcpy(name, part.ptr, part.len);
        name[part.len] = 0;
        int inner = enter_new(stage, around->new_fd, name);
        if (inner < 0) return failed(stage, path, "cannot make the folder of");
        int old = around->old_fd < 0 ? -1 : openat(around->old_fd, name, OPEN_FOLDER);
        end += (end > 0) + part.len;
        cursor->level[++cursor->depth] = (struct level){inner, old, end};
    }
    return true;
}

/* Tells whether the file holds these bytes. */
static bool is_same(int fd, struct text bytes) {
    struct stat info;
    char chunk[16384];
    size_t got;
    if (fstat(fd, &info) != 0 || (size_t)info.st_size != bytes.len) return false;
    for (; bytes.len; bytes = text_cut(bytes, got, bytes.len))
        if (!file_read_all(fd, chunk, sizeof chunk, &got) || !got || got > bytes.len ||
            memcmp(chunk, bytes.ptr, got) != 0)
            return false;
    return true;
}

/* Where a file goes. */
struct slot {
    const struct level *level;
    struct text path; /* from the top */
    char name[256];   /* in its folder */
};

/* What was not written, as `fine` says, is not there even if it can be closed. */
static bool close_new(struct stage *stage, int fd, bool fine) {
    int error = errno;
    if (fd < 0) return false;
    if (stage->sets_modes) fchmod(fd, PUBLISH_FILE_MODE); /* some disks have no modes */
    if (stage->calls->close(fd) != 0 && fine) return false;
    errno = error;
    return fine;
}

/* Closes fd. `time` is that of the old file with the same bytes, or NULL. */
static bool write_new(struct stage *stage, int fd, struct text bytes, const struct timespec *time) {
    bool fine = fd >= 0 && file_write_all(fd, bytes, stage->calls->write);
    if (fine && time) futimens(fd, (struct timespec[2]){*time, *time}); /* some disks refuse it */
    return close_new(stage, fd, fine);
}

static int open_old_file(const struct slot *slot, struct stat *info) {
    const int old_fd = slot->level->old_fd;
    int fd = old_fd < 0
                 ? -1
                 : openat(old_fd, slot->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || (fstat(fd, info) == 0 && S_ISREG(info->st_mode))) return fd;
    file_close(fd);
    errno = ENOENT;
    return -1;
}

/* Whether the new tree has the file of the old one already. */
static bool is_shared(const struct stage *stage, struct text path) {
    return stage->turns && !texts_has(&stage->turn->differ, path);
}

/* Takes away what the new tree has under the name. */
static bool clear_slot(const struct stage *stage, const struct slot *slot) {
    return !stage->turns || stage->calls->unlink(slot->level->new_fd, slot->name, 0) == 0 ||
           errno == ENOENT;
}

static bool put_bytes(struct stage *stage, const struct slot *slot, struct text bytes,
                      const struct timespec *time) {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    if (!clear_slot(stage, slot)) return false;
    texts_add(&stage->made, slot->path, stage->made_arena);
    return write_new(stage,
                     stage->calls->open(slot->level->new_fd, slot->name, flags, PUBLISH_FILE_MODE),
                     bytes, time);
}

/* Where links are refused (another owner, a file system without them) a file is written with the time of the old
 * one. */
static bool link_old(struct stage *stage, const struct slot *slot) {
    const struct level *level = slot->level;
    if (is_shared(stage, slot->path)) return true;
    if (clear_slot(stage, slot) &&
        stage->calls->link(level->old_fd, slot->name, level->new_fd, slot->name, 0) == 0)
        return true;
    stage->copied = true;
    return false;
}

enum old_file { OLD_NONE, OLD_OTHER, OLD_SAME }; /* OTHER, SAME: it has such bytes */

static bool put_file(struct stage *stage, const struct slot *slot, struct text bytes,
                     enum old_file *was) {
    struct stat info = {0};
    int old = open_old_file(slot, &info);
    *was = old < 0 ? OLD_NONE : is_same(old, bytes) ? OLD_SAME : OLD_OTHER;
    file_close(old);
    if (*was == OLD_SAME && (info.st_mode & 07777) == PUBLISH_FILE_MODE && link_old(stage, slot))
        return true;
    return put_bytes(stage, slot, bytes, *was == OLD_SAME ? &info.st_mtim : NULL);
}

/* A file that stands as the build before left it: where it cannot be linked its bytes are copied. One that changed
 * behind that build's end came from somebody else. */
static bool put_same(struct stage *stage, const struct slot *slot) {
    struct arena arena = {0};
    struct stat info;
    int old = open_old_file(slot, &info);
    bool fine = old >= 0;
    if (fine && stage->turn && file_changed_since(&info, &stage->turn->since)) {
        errno = ESTALE;
        fine = false;
    } else if (fine && !link_old(stage, slot)) {
        struct text bytes = {arena_reserve(&arena, (size_t)info.st_size + 1), 0};
        fine = file_read_all(old, (char *)bytes.ptr, (size_t)info.st_size, &bytes.len) &&
               put_bytes(stage, slot, bytes, &info.st_mtim);
    }
    file_close(old);
    arena_free(&arena);
    return fine;
}

static bool write_file(struct stage *stage, const struct slot *slot, const struct output_file *file,
                       struct text bytes) {
    enum old_file was = OLD_SAME;
    if (!file->same && !bytes.ptr && bytes.len)
        return failed(stage, file->path, "cannot read again");
    if (!(file->same ? put_same(stage, slot) : put_file(stage, slot, bytes, &was)))
        return failed(stage, file->path, "cannot write");
    stage->matched += was != OLD_NONE;
    stage->unchanged += was == OLD_SAME;
    stage->written += was != OLD_SAME;
    return true;
}

/* ---- the mark ---------------------------------------------------------------------------------- */

/* One that lists the same keeps its time, too. */
static void keep_time(const struct stage *stage, int fd, struct text mark) {
    const struct slot slot = {.level = &(struct level){.old_fd = stage->old_fd},
                              .name = PUBLISH_MARK};
    struct stat info;
    int old = open_old_file(&slot, &info);
    if (old >= 0 && is_same(old, mark))
        futimens(fd, (struct timespec[2]){info.st_mtim, info.st_mtim});
    file_close(old);
}

/* Without `mark` it lists nothing. */
static bool write_mark(struct stage *stage, struct text mark, int flags) {
    int fd = stage->calls->open(stage->new_fd, PUBLISH_MARK,
                                O_WRONLY | O_NOFOLLOW | O_CLOEXEC | flags, PUBLISH_FILE_MODE);
    bool fine = fd >= 0 && (!mark.len || mark_write(fd, mark, stage->calls->write));
    if (fine) keep_time(stage, fd, mark);
    return close_new(stage, fd, fine) || failed(stage, TEXT(PUBLISH_MARK), "cannot write");
}

/* ---- what goes --------------------------------------------------------------------------------- */

static bool remove_path(struct stage *stage, struct text path) {
    const struct text bare = text_drop_end(path, "/");
    char name[256];
    int folder = file_open_parent(&(struct root){stage->new_fd}, bare, name, false);
    bool fine = folder >= 0 &&
                (stage->calls->unlink(folder, name, bare.len < path.len ? AT_REMOVEDIR : 0) == 0 ||
                 errno == ENOENT);
    file_close(folder);
    return fine || failed(stage, path, "cannot remove");
}

/* What the new folder held and the output does not: from the last path on, so that a folder is empty when it goes. */
static bool remove_gone(struct stage *stage, const struct owned *held, const struct owned *wanted) {
    size_t left = wanted->paths.count;
    bool fine = true;
    for (size_t i = held->paths.count; fine && i-- > 0;) {
        const struct text path = held->paths.at[i];
        int order = 1;
        while (left && (order = text_compare(wanted->paths.at[left - 1], path)) > 0)
            left--;
        if (!left || order != 0) fine = remove_path(stage, path);
    }
    return fine;
}

/* The list is not true from here on. */
static bool begin_turn(struct stage *stage, const struct output *output) {
    struct owned held = owned_read(stage->new_fd, stage->arena);
    struct owned wanted = owned_by(output, stage->arena);
    return write_mark(stage, (struct text){0}, O_TRUNC) && remove_gone(stage, &held, &wanted);
}

/* ---- all of it --------------------------------------------------------------------------------- */

/* What is made below a folder that got its mode just now gets its own, too; else each is told, as where the umask
 * takes something away. A folder that takes its turn tells nothing of the umask. */
static void look_at_modes(struct stage *stage) {
    struct stat info;
    stage->sets_modes = stage->turns || fstat(stage->new_fd, &info) != 0 ||
                        (info.st_mode & 07777) != PUBLISH_FOLDER_MODE;
    if (stage->sets_modes) fchmod(stage->new_fd, PUBLISH_FOLDER_MODE);
}

static bool is_plain(const struct output *output, size_t i) {
    const struct text path = output->file[i].path;
    errno = i && text_equal(output->file[i - 1].path, path) ? EEXIST : EINVAL;
    return errno != EEXIST && file_part_is_plain(text_last(path, '/')) &&
           !text_is(path, PUBLISH_MARK);
}

static bool stage_file(struct stage *stage, struct cursor *cursor, const struct output *output,
                       size_t i, struct buf *room) {
    const struct output_file *file = &output->file[i];
    const struct text last = text_last(file->path, '/');
    const struct text folder = text_cut(file->path, 0, file->path.len - last.len);
    struct slot slot = {.path = file->path};
    if (!is_plain(output, i)) return failed(stage, file->path, "cannot write");
    if (file->same && is_shared(stage, file->path)) {
        if (!file_stands(stage->old_fd, file->path, &stage->turn->since, NULL)) {
            errno = ESTALE;
            return failed(stage, file->path, "cannot write");
        }
        stage->matched++;
        stage->unchanged++;
        return true;
    }
    if (!enter(stage, cursor, text_drop_end(folder, "/"), file->path)) return false;
    slot.level = &cursor->level[cursor->depth];
    memcpy(slot.name, last.ptr, last.len);
    return write_file(stage, &slot, file, output_bytes(output, file, room));
}

bool stage_write(struct stage *stage, const struct output *output) {
    struct cursor cursor = begin(stage);
    struct buf room = {0}, mark = {0};
    mark_bytes(output, &mark);
    look_at_modes(stage);
    bool fine = stage->turns ? begin_turn(stage, output)
                             : write_mark(stage, buf_text(&mark), O_CREAT | O_EXCL);
    for (size_t i = 0; fine && i < output->count; i++)
        fine = stage_file(stage, &cursor, output, i, &room);
    buf_free(&room);
    leave(stage, &cursor, 0);
    fine = fine && (!stage->turns || write_mark(stage, buf_text(&mark), O_TRUNC));
    buf_free(&mark);
    return fine;
}
