/* ratios.c -- figures that should be one, as points around it; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

#define NAMES_SHARE 0.3
#define FIGURE_SHARE 0.28 /* of the plot, on each side */
#define ROW_LEAST 28.0
#define NAME_GAP 14.0
#define FIGURE_GAP 10.0 /* between a marker's middle and its figure */

struct plot {
    struct svg_canvas *canvas;
    const struct svg_ratios *in;
    bool stacked; /* names above the rows */
    double left, right, row;
    double figures; /* room beside a mark */
    double below;   /* height of what stands below a name, or beside it */
    struct svg_axis_map map;
};

static void check_ratios(struct svg_check *check, const void *figure) {
    const struct svg_ratios *in = figure;
    svg_check_text(check, in->label, true, "label");
    svg_check_text(check, in->one, true, "one");
    svg_check_count(check, in->rows == NULL ? 0 : in->row_count, 1, SVG_MAX_ROWS, "rows");
    svg_check_count(check, in->series == NULL ? 0 : in->series_count, 1, SVG_RATIOS_MOST, "series");
    for (size_t i = 0; check->code == SVG_OK && i < in->series_count; i++) {
        svg_check_at(check, "series[%zu]", i);
        svg_check_text(check, in->series[i], true, "name");
    }
    for (size_t i = 0; check->code == SVG_OK && i < in->row_count; i++) {
        svg_check_at(check, "rows[%zu]", i);
        svg_check_text(check, in->rows[i].name, true, "name");
        for (size_t k = 0; k < in->series_count; k++) {
            const struct svg_ratio *ratio = &in->rows[i].ratios[k];
            svg_check_text(check, ratio->text, ratio->value != 0, "text");
            svg_check_text(check, ratio->title, false, "title");
            if (ratio->value != 0) svg_check_value(check, ratio->value, true, "value");
        }
    }
}

/* The room of the widest figure, up to its share; and how high a row has to be for all of them. */
static double place_figures(struct plot *plot) {
    const double most = FIGURE_SHARE * (plot->right - plot->left);
    double highest = 0;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < plot->in->row_count; i++)
            for (size_t k = 0; k < plot->in->series_count; k++) {
                const char *text = plot->in->rows[i].ratios[k].text;
                if (round == 0)
                    plot->figures =
                        fmax(plot->figures, svg_wrap_room(text, SVG_FONT_SMALL, most) + 0.01);
                else
                    highest = fmax(highest, svg_wrap_height(text, SVG_FONT_SMALL, plot->figures));
            }
    return highest;
}

/* The scale reaches as far below one as above it, at least from a half to two. */
static void fit(struct plot *plot) {
    double far = 2;
    for (size_t i = 0; i < plot->in->row_count; i++)
        for (size_t k = 0; k < plot->in->series_count; k++) {
            const double value = plot->in->rows[i].ratios[k].value;
            if (value > 0) far = fmax(far, fmax(value, 1 / value));
        }
    const double figure = plot->figures + FIGURE_GAP;
    const struct svg_axis axis = {.label = plot->in->label, .scale = SVG_LOG2};
    const struct svg_axis_place place = {.from = plot->left + figure,
                                         .to = plot->right - figure,
                                         .font = SVG_FONT_SMALL,
                                         .width = plot->canvas->width};
    svg_axis_fit(&plot->map, &axis, (struct svg_axis_span){1 / far, far, false}, &place);
}

/* The figure of a mark on one side of it, over whatever line passes there. */
static void draw_figure(const struct plot *plot, double x, double y, const char *text, bool left) {
    const struct svg_paint ground = {.filled = true, .fill = SVG_COLOUR_SURFACE};
    struct svg_style style = left ? svg_style_small_end : svg_style_small;
    const double height = svg_wrap_height(text, style.font, plot->figures);
    const double room = svg_wrap_room(text, style.font, plot->figures);
    const double at = left ? x - FIGURE_GAP : x + FIGURE_GAP;
    svg_canvas_rect(plot->canvas, SVG_RECT(left ? at - room : at, y - height / 2, room, height),
                    &ground);
    svg_canvas_block(plot->canvas, SVG_AT(at, y - height / 2, plot->figures), text, &style);
}

