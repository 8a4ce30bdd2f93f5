/* counters.c -- the counted series: which cases, which counts, and what they have to be; see
 * counters.h. */
#include "counters.h"

#include "experiment.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cases: what is launched once ---- */

enum { CASES_MOST = 12 };
enum {
    STRIDE,
    MISALIGN,
    BANK,
    BANK_WIDE,
    BANK_DOUBLE,
    TRANSPOSE,
    REGISTERS,
    LOCAL,
    SPILL,
    CONSTANT,
    LAP,
    SWEEP,
    STORE,
    STORE_L2,
    LADDER,
    ASYNC_STREAM,
    ASYNC_TRANSPOSE,
    ASYNC_PRODUCT,
    GROUPS
};

#define COUNT_8(t) t "0", t "1", t "2", t "3", t "4", t "5", t "6", t "7"
#define STEPS                                                                                      \
    "1", "2", "3", "4", "5", "6", "7", "8", "9", COUNT_8("1"), "18", "19", COUNT_8("2"), "28",     \
        "29", COUNT_8("3"), "38", "39", COUNT_8("4"), "48"
#define ORDERS                                                                                     \
    ROLES("order", "one", "row", "lanes1", "lanes2", "lanes4", "lanes8", "lanes16", "turned",      \
          "second")
#define WAYS ROLES("way", "load", "cpasync", "tma")

/* The cases of one lab have the keys of the timed probes: LAB.CASE or LAB.CASE.SECOND. */
static const struct group {
    const char *file, *lab, *second;
    struct axis cases;
    const char *kernel[CASES_MOST]; /* its name; NULL: that of the first case */
    /* The case is launched a second time in this version, which does only what comes before the
     * timed part; its counts are subtracted. 0: it is launched once. */
    int less;
    uint32_t times;    /* factor on the rounds that are timed; 0: as many */
    const char *steps; /* the experiment with this series has a step for each case; NULL: all */
} groups[GROUPS] = {
    [STRIDE] = {LAB(stride), .cases = ROLES("stride", "1", "2", "4", "8", "16", "32"),
                .kernel = {"strided"}},
    [MISALIGN] = {LAB(misalign), .second = "dram",
                  .cases = ROLES("offset", "0", "1", "2", "4", "8", "16", "32"),
                  .kernel = {"shifted"}},
    [BANK] = {LAB(bank), .cases = ROLES("stride", "1", "2", "4", "8", "16", "32", "33"),
              .kernel = {"bank_read"}},
    [BANK_WIDE] = {.file = "bank.cu", .lab = "bank.wide", .cases = ORDERS, .kernel = {"bank_wide"}},
    [BANK_DOUBLE] = {.file = "bank.cu",
                     .lab = "bank.double",
                     .cases = ORDERS,
                     .kernel = {"bank_wide"}},
    [TRANSPOSE] = {LAB(transpose), .second = "dram",
                   .cases = ROLES("kernel", "copy", "naive", "tiled", "padded", "wide"),
                   .kernel = {"copy", "naive", "tiled", "padded", "wide"}},
    [REGISTERS] = {LAB(registers), .cases = ROLES("kernel", "few", "many"),
                   .kernel = {"few", "many"}},
    [LOCAL] = {LAB(local), .cases = ROLES("index", "constant", "runtime"),
               .kernel = {"constant_index", "runtime_index"}},
    [SPILL] = {LAB(spill), .cases = ROLES("cap", "none", "32"), .kernel = {"uncapped", "capped"}},
    [CONSTANT] = {LAB(constant),
                  .cases =
                      ROLES("taps", "constant_same", "constant_own", "global_same", "global_own"),
                  .kernel = {"filter"}},
    [LAP] = {.file = "latency.cu",
             .lab = "latency.each",
             .cases = ROLES("lap", "part", "whole", "beyond"),
             .kernel = {"each_load"},
             .less = 7},
    [SWEEP] = {LAB(sweep), .cases = ROLES("step", STEPS), .kernel = {"sweep"}, .times = 16,
               .steps = "sweep.read"},
    [STORE] = {LAB(store), .second = "dram",
               .cases = ROLES("sector", "full", "bytes", "halves", "half", "word", "byte"),
               .kernel = {"store"}},
    [STORE_L2] = {LAB(store), .second = "l2",
                  .cases = ROLES("sector", "full", "bytes", "halves", "half", "word", "byte"),
                  .kernel = {"store"}},
    [LADDER] = {LAB(ladder), .second = "4096", /* cuBLAS may launch any number of kernels */
                .cases = ROLES("version", "uncoalesced", "coalesced", "tile", "column", "square",
                               "vector", "banks", "ahead", "async", "wide", "shares", "tf32"),
                .kernel = {"uncoalesced", "coalesced", "tile", "column", "square", "vector",
                           "banks", "ahead", "tiles", "tiles", "shares", "tf32"}},
    [ASYNC_STREAM] = {.lab = "async.stream",
                      .file = "async.cu",
                      .second = "2",
                      .cases = WAYS,
                      .kernel = {"stream_tiles"}},
    [ASYNC_TRANSPOSE] = {.lab = "async.transpose",
                         .file = "async.cu",
                         .second = "2",
                         .cases = WAYS,
                         .kernel = {"transpose_tiles"}},
    [ASYNC_PRODUCT] = {.lab = "async.product",
                       .file = "async.cu",
                       .second = "2",
                       .cases = WAYS,
                       .kernel = {"product_tiles"}}};

