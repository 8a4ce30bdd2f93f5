/* utf8 -- the properties of Unicode that the project needs, over utf8proc.
 *
 * Views in, arena copies out. */
#pragma once

#include <stdint.h>

#include "base/arena.h"

/* Returns the bytes of the first code point, 1 to 4, and the code point; 0 (and code 0) for the
 * empty view or bytes that are not UTF-8 (overlong forms and surrogates included). */
size_t utf8_decode(struct text view, uint32_t *code);

/* Finds the first byte that is not UTF-8 or starts a character that text may not hold: those that
 * are hidden but tab and line feed, U+FFFE, U+FFFF; SIZE_MAX if all is well. Between letters outside
 * ASCII the two joiners may stand (U+200C, U+200D: Persian, Indic scripts, emoji). *code is the code
 * point, or UINT32_MAX when the bytes are not UTF-8. */
size_t utf8_check(struct text view, uint32_t *code);
/* Checks text that no author typed: format characters may stand there (MathML holds U+2061). */
size_t utf8_check_data(struct text view, uint32_t *code);

/* Hidden are C0 (tab and line feed too), DEL, C1, what Unicode calls format characters (category Cf:
 * zero width, soft hyphen, direction of writing), and line and paragraph separators. */
bool utf8_is_hidden(uint32_t code);

int utf8_width(uint32_t code); /* columns on a terminal: 0, 1 or 2 */

/* Returns the composed form (NFC). */
struct text utf8_compose(struct arena *arena, struct text view);

/* Returns the key under which two spellings of one name are equal: NFKC, case folded, invisible
 * marks removed, runs of white space one space, none at the ends. */
struct text utf8_name_key(struct arena *arena, struct text view);

bool utf8_is_letter(uint32_t code); /* of any script */
bool utf8_in_word(uint32_t code);   /* a letter, a mark on one, a digit */

/* Returns the id of a heading by GitHub's rule: lower case; letters, marks, digits, connector
 * punctuation and hyphens stay, spaces become hyphens, everything else goes. May be empty. */
struct text utf8_slug(struct arena *arena, struct text view);
