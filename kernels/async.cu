/* async.cu -- three ways from global to shared memory, one to four tiles under way.
 *
 * Versions (12 task + 4 way + stages - 1)
 *   tasks  0 stream     every block sums tiles of 16 KiB
 *          1 transpose  a matrix of floats in tiles of 64 x 64; the tile is read by columns
 *          2 product    C = A B in floats, a block makes 128 x 128, a tile is 16 deep
 *   ways   0 load       ordinary loads: a tile waits in registers for its turn, and is stored to
 *                       shared memory then
 *          1 cpasync    cp.async, 16 bytes a thread: past the registers, to a slot for each stage
 *          2 tma        one thread asks for a whole tile, an mbarrier counts its bytes; stream:
 *                       cp.async.bulk, else cp.async.bulk.tensor with a map of the matrix
 *
 * Method  size is the bytes (stream) or the edge of the matrices. All three ways do the same with a
 *         tile once it is there, in the same order; only how it comes and where it waits differ. The
 *         stages are the tiles that were asked for and not yet used: with one, a block waits for each
 *         tile (load: works on the one before, which has left the registers). stream and transpose
 *         run a block of 256 threads for each SM, from tile to tile; the product a block for each
 *         tile of C. By events.
 * Needs   cp.async: compute capability 8.0; tma: 9.0, and CUDA 12.
 * Check   stream: the sum of every thread, transpose: every element, product: every element, exactly
 *         (small whole numbers, all sums below 2^24).
 * Run     build/measure --only async
 */
#include "harness/lab.cuh"

#include <string.h>

#if CUDART_VERSION >= 12000
#include <cuda.h> // for the type of a map; nothing of the driver is linked
#else
struct CUtensorMap {
    uint64_t word[16];
};
#endif

enum { STREAM, TRANSPOSE, PRODUCT };
enum { LOAD, CPASYNC, TMA };
enum { THREADS = 256, EACH = 4, PIECES = THREADS * EACH, TILE = 16 * PIECES, STAGES_MOST = 4 };
enum { SIDE = 64, BLOCK = 128, DEPTH = 16 };

/* What a kernel is given; `map` has the matrices' shapes for the TMA. */
struct matrices {
    CUtensorMap map[2];
    const float *a, *b;
    float *c;
    unsigned n, tiles; /* floats of a row; stream and transpose: tiles in all */
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
// region: cpasync
__device__ static unsigned shared_address(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ static void copy16(uint4 *to, const void *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}

__device__ static void close_group(void) {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Until at most so many groups of this thread's copies are under way. */
template <int LEFT> __device__ static void wait_groups(void) {
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}
// endregion
#else /* code for older cards, where it never runs */
__device__ static void copy16(uint4 *, const void *) {}
__device__ static void close_group(void) {}
template <int LEFT> __device__ static void wait_groups(void) {}
#endif

#if !defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 900 && CUDART_VERSION >= 12000)
// region: tma
__device__ static void barrier_make(uint64_t *barrier) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ static void barrier_expect(uint64_t *barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
                 "r"(bytes)
                 : "memory");
}

/* Until the barrier's round of that parity is complete: all its bytes are there. */
__device__ static void barrier_wait(uint64_t *barrier, unsigned parity) {
    asm volatile("{\n\t.reg .pred done;\n"
                 "again:\n\tmbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n\t"
                 "@!done bra again;\n\t}" ::"r"(shared_address(barrier)),
                 "r"(parity)
                 : "memory");
}

__device__ static void bulk_copy(uint4 *to, const void *from, unsigned bytes, uint64_t *barrier) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(barrier))
        : "memory");
}

/* The tile of the map's matrix whose first element is in that column and row. */
__device__ static void bulk_tile(uint4 *to, const CUtensorMap *map, unsigned column, unsigned row,
                                 uint64_t *barrier) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)),
                 "l"(map), "r"(column), "r"(row), "r"(shared_address(barrier))
                 : "memory");
}
// endregion
#else
__device__ static void barrier_make(uint64_t *) {}
__device__ static void barrier_expect(uint64_t *, unsigned) {}
__device__ static void barrier_wait(uint64_t *, unsigned) {}
__device__ static void bulk_copy(uint4 *, const void *, unsigned, uint64_t *) {}
__device__ static void bulk_tile(uint4 *, const CUtensorMap *, unsigned, unsigned, uint64_t *) {}
#endif