/* The marks from the least to the greatest; how many there are. */
static size_t sort_marks(const struct plot *plot, const struct svg_ratio_row *row,
                         size_t order[SVG_RATIOS_MOST]) {
    size_t count = 0;
    for (size_t k = 0; k < plot->in->series_count; k++) {
        if (row->ratios[k].value <= 0) continue;
        size_t at = count++;
        for (; at > 0 && row->ratios[order[at - 1]].value > row->ratios[k].value; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    return count;
}

/* The figure of the greatest mark stands right of it, that of the least left: once where they lie on one place. */
static void draw_row(const struct plot *plot, const struct svg_ratio_row *row, double y) {
    const struct svg_paint between = {SVG_EDGE(2, INK_SOFT)};
    size_t order[SVG_RATIOS_MOST];
    const size_t count = sort_marks(plot, row, order);
    if (count == 0) return;
    const struct svg_ratio *least = &row->ratios[order[0]], *most = &row->ratios[order[count - 1]];
    const double x1 = svg_axis_at(&plot->map, least->value);
    const double x2 = svg_axis_at(&plot->map, most->value);
    draw_figure(plot, x2, y, most->text, false);
    if (x2 - x1 > 1) draw_figure(plot, x1, y, least->text, true);
    if (x2 - x1 > 1) svg_canvas_line(plot->canvas, SVG_BOX(x1, y, x2, y), &between);
    for (size_t k = 0; k < count; k++) {
        const struct svg_ratio *ratio = &row->ratios[order[k]];
        const struct svg_look look = svg_look_of(order[k], SVG_LEVEL_NONE);
        svg_canvas_value(plot->canvas, ratio->title);
        svg_draw_marker(plot->canvas, svg_axis_at(&plot->map, ratio->value), y, &look, "svg-point");
        svg_canvas_value_end(plot->canvas, ratio->title);
    }
}

static double draw_legend(struct svg_canvas *canvas, const struct svg_ratios *in) {
    struct svg_legend_item items[SVG_RATIOS_MOST];
    for (size_t i = 0; i < in->series_count; i++)
        items[i] =
            (struct svg_legend_item){in->series[i], SVG_KEY_MARKER, svg_look_of(i, SVG_LEVEL_NONE)};
    return svg_legend(canvas, 0, items, in->series_count);
}

static void draw_rows(const struct plot *plot, double y) {
    struct svg_style name = svg_style_label;
    const double names = plot->stacked ? 0 : plot->left - NAME_GAP;
    name.anchor = plot->stacked ? SVG_START : SVG_END;
    for (size_t i = 0; i < plot->in->row_count; i++, y += plot->row) {
        const double room = plot->stacked ? plot->canvas->width - 2 : names - 1;
        const double height = svg_wrap_height(plot->in->rows[i].name, name.font, room);
        const double middle = plot->stacked ? y + height + plot->below / 2 : y + plot->row / 2;
        svg_canvas_block(
            plot->canvas,
            SVG_AT(plot->stacked ? 1 : names, plot->stacked ? y : middle - height / 2, room),
            plot->in->rows[i].name, &name);
        const double one = svg_axis_at(&plot->map, 1), half = plot->stacked ? 12 : plot->row / 2;
        svg_canvas_line(plot->canvas, SVG_BOX(one, middle - half, one, middle + half),
                        &svg_paint_axis);
        draw_row(plot, &plot->in->rows[i], middle);
    }
}

static double highest_name(const struct svg_ratios *in, double room) {
    double highest = 0;
    for (size_t i = 0; i < in->row_count; i++)
        highest = fmax(highest, svg_wrap_height(in->rows[i].name, SVG_FONT_LABEL, room));
    return highest;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_ratios *in = figure;
    struct plot plot = {.canvas = canvas, .in = in, .right = canvas->width - 1};
    plot.stacked = canvas->frame->layout == SVG_NARROW;
    plot.left = plot.stacked ? 1 : ceil(NAMES_SHARE * canvas->width) + NAME_GAP;
    const double name =
        highest_name(in, plot.stacked ? canvas->width - 2 : plot.left - NAME_GAP - 1);
    plot.below = fmax(ROW_LEAST, place_figures(&plot) + 6);
    plot.row = plot.stacked ? name + plot.below + 4 : fmax(name + 6, plot.below);
    fit(&plot);
    double y = draw_legend(canvas, in);
    const double one = svg_axis_at(&plot.map, 1);
    const struct svg_box label =
        svg_label_box(canvas, SVG_AT(one, y, canvas->width / 2), in->one, SVG_FONT_SMALL);
    svg_label_in(canvas, &label, in->one, &svg_style_small);
    y = label.y2 + 4;
    const double bottom = y + plot.row * (double)in->row_count;
    for (size_t i = 0; !plot.stacked && i < plot.map.tick_count; i++)
        svg_canvas_line(canvas, SVG_BOX(plot.map.ticks[i].at, y, plot.map.ticks[i].at, bottom),
                        &svg_paint_grid);
    draw_rows(&plot, y);
    const struct svg_axis_place place = {.font = SVG_FONT_SMALL, .width = canvas->width};
    svg_canvas_line(canvas, SVG_BOX(plot.left, bottom + 4, plot.right, bottom + 4),
                    &svg_paint_axis);
    for (size_t i = 0; i < plot.map.tick_count; i++)
        svg_tick_words(canvas, &plot.map.ticks[i], &place, bottom + 8);
    svg_canvas_block(
        canvas,
        SVG_AT(plot.left, bottom + 8 + svg_line_height(SVG_FONT_SMALL), plot.right - plot.left),
        in->label, &svg_style_small);
}

struct svg_result svg_ratios(const struct svg_ratios *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_ratios, draw);
}
