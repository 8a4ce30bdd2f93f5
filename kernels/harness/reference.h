/* reference.h -- results computed on the CPU, where a check takes more than a formula. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A product of n x n matrices takes n^3 steps, too many for a CPU to check a card with. Where the
 * columns of A repeat after `period`, all k with the same remainder share a factor, and
 *     C[i][j] = sum over k of A[i][k] B[k][j] = sum over r < period of A[i][r] S[r][j]
 * with S[r][j] the sum of all B[k][j] with k % period == r: n^2 x period steps. A period that is
 * prime to the edges of all tiles leaves no mix-up of tiles unseen. Matrices are row-major. */

/* Computes s[period][n] from b[n][n]. */
void reference_fold(const float *b, size_t n, size_t period, double *s);
/* Computes one row of C from a row's first `period` values of A. */
void reference_row(const float *a, const double *s, size_t n, size_t period, double *row);

/* Returns |got - want| <= tolerance x |want|; a NaN on either side is not close. */
bool reference_close(double got, double want, double tolerance);

/* Returns how many 32-byte sectors a warp's load of `lanes` neighbouring floats touches, the first
 * one `offset` floats past a sector's start. */
size_t reference_sectors(size_t offset, size_t lanes);

/* Returns the passes in which shared memory serves `lanes` lanes, each of which takes the 16 bytes of
 * that number (below 256): eight of them lie side by side over all banks, and different ones that share
 * their banks take turns. */
size_t reference_passes(const unsigned char *number, size_t lanes);

#ifdef __cplusplus
}
#endif
