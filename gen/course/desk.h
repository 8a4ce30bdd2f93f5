/* desk -- the reviewer's desk: the state of every page, and what it lacks in a few words.
 *
 * A page that waits for several things is in the first state of those, in the order in which people deal
 * with them: the author before the reviewer, the reviewer before the sources. The list on a terminal, the
 * summary of a build, the index of the review edition and its panels all read the tables of desk.c. */
#pragma once

#include "course/course.h"

enum desk_state {
    DESK_MISTAKES,
    DESK_AUTHOR,
    DESK_CHANGED,
    DESK_REVIEW,
    DESK_KEY, /* reviewed, and the key of the reviewer has not signed that */
    DESK_SOURCES,
    DESK_CODE,
    DESK_CLAIM,
    DESK_EXERCISE,
    DESK_OTHER, /* a reason of the gate that no other state has */
    DESK_STALE, /* published, and checked or looked up long ago */
    DESK_PUBLISHED,
    DESK_STATES
};

struct desk_about {
    const char *name;  /* "author": for addresses */
    const char *words; /* of a page: "lacks an author" */
    const char *waits; /* what pages wait for: "a named author"; NULL: they wait for nothing */
    const char *next;  /* the command that helps, with PAGE for the page; NULL: none does */
};
extern const struct desk_about desk_states[DESK_STATES];

enum desk_state desk_state_of(const struct entry *entry);
/* Whether the gate has a reason of this state against the page, be it the first or not. */
bool desk_waits(const struct gate *gate, enum desk_state state);
/* The codes of all its reasons, a bit each. */
unsigned desk_codes(const struct gate *gate);
/* What a page lacks, each kind of reason once: "author", "day written", "3 sources"; of a page that is
 * stale, what is old. Kinds whose bit is in `without` are left out. */
struct texts desk_lacks(const struct entry *entry, unsigned without, struct arena *arena);
/* The same for a set of codes, without numbers: "author", "day written", "sources". */
struct texts desk_kinds(unsigned codes, struct arena *arena);
/* What every page in this state lacks: the codes that all of them have. */
unsigned desk_shared(const struct course *course, enum desk_state state);
