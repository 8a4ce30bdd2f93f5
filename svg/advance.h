/*
 * advance.h -- advance widths of characters, from a table. Private to svg/.
 *
 * The numbers are those of Inter 4.0 (Regular and Semi Bold), in thousandths of an em, for Latin,
 * Greek and the signs that technical text uses; svg/tests/test_text.c compares them with the
 * installed font where there is one. Other characters get a guess on the wide side.
 */
#ifndef SVG_ADVANCE_H
#define SVG_ADVANCE_H

#include "text.h"

/* 0 for combining and invisible characters, 1000 for wide East Asian ones and emoji. */
unsigned svg_advance(unsigned long character, enum svg_weight weight);

#endif
