/* words -- typed numbers, and numbers and comparisons in words, found in flat text: what a reader reads, across marks and without code.
 * lint.h says which are found and what guards them, words_rules.c has the tables of the rules. */
#pragma once

#include "base/arena.h"
#include "base/rules.h"

#define FLAT_VALUE '\1' /* stands for an expression */
#define FLAT_CODE '\2'  /* stands for code or an image */

enum lint_kind {
    LINT_TYPED,      /* its part: the number alone */
    LINT_BEHIND,     /* a unit behind an expression */
    LINT_NUMBER,     /* in words */
    LINT_COMPARISON, /* in words */
    LINT_NOTHING     /* no other rule is to see it */
};

extern struct rules numbers_rules, words_rules;
extern struct rules words_supposing; /* what a comparison may stand behind */

/* Finds the first typed number, or unit behind an expression, from `from` on. */
bool numbers_next(struct text words, size_t from, struct rules_match *found);

/* All words that are found, in order, in the arena: "twice as fast as" is one, with the rule that
 * found its first word (NULL: see rules_match). Returns how many. */
size_t words_find(struct text words, struct arena *arena, struct rules_match **list);
