/* bank.cu -- shared-memory bank conflicts: warp loads whose lanes stand 1 to 33 words apart, and
 * loads of 8 and 16 bytes a lane in several orders.
 *
 * Versions
 *   0 bank read  32 warps on every SM, each lane reading word lane * stride + base
 *   1 + p wide   the same with 16 bytes a lane: in the order p of the lanes (harness/reference.h).
 *                They go over four banks; how much of a warp is served at once shows in the cycles
 *   10 + p       8 bytes a lane
 *
 * Method  param is the stride (0), size the loads of each warp. There are 32 banks of one word; the
 *         lanes of a warp that fall into one bank wait for each other. The base moves by whole
 *         rows of 32 words, and by an amount that the compiler does not know, so every load is
 *         done and the pattern of banks stays. Cycles are counted from barrier to barrier in
 *         each block; divided by warps and loads they give the cycles of one warp load. Time is
 *         that of the whole kernel.
 *         Property `passes`, of a wide version: by a rule (harness/reference.h) that was found here.
 * Check   every thread's sum.
 * Run     build/measure --only bank
 */
#include "harness/lab.cuh"
#include "harness/reference.h"

#include <string.h>

enum { READ, WIDE };
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

enum { LANES = 32, BANK_BYTES = 128, VECTORS = 64 };

__device__ static uint32_t words_of(uint2 v) {
    return v.x + v.y;
}
__device__ static uint32_t words_of(uint4 v) {
    return v.x + v.y + v.z + v.w;
}

// region: bank-wide
/* V: 8 or 16 bytes; `row` of them go over all banks. */
template <class V>
__global__ void bank_wide(uint32_t *out, struct lab_span *span, const unsigned char *order,
                          unsigned loads, unsigned step) {
    const unsigned row = BANK_BYTES / sizeof(V);
    __shared__ V words[VECTORS + (UNROLL - 1 + ROWS_MOVED - 1) * row];
    for (unsigned i = threadIdx.x; i < sizeof words / 4; i += blockDim.x)
        ((uint32_t *)words)[i] = lab_word(i);
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();

    unsigned own = order[threadIdx.x % LANES], base = 0;
    uint32_t sum = 0;
    for (unsigned i = 0; i < loads; i += UNROLL) {
#pragma unroll
        for (unsigned k = 0; k < UNROLL; k++)
            sum += words_of(words[own + base + k * row]);
        base = (base + step) % (ROWS_MOVED * row);
    }

    __syncthreads();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// endregion

static struct {
    int variant;
    unsigned bytes; /* of a lane's load */
    unsigned stride, loads;
    int blocks;
    uint32_t *out;
    unsigned char lanes[LANES], *order; /* what each lane takes, here and on the card */
    struct lab_span *span;
} it;

static bool bank_launch(void *stream, struct problem *why) {
    cudaStream_t s = (cudaStream_t)stream;
    if (it.variant == READ)
        bank_read<<<it.blocks, THREADS, 0, s>>>(it.out, it.span, it.stride, it.loads, ROW);
    else
        (it.bytes == sizeof(uint4) ? bank_wide<uint4>
                                   : bank_wide<uint2>)<<<it.blocks, THREADS, 0, s>>>(
            it.out, it.span, it.order, it.loads, BANK_BYTES / it.bytes);
    LAB_TRY(cudaGetLastError());
    return true;
}

static unsigned bytes_of(int variant) {
    return variant == READ ? 4 : variant < WIDE + LANE_ORDERS ? sizeof(uint4) : sizeof(uint2);
}

static void set_order(int variant, unsigned char number[LANES]) {
    reference_order((enum lane_order)((variant - WIDE) % LANE_ORDERS), number);
}

/* The sum of a lane. */
static uint32_t want_of(unsigned lane) {
    const unsigned row = BANK_BYTES / it.bytes, words = it.bytes / 4;
    uint32_t want = 0;
    for (unsigned i = 0, base = 0; i < it.loads; i += UNROLL) {
        for (unsigned k = 0; k < UNROLL; k++) {
            const unsigned at = base + k * row;
            const unsigned own = it.variant == READ ? lane * it.stride : it.lanes[lane];
            for (unsigned w = 0; w < words; w++)
                want += lab_word((own + at) * words + w);
        }
        base = (base + row) % (ROWS_MOVED * row);
    }
    return want;
}

static bool bank_open(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.bytes = bytes_of(c->variant);
    it.stride = c->param;
    it.loads = (unsigned)c->size;
    it.blocks = card->sms;
    if (it.variant >= WIDE) set_order(it.variant, it.lanes);
    size_t threads = (size_t)it.blocks * THREADS;
    static uint32_t want[ROW]; /* a thread's sum depends on its lane alone */
    for (unsigned lane = 0; lane < ROW; lane++)
        want[lane] = want_of(lane);
    if (it.variant >= WIDE) {
        if (!lab_alloc(&it.order, LANES, why)) return false;
        LAB_TRY(cudaMemcpy(it.order, it.lanes, LANES, cudaMemcpyHostToDevice));
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

static bool bank_property(int variant, const char *name, double *value, struct problem *why) {
    if (variant < WIDE || strcmp(name, "passes") != 0)
        return problem_say(why, "no property %s", name);
    unsigned char number[LANES];
    set_order(variant, number);
    *value = (double)reference_wide(number, bytes_of(variant));
    return true;
}

extern "C" const struct lab bank_lab = {"bank.cu", bank_open, bank_launch, bank_times,
                                        bank_property};
