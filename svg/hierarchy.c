/*
 * hierarchy.c -- the memory ladder of a card; the contract is in svg.h.
 *
 * From above: one SM drawn large, with its register file and the storage of shared memory and L1
 * as boxes to one scale; the row of all SMs, from which it is drawn out; L2 as a band over the
 * whole row; the chip's edge; DRAM with what lives in it. What was measured stands in a column
 * on the right, each beside its level, or on a narrow canvas below its level.
 *
 * A panel must be drawn before what stands on it, and its height follows from the texts: so each
 * panel's content is gone through twice by the same code, first dry, for its height.
 */
#include "chart.h"
#include "check.h"
#include "parts.h"

#include <math.h>
#include <string.h>

#define WIDE_DRAWING 440.0 /* px: width of the drawing, the column is right of it */
#define COLUMN_GAP 20.0
#define INSET 16.0           /* inside a panel */
#define BOX_HEIGHT 24.0      /* of a box to scale */
#define UNKNOWN_L1 64.0      /* width of the L1 box where its size is not known */
#define LEVEL_GAP 20.0       /* between levels in a panel */
#define COLUMN_LINE_GAP 10.0 /* between measured figures in the column */
#define INDENT 20.0          /* swatch and gap */
#define ZOOM_HEIGHT 34.0
#define CELL_HEIGHT 14.0
#define CELL_LEAST 2.4 /* px from SM to SM in the row; below, they take a second row */
#define LINK_HEIGHT 26.0
#define EDGE_HEIGHT 52.0

struct pen {
    struct svg_canvas *canvas;
    const struct svg_hierarchy *in;
    bool dry; /* measure, draw nothing */
    bool narrow;
    double width;    /* of the drawing */
    double scope_x;  /* where "who sees it" begins, so that it stands in a column too */
    double column_x; /* of the measured figures' text */
    double column_y; /* below the last of them */
};

/* ---- input ------------------------------------------------------------------------------------- */

static void check_level(struct svg_check *check, const struct svg_level *level, bool required,
                        const char *where) {
    svg_check_text(check, level->name, required, "%s.name", where);
    svg_check_text(check, level->scope, false, "%s.scope", where);
    svg_check_text(check, level->capacity.text, false, "%s.capacity.text", where);
    svg_check_text(check, level->capacity.missing, false, "%s.capacity.missing", where);
    svg_check_text(check, level->measured.text, false, "%s.measured.text", where);
    svg_check_text(check, level->measured.missing, false, "%s.measured.missing", where);
}

static void check_hierarchy(struct svg_check *check, const struct svg_hierarchy *in) {
    svg_check_text(check, in->sm_name, true, "sm_name");
    svg_check_text(check, in->sm_share, true, "sm_share");
    svg_check_text(check, in->measured_head, false, "measured_head");
    svg_check_text(check, in->off_chip, false, "off_chip");
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->sm_count, 0, SVG_MAX_SMS, "sm_count");
    svg_check_value(check, in->registers_bytes, false, "registers_bytes");
    svg_check_value(check, in->shared_bytes, false, "shared_bytes");
    svg_check_value(check, in->unified_bytes, false, "unified_bytes");
    if (in->unified_bytes > 0 && in->unified_bytes < in->shared_bytes)
        svg_check_fail(check, SVG_ERR_NUMBER, "unified_bytes");
    check_level(check, &in->registers, true, "registers");
    check_level(check, &in->shared, true, "shared");
    check_level(check, &in->l1, true, "l1");
    check_level(check, &in->l2, true, "l2");
    check_level(check, &in->dram, true, "dram");
    check_level(check, &in->constant, false, "constant");
    check_level(check, &in->local, false, "local");
}

/* ---- the words of a level ------------------------------------------------------------------------ */

static double pen_block(const struct pen *pen, double x, double y, double room, const char *text,
                        const struct svg_style *style) {
    if (!pen->dry) return svg_canvas_block(pen->canvas, x, y, room, text, style);
    return y + svg_line_height(style->font) * (double)svg_wrap_count(text, style->font, room);
}

static void pen_text(const struct pen *pen, double x, double baseline, const char *text,
                     const struct svg_style *style) {
    size_t length = strlen(text);
    struct svg_span span = {text, length, svg_text_width(text, length, style->font)};
    if (!pen->dry) svg_canvas_text(pen->canvas, x, baseline, span, style);
}

