/* gen grade -- runs a solution of an exercise against all cases and says what is wrong with it. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "grade/grade.h"

/* After so many cases in which the program had to be killed, the others are not run. */
enum { ENDED_MAX = 3 };

struct grading {
    struct cli_run run;
    struct grade grade;
    struct buf json; /* the cases */
    size_t passed, failed, ended, interrupted;
};

/* ---- one case ---------------------------------------------------------------------------- */

static void add_json(struct grading *grading, struct text name, const char *verdict,
                     struct text remark) {
    buf_str(&grading->json, grading->json.len ? ",\n  {" : "\n  {");
    buf_member(&grading->json, "case", name);
    buf_member(&grading->json, "verdict", text_of(verdict));
    buf_member(&grading->json, "remark", remark);
    buf_char(&grading->json, '}');
}

static void show(const struct grading *grading, struct text name,
                 const struct grade_verdict *verdict) {
    if (grading->run.options->json || (verdict->passed && !verdict->remark.len)) return;
    printf("%s  %.*s: %.*s\n", verdict->passed ? "ok    " : "FAILED", TEXT_ARG(name),
           TEXT_ARG(verdict->remark));
    fwrite(verdict->details.ptr ? verdict->details.ptr : "", 1, verdict->details.len, stdout);
    fflush(stdout);
}

/* Returns false if the other cases would end in the same way. */
static bool do_case(struct grading *grading, size_t index) {
    struct text name = grading->grade.list[index].name;
    struct grade_verdict verdict;
    if (!grade_case(&grading->grade, index, &verdict, &grading->run.diags)) return true;
    if (verdict.end == PROCESS_NO_START) {
        diag_file(&grading->run.diags, SEVERITY_ERROR, text_of(grading->grade.command[0]),
                  grade_hint(grading->grade.command[0], verdict.status, &grading->run.arena),
                  "%.*s", TEXT_ARG(verdict.remark));
        return false;
    }
    if (verdict.end == PROCESS_INTERRUPTED) {
        grading->interrupted = (size_t)verdict.status;
        return false;
    }
    ++*(verdict.passed ? &grading->passed : &grading->failed);
    show(grading, name, &verdict);
    add_json(grading, name, verdict.passed ? "passed" : "failed", verdict.remark);
    grading->ended += verdict.end != PROCESS_EXITED && verdict.end != PROCESS_SIGNALLED;
    return grading->ended < ENDED_MAX;
}

/* A script with the line ends of Windows would fail in every case, with a misleading message. */
static bool may_run(struct grading *grading) {
    bool windows;
    const char *path = grading->grade.command[0];
    struct text interpreter = grade_interpreter(path, &windows, &grading->run.arena);
    if (!windows) return true;
    diag_file(&grading->run.diags, SEVERITY_ERROR, text_of(path),
              arena_printf(&grading->run.arena, "sed -i 's/\\r$//' '%s'", path).ptr,
              "the interpreter named in the first line (\"%.*s\\r\") does not exist: the file has "
              "Windows line ends",
              TEXT_ARG(interpreter));
    return false;
}

/* ---- the whole --------------------------------------------------------------------------- */

static int finish(struct grading *grading) {
    size_t count = grading->grade.count, run = grading->passed + grading->failed;
    bool fine = count && grading->passed == count;
    struct buf out = {0};
    if (run && grading->run.options->json) {
        buf_printf(&out, "{\"passed\": %zu, \"failed\": %zu, \"not_run\": %zu, \"cases\": [%.*s]}",
                   grading->passed, grading->failed, count - run,
                   TEXT_ARG(buf_text(&grading->json)));
    } else if (run) {
        buf_printf(&out, "%zu of %zu cases passed", grading->passed, count);
        if (run < count) buf_printf(&out, ", %zu not run", count - run);
        if (grading->ended == ENDED_MAX)
            buf_printf(&out, " after %d that had to be ended", ENDED_MAX);
        buf_char(&out, '\n');
    }
    int status = cli_end(&grading->run, &out);
    buf_free(&grading->json);
    if (grading->interrupted) raise((int)grading->interrupted);
    return fine ? status : CLI_INPUT;
}

int cli_grade(const struct cli_options *options) {
    struct grading grading = {0};
    struct cli_run *run = &grading.run;
    bool open = cli_open(run, options);
    grading.grade = (struct grade){.root = &run->root,
                                   .arena = &run->arena,
                                   .command = options->argument + 1,
                                   .limits = grade_limits};
    if (options->seconds) grading.grade.limits.wall_ms = (unsigned)options->seconds * 1000;
    if (open && grade_open(&grading.grade, text_of(options->argument[0]), &run->diags) &&
        may_run(&grading))
        for (size_t i = 0; i < grading.grade.count && do_case(&grading, i);)
            i++;
    return finish(&grading);
}
