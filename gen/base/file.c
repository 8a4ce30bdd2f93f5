/* file -- see file.h. Paths are walked with openat() one folder at a time, O_NOFOLLOW, so that
 * nothing in the input can point outside the root. */
#define _GNU_SOURCE
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef SYS_openat2
#include <linux/openat2.h>
#endif

bool root_open(struct root *root, const char *path, struct diags *diags) {
    root->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root->fd < 0)
        diag_file(diags, SEVERITY_ERROR, text_of(path), NULL, "cannot open this folder: %s",
                  strerror(errno));
    return root->fd >= 0;
}

void root_close(struct root *root) {
    file_close(root->fd);
    root->fd = -1;
}

void file_close(int fd) {
    int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
}

bool file_part_is_plain(struct text part) {
    return part.len > 0 && part.len < 256 && !text_is(part, ".") && !text_is(part, "..") &&
           !memchr(part.ptr, 0, part.len) && !memchr(part.ptr, '\n', part.len);
}

static int next_folder(int fd, const char *name, bool make) {
    if (make && mkdirat(fd, name, 0777) != 0 && errno != EEXIST) return -1;
    return openat(fd, name, OPEN_FOLDER);
}

int file_open_parent(const struct root *root, struct text path, char name[256], bool make) {
    int fd = dup(root->fd);
    struct text rest = path;
    while (fd >= 0) {
        struct text part = text_next(&rest, '/');
        if (!file_part_is_plain(part)) {
            close(fd);
            errno = EACCES;
            return -1;
        }
        memcpy(name, part.ptr, part.len);
        name[part.len] = 0;
        if (!rest.ptr) return fd;
        int inner = next_folder(fd, name, make);
        file_close(fd);
        fd = inner;
    }
    return -1;
}

static bool is_after(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

bool file_changed_since(const struct stat *info, const struct timespec *since) {
    return is_after(&info->st_ctim, since);
}

bool file_stands(int folder, struct text path, const struct timespec *since, size_t *size) {
    char name[4096];
    struct stat info;
    if (path.len >= sizeof name) return false;
    memcpy(name, path.ptr, path.len);
    name[path.len] = 0;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode))
        return false;
    if (size) *size = (size_t)info.st_size;
    return !file_changed_since(&info, since);
}

/* A change of the file that changes nothing. */
static bool touch(int fd, mode_t mode, struct timespec *time) {
    struct stat info;
    if (fchmod(fd, mode) != 0 || fstat(fd, &info) != 0) return false;
    *time = info.st_ctim;
    return true;
}

struct timespec file_time(int fd, mode_t mode) {
    enum { TICKS = 100, PAUSE_NS = 500 * 1000 };
    struct timespec now, tick;
    bool fine = touch(fd, mode, &now);
    for (int i = 0; fine && i < TICKS; i++) {
        fine = touch(fd, mode, &tick);
        if (fine && is_after(&tick, &now)) return now;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
    return (struct timespec){0};
}

static bool is_plain(struct text path) {
    bool plain = true;
    while (plain && path.ptr)
        plain = file_part_is_plain(text_next(&path, '/'));
    return plain;
}

/* Opens what is there in one call, where the system has it (Linux 5.6): it refuses links as the walk does.
 * -1: the walk finds out why. */
static int open_at_once(const struct root *root, struct text path, int flags) {
#ifdef SYS_openat2
    char whole[4096];
    errno = ENAMETOOLONG;
    if (path.len >= sizeof whole || !is_plain(path)) return -1;
    memcpy(whole, path.ptr, path.len);
    whole[path.len] = 0;
    struct open_how how = {.flags = (unsigned)(flags | O_NOFOLLOW | O_CLOEXEC),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, root->fd, whole, &how, sizeof how);
#else
    (void)root, (void)path, (void)flags;
    errno = ENOSYS;
    return -1;
#endif
}

/* Opens the file or folder itself, and makes the folders of one that is created; -1 and errno. */
static int open_path(const struct root *root, struct text path, int flags) {
    char name[256];
    int found = flags & O_CREAT ? -1 : open_at_once(root, path, flags);
    if (found >= 0) return found;
    int folder = file_open_parent(root, path, name, flags & O_CREAT);
    int fd = folder < 0 ? -1 : openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, 0666);
    file_close(folder);
    return fd;
}

