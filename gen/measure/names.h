/* names -- hints for a key or word that is none of the known ones.
 *
 * Cards and front matter use them: both have closed sets of keys and words. */
#pragma once

#include "base/arena.h"

/* `words` is a list of words with one space between: "title term kind". */
bool names_has(const char *words, struct text word);

/* Returns "nearest: byline", whatever the case of `word`; where nothing is near, "known here:
 * title, term". Lives in the arena. */
const char *names_hint(struct arena *arena, const char *words, struct text word);
