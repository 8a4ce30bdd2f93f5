/* stage -- see stage.h. Files come sorted by path, so that a folder is opened once for all files in
 * it: `struct cursor` holds it open in the new tree and in the old one. */
#define _GNU_SOURCE
#include "publish/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

#define OPEN_FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

static const char mark_text[] =
    "This folder is written by build/gen, which replaces it whole: put nothing here.\n";

struct cursor {
    struct text folder; /* of the last file; "" is the top */
    bool open;
    int new_fd, old_fd;
};

static bool failed(struct stage *stage, struct text path, const char *what) {
    int error = errno;
    const char *hint = error == ENOSPC || error == EDQUOT ? "make room and build again"
                       : error == EACCES || error == EROFS
                           ? "see who owns the folder and whether it may be written"
                           : NULL;
    diag_file(stage->diags, SEVERITY_ERROR, stage->target, hint, "%s %.*s: %s; the old site stays",
              what, TEXT_ARG(path), strerror(error));
    return false;
}

/* A folder of the old tree; -1 where there is none. Nothing but reading is done in it. */
static int open_old(int fd, const char *name) {
    return fd < 0 ? -1 : openat(fd, name, OPEN_FOLDER);
}

static void close_cursor(struct stage *stage, struct cursor *cursor) {
    if (!cursor->open) return;
    stage->calls->close(cursor->new_fd);
    if (cursor->old_fd >= 0) close(cursor->old_fd);
    *cursor = (struct cursor){0};
}

static int enter_new(struct stage *stage, int fd, const char *name) {
    if (stage->calls->mkdir(fd, name, 0777) != 0 && errno != EEXIST) return -1;
    return stage->calls->open(fd, name, OPEN_FOLDER, 0);
}

/* Opens the folder of a file in both trees, making it in the new one. */
static bool enter(struct stage *stage, struct cursor *cursor, struct text folder,
                  struct text path) {
    if (cursor->open && text_equal(cursor->folder, folder)) return true;
    close_cursor(stage, cursor);
    int new_fd = dup(stage->new_fd), old_fd = stage->old_fd < 0 ? -1 : dup(stage->old_fd);
    struct text rest = folder;
    while (new_fd >= 0 && rest.ptr) {
        char name[256] = "";
        struct text part = text_next(&rest, '/');
        int inner = -1;
        if (file_part_is_plain(part)) {
            memcpy(name, part.ptr, part.len);
            inner = enter_new(stage, new_fd, name);
        } else {
            errno = EINVAL;
        }
        int error = errno, old_inner = open_old(old_fd, name);
        stage->calls->close(new_fd);
        if (old_fd >= 0) close(old_fd);
        new_fd = inner;
        old_fd = old_inner;
        errno = error;
    }
    if (new_fd < 0) {
        failed(stage, path, "cannot make the folder of");
        if (old_fd >= 0) close(old_fd);
        return false;
    }
    *cursor = (struct cursor){.folder = folder, .open = true, .new_fd = new_fd, .old_fd = old_fd};
    return true;
}

