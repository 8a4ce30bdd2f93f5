/* counters.h -- what Nsight Compute counts: sectors, conflicts, hit rates, DRAM bytes, occupancy.
 *
 * After everything is timed, the program runs itself once more under `ncu`, in a mode (--count)
 * that opens every counted case as usual, results checked, and launches it once where the profiler
 * looks. ncu's table is read by exact metric names, and the counted series are filled from it.
 *
 *   counters_series  what measure calls; the rest are its parts, apart so that they can be tested
 *   counters_launch  the child: one line a case on standard output, and one launch
 *   counters_ncu     runs ncu and stops it if it hangs or may not read counters
 *   counters_csv     its table                                    (pure)
 *   counters_fill    series and checks from table and lines       (pure)
 *
 * Without ncu, without permission, without rows: every counted point is missing with that one
 * reason, everything timed stays as it is, and ncu is not started a second time.
 * ncu empties the caches before each pass over a kernel, so hit rates and DRAM bytes are those of a
 * cold start. Counts are per launch, over the whole card.
 */
#pragma once

#include "experiment.h"

enum metric {
    METRIC_L1_HIT,
    METRIC_L1_SECTORS,
    METRIC_L1_REQUESTS,
    METRIC_L2_HIT,
    METRIC_L2_SECTORS,
    METRIC_LOAD_RATIO,
    METRIC_STORE_RATIO,
    METRIC_DRAM_READ,
    METRIC_DRAM_WRITE,
    METRIC_SHARED_LOADS,
    METRIC_SHARED_WAVEFRONTS,
    METRIC_SHARED_CONFLICTS,
    METRIC_LOCAL_HIT,
    METRIC_LOCAL_LOAD,
    METRIC_LOCAL_STORE,
    METRIC_ACTIVE,
    METRIC_EXECUTED,
    METRIC_TIME, /* ns */
    METRICS
};

/* Returns ncu's name of a metric. */
const char *counters_metric(enum metric m);

/* ---- ncu's table ---- */

enum { COUNTED_ROWS = 256, KERNEL_NAME = 96 };

struct counted_row {
    char kernel[KERNEL_NAME];
    double value[METRICS]; /* NAN: no such column, or nothing in it */
};

struct counted_table {
    size_t count;
    struct counted_row row[COUNTED_ROWS];
    char bad[ANSWER_TEXT]; /* the first metric in another unit, which is left out; empty: none */
};

/* Reads the text of `ncu --csv --page raw --print-units base`: lines that begin with == are left
 * out; then a row of names, a row of units, a row a kernel. Numbers as LC_ALL=C writes them, with
 * or without commas between groups of three digits. False: not such a table, or a
 * cell that is no number; `why`. No rows at all
 * is a table with count 0. */
bool counters_csv(struct text data, struct counted_table *out, struct problem *why);

/* ---- running ncu ---- */

enum { COUNT_ARGUMENTS = 12 };

struct ncu_call {
    const char *program;                       /* what is run under it */
    const char *argument[COUNT_ARGUMENTS + 1]; /* for the program, NULL past the last */
    double silence;                            /* seconds without any output that mean it hangs */
    double most;                               /* seconds in all */
    volatile sig_atomic_t *stop;               /* or NULL */
};

enum { COUNT_SILENCE = 60, COUNT_MOST = 600 };

/* The outcome of a call; the caller frees both buffers in any case. */
struct counted {
    struct buf log, out; /* what ncu wrote, what the program wrote */
    int status;          /* its exit status, or 128 + signal */
    struct problem why;
};

/* Runs `ncu` (the first in PATH) on the program, in the C locale. False: no ncu, no permission, or
 * it was stopped; c->why is the reason that stands in the file. How it exited does not matter as
 * long as it gave rows. */
bool counters_ncu(const struct ncu_call *call, struct counted *c);

/* ---- series ---- */

/* Adds the counted series that the session wants. `call` is how to count, or NULL: not asked for.
 * Returns the reason why all are missing, or NULL; it lives until the next call. */
const char *counters_series(struct session *s, const struct ncu_call *call);

/* Fills the series of r from what the child wrote and ncu's table; marks as suspect what breaks an
 * exact count. */
void counters_fill(struct result *r, const char *lines, const struct counted_table *table);

/* Runs under ncu: opens and launches every wanted case, and reports each as a line. */
bool counters_launch(struct session *s, void (*say)(void *context, const char *line),
                     void *context);

/* Returns the row of counted series number i, its file in *file; NULL past the last. */
const struct row *counters_row(int i, const char **file);
