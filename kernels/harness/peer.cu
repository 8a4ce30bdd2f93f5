/* peer.cu -- see peer.cuh. */
#include "peer.cuh"

static struct peer open_peer;

/* What peer_open() made, whole or in part. A card that is lost answers nothing, so no call is checked. */
static void close_peer(void) {
    struct peer *p = &open_peer;
    if (p->stream) (void)cudaStreamDestroy(p->stream);
    if (p->begun) (void)cudaEventDestroy(p->begun);
    if (p->ended) (void)cudaEventDestroy(p->ended);
    (void)cudaDeviceDisablePeerAccess(p->other);
    (void)cudaSetDevice(p->other);
    (void)cudaDeviceDisablePeerAccess(p->own);
    (void)cudaSetDevice(p->own);
    (void)cudaGetLastError();
    *p = {};
}

static bool find_other(struct peer *p, struct problem *why) {
    int cards = 0;
    LAB_TRY(cudaGetDevice(&p->own));
    LAB_TRY(cudaGetDeviceCount(&cards));
    if (cards == 1) return problem_say(why, "there is no second card that CUDA can see");
    for (int i = 1; i < cards; i++) {
        int there = 0, back = 0;
        p->other = (p->own + i) % cards;
        LAB_TRY(cudaDeviceCanAccessPeer(&there, p->own, p->other));
        LAB_TRY(cudaDeviceCanAccessPeer(&back, p->other, p->own));
        if (there && back) return true;
    }
    return problem_say(why, "this card and none of the %d others can reach each other's memory",
                       cards - 1);
}

static bool let_reach(const struct peer *p, struct problem *why) {
    LAB_TRY(cudaDeviceEnablePeerAccess(p->other, 0));
    LAB_TRY(cudaSetDevice(p->other));
    LAB_TRY(cudaDeviceEnablePeerAccess(p->own, 0));
    LAB_TRY(cudaStreamCreateWithFlags(&open_peer.stream, cudaStreamNonBlocking));
    LAB_TRY(cudaEventCreateWithFlags(&open_peer.ended, cudaEventDisableTiming));
    LAB_TRY(cudaSetDevice(p->own));
    LAB_TRY(cudaEventCreateWithFlags(&open_peer.begun, cudaEventDisableTiming));
    return true;
}

bool peer_open(struct peer *p, struct problem *why) {
    open_peer = {};
    if (!find_other(&open_peer, why)) return false;
    lab_at_release(close_peer);
    const bool ok = let_reach(&open_peer, why);
    *p = open_peer;
    return ok;
}

bool peer_fork(const struct peer *p, cudaStream_t own, struct problem *why) {
    LAB_TRY(cudaEventRecord(p->begun, own));
    LAB_TRY(cudaStreamWaitEvent(p->stream, p->begun, 0));
    return true;
}

bool peer_join(const struct peer *p, cudaStream_t own, struct problem *why) {
    LAB_TRY(cudaEventRecord(p->ended, p->stream));
    LAB_TRY(cudaStreamWaitEvent(own, p->ended, 0));
    return true;
}

bool peer_alloc_bytes(const struct peer *p, void **to, size_t bytes, struct problem *why) {
    LAB_TRY(cudaSetDevice(p->other));
    const bool ok = lab_alloc_bytes(to, bytes, why);
    LAB_TRY(cudaSetDevice(p->own));
    return ok;
}
