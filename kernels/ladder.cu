/* ladder.cu -- a matrix product from the plainest kernel on, one change a step; ladder_deep.cu has
 * the upper steps, ladder_cublas.cu NVIDIA's own, ladder_tensor.cu the tensor cores. Three versions
 * are the series gemm: what reuse in shared memory and in registers is worth.
 *
 * Versions (C = A B, n x n floats, row-major)
 *   0 uncoalesced  one result a thread, 16 x 16 a block; neighboring lanes are a row apart
 *   1 coalesced    the same with neighboring lanes side by side in a row
 *   2 tile         a block brings 32 x 32 tiles of A and B to shared memory
 *   3 column       a thread makes 8 results of a column: a value of B serves 8 products
 *   4 square       a thread makes 8 x 8: each value read from shared memory serves 8 products
 *   5 vector       four floats an access, from global and, A lying transposed, from shared memory
 *   6 banks        a warp's lanes are placed so that no two of its accesses meet in a bank
 *   7 ahead        the next tiles are on their way while the present ones are multiplied
 *   8 small tile   as 2, with tiles of 16 x 16 (gemm alone)
 *
 * Method  size is n, a multiple of 128. 2 n^3 operations over the time of one pass, by events, warm.
 * Check   every result, to 2e-5 of it, against double precision on the CPU: harness/product.cuh
 * Run     build/measure --only ladder, build/measure --only gemm
 */
#include "harness/lab.cuh"
#include "harness/product.cuh"

enum { UNCOALESCED, COALESCED, TILE, COLUMN, SQUARE, VECTOR, BANKS, AHEAD, SMALL_TILE };
enum { SMALL = 16, LARGE = 32, COLUMN_BLOCK = 64, RESULTS = 8, SHALLOW = 8 };
enum { BLOCK = 128, THREADS = 256, DEPTH = 16, FOUR = 4, PAD = 4 };

// region: uncoalesced
__global__ void uncoalesced(const float *a, const float *b, float *c, unsigned n) {
    unsigned row = blockIdx.x * SMALL + threadIdx.x, column = blockIdx.y * SMALL + threadIdx.y;
    float sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum = fmaf(a[row * n + k], b[k * n + column], sum);
    c[row * n + column] = sum;
}
// endregion

// region: coalesced
__global__ void coalesced(const float *a, const float *b, float *c, unsigned n) {
    unsigned row = blockIdx.y * SMALL + threadIdx.y, column = blockIdx.x * SMALL + threadIdx.x;
    float sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum = fmaf(a[row * n + k], b[k * n + column], sum);
    c[row * n + column] = sum;
}
// endregion

// region: tile
template <unsigned EDGE> /* of a block and its tiles */
__global__ void tile(const float *a, const float *b, float *c, unsigned n) {
    __shared__ float ta[EDGE][EDGE], tb[EDGE][EDGE];
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned row = blockIdx.y * EDGE + y, column = blockIdx.x * EDGE + x;
    float sum = 0;
    for (unsigned depth = 0; depth < n; depth += EDGE) {
        ta[y][x] = a[row * n + depth + x];
        tb[y][x] = b[(depth + y) * n + column];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < EDGE; k++)
            sum = fmaf(ta[y][k], tb[k][x], sum);
        __syncthreads();
    }
    c[row * n + column] = sum;
}
// endregion

// region: column
__global__ void column(const float *a, const float *b, float *c, unsigned n) {
    __shared__ float ta[COLUMN_BLOCK][SHALLOW], tb[SHALLOW][COLUMN_BLOCK];
    unsigned t = threadIdx.x, x = t % COLUMN_BLOCK, y = t / COLUMN_BLOCK * RESULTS;
    unsigned top = blockIdx.y * COLUMN_BLOCK, left = blockIdx.x * COLUMN_BLOCK;
    float sum[RESULTS] = {};
    for (unsigned depth = 0; depth < n; depth += SHALLOW) {
        ta[t / SHALLOW][t % SHALLOW] = a[(top + t / SHALLOW) * n + depth + t % SHALLOW];
        tb[t / COLUMN_BLOCK][x] = b[(depth + t / COLUMN_BLOCK) * n + left + x];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < SHALLOW; k++) {
            float right = tb[k][x];
#pragma unroll
            for (unsigned i = 0; i < RESULTS; i++)
                sum[i] = fmaf(ta[y + i][k], right, sum[i]);
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < RESULTS; i++)
        c[(top + y + i) * n + left + x] = sum[i];
}
// endregion

