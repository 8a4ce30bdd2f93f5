/* links -- the link graph: every link of every page goes somewhere, and to the right place in it.
 *
 * A link inside the site is written in one way: the address from the root with both slashes, and
 * the id of a heading behind "#" ("/glossary/registers/#spills", "#spills" on the same page). Every
 * other spelling is an error whose hint gives this one. Ids are compared after percent-decoding, in
 * composed form. Pages and ids of drafts are checked like others; only then is a link to a page
 * that is not in the edition, or only planned, made plain. */
#pragma once

#include "course/address.h"

struct links {
    struct course *course;
    struct diags *diags;
    size_t searches; /* for nearest names: a file full of broken links must not take for ever */
};

/* Fills in entry->link, and says which pictures are none; after every page_evaluate(). */
void links_see(struct links *links, struct entry *entry);

/* Fills in target and href of every link of the page. All ids have been given. */
void links_resolve(struct links *links, struct entry *entry);

/* After ids_see() of all pages: a link that is shown, to a heading that is not. An error on the
 * default card; on another one a warning, and the link goes to the page alone. */
void links_check_shown(struct links *links, struct entry *entry);

/* Puts them into the document. */
void links_set(const struct entry *entry);

/* A hint for an address that leads nowhere, or for the last part of one. */
const char *links_nearest(struct links *links, struct text wanted, bool last_part);

/* What a name in a list stands for, a page or a planned one: an address, with or without its slashes, or
 * the last part of one, which is looked for among pages of the kind `first` before all others. NULL: there
 * is none. */
const struct address *links_name(const struct links *links, enum page_kind first, struct text name);

/* The page of this site that a resolved link of `entry` goes to, NULL if none, and the place in it. */
struct entry *links_entry(const struct links *links, const struct entry_link *link,
                          struct entry *entry, struct text *fragment);
