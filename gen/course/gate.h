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
    GATE_EARLIER,      /* a source that was checked before the page was written, and no word why */
    GATE_EMPTY,        /* nothing below the front matter */
    GATE_CODE_CHANGED, /* code shown is not the code that was measured */
    GATE_FALSE_CLAIM,  /* a claim is false on the default card (review edition of drafts) */
    GATE_CHANGED,      /* not the text that was signed */
    GATE_SIGNATURE,    /* not signed with the reviewer's key, where keys are asked for */
    GATE_EXERCISE,     /* code shown belongs to an exercise that is not published */
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
/* Adds a reason to a gate for each region that the page shows out of the folder of an exercise other than
 * its own page. `is_published` is asked about the address of that exercise, "/exercises/sum/", whose
 * gate has been decided. */
typedef bool gate_asks(const void *context, struct text address);
void gate_check_exercises(struct gate *gate, const struct page *page, gate_asks *is_published,
                          const void *context, struct arena *arena);
const char *gate_code_word(enum gate_code code); /* "same-person": for JSON and tests */

/* Who is who in a byline: is this a name at all, and are these two names one? What is refused as a name:
 * what holds no letter, a control or invisible character, a sign of addresses and markup, or letters of
 * two of the scripts that look alike (Latin, Greek, Cyrillic) in one word; a placeholder as
 * the whole value ("n/a", "<reviewer>"); and pending, tbd, todo or unknown where a note has it: at the end
 * ("review pending") or before a comma or bracket ("TBD, ask Bo", "Bo Falk (pending)"). Everything else is
 * a name, also one of which a part is such a word: "Anonymous Bosch", "Pending Ma", "Draft Bo", "Nil".
 * If it is none, *why says so, ready to follow "the author is not named: ". */
bool name_is_real(struct text name, struct text *why, struct arena *arena);

/* Two names are one where they differ only in Unicode form (NFKC), case, white space, punctuation and
 * marks that nobody sees. That a name is real, and whose it is, no program can know: letters of other scripts that
 * look alike, initials and accents tell two names apart. */
bool name_is_same(struct text a, struct text b, struct arena *arena);
