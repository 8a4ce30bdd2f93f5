/* peer_reduce.cu -- two cards add up what both have: NCCL's all-reduce.
 *
 * Version
 *   0 all-reduce  both cards end with the sums of their floats; one process, one call for both
 *
 * Method  size is the bytes of a card. The library is loaded at run time (harness/nccl.h). By events
 *         in this card's stream, which the neighbor's begins after and ends before; a pass is one
 *         call and includes what starting it costs the host. Bytes of one card over the time.
 * Needs   A second card (harness/peer.cuh), NCCL.
 * Check   every sum, on both cards: small whole numbers, so they are exact.
 * Run     build/measure --only peer.reduce
 */
#include "harness/nccl.h"
#include "harness/peer.cuh"

static struct {
    size_t count;
    struct peer peer;
    struct nccl nccl;
    float *give[2], *sum[2]; /* own, the neighbor's */
} it;

static void stop(void) {
    nccl_stop(&it.nccl);
}

static bool peer_reduce_launch(void *stream, struct problem *why) {
    void *const streams[2] = {stream, it.peer.stream};
    return peer_fork(&it.peer, (cudaStream_t)stream, why) &&
           nccl_all_reduce(&it.nccl, it.give, it.sum, it.count, streams, why) &&
           peer_join(&it.peer, (cudaStream_t)stream, why);
}

/* The first card has the small numbers from 0 on, the second one those from `count` on. */
static bool are_sums(const float *sum, struct problem *why) {
    return lab_verify(
        sum, it.count, [](size_t i) { return lab_small(i) + lab_small(it.count + i); }, why);
}

static bool peer_reduce_open(const struct lab_case *c, const struct lab_card *,
                             struct problem *why) {
    it.count = c->size / sizeof(float);
    it.nccl = {};
    if (!peer_open(&it.peer, why)) return false;
    lab_at_release(stop);
    if (!nccl_start(&it.nccl, it.peer.own, it.peer.other, why)) return false;
    LAB_TRY(cudaSetDevice(it.peer.own)); /* whichever NCCL left */
    for (int i = 0; i < 2; i++) {
        float **const both[2] = {&it.give[i], &it.sum[i]};
        for (float **p : both)
            if (i == 0 ? !lab_alloc(p, it.count, why) : !peer_alloc(&it.peer, p, it.count, why))
                return false;
        if (!lab_fill_small(it.give[i], it.count, i * it.count, why) ||
            !lab_poison(it.sum[i], c->size, why))
            return false;
    }
    LAB_TRY(cudaDeviceSynchronize());
    if (!peer_reduce_launch(0, why)) return false;
    LAB_TRY(cudaDeviceSynchronize());
    return are_sums(it.sum[0], why) && are_sums(it.sum[1], why);
}

/* The events give the time. Having clocks of its own, a pass is not repeated in a graph. */
static bool peer_reduce_read(struct lab_time *, struct problem *) {
    return true;
}

extern "C" const struct lab peer_reduce_lab = {"peer_reduce.cu", peer_reduce_open,
                                               peer_reduce_launch, peer_reduce_read, NULL};
