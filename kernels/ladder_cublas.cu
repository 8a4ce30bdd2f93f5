/* ladder_cublas.cu -- the goal of the ladder: NVIDIA's own product, of the same matrices.
 *
 * Versions (C = A B, n x n floats, row-major)
 *   0 fp32  cublasSgemm in single precision throughout
 *   1 tf32  cublasSgemm by the tensor cores, which take 11 bits of a float's 24 and sum in single
 *           precision; the inputs have 11 bits, so that nothing is lost on the way in
 *
 * Method  size is n; the library is loaded at run time (harness/cublas.h). As in ladder.cu.
 * Check   every result: fp32 to 2e-5 of it, tf32 to 2e-4, for tensor cores round sums to zero.
 * Run     build/measure --only ladder
 */
#include "harness/cublas.h"
#include "harness/lab.cuh"
#include "harness/product.cuh"

enum { WORKSPACE = 64 << 20 };

static struct {
    struct product p;
    struct cublas blas;
} it;

static void stop(void) {
    cublas_stop(&it.blas);
}

static bool ladder_cublas_launch(void *stream, struct problem *why) {
    return cublas_multiply(&it.blas, stream, it.p.n, it.p.a, it.p.b, it.p.c, why);
}

/* cuBLAS sets its kernels up at the first product, which a graph could not hold. */
static bool ladder_cublas_open(const struct lab_case *c, const struct lab_card *,
                               struct problem *why) {
    const bool tf32 = c->variant == 1;
    void *workspace;
    it = {};
    lab_at_release(stop);
    if (!lab_alloc_bytes(&workspace, WORKSPACE, why) ||
        !cublas_start(&it.blas, tf32 ? CUBLAS_TF32 : CUBLAS_FP32, workspace, WORKSPACE, why) ||
        !product_open(&it.p, c->size, tf32 ? PRODUCT_TF32_BITS : PRODUCT_FLOAT_BITS, why))
        return false;
    LAB_TRY(cudaStreamSynchronize(0));
    return ladder_cublas_launch(0, why) && product_check(&it.p, tf32 ? 2e-4 : 2e-5, why);
}

static bool ladder_cublas_property(int, const char *, double *, struct problem *why) {
    return problem_say(why, "cuBLAS does not tell which of its kernels it takes");
}

extern "C" const struct lab ladder_cublas_lab = {
    "ladder_cublas.cu", ladder_cublas_open, ladder_cublas_launch, NULL, ladder_cublas_property};
