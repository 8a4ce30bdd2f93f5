/* grade -- see grade.h. */
#include "grade/grade.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "grade/compare.h"
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

/* ---- what is said ------------------------------------------------------------------------ */

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

/* A program says why it failed in its first lines on standard error. */
static void show_messages(struct buf *out, struct text messages) {
    enum { LINES = 5 };
    size_t shown = 0;
    for (; messages.len && shown < LINES; shown++) {
        struct text line = text_next(&messages, '\n');
        buf_printf(out, "%ssaid      ", indent);
        for (size_t i = 0, length; i < line.len && i < 200; i += length ? length : 1) {
            uint32_t code;
            length = utf8_decode(text_cut(line, i, line.len), &code);
            bool plain = length && code >= 0x20 && (code < 0x7F || code >= 0xA0);
            if (plain)
                buf_view(out, text_cut(line, i, i + length));
            else
                buf_char(out, '?');
        }
        buf_char(out, '\n');
    }
}

/* ---- one case ---------------------------------------------------------------------------- */

/* A trial is judged by what the program wrote and how it ended, beside what it had to write. */
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

/* Puts what the counter says of the output in the output's place. */
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
