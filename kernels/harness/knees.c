/* knees.c -- see knees.h for what a plateau and a knee are. */
#include "knees.h"

#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double BAND = 0.08;          /* greatest over least cost of a plateau, minus one */
static const double FLAT = 0.02;          /* a run within this is level, whatever its slope */
static const double SLOPE = 0.15;         /* of log cost over log footprint: 11 % an octave */
static const double SPAN = 1.08;          /* last over first footprint of a plateau, at least */
static const double STEP = 0.15;          /* plateaus nearer than this to each other are one */
static const double SHARE = 0.2;          /* of the way to the next plateau */
static const double LEFT = 0.04;          /* above its median: the curve has left the plateau */
static const double WITHIN = 0.2;         /* of a fact: the two agree */
static const double PLACES_DIFFER = 0.05; /* p05 to p95, over the median */

/* A plateau belongs to the L1 if it ends by twice the fact and its middle is below 1.5 times, as an
 * L1 may be larger than the shared memory in the same storage. Past 1.2 times the L2 it is DRAM's. */
static const double L1_LAST = 2, L1_MIDDLE = 1.5, DRAM_MIDDLE = 1.2;

/* The slope is the least-squares fit of the log of the cost over the log of the footprint. */
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

/* Finds the longest level run within [begin, end), the first of several. False: none has two points
 * that are far enough from each other. */
static bool longest(const struct curve *c, size_t begin, size_t end, struct plateau *out) {
    size_t best = 1;
    for (size_t i = begin; i < end; i++)
        for (size_t k = i + best; k < end; k++)
            if (c->footprint[k] >= SPAN * c->footprint[i] && level(c, i, k)) {
                best = k - i + 1;
                *out = (struct plateau){i, k, 0};
            }
    return best > 1;
}

/* Appends the plateaus within [begin, end) to those found before; returns how many there are. */
static size_t find(const struct curve *c, size_t begin, size_t end, struct plateau *out,
                   size_t count) {
    struct plateau p;
    if (count >= PLATEAUS_MOST || !longest(c, begin, end, &p)) return count;
    count = find(c, begin, p.first, out, count);
    if (count < PLATEAUS_MOST) out[count++] = p;
    return find(c, p.last + 1, end, out, count);
}

static double cost_of(const struct curve *c, const struct plateau *p) {
    return stats_of(c->cost + p->first, p->last - p->first + 1).median;
}

