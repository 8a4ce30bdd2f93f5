/* transpose.c -- a transpose through a tile of shared memory; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

enum {
    TILES = 4,
    WORDS = 32,
    LINE = 9
}; /* tiles along a matrix; words along a tile; the one shown */

#define SQUARE 176.0
#define TILE (SQUARE / TILES)
#define WORD (SQUARE / WORDS)
#define WIDE_GAP ((718.0 - 3 * SQUARE) / 2)
#define NARROW_GAP 34.0 /* between squares that lie below each other */
#define SIDE_GAP 14.0
#define KEY 20.0 /* swatch of a step and gap */

enum square { INPUT, MIDDLE, OUTPUT };

static void check_transpose(struct svg_check *check, const void *figure) {
    const struct svg_transpose *in = figure;
    svg_check_text(check, in->input, true, "input");
    svg_check_text(check, in->tile, true, "tile");
    svg_check_text(check, in->output, true, "output");
    svg_check_text(check, in->load, true, "load");
    svg_check_text(check, in->store, true, "store");
    svg_check_text(check, in->fetch, true, "fetch");
    svg_check_text(check, in->write, true, "write");
    svg_check_text(check, in->measured, false, "measured");
    svg_check_text(check, in->note, false, "note");
}

/* ---- squares --------------------------------------------------------------------------------- */

static const struct svg_paint frame = {SVG_EDGE(1, INK_SOFT)};
static const struct svg_paint rules = {SVG_EDGE(1, LINE)};
static const struct svg_paint global_line = {SVG_FILL(LEVEL_DRAM), .classes = "svg-line-global"};
static const struct svg_paint stored_line = {SVG_FILL(LEVEL_SHARED), .classes = "svg-line-stored"};
static const struct svg_paint fetched_line = {SVG_FILL(LEVEL_SHARED), .pattern = SVG_HATCH,
                                              .classes = "svg-line-fetched"};

/* A matrix of tiles; one of them, and in it one row of words, are marked. */
static void draw_matrix(struct svg_canvas *canvas, double x, double y, size_t column, size_t row) {
    static const struct svg_paint chosen = {SVG_FILL(LEVEL_DRAM_SOFT), SVG_EDGE(1.5, LEVEL_DRAM),
                                            .classes = "svg-tile"};
    const struct svg_cells cells = {
        .x = x, .y = y, .width = TILE, .height = TILE, .columns = TILES, .rows = TILES};
    const double left = x + TILE * (double)column, top = y + TILE * (double)row;
    svg_cells_rule(canvas, &cells, &rules);
    svg_canvas_rect(canvas, SVG_RECT(x, y, SQUARE, SQUARE), &frame);
    svg_canvas_rect(canvas, SVG_RECT(left, top, TILE, TILE), &chosen);
    svg_canvas_rect(canvas, SVG_RECT(left + 1.5, top + TILE * LINE / WORDS, TILE - 3, 4),
                    &global_line);
}

static void draw_tile(struct svg_canvas *canvas, double x, double y) {
    static const struct svg_paint ground = {SVG_FILL(LEVEL_SHARED_SOFT)};
    const struct svg_cells cells = {
        .x = x, .y = y, .width = WORD, .height = WORD, .columns = WORDS, .rows = WORDS};
    svg_canvas_rect(canvas, SVG_RECT(x, y, SQUARE, SQUARE), &ground);
    svg_cells_rule(canvas, &cells, &rules);
    svg_canvas_rect(canvas, SVG_RECT(x + WORD * LINE, y, WORD, SQUARE), &fetched_line);
    svg_canvas_rect(canvas, SVG_RECT(x, y + WORD * LINE, SQUARE, WORD), &stored_line);
    svg_canvas_rect(canvas, SVG_RECT(x, y, SQUARE, SQUARE), &frame);
}

