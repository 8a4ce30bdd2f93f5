/* gemm.cu -- multiplying matrices: what reuse in shared memory and in registers is worth.
 *
 * Versions (C = A B, n x n floats, row-major)
 *   0 naive    one result a thread; every operand comes through the caches
 *   1 tile16   a block makes 16 x 16 results; it brings 16 x 16 tiles of A and B to shared memory,
 *              where each value serves 16 threads
 *   2 tile128  a block makes 128 x 128 results, a thread 8 x 8 of them in registers, where each
 *              value read from shared memory serves 8 products; the next tiles are on their way
 *              from global memory while the present ones are multiplied
 *
 * Method  size is n, a multiple of 128. 2 n^3 operations over the time of one pass, by events, warm.
 * Check   every result, to 2e-5 of it, against double precision on the CPU: harness/reference.h
 *         says how. A float sum of 4,096 terms strays by some 1e-6; a product left out shows.
 * Run     build/measure --only gemm
 */
#include "harness/lab.cuh"
#include "harness/reference.h"

#include <vector>

enum { NAIVE, TILE16, TILE128 };
enum { EDGE = 16 };
enum { BLOCK = 128, DEPTH = 16, THREADS = 256, VECTOR = 4, PAD = 4 };
enum { PERIOD = 61, B_FROM = 1000003 };

// region: naive
__global__ void naive(const float *a, const float *b, float *c, unsigned n) {
    unsigned row = blockIdx.y * EDGE + threadIdx.y, column = blockIdx.x * EDGE + threadIdx.x;
    float sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum = fmaf(a[row * n + k], b[k * n + column], sum);
    c[row * n + column] = sum;
}
// endregion

// region: tiles
__global__ void tile16(const float *a, const float *b, float *c, unsigned n) {
    __shared__ float ta[EDGE][EDGE], tb[EDGE][EDGE];
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned row = blockIdx.y * EDGE + y, column = blockIdx.x * EDGE + x;
    float sum = 0;
    for (unsigned t = 0; t < n; t += EDGE) {
        ta[y][x] = a[row * n + t + x];
        tb[y][x] = b[(t + y) * n + column];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < EDGE; k++)
            sum = fmaf(ta[y][k], tb[k][x], sum);
        __syncthreads();
    }
    c[row * n + column] = sum;
}
// endregion

/* A tile of A lies transposed, so that a thread's rows are neighbours; the pad of 4 floats spreads
 * the stores of a warp, 16 rows at two depths, over all banks. */
struct tiles {
    float a[DEPTH][BLOCK + PAD], b[DEPTH][BLOCK];
};

/* What one thread carries of a pair of tiles from global to shared memory. */
enum { LOADS = BLOCK * DEPTH / VECTOR / THREADS };
struct load {
    float4 a[LOADS], b[LOADS];
};

// region: fetch
__device__ static struct load fetch(const float *a, const float *b, unsigned n, unsigned depth) {
    struct load l;
    unsigned t = threadIdx.x, row = blockIdx.y * BLOCK + t / 2, column = blockIdx.x * BLOCK;
#pragma unroll
    for (unsigned i = 0; i < LOADS; i++) {
        l.a[i] = *(const float4 *)&a[row * n + depth + (t % 2 + 2 * i) * VECTOR];
        l.b[i] = *(const float4 *)&b[(depth + t / 32 + 8 * i) * n + column + t % 32 * VECTOR];
    }
    return l;
}

__device__ static void store(struct tiles *s, const struct load &l) {
    unsigned t = threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < LOADS; i++) {
        unsigned k = (t % 2 + 2 * i) * VECTOR, row = t / 2;
        s->a[k][row] = l.a[i].x;
        s->a[k + 1][row] = l.a[i].y;
        s->a[k + 2][row] = l.a[i].z;
        s->a[k + 3][row] = l.a[i].w;
        *(float4 *)&s->b[t / 32 + 8 * i][t % 32 * VECTOR] = l.b[i];
    }
}
// endregion

// region: multiply
__device__ static void multiply(const struct tiles *s, unsigned row, unsigned column,
                                float sum[8][8]) {
#pragma unroll
    for (unsigned k = 0; k < DEPTH; k++) {
        float a[8], b[8];
        *(float4 *)&a[0] = *(const float4 *)&s->a[k][row];
        *(float4 *)&a[4] = *(const float4 *)&s->a[k][row + 16];
        *(float4 *)&b[0] = *(const float4 *)&s->b[k][column];
        *(float4 *)&b[4] = *(const float4 *)&s->b[k][column + 32];
#pragma unroll
        for (unsigned i = 0; i < 8; i++)
#pragma unroll
            for (unsigned j = 0; j < 8; j++) { // to and fro: one operand stays at each turn
                unsigned x = i % 2 ? 7 - j : j;
                sum[i][x] = fmaf(a[i], b[x], sum[i][x]);
            }
    }
}
// endregion

