/* architecture -- see architecture.h. */
#include "model/architecture.h"

/* Lanes: NVIDIA/cuda-samples, Common/helper_cuda.h, _ConvertSMVer2Cores(), commit c94ff36. */
static const struct model_architecture table[] = {
    {"7.5", 64},  {"8.0", 64},   {"8.6", 128},  {"8.9", 128},
    {"9.0", 128}, {"10.0", 128}, {"12.0", 128},
};

const struct model_architecture *model_architecture(struct text capability) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (text_is(capability, table[i].capability)) return &table[i];
    return 0;
}
