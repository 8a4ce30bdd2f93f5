/* diagram -- what ![alt](diagram:NAME) can be asked for.
 *
 * Each diagram is drawn by svg/ from plain numbers and finished texts; what depends on the card is
 * put into words here. What a card lacks is left out, or replaced by words: every card draws. */
#ifndef RENDER_DIAGRAM_H
#define RENDER_DIAGRAM_H

#include "measure/card.h"
#include "measure/nearest.h"
#include "render/html.h"
#include "svg/svg.h"

struct diagram {
    const char *name; /* in the page's text */
    struct svg_result (*draw)(struct arena *arena, const struct card *card,
                              const struct svg_frame *frame);
    /* Its accessible name and its description where an author gave none. */
    struct text (*title)(struct arena *arena, const struct card *card);
    struct text (*sentence)(struct arena *arena, const struct card *card);
    /* Where its numbers are from; NULL, or empty: it has none of a card. */
    struct text (*provenance)(struct arena *arena, const struct card *card);
    /* Its numbers as a table below it; NULL: they stand in the picture. */
    void (*table)(struct html *html, struct buf *out, const struct card *card);
};

extern const struct diagram diagram_hierarchy, diagram_sectors, diagram_banks, diagram_tile,
    diagram_blocks, diagram_spill, diagram_roofline;

/* All of them, in the order of the course, ended by NULL. */
extern const struct diagram *const diagram_list[];

/* NULL: there is none of this name. */
const struct diagram *diagram_find(struct text name);
void diagram_offer(struct nearest *nearest);

/* "NVIDIA H200: times and rates measured on it." -- `what` is said of a measured card. */
struct text diagram_provenance(struct arena *arena, const struct card *card, const char *what);

/* Not every text of the arena ends in a NUL; NULL for an empty one. */
const char *diagram_string(struct arena *arena, struct text text);

#endif
