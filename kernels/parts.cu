/* parts.cu -- the two parts of an L2: what a hit costs in the near part and in the far one, and which
 * SM is near which part.
 *
 * Versions
 *   0 near  one thread walks once over lines that lie in the part near its SM
 *   1 far   the same over lines that lie in the other part alone
 *   2 map   one thread of every SM reads a few lines of each part, each timed alone
 *
 * Method  size is the number of lines that are looked at. First the part of every SM and the home of
 *         every line are found. SM 0 brings all lines to an L2 that was flushed, and another SM
 *         reads them, timed one by one: of an SM of the same part all are near. An SM of the other
 *         part waits longer for those whose home is the part of SM 0. The limit is a quarter more
 *         than the median of the fastest SM; an SM for which a tenth of the lines take longer is of
 *         the other part. Then an SM of that part brings the lines and SM 0 reads them: what takes
 *         longer now has its home over there. Lines that are near both times, or far, are left out.
 *         A line that an SM of its home has brought lies there alone, until an SM of the other part
 *         reads it. So before every timed reading the L2 is flushed and the lines are brought anew.
 *         Lines form a ring, each holds the address of the next: a load's time is that from its
 *         issue to the issue of the next one, which waits for it, and the clock is read meanwhile.
 *         param is the number of lines of the map, the first half with their home in the part of SM
 *         0. Its table: how many parts there are; the part of each SM, 0 that of SM 0; the cycles
 *         of all lines for SM 0, for SM 1, and so on. Where no SM is of another part, version 1 is
 *         missing and the map has lines of one home.
 * Check   where each walk ends, and the sum of what each SM brought or read.
 * Run     build/measure --only partition.
 */
#include "harness/lab.cuh"

#include <algorithm>
#include <math.h>

enum { NEAR, FAR, MAP };
enum { LINE = 128, LINE_WORDS = LINE / 8, FLUSH_L2 = 4, UNROLL = 4 };
static const double FARTHER = 1.25, LEAST_SHARE = 0.1;

/* ---- kernels ---- */

/* True in one thread of the grid: the first that finds itself on that SM. */
__device__ static bool chosen(unsigned sm, unsigned *taken) {
    return threadIdx.x == 0 && lab_sm() == sm && atomicExch(taken, 1u) == 0;
}

__device__ static unsigned long long next_line(unsigned long long at) {
    unsigned long long next;
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
    return next;
}

// region: bring
/* One thread of that SM reads so many lines, which brings them to the L2. */
__global__ void bring(const unsigned long long *lines, unsigned count, unsigned sm, unsigned *taken,
                      unsigned long long *sum) {
    if (!chosen(sm, taken)) return;
    unsigned long long all = 0;
    for (unsigned i = 0; i < count; i++)
        all += next_line(lines[i]);
    *sum = all;
}
// endregion

// region: walk
/* Once round a ring of lines. The line aside lies in the same page and holds 0: after it the page's
 * address is known to this SM. */
__global__ void walk(const unsigned long long *aside, unsigned long long first, unsigned count,
                     unsigned sm, unsigned *taken, unsigned long long *end, struct lab_span *span) {
    if (!chosen(sm, taken)) return;
    unsigned long long at = first + next_line((unsigned long long)aside);
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    for (unsigned i = 0; i < count; i += UNROLL) {
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            at = next_line(at);
    }
    *end = at; // waits for the last line
    unsigned long long clock1 = lab_clock();
    *span = {clock0, clock1, ns0, lab_ns(), lab_sm()};
}
// endregion

// region: time-lines
/* The same, and the cycles of each load. */
__global__ void time_lines(const unsigned long long *aside, unsigned long long first,
                           unsigned count, unsigned sm, unsigned *taken, unsigned long long *end,
                           uint32_t *cycles) {
    if (!chosen(sm, taken)) return;
    unsigned long long at = first + next_line((unsigned long long)aside);
    unsigned long long issued = 0;
#pragma unroll 1 // unrolled, the clock is read after the next load was issued
    for (unsigned i = 0; i <= count; i++) { // once more: the first is read again, and not timed
        at = next_line(at);
        unsigned long long now = lab_clock();
        if (i) cycles[i - 1] = (uint32_t)(now - issued);
        issued = now;
    }
    *end = at;
}
// endregion

