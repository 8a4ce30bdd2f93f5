/* grade -- see grade.h. */
#include "grade/grade.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/chars.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "model/count.h"

const struct process_limits grade_limits = {
    .wall_ms = 5000, .memory = (size_t)512 << 20, .threads = 256, .output = (size_t)1 << 20};

static const char indent[] = "      ";

/* ---- cases ------------------------------------------------------------------------------- */

static void no_exercise(const struct grade *grade, struct text exercise, struct diags *diags) {
    struct file_list all =
        file_walk(grade->root, TEXT("content/exercises"), ".in", grade->arena, diags);
    struct nearest nearest = {.wanted = exercise};
    for (size_t i = 0; i < all.count; i++) {
        struct text rest = text_drop_start(all.path[i], "content/exercises/");
        nearest_offer(&nearest, text_next(&rest, '/'));
    }
    diag_file(diags, SEVERITY_ERROR, TEXT("content/exercises"),
              nearest_hint(&nearest, "an exercise is a folder with tests/visible/CASE.in and .out",
                           grade->arena),
              "there is no exercise \"%.*s\" with cases", TEXT_ARG(exercise));
}

static void add_group(struct grade *grade, struct text exercise, const char *group,
                      struct diags *diags) {
    struct text folder =
        arena_printf(grade->arena, "content/exercises/%.*s/tests/%s", TEXT_ARG(exercise), group);
    struct file_list files = file_walk(grade->root, folder, ".in", grade->arena, diags);
    for (size_t i = 0; i < files.count; i++) {
        struct text path = files.path[i], stem = text_drop_end(path, ".in");
        struct text name = text_cut(stem, folder.len - strlen(group), stem.len);
        struct text out = arena_printf(grade->arena, "%.*s.out", TEXT_ARG(stem));
        if (!file_exists(grade->root, out)) {
            diag_file(diags, SEVERITY_ERROR, path, "write what it has to print",
                      "a case without its output, %.*s", TEXT_ARG(out));
            continue;
        }
        grade->list = arena_grow(grade->arena, grade->list, grade->count, &grade->capacity,
                                 sizeof *grade->list);
        grade->list[grade->count++] = (struct grade_case){name, path, out};
    }
}

bool grade_open(struct grade *grade, struct text exercise, struct diags *diags) {
    size_t errors = diags->errors;
    grade->count = 0;
    bool is_name = exercise.len && text_equal(utf8_slug(grade->arena, exercise), exercise);
    if (is_name) {
        add_group(grade, exercise, "visible", diags);
        add_group(grade, exercise, "graded", diags);
        grade->judged = file_exists(
            grade->root, arena_printf(grade->arena, "content/exercises/%.*s/tests/judge.txt",
                                      TEXT_ARG(exercise)));
    }
    if (!grade->count && diags->errors == errors) no_exercise(grade, exercise, diags);
    return diags->errors == errors;
}

/* ---- comparing ---------------------------------------------------------------------------- */

/* A long line is shown from this many bytes before the difference, in this many columns. */
enum { BEFORE = 40, COLUMNS = 84 };

static bool ends_open(struct text output) {
    return output.len && !text_ends(output, "\n");
}

struct comparison compare_outputs(struct text want, struct text got) {
    struct comparison result = {.ends_differ = ends_open(want) != ends_open(got)};
    while (want.len || got.len) {
        result.line++;
        result.has_want = want.len > 0;
        result.has_got = got.len > 0;
        result.want = text_next(&want, '\n');
        result.got = text_next(&got, '\n');
        if (!result.has_want || !result.has_got) return result;
        if (text_equal(result.want, result.got)) continue;
        if (!text_equal(result.want, text_drop_end(result.got, "\r"))) {
            result.got = text_drop_end(result.got, "\r");
            return result;
        }
        result.ends_differ = true;
    }
    result.same = true;
    return result;
}

/* Writes one character and returns its length in bytes; *columns grows by what it takes. */
static size_t show_character(struct text line, struct buf *out, size_t *columns) {
    uint32_t code;
    size_t length = utf8_decode(line, &code);
    *columns += 1;
    if (code == ' ') {
        buf_str(out, "\u00B7");
    } else if (code == '\t') {
        buf_str(out, "\u2192");
    } else if (!length || code < 0x20 || (code >= 0x7F && code < 0xA0)) {
        buf_printf(out, "\\x%02x", (unsigned char)line.ptr[0]);
        *columns += 3;
        return 1;
    } else {
        buf_view(out, text_cut(line, 0, length));
    }
    return length;
}

/* Shows the line from byte `from` on and returns the column at which byte `mark` stands. */
static size_t show_line(struct text line, size_t from, size_t mark, struct buf *out) {
    size_t columns = from > 0, at = from, marked = 0;
    if (from) buf_str(out, "\u2026");
    while (at < line.len && columns < COLUMNS) {
        if (at <= mark) marked = columns;
        at += show_character(text_cut(line, at, line.len), out, &columns);
    }
    if (at <= mark) marked = columns;
    if (at < line.len) buf_str(out, "\u2026");
    return marked;
}