static void draw_square(struct svg_canvas *canvas, enum square square, double x, double y) {
    if (square == MIDDLE)
        draw_tile(canvas, x, y);
    else
        draw_matrix(canvas, x, y, square == INPUT ? 2 : 1, square == INPUT ? 1 : 2);
}

/* ---- words ----------------------------------------------------------------------------------- */

static double draw_step(struct svg_canvas *canvas, struct svg_at at, const char *text,
                        const struct svg_paint *key) {
    svg_swatch(canvas, at, svg_style_label.font, key);
    at.x += KEY;
    at.room -= KEY;
    return svg_canvas_block(canvas, at, text, &svg_style_label) + 6;
}

static double draw_steps(struct svg_canvas *canvas, const struct svg_transpose *in,
                         enum square square, struct svg_at at) {
    if (square == INPUT) return draw_step(canvas, at, in->load, &global_line);
    if (square == OUTPUT) return draw_step(canvas, at, in->write, &global_line);
    at.y = draw_step(canvas, at, in->store, &stored_line);
    return draw_step(canvas, at, in->fetch, &fetched_line);
}

static const char *name_of(const struct svg_transpose *in, enum square square) {
    return square == INPUT ? in->input : square == MIDDLE ? in->tile : in->output;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Beside the last square there is no gap to write into. */
static double words_room(enum square square) {
    return square == OUTPUT ? SQUARE : SQUARE + WIDE_GAP - 24;
}

static double draw_wide(struct svg_canvas *canvas, const struct svg_transpose *in) {
    double top = 1, below = 1;
    for (enum square i = INPUT; i <= OUTPUT; i++)
        top = fmax(top, 1 + svg_wrap_height(name_of(in, i), svg_style_name.font, words_room(i)));
    top += 6.5;
    for (enum square i = INPUT; i <= OUTPUT; i++) {
        const double x = 1 + (SQUARE + WIDE_GAP) * (double)i, middle = top + SQUARE / 2;
        svg_canvas_block(canvas, SVG_AT(x, 1, words_room(i)), name_of(in, i), &svg_style_name);
        draw_square(canvas, i, x + 0.5, top);
        if (i != INPUT)
            svg_arrow(canvas, SVG_BOX(x - WIDE_GAP + 12, middle, x - 12, middle),
                      SVG_COLOUR_INK_SOFT);
        const struct svg_at words = {x, top + SQUARE + 10, words_room(i)};
        below = fmax(below, draw_steps(canvas, in, i, words));
    }
    return below;
}

static double draw_narrow(struct svg_canvas *canvas, const struct svg_transpose *in) {
    const double side = 1 + SQUARE + SIDE_GAP, middle = 1 + SQUARE / 2;
    double y = 1;
    for (enum square i = INPUT; i <= OUTPUT; i++) {
        if (i != INPUT) {
            svg_arrow(canvas, SVG_BOX(middle, y + 6, middle, y + NARROW_GAP - 6),
                      SVG_COLOUR_INK_SOFT);
            y += NARROW_GAP;
        }
        draw_square(canvas, i, 1.5, y + 0.5);
        struct svg_at words = {side, y, canvas->width - 1 - side};
        words.y = svg_canvas_block(canvas, words, name_of(in, i), &svg_style_name) + 6;
        y = fmax(y + SQUARE + 1, draw_steps(canvas, in, i, words));
    }
    return y + 10;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_transpose *in = figure;
    double y =
        canvas->frame->layout == SVG_NARROW ? draw_narrow(canvas, in) : draw_wide(canvas, in) + 6;
    y = svg_canvas_across(canvas, y, in->measured, &svg_style_label);
    svg_canvas_block(canvas, SVG_AT(1, y + (svg_given(in->measured) ? 4 : 0), canvas->width - 2),
                     in->note, &svg_style_small);
}

struct svg_result svg_transpose(const struct svg_transpose *in, const struct svg_frame *figure) {
    return svg_figure(figure, in, check_transpose, draw);
}