/* ---- one pipeline for all tasks and ways ----
 *
 * A task has: from(i, piece), the address of one of the 16-byte pieces of this block's tile number i;
 * place(piece), where in the slot it goes; bulk(i, slot, barrier), the same for the TMA; and use(slot,
 * i), what is done with the tile. */

// region: pipeline
template <int WAY, int STAGES, class TASK>
__device__ static void pipeline(TASK &task, unsigned tiles, uint4 *room, uint64_t *barrier) {
    uint4 held[WAY == LOAD ? STAGES : 1][EACH];
    auto request = [&](unsigned stage, unsigned i) {
        uint4 *slot = room + stage * PIECES;
        if (WAY == TMA && threadIdx.x == 0 && i < tiles) {
            barrier_expect(&barrier[stage], TILE);
            task.bulk(i, slot, &barrier[stage]);
        }
        if (WAY != TMA && i < tiles) {
#pragma unroll
            for (unsigned k = 0; k < EACH; k++) {
                const unsigned piece = k * THREADS + threadIdx.x;
                if (WAY == LOAD)
                    held[WAY == LOAD ? stage : 0][k] = *(const uint4 *)task.from(i, piece);
                else
                    copy16(slot + task.place(piece), task.from(i, piece));
            }
        }
        if (WAY == CPASYNC) close_group(); // an empty one too: they are counted
    };
    if (WAY == TMA && threadIdx.x == 0)
        for (unsigned s = 0; s < STAGES; s++)
            barrier_make(&barrier[s]);
    if (WAY == TMA) __syncthreads();
#pragma unroll
    for (unsigned s = 0; s < STAGES; s++)
        request(s, s);
    /* Registers have no index: with them the loop is written out for all stages. */
    const unsigned TURN = WAY == LOAD ? STAGES : 1;
    unsigned stage = 0, parity = 0;
    for (unsigned first = 0; first < tiles; first += TURN) {
#pragma unroll
        for (unsigned s = 0; s < TURN; s++) {
            const unsigned i = first + s;
            if (i >= tiles) break;
            if (WAY == LOAD) {
#pragma unroll
                for (unsigned k = 0; k < EACH; k++)
                    room[task.place(k * THREADS + threadIdx.x)] = held[WAY == LOAD ? s : 0][k];
                request(s, i + STAGES); // the registers are free
            }
            if (WAY == CPASYNC) wait_groups<STAGES - 1>();
            if (WAY == TMA)
                barrier_wait(&barrier[stage], parity);
            else
                __syncthreads();
            task.use(WAY == LOAD ? room : room + stage * PIECES, i);
            __syncthreads(); // nobody reads the slot any more
            if (WAY == LOAD) continue;
            request(stage, i + STAGES);
            stage = stage + 1 == STAGES ? 0 : stage + 1;
            parity ^= stage == 0;
        }
    }
}
// endregion

// region: stream
struct stream_task {
    const char *first; // of this block's tiles, which lie a grid apart
    size_t step;
    uint32_t sum;
    __device__ const char *from(unsigned i, unsigned piece) const {
        return first + i * step + piece * 16;
    }
    __device__ static unsigned place(unsigned piece) {
        return piece;
    }
    __device__ void bulk(unsigned i, uint4 *slot, uint64_t *barrier) const {
        bulk_copy(slot, first + i * step, TILE, barrier);
    }
    __device__ void use(const uint4 *slot, unsigned) {
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) { // pieces that other threads have brought
            const uint4 v = slot[(k + 1) * THREADS - 1 - threadIdx.x];
            sum += v.x + v.y + v.z + v.w;
        }
    }
};
// endregion

