/* tree -- see tree.h. */
#define _GNU_SOURCE
#include "publish/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static bool is_dots(const char *name) {
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

enum tree_mark tree_marked(const struct publish_calls *calls, int folder, const char *name) {
    struct stat info;
    int fd = calls->open(folder, name, OPEN_FOLDER, 0);
    if (fd < 0) return errno == ENOENT ? MARK_NO_FOLDER : MARK_NOT_OURS;
    enum tree_mark mark = MARK_NOT_OURS;
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

/* A walk goes through a folder that this program made. What it does not own is noted and not
 * entered; the rest is removed, unless the walk only looks. */
struct removal {
    const struct publish_calls *calls;
    const struct owned *owned;
    struct foreign *foreign;
    struct buf path; /* from the top of the folder */
};

static bool walk(struct removal *removal, int fd, int depth);

/* The caller has put the entry's path into removal->path. */
static bool walk_entry(struct removal *removal, int fd, const struct dirent *entry, int depth) {
    const struct publish_calls *calls = removal->calls;
    const char *name = entry->d_name;
    struct stat info;
    bool folder = entry->d_type == DT_DIR, file = entry->d_type == DT_REG;
    if (entry->d_type == DT_UNKNOWN) { /* some disks do not say */
        if (fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return false;
        folder = S_ISDIR(info.st_mode);
        file = S_ISREG(info.st_mode);
    }
    if (folder) buf_char(&removal->path, '/'); /* a folder is listed with its slash */
    if ((!folder && !file) ||
        (removal->owned->listed && !texts_has(&removal->owned->paths, buf_text(&removal->path)))) {
        struct arena *arena = removal->foreign->arena;
        texts_add(&removal->foreign->paths, arena_text(arena, buf_text(&removal->path)), arena);
        return true;
    }
    if (folder) {
        size_t before = removal->foreign->paths.count;
        int inner = openat(fd, name, OPEN_FOLDER);
        return inner >= 0 && walk(removal, inner, depth + 1) &&
               (!calls || removal->foreign->paths.count > before ||
                calls->unlink(fd, name, AT_REMOVEDIR) == 0);
    }
    if (calls && calls->unlink(fd, name, 0) != 0) return false;
    removal->foreign->owned++;
    return true;
}

/* Goes through the folder `fd`, but not to the mark at its top; closes fd. */
static bool walk(struct removal *removal, int fd, int depth) {
    DIR *dir = depth < PUBLISH_MAX_DEPTH ? fdopendir(fd) : NULL;
    int error = depth < PUBLISH_MAX_DEPTH ? errno : ELOOP;
    bool fine = dir != NULL;
    if (!dir) close(fd);
    size_t length = removal->path.len;
    for (struct dirent *entry; fine && (entry = readdir(dir));) {
        if (is_dots(entry->d_name) || (depth == 0 && strcmp(entry->d_name, PUBLISH_MARK) == 0))
            continue;
        buf_str(&removal->path, entry->d_name);
        fine = walk_entry(removal, fd, entry, depth);
        error = errno;
        buf_truncate(&removal->path, length);
    }
    if (dir) closedir(dir);
    errno = error;
    return fine;
}

bool tree_look(int fd, const struct owned *owned, struct foreign *foreign) {
    struct removal look = {.owned = owned, .foreign = foreign};
    int again = openat(fd, ".", OPEN_FOLDER);
    bool fine = again >= 0 && walk(&look, again, 0);
    buf_free(&look.path);
    return fine;
}

bool tree_remove(const struct publish_calls *calls, int folder, const char *name,
                 struct foreign *foreign) {
    int fd = calls->open(folder, name, OPEN_FOLDER, 0);
    int again = fd < 0 ? -1 : dup(fd);
    foreign->paths.count = 0;
    if (again < 0) {
        file_close(fd);
        return false;
    }
    struct owned owned = owned_read(fd, foreign->arena);
    struct removal removal = {.calls = calls, .owned = &owned, .foreign = foreign};
    bool fine = walk(&removal, fd, 0);
    if (fine && foreign->paths.count) {
        errno = ENOTEMPTY;
        fine = false;
    }
    fine = fine && (calls->unlink(again, PUBLISH_MARK, 0) == 0 || errno == ENOENT);
    buf_free(&removal.path);
    file_close(again);
    return fine && calls->unlink(folder, name, AT_REMOVEDIR) == 0;
}
