/* tool_pipes -- the levels of a card as pipes; see tool.h. */
#include "render/tool.h"

#include <math.h>

struct text pipes_rate(struct arena *arena, const struct pipes *pipes, enum model_level level) {
    struct text rate = quantity_figure(arena, level == MODEL_COMPUTE ? "FLOP/s" : "B/s",
                                       pipes->rates.rate[level], "not known");
    return pipes->about[level] ? arena_printf(arena, "about %.*s", TEXT_ARG(rate)) : rate;
}

struct text pipes_share(struct arena *arena, struct model_figure amount, struct model_figure busy) {
    if (amount.known && amount.value == 0) return TEXT("–");
    if (!busy.known) return TEXT("not known");
    return quantity_in(arena, "%", busy.value);
}

/* Says "94% busy" or "not used". */
static struct text pipes_busy(struct arena *arena, struct model_figure amount,
                              struct model_figure busy) {
    if (amount.known && amount.value == 0) return TEXT("not used");
    struct text share = pipes_share(arena, amount, busy);
    return busy.known ? arena_printf(arena, "%.*s busy", TEXT_ARG(share)) : share;
}

/* Wide: from left to right. Narrow: the same from top to bottom. `along` is the direction in which
 * the levels follow each other, thickness lies across it. Pixels. */
struct geometry {
    bool wide;
    int width, height;
    int start, node, pipe;             /* along: margin, length of a node, of a pipe */
    int centre, full;                  /* across: the middle; thickness of the fastest level */
    const char *name_class;            /* how the words stand */
    int words_across, words_gap, lead; /* where a pipe's words begin, and their lines */
};
static const struct geometry geometries[] = {
    [SVG_WIDE] = {true, 720, 306, 18, 66, 88, 136, 176, "mid", 256, 19, 0},
    [SVG_NARROW] = {false, 358, 506, 8, 36, 77, 112, 196, "start", 0, 18, 26},
};
enum { NODE_MARGIN = 12, LANE = 8, PERIOD = 18, THIN = 12, LEAST = 2, UNKNOWN = 24 };

struct drawing {
    struct buf *out;
    const struct pipes *pipes;
    const struct geometry *g;
    struct arena *arena;
};

static int along_of(const struct geometry *g, int node) {
    return g->start + node * (g->node + g->pipe);
}

/* From RATE_LEAST on a pipe is thicker by a quarter of `full` for each factor of ten; the script does the same. */
#define RATE_LEAST 1e11
#define RATE_DECADES 4.0

static double thickness(const struct geometry *g, struct model_figure rate) {
    double thick = g->full * log10(rate.value / RATE_LEAST) / RATE_DECADES;
    return !rate.known ? UNKNOWN : thick < LEAST ? LEAST : thick;
}

/* Places a rectangle in the middle, with `digits` after the point across it. */
static void place(const struct drawing *d, int from, int length, double thick, int digits) {
    double across = d->g->centre - thick / 2;
    if (d->g->wide)
        buf_printf(d->out, "x=\"%d\" y=\"%.*f\" width=\"%d\" height=\"%.*f\"", from, digits, across,
                   length, digits, thick);
    else
        buf_printf(d->out, "x=\"%.*f\" y=\"%d\" width=\"%.*f\" height=\"%d\"", digits, across, from,
                   digits, thick, length);
}

/* Packets run in lanes next to each other, as many as fit; in a thin pipe there is one. Each begins a
 * period and a little more further back, below the node, because the packets are moved by shifting
 * the whole path by a period, over and over: that costs the page's own thread nothing. The script
 * draws the same lanes. */
static void lanes(const struct drawing *d, int from, double thick) {
    int count = thick < THIN ? 1 : (int)(thick / LANE);
    double step = thick / count;
    buf_printf(d->out, "<path class=\"packets\" stroke-width=\"%.2f\" d=\"",
               thick < THIN ? (thick > 4 ? 4 : thick) : 3.0);
    for (int i = 0; i < count; i++) {
        double across = d->g->centre - thick / 2 + step * (i + 0.5);
        int begin = from - PERIOD - i * 7 % PERIOD;
        if (d->g->wide)
            buf_printf(d->out, "M%d %.2fH%d", begin, across, from + d->g->pipe);
        else
            buf_printf(d->out, "M%.2f %dV%d", across, begin, from + d->g->pipe);
    }
    buf_str(d->out, "\"/>");
}

static void word(const struct drawing *d, const char *class, const char *anchor, int x, int y,
                 struct text text) {
    buf_printf(d->out, "<text class=\"%s %s\" x=\"%d\" y=\"%d\">", class, anchor, x, y);
    buf_html(d->out, text);
    buf_str(d->out, "</text>");
}

