/* way.c -- the way of a value down through the memories and back; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

#define WIDE_DRAWING 440.0 /* px: as the ladder's; the measured figures stand right of it */
#define COLUMN_X 471.0
#define INSET 16.0
#define INDENT 20.0 /* swatch and gap */
#define LINK_HEIGHT 36.0
#define LINK_INSET 56.0 /* of the arrows from the drawing's sides */

struct pen {
    struct svg_canvas *canvas;
    bool narrow;
    double width;    /* of the drawing */
    double column_y; /* below the last figures in the column */
};

static void check_way(struct svg_check *check, const void *figure) {
    const struct svg_way *in = figure;
    svg_check_text(check, in->measured_head, false, "measured_head");
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->stop_count, 1, SVG_WAY_MAX, "stop_count");
    if (in->stops == NULL) svg_check_fail(check, SVG_ERR_MISSING, "stops");
    for (size_t i = 0; check->code == SVG_OK && i < in->stop_count; i++) {
        const struct svg_stop *stop = &in->stops[i];
        const bool last = i + 1 == in->stop_count;
        svg_check_at(check, "stops[%zu]", i);
        svg_check_text(check, stop->name, true, "name");
        svg_check_level(check, stop->level, "level");
        svg_check_note(check, &stop->capacity, "capacity");
        svg_check_note(check, &stop->measured, "measured");
        svg_check_text(check, stop->down, !last, "down");
        svg_check_text(check, stop->up, !last, "up");
    }
}

/* Draws the words in the box, and what was measured: beside it, or in it on a narrow canvas.
 * Returns the y below the words in the box. */
static double stop_words(struct pen *pen, const struct svg_stop *stop, double y) {
    struct svg_style amount, figures;
    const struct svg_paint key = {.filled = true, .fill = svg_level_colour(stop->level)};
    const char *capacity = svg_note_text(&stop->capacity, &amount);
    const char *measured = svg_note_text(&stop->measured, &figures);
    struct svg_at at = {INSET + INDENT, y, pen->width - 2 * INSET - INDENT};
    const struct svg_at beside = {COLUMN_X, fmax(y + 1, pen->column_y + 8),
                                  pen->canvas->width - 1 - COLUMN_X};
    svg_swatch(pen->canvas, SVG_POINT(INSET, y), svg_style_name.font, &key);
    at.y = svg_words_apart(pen->canvas, at, SVG_WORDS(stop->name, &svg_style_name),
                           SVG_WORDS(capacity, &amount));
    if (measured == NULL) return at.y;
    if (!pen->narrow) {
        pen->column_y = svg_beside(pen->canvas, beside, &stop->measured, stop->level);
        return at.y;
    }
    at.y += 2;
    return svg_canvas_block(pen->canvas, at, measured, &figures);
}

/* Returns the y below the box. */
static double draw_stop(struct pen *pen, const struct svg_stop *stop, double y) {
    const struct svg_paint box = {.filled = true,
                                  .fill = svg_level_soft(stop->level),
                                  .stroke_width = 1.5,
                                  .stroke = svg_level_colour(stop->level),
                                  .classes = "svg-stop"};
    struct pen trial = *pen;
    pen->canvas->dry = true;
    const double bottom = stop_words(&trial, stop, y + 14) + 14;
    pen->canvas->dry = false;
    svg_canvas_rect(pen->canvas, SVG_ROUND(1, y, pen->width - 2, bottom - y, 8), &box);
    stop_words(pen, stop, y + 14);
    return bottom;
}

/* One arrow goes down on the left, one back on the right, with their words between them; returns
 * the next top. */
static double draw_link(const struct pen *pen, const struct svg_stop *stop, double y) {
    const double half = pen->width / 2 - LINK_INSET - 8 - 6;
    const double left = LINK_INSET, right = pen->width - LINK_INSET;
    const double down = svg_wrap_height(stop->down, SVG_FONT_SMALL, half);
    const double up = svg_wrap_height(stop->up, SVG_FONT_SMALL, half);
    const double height = fmax(LINK_HEIGHT, fmax(down, up) + 12);
    svg_arrow(pen->canvas, SVG_BOX(left, y + 4, left, y + height - 4), SVG_COLOUR_INK_SOFT);
    svg_arrow(pen->canvas, SVG_BOX(right, y + height - 4, right, y + 4), SVG_COLOUR_INK_SOFT);
    svg_canvas_block(pen->canvas, SVG_AT(left + 8, y + (height - down) / 2, half), stop->down,
                     &svg_style_small);
    svg_canvas_block(pen->canvas, SVG_AT(right - 8, y + (height - up) / 2, half), stop->up,
                     &svg_style_small_end);
    return y + height;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_way *in = figure;
    struct pen pen = {.canvas = canvas, .narrow = canvas->frame->layout == SVG_NARROW};
    pen.width = pen.narrow ? canvas->width : WIDE_DRAWING;
    double y = 1;
    if (!pen.narrow && svg_given(in->measured_head))
        pen.column_y = svg_canvas_block(canvas, SVG_AT(COLUMN_X, 1, canvas->width - 1 - COLUMN_X),
                                        in->measured_head, &svg_style_small);
    if (pen.column_y > 0) y = fmax(y, pen.column_y - 14);
    for (size_t i = 0; i < in->stop_count; i++) {
        y = draw_stop(&pen, &in->stops[i], y);
        if (i + 1 < in->stop_count) y = draw_link(&pen, &in->stops[i], y);
    }
    svg_canvas_across(canvas, fmax(y, pen.column_y) + 10, in->note, &svg_style_small);
}

struct svg_result svg_way(const struct svg_way *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_way, draw);
}
