/* markdown -- the body of a page as a tree: cmark-gfm parses, nothing that it drops goes unsaid.
 *
 * GitHub's Markdown with tables, `~~strikethrough~~`, task lists and footnotes; no autolinks of bare
 * addresses, no typographic quotes or dashes; raw HTML is an error. What an author may write besides is
 * in content/README.md, and becomes a NODE_EXPR (`{{ … }}`, whose inside is not read here), a NODE_MATH
 * (`$…$`), a NODE_FORMULA (`$$ … $$`) and a NODE_FIGURE (a paragraph of one image); `{#id}` at the end of
 * a heading is no part of its words.
 *
 * Values, formulas, entities and escapes are hidden from the library by tokens of the same length
 * (mask.h), and so every byte that it reads stands where it stands in the source. Every node's `offset`
 * and `length` are bytes of the page's source; where Markdown is exotic they may be those of the line.
 *
 * What Markdown libraries lose without a word is a located error or warning: see markdown_lost.c,
 * markdown_table.c and markdown_link.c. Trees live in the reader's arena. cmark-gfm has globals: never
 * call these functions from two threads. */
#pragma once

#include "base/reader.h"
#include "page/tree.h"

/* Beyond these a page is refused before its tree is made, and but for links before it is parsed: the
 * library is quadratic in some of them. */
#define MARKDOWN_MAX_BYTES ((size_t)1 << 20)
#define MARKDOWN_MAX_LINE ((size_t)32 << 10)
#define MARKDOWN_MAX_COLUMNS 64
#define MARKDOWN_MAX_ROWS 2000
#define MARKDOWN_MAX_CELLS 100000  /* of all tables of a page together */
#define MARKDOWN_MAX_LINKS 500     /* and pictures of a page */
#define MARKDOWN_MAX_DEPTH 64      /* containers in containers, inlines in inlines */
#define MARKDOWN_MAX_MESSAGES 1000 /* about one page; the last one says that there are more */

/* Parses the page's text from `body` on. Never NULL: a NODE_DOCUMENT with blocks, then the NODE_NOTEs
 * in order of their numbers. A page beyond a limit gives an empty document and an error. */
struct node *markdown_read(const struct page_reader *page, size_t body);

/* The same for a piece of the page that stands at `offset`, such as a line of a fence. */
struct node *markdown_read_piece(const struct page_reader *page, struct text piece, size_t offset);

/* A string of the front matter: a NODE_PARAGRAPH of NODE_TEXT and NODE_EXPR, no Markdown, `\{{` for
 * two literal braces. If `exact`, the bytes of `value` stand in the source from `inner` on, and so
 * places are exact; else everything is at `fallback_offset`. */
struct node *markdown_inline_text(const struct page_reader *page, struct text value, size_t inner,
                                  bool exact, size_t fallback_offset);

/* Where line `n` (from 0) of a code block's text starts in the source. The node must come from
 * markdown_read() with `text` unchanged. Fences may be indented or stand in quotes; a tab that is
 * partly indentation counts as a whole. Past the last line: the end of the block. */
size_t markdown_code_line_offset(const struct source *source, const struct node *node, size_t n);
