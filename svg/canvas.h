/*
 * canvas.h -- shapes and text, drawn with Cairo and written as SVG: for the figures of svg/, and for a
 * diagram that needs a shape of its own.
 *
 * How Cairo is used.  Every shape is built as a path with Cairo, under Cairo's transformation, and
 * Cairo is asked for its extents; then the path is read back in device space and written with our
 * own numbers, colours and ids. So the geometry (transformation, fixed-point grid, extents) is
 * Cairo's, while the text of the file depends neither on Cairo's version nor on a font. Nothing is
 * ever rendered. The box of all that was drawn, with each text as large as it may become, gives
 * the height of the finished figure; a drawing that would leave its width is a bug that asserts.
 *
 * Lifecycle.  svg_canvas_begin() … shapes … svg_canvas_finish(), which returns the result and
 * frees the canvas in all cases. Failures (memory, Cairo) stick and come out at the end. No other
 * state: two canvases never know of each other.
 *
 * Units are px of the figure at full size, y down, kept within ±SVG_CANVAS_MAX.
 */
#ifndef SVG_CANVAS_H
#define SVG_CANVAS_H

#include "buffer.h"
#include "palette.h"
#include "text.h"

#include <cairo.h>

#define SVG_CANVAS_MAX 100000.0

/* Patterns laid over a fill, in the page's surface colour, so that bars differ without colour. */
enum svg_pattern {
    SVG_SOLID = 0,
    SVG_HATCH, /* rising diagonals */
    SVG_DOTS,
    SVG_BARS,  /* upright lines */
    SVG_CROSS, /* falling diagonals and rising ones */
    SVG_PATTERN_COUNT
};

struct svg_paint {
    bool filled;
    enum svg_colour fill;
    enum svg_pattern pattern;
    double stroke_width; /* 0: no outline */
    enum svg_colour stroke;
    const char *dash;    /* "4 3" or NULL */
    const char *classes; /* for style sheets and tests; or NULL */
};

enum svg_anchor { SVG_START = 0, SVG_MIDDLE, SVG_END };

struct svg_style {
    struct svg_font font;
    enum svg_colour colour; /* of the palette's text colours */
    enum svg_anchor anchor;
    bool italic;
};

struct svg_canvas {
    struct svg_buffer body;
    const struct svg_frame *frame;
    double width;
    cairo_surface_t *surface;
    cairo_t *cairo;
    bool pattern_used[SVG_PATTERN_COUNT];
    double left, right, bottom; /* of all that was drawn */
    enum svg_code code;
};

/* The frame must have passed svg_check_frame() and outlive the canvas. */
struct svg_canvas svg_canvas_begin(const struct svg_frame *frame);

/* A group with a class; what follows until its end is moved by (x, y). Groups nest. */
void svg_canvas_group(struct svg_canvas *canvas, const char *classes, double x, double y);
void svg_canvas_group_end(struct svg_canvas *canvas);

/* width and height may be 0; radius is cut down to half of the smaller. */
void svg_canvas_rect(struct svg_canvas *canvas, double x, double y, double width, double height,
                     double radius, const struct svg_paint *paint);
void svg_canvas_line(struct svg_canvas *canvas, double x1, double y1, double x2, double y2,
                     const struct svg_paint *paint);
void svg_canvas_circle(struct svg_canvas *canvas, double x, double y, double radius,
                       const struct svg_paint *paint);

/* A path: built with Cairo's own calls on canvas->cairo (cairo_move_to() …), then painted. */
void svg_canvas_path(struct svg_canvas *canvas, const struct svg_paint *paint);

/* One line of text on a baseline. */
void svg_canvas_text(struct svg_canvas *canvas, double x, double baseline, struct svg_span span,
                     const struct svg_style *style);

/* Text wrapped into lines of at most `room` px below y; returns the y below the last line. */
double svg_canvas_block(struct svg_canvas *canvas, double x, double y, double room,
                        const char *text, const struct svg_style *style);

struct svg_result svg_canvas_finish(struct svg_canvas *canvas);

#endif
