/* stage -- see stage.h. Files come sorted by path, so that a folder is opened once for all files in
 * it and in those below: `struct cursor` holds it open in the new tree and in the old one. */
#define _GNU_SOURCE
#include "publish/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* A web server has to read the site, whatever the umask of the user who builds it. */
enum { FILE_MODE = 0644, FOLDER_MODE = 0755, LIST_MAX = 64 << 20 };

/* ---- files of this program -----------------------------------------------------------------
 *
 * The mark of a published folder lists every file and folder that was written beside it. Paths
 * that the list does not have are foreign: a .git, a CNAME, a FIFO with a page's name. They are
 * never removed or replaced. A mark of an earlier version, or of a run that was ended while it
 * wrote the mark, has no list: then all files count as this program's. */

#define PUBLISH_MARK ".gmh-site"

struct owned {
    struct texts paths; /* sorted; folders end in "/" */
    bool listed;        /* false: the mark has no list */
};

static const char headline[] = "This folder is written by build/gen, which replaces it whole: put "
                               "nothing here. It holds:\n";

/* Writes the bytes of the mark of a folder that holds `output`, whose files are sorted by path. */
static void owned_mark(const struct output *output, struct buf *mark) {
    struct text before = {0};
    buf_str(mark, headline);
    for (size_t i = 0; i < output->count; i++) {
        struct text path = output->file[i].path;
        size_t same = 0; /* bytes that both paths begin with */
        while (same < path.len && same < before.len && path.ptr[same] == before.ptr[same])
            same++;
        for (size_t at = same; at < path.len; at++)
            if (path.ptr[at] == '/')
                buf_printf(mark, "%.*s\n", TEXT_ARG(text_cut(path, 0, at + 1)));
        buf_printf(mark, "%.*s\n", TEXT_ARG(path));
        before = path;
    }
}

static struct owned owned_parse(struct text mark, struct arena *arena) {
    struct owned owned = {0};
    struct text rest = mark, head = text_next(&rest, '\n');
    owned.listed = head.len + 1 == sizeof headline - 1 && rest.ptr;
    while (owned.listed && rest.ptr) {
        struct text path = text_next(&rest, '\n');
        if (path.len) texts_add(&owned.paths, path, arena);
    }
    texts_sort(&owned.paths);
    return owned;
}

/* Reads the list from the mark in the open folder. */
static struct owned owned_read(int folder, struct arena *arena) {
    struct stat info;
    int fd = openat(folder, PUBLISH_MARK, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    size_t done = 0;
    char *bytes = NULL;
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size < LIST_MAX) {
        bytes = arena_alloc(arena, (size_t)info.st_size + 1);
        if (!file_read_all(fd, bytes, (size_t)info.st_size, &done)) done = 0;
    }
    file_close(fd);
    return owned_parse((struct text){bytes, done}, arena);
}

/* ---- writing ----------------------------------------------------------------------------- */

enum { MAX_DEPTH = 64 };

/* The folders from the top down to that of the last file, open in both trees: the top is never closed. */
struct cursor {
    struct text folder; /* of the last file; "" is the top */
    size_t depth;       /* of the folders below the top */
    struct level {
        int new_fd, old_fd; /* old: -1 if there is none */
        size_t end;         /* of its path in `folder` */
    } level[MAX_DEPTH];
};

static bool failed(struct stage *stage, struct text path, const char *what) {
    int error = errno;
    const char *hint = error == ENOSPC || error == EDQUOT ? "make room and build again"
                       : error == EACCES || error == EROFS
                           ? "see who owns the folder and whether it may be written"
                           : NULL;
    diag_file(stage->diags, SEVERITY_ERROR, stage->target, hint, "%s %.*s: %s; the old site stays",
              what, TEXT_ARG(path), strerror(error));
    return false;
}

static struct cursor begin(const struct stage *stage) {
    return (struct cursor){.level[0] = {stage->new_fd, stage->old_fd, 0}};
}

/* Closes what is open below `depth`. */
static void leave(struct stage *stage, struct cursor *cursor, size_t depth) {
    for (; cursor->depth > depth; cursor->depth--) {
        stage->calls->close(cursor->level[cursor->depth].new_fd);
        file_close(cursor->level[cursor->depth].old_fd);
    }
}

