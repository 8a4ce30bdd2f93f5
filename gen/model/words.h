/* words -- a command line of the simulator cut into words, and numbers out of words. Private to
 * gen/model. */
#ifndef MODEL_WORDS_H
#define MODEL_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word {
    const char *data;
    size_t length; /* 0: there is no word */
};

/* The rest of a line, without comment and line end. */
struct words {
    const char *data;
    size_t length;
};

struct words words_of_line(const char *line, size_t length);
struct word words_next(struct words *words);

bool word_is(struct word word, const char *text);
/* Digits, or 0x and hexadecimal digits, below 2^64. */
bool word_number(struct word word, uint64_t *out);
/* The same with an optional minus sign. */
bool word_signed(struct word word, bool *negative, uint64_t *magnitude);
/* The next word is such a number. */
bool words_number(struct words *words, uint64_t *out);
/* One number and nothing behind it. */
bool words_only_number(struct words *words, uint64_t *out);

#endif
