/* latency.cu -- how long one load takes, level by level, when nothing hides it.
 *
 * Versions (one thread of one block)
 *   0 register  a chain of fused multiply-adds, each waiting for the last
 *   1 shared    a pointer chase in shared memory
 *   2 l1        a pointer chase in global memory through the L1, over a footprint that fits there
 *   3 l2        the same past the L1 (ld.global.cg), over a footprint that fits in the L2
 *   4 dram      the same over a footprint of many times the L2, which is flushed before each sample
 *   5 any       through L1 and L2 over a footprint of any size: all levels as one curve
 *   6 each      past the L1, one lap over every line of the footprint, each load timed alone
 *   7 laps      the laps that come before that one, and no more (for the counters)
 *
 * Method  size is the footprint in bytes, param the steps. Every 128-byte line holds the address
 *         of the next, one random cycle through all lines, so no prefetch and no second load can
 *         help. What may lie in L1 or shared memory is walked once inside the kernel before the
 *         clock starts (an L1 is cold at each launch); the L2 by the pass of the check. In DRAM
 *         each sample goes on where the last one ended: no line is met twice. Cycles by clock64,
 *         seconds by globaltimer, both in the kernel. Where the L1 ends, `any` is measured at
 *         several places in memory; the split between L1 and shared memory is the driver's.
 *         For `each` and `laps` param is the number of laps before the timed one, after which the
 *         L2 holds what it keeps of this footprint. A load's time is that from its issue to the
 *         issue of the next, which needs its value: the clock is read, and the bin before counted,
 *         while a load is under way. The table has the loads by bins of ten cycles, the last bin
 *         all that took longer.
 * Check   where the walk ends (register: the value), against the same walk on the CPU.
 * Run     build/measure --only latency
 */
#include "harness/lab.cuh"
#include "harness/sizes.h"

#include <math.h>
#include <vector>

enum { REGISTER, SHARED, L1, L2, DRAM, ANY, EACH, LAPS };
enum {
    LINE = 128,
    UNROLL = 16,
    FMAS = 64,
    SHARED_BYTES = 16384,
    WARM_LINES = 8192,
    BIN_CYCLES = 10,
    BINS = 201,
    SHARED_WORDS = SHARED_BYTES / 4
};

struct walk_end {
    unsigned long long address; /* the next line to visit */
    float value;
};

// region: register-chain
__global__ void register_chain(struct walk_end *end, struct lab_span *span, unsigned steps, float a,
                               float b) {
    float x = a;
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += FMAS) {
#pragma unroll
        for (int k = 0; k < FMAS; k++)
            x = fmaf(x, a, b);
    }
    end->value = x;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

// region: shared-chase
__device__ static uint32_t shared_step(uint32_t at) {
    uint32_t next;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(next) : "r"(at) : "memory");
    return next;
}

