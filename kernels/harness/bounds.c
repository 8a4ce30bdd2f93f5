/* bounds.c -- figures that no card can have, and figures of one run against each other.
 *
 * A broken check marks the series whose figure cannot be, never both sides of a comparison with a
 * fact. Missing points and unknown facts take part in no check: a comparison with NAN is false. On a
 * MIG slice there is no rated figure, and the checks against it do not take place. */
#include "knees.h"
#include "experiment.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The driver rounds the memory clock that it reports, and boosts of the SM clock. */
static const double SLACK = 1.05;
/* An SM does 64 or 128 fused multiply-adds in a cycle, by compute capability. */
enum { LANES_MOST = 128, OPERATIONS = 2 };
/* In warps.cu every lane has one load of 16 bytes under way. */
enum { WARP_BYTES = 32 * 16, SECTOR = 32, LINE = 128 };
/* Impossible are a product or a load that takes less than this share of the least time, spills that differ from
 * their bytes by more than this share, and probes of one thing that differ so from each other. */
static const double GEMM_SHARE = 0.98, BANK_SHARE = 0.98, SPILL_SHARE = 0.05, TWINS_APART = 0.15;

/* Most bounds look at the median at one value of the first axis; NULL: there is no axis. */
static double median(const struct result *r, const char *name, const char *value) {
    return result_median(r, name, value, NULL);
}

/* An SM has 64 lanes up to compute capability 8.0, and 128 since. */
static int lanes_of(const struct result *r) {
    const char *capability = r->capability.text;
    bool few = strncmp(capability, "7.", 2) == 0 || strcmp(capability, "8.0") == 0;
    return few ? LANES_MOST / 2 : LANES_MOST;
}

/* The ceiling of a series holds for all points, or for those that have the role on some axis. */
struct ceiling {
    const char *name, *role;
    double most;
    const char *what, *unit;
};

static int at_most(struct result *r, const struct ceiling *c) {
    struct series *s = result_find(r, c->name);
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        const struct point *p = &s->point[i];
        const char *first = series_value(s, p, 0), *second = series_value(s, p, 1);
        if (p->missing || (c->role && strcmp(first, c->role) != 0 && strcmp(second, c->role) != 0))
            continue;
        if (p->stats.median > SLACK * c->most)
            marked +=
                series_suspect(s, "%s%s%s%s%.4g G%s is above what %s, %.4g G%s", first,
                               second[0] ? ", " : "", second, first[0] ? ": " : "",
                               p->stats.median / 1e9, c->unit, c->what, c->most / 1e9, c->unit);
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
        const double asked = result_fact(r, "sms") * WARP_BYTES * strtod(warps, NULL);
        const double rate = s->point[i].stats.median, flying = rate * latency;
        if (!s->point[i].missing && flying > SLACK * asked)
            marked += series_suspect(s,
                                     "%s: %.4g GB/s at a latency of %.4g ns are %.0f bytes under "
                                     "way, but only %.0f were asked for",
                                     warps, rate / 1e9, latency * 1e9, flying, asked);
    }
    return marked;
}

/* A product takes at least the time that its operations need on all lanes, and the time to read
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
        const double took = s->point[i].stats.median;
        if (!s->point[i].missing && took < GEMM_SHARE * least)
            marked += series_suspect(s, "%s: %.4g ms, but %s take at least %.4g ms",
                                     series_value(s, &s->point[i], 0), took * 1e3,
                                     by_lanes ? "all lanes" : "the bytes of DRAM", least * 1e3);
    }
    return marked;
}

/* The tensor cores have a rate of their own; all other versions multiply on the lanes. */
static int check_ladder(struct result *r, double lanes) {
    struct series *s = result_find(r, "ladder.flops");
    int marked = 0;
    for (int i = 0; s && i < s->points; i++) {
        const char *version = series_value(s, &s->point[i], 0);
        const double rate = s->point[i].stats.median;
        if (!s->point[i].missing && !strstr(version, "tf32") && rate > SLACK * lanes)
            marked +=
                series_suspect(s, "%s: %.4g GFLOP/s is above what all lanes can do, %.4g GFLOP/s",
                               version, rate / 1e9, lanes / 1e9);
    }
    return marked;
}

/* The L1 writes local memory through, so spills send all stores and their missed loads past it.
 * Three counters say this, so that one can be checked against the others. */
