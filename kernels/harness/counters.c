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

enum { CASES_MOST = 7 };
enum {
    STRIDE,
    MISALIGN,
    BANK,
    TRANSPOSE,
    REGISTERS,
    LOCAL,
    SPILL,
    CONSTANT,
    ASYNC_STREAM,
    ASYNC_TRANSPOSE,
    ASYNC_PRODUCT,
    GROUPS
};

#define WAYS ROLES("way", "load", "cpasync", "tma")

/* The cases of one lab have the keys of the timed probes: LAB.CASE or LAB.CASE.SECOND. */
static const struct group {
    const char *file, *lab, *second;
    struct axis cases;
    const char *kernel[CASES_MOST]; /* its name; NULL: that of the first case */
} groups[GROUPS] = {
    [STRIDE] = {LAB(stride), .cases = ROLES("stride", "1", "2", "4", "8", "16", "32"),
                .kernel = {"strided"}},
    [MISALIGN] = {LAB(misalign), .second = "dram",
                  .cases = ROLES("offset", "0", "1", "2", "4", "8", "16", "32"),
                  .kernel = {"shifted"}},
    [BANK] = {LAB(bank), .cases = ROLES("stride", "1", "2", "4", "8", "16", "32", "33"),
              .kernel = {"bank_read"}},
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

enum { LANES = 32, SECTOR = 32, BANKS = 32, BANK_WARPS = 32 };

static const char *kernel_of(const struct group *g, int i) {
    return g->kernel[i] ? g->kernel[i] : g->kernel[0];
}

static void key_of(int group, int i, char key[PROBE_KEY]) {
    const struct group *g = &groups[group];
    snprintf(key, PROBE_KEY, "%s.%s%s%s", g->lab, g->cases.values[i], g->second ? "." : "",
             g->second ? g->second : "");
    for (char *p = key; group == CONSTANT && *p; p++)
        if (*p == '_') *p = '.';
}

/* A case is counted as it is timed, at the same size: as that step of its experiment. */
static struct size case_of(struct session *s, int group, int i, struct probe *p) {
    struct step step;
    char key[PROBE_KEY];
    key_of(group, i, key);
    if (!experiment_step(s, key, &step))
        snprintf(step.size.why, sizeof step.size.why, "no experiment has this case");
    *p = step.p;
    p->need = step.size.need;
    p->cold = false; /* ncu empties the caches itself */
    p->c.places = 0;
    p->count = true;
    return step.size;
}

/* ---- series: what of a case is kept ---- */

enum value {
    SECTORS, /* a request, loads and stores */
    SECTORS_LOADED,
    DRAM,
    HIT,
    HIT_LOCAL,
    MOVED,
    LOADS,
    WAVEFRONTS,
    CONFLICTS,
    LOCAL_SECTORS,
    ACTIVE,
    REQUESTS,
    INSTRUCTIONS
};

static const struct axis ways = ROLES("way", "load", "store");
static const struct axis moves = ROLES("way", "read", "write");
static const struct axis caches = ROLES("cache", "l1", "l2");

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
    struct figure figure[2];
} figures[] = {
    [SECTORS] = {&ways, {PLAIN(METRIC_LOAD_RATIO), PLAIN(METRIC_STORE_RATIO)}},
    [SECTORS_LOADED] = {NULL, {PLAIN(METRIC_LOAD_RATIO)}},
    [DRAM] = {&moves, {PLAIN(METRIC_DRAM_READ), PLAIN(METRIC_DRAM_WRITE)}},
    [HIT] = {&caches,
             {RATIO(METRIC_L1_HIT, METRIC_L1_SECTORS), RATIO(METRIC_L2_HIT, METRIC_L2_SECTORS)}},
    [HIT_LOCAL] = {&caches,
                   {RATIO(METRIC_LOCAL_HIT, METRIC_LOCAL_LOAD),
                    RATIO(METRIC_L2_HIT, METRIC_L2_SECTORS)}},
    [MOVED] = {NULL, {{METRIC_L2_SECTORS, METRICS, SECTOR}}},
    [LOADS] = {NULL, {PLAIN(METRIC_SHARED_LOADS)}},
    [WAVEFRONTS] = {NULL, {PLAIN(METRIC_SHARED_WAVEFRONTS)}},
    [CONFLICTS] = {NULL, {PLAIN(METRIC_SHARED_CONFLICTS)}},
    [LOCAL_SECTORS] = {&ways, {PLAIN(METRIC_LOCAL_LOAD), PLAIN(METRIC_LOCAL_STORE)}},
    [ACTIVE] = {NULL, {{METRIC_ACTIVE, METRICS, 1 / 100.0}}},
    [REQUESTS] = {NULL, {PLAIN(METRIC_L1_REQUESTS)}},
    [INSTRUCTIONS] = {NULL, {PLAIN(METRIC_INSTRUCTIONS)}}};

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
static const char active[] =
    "warps resident over the most that an SM holds, mean over the launch; Nsight Compute";

