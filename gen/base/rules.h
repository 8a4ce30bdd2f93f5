/* rules -- patterns as data, all of a table tried at once: PCRE2 finds the first place where one fits.
 *
 * A table becomes one pattern when it is first used, which is kept for as long as the process runs.
 * Where several rules fit at one place, the first of the table counts. A table that does not compile
 * is a mistake in the program: it is printed, and the process aborts.
 *
 * Lists of words are macros and no (?(DEFINE)…): a call of such a group costs more than all that it
 * compares, and every rule is tried at every word. */
#pragma once

#include "base/text.h"

struct rule {
    const char *name;
    const char *start, *pattern; /* rules in a row that have the same start try it once */
    int kind;                    /* what the table's user has to know about a match */
};

struct rules {
    const char *before, *behind; /* what all rules have in common, and options such as (*UTF) */
    const struct rule *rule;
    size_t count;
    void *code;      /* the compiled pattern; NULL until it is first used */
    void *beginning; /* the same for rules_may_start() */
};

struct rules_match {
    const struct rule *rule; /* NULL: PCRE2 gave up, so nothing behind `start` is known */
    size_t start, end;
    size_t part, part_end; /* the rule's group ( ) if it has one; else start and end */
};

/* Finds the first match at or after `from`; false if there is none. */
bool rules_next(struct rules *rules, struct text text, size_t from, struct rules_match *match);

/* Which bytes matches begin with, a bit each from the lowest of the first byte on; NULL: they may begin with any. */
const unsigned char *rules_first(struct rules *rules);

/* Returns false where no match can begin with these bytes, whatever stands before and behind them. The
 * patterns may hold lookbehinds, but none inside of a negative assertion. */
bool rules_may_start(struct rules *rules, struct text bytes);

/* ---- one pattern and its parts -------------------------------------------------------------- */

enum { PATTERN_PARTS = 6 };

/* Initialise with {"…", NULL}. The pattern works on bytes and is compiled when first used. */
struct pattern {
    const char *bytes;
    void *code;
};

/* Finds the first match, in PATTERN_PARTS texts (or NULL): part[0] is all of it, then one for each
 * group ( ), whose `ptr` is NULL where the group took no part. False if nothing matches. */
bool pattern_find(struct pattern *pattern, struct text text, struct text *part);
