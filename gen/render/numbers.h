/* numbers -- what each number of a page rests on, for a reader who asks.
 *
 * In the page a number is a link to its place on the page of its card, and no more: that is what readers without
 * scripts have. What opens at it lies in numbers.js, a script so that it can be read from a folder as well: spread,
 * clock, kernel, what other cards have. It is fetched when the first one is opened: site/theme/js/numbers.js.
 *
 * The numbers of a text have forms of their own, and many are computed: numbers.js beside the page holds a panel for
 * each in turn. A figure that theme and data make (home, cards, tools, comparisons) is shown as it is; it leads to its
 * row, and beside the page that has the row lies numbers.js with what opens at each row of that page. */
#pragma once

#include "page/lookup.h"
#include "render/html.h"
#include "render/quantity.h"

/* The numbers of one page as they are written, and the kernels whose code it shows. */
struct numbers {
    const struct node **value;
    size_t count, capacity;
    struct number_code {
        struct text from;   /* kernels/stride.cu */
        size_t number;      /* of its figure: the id is THEME_ID "code-3" */
        unsigned long line; /* where the code shown begins */
    } * code;
    size_t code_count, code_capacity;
};

/* Writes a value that is shown as a link, and notes it. False, and nothing is written: it rests on nothing that
 * has a place. */
bool numbers_link(struct html *html, struct buf *out, const struct node *node);
/* The id for the figure of code that comes from a kernel; NULL for other code, or a page without numbers. */
const char *numbers_code_id(struct html *html, const struct node *code);
/* What stands in numbers.js. */
struct text numbers_script(const struct html *html);
/* Adds numbers.js beside the page, if it has such numbers. */
void numbers_add(const struct html *html);

/* ---- figures that lead to their rows ---------------------------------------------------------------- */

/* The fact of this name, without one where the card does not know it. */
struct used numbers_fact(const struct card *card, const char *name);
/* The point that was read. */
static inline struct used numbers_point(const struct card *card, const struct reading_point *read) {
    return (struct used){.card = card, .series = read->series, .point = read->point};
}
/* A figure on the page at `from` as HTML, a link to its row; escaped words alone where nothing was used, and nothing
 * where nothing is shown. */
struct text numbers_row(const struct site_build *build, struct text from, const struct used *used,
                        struct text shown);
/* The same for a text of a drawing, on a page whose drawings have such links. */
struct svg_link numbers_drawn(const struct reading *reading, const struct reading_point *read);
struct text numbers_href(const struct site_build *build, struct text from, const struct used *used);
/* What stands in numbers.js beside the page of a family of series, or without one of the card itself; and adds it. */
struct text numbers_rows(const struct html *html, const struct card *card, struct text family);
void numbers_add_rows(const struct html *html, const struct card *card, struct text family);
