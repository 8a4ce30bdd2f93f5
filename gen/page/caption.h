/* caption -- the words of a table: a paragraph "Table: …" beside one, above it or else below. */
#ifndef PAGE_CAPTION_H
#define PAGE_CAPTION_H

#include "page/reader.h"
#include "page/tree.h"

/* Makes each such paragraph below `root` the NODE_CAPTION of its table. One without a table is an
 * error. After structure_build(), since a caption may hold conditions. */
void captions_find(struct node *root, const struct page_reader *reader);

#endif
