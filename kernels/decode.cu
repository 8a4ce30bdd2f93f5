/* decode.cu -- what one step of a language model reads: its weights, and the keys and values before.
 *
 * Versions (2 x what + width of a weight: 0 bfloat16, 1 whole numbers of 8 bits, a scale a row)
 *   0 whole        all weights of a step as one matrix of 4,096 columns, times a batch of vectors
 *   1 key          the matrices of Llama 3.1 8B, for keys (values) and
 *   2 query        queries (outputs),
 *   3 up           up (and gate),
 *   4 down         down,
 *   5 head         and for the words; each as often as it takes to leave the L2 behind
 *   6 step         all of them in order, a launch a matrix
 *   7 overlapped   the same; blocks of a launch may start, and ask for weights, before the last one is
 *                  through (programmatic dependent launch)
 *   8 cache        attention of one token to all before it, in bfloat16: the first pass, which reads
 *                  all keys and values
 *
 * Method  size is the number of layers (cache: of tokens), param the batch (1 to 64) plus 65,536 times
 *         what the rows of all matrices are divided by: 1, but for a check. A batch takes tensor cores,
 *         so that the arithmetic keeps up: each weight serves all vectors. whole: a warp makes 16 or
 *         32 rows, x goes through shared memory, and results go round in the room of one layer's, as
 *         programs do it. The others take one vector: the warps of a block share 8 or 16 rows and cut
 *         them across, so that a small matrix too keeps all SMs busy; several launches are one CUDA
 *         graph. Bytes of weights (keys and values) over the time of a pass, by events.
 * Needs   Compute capability 8.0: bfloat16 in tensor cores, cp.async. overlapped: 9.0.
 * Check   every result. Of the products exactly: weights and x are small whole numbers, all sums stay
 *         below 2^24. The columns of W repeat with a period that is prime to the edges of all tiles, so
 *         that the CPU can make every row (harness/reference.h says how). cache: to 1e-5, against double
 *         precision.
 * Run     build/measure --only decode
 */
#include "harness/lab.cuh"
#include "harness/reference.h"

#include <math.h>
#include <string.h>
#include <vector>

enum { WHOLE, KEY, QUERY, UP, DOWN, HEAD, STEP, OVERLAPPED, CACHE };
enum { WARPS = 8, THREADS = 32 * WARPS, MOST_BATCH = 64, PERIOD = 31, MOST_COLUMNS = 14336 };
enum { LESS_FROM = 1 << 16, BLOCK_ROWS = 256 };
enum { HIDDEN = 4096, KEYS = 1024, INNER = 14336, VOCABULARY = 128256 };
enum { ROWS_A_LAYER = 2 * HIDDEN + 2 * KEYS + 3 * INNER }; /* as rows of 4,096 columns */

/* Columns of W that four lanes bring with one load of 16 bytes each. */
#define SPAN(BYTES) ((BYTES) ? 64 : 32)

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

// region: tensor
/* c += a b: 16 rows of W by 16 columns, and 8 columns of x. */
__device__ static void tensor(float c[4], uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3,
                              uint32_t b0, uint32_t b1, bool half) {
    if (half)
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
            "{%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    else
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, "
            "%7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
// endregion

/* Weights pass by once: they take no room in the L1, and the L2 brings whole lines of them. */
__device__ static uint4 weights_at(const uint4 *p) {
    uint4 v;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(p));
    return v;
}

__device__ static void copy16(void *shared, const void *global) {
    unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
}

__device__ static void copies_end(void) {
    asm volatile("cp.async.wait_all;" ::: "memory");
}

#else /* code for older cards, where it never runs */
__device__ static void tensor(float *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t,
                              bool) {}
__device__ static uint4 weights_at(const uint4 *p) {
    return *p;
}
__device__ static void copy16(void *, const void *) {}
__device__ static void copies_end(void) {}
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
/* Blocks of the next launch may come to SMs that have room from now on, if it was launched so. */
__device__ static void next_may_start(void) {
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

/* Until the launch before is through, and its results are seen. */
__device__ static void wait_for_last(void) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
}
#else
__device__ static void next_may_start(void) {}
__device__ static void wait_for_last(void) {}
#endif

// region: widen
/* Two of four 8-bit weights as halves: 0x6400 + u is the number 1,024 + u. */
__device__ static uint32_t widen(uint32_t four, unsigned which) {
    uint32_t pair = __byte_perm(four ^ 0x80808080, 0x64646464, which), out;
    asm("sub.f16x2 %0, %1, %2;" : "=r"(out) : "r"(pair), "r"(0x64806480)); // less 1,024 + 128
    return out;
}
// endregion

// region: multiply
/* What a lane loaded of rows g and g + 8 of W, times x: which columns meet in which product does not
 * matter, as long as W and x agree. So a lane's neighbors in memory are neighbors here. */