static int enter_new(struct stage *stage, int fd, const char *name) {
    if (stage->calls->mkdir(fd, name, FOLDER_MODE) != 0 && errno != EEXIST) return -1;
    int inner = stage->calls->open(fd, name, OPEN_FOLDER, 0);
    if (inner >= 0 && stage->sets_modes) fchmod(inner, FOLDER_MODE); /* some disks have no modes */
    return inner;
}

/* How many levels of the cursor hold the folder, too. */
static size_t levels_alike(const struct cursor *cursor, struct text folder) {
    size_t depth = 0;
    while (depth < cursor->depth) {
        const size_t end = cursor->level[depth + 1].end;
        if (folder.len < end || memcmp(folder.ptr, cursor->folder.ptr, end) != 0 ||
            (folder.len > end && folder.ptr[end] != '/'))
            break;
        depth++;
    }
    return depth;
}

/* Opens the folder of a file in both trees; the new one gets it, the old one may have none. What is open
 * already stays so: files come sorted. */
static bool enter(struct stage *stage, struct cursor *cursor, struct text folder,
                  struct text path) {
    char name[256];
    leave(stage, cursor, levels_alike(cursor, folder));
    cursor->folder = folder;
    size_t end = cursor->level[cursor->depth].end;
    for (struct text rest = text_cut(folder, end + (end > 0), folder.len); rest.ptr;) {
        const struct level *around = &cursor->level[cursor->depth];
        struct text part = text_next(&rest, '/');
        errno = EINVAL;
        if (!file_part_is_plain(part) || cursor->depth + 1 == MAX_DEPTH)
            return failed(stage, path, "cannot make the folder of");
        memcpy(name, part.ptr, part.len);
        name[part.len] = 0;
        int inner = enter_new(stage, around->new_fd, name);
        if (inner < 0) return failed(stage, path, "cannot make the folder of");
        int old = around->old_fd < 0 ? -1 : openat(around->old_fd, name, OPEN_FOLDER);
        end += (end > 0) + part.len;
        cursor->level[++cursor->depth] = (struct level){inner, old, end};
    }
    return true;
}

/* Tells whether the file holds these bytes. */
static bool is_same(int fd, struct text bytes) {
    struct stat info;
    char chunk[16384];
    size_t got;
    if (fstat(fd, &info) != 0 || (size_t)info.st_size != bytes.len) return false;
    for (; bytes.len; bytes = text_cut(bytes, got, bytes.len))
        if (!file_read_all(fd, chunk, sizeof chunk, &got) || !got || got > bytes.len ||
            memcmp(chunk, bytes.ptr, got) != 0)
            return false;
    return true;
}

/* Closes fd. `time` is that of the old file with the same bytes, or NULL. */
static bool write_new(struct stage *stage, int fd, struct text bytes, const struct timespec *time) {
    if (fd < 0) return false;
    if (stage->sets_modes) fchmod(fd, FILE_MODE); /* some disks have no modes */
    bool fine = file_write_all(fd, bytes, stage->calls->write);
    int error = errno;
    if (fine && time) futimens(fd, (struct timespec[2]){*time, *time}); /* some disks refuse it */
    if (stage->calls->close(fd) != 0 && fine) {
        fine = false;
        error = errno;
    }
    errno = error;
    return fine;
}

enum old_file { OLD_NONE, OLD_OTHER, OLD_SAME }; /* OTHER, SAME: it has such bytes */

/* Puts one file into the folder; file->path is its name there. Where
 * links are refused (another owner, a file system without them) it is written with the time of the
 * old one. */
