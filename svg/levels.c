/* levels.c -- the levels of a card as bars of latency and bandwidth; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

#define NAMES_WIDE 186.0 /* px: the column of names */
#define NAMES_NARROW 124.0
#define PANELS_APART 28.0
#define BAR_HEIGHT 18.0
#define ROW_GAP 12.0
#define STRIPE 5.0
#define INDENT 13.0 /* stripe and gap */
#define VALUE_GAP 7.0
#define FIGURE_SHARE 0.55 /* of a panel, that the figures beside the bars may take */

/* One of the two figures of all levels, with its own scale. */
struct panel {
    struct svg_canvas *canvas;
    const struct svg_levels *in;
    const struct svg_levels_figure *(*of)(const struct svg_levels_row *row);
    const char *head;
    struct svg_axis axis;
    double left, right;          /* of the bars with their figures */
    double names;                /* room of the names */
    double figures;              /* room of the figures beside the bars */
    double row[SVG_LEVEL_COUNT]; /* heights: of the name with its capacity, or of a figure */
    struct svg_axis_map map;
};

static const struct svg_levels_figure *latency_of(const struct svg_levels_row *row) {
    return &row->latency;
}

static const struct svg_levels_figure *rate_of(const struct svg_levels_row *row) {
    return &row->rate;
}

static void check_figure(struct svg_check *check, const struct svg_levels_figure *figure,
                         const char *name) {
    svg_check_note(check, &figure->note, name);
    svg_check_text(check, figure->link.href, false, name);
    if (figure->value != 0) svg_check_value(check, figure->value, true, name);
    if (figure->value != 0 && !svg_given(figure->note.text))
        svg_check_fail(check, SVG_ERR_MISSING, name);
}

static void check_levels(struct svg_check *check, const void *figure) {
    const struct svg_levels *in = figure;
    svg_check_text(check, in->latency_head, true, "latency_head");
    svg_check_text(check, in->rate_head, true, "rate_head");
    svg_check_count(check, in->row_count, 1, SVG_LEVEL_COUNT, "row_count");
    if (in->rows == NULL) svg_check_fail(check, SVG_ERR_MISSING, "rows");
    for (size_t i = 0; check->code == SVG_OK && i < in->row_count; i++) {
        svg_check_at(check, "rows[%zu]", i);
        svg_check_text(check, in->rows[i].name, true, "name");
        svg_check_level(check, in->rows[i].level, "level");
        svg_check_note(check, &in->rows[i].capacity, "capacity");
        check_figure(check, &in->rows[i].latency, "latency");
        check_figure(check, &in->rows[i].rate, "rate");
    }
}

/* The scale begins at the power of ten below the least figure, so that each bar has a length. */
static bool fit(struct panel *panel) {
    struct svg_axis_span span = {.low = SVG_MAX_VALUE};
    for (size_t i = 0; i < panel->in->row_count; i++) {
        const struct svg_levels_figure *figure = panel->of(&panel->in->rows[i]);
        if (figure->value > 0) svg_span_widen(&span, figure->value);
    }
    if (span.high <= 0) return false;
    double low = pow(10, floor(log10(span.low)));
    span.low = low < span.low ? low : low / 10;
    const struct svg_axis_place place = {.from = panel->left,
                                         .to = panel->right - VALUE_GAP - panel->figures,
                                         .font = SVG_FONT_SMALL,
                                         .width = panel->canvas->width};
    svg_axis_fit(&panel->map, &panel->axis, span, &place);
    return true;
}

static struct svg_style capacity_style(const struct svg_note *note, const char **text) {
    struct svg_style style;
    *text = svg_note_text(note, &style);
    style.font = svg_style_small.font;
    style.colour = SVG_COLOUR_INK_SOFT;
    return style;
}

