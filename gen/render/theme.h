/* theme -- checks on the theme's files before they are used.
 *
 * A file that was cut off, emptied or overwritten with something else would still make pages; they
 * would be wrong on every address at once. So each has to be text, to hold something, and to end
 * with a line end; a style sheet has to close what it opens. Mistakes are located errors. */
#ifndef RENDER_THEME_H
#define RENDER_THEME_H

#include "base/diag.h"

/* UTF-8 without control characters, not empty, not cut off. */
bool theme_check_text(const struct source *source, struct diags *diags);
/* The same, and braces, comments and strings are closed. */
bool theme_check_css(const struct source *source, struct diags *diags);

#endif