/* All counted series differ by name, unit and method alone. */
#define COUNTS(name, unit, method)                                                                 \
    { ROW(name, unit, KEPT_OWN, method), .origin = "counted" }

static const struct {
    int group;
    enum value value;
    struct row row;
} counts[] = {
    {STRIDE, SECTORS, COUNTS("stride.sectors", "1", asked_for)},
    {STRIDE, DRAM, COUNTS("stride.dram", "B", dram_bytes)},
    {STRIDE, HIT, COUNTS("stride.hit", "1", hit_rate)},
    {MISALIGN, SECTORS_LOADED, COUNTS("misalign.touched", "1", asked_for)},
    {MISALIGN, DRAM, COUNTS("misalign.dram", "B", dram_bytes)},
    {MISALIGN, HIT, COUNTS("misalign.hit", "1", hit_rate)},
    {BANK, LOADS, COUNTS("bank.loads", "1", shared_loads)},
    {BANK, WAVEFRONTS, COUNTS("bank.wavefronts", "1", wavefronts)},
    {BANK, CONFLICTS, COUNTS("bank.conflicts", "1", conflicts)},
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
    {SPILL, MOVED,
     COUNTS(
         "spill.moved", "B",
         "sectors of 32 bytes between the L1s and the L2 in one launch, as bytes; Nsight Compute")},
    {SPILL, ACTIVE, COUNTS("spill.active", "1", active)},
    {CONSTANT, REQUESTS,
     COUNTS("constant.loads", "1",
            "loads from global memory, one a warp, of all warps: inputs, and taps where they lie "
            "there; Nsight Compute")},
    {ASYNC_STREAM, INSTRUCTIONS, COUNTS("async.stream.instructions", "1", instructions)},
    {ASYNC_TRANSPOSE, INSTRUCTIONS, COUNTS("async.transpose.instructions", "1", instructions)},
    {ASYNC_PRODUCT, INSTRUCTIONS, COUNTS("async.product.instructions", "1", instructions)}};
enum { COUNTED = (int)(sizeof counts / sizeof counts[0]) };

const struct row *counters_row(int i, const char **file) {
    if (i < 0 || i >= COUNTED) return NULL;
    *file = groups[counts[i].group].file;
    return &counts[i].row;
}

/* NAN says that ncu gave no such count, or that nothing was counted that it could be a share of. */
static double figure_of(const struct figure *f, const double *v) {
    if (f->over == METRICS) return v[f->metric] * f->times;
    return v[f->over] > 0 ? v[f->metric] / v[f->over] : NAN;
}

static void miss_case(struct result *r, int group, int i, const char *why) {
    for (int k = 0; k < COUNTED; k++)
        if (counts[k].group == group)
            for (int w = 0; w < 2; w++)
                point_miss(series_point(result_find(r, counts[k].row.name), i, w), why);
}

static void miss_all(struct result *r, const char *why) {
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < groups[g].cases.count; i++)
            miss_case(r, g, i, why);
}

/* ---- what the counts have to be ---- */

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

/* The case has to give what follows from its size and the kernel's own shape; NAN: no such rule.
 * Loads and sectors are what the code asks for; conflicts follow from how addresses fall into the
 * 32 banks: a load whose lanes share banks by `ways` takes so many passes. */
static double needed(const struct result *r, const struct counted_case *c, enum value what) {
    double n = (double)c->size, loads = NAN, passes = 1, least = 1;
    const int group = c->group, i = c->i;
    const uint32_t number = (uint32_t)strtoul(groups[group].cases.values[i], NULL, 10);
    if (group == BANK) {
        loads = result_fact(r, "sms") * BANK_WARPS * n;
        passes = common_divisor(number, BANKS);
    } else if (group == TRANSPOSE) { /* from a tile every element is read once; wide: 4 by 4 */
        least = i == 4 ? 4 : 1;      /* 32 lanes of 16 bytes are four times what the banks give */
        loads = i >= 2 ? n * n / LANES / least : 0;
        passes = i == 2 ? BANKS : least;
    }
    switch (what) {
    case LOADS: return loads;
    case WAVEFRONTS: return loads > 0 ? loads * passes : NAN;
    case CONFLICTS: return loads > 0 ? loads * (passes - least) : NAN;
    case SECTORS: return group == STRIDE ? fmin(LANES, LANES * 4.0 * number / SECTOR) : NAN;
    case SECTORS_LOADED: return (double)reference_sectors(number, LANES);
    default: return NAN;
    }
}

