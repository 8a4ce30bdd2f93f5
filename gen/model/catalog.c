/* catalog -- see catalog.h. */
#include "model/catalog.h"

/* ---- figures of a card ------------------------------------------------------------------- */

#define AT(member) offsetof(struct model_card, member)
const struct model_figure_about model_figures[MODEL_FIGURES] = {
    {AT(sms), "SMs", "the number of SMs", .fact = "sms"},
    {AT(lanes), "FP32 lanes per SM", "the number of FP32 lanes in an SM", .fact = "lanes",
     .unit = "1", .rule = MODEL_RULE_LANES},
    {AT(clock), "SM clock", "the clock of the SMs", .fact = "clock.sm"},
    {AT(banks), "Banks of shared memory", "the number of banks of shared memory", .fact = "banks",
     .unit = "1", .rule = MODEL_RULE_BANKS},
    {AT(bank_width), "Width of a bank", "the width of a bank of shared memory",
     .fact = "bank.width", .unit = "B/cycle", .rule = MODEL_RULE_BANK_WIDTH},
    {AT(shared_scalar), "Shared memory, loads of 4 bytes, per SM",
     "what loads of 4 bytes a lane reach in shared memory", .fact = "shared.scalar"},
    {AT(shared_vector), "Shared memory, loads of 16 bytes, per SM",
     "what loads of 16 bytes a lane reach in shared memory", .fact = "shared.vector"},
    {AT(l2), "L2 capacity", "the capacity of the L2", .fact = "l2"},
    {AT(l2_width), "L2 width", "the width of the path to the L2", .fact = "l2.width"},
    {AT(dram), "DRAM, rated", "the rated bandwidth of DRAM", .series = "dram.rated"},
    {AT(measured_shared), "Shared memory, measured", "a measured bandwidth of shared memory",
     .series = "bandwidth.rate", .at = "shared"},
    {AT(measured_l2), "L2, measured", "a measured bandwidth of the L2", .series = "bandwidth.rate",
     .at = "l2"},
    {AT(measured_read), "DRAM, measured by reads", "a bandwidth of DRAM measured by reads",
     .series = "bandwidth.rate", .at = "dram"},
    {AT(measured_copy), "DRAM, measured by a copy", "a bandwidth of DRAM measured by a copy",
     .series = "copy.rate", .at = "copy"},
};

struct model_figure *model_card_figure(struct model_card *card, int figure) {
    return (struct model_figure *)(void *)((char *)card + model_figures[figure].offset);
}

/* ---- architectures ----------------------------------------------------------------------- */

/* Lanes: NVIDIA/cuda-samples, Common/helper_cuda.h, _ConvertSMVer2Cores(), commit c94ff36. Names: CUDA
 * Programming Guide, compute capabilities. Years: of NVIDIA's white papers of the architectures. */
static const struct model_architecture architectures[] = {
    {"7.5", 64, "Turing", 2018},      {"8.0", 64, "Ampere", 2020},
    {"8.6", 128, "Ampere", 2020},     {"8.9", 128, "Ada", 2022},
    {"9.0", 128, "Hopper", 2022},     {"10.0", 128, "Blackwell", 2024},
    {"12.0", 128, "Blackwell", 2024},
};

const struct model_architecture *model_architecture(struct text capability) {
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
        if (text_is(capability, architectures[i].capability)) return &architectures[i];
    return 0;
}

/* ---- kernels ----------------------------------------------------------------------------- */

const struct model_kind_about model_kinds[MODEL_KINDS] = {
    [MODEL_VECADD] = {1, 1, false, {"n"}, {"elements"}},
    [MODEL_COPY] = {1, 1, false, {"n"}, {"elements"}},
    [MODEL_TRANSPOSE] = {1, 1, true, {"n"}, {"rows"}},
    [MODEL_UNPADDED] = {1, 1, true, {"n"}, {"rows"}},
    [MODEL_GEMM] = {.sizes = 7,
                    .edges = 3,
                    .square = true,
                    .option = {"m", "n", "k", "bm", "bn", "tm", "tn"},
                    .words = {"M", "N", "K", "block M", "block N", "thread M", "thread N"}},
};

struct model_work model_work_of(enum model_kind kind, const double *sizes, struct model_figure l2) {
    switch (kind) {
    case MODEL_VECADD: return model_vecadd(sizes[0]);
    case MODEL_COPY: return model_copy(sizes[0]);
    case MODEL_TRANSPOSE: return model_transpose(sizes[0], true);
    case MODEL_UNPADDED: return model_transpose(sizes[0], false);
    case MODEL_GEMM: {
        const struct model_gemm gemm = {sizes[0], sizes[1], sizes[2], sizes[3],
                                        sizes[4], sizes[5], sizes[6]};
        return model_gemm(&gemm, l2);
    }
    case MODEL_FREE:
    case MODEL_KINDS: break;
    }
    return model_free(sizes);
}

const struct model_kernel model_kernels[MODEL_KERNELS] = {
    {"vecadd", "vector addition, c = a + b", MODEL_VECADD, {268435456}},
    {"gemm16", "matrix product, 16 × 16 blocks, 1 × 1 per thread", MODEL_GEMM,
     .size = {4096, 4096, 4096, 16, 16, 1, 1}},
    {"gemm32", "matrix product, 32 × 32 blocks, 1 × 1 per thread", MODEL_GEMM,
     .size = {4096, 4096, 4096, 32, 32, 1, 1}},
    {"gemm64", "matrix product, 64 × 64 blocks, 8 × 1 per thread", MODEL_GEMM,
     .size = {4096, 4096, 4096, 64, 64, 8, 1}},
    {"gemm128", "matrix product, 128 × 128 blocks, 8 × 8 per thread", MODEL_GEMM,
     .size = {4096, 4096, 4096, 128, 128, 8, 8}},
    {"gemm256", "matrix product, 128 × 256 blocks, 16 × 8 per thread", MODEL_GEMM,
     .size = {4096, 4096, 4096, 128, 256, 16, 8}},
    {"copy", "copy, b = a", MODEL_COPY, {268435456}},
    {"transpose", "transpose through padded tiles", MODEL_TRANSPOSE, {16384}},
    {"transpose_tiled", "transpose through tiles without padding", MODEL_UNPADDED, {16384}},
};

const struct model_kernel *model_kernel_find(struct text name) {
    for (int i = 0; i < MODEL_KERNELS; i++)
        if (text_is(name, model_kernels[i].name)) return &model_kernels[i];
    return 0;
}
