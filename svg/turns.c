/* turns.c -- warps of a scheduler that issue in turn and wait; the contract is in diagrams.h. */
#include "check.h"
#include "diagrams.h"
#include "parts.h"

#include <math.h>

enum { RUNS = 4, ROUNDS = 2 };

#define ROW_HEIGHT 16.0
#define BAR_HEIGHT 12.0 /* of work */
#define WAIT_HEIGHT 4.0
#define LABEL_GAP 10.0
#define SCHEDULER_GAP 8.0 /* above the row of what is issued in all */

struct pen {
    struct svg_canvas *canvas;
    const struct svg_turns *in;
    double left;  /* of the time axis */
    double scale; /* px of a unit of time */
    double end;   /* of the time that is drawn */
};

static void check_turns(struct svg_check *check, const void *figure) {
    const struct svg_turns *in = figure;
    svg_check_text(check, in->scheduler, true, "scheduler");
    svg_check_text(check, in->working, true, "working");
    svg_check_text(check, in->waiting, true, "waiting");
    svg_check_text(check, in->note, false, "note");
    svg_check_value(check, in->work, true, "work");
    svg_check_value(check, in->wait, true, "wait");
    svg_check_count(check, in->run_count, 1, RUNS, "run_count");
    if (in->runs == NULL) svg_check_fail(check, SVG_ERR_MISSING, "runs");
    for (size_t i = 0; check->code == SVG_OK && i < in->run_count; i++) {
        const struct svg_turns_run *run = &in->runs[i];
        svg_check_at(check, "runs[%zu]", i);
        svg_check_count(check, run->warps, 1, SVG_TURNS_MAX, "warps");
        svg_check_text(check, run->name, true, "name");
        svg_check_text(check, run->busy, true, "busy");
        svg_check_text(check, run->first, true, "first");
        svg_check_text(check, run->last, run->warps > 1, "last");
    }
}

/* ---- one run --------------------------------------------------------------------------------- */

static void add_bar(const struct pen *pen, double y, double height, double from, double to) {
    from = fmin(from, pen->end);
    to = fmin(to, pen->end);
    if (to > from)
        cairo_rectangle(pen->canvas->cairo, pen->left + from * pen->scale,
                        y + (ROW_HEIGHT - height) / 2, (to - from) * pen->scale, height);
}

/* Returns when warp `index` begins its work in a round. All warps have the same work and wait, so
 * they keep their order, and a round lasts as long as the longer of one warp's turn and all
 * warps' work. */
static double begin_of(const struct pen *pen, size_t warps, size_t index, size_t round) {
    const double period = fmax(pen->in->work + pen->in->wait, pen->in->work * (double)warps);
    return period * (double)round + pen->in->work * (double)index;
}

static void draw_warp(const struct pen *pen, double y, size_t warps, size_t index) {
    static const struct svg_paint wait = {SVG_FILL(MARK_4), .pattern = SVG_HATCH,
                                          .classes = "svg-wait"};
    static const struct svg_paint work = {SVG_FILL(MARK_1), .classes = "svg-work"};
    for (size_t round = 0; round < ROUNDS; round++) {
        const double begin = begin_of(pen, warps, index, round) + pen->in->work;
        add_bar(pen, y, WAIT_HEIGHT, begin, begin + pen->in->wait);
    }
    svg_canvas_path(pen->canvas, &wait);
    for (size_t round = 0; round < ROUNDS; round++) {
        const double begin = begin_of(pen, warps, index, round);
        add_bar(pen, y, BAR_HEIGHT, begin, begin + pen->in->work);
    }
    svg_canvas_path(pen->canvas, &work);
}

/* Shows what all warps issue together, in a box that shows the cycles left empty. */
static void draw_scheduler(const struct pen *pen, double y, size_t warps) {
    static const struct svg_paint box = {SVG_EDGE(1, INK_SOFT)};
    static const struct svg_paint issued = {SVG_FILL(MARK_1), .classes = "svg-issued"};
    for (size_t round = 0; round < ROUNDS; round++) {
        const double begin = begin_of(pen, warps, 0, round);
        add_bar(pen, y, BAR_HEIGHT, begin, begin + pen->in->work * (double)warps);
    }
    svg_canvas_path(pen->canvas, &issued);
    svg_canvas_rect(pen->canvas,
                    SVG_RECT(pen->left - 0.5, y + (ROW_HEIGHT - BAR_HEIGHT) / 2 - 0.5,
                             pen->end * pen->scale + 1, BAR_HEIGHT + 1),
                    &box);
}

/* Returns the y below the run. */
static double draw_run(const struct pen *pen, const struct svg_turns_run *run, double y) {
    const double labels = pen->left - LABEL_GAP;
    y = svg_words_apart(pen->canvas, SVG_AT(1, y, pen->canvas->width - 2),
                        SVG_WORDS(run->name, &svg_style_name),
                        SVG_WORDS(run->busy, &svg_style_label)) +
        6;
    double below = y; /* the labels */
    for (size_t i = 0; i < run->warps; i++, y += ROW_HEIGHT) {
        draw_warp(pen, y, run->warps, i);
        if (i == 0) below = svg_words_before(pen->canvas, labels, y, run->first);
        if (i > 0 && i + 1 == run->warps) {
            y = fmax(y, below);
            below = svg_words_before(pen->canvas, labels, y, run->last);
        }
    }
    y = fmax(y, below) + SCHEDULER_GAP;
    draw_scheduler(pen, y, run->warps);
    return fmax(y + ROW_HEIGHT, svg_words_before(pen->canvas, labels, y, pen->in->scheduler)) + 18;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static double label_room(const struct svg_canvas *canvas, const struct svg_turns *in) {
    const struct svg_font font = svg_style_small.font;
    double widest = svg_text_room(in->scheduler, font);
    for (size_t i = 0; i < in->run_count; i++)
        widest = fmax(widest, fmax(svg_text_room(in->runs[i].first, font),
                                   svg_text_room(in->runs[i].last, font)));
    return fmin(widest, canvas->width / 4);
}

static void draw(struct svg_canvas *canvas, const void *figure) {
    const struct svg_turns *in = figure;
    const struct svg_legend_item legend[] = {
        {in->working, SVG_KEY_BAR, {.colour = SVG_COLOUR_MARK_1}},
        {in->waiting, SVG_KEY_BAR, {.colour = SVG_COLOUR_MARK_4, .pattern = SVG_HATCH}},
    };
    struct pen pen = {.canvas = canvas, .in = in, .end = ROUNDS * (in->work + in->wait)};
    pen.left = ceil(1 + label_room(canvas, in) + LABEL_GAP);
    pen.scale = (canvas->width - 1.5 - pen.left) / pen.end;
    double y = svg_legend(canvas, 1, legend, 2) + 4;
    for (size_t i = 0; i < in->run_count; i++)
        y = draw_run(&pen, &in->runs[i], y);
    svg_canvas_across(canvas, y - 6, in->note, &svg_style_small);
}

struct svg_result svg_turns(const struct svg_turns *in, const struct svg_frame *frame) {
    return svg_figure(frame, in, check_turns, draw);
}
