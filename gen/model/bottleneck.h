/* bottleneck -- the time of a kernel on a card, which is that of the slowest level.
 *
 * Each level alone would be done after amount / rate seconds. All are taken to work at once and never
 * to wait for each other, so the slowest one's time is the kernel's: it is the bound, and any other is
 * busy for its own share of that time. No latency, no launch, no imbalance: a lower limit that good
 * kernels come near.
 *
 * Rates, in bytes per second, and FLOP per second for compute:
 *
 *     compute     2 (a fused multiply-add) x SMs x FP32 lanes x clock
 *     registers   6 x compute: three 4-byte operands for every 2 FLOP
 *     shared      SMs x banks x bytes of a bank per cycle x clock. 32 x 4 bytes is a ceiling: loads of
 *                 4 bytes a lane reach half of it on several cards, so the model can be asked for
 *                 the rate that loads of 4 or of 16 bytes have been seen to reach instead
 *     L2          bytes per cycle of the whole L2 x clock
 *     DRAM        rated bandwidth of the memory, or
 *
 * with `measured`, shared, L2 and DRAM by what was measured on the card: shared memory by loads of 16
 * bytes a lane, unless the model is asked for loads of 4, DRAM by a copy where the kernel writes much
 * of its traffic, by reads otherwise.
 *
 * All of it is products, quotients and comparisons of doubles in one fixed order, so every IEEE-754
 * machine gives the same bits. Freestanding. */
#pragma once

#include "model/kernel.h"

/* What the rates are computed from; base units (Hz, B, B/s, B per cycle). */
struct model_card {
    struct model_figure sms, lanes, clock;
    struct model_figure banks, bank_width;
    struct model_figure shared_scalar, shared_vector; /* B per cycle and SM, loads of 4, 16 bytes */
    struct model_figure l2, l2_width;                 /* capacity; B per cycle of all of it */
    struct model_figure dram;
    struct model_figure measured_shared, measured_l2, measured_read, measured_copy; /* B/s */
};

/* Bytes that one lane loads from shared memory at once. */
enum model_access { MODEL_ACCESS_CEILING, MODEL_ACCESS_4, MODEL_ACCESS_16 };

struct model_how {
    bool measured;
    enum model_access access;
};

struct model_rates {
    struct model_figure rate[MODEL_LEVELS];
};

/* `writes` is that of struct model_work. */
struct model_rates model_rates(const struct model_card *card, const struct model_how *how,
                               bool writes);

/* Returns the FLOP per byte of DRAM above which the arithmetic takes longer than the memory. */
struct model_figure model_ridge(const struct model_rates *rates);

struct model_result {
    struct model_figure time; /* s; unknown where the time of any level that is used is */
    enum model_level bound;   /* of the levels that are known; the bound itself if time is known */
    double at_least;          /* s; the longest of the levels that are known */
    struct model_figure seconds[MODEL_LEVELS];
    struct model_figure busy[MODEL_LEVELS]; /* 0 to 1 */
    enum model_level unknown;               /* the first level that is not known, or MODEL_LEVELS */
};

/* Within 1e-9 of the time of the slowest level compute is the bound, since registers take exactly
 * as long as multiply-adds; among the others it is the one that is higher on the ladder. */
struct model_result model_predict(const struct model_work *work, const struct model_rates *rates);
