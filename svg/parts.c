/* parts.c -- see parts.h. */
#include "parts.h"

#include <math.h>
#include <string.h>

const struct svg_style svg_style_name = {.font = {14, SVG_SEMIBOLD}, .colour = SVG_COLOUR_INK};

/* ---- levels ----------------------------------------------------------------------------------- */

enum svg_pattern svg_level_pattern(enum svg_level level) {
    return level == SVG_LEVEL_L1 || level == SVG_LEVEL_L2 ? SVG_HATCH : SVG_SOLID;
}

enum svg_colour svg_level_soft(enum svg_level level) {
    return level == SVG_LEVEL_NONE
               ? SVG_COLOUR_SURFACE_SOFT
               : (enum svg_colour)(SVG_COLOUR_LEVEL_REGISTERS_SOFT + level - SVG_LEVEL_REGISTERS);
}

struct svg_paint svg_level_paint(enum svg_level level) {
    return (struct svg_paint){
        .filled = true, .fill = svg_level_colour(level), .pattern = svg_level_pattern(level)};
}

void svg_swatch(struct svg_canvas *canvas, struct svg_at at, struct svg_font font,
                const struct svg_paint *paint) {
    const double inset = paint->stroke_width / 2, side = SVG_SWATCH - paint->stroke_width;
    const double y = at.y + (svg_line_height(font) - SVG_SWATCH) / 2;
    svg_canvas_rect(canvas, SVG_ROUND(at.x + inset, y + inset, side, side, 2), paint);
}

/* ---- arrows ---------------------------------------------------------------------------------- */

/* Adds a triangle with its tip at (x, y) that points along (dx, dy), a unit vector along an axis. */
static void add_head(cairo_t *cairo, double x, double y, double dx, double dy) {
    cairo_move_to(cairo, x, y);
    cairo_line_to(cairo, x - 6 * dx + 4 * fabs(dy), y - 6 * dy + 4 * fabs(dx));
    cairo_line_to(cairo, x - 6 * dx - 4 * fabs(dy), y - 6 * dy - 4 * fabs(dx));
    cairo_close_path(cairo);
}

void svg_arrow_both(struct svg_canvas *canvas, double x, double y1, double y2) {
    static const struct svg_paint stem = {SVG_EDGE(1.5, INK_SOFT), .classes = "svg-link"};
    static const struct svg_paint heads = {SVG_FILL(INK_SOFT)};
    svg_canvas_line(canvas, SVG_BOX(x, y1 + 4, x, y2 - 4), &stem);
    add_head(canvas->cairo, x, y1, 0, -1);
    add_head(canvas->cairo, x, y2, 0, 1);
    svg_canvas_path(canvas, &heads);
}

void svg_arrow(struct svg_canvas *canvas, struct svg_box line, enum svg_colour colour) {
    const struct svg_paint stem = {.stroke_width = 1.5, .stroke = colour, .classes = "svg-arrow"};
    const struct svg_paint head = {.filled = true, .fill = colour};
    const double dx = (line.x2 > line.x1) - (line.x2 < line.x1);
    const double dy = (line.y2 > line.y1) - (line.y2 < line.y1);
    svg_canvas_line(canvas, SVG_BOX(line.x1, line.y1, line.x2 - 4 * dx, line.y2 - 4 * dy), &stem);
    add_head(canvas->cairo, line.x2, line.y2, dx, dy);
    svg_canvas_path(canvas, &head);
}

/* ---- words ----------------------------------------------------------------------------------- */

void svg_words(struct svg_canvas *canvas, struct svg_at at, const char *text,
               const struct svg_style *style) {
    if (!svg_given(text)) return;
    const size_t length = strlen(text);
    const struct svg_span span = {text, length, svg_text_width(text, length, style->font)};
    svg_canvas_text(canvas, at, span, style);
}

double svg_words_before(struct svg_canvas *canvas, double x, double y, const char *text) {
    return svg_canvas_block(canvas, SVG_AT(x, y, x - 1), text, &svg_style_small_end);
}

double svg_words_apart(struct svg_canvas *canvas, struct svg_at at, struct svg_words left,
                       struct svg_words right) {
    const double room =
        svg_text_room(left.text, left.style->font) + svg_text_room(right.text, right.style->font);
    if (!svg_given(right.text) || room + 16 > at.room) {
        at.y = svg_canvas_block(canvas, at, left.text, left.style);
        return svg_canvas_block(canvas, at, right.text, right.style);
    }
    const double line = fmax(svg_line_height(left.style->font), svg_line_height(right.style->font));
    const double baseline = at.y + line / 2 + 0.36 * left.style->font.size;
    struct svg_style end = *right.style;
    end.anchor = SVG_END;
    svg_words(canvas, SVG_POINT(at.x, baseline), left.text, left.style);
    svg_words(canvas, SVG_POINT(at.x + at.room, baseline), right.text, &end);
    return at.y + line;
}

const char *svg_note_text(const struct svg_note *note, struct svg_style *style) {
    *style = svg_given(note->text) ? svg_style_label : svg_style_missing;
    return svg_given(note->text) ? note->text : svg_given(note->missing) ? note->missing : NULL;
}

double svg_beside(struct svg_canvas *canvas, struct svg_at at, const struct svg_note *note,
                  enum svg_level level) {
    struct svg_style style;
    const char *text = svg_note_text(note, &style);
    const struct svg_paint stripe = {.filled = true, .fill = svg_level_colour(level)};
    const double below = svg_canvas_block(canvas, at, text, &style);
    svg_canvas_rect(canvas, SVG_ROUND(at.x - 11, at.y, 3, below - at.y, 1.5), &stripe);
    return below;
}

void svg_tick_words(struct svg_canvas *canvas, const struct svg_tick *tick,
                    const struct svg_axis_place *place, double y) {
    svg_words(canvas, SVG_POINT(svg_tick_centre(tick, place), svg_baseline(y, SVG_FONT_SMALL)),
              tick->text, &svg_style_small_middle);
}

/* ---- grids ----------------------------------------------------------------------------------- */

void svg_cell_add(struct svg_canvas *canvas, const struct svg_cells *cells, size_t column,
                  size_t row) {
    cairo_rectangle(canvas->cairo, cells->x + cells->width * (double)column + cells->inset,
                    cells->y + cells->height * (double)row + cells->inset,
                    cells->width - 2 * cells->inset, cells->height - 2 * cells->inset);
}

void svg_cells_rule(struct svg_canvas *canvas, const struct svg_cells *cells,
                    const struct svg_paint *paint) {
    const double right = cells->x + cells->width * (double)cells->columns;
    const double bottom = cells->y + cells->height * (double)cells->rows;
    for (size_t i = 0; i <= cells->columns; i++) {
        double x = cells->x + cells->width * (double)i;
        svg_canvas_add_line(canvas, SVG_BOX(x, cells->y, x, bottom));
    }
    for (size_t i = 0; i <= cells->rows; i++) {
        double y = cells->y + cells->height * (double)i;
        svg_canvas_add_line(canvas, SVG_BOX(cells->x, y, right, y));
    }
    svg_canvas_path(canvas, paint);
}
