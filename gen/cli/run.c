/* run -- what the subcommands share: loading the course, printing the messages. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

bool cli_open_root(struct root *root, const struct cli_options *options, struct arena *arena,
                   struct diags *diags) {
    enum { HIGHEST = 64, UP = 3 }; /* "../" */
    static const char site[] = "content/site.yaml";
    char path[HIGHEST * UP + sizeof site];
    if (strcmp(options->root, ".") != 0) return root_open(root, options->root, diags);
    for (size_t length = 0; length < HIGHEST * UP; length += UP) {
        memcpy(path + length, site, sizeof site);
        if (access(path, F_OK) == 0 && length > 0)
            return root_open(root, arena_text(arena, (struct text){path, length}).ptr, diags);
        if (access(path, F_OK) == 0) break;
        memcpy(path + length, "../", UP);
    }
    return root_open(root, options->root, diags);
}

static bool open_run(struct cli_run *run, const struct cli_options *options) {
    *run = (struct cli_run){.options = options, .root = {.fd = -1}};
    return cli_open_root(&run->root, options, &run->arena, &run->diags);
}

bool cli_begin(struct cli_run *run, const struct cli_options *options, enum edition edition,
               bool strict) {
    struct course_options course = {.strict = strict,
                                    .card = text_of(options->card),
                                    .edition = edition,
                                    .today = options->today};
    if (!open_run(run, options) ||
        !course_load(&run->course, &run->root, &course, &run->arena, &run->diags))
        return false;
    course_resolve(&run->course, &course, &run->diags);
    return true;
}

bool cli_begin_cards(struct cli_run *run, const struct cli_options *options) {
    struct course_options course = {
        .card = text_of(options->card), .edition = EDITION_REVIEW, .cards_only = true};
    if (!open_run(run, options)) return false;
    course_load(&run->course, &run->root, &course, &run->arena, &run->diags);
    if (!run->course.card) return false;
    diags_free(&run->diags);
    return true;
}

int cli_write(struct text bytes) {
    signal(SIGPIPE, SIG_IGN);
    bool fine = fwrite(bytes.ptr ? bytes.ptr : "", 1, bytes.len, stdout) == bytes.len;
    if (fflush(stdout) == 0 && fine && !ferror(stdout)) return CLI_OK;
    if (errno == EPIPE) { /* a reader that has seen enough, as head has */
        clearerr(stdout);
        return CLI_OK;
    }
    fprintf(stderr, "gen: standard output: %s\n", strerror(errno));
    return CLI_INPUT;
}

static bool wants_colour(void) {
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && term && !text_is(text_of(term), "dumb") && !(no && *no);
}

int cli_end(struct cli_run *run) {
    struct buf out = {0};
    return cli_end_with(run, NULL, &out);
}

/* In the text form messages go elsewhere than the result. */
static void print_messages(struct cli_run *run) {
    struct buf out = {0};
    if (run->options->quiet) diags_keep_errors(&run->diags);
    diags_print(&run->diags, &out, wants_colour() ? DIAG_COLOUR : DIAG_PLAIN);
    fwrite(buf_text(&out).ptr, 1, out.len, stderr);
    buf_free(&out);
}

static void print_document(struct cli_run *run, const char *key, struct text value) {
    struct buf out = {0};
    buf_str(&out, "{\"diagnostics\": ");
    diags_json(&run->diags, &out);
    if (key) buf_printf(&out, ",\n\"%s\": ", key);
    buf_view(&out, value);
    buf_str(&out, "}\n");
    cli_write(buf_text(&out));
    buf_free(&out);
}

int cli_end_with(struct cli_run *run, const char *key, struct buf *out) {
    if (run->options->json) {
        print_document(run, key, key ? buf_text(out) : (struct text){0});
    } else {
        cli_write(buf_text(out));
        print_messages(run);
    }
    buf_free(out);
    size_t errors = run->diags.errors;
    diags_free(&run->diags);
    arena_free(&run->arena);
    root_close(&run->root);
    return errors || ferror(stdout) ? CLI_INPUT : CLI_OK;
}
