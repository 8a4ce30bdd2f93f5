/* packed -- a page as bytes: what a course with many pages holds in place of trees.
 *
 * A page that was put aside keeps its front matter, and title, term and summary with their trees. What goes
 * is `document`, the bytes of its source (whose places are still known), and the words that were signed. */
#pragma once

#include "base/pack.h"
#include "page/page.h"

/* Everything else, of a page as page_read() left it or put aside: front matter, title, term and summary, what was
 * found about it. Writes it, or reads it into a page that has its path alone: then texts are views of the bytes. */
void page_pack_head(struct pack *pack, struct page *page, struct arena *arena);
/* Writes what goes, of a page as page_read() left it. */
void page_pack(const struct page *page, struct buf *out);
/* Takes it off the page, whose `unsigned_why` is known if it has no document. What the source says of its lines lives in `arena` from now on. */
void page_put_aside(struct page *page, struct arena *arena);
/* Puts it back, into `arena`, with `bytes` that live as long. False, and the page has an empty document: the
 * bytes are no such page. */
bool page_unpack(struct page *page, struct text bytes, struct arena *arena);
