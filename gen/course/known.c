/* known -- see known.h. */
#include "course/known.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cache.h"
#include "base/file.h"
#include "base/sha256.h"

enum { HASH = SHA256_HEX - 1, FILE_MAX = 8 << 20 };

void known_open(struct known *known, struct arena *arena) {
    struct stat info;
    *known = (struct known){.arena = arena, .fd = -1};
    int fd = cache_open(cache_path("signatures", arena), O_RDWR | O_CREAT | O_APPEND);
    if (fd < 0) return;
    if (fstat(fd, &info) != 0 || (info.st_size > FILE_MAX && ftruncate(fd, 0) != 0)) {
        close(fd);
        return;
    }
    size_t size = info.st_size > FILE_MAX ? 0 : (size_t)info.st_size, got = 0;
    char *bytes = arena_alloc(arena, size + 1);
    known->fd = fd;
    if (!file_read_all(fd, bytes, size, &got)) got = 0;
    for (struct text rest = {bytes, got}; rest.len;) {
        struct text line = text_next(&rest, '\n');
        if (line.len == HASH) map_add(&known->map, line, 0, NULL, arena);
    }
}

bool known_has(const struct known *known, struct text hash) {
    return map_find(&known->map, hash) != NULL;
}

void known_add(struct known *known, struct text hash) {
    texts_add(&known->fresh, hash, known->arena);
}

void known_close(struct known *known) {
    struct buf lines = {0};
    for (size_t i = 0; i < known->fresh.count; i++) {
        buf_view(&lines, known->fresh.at[i]);
        buf_char(&lines, '\n');
    }
    /* A line that could not be written is verified again next time. */
    if (known->fd >= 0 && lines.len) (void)!file_write_all(known->fd, buf_text(&lines), write);
    buf_free(&lines);
    file_close(known->fd);
}
