/* misalign.cu -- what it costs when a warp's 32 floats do not begin at a sector or line.
 *
 * Version
 *   0 shifted  the floats from `offset` on are read and added up; 8 loads of 4 bytes a thread, a
 *              block apart; a store that never happens keeps them alive
 *
 * Method  size is the number of floats that are read, param the offset in floats. 32 neighboring
 *         floats are 4 sectors of 32 bytes when they begin at one, else 5: a warp asks for a
 *         quarter more, and shares the fifth with its neighbor, which finds it in a cache or not.
 *         Nothing is written, since where reads and writes meet in memory would depend on the
 *         offset too. A vector inside the L2 warm, or many times the L2 after a flush. By events.
 * Check   every thread's sum.
 * Run     build/measure --only misalign
 */
#include "harness/lab.cuh"

enum { THREADS = 256, EACH = 8, MOST = 32 };
enum { KEEP_NONE, KEEP_ALL };

// region: shifted
__global__ void shifted(const float *source, float *sums, unsigned offset, int keep) {
    size_t first = (size_t)blockIdx.x * THREADS * EACH + threadIdx.x + offset;
    float v[EACH], sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        v[k] = source[first + k * THREADS];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k];
    if (keep == KEEP_ALL || sum < 0) // timed with KEEP_NONE: no sum is negative
        sums[(size_t)blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

static struct {
    size_t count;
    unsigned offset;
    float *in, *sums;
} it;

static bool run(cudaStream_t s, int keep, struct problem *why) {
    shifted<<<(unsigned)(it.count / (THREADS * EACH)), THREADS, 0, s>>>(it.in, it.sums, it.offset,
                                                                        keep);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool misalign_launch(void *stream, struct problem *why) {
    return run((cudaStream_t)stream, KEEP_NONE, why);
}

static float want(size_t thread) {
    size_t first = thread / THREADS * THREADS * EACH + thread % THREADS + it.offset;
    float sum = 0; /* of whole numbers: exact */
    for (size_t k = 0; k < EACH; k++)
        sum += lab_small(first + k * THREADS);
    return sum;
}

static bool misalign_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.count = c->size;
    it.offset = c->param;
    size_t threads = it.count / EACH;
    return lab_alloc(&it.in, it.count + MOST, why) && lab_alloc(&it.sums, threads, why) &&
           lab_fill_small(it.in, it.count + MOST, 0, why) &&
           lab_poison(it.sums, threads * 4, why) && run(0, KEEP_ALL, why) &&
           lab_verify(it.sums, threads, want, why);
}

extern "C" const struct lab misalign_lab = {"misalign.cu", misalign_open, misalign_launch, NULL,
                                            NULL};