template <bool BYTES>
__device__ static void multiply(float c[4], const uint4 &top, const uint4 &bottom, const uint4 *x) {
    const uint32_t t[4] = {top.x, top.y, top.z, top.w};
    const uint32_t b[4] = {bottom.x, bottom.y, bottom.z, bottom.w};
    if (BYTES) {
        const uint32_t k[8] = {x[0].x, x[0].y, x[0].z, x[0].w, x[1].x, x[1].y, x[1].z, x[1].w};
#pragma unroll
        for (int j = 0; j < 4; j++)
            tensor(c, widen(t[j], 0x4140), widen(b[j], 0x4140), widen(t[j], 0x4342),
                   widen(b[j], 0x4342), k[2 * j], k[2 * j + 1], true);
    } else {
        tensor(c, t[0], b[0], t[1], b[1], x[0].x, x[0].y, false);
        tensor(c, t[2], b[2], t[3], b[3], x[0].z, x[0].w, false);
    }
}
// endregion

// region: vector
/* Batch 1: a block makes 16 rows, or 8, and each warp takes an eighth of their columns. With 8 rows the
 * upper half of a tensor core's rows takes one half of a warp's columns, the lower half the other. Of
 * the eight columns of x that tensor cores take one or two are used: their time is to be had. */
template <bool BYTES, int ROWS, int AHEAD>
__global__ void __launch_bounds__(THREADS)
    vector_product(const uint4 *w, const uint4 *x, const float *scale, float *y, unsigned columns) {
    __shared__ float part[WARPS][ROWS];
    const unsigned warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    const unsigned vectors = columns * (BYTES ? 1 : 2) / 16, share = vectors / WARPS;
    const unsigned used = 16 / ROWS, across = share / used, steps = across / 4;
    const unsigned first = warp * share + t, wide = BYTES ? 2 : 1;
    const uint4 *upper = w + (size_t)(blockIdx.x * ROWS + g) * vectors + first;
    const uint4 *lower = upper + (ROWS == 16 ? 8 * vectors : across);
    const uint4 *mine = x + (first + g % used * across) * wide;
    uint4 a[AHEAD], b[AHEAD], k[AHEAD][2] = {};
    float c[4] = {};
    auto fetch = [&](unsigned slot, unsigned step) {
        a[slot] = weights_at(upper + 4 * step);
        b[slot] = weights_at(lower + 4 * step);
    };
    auto fetch_x = [&](unsigned slot, unsigned step) {
        for (unsigned i = 0; g < used && i < wide; i++)
            k[slot][i] = __ldg(mine + 4 * step * wide + i);
    };
    next_may_start();
#pragma unroll
    for (unsigned s = 0; s < AHEAD; s++)
        fetch(s, s);
    wait_for_last(); // x is its result; the weights were there before
#pragma unroll
    for (unsigned s = 0; s < AHEAD; s++)
        fetch_x(s, s);
    for (unsigned step = 0; step < steps; step += AHEAD) {
#pragma unroll
        for (unsigned s = 0; s < AHEAD; s++) {
            multiply<BYTES>(c, a[s], b[s], k[s]);
            if (step + AHEAD >= steps) continue;
            fetch(s, step + s + AHEAD);
            fetch_x(s, step + s + AHEAD);
        }
    }
    if (t == 0) part[warp][g] = ROWS == 16 ? c[0] : c[0] + c[3]; // column 0 above, column 1 below
    if (t == 0 && ROWS == 16) part[warp][g + 8] = c[2];
    __syncthreads();
    if (threadIdx.x < ROWS) {
        float sum = 0;
        for (unsigned i = 0; i < WARPS; i++)
            sum += part[i][threadIdx.x];
        const unsigned row = blockIdx.x * ROWS + threadIdx.x;
        y[row] = BYTES ? sum * scale[row] : sum;
    }
}
// endregion

/* x in shared memory: one stage is so many columns of all of the batch, in units of 16 bytes. The
 * pad of a row spreads the eight lanes of a pass over all banks. */
#define PIECES(BYTES, AHEAD) (SPAN(BYTES) * (AHEAD) / 8)
#define PITCH(BYTES, AHEAD) (PIECES(BYTES, AHEAD) + ((BYTES) ? 1 : 4))

/* Where a batch's results go: round and round in a buffer of so many rows. */
struct results {
    const float *scale;
    float *y;
    unsigned batch, round;
};

