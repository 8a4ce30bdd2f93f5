/* course -- all pages together: addresses, ids, links and backlinks, order, the gate, editions.
 *
 * course_load() reads the whole input (site.yaml, cards, pages). course_resolve() evaluates the
 * pages for one card, gives every heading its id, resolves every link and decides for one edition
 * which pages it holds. Nothing is written here; all mistakes are in `diags`.
 *
 * After course_resolve() a renderer finds in the trees: math.set; heading.id; link.target and link.href, an
 * address of this site ("/glossary/registers/#spills", or "#spills" on the page itself) with raw
 * letters, or the foreign address as it was written.
 *
 * The lists of an entry hold pages of the edition only: of a draft nothing but its page.term may be
 * shown in the public edition, and that only in the list of terms. */
#pragma once

#include "base/recall.h"
#include "course/aside.h"
#include "course/gate.h"
#include "course/keep.h"
#include "page/page.h"

enum edition { EDITION_PUBLIC, EDITION_REVIEW };

/* The lists of an entry, named as in the front matter. A page may stand in several. */
enum entry_lists {
    ENTRY_NEEDS, /* what a reader should know before */
    ENTRY_RELATED,
    ENTRY_LESSONS,
    ENTRY_ERRORS,
    ENTRY_BACKLINKS, /* the pages that lead here; nobody writes them */
    ENTRY_LISTS
};
extern const char *const entry_list_names[ENTRY_LISTS]; /* "related", … */

struct entry_list {
    struct entry **page; /* those in the edition only */
    size_t count, capacity;
    struct texts plain; /* terms of planned pages */
};

/* ---- the ids of headings -----------------------------------------------------------------
 *
 * Headings follow GitHub's rule, in document order: the slug of the heading's words, with -1, -2, …
 * where it is taken already. Values and conditional words are left out, so that an id never depends
 * on a card. A heading without letters becomes "section". An author may pin an id, {#id}; one that
 * an earlier heading has is an error, and a later heading keeps away from it.
 *
 * All of these are lower case, pinned ones too (page/markdown.h). What the theme makes (footnotes,
 * contents, figures) has ids that start with a capital letter, so that the two never meet. */

struct page_ids {
    struct texts in_order; /* one for each heading */
    struct map all;        /* id in composed form -> line of its heading */
    struct map shown;      /* those that a reader sees, on the card of this build */
};

/* Fills in heading.id of every heading of the page, also in branches that are not shown, and
 * ids->all. */
void ids_give(struct page_ids *ids, struct page *page, struct arena *arena, struct diags *diags);
/* Gives the headings the same ids again, when the page was read again. */
void ids_set(const struct page_ids *ids, struct page *page);
/* Fills in ids->shown; after every page_evaluate(). */
void ids_see(struct page_ids *ids, const struct page *page, struct arena *arena);

/* ---- pages ------------------------------------------------------------------------------- */

/* A link of a page: of each NODE_LINK of its document, in their order. */
struct entry_link {
    struct text url; /* as written */
    size_t url_offset, offset, length;
    bool shown; /* a reader sees it, on the card of this build */
    enum link_target target;
    struct text href;
};

/* One page in the course. */
struct entry {
    struct page *page;
    struct aside_page *aside; /* NULL: the tree of the page is always there */
    bool
        unseen; /* not evaluated for the card of the course: what that would give is known (seen.h) */
    struct gate gate;               /* what the gate says, whatever the edition or card */
    bool in_edition;                /* public: gate.open; review: always */
    bool stale;                     /* one of the two below; no reason of the gate (fresh.h) */
    bool stale_check;               /* checked more than site.fresh_days ago */
    size_t stale_sources;           /* that were looked up more than site.fresh_days ago */
    bool *stale_source;             /* which of those of the front matter */
    const struct erratum **erratum; /* of this page, the newest first */
    size_t erratum_count;
    struct entry_list list[ENTRY_LISTS];
    struct entry *previous, *next; /* reading order within the kind, in the edition */
    size_t step;                   /* on the path of the edition, from 1; 0: not on it */
    size_t
        branch; /* not on it: the last step among what the page needs, and what that needs; or 0 */
    struct page_ids ids;
    struct entry_link *link; /* on the card of this build */
    size_t link_count, link_capacity;
};

