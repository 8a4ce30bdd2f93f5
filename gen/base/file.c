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
#include <unistd.h>

bool root_open(struct root *root, const char *path, struct diags *diags) {
    root->path = text_of(path);
    root->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root->fd < 0)
        diag_file(diags, SEVERITY_ERROR, root->path, NULL, "cannot open this folder: %s",
                  strerror(errno));
    return root->fd >= 0;
}

void root_close(struct root *root) {
    if (root->fd >= 0) close(root->fd);
    root->fd = -1;
}

bool file_part_is_plain(struct text part) {
    return part.len > 0 && part.len < 256 && !text_is(part, ".") && !text_is(part, "..") &&
           !memchr(part.ptr, 0, part.len) && !memchr(part.ptr, '\n', part.len);
}

static int next_folder(int fd, const char *name, bool make) {
    if (make && mkdirat(fd, name, 0777) != 0 && errno != EEXIST) return -1;
    return openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Opens the folder that holds the last part of `path`; `name` receives that part. -1 and errno. */
static int open_parent(const struct root *root, struct text path, char name[256], bool make) {
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
        int error = errno;
        close(fd);
        errno = error;
        fd = inner;
    }
    return -1;
}

static const char *reason(int error) {
    switch (error) {
    case ENOENT: return "there is no such file";
    case EEXIST: return "it is there already and is not replaced";
    case EACCES: return "the path leaves the repository or may not be read";
    case ELOOP: return "it is a symbolic link, which is not followed";
    case ENOTDIR: return "a part of the path is a symbolic link or no folder";
    default: return strerror(error);
    }
}

static bool read_all(int fd, char *out, size_t size, size_t *got) {
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
    char name[256];
    int folder = open_parent(root, path, name, false);
    /* O_NONBLOCK: a named pipe must not stop the build. */
    int fd = folder < 0 ? -1 : openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int error = errno;
    if (folder >= 0) close(folder);
    if (fd < 0) {
        diag_file(diags, SEVERITY_ERROR, path, NULL, "cannot read this file: %s", reason(error));
        return false;
    }
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
        char *bytes = arena_alloc(arena, size + 1);
        fine = read_all(fd, bytes, size, &got);
        if (!fine)
            diag_file(diags, SEVERITY_ERROR, path, NULL, "cannot read this file: %s",
                      strerror(errno));
        *out = (struct text){bytes, got};
    }
    close(fd);
    return fine;
}

struct source *file_source(const struct root *root, struct text path, struct arena *arena,
                           struct diags *diags) {
    struct text bytes;
    if (!file_read(root, path, FILE_MAX_TEXT, arena, &bytes, diags)) return NULL;
    return source_load(arena, path, bytes);
}