static int check_spills(struct result *r) {
    const double bytes = median(r, "spill.moved", "32"), own = median(r, "spill.moved", "none");
    const double loads = result_median(r, "spill.sectors", "32", "load");
    const double stores = result_median(r, "spill.sectors", "32", "store");
    const double hit = result_median(r, "spill.hit", "32", "l1");
    const double want = own + SECTOR * (stores + (1 - hit) * loads);
    return fabs(bytes - want) > SPILL_SHARE * want &&
           series_suspect(result_find(r, "spill.moved"),
                          "32: %.5g bytes moved, but stores and load misses, with what the kernel "
                          "moves without spills, make %.5g",
                          bytes, want);
}

/* Whole sectors that a kernel stores are written to DRAM, except those that the L2 may keep. */
static int check_stores(struct result *r) {
    const double bytes = median(r, "store.bytes", "dram"), l2 = result_fact(r, "l2");
    const double written = result_median(r, "store.dram", "full", "write");
    return (written < bytes - l2 || written > SLACK * bytes) &&
           series_suspect(result_find(r, "store.dram"),
                          "full: %.5g bytes written to DRAM of %.5g stored, the L2 holds %.5g",
                          written, bytes, l2);
}

/* Two probes measured one thing; NULL stands for any value of that axis. */
struct twins {
    const char *name, *first, *second, *other, *at;
};

static const struct twins twins[] = {
    {"paths.cycles", "readonly", NULL, "latency.cycles", "l1"}, /* one cache serves both */
    {"constant.chase", "1", "lane", "paths.cycles", "constant"},
    {"latency.lap.cycles", "part", NULL, "latency.cycles", "l2"},
    {"latency.lap.cycles", "beyond", NULL, "latency.cycles", "dram"},
    {"partition.hit", "near", NULL, "latency.cycles", "l2"},
    {"sweep.cold", "1", NULL, "sweep.read", "1"}, /* timed when the L1s are full */
    {"spill.compiled.registers", "32", NULL, "spill.registers", "32"},
    {"spill.compiled.frame", "32", NULL, "spill.frame", "32"},
    {"persist.aside.time", "none", NULL, "persist.time", "none"}};

static int check_twins(struct result *r, const struct twins *t) {
    const double one = result_median(r, t->name, t->first, t->second);
    const double other = median(r, t->other, t->at);
    return fabs(one - other) > TWINS_APART * other &&
           series_suspect(result_find(r, t->name), "%s is %.4g, but %s[%s] is %.4g", t->first, one,
                          t->other, t->at, other);
}

/* Each bank gives one word in a cycle, and every SM counted its own cycles. */
static int check_banks(struct result *r, const char *name, size_t bytes) {
    struct series *s = result_find(r, name);
    for (int i = 0; s && i < s->points && i < LANE_ORDERS; i++) {
        const struct point *p = series_point(s, i, 0);
        unsigned char number[32];
        reference_order((enum lane_order)i, number);
        const double least = (double)reference_bank_cycles(number, bytes);
        if (!p->missing && p->stats.median < BANK_SHARE * least)
            return series_suspect(s, "%s: %.4g cycles, but the banks need at least %.0f",
                                  series_value(s, p, 0), p->stats.median, least);
    }
    return 0;
}

/* A lap reads every line once, and each of its loads is in a bin. */
static int check_histogram(struct result *r) {
    struct series *s = result_find(r, "latency.histogram");
    const int laps = s && s->axes > 1 ? s->axis[0].count : 0;
    for (int i = 0; i < laps; i++) {
        const char *lap = s->axis[0].values[i];
        const double lines = median(r, "latency.lap.footprint", lap) / LINE;
        double loads = 0;
        for (int k = 0; k < s->axis[1].count; k++) {
            const struct point *p = series_point(s, i, k);
            loads += p->missing ? NAN : p->stats.median;
        }
        if (fabs(loads - lines) > 0)
            return series_suspect(s, "%s: %.0f loads in all bins, but the lap has %.0f lines", lap,
                                  loads, lines);
    }
    return 0;
}

/* The neighbor's memory is farther than the card's own, and the link carries no more both ways than
 * twice what it carries one way. */
