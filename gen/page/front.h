/* front -- the front matter of a page and content/site.yaml, read with libyaml.
 *
 * Values stay the text that was written: no, 1.10 and ~ are strings. Aliases, anchors, tags,
 * duplicate and unknown keys, wrong types and missing required keys are located errors, all of them
 * in one pass. An offset counts bytes in the page's source. */
#pragma once

#include "base/diag.h"
#include "measure/date.h"
#include "page/kind.h"

struct front_text {
    struct text value;
    size_t offset, length; /* of the scalar in the source, quotes included */
    bool exact; /* the value's bytes stand in the source one to one, starting at `inner` */
    size_t inner;
};

struct front_list {
    struct front_text *item;
    size_t count;
};

struct front_source {
    struct front_text id, title, url, checked;
};

struct front_byline {
    size_t offset; /* of the key "byline" */
    struct front_text author, reviewer, written, checked;
};

struct front {
    struct front_text title, term, summary;
    enum page_kind kind;
    struct front_text kind_text;
    bool has_order;
    unsigned long order;
    struct front_list related, lessons, errors, aliases;
    struct front_source *source;
    size_t source_count;
    struct front_byline byline;
};

/* Reads the block between the first line "---" and the next line "---". *body receives the offset
 * of the byte after it (0 when there is none). False on any error; what could be read is filled in,
 * so that the body is still checked. */
bool front_read(struct front *front, const struct source *source, size_t *body, struct arena *arena,
                struct diags *diags);

struct site_planned {
    struct front_text path, term; /* path as in an address: glossary/registers */
};

struct site {
    const struct source *source;
    struct front_text title, base, default_card, summary;
    unsigned long fresh_days; /* a page checked longer ago than this is stale; 180 if not set */
    struct site_planned *planned;
    size_t planned_count;
};

bool site_read(struct site *site, const struct source *source, struct arena *arena,
               struct diags *diags);