enum { LAUNCH_LINE = PROBE_KEY + PROBLEM_TEXT + 32 };
enum { LANES = 32, SECTOR = 32, BANKS = 32, BANK_WARPS = 32 };
static const double LEAST_PAST_L1 = 0.02; /* of the sectors */

static const char *kernel_of(const struct group *g, int i) {
    return i < CASES_MOST && g->kernel[i] ? g->kernel[i] : g->kernel[0];
}

static void key_of(int group, int i, char key[PROBE_KEY]) {
    const struct group *g = &groups[group];
    snprintf(key, PROBE_KEY, "%s.%s%s%s", g->lab, g->cases.values[i], g->second ? "." : "",
             g->second ? g->second : "");
    for (char *p = key; group == CONSTANT && *p; p++)
        if (*p == '_') *p = '.';
}

static int cases_of(struct session *s, int group) {
    const struct group *g = &groups[group];
    const int steps = g->steps ? experiment_steps(s, g->steps) : g->cases.count;
    return steps < g->cases.count ? steps : g->cases.count;
}

/* Writes the key of the launch whose counts are subtracted. */
static void key_of_less(int group, int i, char key[PROBE_KEY]) {
    key_of(group, i, key);
    const size_t used = strlen(key);
    snprintf(key + used, PROBE_KEY - used, ".less");
}

/* Finds the step of the experiment, so that a case is counted at the size at which it is timed. */
static struct size case_of(struct session *s, int group, int i, bool less, struct probe *p) {
    const struct group *g = &groups[group];
    struct step step;
    char key[PROBE_KEY];
    key_of(group, i, key);
    if (!experiment_step(s, key, &step))
        snprintf(step.size.why, sizeof step.size.why, "no experiment has this case");
    *p = step.p;
    p->need = step.size.need;
    p->cold = false; /* ncu empties the caches itself */
    p->c.places = 0;
    p->cells = 0;
    p->count = true;
    if (g->times) p->c.param *= g->times;
    if (less) p->c.variant = g->less;
    return step.size;
}

/* ---- the counts of a case that series keep ---- */

enum value {
    SECTORS, /* a request, loads and stores */
    SECTORS_LOADED,
    DRAM,
    HIT,
    HIT_LOCAL,
    HIT_PAST_L1, /* missing where almost nothing came to the L2 */
    MOVED,
    LOADS,
    WAVEFRONTS,
    CONFLICTS,
    LOCAL_SECTORS,
    ACTIVE,
    REQUESTS,
    L2_SECTORS,
    HIT_L2,
    DRAM_SECTORS, /* a load */
    DRAM_SHARE,   /* of the sectors that the L1s were asked for */
    EXECUTED,
    ASKED_RATE, /* bytes that the L1s were asked for over the launch's time */
    EVERY
};

