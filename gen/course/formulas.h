/* formulas -- every NODE_MATH of the course as MathML.
 *
 * One node process sets all formulas of a build, each different one once; a course without formulas
 * starts none. Values are not part of what is set (see formula.h), so that the card does not matter.
 * Formulas in branches that are not shown are set too: their mistakes are those of every card.
 *
 * KaTeX is the distribution's (libjs-katex); the environment variable KATEX names another katex.js.
 * It is strict: what LaTeX would not take is a mistake, macros expand a hundred times at most, and
 * commands that make links or markup are refused.
 *
 * What it writes is made fit for a page by katex.js. Only elements and attributes on a list pass, so
 * that nothing but MathML Core can come out: no style, no link, no color of its own. What browsers do
 * not draw any more (mathvariant, columnalign, rowspacing) becomes letters of Unicode and classes:
 * "left", "right" of an mtd, "bold", "italic", "mono" of an mtext. The annotation is left out, with \2
 * where it stood, and each value's name is \1 NUMBER \1: the renderer puts the TeX and the values
 * there. */
#pragma once

#include "course/course.h"

/* Before the pages are evaluated: the rows of a table block are copies of cells that have their formulas. */
void formulas_set(struct course *course, struct diags *diags);

/* ---- TeX to MathML ----------------------------------------------------------------------- */

#define KATEX_VALUE '\1'
#define KATEX_SOURCE '\2'

struct katex_formula {
    struct text tex, name; /* the name that its values have, see page/formula.h */
    bool display;
    struct text set;   /* the MathML, for a page; empty: there is a fault or an error */
    size_t width;      /* at most, in letters; what stands above each other counts once */
    struct text fault; /* what it needs and a page does not have */
    struct text error; /* what KaTeX says is wrong */
    size_t at;         /* bytes of `tex` before the mistake, at most its length */
};

/* Sets all of them. NULL, or why none could be set: one sentence, with the hint in *hint. */
const char *katex_set(struct katex_formula *formula, size_t count, const char **hint,
                      struct arena *arena);
