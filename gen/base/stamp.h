/* stamp -- sixteen bytes that tell texts apart: whether something is as it was.
 *
 * Fast, and no more than that: whoever wants to can make two texts with one stamp, so that nothing that has to be
 * trusted rests on it. For that there is base/sha256.h. */
#pragma once

#include "base/arena.h"

enum { STAMP_SIZE = 16 };

void stamp_into(struct text bytes, char stamp[STAMP_SIZE]);
struct text stamp_of(struct text bytes, struct arena *arena);
