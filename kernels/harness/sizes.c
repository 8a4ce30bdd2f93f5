/* sizes.c -- see sizes.h. */
#include "sizes.h"

#include "number.h"

#include <math.h>
#include <stdio.h>

#define KIB ((uint64_t)1024)
#define MIB (KIB * 1024)
#define GIB (MIB * 1024)

/* Up to this share of the L2 all buffers together certainly fit inside. */
#define SHARE_INSIDE 0.55

enum { SWEEP_TIMES_L2 = 16, CHASE_TIMES_L2 = 32, LINE = 128 };

static struct size of(const struct size_facts *f, uint64_t value, uint64_t need) {
    struct size s = {value, need, ""};
    if ((double)need <= MEMORY_SHARE * (double)f->free) return s;
    char needs[NUMBER_TEXT], have[NUMBER_TEXT];
    bytes_text((double)need, needs);
    bytes_text((double)f->free, have);
    snprintf(s.why, sizeof s.why, "needs %s, %s free (at most 60 %% of it is taken)", needs, have);
    s.value = 0;
    return s;
}

static uint64_t greater(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* A size is the wanted one, if there is room for it, and never less than the least that makes
 * sense. */
static uint64_t fit(uint64_t wanted, uint64_t room, uint64_t least) {
    return greater(wanted < room ? wanted : room, least);
}

static uint64_t whole(double value, uint64_t unit) {
    return (uint64_t)value / unit * unit;
}

static double shared_out(const struct size_facts *f, double parts) {
    return MEMORY_SHARE * (double)f->free / parts;
}

static uint64_t power_of_two(uint64_t at_least) {
    uint64_t p = 1;
    while (p < at_least)
        p *= 2;
    return p;
}

/* Sizes one of so many buffers; a share of one more is held beside them. */
static struct size buffer_of(const struct size_facts *f, int buffers, uint64_t beside,
                             uint64_t wanted) {
    const uint64_t least = (DRAM_TIMES_L2 * f->l2 + MIB - 1) / MIB * MIB;
    const uint64_t room = whole(shared_out(f, buffers + 1.0 / (double)beside), MIB);
    const uint64_t each = fit(wanted, room, least);
    return of(f, each, each * (uint64_t)buffers + each / beside);
}

struct size size_stream(const struct size_facts *f, int buffers) {
    static const uint64_t wanted[] = {4 * GIB, GIB, 0};
    return buffer_of(f, buffers, 16, wanted[f->effort]); /* each thread that reads writes 4 bytes */
}

struct size size_stride(const struct size_facts *f, uint32_t stride) {
    const uint64_t widest = 32, flush = FLUSH_L2 * f->l2;
    uint64_t count = power_of_two(DRAM_TIMES_L2 * f->l2 / 8);
    if ((double)(count * 4 * (widest + 1) + flush) > MEMORY_SHARE * (double)f->free)
        count /= 2; /* at every stride, so that they compare */
    return of(f, count, count * 4 * (stride + (uint64_t)1) + flush);
}

struct size size_transpose(const struct size_facts *f, bool dram) {
    const uint64_t least = whole(sqrt(DRAM_TIMES_L2 * (double)f->l2 / 8) + 255, 256);
    const uint64_t n =
        dram ? fit(f->effort == EFFORT_CHECK ? 0 : 16384, whole(sqrt(shared_out(f, 8)), 256), least)
             : greater(whole(sqrt(SHARE_INSIDE * (double)f->l2 / 8), 256), 256);
    return of(f, n, 8 * n * n);
}

struct size size_chase_l1(const struct size_facts *f) {
    return of(f, 16 * KIB, MIB);
}

struct size size_chase_l2(const struct size_facts *f) {
    const uint64_t bytes = greater(f->l2 / 8 / (64 * KIB) * (64 * KIB), 256 * KIB);
    return of(f, bytes, bytes + bytes / 32);
}

struct size size_chase_dram(const struct size_facts *f) {
    uint64_t bytes = power_of_two(DRAM_TIMES_L2 * f->l2);
    return of(f, bytes, bytes + bytes / 32 + FLUSH_L2 * f->l2);
}

struct size size_each(const struct size_facts *f, int which) {
    static const double share[] = {0.27, 0.77, 4.27};
    const uint64_t bytes = greater(whole(share[which] * (double)f->l2, MIB), MIB);
    return of(f, bytes, bytes + bytes / 32);
}

uint32_t size_each_warm(const struct size_facts *f, uint64_t bytes) {
    return size_chase_cold(f, bytes) ? 1 : 3;
}

struct size size_partition(const struct size_facts *f) {
    enum { LINES = 1024, CANDIDATES = 16 };
    return of(f, LINES, (uint64_t)LINES * LINE * CANDIDATES + 2 * FLUSH_L2 * f->l2);
}

enum { SLICE_STEP = 32 << 10 };

struct size size_slice_l1(const struct size_facts *f) {
    const uint64_t half = f->shared_sm / 2 / SLICE_STEP * SLICE_STEP;
    const uint64_t bytes = fit(half, 2 * SLICE_STEP, SLICE_STEP);
    return of(f, bytes, bytes * f->sms);
}

struct size size_slice_l2(const struct size_facts *f) {
    const uint64_t share = f->sms ? f->l2 / 2 / f->sms : 0;
    const uint64_t bytes = greater(share / SLICE_STEP * SLICE_STEP, SLICE_STEP);
    return of(f, bytes, bytes * f->sms);
}

struct size size_table(const struct size_facts *f) {
    uint64_t entries = power_of_two(f->l2 / 4 / 4 + 1) / 2;
    return of(f, entries, entries * 4 + f->sms * 64 * KIB);
}

bool size_sweep(const struct size_facts *f, int step, struct size *size) {
    const uint64_t unit = 16 * KIB, last = f->sms ? SWEEP_TIMES_L2 * f->l2 / f->sms : 0;
    uint64_t slice = unit, before = 0;
    int at = 0;
    const bool full = f->effort == EFFORT_FULL;
    /* Past the L1s and inside the L2 there may be less than an octave, which then gets more steps. */
    const uint64_t near_l2 = f->sms ? f->l2 / f->sms / 10 * 11 : 0;
    for (int eighth = 0; at <= step;) {
        slice = (uint64_t)(exp2(eighth / 8.0) + 0.5) * unit;
        if (before >= last && before) return false;
        if (slice != before) at++; /* small footprints round to the same slice */
        before = slice;
        bool close = slice >= f->shared_sm && slice < near_l2 && near_l2 < 3 * f->shared_sm;
        eighth += !full ? 4 : close ? 1 : 2;
    }
    *size = of(f, slice, size_place(slice * f->sms) * size_sweep_places(f, slice));
    return true;
}

uint32_t size_sweep_places(const struct size_facts *f, uint64_t slice) {
    const uint64_t all = slice * f->sms;
    return all >= f->l2 / 2 && all <= f->l2 / 4 * 5 ? size_hot_places(f) : 1;
}

uint64_t size_place(uint64_t bytes) {
    return (bytes + PLACE_STEP - 1) / PLACE_STEP * PLACE_STEP;
}

bool size_chase_cold(const struct size_facts *f, uint64_t bytes) {
    return bytes > 2 * f->l2;
}

bool size_chase(const struct size_facts *f, int step, struct size *size) {
    const uint64_t least = 4 * KIB, last = CHASE_TIMES_L2 * f->l2;
    const bool full = f->effort == EFFORT_FULL;
    uint64_t bytes = 0;
    for (int at = 0, quarter = 0; at <= step; at++) {
        bytes = (uint64_t)(exp2(quarter / 4.0) * (double)least) / LINE * LINE;
        if (bytes > last) return false;
        bool close = bytes >= f->l2 / 8 * 3 && bytes < f->l2; /* here the far half of an L2 shows */
        quarter += !full ? 4 : close ? 1 : 2;
    }
    *size = of(f, bytes,
               size_place(bytes) * size_chase_places(f, bytes) + bytes / 32 +
                   (size_chase_cold(f, bytes) ? FLUSH_L2 * f->l2 : 0));
    return true;
}

uint32_t size_chase_places(const struct size_facts *f, uint64_t bytes) {
    return bytes >= f->shared_sm / 4 * 3 && bytes <= f->shared_sm / 2 * 3 ? size_hot_places(f) : 1;
}

struct size size_edge(const struct size_facts *f, int edge, int step) {
    static const double from[] = {0.76, 0.42, 0.84}, to[] = {1.24, 0.58, 1.12};
    const double whole_of = (double)(edge == 0 ? f->shared_sm : f->l2);
    const double share = from[edge] * pow(to[edge] / from[edge], step / (EDGE_STEPS - 1.0));
    const uint64_t bytes = greater(whole(share * whole_of, LINE), LINE);
    return of(f, bytes, size_place(bytes) * size_chase_places(f, bytes) + bytes / 32);
}

struct size size_outputs(const struct size_facts *f) {
    uint64_t count = (uint64_t)1 << (f->effort == EFFORT_CHECK ? 16 : 22);
    return of(f, count, 8 * count + MIB);
}

struct size size_gemm(const struct size_facts *f) {
    static const uint64_t edge[] = {4096, 2048, 256};
    uint64_t n = edge[f->effort];
    return of(f, n, 12 * n * n);
}

/* Three matrices, and what cuBLAS and a split of the work may put beside them. */
struct size size_ladder(const struct size_facts *f, uint64_t n) {
    const uint64_t edge = f->effort == EFFORT_CHECK ? 256 : n;
    return of(f, edge, 12 * edge * edge + 96 * MIB);
}

struct size size_vecadd(const struct size_facts *f, bool dram) {
    static const uint64_t wanted[] = {(uint64_t)1 << 28, (uint64_t)1 << 26, 0};
    const uint64_t unit = 4096, least = (DRAM_TIMES_L2 * f->l2 / 12 + unit - 1) / unit * unit;
    const uint64_t count = dram ? fit(wanted[f->effort], whole(shared_out(f, 12), unit), least)
                                : greater(whole(SHARE_INSIDE * (double)f->l2 / 12, unit), unit);
    return of(f, count, 12 * count);
}

struct size size_pattern(const struct size_facts *f, int buffers) {
    static const uint64_t wanted[] = {4 * GIB, GIB / 2, 0};
    return buffer_of(f, buffers, 4, wanted[f->effort]);
}

struct size size_shifted(const struct size_facts *f, bool dram) {
    const uint64_t unit = 2048, wanted = f->effort == EFFORT_FULL ? GIB / 4 : 0;
    const uint64_t count = dram ? greater(wanted, DRAM_TIMES_L2 * f->l2 / 4) / unit * unit + unit
                                : greater(whole(SHARE_INSIDE * (double)f->l2 / 4, unit), unit);
    return of(f, count, 4 * count + count / 2 + (dram ? FLUSH_L2 * f->l2 : 0));
}

struct size size_spill(const struct size_facts *f) {
    uint64_t threads = (uint64_t)1 << (f->effort == EFFORT_CHECK ? 14 : 20);
    return of(f, threads, 8 * threads + MIB);
}

struct size size_hot(const struct size_facts *f, uint32_t times) {
    const uint64_t unit = greater(f->sms, 1) * 32 * KIB; /* one turn of all threads */
    const uint64_t bytes = greater(whole(0.3 * (double)f->l2, unit), unit);
    return of(f, bytes, bytes * (times - 1) + size_place(bytes) * size_hot_places(f) + MIB);
}

uint32_t size_hot_places(const struct size_facts *f) {
    static const uint32_t places[] = {9, 3, 1}; /* odd, as is the number of all samples */
    return places[f->effort];
}

struct size size_pages(const struct size_facts *f, int step) {
    uint64_t bytes = f->effort == EFFORT_CHECK ? 64 * MIB << step : 64 * MIB << 2 * step;
    return of(f, bytes, bytes + 4 * MIB);
}

struct size size_pages_most(const struct size_facts *f) {
    const uint64_t room = whole(shared_out(f, 1), 2 * MIB), beside = 4 * MIB;
    const uint64_t bytes = f->effort == EFFORT_CHECK ? 64 * MIB : room > beside ? room - beside : 0;
    return of(f, greater(bytes, 64 * MIB), greater(bytes, 64 * MIB) + beside);
}

struct size size_store(const struct size_facts *f, bool dram) {
    const uint64_t least = (DRAM_TIMES_L2 * f->l2 + MIB - 1) / MIB * MIB;
    const uint64_t inside = greater(whole(SHARE_INSIDE / 2 * (double)f->l2, MIB), MIB);
    const uint64_t bytes =
        dram ? fit(f->effort == EFFORT_FULL ? GIB : 0, whole(shared_out(f, 1), MIB), least)
             : inside;
    return of(f, bytes, bytes);
}

struct size size_host_copy(const struct size_facts *f) {
    static const uint64_t bytes[] = {256 * MIB, 64 * MIB, 16 * MIB};
    return of(f, bytes[f->effort], bytes[f->effort]);
}

struct size size_host_walk(const struct size_facts *f) {
    uint64_t bytes = f->effort == EFFORT_CHECK ? MIB : 16 * MIB;
    return of(f, bytes, MIB);
}

double size_step_weights(uint32_t layers) {
    static const double layer = 4096.0 * (2 * 4096 + 2 * 1024 + 3 * 14336), head = 4096.0 * 128256;
    return layer * layers + head;
}

struct size size_layers(const struct size_facts *f, int bits) {
    static const uint32_t wanted[] = {32, 4, 1};
    const double beside = (double)GIB; /* results and x of the largest batch */
    uint32_t layers = wanted[f->effort];
    if (f->effort == EFFORT_CHECK) return of(f, 1, GIB / 4);
    while (layers > 1 &&
           size_step_weights(layers) * bits / 8 + beside > MEMORY_SHARE * (double)f->free)
        layers--;
    return of(f, layers, (uint64_t)(size_step_weights(layers) * bits / 8 + beside));
}
