/* stream.cu -- the five patterns of streaming through memory, by accesses of 4 and of 16 bytes.
 *
 * Versions
 *   0 read   a sum of what is read; a store that never happens keeps the loads alive
 *   1 write  b = the index
 *   2 copy   b = a
 *   3 scale  b = 3 a
 *   4 add    c = a + b
 *
 * Method  size is the bytes of one buffer, many times the L2, param the bytes of one access, 4 or
 *         16. Every thread makes four of them, a block apart, so the same number is under way at
 *         both widths. Bytes read plus bytes written over the time of one pass, by events.
 * Check   every element written; for read every thread's sum.
 * Run     build/measure --only stream
 */
#include "harness/lab.cuh"

enum { READ, WRITE, COPY, SCALE, ADD };
enum { THREADS = 256, EACH = 4 };
enum { KEEP_ALL = 1, KEEP_NONE = 0 };

/* What one access moves. */
template <int WIDTH> struct alignas(4 * WIDTH) floats { float x[WIDTH]; };

/* Cheap, so that it is not what takes the time. */
__host__ __device__ static float written(size_t element) {
    return (float)((uint32_t)element & 0xffffff);
}

// region: stream
template <int OP, int WIDTH>
__global__ void stream(const struct floats<WIDTH> *__restrict__ a,
                       const struct floats<WIDTH> *__restrict__ b,
                       struct floats<WIDTH> *__restrict__ out, int keep) {
    size_t first = (size_t)blockIdx.x * THREADS * EACH + threadIdx.x;
    struct floats<WIDTH> v[EACH], w[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) { // all loads first
        if (OP != WRITE) v[k] = a[first + k * THREADS];
        if (OP == ADD) w[k] = b[first + k * THREADS];
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        size_t i = first + k * THREADS;
#pragma unroll
        for (int x = 0; x < WIDTH; x++) {
            if (OP == READ) sum += v[k].x[x];
            if (OP == WRITE) v[k].x[x] = written(i * WIDTH + x);
            if (OP == SCALE) v[k].x[x] *= 3;
            if (OP == ADD) v[k].x[x] += w[k].x[x];
        }
        if (OP != READ) out[i] = v[k];
    }
    if (OP == READ && (keep == KEEP_ALL || sum < 0)) // timed with keep = 0: no sum is negative
        ((float *)out)[(size_t)blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

static struct {
    int variant;
    unsigned width; /* floats of one access */
    size_t count;   /* floats of one buffer */
    float *a, *b, *out;
} it;

template <int OP, int WIDTH> static void start(cudaStream_t s, int keep) {
    stream<OP, WIDTH><<<(unsigned)(it.count / (WIDTH * THREADS * EACH)), THREADS, 0, s>>>(
        (const struct floats<WIDTH> *)it.a, (const struct floats<WIDTH> *)it.b,
        (struct floats<WIDTH> *)it.out, keep);
}

static bool run(cudaStream_t s, int keep, struct problem *why) {
    static void (*const starts[5][2])(cudaStream_t, int) = {{start<READ, 1>, start<READ, 4>},
                                                            {start<WRITE, 1>, start<WRITE, 4>},
                                                            {start<COPY, 1>, start<COPY, 4>},
                                                            {start<SCALE, 1>, start<SCALE, 4>},
                                                            {start<ADD, 1>, start<ADD, 4>}};
    starts[it.variant][it.width == 4](s, keep);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool stream_launch(void *stream, struct problem *why) {
    return run((cudaStream_t)stream, KEEP_NONE, why);
}

static const size_t B_FROM = 1000003; /* b is the same row of numbers, begun further on */

static float want(size_t i) {
    switch (it.variant) {
    case WRITE: return written(i);
    case COPY: return lab_small(i);
    case SCALE: return 3 * lab_small(i);
    default: return lab_small(i) + lab_small(i + B_FROM);
    }
}

static float read_sum(size_t thread) {
    size_t first = thread / THREADS * THREADS * EACH + thread % THREADS;
    float sum = 0; /* of whole numbers: exact */
    for (size_t k = 0; k < EACH; k++)
        for (size_t x = 0; x < it.width; x++)
            sum += lab_small((first + k * THREADS) * it.width + x);
    return sum;
}

static bool stream_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.width = c->param / 4;
    it.count = c->size / 4;
    size_t out = it.variant == READ ? it.count / (it.width * EACH) : it.count;
    if (it.variant != WRITE &&
        (!lab_alloc(&it.a, it.count, why) || !lab_fill_small(it.a, it.count, 0, why)))
        return false;
    if (it.variant == ADD &&
        (!lab_alloc(&it.b, it.count, why) || !lab_fill_small(it.b, it.count, B_FROM, why)))
        return false;
    if (!lab_alloc(&it.out, out, why) || !lab_poison(it.out, out * 4, why) ||
        !run(0, KEEP_ALL, why))
        return false;
    return it.variant == READ ? lab_verify(it.out, out, read_sum, why)
                              : lab_verify(it.out, out, want, why);
}

extern "C" const struct lab stream_lab = {"stream.cu", stream_open, stream_launch, NULL, NULL};
