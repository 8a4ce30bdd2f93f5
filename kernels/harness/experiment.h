/* experiment.h -- the table of experiments: what is measured, one row a series.
 *
 * An experiment is one file of kernels/ run at every step of its axes, two at most, the last one
 * fastest. At each step its `shape` says how large the probe is, its parameters, and what a pass moves;
 * the runner (experiment.c) takes the samples, if a wanted row asks for any, and fills the rows. An
 * experiment that does not walk over axes has a function, `run`, which fills the series itself.
 *
 * All lists derive from the table: the names of series (--list, --only), the kernels whose hash is
 * written, sizes and parameters of the counted cases (counters.c), what the pages call a series.
 * One more probe is its .cu and an entry here; a size that depends on the card is one in sizes.h.
 */
#pragma once

#include "session.h"

enum { ROWS_MOST = 6, FIGURES_MOST = 3 };

/* Makes an axis of these values. */
#define ROLES(name, ...)                                                                           \
    {                                                                                              \
        name, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)),            \
            (const char *const[]) {                                                                \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

/* One step of an experiment. The runner sets the upper half, shape() the lower one. */
struct step {
    struct session *s;
    const struct size_facts *f; /* s->sizes */
    int at[2];                  /* indices into the axes */
    const char *role[2];        /* the values there; "" where there is no axis */
    uint32_t number;            /* that the first value begins with, or 0 */

    struct probe p; /* key, lab and variant are set before; c.size becomes size.value */
    struct size size;
    int asked;                   /* variant of which properties are asked; c.variant before */
    const char *missing;         /* for fill(): why there is no table; NULL: there is one */
    double figure[FIGURES_MOST]; /* [0]: bytes or operations of a pass; all 0 before */
};

/* A row keeps one of these quantities of each step. */
enum kept {
    KEPT_SECONDS, /* of each sample */
    KEPT_CYCLES,
    KEPT_CLOCK,
    KEPT_RATE, /* figure[0] over the seconds */
    KEPT_SAMPLES,
    KEPT_SIZE = KEPT_SAMPLES, /* size.value */
    KEPT_FIGURE,              /* figure[row->figure]; missing where it is 0 */
    KEPT_PARTS,               /* figure[1], figure[2], ... along the row's own axis */
    KEPT_PROPERTY,            /* of the compiled kernel (lab.h), by name */
    KEPT_OCCUPANCY,           /* resident threads over the most that an SM holds */
    KEPT_OWN                  /* the experiment's `run` fills it */
};

/* A series may go along only some of its experiment's axes. */
enum along { ALONG_ALL, ALONG_FIRST, ALONG_SECOND, ALONG_NONE, ALONG_SWAPPED };

struct row {
    const char *name, *unit;
    enum kept kept;
    const char
        *method; /* one sentence; NULL: a series of an experiment before, which is added to */
    const char *counts; /* which bytes */
    const char *origin; /* NULL: measured */
    const char *title;  /* what pages call it; NULL: the theme's words */
    const char *property;
    enum along along;
    const struct axis *own; /* an axis of its own, instead */
    const struct axis *own2;
    int shift;  /* is added to the step's first index */
    int turn;   /* from 1: only the steps with this value of the last axis; 0: all */
    int figure; /* KEPT_FIGURE */
    bool brief; /* a reading each: no spread is written (result.h) */
};

/* Every row has these four. */
#define ROW(name_, unit_, kept_, method_)                                                          \
    .name = name_, .unit = unit_, .kept = kept_, .method = method_

struct experiment {
    const char *lab, *file; /* "stride", "stride.cu"; NULL where nothing is run */
    const char *key;        /* what keys of probes begin with; NULL: the lab */
    int variant;            /* of the lab, or VARIANT_FIRST */
    const struct axis *axis[2];
    /* Returns whether the first axis has such a step on this card; NULL: it has all. */
    bool (*size_at)(const struct size_facts *f, int step, struct size *size);
    void (*shape)(struct step *step);
    void (*run)(struct session *s, struct series *const *made); /* for each row; NULL: not wanted */
    /* Fills the KEPT_OWN rows after a step whose shape asked for a table (p.table, p.cells). */
    void (*fill)(const struct step *step, struct series *const *made);
    struct row row[ROWS_MOST];
};

enum { VARIANT_FIRST = -1 }; /* the index into the first axis */

#define LAB(name) .lab = #name, .file = #name ".cu"

/* The table of experiments.c, in the order in which it is measured. */
extern const struct experiment experiments[];
extern const int experiment_count;

/* The experiments of experiment_own.c do not walk over axes. */
void experiment_rated(struct session *s, struct series *const *made);
void experiment_limits(struct session *s, struct series *const *made);
void experiment_carveout(struct session *s, struct series *const *made);
void experiment_warm(struct session *s, struct series *const *made);

/* The experiments of experiment_table.c read a table of numbers that a kernel left. */
enum { MAP_LINES = 8 };
void shape_each(struct step *step);
void fill_each(const struct step *step, struct series *const *made);
void shape_map(struct step *step);
void fill_map(const struct step *step, struct series *const *made);

/* Finds and shapes the step whose probe has that key. False: there is none. */
bool experiment_step(struct session *s, const char *key, struct step *out);

/* Returns the steps of the first axis on this card; the experiment's first row has that name. */
int experiment_steps(struct session *s, const char *name);

/* Runs the experiment whose first row has that name; false: there is none. */
bool experiment_run(struct session *s, const char *name);

/* Returns the series of a row, if the session asks for it, or NULL. */
struct series *experiment_series(struct session *s, const struct row *row, const char *file);

/* Asks for a property of a lab's kernel (lab.h). */
struct answer experiment_property(struct session *s, const char *lab, int variant,
                                  const char *name);

/* ---- the whole measurement ---- */

/* Runs every experiment that the session asks for and fills its result. False: the run is over
 * early (interrupted, or s->fatal says why the card is lost). */
bool measure_all(struct session *s);

/* Marks series that contradict each other or the facts as suspect, with the reason. Returns how
 * many it marked. Pure: works on the result alone. */
int measure_cross_check(struct result *r);

/* Holds figures against facts: more than the bus carries, more bytes under way than were asked for,
 * a product faster than its lanes, spills whose counters do not add up. Returns how many series it
 * marked. */
int bounds_check(struct result *r);

/* Returns the row of series number i from 0, timed ones first, then counted ones; its file of
 * kernels/ (NULL: none) goes to *file. NULL past the last. */
const struct row *measure_row(int i, const char **file);
