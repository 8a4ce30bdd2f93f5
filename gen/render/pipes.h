/* pipes -- the levels of a card as pipes, drawn to one scale of bandwidth, with what a kernel moves
 * through them.
 *
 * A pipe is as thick as its level is fast; its packets move as fast as it is busy, so thickness
 * times speed is the traffic. The packets stand still here: the page's script sets them going, and
 * changes the drawing for another card or kernel by its classes and data- attributes:
 *
 *     svg.pipes                     data-full: thickness of the fastest level; data-centre
 *     g.pipe[data-level]            .pipe-body (a rect), .packets (a path), .rate, .busy, .mark
 *
 * Colours are by class; each level is also named and numbered in words. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "model/bottleneck.h"
#include "svg/svg.h"

struct pipes {
    struct model_work work;
    struct model_rates rates;
    struct model_result result;
    struct text title, description; /* the drawing's accessible name and what it says */
};

/* Ids begin with `prefix`. */
void pipes_svg(struct buf *out, const struct pipes *pipes, enum svg_layout layout,
               const char *prefix, struct arena *arena);

/* "401 TB/s"; "94%", a dash; "94% busy", "not used": as the drawing and the tables say it. What is not
 * known is "not known". */
struct text pipes_rate(struct arena *arena, struct model_figure rate, enum model_level level);
struct text pipes_share(struct arena *arena, struct model_figure amount, struct model_figure busy);
struct text pipes_busy(struct arena *arena, struct model_figure amount, struct model_figure busy);
