/* warps.cu -- device memory needs enough bytes under way: read rate against resident warps.
 *
 * Version
 *   0 warps  a block of so many warps on every SM; each thread has one load of 16 bytes under way
 *
 * Method  size is the bytes that are read, many times the L2, param the warps on each SM. Where a
 *         read comes from depends on the one before (by an amount that is always 0), so a thread
 *         cannot have two under way, and by Little's law the bytes under way are warps x 32 x 16
 *         an SM, the rate is that over the latency, until the memory can do no more. The blocks
 *         ask for so much shared memory that no more of them fit on an SM. From 33 warps on, two
 *         blocks share an SM. Time by events.
 * Check   every thread's sum.
 * Run     build/measure --only warps
 */
#include "harness/lab.cuh"

enum { LANES = 32, WARPS_A_BLOCK = 32 };

// region: warps
__global__ void read_waiting(const uint4 *in, uint32_t *out, size_t vectors, uint32_t zero) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t sum = 0;
#pragma unroll 1
    for (size_t at = thread; at < vectors;) {
        uint4 v = __ldcs(&in[at]);
        uint32_t all = v.x + v.y + v.z + v.w;
        sum += all;
        at += step + (all & zero); // waits for the load
    }
    out[thread] = sum;
}
// endregion

static struct {
    unsigned blocks, threads;
    size_t vectors, shared;
    uint4 *in;
    uint32_t *out;
} it;

static bool warps_launch(void *stream, struct problem *why) {
    read_waiting<<<it.blocks, it.threads, it.shared, (cudaStream_t)stream>>>(it.in, it.out,
                                                                             it.vectors, 0);
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t want(size_t thread) {
    size_t step = (size_t)it.blocks * it.threads;
    uint32_t sum = 0;
    for (size_t at = thread; at < it.vectors; at += step)
        for (size_t w = 0; w < 4; w++)
            sum += lab_word(4 * at + w);
    return sum;
}

/* Exactly `wanted` blocks have to fit on an SM, or the warps are not what the point says. */
static bool shape(int wanted, const struct lab_card *card, struct problem *why) {
    int optin = 0, device = 0, fit = 0;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    size_t share = card->shared_sm / (size_t)(wanted + 1) + 1024;
    it.shared = share < (size_t)optin ? share : (size_t)optin;
    LAB_TRY(cudaFuncSetAttribute(read_waiting, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)it.shared));
    LAB_TRY(cudaFuncSetAttribute(read_waiting, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxShared));
    LAB_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, read_waiting, (int)it.threads,
                                                          it.shared));
    if (fit == wanted) return true;
    snprintf(why->text, sizeof why->text, "an SM of this card holds %d blocks of %u warps, not %d",
             fit, it.threads / LANES, wanted);
    why->fatal = false;
    return false;
}

static bool warps_open(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    it = {};
    unsigned warps = c->param, a_sm = (warps + WARPS_A_BLOCK - 1) / WARPS_A_BLOCK;
    it.blocks = (unsigned)card->sms * a_sm;
    it.threads = warps / a_sm * LANES;
    it.vectors = c->size / sizeof(uint4);
    size_t threads = (size_t)it.blocks * it.threads;
    return shape((int)a_sm, card, why) && lab_alloc(&it.in, it.vectors, why) &&
           lab_alloc(&it.out, threads, why) &&
           lab_fill_words((uint32_t *)it.in, it.vectors * 4, why) &&
           lab_poison(it.out, threads * 4, why) && warps_launch(0, why) &&
           lab_verify(it.out, threads, want, why);
}

extern "C" const struct lab warps_lab = {"warps.cu", warps_open, warps_launch, NULL, NULL};
