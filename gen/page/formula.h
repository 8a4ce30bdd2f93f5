/* formula -- the TeX of a NODE_MATH, for those who look at it without typesetting it.
 *
 * A value in a formula is text: KaTeX is given \text{…} with a name in its place, and the name is
 * found again in what it returns. The name is the same for every card, and so is the MathML. */
#pragma once

#include "page/tree.h"

/* A byte of a formula as a reader would say it: 1.5\,\text{TB/s} is "1.5 TB/s"; letters of the
 * mathematics are variables (q), no units; commands without a reading are FLAT_CODE and values
 * FLAT_VALUE, see lint.h. `part` and `index` say where it stands. */
typedef void formula_add(void *context, char c, const struct node *part, size_t index);
void formula_say(const struct node *math, formula_add *add, void *context);

/* The whole TeX, with names for values, and where each byte stands. */
struct formula_tex {
    struct text tex;
    size_t *place;    /* tex.len + 1 offsets in the source: of a value its braces */
    struct text name; /* value number N (from 0) is called <name>N. */
};
struct formula_tex formula_tex(const struct node *math, struct arena *arena);

/* The TeX with the values as they are shown, for copying. */
struct text formula_source(const struct node *math, struct arena *arena);

/* Value number N of the formula, or NULL. */
const struct node *formula_value(const struct node *math, size_t number);
