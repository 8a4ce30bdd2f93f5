/* counters.c -- the counted series: which cases, which counts, and what they have to be; see
 * counters.h. */
#include "counters.h"

#include "experiment.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- cases: what is launched once ---- */

enum { CASES_MOST = 7 };
enum { STRIDE, MISALIGN, BANK, TRANSPOSE, REGISTERS, LOCAL, SPILL, CONSTANT, GROUPS };

/* The cases of one lab. Their keys are those of the timed probes: LAB.ROLE or LAB.ROLE.SECOND. */
static const struct group {
    const char *lab, *file, *axis, *second;
    int count;
    const char *role[CASES_MOST];
    const char *kernel[CASES_MOST]; /* its name; NULL: that of the case before */
} groups[GROUPS] = {
    [STRIDE] =
        {"stride", "stride.cu", "stride", "", 6, {"1", "2", "4", "8", "16", "32"}, {"strided"}},
    [MISALIGN] = {"misalign",
                  "misalign.cu",
                  "offset",
                  "dram",
                  7,
                  {"0", "1", "2", "4", "8", "16", "32"},
                  {"shifted"}},
    [BANK] =
        {"bank", "bank.cu", "stride", "", 7, {"1", "2", "4", "8", "16", "32", "33"}, {"bank_read"}},
    [TRANSPOSE] = {"transpose",
                   "transpose.cu",
                   "kernel",
                   "dram",
                   5,
                   {"copy", "naive", "tiled", "padded", "wide"},
                   {"copy", "naive", "tiled", "padded", "wide"}},
    [REGISTERS] = {"registers", "registers.cu", "kernel", "", 2, {"few", "many"}, {"few", "many"}},
    [LOCAL] = {"local",
               "local.cu",
               "index",
               "",
               2,
               {"constant", "runtime"},
               {"constant_index", "runtime_index"}},
    [SPILL] = {"spill", "spill.cu", "cap", "", 2, {"none", "32"}, {"uncapped", "capped"}},
    [CONSTANT] = {"constant",
                  "constant.cu",
                  "taps",
                  "",
                  4,
                  {"constant_same", "constant_own", "global_same", "global_own"},
                  {"filter"}}};

enum { LANES = 32, SECTOR = 32, BANKS = 32, BANK_WARPS = 32 };

static const char *kernel_of(const struct group *g, int i) {
    const char *name = g->kernel[0];
    for (int k = 1; k <= i && k < CASES_MOST; k++)
        if (g->kernel[k]) name = g->kernel[k];
    return name;
}

static void key_of(int group, int i, char key[PROBE_KEY]) {
    const struct group *g = &groups[group];
    snprintf(key, PROBE_KEY, "%s.%s%s%s", g->lab, g->role[i], g->second[0] ? "." : "", g->second);
    for (char *p = key; group == CONSTANT && *p; p++)
        if (*p == '_') *p = '.';
}

static uint32_t number_of(int group, int i) {
    uint32_t n = 0;
    for (const char *p = groups[group].role[i]; *p >= '0' && *p <= '9'; p++)
        n = 10 * n + (uint32_t)(*p - '0');
    return n;
}

/* The case as it is timed, at the same size. */
static struct size case_of(struct session *s, int group, int i, struct probe *p) {
    static const uint64_t bank_loads[] = {8192, 2048, 64};
    struct size size = {0};
    *p = (struct probe){.lab = groups[group].lab, .count = true, .c = {.variant = i}};
    key_of(group, i, p->key);
    session_free_memory(s);
    switch (group) {
    case STRIDE:
        p->c.variant = 0;
        p->c.param = number_of(group, i);
        size = size_stride(&s->sizes, p->c.param);
        break;
    case MISALIGN:
        p->c.variant = 0;
        p->c.param = number_of(group, i);
        size = size_shifted(&s->sizes, true);
        break;
    case BANK:
        p->c.variant = 0;
        p->c.param = number_of(group, i);
        size = (struct size){.value = bank_loads[s->sizes.effort], .need = 4 << 20};
        break;
    case TRANSPOSE: size = size_transpose(&s->sizes, true); break;
    case REGISTERS:
        p->c.param = 24;
        size = size_table(&s->sizes);
        break;
    case SPILL: size = size_spill(&s->sizes); break;
    default: size = size_outputs(&s->sizes);
    }
    p->c.size = size.value;
    p->need = size.need;
    return size;
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
    REQUESTS
};

