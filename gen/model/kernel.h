/* kernel -- the work of a kernel on each level: bytes moved, and floating-point operations.
 *
 * The work is counted, not simulated: every access is coalesced, elements are 4-byte floats, and
 *
 *     registers   three operands of 4 bytes for every arithmetic instruction, an addition or a fused
 *                 multiply-add; loads and stores are not counted
 *     shared      bytes that go through the banks; an access with a bank conflict of degree d counts
 *                 d times, since it takes d wavefronts
 *     L2          bytes between the SMs and L2; there is no L1 in this model
 *     DRAM        of streaming kernels, the same bytes as L2. Of a GEMM whose A and B both fit in
 *                 L2, every element once (read A and B, write C): the compulsory traffic. Of a GEMM
 *                 whose A and B do not fit, the bytes of L2: no reuse is assumed at all. Real caches
 *                 lie between, so the model is late by up to that factor just above the capacity.
 *
 * Sizes are whole numbers from 1 to MODEL_SIZE_MAX, given as doubles; blocks are no larger than the
 * matrix. Amounts are exact up to 2^53 and rounded beyond. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "view.h"

/* ---- figures -----------------------------------------------------------------------------
 *
 * The model computes with sourced figures only. Where one is not known, what depends on it is not
 * known either, for the same reason; what does not depend on it is computed as usual. */

/* A number that may be unknown, with the reason. A zero value is unknown without a reason. */
struct model_figure {
    bool known;
    double value;
    struct text reason; /* where it is not known */
};

static inline struct model_figure figure_known(double value) {
    return (struct model_figure){.known = true, .value = value};
}

static inline struct model_figure figure_unknown(struct text reason) {
    return (struct model_figure){.reason = reason};
}

/* The product is unknown for the reason of the first factor that is unknown. */
static inline struct model_figure figure_times(struct model_figure a, struct model_figure b) {
    if (!a.known) return a;
    return b.known ? figure_known(a.value * b.value) : b;
}

/* The same; `b` is not 0. */
static inline struct model_figure figure_over(struct model_figure a, struct model_figure b) {
    if (!a.known) return a;
    return b.known ? figure_known(a.value / b.value) : b;
}

/* ---- kernels ----------------------------------------------------------------------------- */

#define MODEL_SIZE_MAX 1099511627776.0 /* 2^40: no card has so many bytes */

/* The levels are in the order of the ladder. The amounts of COMPUTE are FLOP instead of bytes. */
enum model_level {
    MODEL_REGISTERS,
    MODEL_SHARED,
    MODEL_L2,
    MODEL_DRAM,
    MODEL_COMPUTE,
    MODEL_LEVELS
};

/* Returns "registers", "shared", "l2", "dram" or "compute". */
const char *model_level_name(enum model_level level);
/* Returns "registers", "shared memory", "L2", "DRAM" or "compute", for readers. */
const char *model_level_words(enum model_level level);
/* Returns MODEL_LEVELS if no level has that name. */
enum model_level model_level_of(struct text name);

struct model_work {
    struct model_figure amount[MODEL_LEVELS];
    bool writes; /* much of the DRAM traffic is writes: see model_rates() */
};

/* Returns the work of c[i] = a[i] + b[i] for n elements. */
struct model_work model_vecadd(double n);
/* Returns the work of b[i] = a[i]. */
struct model_work model_copy(double n);
/* Transposes an n x n matrix through tiles in shared memory, 32 elements wide: rows are written into a
 * tile, columns are read. Without padding all lanes of a warp read one bank, 32 wavefronts a column. */
struct model_work model_transpose(double n, bool padded);

/* C = A B has A of m x k and B of k x n elements, in blocks of bm x bn results, each thread computing
 * tm x tn of them. A block that hangs over the edge counts as the part of it that does not. */
struct model_gemm {
    double m, n, k, bm, bn, tm, tn;
};
/* `l2` is the capacity in bytes; where it is unknown, the DRAM traffic is unknown too. */
struct model_work model_gemm(const struct model_gemm *gemm, struct model_figure l2);

/* Takes the amounts as given; a level that is not used has 0. */
struct model_work model_free(const double amount[MODEL_LEVELS]);
