/* cluster.c -- blocks that reach each other's shared memory; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

#define BLOCK_GAP 12.0
#define BLOCK_INSET 8.0
#define SHARED_HEIGHT 16.0
#define LINK_HEIGHT 20.0 /* between a block and the network, and from there to L2 */
#define BAND_INSET 10.0
#define WAY_HEIGHT 7.0 /* of the way between two blocks, above the network's lower edge */

static void check_route(struct svg_check *check, const struct svg_route *route, const char *where) {
    svg_check_at(check, where);
    svg_check_text(check, route->name, true, "name");
    svg_check_note(check, &route->figure, "figure");
}

static void check_cluster(struct svg_check *check, const void *figure) {
    const struct svg_cluster *in = figure;
    svg_check_count(check, in->block_count, 2, SVG_CLUSTER_MAX, "block_count");
    if (in->block_count % 2 != 0) svg_check_fail(check, SVG_ERR_NUMBER, "block_count");
    if (in->blocks == NULL) svg_check_fail(check, SVG_ERR_MISSING, "blocks");
    for (size_t i = 0; check->code == SVG_OK && i < in->block_count; i++) {
        svg_check_at(check, "blocks[%zu]", i);
        svg_check_text(check, in->blocks[i], true, "");
    }
    svg_check_at(check, "");
    if (in->reader >= in->block_count / 2) svg_check_fail(check, SVG_ERR_NUMBER, "reader");
    if (in->target < in->block_count / 2 || in->target >= in->block_count)
        svg_check_fail(check, SVG_ERR_NUMBER, "target");
    svg_check_text(check, in->network, true, "network");
    svg_check_text(check, in->l2, true, "l2");
    svg_check_text(check, in->note, false, "note");
    check_route(check, &in->own, "own");
    check_route(check, &in->other, "other");
    check_route(check, &in->cache, "cache");
}

/* ---- layout ---------------------------------------------------------------------------------- */

struct layout {
    const struct svg_cluster *in;
    size_t columns;
    double block_width, block_height;
    double network_height, l2_height;
    double upper, network, lower, l2; /* y of each */
};

static struct layout lay_out(const struct svg_canvas *canvas, const struct svg_cluster *in) {
    struct layout layout = {.in = in, .columns = in->block_count / 2};
    const double whole = canvas->width - 2, gaps = BLOCK_GAP * (double)(layout.columns - 1);
    double words = 0;
    layout.block_width = (whole - gaps) / (double)layout.columns;
    for (size_t i = 0; i < in->block_count; i++)
        words = fmax(words, svg_wrap_height(in->blocks[i], svg_style_small.font,
                                            layout.block_width - 2 * BLOCK_INSET));
    layout.block_height = words + SHARED_HEIGHT + 4 + 2 * BLOCK_INSET;
    layout.network_height =
        svg_wrap_height(in->network, svg_style_small.font, whole - 2 * BAND_INSET) + 5 +
        2 * WAY_HEIGHT;
    layout.l2_height =
        svg_wrap_height(in->l2, svg_style_name.font, whole - 2 * BAND_INSET) + 2 * BAND_INSET;
    layout.upper = 1;
    layout.network = layout.upper + layout.block_height + LINK_HEIGHT;
    layout.lower = layout.network + layout.network_height + LINK_HEIGHT;
    layout.l2 = layout.lower + layout.block_height + LINK_HEIGHT + 6;
    return layout;
}

static double block_x(const struct layout *layout, size_t index) {
    return 1 + (layout->block_width + BLOCK_GAP) *
                   (double)(index < layout->columns ? index : index - layout->columns);
}

