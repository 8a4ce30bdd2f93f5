/* kit.h -- for tests of gen/model: the examples of exercise.txt, and a simulator that writes into
 * memory. Aborts where the test data is wrong. */
#pragma once

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/simulator.h"

/* ---- growing bytes ----------------------------------------------------------------------- */

struct bytes {
    char *data;
    size_t length, capacity;
};

static inline void bytes_add(struct bytes *bytes, const char *data, size_t length) {
    if (bytes->length + length > bytes->capacity) {
        bytes->capacity = 2 * (bytes->length + length) + 64;
        bytes->data = realloc(bytes->data, bytes->capacity);
        if (!bytes->data) abort();
    }
    if (length) memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

static inline void bytes_sink(void *context, const char *data, size_t length) {
    bytes_add(context, data, length);
}

__attribute__((format(printf, 2, 3))) static inline void bytes_printf(struct bytes *bytes,
                                                                      const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    bytes_add(bytes, text, (size_t)length);
}

static inline bool bytes_equal(const struct bytes *a, const struct bytes *b) {
    return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

/* ---- simulating -------------------------------------------------------------------------- */

/* Sweeps are done in pieces of so many loads. Output is added. */
static inline void simulate_pieces(const char *input, size_t length, uint64_t piece,
                                   struct bytes *out) {
    static struct simulator simulator;
    struct simulator_sink sink = {bytes_sink, out};
    simulator_start(&simulator);
    while (length) {
        const char *end = memchr(input, '\n', length);
        size_t line = end ? (size_t)(end + 1 - input) : length;
        if (simulator_begin(&simulator, input, line, &sink))
            while (simulator_advance(&simulator, piece, &sink))
                ;
        input += line;
        length -= line;
    }
    simulator_finish(&simulator, &sink);
}

/* Output replaces what was in `out`. */
static inline void simulate(const char *input, size_t length, struct bytes *out) {
    out->length = 0;
    simulate_pieces(input, length, UINT64_MAX, out);
}

/* ---- examples ---------------------------------------------------------------------------- */

/* Zero before the first example_next(). The last one frees everything. */
struct example {
    char name[80];
    struct bytes input, output;
    FILE *file;
    char *line;
    size_t size;
    bool begun; /* `line` is the name of the next example */
};

static inline void example_text(struct bytes *out, const char *text) {
    for (; *text && *text != '\n'; text++) {
        long count = 1;
        char c = *text, *end = NULL;
        if (c == '\\') {
            c = *++text;
            if (c == 't') {
                c = '\t';
            } else if (c == 'r') {
                c = '\r';
            } else if (c == 'x') {
                char digits[3] = {text[1], text[2], '\0'};
                c = (char)strtol(digits, &end, 16);
                text += 2;
            } else if (c == '{') {
                count = strtol(text + 1, &end, 10);
                c = end[1];
                text = end + 2;
            } else if (c != '\\') {
                abort();
            }
        }
        for (long i = 0; i < count; i++)
            bytes_add(out, &c, 1);
    }
}

static inline bool example_next(struct example *example) {
    if (!example->file) example->file = fopen("gen/tests/model/exercise.txt", "r");
    if (!example->file) abort();
    example->input.length = example->output.length = 0;
    bool found = false;
    while (example->begun || getline(&example->line, &example->size, example->file) > 0) {
        const char *line = example->line;
        if (*line == '[') {
            example->begun = found;
            if (found) return true;
            snprintf(example->name, sizeof example->name, "%.*s", (int)strcspn(line + 1, "]"),
                     line + 1);
            found = true;
        } else if (strncmp(line, "<| ", 3) == 0) {
            example_text(&example->input, line + 3);
        } else if (*line == '<') {
            example_text(&example->input, line[1] == ' ' ? line + 2 : line + 1);
            bytes_add(&example->input, "\n", 1);
        } else if (*line == '>') {
            example_text(&example->output, line + 2);
            bytes_add(&example->output, "\n", 1);
        } else if (*line != '#' && *line != '\n') {
            abort();
        }
    }
    if (found) return true;
    fclose(example->file);
    free(example->line);
    free(example->input.data);
    free(example->output.data);
    return false;
}
