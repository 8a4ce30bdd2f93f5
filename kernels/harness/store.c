/* store.c -- see store.h. */
#define _DEFAULT_SOURCE /* flock, which unlike fcntl can lock a folder */

#include "store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define LEFTOVER_START ".measure-"
#define LEFTOVER_END ".tmp"

static bool say(struct problem *why, const char *what, const char *path) {
    snprintf(why->text, sizeof why->text, "%.150s: %s: %s", path, what, strerror(errno));
    why->fatal = true;
    return false;
}

static void folder_of(const char *path, char *folder, size_t room) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        snprintf(folder, room, ".");
    else
        snprintf(folder, room, "%.*s", slash == path ? 1 : (int)(slash - path), path);
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

bool store_open(struct store *s, const char *path, struct problem *why) {
    folder_of(path, s->folder, sizeof s->folder);
    s->lock = open(s->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->lock < 0) return say(why, "cannot be opened", s->folder);
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        bool busy = errno == EWOULDBLOCK;
        say(why, "cannot be locked", s->folder);
        if (busy)
            snprintf(why->text, sizeof why->text,
                     "another run is measuring into %.120s: wait for it, or write elsewhere with "
                     "--output",
                     s->folder);
        store_close(s);
        return false;
    }
    if (access(s->folder, W_OK) != 0) {
        say(why, "cannot be written to", s->folder);
        store_close(s);
        return false;
    }
    remove_leftovers(s->folder);
    return true;
}

void store_close(struct store *s) {
    if (s->lock >= 0) close(s->lock);
    s->lock = -1;
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

static bool write_beside(const char *folder, const char *path, const char *data, size_t length,
                         struct problem *why) {
    char name[640];
    snprintf(name, sizeof name, "%s/" LEFTOVER_START "%ld" LEFTOVER_END, folder, (long)getpid());
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) return say(why, "cannot be written", name);
    bool ok = write_all(fd, data, length) && fsync(fd) == 0;
    int error = errno;
    ok = close(fd) == 0 && ok;
    if (ok && rename(name, path) == 0) return true;
    errno = ok ? errno : error;
    say(why, "not written, the old file is as it was", path);
    (void)unlink(name);
    return false;
}

bool store_write(const struct store *s, const char *path, const char *data, size_t length,
                 struct problem *why) {
    if (!write_beside(s->folder, path, data, length, why)) return false;
    (void)fsync(s->lock); /* the rename itself; not every file system can, and the file is whole */
    return true;
}

bool store_write_plain(const char *path, const char *data, size_t length, struct problem *why) {
    char folder[512];
    folder_of(path, folder, sizeof folder);
    return write_beside(folder, path, data, length, why);
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

/* 1: the file is that of this card, 0: of another, -1: no file. */
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

void store_card_id(const char *folder, const char *slug, const char *uuid_hash, char *out,
                   size_t room) {
    char own[128];
    snprintf(own, sizeof own, "%.96s-%.6s", slug, uuid_hash);
    bool other = owner(folder, slug, uuid_hash) == 0;
    snprintf(out, room, "%s", other || owner(folder, own, uuid_hash) == 1 ? own : slug);
}
