/* faults -- loaded before the C library (LD_PRELOAD), makes one call of a program fail: faults.test.
 *
 *     FAULT_KIND    memory, read, write, open, or rename
 *     FAULT_AT      which call of that kind fails, from 1; 0 or not set: none
 *     FAULT_ALWAYS  all later ones fail too, as on a full disk
 *     FAULT_COUNT   a file: how many such calls there were is written to it at the end
 *
 * Memory fails with ENOMEM, reading with EIO, writing and renaming with ENOSPC, opening with EMFILE. Calls
 * before main() and of the terminal's streams count like all others, but standard error always works. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { MEMORY, READ, WRITE, OPEN, RENAME, KINDS };
static const char *const names[KINDS] = {"memory", "read", "write", "open", "rename"};
static const int errors[KINDS] = {ENOMEM, EIO, ENOSPC, EMFILE, ENOSPC};

static enum kind wanted = KINDS;
static long at, calls, always;
static int main_pid;

__attribute__((constructor)) static void start(void) {
    const char *kind = getenv("FAULT_KIND"), *number = getenv("FAULT_AT");
    for (int i = 0; kind && i < KINDS; i++)
        if (strcmp(kind, names[i]) == 0) wanted = (enum kind)i;
    at = number ? strtol(number, NULL, 10) : 0;
    always = getenv("FAULT_ALWAYS") != NULL;
    main_pid = getpid();
    unsetenv("LD_PRELOAD"); /* programs that it starts are not concerned */
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    char text[32];
    if (!path || getpid() != main_pid) return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int length = snprintf(text, sizeof text, "%ld\n", calls);
    if (fd >= 0) syscall(SYS_write, fd, text, length);
}

static int fails(enum kind kind) {
    if (kind != wanted) return 0;
    calls++;
    if (!at || (always ? calls < at : calls != at)) return 0;
    errno = errors[kind];
    return 1;
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails(MEMORY) ? NULL : __libc_realloc(old, size);
}

ssize_t read(int fd, void *bytes, size_t size) {
    return fails(READ) ? -1 : syscall(SYS_read, fd, bytes, size);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    return fd != 2 && fails(WRITE) ? -1 : syscall(SYS_write, fd, bytes, size);
}

/* The second half of a flag's meaning: a mode follows. */
static unsigned mode_of(int flags, va_list list) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, unsigned) : 0;
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    unsigned mode = mode_of(flags, list);
    va_end(list);
    return fails(OPEN) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    unsigned mode = mode_of(flags, list);
    va_end(list);
    return fails(OPEN) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

int renameat2(int from, const char *a, int to, const char *b, unsigned flags) {
    return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, from, a, to, b, flags);
}

int renameat(int from, const char *a, int to, const char *b) {
    return renameat2(from, a, to, b, 0);
}

int linkat(int from, const char *a, int to, const char *b, int flags) {
    return fails(RENAME) ? -1 : (int)syscall(SYS_linkat, from, a, to, b, flags);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    return fails(RENAME) ? -1 : (int)syscall(SYS_mkdirat, folder, path, mode);
}
