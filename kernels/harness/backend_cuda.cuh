/* backend_cuda.cuh -- the card behind the backend, shared by its three parts:
 * cuda_start.cu (is there a card that this build can run on?), cuda_ask.cu (what the runtime and
 * NVML say about it) and backend_cuda.cu (opening labs and taking samples). */
#ifndef BACKEND_CUDA_CUH
#define BACKEND_CUDA_CUH

#include "lab.cuh"

extern "C" {
#include "backend.h"
#include "build_info.h"
#include "host_cpu.h"
#include "nvml.h"
#include "process.h"
}

enum { STAMP_SLOTS = 1024 };

struct stamp {
    unsigned long long clock, ns;
};

struct cuda {
    int device;
    struct lab_card card;
    cudaDeviceProp prop;
    char pci[32];
    struct nvml nvml;
    cudaStream_t stream;
    cudaEvent_t begin, finish;
    struct stamp *stamps; /* two rows of STAMP_SLOTS */
    struct lab_span *spins; /* a block each; of this card: with --all there is another before it */
    uint4 *flush;
    size_t flush_vectors;
    bool native;       /* machine code of the build, not PTX compiled at start */
    double timer_step; /* seconds between two values of the card's timer */
    /* of the open probe */
    const struct lab *lab;
    int repeats;
    cudaGraphExec_t graph;
};

/* Fills *u for card number `device`; one line in `why` for each way in which it cannot be used. */
bool cuda_start(struct cuda *u, int device, struct problem *why);

bool cuda_ask(void *self, const char *name, char text[ANSWER_TEXT]);

/* The lab of that name (pointer, length) or NULL. */
const struct lab *cuda_lab(const char *name, size_t length);

/* Writes {clock64, globaltimer} of every SM into slot smid. The one kernel that is always there. */
__global__ void stamp_kernel(struct stamp *stamps);

#endif
