/* names -- what to say when a word is none of those that are known here.
 *
 * Serves cards and front matter alike: both have closed sets of keys and words. */
#pragma once

#include "base/arena.h"

/* `words` is a list of words with one space between: "title term kind". */
bool names_has(const char *words, struct text word);

/* "nearest: byline", whatever the case of `word`; where nothing is near, "known here: title, term".
 * Lives in the arena. */
const char *names_hint(struct arena *arena, const char *words, struct text word);
