/* carveout.cu -- how an SM shares its one memory out between shared memory and the L1.
 *
 * Version
 *   0 to 100   a pointer chase through the L1 by a kernel without shared memory that prefers so
 *              many percent of the shared memory that an SM can have (carve-out)
 *   DEFAULT    the same by a kernel that says nothing
 *
 * Method  size is the footprint in bytes, param the steps: one thread, one random cycle through all
 *         128-byte lines, walked once before the clock starts. Cycles by clock64.
 *         Properties of a variant: `l1`, the largest footprint of which every load still hits, by
 *         the mean of one round; `shared`, the bytes that blocks with shared memory have of it at
 *         the same time on one SM, by the largest two blocks that run side by side.
 * Check   where the walk ends, against the same walk on the CPU.
 * Run     build/measure --only carveout
 */
#include "harness/lab.cuh"

#include <algorithm>
#include <string.h>
#include <vector>

enum { LINE = 128, UNROLL = 16, KIB = 1024, DEFAULT = 101 };
/* A mean load that takes so much longer than one that hits says that some have missed. */
static const double MISSED = 1.05;

// region: carveout
static bool prefer(const void *kernel, int percent, struct problem *why) {
    LAB_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 percent == DEFAULT ? cudaSharedmemCarveoutDefault : percent));
    return true;
}
// endregion

// region: walk
__device__ static unsigned long long step(unsigned long long at) {
    unsigned long long next;
    asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
    return next;
}

__global__ void walk_l1(unsigned long long *end, struct lab_span *span, unsigned warm,
                        unsigned steps) {
    unsigned long long at = *end;
    for (unsigned i = 0; i < warm; i++)
        at = step(at);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = step(at);
    }
    *end = at;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

// region: crowd
/* Blocks that stay for a while count how many of them are on their SM. */
__global__ void crowd(unsigned *now, unsigned *most, unsigned cycles) {
    if (threadIdx.x) return;
    unsigned sm = lab_sm();
    atomicMax(&most[sm], atomicAdd(&now[sm], 1) + 1);
    unsigned long long start = lab_clock();
    while (lab_clock() - start < cycles) {
    }
    atomicSub(&now[sm], 1);
}
// endregion

static struct {
    unsigned steps, warm;
    unsigned long long *ring, *end;
    struct lab_span *span;
    std::vector<unsigned long long> lines;
} it;

/* One cycle through the lines of the footprint, from the first on. */
static bool lay(size_t bytes, struct problem *why) {
    const size_t words = LINE / sizeof(unsigned long long);
    std::vector<uint32_t> order = lab_one_cycle(bytes / LINE);
    it.lines.assign(order.size() * words, 0);
    for (size_t i = 0; i < order.size(); i++)
        it.lines[i * words] = (unsigned long long)(uintptr_t)(it.ring + order[i] * words);
    unsigned long long start = (unsigned long long)(uintptr_t)it.ring;
    LAB_TRY(cudaMemcpy(it.ring, it.lines.data(), bytes, cudaMemcpyHostToDevice));
    LAB_TRY(cudaMemcpy(it.end, &start, sizeof start, cudaMemcpyHostToDevice));
    it.warm = (unsigned)order.size();
    return true;
}

static bool room_for(size_t bytes, struct problem *why) {
    return lab_alloc_bytes((void **)&it.ring, bytes, why) && lab_alloc(&it.end, 1, why) &&
           lab_alloc(&it.span, 1, why);
}

static bool walk(cudaStream_t stream, unsigned steps, struct problem *why) {
    walk_l1<<<1, 1, 0, stream>>>(it.end, it.span, it.warm, steps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool carveout_launch(void *stream, struct problem *why) {
    return walk((cudaStream_t)stream, it.steps, why);
}

static bool carveout_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it.steps = c->param;
    if (!room_for(c->size, why) || !lay(c->size, why) ||
        !prefer((const void *)walk_l1, c->variant, why))
        return false;
    std::vector<uint32_t> order = lab_one_cycle(c->size / LINE);
    /* A little further than whole rounds, so that no walk ends where it began. */
    unsigned steps = it.steps;
    while ((it.warm + steps) % order.size() < UNROLL)
        steps += UNROLL;
    unsigned long long end = 0;
    if (!walk(0, steps, why)) return false;
    LAB_TRY(cudaMemcpy(&end, it.end, sizeof end, cudaMemcpyDeviceToHost));
    size_t at = 0;
    for (size_t i = 0; i < (size_t)it.warm + steps; i++)
        at = order[at];
    const double got = ((double)end - (double)(uintptr_t)it.ring) / LINE;
    return got == (double)at || lab_wrong(why, steps, got, (double)at);
}

static bool carveout_times(struct lab_time *t, struct problem *why) {
    if (!lab_read_spans(it.span, 1, false, t, why)) return false;
    t->cycles /= it.steps;
    t->seconds /= it.steps;
    return true;
}

/* ---- properties ---- */

static bool attribute(cudaDeviceAttr which, int *value, struct problem *why) {
    int device = 0;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(value, which, device));
    return true;
}