/* The room of the widest figure, up to its share, and how high a row has to be for all figures. */
static void place_figures(struct panel *panel) {
    const double most = FIGURE_SHARE * (panel->right - panel->left);
    for (size_t i = 0; i < panel->in->row_count; i++) {
        const struct svg_levels_figure *figure = panel->of(&panel->in->rows[i]);
        if (figure->value > 0)
            panel->figures =
                fmax(panel->figures, svg_wrap_room(figure->note.text, SVG_FONT_VALUE, most) + 0.01);
    }
    for (size_t i = 0; i < panel->in->row_count; i++) {
        const struct svg_levels_figure *figure = panel->of(&panel->in->rows[i]);
        const bool known = figure->value > 0;
        const char *text = known ? figure->note.text : figure->note.missing;
        const double room = known ? panel->figures : panel->right - panel->left - VALUE_GAP;
        panel->row[i] = fmax(panel->row[i],
                             svg_wrap_height(text, known ? SVG_FONT_VALUE : SVG_FONT_SMALL, room));
    }
}

static double name_height(const struct panel *panel, const struct svg_levels_row *row) {
    const char *text;
    const struct svg_style style = capacity_style(&row->capacity, &text);
    return svg_wrap_height(row->name, svg_style_name.font, panel->names - INDENT) +
           svg_wrap_height(text, style.font, panel->names - INDENT);
}

/* Returns where a row begins, from the first one down. */
static double row_top(const struct panel *panel, size_t row) {
    double y = 0;
    for (size_t i = 0; i < row; i++)
        y += panel->row[i] + ROW_GAP;
    return y;
}

static void draw_name(const struct panel *panel, size_t index, double y) {
    const struct svg_levels_row *row = &panel->in->rows[index];
    const double height = panel->row[index];
    const char *capacity;
    const struct svg_style style = capacity_style(&row->capacity, &capacity);
    const struct svg_paint key = {.filled = true, .fill = svg_level_colour(row->level)};
    struct svg_at at = {INDENT, y, panel->names - INDENT};
    svg_canvas_rect(panel->canvas, SVG_RECT(1, y + 2, STRIPE, height - 4), &key);
    at.y += (height - name_height(panel, row)) / 2;
    at.y = svg_canvas_block(panel->canvas, at, row->name, &svg_style_name);
    svg_canvas_block(panel->canvas, at, capacity, &style);
}

static void draw_bar(const struct panel *panel, size_t index, double y) {
    const struct svg_levels_row *row = &panel->in->rows[index];
    const struct svg_levels_figure *figure = panel->of(row);
    const struct svg_classes classes = svg_level_classes("svg-bar", row->level);
    const struct svg_paint bar = {
        .filled = true, .fill = svg_level_colour(row->level), .classes = classes.text};
    const double middle = y + panel->row[index] / 2, top = middle - BAR_HEIGHT / 2;
    const struct svg_paint ground = {.filled = true, .fill = SVG_COLOUR_SURFACE};
    const bool known = figure->value > 0;
    const char *text = known ? figure->note.text : figure->note.missing;
    const struct svg_style *style = known ? &svg_style_value : &svg_style_missing;
    const double x = known ? svg_axis_at(&panel->map, figure->value) : panel->left;
    const double room = known ? panel->figures : panel->right - panel->left - VALUE_GAP;
    const double height = svg_wrap_height(text, style->font, room);
    if (known)
        svg_canvas_rect(panel->canvas, SVG_RECT(panel->left, top, x - panel->left, BAR_HEIGHT),
                        &bar);
    if (height > 0)
        svg_canvas_rect(panel->canvas,
                        SVG_RECT(x + VALUE_GAP - 2, middle - height / 2,
                                 svg_wrap_room(text, style->font, room) + 2, height),
                        &ground);
    const struct svg_link link = known ? figure->link : (struct svg_link){0};
    svg_canvas_link(panel->canvas, &link);
    svg_canvas_block(panel->canvas, SVG_AT(x + VALUE_GAP, middle - height / 2, room), text, style);
    svg_canvas_link_end(panel->canvas, &link);
}

