/* pages.cu -- what translating addresses costs: one line of every page, over more and more pages.
 *
 * Versions
 *   0 pages  a pointer chase by ld.global.cg that meets one line of each 2 MiB, in random order
 *   1 cold   the same from DRAM: the L2 is flushed before each sample, and no line is met twice
 *
 * Method  size is the footprint in bytes, param the steps. However large the footprint, its lines
 *         are so few that all of them stay in the L2: beyond the latency of the L2, what a load
 *         takes longer is the translation of its address. The lines lie at other offsets in each
 *         page, so that they do not fall into the same sets. The pass of the check brings them to
 *         the L2. Version 1 has several lines in each page where the pages are fewer than its steps;
 *         few pages are as many as the TLBs hold, so it gives the latency of DRAM with the address
 *         known and without. Cycles by clock64, seconds by globaltimer, both in the kernel.
 * Check   where the walk ends, against the same walk on the CPU.
 * Run     build/measure --only pages
 */
#include "harness/lab.cuh"

#include <vector>

enum { PAGES, COLD };
enum { LINE = 128, PAGE = 2 << 20, LINES_A_PAGE = PAGE / LINE, UNROLL = 16 };

/* Where line i lies: lines take turns through the pages, and 97 and 61 are prime to the lines of a
 * page. */
__host__ __device__ static size_t place(size_t i, size_t pages) {
    size_t page = i % pages, turn = i / pages;
    return page * PAGE + (page * 97 + turn * 61) % LINES_A_PAGE * LINE;
}

// region: pages
__device__ static unsigned long long step(unsigned long long at) {
    unsigned long long next;
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
    return next;
}

__global__ void page_chase(unsigned long long *end, struct lab_span *span, unsigned steps) {
    unsigned long long at = *end;
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

__global__ static void lay(unsigned char *ring, const uint32_t *order, size_t lines, size_t pages) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < lines; i += stride)
        *(unsigned long long *)(ring + place(i, pages)) =
            (unsigned long long)(ring + place(order[i], pages));
}

static struct {
    unsigned steps;
    unsigned char *ring;
    uint32_t *order;
    unsigned long long *end; /* where the walk is: a sample goes on where the last one ended */
    struct lab_span *span;
} it;

static bool launch_steps(cudaStream_t stream, unsigned steps, struct problem *why) {
    page_chase<<<1, 1, 0, stream>>>(it.end, it.span, steps);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool pages_launch(void *stream, struct problem *why) {
    return launch_steps((cudaStream_t)stream, it.steps, why);
}

static bool pages_open(const struct lab_case *c, const struct lab_card *, struct problem *why) {
    it = {};
    it.steps = c->param;
    const size_t pages = c->size / PAGE, least = c->variant == COLD ? 2 * (size_t)it.steps : 1;
    const size_t lines = pages > least ? pages : least;
    std::vector<uint32_t> order = lab_one_cycle(lines);
    if (!lab_alloc(&it.ring, c->size, why) || !lab_alloc(&it.order, lines, why) ||
        !lab_alloc(&it.end, 1, why) || !lab_alloc(&it.span, 1, why))
        return false;
    LAB_TRY(cudaMemcpy(it.order, order.data(), lines * 4, cudaMemcpyHostToDevice));
    lay<<<64, 256>>>(it.ring, it.order, lines, pages);
    LAB_TRY(cudaGetLastError());
    unsigned long long start = (unsigned long long)(uintptr_t)it.ring, end = 0;
    LAB_TRY(cudaMemcpy(it.end, &start, sizeof start, cudaMemcpyHostToDevice));
    /* Once round and a little further: a walk that went nowhere would end where it began. */
    unsigned all = (unsigned)((lines + UNROLL - 1) / UNROLL * UNROLL + UNROLL);
    if (!launch_steps(0, all, why)) return false;
    LAB_TRY(cudaMemcpy(&end, it.end, sizeof end, cudaMemcpyDeviceToHost));
    size_t at = 0;
    for (unsigned i = 0; i < all; i++)
        at = order[at];
    return end == start + place(at, pages) ||
           lab_wrong(why, all, (double)(end - start), (double)place(at, pages));
}

static bool pages_times(struct lab_time *t, struct problem *why) {
    if (!lab_read_spans(it.span, 1, false, t, why)) return false;
    t->cycles /= it.steps;
    t->seconds /= it.steps;
    return true;
}

extern "C" const struct lab pages_lab = {"pages.cu", pages_open, pages_launch, pages_times, NULL};
