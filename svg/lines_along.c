/* lines_along.c -- names of stretches and of marked places over the x axis; see lines.h. */
#include "chart.h"
#include "lines.h"
#include "parts.h"

#include <math.h>
#include <string.h>

#define NAME_SHARE 0.5 /* of the canvas, that a name may be wide */
#define NAMES_APART 8.0
#define BAND 4.0 /* px: height of the solid band over a zone */

static const struct svg_style zone_name = {.font = {12, SVG_SEMIBOLD}, .colour = SVG_COLOUR_INK};

static bool touch(const struct svg_box *a, const struct svg_box *b) {
    return a->x1 < b->x2 + NAMES_APART && b->x1 < a->x2 + NAMES_APART && a->y1 < b->y2 &&
           b->y1 < a->y2;
}

static void place(const struct svg_canvas *canvas, struct svg_along *along, size_t index,
                  struct svg_at at, const char *name, struct svg_font font) {
    struct svg_box box = svg_label_box(canvas, at, name, font);
    const double height = box.y2 - box.y1;
    for (size_t k = 0; k < index; k++) {
        if (!touch(&box, &along->boxes[k])) continue;
        box.y1 = along->boxes[k].y2;
        box.y2 = box.y1 + height;
        k = (size_t)-1; /* from the first again */
    }
    along->boxes[index] = box;
    along->bottom = fmax(along->bottom, box.y2 + 2);
}

struct svg_along svg_along_place(const struct svg_canvas *canvas, const struct svg_lines *in,
                                 const struct svg_axis_map *x, double y) {
    struct svg_along along = {.in = in, .x = x, .bottom = y};
    const double room = NAME_SHARE * canvas->width;
    for (size_t i = 0; i < in->zone_count; i++) {
        const struct svg_zone *zone = &in->zones[i];
        double middle = (svg_axis_at(x, zone->from) + svg_axis_at(x, zone->to)) / 2;
        place(canvas, &along, i, SVG_AT(middle, y, room), zone->label, zone_name.font);
    }
    for (size_t i = 0; i < in->mark_count; i++)
        place(canvas, &along, in->zone_count + i,
              SVG_AT(svg_axis_at(x, in->marks[i].value), y, room), in->marks[i].label,
              SVG_FONT_SMALL);
    return along;
}

void svg_along_zones(struct svg_canvas *canvas, const struct svg_along *along, double top,
                     double bottom) {
    for (size_t i = 0; i < along->in->zone_count; i++) {
        const struct svg_zone *zone = &along->in->zones[i];
        const double x1 = svg_axis_at(along->x, zone->from), x2 = svg_axis_at(along->x, zone->to);
        const struct svg_paint tint = {
            .filled = true, .fill = svg_level_soft(zone->level), .classes = "svg-zone"};
        const struct svg_paint band = {.filled = true, .fill = svg_level_colour(zone->level)};
        svg_canvas_rect(canvas, SVG_RECT(x1, top, x2 - x1, bottom - top), &tint);
        svg_canvas_rect(canvas, SVG_RECT(x1, top, fmax(x2 - x1 - 1, 0), BAND), &band);
        svg_label_in(canvas, &along->boxes[i], zone->label, &zone_name);
    }
}

static void sort_boxes(struct svg_box *boxes, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && boxes[k].y1 < boxes[k - 1].y1; k--) {
            struct svg_box swap = boxes[k];
            boxes[k] = boxes[k - 1];
            boxes[k - 1] = swap;
        }
}

void svg_along_marks(struct svg_canvas *canvas, const struct svg_along *along, double bottom) {
    static const struct svg_paint line = {SVG_EDGE(1, INK_SOFT), .dash = "2 3",
                                          .classes = "svg-mark"};
    const struct svg_lines *in = along->in;
    struct svg_box sorted[2 * SVG_MAX_SERIES];
    struct svg_boxes boxes = {.items = sorted, .count = in->zone_count + in->mark_count};
    memcpy(sorted, along->boxes, sizeof sorted);
    sort_boxes(sorted, boxes.count);
    for (size_t i = 0; i < in->mark_count; i++) {
        const struct svg_box *box = &along->boxes[in->zone_count + i];
        const double x = svg_axis_at(along->x, in->marks[i].value);
        svg_label_in(canvas, box, in->marks[i].label, &svg_style_small);
        svg_upright(canvas, SVG_BOX(x, box->y2, x, bottom), &boxes, &line);
    }
}
