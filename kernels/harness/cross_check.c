/* cross_check.c -- figures of one run against each other: a run that contradicts itself says so.
 *
 * A broken check marks the series whose figure cannot be, never both sides of a comparison with a
 * fact. Missing points take part in no check. On a MIG slice there is no rated figure, and the
 * checks against it do not take place. */
#include "bounds.h"
#include "knees.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct series *find(struct result *r, const char *name) {
    for (int i = 0; i < r->seriess; i++)
        if (strcmp(r->series[i].name, name) == 0) return &r->series[i];
    return NULL;
}

/* The median at an axis value of a series with one axis (or none: value NULL); NAN if missing. */
static double median(struct result *r, const char *name, const char *value) {
    struct series *s = find(r, name);
    for (int i = 0; s && i < s->points; i++) {
        const struct point *p = &s->point[i];
        if (!p->missing && (!value || (s->axes && strcmp(s->axis[0].values[p->at[0]], value) == 0)))
            return p->stats.median;
    }
    return NAN;
}

static void mark(struct result *r, const char *name, const char *why) {
    struct series *s = find(r, name);
    if (s && !s->suspect[0]) snprintf(s->suspect, sizeof s->suspect, "%s", why);
}

/* More than the bus can carry was not in DRAM, or not run at all. */
static void check_rated(struct result *r, const char *series, const char *value) {
    double rate = median(r, series, value), top = median(r, "dram.rated", NULL);
    char why[ANSWER_TEXT];
    if (!(rate > 1.05 * top)) return;
    snprintf(why, sizeof why, "%s: %.4g GB/s is above what the bus can carry, %.4g GB/s", value,
             rate / 1e9, top / 1e9);
    mark(r, series, why);
}

static void check_order(struct result *r, const char *series, const char *low, const char *high,
                        double slack) {
    double a = median(r, series, low), b = median(r, series, high);
    char why[ANSWER_TEXT];
    if (!(a > b * slack)) return;
    snprintf(why, sizeof why, "%s is %.4g, more than %s with %.4g", low, a, high, b);
    mark(r, series, why);
}

/* Two clocks, one duration: cycles / seconds has to be a clock the card can run at. */
static void check_clocks(struct result *r, const char *level) {
    double cycles = median(r, "latency.cycles", level), time = median(r, "latency.time", level);
    double top = NAN;
    char why[ANSWER_TEXT];
    for (int i = 0; i < r->facts; i++)
        if (strcmp(r->fact[i].name, "clock.sm") == 0 && r->fact[i].answer.known)
            top = r->fact[i].answer.value;
    if (!(cycles / time > 1.1 * top)) return;
    snprintf(why, sizeof why, "%s: %.4g cycles in %.4g s is a clock of %.0f MHz, the card has %.0f",
             level, cycles, time, cycles / time / 1e6, top / 1e6);
    mark(r, "latency.time", why);
}

int measure_cross_check(struct result *r) {
    static const char *const ops[] = {"read", "write", "copy", "memcpy"};
    static const char *const levels[] = {"register", "shared", "l1", "l2", "dram"};
    int suspects = 0;
    for (size_t i = 0; i < 4; i++)
        check_rated(r, "copy.rate", ops[i]);
    check_rated(r, "bandwidth.rate", "dram");
    check_rated(r, "stride.useful", "1");
    for (size_t i = 0; i < 5; i++)
        check_clocks(r, levels[i]);
    check_order(r, "latency.cycles", "register", "shared", 1);
    check_order(r, "latency.cycles", "shared", "l2", 1);
    check_order(r, "latency.cycles", "l1", "l2", 1);
    check_order(r, "latency.cycles", "l2", "dram", 1);
    check_order(r, "bandwidth.rate", "l2", "l1", 1);
    check_order(r, "bandwidth.rate", "dram", "l2", 1);
    bounds_check(r);
    knees_check(r);
    for (int i = 0; i < r->seriess; i++) /* those that the counters marked too */
        suspects += r->series[i].suspect[0] != '\0';
    return suspects;
}
