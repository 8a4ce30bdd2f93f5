/* registers.cu -- what registers cost: the same walk with few and with many of them.
 *
 * Versions
 *   0 few   the weight of each step is made from the last one: about 10 registers a thread
 *   1 many  all 60 weights are kept in registers: about 72 a thread, so fewer threads fit on an SM
 *   2 most  never run: a kernel that could use 300 registers shows how many one thread may have
 *
 * Method  Every thread follows a chain of loads through a table that lies in the L2, neighbors
 *         side by side. Each load waits for the last, so an SM has only its other threads to fill
 *         the wait with: time follows occupancy. size is the number of table entries, param the
 *         blocks for each SM. Registers and resident blocks are what the runtime reports.
 * Check   every thread's result, which is the same to the bit in both versions.
 * Run     build/measure --only registers
 */
#include "harness/lab.cuh"

#include <math.h>
#include <vector>

enum { FEW, MANY, MOST };
enum { THREADS = 256, WEIGHTS = 60, ROUNDS = 2, LANES = 32, EXTRA = 300 };

// region: few-registers
__global__ void few(const uint32_t *next, float *out, unsigned mask, float first, float ratio) {
    unsigned i = blockIdx.x * THREADS + threadIdx.x, at = i & mask;
    float sum = 0;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++) {
        float weight = first;
#pragma unroll 1
        for (int k = 0; k < WEIGHTS; k++) {
            at = next[at];
            sum = fmaf(weight, (float)at, sum);
            weight *= ratio;
        }
    }
    out[i] = sum;
}
// endregion

// region: many-registers
__global__ void many(const uint32_t *next, float *out, unsigned mask, float first, float ratio) {
    float weight[WEIGHTS]; // indexed by constants only, so it lives in registers
    weight[0] = first;
#pragma unroll
    for (int k = 1; k < WEIGHTS; k++)
        weight[k] = weight[k - 1] * ratio;
    unsigned i = blockIdx.x * THREADS + threadIdx.x, at = i & mask;
    float sum = 0;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++) {
#pragma unroll
        for (int k = 0; k < WEIGHTS; k++) {
            at = next[at];
            sum = fmaf(weight[k], (float)at, sum);
        }
    }
    out[i] = sum;
}
// endregion

__global__ void most(const float *in, float *out, int rounds) {
    float v[EXTRA];
#pragma unroll
    for (int k = 0; k < EXTRA; k++)
        v[k] = in[k * THREADS + threadIdx.x];
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < EXTRA; k++)
            v[k] = fmaf(v[k], v[(k + 7) % EXTRA], v[(k + 31) % EXTRA]);
    }
#pragma unroll
    for (int k = 0; k < EXTRA; k++)
        out[k * THREADS + threadIdx.x] = v[k];
}

static struct {
    int variant, blocks;
    unsigned mask;
    uint32_t *next;
    float *out;
} it;

static const float FIRST = 1.0f, RATIO = 0.96875f;

static bool registers_launch(void *stream, struct problem *why) {
    (it.variant == FEW ? few : many)<<<it.blocks, THREADS, 0, (cudaStream_t)stream>>>(
        it.next, it.out, it.mask, FIRST, RATIO);
    LAB_TRY(cudaGetLastError());
    return true;
}

/* A random cycle over rows of 32 entries: the lanes of a warp stay side by side. */
static std::vector<uint32_t> row_cycle(size_t entries) {
    size_t rows = entries / LANES;
    std::vector<uint32_t> row(rows), next(entries);
    for (size_t i = 0; i < rows; i++)
        row[i] = (uint32_t)i;
    uint64_t state = 0x2545f4914f6cdd1du;
    for (size_t i = rows - 1; i > 0; i--) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        size_t j = (size_t)(state % i);
        uint32_t swap = row[i];
        row[i] = row[j];
        row[j] = swap;
    }
    for (size_t i = 0; i < entries; i++)
        next[i] = row[i / LANES] * LANES + (uint32_t)(i % LANES);
    return next;
}

static bool registers_open(const struct lab_case *c, const struct lab_card *card,
                           struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.mask = (unsigned)(c->size - 1);
    it.blocks = card->sms * (int)c->param;
    size_t threads = (size_t)it.blocks * THREADS;
    std::vector<uint32_t> next = row_cycle(c->size);
    if (!lab_alloc(&it.next, c->size, why) || !lab_alloc(&it.out, threads, why) ||
        !lab_poison(it.out, threads * 4, why))
        return false;
    LAB_TRY(cudaMemcpy(it.next, next.data(), c->size * 4, cudaMemcpyHostToDevice));
    float weight[WEIGHTS] = {FIRST};
    for (int k = 1; k < WEIGHTS; k++)
        weight[k] = weight[k - 1] * RATIO;
    return registers_launch(0, why) && lab_verify(
                                           it.out, threads,
                                           [&](size_t i) {
                                               uint32_t at = (uint32_t)i & it.mask;
                                               float sum = 0;
                                               for (int r = 0; r < ROUNDS; r++)
                                                   for (int k = 0; k < WEIGHTS; k++) {
                                                       at = next[at];
                                                       sum = fmaf(weight[k], (float)at, sum);
                                                   }
                                               return sum;
                                           },
                                           why);
}

static bool registers_property(int variant, const char *name, double *value, struct problem *why) {
    const void *kernel = variant == FEW    ? (const void *)few
                         : variant == MANY ? (const void *)many
                                           : (const void *)most;
    return lab_kernel_property(kernel, THREADS, name, value, why);
}

extern "C" const struct lab registers_lab = {"registers.cu", registers_open, registers_launch, NULL,
                                             registers_property};