static const struct axis ways = ROLES("way", "load", "store");
static const struct axis moves = ROLES("way", "read", "write");
static const struct axis caches = ROLES("cache", "l1", "l2");
/* These are the profiler's own figures of a launch; the pages use its name for each. */
static const struct axis every =
    ROLES("counter", "dram_read", "dram_write", "l2_sectors", "l2_hit", "l1_requests", "l1_sectors",
          "l1_hit", "shared_loads", "shared_wavefronts", "local_loads", "active", "instructions");
enum { COUNTERS = 12 };

/* A figure is a metric times a number, or a metric over another one. */
struct figure {
    enum metric metric, over;
    double times;
};
#define RATIO(metric, over)                                                                        \
    { metric, over, 1 }
#define PLAIN(metric)                                                                              \
    { metric, METRICS, 1 }

/* Each value gives one figure, or two along an axis. */
static const struct {
    const struct axis *axis; /* NULL: one figure */
    struct figure figure[COUNTERS];
} figures[] = {
    [SECTORS] = {&ways, {PLAIN(METRIC_LOAD_RATIO), PLAIN(METRIC_STORE_RATIO)}},
    [SECTORS_LOADED] = {NULL, {PLAIN(METRIC_LOAD_RATIO)}},
    [DRAM] = {&moves, {PLAIN(METRIC_DRAM_READ), PLAIN(METRIC_DRAM_WRITE)}},
    [HIT] = {&caches,
             {RATIO(METRIC_L1_HIT, METRIC_L1_SECTORS), RATIO(METRIC_L2_HIT, METRIC_L2_SECTORS)}},
    [HIT_LOCAL] = {&caches,
                   {RATIO(METRIC_LOCAL_HIT, METRIC_LOCAL_LOAD),
                    RATIO(METRIC_L2_HIT, METRIC_L2_SECTORS)}},
    [HIT_PAST_L1] = {&caches,
                     {RATIO(METRIC_L1_HIT, METRIC_L1_SECTORS),
                      RATIO(METRIC_L2_HIT, METRIC_L2_SECTORS)}},
    [MOVED] = {NULL, {{METRIC_L2_SECTORS, METRICS, SECTOR}}},
    [LOADS] = {NULL, {PLAIN(METRIC_SHARED_LOADS)}},
    [WAVEFRONTS] = {NULL, {PLAIN(METRIC_SHARED_WAVEFRONTS)}},
    [CONFLICTS] = {NULL, {PLAIN(METRIC_SHARED_CONFLICTS)}},
    [LOCAL_SECTORS] = {&ways, {PLAIN(METRIC_LOCAL_LOAD), PLAIN(METRIC_LOCAL_STORE)}},
    [ACTIVE] = {NULL, {{METRIC_ACTIVE, METRICS, 1 / 100.0}}},
    [REQUESTS] = {NULL, {PLAIN(METRIC_L1_REQUESTS)}},
    [L2_SECTORS] = {NULL, {PLAIN(METRIC_L2_SECTORS)}},
    [HIT_L2] = {NULL, {RATIO(METRIC_L2_HIT, METRIC_L2_SECTORS)}},
    [DRAM_SECTORS] = {NULL, {{METRIC_DRAM_READ, METRIC_L1_REQUESTS, 1.0 / SECTOR}}},
    [DRAM_SHARE] = {NULL, {{METRIC_DRAM_READ, METRIC_L1_SECTORS, 1.0 / SECTOR}}},
    [ASKED_RATE] = {NULL, {{METRIC_L1_SECTORS, METRIC_TIME, SECTOR * 1e9}}},
    [EXECUTED] = {NULL, {PLAIN(METRIC_EXECUTED)}},
    [EVERY] = {&every,
               {PLAIN(METRIC_DRAM_READ), PLAIN(METRIC_DRAM_WRITE), PLAIN(METRIC_L2_SECTORS),
                PLAIN(METRIC_L2_HIT), PLAIN(METRIC_L1_REQUESTS), PLAIN(METRIC_L1_SECTORS),
                PLAIN(METRIC_L1_HIT), PLAIN(METRIC_SHARED_LOADS), PLAIN(METRIC_SHARED_WAVEFRONTS),
                PLAIN(METRIC_LOCAL_LOAD), PLAIN(METRIC_ACTIVE), PLAIN(METRIC_EXECUTED)}}};

static const char asked_for[] =
    "sectors of 32 bytes that a warp's request touches, on average; Nsight Compute";
