/* stamp -- sixteen bytes that tell texts apart: whether something is as it was.
 *
 * SipHash-1-3 with a result of 128 bits (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012): the rounds
 * that the tables of Rust and Python take, half of those of SipHash-2-4. Without the key nobody is known to make two
 * texts with one stamp on purpose; with a key that everybody knows, as the zero key, a stamp finds accidents alone. It
 * takes a small part of the time of base/sha256.h, which has no key. */
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
