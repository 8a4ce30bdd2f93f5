/* program -- see program.h. */
#include "grade/program.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct text program_interpreter(const char *path, bool *windows, struct arena *arena) {
    char bytes[256];
    struct stat about;
    *windows = false;
    if (!strchr(path, '/') || stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return (struct text){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
    if (fd >= 0) close(fd);
    struct text rest = {bytes, got > 0 ? (size_t)got : 0}, line = text_next(&rest, '\n');
    if (!text_starts(line, "#!")) return (struct text){0};
    *windows = rest.ptr && text_ends(line, "\r");
    return arena_text(arena, text_trim(text_cut(line, 2, line.len)));
}

const char *program_hint(const char *path, int error, struct arena *arena) {
    struct stat about;
    bool windows;
    if (!strchr(path, '/')) return "a program in this folder is written ./NAME";
    bool there = stat(path, &about) == 0;
    if (there && S_ISDIR(about.st_mode)) return "this is a folder: name the program in it";
    if (there && error == EACCES) return arena_printf(arena, "chmod +x '%s'", path).ptr;
    struct text interpreter = program_interpreter(path, &windows, arena);
    if (there && error == ENOENT && interpreter.len)
        return arena_printf(arena, "its first line names %.*s, which is not there",
                            TEXT_ARG(interpreter))
            .ptr;
    return there ? "it has to be a program, or a script that starts with #!"
                 : "there is no such file";
}
