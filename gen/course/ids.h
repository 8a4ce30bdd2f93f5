/* ids -- the ids of the headings of a page.
 *
 * Headings follow GitHub's rule, in document order: the slug of the heading's words, with -1, -2, …
 * where it is taken already. Values and conditional words are left out, so that an id never depends
 * on a card. A heading without letters becomes "section". An author may pin an id, {#id}; one that
 * an earlier heading has is an error, and a later heading keeps away from it.
 *
 * All of these are lower case, pinned ones too (page/markdown.h). What the theme makes (footnotes,
 * contents, figures) has ids that start with a capital letter, so that the two never meet. */
#pragma once

#include "course/map.h"
#include "page/page.h"

struct page_ids {
    struct map all;   /* id in composed form -> line of its heading */
    struct map shown; /* those that a reader sees, on the card of this build */
};

/* Fills in heading.id of every heading of the page, also in branches that are not shown, and
 * ids->all. */
void ids_give(struct page_ids *ids, struct page *page, struct arena *arena, struct diags *diags);
/* Fills in ids->shown; after every page_evaluate(). */
void ids_see(struct page_ids *ids, const struct page *page, struct arena *arena);
