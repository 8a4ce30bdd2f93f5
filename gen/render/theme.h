/* theme -- checks on the theme's files before they are used.
 *
 * A file that was cut off, emptied or overwritten with something else would still make pages; they
 * would be wrong on every address at once. So each has to be text, to hold something, and to end
 * with a line end; a style sheet has to close what it opens. Mistakes are located errors.
 *
 * What the build made besides (fonts, WebAssembly) is whole if its own format says so: a step that was
 * ended by a full disk leaves an empty file or the first part of one. */
#pragma once

#include "base/file.h"

/* The file, if it is UTF-8 without control characters, not empty and not cut off; else NULL. */
const struct source *theme_file(const struct root *root, struct text path, struct arena *arena,
                                struct diags *diags);
/* Are braces, comments and strings closed? */
bool theme_check_css(const struct source *source, struct diags *diags);
/* Adds a checked sheet without its comments and most of its white space: a page waits for it, and it has to come in
 * the first ten packets (14.6 kB compressed). */
void theme_put_css(struct buf *out, struct text css);

bool theme_is_woff2(struct text file); /* the header's length is the file's */
bool theme_is_wasm(struct text file);  /* the last section ends where the file does */