// region: square
__global__ void __launch_bounds__(THREADS)
    square(const float *a, const float *b, float *c, unsigned n) {
    __shared__ float ta[BLOCK][SHALLOW], tb[SHALLOW][BLOCK];
    unsigned t = threadIdx.x, x = t % 16 * RESULTS, y = t / 16 * RESULTS;
    unsigned top = blockIdx.y * BLOCK, left = blockIdx.x * BLOCK;
    float sum[RESULTS][RESULTS] = {};
    for (unsigned depth = 0; depth < n; depth += SHALLOW) {
        for (unsigned i = t; i < BLOCK * SHALLOW; i += THREADS) {
            ta[i / SHALLOW][i % SHALLOW] = a[(top + i / SHALLOW) * n + depth + i % SHALLOW];
            tb[i / BLOCK][i % BLOCK] = b[(depth + i / BLOCK) * n + left + i % BLOCK];
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < SHALLOW; k++)
#pragma unroll
            for (unsigned i = 0; i < RESULTS; i++)
#pragma unroll
                for (unsigned j = 0; j < RESULTS; j++)
                    sum[i][j] = fmaf(ta[y + i][k], tb[k][x + j], sum[i][j]);
        __syncthreads();
    }
    for (unsigned i = 0; i < RESULTS; i++)
        for (unsigned j = 0; j < RESULTS; j++)
            c[(top + y + i) * n + left + x + j] = sum[i][j];
}
// endregion

/* A tile of A lies transposed, so that a thread's rows are neighbors; a pad of 4 floats spreads the
 * stores of a warp, 16 rows at two depths, over all banks. */
template <unsigned pad> struct tiles { float a[DEPTH][BLOCK + pad], b[DEPTH][BLOCK]; };

/* What one thread carries of a pair of tiles from global to shared memory. */
enum { LOADS = BLOCK * DEPTH / FOUR / THREADS };
struct load {
    float4 a[LOADS], b[LOADS];
};

// region: fetch
__device__ static struct load fetch(const float *a, const float *b, unsigned n, unsigned depth) {
    struct load l;
    unsigned t = threadIdx.x, row = blockIdx.y * BLOCK + t / 2, column = blockIdx.x * BLOCK;
#pragma unroll
    for (unsigned i = 0; i < LOADS; i++) {
        l.a[i] = *(const float4 *)&a[row * n + depth + (t % 2 + 2 * i) * FOUR];
        l.b[i] = *(const float4 *)&b[(depth + t / 32 + 8 * i) * n + column + t % 32 * FOUR];
    }
    return l;
}

template <unsigned pad> __device__ static void store(struct tiles<pad> *s, const struct load &l) {
    unsigned t = threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < LOADS; i++) {
        unsigned k = (t % 2 + 2 * i) * FOUR, row = t / 2;
        s->a[k][row] = l.a[i].x;
        s->a[k + 1][row] = l.a[i].y;
        s->a[k + 2][row] = l.a[i].z;
        s->a[k + 3][row] = l.a[i].w;
        *(float4 *)&s->b[t / 32 + 8 * i][t % 32 * FOUR] = l.b[i];
    }
}
// endregion

/* Where a thread's 8 x 8 results lie in the block: 4 x 4 at row and column, and as many `down` rows
 * and `across` columns further. */
struct place {
    unsigned row, column, down, across;
};

