/* gen simulate -- the exercise's memory hierarchy: commands from a file or standard input.
 *
 * Lines are read and done one after the other, so an input may be longer than memory. What is wrong
 * with a command is a line of the output and no failure of the program: the exercise says so. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "cli/cli.h"
#include "model/simulator.h"

struct input {
    FILE *file;
    const char *name;
    struct buf begun; /* a line whose end has not been read yet */
};

struct session {
    const struct cli_options *options;
    struct simulator simulator;
    struct simulator_sink sink;
    struct buf output; /* JSON is written when all of it is there */
};

static void write_now(void *context, const char *data, size_t length) {
    (void)context;
    fwrite(data, 1, length, stdout);
}

static void write_later(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

static int failed(const struct input *input, const char *why) {
    fprintf(stderr, "gen: %s: %s\n", input->name, why);
    return CLI_INPUT;
}

/* A tile that no card has room for is counted all the same: the model knows no sizes. */
static void note_tile(const struct session *session, const struct input *input) {
    const struct simulator *simulator = &session->simulator;
    if (simulator->tile_bytes <= SIMULATOR_TILE_BYTES_MAX || session->options->quiet) return;
    fprintf(stderr,
            "%s:%llu: note: the two tiles take %llu KiB of shared memory; no card gives a block "
            "more than %d KiB\n",
            input->name, (unsigned long long)simulator->lines,
            (unsigned long long)simulator->tile_bytes / 1024, SIMULATOR_TILE_BYTES_MAX / 1024);
}

static void do_line(struct session *session, const struct input *input, const char *line,
                    size_t length) {
    simulator_line(&session->simulator, line, length, &session->sink);
    note_tile(session, input);
}

/* Does every line that ends in these bytes and keeps what is left for the next ones. */
static void do_bytes(struct session *session, struct input *input, const char *bytes,
                     size_t length) {
    struct buf *begun = &input->begun;
    size_t done = 0, at = begun->len;
    buf_add(begun, bytes, length);
    for (const char *end; (end = memchr(begun->ptr + at, '\n', begun->len - at)) != NULL;
         done = at) {
        at = (size_t)(end + 1 - begun->ptr);
        do_line(session, input, begun->ptr + done, at - done);
    }
    memmove(begun->ptr, begun->ptr + done, begun->len - done);
    buf_truncate(begun, begun->len - done);
}

static int run(struct session *session, struct input *input) {
    char bytes[1 << 14];
    size_t length;
    errno = 0;
    while (!ferror(stdout) && (length = fread(bytes, 1, sizeof bytes, input->file)) > 0) {
        do_bytes(session, input, bytes, length);
        if (input->begun.overflow) return failed(input, "a line is too long");
    }
    if (ferror(input->file)) return failed(input, strerror(errno));
    if (input->begun.len) do_line(session, input, input->begun.ptr, input->begun.len);
    simulator_finish(&session->simulator, &session->sink);
    return CLI_OK;
}

static void write_json(const struct session *session) {
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
    struct buf out = {0};
    buf_str(&out, "{\"diagnostics\": [],\n\"result\": {");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        buf_printf(&out, "\"%s\": %llu, ", numbers[i].key, (unsigned long long)numbers[i].number);
    buf_str(&out, "\"output\": ");
    buf_json(&out, buf_text(&session->output));
    buf_str(&out, "}}\n");
    cli_write(buf_text(&out));
    buf_free(&out);
}

int cli_simulate(const struct cli_options *options) {
    struct input input = {.file = stdin, .name = "standard input"};
    struct arena arena = {0};
    struct session *session = ARENA_NEW(&arena, struct session); /* too large for a stack */
    session->options = options;
    session->sink = (struct simulator_sink){write_now, NULL};
    if (options->json) session->sink = (struct simulator_sink){write_later, &session->output};
    signal(SIGPIPE, SIG_IGN);
    if (options->argument && strcmp(options->argument, "-") != 0) {
        input.name = options->argument;
        input.file = fopen(options->argument, "rb");
    }
    if (!input.file) {
        arena_free(&arena);
        return failed(&input, strerror(errno));
    }
    simulator_start(&session->simulator);
    int status = run(session, &input);
    if (status == CLI_OK && options->json) write_json(session);
    if (status == CLI_OK) status = cli_write((struct text){0});
    if (input.file != stdin) fclose(input.file);
    buf_free(&input.begun);
    buf_free(&session->output);
    arena_free(&arena);
    return status;
}
