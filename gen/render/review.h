/* review -- what only the review edition has: the panel above the text of each page, and the index of all
 * pages. Nothing here is made for the public edition. Private to render/. */
#pragma once

#include "course/claims.h"
#include "render/site.h"

/* "author, reviewer" */
struct text review_join(const struct texts *list, struct arena *arena);

/* How many claims of an entry are false on each card and how many hold only just, two numbers a card, as far as they
 * were worked out; NULL: not yet. */
size_t *review_claims_counts(const struct site_build *build, const struct entry *entry,
                             size_t *count);
/* Those that an earlier build worked out. */
void review_claims_keep(struct site_build *build, const struct entry *entry, size_t *counts,
                        size_t count);

/* The claims of a page for its panel: review_claims.c. */
void review_claims(struct site_build *build, struct data *page, const struct entry *entry);
/* The table of pages and cards on which claims are false or tight. */
void review_claim_table(struct site_build *build, struct data *page);
