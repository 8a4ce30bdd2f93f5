/*
 * bars.c -- horizontal bar charts; the contract is in svg.h.
 *
 * A chart takes two passes. The first finds the column of labels, the width of the plot (so wide
 * that every value still stands beside its bar) and the place of each bar; the second draws. Lines
 * across the plot come between bars and texts, which is why the places must be known before.
 *
 * Labels stand in a column on the left. On a narrow canvas, where that would take more than its
 * share, each stands above its bars instead.
 */
#include "axis.h"
#include "chart.h"
#include "check.h"
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAR_HEIGHT 20.0
#define GROUP_BAR_HEIGHT 16.0
#define BAR_GAP 3.0 /* between the bars of a group */
#define ROW_GAP 12.0
#define LABEL_GAP 10.0 /* between a label and the baseline */
#define VALUE_GAP 8.0  /* between a bar's end and its value */
#define VALUE_SHARE 0.42
#define WIDE_LABEL_SHARE 0.36
#define NARROW_LABEL_SHARE 0.28
#define WHISKER 2.0 /* px; a shorter spread cannot be seen beside the bar's end */

struct place {
    double y;      /* top of the slot */
    double height; /* of the slot: bar or text, whichever is higher */
    double end;    /* px of the bar's right end */
    double text_x;
    double text_room;         /* that its lines are wrapped to */
    struct svg_extent extent; /* that they take */
};

struct layout {
    const struct svg_bars *in;
    size_t cells; /* bars in a row */
    double bar_height;
    bool stacked; /* labels above the bars */
    double label_room;
    double origin; /* px of the baseline */
    double top, bottom;
    bool has_numbers;
    struct svg_axis_map map;
    struct svg_axis_place axis_place;
    struct place *places; /* rows × cells */
    double *row_y;        /* where a row begins; its label's top when stacked */
    struct svg_boxes boxes;
};

/* ---- input ------------------------------------------------------------------------------------- */

static size_t cells_of(const struct svg_bars *in) {
    return in->series_count > 1 ? in->series_count : 1;
}

static void check_cell(struct svg_check *check, const struct svg_bars *in, size_t row,
                       size_t column) {
    const struct svg_cell *cell = &in->rows[row].cells[column];
    const bool log = in->axis.scale != SVG_LINEAR;
    svg_check_at(check, "rows[%zu].cells[%zu]", row, column);
    svg_check_text(check, cell->missing, false, "missing");
    svg_check_text(check, cell->title, false, "title");
    if (svg_given(cell->missing)) return;
    svg_check_value(check, cell->value, log, "value");
    svg_check_text(check, cell->text, false, "text");
    if (cell->has_spread) svg_check_spread(check, cell->low, cell->high, log);
}

static void check_bars(struct svg_check *check, const void *figure) {
    const struct svg_bars *in = figure;
    svg_check_axis(check, &in->axis, "axis");
    svg_check_reference(check, &in->reference, in->axis.scale, "reference");
    svg_check_count(check, in->rows == NULL ? 0 : in->row_count, 1, SVG_MAX_ROWS, "rows");
    svg_check_count(check, in->series_count, 0, SVG_MAX_SERIES, "series");
    if (in->series_count > 0 && in->series == NULL)
        svg_check_fail(check, SVG_ERR_MISSING, "series");
    if (check->code != SVG_OK) return;
    for (size_t i = 0; i < in->series_count; i++) {
        svg_check_at(check, "series[%zu]", i);
        svg_check_text(check, in->series[i].name, true, "name");
        svg_check_level(check, in->series[i].level, "level");
    }
    for (size_t i = 0; i < in->row_count && check->code == SVG_OK; i++) {
        const struct svg_bar_row *row = &in->rows[i];
        svg_check_at(check, "rows[%zu]", i);
        svg_check_text(check, row->label, true, "label");
        svg_check_level(check, row->level, "level");
        if (row->cells == NULL)
            svg_check_fail(check, SVG_ERR_MISSING, "cells");
        else
            for (size_t k = 0; k < cells_of(in); k++)
                check_cell(check, in, i, k);
    }
}

