/* sectors.c -- a warp's load over the sectors of memory; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

enum { LANES = 32, WORDS = 32, SECTOR_WORDS = 8, SECTORS = WORDS / SECTOR_WORDS }; /* of a line */

#define SECTOR_GAP 6.0 /* at least */
#define LANES_GAP 10.0 /* right of the lanes' column */
#define LINE_HEIGHT 20.0
#define BOX_HEIGHT 16.0 /* of a sector; a word is 2 px less on each side */

struct pen {
    struct svg_canvas *canvas;
    double left; /* of the first sector */
    double word; /* px from word to word */
    double gap;  /* between sectors */
};

static void check_sectors(struct svg_check *check, const void *figure) {
    const struct svg_sectors *in = figure;
    svg_check_text(check, in->lanes, true, "lanes");
    svg_check_text(check, in->sector, true, "sector");
    svg_check_text(check, in->used, true, "used");
    svg_check_text(check, in->fetched, true, "fetched");
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->load_count, 1, SVG_MAX_SERIES, "load_count");
    if (in->loads == NULL) svg_check_fail(check, SVG_ERR_MISSING, "loads");
    for (size_t i = 0; check->code == SVG_OK && i < in->load_count; i++) {
        const struct svg_sectors_load *load = &in->loads[i];
        svg_check_at(check, "loads[%zu]", i);
        svg_check_text(check, load->name, true, "name");
        svg_check_text(check, load->counted, true, "counted");
        svg_check_text(check, load->measured, false, "measured");
        svg_check_count(check, load->stride, 1, SVG_SECTORS_STRIDE_MAX, "stride");
        if (load->lanes == NULL) svg_check_fail(check, SVG_ERR_MISSING, "lanes");
        for (size_t k = 0; check->code == SVG_OK && k < load->stride; k++) {
            svg_check_at(check, "loads[%zu].lanes[%zu]", i, k);
            svg_check_text(check, load->lanes[k], true, "");
        }
    }
}

/* The widest label decides where the sectors begin; the words share what is left, in
 * half px. */
static struct pen measure(struct svg_canvas *canvas, const struct svg_sectors *in) {
    double widest = svg_text_room(in->lanes, svg_style_small.font);
    for (size_t i = 0; i < in->load_count; i++)
        for (size_t k = 0; k < in->loads[i].stride; k++)
            widest = fmax(widest, svg_text_room(in->loads[i].lanes[k], svg_style_small.font));
    widest = fmin(widest, canvas->width / 4);
    struct pen pen = {.canvas = canvas, .left = ceil(1 + widest + LANES_GAP)};
    const double room = canvas->width - 1.5 - pen.left;
    pen.word = floor((room - SECTOR_GAP * (SECTORS - 1)) / WORDS * 2) / 2;
    pen.gap = (room - pen.word * WORDS) / (SECTORS - 1);
    return pen;
}

static double sector_x(const struct pen *pen, size_t sector) {
    return pen->left + (pen->word * SECTOR_WORDS + pen->gap) * (double)sector;
}

/* Adds all words of a line that are of one kind to one path. */
static void add_words(const struct pen *pen, const struct svg_sectors_load *load, double y,
                      size_t line, bool used) {
    for (size_t word = 0; word < WORDS; word++) {
        if (((line * WORDS + word) % load->stride == 0) != used) continue;
        const struct svg_cells cells = {.x = sector_x(pen, word / SECTOR_WORDS),
                                        .y = y + 1,
                                        .width = pen->word,
                                        .height = BOX_HEIGHT - 2,
                                        .inset = 1};
        svg_cell_add(pen->canvas, &cells, word % SECTOR_WORDS, 0);
    }
}

/* Returns the top of the next line. */
static double draw_line(const struct pen *pen, const struct svg_sectors_load *load, double y,
                        size_t line) {
    static const struct svg_paint box = {SVG_FILL(LEVEL_DRAM_SOFT), SVG_EDGE(1, LEVEL_DRAM),
                                         .classes = "svg-sector"};
    static const struct svg_paint used = {SVG_FILL(LEVEL_DRAM), .classes = "svg-words-used"};
    static const struct svg_paint fetched = {SVG_FILL(SURFACE), .classes = "svg-words-fetched"};
    for (size_t i = 0; i < SECTORS; i++)
        svg_canvas_rect(pen->canvas,
                        SVG_ROUND(sector_x(pen, i) - 0.5, y - 0.5, pen->word * SECTOR_WORDS + 1,
                                  BOX_HEIGHT + 1, 2),
                        &box);
    add_words(pen, load, y, line, true);
    svg_canvas_path(pen->canvas, &used);
    add_words(pen, load, y, line, false);
    svg_canvas_path(pen->canvas, &fetched);
    return fmax(y + LINE_HEIGHT,
                svg_words_before(pen->canvas, pen->left - LANES_GAP, y, load->lanes[line]));
}

/* The heads of the columns stand once, over the first load. */
static double draw_heads(const struct pen *pen, const struct svg_sectors *in, double y) {
    double below = svg_words_before(pen->canvas, pen->left - LANES_GAP, y, in->lanes);
    const double room = pen->word * SECTOR_WORDS;
    for (size_t i = 0; i < SECTORS; i++)
        below =
            fmax(below, svg_canvas_block(pen->canvas, SVG_AT(sector_x(pen, i) + room / 2, y, room),
                                         in->sector, &svg_style_small_middle));
    return below + 3;
}

static double draw_load(const struct pen *pen, const struct svg_sectors *in, size_t index,
                        double y) {
    const struct svg_sectors_load *load = &in->loads[index];
    struct svg_canvas *canvas = pen->canvas;
    const double room = canvas->width - 2;
    y = svg_words_apart(canvas, SVG_AT(1, y, room), SVG_WORDS(load->name, &svg_style_name),
                        SVG_WORDS(load->counted, &svg_style_label));
    y = svg_words_apart(canvas, SVG_AT(1, y, room), SVG_WORDS(NULL, &svg_style_small),
                        SVG_WORDS(load->measured, &svg_style_small));
    y = index == 0 ? draw_heads(pen, in, y + 4) : y + 6;
    for (size_t line = 0; line < load->stride; line++)
        y = draw_line(pen, load, y + 1, line) - 1;
    return y + 16;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_sectors *in = figure;
    const struct svg_legend_item legend[] = {
        {in->used, SVG_KEY_BAR, {.colour = SVG_COLOUR_LEVEL_DRAM}},
        {in->fetched, SVG_KEY_OPEN, {.colour = SVG_COLOUR_LEVEL_DRAM}},
    };
    const struct pen pen = measure(canvas, in);
    double y = svg_legend(canvas, 1, legend, 2) + 4;
    for (size_t i = 0; i < in->load_count; i++)
        y = draw_load(&pen, in, i, y);
    svg_canvas_across(canvas, y - 4, in->note, &svg_style_small);
}

struct svg_result svg_sectors(const struct svg_sectors *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_sectors, draw);
}
