/* experiment_table.c -- experiments whose kernels leave a table of numbers: the histogram of a
 * chase's loads (latency.cu) and the map of SMs against lines of the L2 (partition.cu). */
#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEN(d) d "0", d "1", d "2", d "3", d "4", d "5", d "6", d "7", d "8", d "9"
#define HUNDRED(d)                                                                                 \
    TEN(d "0"), TEN(d "1"), TEN(d "2"), TEN(d "3"), TEN(d "4"), TEN(d "5"), TEN(d "6"),            \
        TEN(d "7"), TEN(d "8"), TEN(d "9")

static const char *const numbers[] = {
    TEN(""),  TEN("1"), TEN("2"),     TEN("3"),  TEN("4"),  TEN("5"),  TEN("6"),  TEN("7"),
    TEN("8"), TEN("9"), HUNDRED("1"), TEN("20"), TEN("21"), TEN("22"), TEN("23"), TEN("24"),
    "250",    "251",    "252",        "253",     "254",     "255"};
enum { NUMBERS = (int)(sizeof numbers / sizeof numbers[0]) };

/* ---- latency.cu: a lap of the chase, load by load ---- */

enum { FOOTPRINTS = 3, BINS = 200, CELLS = BINS + 1, SHOWN = 50 };
_Static_assert((int)CELLS <= (int)NUMBERS, "every bin has a number");

static double counts[FOOTPRINTS][CELLS];

void shape_each(struct step *s) {
    s->size = size_each(s->f, s->at[0]);
    s->p.c.param = size_each_warm(s->f, s->size.value);
    s->p.table = counts[s->at[0]];
    s->p.cells = CELLS;
}

/* Returns the last bin that stands alone: at each footprint less than one load in SHOWN took longer,
 * so that one more bin is enough for those. */
static int last_bin(const bool *known) {
    int last = 0;
    for (int i = 0; i < FOOTPRINTS; i++) {
        double all = 0, above = 0;
        for (int b = 0; b < CELLS && known[i]; b++)
            all += counts[i][b];
        for (int b = CELLS - 1; b > last && known[i]; b--) {
            above += counts[i][b];
            if (above * SHOWN > all) last = b;
        }
    }
    return last;
}

/* A bin begins at ten times its number of cycles. */
static const char *const *bin_names(void) {
    static char text[CELLS][8];
    static const char *name[CELLS];
    for (int b = 0; b < CELLS; b++) {
        snprintf(text[b], sizeof text[b], "%s0", b ? numbers[b] : "");
        name[b] = text[b];
    }
    return name;
}

static void lay_bins(struct series *s, const bool *known, const char *why) {
    static const char *shown[CELLS];
    int bin[CELLS], n = 0;
    const int last = last_bin(known), end = last + 1 < CELLS ? last + 1 : last;
    for (int b = 0; b <= end; b++) {
        double in_it = 0;
        for (int i = 0; i < FOOTPRINTS; i++)
            for (int k = b; known[i] && k < (b == end ? CELLS : b + 1); k++)
                in_it += counts[i][k];
        if (!(in_it > 0)) continue;
        bin[n] = b;
        shown[n++] = bin_names()[b];
    }
    if (!n) shown[0] = bin_names()[0], bin[0] = 0; /* an axis is never empty */
    series_axis(s, "cycles", n ? n : 1, shown);
    for (int i = 0; i < FOOTPRINTS; i++)
        for (int k = 0; k < (n ? n : 1); k++) {
            double in_it = 0;
            for (int b = bin[k]; b < (bin[k] == end ? CELLS : bin[k] + 1); b++)
                in_it += counts[i][b];
            if (known[i])
                point_set(series_point(s, i, k), in_it);
            else
                point_miss(series_point(s, i, k), why);
        }
}

/* The bins depend on all footprints, so that they are laid out after the last one. */
void fill_each(const struct step *step, struct series *const *made) {
    static bool known[FOOTPRINTS];
    static char why[ANSWER_TEXT];
    known[step->at[0]] = !step->missing;
    if (step->missing) snprintf(why, sizeof why, "%s", step->missing);
    if (made[0] && step->at[0] == FOOTPRINTS - 1) lay_bins(made[0], known, why);
}

/* ---- partition.cu: which SM is near which line ---- */

enum { SMS_MOST = NUMBERS, MAP_CELLS = 1 + SMS_MOST * (1 + MAP_LINES) };

static double map[MAP_CELLS];

static int sms_of(const struct step *s) {
    return s->f->sms < SMS_MOST ? (int)s->f->sms : SMS_MOST;
}

void shape_map(struct step *s) {
    s->size = size_partition(s->f);
    s->p.c.param = MAP_LINES;
    s->p.table = map;
    s->p.cells = 1 + (size_t)sms_of(s) * (1 + MAP_LINES);
}

static void set(struct point *p, double value, const char *missing) {
    if (missing)
        point_miss(p, missing);
    else
        point_set(p, value);
}

void fill_map(const struct step *step, struct series *const *made) {
    static const char one_part[] =
        "no SM is farther from some lines than from others: the L2 has one part";
    struct series *lines = made[0], *part = made[1], *count = made[2];
    const int sms = sms_of(step);
    double of[2] = {0};
    series_axis(lines, "sm", sms ? sms : 1, numbers);
    series_axis(lines, "line", MAP_LINES, numbers + 1);
    series_axis(part, "sm", sms ? sms : 1, numbers);
    series_axis(count, "part", 2, numbers);
    for (int i = 0; i < (sms ? sms : 1); i++) {
        const double *row = map + 1 + sms + i * MAP_LINES;
        for (int k = 0; k < MAP_LINES; k++)
            set(series_point(lines, i, k), row[k], step->missing);
        set(series_point(part, i, 0), map[1 + i], step->missing);
        if (!step->missing) of[map[1 + i] > 0] += 1;
    }
    set(series_point(count, 0, 0), of[0], step->missing);
    set(series_point(count, 1, 0), of[1],
        step->missing ? step->missing
        : map[0] > 1  ? NULL
                      : one_part);
}
