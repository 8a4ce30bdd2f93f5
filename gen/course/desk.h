/* desk -- the reviewer's desk: the state of every page, and what it lacks in a few words.
 *
 * A page that waits for several things is in the first state of those, in the order in which people deal
 * with them: the author before the reviewer, the reviewer before the sources. The terminal and the index of
 * the review edition show the same. */
#pragma once

#include "course/course.h"

enum desk_state {
    DESK_MISTAKES,
    DESK_AUTHOR,
    DESK_CHANGED,
    DESK_REVIEW,
    DESK_SOURCES,
    DESK_CODE,
    DESK_CLAIM,
    DESK_OTHER, /* a reason of the gate that no other state has */
    DESK_STALE, /* published, and checked long ago */
    DESK_PUBLISHED,
    DESK_STATES
};

struct desk_about {
    const char *name;  /* "author": for addresses */
    const char *words; /* "lacks an author" */
    unsigned codes;    /* of the gate, a bit each */
};
extern const struct desk_about desk_states[DESK_STATES];

enum desk_state desk_state_of(const struct entry *entry);
/* The codes of all its reasons, a bit each. */
unsigned desk_codes(const struct gate *gate);
/* What a page lacks, each kind of reason once: "author", "day written", "3 sources". Kinds whose bit is in
 * `without` are left out. */
struct texts desk_lacks(const struct gate *gate, unsigned without, struct arena *arena);
/* The same for a set of codes, without numbers: "author", "day written", "sources". */
struct texts desk_kinds(unsigned codes, struct arena *arena);
/* What every page in this state lacks: the codes that all of them have. */
unsigned desk_shared(const struct course *course, enum desk_state state);
