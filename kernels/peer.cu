/* peer.cu -- another card of the same machine: copies to its memory, and a kernel that reads or writes
 * there.
 *
 * Versions
 *   0 one    a copy from this card to its neighbor (harness/peer.cuh says which one that is)
 *   1 both   that copy, and one from the neighbor to this card at the same time
 *   2 read   a kernel of this card reads the neighbor's memory, 16 bytes a load
 *   3 write  a kernel of this card stores to it, 16 bytes a store
 *
 * Method  size is the bytes that go one way. By events in this card's stream, which the neighbor's
 *         begins after and ends before. Copies are by the copy engines; short ones are repeated in one
 *         graph. Bytes are counted once; both ways: those of either.
 * Needs   A second card, and memory that each can reach: over NVLink, or over PCIe where the board
 *         lets it.
 * Check   every word that arrived; read: every thread's sum.
 * Run     build/measure --only peer
 */
#include "harness/peer.cuh"

enum { ONE, BOTH, READ, WRITE };
enum { THREADS = 256, EACH = 4, VECTOR = 16 };

// region: read
__global__ void read_peer(const uint4 *in, uint32_t *out) {
    const uint4 *mine = in + (size_t)blockIdx.x * THREADS * EACH + threadIdx.x;
    uint32_t sum = 0;
#pragma unroll
    for (unsigned k = 0; k < EACH; k++) {
        uint4 v = __ldcg(&mine[k * THREADS]);
        sum += v.x + v.y + v.z + v.w;
    }
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}
// endregion

// region: write
__global__ void write_peer(uint4 *out) {
    const size_t first = (size_t)blockIdx.x * THREADS * EACH + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < EACH; k++) {
        const size_t at = first + k * THREADS;
        out[at] = make_uint4(lab_word(4 * at), lab_word(4 * at + 1), lab_word(4 * at + 2),
                             lab_word(4 * at + 3));
    }
}
// endregion

static struct {
    int variant;
    size_t bytes;
    struct peer peer;
    uint32_t *here, *there; /* own memory, the neighbor's */
    uint32_t *from_there, *to_here;
    uint32_t *sums;
} it;

// region: copies
static bool copies(cudaStream_t s, struct problem *why) {
    const bool both = it.variant == BOTH;
    if (both && !peer_fork(&it.peer, s, why)) return false;
    LAB_TRY(cudaMemcpyAsync(it.there, it.here, it.bytes, cudaMemcpyDefault, s));
    if (!both) return true;
    LAB_TRY(
        cudaMemcpyAsync(it.to_here, it.from_there, it.bytes, cudaMemcpyDefault, it.peer.stream));
    return peer_join(&it.peer, s, why);
}
// endregion

static bool peer_launch(void *stream, struct problem *why) {
    const unsigned blocks = (unsigned)(it.bytes / VECTOR / EACH / THREADS);
    cudaStream_t s = (cudaStream_t)stream;
    if (it.variant == ONE || it.variant == BOTH) return copies(s, why);
    if (it.variant == READ)
        read_peer<<<blocks, THREADS, 0, s>>>((const uint4 *)it.there, it.sums);
    else
        write_peer<<<blocks, THREADS, 0, s>>>((uint4 *)it.there);
    LAB_TRY(cudaGetLastError());
    return true;
}

static uint32_t sum_of(size_t thread) {
    const size_t first = thread / THREADS * THREADS * EACH + thread % THREADS;
    uint32_t sum = 0;
    for (size_t k = 0; k < EACH; k++)
        for (size_t w = 0; w < 4; w++)
            sum += lab_word((first + k * THREADS) * 4 + w);
    return sum;
}

static bool are_words(const uint32_t *device, struct problem *why) {
    return lab_verify(
        device, it.bytes / 4, [](size_t i) { return lab_word(i); }, why);
}

/* The legacy stream waits for nothing of the neighbor, so that all is done before it is compared. */
static bool ran(struct problem *why) {
    LAB_TRY(cudaDeviceSynchronize());
    if (!peer_launch(0, why)) return false;
    LAB_TRY(cudaDeviceSynchronize());
    return true;
}

static bool open_copies(struct problem *why) {
    const size_t words = it.bytes / 4;
    if (!lab_alloc(&it.here, words, why) || !lab_fill_words(it.here, words, why)) return false;
    if (it.variant == ONE) return ran(why) && are_words(it.there, why);
    return peer_alloc(&it.peer, &it.from_there, words, why) && lab_alloc(&it.to_here, words, why) &&
           lab_poison(it.to_here, it.bytes, why) && lab_fill_words(it.from_there, words, why) &&
           ran(why) && are_words(it.there, why) && are_words(it.to_here, why);
}

static bool open_read(struct problem *why) {
    const size_t threads = it.bytes / VECTOR / EACH;
    return lab_alloc(&it.sums, threads, why) && lab_poison(it.sums, threads * 4, why) &&
           lab_fill_words(it.there, it.bytes / 4, why) && ran(why) &&
           lab_verify(it.sums, threads, sum_of, why);
}

static bool peer_lab_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.bytes = c->size;
    if (!peer_open(&it.peer, why) || !peer_alloc(&it.peer, &it.there, it.bytes / 4, why) ||
        !lab_poison(it.there, it.bytes, why))
        return false;
    if (it.variant == READ) return open_read(why);
    if (it.variant == WRITE) return ran(why) && are_words(it.there, why);
    return open_copies(why);
}

extern "C" const struct lab peer_lab = {"peer.cu", peer_lab_open, peer_launch, NULL, NULL};
