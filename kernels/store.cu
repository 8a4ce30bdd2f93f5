/* store.cu -- stores that fill sectors, and stores that leave a part of each as it was.
 *
 * Versions (of the 32 bytes of every sector of the buffer are written)
 *   0 full    all, by 4 bytes a lane: a warp fills four sectors
 *   1 bytes   all, by 1 byte a lane: a warp fills one sector
 *   2 halves  all, the first and the second 16 bytes by two stores of a warp
 *   3 half    16, by 4 bytes a lane
 *   4 word    4
 *   5 byte    1
 *
 * Method  size is the bytes of the buffer: inside the L2, or far outside. Every version touches the
 *         same sectors, all of them, once. Each thread makes 4 stores (halves: 8), a block apart. By
 *         events; passes follow each other, so what the L2 has kept of one is written to DRAM in
 *         the next. What passes between L2 and DRAM is counted by Nsight Compute.
 * Check   every word of the buffer: what was stored, and what should have been left alone.
 * Run     build/measure --only store
 */
#include "harness/lab.cuh"

enum { FULL, BYTES, HALVES, HALF, WORD, BYTE };
enum { THREADS = 256, STORES = 4, SECTOR = 32 };

// region: store
/* Of every SPACING elements the first GROUP are stored, then (PARTS 2) the next GROUP. */
template <class T, int GROUP, int SPACING, int PARTS> __global__ void store(T *out) {
    size_t first = (size_t)blockIdx.x * THREADS * STORES + threadIdx.x;
#pragma unroll
    for (int k = 0; k < STORES; k++) {
        size_t i = first + k * THREADS, at = i / GROUP * SPACING + i % GROUP;
#pragma unroll
        for (int part = 0; part < PARTS; part++)
            out[at + part * GROUP] = (T)lab_word(at + part * GROUP);
    }
}
// endregion

static struct {
    int variant;
    size_t bytes;
    uint32_t *out;
} it;

/* Stores of a pass: of the first GROUP of SPACING elements, whatever comes after. */
static unsigned blocks(size_t element, size_t group, size_t spacing) {
    return (unsigned)(it.bytes / element / spacing * group / (THREADS * STORES));
}

static bool store_launch(void *stream, struct problem *why) {
    const cudaStream_t s = (cudaStream_t)stream;
    uint8_t *bytes = (uint8_t *)it.out;
    switch (it.variant) {
    case FULL: store<uint32_t, 1, 1, 1><<<blocks(4, 1, 1), THREADS, 0, s>>>(it.out); break;
    case BYTES: store<uint8_t, 1, 1, 1><<<blocks(1, 1, 1), THREADS, 0, s>>>(bytes); break;
    case HALVES: store<uint32_t, 4, 8, 2><<<blocks(4, 4, 8), THREADS, 0, s>>>(it.out); break;
    case HALF: store<uint32_t, 4, 8, 1><<<blocks(4, 4, 8), THREADS, 0, s>>>(it.out); break;
    case WORD: store<uint32_t, 1, 8, 1><<<blocks(4, 1, 8), THREADS, 0, s>>>(it.out); break;
    default: store<uint8_t, 1, 32, 1><<<blocks(1, 1, 32), THREADS, 0, s>>>(bytes);
    }
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t want(size_t i) {
    const uint32_t left = 0xA5A5A5A5u, at = (uint32_t)(i % (SECTOR / 4));
    if (it.variant == FULL || it.variant == HALVES) return lab_word(i);
    if (it.variant == HALF) return at < SECTOR / 8 ? lab_word(i) : left;
    if (it.variant == WORD) return at == 0 ? lab_word(i) : left;
    if (it.variant == BYTE) return at == 0 ? (left & ~0xffu) | (lab_word(4 * i) & 0xff) : left;
    uint32_t word = 0;
    for (int k = 3; k >= 0; k--)
        word = word << 8 | (lab_word(4 * i + (size_t)k) & 0xff);
    return word;
}

static bool store_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.bytes = c->size;
    return lab_alloc(&it.out, it.bytes / 4, why) && lab_poison(it.out, it.bytes, why) &&
           store_launch(0, why) && lab_verify(it.out, it.bytes / 4, want, why);
}

extern "C" const struct lab store_lab = {"store.cu", store_open, store_launch, NULL, NULL};
