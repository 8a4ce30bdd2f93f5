/* spill.cu -- what a cap on registers costs when a kernel needs more of them.
 *
 * Versions
 *   0 none    the compiler takes the registers that the kernel needs, some 72 a thread
 *   1 capped  the same source with at most 32 registers a thread: what does not fit is spilled
 *             to local memory, written and read again in every round
 *
 * Method  size is the number of threads and outputs. Each thread keeps 64 words and mixes each of
 *         them with two others, round after round; all are needed all the time. One word is read
 *         and one written a thread: what more there is of traffic are spills. Registers, local
 *         memory and resident blocks are what the runtime reports. By events.
 * Check   every output, the same in both versions.
 * Run     build/measure --only spill
 */
#include "harness/lab.cuh"

enum { NONE, CAPPED };
enum { THREADS = 256, WORDS = 64, ROUNDS = 16 };

/* 32 registers a thread. Toolkits before 12.4 have no name for that; eight blocks of 256 threads
 * on an SM come to the same where an SM holds 2,048 threads. */
#if CUDART_VERSION >= 12040
#define AT_MOST_32 __maxnreg__(32)
#else
#define AT_MOST_32 __launch_bounds__(THREADS, 8)
#endif

// region: spill
__device__ __forceinline__ static uint32_t mixed(uint32_t seed) {
    uint32_t v[WORDS];
#pragma unroll
    for (uint32_t k = 0; k < WORDS; k++)
        v[k] = seed * (2 * k + 1) + k;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++) {
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            v[k] = v[k] * v[(k + 7) % WORDS] + v[(k + 31) % WORDS];
    }
    uint32_t sum = 0;
#pragma unroll
    for (int k = 0; k < WORDS; k++)
        sum ^= v[k];
    return sum;
}

__global__ void uncapped(const uint32_t *in, uint32_t *out) {
    size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    out[i] = mixed(in[i]);
}

__global__ void AT_MOST_32 capped(const uint32_t *in, uint32_t *out) {
    size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    out[i] = mixed(in[i]);
}
// endregion

static struct {
    int variant;
    size_t count;
    uint32_t *in, *out;
} it;

static bool spill_launch(void *stream, struct problem *why) {
    (it.variant == NONE
         ? uncapped
         : capped)<<<(unsigned)(it.count / THREADS), THREADS, 0, (cudaStream_t)stream>>>(it.in,
                                                                                         it.out);
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t want(size_t i) {
    uint32_t v[WORDS], sum = 0, seed = lab_word(i);
    for (uint32_t k = 0; k < WORDS; k++)
        v[k] = seed * (2 * k + 1) + k;
    for (int r = 0; r < ROUNDS; r++)
        for (int k = 0; k < WORDS; k++)
            v[k] = v[k] * v[(k + 7) % WORDS] + v[(k + 31) % WORDS];
    for (int k = 0; k < WORDS; k++)
        sum ^= v[k];
    return sum;
}

static bool spill_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.count = c->size;
    return lab_alloc(&it.in, it.count, why) && lab_alloc(&it.out, it.count, why) &&
           lab_fill_words(it.in, it.count, why) && lab_poison(it.out, it.count * 4, why) &&
           spill_launch(0, why) && lab_verify(it.out, it.count, want, why);
}

static bool spill_property(int variant, const char *name, double *value, struct problem *why) {
    return lab_kernel_property(variant == NONE ? (const void *)uncapped : (const void *)capped,
                               THREADS, name, value, why);
}

extern "C" const struct lab spill_lab = {"spill.cu", spill_open, spill_launch, NULL,
                                         spill_property};
