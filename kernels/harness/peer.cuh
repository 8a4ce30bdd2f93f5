/* peer.cuh -- the neighbor of a card: another card of this machine whose memory it can reach.
 *
 * It is the next one by number that both sides can reach, from the last card on to the first; of two
 * cards each is the other's. One card alone has none, which is a reason, not a failure. */
#pragma once

#include "lab.cuh"

struct peer {
    int own, other;
    cudaStream_t stream; /* of the neighbor, for what both do at once */
    cudaEvent_t begun,
        ended; /* that the own stream has come to a pass, and the neighbor's left it */
};

/* Finds the neighbor and lets each card reach the other's memory, until lab_release(). */
bool peer_open(struct peer *p, struct problem *why);

/* Makes the neighbor's stream wait for what is in the own one, and the own one for what is then in the
 * neighbor's: what lies between the two is done by both at once. */
bool peer_fork(const struct peer *p, cudaStream_t own, struct problem *why);
bool peer_join(const struct peer *p, cudaStream_t own, struct problem *why);

/* The neighbor's memory, which lab_release() frees. */
bool peer_alloc_bytes(const struct peer *p, void **to, size_t bytes, struct problem *why);

template <class T>
static inline bool peer_alloc(const struct peer *p, T **to, size_t count, struct problem *why) {
    return peer_alloc_bytes(p, (void **)to, count * sizeof(T), why);
}
