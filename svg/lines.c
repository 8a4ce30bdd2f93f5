/*
 * lines.c -- line charts; the contract is in svg.h.
 *
 * From above: keys of the lines (unless their names stand at their ends), the unit of y, names of
 * marked places on x, the plot, the ticks and the unit of x, and why points are missing. Nothing
 * is written inside the plot, so no text can lie on a line.
 */
#include "axis.h"
#include "chart.h"
#include "check.h"
#include "lines.h"
#include "parts.h"

#include <math.h>
#include <string.h>

#define WIDE_HEIGHT 300.0
#define NARROW_HEIGHT 240.0
#define TICK_GAP 8.0 /* between a tick's label and the plot */
#define END_GAP 14.0 /* between the plot and the lines' names */
#define END_SHARE 0.26
#define STEM_ROOM 1.1 /* the highest stem has a figure above it */
#define WHISKER 3.0   /* px; a shorter spread hides behind its marker */

/* ---- input ------------------------------------------------------------------------------------- */

static void check_point(struct svg_check *check, const struct svg_lines *in, size_t line,
                        size_t i) {
    const struct svg_point *point = &in->lines[line].points[i];
    const bool log = in->y.scale != SVG_LINEAR;
    svg_check_at(check, "lines[%zu].points[%zu]", line, i);
    svg_check_value(check, point->x, in->x.scale != SVG_LINEAR, "x");
    if (i > 0 && !(point[-1].x < point->x)) svg_check_fail(check, SVG_ERR_NUMBER, "x");
    svg_check_text(check, point->missing, false, "missing");
    svg_check_text(check, point->text, false, "text");
    svg_check_text(check, point->title, false, "title");
    svg_check_value(check, point->roof, false, "roof");
    if (svg_given(point->missing)) return;
    svg_check_value(check, point->y, log, "y");
    if (point->has_spread) svg_check_spread(check, point->low, point->high, log);
}

static void check_zones(struct svg_check *check, const struct svg_lines *in) {
    svg_check_at(check, "");
    svg_check_count(check, in->zone_count, 0, SVG_MAX_SERIES, "zones");
    if (in->zone_count > 0 && in->zones == NULL) svg_check_fail(check, SVG_ERR_MISSING, "zones");
    for (size_t i = 0; check->code == SVG_OK && i < in->zone_count; i++) {
        const struct svg_zone *zone = &in->zones[i];
        svg_check_at(check, "zones[%zu]", i);
        svg_check_text(check, zone->label, true, "label");
        svg_check_level(check, zone->level, "level");
        svg_check_value(check, zone->from, in->x.scale != SVG_LINEAR, "from");
        svg_check_value(check, zone->to, in->x.scale != SVG_LINEAR, "to");
        if (!(zone->from < zone->to) || (i > 0 && zone->from < zone[-1].to))
            svg_check_fail(check, SVG_ERR_NUMBER, "from");
    }
}

static void check_lines(struct svg_check *check, const void *figure) {
    const struct svg_lines *in = figure;
    svg_check_axis(check, &in->x, "x");
    svg_check_axis(check, &in->y, "y");
    svg_check_reference(check, &in->reference, in->y.scale, "reference");
    svg_check_count(check, in->lines == NULL ? 0 : in->line_count, 1, SVG_MAX_SERIES, "lines");
    svg_check_count(check, in->mark_count, 0, SVG_MAX_SERIES, "marks");
    if (in->mark_count > 0 && in->marks == NULL) svg_check_fail(check, SVG_ERR_MISSING, "marks");
    for (size_t i = 0; check->code == SVG_OK && i < in->mark_count; i++) {
        svg_check_at(check, "marks[%zu]", i);
        svg_check_text(check, in->marks[i].label, true, "label");
        svg_check_value(check, in->marks[i].value, in->x.scale != SVG_LINEAR, "value");
    }
    check_zones(check, in);
    for (size_t i = 0; check->code == SVG_OK && i < in->line_count; i++) {
        const struct svg_line *line = &in->lines[i];
        svg_check_at(check, "lines[%zu]", i);
        bool tells = line->points != NULL && line->point_count > 0 && line->points[0].text != NULL;
        svg_check_text(check, line->name, in->line_count > 1 && !tells, "name");
        svg_check_level(check, line->level, "level");
        svg_check_count(check, line->points == NULL ? 0 : line->point_count, 1, SVG_MAX_ROWS,
                        "points");
        for (size_t k = 0; check->code == SVG_OK && k < line->point_count; k++)
            check_point(check, in, i, k);
    }
}

