/* stats.c -- see stats.h for the rules. */
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SORT_ROOM = 512, LONG_STABLER = 10 };
static const double LONG_SECONDS = 1;

const struct stop_rule stop_full = {0.005, SAMPLES_CAP, 1.5, 1.0};
const struct stop_rule stop_quick = {0.02, SAMPLES_LEAST, 0.25, 0.1};
const struct stop_rule stop_check = {1, 1, 0, 0};

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts a copy; counts beyond SORT_ROOM cannot occur, since sampling is capped. */
static size_t sorted(double *out, const double *values, size_t count) {
    count = count > SORT_ROOM ? SORT_ROOM : count;
    memcpy(out, values, count * sizeof *out);
    qsort(out, count, sizeof *out, by_value);
    return count;
}

/* Nearest rank: the least sample that at least share * count samples do not exceed. */
static double nearest_rank(const double *s, size_t count, double share) {
    double rank = ceil(share * (double)count);
    size_t at = rank < 1 ? 0 : (size_t)rank - 1;
    return s[at < count ? at : count - 1];
}

struct stats stats_of(const double *values, size_t count) {
    double s[SORT_ROOM];
    struct stats r = {0};
    if (count == 0) return r;
    count = sorted(s, values, count);
    r.median = s[(count - 1) / 2];
    r.min = s[0];
    r.max = s[count - 1];
    r.p05 = nearest_rank(s, count, 0.05);
    r.p95 = nearest_rank(s, count, 0.95);
    r.runs = count;
    return r;
}

/* The number of samples below the true median is binomial(n, 1/2): mean n/2, standard deviation
 * sqrt(n)/2. 1.96 of them on either side hold 95 %. */
void stats_median_ranks(size_t count, size_t *low, size_t *high) {
    double reach = 0.98 * sqrt((double)count), middle = ((double)count - 1) / 2;
    double lo = floor(middle - reach), hi = ceil(middle + reach);
    *low = lo < 0 ? 0 : (size_t)lo;
    *high = hi > (double)count - 1 ? count - 1 : (size_t)hi;
}

bool stats_stable(const double *values, size_t count, double tolerance) {
    double s[SORT_ROOM];
    size_t low, high;
    if (count < SAMPLES_LONG) return false;
    count = sorted(s, values, count);
    stats_median_ranks(count, &low, &high);
    double median = s[(count - 1) / 2], room = fabs(median) * tolerance;
    return median - s[low] <= room && s[high] - median <= room;
}

bool stats_settled(const double *values, size_t count) {
    if (count < WARM_LEAST) return false;
    struct stats r = stats_of(values + count - WARM_WINDOW, WARM_WINDOW);
    double room = fabs(r.median) * WARM_BAND;
    return r.max - r.median <= room && r.median - r.min <= room;
}

bool stats_enough(const struct stop_rule *rule, const double *values, size_t count, double spent) {
    if (count >= rule->most) return true;
    if (count == SAMPLES_LONG && spent >= LONG_SECONDS &&
        stats_stable(values, count, rule->tolerance / LONG_STABLER))
        return true;
    if (count < SAMPLES_LEAST || (count - SAMPLES_LEAST) % SAMPLES_STEP != 0) return false;
    return spent >= rule->seconds || stats_stable(values, count, rule->tolerance);
}