/* Pipes begin and end at nodes: lanes, registers, shared memory, L2, DRAM. */
static void node(const struct drawing *d, int index) {
    static const char *const words[][2] = {
        {"FP32", "lanes"}, {"register", "file"}, {"shared", "memory"}, {"L2", ""}, {"DRAM", ""}};
    const struct geometry *g = d->g;
    int along = along_of(g, index), middle = along + g->node / 2, y = g->centre + 4;
    const char *first = words[index][0], *second = words[index][1];
    buf_str(d->out, "<rect class=\"node\" ");
    place(d, along, g->node, g->full + 2 * NODE_MARGIN, 0);
    buf_str(d->out, " rx=\"3\"/>");
    if (!g->wide) {
        word(d, "node-name", "mid", g->centre, middle + 4,
             arena_printf(d->arena, "%s%s%s", first, *second ? " " : "", second));
    } else {
        word(d, "node-name", "mid", middle, *second ? y - 8 : y, text_of(first));
        if (*second) word(d, "node-name", "mid", middle, y + 8, text_of(second));
    }
    buf_char(d->out, '\n');
}

/* The name of a level stands beside its pipe; its rate, how busy it is and the bound below that. The
 * arithmetic has a node alone. */
static void level(const struct drawing *d, enum model_level level) {
    const struct geometry *g = d->g;
    const struct pipes *pipes = d->pipes;
    const bool compute = level == MODEL_COMPUTE;
    struct model_figure rate = pipes->rates.rate[level], amount = pipes->work.amount[level];
    bool bound = pipes->result.time.known && pipes->result.bound == level;
    bool idle = !compute && ((amount.known && amount.value == 0) || !rate.known);
    int from = compute ? g->start : along_of(g, (int)level) + g->node;
    int x = g->wide ? from + (compute ? g->node : g->pipe) / 2 : 2 * g->centre + 6;
    int y = g->wide ? g->words_across : from + (compute ? 15 : g->lead);
    buf_printf(d->out, "<g class=\"pipe pipe-%s%s%s%s\" data-level=\"%s\">\n",
               model_level_name(level), bound ? " bound" : "", idle ? " idle" : "",
               compute || rate.known ? "" : " unknown", model_level_name(level));
    if (compute) {
        node(d, 0);
    } else {
        double thick = thickness(g, rate);
        buf_str(d->out, "<rect class=\"pipe-body\" ");
        place(d, from, g->pipe, thick, 2);
        buf_str(d->out, "/>\n");
        lanes(d, from, thick);
        buf_char(d->out, '\n');
        word(d, "name", g->name_class, x, g->wide ? 20 : y - 2, text_of(model_level_words(level)));
        if (!g->wide) y += g->words_gap - 2;
    }
    word(d, "rate", g->name_class, x, y, pipes_rate(d->arena, pipes, level));
    word(d, "busy", g->name_class, x, y + g->words_gap,
         pipes_busy(d->arena, amount, pipes->result.busy[level]));
    word(d, "mark", g->name_class, x, y + 2 * g->words_gap, bound ? TEXT("the bound") : TEXT(""));
    buf_str(d->out, "\n</g>\n");
}

void pipes_svg(struct buf *out, const struct pipes *pipes, struct arena *arena) {
    for (enum svg_layout layout = SVG_WIDE; layout <= SVG_NARROW; layout++) {
        const struct geometry *g = &geometries[layout];
        const struct drawing drawing = {out, pipes, g, arena};
        const char *prefix = g->wide ? THEME_ID "pipes-w-" : THEME_ID "pipes-n-";
        buf_printf(out,
                   "<svg class=\"svg-figure %s pipes\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                   "height=\"%d\" role=\"img\" aria-labelledby=\"%st\" aria-describedby=\"%sd\" "
                   "data-full=\"%d\" data-centre=\"%d\">\n",
                   g->wide ? "svg-wide" : "svg-narrow", g->width, g->height, g->width, g->height,
                   prefix, prefix, g->full, g->centre);
        buf_printf(out, "<title id=\"%st\">", prefix);
        buf_html(out, pipes->title);
        buf_printf(out, "</title>\n<desc id=\"%sd\">", prefix);
        buf_html(out, pipes->description);
        buf_str(out, "</desc>\n");
        for (enum model_level i = MODEL_REGISTERS; i <= MODEL_DRAM; i++)
            level(&drawing, i);
        level(&drawing, MODEL_COMPUTE);
        for (int i = 1; i <= MODEL_COMPUTE; i++)
            node(&drawing, i);
        buf_str(out, "</svg>\n");
    }
}
