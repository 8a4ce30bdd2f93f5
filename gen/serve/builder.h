/* builder -- a child process that builds the review edition whenever it is asked to.
 *
 * Three processes, so that no mistake, crash or endless loop of a build ends the server:
 *
 *     server    answers requests, watches files, starts another builder when one has died
 *     builder   reads what changed, and holds cards and pages as they were read (course/keep.h)
 *     a fork    of it for each build resolves and renders, and ends; the builder's memory stays as it was
 *
 * The fork writes its result into a file without a name that all three have open (memfd_create). One
 * build at a time: builder_ask(), then `fd` becomes readable, then builder_answer(). */
#pragma once

#include <sys/types.h>

#include "course/course.h"

struct builder {
    const struct root *root;
    const char *card; /* id, or NULL: the default card */
    long today;
    pid_t pid;  /* 0: none runs */
    int fd;     /* of the socket to it */
    int memory; /* the result */
};

/* False and errno. */
bool builder_open(struct builder *builder);
/* Starts a builder if none runs, and lets it build. `drop` has bits of enum keep_drop: what it may not
 * take from its memory. False and errno if none can be started. */
bool builder_ask(struct builder *builder, unsigned drop);
/* Copies the result into the arena; NULL, or how the build ended: "signal 11 (Segmentation fault)". */
const char *builder_answer(struct builder *builder, struct arena *arena, struct text *result);
void builder_kill(struct builder *builder);
void builder_close(struct builder *builder);

/* ---- the result: see result.c ------------------------------------ */

struct result_file {
    struct text path, bytes;
    bool same; /* as in the last result that had files: its bytes are not here */
};

struct result {
    size_t errors, warnings;
    struct text messages; /* for the terminal, with all of them */
    struct text mistakes; /* errors alone: a JSON array, see diags_json() */
    struct result_file *file;
    size_t file_count; /* 0 where there are errors */
    struct keep_formula *formula;
    size_t formula_count;
    struct text known; /* a store for render/again.h, for the builder */
};

void result_write(struct result *result, struct buf *out);
/* The texts are views of `bytes`. False if these are no result. */
bool result_read(struct result *result, struct text bytes, struct arena *arena);
