/* product.cu -- see product.cuh. */
#include "product.cuh"

#include "reference.h"

#include <string.h>
#include <vector>

enum { PERIOD = 61, B_FROM = 1000003 };

__host__ __device__ static float unit(uint64_t i, int bits) {
    return (float)(lab_word(i) >> (32 - bits)) / (float)(1u << bits);
}

__host__ __device__ static float value_a(size_t row, size_t k, int bits) {
    return unit(row * PERIOD + k % PERIOD, bits);
}

__host__ __device__ static float value_b(size_t index, int bits) {
    return unit(B_FROM + index, bits);
}

__global__ static void fill(float *a, float *b, size_t n, int bits) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n * n; i += step) {
        a[i] = value_a(i / n, i % n, bits);
        b[i] = value_b(i, bits);
    }
}

bool product_open(struct product *p, uint64_t n, int bits, struct problem *why) {
    const size_t count = n * n;
    *p = {(unsigned)n, bits, NULL, NULL, NULL};
    if (!lab_alloc(&p->a, count, why) || !lab_alloc(&p->b, count, why) ||
        !lab_alloc(&p->c, count, why) || !lab_poison(p->c, count * sizeof *p->c, why))
        return false;
    fill<<<4096, 256>>>(p->a, p->b, n, bits);
    LAB_TRY(cudaGetLastError());
    return true;
}

/* The folded sums of B, kept: they are the same for all versions of one size. */
static const std::vector<double> &folded(size_t n, int bits) {
    static std::vector<double> sums;
    static int of;
    if (sums.size() == PERIOD * n && of == bits) return sums;
    std::vector<float> b(n * n);
    for (size_t i = 0; i < n * n; i++)
        b[i] = value_b(i, bits);
    sums.resize(PERIOD * n);
    reference_fold(b.data(), n, PERIOD, sums.data());
    of = bits;
    return sums;
}

static void want_row(const struct product *p, size_t row, const std::vector<double> &sums,
                     std::vector<double> *out) {
    float a[PERIOD];
    for (size_t k = 0; k < PERIOD; k++)
        a[k] = value_a(row, k, p->bits);
    reference_row(a, sums.data(), p->n, PERIOD, out->data());
}

bool product_check(const struct product *p, double tolerance, struct problem *why) {
    const size_t n = p->n;
    const std::vector<double> &sums = folded(n, p->bits);
    auto check = [&](const float *part, size_t first, size_t length) {
        size_t top = first / n, rows = length / n;
        size_t bad = lab_first_wrong(rows, [&](size_t y, size_t end) {
            std::vector<double> want(n);
            for (bool right = true; y < end && right; y += right) {
                want_row(p, top + y, sums, &want);
                for (size_t x = 0; x < n; x++)
                    right = right && reference_close(part[y * n + x], want[x], tolerance);
            }
            return y;
        });
        std::vector<double> want(n);
        if (bad < rows) want_row(p, top + bad, sums, &want);
        for (size_t x = 0; bad < rows && x < n; x++)
            if (!reference_close(part[bad * n + x], want[x], tolerance))
                return lab_wrong(why, first + bad * n + x, part[bad * n + x], want[x]);
        return true;
    };
    return lab_verify_parts(p->c, n * n, n, check, why);
}

bool product_property(const void *kernel, int threads, size_t dynamic, const char *name,
                      double *value, struct problem *why) {
    if (strcmp(name, "shared") == 0) {
        cudaFuncAttributes a;
        LAB_TRY(cudaFuncGetAttributes(&a, kernel));
        *value = (double)(a.sharedSizeBytes + dynamic);
        return true;
    }
    if (strcmp(name, "blocks") == 0) {
        int blocks;
        LAB_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamic));
        *value = blocks;
        return true;
    }
    return lab_kernel_property(kernel, threads, name, value, why);
}
