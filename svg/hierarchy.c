/*
 * hierarchy.c -- the memory ladder of a card; the contract is in svg.h.
 *
 * From above: one SM drawn large, with its register file and the storage of shared memory and L1
 * as boxes to one scale; the row of all SMs, from which it is drawn out; L2 as a band over the
 * whole row; the chip's edge; DRAM with the memories inside it. Measured figures stand in a column
 * on the right, each beside its level, or on a narrow canvas below its level.
 *
 * A panel must be drawn before what stands on it, and its height follows from the texts: so each
 * panel's content is gone through twice by the same code, first dry, for its height.
 */
#include "chart.h"
#include "check.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>

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
    bool narrow;
    double width;    /* of the drawing */
    double room;     /* of a panel's content */
    double top;      /* of the level that is being drawn */
    double scope_x;  /* where "who sees it" begins, so that it stands in a column too */
    double column_x; /* of the measured figures' text */
    double column_y; /* below the last of them */
};

/* ---- input ------------------------------------------------------------------------------------- */

static void check_level(struct svg_check *check, const struct svg_level_words *words, bool required,
                        const char *where) {
    svg_check_at(check, where);
    svg_check_text(check, words->name, required, "name");
    svg_check_text(check, words->scope, false, "scope");
    svg_check_note(check, &words->capacity, "capacity");
    svg_check_note(check, &words->measured, "measured");
}