// region: multiply
template <unsigned pad>
__device__ static void multiply(const struct tiles<pad> *s, struct place p, float sum[8][8]) {
#pragma unroll
    for (unsigned k = 0; k < DEPTH; k++) {
        float a[8], b[8];
        *(float4 *)&a[0] = *(const float4 *)&s->a[k][p.row];
        *(float4 *)&a[4] = *(const float4 *)&s->a[k][p.row + p.down];
        *(float4 *)&b[0] = *(const float4 *)&s->b[k][p.column];
        *(float4 *)&b[4] = *(const float4 *)&s->b[k][p.column + p.across];
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

__device__ static void write(float *c, unsigned n, struct place p, const float sum[8][8]) {
    float *out = &c[(blockIdx.y * BLOCK + p.row) * n + blockIdx.x * BLOCK + p.column];
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        float *line = out + (i / 4 * p.down + i % 4) * n;
        *(float4 *)&line[0] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *(float4 *)&line[p.across] = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

// region: vector
__global__ void __launch_bounds__(THREADS, 2)
    vector(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
           unsigned n) {
    __shared__ struct tiles<0> shared;
    struct place p = {threadIdx.x / 16 * 8, threadIdx.x % 16 * 8, FOUR, FOUR}; // 8 x 8 in one piece
    float sum[8][8] = {};
    for (unsigned depth = 0; depth < n; depth += DEPTH) {
        store(&shared, fetch(a, b, n, depth));
        __syncthreads();
        multiply(&shared, p, sum);
        __syncthreads();
    }
    write(c, n, p, sum);
}
// endregion

// region: lanes
/* A warp makes 32 x 64 results: 4 x 8 lanes, numbered so that lanes 2 apart share their rows and lanes 1
 * apart their columns. Then half a warp is served at once, and a load of 16 bytes a lane takes two passes
 * (bank.wide in bank.cu). */
__device__ static struct place by_warps(void) {
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned row = warp / 2 * 32 + (lane / 16 * 2 + lane % 2) * FOUR;
    unsigned column = warp % 2 * 64 + lane / 2 % 8 * FOUR;
    return {row, column, 16, 32};
}
// endregion

// region: banks
__global__ void __launch_bounds__(THREADS, 2)
    banks(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
          unsigned n) {
    __shared__ struct tiles<PAD> shared;
    struct place p = by_warps();
    float sum[8][8] = {};
    for (unsigned depth = 0; depth < n; depth += DEPTH) {
        store(&shared, fetch(a, b, n, depth));
        __syncthreads();
        multiply(&shared, p, sum);
        __syncthreads();
    }
    write(c, n, p, sum);
}
// endregion

// region: ahead
__global__ void __launch_bounds__(THREADS, 2)
    ahead(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
          unsigned n) {
    __shared__ struct tiles<PAD> shared[2];
    struct place p = by_warps();
    float sum[8][8] = {};
    store(&shared[0], fetch(a, b, n, 0));
    __syncthreads();
    unsigned now = 0;
    for (unsigned depth = DEPTH; depth < n; depth += DEPTH) {
        struct load next = fetch(a, b, n, depth);
        multiply(&shared[now], p, sum);
        now ^= 1;
        store(&shared[now], next);
        __syncthreads();
    }
    multiply(&shared[now], p, sum);
    write(c, n, p, sum);
}
// endregion

typedef void kernel(const float *, const float *, float *, unsigned);

/* How a version is launched: a block of x by y threads makes `edge` by `edge` results. */
static const struct {
    kernel *run;
    unsigned x, y, edge;
} versions[] = {
    [UNCOALESCED] = {uncoalesced, SMALL, SMALL, SMALL},
    [COALESCED] = {coalesced, SMALL, SMALL, SMALL},
    [TILE] = {tile<LARGE>, LARGE, LARGE, LARGE},
    [COLUMN] = {column, COLUMN_BLOCK *COLUMN_BLOCK / RESULTS, 1, COLUMN_BLOCK},
    [SQUARE] = {square, THREADS, 1, BLOCK},
    [VECTOR] = {vector, THREADS, 1, BLOCK},
    [BANKS] = {banks, THREADS, 1, BLOCK},
    [AHEAD] = {ahead, THREADS, 1, BLOCK},
    [SMALL_TILE] = {tile<SMALL>, SMALL, SMALL, SMALL},
};

static struct {
    int variant;
    struct product p;
} it;

static const double TOLERANCE = 2e-5;

static bool ladder_launch(void *stream, struct problem *why) {
    const auto &v = versions[it.variant];
    const unsigned n = it.p.n;
    v.run<<<dim3(n / v.edge, n / v.edge), dim3(v.x, v.y), 0, (cudaStream_t)stream>>>(it.p.a, it.p.b,
                                                                                     it.p.c, n);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool ladder_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it.variant = c->variant;
    return product_open(&it.p, c->size, PRODUCT_FLOAT_BITS, why) && ladder_launch(0, why) &&
           product_check(&it.p, TOLERANCE, why);
}

static bool ladder_property(int variant, const char *name, double *value, struct problem *why) {
    const auto &v = versions[variant];
    return product_property((const void *)v.run, (int)(v.x * v.y), 0, name, value, why);
}

extern "C" const struct lab ladder_lab = {"ladder.cu", ladder_open, ladder_launch, NULL,
                                          ladder_property};
