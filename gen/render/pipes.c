/* pipes -- see pipes.h. */
#include "render/pipes.h"

#include "render/quantity.h"

struct text pipes_rate(struct arena *arena, struct model_figure rate, enum model_level level) {
    if (!rate.known) return TEXT("not known");
    return quantity_alone(arena, level == MODEL_COMPUTE ? TEXT("FLOP/s") : TEXT("B/s"), rate.value);
}

struct text pipes_share(struct arena *arena, struct model_figure amount, struct model_figure busy) {
    if (amount.known && amount.value == 0) return TEXT("–");
    if (!busy.known) return TEXT("not known");
    return quantity_in(arena, "%", busy.value);
}

struct text pipes_busy(struct arena *arena, struct model_figure amount, struct model_figure busy) {
    if (amount.known && amount.value == 0) return TEXT("not used");
    if (!busy.known) return TEXT("not known");
    return arena_printf(arena, "%.*s busy", TEXT_ARG(pipes_share(arena, amount, busy)));
}

/* ---- geometry -------------------------------------------------------------------------------- */

/* Wide: from left to right. Narrow: the same from top to bottom. `along` is the direction in which
 * the levels follow each other, thickness lies across it. Pixels. */
struct geometry {
    int width, height;
    int start, node, pipe;             /* along: margin, length of a node, of a pipe */
    int centre, full;                  /* across: the middle; thickness of the fastest level */
    const char *name_class;            /* how the words stand */
    int words_across, words_gap, lead; /* where a pipe's words begin, and their lines */
};
static const struct geometry geometries[] = {
    [SVG_WIDE] = {720, 306, 22, 52, 104, 136, 176, "mid", 256, 19, 0},
    [SVG_NARROW] = {358, 506, 8, 36, 77, 112, 196, "start", 0, 18, 26},
};
enum { NODE_MARGIN = 12, LANE = 8, PERIOD = 18, THIN = 12 };

static int along_of(const struct geometry *g, int node) {
    return g->start + node * (g->node + g->pipe);
}

static double fastest(const struct model_rates *rates) {
    double fast = 0;
    for (int i = MODEL_REGISTERS; i <= MODEL_DRAM; i++)
        if (rates->rate[i].known && rates->rate[i].value > fast) fast = rates->rate[i].value;
    return fast;
}

/* Packets run in lanes next to each other, as many as fit; in a thin pipe there is one. Each begins a
 * period and a little more further back, below the node, because the packets are moved by shifting
 * the whole path by a period, over and over: that costs the page's own thread nothing. The script
 * draws the same lanes. */
static void lanes(struct buf *out, const struct geometry *g, bool wide, int from, double thick) {
    int count = thick < THIN ? 1 : (int)(thick / LANE);
    double step = thick / count;
    buf_printf(out, "<path class=\"packets\" stroke-width=\"%.2f\" d=\"",
               thick < THIN ? (thick > 4 ? 4 : thick) : 3.0);
    for (int i = 0; i < count; i++) {
        double across = g->centre - thick / 2 + step * (i + 0.5);
        int begin = from - PERIOD - i * 7 % PERIOD;
        if (wide)
            buf_printf(out, "M%d %.2fH%d", begin, across, from + g->pipe);
        else
            buf_printf(out, "M%.2f %dV%d", across, begin, from + g->pipe);
    }
    buf_str(out, "\"/>");
}

static void word(struct buf *out, const char *class, const char *anchor, int x, int y,
                 struct text text) {
    buf_printf(out, "<text class=\"%s %s\" x=\"%d\" y=\"%d\">", class, anchor, x, y);
    buf_html(out, text);
    buf_str(out, "</text>");
}

static void pipe(struct buf *out, const struct pipes *pipes, enum svg_layout layout,
                 enum model_level level, struct arena *arena) {
    const struct geometry *g = &geometries[layout];
    bool wide = layout == SVG_WIDE;
    struct model_figure rate = pipes->rates.rate[level], amount = pipes->work.amount[level];
    bool bound = pipes->result.time.known && pipes->result.bound == level;
    double thick = rate.known ? g->full * rate.value / fastest(&pipes->rates) : 24;
    if (thick < 1) thick = 1;
    int from = along_of(g, (int)level) + g->node;
    bool idle = (amount.known && amount.value == 0) || !rate.known;
    buf_printf(out,
               "<g class=\"pipe pipe-%s%s%s%s\" data-level=\"%s\">\n<rect class=\"pipe-body\" ",
               model_level_name(level), bound ? " bound" : "", idle ? " idle" : "",
               rate.known ? "" : " unknown", model_level_name(level));
    double across = g->centre - thick / 2;
    if (wide)
        buf_printf(out, "x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%.2f\"/>\n", from, across,
                   g->pipe, thick);
    else
        buf_printf(out, "x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"/>\n", across, from, thick,
                   g->pipe);
    lanes(out, g, wide, from, thick);
    int x = wide ? from + g->pipe / 2 : 2 * g->centre + 6;
    int y = wide ? g->words_across : from + g->lead;
    const char *anchor = g->name_class;
    buf_char(out, '\n');
    word(out, "name", anchor, x, wide ? 20 : y - 2, text_of(model_level_words(level)));
    if (!wide) y += g->words_gap - 2;
    word(out, "rate", anchor, x, y, pipes_rate(arena, rate, level));
    word(out, "busy", anchor, x, y + g->words_gap,
         pipes_busy(arena, amount, pipes->result.busy[level]));
    word(out, "mark", anchor, x, y + 2 * g->words_gap, bound ? TEXT("the bound") : TEXT(""));
    buf_str(out, "\n</g>\n");
}