static const char dram_bytes[] =
    "bytes between L2 and DRAM in one launch from empty caches; Nsight Compute";
static const char hit_rate[] = "sectors found in the cache over sectors looked up, one launch from "
                               "empty caches; Nsight Compute";
static const char hit_local[] =
    "sectors found in the cache over sectors looked up, one launch from empty caches; l1: loads of "
    "local memory alone; Nsight Compute";
static const char shared_loads[] = "loads from shared memory, one a warp, of all warps; Nsight "
                                   "Compute";
static const char wavefronts[] = "passes that shared memory took for those loads; Nsight Compute";
static const char conflicts[] =
    "passes more than each of those loads needs (one; four where a lane loads 16 bytes); Nsight "
    "Compute's bank conflicts";
static const char instructions[] =
    "instructions that warps executed in one pass with two stages; Nsight Compute";
static const char local_sectors[] =
    "sectors of 32 bytes of local memory in one launch; Nsight Compute";
static const char l2_sectors[] =
    "sectors of 32 bytes that the L1s asked the L2 for or wrote there, in one launch; Nsight "
    "Compute";
static const char moved[] =
    "sectors of 32 bytes between the L1s and the L2 in one launch, as bytes; Nsight Compute";
static const char as_printed[] =
    "Nsight Compute's counters of one launch from empty caches, in its own units";
static const char active[] =
    "warps resident over the most that an SM holds, mean over the launch; Nsight Compute";

/* All counted series differ by name, unit and method alone. */
#define COUNTS(name, unit, method)                                                                 \
    { ROW(name, unit, KEPT_OWN, method), .origin = "counted" }

/* Every case of a group has the profiler's own counters, for readers who learn to read them. */
#define EVERY_COUNTER(group_, name_)                                                               \
    {                                                                                              \
        group_, EVERY, {                                                                           \
            ROW(name_ ".counters", "1", KEPT_OWN, as_printed), .origin = "counted", .brief = true  \
        }                                                                                          \
    }

