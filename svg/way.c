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

static void check_way(struct svg_check *check, const struct svg_way *in) {
    svg_check_text(check, in->measured_head, false, "measured_head");
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->stop_count, 1, SVG_WAY_MAX, "stop_count");
    if (in->stops == NULL) svg_check_fail(check, SVG_ERR_MISSING, "stops");
    for (size_t i = 0; check->code == SVG_OK && i < in->stop_count; i++) {
        const struct svg_stop *stop = &in->stops[i];
        const bool last = i + 1 == in->stop_count;
        svg_check_text(check, stop->name, true, "stops[%zu].name", i);
        svg_check_rung(check, stop->rung, "stops[%zu].rung", i);
        svg_check_text(check, stop->capacity.text, false, "stops[%zu].capacity.text", i);
        svg_check_text(check, stop->capacity.missing, false, "stops[%zu].capacity.missing", i);
        svg_check_text(check, stop->measured.text, false, "stops[%zu].measured.text", i);
        svg_check_text(check, stop->measured.missing, false, "stops[%zu].measured.missing", i);
        svg_check_text(check, stop->down, !last, "stops[%zu].down", i);
        svg_check_text(check, stop->up, !last, "stops[%zu].up", i);
    }
}

/* Beside the box, or in it on a narrow canvas; returns the y below. */
static double draw_measured(struct pen *pen, const struct svg_stop *stop, double top, double y) {
    struct svg_style style;
    const char *text = svg_note_text(&stop->measured, &style);
    if (text == NULL) return y;
    if (pen->narrow)
        return svg_canvas_block(pen->canvas, INSET + INDENT, y + 2, pen->width - 2 * INSET - INDENT,
                                text, &style);
    const struct svg_paint stripe = {.filled = true, .fill = svg_rung_colour(stop->rung)};
    const double room = pen->canvas->width - 1 - COLUMN_X;
    top = fmax(top, pen->column_y + 8);
    pen->column_y = svg_canvas_block(pen->canvas, COLUMN_X, top, room, text, &style);
    svg_canvas_rect(pen->canvas, COLUMN_X - 11, top, 3, pen->column_y - top, 1.5, &stripe);
    return y;
}

/* Returns the y below the box. */
static double draw_stop(struct pen *pen, const struct svg_stop *stop, double y) {
    const struct svg_paint box = {.filled = true,
                                  .fill = svg_rung_soft(stop->rung),
                                  .stroke_width = 1.5,
                                  .stroke = svg_rung_colour(stop->rung),
                                  .classes = "svg-stop"};
    struct svg_style amount, figures;
    const char *capacity = svg_note_text(&stop->capacity, &amount);
    const char *measured = svg_note_text(&stop->measured, &figures);
    const double x = INSET + INDENT, room = pen->width - 2 * INSET - INDENT;
    const double line = svg_line_height(svg_style_name.font);
    double height =
        28 + svg_words_apart_height(room, stop->name, &svg_style_name, capacity, &amount);
    if (pen->narrow && measured != NULL)
        height += 2 + svg_line_height(figures.font) *
                          (double)svg_wrap_count(measured, figures.font, room);
    svg_canvas_rect(pen->canvas, 1, y, pen->width - 2, height, 8, &box);
    svg_swatch(pen->canvas, INSET, y + 14 + (line - SVG_SWATCH) / 2, stop->rung);
    double below = svg_words_apart(pen->canvas, x, y + 14, room, stop->name, &svg_style_name,
                                   capacity, &amount);
    draw_measured(pen, stop, y + 15, below);
    return y + height;
}

/* Down on the left, back on the right, each with its words inside of it; returns the next top. */
static double draw_link(const struct pen *pen, const struct svg_stop *stop, double y) {
    const double half = pen->width / 2 - LINK_INSET - 8 - 6;
    const double left = LINK_INSET, right = pen->width - LINK_INSET;
    struct svg_style back = svg_style_small;
    back.anchor = SVG_END;
    const double line = svg_line_height(svg_style_small.font);
    const double down = line * (double)svg_wrap_count(stop->down, svg_style_small.font, half);
    const double up = line * (double)svg_wrap_count(stop->up, svg_style_small.font, half);
    const double height = fmax(LINK_HEIGHT, fmax(down, up) + 12);
    svg_arrow(pen->canvas, left, y + 4, left, y + height - 4, SVG_COLOUR_INK_SOFT);
    svg_arrow(pen->canvas, right, y + height - 4, right, y + 4, SVG_COLOUR_INK_SOFT);
    svg_canvas_block(pen->canvas, left + 8, y + (height - down) / 2, half, stop->down,
                     &svg_style_small);
    svg_canvas_block(pen->canvas, right - 8, y + (height - up) / 2, half, stop->up, &back);
    return y + height;
}

static void draw(struct svg_canvas *canvas, const struct svg_way *in) {
    struct pen pen = {.canvas = canvas, .narrow = canvas->frame->layout == SVG_NARROW};
    pen.width = pen.narrow ? canvas->width : WIDE_DRAWING;
    double y = 1;
    if (!pen.narrow && svg_given(in->measured_head))
        pen.column_y = svg_canvas_block(canvas, COLUMN_X, 1, canvas->width - 1 - COLUMN_X,
                                        in->measured_head, &svg_style_small);
    if (pen.column_y > 0) y = fmax(y, pen.column_y - 14);
    for (size_t i = 0; i < in->stop_count; i++) {
        y = draw_stop(&pen, &in->stops[i], y);
        if (i + 1 < in->stop_count) y = draw_link(&pen, &in->stops[i], y);
    }
    svg_canvas_block(canvas, 1, fmax(y, pen.column_y) + 10, canvas->width - 2, in->note,
                     &svg_style_small);
}

struct svg_result svg_way(const struct svg_way *in, const struct svg_frame *frame) {
    struct svg_check check = {0};
    svg_check_frame(&check, frame);
    check_way(&check, in);
    if (check.code != SVG_OK) return svg_check_result(&check);
    struct svg_canvas canvas = svg_canvas_begin(frame);
    draw(&canvas, in);
    return svg_canvas_finish(&canvas);
}
