/* local.cu -- a private array that the compiler cannot keep in registers.
 *
 * Versions
 *   0 constant  the array is indexed by constants (the loop is unrolled): it lives in registers
 *   1 runtime   the same array, indexed by a value known only at run time: registers have no
 *               address, so it goes to local memory, which is device memory behind the caches
 *
 * Method  size is the number of threads (and outputs). Each thread makes 64 values of its own and
 *         adds up their products with 64 inputs. The run-time index is k + shift with shift = 0,
 *         so both versions do the same sums in the same order. The frame (bytes of local memory a
 *         thread) and the registers are what the runtime reports.
 * Check   every output, the same to the bit in both versions.
 * Run     build/measure --only local
 */
#include "harness/lab.cuh"

#include <math.h>

enum { CONSTANT, RUNTIME };
enum { THREADS = 256, VALUES = 64 };

// region: constant-index
__global__ void constant_index(const float *in, float *out, float ratio) {
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    float value[VALUES];
    value[0] = in[i];
#pragma unroll
    for (int k = 1; k < VALUES; k++)
        value[k] = value[k - 1] * ratio;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < VALUES; k++)
        sum = fmaf(value[k], in[i + k], sum);
    out[i] = sum;
}
// endregion

// region: runtime-index
__global__ void runtime_index(const float *in, float *out, float ratio, unsigned shift) {
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    float value[VALUES];
    value[0] = in[i];
#pragma unroll
    for (int k = 1; k < VALUES; k++)
        value[k] = value[k - 1] * ratio;
    float sum = 0;
    for (int k = 0; k < VALUES; k++)
        sum = fmaf(value[(k + shift) % VALUES], in[i + k], sum);
    out[i] = sum;
}
// endregion

static struct {
    int variant;
    size_t count;
    float *in, *out;
} it;

static const float RATIO = 0.9375f;

static bool local_launch(void *stream, struct problem *why) {
    unsigned blocks = (unsigned)(it.count / THREADS);
    if (it.variant == CONSTANT)
        constant_index<<<blocks, THREADS, 0, (cudaStream_t)stream>>>(it.in, it.out, RATIO);
    else
        runtime_index<<<blocks, THREADS, 0, (cudaStream_t)stream>>>(it.in, it.out, RATIO, 0);
    LAB_TRY(cudaGetLastError());
    return true;
}

static float want(size_t i) {
    float value = lab_small(i), sum = 0;
    for (size_t k = 0; k < VALUES; k++) {
        sum = fmaf(value, lab_small(i + k), sum);
        value *= RATIO;
    }
    return sum;
}

static bool local_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.count = c->size;
    return lab_alloc(&it.in, it.count + VALUES, why) && lab_alloc(&it.out, it.count, why) &&
           lab_fill_small(it.in, it.count + VALUES, 0, why) &&
           lab_poison(it.out, it.count * 4, why) && local_launch(0, why) &&
           lab_verify(it.out, it.count, want, why);
}

static bool local_property(int variant, const char *name, double *value, struct problem *why) {
    return lab_kernel_property(variant == CONSTANT ? (const void *)constant_index
                                                   : (const void *)runtime_index,
                               THREADS, name, value, why);
}

extern "C" const struct lab local_lab = {"local.cu", local_open, local_launch, NULL,
                                         local_property};
