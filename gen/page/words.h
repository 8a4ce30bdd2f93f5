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
 * punctuation (words_rules.c has the table, gen/tests/words.txt an example of every line of it):
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
#ifndef PAGE_WORDS_H
#define PAGE_WORDS_H

#include <stdint.h>

#include "page/flat.h"

/* All inline text below `root`, as numbers_lint() reads it. After structure_build(). */
void words_lint(const struct node *root, const struct source *source, struct diags *diags);

/* ---- the rules themselves, over flat text ---------------------------------------------------- */

enum words_kind { WORDS_NUMBER, WORDS_COMPARISON };
struct words_rule; /* below */

struct typed_words {
    size_t start, end;
    const struct words_rule *rule; /* that found its first word */
};

/* The two letters that what each rule finds may begin with: of each first one, the second ones. Made
 * once, for any number of texts, most words of which no rule has to be tried at. */
#define WORDS_RULES_MAX 96
#define WORDS_LETTERS 27 /* a to z, and all others */
struct words_letters {
    uint32_t second[WORDS_RULES_MAX][WORDS_LETTERS];
};
struct words_letters words_letters(void);

/* All that is found, in order, in the arena: "twice as fast as" is one. Returns how many. */
size_t words_find(struct text words, const struct words_letters *letters, struct arena *arena,
                  struct typed_words **list);

/* ---- private to words_*.c -------------------------------------------------------------------- */

/* Patterns are elements with blanks between: a word, or words|with|bars; @list, a list of
 * words_list(); @list+word or @list+@list, two words in one, with a hyphen or without; \1 a value,
 * \2 code; ~ any one; *3 up to three of any kind; ^ and $ the ends
 * of the clause. */
struct words_rule {
    enum words_kind kind;
    const char *pattern;
    /* One element each for the word before and the word after; NULL: whatever stands there. */
    const char *only_behind, *only_before;
    const char *unless_behind, *unless_before;
};

extern const struct words_rule words_rules[];
extern const size_t words_rule_count;

/* The words of @name, separated by |. NULL: no such list. */
const char *words_list(struct text name);

#endif
