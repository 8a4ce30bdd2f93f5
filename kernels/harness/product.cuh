/* product.cuh -- what the labs that multiply matrices share: inputs, and every result against the
 * CPU. C = A B, n x n floats each, row-major.
 *
 * The columns of A repeat after a period, so that the CPU can fold the sums (reference.h). Values
 * are in [0, 1) with as many bits as asked for: all 24 of a float, so that adders work as on real
 * data, or fewer, so that a format with a shorter mantissa holds them exactly. */
#pragma once

#include "lab.cuh"

enum { PRODUCT_FLOAT_BITS = 24, PRODUCT_TF32_BITS = 11 };

struct product {
    unsigned n;
    int bits;
    float *a, *b, *c;
};

/* Fills A and B and poisons C. */
bool product_open(struct product *p, uint64_t n, int bits, struct problem *why);

/* Compares each element of C with the sum in double precision, to `tolerance` of it. */
bool product_check(const struct product *p, double tolerance, struct problem *why);

/* ---- cp.async: copies from global to shared memory past the registers ---- */

/* The thread goes on at once. */
__device__ static inline void product_copy16(float *to, const float *from) {
#if __CUDA_ARCH__ >= 800
    unsigned shared = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
#endif
}

/* Ends a group of copies. */
__device__ static inline void product_commit(void) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits until at most so many groups of this thread's copies are under way. */
template <int LEFT> __device__ static inline void product_wait(void) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
#endif
}

/* Registers, threads, resident blocks, and under "shared" the bytes of shared memory of a block, of
 * which `dynamic` are given at the launch. */
bool product_property(const void *kernel, int threads, size_t dynamic, const char *name,
                      double *value, struct problem *why);
