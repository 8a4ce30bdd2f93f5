/* mix.cu -- what device memory delivers when reads and writes are mixed.
 *
 * Version
 *   0 mix  each thread makes 16 accesses of 16 bytes, a block apart: some of them reads, the rest
 *          writes, spread evenly over the 16 places
 *
 * Method  size is the bytes of the buffer, many times the L2, param the reads of 16 accesses. The
 *         writes depend on no read, so only the memory sees the mix. Bytes read plus bytes written
 *         over the time of one pass, by events. The DRAM bus has one direction at a time: turning
 *         it round is what a mix costs.
 * Check   every word of the buffer, written or not, and every thread's sum.
 * Run     build/measure --only mix
 */
#include "harness/lab.cuh"

enum { THREADS = 256, PLACES = 16 };
enum : uint32_t { KEEP_ALL = 1, KEEP_NONE = 0x5bd1e995, ADD = 7 };

/* Whether a place is read: `reads` of the 16, as evenly as whole numbers allow. */
__host__ __device__ constexpr bool is_read(int place, int reads) {
    return (place + 1) * reads / PLACES != place * reads / PLACES;
}

// region: mix
template <int READS> __global__ void mix(uint4 *data, uint32_t *sums, uint32_t keep) {
    size_t first = (size_t)blockIdx.x * THREADS * PLACES + threadIdx.x;
    uint4 v[PLACES];
#pragma unroll
    for (int p = 0; p < PLACES; p++)
        if (is_read(p, READS)) v[p] = __ldcs(&data[first + p * THREADS]);
#pragma unroll
    for (int p = 0; p < PLACES; p++) {
        size_t i = first + p * THREADS;
        uint32_t w = (uint32_t)i * 4 + ADD;
        if (!is_read(p, READS)) __stcs(&data[i], make_uint4(w, w + 1, w + 2, w + 3));
    }
    uint32_t sum = 0;
#pragma unroll
    for (int p = 0; p < PLACES; p++)
        if (is_read(p, READS)) sum += v[p].x + v[p].y + v[p].z + v[p].w;
    if (keep == KEEP_ALL || sum == keep) // timed with a value that no sum is looked for
        sums[(size_t)blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

static struct {
    int reads;
    size_t vectors;
    uint4 *data;
    uint32_t *sums;
} it;

template <int READS> static void start(cudaStream_t s, uint32_t keep) {
    mix<READS>
        <<<(unsigned)(it.vectors / (THREADS * PLACES)), THREADS, 0, s>>>(it.data, it.sums, keep);
}

static bool run(cudaStream_t s, uint32_t keep, struct problem *why) {
    static void (*const starts[])(cudaStream_t, uint32_t) = {start<0>,  start<2>,  start<4>,
                                                             start<6>,  start<8>,  start<10>,
                                                             start<12>, start<14>, start<16>};
    starts[it.reads / 2](s, keep);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool mix_launch(void *stream, struct problem *why) {
    return run((cudaStream_t)stream, KEEP_NONE, why);
}

/* The words of a row are those of all threads of a block at one place. */
enum { ROW = THREADS * 4 };

static uint32_t want_word(size_t row, size_t column) {
    const size_t word = row * ROW + column;
    return is_read((int)(row % PLACES), it.reads) ? lab_word(word) : (uint32_t)word + ADD;
}

static uint32_t want_sum(size_t thread) {
    size_t first = thread / THREADS * THREADS * PLACES + thread % THREADS;
    uint32_t sum = 0;
    for (size_t p = 0; p < PLACES; p++)
        for (size_t w = 0; is_read((int)p, it.reads) && w < 4; w++)
            sum += lab_word((first + p * THREADS) * 4 + w);
    return sum;
}

static bool mix_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.reads = (int)c->param;
    it.vectors = c->size / sizeof(uint4);
    size_t threads = it.vectors / PLACES, words = it.vectors * 4;
    return lab_alloc(&it.data, it.vectors, why) && lab_alloc(&it.sums, threads, why) &&
           lab_fill_words((uint32_t *)it.data, words, why) &&
           lab_poison(it.sums, threads * 4, why) && run(0, KEEP_ALL, why) &&
           lab_verify_rows((uint32_t *)it.data, words / ROW, ROW, want_word, why) &&
           lab_verify(it.sums, threads, want_sum, why);
}

extern "C" const struct lab mix_lab = {"mix.cu", mix_open, mix_launch, NULL, NULL};
