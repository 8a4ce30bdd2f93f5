/* names -- who is who in a byline: is this a name at all, and are these two names one person?
 *
 * The gate and signing ask. Both answer on the careful side: what may be a placeholder is one, and
 * what may be the same person is the same person. Names are never changed, only compared; what is
 * shown to a reader is always what was written. */
#ifndef COURSE_NAMES_H
#define COURSE_NAMES_H

#include "base/arena.h"

/* Whether `name` names a person. If not, *why says so, ready to follow "the author is not named: ":
 * "\"pending\" is a placeholder". "No", "Yes", "Null Island" and 李 are names. */
bool name_is_real(struct text name, struct text *why, struct arena *arena);

enum same_person {
    PERSON_OTHER,
    PERSON_SAME,  /* one name in two spellings */
    PERSON_ALIKE, /* perhaps two people, but a reader could not tell: accents, look-alike letters,
                     initials, one name inside the other */
};

/* *how says what differs between the spellings, ready to follow "…: ": it starts with both names
 * in quotes. Zero for PERSON_OTHER. */
enum same_person name_compare(struct text author, struct text reviewer, struct text *how,
                              struct arena *arena);

#endif