/* Writes the rings into the lines: line i is followed by next[i]. */
__global__ static void lay_lines(unsigned long long *data, const uint32_t *next, unsigned count) {
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        data[(size_t)i * LINE_WORDS] = (unsigned long long)(data + (size_t)next[i] * LINE_WORDS);
}

__global__ static void flush_all(const uint4 *in, size_t vectors, uint32_t never) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    uint32_t sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += step) {
        uint4 v = in[i];
        sum += v.x ^ v.y ^ v.z ^ v.w;
    }
    if (sum == never) ((uint32_t *)in)[0] = sum;
}

/* ---- what is open ---- */

/* Lines in the order in which they are walked. */
struct ring {
    std::vector<uint32_t> line;
    unsigned long long *address; /* of each, on the device */
};

static struct {
    int variant, blocks, parts;
    unsigned sms, lines, map_lines, bringer[2]; /* the SM that brings the lines of each home */
    unsigned long long *data, *aside, *ends;    /* ends: what bring and the reading after it left */
    uint32_t *next, *cycles;
    uint4 *rest;
    size_t rest_vectors;
    unsigned *taken;
    struct lab_span *span;
} it;
static std::vector<int> part_of;       /* each SM */
static std::vector<uint32_t> home[2];  /* lines with their home in each part */
static std::vector<double> map_cycles; /* of the map: SM by SM, line by line */
static struct ring rings[2];

static unsigned long long address_of(uint32_t line) {
    return (unsigned long long)(uintptr_t)(it.data + (size_t)line * LINE_WORDS);
}

static bool flush(struct problem *why) {
    flush_all<<<8 * it.sms, 256>>>(it.rest, it.rest_vectors, 0x5a5a5a5b);
    LAB_TRY(cudaGetLastError());
    return true;
}

