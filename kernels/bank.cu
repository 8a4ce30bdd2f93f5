/* bank.cu -- shared-memory bank conflicts: warp loads whose lanes stand 1 to 33 words apart.
 *
 * Version
 *   0 bank read  32 warps on every SM, each lane reading word lane * stride + base
 *
 * Method  param is the stride, size the loads of each warp. There are 32 banks of one word; the
 *         lanes of a warp that fall into one bank wait for each other. The base moves by whole
 *         rows of 32 words, and by an amount that the compiler does not know, so every load is
 *         done and the pattern of banks stays. Cycles are counted from barrier to barrier in
 *         each block; divided by warps and loads they give the cycles of one warp load. Time is
 *         that of the whole kernel.
 * Check   every thread's sum.
 * Run     build/measure --only bank
 */
#include "harness/lab.cuh"

enum { THREADS = 1024, UNROLL = 8, ROW = 32, ROWS_MOVED = 16 };
enum { WORDS = 31 * 33 + 1 + (ROWS_MOVED - 1) * ROW + (UNROLL - 1) * ROW };

// region: bank-read
__global__ void bank_read(uint32_t *out, struct lab_span *span, unsigned stride, unsigned loads,
                          unsigned step) {
    __shared__ uint32_t words[WORDS];
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x)
        words[i] = lab_word(i);
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();

    unsigned lane = threadIdx.x % 32, base = 0;
    uint32_t sum = 0;
    for (unsigned i = 0; i < loads; i += UNROLL) {
#pragma unroll
        for (unsigned k = 0; k < UNROLL; k++)
            sum += words[lane * stride + base + k * ROW];
        base = (base + step) % (ROWS_MOVED * ROW);
    }

    __syncthreads();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// endregion

static struct {
    unsigned stride, loads;
    int blocks;
    uint32_t *out;
    struct lab_span *span;
} it;

static bool bank_launch(void *stream, struct problem *why) {
    bank_read<<<it.blocks, THREADS, 0, (cudaStream_t)stream>>>(it.out, it.span, it.stride, it.loads,
                                                               ROW);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool bank_open(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    it = {};
    it.stride = c->param;
    it.loads = (unsigned)c->size;
    it.blocks = card->sms;
    size_t threads = (size_t)it.blocks * THREADS;
    static uint32_t want[ROW]; /* a thread's sum depends on its lane alone */
    for (unsigned lane = 0; lane < ROW; lane++) {
        unsigned base = 0;
        want[lane] = 0;
        for (unsigned i = 0; i < it.loads; i += UNROLL) {
            for (unsigned k = 0; k < UNROLL; k++)
                want[lane] += lab_word(lane * it.stride + base + k * ROW);
            base = (base + ROW) % (ROWS_MOVED * ROW);
        }
    }
    return lab_alloc(&it.out, threads, why) && lab_alloc(&it.span, (size_t)it.blocks, why) &&
           lab_poison(it.out, threads * 4, why) && bank_launch(0, why) &&
           lab_verify(
               it.out, threads, [](size_t i) { return want[i % ROW]; }, why);
}

static bool bank_times(struct lab_time *t, struct problem *why) {
    struct lab_time all;
    if (!lab_read_spans(it.span, it.blocks, true, &all, why)) return false;
    t->cycles = all.cycles / ((double)(THREADS / 32) * it.loads);
    t->hz = all.hz;
    return true;
}

extern "C" const struct lab bank_lab = {"bank.cu", bank_open, bank_launch, bank_times, NULL};
