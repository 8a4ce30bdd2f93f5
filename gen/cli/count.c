/* gen count -- the reference of the counting exercises: commands from a file or standard input.
 *
 * What is wrong with a command is a line of the output, as with gen simulate. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "cli/cli.h"
#include "model/count.h"

static void write_text(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

static bool read_all(FILE *file, struct buf *input) {
    char bytes[1 << 14];
    for (size_t length; (length = fread(bytes, 1, sizeof bytes, file)) > 0 && !input->overflow;)
        buf_add(input, bytes, length);
    return !ferror(file);
}

static int failed(const char *name, const char *why) {
    fprintf(stderr, "gen: %s: %s\n", name, why);
    return CLI_INPUT;
}

static int run(const char *name, FILE *file, struct buf *input, struct buf *output) {
    static struct count count;
    const struct simulator_sink sink = {write_text, output};
    errno = 0;
    if (!read_all(file, input)) return failed(name, strerror(errno));
    if (input->overflow) return failed(name, "more than 256 MiB");
    count_start(&count);
    for (struct text rest = buf_text(input); rest.len;) {
        struct text line = text_next(&rest, '\n');
        count_line(&count, line.ptr, line.len, &sink);
    }
    return cli_write(buf_text(output));
}

int cli_count(const struct cli_options *options) {
    struct buf input = {0}, output = {0};
    FILE *file = stdin;
    const char *name = "standard input";
    if (options->argument && strcmp(options->argument, "-") != 0) {
        name = options->argument;
        file = fopen(name, "rb");
        if (!file) return failed(name, strerror(errno));
    }
    int status = run(name, file, &input, &output);
    if (file != stdin) fclose(file);
    buf_free(&input);
    buf_free(&output);
    return status;
}
