/* misalign.cu -- what it costs when a warp's 32 floats do not begin at a sector or line.
 *
 * Version
 *   0 shifted  element i + offset is read, element i written; 4 elements a thread, a block apart
 *
 * Method  size is the number of outputs, param the offset in floats. 32 neighbouring floats are 4
 *         sectors of 32 bytes when they begin at one, else 5: a warp asks for a quarter more, and
 *         shares the fifth with its neighbour, which finds it in a cache or not. Vectors inside
 *         the L2 warm, or many times the L2 after a flush. By events.
 * Check   every output.
 * Run     build/measure --only misalign
 */
#include "harness/lab.cuh"

enum { THREADS = 256, EACH = 4, MOST = 32 };

// region: shifted
__global__ void shifted(const float *__restrict__ source, float *__restrict__ kept,
                        unsigned offset) {
    size_t first = (size_t)blockIdx.x * THREADS * EACH + threadIdx.x;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        size_t i = first + k * THREADS;
        kept[i] = source[i + offset];
    }
}
// endregion

static struct {
    size_t count;
    unsigned offset;
    float *in, *out;
} it;

static bool misalign_launch(void *stream, struct problem *why) {
    shifted<<<(unsigned)(it.count / (THREADS * EACH)), THREADS, 0, (cudaStream_t)stream>>>(
        it.in, it.out, it.offset);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool misalign_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.count = c->size;
    it.offset = c->param;
    return lab_alloc(&it.in, it.count + MOST, why) && lab_alloc(&it.out, it.count, why) &&
           lab_fill_small(it.in, it.count + MOST, 0, why) &&
           lab_poison(it.out, it.count * 4, why) && misalign_launch(0, why) &&
           lab_verify(
               it.out, it.count, [](size_t i) { return lab_small(i + it.offset); }, why);
}

extern "C" const struct lab misalign_lab = {"misalign.cu", misalign_open, misalign_launch, NULL,
                                            NULL};
