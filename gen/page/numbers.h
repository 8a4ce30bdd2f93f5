/* numbers -- finds measured numbers that were typed instead of computed.
 *
 * A number beside B/s, FLOP/s, s, Hz or cycles (any prefix), or beside ×, x, times, -fold, %, is an
 * error: it has to be an expression or cited(…). Byte sizes and counts may be typed, and so may
 * dimensions (16 x 16, 128×128) and products (4 × n). A unit typed behind an expression is an error
 * as well, since the unit belongs to the value.
 *
 * Words are read as a reader sees them: across emphasis and links, with each branch of a condition
 * in its place, and formulas as formula.h says them. Code is not looked at. An expression that names nothing ({{ 563 GB/s }}) is a typed
 * number too. */
#ifndef PAGE_NUMBERS_H
#define PAGE_NUMBERS_H

#include "page/flat.h"

/* All inline text below `root` (itself included): paragraphs, headings, cells, captions, alt texts,
 * titles of links. After structure_build(). */
void numbers_lint(const struct node *root, const struct source *source, struct diags *diags);

/* ---- the rule itself, over plain text ------------------------------------------------------ */

struct typed_number {
    size_t start, end; /* the number; of a value: its place holder */
    size_t unit, stop; /* the unit beside it */
    bool behind_value; /* a typed unit behind an expression */
};

/* The first one that starts at or after `from`. */
bool numbers_find(struct text words, size_t from, struct typed_number *found);

#endif