/* A ring of those lines, in that order. */
static bool lay_ring(struct ring *r, const std::vector<uint32_t> &line, struct problem *why) {
    std::vector<unsigned long long> address(line.size());
    std::vector<uint32_t> next(it.lines);
    if (line.empty()) return problem_say(why, "no line has its home there");
    LAB_TRY(cudaMemcpy(next.data(), it.next, it.lines * 4, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < line.size(); i++) {
        address[i] = address_of(line[i]);
        next[line[i]] = line[(i + 1) % line.size()];
    }
    r->line = line;
    if (!lab_alloc(&r->address, line.size(), why)) return false;
    LAB_TRY(cudaMemcpy(r->address, address.data(), line.size() * 8, cudaMemcpyHostToDevice));
    LAB_TRY(cudaMemcpy(it.next, next.data(), it.lines * 4, cudaMemcpyHostToDevice));
    lay_lines<<<1, 256>>>(it.data, it.next, it.lines);
    LAB_TRY(cudaGetLastError());
    return true;
}

static unsigned long long sum_of(const struct ring &r) {
    unsigned long long sum = 0;
    for (size_t i = 0; i < r.line.size(); i++)
        sum += address_of(r.line[(i + 1) % r.line.size()]);
    return sum;
}

/* Compares what a launch left with what it has to leave: a sum of addresses, or the last address. */
static bool check_end(size_t at, unsigned long long want, struct problem *why) {
    unsigned long long got;
    LAB_TRY(cudaMemcpy(&got, it.ends + at, sizeof got, cudaMemcpyDeviceToHost));
    return got == want || lab_wrong(why, at, (double)got, (double)want);
}

static bool launch_bring(cudaStream_t s, const struct ring &r, unsigned sm, size_t at,
                         struct problem *why) {
    bring<<<it.blocks, 32, 0, s>>>(r.address, (unsigned)r.line.size(), sm, it.taken + at,
                                   it.ends + at);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool forget(cudaStream_t s, struct problem *why) {
    LAB_TRY(cudaMemsetAsync(it.taken, 0, 4 * sizeof *it.taken, s));
    LAB_TRY(cudaMemsetAsync(it.ends, 0xff, 4 * sizeof *it.ends, s));
    return true;
}

/* One SM brings the lines of a ring, another one reads them: its cycles, in the ring's order. */
static bool read_after(const struct ring &r, unsigned by, unsigned sm,
                       std::vector<uint32_t> *cycles, struct problem *why) {
    const unsigned count = (unsigned)r.line.size();
    cycles->resize(count);
    if (!flush(why) || !forget(0, why) || !launch_bring(0, r, by, 0, why)) return false;
    time_lines<<<it.blocks, 32>>>(it.aside, address_of(r.line[0]), count, sm, it.taken + 1,
                                  it.ends + 1, it.cycles);
    LAB_TRY(cudaGetLastError());
    LAB_TRY(cudaMemcpy(cycles->data(), it.cycles, count * 4, cudaMemcpyDeviceToHost));
    return check_end(0, sum_of(r), why) && check_end(1, address_of(r.line[1 % count]), why);
}

static double median_of(std::vector<uint32_t> cycles) {
    std::nth_element(cycles.begin(), cycles.begin() + cycles.size() / 2, cycles.end());
    return cycles[cycles.size() / 2];
}

static double share_above(const std::vector<uint32_t> &cycles, double limit) {
    return (double)std::count_if(cycles.begin(), cycles.end(),
                                 [&](uint32_t c) { return c > limit; }) /
           (double)cycles.size();
}

/* ---- parts and homes ---- */

/* Which part an SM is near, and where the lines have their home, as the method says. */
static bool find_parts(struct problem *why) {
    std::vector<std::vector<uint32_t>> seen(it.sms);
    std::vector<uint32_t> back;
    double near = INFINITY;
    unsigned other = 0;
    for (unsigned sm = 1; sm < it.sms; sm++) {
        if (!read_after(rings[0], 0, sm, &seen[sm], why)) return false;
        near = fmin(near, median_of(seen[sm]));
    }
    const double limit = FARTHER * near;
    part_of.assign(it.sms, 0);
    for (unsigned sm = 1; sm < it.sms; sm++) {
        part_of[sm] = share_above(seen[sm], limit) > LEAST_SHARE;
        if (part_of[sm] && !other) other = sm;
    }
    it.parts = other ? 2 : 1;
    home[0].clear(), home[1].clear();
    if (other && !read_after(rings[0], other, 0, &back, why)) return false;
    for (size_t i = 0; i < rings[0].line.size(); i++) {
        size_t far = 0, all = 0;
        for (unsigned sm = 1; sm < it.sms; sm++)
            if (part_of[sm]) all++, far += seen[sm][i] > limit;
        if (!other || (2 * far > all && back[i] <= limit)) home[0].push_back(rings[0].line[i]);
        if (other && 2 * far < all && back[i] > limit) home[1].push_back(rings[0].line[i]);
    }
    it.bringer[0] = 1; /* not SM 0, which walks */
    while (it.bringer[0] + 1 < it.sms && part_of[it.bringer[0]])
        it.bringer[0]++;
    it.bringer[1] = other;
    return true;
}

/* Each ring is brought by an SM of its home, then SM `sm` reads. An SM that would read what it has
 * brought itself leaves the bringing to SM 0, which is of part 0, or to another of part 1. */
static unsigned bringer_for(unsigned sm, int of) {
    if (it.bringer[of] != sm) return it.bringer[of];
    for (unsigned other = 0; other < it.sms; other++)
        if (other != sm && part_of[other] == of) return other;
    return sm;
}

static bool take_map(unsigned lines, struct problem *why) {
    const unsigned each = lines / (unsigned)it.parts;
    std::vector<uint32_t> cycles;
    for (int h = 0; h < it.parts; h++) {
        if (home[h].size() < each) return problem_say(why, "too few lines have their home there");
        if (!lay_ring(&rings[h], std::vector<uint32_t>(home[h].begin(), home[h].begin() + each),
                      why))
            return false;
    }
    map_cycles.assign((size_t)it.sms * lines, NAN);
    for (unsigned sm = 0; sm < it.sms; sm++)
        for (int h = 0; h < it.parts; h++) {
            if (!read_after(rings[h], bringer_for(sm, h), sm, &cycles, why)) return false;
            std::copy(cycles.begin(), cycles.end(),
                      map_cycles.begin() + (size_t)sm * lines + (size_t)h * each);
        }
    return true;
}

/* ---- the lab ---- */

static bool parts_table(double *value, size_t count, struct problem *why) {
    if (count != 1 + it.sms + map_cycles.size())
        return problem_say(why, "the table of the map has %zu numbers",
                           1 + it.sms + map_cycles.size());
    *value++ = it.parts;
    value = std::copy(part_of.begin(), part_of.end(), value);
    std::copy(map_cycles.begin(), map_cycles.end(), value);
    return true;
}

static bool parts_launch(void *stream, struct problem *why) {
    cudaStream_t s = (cudaStream_t)stream;
    const struct ring &r = rings[it.variant == FAR];
    if (it.variant == MAP) return take_map(it.map_lines, why);
    if (!forget(s, why) || !launch_bring(s, r, it.bringer[it.variant == FAR], 0, why)) return false;
    walk<<<it.blocks, 32, 0, s>>>(it.aside, address_of(r.line[0]), (unsigned)r.line.size(), 0,
                                  it.taken + 1, it.ends + 1, it.span);
    LAB_TRY(cudaGetLastError());
    return true;
}

/* Lines are walked in random order, all of them in one ring to begin with. The line past the last is
 * the one aside. */
static bool lay_all(struct problem *why) {
    std::vector<uint32_t> order = lab_one_cycle(it.lines), line(it.lines);
    for (uint32_t i = 0, at = 0; i < it.lines; i++, at = order[at])
        line[i] = at;
    LAB_TRY(cudaMemset(it.next, 0, it.lines * 4));
    LAB_TRY(cudaMemset(it.data, 0, ((size_t)it.lines + 1) * LINE));
    it.aside = it.data + (size_t)it.lines * LINE_WORDS;
    return lay_ring(&rings[0], line, why);
}

/* Whole turns of the unrolled loop. */
static std::vector<uint32_t> whole(const std::vector<uint32_t> &line) {
    return std::vector<uint32_t>(line.begin(), line.begin() + line.size() / UNROLL * UNROLL);
}

static bool open_walk(struct problem *why) {
    const int h = it.variant == FAR;
    if (h == 1 && it.parts < 2)
        return problem_say(
            why, "no SM is farther from some lines than from others: the L2 has one part");
    if (!lay_ring(&rings[h], whole(home[h]), why) || !flush(why) || !parts_launch(0, why))
        return false;
    return check_end(0, sum_of(rings[h]), why) && check_end(1, address_of(rings[h].line[0]), why);
}

static bool parts_open(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    it = {};
    it.variant = c->variant;
    it.lines = (unsigned)c->size;
    it.sms = (unsigned)card->sms;
    it.blocks = 4 * card->sms; /* so many that every SM gets one */
    it.map_lines = c->param;
    lab_has_table(parts_table);
    const size_t flush_bytes = card->l2 * FLUSH_L2;
    it.rest_vectors = flush_bytes / sizeof(uint4);
    return lab_alloc(&it.data, ((size_t)it.lines + 1) * LINE_WORDS, why) &&
           lab_alloc(&it.rest, it.rest_vectors, why) &&
           lab_fill_words((uint32_t *)it.rest, flush_bytes / 4, why) &&
           lab_alloc(&it.ends, 4, why) && lab_alloc(&it.taken, 4, why) &&
           lab_alloc(&it.cycles, it.lines + 1, why) && lab_alloc(&it.next, it.lines, why) &&
           lab_alloc(&it.span, 1, why) && lay_all(why) && find_parts(why) &&
           (it.variant == MAP ? take_map(c->param, why) : open_walk(why));
}

static bool parts_times(struct lab_time *t, struct problem *why) {
    *t = {NAN, NAN, NAN};
    if (it.variant == MAP) return true; /* what it is for stands in its table */
    if (!lab_read_spans(it.span, 1, false, t, why)) return false;
    t->cycles /= (double)rings[it.variant == FAR].line.size();
    t->seconds = t->cycles / t->hz;
    return true;
}

extern "C" const struct lab parts_lab = {"parts.cu", parts_open, parts_launch, parts_times, NULL};
