/* areas.c -- sizes of very different magnitude as squares; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

#define GROUND 280.0
#define CORNER_GAP 8.0 /* between squares, and from the ground's edges */
#define WORDS_GAP 28.0 /* between the ground and the words beside it */
#define ENTRY_GAP 14.0
#define INDENT 20.0 /* swatch and gap */

/* The ground is a tint with an outline. An area in it is solid, or hatched for a cache where the
 * square is large enough to show a pattern. */
static struct svg_paint paint_of(const struct svg_area *area, bool ground, double side) {
    return (struct svg_paint){
        .filled = true,
        .fill = ground ? svg_level_soft(area->level) : svg_level_colour(area->level),
        .pattern = ground || side < SVG_SWATCH ? SVG_SOLID : svg_level_pattern(area->level),
        .stroke_width = ground ? 1.5 : 0,
        .stroke = svg_level_colour(area->level),
        .classes = "svg-area"};
}

/* Places the squares in the ground: those that would leave it beside the others begin a row above
 * them. Returns how many of the areas have a place. */
static size_t place(const struct svg_areas *in, struct svg_box boxes[SVG_AREAS_MAX]) {
    double x = 1 + CORNER_GAP, bottom = 1 + GROUND - CORNER_GAP, row = 0;
    boxes[0] = (struct svg_box){1, 1, 1 + GROUND, 1 + GROUND};
    for (size_t i = 1; i < in->area_count; i++) {
        const double side = GROUND * sqrt(in->areas[i].size / in->areas[0].size);
        if (x > 1 + CORNER_GAP && x + side > 1 + GROUND) {
            x = 1 + CORNER_GAP;
            bottom -= row + CORNER_GAP;
            row = 0;
        }
        const double left = fmax(1, fmin(x, 1 + GROUND - side));
        const double top = row == 0 ? fmax(1, bottom - side) : bottom - side;
        if (top < 1 || (side > 0 && top + side > bottom + CORNER_GAP)) return i;
        boxes[i] = (struct svg_box){left, top, left + side, top + side};
        if (side > 0) x += side + CORNER_GAP;
        row = fmax(row, side);
    }
    return in->area_count;
}

static void check_areas(struct svg_check *check, const void *figure) {
    const struct svg_areas *in = figure;
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->area_count, 1, SVG_AREAS_MAX, "area_count");
    if (in->areas == NULL) svg_check_fail(check, SVG_ERR_MISSING, "areas");
    for (size_t i = 0; check->code == SVG_OK && i < in->area_count; i++) {
        const struct svg_area *area = &in->areas[i];
        svg_check_at(check, "areas[%zu]", i);
        svg_check_text(check, area->name, true, "name");
        svg_check_text(check, area->amount, true, "amount");
        svg_check_text(check, area->remark, false, "remark");
        svg_check_level(check, area->level, "level");
        svg_check_value(check, area->size, i == 0, "size");
        if (area->size > in->areas[0].size) svg_check_fail(check, SVG_ERR_NUMBER, "size");
    }
    struct svg_box boxes[SVG_AREAS_MAX];
    const size_t placed = check->code == SVG_OK ? place(in, boxes) : in->area_count;
    svg_check_at(check, "areas[%zu]", placed);
    if (placed < in->area_count) svg_check_fail(check, SVG_ERR_LIMIT, "size");
}

static void draw_squares(struct svg_canvas *canvas, const struct svg_areas *in) {
    struct svg_box boxes[SVG_AREAS_MAX];
    place(in, boxes);
    for (size_t i = 0; i < in->area_count; i++) {
        const double side = boxes[i].x2 - boxes[i].x1;
        const struct svg_paint paint = paint_of(&in->areas[i], i == 0, side);
        if (side > 0)
            svg_canvas_rect(canvas, SVG_RECT(boxes[i].x1, boxes[i].y1, side, side), &paint);
    }
}

static double draw_words(struct svg_canvas *canvas, const struct svg_area *area, bool ground,
                         struct svg_at at) {
    struct svg_paint key = paint_of(area, ground, SVG_SWATCH);
    key.classes = NULL;
    svg_swatch(canvas, at, svg_style_name.font, &key);
    at.x += INDENT;
    at.room = canvas->width - 1 - at.x;
    at.y = svg_words_apart(canvas, at, SVG_WORDS(area->name, &svg_style_name),
                           SVG_WORDS(area->amount, &svg_style_label));
    return svg_canvas_block(canvas, at, area->remark, &svg_style_small);
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_areas *in = figure;
    const bool narrow = canvas->frame->layout == SVG_NARROW;
    const double x = narrow ? 1 : 1 + GROUND + WORDS_GAP;
    double y = narrow ? 1 + GROUND + 16 : 1;
    draw_squares(canvas, in);
    for (size_t i = 0; i < in->area_count; i++)
        y = draw_words(canvas, &in->areas[i], i == 0, SVG_POINT(x, y)) + ENTRY_GAP;
    y = fmax(y, 1 + GROUND + 10);
    svg_canvas_across(canvas, y, in->note, &svg_style_small);
}

struct svg_result svg_areas(const struct svg_areas *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_areas, draw);
}
