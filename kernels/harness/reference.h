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

/* Returns how many 32-byte sectors a warp's load of `lanes` neighboring floats touches, the first
 * one `offset` floats past a sector's start. */
size_t reference_sectors(size_t offset, size_t lanes);

/* In what order the lanes of a warp take 8 or 16 bytes: the same for all; each lane the next; two lanes that
 * are 1, 2, 4, 8 or 16 apart the same, 16 different ones in all; the first half as with 1, the second as
 * with 2; every other one. */
enum lane_order {
    ORDER_ONE,
    ORDER_ROW,
    ORDER_LANES1,
    ORDER_LANES2,
    ORDER_LANES4,
    ORDER_LANES8,
    ORDER_LANES16,
    ORDER_TURNED,
    ORDER_SECOND,
    LANE_ORDERS
};

/* Sets the numbers, below 64, of what each lane takes. */
void reference_order(enum lane_order order, unsigned char number[32]);

/* Returns the cycles that such a load takes at least: a bank gives one word in a cycle, to all lanes that ask
 * for it. */
size_t reference_bank_cycles(const unsigned char number[32], size_t bytes);

/* Returns the passes in which shared memory serves a warp of which each lane takes the 8 or 16 bytes of
 * that number (below 256). Those that lie side by side go over all banks in 128 bytes; different ones that
 * share their banks take turns. Where each lane takes what the lane 1 from it (its number with the last
 * bit turned) takes, or each what the lane 2 from it takes, a whole warp is served at once for 8 bytes, half
 * a one for 16; otherwise half as many. This is what an H200 was seen to do (bank.cu); no document of
 * NVIDIA's says so. */
size_t reference_wide(const unsigned char number[32], size_t bytes);

#ifdef __cplusplus
}
#endif