/* ---- layout -------------------------------------------------------------------------------------- */

static double extent_of(const struct svg_cell *cell) {
    return cell->has_spread ? fmax(cell->value, cell->high) : cell->value;
}

static struct svg_axis_span data_span(const struct svg_bars *in, bool *has_numbers) {
    struct svg_axis_span span = {.low = SVG_MAX_VALUE, .open = true};
    *has_numbers = svg_given(in->reference.label);
    if (*has_numbers) svg_span_widen(&span, in->reference.value);
    for (size_t i = 0; i < in->row_count; i++)
        for (size_t k = 0; k < cells_of(in); k++) {
            const struct svg_cell *cell = &in->rows[i].cells[k];
            if (svg_given(cell->missing)) continue;
            *has_numbers = true;
            svg_span_widen(&span, cell->value);
            svg_span_widen(&span, extent_of(cell));
            if (cell->has_spread) svg_span_widen(&span, cell->low);
        }
    return span;
}

static double widest_label(const struct svg_bars *in, double room) {
    double widest = 0;
    for (size_t i = 0; i < in->row_count; i++)
        widest = fmax(widest, svg_wrap_room(in->rows[i].label, SVG_FONT_LABEL, room));
    return widest;
}

static void place_labels(struct layout *layout, const struct svg_canvas *canvas) {
    const bool narrow = canvas->frame->layout == SVG_NARROW;
    const double share = (narrow ? NARROW_LABEL_SHARE : WIDE_LABEL_SHARE) * canvas->width;
    double widest = widest_label(layout->in, INFINITY);
    layout->stacked = narrow && widest > share;
    layout->origin = 1;
    if (layout->stacked) return;
    if (widest > share) widest = widest_label(layout->in, share);
    layout->label_room = widest + 0.01;
    layout->origin = ceil(1 + layout->label_room + LABEL_GAP);
}

/* A value's text has one line if it takes no more than its share of the canvas. */
static void measure_values(struct layout *layout, const struct svg_canvas *canvas) {
    for (size_t i = 0; i < layout->in->row_count; i++)
        for (size_t k = 0; k < layout->cells; k++) {
            const struct svg_cell *cell = &layout->in->rows[i].cells[k];
            struct place *place = &layout->places[i * layout->cells + k];
            if (svg_given(cell->missing)) continue;
            const double most = VALUE_SHARE * canvas->width;
            place->extent = svg_wrap_extent(cell->text, SVG_FONT_VALUE, most);
            place->text_room = place->extent.room + 0.01;
        }
}

/* Finds the widest plot in which each value stands right of its bar, inside the canvas. */
static double plot_width(const struct layout *layout, const struct svg_canvas *canvas,
                         double high) {
    const double right = canvas->width - 3; /* a reference there is 4 px wide with its halo */
    double width = right - layout->origin;
    for (size_t i = 0; i < layout->in->row_count; i++)
        for (size_t k = 0; k < layout->cells; k++) {
            const struct svg_cell *cell = &layout->in->rows[i].cells[k];
            if (svg_given(cell->missing) || !svg_given(cell->text)) continue;
            double part = layout->in->axis.scale == SVG_LINEAR ? extent_of(cell) / high : 1;
            double room = layout->places[i * layout->cells + k].text_room;
            double left = right - layout->origin - VALUE_GAP - room;
            if (part > 0) width = fmin(width, left / part);
        }
    return floor(width);
}