static const char *const ways[] = {"load", "store"}, *const moves[] = {"read", "write"},
                         *const caches[] = {"l1", "l2"};

static const struct {
    const char *axis;
    const char *const *values;
} second_axis[] = {
    [SECTORS] = {"way", ways},       [DRAM] = {"way", moves},         [HIT] = {"cache", caches},
    [HIT_LOCAL] = {"cache", caches}, [LOCAL_SECTORS] = {"way", ways}, [REQUESTS] = {NULL, NULL}};

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
static const char local_sectors[] =
    "sectors of 32 bytes of local memory in one launch; Nsight Compute";
static const char active[] =
    "warps resident over the most that an SM holds, mean over the launch; Nsight Compute";

static const struct {
    const char *name, *unit;
    int group;
    enum value value;
    const char *method;
} counted[] = {
    {"stride.sectors", "1", STRIDE, SECTORS, asked_for},
    {"stride.dram", "B", STRIDE, DRAM, dram_bytes},
    {"stride.hit", "1", STRIDE, HIT, hit_rate},
    {"misalign.touched", "1", MISALIGN, SECTORS_LOADED, asked_for},
    {"misalign.dram", "B", MISALIGN, DRAM, dram_bytes},
    {"misalign.hit", "1", MISALIGN, HIT, hit_rate},
    {"bank.loads", "1", BANK, LOADS, shared_loads},
    {"bank.wavefronts", "1", BANK, WAVEFRONTS, wavefronts},
    {"bank.conflicts", "1", BANK, CONFLICTS, conflicts},
    {"transpose.sectors", "1", TRANSPOSE, SECTORS, asked_for},
    {"transpose.dram", "B", TRANSPOSE, DRAM, dram_bytes},
    {"transpose.hit", "1", TRANSPOSE, HIT, hit_rate},
    {"transpose.loads", "1", TRANSPOSE, LOADS, shared_loads},
    {"transpose.wavefronts", "1", TRANSPOSE, WAVEFRONTS, wavefronts},
    {"transpose.conflicts", "1", TRANSPOSE, CONFLICTS, conflicts},
    {"registers.active", "1", REGISTERS, ACTIVE, active},
    {"local.sectors", "1", LOCAL, LOCAL_SECTORS, local_sectors},
    {"local.hit", "1", LOCAL, HIT_LOCAL, hit_local},
    {"spill.sectors", "1", SPILL, LOCAL_SECTORS, local_sectors},
    {"spill.hit", "1", SPILL, HIT_LOCAL, hit_local},
    {"spill.moved", "B", SPILL, MOVED,
     "sectors of 32 bytes between the L1s and the L2 in one launch, as bytes; Nsight Compute"},
    {"spill.active", "1", SPILL, ACTIVE, active},
    {"constant.loads", "1", CONSTANT, REQUESTS,
     "loads from global memory, one a warp, of all warps: inputs, and taps where they lie there; "
     "Nsight Compute"}};
enum { COUNTED = (int)(sizeof counted / sizeof counted[0]) };

const char *counters_series_name(int i) {
    return i >= 0 && i < COUNTED ? counted[i].name : NULL;
}

static double over(double part, double whole) {
    return whole > 0 ? part / whole : NAN;
}