static const struct {
    int group;
    enum value value;
    struct row row;
} counts[] = {
    EVERY_COUNTER(STRIDE, "stride"),
    EVERY_COUNTER(BANK, "bank"),
    EVERY_COUNTER(TRANSPOSE, "transpose"),
    EVERY_COUNTER(REGISTERS, "registers"),
    EVERY_COUNTER(SPILL, "spill"),
    EVERY_COUNTER(LADDER, "ladder"),
    {STRIDE, SECTORS, COUNTS("stride.sectors", "1", asked_for)},
    {STRIDE, DRAM, COUNTS("stride.dram", "B", dram_bytes)},
    {STRIDE, HIT, COUNTS("stride.hit", "1", hit_rate)},
    {STRIDE, L2_SECTORS, COUNTS("stride.l2sectors", "1", l2_sectors)},
    {MISALIGN, SECTORS_LOADED, COUNTS("misalign.touched", "1", asked_for)},
    {MISALIGN, DRAM, COUNTS("misalign.dram", "B", dram_bytes)},
    {MISALIGN, HIT, COUNTS("misalign.hit", "1", hit_rate)},
    {BANK, LOADS, COUNTS("bank.loads", "1", shared_loads)},
    {BANK, WAVEFRONTS, COUNTS("bank.wavefronts", "1", wavefronts)},
    {BANK, CONFLICTS, COUNTS("bank.conflicts", "1", conflicts)},
    {BANK_WIDE, LOADS, COUNTS("bank.wide.loads", "1", shared_loads)},
    {BANK_WIDE, WAVEFRONTS, COUNTS("bank.wide.wavefronts", "1", wavefronts)},
    {BANK_DOUBLE, LOADS, COUNTS("bank.double.loads", "1", shared_loads)},
    {BANK_DOUBLE, WAVEFRONTS, COUNTS("bank.double.wavefronts", "1", wavefronts)},
    {TRANSPOSE, SECTORS, COUNTS("transpose.sectors", "1", asked_for)},
    {TRANSPOSE, DRAM, COUNTS("transpose.dram", "B", dram_bytes)},
    {TRANSPOSE, HIT, COUNTS("transpose.hit", "1", hit_rate)},
    {TRANSPOSE, LOADS, COUNTS("transpose.loads", "1", shared_loads)},
    {TRANSPOSE, WAVEFRONTS, COUNTS("transpose.wavefronts", "1", wavefronts)},
    {TRANSPOSE, CONFLICTS, COUNTS("transpose.conflicts", "1", conflicts)},
    {REGISTERS, ACTIVE, COUNTS("registers.active", "1", active)},
    {LOCAL, LOCAL_SECTORS, COUNTS("local.sectors", "1", local_sectors)},
    {LOCAL, HIT_LOCAL, COUNTS("local.hit", "1", hit_local)},
    {SPILL, LOCAL_SECTORS, COUNTS("spill.sectors", "1", local_sectors)},
    {SPILL, HIT_LOCAL, COUNTS("spill.hit", "1", hit_local)},
    {SPILL, MOVED, COUNTS("spill.moved", "B", moved)},
    {SPILL, ACTIVE, COUNTS("spill.active", "1", active)},
    {CONSTANT, REQUESTS,
     COUNTS("constant.loads", "1",
            "loads from global memory, one a warp, of all warps: inputs, and taps where they lie "
            "there; Nsight Compute")},
    {LAP, DRAM_SECTORS,
     COUNTS("latency.dram.sectors", "1",
            "sectors of 32 bytes read from DRAM for each load of the timed lap: a launch with it "
            "less one without; Nsight Compute")},
    {LAP, HIT_L2,
     COUNTS(
         "latency.hit", "1",
         "sectors found in the part of the L2 that the SM's loads go to first over sectors looked "
         "up there, in the timed lap: a launch with it less one without; Nsight Compute")},
    {SWEEP, HIT_PAST_L1,
     COUNTS("sweep.hit", "1",
            "sectors found in the cache over sectors looked up, 16 times the rounds that are "
            "timed, from empty caches, at one place in memory; l2: in the part that a load goes to "
            "first; Nsight Compute")},
    {SWEEP, DRAM_SHARE,
     COUNTS("sweep.dram", "1",
            "sectors read from DRAM over sectors that the kernel asked for, in the launch of "
            "sweep.hit; Nsight Compute")},
    {SWEEP, ASKED_RATE,
     COUNTS("sweep.counted", "B/s",
            "bytes that the kernel asked for over the time of the launch of sweep.hit, under the "
            "profiler; Nsight Compute")},
    {STORE, DRAM, COUNTS("store.dram", "B", dram_bytes)},
    {STORE_L2, DRAM,
     COUNTS("store.held", "B",
            "bytes between L2 and DRAM in one launch that stores to a buffer inside the L2, from "
            "empty caches; Nsight Compute")},
    {LADDER, EXECUTED,
     COUNTS("ladder.instructions", "1", "instructions executed, one a warp; Nsight Compute")},
    {LADDER, LOADS, COUNTS("ladder.loads", "1", shared_loads)},
    {LADDER, WAVEFRONTS, COUNTS("ladder.wavefronts", "1", wavefronts)},
    {LADDER, MOVED, COUNTS("ladder.moved", "B", moved)},
    {LADDER, DRAM, COUNTS("ladder.dram", "B", dram_bytes)},
    {ASYNC_STREAM, EXECUTED, COUNTS("async.stream.instructions", "1", instructions)},
    {ASYNC_TRANSPOSE, EXECUTED, COUNTS("async.transpose.instructions", "1", instructions)},
    {ASYNC_PRODUCT, EXECUTED, COUNTS("async.product.instructions", "1", instructions)}};
enum { COUNTED = (int)(sizeof counts / sizeof counts[0]) };

const struct row *counters_row(int i, const char **file) {
    if (i < 0 || i >= COUNTED) return NULL;
    *file = groups[counts[i].group].file;
    return &counts[i].row;
}

/* Returns NAN if ncu gave no such count, or if the count that it is a share of is 0. */
static double figure_of(const struct figure *f, const double *v) {
    if (f->over == METRICS) return v[f->metric] * f->times;
    return v[f->over] > 0 ? v[f->metric] / v[f->over] * f->times : NAN;
}

static int places_of(enum value value) {
    return figures[value].axis ? figures[value].axis->count : 1;
}