// region: transpose
/* A tile is two halves of 32 columns. Piece p of row r lies at place p ^ (r % 8) of the row, as the TMA
 * puts it when told to swizzle by 128 bytes: eight lanes with eight rows meet all banks. */
struct transpose_task {
    const struct matrices *m;
    __device__ unsigned tile(unsigned i) const {
        return blockIdx.x + i * gridDim.x;
    }
    __device__ unsigned row(unsigned i) const {
        return tile(i) / (m->n / SIDE) * SIDE;
    }
    __device__ unsigned column(unsigned i) const {
        return tile(i) % (m->n / SIDE) * SIDE;
    }
    __device__ const float *from(unsigned i, unsigned piece) const {
        return m->a + (size_t)(row(i) + piece / 16) * m->n + column(i) + piece % 16 * 4;
    }
    __device__ static unsigned place(unsigned piece) {
        const unsigned r = piece / 16, p = piece % 16;
        return p / 8 * (PIECES / 2) + r * 8 + (p % 8 ^ r % 8);
    }
    __device__ void bulk(unsigned i, uint4 *slot, uint64_t *barrier) const {
        bulk_tile(slot, &m->map[0], column(i), row(i), barrier);
        bulk_tile(slot + PIECES / 2, &m->map[0], column(i) + SIDE / 2, row(i), barrier);
    }
    __device__ void use(const uint4 *slot, unsigned i) {
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) { // a lane reads four columns of its row, and writes
            const unsigned r = k % 2 * 32 + lane, p = k / 2 * 8 + warp;
            const uint4 v = slot[place(r * 16 + p)];
            uint32_t *to = (uint32_t *)m->c + (size_t)(column(i) + 4 * p) * m->n + row(i) + r;
            __stcs(to, v.x); // each into a row of its own, beside its neighbors
            __stcs(to + m->n, v.y);
            __stcs(to + 2 * (size_t)m->n, v.z);
            __stcs(to + 3 * (size_t)m->n, v.w);
        }
    }
};
// endregion

// region: product
/* 128 rows of A, 16 deep, then 16 rows of B, 128 wide. A thread makes the rows 16 apart and twice
 * four columns of C. */
struct product_task {
    const struct matrices *m;
    float sum[8][8];
    __device__ const float *from(unsigned i, unsigned piece) const {
        const unsigned q = piece % (PIECES / 2);
        return piece < PIECES / 2
                   ? m->a + (blockIdx.y * BLOCK + q / 4) * m->n + i * DEPTH + q % 4 * 4
                   : m->b + (i * DEPTH + q / 32) * m->n + blockIdx.x * BLOCK + q % 32 * 4;
    }
    __device__ static unsigned place(unsigned piece) {
        return piece;
    }
    __device__ void bulk(unsigned i, uint4 *slot, uint64_t *barrier) const {
        bulk_tile(slot, &m->map[0], i * DEPTH, blockIdx.y * BLOCK, barrier);
        bulk_tile(slot + PIECES / 2, &m->map[1], blockIdx.x * BLOCK, i * DEPTH, barrier);
    }
    __device__ void use(const uint4 *slot, unsigned) {
        const float4 *a = (const float4 *)slot + threadIdx.x / 16 * 4;
        const float4 *b = (const float4 *)slot + PIECES / 2 + threadIdx.x % 16;
#pragma unroll
        for (unsigned four = 0; four < DEPTH / 4; four++) {
            float left[8][4], right[8];
#pragma unroll
            for (unsigned r = 0; r < 8; r++)
                *(float4 *)left[r] = a[r * 16 * 4 + four];
#pragma unroll
            for (unsigned k = 0; k < 4; k++) {
                *(float4 *)right = b[(four * 4 + k) * 32];
                *(float4 *)(right + 4) = b[(four * 4 + k) * 32 + 16];
#pragma unroll
                for (unsigned r = 0; r < 8; r++)
#pragma unroll
                    for (unsigned c = 0; c < 8; c++)
                        sum[r][c] = fmaf(left[r][k], right[c], sum[r][c]);
            }
        }
    }
};
// endregion

