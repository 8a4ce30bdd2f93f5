/* print -- a line of output, put together without libc. Private to gen/model. */
#pragma once

#include "model/simulator.h"

/* Hands the line to the sink in pieces, so that it has no greatest length. In `format` stand for
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
