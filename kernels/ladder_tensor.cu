/* ladder_tensor.cu -- the product of ladder.cu by the tensor cores, to see the roof move.
 *
 * Versions (C = A B, n x n floats, row-major)
 *   0 tf32  128 x 256 results a block, 64 x 64 a warp: mma.sync multiplies 16 x 8 by 8 x 8 values
 *           of 11 bits (TF32) in one instruction of a warp, sums in single precision
 *
 * The inputs have 11 bits, so that nothing is lost on the way in.
 * Method  size is n, a power of two from 256 on. As in ladder.cu.
 * Check   every result, to 2e-4 of it, for tensor cores round sums to zero; a product left out of
 *         4,096 shows: harness/product.cuh
 * Run     build/measure --only ladder
 */
#include "harness/lab.cuh"
#include "harness/product.cuh"

enum { M = 128, N = 256, DEPTH = 32, STAGES = 3, WARP = 64, THREADS = M / WARP * N / WARP * 32 };
enum { ROWS = 16, COLUMNS = 8, STEP = 8, FOUR = 4, GROUP = 8 };
enum { DOWN = WARP / ROWS, ACROSS = WARP / COLUMNS };

/* The pads spread the lanes of a fragment, 8 rows of A at 4 depths, 4 depths of B at 8 columns, over
 * all banks. */
struct stage {
    float a[M][DEPTH + 4], b[DEPTH][N + 8];
};

// region: mma
/* sum += a b for 16 x 8 values of A and 8 x 8 of B, which all lanes of the warp hold together. */
__device__ static void mma(float sum[4], const unsigned a[4], const unsigned b[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}
// endregion

/* What a warp multiplies in one step of depth 8; a lane's share. */
struct fragments {
    unsigned a[DOWN][4], b[ACROSS][2];
};

// region: fragments
/* One instruction brings 16 x 8 values of A, each lane the address of four neighbors. */
__device__ static void read_four(unsigned a[4], const float *from) {
#if __CUDA_ARCH__ >= 800
    unsigned shared = (unsigned)__cvta_generic_to_shared(from);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                 : "r"(shared));
#endif
}

__device__ static void read(struct fragments *f, const struct stage *s, unsigned k) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned row = warp / (N / WARP) * WARP, column = warp % (N / WARP) * WARP;
#pragma unroll
    for (unsigned i = 0; i < DOWN; i++)
        read_four(f->a[i], &s->a[row + i * ROWS + lane % 16][k + lane / 16 * FOUR]);
#pragma unroll
    for (unsigned j = 0; j < ACROSS; j++)
#pragma unroll
        for (unsigned q = 0; q < 2; q++)
            f->b[j][q] =
                __float_as_uint(s->b[k + lane % 4 + q * 4][column + j * COLUMNS + lane / 4]);
}
// endregion

/* Asks for the next tiles; `a` and `b` are the thread's own first floats. */
__device__ static void request(struct stage *s, const float *a, const float *b, unsigned n) {
    const unsigned t = threadIdx.x, quads = DEPTH / FOUR, across = N / FOUR;
#pragma unroll
    for (unsigned row = 0; row < M; row += THREADS / quads)
        product_copy16(&s->a[row + t / quads][t % quads * FOUR], a + row * n);
#pragma unroll
    for (unsigned k = 0; k < DEPTH; k += THREADS / across)
        product_copy16(&s->b[k + t / across][t % across * FOUR], b + k * n);
    product_commit();
}

__device__ static void write(float *c, unsigned n, unsigned y, unsigned x,
                             const float sum[DOWN][ACROSS][4]) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned row = y * M + warp / (N / WARP) * WARP + lane / 4;
    const unsigned column = x * N + warp % (N / WARP) * WARP + lane % 4 * 2;
#pragma unroll
    for (unsigned i = 0; i < DOWN; i++)