static void miss_case(struct result *r, int group, int i, const char *why) {
    for (int k = 0; k < COUNTED; k++)
        if (counts[k].group == group)
            for (int w = 0; w < places_of(counts[k].value); w++)
                point_miss(series_point(result_find(r, counts[k].row.name), i, w), why);
}

static void miss_all(struct result *r, const char *why) {
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < groups[g].cases.count; i++)
            miss_case(r, g, i, why);
}

/* ---- expected counts ---- */

static uint32_t common_divisor(uint32_t a, uint32_t b) {
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

struct counted_case {
    int group, i;
    uint64_t size;
};

/* Returns the count that follows from the size and the kernel's own shape; NAN: no such rule. Loads
 * and sectors follow from the code; conflicts follow from how addresses map to the 32 banks: a load
 * whose lanes share banks by `ways` takes so many passes. */
static double needed(const struct result *r, const struct counted_case *c, enum value what) {
    double n = (double)c->size, loads = NAN, passes = 1, least = 1;
    const int group = c->group, i = c->i;
    const uint32_t number = (uint32_t)strtoul(groups[group].cases.values[i], NULL, 10);
    if (group == BANK || group == BANK_WIDE || group == BANK_DOUBLE) {
        loads = result_fact(r, "sms") * BANK_WARPS * n;
        passes = NAN; /* wide loads: by a rule that other cards may not follow */
        if (group == BANK) passes = common_divisor(number, BANKS);
    } else if (group == TRANSPOSE) { /* from a tile every element is read once; wide: 4 by 4 */
        least = i == 4 ? 4 : 1;      /* 32 lanes of 16 bytes are four times what the banks give */
        loads = i >= 2 ? n * n / LANES / least : 0;
        passes = i == 2 ? BANKS : least;
    } else if (group == LADDER && i < 2) { /* the first two do not use shared memory */
        loads = 0;
    }
    switch (what) {
    case LOADS: return loads;
    case WAVEFRONTS: return loads > 0 ? loads * passes : NAN;
    case CONFLICTS: return loads > 0 ? loads * (passes - least) : NAN;
    case SECTORS: return group == STRIDE ? fmin(LANES, LANES * 4.0 * number / SECTOR) : NAN;
    /* All floats are written side by side, eight a sector; a read takes up to one sector each. */
    case L2_SECTORS: return n * 4 / SECTOR * (1 + fmin(number, SECTOR / 4.0));
    case SECTORS_LOADED: return (double)reference_sectors(number, LANES);
    default: return NAN;
    }
}

/* Instructions are counted exactly. Other work in the same pipe adds less than a quarter of a pass
 * to each load, while a wrong access pattern adds whole passes. */
static double slack_of(enum value what, double want, double loads) {
    const bool sectors = what == SECTORS || what == SECTORS_LOADED || what == L2_SECTORS;
    return what == LOADS ? 0 : sectors ? 0.01 * want : loads / 4;
}

static void check(const struct result *r, const struct counted_case *c, int k, double got) {
    const enum value what = counts[k].value;
    const double want = needed(r, c, what), loads = needed(r, c, LOADS);
    if (isnan(want) || isnan(got) || fabs(got - want) <= slack_of(what, want, loads)) return;
    series_suspect(result_find(r, counts[k].row.name),
                   "%s: counted %.10g, the kernel asks for %.10g",
                   groups[c->group].cases.values[c->i], got, want);
}

/* In an L1 that holds everything only the first round goes on to the L2, so that its hits there say
 * nothing about the sweep. */
static bool past_l1(enum value what, int w, const double *v) {
    return what != HIT_PAST_L1 || w == 0 ||
           v[METRIC_L2_SECTORS] >= LEAST_PAST_L1 * v[METRIC_L1_SECTORS];
}

static void fill_case(const struct result *r, const struct counted_case *c, const double *v,
                      const char *bad) {
    for (int k = 0; k < COUNTED; k++) {
        struct series *s = counts[k].group == c->group ? result_find(r, counts[k].row.name) : NULL;
        const struct figure *figure = figures[counts[k].value].figure;
        if (!s) continue;
        for (int w = 0; w < places_of(counts[k].value); w++) {
            struct point *p = series_point(s, c->i, w);
            double value = figure_of(&figure[w], v);
            if (!past_l1(counts[k].value, w, v))
                point_miss(p, "next to nothing went past the L1: the rate would be that of filling "
                              "the caches");
            else if (!isnan(value))
                point_set(p, value);
            else
                point_miss(p, bad[0] ? bad : "ncu gave no such count for this kernel");
        }
        check(r, c, k, figure_of(&figure[0], v));
    }
}

/* ---- the child's lines ---- */

/* Returns how many launches the lines before that of the case report; the rest of its own goes to
 * *rest: "1" and the size, or "0" and why not. Without such a line *rest is untouched and all are
 * counted. */
static size_t launches(struct text lines, const char *key, struct text *rest) {
    size_t n = 0;
    while (lines.len) {
        struct text line = text_next(&lines, '\n');
        if (!text_is(text_next(&line, '\t'), "count")) continue;
        if (text_is(text_next(&line, '\t'), key)) {
            *rest = line;
            return n;
        }
        n += text_starts(line, "1");
    }
    return n;
}

/* ncu writes a kernel's name with its parameters, perhaps with void and template arguments. */
static bool is_kernel(const char *said, const char *name) {
    size_t length = strlen(name);
    for (const char *p = said; (p = strstr(p, name)); p++) {
        char before = p == said ? ' ' : p[-1], after = p[length];
        if ((before == ' ' || before == ':') && (after == '\0' || after == '(' || after == '<'))
            return true;
    }
    return false;
}

/* Returns whether the case was launched with the size in the line; otherwise `why` has the reason. */
static bool read_line(struct text rest, uint64_t *size, char why[ANSWER_TEXT]) {
    double value = 0;
    if (!rest.ptr) {
        snprintf(why, ANSWER_TEXT, "the run under ncu did not come to it");
        return false;
    }
    const bool launched = text_starts(text_next(&rest, '\t'), "1");
    snprintf(why, ANSWER_TEXT, "%.*s", TEXT_ARG(rest));
    if (!rest.len) snprintf(why, ANSWER_TEXT, "it could not be launched");
    if (!launched || !number_read(why, &value)) return false;
    *size = (uint64_t)value;
    return true;
}

/* A count compares the child's lines with ncu's table. */
struct count {
    const char *lines;
    const struct counted_table *table;
};

/* Returns the row of the launch with that key, or NULL with the reason in `why`. */
static const double *row_of(const struct count *of, struct counted_case *c, const char *key,
                            char why[ANSWER_TEXT]) {
    struct text rest = {0};
    const size_t row = launches(text_of(of->lines), key, &rest);
    const char *kernel = kernel_of(&groups[c->group], c->i);
    if (!read_line(rest, &c->size, why)) return NULL;
    if (row >= of->table->count)
        snprintf(why, ANSWER_TEXT, "ncu gave no row for this kernel");
    else if (!is_kernel(of->table->row[row].kernel, kernel))
        snprintf(why, ANSWER_TEXT, "ncu's row is of \"%.80s\", not of %s",
                 of->table->row[row].kernel, kernel);
    else
        return of->table->row[row].value;
    return NULL;
}

static void fill_one(struct result *r, struct counted_case c, const struct count *of) {
    char key[PROBE_KEY], why[ANSWER_TEXT];
    double value[METRICS];
    key_of(c.group, c.i, key);
    const double *all = row_of(of, &c, key, why), *less = NULL;
    key_of_less(c.group, c.i, key);
    if (all && groups[c.group].less) less = row_of(of, &c, key, why);
    if (!all || (groups[c.group].less && !less)) {
        miss_case(r, c.group, c.i, why);
        return;
    }
    for (int m = 0; m < METRICS; m++) /* noise may exceed a small difference */
        value[m] = less && all[m] < less[m] ? 0 : all[m] - (less ? less[m] : 0);
    fill_case(r, &c, value, of->table->bad);
}

void counters_fill(struct result *r, const char *lines, const struct counted_table *table) {
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < groups[g].cases.count; i++)
            fill_one(r, (struct counted_case){g, i, 0}, &(struct count){lines, table});
}

