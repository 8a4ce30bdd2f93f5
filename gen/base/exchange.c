/* exchange -- see exchange.h. Names of ours begin with a dot: what walks a folder passes them over. */
#define _GNU_SOURCE
#include "base/exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(struct diags *diags, const struct exchange *one, const char *why) {
    diag_file(diags, SEVERITY_ERROR, one->path, "nothing was changed",
              "cannot replace this file: %s", why);
    return false;
}

/* Writes a file of ours and has it on the disk. False and errno; what was begun is removed. */
static bool write_beside(const struct exchange *one, char name[64], struct text bytes,
                         mode_t mode) {
    int fd = openat(one->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        name[0] = 0;
        return false;
    }
    bool fine = file_write_all(fd, bytes, write) && fchmod(fd, mode) == 0 && fsync(fd) == 0;
    if (!fine) {
        file_close(fd);
        return false;
    }
    return close(fd) == 0;
}

/* Everything that can fail for want of room or permission is done here, before the first rename. */
static bool prepare(const struct root *root, struct exchange *one, size_t index,
                    struct arena *arena, struct diags *diags) {
    struct stat info;
    struct text now = {0};
    one->folder = file_open_parent(root, one->path, one->name, false);
    if (one->folder < 0) return cannot(diags, one, strerror(errno));
    one->there = fstatat(one->folder, one->name, &info, AT_SYMLINK_NOFOLLOW) == 0;
    mode_t mode = one->there ? info.st_mode & 0777 : 0644;
    if (one->there && !(mode & 0222)) return cannot(diags, one, "it is read-only");
    if (one->there && !file_read(root, one->path, FILE_MAX_TEXT, arena, &now, diags)) return false;
    if (one->was.ptr && (!one->there || !text_equal(one->was, now)))
        return cannot(diags, one, "it was changed by somebody else just now");
    snprintf(one->fresh, sizeof one->fresh, ".gen-%ld-%zu-new", (long)getpid(), index);
    if (!write_beside(one, one->fresh, one->bytes, mode))
        return cannot(diags, one, strerror(errno));
    if (!one->there) return true;
    snprintf(one->kept, sizeof one->kept, ".gen-%ld-%zu-old", (long)getpid(), index);
    return write_beside(one, one->kept, now, mode) || cannot(diags, one, strerror(errno));
}

static void take_back(struct exchange *one) {
    if (!one->done) return;
    if (!one->there)
        unlinkat(one->folder, one->name, 0);
    else if (renameat(one->folder, one->kept, one->folder, one->name) == 0)
        one->kept[0] = 0;
}

static void clean(struct exchange *one) {
    if (one->fresh[0] && !one->done) unlinkat(one->folder, one->fresh, 0);
    if (one->kept[0]) unlinkat(one->folder, one->kept, 0);
    file_close(one->folder);
}

bool exchange_files(const struct root *root, struct exchange *list, size_t count,
                    struct diags *diags) {
    struct arena arena = {0};
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        list[i].folder = -1;
        list[i].fresh[0] = list[i].kept[0] = 0;
        list[i].done = false;
    }
    for (size_t i = 0; fine && i < count; i++)
        fine = prepare(root, &list[i], i, &arena, diags);
    for (size_t i = 0; fine && i < count; i++) {
        fine = renameat(list[i].folder, list[i].fresh, list[i].folder, list[i].name) == 0;
        list[i].done = fine;
        if (!fine) cannot(diags, &list[i], strerror(errno));
    }
    for (size_t i = 0; !fine && i < count; i++)
        take_back(&list[i]);
    for (size_t i = 0; i < count; i++)
        clean(&list[i]);
    arena_free(&arena);
    return fine;
}