/* What a lane has of one row: neighbors two by two. */
template <bool BYTES, int N>
__device__ static void put_row(const struct results &to, unsigned row, const float c[N / 8][4],
                               unsigned half) {
    const float by = BYTES ? to.scale[row] : 1;
#pragma unroll
    for (unsigned j = 0; j < N / 8; j++) {
        const unsigned n = 8 * j + threadIdx.x % 4 * 2;
        const float one = c[j][2 * half] * by, other = c[j][2 * half + 1] * by;
        float *out = to.y + (size_t)(row % to.round) * to.batch + n;
        if (to.batch > 1 && n < to.batch)
            *(float2 *)out = make_float2(one, other);
        else if (n < to.batch)
            *out = one;
    }
}

// region: batch
/* A warp makes 16 x TILES rows for a batch of N; the block's warps share x. */
template <bool BYTES, int N, int TILES, int AHEAD, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    batch_product(const uint4 *w, const uint4 *x, unsigned columns, const struct results to) {
    extern __shared__ uint4 room[];
    const unsigned PIECE = PIECES(BYTES, AHEAD), PIT = PITCH(BYTES, AHEAD);
    const unsigned warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    const unsigned vectors = columns * (BYTES ? 1 : 2) / 16, steps = vectors / 4;
    const unsigned first = (blockIdx.x * WARPS + warp) * 16 * TILES + g;
    const uint4 *from = w + (size_t)first * vectors + t;
    uint4 a[AHEAD][TILES][2];
    float c[TILES][N / 8][4] = {};
    auto fetch = [&](unsigned slot, unsigned step) {
#pragma unroll
        for (unsigned i = 0; i < TILES; i++) {
            a[slot][i][0] = weights_at(from + (size_t)(16 * i) * vectors + 4 * step);
            a[slot][i][1] = weights_at(from + (size_t)(16 * i + 8) * vectors + 4 * step);
        }
    };
    auto bring = [&](unsigned stage) {
        for (unsigned i = threadIdx.x; i < N * PIECE; i += THREADS)
            copy16(&room[(stage % 2 * N + i / PIECE) * PIT + i % PIECE],
                   x + i / PIECE * (columns / 8) + stage * PIECE + i % PIECE);
    };
#pragma unroll
    for (unsigned s = 0; s < AHEAD; s++)
        fetch(s, s);
    bring(0);
    for (unsigned step = 0; step < steps; step += AHEAD) {
        copies_end();
        __syncthreads(); // this part of x is there, and nobody reads the last one any more
        const bool more = step + AHEAD < steps;
        const unsigned stage = step / AHEAD;
        if (more) bring(stage + 1);
        const uint4 *here = room + (stage % 2 * N + g) * PIT;
#pragma unroll
        for (unsigned s = 0; s < AHEAD; s++) {
#pragma unroll
            for (unsigned j = 0; j < N / 8; j++) {
                const uint4 *at = here + j * 8 * PIT;
                uint4 k[2];
                k[0] = BYTES ? at[s * 8 + 2 * t] : at[s * 4 + t];
                if (BYTES) k[1] = at[s * 8 + 2 * t + 1];
#pragma unroll
                for (unsigned i = 0; i < TILES; i++)
                    multiply<BYTES>(c[i][j], a[s][i][0], a[s][i][1], k);
            }
            if (more) fetch(s, step + AHEAD + s);
        }
    }
#pragma unroll
    for (unsigned i = 0; i < 2 * TILES; i++)
        put_row<BYTES, N>(to, first + 8 * i, c[i / 2], i % 2);
}
// endregion

/* ---- the cache of keys and values ----
 *
 * One layer has 8 heads of 128 numbers a token, each for keys and for values; 4 heads of the query
 * share one of them. So a step reads the whole cache once, and does little with it. */

enum { LAYERS = 32, HEADS = 8, SHARERS = 4, WIDTH = 128, TOKENS = 512, GROUP = 16 };
enum { PART = WIDTH + 2 };                   /* floats of one result */
enum { ROW = WIDTH / 8, PITCH_Q = ROW + 4 }; /* units of 16 bytes of a row */

/* Of scores in whole numbers, so that powers of two of them stay in bounds. */
#define SCORE_UNIT (1.0f / 2048)
#define LEAST (-1e30f)

/* The state of a sum over tokens: the greatest score, the sum of all 2^(score - greatest), and the
 * values weighted so. */
struct attention {
    float most[SHARERS], sum[SHARERS], out[SHARERS][8];
};

__device__ static float low(uint32_t two) {
    return __uint_as_float(two << 16);
}

__device__ static float high(uint32_t two) {
    return __uint_as_float(two & 0xffff0000);
}

// region: attend
/* The scores of 16 tokens, by tensor cores as W x above; `weight` (the warp's: 16 tokens by 4 heads)
 * becomes what their values count, and what was summed before counts less if a score is greater. */
