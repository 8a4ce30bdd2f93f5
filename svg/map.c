/* map.c -- which readers are near what they read, and which are far; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>

enum { GROUPS = 4 };

#define CELL_LEAST 7.0 /* width of a column */
#define CELL_MOST 24.0
#define ROW_HEIGHT 12.0
#define GROUP_GAP 5.0
#define STRIP_GAP 12.0

struct pen {
    struct svg_canvas *canvas;
    const struct svg_map *in;
    size_t each; /* columns of a strip */
    double width;
};

static size_t rows_of(const struct svg_map *in) {
    size_t rows = 0;
    for (size_t i = 0; i < in->group_count; i++)
        rows += in->groups[i].rows;
    return rows;
}

static void check_map(struct svg_check *check, const void *figure) {
    const struct svg_map *in = figure;
    svg_check_text(check, in->heading, true, "heading");
    svg_check_text(check, in->near, true, "near");
    svg_check_text(check, in->far, true, "far");
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->group_count, 1, GROUPS, "group_count");
    svg_check_count(check, in->column_count, 1, SVG_MAX_SMS, "column_count");
    if (in->groups == NULL) svg_check_fail(check, SVG_ERR_MISSING, "groups");
    if (in->columns == NULL) svg_check_fail(check, SVG_ERR_MISSING, "columns");
    if (in->cells == NULL) svg_check_fail(check, SVG_ERR_MISSING, "cells");
    for (size_t i = 0; check->code == SVG_OK && i < in->group_count; i++) {
        svg_check_at(check, "groups[%zu]", i);
        svg_check_text(check, in->groups[i].name, true, "name");
        svg_check_count(check, in->groups[i].rows, 1, SVG_MAP_ROWS, "rows");
    }
    for (size_t i = 0; check->code == SVG_OK && i < in->column_count; i++) {
        svg_check_at(check, "columns[%zu]", i);
        svg_check_text(check, in->columns[i], true, "");
    }
    if (check->code != SVG_OK) return;
    svg_check_at(check, "");
    svg_check_count(check, rows_of(in), 1, SVG_MAP_ROWS, "rows");
    for (size_t i = 0; check->code == SVG_OK && i < rows_of(in) * in->column_count; i++)
        if (in->cells[i] > SVG_FAR) svg_check_fail(check, SVG_ERR_NUMBER, "cells");
}

/* ---- one strip ------------------------------------------------------------------------------- */

struct strip {
    size_t first, count; /* columns */
};

static void paint_cells(const struct pen *pen, const struct strip *strip, struct svg_cells *cells,
                        size_t first_row) {
    static const struct svg_paint paints[] = {
        [SVG_NEAR] = {SVG_FILL(LEVEL_L2), .classes = "svg-near"},
        [SVG_FAR] = {SVG_FILL(LEVEL_L2_SOFT), .classes = "svg-far"},
    };
    static const struct svg_paint rule = {SVG_EDGE(1, LINE)};
    for (unsigned kind = SVG_NEAR; kind <= SVG_FAR; kind++) {
        bool any = false;
        for (size_t row = 0; row < cells->rows; row++)
            for (size_t i = 0; i < strip->count; i++) {
                const size_t at = (first_row + row) * pen->in->column_count + strip->first + i;
                if (pen->in->cells[at] != kind) continue;
                svg_cell_add(pen->canvas, cells, i, row);
                any = true;
            }
        if (any) svg_canvas_path(pen->canvas, &paints[kind]);
    }
    svg_cells_rule(pen->canvas, cells, &rule);
}

/* Returns the y below the strip. The groups are named over the first one. */
static double draw_strip(const struct pen *pen, const struct strip *strip, double y) {
    struct svg_canvas *canvas = pen->canvas;
    struct svg_cells cells = {
        .x = 1.5, .width = pen->width, .height = ROW_HEIGHT, .inset = 0.5, .columns = strip->count};
    size_t row = 0;
    for (size_t i = 0; i < pen->in->group_count; i++) {
        const struct svg_map_group *group = &pen->in->groups[i];
        if (strip->first == 0) y = svg_canvas_across(canvas, y, group->name, &svg_style_small) + 2;
        cells.y = floor(y) + 0.5;
        cells.rows = group->rows;
        paint_cells(pen, strip, &cells, row);
        row += group->rows;
        y = cells.y + ROW_HEIGHT * (double)group->rows + GROUP_GAP;
    }
    char first[SVG_MAX_TEXT * 2 + 2], last[SVG_MAX_TEXT * 2 + 2];
    snprintf(first, sizeof first, "%s %s", pen->in->heading, pen->in->columns[strip->first]);
    snprintf(last, sizeof last, "%s %s", pen->in->heading,
             pen->in->columns[strip->first + strip->count - 1]);
    struct svg_at at = SVG_AT(1, y - 2, fmax(pen->width * (double)strip->count, 48));
    if (strip->count == 1) return svg_canvas_block(canvas, at, first, &svg_style_small) + STRIP_GAP;
    return svg_words_apart(canvas, at, SVG_WORDS(first, &svg_style_small),
                           SVG_WORDS(last, &svg_style_small)) +
           STRIP_GAP;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_map *in = figure;
    const struct svg_legend_item legend[] = {
        {in->near, SVG_KEY_BAR, {.colour = SVG_COLOUR_LEVEL_L2}},
        {in->far, SVG_KEY_OPEN, {.colour = SVG_COLOUR_LEVEL_L2}},
    };
    const double room = canvas->width - 3;
    const size_t fit = (size_t)(room / CELL_LEAST);
    const size_t strips = (in->column_count + fit - 1) / fit;
    struct pen pen = {.canvas = canvas, .in = in};
    pen.each = (in->column_count + strips - 1) / strips;
    pen.width = fmin(floor(room / (double)pen.each * 2) / 2, CELL_MOST);
    double y = svg_legend(canvas, 1, legend, 2) + 4;
    for (size_t first = 0; first < in->column_count; first += pen.each) {
        const size_t rest = in->column_count - first;
        const struct strip strip = {first, rest < pen.each ? rest : pen.each};
        y = draw_strip(&pen, &strip, y);
    }
    svg_canvas_across(canvas, y - 4, in->note, &svg_style_small);
}

struct svg_result svg_map(const struct svg_map *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_map, draw);
}
