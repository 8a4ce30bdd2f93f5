/* support.h -- what the harness's tests share: files, a folder that goes away, and the program
 * build/replay run on a recording. Every test program is one file, so all is static. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../harness/store.h"
#include "../harness/number.h"

#include "base/buf.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

struct folder {
    char path[256];
};

static UNUSED struct folder folder_make(void) {
    struct folder f;
    const char *base = getenv("TMPDIR");
    snprintf(f.path, sizeof f.path, "%.200s/measure-test-XXXXXX", base && base[0] ? base : "/tmp");
    assert_non_null(mkdtemp(f.path));
    return f;
}

static UNUSED const char *in(const struct folder *f, const char *name) {
    static char path[4][512];
    static unsigned turn;
    char *p = path[turn++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", f->path, name);
    return p;
}

static UNUSED int folder_count(const struct folder *f) {
    int n = 0;
    DIR *d = opendir(f->path);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

/* Removes the folder and the plain files in it. */
static UNUSED void folder_remove(const struct folder *f) {
    DIR *d = opendir(f->path);
    for (struct dirent *e; d && (e = readdir(d));)
        (void)unlinkat(dirfd(d), e->d_name, 0);
    if (d) closedir(d);
    assert_int_equal(rmdir(f->path), 0);
}

static UNUSED void file_put(const char *path, const char *data) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, strlen(data), f), strlen(data));
    assert_int_equal(fclose(f), 0);
}

/* The caller frees it; NULL when there is no such file. */
static UNUSED char *file_get(const char *path) {
    struct problem why;
    size_t length;
    return store_read(path, 8 << 20, &length, &why);
}

struct ran {
    int status;      /* exit status, or 128 + signal */
    char *out, *err; /* freed by ran_free */
};

static UNUSED void ran_free(struct ran *r) {
    free(r->out);
    free(r->err);
}

static UNUSED const char *replay_program(void) {
    static char path[256];
    const char *b = getenv("B");
    snprintf(path, sizeof path, "%s/replay", b ? b : "build");
    return path;
}

static UNUSED void redirect(const char *path, int to) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || dup2(fd, to) < 0) _exit(127);
    close(fd);
}

/* Runs `program` with the arguments, which end with NULL; its output goes through `f`. */
static UNUSED struct ran run_program(const struct folder *f, const char *const *arguments) {
    struct ran r = {0};
    const char *out = in(f, ".out"), *err = in(f, ".err");
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        redirect(out, STDOUT_FILENO);
        redirect(err, STDERR_FILENO);
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    r.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    r.out = file_get(out);
    r.err = file_get(err);
    unlink(out);
    unlink(err);
    return r;
}

/* build/replay --replay recording --output output [more]. */
static UNUSED struct ran replay(const struct folder *f, const char *recording, const char *output,
                                const char *more) {
    const char *arguments[] = {replay_program(), "--replay", recording, "--output",
                               output,           more,       NULL};
    return run_program(f, arguments);
}

/* Everything before `from` replaced in a copy of s; the caller frees it. */
static UNUSED char *replaced(const char *s, const char *from, const char *to) {
    struct buf t = {0};
    for (const char *at; (at = strstr(s, from)); s = at + strlen(from)) {
        buf_add(&t, s, (size_t)(at - s));
        buf_str(&t, to);
    }
    buf_str(&t, s);
    assert_false(t.overflow);
    return t.ptr;
}
