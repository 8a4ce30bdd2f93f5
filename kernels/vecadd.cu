/* vecadd.cu -- c = a + b, the simplest kernel there is: nothing but traffic.
 *
 * Version
 *   0 vecadd  4 floats of each vector a thread, by accesses of 16 bytes
 *
 * Method  size is the number of elements, a multiple of 4,096. Three vectors that fit in the L2
 *         together, or vectors of many times the L2. Twelve bytes an element over the time of one
 *         pass, by events, warm; short passes are repeated in one graph.
 * Check   every element.
 * Run     build/measure --only vecadd
 */
#include "harness/lab.cuh"

enum { THREADS = 256, VECTOR = 4 };

// region: vecadd
__global__ void vecadd(const float4 *a, const float4 *b, float4 *c) {
    size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    float4 x = a[i], y = b[i];
    c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}
// endregion

static struct {
    size_t count;
    float *a, *b, *c;
} it;

static const size_t B_FROM = 1000003; /* b is the same row of numbers, begun further on */

static bool vecadd_launch(void *stream, struct problem *why) {
    vecadd<<<(unsigned)(it.count / (THREADS * VECTOR)), THREADS, 0, (cudaStream_t)stream>>>(
        (const float4 *)it.a, (const float4 *)it.b, (float4 *)it.c);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool vecadd_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.count = c->size;
    return lab_alloc(&it.a, it.count, why) && lab_alloc(&it.b, it.count, why) &&
           lab_alloc(&it.c, it.count, why) && lab_fill_small(it.a, it.count, 0, why) &&
           lab_fill_small(it.b, it.count, B_FROM, why) && lab_poison(it.c, it.count * 4, why) &&
           vecadd_launch(0, why) &&
           lab_verify(
               it.c, it.count, [](size_t i) { return lab_small(i) + lab_small(i + B_FROM); }, why);
}

extern "C" const struct lab vecadd_lab = {"vecadd.cu", vecadd_open, vecadd_launch, NULL, NULL};
