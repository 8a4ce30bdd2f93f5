/* course -- all pages together: addresses, ids, links and backlinks, order, the gate, editions.
 *
 * course_load() reads the whole input (site.yaml, cards, pages). course_resolve() evaluates the
 * pages for one card, gives every heading its id, resolves every link and decides for one edition
 * which pages it holds. Nothing is written here; all mistakes are in `diags`. */
#ifndef COURSE_COURSE_H
#define COURSE_COURSE_H

#include "course/gate.h"
#include "page/page.h"

enum edition { EDITION_PUBLIC, EDITION_REVIEW };

/* One page in the course. */
struct entry {
    struct page *page;
    struct gate gate; /* what the gate says, whatever the edition */
    bool in_edition;  /* public: gate.open; review: always */
    struct entry **related, **lessons, **errors, **backlinks; /* those in the edition only */
    size_t related_count, lessons_count, errors_count, backlink_count;
    struct text *related_plain; /* terms of related pages that are planned or not in the edition */
    size_t related_plain_count;
    struct entry *previous, *next; /* reading order within the kind, in the edition */
};

struct course {
    struct arena *arena;
    const struct root *root;
    struct site site;
    struct cards cards;
    const struct card *card; /* of this build */
    bool home;               /* card is the home card */
    struct entry *entry;     /* sorted by kind, order, address */
    size_t entry_count;
    enum edition edition;
};

struct course_options {
    struct text card; /* id; empty: the home card */
    enum edition edition;
    long today;           /* days since 1970-01-01; only gate and freshness read it */
    bool check_all_links; /* check: links are checked as if all pages were in the edition */
};

/* Reads everything. False when the input cannot be used at all (no site.yaml, unknown card). */
bool course_load(struct course *course, const struct root *root,
                 const struct course_options *options, struct arena *arena, struct diags *diags);
void course_resolve(struct course *course, const struct course_options *options,
                    struct diags *diags);

/* The entry at an address of this site (/glossary/registers/), or NULL. */
struct entry *course_entry(const struct course *course, struct text address);

#endif
