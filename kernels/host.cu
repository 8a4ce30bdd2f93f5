/* host.cu -- across the bus: copies between host and device, and a load from host memory.
 *
 * Versions
 *   0 h2d pinned, 1 d2h pinned      cudaMemcpyAsync between page-locked host memory and the device
 *   2 h2d pageable, 3 d2h pageable  the same with memory as malloc gives it: the runtime copies
 *                                   it through page-locked memory of its own
 *   4 load                          one thread of a kernel follows pointers in page-locked host
 *                                   memory that is mapped into the device's address space
 *
 * Method  size is the bytes of one copy, or the footprint of the walk, param its steps. Copies are
 *         timed by events in the stream; bytes are counted once. The walk is that of latency.cu:
 *         lines of 128 bytes in random order, each load (ld.global.cg) waits for the last, and a
 *         sample goes on where the one before ended: no line is met twice.
 * Needs   load: a device that can map host memory.
 * Check   every word copied; where the walk ends.
 * Run     build/measure --only host
 */
#include "harness/lab.cuh"

#include <stdlib.h>
#include <string.h>

enum { H2D_PINNED, D2H_PINNED, H2D_PAGEABLE, D2H_PAGEABLE, LOAD };
enum { LINE = 128, UNROLL = 8 };

// region: load
__global__ void host_chase(unsigned long long *start, struct lab_span *span, unsigned steps) {
    unsigned long long at = *start;
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
    }
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
    *start = at;
}
// endregion

static struct {
    int variant;
    size_t bytes;
    unsigned steps;
    void *host; /* pinned, or of malloc */
    uint32_t *device;
    unsigned long long *start;
    struct lab_span *span;
} it;

static bool pageable(void) {
    return it.variant == H2D_PAGEABLE || it.variant == D2H_PAGEABLE;
}

static bool to_device(void) {
    return it.variant == H2D_PINNED || it.variant == H2D_PAGEABLE;
}

static void free_host(void) {
    if (pageable())
        free(it.host);
    else
        (void)cudaFreeHost(it.host);
    it.host = NULL;
}

static bool alloc_host(unsigned flags, struct problem *why) {
    cudaError_t code = cudaSuccess;
    if (pageable())
        it.host = malloc(it.bytes);
    else
        code = cudaHostAlloc(&it.host, it.bytes, flags);
    if (code == cudaSuccess && it.host) {
        lab_at_release(free_host);
        return true;
    }
    (void)cudaGetLastError();
    it.host = NULL;
    snprintf(why->text, sizeof why->text, "needs %.0f MiB of %s host memory: %s",
             (double)it.bytes / 1048576, pageable() ? "pageable" : "page-locked",
             pageable() ? "malloc gave none" : cudaGetErrorString(code));
    why->fatal = false;
    return false;
}

static bool host_launch(void *stream, struct problem *why) {
    cudaStream_t s = (cudaStream_t)stream;
    if (it.variant == LOAD) {
        host_chase<<<1, 1, 0, s>>>(it.start, it.span, it.steps);
        LAB_TRY(cudaGetLastError());
    } else if (to_device()) {
        LAB_TRY(cudaMemcpyAsync(it.device, it.host, it.bytes, cudaMemcpyHostToDevice, s));
    } else {
        LAB_TRY(cudaMemcpyAsync(it.host, it.device, it.bytes, cudaMemcpyDeviceToHost, s));
    }
    return true;
}

/* The words on the host; all processors write or compare them. */
static bool host_words(bool write, struct problem *why) {
    uint32_t *word = (uint32_t *)it.host;
    const size_t ROW = 4096, rows = it.bytes / 4 / ROW;
    size_t bad = lab_first_wrong(rows, [&](size_t y, size_t end) {
        for (; y < end; y++) {
            size_t wrong = 0;
            for (size_t i = y * ROW; i < (y + 1) * ROW; i++)
                if (write)
                    word[i] = lab_word(i);
                else
                    wrong += word[i] != lab_word(i);
            if (wrong) break;
        }
        return y;
    });
    for (size_t i = bad * ROW; bad < rows && i < (bad + 1) * ROW; i++)
        if (word[i] != lab_word(i)) return lab_wrong(why, i, word[i], lab_word(i));
    return true;
}

static bool open_copy(struct problem *why) {
    size_t words = it.bytes / 4;
    if (!alloc_host(cudaHostAllocDefault, why) || !lab_alloc(&it.device, words, why)) return false;
    if (to_device())
        return host_words(true, why) && lab_poison(it.device, it.bytes, why) &&
               host_launch(0, why) &&
               lab_verify(
                   it.device, words, [](size_t i) { return lab_word(i); }, why);
    memset(it.host, 0xA5, it.bytes);
    if (!lab_fill_words(it.device, words, why) || !host_launch(0, why)) return false;
    LAB_TRY(cudaStreamSynchronize(0));
    return host_words(false, why);
}

static bool open_load(struct problem *why) {
    int device = 0, can = 0;
    void *mapped = NULL;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&can, cudaDevAttrCanMapHostMemory, device));
    if (!can) {
        snprintf(why->text, sizeof why->text, "this device cannot map host memory");
        why->fatal = false;
        return false;
    }
    if (!alloc_host(cudaHostAllocMapped, why) || !lab_alloc(&it.start, 1, why) ||
        !lab_alloc(&it.span, 1, why))
        return false;
    LAB_TRY(cudaHostGetDevicePointer(&mapped, it.host, 0));
    const unsigned long long base = (unsigned long long)(uintptr_t)mapped;
    std::vector<uint32_t> order = lab_one_cycle(it.bytes / LINE);
    for (size_t i = 0; i < order.size(); i++) {
        unsigned long long next = base + (unsigned long long)order[i] * LINE;
        memcpy((char *)it.host + i * LINE, &next, sizeof next);
    }
    LAB_TRY(cudaMemcpy(it.start, &base, sizeof base, cudaMemcpyHostToDevice));
    if (!host_launch(0, why)) return false;
    unsigned long long got = 0;
    size_t at = 0;
    LAB_TRY(cudaMemcpy(&got, it.start, sizeof got, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < it.steps; i++)
        at = order[at];
    double place = ((double)got - (double)base) / LINE;
    return place == (double)at || lab_wrong(why, it.steps, place, (double)at);
}

static bool host_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.bytes = c->size;
    it.steps = c->param / UNROLL * UNROLL;
    return it.variant == LOAD ? open_load(why) : open_copy(why);
}

/* The copies are timed by events around them. */
static bool host_times(struct lab_time *t, struct problem *why) {
    if (it.variant != LOAD) return true;
    if (!lab_read_spans(it.span, 1, false, t, why)) return false;
    t->cycles /= it.steps;
    t->seconds /= it.steps;
    return true;
}

extern "C" const struct lab host_lab = {"host.cu", host_open, host_launch, host_times, NULL};
