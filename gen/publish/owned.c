/* owned -- see owned.h. */
#include "publish/owned.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/file.h"

enum { LIST_MAX = 64 << 20 };

static const char headline[] = "This folder is written by build/gen, which replaces it whole: put "
                               "nothing here. It holds:\n";

void owned_mark(const struct output *output, struct buf *mark) {
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

struct owned owned_parse(struct text mark, struct arena *arena) {
    struct owned owned = {0};
    struct text rest = mark, head = text_next(&rest, '\n');
    owned.listed = head.len + 1 == sizeof headline - 1 && rest.ptr;
    while (owned.listed && rest.ptr) {
        struct text path = text_next(&rest, '\n');
        if (path.len) texts_add(&owned.paths, path, arena);
    }
    texts_sort(&owned.paths);
    return owned;
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
    return owned_parse((struct text){bytes, done}, arena);
}

bool owned_has(const struct owned *owned, struct text path) {
    return !owned->listed || texts_has(&owned->paths, path);
}
