/* file -- reading and writing, with limits and messages.
 *
 * Every path is taken relative to a root folder that was opened once, and must stay inside it: no
 * "..", no absolute path, no symbolic link that leaves it. */
#pragma once

#include <sys/types.h>
#include <time.h>

#include "base/diag.h"

#define FILE_MAX_TEXT ((size_t)4 << 20) /* a page, a template, a kernel, a card: 4 MiB each */

struct root {
    int fd; /* of the folder */
};

/* Returns whether a part of a path leads one folder down and nowhere else: not empty, "." or "..",
 * at most 255 bytes, and on one line, since the list of what was published has a line for each. */
bool file_part_is_plain(struct text part);

/* Whether a file's bytes, its mode or its names, or a folder's names, changed behind that time by the clock of the file
 * system. No program sets it, but whoever sets that clock back. */
struct stat;
bool file_changed_since(const struct stat *info, const struct timespec *since);
/* Whether a regular file lies there that did not change since; `size` receives its size unless NULL. */
bool file_stands(int folder, struct text path, const struct timespec *since, size_t *size);
/* A time that no change up to now is behind, and every later one is, by the clock of the file system of `fd`, a file of
 * this mode. That clock ticks every few milliseconds: it waits for the next tick. 0: that takes too long here. */
struct timespec file_time(int fd, mode_t mode);

/* Closes what is open (not -1); errno stays as it was. */
void file_close(int fd);

MUST_CHECK bool root_open(struct root *root, const char *path, struct diags *diags);
void root_close(struct root *root);

/* Flags of openat() and the like for a folder that is not a symbolic link. */
#define OPEN_FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Opens the folder that holds the last part of `path`, making it and those around it if `make`; `name`
 * receives that part. -1 and errno. */
int file_open_parent(const struct root *root, struct text path, char name[256], bool make);

/* Reads a whole file; a NUL follows. A missing file, a folder, a device, a link out of the root or
 * more than `max` bytes are errors in `diags`, with the path. */
MUST_CHECK bool file_read(const struct root *root, struct text path, size_t max,
                          struct arena *arena, struct text *out, struct diags *diags);
/* Reads a file as a source. */
struct source *file_source(const struct root *root, struct text path, struct arena *arena,
                           struct diags *diags);
bool file_exists(const struct root *root, struct text path);

/* Lists all regular files below `folder` whose name ends in `suffix` ("" for all), as paths relative to the
 * root, sorted bytewise. A link of any name, a device with the ending that is looked for, and a folder with
 * that ending or the one of a page (.md, .yaml, .json) are errors: they look like input. Names that start
 * with "." or "#", or end in "~", are passed over: they are what editors leave behind. Names that Windows
 * cannot hold are errors. A missing folder gives an empty list, one that cannot be opened is an error. */
struct file_list {
    struct text *path;
    size_t count;
};
struct file_list file_walk(const struct root *root, struct text folder, const char *suffix,
                           struct arena *arena, struct diags *diags);

/* Returns whether editors leave files of such a name behind; file_walk() passes over them. */
bool file_is_left_over(const char *name);

/* Returns whether Windows can hold such a file or folder: con, prn, aux, nul, com1 to com9 and lpt1 to
 * lpt9 stand for devices there, with any ending. file_walk() reports those that it cannot. */
bool file_fits_windows(struct text name);
#define FILE_WINDOWS_HINT "rename it, or nobody with Windows can have a copy of the repository"

/* Writes `bytes` to a path below the root, making its folders. A file that shall be new is not written
 * over one that is there. Not synced, and not in one step: the site itself is written by publish. */
enum file_how { FILE_REPLACE, FILE_NEW };
MUST_CHECK bool file_write(const struct root *root, struct text path, struct text bytes,
                           enum file_how how, struct diags *diags);

/* Both continue after interruptions and parts. Reading also ends at the file's end. False and errno. */
bool file_read_all(int fd, char *out, size_t size, size_t *got);
typedef ssize_t file_writer(int fd, const void *bytes, size_t size); /* as write() */
bool file_write_all(int fd, struct text bytes, file_writer *writer);
