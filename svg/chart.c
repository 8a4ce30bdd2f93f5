/* chart.c -- see chart.h. */
#include "chart.h"

#include <math.h>
#include <stdio.h>

#define SWATCH 18.0 /* px: width of a legend's key */
#define KEY_GAP 7.0 /* between key and text */
#define ITEM_GAP 18.0
#define LINE_GAP 3.0 /* between a line across the plot and the boxes in its way */

const struct svg_style svg_style_label = {.font = {13, SVG_REGULAR}, .colour = SVG_COLOUR_INK};
const struct svg_style svg_style_value = {.font = {13, SVG_SEMIBOLD}, .colour = SVG_COLOUR_INK};
const struct svg_style svg_style_small = {.font = {12, SVG_REGULAR}, .colour = SVG_COLOUR_INK_SOFT};
const struct svg_style svg_style_small_middle = {
    .font = {12, SVG_REGULAR}, .colour = SVG_COLOUR_INK_SOFT, .anchor = SVG_MIDDLE};
const struct svg_style svg_style_small_end = {
    .font = {12, SVG_REGULAR}, .colour = SVG_COLOUR_INK_SOFT, .anchor = SVG_END};
const struct svg_style svg_style_missing = {
    .font = {12, SVG_REGULAR}, .colour = SVG_COLOUR_INK_SOFT, .italic = true};

const struct svg_paint svg_paint_grid = {SVG_EDGE(1, LINE)};
const struct svg_paint svg_paint_axis = {SVG_EDGE(1, INK_SOFT)};
const struct svg_paint svg_paint_reference = {SVG_EDGE(1.5, INK), .dash = "5 3",
                                              .classes = "svg-reference"};

struct svg_classes svg_level_classes(const char *first, enum svg_level level) {
    struct svg_classes classes;
    const char *name = svg_level_name(level);
    snprintf(classes.text, sizeof classes.text, *name ? "%s svg-level-%s" : "%s%s", first, name);
    return classes;
}

enum svg_colour svg_level_colour(enum svg_level level) {
    return level == SVG_LEVEL_NONE
               ? SVG_COLOUR_MARK_1
               : (enum svg_colour)(SVG_COLOUR_LEVEL_REGISTERS + level - SVG_LEVEL_REGISTERS);
}

struct svg_look svg_look_of(size_t index, enum svg_level level) {
    static const enum svg_colour marks[] = {SVG_COLOUR_MARK_1, SVG_COLOUR_MARK_2, SVG_COLOUR_MARK_3,
                                            SVG_COLOUR_MARK_4};
    static const char *const dashes[] = {NULL, "7 3", "2 3", "9 3 2 3"};
    static const enum svg_pattern patterns[] = {SVG_SOLID, SVG_HATCH, SVG_DOTS, SVG_BARS,
                                                SVG_CROSS};
    return (struct svg_look){
        .colour = level != SVG_LEVEL_NONE ? svg_level_colour(level) : marks[index % 4],
        .pattern = patterns[index % 5],
        .marker = (enum svg_marker)(index % 4),
        /* The fifth series repeats a colour and a marker: its dashes differ. */
        .dash = dashes[(index + index / 4) % 4],
    };
}

void svg_draw_marker(struct svg_canvas *canvas, double x, double y, const struct svg_look *look,
                     const char *classes) {
    const struct svg_paint paint = {
        .filled = true, .fill = look->colour, SVG_EDGE(1.5, SURFACE), .classes = classes};
    cairo_t *cairo = canvas->cairo;
    switch (look->marker) {
    case SVG_CIRCLE: svg_canvas_circle(canvas, x, y, 4, &paint); return;
    case SVG_SQUARE: svg_canvas_rect(canvas, SVG_RECT(x - 3.5, y - 3.5, 7, 7), &paint); return;
    case SVG_TRIANGLE:
        cairo_move_to(cairo, x, y - 5);
        cairo_line_to(cairo, x + 4.5, y + 3.5);
        cairo_line_to(cairo, x - 4.5, y + 3.5);
        break;
    case SVG_DIAMOND:
        cairo_move_to(cairo, x, y - 5);
        cairo_line_to(cairo, x + 5, y);
        cairo_line_to(cairo, x, y + 5);
        cairo_line_to(cairo, x - 5, y);
        break;
    }
    cairo_close_path(cairo);
    svg_canvas_path(canvas, &paint);
}

/* ---- legend ---------------------------------------------------------------------------------- */