/* Returns the meaning of errno in terms of a repository. */
static const char *reason(void) {
    switch (errno) {
    case ENOENT: return "there is no such file";
    case EEXIST: return "it is there already and is not replaced";
    case EACCES: return "the path leaves the repository or may not be read";
    case ELOOP: return "it is a symbolic link, which is not followed";
    case ENOTDIR: return "a part of the path is a symbolic link or no folder";
    default: return strerror(errno);
    }
}

/* Reports "cannot read this file: …" and returns false. */
static bool cannot(struct diags *diags, struct text path, const char *what, const char *why) {
    diag_file(diags, SEVERITY_ERROR, path, NULL, "cannot %s: %s", what, why);
    return false;
}

bool file_read_all(int fd, char *out, size_t size, size_t *got) {
    *got = 0;
    while (*got < size) {
        ssize_t n = read(fd, out + *got, size - *got);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        if (n == 0) break;
        *got += (size_t)n;
    }
    return true;
}

bool file_read(const struct root *root, struct text path, size_t max, struct arena *arena,
               struct text *out, struct diags *diags) {
    /* With O_NONBLOCK a named pipe cannot stop the build. */
    int fd = open_path(root, path, O_RDONLY | O_NONBLOCK);
    if (fd < 0) return cannot(diags, path, "read this file", reason());
    struct stat info;
    bool fine = false;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        diag_file(diags, SEVERITY_ERROR, path, NULL, "this is not a regular file");
    } else if ((size_t)info.st_size > max) {
        diag_file(diags, SEVERITY_ERROR, path, "split it, or look at what was put there",
                  "the file has %lld bytes, more than the limit of %zu", (long long)info.st_size,
                  max);
    } else {
        size_t size = (size_t)info.st_size, got;
        char *bytes = arena_reserve(arena, size + 1);
        fine = file_read_all(fd, bytes, size, &got) ||
               cannot(diags, path, "read this file", strerror(errno));
        bytes[got] = '\0';
        *out = (struct text){bytes, got};
    }
    close(fd);
    return fine;
}

struct source *file_source(const struct root *root, struct text path, struct arena *arena,
                           struct diags *diags) {
    static struct arena kept; /* memory for the next file, so that the system is not asked again */
    struct arena scratch = kept;
    struct source *source = NULL;
    struct text bytes;
    kept = (struct arena){0};
    if (file_read(root, path, FILE_MAX_TEXT, &scratch, &bytes, diags))
        source = source_load(arena, path, bytes);
    arena_reset(&scratch);
    kept = scratch;
    return source;
}

bool file_exists(const struct root *root, struct text path) {
    char name[256];
    struct stat info;
    int found = open_at_once(root, path, O_PATH);
    if (found >= 0) {
        bool regular = fstat(found, &info) == 0 && S_ISREG(info.st_mode);
        close(found);
        return regular;
    }
    if (errno == ENOENT) return false;
    int folder = file_open_parent(root, path, name, false);
    if (folder < 0) return false;
    bool there = fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode);
    close(folder);
    return there;
}

bool file_fits_windows(struct text name) {
    static const char *const kept[] = {"con", "prn", "aux", "nul", "com", "lpt"};
    struct text rest = name, stem = text_next(&rest, '.');
    bool numbered = stem.len == 4 && stem.ptr[3] >= '1' && stem.ptr[3] <= '9';
    for (size_t i = 0; i < 6; i++)
        if (stem.len == (i < 4 ? 3 : 4) && (i < 4 || numbered) &&
            strncasecmp(stem.ptr, kept[i], 3) == 0)
            return false;
    for (size_t i = 0; i < name.len; i++)
        if (strchr("<>:\"|?*\\", name.ptr[i])) return false;
    return !text_ends(name, ".") && !text_ends(name, " ");
}

bool file_is_left_over(const char *name) {
    size_t len = strlen(name);
    return name[0] == '.' || name[0] == '#' || name[len - 1] == '~';
}

struct walk {
    struct arena *arena;
    struct diags *diags;
    const char *suffix;
    struct texts found;
};

static bool looks_like_file(const struct walk *walk, struct text path) {
    return (*walk->suffix && text_ends(path, walk->suffix)) || text_ends(path, ".md") ||
           text_ends(path, ".yaml") || text_ends(path, ".json");
}

