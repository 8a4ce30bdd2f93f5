/* highlight -- code as HTML with its words told apart, by an own small lexer.
 *
 * Languages: c, cpp, cuda (and their usual other names), ptx, json, sh. Any other is escaped and
 * left plain. What is a comment, a string or a number is exact for these languages; what is a
 * keyword or a type is a list of words. Lines, spaces and every other byte stay as they are.
 *
 * Classes: hl-k keyword, hl-q CUDA or PTX qualifier, hl-t type, hl-s string, hl-c comment,
 * hl-n number, hl-p preprocessor line. A span never crosses a line end, so that lines can be
 * numbered or marked later. */
#pragma once

#include "base/buf.h"

void highlight_code(struct buf *out, struct text language, struct text code);