__device__ static void score(struct attention *a, const uint4 keys[2][4], const uint4 *query,
                             float (*weight)[SHARERS]) {
    const unsigned lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    float c[4] = {}, mine[SHARERS];
#pragma unroll
    for (int s = 0; s < 4; s++) {
        const uint4 q = query[g * PITCH_Q + 4 * s + t];
        multiply<false>(c, keys[0][s], keys[1][s], &q);
    }
    __syncwarp();
    if (t < SHARERS / 2) {
        *(float2 *)&weight[g][2 * t] = make_float2(c[0] * SCORE_UNIT, c[1] * SCORE_UNIT);
        *(float2 *)&weight[g + 8][2 * t] = make_float2(c[2] * SCORE_UNIT, c[3] * SCORE_UNIT);
    }
    __syncwarp();
    *(float4 *)mine = *(const float4 *)weight[lane % GROUP];
#pragma unroll
    for (int h = 0; h < SHARERS; h++) {
        float most = fmaxf(mine[h], a->most[h]);
        for (int apart = 1; apart < GROUP; apart *= 2)
            most = fmaxf(most, __shfl_xor_sync(~0u, most, apart));
        const float less = exp2f(a->most[h] - most);
        a->most[h] = most;
        mine[h] = exp2f(mine[h] - most);
        a->sum[h] = a->sum[h] * less + mine[h]; // of a token that the lane 16 further has too
#pragma unroll
        for (int k = 0; k < 8; k++)
            a->out[h][k] *= less;
    }
    __syncwarp();
    if (lane < GROUP) *(float4 *)weight[lane] = *(const float4 *)mine;
    __syncwarp();
}

/* The values of those tokens: a half of the warp has a token, a lane eight of its numbers. */
__device__ static void weigh(struct attention *a, const uint4 values[8],
                             const float (*weight)[SHARERS]) {
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const float4 w = *(const float4 *)weight[2 * i + threadIdx.x % 32 / 16];
        const uint32_t v[4] = {values[i].x, values[i].y, values[i].z, values[i].w};
        const float by[SHARERS] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int h = 0; h < SHARERS; h++)
#pragma unroll
            for (int k = 0; k < 4; k++) {
                a->out[h][2 * k] = fmaf(by[h], low(v[k]), a->out[h][2 * k]);
                a->out[h][2 * k + 1] = fmaf(by[h], high(v[k]), a->out[h][2 * k + 1]);
            }
    }
}
// endregion

/* The warp's lanes together: 16 of them have tokens of their own, two halves have other tokens. */
__device__ static void give(struct attention a, float part[SHARERS][PART]) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (int h = 0; h < SHARERS; h++) {
        for (int apart = 1; apart < GROUP; apart *= 2)
            a.sum[h] += __shfl_xor_sync(~0u, a.sum[h], apart);
#pragma unroll
        for (int k = 0; k < 8; k++) {
            a.out[h][k] += __shfl_xor_sync(~0u, a.out[h][k], GROUP);
            if (lane < GROUP) part[h][2 + lane * 8 + k] = a.out[h][k];
        }
        if (lane == 0) {
            part[h][0] = a.most[h];
            part[h][1] = a.sum[h];
        }
    }
}

/* The block's warps together, by all its threads. */
__device__ static void join(const float part[WARPS][SHARERS][PART], float *out) {
    for (unsigned i = threadIdx.x; i < SHARERS * PART; i += THREADS) {
        const unsigned h = i / PART, at = i % PART;
        float most = LEAST, sum = 0;
        for (unsigned w = 0; w < WARPS; w++)
            most = fmaxf(most, part[w][h][0]);
        for (unsigned w = 0; w < WARPS; w++)
            sum += part[w][h][at] * exp2f(part[w][h][0] - most);
        out[i] = at == 0 ? most : sum;
    }
}

/* A block has 512 tokens of one head of one layer, a warp 64 of them. What the blocks of a head found
 * is put together by whoever comes next, which reads little; here it is the result: the greatest
 * score, the sum of the weights, and the weighted values, for each of four heads of the query. */
