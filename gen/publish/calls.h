/* calls -- the system calls that publishing makes, in a table, so that a test can make any one of
 * them fail, or end the process there. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* Each is as its manual says; `open` is always given a mode. */
struct publish_calls {
    int (*mkdir)(int folder, const char *name, mode_t mode);
    int (*open)(int folder, const char *name, int flags, ...);
    ssize_t (*write)(int fd, const void *bytes, size_t size);
    int (*close)(int fd);
    int (*link)(int folder, const char *name, int new_folder, const char *new_name, int flags);
    int (*sync)(int fd);      /* everything on the file system of fd */
    int (*sync_file)(int fd); /* one file or folder */
    int (*exchange)(int folder, const char *a, const char *b);
    int (*rename)(int folder, const char *from, const char *to);
    int (*unlink)(int folder, const char *name, int flags);
    int (*lock)(int fd, int how);
};

extern const struct publish_calls publish_system;
