/* stamp -- sixteen bytes that tell texts apart: whether something is as it was.
 *
 * SipHash-2-4 with a result of 128 bits (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). Without the
 * key nobody can make two texts with one stamp on purpose; with a key that everybody knows, as the zero key, a stamp
 * finds accidents alone. It takes a tenth of the time of base/sha256.h, which has no key. */
#pragma once

#include "base/arena.h"

enum { STAMP_SIZE = 16 };

struct stamp_key {
    unsigned char byte[STAMP_SIZE];
};

void stamp_into(const struct stamp_key *key, struct text bytes, char stamp[STAMP_SIZE]);
struct text stamp_of(const struct stamp_key *key, struct text bytes, struct arena *arena);
/* A new one by chance. False and errno: the system has none. */
MUST_CHECK bool stamp_key_make(struct stamp_key *key);
extern const struct stamp_key stamp_no_key;
