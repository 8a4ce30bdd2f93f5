/* render -- a course as files: pages, card pages, lists, feed, site map, styles, data.
 *
 * render_site() returns the whole tree, sorted by path; it writes nothing but, of a large site, the
 * finished pages into a file without a name, since memory is for what is not finished. Templates and
 * theme come from site/theme/ below the root. The same input gives the same bytes. */
#pragma once

#include <stdio.h>

#include "course/course.h"
#include "render/again.h"

struct output_file {
    struct text path;  /* relative to the site's root: glossary/registers/index.html */
    struct text bytes; /* without a ptr: they stand in the spool, or nobody wants them */
    size_t offset;     /* in the spool */
    bool same;         /* as an earlier build made it: the bytes are not here */
};

/* A zero output is valid and empty. */
struct output {
    struct output_file *file;
    size_t count, capacity;
    bool book;           /* asked for: one file that holds every page, in place of the tree */
    bool paths_alone;    /* set it to have all mistakes told, and no bytes kept */
    size_t held;         /* bytes of pages in memory */
    struct spool spool;  /* for what is more than OUTPUT_HELD_MAX */
    struct again *again; /* NULL: every page is made */
};

#define OUTPUT_HELD_MAX ((size_t)16 << 20)

/* Adds a file; the path lives as long as the arena, the bytes are copied. False, with errno: the spool
 * cannot be written. */
MUST_CHECK bool output_add(struct output *output, struct text path, struct text bytes,
                           struct arena *arena);
/* Adds a file that stands as an earlier build made it; the path lives as long as the arena. */
void output_add_same(struct output *output, struct text path, size_t size, struct arena *arena);
/* The bytes of a file, in `room` if they were in the spool; ptr NULL, with errno: it cannot be read. */
struct text output_bytes(const struct output *output, const struct output_file *file,
                         struct buf *room);
void output_free(struct output *output); /* the spool; files live in the arena */

/* False if a template, a figure or a theme file was wrong: see `diags`. */
bool render_site(struct output *output, const struct course *course, struct arena *arena,
                 struct diags *diags);
/* Adds the editions of course->other, below /cards/ID/: the same pages with the numbers of these cards. Gates
 * are those of the default card. Where a claim of a page does not hold on the card and has no else, a word
 * stands in place of the page, but in the review edition the page with the claim marked. Afterwards the course
 * stands at the last of these cards. */
bool render_editions(struct output *output, struct course *course, struct arena *arena,
                     struct diags *diags);
