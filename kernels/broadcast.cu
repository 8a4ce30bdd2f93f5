/* broadcast.cu -- shared memory: lanes that want the same word do not wait for each other.
 *
 * Version
 *   0 broadcast  32 warps on every SM; the lanes of each load from so many different words of one
 *                bank, in turn: one word for all, two for 16 lanes each, up to a word for each lane
 *
 * Method  param is the number of words, size the loads of each warp. All words lie in one bank,
 *         one row apart, so a load takes as many turns as there are words, however many lanes take
 *         each. The base moves by a word at every pass, which the compiler does not know, so every
 *         load is done. Cycles are counted from barrier to barrier in each block; divided by warps
 *         and loads they give the cycles of one warp load.
 * Check   every thread's sum.
 * Run     build/measure --only broadcast
 */
#include "harness/lab.cuh"

enum { THREADS = 1024, LANES = 32, UNROLL = 8, ROW = 32 };
enum { WORDS = (LANES + UNROLL) * ROW };

// region: broadcast
__global__ void broadcast(uint32_t *out, struct lab_span *span, unsigned words, unsigned loads,
                          unsigned step) {
    __shared__ uint32_t data[WORDS];
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x)
        data[i] = lab_word(i);
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();

    unsigned own = threadIdx.x % words * ROW, base = 0; // in one bank, whichever lane it is
    uint32_t sum = 0;
    for (unsigned i = 0; i < loads; i += UNROLL) {
#pragma unroll
        for (unsigned k = 0; k < UNROLL; k++)
            sum += data[own + base + k * ROW];
        base = (base + step) % ROW;
    }

    __syncthreads();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// endregion

static struct {
    unsigned words, loads;
    int blocks;
    uint32_t *out;
    struct lab_span *span;
} it;

static bool broadcast_launch(void *stream, struct problem *why) {
    broadcast<<<it.blocks, THREADS, 0, (cudaStream_t)stream>>>(it.out, it.span, it.words, it.loads,
                                                               1);
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t want(unsigned lane) {
    uint32_t sum = 0;
    for (unsigned i = 0, base = 0; i < it.loads; i += UNROLL, base = (base + 1) % ROW)
        for (unsigned k = 0; k < UNROLL; k++)
            sum += lab_word(lane % it.words * ROW + base + k * ROW);
    return sum;
}

static bool broadcast_open(const struct lab_case *c, const struct lab_card *card,
                           struct problem *why) {
    it = {};
    it.words = c->param;
    it.loads = (unsigned)c->size;
    it.blocks = card->sms;
    size_t threads = (size_t)it.blocks * THREADS;
    uint32_t sums[LANES]; /* a thread's sum depends on its lane alone */
    for (unsigned lane = 0; lane < LANES; lane++)
        sums[lane] = want(lane);
    return lab_alloc(&it.out, threads, why) && lab_alloc(&it.span, (size_t)it.blocks, why) &&
           lab_poison(it.out, threads * 4, why) && broadcast_launch(0, why) &&
           lab_verify(
               it.out, threads, [&](size_t i) { return sums[i % LANES]; }, why);
}

static bool broadcast_times(struct lab_time *t, struct problem *why) {
    struct lab_time all;
    if (!lab_read_spans(it.span, it.blocks, true, &all, why)) return false;
    t->cycles = all.cycles / ((double)(THREADS / LANES) * it.loads);
    t->hz = all.hz;
    return true;
}

extern "C" const struct lab broadcast_lab = {"broadcast.cu", broadcast_open, broadcast_launch,
                                             broadcast_times, NULL};
