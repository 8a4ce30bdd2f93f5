/* print -- one line of output, put together without libc. Private to gen/model.
 *
 * Texts of any length go straight to the sink, so a line has no greatest length. */
#ifndef MODEL_PRINT_H
#define MODEL_PRINT_H

#include "model/simulator.h"

enum { PRINT_PIECE = 256 };

struct print {
    const struct simulator_sink *sink;
    size_t length;
    char piece[PRINT_PIECE];
};

void print_bytes(struct print *print, const char *data, size_t length);
void print_text(struct print *print, const char *text);
void print_number(struct print *print, uint64_t number);
/* "1 cycle", "0 cycles": the word as it is for 1, with `ending` for all other numbers. */
void print_count(struct print *print, uint64_t number, const char *word, const char *ending);
/* whole / 10^decimals with all decimals: (625, 2) is "6.25". */
void print_decimal(struct print *print, uint64_t scaled, int decimals);
/* part of whole in percent with one decimal, a half going up, from the exact fraction: a double of it
 * would already be rounded (3 of 2,000 is 0.15 percent, the nearest double is less). "0.0" where
 * whole is 0. part <= whole < 2^52. */
void print_percent(struct print *print, uint64_t part, uint64_t whole);
/* Ends the line and hands it to the sink. */
void print_end(struct print *print);
/* The line `error: text`. */
void print_failure(const struct simulator_sink *sink, const char *text);

#endif