// region: cache
__global__ void __launch_bounds__(THREADS, 2)
    attention_pass(const uint4 *keys, const uint4 *values, const uint4 *query, float *out,
                   unsigned blocks_a_head) {
    __shared__ float weight[WARPS][GROUP][SHARERS];
    __shared__ float part[WARPS][SHARERS][PART];
    __shared__ uint4 q[8 * PITCH_Q];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const size_t first = ((size_t)blockIdx.x * TOKENS + warp * (TOKENS / WARPS)) * ROW;
    const uint4 *k = keys + first + g * ROW + t, *v = values + first + lane;
    uint4 a[2][4], b[8];
    struct attention state = {{LEAST, LEAST, LEAST, LEAST}, {}, {}};
    const uint4 *mine = query + (size_t)(blockIdx.x / blocks_a_head) * SHARERS * ROW;
    if (threadIdx.x < 8 * ROW) // of a tensor core's eight columns four are used
        q[threadIdx.x / ROW * PITCH_Q + threadIdx.x % ROW] =
            threadIdx.x < SHARERS * ROW ? mine[threadIdx.x] : make_uint4(0, 0, 0, 0);
    auto fetch_keys = [&](unsigned token) {
#pragma unroll
        for (int s = 0; s < 4; s++) {
            a[0][s] = weights_at(k + token * ROW + 4 * s);
            a[1][s] = weights_at(k + (token + 8) * ROW + 4 * s);
        }
    };
    auto fetch_values = [&](unsigned token) {
#pragma unroll
        for (int i = 0; i < 8; i++)
            b[i] = weights_at(v + (token + 2 * i) * ROW);
    };
    fetch_keys(0);
    fetch_values(0);
    __syncthreads();
    for (unsigned token = GROUP; token <= TOKENS / WARPS; token += GROUP) {
        score(&state, a, q, weight[warp]);
        if (token < TOKENS / WARPS) fetch_keys(token); // while the values are weighed
        weigh(&state, b, weight[warp]);
        if (token < TOKENS / WARPS) fetch_values(token);
    }
    give(state, part[warp]);
    __syncthreads();
    join(part, out + (size_t)blockIdx.x * SHARERS * PART);
}
// endregion

/* ---- the numbers ---- */

/* A weight, -128 to 127: so many bits bfloat16 has. */
__host__ __device__ static int weight(uint64_t row, unsigned k) {
    return (int)(lab_word(row * PERIOD + k % PERIOD) >> 24) - 128;
}

static int input(unsigned n, unsigned k) {
    return (int)(lab_word(1000003 + (uint64_t)n * MOST_COLUMNS + k) >> 24) % 15 - 7;
}

static float scale_of(uint64_t row) {
    return 1.0f / (float)(1 << row % 4);
}

/* A small whole number as the upper half of a float: bfloat16. */
__host__ __device__ static uint16_t bfloat(int value) {
    const float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static uint16_t half(int value) {
    unsigned sign = value < 0 ? 0x8000 : 0, size = (unsigned)(value < 0 ? -value : value), top = 0;
    if (!size) return 0;
    while (size >> (top + 1))
        top++;
    return (uint16_t)(sign | ((top + 15) << 10) | ((size << (10 - top)) & 0x3ff));
}

/* Number i of the keys, -128 to 127, and of the values, 0 to 255: bfloat16 has them all. */
__host__ __device__ static int key_at(uint64_t i) {
    return (int)(lab_word(i) >> 24) - 128;
}

__host__ __device__ static int value_at(uint64_t i) {
    return (int)(lab_word(2000003 + i) >> 24);
}

__global__ void fill_cache(uint16_t *keys, uint16_t *values, uint64_t count) {
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        keys[i] = bfloat(key_at(i));
        values[i] = bfloat(value_at(i));
    }
}

/* One matrix, in units of 16 bytes; `row` is the number of its first row. */
template <bool BYTES>
__global__ void fill(uint4 *w, uint64_t vectors, unsigned columns, uint64_t row) {
    const unsigned each = BYTES ? 16 : 8, across = columns / each;
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += stride) {
        union {
            uint4 vector;
            uint8_t byte[16];
            uint16_t word[8];
        } v;
        const uint64_t r = row + i / across;
        const unsigned k = (unsigned)(i % across) * each;
        for (unsigned j = 0; j < each; j++)
            if (BYTES)
                v.byte[j] = (uint8_t)weight(r, k + j);
            else
                v.word[j] = bfloat(weight(r, k + j));
        w[i] = v.vector;
    }
}

/* ---- the matrices of a pass ---- */

struct matrix {
    unsigned rows, columns;
    uint64_t row;    /* of all rows of the pass, where it begins */
    uint64_t vector; /* of all its weights, in units of 16 bytes */
};

static struct {
    bool bytes, whole, overlapped;
    unsigned batch, padded; /* columns of x in use, and with zeros up to what a kernel takes */
    unsigned less;          /* rows of all matrices are divided by this */
    std::vector<struct matrix> matrices;
    uint64_t rows, vectors;
    unsigned round;  /* rows of results that a batch goes round in */
    uint4 *w, *x[2]; /* for HIDDEN and for INNER columns */
    float *scale, *y;
    cudaGraphExec_t graph;
    unsigned blocks, blocks_a_head; /* of the pass over keys and values */
    uint4 *keys, *values;
} it;

static void add(unsigned rows, unsigned columns) {
    it.matrices.push_back({rows, columns, it.rows, it.vectors});
    it.rows += rows;
    it.vectors += (uint64_t)rows * columns / (it.bytes ? 16 : 8);
}

