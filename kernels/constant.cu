/* constant.cu -- a 32-tap filter whose taps lie in constant or in global memory.
 *
 * Versions
 *   0 constant, same  every lane of a warp uses the same tap at the same time
 *   1 constant, own   every lane uses another tap: 32 addresses, served one after the other
 *   2 global, same    taps in global memory, one address a warp
 *   3 global, own     taps in global memory, 32 neighboring addresses
 *
 * Method  size is the number of outputs; each is the sum of 32 inputs times 32 taps. "Own" starts
 *         each lane at the tap of its own number and goes round. Inputs and outputs are the same
 *         for the two memories; only where the taps come from differs.
 * Check   every output; inputs and taps are small whole numbers, so the sums are exact.
 * Run     build/measure --only constant
 */
#include "harness/lab.cuh"

enum { TAPS = 32, THREADS = 256 };

__constant__ float constant_taps[TAPS];

// region: filter
template <bool CONSTANT, bool OWN>
__global__ void filter(const float *in, float *out, const float *global_taps) {
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    unsigned start = OWN ? threadIdx.x % TAPS : 0;
    float sum = 0;
    for (unsigned k = 0; k < TAPS; k++) {
        unsigned t = (k + start) % TAPS;
        sum += (CONSTANT ? constant_taps[t] : global_taps[t]) * in[i + k];
    }
    out[i] = sum;
}
// endregion

static struct {
    int variant;
    size_t count;
    float *in, *out, *taps;
} it;

static float tap(size_t t) {
    return (float)(t * 7 % 13 + 1);
}

static bool constant_launch(void *stream, struct problem *why) {
    static void (*const kernel[])(const float *, float *, const float *) = {
        filter<true, false>, filter<true, true>, filter<false, false>, filter<false, true>};
    kernel[it.variant]<<<(unsigned)(it.count / THREADS), THREADS, 0, (cudaStream_t)stream>>>(
        it.in, it.out, it.taps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static float want(size_t i) {
    size_t start = it.variant % 2 ? i % TAPS : 0;
    float sum = 0;
    for (size_t k = 0; k < TAPS; k++)
        sum += tap((k + start) % TAPS) * lab_small(i + k);
    return sum;
}

static bool constant_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.count = c->size;
    float taps[TAPS];
    for (size_t t = 0; t < TAPS; t++)
        taps[t] = tap(t);
    if (!lab_alloc(&it.in, it.count + TAPS, why) || !lab_alloc(&it.out, it.count, why) ||
        !lab_alloc(&it.taps, TAPS, why) || !lab_fill_small(it.in, it.count + TAPS, 0, why) ||
        !lab_poison(it.out, it.count * 4, why))
        return false;
    LAB_TRY(cudaMemcpy(it.taps, taps, sizeof taps, cudaMemcpyHostToDevice));
    LAB_TRY(cudaMemcpyToSymbol(constant_taps, taps, sizeof taps));
    return constant_launch(0, why) && lab_verify(it.out, it.count, want, why);
}

extern "C" const struct lab constant_lab = {"constant.cu", constant_open, constant_launch, NULL,
                                            NULL};
