/* banks.c -- a column of a tile over the banks of shared memory; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

enum { BANKS = 32, ROWS = 32, TILES = 4 };

#define CELL_HEIGHT 8.0
#define BESIDE_GAP 30.0  /* between two tiles */
#define COUNT_GAP 4.0    /* between the grid and the bars */
#define COUNT_HEIGHT 1.0 /* px for each word that a bank has to give */

static void check_banks(struct svg_check *check, const void *figure) {
    const struct svg_banks *in = figure;
    bool padded = false;
    svg_check_count(check, in->tile_count, 1, TILES, "tile_count");
    svg_check_count(check, in->column, 0, BANKS - 1, "column");
    if (in->tiles == NULL) svg_check_fail(check, SVG_ERR_MISSING, "tiles");
    for (size_t i = 0; check->code == SVG_OK && i < in->tile_count; i++) {
        const struct svg_banks_tile *tile = &in->tiles[i];
        svg_check_at(check, "tiles[%zu]", i);
        svg_check_text(check, tile->name, true, "name");
        svg_check_text(check, tile->counted, true, "counted");
        svg_check_text(check, tile->measured, false, "measured");
        if (tile->row < BANKS || tile->row > SVG_BANKS_ROW_MAX)
            svg_check_fail(check, SVG_ERR_NUMBER, "row");
        padded |= tile->row > BANKS;
    }
    svg_check_at(check, "");
    svg_check_text(check, in->first, true, "first");
    svg_check_text(check, in->last, true, "last");
    svg_check_text(check, in->wanted, true, "wanted");
    svg_check_text(check, in->padding, padded, "padding");
    svg_check_text(check, in->note, false, "note");
}

static void add_word(struct svg_canvas *canvas, const struct svg_cells *cells, size_t word) {
    svg_cell_add(canvas, cells, word % BANKS, word / BANKS);
}

static void draw_cells(struct svg_canvas *canvas, const struct svg_cells *cells, size_t column) {
    static const struct svg_paint ground = {SVG_FILL(LEVEL_SHARED_SOFT)};
    static const struct svg_paint lines = {SVG_EDGE(1, LINE)};
    static const struct svg_paint frame = {SVG_EDGE(1, INK_SOFT)};
    static const struct svg_paint padding = {SVG_FILL(INK_SOFT), .pattern = SVG_HATCH,
                                             .classes = "svg-words-padding"};
    static const struct svg_paint wanted = {SVG_FILL(LEVEL_SHARED), .classes = "svg-words-wanted"};
    const size_t row = cells->rows;
    const struct svg_rect all = {cells->x, cells->y, cells->width * BANKS,
                                 cells->height * (double)row, 0};
    svg_canvas_rect(canvas, all, &ground);
    svg_cells_rule(canvas, cells, &lines);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t word = BANKS; word < row; word++)
            add_word(canvas, cells, i * row + word);
    if (row > BANKS) svg_canvas_path(canvas, &padding);
    for (size_t i = 0; i < ROWS; i++)
        add_word(canvas, cells, i * row + column);
    svg_canvas_path(canvas, &wanted);
    svg_canvas_rect(canvas, all, &frame);
}

/* A bar hangs from the grid below each bank that has to give words. */
static void draw_counts(struct svg_canvas *canvas, const struct svg_cells *cells, size_t column) {
    static const struct svg_paint bar = {SVG_FILL(LEVEL_SHARED), .classes = "svg-bank-count"};
    const double y = cells->y + cells->height * (double)cells->rows + COUNT_GAP;
    size_t count[BANKS] = {0};
    for (size_t i = 0; i < ROWS; i++)
        count[(i * cells->rows + column) % BANKS]++;
    for (size_t i = 0; i < BANKS; i++)
        if (count[i] > 0)
            cairo_rectangle(canvas->cairo, cells->x + cells->width * (double)i + 1, y,
                            cells->width - 2, COUNT_HEIGHT * (double)count[i]);
    svg_canvas_path(canvas, &bar);
}

/* A tile's labels stand below `rows` rows and the longest bar, so that those of neighbors are
 * level. A row of the tile, padding included, is as many words long as the grid has rows. */
static double draw_tile(struct svg_canvas *canvas, const struct svg_banks *in,
                        const struct svg_banks_tile *tile, struct svg_at at, size_t rows) {
    struct svg_cells cells = {.x = at.x + 0.5,
                              .width = floor((at.room - 1) / BANKS * 2) / 2,
                              .height = CELL_HEIGHT,
                              .inset = 0.5,
                              .columns = BANKS,
                              .rows = tile->row};
    at.room = cells.width * BANKS + 1;
    at.y = svg_canvas_block(canvas, at, tile->name, &svg_style_name);
    at.y = svg_canvas_block(canvas, at, tile->counted, &svg_style_label);
    at.y = svg_canvas_block(canvas, at, tile->measured, &svg_style_small);
    cells.y = floor(at.y) + 6.5;
    draw_cells(canvas, &cells, in->column);
    draw_counts(canvas, &cells, in->column);
    at.y = cells.y + CELL_HEIGHT * (double)rows + COUNT_GAP + COUNT_HEIGHT * ROWS + 2;
    return svg_words_apart(canvas, at, SVG_WORDS(in->first, &svg_style_small),
                           SVG_WORDS(in->last, &svg_style_small));
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_banks *in = figure;
    const struct svg_legend_item legend[] = {
        {in->wanted, SVG_KEY_BAR, {.colour = SVG_COLOUR_LEVEL_SHARED}},
        {in->padding, SVG_KEY_BAR, {.colour = SVG_COLOUR_INK_SOFT, .pattern = SVG_HATCH}},
    };
    const bool beside = canvas->frame->layout == SVG_WIDE && in->tile_count > 1;
    const double whole = canvas->width - 2;
    const double room = beside ? (whole - BESIDE_GAP) / 2 : whole;
    double y = svg_legend(canvas, 1, legend, svg_given(in->padding) ? 2 : 1) + 4, below = y;
    size_t most = 0;
    for (size_t i = 0; i < in->tile_count; i++)
        if (in->tiles[i].row > most) most = in->tiles[i].row;
    for (size_t i = 0; i < in->tile_count; i++) {
        const bool right = beside && i % 2 == 1;
        const struct svg_banks_tile *tile = &in->tiles[i];
        if (!right) y = below;
        const struct svg_at at = {right ? 1 + room + BESIDE_GAP : 1, y, room};
        double end = draw_tile(canvas, in, tile, at, beside ? most : tile->row);
        below = fmax(below, end + 14);
    }
    svg_canvas_block(canvas, SVG_AT(1, below - 4, whole), in->note, &svg_style_small);
}

struct svg_result svg_banks(const struct svg_banks *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_banks, draw);
}
