/* counts.c -- how often something took how long, panel by panel; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

enum { PANELS = 4 };

#define BAR_HEIGHT 64.0 /* of the longest */
#define LABEL_GAP 6.0
#define PANEL_GAP 12.0
#define TICK_HEIGHT 4.0

struct pen {
    struct svg_canvas *canvas;
    const struct svg_counts *in;
    struct svg_axis_map map;
};

static void check_panel(struct svg_check *check, const struct svg_counts *in, size_t index) {
    const struct svg_counts_panel *panel = &in->panels[index];
    svg_check_at(check, "panels[%zu]", index);
    svg_check_text(check, panel->name, true, "name");
    svg_check_text(check, panel->remark, false, "remark");
    for (size_t i = 0; i < in->kind_count; i++)
        svg_check_text(check, panel->labels[i], false, "labels");
    if (panel->bin_count > SVG_COUNTS_BINS) svg_check_fail(check, SVG_ERR_LIMIT, "bin_count");
    if (panel->bin_count > 0 && panel->bins == NULL) svg_check_fail(check, SVG_ERR_MISSING, "bins");
    for (size_t i = 0; check->code == SVG_OK && i < panel->bin_count; i++) {
        const struct svg_bin *bin = &panel->bins[i];
        svg_check_at(check, "panels[%zu].bins[%zu]", index, i);
        svg_check_value(check, bin->from, false, "from");
        svg_check_value(check, bin->to, true, "to");
        svg_check_value(check, bin->share, false, "share");
        if (bin->to <= bin->from || (i > 0 && bin->from < panel->bins[i - 1].to))
            svg_check_fail(check, SVG_ERR_NUMBER, "from");
        if (bin->kind >= in->kind_count) svg_check_fail(check, SVG_ERR_NUMBER, "kind");
    }
}

static void check_counts(struct svg_check *check, const void *figure) {
    const struct svg_counts *in = figure;
    svg_check_text(check, in->note, false, "note");
    svg_check_axis(check, &in->axis, "axis");
    if (in->axis.scale != SVG_LINEAR) svg_check_fail(check, SVG_ERR_NUMBER, "axis.scale");
    svg_check_count(check, in->kind_count, 1, SVG_COUNTS_KINDS, "kind_count");
    svg_check_count(check, in->panel_count, 1, PANELS, "panel_count");
    if (in->kinds == NULL) svg_check_fail(check, SVG_ERR_MISSING, "kinds");
    if (in->panels == NULL) svg_check_fail(check, SVG_ERR_MISSING, "panels");
    for (size_t i = 0; check->code == SVG_OK && i < in->kind_count; i++) {
        svg_check_at(check, "kinds[%zu]", i);
        svg_check_text(check, in->kinds[i].name, true, "name");
        svg_check_level(check, in->kinds[i].level, "level");
    }
    for (size_t i = 0; check->code == SVG_OK && i < in->panel_count; i++)
        check_panel(check, in, i);
    svg_check_at(check, "");
}

/* ---- one panel ------------------------------------------------------------------------------- */

static double longest(const struct svg_counts_panel *panel) {
    double most = 0;
    for (size_t i = 0; i < panel->bin_count; i++)
        most = fmax(most, panel->bins[i].share);
    return most;
}

/* The bars of one kind are one path. */
static void draw_kind(const struct pen *pen, const struct svg_counts_panel *panel, size_t kind,
                      double base) {
    const struct svg_counts_kind *of = &pen->in->kinds[kind];
    const struct svg_paint paint = {.filled = true,
                                    .fill = svg_level_colour(of->level),
                                    .pattern = of->hatched ? SVG_HATCH : SVG_SOLID,
                                    .classes = "svg-bins"};
    const double scale = BAR_HEIGHT / longest(panel);
    bool any = false;
    for (size_t i = 0; i < panel->bin_count; i++) {
        const struct svg_bin *bin = &panel->bins[i];
        if (bin->kind != kind || bin->share <= 0) continue;
        const double x = svg_axis_at(&pen->map, bin->from), height = bin->share * scale;
        cairo_rectangle(pen->canvas->cairo, x, base - height, svg_axis_at(&pen->map, bin->to) - x,
                        height);
        any = true;
    }
    if (any) svg_canvas_path(pen->canvas, &paint);
}

/* Where the middle of a kind's counts lies; below 0 where it has none. */
static double middle_of(const struct pen *pen, const struct svg_counts_panel *panel, size_t kind) {
    double sum = 0, weight = 0;
    for (size_t i = 0; i < panel->bin_count; i++) {
        const struct svg_bin *bin = &panel->bins[i];
        if (bin->kind != kind) continue;
        sum +=
            bin->share * (svg_axis_at(&pen->map, bin->from) + svg_axis_at(&pen->map, bin->to)) / 2;
        weight += bin->share;
    }
    return weight > 0 ? sum / weight : -1;
}

