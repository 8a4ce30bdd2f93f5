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

static void check_transpose(struct svg_check *check, const struct svg_transpose *in) {
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

static const struct svg_paint frame = {.stroke_width = 1, .stroke = SVG_COLOUR_INK_SOFT};
static const struct svg_paint rules = {.stroke_width = 1, .stroke = SVG_COLOUR_LINE};
static const struct svg_paint global_line = {
    .filled = true, .fill = SVG_COLOUR_RUNG_DRAM, .classes = "svg-line-global"};
static const struct svg_paint stored_line = {
    .filled = true, .fill = SVG_COLOUR_RUNG_SHARED, .classes = "svg-line-stored"};
static const struct svg_paint fetched_line = {.filled = true,
                                              .fill = SVG_COLOUR_RUNG_SHARED,
                                              .pattern = SVG_HATCH,
                                              .classes = "svg-line-fetched"};

/* A matrix of tiles; one of them, and in it one row of words, are marked. */
static void draw_matrix(struct svg_canvas *canvas, double x, double y, size_t column, size_t row) {
    static const struct svg_paint chosen = {.filled = true,
                                            .fill = SVG_COLOUR_RUNG_DRAM_SOFT,
                                            .stroke_width = 1.5,
                                            .stroke = SVG_COLOUR_RUNG_DRAM,
                                            .classes = "svg-tile"};
    const struct svg_cells cells = {.x = x, .y = y, .width = TILE, .height = TILE};
    const double left = x + TILE * (double)column, top = y + TILE * (double)row;
    svg_cells_rule(canvas, &cells, TILES, TILES, &rules);
    svg_canvas_rect(canvas, x, y, SQUARE, SQUARE, 0, &frame);
    svg_canvas_rect(canvas, left, top, TILE, TILE, 0, &chosen);
    svg_canvas_rect(canvas, left + 1.5, top + TILE * LINE / WORDS, TILE - 3, 4, 0, &global_line);
}

static void draw_tile(struct svg_canvas *canvas, double x, double y) {
    static const struct svg_paint ground = {.filled = true, .fill = SVG_COLOUR_RUNG_SHARED_SOFT};
    const struct svg_cells cells = {.x = x, .y = y, .width = WORD, .height = WORD};
    svg_canvas_rect(canvas, x, y, SQUARE, SQUARE, 0, &ground);
    svg_cells_rule(canvas, &cells, WORDS, WORDS, &rules);
    svg_canvas_rect(canvas, x + WORD * LINE, y, WORD, SQUARE, 0, &fetched_line);
    svg_canvas_rect(canvas, x, y + WORD * LINE, SQUARE, WORD, 0, &stored_line);
    svg_canvas_rect(canvas, x, y, SQUARE, SQUARE, 0, &frame);
}

static void draw_square(struct svg_canvas *canvas, enum square square, double x, double y) {
    if (square == MIDDLE)
        draw_tile(canvas, x, y);
    else
        draw_matrix(canvas, x, y, square == INPUT ? 2 : 1, square == INPUT ? 1 : 2);
}

/* ---- words ----------------------------------------------------------------------------------- */

static double draw_step(struct svg_canvas *canvas, double x, double y, double room,
                        const char *text, const struct svg_paint *key) {
    const double line = svg_line_height(svg_style_label.font);
    svg_canvas_rect(canvas, x, y + (line - SVG_SWATCH) / 2, SVG_SWATCH, SVG_SWATCH, 2, key);
    return svg_canvas_block(canvas, x + KEY, y, room - KEY, text, &svg_style_label) + 6;
}

static double draw_steps(struct svg_canvas *canvas, const struct svg_transpose *in,
                         enum square square, double x, double y, double room) {
    if (square == INPUT) return draw_step(canvas, x, y, room, in->load, &global_line);
    if (square == OUTPUT) return draw_step(canvas, x, y, room, in->write, &global_line);
    y = draw_step(canvas, x, y, room, in->store, &stored_line);
    return draw_step(canvas, x, y, room, in->fetch, &fetched_line);
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
    for (int i = INPUT; i <= OUTPUT; i++) {
        size_t lines = svg_wrap_count(name_of(in, (enum square)i), svg_style_name.font,
                                      words_room((enum square)i));
        top = fmax(top, 1 + svg_line_height(svg_style_name.font) * (double)lines);
    }
    top += 6.5;
    for (int i = INPUT; i <= OUTPUT; i++) {
        const double x = 1 + (SQUARE + WIDE_GAP) * i;
        svg_canvas_block(canvas, x, 1, words_room((enum square)i), name_of(in, (enum square)i),
                         &svg_style_name);
        draw_square(canvas, (enum square)i, x + 0.5, top);
        if (i != INPUT)
            svg_arrow(canvas, x - WIDE_GAP + 12, top + SQUARE / 2, x - 12, top + SQUARE / 2,
                      SVG_COLOUR_INK_SOFT);
        below = fmax(below, draw_steps(canvas, in, (enum square)i, x, top + SQUARE + 10,
                                       words_room((enum square)i)));
    }
    return below;
}

static double draw_narrow(struct svg_canvas *canvas, const struct svg_transpose *in) {
    const double side = 1 + SQUARE + SIDE_GAP, room = canvas->width - 1 - side;
    double y = 1;
    for (int i = INPUT; i <= OUTPUT; i++) {
        if (i != INPUT) {
            svg_arrow(canvas, 1 + SQUARE / 2, y + 6, 1 + SQUARE / 2, y + NARROW_GAP - 6,
                      SVG_COLOUR_INK_SOFT);
            y += NARROW_GAP;
        }
        draw_square(canvas, (enum square)i, 1.5, y + 0.5);
        double words =
            svg_canvas_block(canvas, side, y, room, name_of(in, (enum square)i), &svg_style_name);
        words = draw_steps(canvas, in, (enum square)i, side, words + 6, room);
        y = fmax(y + SQUARE + 1, words);
    }
    return y + 10;
}

static void draw(struct svg_canvas *canvas, const struct svg_transpose *in) {
    double y =
        canvas->frame->layout == SVG_NARROW ? draw_narrow(canvas, in) : draw_wide(canvas, in) + 6;
    y = svg_canvas_block(canvas, 1, y, canvas->width - 2, in->measured, &svg_style_label);
    svg_canvas_block(canvas, 1, y + (svg_given(in->measured) ? 4 : 0), canvas->width - 2, in->note,
                     &svg_style_small);
}

struct svg_result svg_transpose(const struct svg_transpose *in, const struct svg_frame *figure) {
    struct svg_check check = {0};
    svg_check_frame(&check, figure);
    check_transpose(&check, in);
    if (check.code != SVG_OK) return svg_check_result(&check);
    struct svg_canvas canvas = svg_canvas_begin(figure);
    draw(&canvas, in);
    return svg_canvas_finish(&canvas);
}
