/* lint -- finds what was typed and could become false: measured numbers, and numbers and comparisons
 * in words.
 *
 * Numbers. A number beside B/s, FLOP/s, s, Hz or cycles (any prefix, as letters or as words), B or
 * bytes a cycle, or beside ×, x, times, -fold, %, is an error: it has to be an expression or cited(…).
 * So is "a factor of 5", and "1/3 of". Byte sizes and counts may be typed, and so may dimensions
 * (16 x 16, 128×128) and products (4 × n). A unit typed behind an expression is an error as well,
 * since the unit belongs to the value, and so is an expression that names nothing ({{ 563 GB/s }}).
 *
 * Words. "Twice as fast" is a measured number as much as 2.04× is. In the text of a page such words
 * stand
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
 * punctuation (lint_rules.c has the tables, gen/tests/words.txt an example of every line of words):
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
 * that ends with a question mark; and no words are looked at in "quotation marks", where a page says
 * what people get wrong, in code, and in the choices of a question, since a guess claims nothing. */
#pragma once

#include "page/reader.h"
#include "page/rules.h"
#include "page/tree.h"

/* Reports all of it below `root`: in paragraphs, headings, cells, captions, questions, alt texts,
 * formulas (as formula.h says them), titles of links and pictures; of a condition in each branch.
 * After structure_build(): where conditions did not pair, words are left alone, since they would be
 * reported for want of what guards them. */
void lint_tree(const struct node *root, const struct page_reader *reader);

/* ---- the rules, over flat text: what a reader reads, across marks and without code --------- */

#define FLAT_VALUE '\1' /* stands for an expression */
#define FLAT_CODE '\2'  /* stands for code or an image */

enum lint_kind {
    LINT_TYPED,      /* its part: the number alone */
    LINT_BEHIND,     /* a unit behind an expression; its part: the unit */
    LINT_NUMBER,     /* in words */
    LINT_COMPARISON, /* in words */
    LINT_NOTHING     /* no other rule is to see it */
};

extern struct rules numbers_rules, words_rules;
/* What a comparison may stand behind, and how flat text is cut into the words that words_rules see. */
extern struct rules words_supposing, words_tokens;

/* All words that are found, in order, in the arena: "twice as fast as" is one, with the rule that
 * found its first word (NULL: see rules_match). Returns how many. */
size_t words_find(struct text words, struct arena *arena, struct rules_match **list);
