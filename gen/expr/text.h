/*
 * text.h -- characters, units, and writing text into a block that may be too small. Private to gen/expr.
 *
 * A writer counts everything and stores what fits, so that every public function that makes text
 * can say how long the whole would have been. Start with {out, size, 0}, end with
 * expr_writer_finish.
 */
#pragma once

#include "expr.h"

struct expr_writer {
    char *out;
    size_t size;
    size_t length; /* of the whole text; what is stored is cut at size - 1 */
};

void expr_write(struct expr_writer *w, const char *data, size_t length);
void expr_write_view(struct expr_writer *w, struct text view);
void expr_write_text(struct expr_writer *w, const char *text);
void expr_write_count(struct expr_writer *w, size_t count);
/* Writes as expr_format, with `significant` digits in place of three (two for %); 0: the rule. */
void expr_write_value(struct expr_writer *w, const struct expr_value *value,
                      const struct expr_form *form, int significant, unsigned style);
/* `format` has %v for a view, %s for a const char *, %n for a size_t. */
void expr_print(struct expr_writer *w, const char *format, ...);

/* Returns whether `text` ends so; *head is the part before. */
bool expr_ends(struct text text, struct text ending, struct text *head);

/* Ends the text with '\0', cut at a whole UTF-8 character where it did not fit. Returns the length
 * of the whole. */
size_t expr_writer_finish(struct expr_writer *w);

/* Returns the length of a run of letters, digits, _ (and - if hyphens) at `offset`. */
uint32_t expr_token_word(struct text source, uint32_t offset, bool hyphens);

/* Returns the byte at `offset`, NUL behind the end. */
char expr_byte(struct text source, size_t offset);
/* Returns the length of a run of digits at `offset`. */
uint32_t expr_token_digits(struct text source, uint32_t offset);

bool expr_is_space(char c);
bool expr_is_digit(char c);
bool expr_is_letter(char c);

/* Writes the dimension in words: "B/s", "Hz", "B/clk", "B*s", "1". */
void expr_write_dimension(struct expr_writer *w, struct expr_dimension dimension);

bool expr_dimension_is_plain(struct expr_dimension dimension);
bool expr_dimension_is_bytes(struct expr_dimension dimension);
/* Multiplies left by right, or divides with sign -1. False: an exponent leaves -8..8. */
bool expr_dimension_multiply(struct expr_dimension left, struct expr_dimension right, int sign,
                             struct expr_dimension *out);

/* Fills the nearest units into an error about `name`, and what is often confused into `detail`. */
void expr_unit_nearest(struct text name, struct expr_error *error);

/* Returns the length of a run of characters of units, "/" aside, from `offset` on. */
size_t expr_unit_run(struct text text, size_t offset);

/* ---- decimals: the one place where binary and decimal meet ----------------------------------
 *
 * Both directions are exact: they go through integers of up to 2,304 bits and round once. */

/* 2^1024 scaled by what units and forms may ask for has fewer digits than this. */
#define EXPR_DIGITS_TEXT 384

/* A whole number in decimal. Zero is the one digit 0; there are no leading zeros. */
struct expr_digits {
    char text[EXPR_DIGITS_TEXT];
    int count;
    bool exact; /* nothing was rounded away */
};

/* Computes |number| * 10^ten * 2^two, rounded to a whole number, halves up. `number` is finite. The
 * product must stay under 2^1200; beyond -360..360 `ten` is cut there, beyond -400..400 `two`. */
void expr_decimal_round(double number, int ten, int two, struct expr_digits *out);

/* Computes digits * 10^ten * 2^two, the first digit not 0, as the nearest double, ties to even. False: not
 * zero, yet outside of the normal doubles, or more than EXPR_DECIMAL_DIGITS digits. */
#define EXPR_DECIMAL_DIGITS 40
bool expr_decimal_read(const char *digits, size_t count, int ten, int two, double *out);

bool expr_is_finite(double number);