static void draw_swatch(const struct pen *pen, double x, double y, enum svg_rung rung) {
    if (!pen->dry) svg_swatch(pen->canvas, x, y, rung);
}

/* Swatch, name, who sees it and capacity: in one line where they fit, the capacity on the right;
 * else below each other. Returns the y below. */
static double level_head(const struct pen *pen, double x, double y, double room,
                         const struct svg_level *level, enum svg_rung rung) {
    struct svg_style capacity_style;
    const char *capacity = svg_note_text(&level->capacity, &capacity_style);
    const double line = svg_line_height(svg_style_name.font);
    const double baseline = y + line / 2 + 0.36 * svg_style_name.font.size;
    const double inner = room - INDENT, left = x + INDENT;
    const double name = svg_text_room(level->name, svg_style_name.font);
    const double scope = svg_text_room(level->scope, svg_style_small.font);
    const double amount = svg_text_room(capacity, capacity_style.font);

    draw_swatch(pen, x, y + (line - SVG_SWATCH) / 2, rung);
    const bool amount_beside = capacity != NULL && name + 16 + amount <= inner;
    const double end = x + room - (amount_beside ? 16 + amount : 0);
    double scope_x = fmax(left + name + 8, pen->scope_x);
    if (scope_x + scope > end) scope_x = left + name + 8; /* out of its column, but beside */
    const bool scope_beside = svg_given(level->scope) && scope_x + scope <= end;
    if (amount_beside) {
        capacity_style.anchor = SVG_END;
        pen_text(pen, x + room, baseline, capacity, &capacity_style);
        capacity_style.anchor = SVG_START;
    }
    if (scope_beside) pen_text(pen, scope_x, baseline, level->scope, &svg_style_small);
    y = pen_block(pen, left, y, inner, level->name, &svg_style_name);
    if (!scope_beside) y = pen_block(pen, left, y, inner, level->scope, &svg_style_small);
    if (!amount_beside) y = pen_block(pen, left, y, inner, capacity, &capacity_style);
    return y;
}

/* In the column a level may not begin beside the figures of the one above. */
static double level_top(const struct pen *pen, double y) {
    return pen->narrow ? y : fmax(y, pen->column_y + COLUMN_LINE_GAP);
}

/* What was measured: beside the level's top in the column, or at `y` below it. Returns the y
 * below the level. */
static double level_measured(struct pen *pen, double x, double top, double y, double room,
                             const struct svg_level *level, enum svg_rung rung) {
    struct svg_style style;
    const char *text = svg_note_text(&level->measured, &style);
    if (text == NULL) return y;
    if (pen->narrow) return pen_block(pen, x + INDENT, y + 2, room - INDENT, text, &style);
    double right = pen->canvas->width - 1;
    pen->column_y = pen_block(pen, pen->column_x, top + 1, right - pen->column_x, text, &style);
    const struct svg_paint stripe = {.filled = true, .fill = svg_rung_colour(rung)};
    if (!pen->dry)
        svg_canvas_rect(pen->canvas, pen->column_x - 11, top + 1, 3, pen->column_y - top - 1, 1.5,
                        &stripe);
    return y;
}

/* A panel reaches down beside all of its figures in the column. */
static double panel_end(const struct pen *pen, double y) {
    return pen->narrow ? y : fmax(y, pen->column_y + 4);
}

/* ---- one SM ---------------------------------------------------------------------------------------- */

/* px of each box's width, for boxes of at most `room`; 0 where the bytes are not known. */
struct widths {
    double registers, shared, unified;
};

static struct widths scale_boxes(const struct svg_hierarchy *in, double room) {
    double most = fmax(in->registers_bytes, fmax(in->shared_bytes, in->unified_bytes));
    double scale = most > 0 ? room / most : 0;
    if (in->unified_bytes == 0 && in->shared_bytes > 0)
        scale = fmin(scale, (room - UNKNOWN_L1 - 4) / in->shared_bytes);
    return (struct widths){in->registers_bytes * scale, in->shared_bytes * scale,
                           in->unified_bytes * scale};
}

static void draw_box(const struct pen *pen, double x, double y, double width, enum svg_rung rung,
                     const char *classes) {
    const struct svg_paint paint = {.filled = true,
                                    .fill = svg_rung_colour(rung),
                                    .pattern = svg_rung_pattern(rung),
                                    .classes = classes};
    if (!pen->dry) svg_canvas_rect(pen->canvas, x, y, width, BOX_HEIGHT, 0, &paint);
}

