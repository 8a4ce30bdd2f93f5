/* yaml_error -- says in the author's words what YAML could not read, and takes a bad line out of the
 * copy that is read, so that the rest can be checked in the same run. Private to yaml. */
#pragma once

#include "page/reader.h"

struct yaml_input {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    size_t from; /* of the text in the source */
    char *copy;  /* of that text, as long; what cannot be read is replaced byte by byte */
    size_t len;
};

/* libyaml's words and places; places are offsets in the source. */
struct yaml_problem {
    const char *text, *context;
    size_t at, context_at;
};

/* Reports control characters and bytes that are not UTF-8, and replaces them. */
void yaml_clean(struct yaml_input *input);

/* True if the line was taken out and reading once more is worth while. */
bool yaml_explain(struct yaml_input *input, const struct yaml_problem *problem);

/* The value at `offset` starts with {{: reports it. Returns as yaml_explain(). */
bool yaml_explain_braces(struct yaml_input *input, size_t offset);

/* A comment at `offset` stands behind a text without quotes: reports it. */
void yaml_explain_comment(struct yaml_input *input, size_t offset);
