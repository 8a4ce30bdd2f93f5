/* blocks.c -- who fits into an SM; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>

enum { KERNELS = 4 };

#define INSET 16.0
#define BAR_HEIGHT 24.0
#define PANEL_GAP 16.0

static void check_share(struct svg_check *check, const struct svg_share *share, size_t blocks,
                        size_t kernel, const char *where) {
    svg_check_text(check, share->name, true, "kernels[%zu].%s.name", kernel, where);
    svg_check_text(check, share->taken, true, "kernels[%zu].%s.taken", kernel, where);
    svg_check_value(check, share->whole, false, "kernels[%zu].%s.whole", kernel, where);
    svg_check_value(check, share->each, share->whole > 0, "kernels[%zu].%s.each", kernel, where);
    if (share->each * (double)blocks > share->whole && share->whole > 0)
        svg_check_fail(check, SVG_ERR_NUMBER, "kernels[%zu].blocks", kernel);
}

static void check_blocks(struct svg_check *check, const struct svg_blocks *in) {
    svg_check_text(check, in->taken, true, "taken");
    svg_check_text(check, in->left, true, "left");
    svg_check_text(check, in->note, false, "note");
    svg_check_count(check, in->kernel_count, 1, KERNELS, "kernel_count");
    if (in->kernels == NULL) svg_check_fail(check, SVG_ERR_MISSING, "kernels");
    for (size_t i = 0; check->code == SVG_OK && i < in->kernel_count; i++) {
        const struct svg_blocks_kernel *kernel = &in->kernels[i];
        svg_check_text(check, kernel->name, true, "kernels[%zu].name", i);
        svg_check_text(check, kernel->fits, true, "kernels[%zu].fits", i);
        svg_check_text(check, kernel->limit, false, "kernels[%zu].limit", i);
        svg_check_count(check, kernel->blocks, 0, SVG_BLOCKS_MAX, "kernels[%zu].blocks", i);
        check_share(check, &kernel->registers, kernel->blocks, i, "registers");
        check_share(check, &kernel->threads, kernel->blocks, i, "threads");
    }
}

/* ---- one bar --------------------------------------------------------------------------------- */

/* Numbers in the blocks, where they are wide enough for the last of them. */
static void number_blocks(struct svg_canvas *canvas, double x, double y, double width,
                          size_t blocks) {
    struct svg_style style = {
        .font = SVG_FONT_SMALL, .colour = SVG_COLOUR_ON_RUNG, .anchor = SVG_MIDDLE};
    char text[24];
    snprintf(text, sizeof text, "%zu", blocks);
    if (svg_text_room(text, style.font) + 4 > width) return;
    for (size_t i = 0; i < blocks; i++) {
        snprintf(text, sizeof text, "%zu", i + 1);
        svg_words(canvas, x + width * ((double)i + 0.5), svg_baseline(y + 4, style.font), text,
                  &style);
    }
}

static void draw_bar(struct svg_canvas *canvas, double x, double y, double room,
                     const struct svg_share *share, size_t blocks, enum svg_colour colour) {
    const struct svg_paint block = {.filled = true, .fill = colour, .classes = "svg-block"};
    const struct svg_paint rest = {.filled = true,
                                   .fill = SVG_COLOUR_INK_SOFT,
                                   .pattern = SVG_HATCH,
                                   .classes = "svg-block-rest"};
    const struct svg_paint edge = {.stroke_width = 1, .stroke = colour};
    const struct svg_paint unknown = {
        .stroke_width = 1.5, .stroke = colour, .dash = "4 3", .classes = "svg-unscaled"};
    if (share->whole <= 0) {
        svg_canvas_rect(canvas, x + 0.75, y + 0.75, room - 1.5, BAR_HEIGHT - 1.5, 0, &unknown);
        return;
    }
    const double width = room * share->each / share->whole;
    const double taken = width * (double)blocks;
    if (room - taken >= 0.5)
        svg_canvas_rect(canvas, x + taken, y, room - taken, BAR_HEIGHT, 0, &rest);
    for (size_t i = 0; i < blocks; i++) /* a px of the panel between two */
        svg_canvas_rect(canvas, x + width * (double)i + 0.5, y, fmax(width - 1, 0.5), BAR_HEIGHT, 0,
                        &block);
    svg_canvas_rect(canvas, x + 0.5, y + 0.5, room - 1, BAR_HEIGHT - 1, 0, &edge);
    number_blocks(canvas, x, y, width, blocks);
}