/* A box whose bytes nobody told: dashed, so that its width says nothing. */
static void draw_unknown_box(const struct pen *pen, double x, double y, double width,
                             enum svg_rung rung, const char *classes) {
    const struct svg_paint paint = {
        .stroke_width = 1.5, .stroke = svg_rung_colour(rung), .dash = "4 3", .classes = classes};
    if (!pen->dry)
        svg_canvas_rect(pen->canvas, x + 0.75, y + 0.75, width - 1.5, BOX_HEIGHT - 1.5, 0, &paint);
}

static void draw_unified(const struct pen *pen, double x, double y, double room,
                         const struct widths *widths) {
    const bool known = widths->unified > 0 && widths->shared > 0;
    double left = known || widths->shared > 0 ? widths->shared : (room - 4) / 2;
    double l1_x = x + left + (known ? 0 : 4);
    double l1 = known ? widths->unified - widths->shared
                      : fmin(x + room - l1_x, widths->shared > 0 ? UNKNOWN_L1 : room);
    if (widths->shared > 0)
        draw_box(pen, x, y, left, SVG_RUNG_SHARED, "svg-box-shared");
    else
        draw_unknown_box(pen, x, y, left, SVG_RUNG_SHARED, "svg-box-shared svg-unscaled");
    if (!known) {
        draw_unknown_box(pen, l1_x, y, l1, SVG_RUNG_L1, "svg-box-l1 svg-unscaled");
        return;
    }
    draw_box(pen, l1_x, y, l1, SVG_RUNG_L1, "svg-box-l1");
    static const struct svg_paint outline = {
        .stroke_width = 1.5, .stroke = SVG_COLOUR_INK, .classes = "svg-box-unified"};
    if (!pen->dry) svg_canvas_rect(pen->canvas, x, y, widths->unified, BOX_HEIGHT, 0, &outline);
}

static double sm_head(struct pen *pen, double x, double y, double room) {
    const double line = svg_line_height(svg_style_name.font);
    const double baseline = y + line / 2 + 0.36 * svg_style_name.font.size;
    const double name = svg_text_room(pen->in->sm_name, svg_style_name.font);
    const double share = svg_text_room(pen->in->sm_share, svg_style_label.font);
    struct svg_style style = svg_style_label;
    if (name + 16 + share <= room) {
        style.anchor = SVG_END;
        pen_text(pen, x + room, baseline, pen->in->sm_share, &style);
        return pen_block(pen, x, y, room, pen->in->sm_name, &svg_style_name);
    }
    y = pen_block(pen, x, y, room, pen->in->sm_name, &svg_style_name);
    return pen_block(pen, x, y, room, pen->in->sm_share, &style);
}

/* The content of the SM's panel; returns the panel's bottom. */
static double sm_content(struct pen *pen, double y) {
    const struct svg_hierarchy *in = pen->in;
    const double x = INSET, room = pen->width - 2 * INSET;
    const struct widths widths = scale_boxes(in, room);

    y = sm_head(pen, x, y + 12, room) + 14;
    double top = y = level_top(pen, y);
    y = level_head(pen, x, y, room, &in->registers, SVG_RUNG_REGISTERS) + 8;
    if (widths.registers > 0)
        draw_box(pen, x, y, widths.registers, SVG_RUNG_REGISTERS, "svg-box-registers");
    else
        draw_unknown_box(pen, x, y, room, SVG_RUNG_REGISTERS, "svg-box-registers svg-unscaled");
    y += BOX_HEIGHT + (pen->narrow ? 6 : 0);
    y = level_measured(pen, x, top, y, room, &in->registers, SVG_RUNG_REGISTERS);

    top = y = level_top(pen, y + LEVEL_GAP);
    y = level_head(pen, x, y, room, &in->shared, SVG_RUNG_SHARED);
    y = level_measured(pen, x, top, y, room, &in->shared, SVG_RUNG_SHARED);
    top = y = level_top(pen, y + 8);
    y = level_head(pen, x, y, room, &in->l1, SVG_RUNG_L1);
    y = level_measured(pen, x, top, y, room, &in->l1, SVG_RUNG_L1) + 8;
    draw_unified(pen, x, y, room, &widths);
    return panel_end(pen, y + BOX_HEIGHT + INSET);
}

/* ---- panels ---------------------------------------------------------------------------------------- */

typedef double content_function(struct pen *pen, double y);

