/*
 * chart.h -- what bar charts and line charts share. Private to svg/.
 *
 * Fonts and distances of the charts, how the n-th series looks, legends, and lines across the plot
 * that leave out what is written there.
 */
#pragma once

#include "canvas.h"

#define SVG_FONT_LABEL ((struct svg_font){13, SVG_REGULAR})
#define SVG_FONT_VALUE ((struct svg_font){13, SVG_SEMIBOLD})
#define SVG_FONT_SMALL ((struct svg_font){12, SVG_REGULAR})

extern const struct svg_style svg_style_label; /* ink */
extern const struct svg_style svg_style_value; /* ink, semi-bold */
extern const struct svg_style svg_style_small; /* soft: ticks, units */
extern const struct svg_style svg_style_small_middle, svg_style_small_end;
extern const struct svg_style svg_style_missing; /* soft italics: why there is no value */

/* These paint hairlines across the plot, the axis itself, and a reference's dashes. */
extern const struct svg_paint svg_paint_grid;
extern const struct svg_paint svg_paint_axis;
extern const struct svg_paint svg_paint_reference;

/* The array has room for a class and a level's name: "svg-bar svg-level-l2" and the like. */
struct svg_classes {
    char text[64];
};
struct svg_classes svg_level_classes(const char *first, enum svg_level level);

enum svg_marker { SVG_CIRCLE = 0, SVG_SQUARE, SVG_TRIANGLE, SVG_DIAMOND };

struct svg_look {
    enum svg_colour colour;
    enum svg_pattern pattern;
    enum svg_marker marker;
    const char *dash;
};

/* Returns the look of one of several series: its level's colour, or a mark colour of the palette. */
struct svg_look svg_look_of(size_t index, enum svg_level level);
enum svg_colour svg_level_colour(enum svg_level level); /* mark-1 for none */

void svg_draw_marker(struct svg_canvas *canvas, double x, double y, const struct svg_look *look,
                     const char *classes);

enum svg_key {
    SVG_KEY_BAR,
    SVG_KEY_OPEN,   /* an outline */
    SVG_KEY_LINE,   /* with its marker */
    SVG_KEY_STROKE, /* a line that has no markers */
    SVG_KEY_MARKER, /* a marker that has no line */
    SVG_KEY_REFERENCE
};

struct svg_legend_item {
    const char *text;
    enum svg_key key;
    struct svg_look look;
};

/* Draws the items in rows from y down, at most the canvas wide; returns the y below, with a gap
 * after it (y itself if there are no items). */
double svg_legend(struct svg_canvas *canvas, double y, const struct svg_legend_item *items,
                  size_t count);

/* Lines across the plot must not cross these boxes. */
struct svg_boxes {
    struct svg_box *items; /* room is the caller's */
    size_t count;
};

/* Draws an upright line from y1 down to y2 that stops 3 px short of each box in its way. The boxes
 * are in order of y1. */
void svg_upright(struct svg_canvas *canvas, struct svg_box line, const struct svg_boxes *boxes,
                 const struct svg_paint *paint);

/* Draws the spread of a figure: a line with a stroke across at each end. */
void svg_whisker(struct svg_canvas *canvas, struct svg_box line, const struct svg_paint *paint);

/* Returns the box of a small label that belongs to a place x: centred there as far as the canvas
 * allows. Nothing is drawn. */
struct svg_box svg_label_box(const struct svg_canvas *canvas, struct svg_at at, const char *text,
                             struct svg_font font);

/* Draws text centred in such a box. */
void svg_label_in(struct svg_canvas *canvas, const struct svg_box *box, const char *text,
                  const struct svg_style *style);
