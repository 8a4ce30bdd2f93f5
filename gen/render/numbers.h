/* numbers -- what each number of a page rests on, for a reader who asks.
 *
 * In the page a number is a link to its place on the page of its card, and no more: that is what readers without
 * scripts have. Beside the page lies numbers.js, a script so that it can be read from a folder as well, which
 * holds for each of these links in turn what opens at it: spread, clock, kernel, what other cards have. It is
 * fetched when the first one is opened: site/theme/js/numbers.js. */
#pragma once

#include "render/html.h"

struct page; /* page/page.h */

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
void numbers_add(const struct html *html, const struct page *page);
