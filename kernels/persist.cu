/* persist.cu -- keeping lines in the L2 against a stream that would push them out.
 *
 * Versions
 *   0 none    reads of a small hot set alternate with three times as many of a long stream; before
 *             a hot line is read again, more than the L2 holds has passed
 *   1 window  the same, with an access-policy window over the hot set: its lines are marked
 *             persisting, and as much of the L2 as may be is set aside for them
 *   2 hint    the same without a window, but every load says what it wants: evict last for the hot
 *             set, evict first for the stream
 *   ASIDE + p the window again, with p percent of what may be set aside
 *
 * Method  size is the bytes of the hot set, under a third of the L2, param the rounds over it. The
 *         stream is never read twice in a pass, and is longer than the L2. Bytes of both over the
 *         time of one pass, by events. In the window every access is persisting (hit ratio 1),
 *         however little is set aside, so that the miss property, which is for the rest of the
 *         window, holds for no access. The stream lies outside: its loads are ordinary ones. What
 *         was set aside is given back at the end. Property `aside`: the bytes that the driver sets aside when asked for
 *         so many. Cards of compute capability 7.5 have neither: missing.
 * Check   every thread's sum.
 * Run     build/measure --only persist
 */
#include "harness/lab.cuh"
#include "harness/sizes.h"

#include <string.h>

enum { NONE, WINDOW, HINT, ASIDE };
enum { THREADS = 512, BLOCKS_AN_SM = 4, STREAMED = 3 };

// region: hint
/* 16 bytes through the L2, where the policy says how long their line shall stay. */
__device__ static uint4 load_with(const uint4 *from, unsigned long long policy) {
    uint4 v;
#if __CUDA_ARCH__ >= 800
    asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(from), "l"(policy));
#else
    v = __ldcg(from); // never run: there the version is missing
    (void)policy;
#endif
    return v;
}

__device__ static unsigned long long evict_last(void) {
    unsigned long long policy = 0;
#if __CUDA_ARCH__ >= 800
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
#endif
    return policy;
}

__device__ static unsigned long long evict_first(void) {
    unsigned long long policy = 0;
#if __CUDA_ARCH__ >= 800
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
#endif
    return policy;
}
// endregion

// region: hot-and-stream
template <bool HINTED>
__global__ void hot_and_stream(const uint4 *hot, const uint4 *stream, uint32_t *out,
                               unsigned hot_vectors, unsigned rounds) {
    unsigned thread = blockIdx.x * THREADS + threadIdx.x, step = gridDim.x * THREADS;
    unsigned long long last = HINTED ? evict_last() : 0, first = HINTED ? evict_first() : 0;
    size_t next = thread;
    uint32_t sum = 0;
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned at = thread; at < hot_vectors; at += step) {
            uint4 h = HINTED ? load_with(&hot[at], last) : __ldcg(&hot[at]);
            sum += h.x + h.y + h.z + h.w;
#pragma unroll
            for (int k = 0; k < STREAMED; k++) {
                uint4 v = HINTED ? load_with(&stream[next], first) : __ldcg(&stream[next]);
                sum += v.x + v.y + v.z + v.w;
                next += step;
            }
        }
    out[thread] = sum;
}
// endregion

static struct {
    int variant, blocks, percent; /* of what may be set aside; 0: no window */
    unsigned hot_vectors, rounds;
    uint4 *hot, *stream;
    uint32_t *out;
    struct cudaAccessPolicyWindow window;
} it;

// region: window
static bool persist_launch(void *stream, struct problem *why) {
    cudaLaunchAttribute window = {};
    window.id = cudaLaunchAttributeAccessPolicyWindow;
    window.val.accessPolicyWindow = it.window;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = dim3((unsigned)it.blocks);
    launch.blockDim = dim3(THREADS);
    launch.stream = (cudaStream_t)stream;
    launch.attrs = &window;
    launch.numAttrs = it.percent > 0 ? 1 : 0;
    const uint4 *hot = it.hot, *rest = it.stream;
    auto kernel = it.variant == HINT ? hot_and_stream<true> : hot_and_stream<false>;
    LAB_TRY(cudaLaunchKernelEx(&launch, kernel, hot, rest, it.out, it.hot_vectors, it.rounds));
    return true;
}
// endregion

