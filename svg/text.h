/*
 * text.h -- strings: checked, measured and wrapped without a font. Private to svg/.
 *
 * Widths come from a table of Inter's advance widths that is compiled in, so that a layout is the
 * same with and without fonts installed. A reader may have another font: each <text> says
 * its textLength, and every box leaves SVG_TEXT_SLACK for a viewer that does not honour it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define SVG_TEXT_SLACK 1.15

enum svg_weight { SVG_REGULAR = 0, SVG_SEMIBOLD };

struct svg_font {
    double size; /* px */
    enum svg_weight weight;
};

/* Returns the height of a line of this font: 16 for 12 px, 18 for 13 px, 20 for 14 px. */
double svg_line_height(struct svg_font font);

/* Returns the baseline of a line of this font that begins at y. */
double svg_baseline(double y, struct svg_font font);

/* True if the text is UTF-8 (no overlong forms, no surrogates) that may stand in XML and has no
 * control character (C0, DEL, C1, the line and paragraph separators). */
bool svg_text_valid(const char *text, size_t length);

/* Decodes one character of text[0..length), length > 0; its bytes in *used, 0 if it is not UTF-8. */
unsigned long svg_text_decode(const char *text, size_t length, size_t *used);

/* Returns the advance of a character in thousandths of an em, from advance.c: 0 for combining and
 * invisible ones, 1000 for wide East Asian ones and emoji, and a guess on the wide side where it is
 * not known. */
unsigned svg_advance(unsigned long character, enum svg_weight weight);

/* Returns the advance width in px of valid text, without kerning. */
double svg_text_width(const char *text, size_t length, struct svg_font font);

/* Returns the width to keep free for the text, slack included. */
double svg_text_room(const char *text, struct svg_font font);

struct svg_span {
    const char *text;
    size_t length;
    double width; /* svg_text_width() */
};

/*
 * Goes over the lines of valid text, each of at most `room` px with slack: broken at spaces, or,
 * where one word is wider, between characters (never before a combining one).
 *
 *     struct svg_wrap wrap = svg_wrap_begin(text, font, room);
 *     for (struct svg_span line; svg_wrap_next(&wrap, &line);) …
 */
struct svg_wrap {
    const char *rest;
    size_t left;
    struct svg_font font;
    double room;
};

struct svg_wrap svg_wrap_begin(const char *text, struct svg_font font, double room);
bool svg_wrap_next(struct svg_wrap *wrap, struct svg_span *line);

/* Returns the number of lines, 0 for NULL and "". */
size_t svg_wrap_count(const char *text, struct svg_font font, double room);
/* Returns how high these lines are together. */
double svg_wrap_height(const char *text, struct svg_font font, double room);

/* Returns the widest line's room (with slack), so that a column can be made as narrow as it may. */
double svg_wrap_room(const char *text, struct svg_font font, double room);

/* Returns both. */
struct svg_extent {
    double room, height;
};
struct svg_extent svg_wrap_extent(const char *text, struct svg_font font, double room);