/* ---- both sides ---- */

static bool group_wanted(const struct session *s, int group) {
    for (int k = 0; k < COUNTED; k++)
        if (counts[k].group == group &&
            (!s->only || strncmp(counts[k].row.name, s->only, strlen(s->only)) == 0))
            return true;
    return false;
}

/* Launches a case once. The line has its key, whether it ran, and its size or why it did not. */
static void launch_one(struct session *s, int group, int i, bool less, char line[LAUNCH_LINE]) {
    struct problem why = {0};
    struct sample sample;
    struct probe p;
    char number[NUMBER_TEXT], key[PROBE_KEY];
    const struct size size = case_of(s, group, i, less, &p);
    bool ok = size.value > 0;
    if (!ok) snprintf(why.text, sizeof why.text, "%s", size.why);
    if (ok && (ok = s->backend->open(s->backend->self, &p, &why))) {
        ok = s->backend->sample(s->backend->self, &p, &sample, &why);
        s->backend->close(s->backend->self, &p);
    }
    if (why.fatal) s->fatal = why;
    number_text((double)size.value, number);
    if (less)
        key_of_less(group, i, key);
    else
        key_of(group, i, key);
    snprintf(line, LAUNCH_LINE, "count\t%s\t%d\t%s\n", key, ok, ok ? number : why.text);
}