/* Returns the text to print for a line that is empty or missing, or NULL. */
static const char *instead(bool there, struct text line) {
    return !there ? "(the output ends here)" : !line.len ? "(an empty line)" : NULL;
}

void compare_show(const struct comparison *comparison, const char *margin, struct buf *out) {
    struct text want = comparison->want, got = comparison->got;
    size_t mark = 0;
    if (comparison->same) return;
    while (mark < want.len && mark < got.len && want.ptr[mark] == got.ptr[mark])
        mark++;
    while (mark && ((mark < want.len && is_continuation(want.ptr[mark])) ||
                    (mark < got.len && is_continuation(got.ptr[mark]))))
        mark--;
    size_t from = mark > BEFORE ? mark - BEFORE : 0;
    while (from && is_continuation(want.ptr[from]))
        from--;
    const char *no_want = instead(comparison->has_want, want);
    const char *no_got = instead(comparison->has_got, got);
    size_t column = 0;
    buf_printf(out, "%sexpected  %s", margin, no_want ? no_want : "");
    if (!no_want) column = show_line(want, from, mark, out);
    buf_printf(out, "\n%syours     %s", margin, no_got ? no_got : "");
    if (!no_got) show_line(got, from, mark, out);
    buf_char(out, '\n');
    if (!no_want && !no_got) buf_printf(out, "%s          %*s^\n", margin, (int)column, "");
}

/* ---- the report -------------------------------------------------------------------------- */

static void say_too_much(struct buf *out, size_t bytes, const char *what) {
    bool whole = bytes >> 20 && !(bytes & 0xFFFFF);
    buf_printf(out, "more than %zu %s of %s", bytes >> (whole ? 20 : 10), whole ? "MiB" : "KiB",
               what);
}

static void say_processes(struct buf *out, size_t count, const char *what) {
    if (count)
        buf_printf(out, "%s%zu process%s %s", out->len ? "; " : "", count, count == 1 ? "" : "es",
                   what);
}

/* Says how the program ended, unless it ended well. */
static void say_end(struct buf *out, const struct process_result *result,
                    const struct process_limits *limits) {
    unsigned ms = limits->wall_ms;
    switch (result->end) {
    case PROCESS_EXITED:
        if (result->status) buf_printf(out, "ended with status %d", result->status);
        break;
    case PROCESS_SIGNALLED:
        if (result->status == SIGXFSZ)
            buf_str(out, "wrote a file that was too large");
        else
            buf_printf(out, "crashed: signal %d (%s)", result->status, strsignal(result->status));
        break;
    case PROCESS_NO_START: buf_printf(out, "cannot be run: %s", strerror(result->status)); break;
    case PROCESS_TIME:
        buf_printf(out, ms % 1000 ? "no end after %u.%01u s" : "no end after %u s", ms / 1000,
                   ms % 1000 / 100);
        if (result->closed_output) buf_str(out, ", its output closed");
        break;
    case PROCESS_MEMORY: say_too_much(out, limits->memory, "memory"); break;
    case PROCESS_THREADS:
        buf_printf(out, "more than %zu processes and threads", limits->threads);
        break;
    case PROCESS_OUTPUT: say_too_much(out, limits->output, "output"); break;
    case PROCESS_INTERRUPTED: buf_str(out, "interrupted"); break;
    }
    say_processes(out, result->left, "still running after its end");
    say_processes(out, result->immortal, "could not be ended");
}

/* The first lines on standard error usually say why a program failed. */
static void show_messages(struct buf *out, struct text messages) {
    enum { LINES = 5 };
    size_t shown = 0;
    for (; messages.len && shown < LINES; shown++) {
        struct text line = text_next(&messages, '\n');
        buf_printf(out, "%ssaid      ", indent);
        buf_terminal(out, text_cut(line, 0, 200));
        buf_char(out, '\n');
    }
}

/* ---- one case ---------------------------------------------------------------------------- */

/* A trial has what the program wrote and how it ended, beside what it had to write. */
struct trial {
    struct process_result result;
    struct text want;
    bool unread; /* it read nothing of its input, and there was some */
};

static struct grade_verdict judge(const struct grade *grade, const struct trial *trial) {
    const struct process_result *result = &trial->result;
    struct grade_verdict verdict = {.end = result->end, .status = result->status};
    struct comparison comparison = compare_outputs(trial->want, buf_text(&result->output));
    bool by_itself = result->end == PROCESS_EXITED || result->end == PROCESS_SIGNALLED;
    struct buf remark = {0}, details = {0};
    say_end(&remark, result, &grade->limits);
    verdict.passed = !remark.len && comparison.same;
    if (by_itself && !comparison.same) {
        if (remark.len) buf_str(&remark, "; ");
        if (result->output.len)
            buf_printf(&remark, "line %zu differs", comparison.line);
        else
            buf_str(&remark, "no output");
        if (result->output.len) compare_show(&comparison, indent, &details);
    }
    if (!verdict.passed && trial->unread && result->end != PROCESS_NO_START)
        buf_str(&remark, "; it read nothing of its input");
    if (verdict.passed && comparison.ends_differ) buf_str(&remark, "only the line ends differ");
    if (!verdict.passed) show_messages(&details, buf_text(&result->messages));
    verdict.remark = buf_take(&remark, grade->arena);
    verdict.details = buf_take(&details, grade->arena);
    return verdict;
}

