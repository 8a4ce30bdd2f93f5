/* words -- finds numbers and comparisons that were typed as words, and that a card could make false.
 *
 * "Twice as fast" is a measured number as much as 2.04× is. In the text of a page such words stand
 *
 *     {{ claim COND }}twice{{ end }}          in a claim, or in its else,
 *     {{ if COND }}twice{{ end }}             in either branch of an `if`,
 *     {{ always REASON }}twice{{ end }}       or where no card can make them false, and why.
 *
 * COND has to compare something (expr_compares): known(x) alone guards nothing. It may stand around
 * the words or around the paragraphs that they are in. An `always` around no such word is an error:
 * it would hide that the words were changed. It leaves no trace in the output.
 *
 * What is found, in small letters or capitals, across emphasis, links and line ends, but not across
 * punctuation (words_rules.c has the tables, gen/tests/words.txt an example of every line of it):
 *
 *   ratios        half, twice the, about twice, a third of, two thirds, three quarters, doubles, halving,
 *                 tenfold, five times, several times, a factor of ten, one in four, nine out of ten
 *   counts        dozens, hundreds, thousands, tens of, a hundred, orders of magnitude
 *   numbers       two cycles, thirty percent, five gigabytes per second
 *   comparisons   faster, slower (with `than` or without), beats; larger than, longer than, as wide
 *                 as behind a verb; more than, fewer … than; as fast as, as many … as; the same rate
 *   shares        most of, nearly all, almost none, hardly any, a fraction of
 *   superlatives  fastest, highest, the best
 *
 * What is not: numbers of things ("32 banks", "two kinds", "read twice"), ordinals ("every eighth float", "the
 * second half"), what a thing needs or asks for ("needs more registers than"), a noun's size ("an
 * array larger than the L2"), `as long as` for `while`. A comparison is also left alone behind `if`,
 * `when`, `whether`, `unless` and `until` in the same clause, behind "that is", and in a sentence
 * that ends with a question mark; and nothing is looked at in "quotation marks", where a page says
 * what people get wrong, in code, and in the choices of a question, since a guess claims nothing. */
#pragma once

#include "page/flat.h"
#include "page/reader.h"
#include "page/rules.h"

/* All that flat_next() gives below `root`. After structure_build(); a tree whose
 * conditions did not pair is left alone, since words would be reported for want of what guards them. */
void words_lint(const struct node *root, const struct page_reader *reader);

/* ---- the rules themselves, over flat text ---------------------------------------------------- */

enum words_kind { WORDS_NUMBER, WORDS_COMPARISON, WORDS_NOTHING /* no other rule is to see it */ };

/* All that is found, in order, in the arena: "twice as fast as" is one, with the rule that found its
 * first word (NULL: see rules_match). Returns how many. */
size_t words_find(struct text words, struct arena *arena, struct rules_match **list);

extern struct rules words_rules,
    words_supposing; /* what is found, and what a comparison may stand behind */
