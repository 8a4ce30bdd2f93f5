/*
 * canvas.h -- shapes and text, drawn with Cairo and written as SVG: for the figures of svg/, and for a
 * diagram that needs a shape of its own.
 *
 * How Cairo is used.  Every shape is built as a path with Cairo, and Cairo is asked for its extents; then
 * the path is read back and written with our own numbers, colours and ids. So the geometry (fixed-point
 * grid, extents) is Cairo's, while the text of the file depends neither on Cairo's version nor on a font.
 * Nothing is ever rendered. The box of all that was drawn, with each text as large as it may become,
 * gives the height of the finished figure; a drawing that would leave its width is a bug that asserts.
 *
 * Lifecycle.  svg_figure() makes a canvas, hands it to the figure's own function and frees it in all
 * cases. Failures (memory, Cairo) stick and come out at the end. There is no other state: two canvases
 * share nothing.
 *
 * Units are px of the figure at full size, y down, kept within ±SVG_CANVAS_MAX.
 */
#pragma once

#include "buffer.h"
#include "check.h"
#include "palette.h"
#include "pattern.h"
#include "text.h"

#include <cairo.h>

#define SVG_CANVAS_MAX 100000.0

struct svg_paint {
    bool filled;
    enum svg_colour fill;
    enum svg_pattern pattern; /* of upright rectangles alone */
    double stroke_width;      /* 0: no outline */
    enum svg_colour stroke;
    const char *dash;    /* "4 3" or NULL */
    const char *classes; /* for style sheets and tests; or NULL */
};

/* Parts of a paint with a colour of the palette: {SVG_FILL(INK), SVG_EDGE(1, LINE)}. */
#define SVG_FILL(colour) .filled = true, .fill = SVG_COLOUR_##colour
#define SVG_EDGE(width, colour) .stroke_width = width, .stroke = SVG_COLOUR_##colour

/* x and y are the upper left corner; the radius is cut down to half of the smaller side. */
struct svg_rect {
    double x, y, width, height, radius;
};
#define SVG_RECT(x, y, width, height) ((struct svg_rect){x, y, width, height, 0})
#define SVG_ROUND(...) ((struct svg_rect){__VA_ARGS__})

/* Text stands at x as its anchor says; y is the top of its first line, or the baseline of a single
 * line; `room` is how wide a line may be. */
struct svg_at {
    double x, y, room;
};
#define SVG_AT(...) ((struct svg_at){__VA_ARGS__})
#define SVG_POINT(x, y) ((struct svg_at){x, y, 0})

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
    double left, right, bottom; /* of all that was drawn */
    bool linked; /* parts of it are links, so it is a group and no picture to a screen reader */
    bool dry;    /* nothing is drawn: a part still returns its height before its panel is drawn */
    enum svg_code code;
};

/* Draws a whole figure: checks the frame and, with check_input(), the input; then calls draw(). */
typedef void svg_check_function(struct svg_check *check, const void *in);
typedef void svg_draw_function(struct svg_canvas *canvas, const void *in);
struct svg_result svg_figure(const struct svg_frame *frame, const void *in,
                             svg_check_function *check_input, svg_draw_function *draw);

/* Opens a group with a class. Groups nest. */
void svg_canvas_group(struct svg_canvas *canvas, const char *classes);
void svg_canvas_group_end(struct svg_canvas *canvas);
/* Opens the group of one mark, which says `title` where it is pointed at; NULL and "": no group. */
void svg_canvas_value(struct svg_canvas *canvas, const char *title);
void svg_canvas_value_end(struct svg_canvas *canvas, const char *title);

/* Makes what is drawn until its end a link; without an address: none. */
void svg_canvas_link(struct svg_canvas *canvas, const struct svg_link *link);
void svg_canvas_link_end(struct svg_canvas *canvas, const struct svg_link *link);

/* Width and height may be 0. */
void svg_canvas_rect(struct svg_canvas *canvas, struct svg_rect rect,
                     const struct svg_paint *paint);
void svg_canvas_line(struct svg_canvas *canvas, struct svg_box line, const struct svg_paint *paint);
void svg_canvas_circle(struct svg_canvas *canvas, double x, double y, double radius,
                       const struct svg_paint *paint);

/* Adds a line to the current path. */
void svg_canvas_add_line(struct svg_canvas *canvas, struct svg_box line);

/* Paints the path that was built with Cairo's own calls on canvas->cairo (cairo_move_to() …). */
void svg_canvas_path(struct svg_canvas *canvas, const struct svg_paint *paint);

/* Writes one line of text on a baseline. */
void svg_canvas_text(struct svg_canvas *canvas, struct svg_at at, struct svg_span span,
                     const struct svg_style *style);

/* Writes text wrapped into lines below at.y; returns the y below the last line. */
double svg_canvas_block(struct svg_canvas *canvas, struct svg_at at, const char *text,
                        const struct svg_style *style);
/* Writes text likewise over the whole width. */
double svg_canvas_across(struct svg_canvas *canvas, double y, const char *text,
                         const struct svg_style *style);