static void write_text(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

/* Replaces the output by what the counter prints for it. */
static void count_output(struct text commands, struct buf *output) {
    static struct count count;
    struct buf all = {0}, said = {0};
    const struct simulator_sink sink = {write_text, &said};
    buf_view(&all, commands);
    buf_view(&all, buf_text(output));
    buf_str(&all, "\nend\n");
    count_start(&count);
    for (struct text rest = buf_text(&all); rest.len;) {
        struct text line = text_next(&rest, '\n');
        count_line(&count, line.ptr, line.len, &sink);
    }
    buf_free(&all);
    buf_free(output);
    *output = said;
}

bool grade_case(const struct grade *grade, size_t index, struct grade_verdict *verdict,
                struct diags *diags) {
    const struct grade_case *one = &grade->list[index];
    struct trial trial = {0};
    struct text commands = {0};
    *verdict = (struct grade_verdict){0};
    if (!file_read(grade->root, one->out, FILE_MAX_TEXT, grade->arena, &trial.want, diags))
        return false;
    if (grade->judged &&
        !file_read(grade->root, one->in, FILE_MAX_TEXT, grade->arena, &commands, diags))
        return false;
    int input = openat(grade->root->fd, arena_string(grade->arena, one->in), O_RDONLY | O_CLOEXEC);
    if (input < 0) {
        diag_file(diags, SEVERITY_ERROR, one->in, NULL, "%s", strerror(errno));
        return false;
    }
    process_run(grade->command, input, &grade->limits, &trial.result);
    trial.unread = lseek(input, 0, SEEK_CUR) == 0 && lseek(input, 0, SEEK_END) > 0;
    close(input);
    if (grade->judged) count_output(commands, &trial.result.output);
    *verdict = judge(grade, &trial);
    process_result_free(&trial.result);
    return true;
}

/* ---- the program ------------------------------------------------------------------------- */

struct text grade_interpreter(const char *path, bool *windows, struct arena *arena) {
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

/* What the system's reasons ask for; look_at() tells those apart that are about the file itself. */
static const struct {
    int error;
    const char *hint;
} reasons[] = {
    {E2BIG, "its arguments and the environment are too long together: give it fewer"},
    {ETXTBSY, "something still writes to it: wait until the compiler has ended"},
    {ENOMEM, "there is no memory left for it: end other programs"},
    {EAGAIN, "there are too many processes already: end some"},
    {EMFILE, "there are too many open files: close some"},
    {ENFILE, "there are too many open files on this machine: close some"},
    {ELOOP, "it is a link that leads to itself: name the program"},
    {ENOTDIR, "a part of its path is a file, and no folder"},
    {ENAMETOOLONG, "its name is too long"},
    {EPERM, "the system forbids it: see how its file system is mounted"},
    {EIO, "the disk that it lies on cannot be read"},
};

static bool is_elf(const char *path) {
    char magic[4] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool elf = fd >= 0 && read(fd, magic, 4) == 4 && memcmp(magic, "\177ELF", 4) == 0;
    if (fd >= 0) close(fd);
    return elf;
}

/* The file is there, and the reason is in it or in what it names. */
static const char *look_at(const char *path, int error, struct arena *arena) {
    bool windows, elf = is_elf(path);
    struct text interpreter = grade_interpreter(path, &windows, arena);
    if (error == EACCES && access(path, X_OK) != 0)
        return arena_printf(arena, "chmod +x '%s'", path).ptr;
    if (error == EACCES && !interpreter.len)
        return "its file system is mounted noexec: copy it to another folder";
    if (error == ENOEXEC && elf)
        return "it was compiled for another processor or system: compile it on this machine";
    if (error == ENOEXEC)
        return arena_printf(arena,
                            "it has to be a program, or a script that starts with #!, as "
                            "#!/bin/sh; or name what runs it: python3 %s",
                            path)
            .ptr;
    if (error == ENOENT && elf)
        return "the loader of shared libraries that it names is not there: compile it on this "
               "machine";
    if (!interpreter.len) return NULL;
    return arena_printf(arena, "its first line names %.*s, which %s", TEXT_ARG(interpreter),
                        error == ENOENT ? "is not there" : "cannot be run")
        .ptr;
}

const char *grade_hint(const char *path, int error, struct arena *arena) {
    struct stat about;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].error == error) return reasons[i].hint;
    if (!strchr(path, '/')) return "a program in this folder is written ./NAME";
    if (stat(path, &about) != 0)
        return error == EACCES ? "a folder on the way to it may not be entered"
                               : "there is no such file";
    return S_ISDIR(about.st_mode) ? "this is a folder: name the program in it"
                                  : look_at(path, error, arena);
}
