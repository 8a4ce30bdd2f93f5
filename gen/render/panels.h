/* panels -- what opens at the numbers of a page: spread, clock, kernel, what other cards have.
 *
 * It lies in numbers.js, a script so that it can be read from a folder as well, and is fetched when the first panel is
 * opened: site/theme/js/numbers.js. The numbers of a text have forms of their own, and many are computed: numbers.js
 * beside the page holds a panel for each in turn. A figure that theme and data make leads to its row, and beside the
 * page that has the row lies numbers.js with what opens at each row of that page. */
#pragma once

#include "render/numbers.h"

/* What stands in numbers.js. */
struct text panels_script(const struct html *html);
/* Adds numbers.js beside the page, if it has such numbers. */
void panels_add(const struct html *html);
/* What stands in numbers.js beside the page of a family of series, or without one of the card itself; and adds it. */
struct text panels_rows(const struct html *html, const struct card *card, struct text family);
void panels_add_rows(const struct html *html, const struct card *card, struct text family);
