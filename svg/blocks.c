/* blocks.c -- which blocks fit into an SM; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>

enum { KERNELS = 4 };

#define INSET 16.0
#define BAR_HEIGHT 24.0
#define PANEL_GAP 16.0

static void check_share(struct svg_check *check, const struct svg_share *share) {
    svg_check_text(check, share->name, true, "name");
    svg_check_text(check, share->taken, true, "taken");
    svg_check_value(check, share->whole, false, "whole");
    svg_check_value(check, share->each, share->whole > 0, "each");
}

static bool is_too_much(const struct svg_share *share, size_t blocks) {
    return share->each * (double)blocks > share->whole && share->whole > 0;
}

static void check_blocks(struct svg_check *check, const void *figure) {
    const struct svg_blocks *in = figure;
    svg_check_text(check, in->taken, true, "taken");
    svg_check_text(check, in->left, true, "left");
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->kernel_count, 1, KERNELS, "kernel_count");
    if (in->kernels == NULL) svg_check_fail(check, SVG_ERR_MISSING, "kernels");
    for (size_t i = 0; check->code == SVG_OK && i < in->kernel_count; i++) {
        const struct svg_blocks_kernel *kernel = &in->kernels[i];
        svg_check_at(check, "kernels[%zu]", i);
        svg_check_text(check, kernel->name, true, "name");
        svg_check_text(check, kernel->fits, true, "fits");
        svg_check_text(check, kernel->limit, false, "limit");
        svg_check_count(check, kernel->blocks, 0, SVG_BLOCKS_MAX, "blocks");
        svg_check_at(check, "kernels[%zu].registers", i);
        check_share(check, &kernel->registers);
        svg_check_at(check, "kernels[%zu].threads", i);
        check_share(check, &kernel->threads);
        svg_check_at(check, "kernels[%zu]", i);
        if (is_too_much(&kernel->registers, kernel->blocks) ||
            is_too_much(&kernel->threads, kernel->blocks))
            svg_check_fail(check, SVG_ERR_NUMBER, "blocks");
    }
}

/* ---- one bar --------------------------------------------------------------------------------- */

/* A bar is a resource of one SM, of which the blocks take their shares. */
struct bar {
    const struct svg_share *share;
    size_t blocks;
    enum svg_colour colour;
};

/* Blocks are numbered where they are wide enough for the last number. */
static void number_blocks(struct svg_canvas *canvas, struct svg_at at, double width,
                          size_t blocks) {
    const struct svg_style style = {
        .font = SVG_FONT_SMALL, .colour = SVG_COLOUR_ON_LEVEL, .anchor = SVG_MIDDLE};
    const double baseline = svg_baseline(at.y + 4, style.font);
    char text[24];
    snprintf(text, sizeof text, "%zu", blocks);
    if (svg_text_room(text, style.font) + 4 > width) return;
    for (size_t i = 0; i < blocks; i++) {
        snprintf(text, sizeof text, "%zu", i + 1);
        svg_words(canvas, SVG_POINT(at.x + width * ((double)i + 0.5), baseline), text, &style);
    }
}

static void draw_bar(struct svg_canvas *canvas, struct svg_at at, const struct bar *bar) {
    static const struct svg_paint rest = {SVG_FILL(INK_SOFT), .pattern = SVG_HATCH,
                                          .classes = "svg-block-rest"};
    const struct svg_paint block = {.filled = true, .fill = bar->colour, .classes = "svg-block"};
    const struct svg_paint edge = {.stroke_width = 1, .stroke = bar->colour};
    const struct svg_paint unknown = {
        .stroke_width = 1.5, .stroke = bar->colour, .dash = "4 3", .classes = "svg-unscaled"};
    const double x = at.x, y = at.y, room = at.room, whole = bar->share->whole;
    if (whole <= 0) {
        svg_canvas_rect(canvas, SVG_RECT(x + 0.75, y + 0.75, room - 1.5, BAR_HEIGHT - 1.5),
                        &unknown);
        return;
    }
    const double width = room * bar->share->each / whole, taken = width * (double)bar->blocks;
    if (room - taken >= 0.5)
        svg_canvas_rect(canvas, SVG_RECT(x + taken, y, room - taken, BAR_HEIGHT), &rest);
    for (size_t i = 0; i < bar->blocks; i++) /* 1 px of the panel shows between two blocks */
        svg_canvas_rect(canvas,
                        SVG_RECT(x + width * (double)i + 0.5, y, fmax(width - 1, 0.5), BAR_HEIGHT),
                        &block);
    svg_canvas_rect(canvas, SVG_RECT(x + 0.5, y + 0.5, room - 1, BAR_HEIGHT - 1), &edge);
    number_blocks(canvas, at, width, bar->blocks);
}

