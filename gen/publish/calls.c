/* calls -- the real system calls. */
#define _GNU_SOURCE
#include "publish/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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
