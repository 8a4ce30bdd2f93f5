/* knees.c -- see knees.h for what a plateau and a knee are. */
#include "knees.h"

#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double BAND = 0.08;  /* greatest over least cost of a plateau, minus one */
static const double FLAT = 0.02;  /* a run within this is level whatever its slope seems to be */
static const double SLOPE = 0.15; /* of log cost over log footprint: 11 % an octave */
static const double STEP = 0.15;  /* plateaus nearer than this to each other are one */
static const double SHARE = 0.2;  /* of the way to the next plateau */
static const double WITHIN = 0.2; /* of a fact: they agree */
static const double PLACES_DIFFER = 0.05; /* p05 to p95, over the median */

/* A plateau is the L1's if it ends by twice the fact and lies, in the middle, below 1.5 times: an
 * L1 may be larger than the shared memory it is one with. Past 1.2 times the L2 it is DRAM's. */
static const double L1_LAST = 2, L1_MIDDLE = 1.5, DRAM_MIDDLE = 1.2;

/* Least squares of log cost over log footprint. */
static double slope(const struct curve *c, size_t first, size_t last) {
    double n = (double)(last - first + 1), x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = first; i <= last; i++) {
        double lx = log(c->footprint[i]), ly = log(c->cost[i]);
        x += lx;
        y += ly;
        xx += lx * lx;
        xy += lx * ly;
    }
    double spread = n * xx - x * x;
    return spread > 0 ? (n * xy - x * y) / spread : 0;
}

static bool level(const struct curve *c, size_t first, size_t last) {
    double least = c->cost[first], most = least;
    for (size_t i = first; i <= last; i++) {
        least = fmin(least, c->cost[i]);
        most = fmax(most, c->cost[i]);
    }
    if (most > least * (1 + BAND)) return false;
    return most <= least * (1 + FLAT) || fabs(slope(c, first, last)) <= SLOPE;
}

/* The longest level run within [begin, end): the first of several. False: none of two points. */
static bool longest(const struct curve *c, size_t begin, size_t end, struct plateau *out) {
    size_t best = 1;
    for (size_t i = begin; i < end; i++)
        for (size_t k = i + best; k < end; k++)
            if (level(c, i, k)) {
                best = k - i + 1;
                *out = (struct plateau){i, k, 0};
            }
    return best > 1;
}

static void find(const struct curve *c, size_t begin, size_t end, struct plateau *out,
                 size_t *count) {
    struct plateau p;
    if (*count >= PLATEAUS_MOST || !longest(c, begin, end, &p)) return;
    find(c, begin, p.first, out, count);
    if (*count < PLATEAUS_MOST) out[(*count)++] = p;
    find(c, p.last + 1, end, out, count);
}

static double cost_of(const struct curve *c, const struct plateau *p) {
    return stats_of(c->cost + p->first, p->last - p->first + 1).median;
}

size_t knees_plateaus(const struct curve *c, struct plateau out[PLATEAUS_MOST]) {
    size_t count = 0, kept = 0;
    find(c, 0, c->count, out, &count);
    for (size_t i = 0; i < count; i++) {
        struct plateau p = out[i];
        p.cost = cost_of(c, &p);
        if (kept) {
            struct plateau *before = &out[kept - 1];
            double ratio = p.cost / before->cost;
            if (ratio < 1 + STEP && ratio > 1 / (1 + STEP)) {
                before->last = p.last;
                before->cost = cost_of(c, before);
                continue;
            }
        }
        out[kept++] = p;
    }
    return kept;
}

bool knees_between(const struct curve *c, const struct plateau *from, const struct plateau *to,
                   double *knee, double *low, double *high) {
    double goal = from->cost + SHARE * (to->cost - from->cost);
    if (!(to->cost > from->cost)) return false;
    size_t i = from->last + 1;
    while (i < c->count && i <= to->last && c->cost[i] < goal)
        i++;
    if (i >= c->count || i > to->last) return false;
    double a = c->cost[i - 1], b = c->cost[i];
    double share = a < goal ? log(goal / a) / log(b / a) : 0; /* the last point may lie above */
    *low = c->footprint[i - 1];
    *high = c->footprint[i];
    *knee = *low * pow(*high / *low, share);
    return true;
}

void knees_ladder(const struct curve *c, double l1, double l2, struct ladder *out) {
    *out = (struct ladder){.l1 = -1, .l2 = -1, .l2far = -1, .dram = -1};
    if (!(l1 > 0) || !(l2 > 0)) return;
    out->count = knees_plateaus(c, out->plateau);
    for (int i = 0; i < (int)out->count; i++) {
        const struct plateau *p = &out->plateau[i];
        double last = c->footprint[p->last], middle = sqrt(c->footprint[p->first] * last);
        if (last <= L1_LAST * l1 && middle <= L1_MIDDLE * l1) {
            if (out->l1 < 0) out->l1 = i;
        } else if (middle > DRAM_MIDDLE * l2) {
            if (out->dram < 0) out->dram = i;
        } else if (out->l2 < 0) {
            out->l2 = i;
        } else if (out->l2far < 0) {
            out->l2far = i;
        }
    }
}

