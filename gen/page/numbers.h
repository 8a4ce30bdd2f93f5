/* numbers -- finds measured numbers that were typed instead of computed.
 *
 * A number beside B/s, FLOP/s, s, Hz or cycles (any prefix, as letters or as words), B or bytes a
 * cycle, or beside ×, x, times, -fold, %, is an error: it has to be an expression or cited(…). So is
 * "a factor of 5", and "1/3 of". Byte sizes and counts may be typed, and so may dimensions
 * (16 x 16, 128×128) and products (4 × n). A unit typed behind an expression is an error as well,
 * since the unit belongs to the value. numbers.c has the table.
 *
 * Words are read as a reader sees them: across emphasis and links, with each branch of a condition
 * in its place, and formulas as formula.h says them. Code is not looked at. An expression that names
 * nothing ({{ 563 GB/s }}) is a typed number too. */
#pragma once

#include "page/flat.h"
#include "page/reader.h"
#include "page/rules.h"

/* All that flat_next() gives below `root`, and expressions that name nothing. */
void numbers_lint(const struct node *root, const struct page_reader *reader);

enum numbers_kind {
    NUMBERS_TYPED,  /* its part: the number alone */
    NUMBERS_BEHIND, /* a unit behind an expression; its part: the unit */
    NUMBERS_NOTHING /* no other rule is to see it */
};
extern struct rules numbers_rules; /* over flat text */