struct course {
    struct arena *arena;
    struct course_keep *keep; /* of the options */
    struct aside *aside;
    struct recall *recall;   /* of the options */
    struct text cards_stamp; /* of all files of cards; only with `recall` */
    const struct root *root;
    struct site site;
    struct cards cards;
    const struct card *card;         /* of this build */
    const struct card *default_card; /* NULL if site.yaml names none that exists */
    bool home;                       /* card is the default card */
    const struct card *
        *other; /* whose pages stand below /cards/ID/; none unless card is the default */
    size_t other_count;
    struct entry *entry; /* sorted by kind, order (those without come last), address */
    size_t entry_count;
    struct entry **path; /* from first to last for a newcomer, in the edition */
    size_t path_count;
    struct errata errata;      /* the newest first */
    struct entry **erratum_of; /* the page of each; NULL: there is none */
    enum edition edition;
    struct address_book *book; /* course/address.h */
};

struct course_options {
    struct text card; /* id, or some of its parts ("h200"); empty: the default card */
    enum edition edition;
    long today;       /* days since 1970-01-01; only gate and freshness read it */
    bool strict;      /* check: a claim that leaves its words out is an error in the review edition
                    and on other cards than the default card too */
    bool fresh;       /* check: a published page that is stale is an error */
    bool cards_only;  /* no page is read */
    struct text only; /* the path of the one page that is read: its links and its place among others
                         are not known then, nor its formulas set; empty: all pages */
    struct course_keep *keep; /* what earlier builds of this process read; or NULL (keep.h) */
    struct recall *recall;    /* what the build before worked out; or NULL (base/recall.h) */
    bool small;               /* for tests: every page is put aside that may be */
};

/* Reads everything, with all messages about it. False when nothing can be built for it (no
 * site.yaml, unknown card); the rest of *course is valid all the same. */
bool course_load(struct course *course, const struct root *root,
                 const struct course_options *options, struct arena *arena, struct diags *diags);
void course_resolve(struct course *course, const struct course_options *options,
                    struct diags *diags);
/* The tree of a page, evaluated for the card of the course, with its ids and links, until the close. As often as you like,
 * each time with its close. Without it the tree may be put aside (aside.h), or not be evaluated (seen.h). */
void course_open(const struct course *course, struct entry *entry);
void course_close(const struct course *course, const struct entry *entry);
void course_free(struct course *course); /* what does not live in its arena */
/* After course_resolve(): the same course with the numbers of another card. Gates stay as they are, since
 * the default card decides; what the words of a page say of this card is in page->false_claims. Links and
 * lists are made again. */
void course_turn(struct course *course, const struct card *card, struct diags *diags);
/* After course_resolve(): what the gate says of an entry whose page was read again. Evaluates that page for
 * the default card; nothing is said about what is wrong with it. */
void course_judge(const struct course *course, struct entry *entry, long today);
/* After course_resolve(): the same course for another edition, with its links and lists. What was
 * said about them before is said again (and kept once, see base/diag.h). */
void course_choose(struct course *course, enum edition edition, struct diags *diags);

/* The entry at an address of this site (/glossary/registers/), or NULL. */
struct entry *course_entry(const struct course *course, struct text address);

/* The addresses of a card's page and of its JSON: /cards/nvidia-h200/ and, in the same folder,
 * nvidia-h200.json. */
struct text course_card_address(const struct card *card, struct arena *arena);
struct text course_card_json_address(const struct card *card, struct arena *arena);
/* Series whose names begin with one word are a family. It has a page if any figure of it is known:
 * /cards/nvidia-h200/series/stride/ for stride.useful, stride.time, …. These are the first words, in the order of the
 * card's file. */
struct texts course_families(const struct card *card, struct arena *arena);
struct text course_family_address(const struct card *card, struct text family, struct arena *arena);
/* Where a series has its row: #stride.useful on that page, or on the card's own if no figure of it is known. */
struct text course_series_address(const struct card *card, const struct series *series,
                                  struct arena *arena);
/* The id of what a point has in the table of its series, its row or, of two axes, its cell: "stride.useful-8". */
struct text course_point_id(const struct series *series, const struct point *point,
                            struct arena *arena);
/* Where a point stands: there, or where its series has no table, where that stands. */
struct text course_point_address(const struct card *card, const struct series *series,
                                 const struct point *point, struct arena *arena);
