/* lint -- finds what was typed and could become false: measured numbers, and numbers and comparisons
 * in words. content/README.md says to authors what is found and what is not; words_rules.c has the
 * tables, gen/tests/words.txt an example of every line of those for words.
 *
 * A number beside a rate, a time, a clock, cycles, ×, times, -fold or % has to be an expression or
 * cited(…). So does an expression that names nothing, {{ 563 GB/s }}, and a unit stands inside the
 * braces of its value. Words that are numbers or comparisons stand
 *
 *     {{ claim COND }}twice{{ end }}          in a claim, or in its else,
 *     {{ if COND }}twice{{ end }}             in either branch of an `if`,
 *     {{ always REASON }}twice{{ end }}       or where no card can make them false, and why.
 *
 * COND has to compare something (expr_compares): known(x) alone guards nothing. It may stand around
 * the words or around the paragraphs that they are in. An `always` around no such word is an error:
 * it would hide that the words were changed. It leaves no trace in the output.
 *
 * Words are found across emphasis, links and line ends, but not across punctuation. None are looked at
 * in "quotation marks", where a page says what people get wrong, in code, and in the choices of a
 * question, since a guess claims nothing. */
#pragma once

#include "base/reader.h"
#include "page/tree.h"

/* Reports all of it below `root`: in paragraphs, headings, cells, captions, questions, alt texts,
 * formulas (as formula.h says them), titles of links and pictures; of a condition in each branch.
 * After structure_build(): where conditions did not pair, words are left alone, since they would be
 * reported for want of what guards them. */
void lint_tree(const struct node *root, const struct page_reader *reader);
