/* constant_chase.cu -- how long one load from constant memory takes, by the bytes walked over; and how
 * many there are in a cycle, beside those of global memory.
 *
 * Versions of the chase (one thread of one block)
 *   0 uniform  the compiler can see that all lanes take the same index: the uniform path
 *   1 lane     it cannot: the path on which each lane has an index of its own
 * Versions of the loads alone (32 warps on every SM)
 *   2 constant, same  all lanes of a warp read the same word of constant memory
 *   3 constant, own   lane i reads the word i behind it
 *   4, 5              the same of global memory, through the L1
 *
 * Method  chase: size is the footprint in bytes, up to the 64 KiB that constant memory holds, param the
 *         steps. Each line of 64 bytes holds the offset of the next, one random cycle through all
 *         lines, so each load waits for the last. All of it is walked over twice before the clock
 *         starts. Cycles by clock64, seconds by globaltimer, both in the kernel.
 *         Alone: size is the loads of each warp, from 71 words, which every cache holds; an SM's
 *         cycles from barrier to barrier over warps and loads.
 * Check   where the walk ends, against the same walk on the CPU; every thread's sum.
 * Run     build/measure --only constant.chase, build/measure --only constant.cycles
 */
#include "harness/lab.cuh"

#include <vector>

enum { UNIFORM, LANE, ALONE };
enum { THREADS = 1024, LANES = 32, AHEAD = 8, WORDS = 2 * LANES + AHEAD };
enum { LINE = 64, UNROLL = 16, MOST = 64 << 10 };

__constant__ uint32_t ring[MOST / 4];

// region: chase
__device__ static uint32_t next(uint32_t at) { // an offset in bytes
    return *(const uint32_t *)((const char *)ring + at);
}

/* `end` has 64 bits: with 32, ptxas does not keep the walk in uniform registers. */
template <int PATH>
__global__ void chase(unsigned long long *end, struct lab_span *span, unsigned warm,
                      unsigned steps) {
    /* 0 in both, but of the second the compiler cannot know it. */
    uint32_t at = PATH == UNIFORM ? 0 : threadIdx.x * LINE;
    for (unsigned i = 0; i < warm; i++)
        at = next(at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = next(at);
    }
    *end = at;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

// region: alone
/* `step` is 1; as the compiler does not know it, every load is done. */
template <bool CONSTANT, bool OWN>
__global__ void alone(uint32_t *out, struct lab_span *span, const uint32_t *global, unsigned loads,
                      unsigned step) {
    __syncthreads();
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();
    unsigned own = OWN ? threadIdx.x % LANES : 0, base = 0;
    uint32_t sum = 0;
    for (unsigned i = 0; i < loads; i += AHEAD) {
#pragma unroll
        for (unsigned k = 0; k < AHEAD; k++)
            sum += CONSTANT ? ring[own + base + k] : __ldca(&global[own + base + k]);
        base = (base + step) % LANES;
    }
    __syncthreads();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

static struct {
    int variant, blocks;
    unsigned warm, steps; /* steps: of the chase, or loads of a warp */
    unsigned long long *end;
    uint32_t *sums, *global;
    struct lab_span *span;
} state;

static bool alone_launch(cudaStream_t stream, struct problem *why) {
    static void (*const kernel[])(uint32_t *, struct lab_span *, const uint32_t *, unsigned,
                                  unsigned) = {alone<true, false>, alone<true, true>,
                                               alone<false, false>, alone<false, true>};
    kernel[state.variant - ALONE]<<<state.blocks, THREADS, 0, stream>>>(
        state.sums, state.span, state.global, state.steps, 1);
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t want_sum(unsigned lane) {
    const unsigned own = (state.variant - ALONE) % 2 ? lane : 0;
    uint32_t sum = 0;
    for (unsigned i = 0, base = 0; i < state.steps; i += AHEAD, base = (base + 1) % LANES)
        for (unsigned k = 0; k < AHEAD; k++)
            sum += lab_word(own + base + k);
    return sum;
}

static bool open_alone(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    uint32_t words[WORDS], sums[LANES]; /* a thread's sum depends on its lane alone */
    state.steps = (unsigned)c->size;
    state.blocks = card->sms;
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = lab_word(i);
    for (unsigned lane = 0; lane < LANES; lane++)
        sums[lane] = want_sum(lane);
    const size_t threads = (size_t)state.blocks * THREADS;
    if (!lab_alloc(&state.sums, threads, why) || !lab_alloc(&state.global, WORDS, why) ||
        !lab_alloc(&state.span, (size_t)state.blocks, why) ||
        !lab_poison(state.sums, threads * 4, why))
        return false;
    LAB_TRY(cudaMemcpy(state.global, words, sizeof words, cudaMemcpyHostToDevice));
    LAB_TRY(cudaMemcpyToSymbol(ring, words, sizeof words));
    return alone_launch(0, why) &&
           lab_verify(
               state.sums, threads, [&](size_t i) { return sums[i % LANES]; }, why);
}

static bool constant_chase_launch(void *stream, struct problem *why) {
    if (state.variant >= ALONE) return alone_launch((cudaStream_t)stream, why);
    void (*kernel)(unsigned long long *, struct lab_span *, unsigned, unsigned) =
        state.variant == UNIFORM ? chase<UNIFORM> : chase<LANE>;
    kernel<<<1, 1, 0, (cudaStream_t)stream>>>(state.end, state.span, state.warm, state.steps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool constant_chase_open(const struct lab_case *c, const struct lab_card *card,
                                struct problem *why) {
    state = {};
    state.variant = c->variant;
    if (state.variant >= ALONE) return open_alone(c, card, why);
    const unsigned lines = (unsigned)c->size / LINE;
    const std::vector<uint32_t> order = lab_one_cycle(lines);
    std::vector<uint32_t> laid(c->size / 4);
    state.steps = c->param;
    /* Not whole rounds in all: a walk that went nowhere would end where it began. */
    state.warm = 2 * lines + lines / 2 - state.steps % lines;
    for (unsigned i = 0; i < lines; i++)
        laid[i * (LINE / 4)] = order[i] * LINE;
    if (!lab_alloc(&state.end, 1, why) || !lab_alloc(&state.span, 1, why) ||
        !lab_poison(state.end, sizeof *state.end, why))
        return false;
    LAB_TRY(cudaMemcpyToSymbol(ring, laid.data(), c->size));
    if (!constant_chase_launch(0, why)) return false;
    unsigned long long end;
    uint32_t at = 0;
    LAB_TRY(cudaMemcpy(&end, state.end, sizeof end, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < (size_t)state.warm + state.steps; i++)
        at = order[at];
    const unsigned long long want = (unsigned long long)at * LINE;
    return end == want || lab_wrong(why, state.steps, (double)end, (double)want);
}

static bool constant_chase_read(struct lab_time *t, struct problem *why) {
    struct lab_time all;
    const bool alone = state.variant >= ALONE;
    if (!lab_read_spans(state.span, alone ? state.blocks : 1, alone, &all, why)) return false;
    t->hz = all.hz;
    t->cycles = all.cycles / state.steps / (alone ? THREADS / LANES : 1);
    if (!alone) t->seconds = all.seconds / state.steps;
    return true;
}

extern "C" const struct lab constant_chase_lab = {"constant_chase.cu", constant_chase_open,
                                                  constant_chase_launch, constant_chase_read, NULL};