static void place_cell(const struct layout *layout, const struct svg_canvas *canvas,
                       const struct svg_cell *cell, double y, struct place *place) {
    place->y = y;
    place->end = layout->origin;
    if (svg_given(cell->missing)) {
        place->text_x = layout->origin + VALUE_GAP;
        place->text_room = canvas->width - 1 - place->text_x;
        place->extent = svg_wrap_extent(cell->missing, svg_style_missing.font, place->text_room);
    } else {
        place->end = svg_axis_at(&layout->map, cell->value);
        place->text_x = svg_axis_at(&layout->map, extent_of(cell)) + VALUE_GAP;
    }
    place->height = fmax(layout->bar_height, place->extent.height);
}

/* Places the rows from `top` down and notes what lines across the plot must leave out. */
static void place_rows(struct layout *layout, const struct svg_canvas *canvas, double top) {
    double y = layout->top = top;
    y += ROW_GAP / 2;
    for (size_t i = 0; i < layout->in->row_count; i++) {
        const struct svg_bar_row *row = &layout->in->rows[i];
        struct svg_extent extent = svg_wrap_extent(row->label, SVG_FONT_LABEL, layout->label_room);
        double label = extent.height, start = y;
        layout->row_y[i] = y;
        if (layout->stacked) {
            layout->boxes.items[layout->boxes.count++] =
                SVG_BOX(layout->origin, y, layout->origin + extent.room, y + label);
            y += label + 2;
        }
        for (size_t k = 0; k < layout->cells; k++) {
            struct place *place = &layout->places[i * layout->cells + k];
            place_cell(layout, canvas, &row->cells[k], y, place);
            double text_end = place->text_x + place->extent.room;
            layout->boxes.items[layout->boxes.count++] =
                SVG_BOX(place->text_x - 2, y, text_end, y + place->height);
            y += place->height + (k + 1 < layout->cells ? BAR_GAP : 0);
        }
        if (!layout->stacked && y - start < label) {
            /* The label is higher than its bars, which are centred on it. */
            double shift = (label - (y - start)) / 2;
            for (size_t k = 0; k < layout->cells; k++) {
                layout->places[i * layout->cells + k].y += shift;
                struct svg_box *box = &layout->boxes.items[layout->boxes.count - layout->cells + k];
                box->y1 += shift;
                box->y2 += shift;
            }
            y = start + label;
        } else if (!layout->stacked) {
            layout->row_y[i] = start + (y - start - label) / 2;
        }
        y += ROW_GAP;
    }
    layout->bottom = y - ROW_GAP / 2;
}

/* ---- drawing --------------------------------------------------------------------------------------- */

static void draw_whisker(struct svg_canvas *canvas, double from, double to, double y) {
    static const struct svg_paint halo = {SVG_EDGE(3.5, SURFACE)};
    static const struct svg_paint line = {SVG_EDGE(1.5, INK), .classes = "svg-spread"};
    if (to - from < WHISKER) return;
    svg_canvas_line(canvas, SVG_BOX(from, y, to, y), &halo);
    svg_whisker(canvas, SVG_BOX(from, y, to, y), &line);
}

static void draw_bar(struct svg_canvas *canvas, const struct layout *layout, size_t row,
                     size_t column) {
    const struct svg_bars *in = layout->in;
    const struct place *place = &layout->places[row * layout->cells + column];
    const enum svg_level level = layout->cells > 1     ? in->series[column].level
                                 : in->rows[row].level ? in->rows[row].level
                                 : in->series_count    ? in->series[0].level
                                                       : SVG_LEVEL_NONE;
    const struct svg_look look = svg_look_of(layout->cells > 1 ? column : 0, level);
    const struct svg_classes classes = svg_level_classes("svg-bar", level);
    const struct svg_paint fill = {
        .filled = true, .fill = look.colour, .pattern = look.pattern, .classes = classes.text};
    const struct svg_paint edge = {.stroke_width = 1, .stroke = look.colour};
    const double x = layout->origin, width = place->end - x, height = layout->bar_height;
    const double y = place->y + (place->height - height) / 2;
    svg_canvas_rect(canvas, SVG_RECT(x, y, width, height), &fill);
    if (look.pattern != SVG_SOLID && width > 2) /* inside, so that the bar's end stays in place */
        svg_canvas_rect(canvas, SVG_RECT(x + 0.5, y + 0.5, width - 1, height - 1), &edge);
}

