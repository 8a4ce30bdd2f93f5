/* address -- every address of the site, and what stands there.
 *
 * An address belongs to one page, to one page's alias, to the theme, or to a page that is planned.
 * Two owners of one address are an error, also when the two differ only in case or Unicode form:
 * there are disks that keep such names apart and disks that do not. All addresses are in composed
 * form (NFC), whatever form a file name has. */
#pragma once

#include "course/course.h"

/* The pages that theme and data make beside home: the sections of the site, in the order of its
 * navigation. A kind of pages has one that lists them; its name is the kind's folder. */
struct section {
    const char *name, *address, *words;
    enum page_kind kind; /* KIND_COUNT: it lists no kind */
};
enum { COURSE_SECTIONS = 9 };
extern const struct section course_sections[COURSE_SECTIONS];
/* NULL if there is none of this name. */
const struct section *course_section(const char *name);

/* What was the list of terms and messages; it leads on to the glossary. */
#define COURSE_OLD_TERMS "/terms/"

/* The page that takes the file of a reader's card, and is the page of that card. */
#define COURSE_OWN_CARD "/cards/yours/"

enum address_owner { ADDRESS_PAGE, ADDRESS_ALIAS, ADDRESS_THEME, ADDRESS_PLANNED };

struct address {
    struct text address;
    enum address_owner owner;
    struct entry *entry; /* PAGE, ALIAS */
    struct text term;    /* PLANNED */
    struct text where;   /* what a message says about it: a path with line */
};

struct address_book {
    struct address *address; /* theme, pages in the order of the course, aliases, planned */
    size_t count, capacity;
    struct map exact;  /* address -> index */
    struct map folded; /* without case and form -> index */
};

/* Fills course->book. */
void address_book_build(struct course *course, struct diags *diags);
/* NULL if nothing stands there. */
const struct address *address_find(const struct course *course, struct text address);