static void check_hierarchy(struct svg_check *check, const void *figure) {
    const struct svg_hierarchy *in = figure;
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

/* Swatch, name, who sees it and capacity stand in one line where they fit, the capacity on the
 * right, else below each other. Returns the y below. */
static double level_head(struct pen *pen, double y, const struct svg_level_words *words,
                         enum svg_level level) {
    struct svg_canvas *canvas = pen->canvas;
    struct svg_style capacity_style;
    struct svg_paint key = svg_level_paint(level);
    if (level != SVG_LEVEL_L1) key.pattern = SVG_SOLID; /* of the caches only L1 is drawn hatched */
    const char *capacity = svg_note_text(&words->capacity, &capacity_style);
    const double baseline = svg_baseline(y, svg_style_name.font);
    const double left = INSET + INDENT, inner = pen->room - INDENT, right = INSET + pen->room;
    const double name = svg_text_room(words->name, svg_style_name.font);
    const double scope = svg_text_room(words->scope, svg_style_small.font);
    const double amount = svg_text_room(capacity, capacity_style.font);

    pen->top = y;
    svg_swatch(canvas, SVG_POINT(INSET, y), svg_style_name.font, &key);
    const bool amount_beside = capacity != NULL && name + 16 + amount <= inner;
    const double end = right - (amount_beside ? 16 + amount : 0);
    double scope_x = fmax(left + name + 8, pen->scope_x);
    if (scope_x + scope > end) scope_x = left + name + 8; /* out of its column, but beside */
    const bool scope_beside = svg_given(words->scope) && scope_x + scope <= end;
    if (amount_beside) {
        struct svg_style style = capacity_style;
        style.anchor = SVG_END;
        svg_words(canvas, SVG_POINT(right, baseline), capacity, &style);
    }
    if (scope_beside)
        svg_words(canvas, SVG_POINT(scope_x, baseline), words->scope, &svg_style_small);
    struct svg_at at = {left, y, inner};
    at.y = fmax(svg_canvas_block(canvas, at, words->name, &svg_style_name),
                y + svg_line_height(svg_style_name.font)); /* a blank name has no line */
    if (!scope_beside) at.y = svg_canvas_block(canvas, at, words->scope, &svg_style_small);
    if (!amount_beside) at.y = svg_canvas_block(canvas, at, capacity, &capacity_style);
    return at.y;
}

/* In the column a level may not begin beside the figures of the one above. */
static double level_top(const struct pen *pen, double y) {
    return pen->narrow ? y : fmax(y, pen->column_y + COLUMN_LINE_GAP);
}

/* Measured figures stand in the column beside the level's head, or at `y` below it. Returns the y
 * below the level. */
static double level_measured(struct pen *pen, double y, const struct svg_level_words *words,
                             enum svg_level level) {
    struct svg_style style;
    const char *text = svg_note_text(&words->measured, &style);
    if (text == NULL) return y;
    const struct svg_at below = {INSET + INDENT, y + 2, pen->room - INDENT};
    const struct svg_at beside = {pen->column_x, pen->top + 1,
                                  pen->canvas->width - 1 - pen->column_x};
    if (pen->narrow) return svg_canvas_block(pen->canvas, below, text, &style);
    pen->column_y = svg_beside(pen->canvas, beside, &words->measured, level);
    return y;
}

static double draw_level(struct pen *pen, double y, const struct svg_level_words *words,
                         enum svg_level level) {
    return level_measured(pen, level_head(pen, y, words, level), words, level);
}

/* A panel reaches down beside all of its figures in the column. */
static double panel_end(const struct pen *pen, double y) {
    return pen->narrow ? y : fmax(y, pen->column_y + 4);
}

/* ---- one SM ---------------------------------------------------------------------------------------- */

/* Returns the px of a byte, such that the widest box fills the panel; 0 if no size is known. */
static double box_scale(const struct pen *pen) {
    const struct svg_hierarchy *in = pen->in;
    double most = fmax(in->registers_bytes, fmax(in->shared_bytes, in->unified_bytes));
    double scale = most > 0 ? pen->room / most : 0;
    if (in->unified_bytes == 0 && in->shared_bytes > 0)
        scale = fmin(scale, (pen->room - UNKNOWN_L1 - 4) / in->shared_bytes);
    return scale;
}

/* A box whose size is not known is dashed, so that its width says nothing. */
static void draw_box(const struct pen *pen, struct svg_at at, enum svg_level level, bool known) {
    struct svg_classes classes;
    snprintf(classes.text, sizeof classes.text, "svg-box-%s%s", svg_level_name(level),
             known ? "" : " svg-unscaled");
    struct svg_paint box = svg_level_paint(level);
    const struct svg_paint dashed = {.stroke_width = 1.5,
                                     .stroke = svg_level_colour(level),
                                     .dash = "4 3",
                                     .classes = classes.text};
    box.classes = classes.text;
    const double inset = known ? 0 : 0.75;
    svg_canvas_rect(
        pen->canvas,
        SVG_RECT(at.x + inset, at.y + inset, at.room - 2 * inset, BOX_HEIGHT - 2 * inset),
        known ? &box : &dashed);
}

static void draw_unified(const struct pen *pen, double y) {
    static const struct svg_paint outline = {SVG_EDGE(1.5, INK), .classes = "svg-box-unified"};
    const double scale = box_scale(pen);
    const double shared = pen->in->shared_bytes * scale, unified = pen->in->unified_bytes * scale;
    const bool known = unified > 0 && shared > 0;
    const double left = shared > 0 ? shared : (pen->room - 4) / 2;
    const double l1_x = INSET + left + (known ? 0 : 4);
    const double l1 = known ? unified - shared
                            : fmin(INSET + pen->room - l1_x, shared > 0 ? UNKNOWN_L1 : pen->room);
    draw_box(pen, SVG_AT(INSET, y, left), SVG_LEVEL_SHARED, shared > 0);
    draw_box(pen, SVG_AT(l1_x, y, l1), SVG_LEVEL_L1, known);
    if (known) svg_canvas_rect(pen->canvas, SVG_RECT(INSET, y, unified, BOX_HEIGHT), &outline);
}

static double sm_head(struct pen *pen, double y) {
    const double name = svg_text_room(pen->in->sm_name, svg_style_name.font);
    const double share = svg_text_room(pen->in->sm_share, svg_style_label.font);
    const bool beside = name + 16 + share <= pen->room;
    struct svg_style style = svg_style_label;
    style.anchor = SVG_END;
    if (beside)
        svg_words(pen->canvas, SVG_POINT(INSET + pen->room, svg_baseline(y, svg_style_name.font)),
                  pen->in->sm_share, &style);
    struct svg_at at = {INSET, y, pen->room};
    at.y = svg_canvas_block(pen->canvas, at, pen->in->sm_name, &svg_style_name);
    return beside ? at.y : svg_canvas_block(pen->canvas, at, pen->in->sm_share, &svg_style_label);
}

/* Draws what stands in the SM's panel; returns the panel's bottom. */
static double sm_content(struct pen *pen, double y) {
    const struct svg_hierarchy *in = pen->in;
    const double registers = in->registers_bytes * box_scale(pen);
    y = level_top(pen, sm_head(pen, y + 12) + 14);
    y = level_head(pen, y, &in->registers, SVG_LEVEL_REGISTERS) + 8;
    draw_box(pen, SVG_AT(INSET, y, registers > 0 ? registers : pen->room), SVG_LEVEL_REGISTERS,
             registers > 0);
    y += BOX_HEIGHT + (pen->narrow ? 6 : 0);
    y = level_measured(pen, y, &in->registers, SVG_LEVEL_REGISTERS);
    y = draw_level(pen, level_top(pen, y + LEVEL_GAP), &in->shared, SVG_LEVEL_SHARED);
    y = draw_level(pen, level_top(pen, y + 8), &in->l1, SVG_LEVEL_L1) + 8;
    draw_unified(pen, y);
    return panel_end(pen, y + BOX_HEIGHT + INSET);
}

/* ---- panels ---------------------------------------------------------------------------------------- */

typedef double content_function(struct pen *pen, double y);

/* Draws a panel as high as its content, then the content; returns the panel's bottom. */
static double panel(struct pen *pen, double y, content_function *content,
                    const struct svg_paint *paint) {
    struct pen trial = *pen;
    struct svg_paint plain = *paint;
    pen->canvas->dry = true;
    double bottom = content(&trial, y);
    pen->canvas->dry = false;
    plain.classes = NULL; /* they are the group's */
    svg_canvas_group(pen->canvas, paint->classes);
    svg_canvas_rect(pen->canvas, SVG_ROUND(1, y, pen->width - 2, bottom - y, 8), &plain);
    content(pen, y);
    svg_canvas_group_end(pen->canvas);
    return bottom;
}

static double l2_content(struct pen *pen, double y) {
    return panel_end(pen, draw_level(pen, y + 14, &pen->in->l2, SVG_LEVEL_L2) + 14);
}

static double in_dram(struct pen *pen, double y, const struct svg_level_words *words,
                      enum svg_level level) {
    static const struct svg_paint line = {SVG_EDGE(1, LINE)};
    if (!svg_given(words->name)) return y;
    double top = level_top(pen, y + 17);
    svg_canvas_line(pen->canvas, SVG_BOX(INSET, top - 8, INSET + pen->room, top - 8), &line);
    return draw_level(pen, top, words, level);
}

static double dram_content(struct pen *pen, double y) {
    y = draw_level(pen, y + 14, &pen->in->dram, SVG_LEVEL_DRAM);
    y = in_dram(pen, y, &pen->in->local, SVG_LEVEL_LOCAL);
    y = in_dram(pen, y, &pen->in->constant, SVG_LEVEL_CONSTANT);
    return panel_end(pen, y + 14);
}

/* ---- between the panels ------------------------------------------------------------------------------ */

/* Lines lead from the panel's lower corners to the one SM in the row that it enlarges. */
static void draw_zoom(const struct pen *pen, struct svg_box box) {
    static const struct svg_paint paint = {SVG_FILL(SURFACE_SOFT), SVG_EDGE(1, INK_SOFT),
                                           .classes = "svg-zoom"};
    cairo_t *cairo = pen->canvas->cairo;
    cairo_move_to(cairo, 9, box.y1);
    cairo_line_to(cairo, pen->width - 9, box.y1);
    cairo_line_to(cairo, box.x2, box.y2);
    cairo_line_to(cairo, box.x1, box.y2);
    cairo_close_path(cairo);
    svg_canvas_path(pen->canvas, &paint);
}

/* Draws the row (or rows) of all SMs below y; returns the y below it. */
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
    const struct svg_paint this_one = {SVG_FILL(LEVEL_REGISTERS), .classes = "svg-sm"};

    /* The enlarged one stands in the middle of the first row. */
    const size_t chosen = columns / 2;
    const double chosen_x = 1 + pitch * (double)chosen + (pitch - cell) / 2;
    draw_zoom(pen, SVG_BOX(chosen_x, y, chosen_x + cell, row_top - 3));
    for (size_t i = 0; i < count; i++) {
        const size_t row = i / columns, column = i % columns;
        double x = 1 + pitch * ((double)column + 0.5);
        double top = row_top + (CELL_HEIGHT + 3) * (double)row;
        if (i == chosen) continue;
        svg_canvas_add_line(pen->canvas, SVG_BOX(x, top, x, top + CELL_HEIGHT));
    }
    svg_canvas_path(pen->canvas, &others);
    svg_canvas_rect(pen->canvas, SVG_RECT(chosen_x, row_top - 3, cell, CELL_HEIGHT + 3), &this_one);
    return row_top + (CELL_HEIGHT + 3) * (double)rows - 3;
}

