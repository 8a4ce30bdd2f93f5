/* related -- the lists of an entry: related terms, lessons, errors, backlinks; the reading order. */
#pragma once

#include "course/links.h"

/* Resolves what the front matter of every page names under related, lessons and errors. A name is
 * the last part of an address ("registers") or the whole ("lessons/day-13"). Unknown names are
 * errors; pages outside the edition are left out, planned ones give their term. */
void related_resolve(struct links *links);

/* Which pages of the edition lead to each page: by a link that is shown or by one of the lists. In
 * the order of the course. After links_see() and related_resolve(). */
void related_backlinks(struct links *links);

/* previous and next of every entry of the edition, within its kind. */
void related_order(struct course *course);
