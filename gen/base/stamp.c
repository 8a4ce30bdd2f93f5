/* stamp -- see stamp.h. Two lanes of eight bytes, each multiplied by an odd number and turned, which take from each
 * other at every step. */
#include "base/stamp.h"

#include <stdint.h>
#include <string.h>

static uint64_t turn(uint64_t word, unsigned by) {
    return word << by | word >> (64 - by);
}

static void step(uint64_t lane[2], const uint64_t word[2]) {
    lane[0] = turn((lane[0] ^ word[0]) * 0x9e3779b97f4a7c15u, 29) + lane[1];
    lane[1] = turn((lane[1] ^ word[1]) * 0xd6e8feb86659fd93u, 31) + lane[0];
}

void stamp_into(struct text bytes, char stamp[STAMP_SIZE]) {
    uint64_t lane[2] = {0x243f6a8885a308d3u, 0x13198a2e03707344u}, word[2];
    size_t at = 0;
    for (; at + sizeof word <= bytes.len; at += sizeof word) {
        memcpy(word, bytes.ptr + at, sizeof word);
        step(lane, word);
    }
    memset(word, 0, sizeof word);
    if (at < bytes.len) memcpy(word, bytes.ptr + at, bytes.len - at);
    step(lane, word);
    for (int i = 0; i < 4; i++) /* until each bit of the last word has met both lanes */
        step(lane, (const uint64_t[]){bytes.len, ~(uint64_t)bytes.len});
    memcpy(stamp, lane, STAMP_SIZE);
}

struct text stamp_of(struct text bytes, struct arena *arena) {
    char stamp[STAMP_SIZE];
    stamp_into(bytes, stamp);
    return arena_text(arena, (struct text){stamp, STAMP_SIZE});
}