/* Cycles of a load in one round over the footprint, after one to warm up: the best of a few, for near
 * its end what an L1 still holds is a matter of luck. */
static bool mean_load(size_t bytes, double *cycles, struct problem *why) {
    enum { TRIES = 5 };
    struct lab_time t;
    const unsigned steps = (unsigned)(bytes / LINE + UNROLL - 1) / UNROLL * UNROLL;
    if (!lay(bytes, why)) return false;
    for (int i = 0; i < TRIES; i++) {
        if (!walk(0, steps, why) || !lab_read_spans(it.span, 1, false, &t, why)) return false;
        *cycles = i == 0 ? t.cycles / steps : std::min(*cycles, t.cycles / steps);
    }
    return true;
}

enum { L1_STEP = 4 * KIB };

static bool l1_of(int percent, double *value, struct problem *why) {
    double hit = 0, cycles = 0;
    size_t fits = L1_STEP, misses = 512 * KIB; /* more than any SM has of both */
    if (!room_for(misses, why) || !prefer((const void *)walk_l1, percent, why) ||
        !mean_load(L1_STEP, &hit, why))
        return false;
    while (misses - fits > L1_STEP) {
        const size_t middle = (fits + misses) / 2 / L1_STEP * L1_STEP;
        if (!mean_load(middle, &cycles, why)) return false;
        if (cycles < MISSED * hit)
            fits = middle;
        else
            misses = middle;
    }
    *value = (double)fits;
    return true;
}

/* How many blocks of so many bytes of shared memory, what the system reserves included, an SM runs
 * at once. */
struct crowding {
    int sms, blocks, reserved;
    unsigned *now;
};

static bool crowd_of(const struct crowding *c, int bytes, int *most, struct problem *why) {
    enum { STAY = 20000, THREADS = 32 };
    std::vector<unsigned> seen((size_t)c->sms);
    LAB_TRY(cudaMemset(c->now, 0, 2 * seen.size() * sizeof *c->now));
    const unsigned wave = (unsigned)(c->sms * (c->blocks + 1));
    crowd<<<wave, THREADS, (size_t)(bytes - c->reserved)>>>(c->now, c->now + c->sms, STAY);
    LAB_TRY(cudaGetLastError());
    LAB_TRY(cudaMemcpy(seen.data(), c->now + c->sms, seen.size() * sizeof seen[0],
                       cudaMemcpyDeviceToHost));
    *most = (int)*std::max_element(seen.begin(), seen.end());
    return true;
}

/* The largest block of which two run side by side has half of the carve-out. That of one larger than
 * the carve-out would grow with it, and the driver makes room for as many blocks as the percentage
 * holds without what it reserves for each: with many small blocks that shows as a larger carve-out. */
static bool shared_of(int percent, double *value, struct problem *why) {
    struct crowding c = {};
    int optin = 0, two = 0;
    if (!attribute(cudaDevAttrMultiProcessorCount, &c.sms, why) ||
        !attribute(cudaDevAttrMaxBlocksPerMultiprocessor, &c.blocks, why) ||
        !attribute(cudaDevAttrReservedSharedMemoryPerBlock, &c.reserved, why) ||
        !attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, &optin, why) ||
        !lab_alloc(&c.now, (size_t)c.sms * 2, why) || !prefer((const void *)crowd, percent, why))
        return false;
    LAB_TRY(cudaFuncSetAttribute(crowd, cudaFuncAttributeMaxDynamicSharedMemorySize, optin));
    int fits = c.reserved, over = optin + KIB;
    while (over - fits > KIB) {
        const int half = (fits + over) / 2 / KIB * KIB;
        if (half <= fits) break;
        if (!crowd_of(&c, half, &two, why)) return false;
        *(two >= 2 ? &fits : &over) = half;
    }
    if (fits == c.reserved) return problem_say(why, "no two blocks of shared memory run on one SM");
    *value = 2.0 * fits;
    return true;
}

/* `l1` and `shared`, in bytes; a variant is a percentage. */
static bool carveout_property(int variant, const char *name, double *value, struct problem *why) {
    bool ok;
    if (strcmp(name, "l1") == 0)
        ok = l1_of(variant, value, why);
    else if (strcmp(name, "shared") == 0)
        ok = shared_of(variant, value, why);
    else
        ok = problem_say(why, "no property %s", name);
    lab_release();
    return ok;
}

extern "C" const struct lab carveout_lab = {"carveout.cu", carveout_open, carveout_launch,
                                            carveout_times, carveout_property};
