/* source -- the text of one input file with its line table: turns an offset into file:line:col.
 *
 * source_load() takes any bytes. It removes a UTF-8 byte order mark and turns CRLF and a lone CR
 * into LF; lines and columns stay those of the file, since columns count bytes from 1 within a
 * line (a mark on line 1 is not counted). Text, path and table live in the arena. */
#pragma once

#include "base/arena.h"

struct source {
    struct text path; /* as shown in messages: relative to the repository, NUL follows */
    struct text text; /* normalised, NUL follows */
    size_t *line_start;
    size_t line_count;
};

struct place {
    size_t line, column; /* from 1 */
};

struct source *source_load(struct arena *arena, struct text path, struct text bytes);

/* Offsets past the end give the place just after the last byte. */
struct place source_place(const struct source *source, size_t offset);
/* Offset of line and column (both from 1), held inside the line. */
size_t source_offset(const struct source *source, size_t line, size_t column);
/* The line (from 1) without its line end. */
struct text source_line(const struct source *source, size_t line);