static void add_step(unsigned layers) {
    for (unsigned i = 0; i < layers; i++) {
        static const unsigned rows[] = {HIDDEN, KEYS, KEYS, HIDDEN, INNER, INNER};
        for (unsigned r : rows)
            add(r / it.less, HIDDEN);
        add(HIDDEN / it.less, INNER);
    }
    add(VOCABULARY / it.less, HIDDEN);
}

/* The same weights as rows of 4,096 columns; whole blocks of rows, at all batches. */
static unsigned rows_of_step(unsigned layers) {
    const unsigned rows = layers * ROWS_A_LAYER + VOCABULARY;
    return rows / it.less / BLOCK_ROWS * BLOCK_ROWS;
}

static void list(int what, unsigned layers, uint64_t l2) {
    static const unsigned shape[][2] = {
        [WHOLE] = {0, 0},       [KEY] = {KEYS, HIDDEN},   [QUERY] = {HIDDEN, HIDDEN},
        [UP] = {INNER, HIDDEN}, [DOWN] = {HIDDEN, INNER}, [HEAD] = {VOCABULARY, HIDDEN}};
    it.matrices.clear();
    if (what == WHOLE) return add(rows_of_step(layers), HIDDEN);
    if (what >= STEP) return add_step(layers);
    const unsigned rows = shape[what][0] / it.less, columns = shape[what][1];
    const uint64_t bytes = (uint64_t)rows * columns * (it.bytes ? 1 : 2);
    const size_t least = it.less > 1 ? 2 : 1; /* a check needs more than one launch, and no more */
    for (uint64_t have = 0; have < 8 * l2 || it.matrices.size() < least; have += bytes)
        add(rows, columns);
}

template <bool BYTES, int N, int TILES, int AHEAD, int BLOCKS>
static bool batch_of(const struct matrix &m, cudaStream_t s, struct problem *why) {
    const size_t shared = 2 * N * PITCH(BYTES, AHEAD) * sizeof(uint4);
    const auto kernel = batch_product<BYTES, N, TILES, AHEAD, BLOCKS>;
    LAB_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    const struct results to = {it.scale + m.row, it.y + m.row * it.batch, it.batch, it.round};
    kernel<<<m.rows / (WARPS * 16 * TILES), THREADS, shared, s>>>(
        it.w + m.vector, it.x[m.columns == INNER], m.columns, to);
    LAB_TRY(cudaGetLastError());
    return true;
}

template <bool BYTES, int ROWS, int AHEAD>
static bool vector_of(const struct matrix &m, cudaStream_t s, struct problem *why) {
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(m.rows / ROWS);
    config.blockDim = dim3(THREADS);
    config.stream = s;
    config.attrs = &early;
    config.numAttrs = it.overlapped ? 1 : 0;
    LAB_TRY(cudaLaunchKernelEx(&config, vector_product<BYTES, ROWS, AHEAD>,
                               (const uint4 *)it.w + m.vector,
                               (const uint4 *)it.x[m.columns == INNER],
                               (const float *)it.scale + m.row, it.y + m.row, m.columns));
    return true;
}

/* What was fastest on an H200: rows of a warp and loads of each under way, blocks an SM. */
template <bool BYTES>
static bool start(const struct matrix &m, cudaStream_t s, struct problem *why) {
    if (it.batch > 32) return batch_of<BYTES, 64, 2, (BYTES ? 4 : 2), (BYTES ? 1 : 2)>(m, s, why);
    if (it.batch > 16) return batch_of<BYTES, 32, 2, (BYTES ? 2 : 4), 2>(m, s, why);
    if (it.batch > 8) return batch_of<BYTES, 16, 2, 4, 2>(m, s, why);
    if (it.whole) return batch_of<BYTES, 8, 1, 4, 3>(m, s, why);
    return vector_of<BYTES, (BYTES ? 16 : 8), (BYTES ? 2 : 4)>(m, s, why);
}

static bool start_all(cudaStream_t s, struct problem *why) {
    for (const struct matrix &m : it.matrices)
        if (!(it.bytes ? start<true>(m, s, why) : start<false>(m, s, why))) return false;
    return true;
}

static void drop_graph(void) {
    if (it.graph) (void)cudaGraphExecDestroy(it.graph);
    it.graph = NULL;
}

/* Hundreds of launches are one graph, as programs that decode make it: what is left between two of
 * them is the card's. */
