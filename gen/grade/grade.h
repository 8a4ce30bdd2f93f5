/* grade -- a solution of an exercise against the exercise's cases.
 *
 * A case is a pair of files below content/exercises/NAME/tests/: visible/CASE.in with CASE.out, and
 * the same in graded/. The solution is any command that reads standard input and writes standard
 * output. It passes a case if it writes the text of CASE.out (see compare_outputs() for what
 * does not count), it ends with status 0 within the limits, and leaves no process behind.
 *
 * Where tests/judge.txt is, many outputs are right: the commands of CASE.in, what the solution writes and
 * the line `end` go through the counter (model/count.h), and what that prints is compared.
 *
 *     struct grade grade = {.root = &root, .arena = &arena, .command = argv, .limits = grade_limits};
 *     if (grade_open(&grade, TEXT("memory-hierarchy"), &diags))
 *         for (size_t i = 0; i < grade.count; i++)
 *             grade_case(&grade, i, &verdict, &diags);
 *
 * Everything lives in the arena. */
#pragma once

#include "base/file.h"
#include "grade/process.h"

struct grade_case {
    struct text name;    /* visible/example */
    struct text in, out; /* paths */
};

struct grade {
    const struct root *root;
    struct arena *arena;
    char *const *command; /* as for execvp() */
    struct process_limits limits;
    bool judged;             /* the counter's results for the output are compared */
    struct grade_case *list; /* visible ones first, each group by name */
    size_t count, capacity;
};

/* The limits are 5 seconds, 512 MiB, 256 threads and 1 MiB of output. */
extern const struct process_limits grade_limits;

/* Lists the cases. False, with messages: no such exercise, no cases, or one of a pair is missing. */
bool grade_open(struct grade *grade, struct text exercise, struct diags *diags);

struct grade_verdict {
    bool passed;
    enum process_end end;
    int status;
    struct text
        remark; /* one line: what is wrong, or of a passed case that only line ends differ */
    struct text details; /* indented lines to be shown below it; may be empty */
};

/* Runs one case. False: the case could not be read, which is in `diags`. */
bool grade_case(const struct grade *grade, size_t index, struct grade_verdict *verdict,
                struct diags *diags);

/* Returns the interpreter that a script's first line names, "/bin/sh"; zero if it is no script, or
 * is looked for in PATH. *windows: the line ends in CR LF, and the CR belongs to the name. */
struct text grade_interpreter(const char *path, bool *windows, struct arena *arena);

/* Returns what the user can do about a program that could not be started for `error`; NULL: nothing. */
const char *grade_hint(const char *path, int error, struct arena *arena);

/* ---- a program's output beside the one that was expected, line by line ----------------------
 *
 * How lines end is not what an exercise is about: a CR before the LF, and a last line without an LF,
 * are reported but are no difference. All else is one: spaces, tabs, empty lines, lines too many. */

struct comparison {
    bool same;
    bool ends_differ;       /* same, but the lines do not all end as expected */
    size_t line;            /* from 1: the first that differs */
    bool has_want, has_got; /* false: there is no such line any more */
    struct text want, got;  /* that line without its end; views of what was compared */
};

struct comparison compare_outputs(struct text want, struct text got);

/* Shows both lines, one below the other, each after `margin`, with a mark under the first
 * difference. Spaces become a dot, tabs an arrow, other control bytes and bytes that are no text
 * \xNN; a long line is cut to the part around the difference. Nothing is shown for equal outputs. */
void compare_show(const struct comparison *comparison, const char *margin, struct buf *out);
