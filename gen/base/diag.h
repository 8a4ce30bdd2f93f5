/* diag -- input texts, and every message about them: located, sorted, counted.
 *
 * Parsers never print. They add to one `struct diags`; the program prints it once. A message has a
 * place (a source and a range of bytes, or a path alone), one sentence that says what is wrong
 * (lower case, no full stop) and one that says what to do (may be NULL). Texts are copied.
 *
 * The same message at the same place is kept once. Order of adding does not matter: printing sorts
 * by path, line, column, then text. */
#pragma once

#include <stdint.h>

#include "base/buf.h"

/* ---- sources: the text of one input file with its line table ------------------------------- */

struct source {
    struct text path;     /* as shown in messages: relative to the repository, NUL follows */
    struct text text;     /* normalised, NUL follows */
    uint32_t *line_start; /* no input has 4 GiB */
    size_t line_count;
};

struct place {
    size_t line, column; /* from 1 */
};

/* Takes any bytes. Removes a UTF-8 byte order mark and turns CRLF and a lone CR into LF; lines and columns
 * stay those of the file, since columns count bytes from 1 within a line (a mark on line 1 is not counted).
 * Text, path and table live in the arena. */
struct source *source_load(struct arena *arena, struct text path, struct text bytes);

/* An offset past the end gives the place just after the last byte. */
struct place source_place(const struct source *source, size_t offset);
/* Returns the offset of line and column (both from 1), held inside the line. */
size_t source_offset(const struct source *source, size_t line, size_t column);
/* Returns the line (from 1) without its line end. */
struct text source_line(const struct source *source, size_t line);

/* ---- messages ---------------------------------------------------------------------------- */

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

struct diag {
    enum severity severity;
    struct text path;
    struct place place; /* line 0: the file as a whole */
    size_t length;      /* bytes of the marked range, at least 1; it never leaves its line */
    struct text line; /* the source line, for the caret; of a long one the part around the place */
    size_t line_from; /* bytes of the line before that part */
    bool line_cut;    /* and more of the line follows */
    struct text message;
    struct text hint;
    size_t serial; /* order of adding, the last key of sorting */
};

struct diags {
    struct arena arena;
    struct diag *list;
    size_t count, capacity;
    size_t errors, warnings;
};

void diags_free(struct diags *diags);
/* Adds a copy of a message; of all messages of another list. */
void diags_add(struct diags *diags, const struct diag *diag);
void diags_add_all(struct diags *diags, const struct diags *from);

/* `hint` may be NULL; give the hint ready made (arena_printf). */
void diag_at(struct diags *diags, enum severity severity, const struct source *source,
             size_t offset, size_t length, const char *hint, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

/* Adds an error. */
#define diag_error(diags, source, offset, length, hint, ...)                                       \
    diag_at((diags), SEVERITY_ERROR, (source), (offset), (length), (hint), __VA_ARGS__)

/* Adds a message about a line that is not kept; line 0 is the file as a whole. */
void diag_line(struct diags *diags, enum severity severity, struct text path, size_t line,
               const char *hint, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Adds a message about a file that has no text here (it could not be read, it is a folder, …). */
#define diag_file(diags, severity, path, hint, ...)                                                \
    diag_line((diags), (severity), (path), 0, (hint), __VA_ARGS__)

enum diag_style { DIAG_PLAIN, DIAG_COLOUR };

void diags_sort(struct diags *diags);
void diags_keep_errors(struct diags *diags); /* drops warnings and notes */
/* Prints messages in GNU form with source line, caret and hint; then "N errors, M warnings". Hidden characters
 * and bytes that are not UTF-8 are shown as buf_terminal() does, tabs are copied into the caret line. Sorts. */
void diags_print(struct diags *diags, struct buf *out, enum diag_style style);
/* Writes a JSON array of {"severity","path","line","column","length","message","hint"}. Sorts. */
void diags_json(struct diags *diags, struct buf *out);
