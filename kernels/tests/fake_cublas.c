/* fake_cublas.c -- stands in for libcublas.so.13 in libraries.test: a product on the CPU, by columns as
 * cuBLAS has them, that knows what was set before. The function named in FAILS gives status 13. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int cublasCreate_v2(void **handle);
int cublasDestroy_v2(void *handle);
int cublasSetMathMode(void *handle, int mode);
int cublasSetStream_v2(void *handle, void *stream);
int cublasSetWorkspace_v2(void *handle, void *workspace, size_t bytes);
int cublasSgemm_v2(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                   const float *alpha, const float *a, int lda, const float *b, int ldb,
                   const float *beta, float *c, int ldc);

enum { FAILED = 13, NO_WORKSPACE = 14, WRONG_MODE = 15 };

static struct {
    int mode;
    const void *stream, *workspace;
} set;

static int status_of(const char *name) {
    const char *fails = getenv("FAILS");
    return fails && strcmp(fails, name) == 0 ? FAILED : 0;
}

int cublasCreate_v2(void **handle) {
    *handle = &set;
    return status_of("create");
}

int cublasDestroy_v2(void *handle) {
    return handle == &set ? 0 : FAILED;
}

int cublasSetMathMode(void *handle, int mode) {
    (void)handle;
    set.mode = mode;
    return status_of("mode");
}

/* As the library has it, a stream takes the workspace away. */
int cublasSetStream_v2(void *handle, void *stream) {
    (void)handle;
    set.stream = stream;
    set.workspace = NULL;
    return status_of("stream");
}

#ifndef OLD
int cublasSetWorkspace_v2(void *handle, void *workspace, size_t bytes) {
    (void)handle;
    set.workspace = bytes ? workspace : NULL;
    return status_of("workspace");
}
#endif

int cublasSgemm_v2(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                   const float *alpha, const float *a, int lda, const float *b, int ldb,
                   const float *beta, float *c, int ldc) {
    const char *mode = getenv("MODE");
    if (handle != &set || transpose_a || transpose_b || !set.workspace || !set.stream)
        return NO_WORKSPACE;
    if (mode && set.mode != (int)strtol(mode, NULL, 10)) return WRONG_MODE;
    for (int column = 0; column < n; column++)
        for (int row = 0; row < m; row++) {
            float sum = 0;
            for (int i = 0; i < k; i++)
                sum += a[i * lda + row] * b[column * ldb + i];
            c[column * ldc + row] = *alpha * sum + *beta * c[column * ldc + row];
        }
    return status_of("product");
}
