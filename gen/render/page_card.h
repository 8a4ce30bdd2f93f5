/* page_card -- the parts of a card's page, each in its file; private to them.
 *
 * What is not known of a card stands in one list; its families of series have pages of their own. */
#pragma once

#include "render/site.h"

/* A link to a source by the short name that it has in the file; `page` is the way to the card's page. */
void card_source_link(struct data *list, const char *page, struct text id);

/* Where the card stands among all cards, the uncommon first. */
void card_special(struct site_build *build, struct data *page, const struct card *card);
/* What series there are with the span of their figures, by family. */
void card_families(struct site_build *build, struct data *page, const struct card *card);
/* What the card does not have, by the reason. */
void card_unknown(struct site_build *build, struct data *page, const struct card *card);
/* The pages of its families: charts, tables, methods. */
void series_pages(struct site_build *build, const struct card *card);
