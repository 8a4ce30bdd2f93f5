/*
 * pattern.h -- what is laid over a fill in the page's surface colour, so that areas differ without colour.
 *
 * A pattern is lines that end where the area ends, not a <pattern>: browsers print that one as a picture of dots
 * as large as the figure for each area that has it, 19 MB in a book. The lines lie where they would in one tile of
 * 6 x 6 px that is repeated from the figure's origin, so that areas side by side go on in each other.
 */
#pragma once

#include "buffer.h"

enum svg_pattern {
    SVG_SOLID = 0,
    SVG_HATCH, /* rising diagonals */
    SVG_DOTS,
    SVG_BARS,  /* upright lines */
    SVG_CROSS, /* falling diagonals and rising ones */
    SVG_PATTERN_COUNT
};

/* A box is what something covers, or the two ends of a line. */
struct svg_box {
    double x1, y1, x2, y2;
};
#define SVG_BOX(...) ((struct svg_box){__VA_ARGS__})

/* Writes one element, or none where no line fits: begin with {out, pattern}, not SVG_SOLID, add each upright area,
 * and end. */
struct svg_pattern_pen {
    struct svg_buffer *out;
    enum svg_pattern pattern;
    bool drawn; /* the element is open */
};
void svg_pattern_add(struct svg_pattern_pen *pen, struct svg_box area);
void svg_pattern_end(struct svg_pattern_pen *pen);
