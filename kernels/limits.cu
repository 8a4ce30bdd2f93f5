/* limits.cu -- what the runtime returns when a block asks for more than an SM has, or a program
 * for more memory than the card has.
 *
 * Versions (none is timed, and none runs: the runtime refuses them)
 *   registers  1,024 threads of a kernel that takes more than 64 registers a thread: more than the
 *              65,536 that a block may have
 *   shared     more dynamic shared memory than a block gets unless it asks to
 *   optin      asking for one byte more than the most that a block can ask for
 *   threads    one thread more than a block may have
 *   memory     one byte more than the memory that the card has
 *
 * Method  The launch (or the allocation) is tried, and the runtime's name and text for what it
 *         returned are recorded. Such an error is not sticky: the next launch works, and that is
 *         checked. Errors that are sticky: fault.cu.
 * Run     build/measure --only limits
 */
#include "harness/lab.cuh"

#include <string.h>

enum { REGISTERS, SHARED, OPTIN, TOO_MANY_THREADS, MEMORY };
enum { WORDS = 96, THREADS = 1024 };

// region: many-registers
__global__ void hungry(uint32_t *data, int rounds) {
    uint32_t v[WORDS];
#pragma unroll
    for (int k = 0; k < WORDS; k++)
        v[k] = data[k * THREADS + threadIdx.x];
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            v[k] = v[k] * v[(k + 7) % WORDS] + v[(k + 31) % WORDS];
    }
#pragma unroll
    for (int k = 0; k < WORDS; k++)
        data[k * THREADS + threadIdx.x] = v[k];
}
// endregion

__global__ void modest(uint32_t *data) {
    extern __shared__ uint32_t own[];
    own[0] = 1;
    data[0] = own[0];
}

static const char *const names[] = {"registers", "shared", "optin", "threads", "memory"};

static bool attribute(enum cudaDeviceAttr which, int *value, struct problem *why) {
    int device = 0;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(value, which, device));
    return true;
}

/* What the runtime says to a request past the limit; `asked` is what was asked for. */
static bool refusal(int which, uint32_t *data, double *asked, cudaError_t *code,
                    struct problem *why) {
    int limit = 0;
    cudaFuncAttributes a;
    switch (which) {
    case REGISTERS:
        LAB_TRY(cudaFuncGetAttributes(&a, hungry));
        *asked = (double)a.numRegs * THREADS;
        hungry<<<1, THREADS>>>(data, 0);
        break;
    case SHARED:
        if (!attribute(cudaDevAttrMaxSharedMemoryPerBlock, &limit, why)) return false;
        *asked = limit + 1.0;
        modest<<<1, 1, (size_t)limit + 1>>>(data);
        break;
    case OPTIN:
        if (!attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, &limit, why)) return false;
        *asked = limit + 1.0;
        *code =
            cudaFuncSetAttribute(modest, cudaFuncAttributeMaxDynamicSharedMemorySize, limit + 1);
        (void)cudaGetLastError();
        return true;
    case MEMORY: {
        size_t now = 0, total = 0;
        void *all = NULL;
        LAB_TRY(cudaMemGetInfo(&now, &total));
        *asked = (double)total + 1;
        *code = cudaMalloc(&all, total + 1);
        (void)cudaFree(all);
        (void)cudaGetLastError();
        return true;
    }
    default:
        if (!attribute(cudaDevAttrMaxThreadsPerBlock, &limit, why)) return false;
        *asked = limit + 1.0;
        modest<<<1, (unsigned)limit + 1, 4>>>(data);
        break;
    }
    *code = cudaGetLastError();
    return true;
}

/* A refused launch leaves the card as it was. */
static bool still_works(uint32_t *data, struct problem *why) {
    uint32_t got = 0;
    modest<<<1, 1, 4>>>(data);
    LAB_TRY(cudaGetLastError());
    LAB_TRY(cudaMemcpy(&got, data, sizeof got, cudaMemcpyDeviceToHost));
    return got == 1 || lab_wrong(why, 0, got, 1);
}

static bool try_one(int which, double *asked, cudaError_t *code, struct problem *why) {
    uint32_t *data;
    bool ok = lab_alloc(&data, (size_t)WORDS * THREADS, why) &&
              lab_poison(data, sizeof *data, why) && refusal(which, data, asked, code, why) &&
              still_works(data, why);
    lab_release();
    return ok;
}

bool limits_message(const char *name, bool want_name, char *text, size_t room) {
    struct problem why = {"no such limit", false};
    double asked = 0;
    cudaError_t code = cudaSuccess;
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
        if (strcmp(names[i], name) != 0) continue;
        if (!try_one(i, &asked, &code, &why)) break;
        bool refused = code != cudaSuccess;
        snprintf(text, room, "%s",
                 !refused    ? "the card refused nothing"
                 : want_name ? cudaGetErrorName(code)
                             : cudaGetErrorString(code));
        return refused;
    }
    snprintf(text, room, "%s", why.text);
    return false;
}

/* "asked": registers, bytes or threads of the block that was refused. */
static bool limits_property(int variant, const char *name, double *value, struct problem *why) {
    cudaError_t code = cudaSuccess;
    if (strcmp(name, "asked") != 0)
        return lab_kernel_property((const void *)hungry, THREADS, name, value, why);
    return try_one(variant, value, &code, why);
}

static bool limits_open(const struct lab_case *, const struct lab_card *, struct problem *why) {
    snprintf(why->text, sizeof why->text, "nothing is timed here");
    why->fatal = false;
    return false;
}

static bool limits_launch(void *, struct problem *) {
    return false;
}

extern "C" const struct lab limits_lab = {"limits.cu", limits_open, limits_launch, NULL,
                                          limits_property};
