/* watch -- see watch.h. */
#define _GNU_SOURCE
#include "serve/watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "course/keep.h"

/* Deep: with everything below. The others are watched for these being made again. */
static const struct {
    const char *path;
    bool deep;
} folders[] = {
    {".", false},           {"content", true},     {"measurements", true},
    {"site", false},        {"site/theme", true},  {"kernels", true},
    {"gen", false},         {"gen/model", true}, /* pages show code of it */
    {"build", false},       {"build/fonts", true}, {"build/wasm", true},
    {"build/search", true},
};

enum {
    EVENTS = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF |
             IN_MOVE_SELF | IN_ATTRIB,
    DEPTH = 16 /* as file_walk() */
};

static void add_folder(struct watch *watch, struct text path, int depth);

static void add_below(struct watch *watch, struct text path, int depth) {
    DIR *dir = opendir(path.ptr);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        struct stat info;
        if (entry->d_name[0] == '.' ||
            fstatat(dirfd(dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISDIR(info.st_mode))
            continue;
        struct text inner = arena_printf(&watch->arena, "%.*s/%s", TEXT_ARG(path), entry->d_name);
        add_folder(watch, inner, depth + 1);
    }
    closedir(dir);
}

static void add_folder(struct watch *watch, struct text path, int depth) {
    int number = inotify_add_watch(watch->fd, path.ptr, EVENTS | IN_ONLYDIR | IN_DONT_FOLLOW);
    if (number < 0) return; /* it is not there, or no more can be watched */
    while ((size_t)number >= watch->capacity)
        watch->folder = arena_grow(&watch->arena, watch->folder, watch->capacity, &watch->capacity,
                                   sizeof *watch->folder);
    watch->folder[number] = path;
    if (depth > 0 && depth < DEPTH) add_below(watch, path, depth);
}

bool watch_open(struct watch *watch) {
    *watch = (struct watch){.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
    if (watch->fd < 0) return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        add_folder(watch, text_of(folders[i].path), folders[i].deep);
    return true;
}

void watch_close(struct watch *watch) {
    file_close(watch->fd);
    arena_free(&watch->arena);
}

/* Which of the kept things a change of this file makes old. Files of the theme are read for every build. */
static unsigned drops(struct text path) {
    if (text_starts(path, "content/")) return text_ends(path, ".md") ? 0 : KEEP_PAGES;
    if (text_starts(path, "measurements/")) return KEEP_CARDS;
    return text_starts(path, "site/") || text_starts(path, "build/") ? 0 : KEEP_PAGES;
}

static bool is_watched_itself(struct text path) {
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (text_is(path, folders[i].path)) return true;
    return false;
}

/* Returns whether the watches have to be made anew. */
static bool look(struct watch *watch, const struct inotify_event *event, struct news *news) {
    char path[PATH_MAX];
    struct text folder = {0};
    if (event->mask & IN_Q_OVERFLOW) return true;
    if (event->wd >= 0 && (size_t)event->wd < watch->capacity) folder = watch->folder[event->wd];
    if (event->mask & IN_IGNORED || !folder.ptr) return false;
    if (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF)) return true;
    const char *name = event->len ? event->name : "";
    size_t length = strlen(name);
    if (!length || file_is_left_over(name)) return false;
    bool top = text_is(folder, ".");
    int size = snprintf(path, sizeof path, "%.*s%s%s", top ? 0 : (int)folder.len, folder.ptr,
                        top ? "" : "/", name);
    struct text whole = {path, size > 0 && (size_t)size < sizeof path ? (size_t)size : 0};
    /* Beside what is watched, as site/review beside site/theme, nothing is news. */
    bool shallow =
        top || text_is(folder, "site") || text_is(folder, "gen") || text_is(folder, "build");
    if (shallow && !is_watched_itself(whole)) return false;
    if (event->mask & IN_ISDIR) return event->mask & ~(uint32_t)(IN_ISDIR | IN_ATTRIB);
    news->any = true;
    news->drop |= drops(whole);
    return false;
}

void watch_read(struct watch *watch, struct news *news) {
    _Alignas(struct inotify_event) char bytes[16384];
    bool again = false;
    for (ssize_t size; (size = read(watch->fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t at = 0; at < size;) {
            const struct inotify_event *event = (const struct inotify_event *)(bytes + at);
            again |= look(watch, event, news);
            at += (ssize_t)(sizeof *event + event->len);
        }
    if (!again) return;
    watch_close(watch);
    watch_open(watch); /* where that fails nothing is watched any more, and fd is -1 */
    *news = (struct news){true, KEEP_CARDS | KEEP_PAGES};
}
