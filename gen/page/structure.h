/* structure -- expressions parsed, conditions paired.
 *
 * markdown_read() leaves every `{{ … }}` as a NODE_EXPR that holds the text between its braces.
 * structure_build() parses them and turns
 *
 *     {{ claim COND }} … {{ else }} … {{ end }}        and the same with `if`
 *
 * into NODE_COND with one or two NODE_BRANCH. Two more are such nodes, without a condition:
 * `{{ given }} … {{ else }} … {{ end }}`, below, and `{{ always REASON }} words {{ end }}` around
 * words of one paragraph, cell or heading and without an else; lint.h says what it is for.
 *
 * Opening and closing stand in one parent: in one paragraph, cell, link text and so on. A paragraph
 * that holds nothing but such markers is replaced by them, so that they span the blocks between.
 * Conditions nest.
 *
 * A `given` shows its words where nothing in them would be missing, else what stands behind its
 * else, or nothing; content/README.md says what counts. One around nothing that could be missing is
 * an error.
 *
 * Afterwards every NODE_EXPR is a value; what did not parse has no `expr`, and a marker without
 * its partner is gone from the tree. Each of these was reported. */
#pragma once

#include "base/reader.h"
#include "page/tree.h"

void structure_build(struct node *root, const struct page_reader *reader);

/* An expression that was parsed before; NULL: the text is none. */
struct expr *structure_parse(struct text text, struct arena *arena);

/* Reports what expr.h found wrong with `node`, a NODE_EXPR or NODE_COND, at its place. */
void structure_report(const struct node *node, const struct expr_error *error,
                      const struct page_reader *reader);

/* Whether the value could be missing on a card: it has a series, a fact or a prediction in it. Every
 * card knows its own name, and what `scope` (may be NULL) binds is no value of a card. */
bool structure_asks_card(const struct expr *expr, const struct scope *scope);

/* The axis by whose words a value is shown: it is a variable that a loop `in words` bound. Empty: the
 * value is shown as it is. */
struct text structure_words_axis(const struct node *value);

/* Whether the value is another one on another card: something in it names no card of its own. */
bool structure_asks_own_card(const struct expr *expr);

/* True if a branch, cell or paragraph holds more than spaces and line breaks. */
bool structure_has_words(const struct node *parent);

/* True if a reader sees or hears anything of it on the card that was evaluated last: words, a value,
 * code, a picture, a table, a rule. */
bool structure_shows_words(const struct node *node);
