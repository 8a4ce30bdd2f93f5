/* mark -- see mark.h. */
#define _GNU_SOURCE
#include "publish/mark.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIST_MAX = 64 << 20 };

static const char headline[] = "This folder is written by build/gen, which replaces it whole: put "
                               "nothing here. It holds:\n";

void mark_bytes(const struct output *output, struct buf *mark) {
    struct text before = {0};
    buf_str(mark, headline);
    for (size_t i = 0; i < output->count; i++) {
        struct text path = output->file[i].path;
        size_t same = 0; /* bytes that both paths begin with */
        while (same < path.len && same < before.len && path.ptr[same] == before.ptr[same])
            same++;
        for (size_t at = same; at < path.len; at++)
            if (path.ptr[at] == '/')
                buf_printf(mark, "%.*s\n", TEXT_ARG(text_cut(path, 0, at + 1)));
        buf_printf(mark, "%.*s\n", TEXT_ARG(path));
        before = path;
    }
}

bool mark_write(int fd, struct text mark, file_writer *writer) {
    const size_t head = sizeof headline - 1;
    return lseek(fd, (off_t)head, SEEK_SET) >= 0 &&
           file_write_all(fd, text_cut(mark, head, mark.len), writer) &&
           lseek(fd, 0, SEEK_SET) == 0 && file_write_all(fd, text_cut(mark, 0, head), writer);
}

static bool is_folder(struct text path) {
    return path.ptr[path.len - 1] == '/';
}

static struct owned parse(struct text mark, struct arena *arena) {
    struct text rest = mark, head = text_next(&rest, '\n');
    struct owned owned = {.listed = head.len + 1 == sizeof headline - 1 && rest.ptr};
    bool sorted = true;
    while (owned.listed && rest.ptr) {
        struct text path = text_next(&rest, '\n');
        if (!path.len) continue;
        const size_t count = owned.paths.count;
        sorted = sorted && (!count || text_compare(owned.paths.at[count - 1], path) < 0);
        owned.files += !is_folder(path);
        texts_add(&owned.paths, path, arena);
    }
    if (!sorted) texts_sort(&owned.paths); /* somebody wrote it */
    return owned;
}

struct owned owned_by(const struct output *output, struct arena *arena) {
    struct buf mark = {0};
    mark_bytes(output, &mark);
    return parse(buf_take(&mark, arena), arena);
}

struct owned owned_read(int folder, struct arena *arena) {
    struct stat info;
    int fd = openat(folder, PUBLISH_MARK, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    size_t done = 0;
    char *bytes = NULL;
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size < LIST_MAX) {
        bytes = arena_alloc(arena, (size_t)info.st_size + 1);
        if (!file_read_all(fd, bytes, (size_t)info.st_size, &done)) done = 0;
    }
    file_close(fd);
    return parse((struct text){bytes, done}, arena);
}

bool owned_untouched(int folder, const struct owned *owned, const struct timespec *since) {
    struct stat info;
    char name[4096];
    bool fine = owned->listed && fstat(folder, &info) == 0 && !file_changed_since(&info, since);
    for (size_t i = 0; fine && i < owned->paths.count; i++) {
        const struct text path = owned->paths.at[i];
        if (!is_folder(path)) continue;
        fine = path.len < sizeof name;
        if (!fine) break;
        memcpy(name, path.ptr, path.len - 1);
        name[path.len - 1] = 0;
        fine = fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode) &&
               !file_changed_since(&info, since);
    }
    return fine;
}