/* Instructions are counted exactly. Passes can be more than the addresses ask for, since other work
 * meets in the same pipe: less than a quarter of one a load; a wrong pattern costs whole ones. */
static double slack_of(enum value what, double want, double loads) {
    return what == LOADS ? 0 : what == SECTORS || what == SECTORS_LOADED ? 0.01 * want : loads / 4;
}

static void check(const struct result *r, const struct counted_case *c, int k, double got) {
    const enum value what = counts[k].value;
    const double want = needed(r, c, what), loads = needed(r, c, LOADS);
    if (isnan(want) || isnan(got) || fabs(got - want) <= slack_of(what, want, loads)) return;
    series_suspect(result_find(r, counts[k].row.name),
                   "%s: counted %.10g, the kernel asks for %.10g",
                   groups[c->group].cases.values[c->i], got, want);
}

static void fill_case(const struct result *r, const struct counted_case *c, const double *v,
                      const char *bad) {
    for (int k = 0; k < COUNTED; k++) {
        struct series *s = counts[k].group == c->group ? result_find(r, counts[k].row.name) : NULL;
        const struct figure *figure = figures[counts[k].value].figure;
        if (!s) continue;
        for (int w = 0; w < (figures[counts[k].value].axis ? 2 : 1); w++) {
            struct point *p = series_point(s, c->i, w);
            double value = figure_of(&figure[w], v);
            if (!isnan(value))
                point_set(p, value);
            else
                point_miss(p, bad[0] ? bad : "ncu gave no such count for this kernel");
        }
        check(r, c, k, figure_of(&figure[0], v));
    }
}

/* ---- the child's lines ---- */

/* Counts the launches that the lines before that of the case say; what its own says goes to
 * *rest: "1" and the size, or "0" and why not. Without such a line *rest is untouched and all
 * are counted. */
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

/* True: it was launched with the size that the line says. Otherwise `why` says why not. */
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

static void fill_one(struct result *r, struct counted_case c, const char *lines,
                     const struct counted_table *table) {
    char key[PROBE_KEY], why[ANSWER_TEXT];
    struct text rest = {0};
    key_of(c.group, c.i, key);
    const size_t row = launches(text_of(lines), key, &rest);
    const char *kernel = kernel_of(&groups[c.group], c.i);
    if (!read_line(rest, &c.size, why)) {
        miss_case(r, c.group, c.i, why);
    } else if (row >= table->count) {
        miss_case(r, c.group, c.i, "ncu gave no row for this kernel");
    } else if (!is_kernel(table->row[row].kernel, kernel)) {
        snprintf(why, sizeof why, "ncu's row is of \"%.80s\", not of %s", table->row[row].kernel,
                 kernel);
        miss_case(r, c.group, c.i, why);
    } else {
        fill_case(r, &c, table->row[row].value, table->bad);
    }
}

void counters_fill(struct result *r, const char *lines, const struct counted_table *table) {
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < groups[g].cases.count; i++)
            fill_one(r, (struct counted_case){g, i, 0}, lines, table);
}

/* ---- both sides ---- */

static bool group_wanted(const struct session *s, int group) {
    for (int k = 0; k < COUNTED; k++)
        if (counts[k].group == group &&
            (!s->only || strncmp(counts[k].row.name, s->only, strlen(s->only)) == 0))
            return true;
    return false;
}

bool counters_launch(struct session *s, void (*say)(void *context, const char *line),
                     void *context) {
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < groups[g].cases.count && !session_over(s); i++) {
            struct probe p;
            struct problem why = {0};
            struct sample sample;
            char line[PROBE_KEY + PROBLEM_TEXT + 32], number[NUMBER_TEXT];
            if (!group_wanted(s, g)) continue;
            struct size size = case_of(s, g, i, &p);
            bool ok = size.value > 0;
            if (!ok) snprintf(why.text, sizeof why.text, "%s", size.why);
            if (ok && (ok = s->backend->open(s->backend->self, &p, &why))) {
                ok = s->backend->sample(s->backend->self, &p, &sample, &why);
                s->backend->close(s->backend->self, &p);
            }
            if (why.fatal) s->fatal = why;
            number_text((double)size.value, number);
            snprintf(line, sizeof line, "count\t%s\t%d\t%s\n", p.key, ok, ok ? number : why.text);
            say(context, line);
        }
    return !session_over(s);
}

/* Where ncu gave no rows its first error says why. */
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
        series_axis(series, g->cases.name, g->cases.count, g->cases.values);
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
