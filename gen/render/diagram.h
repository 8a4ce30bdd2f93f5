/* diagram -- what ![alt](diagram:NAME) can be asked for.
 *
 * Each diagram is drawn by svg/ from plain numbers and finished texts; what depends on the card is
 * put into words here. What a card lacks is left out, or replaced by words: every card draws. */
#pragma once

#include "base/nearest.h"
#include "render/html.h"
#include "render/quantity.h"

struct diagram {
    const char *name;  /* in the page's text */
    const char *title; /* its accessible name where an author gave none */
    bool of_card;      /* the title ends with the card's name: "Roofline of the", "NVIDIA H200" */
    const char *measured;   /* where a measured card's numbers are from: "cycles measured on it" */
    const char *unmeasured; /* said where it has none; NULL: nothing is */
    const char *shows;      /* in a phrase, for `gen list diagrams` */
    const char *needs;      /* what of a card its numbers are from */
    /* Sizes in bytes that the page has to give after a "?", or NULL. See diagram_given(). */
    const char *const *parameters;
    /* Draws it; describes it in frame->desc where an author has not, which is then NULL; and sets
     * reading->nothing_known, which diagram_provenance() reads. */
    struct svg_result (*draw)(struct reading *reading, struct svg_frame *frame);
    /* Its numbers as a table below it; NULL: they stand in the picture. */
    void (*table)(struct html *html, struct buf *out, const struct card *card);
};

/* All of them, in the order of the course. Another one is a row here, and stands in one of the files
 * diagram_*.c: it draws with a figure of svg/, or with svg/canvas.h a shape of its own. Its test is in
 * gen/tests/test_render_diagram.c, which draws it for every card without being told. */
#define DIAGRAMS(row)                                                                              \
    row(hierarchy) row(levels) row(sectors) row(banks) row(tile) row(blocks) row(spill)            \
        row(roofline) row(decode) row(latency_hiding) row(cluster) row(l2_loads) row(l2_map)
#define DIAGRAM_DECLARE(name) extern const struct diagram diagram_##name;
DIAGRAMS(DIAGRAM_DECLARE)

extern const struct diagram *const diagram_list[]; /* ended by NULL */

/* The one that is wanted. NULL: there is none of this name, and nearest holds those that may be meant. */
const struct diagram *diagram_find(struct nearest *nearest);

/* For the diagrams: `words` describe the drawing where nothing does. Frees them. */
void diagram_describe(const struct reading *reading, struct svg_frame *frame, struct buf *words);

struct text diagram_title(const struct diagram *diagram, const struct reading *reading);
/* "NVIDIA H200: times and rates measured on it."; may be empty. */
struct text diagram_provenance(const struct diagram *diagram, const struct reading *reading);

/*
 * What a page gives a diagram:
 *
 *     ![alt](diagram:decode?weights=cited(16.06GB,llama-card)&matrix=…)
 *
 * Each is an expression of bytes in which every figure is cited( ) from a source of the page's front
 * matter, and counts. Sets reading->given, one for each parameter in their order; false: a mistake was
 * reported.
 */
bool diagram_given(struct html *html, const struct node *image, const struct diagram *diagram,
                   struct text query, struct reading *reading);

/* ---- the ladder ------------------------------------------------------------------------------ */

/* The levels of one card with what is known of each. Everything is a finished text out of facts and
 * series; what a card does not have is missing with its reason; a note without either has nothing to
 * say. */
struct ladder_level {
    enum svg_level level;
    const char *name, *scope;
    struct svg_note capacity;
    const struct fact *fact;      /* of which the capacity tells the number; NULL: of none */
    struct reading_point latency; /* "29 cycles" */
    struct reading_point rate;    /* "33.4 TB/s" reading */
    struct svg_note work;         /* what the course's kernels got there, in words */
};

struct ladder {
    struct ladder_level level[SVG_LEVEL_COUNT]; /* by svg_level; [SVG_LEVEL_NONE] is not used */
    size_t sms;                                 /* 0: not known */
    double registers_bytes, shared_bytes, unified_bytes; /* per SM; 0: not known */
};

void ladder_read(struct ladder *ladder, const struct reading *reading);

/* Tells whether the latency of any level is known in cycles; if not, times are compared. */
bool latency_in_cycles(const struct reading *reading);

/* A level that only some cards have: shared memory of other SMs, a neighbor's memory, the host's. Its
 * latency is in cycles or in seconds, as those of the other levels are. */
enum { LADDER_BEYOND = 3 };
struct ladder_beyond {
    const char *name, *scope;
    enum svg_level level; /* the kind of memory */
    struct reading_point latency, rate;
};

/* Writes those that the card has, the nearest first; returns how many. */
size_t ladder_beyond(struct ladder_beyond list[LADDER_BEYOND], const struct reading *reading,
                     bool in_cycles);
/* All of it as a table. */
void ladder_table(struct html *html, struct buf *out, const struct card *card);
