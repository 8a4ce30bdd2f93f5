/* cuda_start.cu -- finds the card, or says in one line why it cannot be used. */
#include "backend_cuda.cuh"

#include <algorithm>
#include <stdlib.h>
#include <string.h>

__global__ void timer_kernel(unsigned long long *step) {
    unsigned long long least = ~0ull, last = lab_ns();
    for (int changes = 0; changes < 64;) {
        unsigned long long now = lab_ns();
        if (now != last) {
            least = now - last < least ? now - last : least;
            last = now;
            changes++;
        }
    }
    *step = least;
}

/* One line for each way in which there is no card (static cudart: 35 stands for "no driver" too,
 * and only the driver version 0 tells the two apart). */
bool cuda_count(int *count, struct problem *why) {
    int driver = 0, runtime = 0;
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    cudaError_t code = cudaGetDeviceCount(count);
    if (code == cudaSuccess && *count > 0) return true;
    if (driver == 0)
        return problem_fatal(why, "no NVIDIA driver found (libcuda.so.1): install the driver, or "
                                  "in a container start it with GPU access");
    if (code == cudaErrorInsufficientDriver)
        return problem_fatal(why,
                             "driver supports CUDA %d.%d, this build needs %d.%d: install a newer "
                             "driver, or build with an older toolkit",
                             driver / 1000, driver % 1000 / 10, runtime / 1000,
                             runtime % 1000 / 10);
    if (code == cudaErrorSystemDriverMismatch)
        return problem_fatal(
            why, "the driver and its library differ (updated without a restart?): reboot, or "
                 "reload the nvidia kernel module");
    if (code == cudaErrorNoDevice || code == cudaErrorInvalidDevice || code == cudaSuccess) {
        struct nvml m;
        nvml_start(&m);
        int mig = nvml_mig_cards(&m), cards = nvml_count(&m);
        nvml_stop(&m);
        char seen[40] = "";
        if (cards > 0) snprintf(seen, sizeof seen, "; the driver has %d", cards);
        if (mig > 0)
            return problem_fatal(why,
                                 "MIG mode is on and no slice is visible%s: create one, or name it "
                                 "in CUDA_VISIBLE_DEVICES (MIG-<uuid>)",
                                 seen);
        if (visible)
            return problem_fatal(why,
                                 "the driver is there but no card is visible: CUDA_VISIBLE_DEVICES "
                                 "is set to \"%.60s\" and may hide it%s",
                                 visible, seen);
        return problem_fatal(why, "the driver is there but finds no card%s", seen);
    }
    return problem_fatal(why, "CUDA does not start: %s (code %d)", cudaGetErrorString(code),
                         (int)code);
}

static const int targets[] = {__CUDA_ARCH_LIST__};

static void target_words(char *text, size_t room) {
    size_t used = 0;
    text[0] = '\0';
    for (int t : targets) {
        int n =
            snprintf(text + used, room - used, "%s%d.%d", used ? " " : "", t / 100, t / 10 % 10);
        used = std::min(room - 1, used + (size_t)(n > 0 ? n : 0));
    }
}

/* What to do where this build has no code for the card. CUDA 13 has dropped what is before 7.5. */
static bool say_no_code(const struct cuda *u, struct problem *why) {
    const int cc = u->prop.major * 10 + u->prop.minor;
    const bool dropped = cc < 75 && __CUDACC_VER_MAJOR__ >= 13;
    char have[80];
    target_words(have, sizeof have);
    return problem_fatal(
        why,
        "no code for compute capability %d.%d (built for %s): %srebuild with make measure "
        "%sNVCC_ARCH=-arch=sm_%d",
        u->prop.major, u->prop.minor, have,
        dropped ? "CUDA 13 cannot compile for it, CUDA 12 can: " : "",
        dropped ? "NVCC=/path/to/cuda-12/bin/nvcc " : "", cc);
}

/* A kernel that does not exist for this card fails here, before anything is timed. */
static bool check_code(struct cuda *u, struct problem *why) {
    cudaFuncAttributes a;
    cudaError_t code = cudaFuncGetAttributes(&a, stamp_kernel);
    if (code == cudaErrorNoKernelImageForDevice || code == cudaErrorInvalidDeviceFunction ||
        code == cudaErrorUnsupportedPtxVersion || code == cudaErrorInvalidPtx)
        return say_no_code(u, why);
    LAB_TRY(code);
    bool native = false;
    for (int t : targets)
        native = native || (t / 100 == u->prop.major && t / 10 % 10 <= u->prop.minor);
    u->native = native;
    if (!native)
        fprintf(stderr,
                "note: no machine code for compute capability %d.%d in this build; the "
                "driver compiles PTX at start\n",
                u->prop.major, u->prop.minor);
    return true;
}

static bool measure_timer(struct cuda *u, struct problem *why) {
    unsigned long long *device, step = 0;
    LAB_TRY(cudaMalloc((void **)&device, sizeof *device));
    timer_kernel<<<1, 1>>>(device);
    LAB_TRY(cudaGetLastError());
    LAB_TRY(cudaMemcpy(&step, device, sizeof step, cudaMemcpyDeviceToHost));
    LAB_TRY(cudaFree(device));
    u->timer_step = (double)step * 1e-9;
    return true;
}

bool cuda_start(struct cuda *u, int device, struct problem *why) {
    int count = 0;
    if (!cuda_count(&count, why)) return false;
    if (device < 0 || device >= count)
        return problem_fatal(why, "no card number %d: there %s %d, numbered from 0", device,
                             count == 1 ? "is" : "are", count);
    u->device = device;
    LAB_TRY(cudaSetDevice(device));
    LAB_TRY(cudaGetDeviceProperties(&u->prop, device));
    LAB_TRY(cudaDeviceGetPCIBusId(u->pci, sizeof u->pci, device));
    u->card.sms = u->prop.multiProcessorCount;
    u->card.l2 = (uint64_t)u->prop.l2CacheSize;
    u->card.shared_sm = u->prop.sharedMemPerMultiprocessor;
    if (!check_code(u, why)) return false;
    if (nvml_start(&u->nvml)) nvml_select(&u->nvml, u->pci);
    LAB_TRY(cudaStreamCreateWithFlags(&u->stream, cudaStreamNonBlocking));
    LAB_TRY(cudaEventCreate(&u->begin));
    LAB_TRY(cudaEventCreate(&u->finish));
    LAB_TRY(cudaMalloc((void **)&u->stamps, 2 * STAMP_SLOTS * sizeof *u->stamps));
    return measure_timer(u, why);
}
