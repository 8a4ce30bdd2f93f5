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

/* The first figure may not be above the second. */
struct order {
    const char *series, *low, *high;
};

static void check_order(struct result *r, const struct order *o) {
    double low = result_median(r, o->series, o->low, NULL);
    double high = result_median(r, o->series, o->high, NULL);
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why, "%s is %.4g, more than %s with %.4g", o->low, low, o->high, high);
    if (low > high) series_suspect(result_find(r, o->series), why);
}

/* Two clocks, one duration: cycles / seconds has to be a clock the card can run at. */
static void check_clocks(struct result *r, const char *level) {
    double cycles = result_median(r, "latency.cycles", level, NULL);
    double time = result_median(r, "latency.time", level, NULL), top = result_fact(r, "clock.sm");
    char why[ANSWER_TEXT];
    snprintf(why, sizeof why, "%s: %.4g cycles in %.4g s is a clock of %.0f MHz, the card has %.0f",
             level, cycles, time, cycles / time / 1e6, top / 1e6);
    if (cycles / time > 1.1 * top) series_suspect(result_find(r, "latency.time"), why);
}

int measure_cross_check(struct result *r) {
    static const char *const levels[] = {"register", "shared", "l1", "l2", "dram"};
    static const struct order orders[] = {
        {"latency.cycles", "register", "shared"}, {"latency.cycles", "shared", "l2"},
        {"latency.cycles", "l1", "l2"},           {"latency.cycles", "l2", "dram"},
        {"bandwidth.rate", "l2", "l1"},           {"bandwidth.rate", "dram", "l2"}};
    int suspects = 0;
    bounds_check(r); /* first: of two reasons the one against a fact is the better */
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        check_clocks(r, levels[i]);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
        check_order(r, &orders[i]);
    knees_check(r);
    for (int i = 0; i < r->seriess; i++) /* those that the counters marked too */
        suspects += r->series[i].suspect[0] != '\0';
    return suspects;
}
