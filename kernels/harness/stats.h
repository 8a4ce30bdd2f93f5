/* stats.h -- the rules of sampling: how samples are taken, when sampling stops, and what is stored.
 *
 * Warm-up. Samples are thrown away until the last WARM_WINDOW of them lie within WARM_BAND of
 *   their median, and at least WARM_LEAST were taken. If that takes longer than the limit on time
 *   the probe is measured all the same and its points carry a warning.
 * Sampling. At least 21 samples, then ten more at a time. Where samples take long, nine that took a second
 *   are enough if the median is ten times as stable as it has to be. It stops when the median is stable: the
 *   95 % confidence interval of the median (order statistics, no assumption on the distribution)
 *   is no wider than `tolerance` of the median on either side; or at `most` samples; or at
 *   `seconds` of host time. The number of samples stays odd, so the median is always one of the
 *   samples and never the mean of two states of the card.
 *   Where a figure depends on where its data lies in memory, the same number of samples is taken at
 *   each of several places instead (session.h), so that the stored spread is that of the places.
 * Stored. Median, least, greatest, 5th and 95th percentile (nearest rank), number of samples.
 *
 * Samples must not hold NAN. All functions are pure; arrays are (pointer, count).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { WARM_WINDOW = 5, WARM_LEAST = 8, SAMPLES_LEAST = 21, SAMPLES_STEP = 10, SAMPLES_CAP = 201 };
enum { SAMPLES_LONG = 9 };
#define WARM_BAND 0.02

struct stats {
    double median, min, max, p05, p95;
    size_t runs;
};

/* A rule says when sampling stops: 0.005 and 201 for a full run. */
struct stop_rule {
    double tolerance; /* half width of the interval over the median */
    size_t most;      /* samples; odd */
    double seconds;   /* host time for the sampling of one probe */
    double warm_seconds;
};

/* The rules of a full run, of a quick look, and of one sample for checking results without timing. */
extern const struct stop_rule stop_full, stop_quick, stop_check;

/* Zero runs give a zero struct. */
struct stats stats_of(const double *values, size_t count);

/* Gives the ranks (from 0) of the samples that bound the median with 95 % confidence. */
void stats_median_ranks(size_t count, size_t *low, size_t *high);

bool stats_stable(const double *values, size_t count, double tolerance);
bool stats_settled(const double *values, size_t count);

/* Returns whether `count` samples that took `spent` seconds are enough. */
bool stats_enough(const struct stop_rule *rule, const double *values, size_t count, double spent);
