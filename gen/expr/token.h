/* token.h -- words, numbers and signs of an expression. Private to gen/expr. */
#pragma once

#include "text.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,   /* stride.useful */
    TOKEN_NUMBER, /* 4.5e9 */
    TOKEN_DIGITS, /* .2 */
    TOKEN_SIGN,   /* one character of + - * / ( ) [ ] , @ < > = . */
    TOKEN_EQUAL,  /* one character of < > = ! with = behind it */
    TOKEN_RANGE,  /* .. */
    TOKEN_BAD     /* a character that no expression has, all bytes of it */
};

struct token {
    enum token_kind kind;
    char sign; /* the first character of a TOKEN_SIGN or TOKEN_EQUAL */
    uint32_t offset, length;
    bool space_before, space_after;
};

/* The token at or after `offset`. */
struct token expr_token(struct text source, uint32_t offset);

/* The length of a run of letters, digits, _ (and - if hyphens) at `offset`. */
uint32_t expr_token_word(struct text source, uint32_t offset, bool hyphens);

/* The byte at `offset`, NUL behind the end. */
char expr_byte(struct text source, size_t offset);
/* The length of a run of digits at `offset`. */
uint32_t expr_token_digits(struct text source, uint32_t offset);

bool expr_is_space(char c);
bool expr_is_digit(char c);
bool expr_is_letter(char c);
