/* front -- the front matter of a page, content/site.yaml and content/errata.yaml, read with libyaml.
 *
 * Values stay the text that was written: no, 1.10 and ~ are strings. Aliases, anchors, tags,
 * duplicate and unknown keys, wrong types and missing required keys are located errors, all of them
 * in one pass. An offset counts bytes in the page's source. */
#pragma once

#include "base/diag.h"
#include "measure/date.h"

/* ---- kinds of pages ---------------------------------------------------------------------- */

/* Another kind is a name here and a row in front.c; its pages then lie in a folder of content/ of
 * their own, have addresses below it, and are listed in their section of the site. */
enum page_kind {
    KIND_GLOSSARY,
    KIND_LESSON,
    KIND_ARTICLE,
    KIND_EXERCISE,
    KIND_ERROR,
    KIND_COUNT /* also: no kind */
};

struct page_kind_about {
    const char *word;   /* what the front matter says: "glossary" */
    const char *folder; /* below content/, and the first part of the address: "glossary" */
    const char *title;  /* above a page of it: "Glossary" */
    const char *list;   /* above a list of its pages: "Terms" */
};
extern const struct page_kind_about page_kinds[KIND_COUNT];

/* All kinds in the order in which lists show them. */
extern const enum page_kind page_kind_order[KIND_COUNT];

/* KIND_COUNT if no kind has this word, or this folder. */
enum page_kind page_kind_of_word(struct text word);
enum page_kind page_kind_of_folder(struct text folder);
/* All words with a space between them, for hints. */
const char *page_kind_words(struct arena *arena);

/* ---- front matter ------------------------------------------------------------------------ */

#define FRONT_NO_ORDER ((unsigned long)-1) /* behind every order that can be written */

struct front_text {
    struct text value;
    size_t offset, length; /* where the scalar stands in the source, quotes included */
    bool exact; /* the value's bytes stand in the source one to one, starting at `inner` */
    size_t inner;
};

struct front_list {
    struct front_text *item;
    size_t count;
};

struct front_source {
    struct front_text id, title, url, checked;
    struct front_text
        earlier; /* why it may have been checked before the page was written, or empty */
};

struct front_byline {
    size_t offset; /* where the key "byline" stands */
    struct front_text author, reviewer, written, checked;
};

struct front {
    struct front_text title, term, summary, kind_text;
    enum page_kind kind;
    unsigned long order;
    struct front_list needs, related, lessons, errors, aliases;
    struct front_source *source;
    size_t source_count;
    struct front_byline byline;
};

/* Reads the block between the first line "---" and the next line "---". *body receives the offset
 * of the byte after it (0 when there is none). False on any error; what could be read is filled in,
 * so that the body is still checked. */
bool front_read(struct front *front, const struct source *source, size_t *body, struct arena *arena,
                struct diags *diags);

/* Every value of the front matter that a reviewer reads, "key: value" a line, and an item of a list a
 * line: all keys but the byline, and of a source all but the day on which it was looked up. */
void front_words(const struct front *front, struct buf *out);

/* ---- the site ---------------------------------------------------------------------------- */

struct site_planned {
    struct front_text path, term; /* path as in an address: glossary/registers */
};

struct site {
    const struct source *source;
    struct front_text title, base, default_card, summary;
    struct front_text repository; /* https://github.com/owner/name/, or empty */
    unsigned long fresh_days;     /* a page checked longer ago than this is stale; 180 if not set */
    struct front_list path;       /* pages in the order in which a newcomer reads them */
    struct front_list cards; /* ids of cards whose edition is published beside the default card's */
    struct site_planned *planned;
    size_t planned_count;
};

bool site_read(struct site *site, const struct source *source, struct arena *arena,
               struct diags *diags);

/* ---- errata ------------------------------------------------------------------------------ */

/* What a published page said and should not have. */
struct erratum {
    struct front_text page; /* as in an address: glossary/registers */
    struct front_text date, wrong, right, by;
};

struct errata {
    const struct source *source; /* content/errata.yaml; NULL: there is none */
    struct erratum *item;
    size_t count;
};

/* False on any error; what could be read is filled in. Whether page, day and name are real is asked
 * by the course. */
bool errata_read(struct errata *errata, const struct source *source, struct arena *arena,
                 struct diags *diags);
