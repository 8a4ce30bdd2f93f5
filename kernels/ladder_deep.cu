/* ladder_deep.cu -- the upper steps of the ladder: asynchronous copies, more results a thread, equal
 * shares for all SMs.
 *
 * Versions (C = A B, n x n floats, row-major)
 *   0 async   128 x 128 results a block, 8 x 8 a thread; tiles go from global to shared memory past
 *             the registers, two of them under way while a third is multiplied
 *   1 wide    128 x 256 results a block, 16 x 8 a thread: 24 values read serve 128 products; a
 *             thread's next operands are on their way from shared memory, too
 *   2 shares  wide, but as many blocks as run at once share all steps evenly, wherever the borders
 *             between their tiles fall; who makes the end of a tile hands its sums to whom began it
 *
 * Method  size is n, a power of two from 256 on. As in ladder.cu.
 * Check   every result, to 2e-5 of it, against double precision on the CPU: harness/product.cuh
 * Run     build/measure --only ladder
 */
#include "harness/lab.cuh"
#include "harness/product.cuh"

enum { ASYNC, WIDE, SHARES };
enum { DEPTH = 16, STAGES = 3, FOUR = 4, PAD = 4, LANES = 32, RUN = 8 };

/* In which order a thread makes its products: row by row, or to and fro, so that one operand stays in
 * its place at each turn. The register file hands out two operands in a cycle, one of even number and
 * one of odd, but a product has three: what stays need not be read. How well the compiler deals the
 * registers out for an order was found by trying. */
enum order { ROWS, ROWS_TO_AND_FRO, COLUMNS_TO_AND_FRO };

/* A block makes M x N results, a thread TM x TN of them: a warp has 4 x 8 lanes. So many blocks
 * shall fit on an SM; the next tiles are asked for at that step of the present ones. */
template <unsigned M_, unsigned N_, unsigned TM_, unsigned TN_, unsigned BLOCKS_, enum order ORDER_,
          unsigned ASKS_>
struct plan {
    static const unsigned M = M_, N = N_, TM = TM_, TN = TN_, BLOCKS = BLOCKS_, ASKS = ASKS_;
    static const unsigned WARPS_ACROSS = N / (8 * TN), THREADS = M / (4 * TM) * WARPS_ACROSS *LANES;
    static const enum order ORDER = ORDER_;
};
typedef plan<128, 128, 8, 8, 2, ROWS, 0> narrow_plan;
typedef plan<128, 256, 16, 8, 1, ROWS_TO_AND_FRO, 1> wide_plan;
typedef plan<128, 256, 16, 8, 1, COLUMNS_TO_AND_FRO, 1> shares_plan;

template <class P> struct stage { float a[DEPTH][P::M + PAD], b[DEPTH][P::N]; };

// region: async-copy
/* From global to shared memory; the thread goes on at once. */
__device__ static void copy4(float *to, const float *from) {
#if __CUDA_ARCH__ >= 800
    unsigned shared = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared), "l"(from) : "memory");
#endif
}
// endregion

/* Where a thread reads and writes: its first row and column in the block. The lanes are numbered as
 * in ladder.cu, so that each half of a warp needs one pass for a 16-byte load. */
template <class P> __device__ static uint2 corner(void) {
    unsigned warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    return make_uint2(warp / P::WARPS_ACROSS * 4 * P::TM + (lane / 16 * 2 + lane % 2) * FOUR,
                      warp % P::WARPS_ACROSS * 8 * P::TN + lane / 2 % 8 * FOUR);
}

// region: request
/* Asks for the next tiles, A transposed on the way; `a` and `b` are the thread's own first floats. */
template <class P>
__device__ static void request(struct stage<P> *s, const float *a, const float *b, unsigned n) {
    const unsigned t = threadIdx.x, rows = P::THREADS / RUN, across = P::N / FOUR;
#pragma unroll
    for (unsigned i = 0; i < P::M * DEPTH / P::THREADS; i++) {
        unsigned row = i % (P::M / rows) * rows, k = i / (P::M / rows) * RUN;
        copy4(&s->a[k + t % RUN][row + t / RUN], a + row * n + k);
    }
#pragma unroll
    for (unsigned k = 0; k < DEPTH; k += P::THREADS / across)
        product_copy16(&s->b[k + t / across][t % across * FOUR], b + k * n);
    product_commit();
}
// endregion

template <class P> struct operands { float a[P::TM], b[P::TN]; };

// region: operands
template <class P>
__device__ static void read(struct operands<P> *o, const struct stage<P> *s, unsigned k, uint2 at) {
#pragma unroll
    for (unsigned i = 0; i < P::TM; i += FOUR)
        *(float4 *)&o->a[i] = *(const float4 *)&s->a[k][at.x + i * 4];
#pragma unroll
    for (unsigned j = 0; j < P::TN; j += FOUR)
        *(float4 *)&o->b[j] = *(const float4 *)&s->b[k][at.y + j * 8];
}

