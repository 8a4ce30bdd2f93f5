/* grade -- see grade.h. */
#include "grade/grade.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "grade/compare.h"
#include "base/nearest.h"

const struct process_limits grade_limits = {
    .wall_ms = 5000, .memory = (size_t)512 << 20, .threads = 256, .output = (size_t)1 << 20};

static const char indent[] = "      ";

/* ---- cases ------------------------------------------------------------------------------- */

static void no_exercise(const struct grade *grade, struct text exercise, struct diags *diags) {
    struct file_list all =
        file_walk(grade->root, TEXT("content/exercises"), ".in", grade->arena, diags);
    struct nearest nearest = {.wanted = exercise};
    for (size_t i = 0; i < all.count; i++) {
        struct text rest = all.path[i];
        text_next(&rest, '/');
        text_next(&rest, '/');
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
        struct text path = files.path[i], stem = text_cut(path, 0, path.len - (sizeof ".in" - 1));
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
    }
    if (!grade->count && diags->errors == errors) no_exercise(grade, exercise, diags);
    return diags->errors == errors;
}

/* ---- what is said ------------------------------------------------------------------------ */

static void say_size(struct buf *out, size_t bytes) {
    if (bytes >> 20 && !(bytes & 0xFFFFF))
        buf_printf(out, "%zu MiB", bytes >> 20);
    else
        buf_printf(out, "%zu KiB", bytes >> 10);
}

static void say_seconds(struct buf *out, unsigned ms) {
    buf_printf(out, ms % 1000 ? "%u.%01u s" : "%u s", ms / 1000, ms % 1000 / 100);
}

static void say_signal(struct buf *out, int number) {
    if (number == SIGXFSZ)
        buf_str(out, "wrote a file that was too large");
    else
        buf_printf(out, "crashed: signal %d (%s)", number, strsignal(number));
}

/* How it ended, unless it ended well. */
static void say_end(struct buf *out, const struct process_result *result,
                    const struct process_limits *limits) {
    switch (result->end) {
    case PROCESS_EXITED:
        if (result->status) buf_printf(out, "ended with status %d", result->status);
        break;
    case PROCESS_SIGNALLED: say_signal(out, result->status); break;
    case PROCESS_NO_START: buf_printf(out, "cannot be run: %s", strerror(result->status)); break;
    case PROCESS_TIME:
        buf_str(out, "no end after ");
        say_seconds(out, limits->wall_ms);
        if (result->closed_output) buf_str(out, ", its output closed");
        break;
    case PROCESS_MEMORY:
        buf_str(out, "more than ");
        say_size(out, limits->memory);
        buf_str(out, " of memory");
        break;
    case PROCESS_THREADS:
        buf_printf(out, "more than %zu processes and threads", limits->threads);
        break;
    case PROCESS_OUTPUT:
        buf_str(out, "more than ");
        say_size(out, limits->output);
        buf_str(out, " of output");
        break;
    case PROCESS_INTERRUPTED: buf_str(out, "interrupted"); break;
    }
    if (result->left)
        buf_printf(out, "%s%zu process%s still running after its end", out->len ? "; " : "",
                   result->left, result->left == 1 ? "" : "es");
    if (result->immortal)
        buf_printf(out, "%s%zu process%s could not be ended", out->len ? "; " : "",
                   result->immortal, result->immortal == 1 ? "" : "es");
}

static void say_difference(struct buf *out, const struct comparison *comparison,
                           const struct process_result *result) {
    if (out->len) buf_str(out, "; ");
    if (!result->output.len)
        buf_str(out, "no output");
    else
        buf_printf(out, "line %zu differs", comparison->line);
}

/* The first lines that went to standard error. */
static void show_messages(struct buf *out, struct text messages) {
    enum { LINES = 5 };
    size_t shown = 0;
    for (; messages.len && shown < LINES; shown++) {
        struct text line = text_next(&messages, '\n');
        buf_str(out, indent);
        buf_str(out, "said      ");
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

/* What the program wrote and how it ended, beside what it had to write. */
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
        say_difference(&remark, &comparison, result);
        if (result->output.len) compare_show(&comparison, indent, &details);
    }
    if (!verdict.passed && trial->unread && result->end != PROCESS_NO_START)
        buf_str(&remark, "; it read nothing of its input");
    if (verdict.passed && comparison.ends_differ) buf_str(&remark, "only the line ends differ");
    if (!verdict.passed) show_messages(&details, buf_text(&result->messages));
    verdict.remark = arena_text(grade->arena, buf_text(&remark));
    verdict.details = arena_text(grade->arena, buf_text(&details));
    buf_free(&remark);
    buf_free(&details);
    return verdict;
}

bool grade_case(const struct grade *grade, size_t index, struct grade_verdict *verdict,
                struct diags *diags) {
    const struct grade_case *one = &grade->list[index];
    struct trial trial = {0};
    *verdict = (struct grade_verdict){0};
    if (!file_read(grade->root, one->out, FILE_MAX_TEXT, grade->arena, &trial.want, diags))
        return false;
    int input = openat(grade->root->fd, arena_string(grade->arena, one->in), O_RDONLY | O_CLOEXEC);
    if (input < 0) {
        diag_file(diags, SEVERITY_ERROR, one->in, NULL, "%s", strerror(errno));
        return false;
    }
    process_run(grade->command, input, &grade->limits, &trial.result);
    trial.unread = lseek(input, 0, SEEK_CUR) == 0 && lseek(input, 0, SEEK_END) > 0;
    close(input);
    *verdict = judge(grade, &trial);
    process_result_free(&trial.result);
    return true;
}