bool file_exists(const struct root *root, struct text path) {
    char name[256];
    struct stat info;
    int folder = open_parent(root, path, name, false);
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

static bool is_left_over(const char *name) {
    size_t len = strlen(name);
    return name[0] == '.' || name[0] == '#' || name[len - 1] == '~';
}

struct walk {
    struct arena *arena;
    struct diags *diags;
    const char *suffix;
    struct file_list list;
    size_t capacity;
};

static bool looks_like_file(const struct walk *walk, struct text path) {
    return (*walk->suffix && text_ends(path, walk->suffix)) || text_ends(path, ".md") ||
           text_ends(path, ".yaml") || text_ends(path, ".json");
}

enum { MAX_DEPTH = 16 };

static void walk_folder(struct walk *walk, int fd, struct text prefix, int depth) {
    DIR *dir = depth > MAX_DEPTH ? NULL : fdopendir(fd);
    if (!dir) {
        diag_file(walk->diags, SEVERITY_ERROR, prefix, NULL, "cannot read this folder: %s",
                  depth > MAX_DEPTH ? "it is nested too deeply" : strerror(errno));
        close(fd);
        return;
    }
    for (struct dirent *entry; (entry = readdir(dir));) {
        struct stat info;
        if (is_left_over(entry->d_name)) continue;
        struct text path =
            prefix.len ? arena_printf(walk->arena, "%.*s/%s", TEXT_ARG(prefix), entry->d_name)
                       : arena_text(walk->arena, text_of(entry->d_name));
        if (fstatat(dirfd(dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
            if (errno != ENOENT) /* else an editor took it away just now */
                diag_file(walk->diags, SEVERITY_ERROR, path, NULL, "cannot read this file: %s",
                          strerror(errno));
            continue;
        }
        if (!file_fits_windows(text_of(entry->d_name)))
            diag_file(walk->diags, SEVERITY_ERROR, path, FILE_WINDOWS_HINT,
                      "Windows has no file or folder of the name %s", entry->d_name);
        if (S_ISDIR(info.st_mode) && looks_like_file(walk, path)) {
            diag_file(walk->diags, SEVERITY_ERROR, path, "rename it, or put the file there",
                      "this is a folder, but has the name of a file");
        } else if (S_ISDIR(info.st_mode)) {
            int inner = next_folder(dirfd(dir), entry->d_name, false);
            if (inner < 0)
                diag_file(walk->diags, SEVERITY_ERROR, path, NULL, "cannot read this folder: %s",
                          strerror(errno));
            else
                walk_folder(walk, inner, path, depth + 1);
        } else if (S_ISLNK(info.st_mode)) { /* whatever its name: it may stand for a folder */
            diag_file(walk->diags, SEVERITY_ERROR, path, "put there what it points at",
                      "this is a symbolic link, which is not followed");
        } else if (text_ends(path, walk->suffix)) {
            if (!S_ISREG(info.st_mode)) {
                diag_file(walk->diags, SEVERITY_ERROR, path, "put the file itself there",
                          "this is not a regular file");
                continue;
            }
            walk->list.path = arena_grow(walk->arena, walk->list.path, walk->list.count,
                                         &walk->capacity, sizeof *walk->list.path);
            walk->list.path[walk->list.count++] = path;
        }
    }
    closedir(dir);
}

static int order_paths(const void *a, const void *b) {
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

struct file_list file_walk(const struct root *root, struct text folder, const char *suffix,
                           struct arena *arena, struct diags *diags) {
    struct walk walk = {.arena = arena, .diags = diags, .suffix = suffix};
    char name[256];
    int parent = open_parent(root, folder, name, false);
    int fd = parent < 0 ? -1 : next_folder(parent, name, false);
    int error = errno;
    if (parent >= 0) close(parent);
    if (fd >= 0)
        walk_folder(&walk, fd, folder, 0);
    else if (error != ENOENT)
        diag_file(diags, SEVERITY_ERROR, folder, NULL, "cannot read this folder: %s",
                  reason(error));
    if (walk.list.count)
        qsort(walk.list.path, walk.list.count, sizeof *walk.list.path, order_paths);
    return walk.list;
}

/* `how`: O_TRUNC takes what is there, O_EXCL refuses it. */
static bool write_file(const struct root *root, struct text path, struct text bytes, int how,
                       struct diags *diags) {
    char name[256];
    int folder = open_parent(root, path, name, true);
    int fd = folder < 0
                 ? -1
                 : openat(folder, name, O_WRONLY | O_CREAT | how | O_NOFOLLOW | O_CLOEXEC, 0666);
    int error = errno;
    if (folder >= 0) close(folder);
    bool fine = fd >= 0;
    size_t done = 0;
    while (fine && done < bytes.len) {
        ssize_t n = write(fd, bytes.ptr + done, bytes.len - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            fine = false;
            error = errno;
        }
        if (n > 0) done += (size_t)n;
    }
    if (fd >= 0 && close(fd) != 0 && fine) {
        fine = false;
        error = errno;
    }
    if (!fine)
        diag_file(diags, SEVERITY_ERROR, path, NULL, "cannot write this file: %s", reason(error));
    return fine;
}

bool file_write(const struct root *root, struct text path, struct text bytes, struct diags *diags) {
    return write_file(root, path, bytes, O_TRUNC, diags);
}

bool file_create(const struct root *root, struct text path, struct text bytes,
                 struct diags *diags) {
    return write_file(root, path, bytes, O_EXCL, diags);
}
