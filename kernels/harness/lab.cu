/* lab.cu -- the shared half of the experiments: memory, inputs, comparison, spans. */
#include "lab.cuh"

extern "C" {
#include "build_info.h"
}

#include <algorithm>
#include <math.h>
#include <string.h>
#include <vector>

static std::vector<void *> held;
static std::vector<void (*)(void)> undone; /* at the next release */
static lab_table table;
static void *stage;

bool lab_fail(struct problem *why, cudaError_t code, const char *call, const char *file, int line) {
    const char *base = strrchr(file, '/');
    snprintf(why->text, sizeof why->text, "%s:%d: %.120s: %s", base ? base + 1 : file, line, call,
             cudaGetErrorString(code));
    (void)cudaGetLastError();
    /* An error that stays after it was read is sticky: the context is lost. */
    why->fatal = cudaDeviceSynchronize() != cudaSuccess;
    return false;
}

bool lab_alloc_bytes(void **p, size_t bytes, struct problem *why) {
    cudaError_t code = cudaMalloc(p, bytes);
    if (code == cudaErrorMemoryAllocation) {
        size_t free_now = 0, total = 0;
        (void)cudaGetLastError();
        LAB_TRY(cudaMemGetInfo(&free_now, &total));
        return problem_say(why, "needs %.1f MiB more, %.1f MiB free", (double)bytes / 1048576,
                           (double)free_now / 1048576);
    }
    LAB_TRY(code);
    held.push_back(*p);
    return true;
}

void lab_at_release(void (*what)(void)) {
    undone.push_back(what);
}

void lab_has_table(lab_table what) {
    table = what;
}

bool lab_read_table(double *value, size_t count, struct problem *why) {
    return table ? table(value, count, why) : problem_say(why, "this experiment leaves no table");
}

void lab_release(void) {
    for (; !undone.empty(); undone.pop_back())
        undone.back()();
    table = NULL;
    for (void *p : held)
        (void)cudaFree(p);
    held.clear();
}

bool lab_stage(void **p, struct problem *why) {
    if (!stage) LAB_TRY(cudaMallocHost(&stage, LAB_STAGE));
    *p = stage;
    return true;
}

__global__ static void fill_words(uint32_t *out, size_t words) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step)
        out[i] = lab_word(i);
}

__global__ static void fill_small(float *out, size_t count, uint64_t from) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        out[i] = lab_small(from + i);
}

bool lab_fill_words(uint32_t *device, size_t words, struct problem *why) {
    fill_words<<<4096, 256>>>(device, words);
    LAB_TRY(cudaGetLastError());
    return true;
}

bool lab_fill_small(float *device, size_t count, uint64_t from, struct problem *why) {
    fill_small<<<4096, 256>>>(device, count, from);
    LAB_TRY(cudaGetLastError());
    return true;
}

bool lab_poison(void *device, size_t bytes, struct problem *why) {
    LAB_TRY(cudaMemset(device, 0xA5, bytes));
    return true;
}

bool lab_wrong(struct problem *why, uint64_t at, double got, double want) {
    if (isnan(got)) /* printf writes -nan for some patterns */
        return problem_say(why, "wrong result at [%llu]: got nan, want %.9g",
                           (unsigned long long)at, want);
    return problem_say(why, "wrong result at [%llu]: got %.10g, want %.10g", (unsigned long long)at,
                       got, want);
}

bool lab_read_spans(const struct lab_span *device, int blocks, bool one_an_sm, struct lab_time *t,
                    struct problem *why) {
    std::vector<struct lab_span> span((size_t)blocks);
    LAB_TRY(cudaMemcpy(span.data(), device, span.size() * sizeof span[0], cudaMemcpyDeviceToHost));
    std::vector<unsigned long long> cycles;
    std::vector<double> hz;
    std::vector<unsigned int> sms;
    unsigned long long first = span[0].ns0, last = span[0].ns1;
    for (const struct lab_span &s : span) {
        cycles.push_back(s.clock1 - s.clock0);
        hz.push_back((double)(s.clock1 - s.clock0) / ((double)(s.ns1 - s.ns0) * 1e-9));
        sms.push_back(s.sm);
        first = std::min(first, s.ns0);
        last = std::max(last, s.ns1);
    }
    std::sort(sms.begin(), sms.end());
    if (one_an_sm && std::adjacent_find(sms.begin(), sms.end()) != sms.end())
        return problem_say(why, "two blocks shared an SM: not one block an SM");
    std::nth_element(cycles.begin(), cycles.begin() + cycles.size() / 2, cycles.end());
    t->cycles = (double)cycles[cycles.size() / 2];
    std::nth_element(hz.begin(), hz.begin() + hz.size() / 2, hz.end());
    t->hz = hz[hz.size() / 2];
    t->seconds = (double)(last - first) * 1e-9;
    return true;
}

std::vector<uint32_t> lab_one_cycle(size_t count) {
    std::vector<uint32_t> order(count);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (size_t i = count - 1; i > 0; i--) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        size_t j = (size_t)(state % i);
        uint32_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    return order;
}

/* What the compiler said of the code of this kernel that the card runs. */
static bool compiled_property(const void *kernel, const char *name, double *value,
                              struct problem *why) {
#if CUDART_VERSION >= 12030
    const char *called;
    cudaFuncAttributes a;
    LAB_TRY(cudaFuncGetName(&called, kernel));
    LAB_TRY(cudaFuncGetAttributes(&a, kernel));
    for (const struct build_compiled *c = build_compiled; c->kernel; c++) {
        if (c->sm != a.binaryVersion || strcmp(c->kernel, called) != 0) continue;
        *value = strcmp(name, "registers") == 0 ? c->registers
                 : strcmp(name, "frame") == 0   ? c->frame
                 : strcmp(name, "stores") == 0  ? c->stores
                                                : c->loads;
        return true;
    }
    return problem_say(why, "the build holds no report of its compiler for sm_%d", a.binaryVersion);
#else
    (void)kernel, (void)name, (void)value;
    return problem_say(why, "toolkits before 12.3 do not say which kernel this is");
#endif
}

bool lab_kernel_property(const void *kernel, int threads, const char *name, double *value,
                         struct problem *why) {
    cudaFuncAttributes a;
    const size_t prefix = strlen("compiled.");
    if (strncmp(name, "compiled.", prefix) == 0)
        return compiled_property(kernel, name + prefix, value, why);
    LAB_TRY(cudaFuncGetAttributes(&a, kernel));
    if (strcmp(name, "registers") == 0) {
        *value = a.numRegs;
    } else if (strcmp(name, "frame") == 0) {
        *value = (double)a.localSizeBytes;
    } else if (strcmp(name, "threads") == 0) {
        *value = threads;
    } else if (strcmp(name, "blocks") == 0) {
        int blocks;
        LAB_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0));
        *value = blocks;
    } else {
        return problem_say(why, "no property %s", name);
    }
    return true;
}
