/*
 * buffer.h -- the growing text that a drawing is written into. Private to svg/.
 *
 * A zero svg_buffer is empty and valid. Errors stick: after the first failed allocation, or once
 * SVG_BUFFER_MAX is passed, every call does nothing and `code` says why, so that a drawing is
 * written without a check at each step and checked once at its end. `text` is NUL-terminated
 * whenever it is not NULL. svg_buffer_free() makes it a zero buffer again.
 */
#pragma once

#include "svg.h"

#include <string.h>

#define SVG_BUFFER_MAX ((size_t)8 << 20)

struct svg_buffer {
    char *text;
    size_t length;
    size_t capacity;
    enum svg_code code;
};

void svg_buffer_free(struct svg_buffer *buffer);

/* Makes room for so many bytes and the NUL behind them. False: `code` says why. */
bool svg_buffer_grow(struct svg_buffer *buffer, size_t more);

/* The same; nearly always there is room. */
static inline bool svg_buffer_room(struct svg_buffer *buffer, size_t more) {
    const bool fits = more < buffer->capacity && buffer->length < buffer->capacity - more;
    return (fits && buffer->code == SVG_OK) || svg_buffer_grow(buffer, more);
}

/* A drawing is thousands of short pieces: they are added where the compiler knows their length. */
static inline void svg_buffer_add(struct svg_buffer *buffer, const char *text, size_t length) {
    if (!svg_buffer_room(buffer, length)) return;
    if (length > 0) memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

static inline void svg_buffer_str(struct svg_buffer *buffer, const char *text) {
    svg_buffer_add(buffer, text, strlen(text));
}

/* Appends several strings. */
#define SVG_BUFFER_STRS(buffer, ...)                                                               \
    svg_buffer_all(buffer, (const char *const[]){__VA_ARGS__, NULL})
void svg_buffer_all(struct svg_buffer *buffer, const char *const *texts); /* up to NULL */

/* Appends the text with &, <, >, " and ' as entities, for text and attributes of either quote. */
void svg_buffer_escaped(struct svg_buffer *buffer, const char *text, size_t length);

/* Appends a coordinate, rounded half away from zero to 2 decimals: "12", "-0.5", "3.25"; never
 * "-0", an exponent or a comma. The value must be within ±1e9. */
void svg_buffer_number(struct svg_buffer *buffer, double value);

/* Appends ` name="number"`. */
static inline void svg_buffer_attribute(struct svg_buffer *buffer, const char *name, double value) {
    svg_buffer_str(buffer, " ");
    svg_buffer_str(buffer, name);
    svg_buffer_str(buffer, "=\"");
    svg_buffer_number(buffer, value);
    svg_buffer_str(buffer, "\"");
}