/* Draws the dashed edge of the chip below y, its words above it; returns the next panel's top. */
static double draw_edge(const struct pen *pen, double y) {
    static const struct svg_paint edge = {SVG_EDGE(1.5, INK_SOFT), .dash = "6 4",
                                          .classes = "svg-chip-edge"};
    const double room = pen->width / 2 - 24;
    const double words = svg_wrap_height(pen->in->off_chip, svg_style_small.font, room);
    const double line = y + fmax(EDGE_HEIGHT / 2, words + 10);
    svg_arrow_both(pen->canvas, pen->width / 2, y + 4, line + EDGE_HEIGHT / 2 - 4);
    svg_canvas_line(pen->canvas, SVG_BOX(1, line, pen->width / 2 - 10, line), &edge);
    svg_canvas_line(pen->canvas, SVG_BOX(pen->width / 2 + 10, line, pen->width - 1, line), &edge);
    svg_canvas_block(pen->canvas, SVG_AT(pen->width - 2, line - words - 3, room), pen->in->off_chip,
                     &svg_style_small_end);
    return line + EDGE_HEIGHT / 2;
}

/* The column stands right of the longest name that leaves half of the line to the rest. */
static double scope_column(const struct pen *pen) {
    const struct svg_hierarchy *in = pen->in;
    const struct svg_level_words *levels[] = {&in->registers, &in->shared, &in->l1,      &in->l2,
                                              &in->dram,      &in->local,  &in->constant};
    double widest = 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        double room = svg_text_room(levels[i]->name, svg_style_name.font);
        if (room <= pen->room / 2) widest = fmax(widest, room);
    }
    return INSET + INDENT + widest + 4;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    static const struct svg_paint sm = {SVG_FILL(SURFACE_SOFT), SVG_EDGE(1, INK_SOFT),
                                        .classes = "svg-panel-sm"};
    static const struct svg_paint l2 = {SVG_FILL(LEVEL_L2_SOFT), SVG_EDGE(1.5, LEVEL_L2),
                                        .classes = "svg-panel-l2"};
    static const struct svg_paint dram = {SVG_FILL(LEVEL_DRAM_SOFT), SVG_EDGE(1.5, LEVEL_DRAM),
                                          .classes = "svg-panel-dram"};
    const struct svg_hierarchy *in = figure;
    struct pen pen = {.canvas = canvas, .in = in};
    pen.narrow = canvas->frame->layout == SVG_NARROW;
    pen.width = pen.narrow ? canvas->width : WIDE_DRAWING;
    pen.room = pen.width - 2 * INSET;
    pen.scope_x = scope_column(&pen);
    pen.column_x = WIDE_DRAWING + COLUMN_GAP + 11;

    double y = 1;
    if (!pen.narrow && svg_given(in->measured_head))
        pen.column_y =
            svg_canvas_block(canvas, SVG_AT(pen.column_x, y + 14, canvas->width - 1 - pen.column_x),
                             in->measured_head, &svg_style_small);
    y = panel(&pen, y, sm_content, &sm);
    y = draw_sms(&pen, y);
    svg_arrow_both(canvas, pen.width / 2, y + 4, y + LINK_HEIGHT - 4);
    y = panel(&pen, y + LINK_HEIGHT, l2_content, &l2);
    y = panel(&pen, draw_edge(&pen, y), dram_content, &dram);
    svg_canvas_across(canvas, y + 10, in->note, &svg_style_small);
}

struct svg_result svg_hierarchy(const struct svg_hierarchy *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_hierarchy, draw);
}