static void draw_labels(const struct pen *pen, const struct svg_counts_panel *panel, double y) {
    double free_from = 0;
    for (size_t i = 0; i < pen->in->kind_count; i++) {
        const double middle = middle_of(pen, panel, i);
        if (middle < 0 || !svg_given(panel->labels[i])) continue;
        const double half = svg_text_room(panel->labels[i], SVG_FONT_SMALL) / 2;
        const double x = fmax(half + 1, fmin(middle, pen->canvas->width - half - 1));
        if (x - half < free_from || x + half > pen->canvas->width) continue;
        svg_words(pen->canvas, SVG_POINT(x, svg_baseline(y, SVG_FONT_SMALL)), panel->labels[i],
                  &svg_style_small_middle);
        free_from = x + half + LABEL_GAP;
    }
}

/* Returns the y below the panel. */
static double draw_panel(const struct pen *pen, const struct svg_counts_panel *panel, double y) {
    struct svg_canvas *canvas = pen->canvas;
    const struct svg_at at = SVG_AT(1, y, canvas->width - 2);
    y = svg_words_apart(canvas, at, SVG_WORDS(panel->name, &svg_style_name),
                        SVG_WORDS(panel->remark, &svg_style_small));
    if (longest(panel) <= 0) return y + PANEL_GAP;
    draw_labels(pen, panel, y);
    const double base = floor(y + svg_line_height(SVG_FONT_SMALL) + BAR_HEIGHT) + 0.5;
    for (size_t i = 0; i < pen->in->kind_count; i++)
        draw_kind(pen, panel, i, base);
    svg_canvas_line(canvas, SVG_BOX(pen->map.from, base, pen->map.to, base), &svg_paint_axis);
    for (size_t i = 0; i < pen->map.tick_count; i++)
        svg_canvas_line(
            canvas, SVG_BOX(pen->map.ticks[i].at, base, pen->map.ticks[i].at, base + TICK_HEIGHT),
            &svg_paint_axis);
    return base + TICK_HEIGHT + PANEL_GAP;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static double highest(const struct svg_counts *in) {
    double most = 0;
    for (size_t i = 0; i < in->panel_count; i++)
        if (in->panels[i].bin_count > 0)
            most = fmax(most, in->panels[i].bins[in->panels[i].bin_count - 1].to);
    return most;
}

/* The ticks stand once, below the last panel. Returns the y below. */
static double draw_axis(const struct pen *pen, const struct svg_axis_place *place, double y) {
    for (size_t i = 0; i < pen->map.tick_count; i++)
        svg_tick_words(pen->canvas, &pen->map.ticks[i], place, y);
    return svg_canvas_across(pen->canvas, y + svg_line_height(SVG_FONT_SMALL), pen->in->axis.label,
                             &svg_style_small);
}

static double draw_legend(struct svg_canvas *canvas, const struct svg_counts *in) {
    struct svg_legend_item legend[SVG_COUNTS_KINDS];
    for (size_t i = 0; i < in->kind_count; i++)
        legend[i] =
            (struct svg_legend_item){in->kinds[i].name,
                                     SVG_KEY_BAR,
                                     {.colour = svg_level_colour(in->kinds[i].level),
                                      .pattern = in->kinds[i].hatched ? SVG_HATCH : SVG_SOLID}};
    return svg_legend(canvas, 1, legend, in->kind_count);
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_counts *in = figure;
    struct pen pen = {.canvas = canvas, .in = in};
    struct svg_axis_place place = {
        .from = 1, .to = canvas->width - 1, .font = SVG_FONT_SMALL, .width = canvas->width};
    const double most = highest(in);
    if (most > 0) {
        const struct svg_axis_span span = {.high = most};
        svg_axis_fit(&pen.map, &in->axis, span, &place);
        const struct svg_overhang over = svg_axis_overhang(&pen.map, &place);
        place.from += over.left, place.to -= over.right;
        svg_axis_fit(&pen.map, &in->axis, span, &place);
    }
    double y = draw_legend(canvas, in) + 4;
    for (size_t i = 0; i < in->panel_count; i++)
        y = draw_panel(&pen, &in->panels[i], y);
    if (most > 0) y = draw_axis(&pen, &place, y - PANEL_GAP + 2) + 4;
    svg_canvas_across(canvas, y, in->note, &svg_style_small);
}

struct svg_result svg_counts(const struct svg_counts *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_counts, draw);
}