/* A panel in which no level has a figure is left out. */
static bool any_known(const struct panel *panel) {
    bool known = false;
    for (size_t i = 0; i < panel->in->row_count; i++)
        known = known || panel->of(&panel->in->rows[i])->value > 0;
    return known;
}

/* Draws heads, bars and scale from y down; returns the y below. */
static double draw_panel(struct panel *panel, double y) {
    struct svg_canvas *canvas = panel->canvas;
    const bool known = fit(panel);
    y = svg_canvas_block(canvas, SVG_AT(panel->left, y, panel->right - panel->left), panel->head,
                         &svg_style_label) +
        8;
    const double bottom = y + row_top(panel, panel->in->row_count) - ROW_GAP;
    for (size_t i = 0; known && i < panel->map.tick_count; i++)
        svg_canvas_line(canvas,
                        SVG_BOX(panel->map.ticks[i].at, y, panel->map.ticks[i].at, bottom + 4),
                        &svg_paint_grid);
    for (size_t i = 0; i < panel->in->row_count; i++)
        draw_bar(panel, i, y + row_top(panel, i));
    if (!known) return bottom;
    svg_canvas_line(canvas, SVG_BOX(panel->left, y, panel->left, bottom + 4), &svg_paint_axis);
    const struct svg_axis_place place = {.font = SVG_FONT_SMALL, .width = canvas->width};
    svg_canvas_group(canvas, "svg-ticks");
    for (size_t i = 0; i < panel->map.tick_count; i++)
        svg_tick_words(canvas, &panel->map.ticks[i], &place, bottom + 6);
    svg_canvas_group_end(canvas);
    bool below = svg_given(panel->axis.label);
    y = bottom + 6 + svg_line_height(SVG_FONT_SMALL);
    return below ? svg_canvas_block(canvas, SVG_AT(panel->left, y, panel->right - panel->left),
                                    panel->axis.label, &svg_style_small)
                 : y;
}

/* Names stand beside the bars of a panel, whose head is at y. */
static void draw_names(const struct panel *panel, double y) {
    y += svg_wrap_height(panel->head, svg_style_label.font, panel->right - panel->left) + 8;
    for (size_t i = 0; i < panel->in->row_count; i++)
        draw_name(panel, i, y + row_top(panel, i));
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_levels *in = figure;
    const bool narrow = canvas->frame->layout == SVG_NARROW;
    const double names = narrow ? NAMES_NARROW : NAMES_WIDE, right = canvas->width - 1;
    const double half = (right - names - PANELS_APART) / 2;
    struct panel latency = {.canvas = canvas,
                            .in = in,
                            .of = latency_of,
                            .head = in->latency_head,
                            .axis = {in->latency_unit, SVG_LOG10, SVG_TICKS_PLAIN},
                            .left = names,
                            .right = narrow ? right : names + half,
                            .names = names - 8};
    for (size_t i = 0; i < in->row_count; i++)
        latency.row[i] = fmax(BAR_HEIGHT, name_height(&latency, &in->rows[i]));
    struct panel rate = latency;
    rate.of = rate_of;
    rate.head = in->rate_head;
    rate.axis.label = in->rate_unit;
    rate.left = narrow || !any_known(&latency) ? names : right - half;
    rate.right = right;
    place_figures(&latency);
    place_figures(&rate);
    for (size_t i = 0; i < in->row_count; i++)
        latency.row[i] = rate.row[i] = fmax(latency.row[i], rate.row[i]);
    const bool has_rate = any_known(&rate), has_latency = any_known(&latency) || !has_rate;
    double y = 1;
    if (has_latency) {
        draw_names(&latency, y);
        y = draw_panel(&latency, y) + 20;
    }
    if (!has_rate) return;
    if (!narrow) y = 1; /* beside the other panel and its names */
    if (narrow || !has_latency) draw_names(&rate, y);
    draw_panel(&rate, y);
}

struct svg_result svg_levels(const struct svg_levels *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_levels, draw);
}
