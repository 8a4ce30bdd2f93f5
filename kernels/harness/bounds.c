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
/* Of the least time that a product can take; of the bytes that spills have to move. */
static const double GEMM_SHARE = 0.98, SPILL_SHARE = 0.05;

static struct series *find(struct result *r, const char *name) {
    for (int i = 0; i < r->seriess; i++)
        if (strcmp(r->series[i].name, name) == 0) return &r->series[i];
    return NULL;
}

static const char *value_at(const struct series *s, const struct point *p, int axis) {
    return axis < s->axes ? s->axis[axis].values[p->at[axis]] : "";
}

/* The median of the point with these values on the axes ("" where there is none), or NAN. */
static double median_of(struct result *r, const char *name, const char *first, const char *second) {
    struct series *s = find(r, name);
    for (int i = 0; s && i < s->points; i++)
        if (!s->point[i].missing && strcmp(value_at(s, &s->point[i], 0), first) == 0 &&
            strcmp(value_at(s, &s->point[i], 1), second) == 0)
            return s->point[i].stats.median;
    return NAN;
}

static double median(struct result *r, const char *name, const char *value) {
    return median_of(r, name, value, "");
}

static double fact(const struct result *r, const char *name) {
    for (int i = 0; i < r->facts; i++)
        if (strcmp(r->fact[i].name, name) == 0 && r->fact[i].answer.known)
            return r->fact[i].answer.value;
    return NAN;
}

/* 64 up to compute capability 8.0, 128 since. */
static int lanes_of(const struct result *r) {
    const char *capability = r->capability.text;
    bool few = strncmp(capability, "7.", 2) == 0 || strcmp(capability, "8.0") == 0;
    return few ? LANES_MOST / 2 : LANES_MOST;
}

/* Comparisons with NAN are false: what is not known breaks nothing. */
static int mark(struct series *s, bool broken, const char *why) {
    if (!s || !broken || s->suspect[0]) return 0;
    snprintf(s->suspect, sizeof s->suspect, "%s", why);
    return 1;
}

/* No point of the series may pass `most`; with `role` only those that have it on some axis. */
static int at_most(struct result *r, const char *name, const char *role, double most,
                   const char *what, const char *unit) {
    struct series *s = find(r, name);
    char why[ANSWER_TEXT];
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        const struct point *p = &s->point[i];
        const char *first = value_at(s, p, 0), *second = value_at(s, p, 1);
        if (p->missing || (role && strcmp(first, role) != 0 && strcmp(second, role) != 0)) continue;
        snprintf(why, sizeof why, "%s%s%s: %.4g G%s is above what %s, %.4g", first,
                 second[0] ? ", " : "", second, p->stats.median / 1e9, unit, what, most / 1e9);
        marked += mark(s, p->stats.median > SLACK * most, why);
    }
    return marked;
}

/* Little's law: rate x latency are the bytes under way, and a warp asks for no more than 512. */
static int check_little(struct result *r) {
    struct series *s = find(r, "warps.rate");
    const double latency = median(r, "latency.time", "dram");
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        const char *warps = value_at(s, &s->point[i], 0);
        double asked = fact(r, "sms") * WARP_BYTES * strtod(warps, NULL), rate, flying;
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
    struct series *s = find(r, "gemm.time");
    const double n = median(r, "gemm.edge", ""), rate = median(r, "copy.rate", "read");
    const double lanes = fact(r, "sms") * lanes_of(r) * OPERATIONS * fact(r, "clock.sm");
    const double operations = 2 * n * n * n / lanes;
    const double bytes = fmax(0, 3 * 4 * n * n - fact(r, "l2")) / rate;
    const bool by_lanes = !(bytes > operations);
    const double least = by_lanes ? operations : bytes;
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        char why[ANSWER_TEXT];
        double took = s->point[i].stats.median;
        if (s->point[i].missing) continue;
        snprintf(why, sizeof why, "%s: %.4g ms, but %s take at least %.4g ms",
                 value_at(s, &s->point[i], 0), took * 1e3,
                 by_lanes ? "all lanes" : "the bytes of DRAM", least * 1e3);
        marked += mark(s, took < GEMM_SHARE * least, why);
    }
    return marked;
}

/* The L1 writes local memory through, so what spills move past it are all stores and the loads that
 * it did not have; three counters, one of them too many. */
static int check_spills(struct result *r) {
    struct series *s = find(r, "spill.moved");
    const double bytes = median(r, "spill.moved", "32"), own = median(r, "spill.moved", "none");
    const double loads = median_of(r, "spill.sectors", "32", "load");
    const double stores = median_of(r, "spill.sectors", "32", "store");
    const double hit = median_of(r, "spill.hit", "32", "l1");
    const double want = own + SECTOR * (stores + (1 - hit) * loads);
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why,
             "32: %.5g bytes moved, but stores and load misses, with what the kernel moves without "
             "spills, make %.5g",
             bytes, want);
    return mark(s, fabs(bytes - want) > SPILL_SHARE * want, why);
}

/* One cache serves both. */
static int check_readonly(struct result *r) {
    double readonly = median(r, "paths.cycles", "readonly"), l1 = median(r, "latency.cycles", "l1");
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why, "readonly is %.4g, but the L1 behind it takes %.4g", readonly, l1);
    return mark(find(r, "paths.cycles"), fabs(readonly - l1) > 0.15 * l1, why);
}

static int check_parts(struct result *r) {
    double near = median(r, "partition.cycles", "near"), far = median(r, "partition.cycles", "far");
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why, "near is %.4g, more than far with %.4g", near, far);
    return mark(find(r, "partition.cycles"), near > far, why);
}

int bounds_check(struct result *r) {
    double bus = median(r, "dram.rated", ""), sms = fact(r, "sms");
    double flops = sms * LANES_MOST * OPERATIONS * fact(r, "clock.sm");
    const char *const carries = "the bus can carry";
    return at_most(r, "stream.rate", NULL, bus, carries, "B/s") +
           at_most(r, "mix.rate", NULL, bus, carries, "B/s") +
           at_most(r, "warps.rate", NULL, bus, carries, "B/s") +
           at_most(r, "triad.rate", NULL, bus, carries, "B/s") +
           at_most(r, "vecadd.rate", "dram", bus, carries, "B/s") +
           at_most(r, "misalign.useful", "dram", bus, carries, "B/s") +
           at_most(r, "gemm.flops", NULL, flops, "all lanes can do", "FLOP/s") + check_little(r) +
           check_readonly(r) + check_parts(r) + check_gemm(r) + check_spills(r);
}
