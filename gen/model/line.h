/* line -- a command line of the simulator cut into words, and a line of its output put together without
 * libc. Private to gen/model. */
#pragma once

#include "model/simulator.h"
#include "view.h"

/* Returns a line without its comment and its end, ready for words_next(). */
struct text words_of_line(const char *line, size_t length);
/* Takes the first word; it is empty if there is none. */
struct text words_next(struct text *words);

/* Takes a word of digits, or of 0x and hexadecimal digits, below 2^64. False: it is none. */
bool words_number(struct text *words, uint64_t *out);
/* Takes such a word with an optional minus sign. */
bool words_signed(struct text *words, bool *negative, uint64_t *magnitude);
/* Takes one number; false if anything follows. */
bool words_only_number(struct text *words, uint64_t *out);

/* Hands the line to the sink in pieces, so that it has no greatest length. `format` may have
 *
 *     %n     a uint64_t
 *     [es]   these letters, unless the last %n was 1: "%n access[es]"
 *     %s     a text, const char *
 *     %w     a word, struct text
 *     %h     a uint64_t of hundredths: 625 is "6.25"
 *     %p     two of uint64_t, part <= whole < 2^52, as "31.3%": a half goes up, from the exact
 *            fraction, since a double of it would already be rounded (3 of 2,000 is 0.15 percent, the
 *            nearest double is less). "0.0%" where the whole is 0. */
void print_line(const struct simulator_sink *sink, const char *format, ...);
