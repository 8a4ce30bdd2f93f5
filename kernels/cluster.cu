/* cluster.cu -- distributed shared memory: a block reads what another block of its cluster keeps.
 *
 * Versions
 *   0 ring   every block reads the shared memory of the next block of its cluster, again and again,
 *            2 loads of 16 bytes in flight a thread
 *   1 chase  one thread of the first block of each cluster follows addresses through the shared
 *            memory of all other blocks of it, in random order, each load waits for the last
 *   2 near, 3 far   the same, of the cluster that is through first, and of the last
 *
 * Method  size is the bytes that a block reads (ring) or the steps (chase), param the blocks of a
 *         cluster. As many clusters as the card runs at once, each block alone on its SM: it takes
 *         more than half of the SM's shared memory. A cluster lies within one GPC, so where the
 *         SMs of a GPC are no multiple of the size some stay idle. ring: bytes of all blocks from
 *         the first start to the last end. chase: median of the clusters. How long it takes depends
 *         on where the two SMs lie in their GPC, on an H200 by 180 to 218 cycles, whether or not
 *         they share a TPC; so the walk goes to all the others and the clusters fill the card.
 * Needs   Compute capability 9.0; a cluster of 16 has to be asked for apart, and not every card
 *         runs one.
 * Check   every thread's sum; where every cluster's walk ends.
 * Run     build/measure --only cluster
 */
#include "harness/lab.cuh"

#include <string.h>

enum { RING, CHASE, NEAR, FAR };
enum { RING_THREADS = 512, IN_FLIGHT = 2, CHASE_THREADS = 128, CHASE_WORDS = 4096, UNROLL = 16 };
enum { TURN = RING_THREADS * IN_FLIGHT * 16, PORTABLE = 8 };

#if CUDART_VERSION >= 11080

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// region: cluster-access
__device__ static unsigned my_rank(void) {
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

__device__ static unsigned cluster_blocks(void) {
    unsigned blocks;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return blocks;
}

/* Where block `rank` of the cluster keeps what this block keeps at `own`. */
__device__ static unsigned address_in(unsigned rank, const void *own) {
    unsigned mine = (unsigned)__cvta_generic_to_shared(own), there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(mine), "r"(rank));
    return there;
}

__device__ static uint4 load_far(unsigned address) {
    uint4 v;
    asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"(address)
                 : "memory");
    return v;
}

__device__ static unsigned follow(unsigned address) {
    unsigned next;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(next) : "r"(address) : "memory");
    return next;
}

/* Waits for all threads of the cluster: nobody may read before it is written, or leave before it
 * was read. */
__device__ static void cluster_sync(void) {
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}
// endregion
#else /* code for older cards, where it never runs */
__device__ static unsigned my_rank(void) {
    return 0;
}
__device__ static unsigned cluster_blocks(void) {
    return 1;
}
__device__ static unsigned address_in(unsigned, const void *) {
    return 0;
}
__device__ static uint4 load_far(unsigned) {
    return make_uint4(0, 0, 0, 0);
}
__device__ static unsigned follow(unsigned address) {
    return address;
}
__device__ static void cluster_sync(void) {}
#endif

// region: ring
__global__ void ring(uint32_t *out, struct lab_span *span, unsigned bytes, unsigned turns) {
    extern __shared__ uint4 own[];
    for (unsigned i = threadIdx.x; i < bytes / 4; i += RING_THREADS)
        ((uint32_t *)own)[i] = lab_word((uint64_t)blockIdx.x * (bytes / 4) + i);
    cluster_sync();
    unsigned next = address_in((my_rank() + 1) % cluster_blocks(), own + threadIdx.x);
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();
    uint32_t sum = 0;
    for (unsigned left = turns, at = 0; left; left--) {
        uint4 v[IN_FLIGHT];
#pragma unroll
        for (int k = 0; k < IN_FLIGHT; k++)
            v[k] = load_far(next + at + k * RING_THREADS * 16);
#pragma unroll
        for (int k = 0; k < IN_FLIGHT; k++)
            sum += v[k].x + v[k].y + v[k].z + v[k].w;
        at = at + TURN == bytes ? 0 : at + TURN;
    }
    unsigned long long clock1 = lab_clock(), ns1 = lab_ns();
    cluster_sync();
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, clock1, ns0, ns1, lab_sm()};
    out[blockIdx.x * RING_THREADS + threadIdx.x] = sum;
}
// endregion

