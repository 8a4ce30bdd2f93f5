/* whole -- whether a file that the build made is whole, as its own format tells: a step that was ended
 * by a full disk leaves an empty file or the first part of one. */
#ifndef RENDER_WHOLE_H
#define RENDER_WHOLE_H

#include "base/text.h"

bool whole_woff2(struct text file); /* the header's length is the file's */
bool whole_wasm(struct text file);  /* the last section ends where the file does */

#endif