/* A panel as high as its content, then the content; returns the panel's bottom. */
static double panel(struct pen *pen, double y, content_function *content,
                    const struct svg_paint *paint, const char *classes) {
    struct pen trial = *pen;
    trial.dry = true;
    double bottom = content(&trial, y);
    svg_canvas_group(pen->canvas, classes, 0, 0);
    svg_canvas_rect(pen->canvas, 1, y, pen->width - 2, bottom - y, 8, paint);
    content(pen, y);
    svg_canvas_group_end(pen->canvas);
    return bottom;
}

static double l2_content(struct pen *pen, double y) {
    const double x = INSET, room = pen->width - 2 * INSET;
    double top = y + 14;
    y = level_head(pen, x, top, room, &pen->in->l2, SVG_RUNG_L2);
    return panel_end(pen, level_measured(pen, x, top, y, room, &pen->in->l2, SVG_RUNG_L2) + 14);
}

static double in_dram(struct pen *pen, double y, const struct svg_level *level,
                      enum svg_rung rung) {
    static const struct svg_paint line = {.stroke_width = 1, .stroke = SVG_COLOUR_LINE};
    const double x = INSET, room = pen->width - 2 * INSET;
    if (!svg_given(level->name)) return y;
    double top = level_top(pen, y + 17);
    if (!pen->dry) svg_canvas_line(pen->canvas, x, top - 8, x + room, top - 8, &line);
    y = level_head(pen, x, top, room, level, rung);
    return level_measured(pen, x, top, y, room, level, rung);
}

static double dram_content(struct pen *pen, double y) {
    const double x = INSET, room = pen->width - 2 * INSET;
    double top = y + 14;
    y = level_head(pen, x, top, room, &pen->in->dram, SVG_RUNG_DRAM);
    y = level_measured(pen, x, top, y, room, &pen->in->dram, SVG_RUNG_DRAM);
    y = in_dram(pen, y, &pen->in->local, SVG_RUNG_LOCAL);
    y = in_dram(pen, y, &pen->in->constant, SVG_RUNG_CONSTANT);
    return panel_end(pen, y + 14);
}

/* ---- between the panels ------------------------------------------------------------------------------ */

/* Lines from the panel's lower corners to the one SM in the row that it enlarges. */
static void draw_zoom(const struct pen *pen, double y1, double x1, double x2, double y2) {
    static const struct svg_paint paint = {.filled = true,
                                           .fill = SVG_COLOUR_SURFACE_SOFT,
                                           .stroke_width = 1,
                                           .stroke = SVG_COLOUR_INK_SOFT,
                                           .classes = "svg-zoom"};
    cairo_t *cairo = pen->canvas->cairo;
    cairo_move_to(cairo, 9, y1);
    cairo_line_to(cairo, pen->width - 9, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_line_to(cairo, x1, y2);
    cairo_close_path(cairo);
    svg_canvas_path(pen->canvas, &paint);
}

/* The row (or rows) of all SMs below y; returns the y below it. */
static double draw_sms(const struct pen *pen, double y) {
    const size_t count = pen->in->sm_count > 0 ? pen->in->sm_count : 1;
    const double width = pen->width - 2;
    const size_t in_row = (size_t)floor(width / CELL_LEAST);
    const size_t rows = (count + in_row - 1) / in_row;
    const size_t columns = (count + rows - 1) / rows;
    const double pitch = width / (double)columns;
    const double cell = columns == 1 ? width : pitch - fmin(2, pitch * 0.35);
    const double row_top = y + ZOOM_HEIGHT;
    const struct svg_paint others = {
        .stroke_width = cell, .stroke = SVG_COLOUR_MARK_2, .classes = "svg-sms"};
    const struct svg_paint this_one = {
        .filled = true, .fill = SVG_COLOUR_RUNG_REGISTERS, .classes = "svg-sm"};

    /* The enlarged one: in the middle of the first row. */
    const size_t chosen = columns / 2;
    const double chosen_x = 1 + pitch * (double)chosen + (pitch - cell) / 2;
    draw_zoom(pen, y, chosen_x, chosen_x + cell, row_top - 3);
    for (size_t i = 0; i < count; i++) {
        double x = 1 + pitch * ((double)(i % columns) + 0.5);
        double top = row_top + (CELL_HEIGHT + 3) * (double)(i / columns);
        if (i == chosen) continue;
        cairo_move_to(pen->canvas->cairo, x, top);
        cairo_line_to(pen->canvas->cairo, x, top + CELL_HEIGHT);
    }
    svg_canvas_path(pen->canvas, &others);
    svg_canvas_rect(pen->canvas, chosen_x, row_top - 3, cell, CELL_HEIGHT + 3, 0, &this_one);
    return row_top + (CELL_HEIGHT + 3) * (double)rows - 3;
}

/* The dashed edge of the chip below y, its words above the line; returns the next panel's top. */
static double draw_edge(const struct pen *pen, double y) {
    static const struct svg_paint edge = {.stroke_width = 1.5,
                                          .stroke = SVG_COLOUR_INK_SOFT,
                                          .dash = "6 4",
                                          .classes = "svg-chip-edge"};
    const double room = pen->width / 2 - 24;
    const double words = svg_line_height(svg_style_small.font) *
                         (double)svg_wrap_count(pen->in->off_chip, svg_style_small.font, room);
    const double line = y + fmax(EDGE_HEIGHT / 2, words + 10);
    struct svg_style style = svg_style_small;
    style.anchor = SVG_END;
    svg_arrow_both(pen->canvas, pen->width / 2, y + 4, line + EDGE_HEIGHT / 2 - 4);
    svg_canvas_line(pen->canvas, 1, line, pen->width / 2 - 10, line, &edge);
    svg_canvas_line(pen->canvas, pen->width / 2 + 10, line, pen->width - 1, line, &edge);
    svg_canvas_block(pen->canvas, pen->width - 2, line - words - 3, room, pen->in->off_chip,
                     &style);
    return line + EDGE_HEIGHT / 2;
}

/* Right of the longest name that leaves half of the line to the rest. */
static double scope_column(const struct pen *pen) {
    const struct svg_hierarchy *in = pen->in;
    const struct svg_level *levels[] = {&in->registers, &in->shared, &in->l1,      &in->l2,
                                        &in->dram,      &in->local,  &in->constant};
    double widest = 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        double room = svg_text_room(levels[i]->name, svg_style_name.font);
        if (room <= (pen->width - 2 * INSET) / 2) widest = fmax(widest, room);
    }
    return INSET + INDENT + widest + 4;
}

