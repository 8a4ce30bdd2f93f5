/* seen -- a page as the course sees it on a card, taken from the build before: what its evaluation left outside of its
 * tree (words, links, ids, the gate's reasons, messages).
 *
 * The gate rests on this, so that a page is known by a stamp of all its files with a key that nobody else knows
 * (struct page), and everything else that was asked is compared as it is. A page that was taken so is evaluated when somebody opens it: course_open(). */
#pragma once

#include "course/course.h"

struct seen {
    struct course *course;
    struct entry *entry;
    bool whole;               /* with the gate, which no other card changes */
    struct text name, inputs; /* empty: nothing is kept */
    size_t said;              /* messages before */
};

/* What a page is on the card of the course: `options` NULL: after course_turn(). */
struct seen seen_begin(struct course *course, struct entry *entry,
                       const struct course_options *options, const struct diags *diags);
/* True: the entry is as it was, and its messages are said again. */
bool seen_take(struct seen *seen, struct diags *diags);
/* Behind an evaluation in place of it. */
void seen_keep(const struct seen *seen, const struct diags *diags);