/* ---- layout -------------------------------------------------------------------------------------- */

static void data_spans(struct svg_lines_layout *layout, struct svg_axis_span *x,
                       struct svg_axis_span *y) {
    const struct svg_lines *in = layout->in;
    *x = (struct svg_axis_span){.low = SVG_MAX_VALUE};
    *y = (struct svg_axis_span){.low = SVG_MAX_VALUE, .open = true};
    layout->has_numbers = svg_given(in->reference.label);
    if (layout->has_numbers) svg_span_widen(y, in->reference.value);
    for (size_t i = 0; i < in->mark_count; i++)
        svg_span_widen(x, in->marks[i].value);
    for (size_t i = 0; i < in->zone_count; i++) {
        svg_span_widen(x, in->zones[i].from);
        svg_span_widen(x, in->zones[i].to);
    }
    for (size_t i = 0; i < in->line_count; i++)
        for (size_t k = 0; k < in->lines[i].point_count; k++) {
            const struct svg_point *point = &in->lines[i].points[k];
            svg_span_widen(x, point->x);
            if (svg_given(point->missing)) continue;
            layout->has_numbers = true;
            svg_span_widen(y, point->y);
            if (point->roof > point->y) svg_span_widen(y, point->roof);
            if (point->has_spread) {
                svg_span_widen(y, point->low);
                svg_span_widen(y, point->high);
            }
        }
    if (layout->in->stems) y->high *= STEM_ROOM;
    if (!layout->has_numbers) y->low = y->high = 1;
}

static double ends_room(const struct svg_canvas *canvas, const struct svg_lines *in) {
    double room = 0;
    for (size_t i = 0; i < in->line_count; i++)
        room =
            fmax(room, svg_wrap_room(in->lines[i].name, SVG_FONT_LABEL, END_SHARE * canvas->width));
    return room + 0.01;
}

/* Names stand at the lines' ends on a wide canvas, if together they are no higher than the plot. */
static bool names_fit(const struct svg_canvas *canvas, const struct svg_lines *in) {
    double height = 0;
    if (canvas->frame->layout == SVG_NARROW || in->keys_above) return false;
    for (size_t i = 0; i < in->line_count; i++)
        height += svg_wrap_height(in->lines[i].name, SVG_FONT_LABEL, END_SHARE * canvas->width) + 2;
    return height <= WIDE_HEIGHT;
}

/* The key shows the line as it is drawn: a marker alone, both, or too many points for markers. */
static enum svg_key key_of(const struct svg_line *line, bool stems) {
    return line->point_count == 1 || stems         ? SVG_KEY_MARKER
           : line->point_count <= SVG_MARKERS_MOST ? SVG_KEY_LINE
                                                   : SVG_KEY_STROKE;
}

static double draw_keys(struct svg_canvas *canvas, const struct svg_lines_layout *layout) {
    struct svg_legend_item items[SVG_MAX_SERIES + 1];
    size_t count = 0;
    const struct svg_lines *in = layout->in;
    for (size_t i = 0; i < in->line_count && !layout->names_at_ends; i++)
        if (svg_given(in->lines[i].name))
            items[count++] =
                (struct svg_legend_item){in->lines[i].name, key_of(&in->lines[i], in->stems),
                                         svg_look_of(i, in->lines[i].level)};
    if (svg_given(in->reference.label))
        items[count++] =
            (struct svg_legend_item){.text = in->reference.label, .key = SVG_KEY_REFERENCE};
    return svg_legend(canvas, 0, items, count);
}

/* ---- axes ------------------------------------------------------------------------------------------ */

