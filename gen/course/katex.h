/* katex -- TeX to MathML: KaTeX in one node process for all formulas of a build.
 *
 * KaTeX is the distribution's (libjs-katex); the environment variable KATEX names another katex.js.
 * It is strict: what LaTeX would not take is a mistake, macros expand a hundred times at most, and
 * commands that make links or markup are refused. */
#ifndef COURSE_KATEX_H
#define COURSE_KATEX_H

#include "base/buf.h"
#include "base/diag.h"

struct katex_formula {
    struct text tex;
    bool display;
    struct text mathml; /* as KaTeX writes it; empty: there is an error */
    struct text error;
    size_t at; /* bytes of `tex` before the mistake, at most its length */
};

/* Sets all of them. NULL, or why none could be set: one sentence, with the hint in *hint. */
const char *katex_set(struct katex_formula *formula, size_t count, const char **hint,
                      struct arena *arena);

#endif