static int check_peer(struct result *r) {
    const double far = median(r, "peer.cycles", "512"), own = median(r, "latency.cycles", "dram");
    const double one = result_median(r, "peer.copy.rate", "one", "1048576");
    const double both = result_median(r, "peer.copy.rate", "both", "1048576");
    int marked = 0;
    if (far < own)
        marked += series_suspect(result_find(r, "peer.cycles"),
                                 "512 is %.4g, but the card's own DRAM takes %.4g", far, own);
    if (both > 2 * SLACK * one)
        marked += series_suspect(result_find(r, "peer.copy.rate"),
                                 "both: %.4g GB/s is more than twice the %.4g GB/s of one way",
                                 both / 1e9, one / 1e9);
    return marked;
}

/* The first figure may not be above the second. */
struct order {
    const char *series, *low, *high;
};

static int check_order(struct result *r, const struct order *o) {
    const double low = median(r, o->series, o->low), high = median(r, o->series, o->high);
    return low > high &&
           series_suspect(result_find(r, o->series), "%s is %.4g, more than %s with %.4g", o->low,
                          low, o->high, high);
}

int bounds_check(struct result *r) {
    const double bus = median(r, "dram.rated", NULL), sms = result_fact(r, "sms");
    const double flops = sms * LANES_MOST * OPERATIONS * result_fact(r, "clock.sm");
    static const char carries[] = "the bus can carry";
    const struct ceiling ceilings[] = {
        {"copy.rate", NULL, bus, carries, "B/s"},
        {"bandwidth.rate", "dram", bus, carries, "B/s"},
        {"stride.useful", "1", bus, carries, "B/s"},
        {"stream.rate", NULL, bus, carries, "B/s"},
        {"mix.rate", NULL, bus, carries, "B/s"},
        {"warps.rate", NULL, bus, carries, "B/s"},
        {"triad.rate", NULL, bus, carries, "B/s"},
        {"vecadd.rate", "dram", bus, carries, "B/s"},
        {"store.rate", "dram", bus, carries, "B/s"},
        {"misalign.useful", "dram", bus, carries, "B/s"},
        {"decode.rate", NULL, bus, carries, "B/s"},
        {"decode.matrix.rate", NULL, bus, carries, "B/s"},
        {"decode.cache.rate", NULL, bus, carries, "B/s"},
        {"async.stream.rate", NULL, bus, carries, "B/s"},
        {"async.transpose.rate", NULL, bus, carries, "B/s"},
        {"peer.rate", NULL, bus, carries, "B/s"},
        {"async.product.flops", NULL, flops, "all lanes can do", "FLOP/s"},
        {"gemm.flops", NULL, flops, "all lanes can do", "FLOP/s"}};
    int marked = 0;
    for (size_t i = 0; i < sizeof ceilings / sizeof ceilings[0]; i++)
        marked += at_most(r, &ceilings[i]);
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++)
        marked += check_twins(r, &twins[i]);
    const struct order parts = {"partition.cycles", "near", "far"};
    const struct order hits = {"partition.hit", "near", "far"};
    return marked + check_little(r) + check_order(r, &parts) + check_order(r, &hits) +
           check_gemm(r) + check_ladder(r, flops) + check_spills(r) + check_stores(r) +
           check_histogram(r) + check_peer(r) + check_banks(r, "bank.wide.cycles", 16) +
           check_banks(r, "bank.double.cycles", 8);
}

/* Two clocks timed one duration, so cycles / seconds has to be a clock that the card can run at. */
static void check_clocks(struct result *r, const char *level) {
    const double cycles = median(r, "latency.cycles", level);
    const double time = median(r, "latency.time", level), top = result_fact(r, "clock.sm");
    if (cycles / time > 1.1 * top)
        series_suspect(result_find(r, "latency.time"),
                       "%s: %.4g cycles in %.4g s is a clock of %.0f MHz, the card has %.0f", level,
                       cycles, time, cycles / time / 1e6, top / 1e6);
}

int measure_cross_check(struct result *r) {
    static const char *const levels[] = {"register", "shared", "l1", "l2", "dram"};
    static const struct order orders[] = {
        {"latency.cycles", "register", "shared"}, {"latency.cycles", "shared", "l2"},
        {"latency.cycles", "l1", "l2"},           {"latency.cycles", "l2", "dram"},
        {"bandwidth.rate", "l2", "l1"},           {"bandwidth.rate", "dram", "l2"}};
    int suspects = 0;
    bounds_check(r); /* comes first, since a reason against a fact is the better one */
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        check_clocks(r, levels[i]);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
        check_order(r, &orders[i]);
    knees_check(r);
    for (int i = 0; i < r->series_count; i++) /* counts those that the counters marked too */
        suspects += r->series[i].suspect[0] != '\0';
    return suspects;
}
