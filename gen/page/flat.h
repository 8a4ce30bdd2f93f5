/* flat -- the text of a page as a reader meets it: across emphasis and links, without code, each
 * byte with the place that it came from. What the checks of typed numbers (numbers.h) and of typed
 * words (words.h) read.
 *
 * Conditions make more than one text of a paragraph: all first branches, all second ones, and each
 * branch by itself are handed out. What a check finds more than once is reported once, since
 * messages that are the same at the same place are. */
#pragma once

#include "page/tree.h"

#define FLAT_VALUE '\1' /* stands for an expression */
#define FLAT_CODE '\2'  /* stands for code or an image */

struct flat_origin {
    const struct node *node;
    size_t index; /* in node->text */
};

struct flat {
    struct buf words;
    struct arena arena;
    struct flat_origin *origin; /* one a byte of words */
    size_t capacity;
    int branch;              /* 0: first branches, 1: second ones */
    bool chosen;             /* a condition stands in it: the other branches make another text */
    const struct node *node; /* whose text it is, */
    int run;                 /* and which one comes next */
};

/* The next text below `root` (itself included): of paragraphs, headings, cells, captions, questions,
 * alt texts, titles of links and pictures. Start with a zero flat; false, and it is freed: there is no
 * other. After structure_build(). */
bool flat_next(struct flat *flat, const struct node *root);

/* Where bytes `first` to `last` of the words stand in the source. The range ends where their node
 * ends, since a mark cannot leave it. `key`: the end of the part by which the place is found when the
 * source spells the node differently (entities, escapes); only that part is marked then. */
struct flat_range {
    size_t offset, length;
};
struct flat_range flat_place(const struct flat *flat, const struct source *source, size_t first,
                             size_t key, size_t last);