/* ---- from series and into series ---- */

enum { READ, CYCLES, CURVES };
enum { KNEE_L1, KNEE_NEAR, KNEE_L2, KNEES };
static const char *const curve_names[] = {"read", "cycles"};
static const char *const knee_names[] = {"l1", "l2near", "l2"};

/* The median, or the cheap end where the figure depends on where the data lies. */
static double figure_of(const struct stats *s, bool rate) {
    if (s->p95 - s->p05 <= PLACES_DIFFER * s->median) return s->median;
    return rate ? s->p95 : s->p05;
}

/* Rates become times, so that a curve always rises. Points that are missing are left out. */
static void read_curve(const struct result *r, const char *values, const char *footprints,
                       bool rate, struct curve *out) {
    const struct series *v = result_find(r, values), *f = result_find(r, footprints);
    out->count = 0;
    for (int i = 0; v && f && i < v->points && i < f->points; i++) {
        const struct point *y = &v->point[i], *x = &f->point[i];
        if (y->missing || x->missing || !(y->stats.median > 0) || !(x->stats.median > 0)) continue;
        out->footprint[out->count] = x->stats.median;
        double figure = figure_of(&y->stats, rate);
        out->cost[out->count++] = rate ? 1 / figure : figure;
    }
}

static double fact_value(const struct result *r, const char *name) {
    for (int i = 0; i < r->facts; i++)
        if (strcmp(r->fact[i].name, name) == 0 && r->fact[i].answer.known)
            return r->fact[i].answer.value;
    return 0;
}

/* What the driver says is as large as that knee: one SM's chase fills one L1, a sweep all. */
static double fact_of(const struct result *r, int curve, int knee) {
    if (knee != KNEE_L1) return fact_value(r, "l2") / (knee == KNEE_NEAR ? 2 : 1);
    return fact_value(r, "shared.sm") * (curve == READ ? fact_value(r, "sms") : 1);
}

static void set_plateau(struct series *series, int at, const struct curve *c,
                        const struct ladder *l, int which, bool rate, const char *why) {
    double values[CURVE_MOST];
    size_t n = 0;
    struct point *p = series ? series_point(series, at, 0) : NULL;
    if (!p) return;
    if (which < 0) {
        experiment_miss(series, at, 0, why);
        return;
    }
    for (size_t i = l->plateau[which].first; i <= l->plateau[which].last; i++)
        values[n++] = rate ? 1 / c->cost[i] : c->cost[i];
    p->missing = false;
    p->stats = stats_of(values, n);
}

static void set_knee(struct series *series, int curve, int knee, const struct curve *c,
                     const struct ladder *l, int from, int to, const char *why) {
    double at, low, high;
    struct point *p = series ? series_point(series, curve, knee) : NULL;
    if (!p) return;
    if (from < 0)
        experiment_miss(series, curve, knee, why);
    else if (to < 0 || to >= (int)l->count)
        experiment_miss(series, curve, knee, "no plateau was found after this one");
    else if (!knees_between(c, &l->plateau[from], &l->plateau[to], &at, &low, &high))
        experiment_miss(series, curve, knee, "the next plateau costs no more than this one");
    else {
        p->missing = false;
        p->stats = (struct stats){floor(at + 0.5), low, high, low, high, 2};
    }
}

static void no_plateau(char why[ANSWER_TEXT], const struct result *r, const struct curve *c,
                       bool rate, const char *level_name) {
    if (!(fact_of(r, READ, KNEE_L1) > 0) || !(fact_of(r, READ, KNEE_L2) > 0))
        snprintf(why, ANSWER_TEXT, "the driver does not say how large the L1 and the L2 are");
    else if (c->count == 0)
        snprintf(why, ANSWER_TEXT, "%s was not measured in this run",
                 rate ? "sweep.read" : "chase.cycles");
    else
        snprintf(why, ANSWER_TEXT,
                 "no plateau of %s was found: no two neighbouring points there are level",
                 level_name);
}

