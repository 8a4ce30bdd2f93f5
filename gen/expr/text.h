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
/* As expr_format. `significant` digits where the rule says three (two for %); 0: the rule. format.c */
void expr_write_value(struct expr_writer *w, const struct expr_value *value,
                      const struct expr_form *form, int significant, unsigned style);
/* In `format` stand %v for a view, %s for a const char *, %n for a size_t. */
void expr_print(struct expr_writer *w, const char *format, ...);

/* Whether `text` ends so; *head is what stands before. */
bool expr_ends(struct text text, struct text ending, struct text *head);

/* Ends the text with '\0', cut at a whole UTF-8 character where it did not fit. Returns the length
 * of the whole. */
size_t expr_writer_finish(struct expr_writer *w);

/* The length of a run of letters, digits, _ (and - if hyphens) at `offset`. */
uint32_t expr_token_word(struct text source, uint32_t offset, bool hyphens);

/* The byte at `offset`, NUL behind the end. */
char expr_byte(struct text source, size_t offset);
/* The length of a run of digits at `offset`. */
uint32_t expr_token_digits(struct text source, uint32_t offset);

bool expr_is_space(char c);
bool expr_is_digit(char c);
bool expr_is_letter(char c);

/* The dimension in words: "B/s", "Hz", "B/clk", "B*s", "1". */
void expr_write_dimension(struct expr_writer *w, struct expr_dimension dimension);

bool expr_dimension_is_plain(struct expr_dimension dimension);
bool expr_dimension_is_bytes(struct expr_dimension dimension);
/* left * right, or left / right with sign -1. False: an exponent leaves -8..8. */
bool expr_dimension_multiply(struct expr_dimension left, struct expr_dimension right, int sign,
                             struct expr_dimension *out);

/* Fills the nearest units into an error about `name`, and what is often confused into `detail`. */
void expr_unit_nearest(struct text name, struct expr_error *error);

/* The length of a run of characters that units are made of, "/" aside, from `offset` on. */
size_t expr_unit_run(struct text text, size_t offset);
