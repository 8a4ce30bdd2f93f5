/* gate -- decides whether a page may be published, and says every reason why not.
 *
 * Deny by default: no entry is published without a named author, a different named reviewer, two
 * real dates in order, a date on which each source was checked, and a text. The gate reads the page, the
 * default card and the day, nothing else: measuring or choosing another card changes no verdict.
 *
 * How old the check is does not close the gate: an entry that was right stays published, and shows
 * that it is stale (struct entry in course.h). */
#pragma once

#include "page/page.h"

enum gate_code {
    GATE_FRONT,        /* the front matter has errors */
    GATE_AUTHOR,       /* no named author */
    GATE_REVIEWER,     /* no named reviewer */
    GATE_SAME_PERSON,  /* author and reviewer are one person */
    GATE_WRITTEN,      /* no real date on which it was written */
    GATE_CHECKED,      /* no real date on which it was checked */
    GATE_DATE_ORDER,   /* checked before it was written */
    GATE_FUTURE,       /* a date after today */
    GATE_SOURCE,       /* a source without the day on which it was checked */
    GATE_EMPTY,        /* nothing below the front matter */
    GATE_CODE_CHANGED, /* code shown is not the code that was measured */
    GATE_FALSE_CLAIM,  /* a claim is false on the default card (review edition of drafts) */
};

struct gate_reason {
    enum gate_code code;
    size_t offset, length; /* in the page's source */
    struct text message;   /* "the author is not named: \"pending\" is a placeholder" */
    struct text hint;      /* what to do */
};

struct gate {
    bool open;
    struct gate_reason *reason; /* in the order of the codes, then of the source */
    size_t count;
};

/* `page` has been evaluated for the default card. `card`: the default card, for the hashes of the code
 * shown; NULL passes over these. `today`: days since 1970-01-01. */
struct gate gate_decide(const struct page *page, const struct card *card, long today,
                        struct arena *arena);
const char *gate_code_word(enum gate_code code); /* "same-person": for JSON and tests */