/* Where the pipes begin and end: lanes, registers, shared memory, L2, DRAM. */
static void node(struct buf *out, const struct geometry *g, bool wide, int index) {
    static const char *const words[][2] = {
        {"FP32", "lanes"}, {"register", "file"}, {"shared", "memory"}, {"L2", ""}, {"DRAM", ""}};
    int along = along_of(g, index), thick = g->full + 2 * NODE_MARGIN;
    int across = g->centre - thick / 2;
    const char *first = words[index][0], *second = words[index][1];
    if (wide) {
        int x = along + g->node / 2, y = g->centre + 4;
        buf_printf(out,
                   "<rect class=\"node\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>",
                   along, across, g->node, thick);
        word(out, "node-name", "mid", x, *second ? y - 8 : y, text_of(first));
        if (*second) word(out, "node-name", "mid", x, y + 8, text_of(second));
    } else {
        buf_printf(out,
                   "<rect class=\"node\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>",
                   across, along, thick, g->node);
        buf_printf(out, "<text class=\"node-name mid\" x=\"%d\" y=\"%d\">%s%s%s</text>", g->centre,
                   along + g->node / 2 + 4, first, *second ? " " : "", second);
    }
    buf_char(out, '\n');
}

/* The arithmetic has a node alone. */
static void compute(struct buf *out, const struct pipes *pipes, enum svg_layout layout,
                    struct arena *arena) {
    const struct geometry *g = &geometries[layout];
    bool wide = layout == SVG_WIDE;
    bool bound = pipes->result.time.known && pipes->result.bound == MODEL_COMPUTE;
    int x = wide ? g->start + g->node / 2 : 2 * g->centre + 6;
    int y = wide ? g->words_across : g->start + 15;
    buf_printf(out, "<g class=\"pipe pipe-compute%s\" data-level=\"compute\">\n",
               bound ? " bound" : "");
    node(out, g, wide, 0);
    word(out, "rate", g->name_class, x, y,
         pipes_rate(arena, pipes->rates.rate[MODEL_COMPUTE], MODEL_COMPUTE));
    word(out, "busy", g->name_class, x, y + g->words_gap,
         pipes_busy(arena, pipes->work.amount[MODEL_COMPUTE], pipes->result.busy[MODEL_COMPUTE]));
    word(out, "mark", g->name_class, x, y + 2 * g->words_gap, bound ? TEXT("the bound") : TEXT(""));
    buf_str(out, "\n</g>\n");
}

void pipes_svg(struct buf *out, const struct pipes *pipes, enum svg_layout layout,
               const char *prefix, struct arena *arena) {
    const struct geometry *g = &geometries[layout];
    bool wide = layout == SVG_WIDE;
    buf_printf(out,
               "<svg class=\"svg-figure %s pipes\" viewBox=\"0 0 %d %d\" width=\"%d\" "
               "height=\"%d\" role=\"img\" aria-labelledby=\"%st\" aria-describedby=\"%sd\" "
               "data-full=\"%d\" data-centre=\"%d\">\n<title id=\"%st\">",
               wide ? "svg-wide" : "svg-narrow", g->width, g->height, g->width, g->height, prefix,
               prefix, g->full, g->centre, prefix);
    buf_html(out, pipes->title);
    buf_printf(out, "</title>\n<desc id=\"%sd\">", prefix);
    buf_html(out, pipes->description);
    buf_str(out, "</desc>\n");
    for (int i = MODEL_REGISTERS; i <= MODEL_DRAM; i++)
        pipe(out, pipes, layout, (enum model_level)i, arena);
    compute(out, pipes, layout, arena);
    for (int i = 1; i <= MODEL_COMPUTE; i++)
        node(out, g, wide, i);
    buf_str(out, "</svg>\n");
}
