/* letters -- scripts whose letters look alike, and what may hide in the spelling of a name. */
#ifndef COURSE_LETTERS_H
#define COURSE_LETTERS_H

#include <stdint.h>

#include "base/arena.h"

enum script {
    SCRIPT_NONE, /* no letter, or a mark or letter that any script uses */
    SCRIPT_LATIN,
    SCRIPT_GREEK,
    SCRIPT_CYRILLIC,
    SCRIPT_ARMENIAN,
    SCRIPT_CHEROKEE,
    SCRIPT_OTHER, /* nothing in it is taken for a letter of the five above */
};

enum script letters_script(uint32_t code);
const char *letters_script_word(enum script script); /* "Cyrillic" */

bool letters_is_letter(uint32_t code);
bool letters_is_mark(uint32_t code);
bool letters_is_digit(uint32_t code);

/* What a reader sees in a text that utf8_name_key() made: marks dropped, letters that look like
 * Latin ones replaced by these, 0 and 1 by o and l. */
struct text letters_skeleton(struct arena *arena, struct text view);

/* The first code point of a script other than that of the word it stands in, where the two scripts
 * have letters that look alike. 0 if there is none. *own and *other: script of the code point and
 * of its word. */
uint32_t letters_mixed(struct text name, enum script *own, enum script *other);

/* What is not plain in the spelling of a name. A zero code point: there is none. */
struct spelling {
    bool edge_blank;     /* at the start or the end */
    bool double_blank;   /* two or more blanks in a row */
    uint32_t odd_blank;  /* a blank that is not U+0020 */
    uint32_t invisible;  /* nothing is shown for it */
    uint32_t mark;       /* of letters that are not in composed form */
    uint32_t wide;       /* full width */
    uint32_t other_form; /* another compatibility form: a ligature, a mathematical letter */
};
struct spelling letters_spelling(struct text name, struct arena *arena);

#endif
