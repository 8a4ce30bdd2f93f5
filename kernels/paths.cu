/* paths.cu -- the other ways to read: how long one load takes through each of them.
 *
 * Versions (one thread of one block)
 *   0 readonly  a pointer chase by ld.global.nc, the read-only path
 *   1 texture   a chase by texture fetches from linear memory
 *   2 constant  a chase through constant memory
 *
 * Method  size is the footprint in bytes, small enough for the first cache of each path, param the
 *         steps. One random cycle through all lines, walked round before the clock starts. Cycles by
 *         clock64, seconds by globaltimer, both in the kernel. A texture fetch takes an index, not
 *         an address, and what turns one into the other is part of its latency.
 * Check   where the walk ends, against the same walk on the CPU.
 * Run     build/measure --only paths
 */
#include "harness/lab.cuh"

#include <vector>

enum { READONLY, TEXTURE, CONSTANT };
enum { LINE = 128, LINE_WORDS = LINE / 4, UNROLL = 16, CONSTANT_LINE = 64, CONSTANT_MOST = 2048 };

__constant__ uint32_t constant_ring[CONSTANT_MOST / 4];

// region: readonly
__device__ static unsigned long long readonly_step(unsigned long long at) {
    unsigned long long next;
    asm volatile("ld.global.nc.u64 %0, [%1];" : "=l"(next) : "l"(at));
    return next;
}

__global__ void readonly_chase(unsigned long long at, unsigned long long *end,
                               struct lab_span *span, unsigned warm, unsigned steps) {
    for (unsigned i = 0; i < warm; i++)
        at = readonly_step(at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = readonly_step(at);
    }
    *end = at;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

// region: texture
__global__ void texture_chase(cudaTextureObject_t ring, unsigned long long *end,
                              struct lab_span *span, unsigned warm, unsigned steps) {
    uint32_t at = 0;
    for (unsigned i = 0; i < warm; i++)
        at = tex1Dfetch<uint32_t>(ring, (int)at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = tex1Dfetch<uint32_t>(ring, (int)at);
    }
    *end = at;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

// region: constant
__device__ static uint32_t constant_step(uint32_t at) { // an offset in bytes
    return *(const uint32_t *)((const char *)constant_ring + at);
}

__global__ void constant_chase(unsigned long long *end, struct lab_span *span, unsigned warm,
                               unsigned steps) {
    /* 0, but the compiler cannot know: else it would take the loads for those of a whole warp and
     * go by the uniform path. */
    uint32_t at = threadIdx.x * CONSTANT_LINE;
    for (unsigned i = 0; i < warm; i++)
        at = constant_step(at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = constant_step(at);
    }
    *end = at;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

static struct {
    int variant;
    unsigned lines, warm, steps;
    unsigned char *ring;
    cudaTextureObject_t texture;
    unsigned long long *end;
    struct lab_span *span;
} it;

static bool paths_launch(void *stream, struct problem *why) {
    cudaStream_t s = (cudaStream_t)stream;
    if (it.variant == READONLY)
        readonly_chase<<<1, 1, 0, s>>>((unsigned long long)(uintptr_t)it.ring, it.end, it.span,
                                       it.warm, it.steps);
    else if (it.variant == TEXTURE)
        texture_chase<<<1, 1, 0, s>>>(it.texture, it.end, it.span, it.warm, it.steps);
    else
        constant_chase<<<1, 1, 0, s>>>(it.end, it.span, it.warm, it.steps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static void destroy_texture(void) {
    (void)cudaDestroyTextureObject(it.texture);
}

static bool bind_texture(size_t bytes, struct problem *why) {
    struct cudaResourceDesc what = {};
    struct cudaTextureDesc how = {};
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = it.ring;
    what.res.linear.desc = cudaCreateChannelDesc<uint32_t>();
    what.res.linear.sizeInBytes = bytes;
    how.readMode = cudaReadModeElementType;
    LAB_TRY(cudaCreateTextureObject(&it.texture, &what, &how, NULL));
    lab_at_release(destroy_texture);
    return true;
}

/* Line i holds where line order[i] is: an address, an index or an offset. */
static bool lay(const std::vector<uint32_t> &order, struct problem *why) {
    size_t pitch = it.variant == CONSTANT ? (size_t)CONSTANT_LINE : (size_t)LINE;
    std::vector<unsigned char> ring(order.size() * pitch);
    if (it.variant != CONSTANT && !lab_alloc(&it.ring, ring.size(), why)) return false;
    for (size_t i = 0; i < order.size(); i++) {
        unsigned long long address = (unsigned long long)(uintptr_t)it.ring + order[i] * pitch;
        uint32_t place = order[i] * (it.variant == TEXTURE ? LINE_WORDS : CONSTANT_LINE);
        if (it.variant == READONLY)
            *(unsigned long long *)&ring[i * pitch] = address;
        else
            *(uint32_t *)&ring[i * pitch] = place;
    }
    if (it.variant == CONSTANT)
        LAB_TRY(cudaMemcpyToSymbol(constant_ring, ring.data(), ring.size()));
    else
        LAB_TRY(cudaMemcpy(it.ring, ring.data(), ring.size(), cudaMemcpyHostToDevice));
    return it.variant != TEXTURE || bind_texture(ring.size(), why);
}

static bool paths_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.steps = c->param;
    it.lines = (unsigned)c->size / (it.variant == CONSTANT ? CONSTANT_LINE : LINE);
    /* Not whole rounds in all: a walk that went nowhere would end where it began. */
    it.warm = 2 * it.lines + it.lines / 2 - it.steps % it.lines;
    std::vector<uint32_t> order = lab_one_cycle(it.lines);
    if (!lab_alloc(&it.end, 1, why) || !lab_alloc(&it.span, 1, why) ||
        !lab_poison(it.end, sizeof *it.end, why) || !lay(order, why) || !paths_launch(0, why))
        return false;
    unsigned long long end;
    LAB_TRY(cudaMemcpy(&end, it.end, sizeof end, cudaMemcpyDeviceToHost));
    size_t at = 0;
    for (size_t i = 0; i < (size_t)it.warm + it.steps; i++)
        at = order[at];
    double got = it.variant == READONLY  ? ((double)end - (double)(uintptr_t)it.ring) / LINE
                 : it.variant == TEXTURE ? (double)end / LINE_WORDS
                                         : (double)end / CONSTANT_LINE;
    return got == (double)at || lab_wrong(why, it.steps, got, (double)at);
}

static bool paths_times(struct lab_time *t, struct problem *why) {
    if (!lab_read_spans(it.span, 1, false, t, why)) return false;
    t->cycles /= it.steps;
    t->seconds /= it.steps;
    return true;
}

extern "C" const struct lab paths_lab = {"paths.cu", paths_open, paths_launch, paths_times, NULL};