__global__ void shared_chase(const uint32_t *order, struct walk_end *end, struct lab_span *span,
                             unsigned steps) {
    __shared__ uint32_t ring[SHARED_WORDS];
    uint32_t base = (uint32_t)__cvta_generic_to_shared(ring);
    for (unsigned i = 0; i < SHARED_WORDS; i++)
        ring[i] = base + 4 * order[i];
    uint32_t at = base;
    for (unsigned i = 0; i < SHARED_WORDS; i++)
        at = shared_step(at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = shared_step(at);
    }
    end->address = (at - base) / 4;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

// region: global-chase
template <bool CACHED> __device__ static unsigned long long step(unsigned long long at) {
    unsigned long long next;
    if (CACHED)
        asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
    else
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
    return next;
}

template <bool CACHED>
__global__ void chase(struct walk_end *end, struct lab_span *span, unsigned warm, unsigned steps) {
    unsigned long long at = end->address;
    for (unsigned i = 0; i < warm; i++)
        at = step<CACHED>(at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = step<CACHED>(at);
    }
    end->address = at;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

// region: each-load
__global__ void each_load(struct walk_end *end, uint32_t *bins, struct lab_span *span,
                          unsigned warm, unsigned steps) {
    __shared__ uint32_t count[BINS];
    for (unsigned b = 0; b < BINS; b++)
        count[b] = 0;
    unsigned long long at = end->address;
    for (unsigned i = 0; i < warm; i++)
        at = step<false>(at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock(), issued = clock0;
#pragma unroll 1 // unrolled, the clock is read after the next load was issued
    for (unsigned i = 0; i < steps; i++) {
        at = step<false>(at); // waits for the load before it
        unsigned long long now = lab_clock();
        unsigned bin = (unsigned)(now - issued) / BIN_CYCLES;
        if (i) count[bin < BINS ? bin : BINS - 1]++;
        issued = now;
    }
    end->address = at; // waits for the last load
    unsigned long long clock1 = lab_clock();
    unsigned bin = (unsigned)(clock1 - issued) / BIN_CYCLES;
    if (steps) count[bin < BINS ? bin : BINS - 1]++;
    for (unsigned b = 0; b < BINS; b++)
        bins[b] = count[b];
    *span = {clock0, clock1, ns0, lab_ns(), lab_sm()};
}
// endregion

__global__ static void lay_ring(unsigned char *ring, const uint32_t *order, size_t lines) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < lines; i += stride)
        *(unsigned long long *)(ring + i * LINE) =
            (unsigned long long)(ring + (size_t)order[i] * LINE);
}

static struct {
    int variant;
    unsigned steps, warm;
    unsigned char *ring;
    uint32_t *order, *bins;
    struct walk_end *end;
    struct lab_span *span;
} it;

static const float CHAIN_A = 0.75f, CHAIN_B = 0.3f;

static bool launch_steps(cudaStream_t stream, unsigned steps, struct problem *why) {
    if (it.variant == REGISTER)
        register_chain<<<1, 1, 0, stream>>>(it.end, it.span, steps, CHAIN_A, CHAIN_B);
    else if (it.variant == SHARED)
        shared_chase<<<1, 1, 0, stream>>>(it.order, it.end, it.span, steps);
    else if (it.variant == L1 || it.variant == ANY)
        chase<true><<<1, 1, 0, stream>>>(it.end, it.span, it.warm, steps);
    else if (it.variant == EACH || it.variant == LAPS)
        each_load<<<1, 1, 0, stream>>>(it.end, it.bins, it.span, it.warm, steps);
    else
        chase<false><<<1, 1, 0, stream>>>(it.end, it.span, 0, steps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool latency_launch(void *stream, struct problem *why) {
    return launch_steps((cudaStream_t)stream, it.steps, why);
}

/* At least `steps`, so that the walk does not end where it began: there a walk that went wrong, or
 * never happened, would look right. */
static unsigned uneven(unsigned steps, size_t warm, size_t places) {
    while (places > UNROLL && (warm + steps) % places < UNROLL)
        steps += UNROLL;
    return steps;
}

static bool check_walk(const std::vector<uint32_t> &order, size_t steps, struct problem *why) {
    struct walk_end end;
    LAB_TRY(cudaMemcpy(&end, it.end, sizeof end, cudaMemcpyDeviceToHost));
    size_t at = 0;
    for (size_t i = 0; i < steps; i++)
        at = order[at];
    double got = it.variant == SHARED ? (double)end.address
                                      : ((double)end.address - (double)(uintptr_t)it.ring) / LINE;
    return got == (double)at || lab_wrong(why, steps, got, (double)at);
}

static bool check_chain(struct problem *why) {
    struct walk_end end;
    LAB_TRY(cudaMemcpy(&end, it.end, sizeof end, cudaMemcpyDeviceToHost));
    float want = CHAIN_A;
    for (unsigned i = 0; i < it.steps; i++)
        want = fmaf(want, CHAIN_A, CHAIN_B);
    return end.value == want || lab_wrong(why, 0, end.value, want);
}

static bool latency_table(double *value, size_t count, struct problem *why) {
    uint32_t bins[BINS];
    if (count != BINS) return problem_say(why, "the table has %d bins", (int)BINS);
    LAB_TRY(cudaMemcpy(bins, it.bins, sizeof bins, cudaMemcpyDeviceToHost));
    for (size_t b = 0; b < BINS; b++)
        value[b] = bins[b];
    return true;
}

/* Every load of the lap is in one of the bins. */
static bool check_bins(struct problem *why) {
    double value[BINS], all = 0;
    if (!latency_table(value, BINS, why)) return false;
    for (size_t b = 0; b < BINS; b++)
        all += value[b];
    return all == it.steps || lab_wrong(why, BINS, all, it.steps);
}

/* A lap ends where it began; so much further it goes here that one which did not happen would be
 * seen, and the last of it is walked alone, before what is timed. */
static bool open_laps(const std::vector<uint32_t> &order, unsigned laps, struct problem *why) {
    const unsigned places = (unsigned)order.size(), further = UNROLL;
    if (!lab_alloc(&it.bins, BINS, why) || !lab_poison(it.bins, BINS * 4, why)) return false;
    lab_has_table(latency_table);
    it.warm = laps * places + further;
    it.steps = it.variant == EACH ? places : 0;
    return launch_steps(0, it.steps, why) && check_walk(order, (size_t)it.warm + it.steps, why) &&
           check_bins(why);
}

static bool latency_open(const struct lab_case *c, const struct lab_card *card,
                         struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.steps = c->param;
    if (!lab_alloc(&it.end, 1, why) || !lab_alloc(&it.span, 1, why) ||
        !lab_poison(it.end, sizeof *it.end, why))
        return false;
    if (it.variant == REGISTER) return latency_launch(0, why) && check_chain(why);

    size_t places = it.variant == SHARED ? (size_t)SHARED_WORDS : c->size / LINE;
    std::vector<uint32_t> order = lab_one_cycle(places);
    if (!lab_alloc(&it.order, places, why)) return false;
    LAB_TRY(cudaMemcpy(it.order, order.data(), places * 4, cudaMemcpyHostToDevice));
    if (it.variant == SHARED) {
        unsigned steps = uneven(it.steps, SHARED_WORDS, places);
        return launch_steps(0, steps, why) && check_walk(order, SHARED_WORDS + (size_t)steps, why);
    }

    const bool laps = it.variant == EACH || it.variant == LAPS;
    bool small = it.variant == L1 || (it.variant == ANY && places <= WARM_LINES);
    it.warm = small ? (unsigned)places : 0;
    const size_t in_memory = c->places > 1 ? c->places : 1, step = size_place(places * LINE);
    if (!lab_alloc(&it.ring, step * in_memory, why)) return false;
    it.ring += step * c->place;
    lay_ring<<<1024, 256>>>(it.ring, it.order, places);
    LAB_TRY(cudaGetLastError());
    struct walk_end start = {(unsigned long long)(uintptr_t)it.ring, 0};
    LAB_TRY(cudaMemcpy(it.end, &start, sizeof start, cudaMemcpyHostToDevice));
    if (laps) return open_laps(order, c->param, why);
    /* Where the footprint may stay in the L2, the check walks all of it, which also brings it
     * there. */
    bool whole = it.variant == L2 || (it.variant == ANY && c->size <= 2 * card->l2);
    unsigned steps = whole ? (unsigned)((places + UNROLL - 1) / UNROLL * UNROLL) : it.steps;
    steps = uneven(steps, it.warm, places);
    return launch_steps(0, steps, why) && check_walk(order, it.warm + (size_t)steps, why);
}

static bool latency_times(struct lab_time *t, struct problem *why) {
    if (!lab_read_spans(it.span, 1, false, t, why)) return false;
    t->cycles /= it.steps;
    t->seconds /= it.steps;
    return true;
}

extern "C" const struct lab latency_lab = {"latency.cu", latency_open, latency_launch,
                                           latency_times, NULL};
