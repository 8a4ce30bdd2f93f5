/* architecture -- what the compute capability fixes and no driver reports.
 *
 * Measured cards take these figures from here; reported cards name them, with a source, in their
 * file. */
#pragma once

#include "model/figure.h"

struct model_architecture {
    const char *capability; /* "9.0" */
    double lanes;           /* FP32 lanes of an SM: fused multiply-adds a cycle */
};

/* NULL: not in the table. */
const struct model_architecture *model_architecture(struct text capability);

/* Shared memory: 32 banks, successive 4-byte words in successive banks, one word a bank and cycle
 * (CUDA Programming Guide, shared memory, for compute capability 5.x and later). */
#define MODEL_BANKS 32.0
#define MODEL_BANK_WIDTH 4.0
