/* bounds.c -- see bounds.h. */
#include "bounds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The memory clock that the driver reports is rounded; so are boosts of the SM clock. */
static const double SLACK = 1.05;
/* Fused multiply-adds of an SM in a cycle: 64 or 128, by compute capability. */
enum { LANES_MOST = 128, OPERATIONS = 2 };
/* warps.cu: bytes that a warp has under way. */
enum { WARP_BYTES = 32 * 16 };

static struct series *find(struct result *r, const char *name) {
    for (int i = 0; i < r->seriess; i++)
        if (strcmp(r->series[i].name, name) == 0) return &r->series[i];
    return NULL;
}

static const char *value_at(const struct series *s, const struct point *p, int axis) {
    return axis < s->axes ? s->axis[axis].values[p->at[axis]] : "";
}

/* The median of the point with that value on the first axis ("" where there is none), or NAN. */
static double median(struct result *r, const char *name, const char *value) {
    struct series *s = find(r, name);
    for (int i = 0; s && i < s->points; i++)
        if (!s->point[i].missing && strcmp(value_at(s, &s->point[i], 0), value) == 0)
            return s->point[i].stats.median;
    return NAN;
}

static double fact(const struct result *r, const char *name) {
    for (int i = 0; i < r->facts; i++)
        if (strcmp(r->fact[i].name, name) == 0 && r->fact[i].answer.known)
            return r->fact[i].answer.value;
    return NAN;
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
    double rate = median(r, "warps.rate", "1"), latency = median(r, "latency.time", "dram");
    double asked = fact(r, "sms") * WARP_BYTES, flying = rate * latency;
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why,
             "1: %.4g GB/s at a latency of %.4g ns are %.0f bytes under way, but only %.0f were "
             "asked for",
             rate / 1e9, latency * 1e9, flying, asked);
    return mark(find(r, "warps.rate"), flying > SLACK * asked, why);
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
           check_readonly(r) + check_parts(r);
}
