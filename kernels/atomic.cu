/* atomic.cu -- atomic additions that meet in one word, and such that do not.
 *
 * Versions (memory: shared, global)
 *   0 / 4 one      every lane adds to one word: of its block in shared memory, of the card in global
 *   1 / 5 warp     the lanes of a warp add to one word, each warp to a word of its own
 *   2 / 6 lane     every lane adds to a word of its own
 *   3 / 7 reduced  as `one`, but the lanes of a warp are summed in registers first, and one of them
 *                  adds the sum
 *
 * Method  32 warps on every SM, param additions a lane; nothing is returned to the lane (red). The
 *         words of the warps in global memory lie a sector apart, those of the lanes side by side;
 *         all of them stay in the L2. What is added differs from lane to lane and the address is
 *         known at run time only, so the compiler cannot sum a warp by itself. Cycles from barrier to
 *         barrier in shared memory, over warps and additions; in global memory those of the time
 *         from the first start to the end of the last addition, which a fence waits for.
 * Check   every word, in shared memory those of each block.
 * Run     build/measure --only atomic
 */
#include "harness/lab.cuh"

enum { ONE, WARP, LANE, REDUCED, WAYS };
enum { THREADS = 1024, LANES = 32, UNROLL = 8, SECTOR_WORDS = 8 };

// region: add
__device__ static void add_shared(uint32_t *word, uint32_t value) {
    unsigned at = (unsigned)__cvta_generic_to_shared(word);
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
}

__device__ static void add_global(uint32_t *word, uint32_t value) {
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

/* The sum over the lanes of a warp, one instruction where the card has it. */
__device__ static uint32_t warp_sum(uint32_t value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(~0u, value);
#else
    for (int far = LANES / 2; far; far /= 2)
        value += __shfl_xor_sync(~0u, value, far);
    return value;
#endif
}

template <bool SHARED, bool SUMMED> __device__ static void add(uint32_t *word, uint32_t value) {
    if (SUMMED) {
        value = warp_sum(value);
        if (threadIdx.x % LANES) return;
    }
    if (SHARED)
        add_shared(word, value);
    else
        add_global(word, value);
}
// endregion

template <bool SHARED, bool SUMMED>
__global__ void additions(uint32_t *words, struct lab_span *span, unsigned count, unsigned apart,
                          unsigned warps_apart, unsigned step) {
    __shared__ uint32_t own[THREADS];
    own[threadIdx.x] = 0;
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();

    unsigned thread = blockIdx.x * THREADS + threadIdx.x, lane = threadIdx.x % LANES;
    unsigned warp = (SHARED ? threadIdx.x : thread) / LANES;
    uint32_t *word = (SHARED ? own : words) + (size_t)warp * warps_apart + lane * apart;
    uint32_t value = lab_word(thread);
    for (unsigned i = 0; i < count; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++) {
            add<SHARED, SUMMED>(word, value);
            value += step;
        }
    }

    if (!SHARED) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    if (SHARED) words[thread] = own[threadIdx.x];
}

static struct {
    int way, blocks;
    bool shared;
    unsigned count;
    uint32_t *words;
    struct lab_span *span;
} it;

enum { STEP = 3 };

static bool atomic_launch(void *stream, struct problem *why) {
    const unsigned apart = it.way == LANE ? 1 : 0;
    const unsigned warps_apart = it.way == LANE   ? LANES
                                 : it.way != WARP ? 0
                                 : it.shared      ? 1
                                                  : SECTOR_WORDS;
    auto kernel = it.shared ? it.way == REDUCED ? additions<true, true> : additions<true, false>
                  : it.way == REDUCED ? additions<false, true>
                                      : additions<false, false>;
    kernel<<<it.blocks, THREADS, 0, (cudaStream_t)stream>>>(it.words, it.span, it.count, apart,
                                                            warps_apart, STEP);
    LAB_TRY(cudaGetLastError());
    return true;
}

/* What the threads of [first, end) add in all. */
static uint32_t added(size_t first, size_t end) {
    uint32_t sum = 0;
    for (size_t i = first; i < end; i++)
        sum += it.count * lab_word(i);
    return sum + (uint32_t)(end - first) * STEP * (it.count * (it.count - 1) / 2);
}

static uint32_t want(size_t i) {
    const size_t all = (size_t)it.blocks * THREADS, at = i % THREADS, block = i - at;
    if (it.way == LANE) return added(i, i + 1);
    if (it.shared && it.way == WARP)
        return at < THREADS / LANES ? added(block + at * LANES, block + (at + 1) * LANES) : 0;
    if (it.shared) return at == 0 ? added(block, block + THREADS) : 0;
    if (it.way != WARP) return i == 0 ? added(0, all) : 0;
    const size_t warp = i / SECTOR_WORDS;
    return i % SECTOR_WORDS == 0 && warp < all / LANES ? added(warp * LANES, (warp + 1) * LANES)
                                                       : 0;
}

static bool atomic_open(const struct lab_case *c, const struct lab_card *card,
                        struct problem *why) {
    it = {};
    it.way = c->variant % WAYS;
    it.shared = c->variant < WAYS;
    it.blocks = card->sms;
    it.count = c->param;
    const size_t threads = (size_t)it.blocks * THREADS;
    if (!lab_alloc(&it.words, threads, why) || !lab_alloc(&it.span, (size_t)it.blocks, why))
        return false;
    LAB_TRY(cudaMemset(it.words, it.shared ? 0xA5 : 0, threads * sizeof *it.words));
    return atomic_launch(0, why) && lab_verify(it.words, threads, want, why);
}

static bool atomic_times(struct lab_time *t, struct problem *why) {
    const double each = (double)(THREADS / LANES) * it.count;
    if (!lab_read_spans(it.span, it.blocks, true, t, why)) return false;
    t->cycles = (it.shared ? t->cycles : t->seconds * t->hz) / each;
    return true;
}

extern "C" const struct lab atomic_lab = {"atomic.cu", atomic_open, atomic_launch, atomic_times,
                                          NULL};