static bool make_graph(struct problem *why) {
    cudaStream_t s;
    cudaGraph_t graph;
    LAB_TRY(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    LAB_TRY(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    const bool ok = start_all(s, why);
    LAB_TRY(cudaStreamEndCapture(s, &graph));
    if (!ok) return false;
    LAB_TRY(cudaGraphInstantiate(&it.graph, graph, 0));
    LAB_TRY(cudaGraphDestroy(graph));
    LAB_TRY(cudaStreamDestroy(s));
    return true;
}

static bool decode_launch(void *stream, struct problem *why) {
    if (it.blocks) {
        attention_pass<<<it.blocks, THREADS, 0, (cudaStream_t)stream>>>(it.keys, it.values, it.x[0],
                                                                        it.y, it.blocks_a_head);
        LAB_TRY(cudaGetLastError());
        return true;
    }
    cudaStreamCaptureStatus capturing;
    LAB_TRY(cudaStreamIsCapturing((cudaStream_t)stream, &capturing));
    if (!it.graph || capturing != cudaStreamCaptureStatusNone)
        return start_all((cudaStream_t)stream, why);
    LAB_TRY(cudaGraphLaunch(it.graph, (cudaStream_t)stream));
    return true;
}

/* ---- inputs and the comparison ---- */

static bool make_x(unsigned columns, uint4 **x, struct problem *why) {
    std::vector<uint16_t> v((size_t)it.padded * columns);
    for (unsigned n = 0; n < it.batch; n++)
        for (unsigned k = 0; k < columns; k++)
            v[(size_t)n * columns + k] = it.bytes ? half(input(n, k)) : bfloat(input(n, k));
    if (!lab_alloc(x, v.size() / 8, why)) return false;
    LAB_TRY(cudaMemcpy(*x, v.data(), v.size() * 2, cudaMemcpyHostToDevice));
    return true;
}

static bool make_weights(struct problem *why) {
    std::vector<float> scale(it.rows);
    for (uint64_t r = 0; r < it.rows; r++)
        scale[r] = scale_of(r);
    if (!lab_alloc(&it.w, it.vectors, why) || !lab_alloc(&it.scale, it.rows, why)) return false;
    LAB_TRY(cudaMemcpy(it.scale, scale.data(), scale.size() * 4, cudaMemcpyHostToDevice));
    for (const struct matrix &m : it.matrices) {
        const uint64_t count = (uint64_t)m.rows * m.columns / (it.bytes ? 16 : 8);
        (it.bytes ? fill<true> : fill<false>)<<<8192, 256>>>(it.w + m.vector, count, m.columns,
                                                             m.row);
        LAB_TRY(cudaGetLastError());
    }
    return true;
}

/* sums[r][n]: of all x[n][k] with k % PERIOD == r. */
static std::vector<float> folded(unsigned columns) {
    std::vector<float> sums((size_t)PERIOD * it.batch);
    for (unsigned n = 0; n < it.batch; n++)
        for (unsigned k = 0; k < columns; k++)
            sums[(size_t)(k % PERIOD) * it.batch + n] += (float)input(n, k);
    return sums;
}

/* All y of one row; the sums are whole and below 2^24, so floats hold them. */
static void want_row(uint64_t row, const std::vector<float> &sums, float want[MOST_BATCH]) {
    for (unsigned n = 0; n < it.batch; n++)
        want[n] = 0;
    for (unsigned r = 0; r < PERIOD; r++) {
        const float w = (float)weight(row, r);
        const float *x = &sums[(size_t)r * it.batch];
        for (unsigned n = 0; n < it.batch; n++)
            want[n] += w * x[n];
    }
    for (unsigned n = 0; it.bytes && n < it.batch; n++)
        want[n] *= scale_of(row);
}

static bool check(const struct matrix &m, struct problem *why) {
    const std::vector<float> sums = folded(m.columns);
    const size_t batch = it.batch;
    auto part = [&](const float *y, size_t first, size_t length) {
        const uint64_t top = m.row + first / batch;
        auto share = [&](size_t row, size_t end) {
            float want[MOST_BATCH];
            for (bool right = true; row < end; row++) {
                want_row(top + row, sums, want);
                for (size_t n = 0; n < batch; n++)
                    right = right && y[row * batch + n] == want[n];
                if (!right) break;
            }
            return row;
        };
        const size_t bad = lab_first_wrong(length / batch, share);
        float want[MOST_BATCH];
        if (bad < length / batch) want_row(top + bad, sums, want);
        for (size_t n = 0; bad < length / batch && n < batch; n++)
            if (!(y[bad * batch + n] == want[n]))
                return lab_wrong(why, (top + bad) * batch + n, y[bad * batch + n], want[n]);
        return true;
    };
    return lab_verify_parts(it.y + m.row * batch, m.rows * batch, batch, part, why);
}

static int query_at(uint64_t i) {
    return input(0, (unsigned)i);
}

/* What block `block` has to find of one head of the query. */
static void want_attention(uint64_t block, unsigned head, double want[PART]) {
    const uint64_t first = block * TOKENS * WIDTH;
    const uint64_t query = (block / it.blocks_a_head * SHARERS + head) * WIDTH;
    double score[TOKENS], most = LEAST;
    for (unsigned i = 0; i < TOKENS; i++) {
        int sum = 0;
        for (unsigned k = 0; k < WIDTH; k++)
            sum += key_at(first + i * WIDTH + k) * query_at(query + k);
        score[i] = (double)sum * (double)SCORE_UNIT;
        most = score[i] > most ? score[i] : most;
    }
    for (unsigned k = 0; k < PART; k++)
        want[k] = k == 0 ? most : 0;
    for (unsigned i = 0; i < TOKENS; i++) {
        const double weight = exp2(score[i] - most);
        want[1] += weight;
        for (unsigned k = 0; k < WIDTH; k++)
            want[2 + k] += weight * value_at(first + i * WIDTH + k);
    }
}

static bool check_cache(struct problem *why) {
    static const double TOLERANCE = 1e-5;
    const size_t rows = (size_t)it.blocks * SHARERS;
    auto part = [&](const float *y, size_t first, size_t length) {
        const size_t top = first / PART;
        auto share = [&](size_t row, size_t end) {
            double want[PART];
            for (bool right = true; row < end; row++) {
                want_attention((top + row) / SHARERS, (top + row) % SHARERS, want);
                for (size_t k = 0; k < PART; k++)
                    right = right && reference_close(y[row * PART + k], want[k], TOLERANCE);
                if (!right) break;
            }
            return row;
        };
        const size_t bad = lab_first_wrong(length / PART, share);
        double want[PART];
        if (bad < length / PART) want_attention((top + bad) / SHARERS, (top + bad) % SHARERS, want);
        for (size_t k = 0; bad < length / PART && k < PART; k++)
            if (!reference_close(y[bad * PART + k], want[k], TOLERANCE))
                return lab_wrong(why, (top + bad) * PART + k, y[bad * PART + k], want[k]);
        return true;
    };
    return lab_verify_parts(it.y, rows * PART, PART, part, why);
}

static bool open_cache(uint64_t tokens, struct problem *why) {
    const uint64_t count = tokens * LAYERS * HEADS * WIDTH;
    const size_t queries = LAYERS * HEADS * SHARERS * WIDTH;
    std::vector<uint16_t> query(queries);
    for (size_t i = 0; i < queries; i++)
        query[i] = bfloat(query_at(i));
    it.blocks_a_head = (unsigned)(tokens / TOKENS);
    it.blocks = LAYERS * HEADS * it.blocks_a_head;
    const size_t results = (size_t)it.blocks * SHARERS * PART;
    if (!lab_alloc(&it.keys, count / 8, why) || !lab_alloc(&it.values, count / 8, why) ||
        !lab_alloc(&it.x[0], queries / 8, why) || !lab_alloc(&it.y, results, why) ||
        !lab_poison(it.y, results * 4, why))
        return false;
    LAB_TRY(cudaMemcpy(it.x[0], query.data(), queries * 2, cudaMemcpyHostToDevice));
    fill_cache<<<8192, 256>>>((uint16_t *)it.keys, (uint16_t *)it.values, count);
    LAB_TRY(cudaGetLastError());
    return decode_launch(0, why) && check_cache(why);
}

static bool decode_open(const struct lab_case *c, const struct lab_card *card,
                        struct problem *why) {
    int device, major;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    if (major < 8)
        return problem_say(why, "needs compute capability 8.0: bfloat16 in tensor cores");
    if (major < 9 && c->variant / 2 == OVERLAPPED)
        return problem_say(why, "needs compute capability 9.0: programmatic dependent launch");
    it = {};
    it.bytes = c->variant % 2;
    it.whole = c->variant / 2 == WHOLE;
    it.overlapped = c->variant / 2 == OVERLAPPED;
    if (c->variant / 2 == CACHE) return open_cache(c->size, why);
    it.batch = c->param % LESS_FROM;
    it.less = c->param / LESS_FROM;
    it.padded = it.batch > 32 ? 64 : it.batch > 16 ? 32 : it.batch > 8 ? 16 : 8;
    list(c->variant / 2, (unsigned)c->size, it.less > 1 ? 0 : card->l2);
    it.round = (unsigned)it.rows;
    const uint64_t results = it.rows * it.batch;
    if (!make_weights(why) || !make_x(HIDDEN, &it.x[0], why) || !make_x(INNER, &it.x[1], why) ||
        !lab_alloc(&it.y, results, why) || !lab_poison(it.y, results * 4, why))
        return false;
    lab_at_release(drop_graph);
    if (it.matrices.size() > 1 && !make_graph(why)) return false;
    if (!decode_launch(0, why)) return false;
    for (const struct matrix &m : it.matrices)
        if (!check(m, why)) return false;
    it.round = ROWS_A_LAYER; /* as programs do it: a layer's results take the last one's place */
    return true;
}

extern "C" const struct lab decode_lab = {"decode.cu", decode_open, decode_launch, NULL, NULL};
