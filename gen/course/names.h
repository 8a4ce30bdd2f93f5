/* names -- who is who in a byline: is this a name at all, and are these two names one?
 *
 * The gate asks. What is refused as a name: what holds no letter, a control or invisible character, a
 * sign of addresses and markup; a placeholder as the whole value ("n/a", "<reviewer>"); and pending,
 * tbd, todo or unknown where a note has it: at the end ("review pending") or before a comma or
 * bracket ("TBD, ask Bo", "Bo Falk (pending)"). Everything else is a name, also one of which a part
 * is such a word: "Anonymous Bosch", "Pending Ma", "Draft Bo", "Nil".
 *
 * Two names are one where they differ only in Unicode form (NFKC), case, white space and marks that
 * nobody sees. That a name is real, and whose it is, no program can know: letters of other scripts
 * that look alike, initials and accents tell two names apart. */
#pragma once

#include "base/arena.h"

/* If it is no name, *why says so, ready to follow "the author is not named: ". */
bool name_is_real(struct text name, struct text *why, struct arena *arena);

bool name_is_same(struct text a, struct text b, struct arena *arena);
