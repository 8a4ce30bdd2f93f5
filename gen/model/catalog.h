/* catalog -- the lists of the model: the figures of a card, what its compute capability fixes, the kinds
 * of kernels, the kernels of the course. Each stands once; tools, pages, help and WebAssembly go through these tables.
 *
 * Freestanding. */
#pragma once

#include "model/bottleneck.h"

/* ---- figures of a card ------------------------------------------------------------------- */

/* What the compute capability fixes where a card's file has no figure: see model_architecture(). */
enum model_rule { MODEL_RULE_NONE, MODEL_RULE_LANES, MODEL_RULE_BANKS, MODEL_RULE_BANK_WIDTH };

/* A figure of struct model_card: a fact of the card's file, or a point of a series. */
struct model_figure_about {
    size_t offset;           /* in struct model_card */
    const char *words;       /* "L2 width" */
    const char *lacks;       /* the same in a sentence: "the width of the path to the L2" */
    const char *fact;        /* its key; NULL: it is measured, or rated */
    const char *series, *at; /* at NULL: a series without axes */
    const char *unit;        /* base unit of a figure that a rule has; NULL: no rule has it */
    enum model_rule rule;
};
enum { MODEL_FIGURES = 14 };
extern const struct model_figure_about model_figures[MODEL_FIGURES];

struct model_figure *model_card_figure(struct model_card *card, int figure);

/* ---- architectures -----------------------------------------------------------------------
 *
 * What the compute capability fixes and no driver reports. Measured cards take their lanes from here; reported
 * cards name them, with a source, in their file. */

struct model_architecture {
    const char *capability; /* "9.0" */
    double lanes;           /* FP32 lanes of an SM: fused multiply-adds a cycle */
    const char *name;       /* "Hopper" */
    int year;               /* in which NVIDIA presented the architecture */
};

/* Returns NULL if it is not in the table. */
const struct model_architecture *model_architecture(struct text capability);

/* Shared memory has 32 banks, successive 4-byte words in successive banks, one word a bank and
 * cycle (CUDA Programming Guide, shared memory, for compute capability 5.x and later). */
#define MODEL_BANKS 32.0
#define MODEL_BANK_WIDTH 4.0

/* ---- kernels ----------------------------------------------------------------------------- */

enum model_kind {
    MODEL_VECADD,
    MODEL_COPY,
    MODEL_TRANSPOSE, /* padded tiles */
    MODEL_UNPADDED,  /* tiles without padding */
    MODEL_GEMM,
    MODEL_FREE, /* sizes are its amounts, by level */
    MODEL_KINDS
};

enum { MODEL_SIZES = 7 };

/* A kind of kernel is given by sizes; a free kernel has none. */
struct model_kind_about {
    int sizes, edges;                /* how many sizes; the first `edges` are its matrix's */
    bool square;                     /* its size is that of a matrix, not of a vector */
    const char *option[MODEL_SIZES]; /* "bm" */
    const char *words[MODEL_SIZES];  /* "block M" */
};
extern const struct model_kind_about model_kinds[MODEL_KINDS];

/* Returns the work of such a kernel; its sizes have to be in the bounds of kernel.h. */
struct model_work model_work_of(enum model_kind kind, const double *sizes, struct model_figure l2);

/* A kernel of the course, with its sizes. */
struct model_kernel {
    const char *name;  /* "gemm128" */
    const char *words; /* "matrix product, 128 × 128 blocks, 8 × 8 per thread" */
    enum model_kind kind;
    double size[MODEL_SIZES];
};
enum { MODEL_KERNELS = 9 };
extern const struct model_kernel model_kernels[MODEL_KERNELS];

const struct model_kernel *model_kernel_find(struct text name); /* NULL: there is none */