static double draw_axes(struct svg_canvas *canvas, const struct svg_lines_layout *layout) {
    const double line = svg_line_height(SVG_FONT_SMALL);
    svg_canvas_group(canvas, "svg-grid");
    for (size_t i = 0; i < layout->y.tick_count && layout->has_numbers; i++) {
        const struct svg_tick *tick = &layout->y.ticks[i];
        svg_canvas_line(canvas, SVG_BOX(layout->left, tick->at, layout->right, tick->at),
                        &svg_paint_grid);
        svg_words_before(canvas, layout->left - TICK_GAP, tick->at - line / 2, tick->text);
    }
    svg_canvas_line(canvas, SVG_BOX(layout->left, layout->bottom, layout->right, layout->bottom),
                    &svg_paint_axis);
    for (size_t i = 0; i < layout->x.tick_count; i++) {
        const struct svg_tick *tick = &layout->x.ticks[i];
        svg_canvas_line(canvas, SVG_BOX(tick->at, layout->bottom, tick->at, layout->bottom + 5),
                        &svg_paint_axis);
        svg_tick_words(canvas, tick, &layout->x_place, layout->bottom + 7);
    }
    svg_canvas_group_end(canvas);
    return svg_canvas_block(
        canvas,
        SVG_AT(layout->left, layout->bottom + 7 + line + 2, canvas->width - 1 - layout->left),
        layout->in->x.label, &svg_style_small);
}

/* ---- the lines --------------------------------------------------------------------------------------- */

static void draw_spread(struct svg_canvas *canvas, double x, double y1, double y2) {
    static const struct svg_paint line = {SVG_EDGE(1.5, INK_SOFT), .classes = "svg-spread"};
    if (y1 - y2 >= WHISKER) svg_whisker(canvas, SVG_BOX(x, y1, x, y2), &line);
}

/* A line that is alone has the colour of the zone that a point lies in. */
static struct svg_look look_at(const struct svg_lines *in, size_t index, double x) {
    for (size_t i = 0; in->line_count == 1 && i < in->zone_count; i++)
        if (x >= in->zones[i].from && x <= in->zones[i].to)
            return svg_look_of(index, in->zones[i].level);
    return svg_look_of(index, in->lines[index].level);
}

static void draw_stroke(struct svg_canvas *canvas, const struct svg_lines_layout *layout,
                        size_t index) {
    const struct svg_line *line = &layout->in->lines[index];
    const struct svg_look look = svg_look_of(index, line->level);
    const struct svg_classes classes = svg_level_classes("svg-line", line->level);
    const struct svg_paint paint = {.stroke_width = layout->in->stems ? 3 : 2,
                                    .stroke = look.colour,
                                    .dash = layout->in->stems ? NULL : look.dash,
                                    .classes = classes.text};
    for (size_t i = 0; i < line->point_count; i++) {
        const struct svg_point *point = &line->points[i];
        if (!svg_lines_given(line, i)) continue;
        double x = svg_axis_at(&layout->x, point->x), y = svg_axis_at(&layout->y, point->y);
        if (layout->in->stems)
            svg_canvas_add_line(canvas, SVG_BOX(x, layout->bottom, x, y));
        else if (i > 0 && svg_lines_given(line, i - 1))
            cairo_line_to(canvas->cairo, x, y);
        else
            cairo_move_to(canvas->cairo, x, y);
    }
    svg_canvas_path(canvas, &paint);
}

static void draw_point(struct svg_canvas *canvas, const struct svg_lines_layout *layout,
                       size_t index, const struct svg_point *point) {
    const struct svg_look look = look_at(layout->in, index, point->x);
    const struct svg_paint drop = {SVG_EDGE(1.5, INK_SOFT), .dash = "2 3", .classes = "svg-drop"};
    const double x = svg_axis_at(&layout->x, point->x), y = svg_axis_at(&layout->y, point->y);
    svg_canvas_value(canvas, point->title);
    if (point->roof > point->y)
        svg_canvas_line(canvas, SVG_BOX(x, svg_axis_at(&layout->y, point->roof), x, y), &drop);
    if (point->has_spread)
        draw_spread(canvas, x, svg_axis_at(&layout->y, point->low),
                    svg_axis_at(&layout->y, point->high));
    svg_draw_marker(canvas, x, y, &look, "svg-point");
    svg_canvas_value_end(canvas, point->title);
}

