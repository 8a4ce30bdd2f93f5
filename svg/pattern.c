/* pattern.c -- see pattern.h. */
#include "pattern.h"

#include "palette.h"

#include <assert.h>
#include <math.h>

#define TILE 6.0
#define DOT 2.0 /* the side of a dot: a dash of a line that is as thick */

static void move(struct svg_pattern_pen *pen, double x, double y) {
    static const char *const strokes[SVG_PATTERN_COUNT] = {
        [SVG_HATCH] = "\" stroke-width=\"1.5\"",
        [SVG_DOTS] = "\" stroke-width=\"2\" stroke-dasharray=\"2 4\"",
        [SVG_BARS] = "\" stroke-width=\"1.5\"",
        [SVG_CROSS] = "\" stroke-width=\"1.2\"",
    };
    if (!pen->drawn)
        SVG_BUFFER_STRS(pen->out, "<path fill=\"none\" stroke=\"",
                        svg_palette_entry(SVG_COLOUR_SURFACE)->paint, strokes[pen->pattern],
                        " d=\"");
    pen->drawn = true;
    svg_buffer_str(pen->out, "M");
    svg_buffer_number(pen->out, x);
    svg_buffer_str(pen->out, " ");
    svg_buffer_number(pen->out, y);
}

static void number(struct svg_pattern_pen *pen, const char *command, double value) {
    svg_buffer_str(pen->out, command);
    svg_buffer_number(pen->out, value);
}

/* The first line from `least` on of those that are a tile apart, one of them at `phase`. */
static double first_from(double least, double phase) {
    return phase + TILE * ceil((least - phase) / TILE);
}

/* Diagonals of a height h rise where x + y is a multiple of the tile; those that fall are their mirror images
 * on the line y = 0, so that they cross them on it. */
static void slant(struct svg_pattern_pen *pen, struct svg_box in, bool falling) {
    const double top = falling ? -in.y2 : in.y1, bottom = falling ? -in.y1 : in.y2;
    for (double sum = first_from(in.x1 + top, 0); sum < in.x2 + bottom; sum += TILE) {
        const double left = fmax(in.x1, sum - bottom), right = fmin(in.x2, sum - top);
        if (right - left < 0.05) continue;
        move(pen, left, falling ? left - sum : sum - left);
        number(pen, "l", right - left);
        number(pen, falling ? " " : "", falling ? right - left : left - right);
    }
}

static void upright(struct svg_pattern_pen *pen, struct svg_box in) {
    for (double x = first_from(in.x1 + 0.75, TILE / 4); x + 0.75 <= in.x2; x += TILE) {
        move(pen, x, in.y1);
        number(pen, "V", in.y2);
    }
}

/* Rows of dots, each second one half a tile further. */
static void dots(struct svg_pattern_pen *pen, struct svg_box in) {
    for (int row = 0; row < 2; row++) {
        const double phase = 0.5 + row * TILE / 2, x = first_from(in.x1, phase);
        for (double y = first_from(in.y1 + DOT / 2, phase + DOT / 2); y + DOT / 2 <= in.y2;
             y += TILE)
            if (x + DOT <= in.x2) {
                move(pen, x, y);
                number(pen, "H", in.x2);
            }
    }
}

void svg_pattern_add(struct svg_pattern_pen *pen, struct svg_box area) {
    switch (pen->pattern) {
    case SVG_HATCH: slant(pen, area, false); break;
    case SVG_CROSS:
        slant(pen, area, false);
        slant(pen, area, true);
        break;
    case SVG_BARS: upright(pen, area); break;
    case SVG_DOTS: dots(pen, area); break;
    case SVG_SOLID:
    case SVG_PATTERN_COUNT: assert(false);
    }
}

void svg_pattern_end(struct svg_pattern_pen *pen) {
    if (pen->drawn) svg_buffer_str(pen->out, "\"/>\n");
    pen->drawn = false;
}
