/* stride.cu -- what it costs to use one float of every few: reads at stride 1 to 32.
 *
 * Version
 *   0 strided  element i * stride is read, element i written; 4 elements a thread, a block apart,
 *              so that four loads are under way at once and memory, not waiting, sets the pace
 *
 * Method  size is the number of outputs, the same for every stride, so the useful bytes (read
 *         plus written) are the same too; param is the stride. The L2 is flushed before every
 *         sample: memory moves whole 32-byte sectors, and a warm cache would hide that.
 * Check   every output.
 * Run     build/measure --only stride
 */
#include "harness/lab.cuh"

enum { THREADS = 256, EACH = 4 };

// region: strided
__global__ void strided(const float *__restrict__ source, float *__restrict__ kept,
                        unsigned stride) {
    size_t first = (size_t)blockIdx.x * THREADS * EACH + threadIdx.x;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        size_t i = first + k * THREADS;
        kept[i] = source[i * stride];
    }
}
// endregion

static struct {
    size_t count;
    unsigned stride;
    float *in, *out;
} it;

static bool stride_launch(void *stream, struct problem *why) {
    strided<<<(unsigned)(it.count / (THREADS * EACH)), THREADS, 0, (cudaStream_t)stream>>>(
        it.in, it.out, it.stride);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool stride_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.count = c->size;
    it.stride = c->param;
    size_t inputs = it.count * it.stride;
    return lab_alloc(&it.in, inputs, why) && lab_alloc(&it.out, it.count, why) &&
           lab_fill_small(it.in, inputs, 0, why) && lab_poison(it.out, it.count * 4, why) &&
           stride_launch(0, why) &&
           lab_verify(
               it.out, it.count, [](size_t i) { return lab_small((uint64_t)i * it.stride); }, why);
}

extern "C" const struct lab stride_lab = {"stride.cu", stride_open, stride_launch, NULL, NULL};
