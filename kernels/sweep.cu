/* sweep.cu -- read bandwidth against the size of the working set: the ladder in one curve.
 *
 * Version
 *   0 sweep  one block of 1,024 threads on every SM, each SM going round a slice of its own
 *
 * Method  size is the bytes of a slice, param the rounds of 16 KiB that a block reads. Small slices
 *         stay in the L1, larger ones in the L2 as long as all of them fit there, the rest come
 *         from DRAM. A barrier every 32 KiB keeps the warps of a block together: without it some
 *         run ahead, the set of lines in use shrinks, and the curve shows a cache that is not
 *         there. One warm pass over at most 4 MiB a slice before the clock starts. Around the end
 *         of the L2 a footprint is measured at several places in memory: which of its lines meet
 *         in the L2 depends on their addresses, and the rate with them.
 * Check   every thread's sum.
 * Run     build/measure --only sweep
 */
#include "harness/lab.cuh"
#include "harness/sizes.h"

enum { THREADS = 1024, VECTORS_A_ROUND = THREADS, WARM_ROUNDS = 256 };

__device__ static uint32_t add(uint32_t sum, uint4 v) {
    return sum + v.x + v.y + v.z + v.w;
}

// region: sweep
__global__ void sweep(const uint4 *in, uint32_t *out, struct lab_span *span, unsigned vectors,
                      unsigned warm, unsigned rounds) {
    const uint4 *slice = in + (size_t)blockIdx.x * vectors + threadIdx.x;
    uint32_t sum = 0;
    unsigned at = 0;
    for (; warm; warm--) {
        sum = add(sum, __ldca(slice + at));
        at = at + THREADS == vectors ? 0 : at + THREADS;
    }
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();

    for (unsigned left = rounds; left; left -= 2) { // two rounds are 32 KiB
        uint4 a = __ldca(slice + at);
        at = at + THREADS == vectors ? 0 : at + THREADS;
        uint4 b = __ldca(slice + at);
        at = at + THREADS == vectors ? 0 : at + THREADS;
        sum = add(add(sum, a), b);
        __syncthreads();
    }

    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

static struct {
    int blocks;
    unsigned vectors, warm, rounds;
    uint4 *pool, *in; /* what is held, and where in it the slices begin */
    uint32_t *out;
    struct lab_span *span;
} it;

static bool sweep_launch(void *stream, struct problem *why) {
    sweep<<<it.blocks, THREADS, 0, (cudaStream_t)stream>>>(it.in, it.out, it.span, it.vectors,
                                                           it.warm, it.rounds);
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t sum_of(size_t thread) {
    size_t first = thread / THREADS * it.vectors + thread % THREADS;
    size_t turns = it.vectors / THREADS, loads = it.warm + it.rounds;
    uint32_t once = 0, rest = 0;
    for (size_t t = 0; t < turns; t++) {
        uint32_t words = 0;
        for (size_t w = 0; w < 4; w++)
            words += lab_word(4 * (first + t * THREADS) + w);
        once += words;
        rest += t < loads % turns ? words : 0;
    }
    return once * (uint32_t)(loads / turns) + rest;
}

static bool sweep_open(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    it = {};
    it.blocks = card->sms;
    it.vectors = (unsigned)(c->size / sizeof(uint4));
    it.rounds = c->param;
    unsigned turns = it.vectors / VECTORS_A_ROUND;
    it.warm = turns < WARM_ROUNDS ? turns : (unsigned)WARM_ROUNDS;
    size_t threads = (size_t)it.blocks * THREADS, vectors = (size_t)it.blocks * it.vectors;
    size_t places = c->places > 1 ? c->places : 1;
    size_t place = size_place(vectors * sizeof(uint4)) / sizeof(uint4);
    LAB_TRY(cudaFuncSetAttribute(sweep, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxL1));
    if (!lab_alloc(&it.pool, place * places, why)) return false;
    it.in = it.pool + place * c->place;
    return lab_alloc(&it.out, threads, why) && lab_alloc(&it.span, (size_t)it.blocks, why) &&
           lab_poison(it.out, threads * 4, why) &&
           lab_fill_words((uint32_t *)it.in, vectors * 4, why) && sweep_launch(0, why) &&
           lab_verify(it.out, threads, sum_of, why);
}

static bool sweep_times(struct lab_time *t, struct problem *why) {
    return lab_read_spans(it.span, it.blocks, true, t, why);
}

extern "C" const struct lab sweep_lab = {"sweep.cu", sweep_open, sweep_launch, sweep_times, NULL};