/* The one or two figures of a row that a series keeps; NAN: none. */
static void values_of(enum value what, const double *v, double out[2]) {
    out[0] = out[1] = NAN;
    switch (what) {
    case SECTORS:
        out[0] = v[METRIC_LOAD_RATIO];
        out[1] = v[METRIC_STORE_RATIO];
        break;
    case SECTORS_LOADED: out[0] = v[METRIC_LOAD_RATIO]; break;
    case DRAM:
        out[0] = v[METRIC_DRAM_READ];
        out[1] = v[METRIC_DRAM_WRITE];
        break;
    case HIT:
    case HIT_LOCAL:
        out[0] = what == HIT ? over(v[METRIC_L1_HIT], v[METRIC_L1_SECTORS])
                             : over(v[METRIC_LOCAL_HIT], v[METRIC_LOCAL_LOAD]);
        out[1] = over(v[METRIC_L2_HIT], v[METRIC_L2_SECTORS]);
        break;
    case MOVED: out[0] = v[METRIC_L2_SECTORS] * SECTOR; break;
    case LOADS: out[0] = v[METRIC_SHARED_LOADS]; break;
    case WAVEFRONTS: out[0] = v[METRIC_SHARED_WAVEFRONTS]; break;
    case CONFLICTS: out[0] = v[METRIC_SHARED_CONFLICTS]; break;
    case LOCAL_SECTORS:
        out[0] = v[METRIC_LOCAL_LOAD];
        out[1] = v[METRIC_LOCAL_STORE];
        break;
    case ACTIVE: out[0] = v[METRIC_ACTIVE] / 100; break;
    case REQUESTS: out[0] = v[METRIC_L1_REQUESTS]; break;
    }
}

static struct series *find(struct result *r, const char *name) {
    for (int i = 0; i < r->seriess; i++)
        if (strcmp(r->series[i].name, name) == 0) return &r->series[i];
    return NULL;
}

static void miss_all(struct series *s, const char *why) {
    for (int i = 0; s && i < s->points; i++) {
        s->point[i].missing = true;
        snprintf(s->point[i].reason, sizeof s->point[i].reason, "%s", why);
    }
}

static void miss_case(struct result *r, int group, int i, const char *why) {
    for (int k = 0; k < COUNTED; k++)
        if (counted[k].group == group)
            for (int w = 0; w < 2; w++)
                experiment_miss(find(r, counted[k].name), i, w, why);
}

