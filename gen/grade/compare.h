/* compare -- a program's output beside the one that was expected, line by line.
 *
 * How lines end is not what an exercise is about: a CR before the LF, and a last line without an LF,
 * are told but are no difference. Everything else is: spaces, tabs, empty lines, lines too many. */
#pragma once

#include "base/buf.h"

struct comparison {
    bool same;
    bool ends_differ;       /* same, but the lines do not all end as expected */
    size_t line;            /* from 1: the first that differs */
    bool has_want, has_got; /* false: there is no such line any more */
    struct text want, got;  /* that line without its end; views of what was compared */
};

struct comparison compare_outputs(struct text want, struct text got);

/* Both lines, one below the other, each after `indent`, with a mark under the first difference.
 * Spaces are shown as a dot, tabs as an arrow, other control bytes and bytes that are no text as
 * \xNN; of a long line the part around the difference. Nothing for outputs that are the same. */
void compare_show(const struct comparison *comparison, const char *indent, struct buf *out);