// region: tiles-registers
__global__ void __launch_bounds__(THREADS, 2)
    tile128(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
            unsigned n) {
    __shared__ struct tiles shared[2];
    /* A warp makes 32 x 64 results: 4 x 8 lanes, numbered so that lanes 2 apart share their rows
     * and lanes 1 apart their columns; then one wavefront serves all lanes of a 16-byte load. */
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned row = warp / 2 * 32 + (lane / 16 * 2 + lane % 2) * VECTOR;
    unsigned column = warp % 2 * 64 + lane / 2 % 8 * VECTOR;
    float sum[8][8] = {};

    store(&shared[0], fetch(a, b, n, 0));
    __syncthreads();
    unsigned now = 0;
    for (unsigned depth = DEPTH; depth < n; depth += DEPTH) {
        struct load next = fetch(a, b, n, depth);
        multiply(&shared[now], row, column, sum);
        now ^= 1;
        store(&shared[now], next);
        __syncthreads();
    }
    multiply(&shared[now], row, column, sum);

    float *out = &c[(blockIdx.y * BLOCK + row) * n + blockIdx.x * BLOCK + column];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        float *line = out + (i / 4 * 16 + i % 4) * n;
        *(float4 *)&line[0] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *(float4 *)&line[32] = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}
// endregion

/* A float in [0, 1) with all bits of its mantissa in use: adders work as on real data. */
__host__ __device__ static float unit(uint64_t i) {
    return (float)(lab_word(i) >> 8) * (1.0f / 16777216);
}

__host__ __device__ static float value_a(size_t row, size_t k) {
    return unit(row * PERIOD + k % PERIOD);
}

__host__ __device__ static float value_b(size_t index) {
    return unit(B_FROM + index);
}

__global__ static void fill(float *a, float *b, size_t n) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n * n; i += step) {
        a[i] = value_a(i / n, i % n);
        b[i] = value_b(i);
    }
}

static struct {
    int variant;
    unsigned n;
    float *a, *b, *c;
} it;

static const double TOLERANCE = 2e-5;

static bool gemm_launch(void *stream, struct problem *why) {
    cudaStream_t s = (cudaStream_t)stream;
    dim3 grid(it.n / EDGE, it.n / EDGE), block(EDGE, EDGE), wide(it.n / BLOCK, it.n / BLOCK);
    if (it.variant == NAIVE)
        naive<<<grid, block, 0, s>>>(it.a, it.b, it.c, it.n);
    else if (it.variant == TILE16)
        tile16<<<grid, block, 0, s>>>(it.a, it.b, it.c, it.n);
    else
        tile128<<<wide, THREADS, 0, s>>>(it.a, it.b, it.c, it.n);
    LAB_TRY(cudaGetLastError());
    return true;
}

/* The folded sums of B, kept: they are the same for all versions. */
static const std::vector<double> &folded(size_t n) {
    static std::vector<double> sums;
    if (sums.size() == PERIOD * n) return sums;
    std::vector<float> b(n * n);
    for (size_t i = 0; i < n * n; i++)
        b[i] = value_b(i);
    sums.resize(PERIOD * n);
    reference_fold(b.data(), n, PERIOD, sums.data());
    return sums;
}

static void want_row(size_t row, size_t n, const std::vector<double> &sums,
                     std::vector<double> *out) {
    float a[PERIOD];
    for (size_t k = 0; k < PERIOD; k++)
        a[k] = value_a(row, k);
    reference_row(a, sums.data(), n, PERIOD, out->data());
}

static bool gemm_check(struct problem *why) {
    const size_t n = it.n;
    const std::vector<double> &sums = folded(n);
    auto check = [&](const float *part, size_t first, size_t length) {
        size_t top = first / n, rows = length / n;
        size_t bad = lab_first_wrong(rows, [&](size_t y, size_t end) {
            std::vector<double> want(n);
            for (bool right = true; y < end && right; y += right) {
                want_row(top + y, n, sums, &want);
                for (size_t x = 0; x < n; x++)
                    right = right && reference_close(part[y * n + x], want[x], TOLERANCE);
            }
            return y;
        });
        std::vector<double> want(n);
        if (bad < rows) want_row(top + bad, n, sums, &want);
        for (size_t x = 0; bad < rows && x < n; x++)
            if (!reference_close(part[bad * n + x], want[x], TOLERANCE))
                return lab_wrong(why, first + bad * n + x, part[bad * n + x], want[x]);
        return true;
    };
    return lab_verify_parts(it.c, n * n, n, check, why);
}

static bool gemm_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.n = (unsigned)c->size;
    size_t count = c->size * c->size;
    if (!lab_alloc(&it.a, count, why) || !lab_alloc(&it.b, count, why) ||
        !lab_alloc(&it.c, count, why) || !lab_poison(it.c, count * sizeof *it.c, why))
        return false;
    fill<<<4096, 256>>>(it.a, it.b, c->size);
    LAB_TRY(cudaGetLastError());
    return gemm_launch(0, why) && gemm_check(why);
}

extern "C" const struct lab gemm_lab = {"gemm.cu", gemm_open, gemm_launch, NULL, NULL};
