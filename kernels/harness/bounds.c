/* bounds.c -- see bounds.h. */
#include "bounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The memory clock that the driver reports is rounded; so are boosts of the SM clock. */
static const double SLACK = 1.05;
/* Fused multiply-adds of an SM in a cycle: 64 or 128, by compute capability. */
enum { LANES_MOST = 128, OPERATIONS = 2 };
/* warps.cu: bytes that a warp has under way. */
enum { WARP_BYTES = 32 * 16, SECTOR = 32 };
/* A product takes at least this share of the least time; spills may differ by that share from the
 * bytes that they have to move; two probes of one thing from each other. */
static const double GEMM_SHARE = 0.98, SPILL_SHARE = 0.05, TWINS_APART = 0.15;

/* The median where the first axis has that value (NULL: there is none). */
static double median(const struct result *r, const char *name, const char *value) {
    return result_median(r, name, value, NULL);
}

/* 64 up to compute capability 8.0, 128 since. */
static int lanes_of(const struct result *r) {
    const char *capability = r->capability.text;
    bool few = strncmp(capability, "7.", 2) == 0 || strcmp(capability, "8.0") == 0;
    return few ? LANES_MOST / 2 : LANES_MOST;
}

/* Comparisons with NAN are false: what is not known breaks nothing. */
static int mark(struct series *s, bool broken, const char *why) {
    return broken && series_suspect(s, why);
}

/* What no point of a series may pass; with a role only those points that have it on some axis. */
struct ceiling {
    const char *name, *role;
    double most;
    const char *what, *unit;
};

static int at_most(struct result *r, const struct ceiling *c) {
    struct series *s = result_find(r, c->name);
    char why[ANSWER_TEXT];
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        const struct point *p = &s->point[i];
        const char *first = series_value(s, p, 0), *second = series_value(s, p, 1);
        if (p->missing || (c->role && strcmp(first, c->role) != 0 && strcmp(second, c->role) != 0))
            continue;
        snprintf(why, sizeof why, "%s%s%s%s%.4g G%s is above what %s, %.4g G%s", first,
                 second[0] ? ", " : "", second, first[0] ? ": " : "", p->stats.median / 1e9,
                 c->unit, c->what, c->most / 1e9, c->unit);
        marked += mark(s, p->stats.median > SLACK * c->most, why);
    }
    return marked;
}

/* Little's law: rate x latency are the bytes under way, and a warp asks for no more than 512. */
static int check_little(struct result *r) {
    struct series *s = result_find(r, "warps.rate");
    const double latency = median(r, "latency.time", "dram");
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        const char *warps = series_value(s, &s->point[i], 0);
        double asked = result_fact(r, "sms") * WARP_BYTES * strtod(warps, NULL), rate, flying;
        char why[ANSWER_TEXT];
        if (s->point[i].missing) continue;
        rate = s->point[i].stats.median;
        flying = rate * latency;
        snprintf(why, sizeof why,
                 "%s: %.4g GB/s at a latency of %.4g ns are %.0f bytes under way, but only %.0f "
                 "were asked for",
                 warps, rate / 1e9, latency * 1e9, flying, asked);
        marked += mark(s, flying > SLACK * asked, why);
    }
    return marked;
}

/* No product takes less time than its operations need on all lanes, nor less than it takes to bring
 * both matrices and write the third, but for what the L2 may still hold of them. */
static int check_gemm(struct result *r) {
    struct series *s = result_find(r, "gemm.time");
    const double n = median(r, "gemm.edge", NULL), rate = median(r, "copy.rate", "read");
    const double lanes =
        result_fact(r, "sms") * lanes_of(r) * OPERATIONS * result_fact(r, "clock.sm");
    const double operations = 2 * n * n * n / lanes;
    const double bytes = fmax(0, 3 * 4 * n * n - result_fact(r, "l2")) / rate;
    const bool by_lanes = !(bytes > operations);
    const double least = by_lanes ? operations : bytes;
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        char why[ANSWER_TEXT];
        double took = s->point[i].stats.median;
        if (s->point[i].missing) continue;
        snprintf(why, sizeof why, "%s: %.4g ms, but %s take at least %.4g ms",
                 series_value(s, &s->point[i], 0), took * 1e3,
                 by_lanes ? "all lanes" : "the bytes of DRAM", least * 1e3);
        marked += mark(s, took < GEMM_SHARE * least, why);
    }
    return marked;
}

/* The L1 writes local memory through, so what spills move past it are all stores and the loads that
 * it did not have; three counters, one of them too many. */
static int check_spills(struct result *r) {
    struct series *s = result_find(r, "spill.moved");
    const double bytes = median(r, "spill.moved", "32"), own = median(r, "spill.moved", "none");
    const double loads = result_median(r, "spill.sectors", "32", "load");
    const double stores = result_median(r, "spill.sectors", "32", "store");
    const double hit = result_median(r, "spill.hit", "32", "l1");
    const double want = own + SECTOR * (stores + (1 - hit) * loads);
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why,
             "32: %.5g bytes moved, but stores and load misses, with what the kernel moves without "
             "spills, make %.5g",
             bytes, want);
    return mark(s, fabs(bytes - want) > SPILL_SHARE * want, why);
}

/* Two figures of one thing, by two probes; with a NULL: whatever is on that axis. */
struct twins {
    const char *name, *first, *second, *other, *at;
};

static const struct twins twins[] = {
    {"paths.cycles", "readonly", NULL, "latency.cycles", "l1"}, /* one cache serves both */
    {"constant.chase", "1", "lane", "paths.cycles", "constant"}};

static int check_twins(struct result *r, const struct twins *t) {
    const double one = result_median(r, t->name, t->first, t->second);
    const double other = median(r, t->other, t->at);
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why, "%s is %.4g, but %s[%s] is %.4g", t->first, one, t->other, t->at,
             other);
    return mark(result_find(r, t->name), fabs(one - other) > TWINS_APART * other, why);
}

static int check_parts(struct result *r) {
    double near = median(r, "partition.cycles", "near"), far = median(r, "partition.cycles", "far");
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why, "near is %.4g, more than far with %.4g", near, far);
    return mark(result_find(r, "partition.cycles"), near > far, why);
}

int bounds_check(struct result *r) {
    const double bus = median(r, "dram.rated", NULL), sms = result_fact(r, "sms");
    const double flops = sms * LANES_MOST * OPERATIONS * result_fact(r, "clock.sm");
    static const char carries[] = "the bus can carry";
    const struct ceiling ceilings[] = {{"copy.rate", NULL, bus, carries, "B/s"},
                                       {"bandwidth.rate", "dram", bus, carries, "B/s"},
                                       {"stride.useful", "1", bus, carries, "B/s"},
                                       {"stream.rate", NULL, bus, carries, "B/s"},
                                       {"mix.rate", NULL, bus, carries, "B/s"},
                                       {"warps.rate", NULL, bus, carries, "B/s"},
                                       {"triad.rate", NULL, bus, carries, "B/s"},
                                       {"vecadd.rate", "dram", bus, carries, "B/s"},
                                       {"misalign.useful", "dram", bus, carries, "B/s"},
                                       {"gemm.flops", NULL, flops, "all lanes can do", "FLOP/s"}};
    int marked = 0;
    for (size_t i = 0; i < sizeof ceilings / sizeof ceilings[0]; i++)
        marked += at_most(r, &ceilings[i]);
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++)
        marked += check_twins(r, &twins[i]);
    return marked + check_little(r) + check_parts(r) + check_gemm(r) + check_spills(r);
}
