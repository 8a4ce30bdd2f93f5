/* json -- a JSON file as a tree in which every value has its place.
 *
 * Strict (RFC 8259), and without a library: the same C reads a card in the page of a reader, where there is
 * none (render/yours.h). A tree lives in the arena and points into the source. Members keep the order of the
 * file.
 *
 * Refused, with place and advice: UTF-16, bytes that are not UTF-8, control characters, an empty or
 * truncated file, NaN and infinities, numbers too large for a double, a comma before a closing
 * bracket, a key set twice. */
#pragma once

#include "base/diag.h"

enum json_kind {
    JSON_KIND_NULL,
    JSON_KIND_BOOLEAN,
    JSON_KIND_NUMBER,
    JSON_KIND_TEXT,
    JSON_KIND_LIST,
    JSON_KIND_OBJECT
};

/* A range of bytes of the source. */
struct json_range {
    size_t offset, length;
};

struct json {
    enum json_kind kind;
    struct json_range at;
    struct text key; /* member of an object: its name, escapes resolved */
    struct json_range key_at;
    struct text text; /* escapes resolved */
    double number;    /* finite */
    bool truth;
    struct json *child; /* elements or members, `count` of them */
    size_t count;
    const struct json *parent; /* NULL: the whole file */
};

/* Reads a whole file. NULL after one located error: nothing behind a syntax error can be trusted.
 * `bytes` are those of the file, `source` is made from them. */
const struct json *json_read(const struct source *source, struct text bytes, struct arena *arena,
                             struct diags *diags);

/* The same, but the values live in `tree`, which may be freed before the texts that were taken out of it. */
const struct json *json_read_apart(const struct source *source, struct text bytes,
                                   struct arena *tree, struct arena *arena, struct diags *diags);

/* Returns the member called `name`, or NULL. */
const struct json *json_member(const struct json *object, const char *name);

/* Returns the path of a value as programs write it: series."copy.rate".points[0].median; "" for the
 * whole file. Lives in the arena. */
struct text json_path(const struct json *value, struct arena *arena);

const char *json_kind_word(enum json_kind kind); /* "a number" */