extern __shared__ __align__(1024) uint4 slots[];

template <int WAY, int STAGES>
__global__ void __launch_bounds__(THREADS) stream_tiles(const __grid_constant__ struct matrices m) {
    __shared__ uint64_t barrier[STAGES_MOST];
    const size_t step = (size_t)gridDim.x * TILE;
    struct stream_task task = {(const char *)m.a + (size_t)blockIdx.x * TILE, step, 0};
    const unsigned tiles = (m.tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;
    pipeline<WAY, STAGES>(task, tiles, slots, barrier);
    ((uint32_t *)m.c)[blockIdx.x * THREADS + threadIdx.x] = task.sum;
}

template <int WAY, int STAGES>
__global__ void __launch_bounds__(THREADS)
    transpose_tiles(const __grid_constant__ struct matrices m) {
    __shared__ uint64_t barrier[STAGES_MOST];
    struct transpose_task task = {&m};
    const unsigned tiles = (m.tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;
    pipeline<WAY, STAGES>(task, tiles, slots, barrier);
}

template <int WAY, int STAGES>
__global__ void __launch_bounds__(THREADS)
    product_tiles(const __grid_constant__ struct matrices m) {
    __shared__ uint64_t barrier[STAGES_MOST];
    struct product_task task = {&m, {}};
    pipeline<WAY, STAGES>(task, m.n / DEPTH, slots, barrier);
    float *c = m.c + (size_t)(blockIdx.y * BLOCK + threadIdx.x / 16) * m.n + blockIdx.x * BLOCK +
               threadIdx.x % 16 * 4;
#pragma unroll
    for (unsigned r = 0; r < 8; r++) {
        *(float4 *)&c[(size_t)r * 16 * m.n] = *(float4 *)&task.sum[r][0];
        *(float4 *)&c[(size_t)r * 16 * m.n + 64] = *(float4 *)&task.sum[r][4];
    }
}

/* ---- the cases ---- */

typedef void kernel(const struct matrices);

#define STAGES_OF(name, way) name<way, 1>, name<way, 2>, name<way, 3>, name<way, 4>
#define WAYS_OF(name) STAGES_OF(name, LOAD), STAGES_OF(name, CPASYNC), STAGES_OF(name, TMA)
static kernel *const kernels[] = {WAYS_OF(stream_tiles), WAYS_OF(transpose_tiles),
                                  WAYS_OF(product_tiles)};

static int task_of(int variant) {
    return variant / (3 * STAGES_MOST);
}

static int way_of(int variant) {
    return variant / STAGES_MOST % 3;
}

/* With loads the stages are in registers, and shared memory has the tile that is in use. */
static unsigned shared_of(int variant) {
    return TILE * (way_of(variant) == LOAD ? 1 : (unsigned)(variant % STAGES_MOST) + 1);
}

static bool can_run(int variant, struct problem *why) {
    int device, major;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    if (way_of(variant) == CPASYNC && major < 8)
        return problem_say(why, "needs compute capability 8.0: cp.async");
    if (way_of(variant) == TMA && major < 9)
        return problem_say(why, "needs compute capability 9.0: the TMA");
    if (way_of(variant) == TMA && CUDART_VERSION < 12000)
        return problem_say(why, "built with a CUDA Toolkit without tensor maps (before 12.0)");
    LAB_TRY(cudaFuncSetAttribute(kernels[variant], cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)shared_of(variant)));
    return true;
}

static struct {
    int variant;
    unsigned n;
    dim3 grid;
    struct matrices m;
} it;

static bool async_launch(void *stream, struct problem *why) {
    kernels[it.variant]<<<it.grid, THREADS, shared_of(it.variant), (cudaStream_t)stream>>>(it.m);
    LAB_TRY(cudaGetLastError());
    return true;
}

#if CUDART_VERSION >= 12000
typedef CUresult encode(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                        const cuuint64_t *, const cuuint32_t *, const cuuint32_t *,
                        CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                        CUtensorMapFloatOOBfill);

/* The driver's function comes from the runtime, so that nothing has to be linked with it. */
static bool find_encode(encode **found, struct problem *why) {
    void *entry = NULL;
    cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
    LAB_TRY(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000,
                                             cudaEnableDefault, &result));
#else
    LAB_TRY(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entry, cudaEnableDefault, &result));
