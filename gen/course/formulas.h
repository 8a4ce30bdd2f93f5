/* formulas -- every NODE_MATH of the course as MathML.
 *
 * One node process sets all formulas of a build, each different one once; a course without formulas
 * starts none. Values are not part of what is set (see formula.h), so that the card does not matter.
 * Formulas in branches that are not shown are set too: their mistakes are those of every card. */
#pragma once

#include "course/course.h"

/* After the pages were evaluated, since the rows of table blocks hold formulas. */
void formulas_set(struct course *course, struct diags *diags);
