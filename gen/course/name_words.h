/* name_words -- a name cut into the words that are compared. Private to names. */
#ifndef COURSE_NAME_WORDS_H
#define COURSE_NAME_WORDS_H

#include <stdint.h>

#include "base/arena.h"

struct name_words {
    struct text *word;
    size_t count;
};

/* Cuts a key (utf8_name_key()) into words of letters, marks and digits. */
struct name_words name_split(struct text key, struct arena *arena);
struct text name_join(const struct name_words *words, const char *between, struct arena *arena);

/* A part of a name that holds "@", with the brackets around it, is an address. The name without it
 * goes to *name. */
struct text name_take_address(struct text *name, struct arena *arena);

/* The bytes of the code point at `at`, one byte where they are not UTF-8. */
struct text name_letter(struct text view, size_t at, uint32_t *code);
bool name_is_single_letter(struct text word); /* of a script that has initials */

bool name_is_one_of(struct text word, const char *const *list, size_t count);
#define NAME_IS_ONE_OF(word, list) name_is_one_of((word), (list), sizeof(list) / sizeof *(list))

#endif