static void draw_line(struct svg_canvas *canvas, const struct svg_lines_layout *layout,
                      size_t index) {
    const struct svg_line *line = &layout->in->lines[index];
    draw_stroke(canvas, layout, index);
    for (size_t i = 0; i < line->point_count; i++) {
        if (!svg_lines_given(line, i)) continue;
        bool alone = !svg_lines_given(line, i + 1) && (i == 0 || !svg_lines_given(line, i - 1));
        if (alone || line->point_count <= SVG_MARKERS_MOST)
            draw_point(canvas, layout, index, &line->points[i]);
        else if (line->points[i].has_spread)
            draw_spread(canvas, svg_axis_at(&layout->x, line->points[i].x),
                        svg_axis_at(&layout->y, line->points[i].low),
                        svg_axis_at(&layout->y, line->points[i].high));
    }
}

/* A line's name stands beside its last point. */
struct end {
    size_t line;
    double x, y; /* px of the last point */
    double top, height;
};

/* Moves names down until none touches the one above, then up where they left the plot. */
static void spread_ends(struct end *ends, size_t count, double bottom) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && ends[k].y < ends[k - 1].y; k--) {
            struct end swap = ends[k];
            ends[k] = ends[k - 1];
            ends[k - 1] = swap;
        }
    for (size_t i = 1; i < count; i++)
        ends[i].top = fmax(ends[i].top, ends[i - 1].top + ends[i - 1].height + 2);
    for (size_t i = count; i-- > 0; bottom = ends[i].top - 2)
        ends[i].top = fmin(ends[i].top, bottom - ends[i].height);
}

static void draw_ends(struct svg_canvas *canvas, const struct svg_lines_layout *layout) {
    const struct svg_lines *in = layout->in;
    const double line_height = svg_line_height(SVG_FONT_LABEL);
    const double x = layout->right + END_GAP, room = canvas->width - 1 - x;
    struct end ends[SVG_MAX_SERIES];
    size_t count = 0;
    for (size_t i = 0; i < in->line_count && layout->names_at_ends; i++) {
        const struct svg_line *line = &in->lines[i];
        size_t last = line->point_count;
        while (last > 0 && !svg_lines_given(line, last - 1))
            last--;
        if (!svg_given(line->name)) continue;
        struct end *end = &ends[count++];
        *end = (struct end){.line = i, .x = layout->right, .y = layout->bottom};
        if (last > 0) {
            end->x = svg_axis_at(&layout->x, line->points[last - 1].x);
            end->y = svg_axis_at(&layout->y, line->points[last - 1].y);
        }
        end->height = svg_wrap_height(line->name, SVG_FONT_LABEL, room);
        end->top = fmax(layout->top - 8, end->y - end->height / 2);
    }
    spread_ends(ends, count, layout->bottom);
    for (size_t i = 0; i < count; i++) {
        const struct svg_line *line = &in->lines[ends[i].line];
        const struct svg_paint leader = {.stroke_width = 1,
                                         .stroke = svg_look_of(ends[i].line, line->level).colour};
        double middle = ends[i].top + line_height / 2; /* of its first line of text */
        svg_canvas_line(canvas, SVG_BOX(ends[i].x, ends[i].y, x - 4, middle), &leader);
        svg_canvas_block(canvas, SVG_AT(x, ends[i].top, room), line->name, &svg_style_label);
    }
}

/* ---- why points are missing -------------------------------------------------------------------------- */

static size_t run_end(const struct svg_line *line, size_t first) {
    size_t end = first + 1;
    while (end < line->point_count && svg_given(line->points[end].missing) &&
           strcmp(line->points[end].missing, line->points[first].missing) == 0)
        end++;
    return end;
}