static void draw_cell(struct svg_canvas *canvas, const struct layout *layout, size_t row,
                      size_t column) {
    const struct svg_cell *cell = &layout->in->rows[row].cells[column];
    const struct place *place = &layout->places[row * layout->cells + column];
    const bool missing = svg_given(cell->missing);
    const char *text = missing ? cell->missing : cell->text;
    const struct svg_style *style = missing ? &svg_style_missing : &svg_style_value;
    svg_canvas_value(canvas, missing ? NULL : cell->title);
    if (!missing) draw_bar(canvas, layout, row, column);
    if (!missing && cell->has_spread)
        draw_whisker(canvas, svg_axis_at(&layout->map, cell->low),
                     svg_axis_at(&layout->map, cell->high), place->y + place->height / 2);
    svg_canvas_value_end(canvas, missing ? NULL : cell->title);
    const double y = place->y + (place->height - place->extent.height) / 2;
    svg_canvas_block(canvas, SVG_AT(place->text_x, y, place->text_room), text, style);
}

static void draw_rows(struct svg_canvas *canvas, const struct layout *layout) {
    struct svg_style style = svg_style_label;
    style.anchor = layout->stacked ? SVG_START : SVG_END;
    double x = layout->stacked ? layout->origin : layout->origin - LABEL_GAP;
    for (size_t i = 0; i < layout->in->row_count; i++) {
        svg_canvas_group(canvas, "svg-row");
        svg_canvas_block(canvas, SVG_AT(x, layout->row_y[i], layout->label_room),
                         layout->in->rows[i].label, &style);
        for (size_t k = 0; k < layout->cells; k++)
            draw_cell(canvas, layout, i, k);
        svg_canvas_group_end(canvas);
    }
}

static void draw_axis(struct svg_canvas *canvas, const struct layout *layout) {
    double y = layout->bottom + 3;
    if (layout->has_numbers) {
        svg_canvas_group(canvas, "svg-ticks");
        for (size_t i = 0; i < layout->map.tick_count; i++)
            svg_tick_words(canvas, &layout->map.ticks[i], &layout->axis_place, y);
        svg_canvas_group_end(canvas);
        y += svg_line_height(SVG_FONT_SMALL) + 2;
    }
    svg_canvas_block(canvas, SVG_AT(layout->origin, y, canvas->width - 1 - layout->origin),
                     layout->in->axis.label, &svg_style_small);
}

static void draw_grid(struct svg_canvas *canvas, const struct layout *layout) {
    svg_canvas_group(canvas, "svg-grid");
    for (size_t i = 0; i < layout->map.tick_count && layout->has_numbers; i++)
        if (layout->map.ticks[i].at > layout->origin + 0.5)
            svg_upright(canvas,
                        SVG_BOX(layout->map.ticks[i].at, layout->top, layout->map.ticks[i].at,
                                layout->bottom),
                        &layout->boxes, &svg_paint_grid);
    svg_canvas_group_end(canvas);
}

/* The baseline and the reference lie over the bars. */
static void draw_lines(struct svg_canvas *canvas, const struct layout *layout) {
    static const struct svg_paint halo = {SVG_EDGE(4, SURFACE)};
    if (svg_given(layout->in->reference.label)) {
        double x = svg_axis_at(&layout->map, layout->in->reference.value);
        svg_upright(canvas, SVG_BOX(x, layout->top, x, layout->bottom), &layout->boxes, &halo);
        svg_upright(canvas, SVG_BOX(x, layout->top, x, layout->bottom), &layout->boxes,
                    &svg_paint_reference);
    }
    if (!layout->stacked)
        svg_canvas_line(canvas,
                        SVG_BOX(layout->origin, layout->top, layout->origin, layout->bottom),
                        &svg_paint_axis);
    for (size_t i = 0; i < layout->in->row_count && layout->stacked; i++) {
        const struct place *first = &layout->places[i * layout->cells];
        const struct place *last = first + layout->cells - 1;
        svg_canvas_line(
            canvas,
            SVG_BOX(layout->origin, first->y - 1, layout->origin, last->y + last->height + 1),
            &svg_paint_axis);
    }
}