// region: chase
/* `order` goes through all words of the blocks 1, 2, ...: order[i] follows i. */
__global__ void chase(const uint32_t *order, uint32_t *ends, struct lab_span *span, unsigned warm,
                      unsigned steps) {
    extern __shared__ uint4 room[];
    uint32_t *own = (uint32_t *)room;
    unsigned rank = my_rank();
    for (unsigned i = threadIdx.x; rank > 0 && i < CHASE_WORDS; i += CHASE_THREADS) {
        unsigned place = order[(rank - 1) * CHASE_WORDS + i];
        own[i] = address_in(1 + place / CHASE_WORDS, own + place % CHASE_WORDS);
    }
    cluster_sync();
    if (rank == 0 && threadIdx.x == 0) {
        unsigned at = address_in(1, own), cluster = blockIdx.x / cluster_blocks();
        for (unsigned i = 0; i < warm; i++)
            at = follow(at);
        unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
        for (unsigned i = 0; i < steps; i += UNROLL) {
#pragma unroll
            for (int k = 0; k < UNROLL; k++)
                at = follow(at);
        }
        span[cluster] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
        for (unsigned r = 1; r < cluster_blocks(); r++) {
            unsigned offset = (at - address_in(r, own)) / 4;
            if (offset < CHASE_WORDS) ends[cluster] = (r - 1) * CHASE_WORDS + offset;
        }
    }
    cluster_sync();
}
// endregion

enum { WARM_STEPS = 64 };

static struct {
    int variant, clusters, blocks; /* blocks of a cluster */
    unsigned bytes, turns, steps;  /* shared memory a block; rounds of the ring; of the chase */
    uint32_t *out, *order;
    struct lab_span *span;
} it;

static const void *kernel_of(int variant) {
    return variant == RING ? (const void *)ring : (const void *)chase;
}

static void configure(cudaLaunchConfig_t *config, cudaLaunchAttribute *size, int variant,
                      int blocks, int clusters, unsigned bytes) {
    *config = {};
    *size = {};
    size->id = cudaLaunchAttributeClusterDimension;
    size->val.clusterDim.x = (unsigned)blocks;
    size->val.clusterDim.y = size->val.clusterDim.z = 1;
    config->gridDim = dim3((unsigned)(blocks * clusters));
    config->blockDim = dim3(variant == RING ? RING_THREADS : CHASE_THREADS);
    config->dynamicSmemBytes = bytes;
    config->attrs = size;
    config->numAttrs = 1;
}

static bool refuse(struct problem *why, const char *text) {
    snprintf(why->text, sizeof why->text, "%s", text);
    why->fatal = false;
    return false;
}