/* Each run of points that miss for one reason gets a paragraph: "read, 8, 16: why", or "read, 8 to 64: why". */
static double draw_missing(struct svg_canvas *canvas, const struct svg_lines *in,
                           const struct svg_line *line, double y) {
    for (size_t i = 0, end; i < line->point_count; i = end) {
        const char *reason = line->points[i].missing;
        end = i + 1;
        if (!svg_given(reason)) continue;
        end = run_end(line, i);
        struct svg_buffer note = {0};
        const size_t step =
            end - i > 3 ? end - i - 1 : 1; /* the first and the last stand for many */
        if (svg_given(line->name)) SVG_BUFFER_STRS(&note, line->name, ", ");
        for (size_t k = i; k < end; k += step) {
            char text[SVG_TICK_TEXT];
            svg_axis_text(text, in->x.ticks == SVG_TICKS_BYTES, line->points[k].x);
            SVG_BUFFER_STRS(&note, k == i ? "" : step > 1 ? " to " : ", ", text);
        }
        SVG_BUFFER_STRS(&note, ": ", reason);
        if (note.code != SVG_OK)
            canvas->code = note.code;
        else
            y = svg_canvas_across(canvas, y, note.text, &svg_style_missing);
        svg_buffer_free(&note);
    }
    return y;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_lines *in = figure;
    struct svg_lines_layout lines = {.in = in}, *layout = &lines;
    struct svg_axis_span x_span, y_span;
    data_spans(layout, &x_span, &y_span);
    layout->names_at_ends = names_fit(canvas, in);
    double y = draw_keys(canvas, layout);
    y = svg_canvas_across(canvas, y, in->y.label, &svg_style_small) + 6;

    /* The ticks of y depend on the height alone: fitted at 0 first, they tell their width. */
    double height = canvas->frame->layout == SVG_NARROW ? NARROW_HEIGHT : WIDE_HEIGHT;
    layout->y_place =
        (struct svg_axis_place){.from = height, .to = 0, .font = SVG_FONT_SMALL, .upright = true};
    svg_axis_fit(&layout->y, &in->y, y_span, &layout->y_place);
    double ticks = 0;
    for (size_t i = 0; i < layout->y.tick_count && layout->has_numbers; i++)
        ticks = fmax(ticks, svg_text_room(layout->y.ticks[i].text, SVG_FONT_SMALL));
    layout->left = ceil(ticks + TICK_GAP + 1);
    layout->right = canvas->width - 8;
    if (layout->names_at_ends && ends_room(canvas, in) > 1)
        layout->right = floor(canvas->width - 1 - END_GAP - ends_room(canvas, in));
    for (int round = 0; round < 3; round++) {
        layout->x_place = (struct svg_axis_place){.from = layout->left + 6,
                                                  .to = layout->right - 6,
                                                  .font = SVG_FONT_SMALL,
                                                  .width = canvas->width};
        svg_axis_fit(&layout->x, &in->x, x_span, &layout->x_place);
        struct svg_overhang overhang = svg_axis_overhang(&layout->x, &layout->x_place);
        if (round == 2 || (overhang.left == 0 && overhang.right == 0)) break;
        layout->left += overhang.left;
        layout->right -= overhang.right;
    }

    struct svg_along along = svg_along_place(canvas, in, &layout->x, y);
    layout->top = along.bottom + 8;
    layout->bottom = layout->top + height;
    layout->y_place.from = layout->bottom;
    layout->y_place.to = layout->top;
    svg_axis_fit(&layout->y, &in->y, y_span, &layout->y_place);

    svg_along_zones(canvas, &along, layout->top, layout->bottom);
    y = draw_axes(canvas, layout) + 6;
    svg_along_marks(canvas, &along, layout->bottom);
    if (svg_given(in->reference.label)) {
        double at = svg_axis_at(&layout->y, in->reference.value);
        svg_canvas_line(canvas, SVG_BOX(layout->left, at, layout->right, at), &svg_paint_reference);
    }
    draw_ends(canvas, layout);
    for (size_t i = 0; i < in->line_count; i++)
        draw_line(canvas, layout, i);
    y = svg_lines_texts(canvas, layout, y);
    for (size_t i = 0; i < in->line_count; i++)
        y = draw_missing(canvas, in, &in->lines[i], y);
}

struct svg_result svg_lines(const struct svg_lines *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_lines, draw);
}