static int ways_of(enum value what) {
    return what < (int)(sizeof second_axis / sizeof second_axis[0]) && second_axis[what].axis ? 2
                                                                                              : 1;
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

static double fact_value(const struct result *r, const char *name) {
    for (int i = 0; i < r->facts; i++)
        if (strcmp(r->fact[i].name, name) == 0 && r->fact[i].answer.known)
            return r->fact[i].answer.value;
    return NAN;
}

/* What the case has to give, computed from its size and the kernel's own shape; NAN: no such rule.
 * Loads and sectors are what the code asks for; conflicts follow from how addresses fall into the
 * 32 banks: a load whose lanes share banks by `ways` takes so many passes. */
static double wanted(const struct result *r, int group, int i, enum value what, uint64_t size) {
    double n = (double)size, loads = NAN, passes = 1, needed = 1;
    uint32_t number = number_of(group, i);
    if (group == BANK) {
        loads = fact_value(r, "sms") * BANK_WARPS * n;
        passes = common_divisor(number, BANKS);
    } else if (group == TRANSPOSE) { /* from a tile every element is read once; wide: 4 by 4 */
        needed = i == 4 ? 4 : 1;     /* 32 lanes of 16 bytes are four times what the banks give */
        loads = i >= 2 ? n * n / LANES / needed : 0;
        passes = i == 2 ? BANKS : needed;
    }
    switch (what) {
    case LOADS: return loads;
    case WAVEFRONTS: return loads > 0 ? loads * passes : NAN;
    case CONFLICTS: return loads > 0 ? loads * (passes - needed) : NAN;
    case SECTORS: return group == STRIDE ? fmin(LANES, LANES * 4.0 * number / SECTOR) : NAN;
    case SECTORS_LOADED: return (double)reference_sectors(number, LANES);
    default: return NAN;
    }
}

/* Instructions are counted exactly. Passes can be more than the addresses ask for, since other work
 * meets in the same pipe: less than a quarter of one a load, where a wrong pattern costs whole ones. */
static double slack_of(enum value what, double want, double loads) {
    return what == LOADS ? 0 : what == SECTORS || what == SECTORS_LOADED ? 0.01 * want : loads / 4;
}

static void check(struct series *s, const char *role, enum value what, double got, double want,
                  double loads) {
    if (!s || s->suspect[0] || isnan(want) || isnan(got)) return;
    if (fabs(got - want) <= slack_of(what, want, loads)) return;
    snprintf(s->suspect, sizeof s->suspect, "%s: counted %.10g, the kernel asks for %.10g", role,
             got, want);
}

static void fill_case(struct result *r, int group, int i, uint64_t size, const double *v,
                      const char *bad) {
    double loads = wanted(r, group, i, LOADS, size);
    for (int k = 0; k < COUNTED; k++) {
        struct series *s = counted[k].group == group ? find(r, counted[k].name) : NULL;
        double value[2];
        if (!s) continue;
        values_of(counted[k].value, v, value);
        for (int w = 0; w < ways_of(counted[k].value); w++) {
            if (!isnan(value[w]))
                experiment_set(s, i, w, value[w]);
            else
                experiment_miss(s, i, w, bad[0] ? bad : "ncu gave no such count for this kernel");
        }
        check(s, groups[group].role[i], counted[k].value, value[0],
              wanted(r, group, i, counted[k].value, size), loads);
    }
}

/* ---- the child's lines ---- */

static bool starts(const char *s, const char *with) {
    return strncmp(s, with, strlen(with)) == 0;
}

/* The rest of the line about that case, or NULL; *launched counts lines of launches before it. */
static const char *line_of(const char *lines, const char *key, size_t *launched) {
    char with[PROBE_KEY + 16];
    snprintf(with, sizeof with, "count\t%s\t", key);
    *launched = 0;
    for (const char *p = lines; p && *p;) {
        if (starts(p, with)) return p + strlen(with);
        if (starts(p, "count\t")) {
            const char *tab = strchr(p + 6, '\t');
            *launched += tab && tab[1] == '1';
        }
        p = strchr(p, '\n');
        if (p) p++;
    }
    return NULL;
}

static size_t launches(const char *lines) {
    size_t n;
    (void)line_of(lines, "\n", &n); /* no key is a line's end: all lines are gone through */
    return n;
}

/* The kernel's name as ncu writes it: with its parameters, perhaps with void and template
 * arguments. */
static bool is_kernel(const char *said, const char *name) {
    size_t length = strlen(name);
    for (const char *p = said; (p = strstr(p, name)); p++) {
        char before = p == said ? ' ' : p[-1], after = p[length];
        if ((before == ' ' || before == ':') && (after == '\0' || after == '(' || after == '<'))
            return true;
    }
    return false;
}

static void fill_one(struct result *r, int group, int i, const char *lines,
                     const struct counted_table *table) {
    char key[PROBE_KEY], why[ANSWER_TEXT];
    double size = 0;
    size_t row;
    key_of(group, i, key);
    const char *rest = line_of(lines, key, &row);
    if (!rest) {
        miss_case(r, group, i, "the run under ncu did not come to it");
        return;
    }
    snprintf(why, sizeof why, "%.*s", (int)strcspn(rest, "\n"), rest);
    if (rest[0] != '1' || !number_read(why + 2, &size)) {
        miss_case(r, group, i, strlen(why) > 2 ? why + 2 : "it could not be launched");
        return;
    }
    const char *kernel = kernel_of(&groups[group], i);
    if (row >= table->count) {
        miss_case(r, group, i, "ncu gave no row for this kernel");
    } else if (!is_kernel(table->row[row].kernel, kernel)) {
        snprintf(why, sizeof why, "ncu's row is of \"%.80s\", not of %s", table->row[row].kernel,
                 kernel);
        miss_case(r, group, i, why);
    } else {
        fill_case(r, group, i, (uint64_t)size, table->row[row].value, table->bad);
    }
}

void counters_fill(struct result *r, const char *lines, const struct counted_table *table) {
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < groups[g].count; i++)
            fill_one(r, g, i, lines, table);
}

