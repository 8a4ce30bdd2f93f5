/* gen simulate, gen count -- the exercises' programs: commands from a file or standard input.
 *
 * Lines are read and done one after the other, so an input may be longer than memory. A mistake
 * in a command is a line of the output and no failure of the program, as the exercise demands. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "model/count.h"
#include "model/simulator.h"

enum { NOTES_MAX = 100 };

struct session {
    struct cli_run run;
    FILE *file;
    struct text name;
    bool counts; /* gen count */
    struct simulator simulator;
    struct count count;
    struct simulator_sink sink;
    struct buf output; /* written at the end where the format is JSON */
};

static void write_now(void *context, const char *data, size_t length) {
    (void)context;
    fwrite(data, 1, length, stdout);
}

static void write_later(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

/* The model knows no card: a tile too large for any card is counted, with a note. */
static void note_tile(struct session *session) {
    const struct simulator *simulator = &session->simulator;
    struct diags *diags = &session->run.diags;
    if (simulator->tile_bytes <= SIMULATOR_TILE_BYTES_MAX || diags->count == NOTES_MAX) return;
    diag_line(
        diags, SEVERITY_NOTE, session->name, (size_t)simulator->lines, NULL,
        "the two tiles take %llu KiB of shared memory; no card gives a block more than %d KiB",
        (unsigned long long)simulator->tile_bytes / 1024, SIMULATOR_TILE_BYTES_MAX / 1024);
}

static void do_line(struct session *session, const char *line, size_t length) {
    if (session->counts) {
        count_line(&session->count, line, length, &session->sink);
        return;
    }
    simulator_line(&session->simulator, line, length, &session->sink);
    note_tile(session);
}

static void run_lines(struct session *session) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    simulator_start(&session->simulator);
    count_start(&session->count);
    while (!ferror(stdout) && (length = getline(&line, &room, session->file)) > 0)
        do_line(session, line, (size_t)length);
    if (!ferror(stdout) && !feof(session->file))
        diag_file(&session->run.diags, SEVERITY_ERROR, session->name, NULL,
                  "cannot read this file: %s", strerror(errno));
    else if (!session->counts)
        simulator_finish(&session->simulator, &session->sink);
    free(line);
}

static void result_json(const struct session *session, struct buf *out) {
    const struct simulator_totals *total = &session->simulator.now.total;
    const struct {
        const char *key;
        uint64_t number;
    } numbers[] = {{"accesses", total->accesses},
                   {"cycles", total->cycles},
                   {"loads", total->loads},
                   {"l1", total->l1},
                   {"l2", total->l2},
                   {"dram", total->dram}};
    buf_char(out, '{');
    for (size_t i = 0; !session->counts && i < sizeof numbers / sizeof *numbers; i++) {
        buf_key(out, numbers[i].key);
        buf_printf(out, "%llu", (unsigned long long)numbers[i].number);
    }
    buf_member(out, "output", buf_text(&session->output));
    buf_char(out, '}');
}

static int run(const struct cli_options *options, bool counts) {
    struct arena arena = {0};
    struct session *session = ARENA_NEW(&arena, struct session); /* too large for a stack */
    struct buf out = {0};
    cli_start(&session->run, options);
    session->counts = counts;
    session->file = stdin;
    session->name = TEXT("standard input");
    session->sink = (struct simulator_sink){write_now, NULL};
    if (options->json) session->sink = (struct simulator_sink){write_later, &session->output};
    signal(SIGPIPE, SIG_IGN);
    if (options->argument_count && strcmp(options->argument[0], "-") != 0) {
        session->name = text_of(options->argument[0]);
        session->file = fopen(options->argument[0], "rb");
    }
    if (session->file)
        run_lines(session);
    else
        diag_file(&session->run.diags, SEVERITY_ERROR, session->name, NULL,
                  "cannot read this file: %s", strerror(errno));
    if (options->json && !session->run.diags.errors) result_json(session, &out);
    if (session->file && session->file != stdin) fclose(session->file);
    buf_free(&session->output);
    int status = cli_end(&session->run, &out);
    arena_free(&arena);
    return status;
}

int cli_simulate(const struct cli_options *options) {
    return run(options, false);
}

int cli_count(const struct cli_options *options) {
    return run(options, true);
}
