/* peer_wait.cu -- another card of the same machine: how long a load from its memory takes, and an
 * addition there.
 *
 * Versions
 *   0 chase              one thread follows pointers in the neighbor's memory (harness/peer.cuh)
 *   1 own, sent          one warp adds to words of this card, a lane each, and wants nothing back
 *   2 own, returned      the same, and each addition waits for what the one before gave back
 *   3 peer, sent, 4 peer, returned   to words of the neighbor
 *
 * Method  size is the footprint in bytes (chase) or the additions of a lane, param the steps. The walk
 *         is that of latency.cu: lines of 128 bytes in random order, each load (ld.global.cg) waits
 *         for the last; a sample goes on where the one before ended. A footprint no larger than the L2
 *         is walked once before, so that the neighbor's holds it. Additions are atomicAdd_system;
 *         those that are sent end with a fence, when all have arrived. The words lie at several places
 *         in memory, for a part of the L2 may be near or far. Cycles and time by the clocks in the
 *         kernel.
 * Needs   A second card whose memory this one can reach; atomics: over NVLink.
 * Check   where the walk ends; every word added to.
 * Run     build/measure --only peer
 */
#include "harness/peer.cuh"

enum { CHASE, OWN_SENT, OWN_RETURNED, PEER_SENT, PEER_RETURNED };
enum { LINE = 128, UNROLL = 8, LANES = 32 };
enum { PLACE = (64 << 10) + LINE }; /* bytes from one place to the next */

__global__ static void lay(char *lines, const uint32_t *order, size_t count) {
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        *(unsigned long long *)(lines + i * LINE) =
            (unsigned long long)(lines + (size_t)order[i] * LINE);
}

// region: chase
__global__ void peer_chase(unsigned long long *start, struct lab_span *span, unsigned steps) {
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

// region: add
template <bool RETURNED>
__global__ void add(uint32_t *word, struct lab_span *span, unsigned times) {
    uint32_t *mine = &word[threadIdx.x], before = 0;
    __syncwarp();
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < times; i++)
        if (RETURNED)
            before = atomicAdd_system(mine, 1 + (before >> 31)); // 0: no word comes so far
        else
            (void)atomicAdd_system(mine, 1);
    __threadfence_system();
    __syncwarp();
    if (threadIdx.x == 0) *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

static struct {
    int variant;
    unsigned steps;
    struct peer peer;
    char *lines;
    uint32_t *word, *order;
    unsigned long long *start;
    struct lab_span *span;
} it;

static bool launch_steps(cudaStream_t s, unsigned steps, struct problem *why) {
    if (it.variant == CHASE)
        peer_chase<<<1, 1, 0, s>>>(it.start, it.span, steps);
    else if (it.variant == OWN_SENT || it.variant == PEER_SENT)
        add<false><<<1, LANES, 0, s>>>(it.word, it.span, steps);
    else
        add<true><<<1, LANES, 0, s>>>(it.word, it.span, steps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool peer_wait_launch(void *stream, struct problem *why) {
    return launch_steps((cudaStream_t)stream, it.steps, why);
}

static bool open_chase(size_t bytes, const struct lab_card *card, struct problem *why) {
    const std::vector<uint32_t> order = lab_one_cycle(bytes / LINE);
    unsigned long long got = 0;
    if (!peer_alloc(&it.peer, &it.lines, bytes, why) || !lab_alloc(&it.order, order.size(), why) ||
        !lab_alloc(&it.start, 1, why))
        return false;
    const unsigned long long base = (unsigned long long)(uintptr_t)it.lines;
    LAB_TRY(cudaMemcpy(it.order, order.data(), order.size() * 4, cudaMemcpyHostToDevice));
    LAB_TRY(cudaMemcpy(it.start, &base, sizeof base, cudaMemcpyHostToDevice));
    lay<<<1024, 256>>>(it.lines, it.order, order.size());
    LAB_TRY(cudaGetLastError());
    const unsigned lap = bytes <= card->l2 ? (unsigned)order.size() : 0;
    if (!launch_steps(0, lap + it.steps, why)) return false;
    LAB_TRY(cudaMemcpy(&got, it.start, sizeof got, cudaMemcpyDeviceToHost));
    size_t at = 0;
    for (unsigned i = 0; i < lap + it.steps; i++)
        at = order[at];
    const double place = ((double)got - (double)base) / LINE;
    return place == (double)at || lab_wrong(why, lap + it.steps, place, (double)at);
}

static bool own(void) {
    return it.variant == OWN_SENT || it.variant == OWN_RETURNED;
}

static bool peer_word(size_t bytes, struct problem *why) {
    int native = 0;
    LAB_TRY(cudaDeviceGetP2PAttribute(&native, cudaDevP2PAttrNativeAtomicSupported, it.peer.own,
                                      it.peer.other));
    if (!native)
        return problem_say(why, "the link between the two cards carries no atomic operations");
    return peer_alloc(&it.peer, &it.word, bytes / 4, why);
}

static bool open_words(uint32_t place, uint32_t places, struct problem *why) {
    const size_t bytes = (size_t)PLACE * (places > 1 ? places : 1);
    if (own() ? !lab_alloc(&it.word, bytes / 4, why) : !peer_word(bytes, why)) return false;
    it.word += (size_t)PLACE / 4 * place;
    LAB_TRY(cudaMemset(it.word, 0, LANES * sizeof *it.word));
    return peer_wait_launch(0, why) && lab_verify(
                                           it.word, LANES, [](size_t) { return it.steps; }, why);
}

static bool peer_wait_open(const struct lab_case *c, const struct lab_card *card,
                           struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.steps = it.variant == CHASE ? c->param / UNROLL * UNROLL : (unsigned)c->size;
    if ((!own() && !peer_open(&it.peer, why)) || !lab_alloc(&it.span, 1, why)) return false;
    return it.variant == CHASE ? open_chase(c->size, card, why)
                               : open_words(c->place, c->places, why);
}

static bool peer_wait_read(struct lab_time *t, struct problem *why) {
    if (!lab_read_spans(it.span, 1, false, t, why)) return false;
    t->cycles /= it.steps;
    t->seconds /= it.steps;
    return true;
}

extern "C" const struct lab peer_wait_lab = {"peer_wait.cu", peer_wait_open, peer_wait_launch,
                                             peer_wait_read, NULL};