/* ---- both sides ---- */

static bool group_wanted(const struct session *s, int group) {
    for (int k = 0; k < COUNTED; k++)
        if (counted[k].group == group &&
            (!s->only || strncmp(counted[k].name, s->only, strlen(s->only)) == 0))
            return true;
    return false;
}

bool counters_launch(struct session *s, void (*say)(void *context, const char *line),
                     void *context) {
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < groups[g].count && !session_over(s); i++) {
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

/* The words of ncu's first error, where it gave no rows. */
static void no_rows(const struct text *log, const struct text *out, int status,
                    char why[ANSWER_TEXT]) {
    const char *at = log->data ? strstr(log->data, "==ERROR==") : NULL;
    if (!at) at = out->data ? strstr(out->data, "==ERROR==") : NULL;
    if (at) {
        at += strlen("==ERROR==") + strspn(at + strlen("==ERROR=="), " ");
        snprintf(why, ANSWER_TEXT, "ncu: %.*s", (int)strcspn(at, "\r\n"), at);
    } else if (status) {
        snprintf(why, ANSWER_TEXT, "ncu ended with status %d and gave no counters", status);
    } else {
        snprintf(why, ANSWER_TEXT, "ncu ended well but gave no counters");
    }
}

/* True: counted. Otherwise the one reason. */
static bool count(struct result *r, const struct ncu_call *call, char why[ANSWER_TEXT]) {
    static struct counted_table table;
    struct text log = {0}, out = {0};
    struct problem problem;
    int status;
    bool ok = counters_ncu(call, &log, &out, &status, &problem) &&
              counters_csv(log.data ? log.data : "", log.length, &table, &problem);
    if (!ok) {
        snprintf(why, ANSWER_TEXT, "%s", problem.text);
    } else if (table.count == 0) {
        no_rows(&log, &out, status, why);
        ok = false;
    } else if (table.count != launches(out.data)) {
        snprintf(why, ANSWER_TEXT, "ncu gave %zu rows for %zu launches", table.count,
                 launches(out.data));
        ok = false;
    } else {
        counters_fill(r, out.data, &table);
    }
    text_free(&log);
    text_free(&out);
    return ok;
}

const char *counters_series(struct session *s, const struct ncu_call *call) {
    static char why[ANSWER_TEXT];
    bool any = false;
    for (int k = 0; k < COUNTED; k++) {
        const struct group *g = &groups[counted[k].group];
        struct series *series =
            experiment_series(s, counted[k].name, counted[k].unit, g->file, counted[k].method);
        if (!series) continue;
        any = true;
        series->origin = "counted";
        series_axis(series, g->axis, g->count, g->role);
        if (ways_of(counted[k].value) == 2)
            series_axis(series, second_axis[counted[k].value].axis, 2,
                        second_axis[counted[k].value].values);
    }
    if (!any || session_over(s)) return NULL;
    snprintf(why, sizeof why, "counters were not asked for (COUNTERS=1)");
    if (call && s->progress) s->progress(s->context, "counters");
    if (call && count(s->result, call, why)) return NULL;
    for (int k = 0; k < COUNTED; k++)
        miss_all(find(s->result, counted[k].name), why);
    return why;
}
