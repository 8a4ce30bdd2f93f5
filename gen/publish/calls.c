/* calls -- the real system calls. */
#define _GNU_SOURCE
#include "publish/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int real_open(int folder, const char *name, int flags, mode_t mode) {
    return openat(folder, name, flags, mode);
}

static int real_link(int folder, const char *name, int new_folder, const char *new_name) {
    return linkat(folder, name, new_folder, new_name, 0);
}

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

static int real_lock(int fd) {
    return flock(fd, LOCK_EX | LOCK_NB);
}

const struct publish_calls publish_system = {
    .mkdir = mkdirat,
    .open = real_open,
    .write = write,
    .close = close,
    .link = real_link,
    .sync = real_sync,
    .sync_file = fsync,
    .exchange = real_exchange,
    .rename = real_rename,
    .unlink = unlinkat,
    .lock = real_lock,
};
