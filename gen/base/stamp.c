/* stamp -- see stamp.h. */
#include "base/stamp.h"

#include <stdint.h>
#include <string.h>
#include <sys/random.h>

const struct stamp_key stamp_no_key = {{0}};

static uint64_t turn(uint64_t word, unsigned by) {
    return word << by | word >> (64 - by);
}

enum { EACH_WORD = 1, AT_END = 3 };

static void rounds(uint64_t v[4], int count) {
    for (int i = 0; i < count; i++) {
        v[0] += v[1], v[2] += v[3];
        v[1] = turn(v[1], 13) ^ v[0], v[3] = turn(v[3], 16) ^ v[2];
        v[0] = turn(v[0], 32);
        v[2] += v[1], v[0] += v[3];
        v[1] = turn(v[1], 17) ^ v[2], v[3] = turn(v[3], 21) ^ v[0];
        v[2] = turn(v[2], 32);
    }
}

static void take(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    rounds(v, EACH_WORD);
    v[0] ^= word;
}

/* Words are those of a machine that begins with the lowest byte; another one gives other stamps, which it finds
 * again as well. */
static uint64_t word_at(const void *bytes, size_t length) {
    uint64_t word = 0;
    memcpy(&word, bytes, length);
    return word;
}

void stamp_into(const struct stamp_key *key, struct text bytes, char stamp[STAMP_SIZE]) {
    const uint64_t k0 = word_at(key->byte, 8), k1 = word_at(key->byte + 8, 8);
    uint64_t v[4] = {0x736f6d6570736575u ^ k0, 0x646f72616e646f6du ^ k1 ^ 0xee,
                     0x6c7967656e657261u ^ k0, 0x7465646279746573u ^ k1};
    size_t at = 0;
    for (; at + 8 <= bytes.len; at += 8)
        take(v, word_at(bytes.ptr + at, 8));
    take(v, (uint64_t)bytes.len << 56 |
                (at < bytes.len ? word_at(bytes.ptr + at, bytes.len - at) : 0));
    for (int i = 0; i < 2; i++) {
        v[i ? 1 : 2] ^= i ? 0xdd : 0xee;
        rounds(v, AT_END);
        const uint64_t word = v[0] ^ v[1] ^ v[2] ^ v[3];
        memcpy(stamp + 8 * i, &word, 8);
    }
}

struct text stamp_of(const struct stamp_key *key, struct text bytes, struct arena *arena) {
    char stamp[STAMP_SIZE];
    stamp_into(key, bytes, stamp);
    return arena_text(arena, (struct text){stamp, STAMP_SIZE});
}

bool stamp_key_make(struct stamp_key *key) {
    return getrandom(key->byte, sizeof key->byte, 0) == (ssize_t)sizeof key->byte;
}
