/* transpose.cu -- moving a square matrix of floats, in rows and in columns.
 *
 * Versions
 *   0 copy    rows in, rows out: what a transpose can reach at best
 *   1 naive   rows in, columns out: every lane of a warp writes into a sector of its own
 *   2 tiled   through a 32 x 32 tile of shared memory: global memory sees rows only, but a
 *             column of the tile lies in one bank
 *   3 padded  the tile is one word wider, so a column falls into 32 banks
 *   4 wide    a tile of 64 x 64, 16 bytes a load and a store; no padding, a swizzle instead
 *
 * Method  size is the edge of the matrix; two matrices are touched. Once small enough to stay in
 *         the L2 (warm: passes follow each other), once far larger than it. A block of 32 x 4
 *         threads moves a tile, 8 rows a thread; in wide, 16 x 16 threads, 4 x 4 floats a thread.
 *         The versions with a tile take their tiles column by column: blocks that run together
 *         then write side by side, which DRAM rewards with 5 %.
 *         Bytes counted: read plus written.
 * Check   every element.
 * Run     build/measure --only transpose
 */
#include "harness/lab.cuh"

enum { COPY, NAIVE, TILED, PADDED, WIDE };
enum { TILE = 32, STEP = 4 };

// region: copy
__global__ void copy(const float *__restrict__ from, float *__restrict__ to, unsigned n) {
    size_t row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < TILE; k += STEP)
        to[(row + k) * n + column] = from[(row + k) * n + column];
}
// endregion

// region: naive
__global__ void naive(const float *__restrict__ from, float *__restrict__ to, unsigned n) {
    size_t row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < TILE; k += STEP)
        to[column * n + row + k] = from[(row + k) * n + column]; // lanes write n floats apart
}
// endregion

// region: tiled
__global__ void tiled(const float *__restrict__ from, float *__restrict__ to, unsigned n) {
    __shared__ float tile[TILE][TILE];
    unsigned lane = threadIdx.x, top = threadIdx.y;
    size_t rows = blockIdx.x * TILE, columns = blockIdx.y * TILE; // where the tile lies in `from`
#pragma unroll
    for (unsigned k = 0; k < TILE; k += STEP)
        tile[top + k][lane] = from[(rows + top + k) * n + columns + lane];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < TILE; k += STEP)
        to[(columns + top + k) * n + rows + lane] = tile[lane][top + k]; // 32 lanes, one bank
}
// endregion

// region: padded
__global__ void padded(const float *__restrict__ from, float *__restrict__ to, unsigned n) {
    __shared__ float tile[TILE][TILE + 1]; // the one difference to tiled
    unsigned lane = threadIdx.x, top = threadIdx.y;
    size_t rows = blockIdx.x * TILE, columns = blockIdx.y * TILE;
#pragma unroll
    for (unsigned k = 0; k < TILE; k += STEP)
        tile[top + k][lane] = from[(rows + top + k) * n + columns + lane];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < TILE; k += STEP)
        to[(columns + top + k) * n + rows + lane] = tile[lane][top + k]; // 32 lanes, 32 banks
}
// endregion

// region: wide
enum { WIDE_TILE = 64, FOURS = WIDE_TILE / 4 }; // a row of the tile is 16 groups of 4 floats

__global__ void wide(const float *__restrict__ from, float *__restrict__ to, unsigned n) {
    __shared__ float4 tile[WIDE_TILE][FOURS]; // already transposed: a row was a column of `from`
    unsigned across = threadIdx.x, down = threadIdx.y;
    size_t rows = blockIdx.x * WIDE_TILE, columns = blockIdx.y * WIDE_TILE;
    float4 row[4];
#pragma unroll
    for (unsigned k = 0; k < 4; k++)
        row[k] = *(const float4 *)&from[(rows + 4 * down + k) * n + columns + 4 * across];
    // Group g of tile row r lies at place g ^ (r / 4 % 8): 8 lanes meet all banks, both ways.
    unsigned place = down ^ across % 8;
    tile[4 * across + 0][place] = make_float4(row[0].x, row[1].x, row[2].x, row[3].x);
    tile[4 * across + 1][place] = make_float4(row[0].y, row[1].y, row[2].y, row[3].y);
    tile[4 * across + 2][place] = make_float4(row[0].z, row[1].z, row[2].z, row[3].z);
    tile[4 * across + 3][place] = make_float4(row[0].w, row[1].w, row[2].w, row[3].w);
    __syncthreads();
#pragma unroll
    for (unsigned r = down; r < WIDE_TILE; r += FOURS)
        __stcs((float4 *)&to[(columns + r) * n + rows + 4 * across], tile[r][across ^ r / 4 % 8]);
}
// endregion

static struct {
    int variant;
    unsigned n;
    float *in, *out;
} it;

static bool transpose_launch(void *stream, struct problem *why) {
    static void (*const kernel[])(const float *, float *, unsigned) = {copy, naive, tiled, padded,
                                                                       wide};
    dim3 grid(it.n / TILE, it.n / TILE), block(TILE, STEP);
    if (it.variant == WIDE) {
        grid = dim3(it.n / WIDE_TILE, it.n / WIDE_TILE);
        block = dim3(FOURS, FOURS);
    }
    kernel[it.variant]<<<grid, block, 0, (cudaStream_t)stream>>>(it.in, it.out, it.n);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool transpose_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.n = (unsigned)c->size;
    size_t count = (size_t)it.n * it.n;
    if (!lab_alloc(&it.in, count, why) || !lab_alloc(&it.out, count, why) ||
        !lab_fill_words((uint32_t *)it.in, count, why) || !lab_poison(it.out, count * 4, why) ||
        !transpose_launch(0, why))
        return false;
    /* Floats are only moved, so they are compared as the words they are made of. */
    const uint32_t *out = (const uint32_t *)it.out;
    const size_t n = it.n;
    if (it.variant == COPY)
        return lab_verify_rows(
            out, n, n, [n](size_t y, size_t x) { return lab_word(y * n + x); }, why);
    return lab_verify_rows(
        out, n, n, [n](size_t y, size_t x) { return lab_word(x * n + y); }, why);
}

extern "C" const struct lab transpose_lab = {"transpose.cu", transpose_open, transpose_launch, NULL,
                                             NULL};
