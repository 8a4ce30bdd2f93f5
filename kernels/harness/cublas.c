/* cublas.c -- see cublas.h. Numbers of modes and codes are those of NVIDIA's cublas_api.h. */
#include "cublas.h"

#include "library.h"

enum { CUBLAS_OK = 0, NOT_TRANSPOSED = 0 };

static const int math_modes[] = {[CUBLAS_FP32] = 2, /* pedantic: no faster arithmetic */
                                 [CUBLAS_TF32] = 3};

/* The newest comes first; the last is the toolkit's folder, which the loader may not search. */
static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11",
                                    "libcublas.so", "/usr/local/cuda/lib64/libcublas.so"};

/* The library stays loaded, as it holds kernels of the device, which would be loaded again. */
static void *library(void) {
    static void *loaded;
    if (!loaded) loaded = library_open(names, sizeof names / sizeof names[0]);
    return loaded;
}

static bool find(const char *name, void *function, size_t size, struct problem *why) {
    return library_find(library(), name, function, size) ||
           problem_say(why, "cuBLAS has no function %s: version 11 or newer is needed", name);
}
#define FIND(name, f, why) find((name), &(f), sizeof(f), (why))

static bool worked(int code, const char *what, struct problem *why) {
    return code == CUBLAS_OK || problem_say(why, "cuBLAS: %s gave status %d", what, code);
}

bool cublas_start(struct cublas *b, enum cublas_math math, void *workspace, size_t bytes,
                  struct problem *why) {
    int (*create)(void **handle), (*set_math)(void *handle, int mode);
    *b = (struct cublas){.workspace = workspace, .bytes = bytes};
    if (!library())
        return problem_say(why, "cuBLAS was not found: no libcublas.so.13, .12 or .11 where the "
                                "loader looks (LD_LIBRARY_PATH)");
    if (!FIND("cublasCreate_v2", create, why) || !FIND("cublasDestroy_v2", b->destroy, why) ||
        !FIND("cublasSetMathMode", set_math, why) || !FIND("cublasSgemm_v2", b->multiply, why) ||
        !FIND("cublasSetStream_v2", b->use_stream, why) ||
        !FIND("cublasSetWorkspace_v2", b->use_workspace, why))
        return false;
    return worked(create(&b->handle), "cublasCreate", why) &&
           worked(set_math(b->handle, math_modes[math]), "cublasSetMathMode", why);
}

/* cuBLAS stores matrices by columns, so that a row-major matrix is the transposed one to it, and
 * the transposed product of A and B is that of transposed B and transposed A. A new stream drops
 * the workspace. */
bool cublas_multiply(const struct cublas *b, void *stream, unsigned n, const float *left,
                     const float *right, float *out, struct problem *why) {
    static const float one = 1, zero = 0;
    const int edge = (int)n;
    return worked(b->use_stream(b->handle, stream), "cublasSetStream", why) &&
           worked(b->use_workspace(b->handle, b->workspace, b->bytes), "cublasSetWorkspace", why) &&
           worked(b->multiply(b->handle, NOT_TRANSPOSED, NOT_TRANSPOSED, edge, edge, edge, &one,
                              right, edge, left, edge, &zero, out, edge),
                  "cublasSgemm", why);
}

void cublas_stop(struct cublas *b) {
    if (b->handle) (void)b->destroy(b->handle);
    b->handle = NULL;
}
