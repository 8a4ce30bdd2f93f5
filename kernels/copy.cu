/* copy.cu -- what device memory delivers: read, write, copy, and the runtime's own copy.
 *
 * Versions
 *   0 read    one-shot blocks, 4 loads of 16 bytes in flight a thread, one conditional store that
 *             never happens keeps the loads alive
 *   1 write   one 16-byte store a thread
 *   2 copy    one 16-byte load and store a thread, both marked streaming
 *   3 memcpy  cudaMemcpyAsync, device to device
 *   4 triad   a = b + 3 c, 16 bytes of each a thread, 1,024 threads
 *
 * Method  size is the bytes of one buffer: gigabytes, many times the L2, so neither the lines
 *         left by the last pass nor the dirty ones still to be written matter. Bytes counted:
 *         read or written once for versions 0 and 1, read plus written for the others.
 * Check   every thread's sum (read), every word written (the others).
 * Run     build/measure --only copy
 */
#include "harness/lab.cuh"

enum { READ, WRITE, COPY, MEMCPY, TRIAD };
enum { READS = 4, READ_THREADS = 512, WRITE_THREADS = 512, COPY_THREADS = 128 };
enum { TRIAD_THREADS = 1024 };
enum : uint32_t { KEEP_ALL = 1, KEEP_NONE = 0x5bd1e995 };

// region: read
__global__ void read_kernel(const uint4 *in, uint32_t *out, uint32_t keep) {
    size_t first = (size_t)blockIdx.x * READ_THREADS * READS + threadIdx.x;
    uint4 v[READS];
#pragma unroll
    for (int k = 0; k < READS; k++)
        v[k] = __ldcs(&in[first + k * READ_THREADS]);
    uint32_t sum = 0;
#pragma unroll
    for (int k = 0; k < READS; k++)
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    if (keep == KEEP_ALL || sum == keep) // timed with a value that no sum is looked for
        out[(size_t)blockIdx.x * READ_THREADS + threadIdx.x] = sum;
}
// endregion

// region: write
__global__ void write_kernel(uint4 *out, uint32_t add) {
    size_t i = (size_t)blockIdx.x * WRITE_THREADS + threadIdx.x;
    uint32_t w = (uint32_t)i * 4 + add;
    out[i] = make_uint4(w, w + 1, w + 2, w + 3);
}
// endregion

// region: copy
__global__ void copy_kernel(const uint4 *in, uint4 *out) {
    size_t i = (size_t)blockIdx.x * COPY_THREADS + threadIdx.x;
    __stcs(&out[i], __ldcs(&in[i]));
}
// endregion

// region: triad
__global__ void triad_kernel(const float4 *b, const float4 *c, float4 *a, float scale) {
    size_t i = (size_t)blockIdx.x * TRIAD_THREADS + threadIdx.x;
    float4 x = __ldcs(&b[i]), y = __ldcs(&c[i]);
    __stcs(&a[i],
           make_float4(x.x + scale * y.x, x.y + scale * y.y, x.z + scale * y.z, x.w + scale * y.w));
}
// endregion

static struct {
    int variant;
    size_t bytes;
    uint4 *in, *more, *out;
    uint32_t *sums;
} it;

static bool run(cudaStream_t stream, uint32_t keep, struct problem *why) {
    size_t vectors = it.bytes / sizeof(uint4);
    switch (it.variant) {
    case READ:
        read_kernel<<<(unsigned)(vectors / (READ_THREADS * READS)), READ_THREADS, 0, stream>>>(
            it.in, it.sums, keep);
        break;
    case WRITE:
        write_kernel<<<(unsigned)(vectors / WRITE_THREADS), WRITE_THREADS, 0, stream>>>(it.out, 7);
        break;
    case COPY:
        copy_kernel<<<(unsigned)(vectors / COPY_THREADS), COPY_THREADS, 0, stream>>>(it.in, it.out);
        break;
    case TRIAD:
        triad_kernel<<<(unsigned)(vectors / TRIAD_THREADS), TRIAD_THREADS, 0, stream>>>(
            (const float4 *)it.in, (const float4 *)it.more, (float4 *)it.out, 3.0f);
        break;
    default:
        LAB_TRY(cudaMemcpyAsync(it.out, it.in, it.bytes, cudaMemcpyDeviceToDevice, stream));
        return true;
    }
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t read_sum(size_t thread) {
    size_t first = thread / READ_THREADS * READ_THREADS * READS + thread % READ_THREADS;
    uint32_t sum = 0;
    for (size_t k = 0; k < READS; k++)
        for (size_t w = 0; w < 4; w++)
            sum += lab_word((first + k * READ_THREADS) * 4 + w);
    return sum;
}

static const size_t C_FROM = 1000003; /* c is the same row of numbers, begun further on */

static bool triad_open(size_t count, struct problem *why) {
    if (!lab_alloc(&it.in, count / 4, why) || !lab_alloc(&it.more, count / 4, why) ||
        !lab_alloc(&it.out, count / 4, why) || !lab_fill_small((float *)it.in, count, 0, why) ||
        !lab_fill_small((float *)it.more, count, C_FROM, why) ||
        !lab_poison(it.out, it.bytes, why) || !run(0, KEEP_NONE, why))
        return false;
    return lab_verify((float *)it.out, count,
                      [](size_t i) { return lab_small(i) + 3 * lab_small(i + C_FROM); }, why);
}

static bool copy_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.bytes = c->size;
    if (it.variant == TRIAD) return triad_open(it.bytes / 4, why);
    size_t words = it.bytes / 4, threads = it.bytes / sizeof(uint4) / READS;
    if (it.variant != WRITE &&
        (!lab_alloc(&it.in, words / 4, why) || !lab_fill_words((uint32_t *)it.in, words, why)))
        return false;
    if (it.variant == READ) {
        return lab_alloc(&it.sums, threads, why) && lab_poison(it.sums, threads * 4, why) &&
               run(0, KEEP_ALL, why) && lab_verify(it.sums, threads, read_sum, why);
    }
    if (!lab_alloc(&it.out, words / 4, why) || !lab_poison(it.out, it.bytes, why) ||
        !run(0, KEEP_NONE, why))
        return false;
    if (it.variant == WRITE)
        return lab_verify((uint32_t *)it.out, words, [](size_t i) { return (uint32_t)i + 7; }, why);
    return lab_verify((uint32_t *)it.out, words, [](size_t i) { return lab_word(i); }, why);
}

static bool copy_launch(void *stream, struct problem *why) {
    return run((cudaStream_t)stream, KEEP_NONE, why);
}

extern "C" const struct lab copy_lab = {"copy.cu", copy_open, copy_launch, NULL, NULL};
