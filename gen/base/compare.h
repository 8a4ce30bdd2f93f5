/* compare -- the words in which two texts differ. */
#pragma once

#include "base/arena.h"

enum word_how { WORD_SAME, WORD_REMOVED, WORD_ADDED };

/* Words, runs of blanks and line ends of one or both texts, in order; those that went stand before those
 * that came in their place. All that are not added make the old text, all that are not removed the new. */
struct word {
    enum word_how how;
    struct text text;
};
struct compared {
    struct word *word;
    size_t count;
};
struct compared compare_words(struct text old, struct text new, struct arena *arena);