#pragma unroll
        for (unsigned j = 0; j < ACROSS; j++) {
            float *out = &c[(row + i * ROWS) * n + column + j * COLUMNS];
            *(float2 *)out = make_float2(sum[i][j][0], sum[i][j][1]);
            *(float2 *)(out + 8 * n) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

extern __shared__ __align__(16) char dynamic[];

// region: tf32
__global__ void __launch_bounds__(THREADS, 1)
    tf32(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
         unsigned n) {
    struct stage *s = (struct stage *)dynamic;
    const unsigned t = threadIdx.x, count = n / DEPTH, across = n / N;
    const unsigned high = n / M < GROUP ? n / M : GROUP; // neighbors in time are so in place
    const unsigned y = blockIdx.x / (high * across) * high + blockIdx.x % high;
    const unsigned x = blockIdx.x / high % across;
    a += (y * M + t / (DEPTH / FOUR)) * n + t % (DEPTH / FOUR) * FOUR;
    b += t / (N / FOUR) * n + x * N + t % (N / FOUR) * FOUR;
    float sum[DOWN][ACROSS][4] = {};
    struct fragments f[2];
    for (unsigned i = 0; i < STAGES - 1; i++)
        request(&s[i], a + i * DEPTH, b + i * DEPTH * n, n);
    product_wait<STAGES - 2>();
    __syncthreads();
    unsigned now = 0, free = STAGES - 1;
    read(&f[0], &s[0], 0);
    for (unsigned i = 0; i < count; i++) {
#pragma unroll
        for (unsigned k = 0; k < DEPTH; k += STEP) {
            if (k == DEPTH - STEP) { // the next stage has to be there, and this one is free
                product_wait<STAGES - 2>();
                __syncthreads();
                now = now == STAGES - 1 ? 0 : now + 1;
            }
            read(&f[(k / STEP + 1) % 2], &s[now], (k + STEP) % DEPTH);
            if (k == 0) {
                unsigned ahead = i + STAGES - 1;
                if (ahead < count)
                    request(&s[free], a + ahead * DEPTH, b + ahead * DEPTH * n, n);
                else
                    product_commit();
                free = free == STAGES - 1 ? 0 : free + 1;
            }
#pragma unroll
            for (unsigned p = 0; p < DOWN * ACROSS; p++)
                mma(sum[p / ACROSS][p % ACROSS], f[k / STEP % 2].a[p / ACROSS],
                    f[k / STEP % 2].b[p % ACROSS]);
        }
    }
    write(c, n, y, x, sum);
}
// endregion

static struct product it;
static const size_t SHARED = STAGES * sizeof(struct stage);

static bool ladder_tensor_launch(void *stream, struct problem *why) {
    tf32<<<it.n / M *(it.n / N), THREADS, SHARED, (cudaStream_t)stream>>>(it.a, it.b, it.c, it.n);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool allow(struct problem *why) {
    int device, major, most;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    LAB_TRY(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (major < 8) return problem_say(why, "TF32 needs compute capability 8.0");
    if ((size_t)most < SHARED)
        return problem_say(why, "needs %zu bytes of shared memory a block, the card gives %d",
                           SHARED, most);
    LAB_TRY(cudaFuncSetAttribute((const void *)tf32, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)SHARED));
    return true;
}

static bool ladder_tensor_open(const struct lab_case *c, const struct lab_card *,
                               struct problem *why) {
    return allow(why) && product_open(&it, c->size, PRODUCT_TF32_BITS, why) &&
           ladder_tensor_launch(0, why) && product_check(&it, 2e-4, why);
}

static bool ladder_tensor_property(int, const char *name, double *value, struct problem *why) {
    return allow(why) && product_property((const void *)tf32, THREADS, SHARED, name, value, why);
}

extern "C" const struct lab ladder_tensor_lab = {
    "ladder_tensor.cu", ladder_tensor_open, ladder_tensor_launch, NULL, ladder_tensor_property};
