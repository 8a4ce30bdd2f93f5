/*
 * lines.h -- what the files of a line chart share. Private to svg/.
 */
#pragma once

#include "axis.h"
#include "canvas.h"

#define SVG_MARKERS_MOST 48 /* points; a denser line is drawn without markers */

struct svg_lines_layout {
    const struct svg_lines *in;
    bool names_at_ends;
    bool has_numbers; /* some point has a y */
    double left, right, top, bottom;
    struct svg_axis_map x, y;
    struct svg_axis_place x_place, y_place;
};

/* Is there such a point, and does it have a y? */
bool svg_lines_given(const struct svg_line *line, size_t i);

/* Writes the texts of points beside their markers, where no line, no marker and no other text is. The text of
 * a lone point that finds no place stands at y, below the plot, with its marker; returns the y below. */
double svg_lines_texts(struct svg_canvas *canvas, const struct svg_lines_layout *layout, double y);

/* ---- names over the x axis ------------------------------------------------------------------------
 *
 * Names of stretches and of marked places share rows above the plot: each goes as high as it can without
 * touching one placed before, the stretches first. */

struct svg_along {
    const struct svg_lines *in;
    const struct svg_axis_map *x;
    struct svg_box boxes[2 * SVG_MAX_SERIES]; /* of the zones, then of the marks */
    double bottom;                            /* of the lowest name */
};

/* Finds the places of all names from y down; nothing is drawn. */
struct svg_along svg_along_place(const struct svg_canvas *canvas, const struct svg_lines *in,
                                 const struct svg_axis_map *x, double y);
/* Draws the zones' tints, from `top` to `bottom` of the plot, and their names: what comes first. */
void svg_along_zones(struct svg_canvas *canvas, const struct svg_along *along, double top,
                     double bottom);
/* Draws the marks' names, and a line from each down to `bottom` that leaves out all names. */
void svg_along_marks(struct svg_canvas *canvas, const struct svg_along *along, double bottom);