/* Shared memory of a block: whole turns, and more than half of what an SM has. */
static bool shared_bytes(unsigned *bytes, struct problem *why) {
    int device = 0, sm = 0, most = 0;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
    LAB_TRY(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    *bytes = ((unsigned)sm / 2 / TURN + 1) * TURN;
    return *bytes <= (unsigned)most ||
           refuse(why, "a block cannot have more than half of the shared memory of an SM");
}

/* How many clusters of so many blocks the card runs at once; none is a reason, not a failure. */
static bool count_clusters(int variant, int blocks, int *clusters, unsigned *bytes,
                           struct problem *why) {
    int device = 0, has = 0;
    cudaLaunchConfig_t config;
    cudaLaunchAttribute size;
    *clusters = 0;
    LAB_TRY(cudaGetDevice(&device));
    LAB_TRY(cudaDeviceGetAttribute(&has, cudaDevAttrClusterLaunch, device));
    if (!has) return refuse(why, "this card has no clusters of blocks (compute capability 9.0 on)");
    if (!shared_bytes(bytes, why)) return false;
    LAB_TRY(cudaFuncSetAttribute(kernel_of(variant), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)*bytes));
    cudaError_t code = cudaSuccess;
    if (blocks > PORTABLE)
        code = cudaFuncSetAttribute(kernel_of(variant),
                                    cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    configure(&config, &size, variant, blocks, 1, *bytes);
    if (code == cudaSuccess)
        code = cudaOccupancyMaxActiveClusters(clusters, kernel_of(variant), &config);
    (void)cudaGetLastError();
    if (code == cudaSuccess && *clusters > 0) return true;
    snprintf(why->text, sizeof why->text, "this card runs no cluster of %d such blocks%s%s", blocks,
             code == cudaSuccess ? "" : ": ", code == cudaSuccess ? "" : cudaGetErrorString(code));
    why->fatal = false;
    return false;
}

static bool cluster_launch(void *stream, struct problem *why) {
    cudaLaunchConfig_t config;
    cudaLaunchAttribute size;
    configure(&config, &size, it.variant, it.blocks, it.clusters, it.bytes);
    config.stream = (cudaStream_t)stream;
    if (it.variant == RING)
        LAB_TRY(cudaLaunchKernelEx(&config, ring, it.out, it.span, it.bytes, it.turns));
    else
        LAB_TRY(cudaLaunchKernelEx(&config, chase, (const uint32_t *)it.order, it.out, it.span,
                                   (unsigned)WARM_STEPS, it.steps));
    return true;
}

static uint32_t ring_sum(size_t thread) {
    size_t block = thread / RING_THREADS, size = (size_t)it.blocks;
    size_t next = block / size * size + (block % size + 1) % size;
    size_t turns = it.bytes / TURN; /* once round */
    uint32_t once = 0, rest = 0;
    for (size_t t = 0; t < turns; t++) {
        uint32_t words = 0;
        for (size_t k = 0; k < IN_FLIGHT; k++)
            for (size_t w = 0; w < 4; w++)
                words += lab_word(next * (it.bytes / 4) + t * (TURN / 4) +
                                  (k * RING_THREADS + thread % RING_THREADS) * 4 + w);
        once += words;
        rest += t < it.turns % turns ? words : 0;
    }
    return once * (uint32_t)(it.turns / turns) + rest;
}

static bool open_ring(struct problem *why) {
    size_t blocks = (size_t)it.clusters * (size_t)it.blocks, threads = blocks * RING_THREADS;
    return lab_alloc(&it.out, threads, why) && lab_alloc(&it.span, blocks, why) &&
           lab_poison(it.out, threads * 4, why) && cluster_launch(0, why) &&
           lab_verify(it.out, threads, ring_sum, why);
}

static bool open_chase(struct problem *why) {
    size_t places = (size_t)(it.blocks - 1) * CHASE_WORDS, clusters = (size_t)it.clusters;
    std::vector<uint32_t> order = lab_one_cycle(places);
    if (!lab_alloc(&it.order, places, why) || !lab_alloc(&it.out, clusters, why) ||
        !lab_alloc(&it.span, clusters, why) || !lab_poison(it.out, clusters * 4, why))
        return false;
    LAB_TRY(cudaMemcpy(it.order, order.data(), places * 4, cudaMemcpyHostToDevice));
    uint32_t end = 0;
    for (unsigned i = 0; i < WARM_STEPS + it.steps; i++)
        end = order[end];
    return cluster_launch(0, why) && lab_verify(
                                         it.out, clusters, [end](size_t) { return end; }, why);
}

static bool cluster_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.blocks = (int)c->param;
    if (!count_clusters(it.variant, it.blocks, &it.clusters, &it.bytes, why)) return false;
    it.turns = (unsigned)(c->size / TURN);
    it.steps = (unsigned)c->size / UNROLL * UNROLL;
    return it.variant == RING ? open_ring(why) : open_chase(why);
}

/* The cycles of the first or of the last cluster. */
static bool cycles_of_end(double *cycles, struct problem *why) {
    std::vector<struct lab_span> span((size_t)it.clusters);
    LAB_TRY(cudaMemcpy(span.data(), it.span, span.size() * sizeof span[0], cudaMemcpyDeviceToHost));
    for (const struct lab_span &s : span) {
        double took = (double)(s.clock1 - s.clock0);
        bool nearer = took < *cycles, wanted = it.variant == NEAR;
        if (nearer == wanted) *cycles = took;
    }
    return true;
}

static bool cluster_times(struct lab_time *t, struct problem *why) {
    if (it.variant == RING) return lab_read_spans(it.span, it.clusters * it.blocks, true, t, why);
    if (!lab_read_spans(it.span, it.clusters, true, t, why)) return false;
    if (it.variant != CHASE && !cycles_of_end(&t->cycles, why)) return false;
    t->cycles /= it.steps;
    t->seconds = t->cycles / t->hz; /* of one walk, not from the first start to the last end */
    return true;
}

/* Of the ring with `variant` blocks a cluster: "blocks" that run at once, "bytes" that each keeps
 * in shared memory. */
static bool cluster_property(int variant, const char *name, double *value, struct problem *why) {
    int clusters = 0;
    unsigned bytes = 0;
    if (!count_clusters(RING, variant, &clusters, &bytes, why)) return false;
    *value = strcmp(name, "bytes") == 0 ? (double)bytes : (double)clusters * variant;
    return true;
}

#else

static bool cluster_open(const struct lab_case *, const struct lab_card *, struct problem *why) {
    snprintf(why->text, sizeof why->text,
             "built with a CUDA Toolkit without clusters (before 11.8)");
    why->fatal = false;
    return false;
}

static bool cluster_launch(void *, struct problem *why) {
    return cluster_open(NULL, NULL, why);
}

static bool cluster_times(struct lab_time *, struct problem *why) {
    return cluster_open(NULL, NULL, why);
}

static bool cluster_property(int, const char *, double *, struct problem *why) {
    return cluster_open(NULL, NULL, why);
}

#endif

extern "C" const struct lab cluster_lab = {"cluster.cu", cluster_open, cluster_launch,
                                           cluster_times, cluster_property};
