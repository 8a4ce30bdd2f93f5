/* kernel -- see kernel.h. */
#include "model/kernel.h"

enum { FLOAT_BYTES = 4, OPERANDS = 3, WARP = 32 };

static const char *const level_names[MODEL_LEVELS] = {"registers", "shared", "l2", "dram",
                                                      "compute"};

const char *model_level_name(enum model_level level) {
    return level_names[level];
}

const char *model_level_words(enum model_level level) {
    static const char *const words[MODEL_LEVELS] = {"registers", "shared memory", "L2", "DRAM",
                                                    "compute"};
    return words[level];
}

enum model_level model_level_of(struct text name) {
    int level = 0;
    while (level < MODEL_LEVELS && !text_is(name, level_names[level]))
        level++;
    return (enum model_level)level;
}

struct model_work model_free(const double amount[MODEL_LEVELS]) {
    struct model_work work = {0};
    for (int level = 0; level < MODEL_LEVELS; level++)
        work.amount[level] = figure_known(amount[level]);
    return work;
}

struct model_work model_vecadd(double n) {
    struct model_work work = model_free((double[MODEL_LEVELS]){
        [MODEL_REGISTERS] = n * (OPERANDS * FLOAT_BYTES),
        [MODEL_L2] = n * (3 * FLOAT_BYTES),
        [MODEL_DRAM] = n * (3 * FLOAT_BYTES),
        [MODEL_COMPUTE] = n,
    });
    work.writes = true;
    return work;
}

struct model_work model_copy(double n) {
    struct model_work work = model_free((double[MODEL_LEVELS]){
        [MODEL_L2] = n * (2 * FLOAT_BYTES),
        [MODEL_DRAM] = n * (2 * FLOAT_BYTES),
    });
    work.writes = true;
    return work;
}

struct model_work model_transpose(double n, bool padded) {
    double wavefronts = padded ? 1 : WARP;
    struct model_work work = model_copy(n * n);
    work.amount[MODEL_SHARED] = figure_known(n * n * FLOAT_BYTES * (1 + wavefronts));
    return work;
}

struct model_work model_gemm(const struct model_gemm *gemm, struct model_figure l2) {
    double m = gemm->m, n = gemm->n, k = gemm->k;
    double flops = 2 * m * n * k;
    double inputs = FLOAT_BYTES * (m * k + k * n), output = FLOAT_BYTES * (m * n);
    // region: gemm
    /* A is read once for every column of blocks, B once for every row of blocks. */
    double tiles = FLOAT_BYTES * (m * k * (n / gemm->bn) + k * n * (m / gemm->bm));
    /* For each of k steps a thread reads a column of tm and a row of tn values. */
    double threads = m * n / (gemm->tm * gemm->tn);
    double operands = FLOAT_BYTES * k * threads * (gemm->tm + gemm->tn);
    struct model_work work = model_free((double[MODEL_LEVELS]){
        [MODEL_REGISTERS] = flops / 2 * (OPERANDS * FLOAT_BYTES),
        [MODEL_SHARED] = tiles + operands,
        [MODEL_L2] = tiles + output,
        [MODEL_COMPUTE] = flops,
    });
    double read = l2.known && inputs <= l2.value ? inputs : tiles;
    work.amount[MODEL_DRAM] = l2.known ? figure_known(read + output) : l2;
    // endregion
    return work;
}
