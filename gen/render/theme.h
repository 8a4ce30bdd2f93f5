/* theme -- checks on the theme's files before they are used.
 *
 * A file that was cut off, emptied or overwritten with something else would still make pages; they
 * would be wrong on every address at once. So each has to be text, to hold something, and to end
 * with a line end; a style sheet has to close what it opens. Mistakes are located errors.
 *
 * What the build made besides (fonts, WebAssembly) is whole if its own format says so: a step that was
 * ended by a full disk leaves an empty file or the first part of one. */
#pragma once

#include "base/diag.h"

/* UTF-8 without control characters, not empty, not cut off. */
bool theme_check_text(const struct source *source, struct diags *diags);
/* The same, and braces, comments and strings are closed. */
bool theme_check_css(const struct source *source, struct diags *diags);

bool theme_is_woff2(struct text file); /* the header's length is the file's */
bool theme_is_wasm(struct text file);  /* the last section ends where the file does */
