/* again -- pages that an earlier build made and that would be the same now: they are not made again.
 *
 * Of each page of content the program keeps a stamp of all that the page is made of (its own text and that of the
 * files that it shows, what it takes from the pages that it leads to, its place among them, settings, theme,
 * the program, and the cards if it asks them for anything), with the files that it became and what it gave to the
 * search and the tables of reviewers. Where the stamp is the same and the files are still there, these stand.
 *
 * What a page lacks here would be told by gen/tests/again.test, which edits a course at random and compares with
 * a build from nothing. Private to render/, but for the struct. */
#pragma once

#include "base/recall.h"

struct site_build;
struct entry;
struct output;

struct again {
    struct recall *recall;
    /* Whether a file of the build before is still as it was. */
    bool (*is_there)(const struct again *again, struct text path, size_t size);
    const void *there; /* for is_there */
    size_t stood;      /* pages of content, in all editions */
};

/* Before the pages of an edition. */
void again_begin(struct site_build *build);
/* Whether the page stands as it is; then its files are in the output. */
bool again_stands(struct site_build *build, const struct entry *entry);
/* Behind a page that was made: its files are those of the output from number `first` on. One about which there
 * was something to say is made again the next time, so that it is said again. */
void again_made(struct site_build *build, const struct entry *entry, size_t first, bool said);
/* The same for a part of the site that is made of settings, theme and cards, and that names pages of content by no more
 * than their titles. `part` is a name that no address has. */
bool again_part_stands(struct site_build *build, struct text part);
void again_part_made(struct site_build *build, struct text part, size_t first, bool said);
