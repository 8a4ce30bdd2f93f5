/* diagram -- what ![alt](diagram:NAME) can be asked for.
 *
 * Each diagram is drawn by svg/ from plain numbers and finished texts; what depends on the card is
 * put into words here. What a card lacks is left out, or replaced by words: every card draws. */
#ifndef RENDER_DIAGRAM_H
#define RENDER_DIAGRAM_H

#include "measure/card.h"
#include "base/nearest.h"
#include "render/html.h"
#include "render/reading.h"
#include "svg/svg.h"

struct diagram {
    const char *name;  /* in the page's text */
    const char *shows; /* in a phrase, for `gen list diagrams` */
    const char *needs; /* what of a card its numbers are from */
    /* Sizes in bytes that the page has to give after a "?", or NULL. See diagram_given(). */
    const char *const *parameters;
    struct svg_result (*draw)(const struct reading *reading, const struct svg_frame *frame);
    /* Its accessible name and its description where an author gave none. */
    struct text (*title)(const struct reading *reading);
    struct text (*sentence)(const struct reading *reading);
    /* Where its numbers are from; empty: it has none of a card. */
    struct text (*provenance)(const struct reading *reading);
    /* Its numbers as a table below it; NULL: they stand in the picture. */
    void (*table)(struct html *html, struct buf *out, const struct card *card);
};

extern const struct diagram diagram_hierarchy, diagram_sectors, diagram_banks, diagram_tile,
    diagram_blocks, diagram_spill, diagram_roofline, diagram_decode, diagram_latency_hiding,
    diagram_cluster;

/* All of them, in the order of the course, ended by NULL. */
extern const struct diagram *const diagram_list[];

/* NULL: there is none of this name. */
const struct diagram *diagram_find(struct text name);
void diagram_offer(struct nearest *nearest);

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

/* "NVIDIA H200: times and rates measured on it." -- `what` is said of a measured card. */
struct text diagram_provenance(struct arena *arena, const struct card *card, const char *what);

/* Not every text of the arena ends in a NUL; NULL for an empty one. */
const char *diagram_string(struct arena *arena, struct text text);

#endif
