/* question -- what a reader shall predict before the numbers, graded by the card of the build:
 *
 *     ```predict
 *     ask: A kernel reads every eighth float. How long does it run, against every float?
 *     About as long: {{ if stride.time[8] / stride.time[1] < 1.5 }}
 *     Twice to six times as long: {{ if stride.time[8] / stride.time[1] in 1.5..6 }}
 *     Longer than that: {{ if stride.time[8] / stride.time[1] >= 6 }}
 *     then: It took {{ stride.time[8] / stride.time[1] as x .1 }} the time.
 *     ```
 *
 * Every line is `words: {{ if COND }}`, a choice, or one of two keys: `ask:`, the question, and
 * `then:`, what readers see who chose what holds. Words are Markdown of one line. Which choice is
 * right is never written down: it is the one whose condition is true, and there has to be exactly
 * one. On the default card anything else is an error. Where another card lacks what decides, the home
 * card does, `then:` included, and the page says so; where both lack it there is no verdict.
 *
 * Choices may hold typed numbers, because a guess is no measurement.
 *
 * The fence becomes a NODE_QUESTION. */
#pragma once

#include "page/page.h"
#include "page/reader.h"

#define QUESTION_MAX_CHOICES 8

/* Grades it from the verdicts of its choices, which are there already. False: they are not known on
 * this card. */
bool question_grade(struct node *question, const struct evaluation *evaluation);

/* Says what is wrong with a question that was graded last. */
void question_report(const struct node *question, const struct page_reader *reader,
                     const struct evaluation *evaluation);
