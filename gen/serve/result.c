/* result -- how a build is handed from one process to another on the same machine: see builder.h. */
#include <stdint.h>
#include <string.h>

#include "serve/builder.h"

static void put_number(struct buf *out, size_t number) {
    buf_add(out, &number, sizeof number);
}

static void put_text(struct buf *out, struct text text) {
    put_number(out, text.len);
    buf_view(out, text);
}

void result_write(const struct result *result, struct buf *out) {
    put_number(out, result->errors);
    put_number(out, result->warnings);
    put_text(out, result->messages);
    put_text(out, result->mistakes);
    put_number(out, result->file_count);
    for (size_t i = 0; i < result->file_count; i++) {
        put_text(out, result->file[i].path);
        put_text(out, result->file[i].bytes);
    }
    put_number(out, result->formula_count);
    for (size_t i = 0; i < result->formula_count; i++) {
        put_text(out, result->formula[i].key);
        put_text(out, result->formula[i].set);
        put_number(out, result->formula[i].width);
    }
}

/* What is left to read; `fine` is false once something was missing. */
struct reading {
    struct text rest;
    bool fine;
};

static size_t get_number(struct reading *in) {
    size_t number = 0;
    in->fine = in->fine && in->rest.len >= sizeof number;
    if (!in->fine) return 0;
    memcpy(&number, in->rest.ptr, sizeof number);
    in->rest = text_cut(in->rest, sizeof number, in->rest.len);
    return number;
}

static struct text get_text(struct reading *in) {
    size_t length = get_number(in);
    in->fine = in->fine && length <= in->rest.len;
    if (!in->fine) return (struct text){0};
    struct text text = text_cut(in->rest, 0, length);
    in->rest = text_cut(in->rest, length, in->rest.len);
    return text;
}

/* Each item has a number at least, so that a count that is too large is found before memory is taken. */
static size_t get_count(struct reading *in) {
    size_t count = get_number(in);
    in->fine = in->fine && count <= in->rest.len / sizeof count;
    return in->fine ? count : 0;
}

bool result_read(struct result *result, struct text bytes, struct arena *arena) {
    struct reading in = {bytes, true};
    *result = (struct result){.errors = get_number(&in)};
    result->warnings = get_number(&in);
    result->messages = get_text(&in);
    result->mistakes = get_text(&in);
    result->file_count = get_count(&in);
    result->file = ARENA_ARRAY(arena, struct result_file, result->file_count);
    for (size_t i = 0; i < result->file_count; i++) {
        result->file[i].path = get_text(&in);
        result->file[i].bytes = get_text(&in);
    }
    result->formula_count = get_count(&in);
    result->formula = ARENA_ARRAY(arena, struct keep_formula, result->formula_count);
    for (size_t i = 0; i < result->formula_count; i++) {
        result->formula[i].key = get_text(&in);
        result->formula[i].set = get_text(&in);
        result->formula[i].width = get_number(&in);
    }
    return in.fine && !in.rest.len;
}