template <class P>
__device__ static void multiply(float sum[P::TM][P::TN], const struct operands<P> &o) {
#pragma unroll
    for (unsigned q = 0; q < P::TM * P::TN; q++) {
        const bool down = P::ORDER == COLUMNS_TO_AND_FRO;
        const unsigned length = down ? P::TM : P::TN, line = q / length;
        const bool back = P::ORDER != ROWS && line % 2;
        const unsigned at = back ? length - 1 - q % length : q % length;
        const unsigned i = down ? at : line, j = down ? line : at;
        sum[i][j] = fmaf(o.a[i], o.b[j], sum[i][j]);
    }
}
// endregion

/* The work on one tile: its place among the tiles, and which steps of DEPTH. */
struct task {
    unsigned y, x, from, to;
};

// region: pipeline
/* Adds the steps of a task to `sum`. */
template <class P>
__device__ static void steps(struct stage<P> *s, const float *a, const float *b, unsigned n,
                             struct task w, float sum[P::TM][P::TN]) {
    const unsigned t = threadIdx.x, across = P::N / FOUR, count = w.to - w.from;
    const uint2 at = corner<P>();
    a += (w.y * P::M + t / RUN) * n + w.from * DEPTH + t % RUN;
    b += (w.from * DEPTH + t / across) * n + w.x * P::N + t % across * FOUR;
    for (unsigned i = 0; i < STAGES - 1; i++)
        if (i < count)
            request(&s[i], a + i * DEPTH, b + i * DEPTH * n, n);
        else
            product_commit();
    product_wait<STAGES - 2>();
    __syncthreads();
    struct operands<P> o[2];
    unsigned now = 0, free = STAGES - 1;
    read(&o[0], &s[0], 0, at);
    for (unsigned i = 0; i < count; i++) {
#pragma unroll
        for (unsigned k = 0; k < DEPTH; k++) {
            if (k == DEPTH - 1) { // the next stage has to be there, and this one is free
                product_wait<STAGES - 2>();
                __syncthreads();
                now = now == STAGES - 1 ? 0 : now + 1;
            }
            read(&o[(k + 1) % 2], &s[now], (k + 1) % DEPTH, at);
            if (k == P::ASKS) {
                unsigned ahead = i + STAGES - 1;
                if (ahead < count)
                    request(&s[free], a + ahead * DEPTH, b + ahead * DEPTH * n, n);
                else
                    product_commit();
                free = free == STAGES - 1 ? 0 : free + 1;
            }
            multiply<P>(sum, o[k % 2]);
        }
    }
}
// endregion

template <class P>
__device__ static void write(float *c, unsigned n, struct task w, const float sum[P::TM][P::TN]) {
    const uint2 at = corner<P>();
    float *out = &c[(w.y * P::M + at.x) * n + w.x * P::N + at.y];
#pragma unroll
    for (unsigned i = 0; i < P::TM; i++)
#pragma unroll
        for (unsigned j = 0; j < P::TN; j += FOUR)
            *(float4 *)&out[(i / 4 * 16 + i % 4) * n + j * 8] =
                make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

/* Neighbors in time are neighbors in place: GROUP tiles down, then the next ones across, so that
 * those that run at once share rows of A and columns of B in the L2. */
enum { GROUP = 8 };
template <class P> __device__ static struct task tile_of(unsigned i, unsigned n) {
    const unsigned across = n / P::N, down = n / P::M, high = down < GROUP ? down : GROUP;
    return {i / (high * across) * high + i % high, i / high % across, 0, n / DEPTH};
}

extern __shared__ __align__(16) char dynamic[];

// region: async
template <class P>
__global__ void __launch_bounds__(P::THREADS, P::BLOCKS)
    tiles(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
          unsigned n) {
    float sum[P::TM][P::TN] = {};
    struct task w = tile_of<P>(blockIdx.x, n);
    steps((struct stage<P> *)dynamic, a, b, n, w, sum);
    write<P>(c, n, w, sum);
}
// endregion

/* Sums on their way from one block to another. A flag is 1 while a block's are waiting. */
struct handover {
    unsigned *flag;
    float4 *sums;
};

// region: handover
template <class P> __device__ static void give(struct handover h, const float sum[P::TM][P::TN]) {
    float4 *to = h.sums + blockIdx.x * (P::TM * P::TN / FOUR * P::THREADS) + threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < P::TM * P::TN; i += FOUR) {
        const float *s = &sum[i / P::TN][i % P::TN];
        to[i / FOUR * P::THREADS] = make_float4(s[0], s[1], s[2], s[3]);
    }
    __threadfence(); // the sums are there before the flag says so
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(&h.flag[blockIdx.x], 1);
}