/* ---- one SM ---------------------------------------------------------------------------------- */

static double draw_share(struct svg_canvas *canvas, struct svg_at at, const struct bar *bar) {
    at.y = svg_words_apart(canvas, at, SVG_WORDS(bar->share->name, &svg_style_label),
                           SVG_WORDS(bar->share->taken, &svg_style_label)) +
           5;
    draw_bar(canvas, at, bar);
    return at.y + BAR_HEIGHT;
}

/* Draws what stands in the panel; returns the y below. */
static double kernel_content(struct svg_canvas *canvas, const struct svg_blocks_kernel *kernel,
                             double y) {
    const struct bar registers = {&kernel->registers, kernel->blocks, SVG_COLOUR_LEVEL_REGISTERS};
    const struct bar threads = {&kernel->threads, kernel->blocks, SVG_COLOUR_MARK_1};
    const bool narrow = canvas->frame->layout == SVG_NARROW;
    struct svg_at at = {INSET, y, canvas->width - 2 * INSET};
    struct svg_style limit = svg_style_small;
    limit.anchor = narrow ? SVG_START : SVG_END;
    at.y = svg_words_apart(canvas, at, SVG_WORDS(kernel->name, &svg_style_name),
                           SVG_WORDS(kernel->fits, &svg_style_label));
    at.y = svg_canvas_block(canvas, SVG_AT(narrow ? INSET : INSET + at.room, at.y, at.room),
                            kernel->limit, &limit) +
           8;
    at.y = draw_share(canvas, at, &registers) + 12;
    return draw_share(canvas, at, &threads);
}

/* Returns the y below the panel. */
static double draw_kernel(struct svg_canvas *canvas, const struct svg_blocks_kernel *kernel,
                          double y) {
    static const struct svg_paint sm = {SVG_FILL(SURFACE_SOFT), SVG_EDGE(1, INK_SOFT),
                                        .classes = "svg-panel-sm"};
    canvas->dry = true;
    const double bottom = kernel_content(canvas, kernel, y + 12) + INSET;
    canvas->dry = false;
    svg_canvas_group(canvas, "svg-kernel");
    svg_canvas_rect(canvas, SVG_ROUND(1, y, canvas->width - 2, bottom - y, 8), &sm);
    kernel_content(canvas, kernel, y + 12);
    svg_canvas_group_end(canvas);
    return bottom;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_blocks *in = figure;
    const struct svg_legend_item legend[] = {
        {in->taken, SVG_KEY_BAR, {.colour = SVG_COLOUR_LEVEL_REGISTERS}},
        {in->left, SVG_KEY_BAR, {.colour = SVG_COLOUR_INK_SOFT, .pattern = SVG_HATCH}},
    };
    double y = svg_legend(canvas, 1, legend, 2);
    for (size_t i = 0; i < in->kernel_count; i++)
        y = draw_kernel(canvas, &in->kernels[i], y) + PANEL_GAP;
    svg_canvas_across(canvas, y - PANEL_GAP + 10, in->note, &svg_style_small);
}

struct svg_result svg_blocks(const struct svg_blocks *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_blocks, draw);
}
