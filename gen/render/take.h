/* take -- what a reader can take along of a page: its text as Markdown with the numbers filled in, each
 * table as CSV, each drawing as SVG with colours of its own, the files of an exercise, how to cite it.
 *
 * All of it lies beside the page and is named after it: glossary/sector/sector.md, table-1.csv,
 * figure-1.svg. A page that is not in the edition has none of it,
 * nor has one of another card. Private to render/. */
#pragma once

#include "render/site.h"

/* Adds the files of a page that was just written, and their list to the data of the page. */
void take_along(struct site_build *build, struct data *page, const struct html *html,
                const struct entry *entry);

/* The page as Markdown: front words, text, notes and sources. */
struct text take_markdown(struct site_build *build, const struct html *html,
                          const struct entry *entry);

/* The address of that file: /glossary/sector/sector.md. */
struct text take_markdown_address(const struct page *page, struct arena *arena);

/* llms.txt: what the site is, and the Markdown of each page (https://llmstxt.org). */
void take_list(struct site_build *build);
/* What the page is made of beside its text, for a stamp: the files of an exercise. */
void take_inputs(struct site_build *build, const struct page *content, struct buf *out);
