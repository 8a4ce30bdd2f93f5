/* review -- what only the review edition has: the panel above the text of each page, and the index of all
 * pages. Nothing here is made for the public edition. Private to render/. */
#pragma once

#include "course/claims.h"
#include "render/site.h"

/* "author, reviewer" */
struct text review_join(const struct texts *list, struct arena *arena);

/* The claims of an entry on every card; worked out once for each. */
const struct claims *review_claims_of(struct site_build *build, const struct entry *entry);

/* The claims of a page for its panel: review_claims.c. */
void review_claims(struct site_build *build, struct data *page, const struct entry *entry);
/* The table of pages and cards on which claims are false or tight. */
void review_claim_table(struct site_build *build, struct data *page);
