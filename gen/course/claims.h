/* claims -- every claim of a page on every card: whether it holds there, and how nearly.
 *
 * Of interest to reviewers alone, so it is asked for the review edition only. The page has been evaluated for
 * the card of the build and stays as it is: rows of its table blocks are those of that card, and of a
 * `given` only values count, not charts. */
#pragma once

#include "course/course.h"

/* A claim is tight where a change by this part of what it compares with would turn it. */
#define CLAIM_TIGHT_PART 0.05

enum claim_state {
    CLAIM_UNREAD,  /* a condition around it leaves its words out */
    CLAIM_UNKNOWN, /* its words are left out, since a value is missing */
    CLAIM_FALSE,   /* its words are left out */
    CLAIM_ELSE,    /* not true, and its else stands */
    CLAIM_TIGHT,   /* true by less than CLAIM_TIGHT_PART */
    CLAIM_HOLDS,
    CLAIM_STATES
};

struct claim_on {
    enum claim_state state;
    bool has_margin; /* see expr_margin() */
    double margin;
    struct text why; /* both sides; empty where it holds, or is not read */
    bool same; /* as on the card of the build, with the same sides: it asks about named cards */
};

struct claim {
    const struct node *node;
    struct claim_on *on; /* one for each card, in the order of course->cards */
};

struct claims {
    struct claim *claim; /* in the order of the page */
    size_t count, capacity;
};

struct claims claims_of(const struct course *course, const struct page *page, struct arena *arena);
/* How many claims are in this state on a card, without those that are the same on the card of the build. */
size_t claims_count(const struct claims *claims, size_t card, enum claim_state state);
