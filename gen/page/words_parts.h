/* words_parts -- what the files of words.h share: words_tokens.c cuts a text into tokens, words_places.c tells cheaply
 * where it may be worth it, words.c looks at those places with the rules. */
#pragma once

#include "page/words.h"

/* Returns how many bytes at `at` belong to the word before them. - ' and / between letters of ASCII do, so
 * that one-third, isn't and GB/s are one each, and so does the typographer's apostrophe. */
size_t words_joined(struct text text, size_t at, bool behind_ascii);

/* The kind is a space for white space, ( ) " for quotation marks that open, close, and do either, and else
 * the mark that the token stands for. A sentence ends with a mark behind which no letter stands. */
char words_mark(struct text text, size_t at, size_t *length);

/* Tokens are words in small letters, values and codes as they are, and for all punctuation a comma, a
 * full stop or a question mark. Each has a space behind it, and a mark stands at either end. */
struct token {
    size_t at;    /* where it begins in the bytes of all tokens */
    size_t place; /* where it begins in the flat text */
};

struct tokens {
    char *byte;
    size_t length;
    struct token *list;
    size_t count, capacity;
    struct arena *arena;
};

/* What stands in quotation marks is left out. One without its other half is a comma. */
struct tokens tokens_cut(struct text text, struct arena *arena);
/* Where a byte of the tokens stands in the flat text. */
size_t tokens_place(const struct tokens *tokens, size_t at);

/* Places of a text in order; a match that begins with a token begins at one of them. */
struct places {
    size_t *at;
    size_t count, capacity;
    size_t end; /* of what was looked at: no rule reaches over the end of a sentence */
};

/* Looks at the first sentence of the text, or at `all` of it. */
struct places places_find(struct text text, bool all, struct arena *arena);