static bool put_file(struct stage *stage, const struct level *level, const struct output_file *file,
                     enum old_file *was) {
    char name[256] = "";
    struct stat info = {0};
    memcpy(name, file->path.ptr, file->path.len);
    int old = level->old_fd < 0
                  ? -1
                  : openat(level->old_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *was = OLD_NONE;
    if (old >= 0 && fstat(old, &info) == 0 && S_ISREG(info.st_mode))
        *was = is_same(old, file->bytes) ? OLD_SAME : OLD_OTHER;
    file_close(old);
    if (*was == OLD_SAME && (info.st_mode & 07777) == FILE_MODE &&
        stage->calls->link(level->old_fd, name, level->new_fd, name, 0) == 0)
        return true;
    int fd = stage->calls->open(level->new_fd, name,
                                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
    return write_new(stage, fd, file->bytes, *was == OLD_SAME ? &info.st_mtim : NULL);
}

/* A file that stands: where it cannot be linked its bytes are copied. */
static bool put_same(struct stage *stage, const struct level *level, struct text last) {
    struct arena arena = {0};
    struct stat info;
    struct text bytes = {0};
    const char *name = arena_string(&arena, last);
    if (stage->calls->link(level->old_fd, name, level->new_fd, name, 0) == 0) {
        arena_free(&arena);
        return true;
    }
    int old = openat(level->old_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool fine = old >= 0 && fstat(old, &info) == 0 && S_ISREG(info.st_mode);
    if (fine) {
        char *room = arena_reserve(&arena, (size_t)info.st_size + 1);
        fine = file_read_all(old, room, (size_t)info.st_size, &bytes.len);
        bytes.ptr = room;
    }
    file_close(old);
    fine = fine && write_new(stage,
                             stage->calls->open(
                                 level->new_fd, name,
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE),
                             bytes, &info.st_mtim);
    arena_free(&arena);
    return fine;
}

static bool write_file(struct stage *stage, const struct level *level, struct text last,
                       const struct output_file *file, struct text bytes) {
    enum old_file was = OLD_SAME;
    if (!file->same && !bytes.ptr && bytes.len)
        return failed(stage, file->path, "cannot read again");
    if (!file_part_is_plain(last)) {
        errno = EINVAL;
        return failed(stage, file->path, "cannot write");
    }
    if (file->same
            ? !put_same(stage, level, last)
            : !put_file(stage, level, &(struct output_file){.path = last, .bytes = bytes}, &was))
        return failed(stage, file->path, "cannot write");
    stage->matched += was != OLD_NONE;
    stage->unchanged += was == OLD_SAME;
    stage->written += was != OLD_SAME;
    return true;
}

static bool write_mark(struct stage *stage, const struct output *output) {
    const struct cursor top = begin(stage);
    struct buf mark = {0};
    enum old_file was;
    owned_mark(output, &mark);
    bool fine =
        put_file(stage, &top.level[0],
                 &(struct output_file){.path = TEXT(PUBLISH_MARK), .bytes = buf_text(&mark)},
                 &was) ||
        failed(stage, TEXT(PUBLISH_MARK), "cannot write");
    buf_free(&mark);
    return fine;
}

/* What is made below a folder that got its mode gets its own, whatever the umask; else each is told. */
static void look_at_modes(struct stage *stage) {
    struct stat info;
    stage->sets_modes = fstat(stage->new_fd, &info) != 0 || (info.st_mode & 07777) != FOLDER_MODE;
    if (stage->sets_modes) fchmod(stage->new_fd, FOLDER_MODE);
}

bool stage_write(struct stage *stage, const struct output *output) {
    struct cursor cursor = begin(stage);
    struct buf room = {0};
    look_at_modes(stage);
    bool fine = write_mark(stage, output);
    for (size_t i = 0; fine && i < output->count; i++) {
        const struct output_file *file = &output->file[i];
        struct text last = text_last(file->path, '/');
        struct text folder = text_cut(file->path, 0, file->path.len - last.len);
        folder = text_drop_end(folder, "/");
        fine = enter(stage, &cursor, folder, file->path) &&
               write_file(stage, &cursor.level[cursor.depth], last, file,
                          output_bytes(output, file, &room));
    }
    buf_free(&room);
    leave(stage, &cursor, 0);
    return fine;
}

/* --- trees that go ------------------------------------------------------------------------- */

static bool is_dots(const char *name) {
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

enum stage_mark stage_marked(const struct publish_calls *calls, int folder, const char *name) {
    struct stat info;
    int fd = calls->open(folder, name, OPEN_FOLDER, 0);
    if (fd < 0) return errno == ENOENT ? MARK_NO_FOLDER : MARK_NOT_OURS;
    enum stage_mark mark = MARK_NOT_OURS;
    DIR *dir = NULL;
    if (fstatat(fd, PUBLISH_MARK, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode)) {
        mark = MARK_OURS;
    } else if ((dir = fdopendir(fd))) {
        mark = MARK_EMPTY;
        for (struct dirent *entry; (entry = readdir(dir));)
            if (!is_dots(entry->d_name)) mark = MARK_NOT_OURS;
    }
    if (dir)
        closedir(dir);
    else
        close(fd);
    return mark;
}

/* A walk goes through a folder that this program made. What it does not own is noted and not
 * entered; the rest is removed, unless the walk only looks. */
struct removal {
    const struct publish_calls *calls;
    const struct owned *owned;
    struct foreign *foreign;
    struct buf path; /* from the top of the folder */
};

static bool walk(struct removal *removal, int fd, int depth);

/* The caller has put the entry's path into removal->path. */
static bool walk_entry(struct removal *removal, int fd, const struct dirent *entry, int depth) {
    const struct publish_calls *calls = removal->calls;
    const char *name = entry->d_name;
    struct stat info;
    bool folder = entry->d_type == DT_DIR, file = entry->d_type == DT_REG;
    if (entry->d_type == DT_UNKNOWN) { /* some disks do not say */
        if (fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return false;
        folder = S_ISDIR(info.st_mode);
        file = S_ISREG(info.st_mode);
    }
    if (folder) buf_char(&removal->path, '/'); /* a folder is listed with its slash */
    if ((!folder && !file) ||
        (removal->owned->listed && !texts_has(&removal->owned->paths, buf_text(&removal->path)))) {
        struct arena *arena = removal->foreign->arena;
        texts_add(&removal->foreign->paths, arena_text(arena, buf_text(&removal->path)), arena);
        return true;
    }
    if (folder) {
        size_t before = removal->foreign->paths.count;
        int inner = openat(fd, name, OPEN_FOLDER);
        return inner >= 0 && walk(removal, inner, depth + 1) &&
               (!calls || removal->foreign->paths.count > before ||
                calls->unlink(fd, name, AT_REMOVEDIR) == 0);
    }
    if (calls && calls->unlink(fd, name, 0) != 0) return false;
    removal->foreign->removed++;
    return true;
}

/* Goes through the folder `fd`, but not to the mark at its top; closes fd. */
static bool walk(struct removal *removal, int fd, int depth) {
    DIR *dir = depth < MAX_DEPTH ? fdopendir(fd) : NULL;
    int error = depth < MAX_DEPTH ? errno : ELOOP;
    bool fine = dir != NULL;
    if (!dir) close(fd);
    size_t length = removal->path.len;
    for (struct dirent *entry; fine && (entry = readdir(dir));) {
        if (is_dots(entry->d_name) || (depth == 0 && strcmp(entry->d_name, PUBLISH_MARK) == 0))
            continue;
        buf_str(&removal->path, entry->d_name);
        fine = walk_entry(removal, fd, entry, depth);
        error = errno;
        buf_truncate(&removal->path, length);
    }
    if (dir) closedir(dir);
    errno = error;
    return fine;
}

bool stage_look(int fd, const struct output *output, struct foreign *foreign) {
    struct owned owned = owned_read(fd, foreign->arena);
    struct buf mark = {0};
    if (!owned.listed) {
        owned_mark(output, &mark);
        owned = owned_parse(buf_text(&mark), foreign->arena);
    }
    struct removal look = {.owned = &owned, .foreign = foreign};
    int again = openat(fd, ".", OPEN_FOLDER);
    bool fine = again >= 0 && walk(&look, again, 0);
    buf_free(&look.path);
    buf_free(&mark);
    return fine;
}

bool stage_remove(const struct publish_calls *calls, int folder, const char *name,
                  struct foreign *foreign) {
    int fd = calls->open(folder, name, OPEN_FOLDER, 0);
    int again = fd < 0 ? -1 : dup(fd);
    if (again < 0) {
        file_close(fd);
        return false;
    }
    struct owned owned = owned_read(fd, foreign->arena);
    struct removal removal = {.calls = calls, .owned = &owned, .foreign = foreign};
    bool fine = walk(&removal, fd, 0);
    if (fine && foreign->paths.count) {
        errno = ENOTEMPTY;
        fine = false;
    }
    fine = fine && (calls->unlink(again, PUBLISH_MARK, 0) == 0 || errno == ENOENT);
    buf_free(&removal.path);
    file_close(again);
    return fine && calls->unlink(folder, name, AT_REMOVEDIR) == 0;
}
