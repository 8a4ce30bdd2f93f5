/* numbers -- what each number of a page rests on, for a reader who asks.
 *
 * In the page a number is a link to its place on the page of its card, and no more: that is what readers without
 * scripts have. What opens at it is in panels.h. A figure that theme and data make (home, cards, tools, comparisons)
 * leads to its row in the same way. */
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
/* The same at the end of *out, where the address is known. */
void numbers_put(struct buf *out, const struct used *used, struct text href, struct text shown);
/* The same for a text of a drawing, on a page whose drawings have such links. */
struct svg_link numbers_drawn(const struct reading *reading, const struct reading_point *read);
struct text numbers_href(const struct site_build *build, struct text from, const struct used *used);
/* The same for many points one after another: of a series all addresses begin alike. Zero at the beginning, and for
 * links from one page. */
struct numbers_series {
    const struct series *series;
    struct text href;
};
struct text numbers_point_href(struct numbers_series *last, const struct site_build *build,
                               struct text from, const struct used *used);