/* ---- one SM ---------------------------------------------------------------------------------- */

static double share_height(const struct svg_share *share, double room) {
    return svg_words_apart_height(room, share->name, &svg_style_label, share->taken,
                                  &svg_style_label) +
           5 + BAR_HEIGHT;
}

static double draw_share(struct svg_canvas *canvas, double x, double y, double room,
                         const struct svg_share *share, size_t blocks, enum svg_colour colour) {
    y = svg_words_apart(canvas, x, y, room, share->name, &svg_style_label, share->taken,
                        &svg_style_label);
    draw_bar(canvas, x, y + 5, room, share, blocks, colour);
    return y + 5 + BAR_HEIGHT;
}

static double panel_height(const struct svg_blocks_kernel *kernel, double room) {
    return 12 +
           svg_words_apart_height(room, kernel->name, &svg_style_name, kernel->fits,
                                  &svg_style_label) +
           svg_line_height(svg_style_small.font) *
               (double)svg_wrap_count(kernel->limit, svg_style_small.font, room) +
           8 + share_height(&kernel->registers, room) + 12 + share_height(&kernel->threads, room) +
           INSET;
}

/* Returns the y below the panel. */
static double draw_kernel(struct svg_canvas *canvas, const struct svg_blocks_kernel *kernel,
                          double y) {
    static const struct svg_paint sm = {.filled = true,
                                        .fill = SVG_COLOUR_SURFACE_SOFT,
                                        .stroke_width = 1,
                                        .stroke = SVG_COLOUR_INK_SOFT,
                                        .classes = "svg-panel-sm"};
    const double x = INSET, room = canvas->width - 2 * INSET;
    const double bottom = y + panel_height(kernel, room);
    const bool narrow = canvas->frame->layout == SVG_NARROW;
    struct svg_style limit = svg_style_small;
    limit.anchor = narrow ? SVG_START : SVG_END;
    svg_canvas_group(canvas, "svg-kernel", 0, 0);
    svg_canvas_rect(canvas, 1, y, canvas->width - 2, bottom - y, 8, &sm);
    y = svg_words_apart(canvas, x, y + 12, room, kernel->name, &svg_style_name, kernel->fits,
                        &svg_style_label);
    y = svg_canvas_block(canvas, narrow ? x : x + room, y, room, kernel->limit, &limit);
    y = draw_share(canvas, x, y + 8, room, &kernel->registers, kernel->blocks,
                   SVG_COLOUR_RUNG_REGISTERS);
    draw_share(canvas, x, y + 12, room, &kernel->threads, kernel->blocks, SVG_COLOUR_MARK_1);
    svg_canvas_group_end(canvas);
    return bottom;
}

static void draw(struct svg_canvas *canvas, const struct svg_blocks *in) {
    const struct svg_legend_item legend[] = {
        {in->taken, SVG_KEY_BAR, {.colour = SVG_COLOUR_RUNG_REGISTERS}},
        {in->left, SVG_KEY_BAR, {.colour = SVG_COLOUR_INK_SOFT, .pattern = SVG_HATCH}},
    };
    double y = svg_legend(canvas, 1, legend, 2);
    for (size_t i = 0; i < in->kernel_count; i++)
        y = draw_kernel(canvas, &in->kernels[i], y) + PANEL_GAP;
    svg_canvas_block(canvas, 1, y - PANEL_GAP + 10, canvas->width - 2, in->note, &svg_style_small);
}

struct svg_result svg_blocks(const struct svg_blocks *in, const struct svg_frame *frame) {
    struct svg_check check = {0};
    svg_check_frame(&check, frame);
    check_blocks(&check, in);
    if (check.code != SVG_OK) return svg_check_result(&check);
    struct svg_canvas canvas = svg_canvas_begin(frame);
    draw(&canvas, in);
    return svg_canvas_finish(&canvas);
}
