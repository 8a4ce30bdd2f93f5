/* result.h -- what a run found, and how it is written down.
 *
 * A result is plain data of fixed size: facts, run conditions and series with their points. Text
 * fields are copies; names of series, axes and axis values must outlive it (they are literals).
 * Points alone are allocated, as many as the axes span.
 * A value that could not be had is *missing* with a reason, never zero. Nothing to free.
 * Units are base units: s, B, B/s, Hz, cycle, W, 1.
 */
#pragma once

#include "backend.h"
#include "stats.h"
#include "number.h"

#include "base/buf.h"

enum { FACTS_MOST = 40, SERIES_MOST = 256, AXES_MOST = 2, AXIS_MOST = 256 };
enum { MESSAGES_MOST = 14, FILES_MOST = 64 };

/* A number or the reason why there is none. */
struct answer {
    bool known;
    double value;
    char text[ANSWER_TEXT]; /* the reason; or, for words, the answer itself */
};

struct fact {
    const char *name, *unit;
    const char *method; /* NULL: the driver was simply asked */
    struct answer answer;
};

struct axis {
    const char *name;
    int count;
    const char *const *values;
};

struct point {
    int at[AXES_MOST]; /* index into each axis */
    bool missing;
    struct stats stats;
    char reason[ANSWER_TEXT];  /* of a missing point */
    char warning[ANSWER_TEXT]; /* empty: none */
};

/* The runtime's message, word for word; or why there is none. */
struct message {
    const char *name;
    struct answer answer;
};

/* The least, median and greatest reading; with a count of zero it is missing. */
struct range {
    double values[SAMPLES_CAP + 310];
    size_t count;
};

/* The card during some probes: SM and memory clock in Hz, power in W, degrees Celsius. */
struct during {
    struct range sm, memory, power, celsius;
};

struct series {
    const char *name, *unit, *counts, *origin, *method;
    const char *title;  /* what pages call it, or NULL */
    const char *kernel; /* file, or NULL for what is computed from facts */
    int axes;
    struct axis axis[AXES_MOST];
    int points;
    struct point *point;       /* of result.c, which keeps them until the program ends */
    bool brief;                /* every point is one reading: the file has no spread of it */
    struct during during;      /* the probes that its figures come from */
    char suspect[ANSWER_TEXT]; /* empty: none */
};

struct result {
    char id[128];
    struct answer name, capability, uuid, pci;
    bool slice; /* a MIG slice: the card's own rated figures do not hold */
    char profile[48];
    int facts;
    struct fact fact[FACTS_MOST];
    int messages;
    struct message message[MESSAGES_MOST];
    struct answer date, driver, cuda, compiler, flags, host, commit;
    char nvml_reason[ANSWER_TEXT];
    struct during seen;   /* as NVML says */
    struct range sm_seen; /* clock64 over globaltimer, a median each probe */
    struct answer throttle_before[8], throttle_after[8];
    char throttle_seen[ANSWER_TEXT]; /* reasons that were set at some reading */
    int others;                      /* most other processes seen on the card */
    double warm_seconds;
    int series_count;
    struct series *series;                   /* room for SERIES_MOST, owned by the caller */
    char sha256[FILES_MOST][2][ANSWER_TEXT]; /* file, hash */
};

void range_add(struct range *r, double value); /* NAN is left out */

/* Adds a series (all points missing "not measured") or returns NULL when there is no room. */
struct series *result_series(struct result *r, const char *name, const char *unit);
/* Returns NULL if there is no such series. */
struct series *result_find(const struct result *r, const char *name);
/* Returns the median at these values of the axes, NULL for any; NAN if it is missing. */
double result_median(const struct result *r, const char *name, const char *first,
                     const char *second);
/* These find a fact, and its value or NAN. */
const struct answer *result_answer(const struct result *r, const char *name);
double result_fact(const struct result *r, const char *name);
/* Returns the SHA-256 of a file of kernels/; empty: not known. */
const char *result_hash(const struct result *r, const char *file);

/* All of these accept NULL and then do nothing. */
void series_axis(struct series *s, const char *name, int count, const char *const *values);
/* Returns the value of a point on an axis; "" where there is no such axis. */
const char *series_value(const struct series *s, const struct point *p, int axis);
/* Marks the series as contradicting, unless it is already; returns whether it did. */
bool series_suspect(struct series *s, const char *why, ...) __attribute__((format(printf, 2, 3)));
/* Returns the point at those axis indices, 0 where there is no axis; NULL: outside. */
struct point *series_point(struct series *s, int first, int second);
void point_set(struct point *p, double value);
void point_miss(struct point *p, const char *why);
void point_answer(struct point *p, const struct answer *a);

/* Writes the whole JSON document, UTF-8, with a newline at its end. `throttle` names the counters that the
 * answers throttle_before/after stand for, NULL past the end. False: no memory. */
bool result_json(const struct result *r, const char *(*throttle)(int), struct buf *out);

/* Turns a card's name into an id: lower case letters, digits and single hyphens. */
void card_slug(const char *name, char *out, size_t room);
