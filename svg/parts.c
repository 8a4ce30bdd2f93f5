/* parts.c -- see parts.h. */
#include "parts.h"

#include "check.h"

#include <math.h>
#include <string.h>

const struct svg_style svg_style_name = {.font = {14, SVG_SEMIBOLD}, .colour = SVG_COLOUR_INK};

/* ---- rungs ----------------------------------------------------------------------------------- */

enum svg_pattern svg_rung_pattern(enum svg_rung rung) {
    return rung == SVG_RUNG_L1 || rung == SVG_RUNG_L2 ? SVG_HATCH : SVG_SOLID;
}

enum svg_colour svg_rung_soft(enum svg_rung rung) {
    static const enum svg_colour soft[SVG_RUNG_COUNT] = {
        [SVG_RUNG_NONE] = SVG_COLOUR_SURFACE_SOFT,
        [SVG_RUNG_REGISTERS] = SVG_COLOUR_RUNG_REGISTERS_SOFT,
        [SVG_RUNG_SHARED] = SVG_COLOUR_RUNG_SHARED_SOFT,
        [SVG_RUNG_L1] = SVG_COLOUR_RUNG_L1_SOFT,
        [SVG_RUNG_L2] = SVG_COLOUR_RUNG_L2_SOFT,
        [SVG_RUNG_CONSTANT] = SVG_COLOUR_RUNG_CONSTANT_SOFT,
        [SVG_RUNG_LOCAL] = SVG_COLOUR_RUNG_LOCAL_SOFT,
        [SVG_RUNG_DRAM] = SVG_COLOUR_RUNG_DRAM_SOFT,
    };
    return soft[rung];
}

void svg_swatch(struct svg_canvas *canvas, double x, double y, enum svg_rung rung) {
    const struct svg_paint fill = {
        .filled = true, .fill = svg_rung_colour(rung), .pattern = svg_rung_pattern(rung)};
    svg_canvas_rect(canvas, x, y, SVG_SWATCH, SVG_SWATCH, 2, &fill);
}

/* ---- arrows ---------------------------------------------------------------------------------- */

/* A triangle with its tip at (x, y) that points along (dx, dy), a unit vector along an axis. */
static void add_head(cairo_t *cairo, double x, double y, double dx, double dy) {
    cairo_move_to(cairo, x, y);
    cairo_line_to(cairo, x - 6 * dx + 4 * fabs(dy), y - 6 * dy + 4 * fabs(dx));
    cairo_line_to(cairo, x - 6 * dx - 4 * fabs(dy), y - 6 * dy - 4 * fabs(dx));
    cairo_close_path(cairo);
}

void svg_arrow_both(struct svg_canvas *canvas, double x, double y1, double y2) {
    static const struct svg_paint stem = {
        .stroke_width = 1.5, .stroke = SVG_COLOUR_INK_SOFT, .classes = "svg-link"};
    static const struct svg_paint heads = {.filled = true, .fill = SVG_COLOUR_INK_SOFT};
    svg_canvas_line(canvas, x, y1 + 4, x, y2 - 4, &stem);
    add_head(canvas->cairo, x, y1, 0, -1);
    add_head(canvas->cairo, x, y2, 0, 1);
    svg_canvas_path(canvas, &heads);
}

void svg_arrow(struct svg_canvas *canvas, double x1, double y1, double x2, double y2,
               enum svg_colour colour) {
    const struct svg_paint stem = {.stroke_width = 1.5, .stroke = colour, .classes = "svg-arrow"};
    const struct svg_paint head = {.filled = true, .fill = colour};
    const double dx = x2 > x1 ? 1 : x2 < x1 ? -1 : 0, dy = y2 > y1 ? 1 : y2 < y1 ? -1 : 0;
    svg_canvas_line(canvas, x1, y1, x2 - 4 * dx, y2 - 4 * dy, &stem);
    add_head(canvas->cairo, x2, y2, dx, dy);
    svg_canvas_path(canvas, &head);
}

/* ---- words ----------------------------------------------------------------------------------- */

double svg_baseline(double y, struct svg_font font) {
    return y + svg_line_height(font) / 2 + 0.36 * font.size;
}

void svg_words(struct svg_canvas *canvas, double x, double baseline, const char *text,
               const struct svg_style *style) {
    if (!svg_given(text)) return;
    const size_t length = strlen(text);
    const struct svg_span span = {text, length, svg_text_width(text, length, style->font)};
    svg_canvas_text(canvas, x, baseline, span, style);
}

static bool fits_apart(double room, const char *left, const struct svg_style *left_style,
                       const char *right, const struct svg_style *right_style) {
    return svg_given(right) &&
           svg_text_room(left, left_style->font) + svg_text_room(right, right_style->font) + 16 <=
               room;
}

static double line_apart(const struct svg_style *left_style, const struct svg_style *right_style) {
    return fmax(svg_line_height(left_style->font), svg_line_height(right_style->font));
}

double svg_words_apart(struct svg_canvas *canvas, double x, double y, double room, const char *left,
                       const struct svg_style *left_style, const char *right,
                       const struct svg_style *right_style) {
    if (!fits_apart(room, left, left_style, right, right_style)) {
        y = svg_canvas_block(canvas, x, y, room, left, left_style);
        return svg_canvas_block(canvas, x, y, room, right, right_style);
    }
    const double line = line_apart(left_style, right_style);
    const double baseline = y + line / 2 + 0.36 * left_style->font.size;
    struct svg_style end = *right_style;
    end.anchor = SVG_END;
    svg_words(canvas, x, baseline, left, left_style);
    svg_words(canvas, x + room, baseline, right, &end);
    return y + line;
}

double svg_words_apart_height(double room, const char *left, const struct svg_style *left_style,
                              const char *right, const struct svg_style *right_style) {
    if (fits_apart(room, left, left_style, right, right_style))
        return line_apart(left_style, right_style);
    return svg_line_height(left_style->font) *
               (double)svg_wrap_count(left, left_style->font, room) +
           svg_line_height(right_style->font) *
               (double)svg_wrap_count(right, right_style->font, room);
}

const char *svg_note_text(const struct svg_note *note, struct svg_style *style) {
    *style = svg_given(note->text) ? svg_style_label : svg_style_missing;
    return svg_given(note->text) ? note->text : svg_given(note->missing) ? note->missing : NULL;
}

/* ---- grids ----------------------------------------------------------------------------------- */

void svg_cell_add(struct svg_canvas *canvas, const struct svg_cells *cells, size_t column,
                  size_t row) {
    cairo_rectangle(canvas->cairo, cells->x + cells->width * (double)column + cells->inset,
                    cells->y + cells->height * (double)row + cells->inset,
                    cells->width - 2 * cells->inset, cells->height - 2 * cells->inset);
}

void svg_cells_rule(struct svg_canvas *canvas, const struct svg_cells *cells, size_t columns,
                    size_t rows, const struct svg_paint *paint) {
    const double right = cells->x + cells->width * (double)columns;
    const double bottom = cells->y + cells->height * (double)rows;
    for (size_t i = 0; i <= columns; i++) {
        double x = cells->x + cells->width * (double)i;
        cairo_move_to(canvas->cairo, x, cells->y);
        cairo_line_to(canvas->cairo, x, bottom);
    }
    for (size_t i = 0; i <= rows; i++) {
        double y = cells->y + cells->height * (double)i;
        cairo_move_to(canvas->cairo, cells->x, y);
        cairo_line_to(canvas->cairo, right, y);
    }
    svg_canvas_path(canvas, paint);
}