/* The file has these bytes. */
static bool is_same(int fd, struct text bytes) {
    struct stat info;
    char chunk[16384];
    size_t done = 0;
    if (fstat(fd, &info) != 0 || (size_t)info.st_size != bytes.len) return false;
    while (done < bytes.len) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0 || (size_t)n > bytes.len - done ||
            memcmp(chunk, bytes.ptr + done, (size_t)n) != 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static bool write_all(struct stage *stage, int fd, struct text bytes) {
    size_t done = 0;
    while (done < bytes.len) {
        ssize_t n = stage->calls->write(fd, bytes.ptr + done, bytes.len - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

/* `time`: of the old file with the same bytes, or NULL. */
static bool write_new(struct stage *stage, int folder, const char *name, struct text bytes,
                      const struct timespec *time) {
    int fd = stage->calls->open(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                0666);
    if (fd < 0) return false;
    bool fine = write_all(stage, fd, bytes);
    int error = errno;
    if (fine && time) futimens(fd, (struct timespec[2]){*time, *time}); /* a courtesy */
    if (stage->calls->close(fd) != 0 && fine) {
        fine = false;
        error = errno;
    }
    errno = error;
    return fine;
}

/* One file, `name` in both folders. *had: the old tree has a file of that name; *same: with the same
 * bytes. Where links are refused (another owner, a file system without them) it is written, and
 * keeps its time all the same. */
static bool put_file(struct stage *stage, int new_folder, int old_folder, const char *name,
                     struct text bytes, bool *had, bool *same) {
    int old = old_folder < 0
                  ? -1
                  : openat(old_folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info = {0};
    *had = old >= 0 && fstat(old, &info) == 0 && S_ISREG(info.st_mode);
    *same = *had && is_same(old, bytes);
    if (old >= 0) close(old);
    return (*same && stage->calls->link(old_folder, name, new_folder, name) == 0) ||
           write_new(stage, new_folder, name, bytes, *same ? &info.st_mtim : NULL);
}

static bool write_file(struct stage *stage, struct cursor *cursor, struct text last,
                       const struct output_file *file) {
    char name[256] = "";
    bool had = false, same = false;
    if (!file_part_is_plain(last)) {
        errno = EINVAL;
        return failed(stage, file->path, "cannot write");
    }
    memcpy(name, last.ptr, last.len);
    if (!put_file(stage, cursor->new_fd, cursor->old_fd, name, file->bytes, &had, &same))
        return failed(stage, file->path, "cannot write");
    stage->matched += had;
    stage->report->unchanged += same;
    stage->report->written += !same;
    return true;
}

bool stage_write(struct stage *stage, const struct output *output) {
    struct cursor cursor = {0};
    struct text mark = {mark_text, sizeof mark_text - 1};
    bool had, same;
    bool fine = put_file(stage, stage->new_fd, stage->old_fd, PUBLISH_MARK, mark, &had, &same) ||
                failed(stage, TEXT(PUBLISH_MARK), "cannot write");
    for (size_t i = 0; fine && i < output->count; i++) {
        const struct output_file *file = &output->file[i];
        size_t slash = file->path.len;
        while (slash > 0 && file->path.ptr[slash - 1] != '/')
            slash--;
        struct text folder = text_cut(file->path, 0, slash ? slash - 1 : 0);
        struct text last = text_cut(file->path, slash, file->path.len);
        fine = enter(stage, &cursor, folder, file->path) && write_file(stage, &cursor, last, file);
    }
    close_cursor(stage, &cursor);
    return fine;
}

/* --- trees that go ------------------------------------------------------------------------- */

static bool is_dots(const char *name) {
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

enum stage_mark stage_marked(const struct publish_calls *calls, int folder, const char *name) {
    struct stat info;
    int fd = calls->open(folder, name, OPEN_FOLDER, 0);
    if (fd < 0) return errno == ENOENT ? MARK_NO_FOLDER : MARK_NOT_OURS;
    enum stage_mark mark = MARK_NOT_OURS;
    DIR *dir = NULL;
    if (fstatat(fd, PUBLISH_MARK, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode)) {
        mark = MARK_OURS;
    } else if ((dir = fdopendir(fd))) {
        mark = MARK_EMPTY;
        for (struct dirent *entry; (entry = readdir(dir));)
            if (!is_dots(entry->d_name)) mark = MARK_NOT_OURS;
    }
    if (dir)
        closedir(dir);
    else
        close(fd);
    return mark;
}

enum { MAX_DEPTH = 64 };

/* Everything in the folder `fd` but the mark at its top; closes fd. */
static bool empty_folder(const struct publish_calls *calls, int fd, size_t *files, int depth) {
    DIR *dir = depth < MAX_DEPTH ? fdopendir(fd) : NULL;
    bool fine = dir != NULL;
    if (!dir) {
        if (depth >= MAX_DEPTH) errno = ELOOP;
        int error = errno;
        close(fd);
        errno = error;
    }
    for (struct dirent *entry; fine && (entry = readdir(dir));) {
        const char *name = entry->d_name;
        struct stat info;
        if (is_dots(name) || (depth == 0 && strcmp(name, PUBLISH_MARK) == 0)) continue;
        fine = fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
        if (fine && S_ISDIR(info.st_mode)) {
            int inner = calls->open(fd, name, OPEN_FOLDER, 0);
            fine = inner >= 0 && empty_folder(calls, inner, files, depth + 1) &&
                   calls->unlink(fd, name, AT_REMOVEDIR) == 0;
        } else if (fine) {
            fine = calls->unlink(fd, name, 0) == 0;
            *files += fine;
        }
    }
    if (dir) {
        int error = errno;
        closedir(dir);
        errno = error;
    }
    return fine;
}

bool stage_remove(const struct publish_calls *calls, int folder, const char *name, size_t *files) {
    int fd = calls->open(folder, name, OPEN_FOLDER, 0);
    int again = fd < 0 ? -1 : dup(fd);
    bool fine = fd >= 0 && again >= 0 && empty_folder(calls, fd, files, 0) &&
                (calls->unlink(again, PUBLISH_MARK, 0) == 0 || errno == ENOENT);
    int error = errno;
    if (fd >= 0 && again < 0) close(fd);
    if (again >= 0) close(again);
    errno = error;
    return fine && calls->unlink(folder, name, AT_REMOVEDIR) == 0;
}