#endif
    *found = (encode *)entry;
    return entry || problem_say(why, "the driver has no tensor maps");
}

/* A square matrix of floats in boxes of so many columns and rows. */
static bool make_map(CUtensorMap *map, const float *matrix, unsigned columns, unsigned rows,
                     bool swizzle, struct problem *why) {
    encode *make = NULL;
    if (!find_encode(&make, why)) return false;
    const cuuint64_t edge[2] = {it.n, it.n}, pitch[1] = {it.n * sizeof(float)};
    const cuuint32_t box[2] = {columns, rows}, apart[2] = {1, 1};
    const CUresult code =
        make(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)matrix, edge, pitch, box, apart,
             CU_TENSOR_MAP_INTERLEAVE_NONE,
             swizzle ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return code == CUDA_SUCCESS || problem_say(why, "cuTensorMapEncodeTiled: error %d", (int)code);
}
#else
static bool make_map(struct CUtensorMap *, const float *, unsigned, unsigned, bool,
                     struct problem *) {
    return true;
}
#endif

/* ---- the three tasks ---- */

/* The sum of lab_word(from + i step) for i below count: the words rise by equal steps, as long as
 * their numbers have 32 bits. */
static uint32_t words_sum(uint64_t from, uint64_t step, uint64_t count) {
    const uint32_t rise = (uint32_t)step * (lab_word(1) - lab_word(0));
    const uint64_t pairs = count % 2 ? (count - 1) / 2 * count : count / 2 * (count - 1);
    return (uint32_t)count * lab_word(from) + rise * (uint32_t)pairs;
}

static uint32_t stream_sum(size_t thread) {
    const size_t block = thread / THREADS, t = thread % THREADS, grid = it.grid.x;
    const size_t tiles = (it.m.tiles - block + grid - 1) / grid;
    uint32_t sum = 0;
    for (size_t k = 0; k < EACH; k++)
        for (size_t w = 0; w < 4; w++)
            sum += words_sum(block * (TILE / 4) + ((k + 1) * THREADS - 1 - t) * 4 + w,
                             grid * (TILE / 4), tiles);
    return sum;
}

static bool open_stream(uint64_t bytes, struct problem *why) {
    const size_t threads = (size_t)it.grid.x * THREADS;
    it.m.tiles = (unsigned)(bytes / TILE);
    return lab_alloc((float **)&it.m.a, bytes / 4, why) && lab_alloc(&it.m.c, threads, why) &&
           lab_fill_words((uint32_t *)it.m.a, bytes / 4, why) &&
           lab_poison(it.m.c, threads * 4, why) && async_launch(0, why) &&
           lab_verify((const uint32_t *)it.m.c, threads, stream_sum, why);
}

static bool open_transpose(struct problem *why) {
    const size_t n = it.n, count = n * n;
    it.m.tiles = (unsigned)(count / (SIDE * SIDE));
    return lab_alloc((float **)&it.m.a, count, why) && lab_alloc(&it.m.c, count, why) &&
           make_map(&it.m.map[0], it.m.a, SIDE / 2, SIDE, true, why) &&
           lab_fill_words((uint32_t *)it.m.a, count, why) && lab_poison(it.m.c, count * 4, why) &&
           async_launch(0, why) &&
           lab_verify_rows((const uint32_t *)it.m.c, n, n,
                           [n](size_t y, size_t x) { return lab_word(x * n + y); }, why);
}

enum { PERIOD = 31, B_FROM = 1000003 };

/* Whole numbers below 16: a sum of 2^16 products of them is below 2^24, and exact. */
__host__ __device__ static float small_a(size_t row, size_t k) {
    return (float)(lab_word(row * PERIOD + k % PERIOD) >> 28);
}

__host__ __device__ static float small_b(size_t index) {
    return (float)(lab_word(B_FROM + index) >> 28);
}

