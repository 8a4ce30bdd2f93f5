/*
 * parts.h -- what several diagrams draw: arrows, swatches, cells of a grid, a line of text. For
 * svg/ and for diagrams that draw a shape of their own.
 */
#pragma once

#include "axis.h"
#include "canvas.h"
#include "chart.h"

#define SVG_SWATCH 12.0

extern const struct svg_style svg_style_name; /* ink, semi-bold, 14 px: what a part is called */

/* Caches are hatched wherever a level's colour fills something. */
enum svg_pattern svg_level_pattern(enum svg_level level);
/* Returns the level's tint for a background; the soft surface for SVG_LEVEL_NONE. */
enum svg_colour svg_level_soft(enum svg_level level);
/* Returns the paint of a level's boxes. */
struct svg_paint svg_level_paint(enum svg_level level);
/* Draws a square of this paint in front of a line of text that begins at at.y. */
void svg_swatch(struct svg_canvas *canvas, struct svg_at at, struct svg_font font,
                const struct svg_paint *paint);

/* Draws an arrow with heads at both ends, from y1 down to y2. */
void svg_arrow_both(struct svg_canvas *canvas, double x, double y1, double y2);
/* Draws an arrow along an axis with its head at the second end, at least 8 px long. */
void svg_arrow(struct svg_canvas *canvas, struct svg_box line, enum svg_colour colour);

/* Writes one line of text, which is not wrapped; nothing for NULL and "". */
void svg_words(struct svg_canvas *canvas, struct svg_at at, const char *text,
               const struct svg_style *style);

/* Writes small print that ends at x and begins in the figure; returns the y below. */
double svg_words_before(struct svg_canvas *canvas, double x, double y, const char *text);

struct svg_words {
    const char *text;
    const struct svg_style *style;
};
#define SVG_WORDS(...) ((struct svg_words){__VA_ARGS__})

/* Writes words at one height: `left` from x on, `right` up to x + room; below each other where they
 * do not fit beside. Returns the y below. Either may be absent. */
double svg_words_apart(struct svg_canvas *canvas, struct svg_at at, struct svg_words left,
                       struct svg_words right);

/* Returns the string of a note, or NULL if there is none, and sets how it is written: as a label,
 * or in soft italics for what is missing. */
const char *svg_note_text(const struct svg_note *note, struct svg_style *style);

/* Writes what was measured into a column beside a drawing, behind a stripe of the level's colour;
 * returns the y below. */
double svg_beside(struct svg_canvas *canvas, struct svg_at at, const struct svg_note *note,
                  enum svg_level level);

/* Writes what stands under a tick of a lying axis. */
void svg_tick_words(struct svg_canvas *canvas, const struct svg_tick *tick,
                    const struct svg_axis_place *place, double y);

/* A grid of cells: cell (column, row) begins at x + column × width. Adding cells makes one path of
 * many, which svg_canvas_path() then paints. */
struct svg_cells {
    double x, y;
    double width, height; /* from cell to cell */
    double inset;         /* kept free on each side of a cell */
    size_t columns, rows; /* that svg_cells_rule() parts */
};
void svg_cell_add(struct svg_canvas *canvas, const struct svg_cells *cells, size_t column,
                  size_t row);
/* Draws the lines between the cells, and the frame around them. */
void svg_cells_rule(struct svg_canvas *canvas, const struct svg_cells *cells,
                    const struct svg_paint *paint);
