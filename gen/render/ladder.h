/* ladder -- the levels of one card with what is known of each, for the drawing and for tables.
 *
 * Everything is a finished text out of facts and series; what a card does not have is missing with
 * its reason; a note without either has nothing to say. Nothing here is specific to a card. */
#pragma once

#include "render/reading.h"
#include "svg/svg.h"

struct ladder_level {
    enum svg_level level;
    const char *name, *scope;
    struct svg_note capacity;
    struct svg_note latency; /* "29 cycles" */
    struct svg_note rate;    /* "33.4 TB/s" reading */
    struct svg_note work;    /* what the course's kernels got there, in words */
};

struct ladder {
    struct ladder_level level[SVG_LEVEL_COUNT]; /* by svg_level; [SVG_LEVEL_NONE] is not used */
    size_t sms;                                 /* 0: not known */
    double registers_bytes, shared_bytes, unified_bytes; /* per SM; 0: not known */
};

void ladder_read(struct ladder *ladder, const struct reading *reading);