__global__ static void fill(float *a, float *b, size_t n) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n * n; i += step) {
        a[i] = small_a(i / n, i % n);
        b[i] = small_b(i);
    }
}

/* As in harness/reference.h, in floats, which hold these sums: all cases have the same. */
static const std::vector<float> &folded(size_t n) {
    static std::vector<float> sums;
    if (sums.size() == PERIOD * n) return sums;
    sums.assign(PERIOD * n, 0);
    for (size_t i = 0; i < n * n; i++)
        sums[i / n % PERIOD * n + i % n] += small_b(i);
    return sums;
}

static void want_row(size_t row, size_t n, const std::vector<float> &sums, float *want) {
    for (size_t x = 0; x < n; x++)
        want[x] = 0;
    for (size_t r = 0; r < PERIOD; r++) {
        const float a = small_a(row, r), *b = &sums[r * n];
        for (size_t x = 0; x < n; x++)
            want[x] += a * b[x];
    }
}

static bool check_product(struct problem *why) {
    const size_t n = it.n;
    const std::vector<float> &sums = folded(n);
    auto part = [&](const float *c, size_t first, size_t length) {
        std::vector<float> want(length);
        const size_t top = first / n, rows = length / n;
        const size_t bad = lab_first_wrong(rows, [&](size_t y, size_t end) {
            for (; y < end; y++) {
                want_row(top + y, n, sums, &want[y * n]);
                size_t wrong = 0;
                for (size_t x = 0; x < n; x++)
                    wrong += !(c[y * n + x] == want[y * n + x]);
                if (wrong) break;
            }
            return y;
        });
        for (size_t x = 0; bad < rows && x < n; x++)
            if (!(c[bad * n + x] == want[bad * n + x]))
                return lab_wrong(why, first + bad * n + x, c[bad * n + x], want[bad * n + x]);
        return true;
    };
    return lab_verify_parts(it.m.c, n * n, n, part, why);
}

static bool open_product(struct problem *why) {
    const size_t count = (size_t)it.n * it.n;
    it.grid = dim3(it.n / BLOCK, it.n / BLOCK);
    if (!lab_alloc((float **)&it.m.a, count, why) || !lab_alloc((float **)&it.m.b, count, why) ||
        !lab_alloc(&it.m.c, count, why) || !lab_poison(it.m.c, count * 4, why) ||
        !make_map(&it.m.map[0], it.m.a, DEPTH, BLOCK, false, why) ||
        !make_map(&it.m.map[1], it.m.b, BLOCK, DEPTH, false, why))
        return false;
    fill<<<4096, 256>>>((float *)it.m.a, (float *)it.m.b, it.n);
    LAB_TRY(cudaGetLastError());
    return async_launch(0, why) && check_product(why);
}

static bool async_open(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.n = it.m.n = (unsigned)c->size;
    it.grid = dim3((unsigned)card->sms);
    if (!can_run(it.variant, why)) return false;
    switch (task_of(it.variant)) {
    case STREAM: return open_stream(c->size, why);
    case TRANSPOSE: return open_transpose(why);
    default: return open_product(why);
    }
}

/* "registers", and "shared", the bytes of shared memory of a block. */
static bool async_property(int variant, const char *name, double *value, struct problem *why) {
    if (!can_run(variant, why)) return false;
    cudaFuncAttributes a;
    int blocks;
    LAB_TRY(cudaFuncGetAttributes(&a, kernels[variant]));
    LAB_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels[variant], THREADS,
                                                          shared_of(variant)));
    if (strcmp(name, "registers") == 0)
        *value = a.numRegs;
    else if (strcmp(name, "shared") == 0)
        *value = (double)(a.sharedSizeBytes + shared_of(variant));
    else if (strcmp(name, "blocks") == 0)
        *value = blocks;
    else
        return lab_kernel_property((const void *)kernels[variant], THREADS, name, value, why);
    return true;
}

extern "C" const struct lab async_lab = {"async.cu", async_open, async_launch, NULL,
                                         async_property};
