/* cache -- see cache.h. */
#include "base/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* Makes each folder on the way to the file behind its first `from` bytes; one that is there already is as good. */
static void make_folders(char *path, size_t from) {
    for (char *slash = strchr(path + from + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

const char *cache_path(const char *name, struct arena *arena) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct text path = {0};
    size_t there = 0; /* nobody's home is made: that of a service is none on purpose */
    if (cache && *cache == '/')
        path = arena_printf(arena, "%s/gpu-memory-hierarchy/%s", cache, name);
    else if (home && *home == '/')
        path = arena_printf(arena, "%s/.cache/gpu-memory-hierarchy/%s", home, name),
        there = strlen(home);
    else
        return NULL;
    make_folders((char *)path.ptr, there);
    return path.ptr;
}

int cache_open(const char *path, int flags) {
    struct stat info;
    int fd = path ? open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600) : -1;
    if (fd < 0) return -1;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
        !(info.st_mode & (S_IWGRP | S_IWOTH)))
        return fd;
    close(fd);
    return -1;
}

struct text cache_read(const char *path, size_t max, struct arena *arena) {
    struct stat info;
    struct text bytes = {0};
    size_t got = 0;
    int fd = cache_open(path, O_RDONLY);
    if (fd >= 0 && fstat(fd, &info) == 0 && (size_t)info.st_size <= max) {
        char *room = arena_reserve(arena, (size_t)info.st_size + 1);
        if (file_read_all(fd, room, (size_t)info.st_size, &got)) bytes = (struct text){room, got};
    }
    file_close(fd);
    return bytes;
}

struct cache_file cache_begin(const char *path, struct arena *arena) {
    struct cache_file file = {path, NULL, -1};
    if (path) file.fresh = arena_printf(arena, "%s.%ld", path, (long)getpid()).ptr;
    if (path) file.fd = cache_open(file.fresh, O_WRONLY | O_CREAT | O_EXCL);
    return file;
}

void cache_end(struct cache_file *file, bool whole) {
    if (file->fd < 0) return;
    whole = close(file->fd) == 0 && whole;
    if (!whole || rename(file->fresh, file->path) != 0) unlink(file->fresh);
}

/* ---- files that nobody asks for any more ------------------------------------------------------- */

struct old {
    char name[256];
    struct timespec time;
};

static int newest_first(const void *a, const void *b) {
    const struct timespec *left = &((const struct old *)a)->time,
                          *right = &((const struct old *)b)->time;
    if (left->tv_sec != right->tv_sec) return left->tv_sec < right->tv_sec ? 1 : -1;
    return (left->tv_nsec < right->tv_nsec) - (left->tv_nsec > right->tv_nsec);
}

static void prune(DIR *folder, size_t most, struct arena *arena) {
    struct old *old = NULL;
    size_t count = 0, capacity = 0;
    struct stat info;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(info.st_mode))
            continue;
        old = arena_grow(arena, old, count, &capacity, sizeof *old);
        snprintf(old[count].name, sizeof old->name, "%s", entry->d_name);
        old[count++].time = info.st_mtim;
    }
    if (count) qsort(old, count, sizeof *old, newest_first);
    for (size_t i = most; i < count; i++)
        unlinkat(dirfd(folder), old[i].name, 0);
}

void cache_prune(const char *path, size_t most) {
    struct arena arena = {0};
    struct text name = path ? text_last(text_of(path), '/') : (struct text){0};
    const char *around =
        path ? arena_string(&arena, (struct text){path, (size_t)(name.ptr - path)}) : NULL;
    DIR *folder = around ? opendir(around) : NULL;
    if (folder) {
        prune(folder, most, &arena);
        closedir(folder);
    }
    arena_free(&arena);
}