static double draw_legend(struct svg_canvas *canvas, const struct svg_bars *in) {
    struct svg_legend_item items[SVG_MAX_SERIES];
    if (in->series_count < 2) return 0;
    for (size_t i = 0; i < in->series_count; i++)
        items[i] = (struct svg_legend_item){in->series[i].name, SVG_KEY_BAR,
                                            svg_look_of(i, in->series[i].level)};
    return svg_legend(canvas, 0, items, in->series_count);
}

static void fit_axis(struct layout *layout, const struct svg_canvas *canvas,
                     struct svg_axis_span span, double margin) {
    double width = plot_width(layout, canvas, span.high > 0 ? span.high : 1);
    layout->axis_place = (struct svg_axis_place){
        .from = layout->origin,
        .to = fmin(layout->origin + width, canvas->width - 3 - margin),
        .font = SVG_FONT_SMALL,
        .width = canvas->width,
    };
    svg_axis_fit(&layout->map, &layout->in->axis, span, &layout->axis_place);
}

static void draw_all(struct svg_canvas *canvas, struct layout *layout) {
    const struct svg_bars *in = layout->in;
    struct svg_axis_span span = data_span(in, &layout->has_numbers);
    place_labels(layout, canvas);
    measure_values(layout, canvas);
    if (layout->has_numbers) {
        double margin = 0; /* on the right, for the half of the last tick's label */
        for (int round = 0; round < 3; round++) {
            fit_axis(layout, canvas, span, margin);
            struct svg_overhang overhang = svg_axis_overhang(&layout->map, &layout->axis_place);
            if (round == 2 || (overhang.left == 0 && overhang.right == 0)) break;
            layout->origin += overhang.left;
            margin += overhang.right;
        }
    }

    if (layout->stacked) layout->label_room = canvas->width - 1 - layout->origin;

    double y = draw_legend(canvas, in);
    struct svg_box label = {0};
    if (svg_given(in->reference.label)) {
        label = svg_label_box(
            canvas, SVG_AT(svg_axis_at(&layout->map, in->reference.value), y, canvas->width * 0.7),
            in->reference.label, SVG_FONT_SMALL);
        svg_label_in(canvas, &label, in->reference.label, &svg_style_small);
        y = label.y2 + 2;
    }
    place_rows(layout, canvas, y);
    draw_grid(canvas, layout);
    draw_rows(canvas, layout);
    draw_lines(canvas, layout);
    draw_axis(canvas, layout);
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_bars *in = figure;
    struct layout layout = {.in = in, .cells = cells_of(in)};
    const size_t count = in->row_count * layout.cells;
    layout.bar_height = layout.cells > 1 ? GROUP_BAR_HEIGHT : BAR_HEIGHT;
    layout.places = calloc(count, sizeof *layout.places);
    layout.row_y = calloc(in->row_count, sizeof *layout.row_y);
    layout.boxes.items = calloc(count + in->row_count, sizeof *layout.boxes.items);
    if (layout.places != NULL && layout.row_y != NULL && layout.boxes.items != NULL)
        draw_all(canvas, &layout);
    else
        canvas->code = SVG_ERR_MEMORY;
    free(layout.places);
    free(layout.row_y);
    free(layout.boxes.items);
}

struct svg_result svg_bars(const struct svg_bars *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_bars, draw);
}