enum { MAX_DEPTH = 16 };

static void walk_folder(struct walk *walk, int fd, struct text prefix, int depth);

static void refuse(struct walk *walk, struct text path, const char *hint, const char *what) {
    diag_file(walk->diags, SEVERITY_ERROR, path, hint, "%s", what);
}

/* Most file systems say in the listing what an entry is. False and errno. */
static bool find_kind(int folder, const struct dirent *entry, mode_t *kind) {
    struct stat info = {0};
    bool fine = true;
    switch (entry->d_type) {
    case DT_REG: *kind = S_IFREG; break;
    case DT_DIR: *kind = S_IFDIR; break;
    default:
        fine = fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0;
        *kind = info.st_mode;
    }
    return fine;
}

static void walk_entry(struct walk *walk, int folder, const struct dirent *entry, struct text path,
                       int depth) {
    const char *name = entry->d_name;
    mode_t kind;
    if (!find_kind(folder, entry, &kind)) {
        if (errno != ENOENT) /* else an editor has just removed it */
            cannot(walk->diags, path, "read this file", strerror(errno));
        return;
    }
    if (!file_fits_windows(text_of(name)))
        diag_file(walk->diags, SEVERITY_ERROR, path, FILE_WINDOWS_HINT,
                  "Windows has no file or folder of the name %s", name);
    if (S_ISDIR(kind) && looks_like_file(walk, path)) {
        refuse(walk, path, "rename it, or put the file there",
               "this is a folder, but has the name of a file");
    } else if (S_ISDIR(kind)) {
        int inner = next_folder(folder, name, false);
        if (inner < 0)
            cannot(walk->diags, path, "read this folder", strerror(errno));
        else
            walk_folder(walk, inner, path, depth + 1);
    } else if (S_ISLNK(kind)) { /* a link of any name, as it may stand for a folder */
        refuse(walk, path, "put there what it points at",
               "this is a symbolic link, which is not followed");
    } else if (text_ends(path, walk->suffix)) {
        if (S_ISREG(kind))
            texts_add(&walk->found, path, walk->arena);
        else
            refuse(walk, path, "put the file itself there", "this is not a regular file");
    }
}

/* Walks a folder and closes fd. */
static void walk_folder(struct walk *walk, int fd, struct text prefix, int depth) {
    DIR *dir = depth > MAX_DEPTH ? NULL : fdopendir(fd);
    if (!dir) {
        cannot(walk->diags, prefix, "read this folder",
               depth > MAX_DEPTH ? "it is nested too deeply" : strerror(errno));
        close(fd);
        return;
    }
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (file_is_left_over(entry->d_name)) continue;
        struct text path = arena_printf(walk->arena, "%.*s/%s", TEXT_ARG(prefix), entry->d_name);
        walk_entry(walk, dirfd(dir), entry, path, depth);
    }
    closedir(dir);
}

struct file_list file_walk(const struct root *root, struct text folder, const char *suffix,
                           struct arena *arena, struct diags *diags) {
    struct walk walk = {.arena = arena, .diags = diags, .suffix = suffix};
    int fd = open_path(root, folder, O_RDONLY | O_DIRECTORY);
    if (fd >= 0)
        walk_folder(&walk, fd, folder, 0);
    else if (errno != ENOENT)
        cannot(diags, folder, "read this folder", reason());
    texts_sort(&walk.found);
    return (struct file_list){walk.found.at, walk.found.count};
}

bool file_write_all(int fd, struct text bytes, file_writer *writer) {
    while (bytes.len) {
        ssize_t n = writer(fd, bytes.ptr, bytes.len);
        if (n == 0 || (n < 0 && errno != EINTR)) return false;
        if (n > 0) bytes = text_cut(bytes, (size_t)n, bytes.len);
    }
    return true;
}

bool file_write(const struct root *root, struct text path, struct text bytes, enum file_how how,
                struct diags *diags) {
    int fd = open_path(root, path, O_WRONLY | O_CREAT | (how == FILE_NEW ? O_EXCL : O_TRUNC));
    bool fine = fd >= 0 && file_write_all(fd, bytes, write);
    if (fd >= 0 && !fine) file_close(fd);
    if (fine) fine = close(fd) == 0;
    return fine || cannot(diags, path, "write this file", reason());
}