static void give_back(void) {
    (void)cudaCtxResetPersistingL2Cache();
    (void)cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
}

/* Sets so many percent aside of what this card can; `got` is what the driver made of it. */
static bool set_aside(int percent, size_t *got, struct problem *why) {
    int device = 0, most = 0;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, device));
    if (most == 0) return problem_say(why, "this card cannot set aside a part of its L2");
    LAB_TRY(
        cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, (size_t)((double)most * percent / 100)));
    lab_at_release(give_back);
    LAB_TRY(cudaDeviceGetLimit(got, cudaLimitPersistingL2CacheSize));
    return true;
}

static bool open_window(struct problem *why) {
    int device = 0, window = 0;
    size_t got, bytes = (size_t)it.hot_vectors * sizeof(uint4);
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&window, cudaDevAttrMaxAccessPolicyWindowSize, device));
    if (!set_aside(it.percent, &got, why)) return false;
    if (bytes > (size_t)window || (it.variant == WINDOW && bytes > got))
        return problem_say(why, "the access-policy window of this card is too small");
    it.window.base_ptr = it.hot;
    it.window.num_bytes = bytes;
    it.window.hitRatio = 1;
    it.window.hitProp = cudaAccessPropertyPersisting;
    it.window.missProp = cudaAccessPropertyStreaming;
    return true;
}

static bool hints_work(struct problem *why) {
    int device = 0, major = 0;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    if (major >= 8) return true;
    snprintf(why->text, sizeof why->text, "loads of this card take no hint for the L2");
    why->fatal = false;
    return false;
}

static uint32_t words_of(size_t vector) {
    return lab_word(4 * vector) + lab_word(4 * vector + 1) + lab_word(4 * vector + 2) +
           lab_word(4 * vector + 3);
}

static uint32_t want(size_t thread) {
    size_t step = (size_t)it.blocks * THREADS, next = thread;
    uint32_t sum = 0;
    for (unsigned r = 0; r < it.rounds; r++)
        for (size_t at = thread; at < it.hot_vectors; at += step) {
            sum += words_of(at);
            for (int k = 0; k < STREAMED; k++, next += step)
                sum += words_of(next);
        }
    return sum;
}

static bool persist_open(const struct lab_case *c, const struct lab_card *card,
                         struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.percent = c->variant == WINDOW ? 100 : c->variant >= ASIDE ? c->variant - ASIDE : 0;
    it.blocks = card->sms * BLOCKS_AN_SM;
    it.rounds = c->param;
    it.hot_vectors = (unsigned)(c->size / sizeof(uint4));
    size_t threads = (size_t)it.blocks * THREADS, turns = (it.hot_vectors + threads - 1) / threads;
    size_t streamed = turns * threads * STREAMED * it.rounds;
    const size_t places = c->places > 1 ? c->places : 1, step = size_place(c->size) / sizeof(uint4);
    if (!lab_alloc(&it.hot, step * places, why)) return false;
    it.hot += step * c->place;
    if (!lab_alloc(&it.stream, streamed, why) || !lab_alloc(&it.out, threads, why) ||
        !lab_fill_words((uint32_t *)it.hot, (size_t)it.hot_vectors * 4, why) ||
        !lab_fill_words((uint32_t *)it.stream, streamed * 4, why) ||
        !lab_poison(it.out, threads * 4, why))
        return false;
    if (it.percent > 0 && !open_window(why)) return false;
    if (it.variant == HINT && !hints_work(why)) return false;
    return persist_launch(0, why) && lab_verify(it.out, threads, want, why);
}

static bool persist_property(int variant, const char *name, double *value, struct problem *why) {
    size_t got = 0;
    if (strcmp(name, "aside") != 0) return problem_say(why, "no property %s", name);
    const bool ok = variant < ASIDE || set_aside(variant - ASIDE, &got, why);
    lab_release();
    *value = (double)got;
    return ok;
}

extern "C" const struct lab persist_lab = {"persist.cu", persist_open, persist_launch, NULL,
                                           persist_property};