static void draw_key(struct svg_canvas *canvas, double x, double middle,
                     const struct svg_legend_item *item) {
    const struct svg_paint bar = {
        .filled = true, .fill = item->look.colour, .pattern = item->look.pattern};
    const struct svg_paint edge = {.stroke_width = 1, .stroke = item->look.colour};
    const struct svg_paint line = {
        .stroke_width = 2, .stroke = item->look.colour, .dash = item->look.dash};
    switch (item->key) {
    case SVG_KEY_BAR:
        svg_canvas_rect(canvas, SVG_RECT(x, middle - 6, SWATCH, 12), &bar);
        if (item->look.pattern != SVG_SOLID)
            svg_canvas_rect(canvas, SVG_RECT(x + 0.5, middle - 5.5, SWATCH - 1, 11), &edge);
        break;
    case SVG_KEY_OPEN:
        svg_canvas_rect(canvas, SVG_RECT(x + 0.5, middle - 5.5, SWATCH - 1, 11), &edge);
        break;
    case SVG_KEY_LINE:
    case SVG_KEY_STROKE:
    case SVG_KEY_MARKER:
        if (item->key != SVG_KEY_MARKER)
            svg_canvas_line(canvas, SVG_BOX(x, middle, x + SWATCH, middle), &line);
        if (item->key != SVG_KEY_STROKE)
            svg_draw_marker(canvas, x + SWATCH / 2, middle, &item->look, NULL);
        break;
    case SVG_KEY_REFERENCE:
        svg_canvas_line(canvas, SVG_BOX(x, middle, x + SWATCH, middle), &svg_paint_reference);
        break;
    }
}

double svg_legend(struct svg_canvas *canvas, double y, const struct svg_legend_item *items,
                  size_t count) {
    const double left = 1, right = canvas->width - 1;
    const double line = svg_line_height(SVG_FONT_LABEL);
    const double most = right - left - SWATCH - KEY_GAP; /* room of a text that has a row alone */
    double x = left, below = y;                          /* below: end of the current row */
    if (count == 0) return y;
    for (size_t i = 0; i < count; i++) {
        double room = fmin(svg_text_room(items[i].text, SVG_FONT_LABEL) + 0.01, most);
        if (x > left && x + SWATCH + KEY_GAP + room > right) {
            x = left;
            y = below + 4;
        }
        draw_key(canvas, x, y + line / 2, &items[i]);
        double end = svg_canvas_block(canvas, SVG_AT(x + SWATCH + KEY_GAP, y, room), items[i].text,
                                      &svg_style_label);
        below = fmax(below, end);
        x += SWATCH + KEY_GAP + room + ITEM_GAP;
    }
    return below + 12;
}

/* ---- lines that leave out boxes ---------------------------------------------------------------- */

void svg_upright(struct svg_canvas *canvas, struct svg_box line, const struct svg_boxes *boxes,
                 const struct svg_paint *paint) {
    bool drawn = false;
    for (size_t i = 0; i <= boxes->count; i++) {
        const struct svg_box *box = i < boxes->count ? &boxes->items[i] : NULL;
        if (box && (line.x1 < box->x1 - LINE_GAP || line.x1 > box->x2 + LINE_GAP ||
                    box->y2 <= line.y1 || box->y1 >= line.y2))
            continue;
        const double to = box ? box->y1 : line.y2;
        if (to - line.y1 >= 1) {
            svg_canvas_add_line(canvas, SVG_BOX(line.x1, line.y1, line.x1, to));
            drawn = true;
        }
        if (box) line.y1 = fmax(line.y1, box->y2);
    }
    if (drawn) svg_canvas_path(canvas, paint);
}

void svg_whisker(struct svg_canvas *canvas, struct svg_box line, const struct svg_paint *paint) {
    const double dx = line.x1 == line.x2 ? 4 : 0, dy = 4 - dx;
    svg_canvas_add_line(canvas, line);
    svg_canvas_add_line(canvas, SVG_BOX(line.x1 - dx, line.y1 - dy, line.x1 + dx, line.y1 + dy));
    svg_canvas_add_line(canvas, SVG_BOX(line.x2 - dx, line.y2 - dy, line.x2 + dx, line.y2 + dy));
    svg_canvas_path(canvas, paint);
}

struct svg_box svg_label_box(const struct svg_canvas *canvas, struct svg_at at, const char *text,
                             struct svg_font font) {
    double half = svg_wrap_room(text, font, at.room) / 2;
    double centre = fmax(half + 1, fmin(at.x, canvas->width - half - 1));
    return (struct svg_box){centre - half, at.y, centre + half,
                            at.y + svg_wrap_height(text, font, at.room)};
}

void svg_label_in(struct svg_canvas *canvas, const struct svg_box *box, const char *text,
                  const struct svg_style *style) {
    struct svg_style centred = *style;
    centred.anchor = SVG_MIDDLE;
    /* The text gets a little more room than was measured, so that rounding cannot wrap it anew. */
    svg_canvas_block(canvas, SVG_AT((box->x1 + box->x2) / 2, box->y1, box->x2 - box->x1 + 0.01),
                     text, &centred);
}
