/* sha256 -- see sha256.h. Constants are those of FIPS 180-4, sections 4.2.2 and 5.3.3. */
#include "base/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56 };

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

/* In round k the words of FIPS 180-4, 6.2.2, from a on, stand k places before where they began: none is moved. */
static inline void one_round(uint32_t v[8], int k, uint32_t added) {
    const uint32_t a = v[-k & 7], b = v[(1 - k) & 7], c = v[(2 - k) & 7];
    const uint32_t e = v[(4 - k) & 7], f = v[(5 - k) & 7], g = v[(6 - k) & 7];
    const uint32_t t1 = v[(7 - k) & 7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                        ((e & f) ^ (~e & g)) + added;
    const uint32_t t2 =
        (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    v[(3 - k) & 7] += t1;
    v[(7 - k) & 7] = t1 + t2;
}

static void compress(uint32_t h[8], const unsigned char *block) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i += 8) {
        one_round(v, 0, round_constant[i] + w[i]);
        one_round(v, 1, round_constant[i + 1] + w[i + 1]);
        one_round(v, 2, round_constant[i + 2] + w[i + 2]);
        one_round(v, 3, round_constant[i + 3] + w[i + 3]);
        one_round(v, 4, round_constant[i + 4] + w[i + 4]);
        one_round(v, 5, round_constant[i + 5] + w[i + 5]);
        one_round(v, 6, round_constant[i + 6] + w[i + 6]);
        one_round(v, 7, round_constant[i + 7] + w[i + 7]);
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

void sha256_hex(struct text bytes, char out[SHA256_HEX]) {
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *p = (const unsigned char *)bytes.ptr;
    size_t left = bytes.len;
    for (; left >= BLOCK; left -= BLOCK, p += BLOCK)
        compress(h, p);
    unsigned char last[2 * BLOCK] = {0};
    if (left) memcpy(last, p, left);
    last[left] = 0x80;
    size_t blocks = left < LENGTH_AT ? 1 : 2;
    for (int i = 0; i < 8; i++)
        last[blocks * BLOCK - 1 - (size_t)i] = (unsigned char)((uint64_t)bytes.len * 8 >> (8 * i));
    for (size_t i = 0; i < blocks; i++)
        compress(h, last + i * BLOCK);
    for (int i = 0; i < 8; i++)
        snprintf(out + 8 * i, 9, "%08x", h[i]);
}
