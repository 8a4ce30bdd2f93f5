/* bandwidth.cu -- what the levels on the chip deliver when every SM reads as fast as it can.
 *
 * Versions (one block of 1,024 threads on every SM, 16-byte loads)
 *   0 shared  the block reads its own shared memory
 *   1 l1      each SM reads a slice of its own, small enough for its L1, through ld.ca
 *   2 l2      each SM reads a slice of its own past the L1 (ld.cg); all slices fit in the L2
 *
 * Method  size is the bytes of a slice (shared: unused), param the passes over it (shared: the
 *         loads of a thread). A slice of its own matters: SMs that read the same lines in step
 *         share the answers and seem faster than the L2 is. A first pass inside the kernel warms
 *         the level; the clock starts at a barrier. Rate is all bytes over the time from the
 *         first block's start to the last one's end, by the card's timer.
 * Check   every thread's sum, which also counts the loads: one that the compiler dropped or
 *         merged would be missing there.
 * Run     build/measure --only bandwidth
 */
#include "harness/lab.cuh"

enum { SHARED, L1, L2 };
enum { THREADS = 1024, UNROLL = 8, GAP = 128, VECTORS = 2 * THREADS - 1 + (UNROLL - 1) * GAP };

__device__ static uint32_t add(uint32_t sum, uint4 v) {
    return sum + v.x + v.y + v.z + v.w;
}

// region: shared-read
__global__ void shared_read(uint32_t *out, struct lab_span *span, unsigned loads, unsigned step) {
    __shared__ uint4 data[VECTORS];
    for (unsigned i = threadIdx.x; i < VECTORS; i += THREADS)
        data[i] = make_uint4(lab_word(4 * i), lab_word(4 * i + 1), lab_word(4 * i + 2),
                             lab_word(4 * i + 3));
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();

    uint32_t sum = 0;
    unsigned base = 0;
    for (unsigned i = 0; i < loads; i += UNROLL) {
#pragma unroll
        for (unsigned k = 0; k < UNROLL; k++)
            sum = add(sum, data[threadIdx.x + base + k * GAP]);
        base = (base + step) % THREADS; // step is not known to the compiler: no load can be merged
    }

    __syncthreads();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

// region: cached-read
template <bool THROUGH_L1>
__global__ void cached_read(const uint4 *in, uint32_t *out, struct lab_span *span, unsigned vectors,
                            unsigned passes) {
    const uint4 *slice = in + (size_t)blockIdx.x * vectors + threadIdx.x;
    uint32_t sum = 0;
    for (unsigned at = 0; at < vectors; at += THREADS) // warm
        sum = add(sum, THROUGH_L1 ? __ldca(slice + at) : __ldcg(slice + at));
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();

    unsigned at = 0;
    for (unsigned left = passes * (vectors / (2 * THREADS)); left; left--) {
        uint4 a = THROUGH_L1 ? __ldca(slice + at) : __ldcg(slice + at);
        uint4 b = THROUGH_L1 ? __ldca(slice + at + THREADS) : __ldcg(slice + at + THREADS);
        sum = add(add(sum, a), b);
        at += 2 * THREADS;
        if (at == vectors) at = 0;
    }

    __syncthreads();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

static struct {
    int variant, blocks;
    unsigned vectors, passes;
    uint4 *in;
    uint32_t *out;
    struct lab_span *span;
} it;

enum { STEP = 32 };

static bool bandwidth_launch(void *stream, struct problem *why) {
    cudaStream_t s = (cudaStream_t)stream;
    if (it.variant == SHARED)
        shared_read<<<it.blocks, THREADS, 0, s>>>(it.out, it.span, it.passes, STEP);
    else if (it.variant == L1)
        cached_read<true>
            <<<it.blocks, THREADS, 0, s>>>(it.in, it.out, it.span, it.vectors, it.passes);
    else
        cached_read<false>
            <<<it.blocks, THREADS, 0, s>>>(it.in, it.out, it.span, it.vectors, it.passes);
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t words_of(size_t vector) {
    return lab_word(4 * vector) + lab_word(4 * vector + 1) + lab_word(4 * vector + 2) +
           lab_word(4 * vector + 3);
}

static uint32_t shared_sum(size_t thread) {
    size_t t = thread % THREADS, base = 0;
    uint32_t sum = 0;
    for (unsigned i = 0; i < it.passes; i += UNROLL) {
        for (size_t k = 0; k < UNROLL; k++)
            sum += words_of(t + base + k * GAP);
        base = (base + STEP) % THREADS;
    }
    return sum;
}

static uint32_t slice_sum(size_t thread) {
    size_t first = thread / THREADS * it.vectors + thread % THREADS;
    uint32_t sum = 0;
    for (size_t at = 0; at < it.vectors; at += THREADS)
        sum += words_of(first + at);
    return sum * (1 + it.passes);
}

static bool bandwidth_open(const struct lab_case *c, const struct lab_card *card,
                           struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.blocks = card->sms;
    it.passes = c->param;
    it.vectors = (unsigned)(c->size / sizeof(uint4));
    size_t threads = (size_t)it.blocks * THREADS;
    if (!lab_alloc(&it.out, threads, why) || !lab_alloc(&it.span, (size_t)it.blocks, why) ||
        !lab_poison(it.out, threads * 4, why))
        return false;
    if (it.variant == SHARED) {
        static uint32_t want[THREADS]; /* every block does the same */
        for (size_t t = 0; t < THREADS; t++)
            want[t] = shared_sum(t);
        return bandwidth_launch(0, why) &&
               lab_verify(
                   it.out, threads, [](size_t i) { return want[i % THREADS]; }, why);
    }
    if (it.variant == L1)
        LAB_TRY(cudaFuncSetAttribute(cached_read<true>,
                                     cudaFuncAttributePreferredSharedMemoryCarveout,
                                     cudaSharedmemCarveoutMaxL1));
    size_t vectors = (size_t)it.blocks * it.vectors;
    return lab_alloc(&it.in, vectors, why) && lab_fill_words((uint32_t *)it.in, vectors * 4, why) &&
           bandwidth_launch(0, why) && lab_verify(it.out, threads, slice_sum, why);
}

static bool bandwidth_times(struct lab_time *t, struct problem *why) {
    return lab_read_spans(it.span, it.blocks, true, t, why);
}

extern "C" const struct lab bandwidth_lab = {"bandwidth.cu", bandwidth_open, bandwidth_launch,
                                             bandwidth_times, NULL};
