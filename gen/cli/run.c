/* run -- what the subcommands share: loading the course, printing the messages. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static struct course_options options_of(const struct cli_options *options, enum edition edition,
                                        enum cli_claims claims) {
    return (struct course_options){
        .strict = claims == CLI_CLAIMS_STRICT,
        .card = text_of(options->card),
        .edition = edition,
        .today = options->today,
    };
}

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

bool cli_begin(struct cli_run *run, const struct cli_options *options, enum edition edition,
               enum cli_claims claims) {
    *run = (struct cli_run){.options = options, .root = {.fd = -1}};
    if (!cli_open_root(&run->root, options, &run->arena, &run->diags)) return false;
    struct course_options course = options_of(options, edition, claims);
    if (!course_load(&run->course, &run->root, &course, &run->arena, &run->diags)) return false;
    course_resolve(&run->course, &course, &run->diags);
    return true;
}

bool cli_begin_cards(struct cli_run *run, const struct cli_options *options) {
    *run = (struct cli_run){.options = options, .root = {.fd = -1}};
    if (!cli_open_root(&run->root, options, &run->arena, &run->diags)) return false;
    struct course_options course = options_of(options, EDITION_REVIEW, CLI_CLAIMS_OF_EDITION);
    course.cards_only = true;
    course_load(&run->course, &run->root, &course, &run->arena, &run->diags);
    if (!run->course.card) return false;
    diags_free(&run->diags);
    return true;
}

void cli_write(struct text bytes) {
    signal(SIGPIPE, SIG_IGN);
    if (fwrite(bytes.ptr ? bytes.ptr : "", 1, bytes.len, stdout) == bytes.len &&
        fflush(stdout) == 0)
        return;
    if (errno == EPIPE) /* a reader that has seen enough, as head has */
        clearerr(stdout);
    else
        fprintf(stderr, "gen: standard output: %s\n", strerror(errno));
}

static bool wants_colour(void) {
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && term && !text_is(text_of(term), "dumb") && !(no && *no);
}

static int finish(struct cli_run *run) {
    size_t errors = run->diags.errors;
    diags_free(&run->diags);
    arena_free(&run->arena);
    root_close(&run->root);
    return errors || ferror(stdout) ? CLI_INPUT : CLI_OK;
}

int cli_end(struct cli_run *run) {
    if (run->options->json) return cli_end_json(run, NULL, (struct text){0});
    struct buf out = {0};
    if (run->options->quiet) diags_keep_errors(&run->diags);
    diags_print(&run->diags, &out, wants_colour() ? DIAG_COLOUR : DIAG_PLAIN);
    fwrite(out.ptr ? out.ptr : "", 1, out.len, stderr);
    buf_free(&out);
    return finish(run);
}

int cli_end_json(struct cli_run *run, const char *key, struct text value) {
    struct buf out = {0};
    buf_str(&out, "{\"diagnostics\": ");
    diags_json(&run->diags, &out);
    if (key) {
        buf_printf(&out, ",\n\"%s\": ", key);
        buf_view(&out, value);
    }
    buf_str(&out, "}\n");
    cli_write(buf_text(&out));
    buf_free(&out);
    return finish(run);
}

int cli_end_with(struct cli_run *run, const char *key, struct buf *out) {
    int status;
    if (run->options->json) {
        status = cli_end_json(run, key, buf_text(out));
    } else {
        cli_write(buf_text(out));
        status = cli_end(run);
    }
    buf_free(out);
    return status;
}