bool counters_launch(struct session *s, void (*say)(void *context, const char *line),
                     void *context) {
    for (int g = 0; g < GROUPS; g++) {
        const int cases = group_wanted(s, g) ? cases_of(s, g) : 0;
        for (int i = 0; i < cases * (groups[g].less ? 2 : 1) && !session_over(s); i++) {
            char line[LAUNCH_LINE];
            launch_one(s, g, i % cases, i >= cases, line);
            say(context, line);
        }
    }
    return !session_over(s);
}

/* Where ncu gave no rows, its first error has the reason. */
static void no_rows(const struct counted *c, char why[ANSWER_TEXT]) {
    const char *at = strstr(buf_text(&c->log).ptr, "==ERROR==");
    if (!at) at = strstr(buf_text(&c->out).ptr, "==ERROR==");
    if (at) {
        at += strlen("==ERROR==") + strspn(at + strlen("==ERROR=="), " ");
        snprintf(why, ANSWER_TEXT, "ncu: %.*s", (int)strcspn(at, "\r\n"), at);
    } else if (c->status) {
        snprintf(why, ANSWER_TEXT, "ncu ended with status %d and gave no counters", c->status);
    } else {
        snprintf(why, ANSWER_TEXT, "ncu ended well but gave no counters");
    }
}

/* False: nothing was counted, and all points are missing for the one reason in `why`. */
static bool count(struct result *r, const struct ncu_call *call, char why[ANSWER_TEXT]) {
    static struct counted_table table;
    struct counted c;
    bool ok = counters_ncu(call, &c) && counters_csv(buf_text(&c.log), &table, &c.why);
    struct text none;
    const size_t launched = launches(buf_text(&c.out), "", &none);
    if (!ok)
        snprintf(why, ANSWER_TEXT, "%s", c.why.text);
    else if (table.count == 0)
        no_rows(&c, why);
    else if (table.count != launched)
        snprintf(why, ANSWER_TEXT, "ncu gave %zu rows for %zu launches", table.count, launched);
    else
        counters_fill(r, c.out.ptr, &table);
    buf_free(&c.log);
    buf_free(&c.out);
    return ok && table.count > 0 && table.count == launched;
}

const char *counters_series(struct session *s, const struct ncu_call *call) {
    static char why[ANSWER_TEXT];
    bool any = false;
    for (int k = 0; k < COUNTED; k++) {
        const struct group *g = &groups[counts[k].group];
        struct series *series = experiment_series(s, &counts[k].row, g->file);
        if (!series) continue;
        any = true;
        series_axis(series, g->cases.name, cases_of(s, counts[k].group), g->cases.values);
        const struct axis *second = figures[counts[k].value].axis;
        if (second) series_axis(series, second->name, second->count, second->values);
    }
    if (!any || session_over(s)) return NULL;
    snprintf(why, sizeof why, "counters were not asked for (COUNTERS=1)");
    if (call && s->progress) s->progress(s->context, "counters");
    if (call && count(s->result, call, why)) return NULL;
    miss_all(s->result, why);
    return why;
}
