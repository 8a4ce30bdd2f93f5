/* aside -- of a course with many pages, the trees of most are put aside until somebody needs them.
 *
 * The first pages that are read stay as they are; from ASIDE_HELD_MAX bytes of Markdown on, a page is packed
 * (page/packed.h) into a file without a name, and its tree is there between an opening and its close alone. Of a
 * page that stays both do nothing. Front matter, title, term and summary are always there. */
#pragma once

#include "base/file.h"
#include "base/spool.h"
#include "page/page.h"

#define ASIDE_HELD_MAX ((size_t)11 << 19)

/* Of one page. */
struct aside_page {
    struct text bytes; /* without a ptr: in the spool */
    struct text stamp; /* of its file, which is read again in place of the spool; or empty */
    size_t at;
    size_t open; /* how often it was opened */
};

struct aside {
    size_t held; /* bytes of Markdown of pages that stay */
    struct spool spool;
    struct arena passing; /* of the page that is being read, and of pages that are open */
    size_t open;
    const struct root *root;
    struct text changed; /* a file that was another one when it was read again; or empty */
};

/* Whether the page that has these bytes will be put aside, beside `most` bytes of pages that stay. Those with
 * formulas stay, since these are set for all pages at once. */
bool aside_takes(struct aside *aside, struct text markdown, size_t most);
/* Puts a page aside that has just been read, with its document in aside->passing. */
struct aside_page *aside_put(struct aside *aside, struct page *page, struct arena *arena);

/* The place of a page of which nobody has read more than the head (packed.h): `source` is its text, which may go. */
struct aside_page *aside_unread(struct aside *aside, struct page *page, struct text stamp,
                                struct arena *arena);

/* The page as it was read, without ids, links and values; `place` NULL: it stays. */
void aside_unpack(struct aside *aside, struct aside_page *place, struct page *page);
void aside_pack(struct aside *aside, struct aside_page *place, struct page *page);
/* A message about a page, which shows a line of its source. */
#define aside_report(course, entry, diags, severity, ...)                                          \
    do {                                                                                           \
        aside_unpack((course)->aside, (entry)->aside, (entry)->page);                              \
        diag_at((diags), (severity), (entry)->page->source, __VA_ARGS__);                          \
        aside_pack((course)->aside, (entry)->aside, (entry)->page);                                \
    } while (0)

void aside_free(struct aside *aside);
