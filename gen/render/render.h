/* render -- a course as files: pages, card pages, lists, feed, site map, styles, data.
 *
 * render_site() returns the whole tree in memory, sorted by path; it writes nothing. Templates and
 * theme come from site/theme/ below the root. The same input gives the same bytes. */
#pragma once

#include "course/course.h"

struct output_file {
    struct text path; /* relative to the site's root: glossary/registers/index.html */
    struct text bytes;
};

struct output {
    struct output_file *file;
    size_t count, capacity;
    bool book; /* asked for: one file that holds every page, in place of the tree */
};

/* Adds a file; the list stays sorted by path. */
void output_add(struct output *output, struct arena *arena, struct output_file file);

/* False if a template, a figure or a theme file was wrong: see `diags`. */
bool render_site(struct output *output, const struct course *course, struct arena *arena,
                 struct diags *diags);
/* Adds the editions of course->other, below /cards/ID/: the same pages with the numbers of these cards. Gates
 * are those of the default card. Where a claim of a page does not hold on the card and has no else, a word
 * stands in place of the page, but in the review edition the page with the claim marked. Afterwards the course
 * stands at the last of these cards. */
bool render_editions(struct output *output, struct course *course, struct arena *arena,
                     struct diags *diags);
