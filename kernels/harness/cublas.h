/* cublas.h -- NVIDIA's matrix product, to stand beside the course's own.
 *
 * The library is loaded when it is first asked for: no header of it is needed and nothing links to
 * it. Without it cublas_start returns the reason. */
#pragma once

#include "lab.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cublas_math { CUBLAS_FP32, CUBLAS_TF32 };

struct cublas {
    void *handle, *workspace;
    size_t bytes; /* of it */
    int (*multiply)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                    const float *alpha, const float *a, int lda, const float *b, int ldb,
                    const float *beta, float *c, int ldc);
    int (*use_stream)(void *handle, void *stream);
    int (*use_workspace)(void *handle, void *workspace, size_t bytes);
    int (*destroy)(void *handle);
};

/* The workspace is device memory of the caller that lives until cublas_stop; with it a product can
 * be captured in a graph. */
bool cublas_start(struct cublas *b, enum cublas_math math, void *workspace, size_t bytes,
                  struct problem *why);

/* Queues C = A B, n x n, row-major. */
bool cublas_multiply(const struct cublas *b, void *stream, unsigned n, const float *left,
                     const float *right, float *out, struct problem *why);

/* A handle that was not started stays as it is. */
void cublas_stop(struct cublas *b);

#ifdef __cplusplus
}
#endif
