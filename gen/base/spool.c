/* spool -- see spool.h. */
#include "base/spool.h"

#include <errno.h>
#include <unistd.h>

#include "base/file.h"

bool spool_put(struct spool *spool, struct text bytes, size_t *at) {
    if (!spool->file && !(spool->file = tmpfile())) return false;
    if (!file_write_all(fileno(spool->file), bytes, write)) {
        lseek(fileno(spool->file), (off_t)spool->size, SEEK_SET);
        return false;
    }
    *at = spool->size;
    spool->size += bytes.len;
    return true;
}

bool spool_get(const struct spool *spool, size_t at, char *room, size_t size) {
    size_t got = 0;
    while (got < size) {
        ssize_t part = pread(fileno(spool->file), room + got, size - got, (off_t)(at + got));
        if (part < 0 && errno == EINTR) continue;
        if (part == 0) errno = EIO;
        if (part <= 0) return false;
        got += (size_t)part;
    }
    return true;
}

void spool_close(struct spool *spool) {
    if (spool->file) fclose(spool->file);
    *spool = (struct spool){0};
}
