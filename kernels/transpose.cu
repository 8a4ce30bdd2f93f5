/* transpose.cu -- moving a square matrix of floats, in rows and in columns.
 *
 * Versions
 *   0 copy    rows in, rows out: what a transpose can reach at best
 *   1 naive   rows in, columns out: every lane of a warp writes into a sector of its own
 *   2 tiled   through a 32 x 32 tile of shared memory: global memory sees rows only, but a
 *             column of the tile lies in one bank
 *   3 padded  the tile is one word wider, so a column falls into 32 banks
 *
 * Method  size is the edge of the matrix; two matrices are touched. Once small enough to stay in
 *         the L2 (warm: passes follow each other), once far larger than it. A block of 32 x 4
 *         threads moves a tile, 8 rows a thread. Tiled and padded take their tiles column by
 *         column: blocks that run together then write side by side, which DRAM rewards with 5 %.
 *         Bytes counted: read plus written.
 * Check   every element.
 * Run     build/measure --only transpose
 */
#include "harness/lab.cuh"

enum { COPY, NAIVE, TILED, PADDED };
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

static struct {
    int variant;
    unsigned n;
    float *in, *out;
} it;

static bool transpose_launch(void *stream, struct problem *why) {
    static void (*const kernel[])(const float *, float *, unsigned) = {copy, naive, tiled, padded};
    dim3 grid(it.n / TILE, it.n / TILE), block(TILE, STEP);
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