size_t knees_plateaus(const struct curve *c, struct plateau out[PLATEAUS_MOST]) {
    const size_t found = find(c, 0, c->count, out, 0);
    size_t kept = 0;
    for (size_t i = 0; i < found; i++) {
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
                   struct knee *out) {
    double goal = from->cost + SHARE * (to->cost - from->cost);
    if (!(to->cost > from->cost)) return false;
    size_t i = from->last + 1;
    while (i < c->count && i <= to->last && c->cost[i] < goal)
        i++;
    if (i >= c->count || i > to->last) return false;
    double a = c->cost[i - 1], b = c->cost[i];
    double share = a < goal ? log(goal / a) / log(b / a) : 0; /* the last point may be above */
    out->low = c->footprint[i - 1];
    out->high = c->footprint[i];
    out->at = out->low * pow(out->high / out->low, share);
    return true;
}

void knees_ladder(const struct curve *c, double l1, double l2, struct ladder *out) {
    *out = (struct ladder){.at = {-1, -1, -1, -1}};
    if (!(l1 > 0) || !(l2 > 0)) return;
    out->count = knees_plateaus(c, out->plateau);
    for (int i = 0; i < (int)out->count; i++) {
        const struct plateau *p = &out->plateau[i];
        double last = c->footprint[p->last], middle = sqrt(c->footprint[p->first] * last);
        int level = middle > DRAM_MIDDLE * l2 ? AT_DRAM : out->at[AT_L2] < 0 ? AT_L2 : AT_MIXED;
        if (last <= L1_LAST * l1 && middle <= L1_MIDDLE * l1) level = AT_L1;
        if (out->at[level] < 0) out->at[level] = i;
    }
}

/* ---- from series and into series ---- */

enum { READ, CYCLES, CURVES };
enum { KNEE_L1, KNEE_NEAR, KNEE_L2, KNEES };

/* A curve has a name and is made of two series, or of four where some points are measured apart. */
static const struct {
    const char *name, *cost, *footprint, *more_cost, *more_footprint;
} curves[] = {{"read", "sweep.read", "sweep.footprint", "", ""},
              {"cycles", "chase.cycles", "chase.footprint", "edge.cycles", "edge.footprint"}};

/* Where the figure depends on where the data lies, the cheap end counts, since the data fits there. */
static double figure_of(const struct stats *s, bool rate) {
    if (s->p95 - s->p05 <= PLACES_DIFFER * s->median) return s->median;
    return rate ? s->p95 : s->p05;
}

/* Points keep the order of their footprints. */
static void add_point(struct curve *c, double footprint, double cost) {
    size_t at = c->count;
    if (c->count == CURVE_MOST) return;
    for (; at > 0 && c->footprint[at - 1] > footprint; at--) {
        c->footprint[at] = c->footprint[at - 1];
        c->cost[at] = c->cost[at - 1];
    }
    c->footprint[at] = footprint;
    c->cost[at] = cost;
    c->count++;
}

/* Rates become times, so that a curve always rises. Points that are missing are left out. */
static void add_points(const struct series *v, const struct series *f, bool rate,
                       struct curve *out) {
    for (int i = 0; v && f && i < v->points && i < f->points; i++) {
        const struct point *y = &v->point[i], *x = &f->point[i];
        if (y->missing || x->missing || !(y->stats.median > 0) || !(x->stats.median > 0)) continue;
        const double figure = figure_of(&y->stats, rate);
        add_point(out, x->stats.median, rate ? 1 / figure : figure);
    }
}

static void read_curve(const struct result *r, int curve, struct curve *out) {
    const bool rate = curve == READ;
    out->count = 0;
    add_points(result_find(r, curves[curve].cost), result_find(r, curves[curve].footprint), rate,
               out);
    add_points(result_find(r, curves[curve].more_cost),
               result_find(r, curves[curve].more_footprint), rate, out);
}

/* A knee is compared with the driver's fact: one SM's chase fills one L1, a sweep fills all. */
static double fact_of(const struct result *r, int curve, int knee) {
    if (knee != KNEE_L1) return result_fact(r, "l2") / (knee == KNEE_NEAR ? 2 : 1);
    return result_fact(r, "shared.sm") * (curve == READ ? result_fact(r, "sms") : 1);
}

/* A fit is one curve with its plateaus and knees. */
struct fit {
    bool rate;
    struct curve c;
    struct ladder l;
    char none[LEVELS][ANSWER_TEXT]; /* why it has none */
};

static void say_none(const struct result *r, struct fit *f, int level, const char *level_name) {
    char *why = f->none[level];
    if (!(fact_of(r, READ, KNEE_L1) > 0) || !(fact_of(r, READ, KNEE_L2) > 0))
        snprintf(why, ANSWER_TEXT, "the driver does not say how large the L1 and the L2 are");
    else if (f->c.count == 0)
        snprintf(why, ANSWER_TEXT, "%s was not measured in this run",
                 curves[f->rate ? READ : CYCLES].cost);
    else
        snprintf(why, ANSWER_TEXT,
                 "no plateau of %s was found: no two neighboring points there are level",
                 level_name);
}

static void set_plateau(struct point *p, const struct fit *f, int level) {
    double values[CURVE_MOST];
    size_t n = 0;
    if (!p) return;
    if (f->l.at[level] < 0) {
        point_miss(p, f->none[level]);
        return;
    }
    const struct plateau *plateau = &f->l.plateau[f->l.at[level]];
    for (size_t i = plateau->first; i <= plateau->last; i++)
        values[n++] = f->rate ? 1 / f->c.cost[i] : f->c.cost[i];
    p->missing = false;
    p->stats = stats_of(values, n);
}

/* Returns the last point of a plateau at its cost: within the band a curve may begin to climb. */
static size_t last_on(const struct curve *c, const struct plateau *p) {
    size_t last = p->last;
    while (last > p->first && c->cost[last] > (1 + LEFT) * p->cost)
        last--;
    return last;
}

/* The series that describe the ends of a curve. */
struct ends {
    struct series *knee, *within, *beyond;
};

/* A knee ends the plateau `from` and comes before the plateau `to`: indices, -1 for none. Without a
 * knee all its points are missing for the reason returned. */
static const char *find_knee(const struct fit *f, int from, int to, struct knee *knee) {
    if (to < 0 || to >= (int)f->l.count) return "no plateau was found after this one";
    if (!knees_between(&f->c, &f->l.plateau[from], &f->l.plateau[to], knee))
        return "the next plateau costs no more than this one";
    return NULL;
}

static void set_end(const struct ends *ends, const struct fit *f, int i, const int end[2],
                    const char *none) {
    struct point *p = series_point(ends->knee, f->rate ? READ : CYCLES, i);
    struct point *within = series_point(ends->within, f->rate ? READ : CYCLES, i);
    struct point *beyond = series_point(ends->beyond, f->rate ? READ : CYCLES, i);
    struct knee knee;
    const char *why = end[0] < 0 ? none : find_knee(f, end[0], end[1], &knee);
    if (why) {
        point_miss(p, why);
        point_miss(within, why);
        point_miss(beyond, why);
        return;
    }
    const size_t last = last_on(&f->c, &f->l.plateau[end[0]]);
    point_set(within, f->c.footprint[last]);
    point_set(beyond, f->c.footprint[last + 1]);
    if (!p) return;
    p->missing = false;
    p->stats = (struct stats){floor(knee.at + 0.5), knee.low, knee.high, knee.low, knee.high, 2};
}

static void set_ends(const struct ends *ends, const struct fit *f) {
    const int l1 = f->l.at[AT_L1], l2 = f->l.at[AT_L2], mixed = f->l.at[AT_MIXED],
              dram = f->l.at[AT_DRAM];
    const int end[KNEES][2] = {[KNEE_L1] = {l1, l2 >= 0 ? l2 : dram},
                               [KNEE_NEAR] = {mixed >= 0 ? l2 : -1, mixed},
                               [KNEE_L2] = {mixed >= 0 ? mixed : l2, dram}};
    static const int why[KNEES] = {[KNEE_L1] = AT_L1, [KNEE_NEAR] = AT_MIXED, [KNEE_L2] = AT_L2};
    for (int i = 0; i < KNEES; i++)
        set_end(ends, f, i, end[i], f->none[why[i]]);
}

static void one_curve(const struct result *r, int curve, struct series *plateau,
                      const struct ends *ends) {
    static const char *const names[] = {"the L1", "the L2", "what the near part of the L2 misses",
                                        "DRAM"};
    struct fit f = {.rate = curve == READ};
    read_curve(r, curve, &f.c);
    knees_ladder(&f.c, fact_of(r, curve, KNEE_L1), fact_of(r, curve, KNEE_L2), &f.l);
    int role = 0; /* a sweep of all SMs cannot distinguish the parts of an L2 */
    for (int i = 0; i < LEVELS; i++) {
        say_none(r, &f, i, names[i]);
        if (!f.rate || i != AT_MIXED) set_plateau(series_point(plateau, role++, 0), &f, i);
    }
    set_ends(ends, &f);
}

void knees_series(struct session *s, struct series *const *made) {
    const struct ends ends = {made[2], made[3], made[4]};
    one_curve(s->result, READ, made[0], &ends);
    one_curve(s->result, CYCLES, made[1], &ends);
}

/* ---- against the facts ---- */

static const struct point *knee_point(const struct result *r, int curve, int knee) {
    const struct point *p = series_point(result_find(r, "knee.footprint"), curve, knee);
    return p && !p->missing ? p : NULL;
}

/* The knee lies between two measured steps: it agrees if one footprint there does. */
static bool can_agree(const struct point *p, double fact) {
    return p->stats.min <= fact * (1 + WITHIN) && p->stats.max >= fact * (1 - WITHIN);
}

int knees_check(struct result *r) {
    struct series *s = result_find(r, "knee.footprint");
    double l2 = fact_of(r, READ, KNEE_L2);
    for (int curve = 0; curve < CURVES && l2 > 0; curve++) {
        const struct point *p = knee_point(r, curve, KNEE_L2);
        char at[NUMBER_TEXT], says[NUMBER_TEXT];
        if (!p || can_agree(p, l2) || can_agree(p, l2 / 2)) continue;
        bytes_text(p->stats.median, at);
        bytes_text(l2, says);
        return series_suspect(s, "%s: the L2 ends at %s, the driver says that it holds %s",
                              curves[curve].name, at, says);
    }
    return 0;
}

static void note(const struct result *r, int curve, int knee, struct knee_notes *out) {
    static const char *const what[] = {"L1", "half of the L2", "L2"};
    const struct point *p = knee_point(r, curve, knee);
    double fact = fact_of(r, curve, knee);
    char at[NUMBER_TEXT], says[NUMBER_TEXT];
    if (!p || !(fact > 0)) return;
    bytes_text(p->stats.median, at);
    bytes_text(fact, says);
    double off = p->stats.median / fact - 1;
    bool half = knee == KNEE_L2 && fabs(2 * p->stats.median / fact - 1) <= WITHIN;
    snprintf(out->line[out->count++], KNEE_NOTE,
             "%s by %s: ends at %s, the driver says %s (%+.0f %%%s)", what[knee],
             curves[curve].cost, at, says, 100 * off,
             fabs(off) <= WITHIN ? ""
             : half              ? ", one of two parts of it"
                                 : ", not within 20 %");
}

struct knee_notes knees_notes(const struct result *r) {
    struct knee_notes notes = {0};
    for (int curve = 0; curve < CURVES; curve++)
        for (int knee = 0; knee < KNEES; knee++)
            note(r, curve, knee, &notes);
    return notes;
}
