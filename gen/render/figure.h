/* figure -- what ![alt](diagram:NAME) and ![alt](chart:SERIES) become.
 *
 * The picture is drawn from the card of the build, or from another one: chart:copy.rate@t4. The
 * text in quotes after the address is its caption and accessible name, the alt text its
 * description; without it the alt text is the name, and the description says the numbers. Each
 * picture is drawn for wide and for narrow screens, and is followed by its numbers as a table. A
 * card whose figures are reported, not measured, is said to be one beside the picture. */
#pragma once

#include "measure/card.h"
#include "render/html.h"

struct figures {
    const struct cards *cards;
    const struct words *words;
    const struct card *card; /* of the build */
    bool home;               /* it is the default card */
};

/* NODE_FIGURE; an image among words. An unknown series or diagram is a located error. A series that
 * only other cards have is one on the default card; elsewhere the page says that it is missing. */
void figure_block(struct html *html, struct buf *out, const struct node *node);
void figure_inline(struct html *html, struct buf *out, const struct node *node);

/* The ladder of a card and, apart, its numbers as a table, for home; a chart of a card's page. */
void figure_ladder(struct html *html, struct buf *out, struct buf *numbers,
                   const struct card *card);
void figure_chart(struct html *html, struct buf *out, const struct card *card,
                  const struct series *series);
