/* partition.cu -- an L2 in two parts: how long a line takes from the part near an SM, and from the
 * far one.
 *
 * Versions
 *   0 near  lines that another SM of the same part has read before
 *   1 far   lines that an SM of the other part has read before, those of them that lie over there
 *
 * Method  size is the number of lines. SM 0 reads all lines, from an L2 that was flushed; then one
 *         thread of another SM reads each of them, timed one by one by its clock: only the first
 *         reading counts, for the second finds the line near in any case. At open, SMs take turns,
 *         each with lines of its own. The one whose slow lines (the 90th percentile) are least slow
 *         is a neighbor of SM 0; the one whose slow lines are slowest is not. For the neighbor
 *         the median of all lines is taken, for the other one the median of the lines that take a
 *         quarter longer than that. Where less than a tenth do, the L2 has one part: missing. What
 *         reading the clock costs is in the figures.
 * Check   the sum of what was read.
 * Run     build/measure --only partition
 */
#include "harness/lab.cuh"

#include <algorithm>
#include <math.h>

enum { NEAR, FAR };
enum { LINE = 128, LINE_WORDS = LINE / 4, CANDIDATES = 16, FLUSH_L2 = 4 };
static const double FARTHER = 1.25, LEAST_SHARE = 0.1, SLOW = 0.9;

// region: first-touch
/* True in one thread of the grid: the first that finds itself on that SM. */
__device__ static bool chosen(unsigned sm, unsigned *taken) {
    return threadIdx.x == 0 && lab_sm() == sm && atomicExch(taken, 1u) == 0;
}

__global__ void touch(const uint32_t *data, uint32_t *sum, unsigned lines, unsigned sm,
                      unsigned *taken) {
    if (!chosen(sm, taken)) return;
    uint32_t all = 0;
    for (unsigned i = 0; i < lines; i++)
        all += __ldcg(&data[i * LINE_WORDS]);
    *sum = all;
}

__global__ void time_lines(const uint32_t *data, uint32_t *sum, uint32_t *cycles,
                           struct lab_span *span, unsigned lines, unsigned sm, unsigned *taken) {
    __shared__ volatile uint32_t arrived;
    if (!chosen(sm, taken)) return;
    unsigned long long clock0 = lab_clock(), ns0 = lab_ns();
    uint32_t all = 0;
    for (unsigned i = 0; i < lines; i++) {
        unsigned long long before = lab_clock();
        uint32_t word;
        asm volatile("ld.global.cg.u32 %0, [%1];"
                     : "=r"(word)
                     : "l"(&data[i * LINE_WORDS])
                     : "memory");
        arrived = word; // waits for the word, and the clock after it
        cycles[i] = (uint32_t)(lab_clock() - before);
        all += word;
    }
    *sum = all;
    *span = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}
// endregion

static struct {
    int variant, blocks;
    unsigned lines, sm; /* that times, once it is found */
    double limit;       /* cycles from which a line is far; 0: all lines count */
    const uint32_t *data;
    uint32_t *words, *sums, *cycles;
    unsigned *taken;
    struct lab_span *span;
} it;

static bool launch_on(cudaStream_t s, unsigned sm, struct problem *why) {
    LAB_TRY(cudaMemsetAsync(it.taken, 0, 2 * sizeof *it.taken, s));
    touch<<<it.blocks, 32, 0, s>>>(it.data, &it.sums[0], it.lines, 0, &it.taken[0]);
    time_lines<<<it.blocks, 32, 0, s>>>(it.data, &it.sums[1], it.cycles, it.span, it.lines, sm,
                                        &it.taken[1]);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool partition_launch(void *stream, struct problem *why) {
    return launch_on((cudaStream_t)stream, it.sm, why);
}

/* The cycles of all lines, least first. */
static bool sorted_cycles(std::vector<uint32_t> *cycles, struct problem *why) {
    cycles->resize(it.lines);
    LAB_TRY(
        cudaMemcpy(cycles->data(), it.cycles, it.lines * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    std::sort(cycles->begin(), cycles->end());
    return true;
}

static double at_share(const std::vector<uint32_t> &sorted, double share) {
    return sorted[(size_t)(share * (double)(sorted.size() - 1))];
}

static bool check_sums(struct problem *why) {
    uint32_t got[2], want = 0;
    LAB_TRY(cudaMemcpy(got, it.sums, sizeof got, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < it.lines; i++)
        want += lab_word((size_t)(it.data - it.words) + i * LINE_WORDS);
    for (size_t i = 0; i < 2; i++)
        if (got[i] != want) return lab_wrong(why, i, got[i], want);
    return true;
}

static bool choose(const struct lab_card *card, struct problem *why) {
    double least = INFINITY, most = 0, near = 0, share = 0;
    unsigned neighbor = 0, other = 0;
    std::vector<uint32_t> cycles;
    for (int i = 0; i < CANDIDATES; i++) {
        unsigned sm = 1 + (unsigned)((card->sms - 2) * i / (CANDIDATES - 1));
        it.data = it.words + (size_t)i * it.lines * LINE_WORDS;
        if (!lab_poison(it.sums, 2 * sizeof *it.sums, why) || !launch_on(0, sm, why) ||
            !check_sums(why) || !sorted_cycles(&cycles, why))
            return false;
        double slow = at_share(cycles, SLOW);
        if (slow < least) least = slow, neighbor = sm, near = at_share(cycles, 0.5);
        if (slow > most) {
            double limit = FARTHER * near;
            most = slow, other = sm;
            share = (double)std::count_if(cycles.begin(), cycles.end(),
                                          [&](uint32_t c) { return c > limit; }) /
                    it.lines;
        }
    }
    it.data = it.words;
    it.sm = it.variant == NEAR ? neighbor : other;
    it.limit = it.variant == NEAR ? 0 : FARTHER * near;
    if (it.variant == NEAR || (most > FARTHER * near && share > LEAST_SHARE)) return true;
    snprintf(why->text, sizeof why->text,
             "no SM is farther from some lines than from others: the L2 has one part");
    why->fatal = false;
    return false;
}

static bool partition_open(const struct lab_case *c, const struct lab_card *card,
                           struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.lines = (unsigned)c->size;
    it.blocks = 4 * card->sms; /* so many that every SM gets one */
    size_t words = (size_t)it.lines * LINE_WORDS * CANDIDATES, flush = card->l2 * FLUSH_L2 / 4;
    uint32_t *rest;
    return lab_alloc(&it.words, words, why) && lab_alloc(&rest, flush, why) &&
           lab_alloc(&it.sums, 2, why) && lab_alloc(&it.cycles, it.lines, why) &&
           lab_alloc(&it.taken, 2, why) && lab_alloc(&it.span, 1, why) &&
           lab_fill_words(it.words, words, why) && lab_fill_words(rest, flush, why) &&
           choose(card, why);
}

static bool partition_times(struct lab_time *t, struct problem *why) {
    std::vector<uint32_t> cycles;
    if (!lab_read_spans(it.span, 1, false, t, why) || !sorted_cycles(&cycles, why)) return false;
    auto from = std::upper_bound(cycles.begin(), cycles.end(), (uint32_t)it.limit);
    if (from == cycles.end()) {
        snprintf(why->text, sizeof why->text, "no line was far in this sample");
        why->fatal = false;
        return false;
    }
    t->cycles = *(from + (cycles.end() - from) / 2);
    t->seconds = t->cycles / t->hz;
    return true;
}

extern "C" const struct lab partition_lab = {"partition.cu", partition_open, partition_launch,
                                             partition_times, NULL};
