/* mathml -- what KaTeX writes, made fit for a page.
 *
 * Only elements and attributes on a list pass, so that nothing but MathML Core can come out: no
 * style, no link, no color of its own. What browsers do not draw any more (mathvariant, columnalign,
 * rowspacing) becomes letters of Unicode and classes: "left", "right" of an mtd, "bold", "italic",
 * "mono" of an mtext.
 *
 * The annotation is left out, with \2 where it stood, and each value name is \1 NUMBER \1: the
 * renderer puts the TeX and the values there. */
#ifndef COURSE_MATHML_H
#define COURSE_MATHML_H

#include "base/arena.h"
#include "base/buf.h"

#define MATHML_VALUE '\1'
#define MATHML_SOURCE '\2'

struct mathml {
    struct text set;
    size_t width;      /* at most, in letters; what stands above each other counts once */
    const char *fault; /* what this formula needs and a page does not have; NULL: all is well */
};

/* `name` is what formula.h calls values. Everything lives in the arena. */
struct mathml mathml_read(struct text katex, struct text name, struct arena *arena);

#endif
