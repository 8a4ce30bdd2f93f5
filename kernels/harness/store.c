/* store.c -- see store.h. */
#define _DEFAULT_SOURCE /* flock, which unlike fcntl can lock a folder; realpath */

#include "store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEFTOVER_START ".measure-"
#define LEFTOVER_END ".tmp"

static bool say(struct problem *why, const char *what, const char *path) {
    return problem_fatal(why, "%.150s: %s: %s", path, what, strerror(errno));
}

static void folder_of(const char *path, char *folder, size_t room) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        snprintf(folder, room, ".");
    else
        snprintf(folder, room, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

bool store_target(const char *path, char target[STORE_PATH], struct problem *why) {
    struct stat st;
    char *real = NULL;
    const bool there = stat(path, &st) == 0;
    if (!there && lstat(path, &st) == 0) return say(why, "a link that leads nowhere", path);
    if (there && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return say(why, "cannot be written", path);
    }
    if (there && S_ISREG(st.st_mode) && !(real = realpath(path, NULL)))
        return say(why, "cannot be found", path);
    int n = snprintf(target, STORE_PATH, "%s", real ? real : path);
    free(real);
    errno = ENAMETOOLONG;
    return n < STORE_PATH || say(why, "cannot be written", path);
}

/* Some file systems (of networks, of containers) lack a call, which is no reason to lose a measurement. */
static bool cannot_at_all(void) {
    return errno == EINVAL || errno == ENOTSUP || errno == EOPNOTSUPP || errno == ENOSYS ||
           errno == ENOLCK;
}

static void remove_leftovers(const char *folder) {
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d))) {
        size_t n = strlen(e->d_name), tail = strlen(LEFTOVER_END);
        if (strncmp(e->d_name, LEFTOVER_START, strlen(LEFTOVER_START)) == 0 && n > tail &&
            strcmp(e->d_name + n - tail, LEFTOVER_END) == 0)
            (void)unlinkat(dirfd(d), e->d_name, 0);
    }
    if (d) closedir(d);
}

int store_lock(const char *target, struct problem *why) {
    char folder[STORE_PATH];
    folder_of(target, folder, sizeof folder);
    const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool locked = lock >= 0 && (flock(lock, LOCK_EX | LOCK_NB) == 0 || cannot_at_all());
    if (locked && access(folder, W_OK) == 0) {
        remove_leftovers(folder);
        return lock;
    }
    const bool busy = lock >= 0 && !locked && errno == EWOULDBLOCK;
    say(why,
        locked      ? "cannot be written to"
        : lock >= 0 ? "cannot be locked"
                    : "cannot be opened",
        folder);
    if (busy)
        problem_fatal(why,
                      "another run is measuring into %.120s: wait for it, or write elsewhere with "
                      "--output",
                      folder);
    store_unlock(lock);
    return -1;
}

void store_unlock(int lock) {
    if (lock >= 0) close(lock);
}

static bool write_all(int fd, const char *data, size_t length) {
    while (length) {
        ssize_t n = write(fd, data, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n;
        length -= (size_t)n;
    }
    return true;
}

static bool force(int fd, const char *target, struct problem *why) {
    if (fsync(fd) == 0) return true;
    if (!cannot_at_all()) return false;
    snprintf(why->text, sizeof why->text,
             "%.120s: written, but this file system cannot force it to disk (%s)", target,
             strerror(errno));
    return true;
}

/* Closes the file; false, with the first errno, if it or what came before went wrong. */
static bool close_after(int fd, bool ok) {
    const int error = errno;
    const bool closed = close(fd) == 0;
    if (!ok) errno = error;
    return ok && closed;
}

/* A pipe or a device is never replaced, so it is neither created nor truncated. */
static bool write_straight(const char *target, const char *data, size_t length,
                           struct problem *why) {
    int fd = open(target, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return say(why, "cannot be written", target);
    return close_after(fd, write_all(fd, data, length)) ||
           say(why, "not written to its end", target);
}

bool store_write(const char *target, const char *data, size_t length, struct problem *why) {
    char folder[STORE_PATH], name[STORE_PATH + 64];
    struct stat st;
    *why = (struct problem){0};
    if (stat(target, &st) == 0 && !S_ISREG(st.st_mode))
        return write_straight(target, data, length, why);
    folder_of(target, folder, sizeof folder);
    snprintf(name, sizeof name, "%s/" LEFTOVER_START "%ld" LEFTOVER_END, folder, (long)getpid());
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) return say(why, "cannot be written", name);
    const bool ok = write_all(fd, data, length) && force(fd, target, why);
    if (!close_after(fd, ok) || rename(name, target) != 0) {
        say(why, "not written, the old file is as it was", target);
        (void)unlink(name);
        return false;
    }
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0) {
        (void)fsync(lock); /* forces the rename where the file system can; the file is whole */
        close(lock);
    }
    return true;
}

/* The name is new, so that nothing is replaced. */
static bool write_new(const char *name, const char *data, size_t length) {
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    struct problem note;
    if (fd < 0) return false;
    if (close_after(fd, write_all(fd, data, length) && force(fd, name, &note))) return true;
    (void)unlink(name);
    return false;
}

bool store_rescue(const char *target, const char *data, size_t length, char name[STORE_PATH]) {
    const char *slash = strrchr(target, '/'), *last = slash ? slash + 1 : target;
    const char *const folders[] = {getenv("TMPDIR"), "/tmp", "/var/tmp", getenv("HOME"),
                                   "/dev/shm"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (!folders[i] || !*folders[i]) continue;
        int n = snprintf(name, STORE_PATH, "%s/measure-%ld-%s", folders[i], (long)getpid(), last);
        if (n < STORE_PATH && write_new(name, data, length)) return true;
    }
    return false;
}

char *store_read(const char *path, size_t most, size_t *length, struct problem *why) {
    FILE *f = fopen(path, "rb");
    char *data = f ? malloc(most + 1) : NULL;
    if (!data) {
        say(why, "cannot be read", path);
        if (f) fclose(f);
        return NULL;
    }
    *length = fread(data, 1, most, f);
    bool bad = ferror(f) || !feof(f);
    if (bad && !ferror(f)) errno = EFBIG;
    fclose(f);
    if (bad) {
        say(why, "cannot be read", path);
        free(data);
        return NULL;
    }
    data[*length] = '\0';
    return data;
}

/* Returns whether the file is that of this card (1), of another (0), or missing (-1). */
static int owner(const char *folder, const char *id, const char *uuid_hash) {
    char path[640], want[160];
    struct problem ignored = {0};
    size_t length;
    snprintf(path, sizeof path, "%.400s/%.100s.json", folder, id);
    char *data = store_read(path, 1 << 20, &length, &ignored);
    if (!data) return -1;
    snprintf(want, sizeof want, "\"uuid_hash\": \"%.64s\"", uuid_hash);
    int is = strstr(data, want) != NULL;
    free(data);
    return is;
}

void store_card_id(const char *folder, const char *slug, const char *uuid_hash,
                   char out[STORE_ID]) {
    char own[STORE_ID];
    snprintf(own, sizeof own, "%.96s-%.6s", slug, uuid_hash);
    bool other = owner(folder, slug, uuid_hash) == 0;
    snprintf(out, STORE_ID, "%s", other || owner(folder, own, uuid_hash) == 1 ? own : slug);
}
