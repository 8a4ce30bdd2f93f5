/* constant_chase.cu -- how long one load from constant memory takes, by the bytes walked over.
 *
 * Versions (one thread of one block)
 *   0 uniform  the compiler can see that all lanes take the same index: the uniform path
 *   1 lane     it cannot: the path on which each lane has an index of its own
 *
 * Method  size is the footprint in bytes, up to the 64 KiB that constant memory holds, param the
 *         steps. Each line of 64 bytes holds the offset of the next, one random cycle through all
 *         lines, so each load waits for the last. All of it is walked over twice before the clock
 *         starts. Cycles by clock64, seconds by globaltimer, both in the kernel.
 * Check   where the walk ends, against the same walk on the CPU.
 * Run     build/measure --only constant.chase
 */
#include "harness/lab.cuh"

#include <vector>

enum { UNIFORM, LANE };
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

static struct {
    int variant;
    unsigned warm, steps;
    unsigned long long *end;
    struct lab_span *span;
} state;

static bool constant_chase_launch(void *stream, struct problem *why) {
    void (*kernel)(unsigned long long *, struct lab_span *, unsigned, unsigned) =
        state.variant == UNIFORM ? chase<UNIFORM> : chase<LANE>;
    kernel<<<1, 1, 0, (cudaStream_t)stream>>>(state.end, state.span, state.warm, state.steps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool constant_chase_open(const struct lab_case *c, const struct lab_card *,
                                struct problem *why) {
    const unsigned lines = (unsigned)c->size / LINE;
    const std::vector<uint32_t> order = lab_one_cycle(lines);
    std::vector<uint32_t> laid(c->size / 4);
    state = {};
    state.variant = c->variant;
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
    if (!lab_read_spans(state.span, 1, false, t, why)) return false;
    t->cycles /= state.steps;
    t->seconds /= state.steps;
    return true;
}

extern "C" const struct lab constant_chase_lab = {"constant_chase.cu", constant_chase_open,
                                                  constant_chase_launch, constant_chase_read, NULL};
