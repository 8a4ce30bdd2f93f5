/* lex -- the one place that knows where `{{ … }}`, `$ … $` and `code` begin and end.
 *
 * Everything that looks for these asks here: the mask that hides them from the Markdown parser
 * (mask.h), strings of the front matter, the lines of fences, and the checks of what was left over.
 *
 * Functions take a text and the offset of the opening sign, and return the offset after the closing
 * one; 0 when there is none. Nothing is ever found twice in linear time: `struct lex` remembers how far
 * a search went in vain, so that a hostile line is not read again and again. */
#pragma once

#include "base/text.h"

enum { LEX_TICKS = 64 }; /* longer runs of back-ticks open no code */

struct lex {
    struct text text;           /* set this; the rest starts as zero */
    size_t barren;              /* no }} before this offset, or before the end of its line */
    size_t no_ticks[LEX_TICKS]; /* no closing run of that length before this offset */
};

/* `{{ … }}` on one line. */
size_t lex_expression(struct lex *lex, size_t at);

/* A run of back-ticks at `at` and the next run of the same length, before `limit`. */
size_t lex_code(struct lex *lex, size_t at, size_t limit);

/* `$ … $` before `limit`: the opening dollar has no space behind it; the next dollar decides, for
 * better or worse, whether it closes: no space before it, no digit and no dollar behind it. Code and,
 * in a row of a table (`bars`), a bar end the search. Expressions inside are passed over.
 *
 * *shell is set where the two dollars enclose TeX by that rule, but look like names of a shell:
 * $HOME:$PATH, $(pwd)/$(date). The result is then 0. */
size_t lex_formula(struct lex *lex, size_t at, size_t limit, bool bars, bool *shell);

/* An expression inside a formula: of more than two braces the last two open it, \frac{{{ x }}}{2}. */
size_t lex_formula_expression(struct lex *lex, size_t at);

/* The closing `$$` at or after `from`, before `limit`: its offset, SIZE_MAX if there is none. */
size_t lex_display_end(struct text text, size_t from, size_t limit);

/* One of the 32 characters of ASCII that a backslash escapes: its number from 0, -1 for others. */
int lex_punctuation(char c);
char lex_punctuation_char(int number);