static void draw(struct svg_canvas *canvas, const struct svg_hierarchy *in) {
    static const struct svg_paint sm = {.filled = true,
                                        .fill = SVG_COLOUR_SURFACE_SOFT,
                                        .stroke_width = 1,
                                        .stroke = SVG_COLOUR_INK_SOFT};
    static const struct svg_paint l2 = {.filled = true,
                                        .fill = SVG_COLOUR_RUNG_L2_SOFT,
                                        .stroke_width = 1.5,
                                        .stroke = SVG_COLOUR_RUNG_L2};
    static const struct svg_paint dram = {.filled = true,
                                          .fill = SVG_COLOUR_RUNG_DRAM_SOFT,
                                          .stroke_width = 1.5,
                                          .stroke = SVG_COLOUR_RUNG_DRAM};
    struct pen pen = {.canvas = canvas, .in = in};
    pen.narrow = canvas->frame->layout == SVG_NARROW;
    pen.width = pen.narrow ? canvas->width : WIDE_DRAWING;
    pen.scope_x = scope_column(&pen);
    pen.column_x = WIDE_DRAWING + COLUMN_GAP + 11;

    double y = 1;
    if (!pen.narrow && svg_given(in->measured_head))
        pen.column_y =
            svg_canvas_block(canvas, pen.column_x, y + 14, canvas->width - 1 - pen.column_x,
                             in->measured_head, &svg_style_small);
    y = panel(&pen, y, sm_content, &sm, "svg-panel-sm");
    y = draw_sms(&pen, y);
    svg_arrow_both(canvas, pen.width / 2, y + 4, y + LINK_HEIGHT - 4);
    y = panel(&pen, y + LINK_HEIGHT, l2_content, &l2, "svg-panel-l2");
    y = panel(&pen, draw_edge(&pen, y), dram_content, &dram, "svg-panel-dram");
    svg_canvas_block(canvas, 1, y + 10, canvas->width - 2, in->note, &svg_style_small);
}

struct svg_result svg_hierarchy(const struct svg_hierarchy *in, const struct svg_frame *frame) {
    struct svg_check check = {0};
    svg_check_frame(&check, frame);
    check_hierarchy(&check, in);
    if (check.code != SVG_OK) return svg_check_result(&check);
    struct svg_canvas canvas = svg_canvas_begin(frame);
    draw(&canvas, in);
    return svg_canvas_finish(&canvas);
}
