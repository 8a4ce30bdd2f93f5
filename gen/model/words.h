/* words -- a command line of the simulator cut into words, and numbers out of words. Private to
 * gen/model. */
#pragma once

#include <stdint.h>

#include "view.h"

/* A line without its comment and its end: the words to take. */
struct text words_of_line(const char *line, size_t length);
/* Takes the first word; empty: there is none. */
struct text words_next(struct text *words);

/* Takes a word that is digits, or 0x and hexadecimal digits, below 2^64. False: it is none. */
bool words_number(struct text *words, uint64_t *out);
/* The same with an optional minus sign. */
bool words_signed(struct text *words, bool *negative, uint64_t *magnitude);
/* One number and nothing behind it. */
bool words_only_number(struct text *words, uint64_t *out);