template <class P> __device__ static void take(struct handover h, float sum[P::TM][P::TN]) {
    const unsigned next = blockIdx.x + 1;
    const float4 *from = h.sums + next * (P::TM * P::TN / FOUR * P::THREADS) + threadIdx.x;
    if (threadIdx.x == 0)
        while (atomicCAS(&h.flag[next], 1, 0) != 1)
            ;
    __syncthreads();
    __threadfence();
#pragma unroll
    for (unsigned i = 0; i < P::TM * P::TN; i += FOUR) {
        float *s = &sum[i / P::TN][i % P::TN];
        float4 v = __ldcg(&from[i / FOUR * P::THREADS]); // not from an L1 that may be stale
        s[0] += v.x;
        s[1] += v.y;
        s[2] += v.z;
        s[3] += v.w;
    }
}
// endregion

// region: shares
template <class P>
__global__ void __launch_bounds__(P::THREADS, P::BLOCKS)
    shares(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
           unsigned n, struct handover h) {
    const unsigned deep = n / DEPTH, all = n / P::M * (n / P::N) * deep;
    unsigned from = (unsigned)((uint64_t)all * blockIdx.x / gridDim.x);
    const unsigned to = (unsigned)((uint64_t)all * (blockIdx.x + 1) / gridDim.x);
    while (from < to) {
        struct task w = tile_of<P>(from / deep, n);
        w.from = from % deep;
        if (to - from < deep - w.from) w.to = w.from + to - from;
        float sum[P::TM][P::TN] = {};
        steps((struct stage<P> *)dynamic, a, b, n, w, sum);
        if (w.to < deep) take<P>(h, sum); // the next block began with the rest of this tile
        if (w.from > 0)
            give<P>(h, sum);
        else
            write<P>(c, n, w, sum);
        from += w.to - w.from;
        __syncthreads(); // all are through with the stages
    }
}
// endregion

/* What is launched of a version. */
struct launch {
    const void *kernel;
    unsigned threads, m, n;
    size_t shared;
};

template <class P> static struct launch launch_of(const void *kernel) {
    return {kernel, P::THREADS, P::M, P::N, STAGES * sizeof(struct stage<P>)};
}

static struct launch launch_of(int variant) {
    return variant == ASYNC  ? launch_of<narrow_plan>((const void *)tiles<narrow_plan>)
           : variant == WIDE ? launch_of<wide_plan>((const void *)tiles<wide_plan>)
                             : launch_of<shares_plan>((const void *)shares<shares_plan>);
}

static struct {
    struct launch l;
    unsigned blocks;
    struct handover h;
    struct product p;
} it;

static bool ladder_deep_launch(void *stream, struct problem *why) {
    void *arguments[] = {&it.p.a, &it.p.b, &it.p.c, &it.p.n, &it.h};
    LAB_TRY(cudaLaunchKernel(it.l.kernel, dim3(it.blocks), dim3(it.l.threads), arguments,
                             it.l.shared, (cudaStream_t)stream));
    return true;
}

/* Only here: a kernel that runs everywhere needs no more than the usual shared memory. */
static bool allow(const struct launch &l, struct problem *why) {
    int device, major, most;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    LAB_TRY(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (major < 8) return problem_say(why, "cp.async needs compute capability 8.0");
    if ((size_t)most < l.shared)
        return problem_say(why, "needs %zu bytes of shared memory a block, the card gives %d",
                           l.shared, most);
    LAB_TRY(
        cudaFuncSetAttribute(l.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)l.shared));
    return true;
}

static bool prepare_shares(const struct lab_card *card, unsigned n, struct problem *why) {
    int resident;
    LAB_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, it.l.kernel, (int)it.l.threads,
                                                          it.l.shared));
    const unsigned steps = it.blocks * (n / DEPTH), most = (unsigned)(resident * card->sms);
    it.blocks = steps < most ? steps : most; // no more: who hands over has to be running
    if (!lab_alloc(&it.h.flag, it.blocks + 1, why) ||
        !lab_alloc(&it.h.sums, (size_t)(it.blocks + 1) * it.l.m * it.l.n / FOUR, why))
        return false;
    LAB_TRY(cudaMemset(it.h.flag, 0, (it.blocks + 1) * sizeof *it.h.flag));
    return true;
}

static bool ladder_deep_open(const struct lab_case *c, const struct lab_card *card,
                             struct problem *why) {
    const unsigned n = (unsigned)c->size;
    it = {};
    it.l = launch_of(c->variant);
    it.blocks = n / it.l.m * (n / it.l.n);
    return allow(it.l, why) && (c->variant != SHARES || prepare_shares(card, n, why)) &&
           product_open(&it.p, n, PRODUCT_FLOAT_BITS, why) && ladder_deep_launch(0, why) &&
           product_check(&it.p, 2e-5, why);
}

static bool ladder_deep_property(int variant, const char *name, double *value,
                                 struct problem *why) {
    const struct launch l = launch_of(variant);
    return allow(l, why) && product_property(l.kernel, (int)l.threads, l.shared, name, value, why);
}

extern "C" const struct lab ladder_deep_lab = {"ladder_deep.cu", ladder_deep_open,
                                               ladder_deep_launch, NULL, ladder_deep_property};
