/* katex -- see katex.h.
 *
 * Node gets the formulas as an unnamed file, so that only its answer has to be waited for, and that
 * not for ever. */
#define _GNU_SOURCE
#include "course/katex.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/json.h"

extern char **environ;

enum { LIMIT_MS = 60000 };

/* The Makefile writes the bytes of katex.js as numbers. */
static const char script[] = {
#include "build/katex_js.h"
    0};

/* ---- the process ------------------------------------------------------------------------- */

/* Returns the end of the pipe on which node answers, or -1 and errno. */
static int start(pid_t *pid, const char *katex, FILE *input) {
    int out[2];
    if (pipe2(out, O_CLOEXEC) != 0) return -1;
    char *argv[] = {"node", "-e", (char *)(uintptr_t)script, (char *)(uintptr_t)katex, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(input), 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(pid, "node", &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    if (!error) return out[0];
    close(out[0]);
    errno = error;
    return -1;
}

/* Returns false when node took too long. */
static bool receive(int fd, struct buf *out) {
    static char bytes[1 << 16];
    for (;;) {
        struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
        int ready = poll(&poll_fd, 1, LIMIT_MS);
        ssize_t got = ready > 0 ? read(fd, bytes, sizeof bytes) : ready;
        if (got < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        if (got <= 0) return true;
        buf_add(out, bytes, (size_t)got);
    }
}

/* ---- what is asked and answered ---------------------------------------------------------- */

static void ask(const struct katex_formula *formula, size_t count, struct buf *out) {
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        buf_str(out, i ? ",{" : "{");
        buf_member(out, "tex", formula[i].tex);
        buf_member(out, "name", formula[i].name);
        buf_printf(out, ", \"display\": %s}", formula[i].display ? "true" : "false");
    }
    buf_char(out, ']');
}

static struct text member_text(const struct json *answer, const char *name) {
    const struct json *member = json_member(answer, name);
    return member ? member->text : (struct text){0};
}

/* Returns false when this is no answer. */
static bool take(struct katex_formula *formula, const struct json *answer) {
    const struct json *width = json_member(answer, "width");
    formula->set = member_text(answer, "set");
    formula->fault = member_text(answer, "fault");
    formula->error = member_text(answer, "error");
    formula->at = member_text(answer, "before").len;
    if (formula->at > formula->tex.len) formula->at = formula->tex.len;
    if (width) formula->width = (size_t)width->number;
    return formula->set.len || formula->fault.len || formula->error.len;
}

static const char *no(const char *why, const char *advice, const char **hint) {
    *hint = advice;
    return why;
}

static const char *read_answer(struct katex_formula *formula, size_t count, struct text bytes,
                               const char **hint, struct arena *arena) {
    struct diags unheard = {0};
    const struct source *source = source_load(arena, TEXT("katex"), bytes);
    const struct json *answer = json_read(source, bytes, arena, &unheard);
    diags_free(&unheard);
    const struct json *missing = answer ? json_member(answer, "missing") : NULL;
    if (missing)
        return no(arena_printf(arena, "formulas need KaTeX, and %.*s cannot be loaded",
                               TEXT_ARG(missing->text))
                      .ptr,
                  "install libjs-katex: make deps", hint);
    bool fine = answer && answer->kind == JSON_KIND_LIST && answer->count == count;
    for (size_t i = 0; fine && i < count; i++)
        fine = take(&formula[i], &answer->child[i]);
    return fine ? NULL
                : no("node gave no answer that holds all formulas",
                     "try make deps; node and KaTeX of the distribution are known to work", hint);
}

/* Returns NULL and errno when there is no room for a file. */
static FILE *input_of(const struct katex_formula *formula, size_t count) {
    FILE *file = tmpfile();
    if (!file) return NULL;
    struct buf text = {0};
    ask(formula, count, &text);
    bool fine = fwrite(text.ptr, 1, text.len, file) == text.len && fflush(file) == 0;
    int number = errno;
    buf_free(&text);
    rewind(file);
    if (fine) return file;
    fclose(file);
    errno = number;
    return NULL;
}

const char *katex_set(struct katex_formula *formula, size_t count, const char **hint,
                      struct arena *arena) {
    static const char absent[] = "formulas need node, which is not installed";
    static const char install[] = "install nodejs: make deps";
    const char *katex = getenv("KATEX");
    if (!katex || !*katex) katex = "/usr/share/javascript/katex/katex.js";
    FILE *input = input_of(formula, count);
    if (!input)
        return no(arena_printf(arena, "no temporary file can be made: %s", strerror(errno)).ptr,
                  "formulas are handed to node in a temporary file", hint);
    pid_t pid;
    int status = 0, answer = start(&pid, katex, input), error = errno;
    fclose(input);
    if (answer < 0)
        return no(error == ENOENT ? absent : "formulas need node, which cannot be started", install,
                  hint);
    struct buf out = {0};
    bool in_time = receive(answer, &out);
    if (!in_time) kill(pid, SIGKILL);
    close(answer);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    const char *why;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) /* not every posix_spawn can say so */
        why = no(absent, install, hint);
    else if (in_time)
        why = read_answer(formula, count, buf_text(&out), hint, arena);
    else
        why = no("node took more than a minute over the formulas",
                 "is there a formula that never ends?", hint);
    buf_free(&out);
    return why;
}