static void one_curve(const struct result *r, int curve, struct series *level_series,
                      struct series *knee) {
    static const char *const levels[] = {"the L1", "the L2", "a far part of the L2", "DRAM"};
    struct curve c;
    struct ladder l;
    char none[4][ANSWER_TEXT];
    bool rate = curve == READ;
    read_curve(r, rate ? "sweep.read" : "chase.cycles",
               rate ? "sweep.footprint" : "chase.footprint", rate, &c);
    knees_ladder(&c, fact_of(r, curve, KNEE_L1), fact_of(r, curve, KNEE_L2), &l);
    for (int i = 0; i < 4; i++)
        no_plateau(none[i], r, &c, rate, levels[i]);
    set_plateau(level_series, 0, &c, &l, l.l1, rate, none[0]);
    set_plateau(level_series, 1, &c, &l, l.l2, rate, none[1]);
    if (!rate) set_plateau(level_series, 2, &c, &l, l.l2far, rate, none[2]);
    set_plateau(level_series, rate ? 2 : 3, &c, &l, l.dram, rate, none[3]);
    int end = l.l2far >= 0 ? l.l2far : l.l2;
    set_knee(knee, curve, KNEE_L1, &c, &l, l.l1, l.l2 >= 0 ? l.l2 : l.dram, none[0]);
    set_knee(knee, curve, KNEE_NEAR, &c, &l, l.l2far >= 0 ? l.l2 : -1, l.l2far, none[2]);
    set_knee(knee, curve, KNEE_L2, &c, &l, end, l.dram, none[1]);
}

void knees_series(struct session *s) {
    static const char *const by_read[] = {"l1", "l2", "dram"};
    static const char *const by_cycles[] = {"l1", "l2", "l2far", "dram"};
    struct series *read = experiment_series(
        s, "plateau.read", "B/s", NULL,
        "level stretches of sweep.read against sweep.footprint, named by the L1 "
        "and L2 that the driver reports; median of the measured points on each, of "
        "which those that depend on the place in memory count at their best");
    struct series *cycles = experiment_series(
        s, "plateau.cycles", "cycle", NULL,
        "level stretches of chase.cycles against chase.footprint, named by the L1 and L2 that the "
        "driver reports; median of the measured points on each");
    struct series *knee = experiment_series(
        s, "knee.footprint", "B", NULL,
        "footprint at which the cost of an access has gone a fifth of the way from one plateau to "
        "the next; least and greatest are the measured steps on either side");
    series_axis(read, "level", 3, by_read);
    series_axis(cycles, "level", 4, by_cycles);
    series_axis(knee, "curve", CURVES, curve_names);
    series_axis(knee, "level", KNEES, knee_names);
    struct series *const all[] = {read, cycles, knee};
    for (size_t i = 0; i < 3; i++)
        if (all[i]) all[i]->origin = "derived";
    if (read) read->counts = "bytes read";
    if (!read && !cycles && !knee) return;
    one_curve(s->result, READ, read, knee);
    one_curve(s->result, CYCLES, cycles, knee);
}

/* ---- against the facts ---- */

static const struct point *knee_point(const struct result *r, int curve, int knee) {
    const struct series *s = result_find(r, "knee.footprint");
    for (int i = 0; s && i < s->points; i++)
        if (s->point[i].at[0] == curve && s->point[i].at[1] == knee && !s->point[i].missing)
            return &s->point[i];
    return NULL;
}

/* Whether some footprint between the measured steps agrees with the fact. */
static bool can_agree(const struct point *p, double fact) {
    return p->stats.min <= fact * (1 + WITHIN) && p->stats.max >= fact * (1 - WITHIN);
}

int knees_check(struct result *r) {
    double l2 = fact_of(r, READ, KNEE_L2);
    for (int i = 0; i < r->seriess; i++) {
        struct series *s = &r->series[i];
        if (strcmp(s->name, "knee.footprint") != 0 || s->suspect[0] || !(l2 > 0)) continue;
        for (int curve = 0; curve < CURVES; curve++) {
            const struct point *p = knee_point(r, curve, KNEE_L2);
            char at[NUMBER_TEXT], says[NUMBER_TEXT];
            if (!p || can_agree(p, l2) || can_agree(p, l2 / 2)) continue;
            bytes_text(p->stats.median, at);
            bytes_text(l2, says);
            snprintf(s->suspect, sizeof s->suspect,
                     "%s: the L2 ends at %s, the driver says that it holds %s", curve_names[curve],
                     at, says);
            return 1;
        }
    }
    return 0;
}

bool knees_note(const struct result *r, int i, char *line, size_t room) {
    static const char *const what[] = {"L1", "half of the L2", "L2"};
    static const char *const from[] = {"sweep.read", "chase.cycles"};
    for (int k = 0; k < CURVES * KNEES; k++) {
        int curve = k / KNEES, knee = k % KNEES;
        const struct point *p = knee_point(r, curve, knee);
        double fact = fact_of(r, curve, knee);
        char at[NUMBER_TEXT], says[NUMBER_TEXT];
        if (!p || !(fact > 0) || i-- > 0) continue;
        bytes_text(p->stats.median, at);
        bytes_text(fact, says);
        double off = p->stats.median / fact - 1;
        bool half = knee == KNEE_L2 && fabs(2 * p->stats.median / fact - 1) <= WITHIN;
        snprintf(line, room, "%s by %s: ends at %s, the driver says %s (%+.0f %%%s)", what[knee],
                 from[curve], at, says, 100 * off,
                 fabs(off) <= WITHIN ? ""
                 : half              ? ", one of two parts of it"
                                     : ", not within 20 %");
        return true;
    }
    return false;
}