static double block_y(const struct layout *layout, size_t index) {
    return index < layout->columns ? layout->upper : layout->lower;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static const struct svg_paint own = {SVG_FILL(LEVEL_SHARED), .classes = "svg-shared-own"};
static const struct svg_paint other = {SVG_FILL(LEVEL_SHARED), .pattern = SVG_BARS,
                                       .classes = "svg-shared-other"};
static const struct svg_paint unused = {SVG_FILL(LEVEL_SHARED_SOFT), SVG_EDGE(1, LEVEL_SHARED),
                                        .classes = "svg-shared"};

static void draw_block(struct svg_canvas *canvas, const struct layout *layout, size_t index) {
    static const struct svg_paint sm = {SVG_FILL(SURFACE_SOFT), SVG_EDGE(1, INK_SOFT),
                                        .classes = "svg-cluster-block"};
    const double x = block_x(layout, index), y = block_y(layout, index);
    const double room = layout->block_width - 2 * BLOCK_INSET;
    svg_canvas_rect(canvas, SVG_ROUND(x, y, layout->block_width, layout->block_height, 6), &sm);
    svg_canvas_block(canvas, SVG_AT(x + BLOCK_INSET, y + BLOCK_INSET, room),
                     layout->in->blocks[index], &svg_style_small);
    const struct svg_paint *paint = index == layout->in->reader   ? &own
                                    : index == layout->in->target ? &other
                                                                  : &unused;
    const double half = paint->stroke_width / 2;
    svg_canvas_rect(canvas,
                    SVG_RECT(x + BLOCK_INSET + half,
                             y + layout->block_height - BLOCK_INSET - SHARED_HEIGHT + half,
                             room - 2 * half, SHARED_HEIGHT - 2 * half),
                    paint);
}

/* The way goes from the reader down into the network, along it, and down to the target. */
static void draw_way(struct svg_canvas *canvas, const struct layout *layout, double y) {
    static const struct svg_paint line = {SVG_EDGE(1.5, INK), .classes = "svg-way"};
    const double reader = block_x(layout, layout->in->reader) + layout->block_width / 2;
    const double target = block_x(layout, layout->in->target) + layout->block_width / 2;
    svg_arrow(canvas, SVG_BOX(reader, y, reader, layout->upper + layout->block_height + 2),
              SVG_COLOUR_INK);
    svg_arrow(canvas, SVG_BOX(target, y, target, layout->lower - 2), SVG_COLOUR_INK);
    svg_canvas_line(canvas, SVG_BOX(fmin(reader, target) - 0.75, y, fmax(reader, target) + 0.75, y),
                    &line);
}

/* All blocks hang on the network by thin lines; the reader and its target get the way instead. */
static void draw_links(struct svg_canvas *canvas, const struct layout *layout) {
    static const struct svg_paint thin = {SVG_EDGE(1, LINE)};
    const double above = layout->upper + layout->block_height;
    const double below = layout->network + layout->network_height;
    for (size_t i = 0; i < layout->in->block_count; i++) {
        const double x = block_x(layout, i) + layout->block_width / 2;
        const bool upper = i < layout->columns;
        if (i == layout->in->reader || i == layout->in->target) continue;
        svg_canvas_add_line(
            canvas, SVG_BOX(x, upper ? above : below, x, upper ? layout->network : layout->lower));
    }
    if (layout->in->block_count > 2) svg_canvas_path(canvas, &thin);
    draw_way(canvas, layout, below - WAY_HEIGHT);
}

static void draw_bands(struct svg_canvas *canvas, const struct layout *layout) {
    static const struct svg_paint network = {SVG_EDGE(1, INK_SOFT), .classes = "svg-network"};
    static const struct svg_paint l2 = {SVG_FILL(LEVEL_L2_SOFT), SVG_EDGE(1.5, LEVEL_L2),
                                        .classes = "svg-panel-l2"};
    struct svg_style name = svg_style_name;
    name.anchor = SVG_MIDDLE;
    const double whole = canvas->width - 2, middle = canvas->width / 2;
    svg_canvas_rect(canvas, SVG_ROUND(1, layout->network, whole, layout->network_height, 6),
                    &network);
    svg_canvas_block(canvas, SVG_AT(middle, layout->network + 5, whole - 2 * BAND_INSET),
                     layout->in->network, &svg_style_small_middle);
    svg_canvas_rect(canvas, SVG_ROUND(1, layout->l2, whole, layout->l2_height, 8), &l2);
    svg_canvas_block(canvas, SVG_AT(middle, layout->l2 + BAND_INSET, whole - 2 * BAND_INSET),
                     layout->in->l2, &name);
    svg_arrow_both(canvas, middle, layout->lower + layout->block_height + 4, layout->l2 - 4);
}

static double draw_route(struct svg_canvas *canvas, const struct svg_route *route, double y,
                         const struct svg_paint *paint) {
    const double left = 1 + SVG_SWATCH + 8;
    struct svg_style style;
    const char *figure = svg_note_text(&route->figure, &style);
    struct svg_paint key = *paint;
    key.classes = NULL;
    svg_swatch(canvas, SVG_POINT(1, y), svg_style_label.font, &key);
    y = svg_words_apart(canvas, SVG_AT(left, y, canvas->width - 1 - left),
                        SVG_WORDS(route->name, &svg_style_label), SVG_WORDS(figure, &style));
    return y + 4;
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_cluster *in = figure;
    static const struct svg_paint cache = {SVG_FILL(LEVEL_L2_SOFT), SVG_EDGE(1.5, LEVEL_L2)};
    const struct layout layout = lay_out(canvas, in);
    for (size_t i = 0; i < in->block_count; i++)
        draw_block(canvas, &layout, i);
    draw_links(canvas, &layout);
    draw_bands(canvas, &layout);
    double y = layout.l2 + layout.l2_height + 14;
    y = draw_route(canvas, &in->own, y, &own);
    y = draw_route(canvas, &in->other, y, &other);
    y = draw_route(canvas, &in->cache, y, &cache);
    svg_canvas_across(canvas, y + 6, in->note, &svg_style_small);
}

struct svg_result svg_cluster(const struct svg_cluster *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_cluster, draw);
}
