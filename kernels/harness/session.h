/* session.h -- a run in progress: asks the backend, samples probes, fills points.
 *
 * Lifecycle: the caller fills backend, rule, result and the hooks, calls session_facts, then
 * measure_all (experiment.h). Nothing to free. `stop` is looked at between samples: when it turns
 * true the run ends early and must not be written.
 */
#pragma once

#include "backend.h"
#include "result.h"
#include "sizes.h"
#include "stats.h"

#include <signal.h>

struct session {
    struct backend *backend;
    struct stop_rule rule;
    const char *only; /* prefix of the series to measure, or NULL for all */
    volatile sig_atomic_t *stop;
    struct result *result;
    struct size_facts sizes;
    struct problem fatal; /* text is empty while all is well */
    double top_hz;        /* the card's highest SM clock, or NAN */
    /* These are called before each probe, and with each kept sample. Both may be NULL. */
    void (*progress)(void *context, const char *key);
    void (*raw)(void *context, const char *key, const struct sample *s);
    void *context;
};

/* The samples of one probe, or why there are none. */
struct taken {
    size_t count;
    double seconds[SAMPLES_CAP], cycles[SAMPLES_CAP], hz[SAMPLES_CAP];
    double warming;            /* host seconds of all warm-ups */
    bool enough;               /* the rule ended it */
    char reason[ANSWER_TEXT];  /* when count is 0 */
    char warning[ANSWER_TEXT]; /* empty: none */
    struct conditions seen[2]; /* half way and at the end */
    int looks;                 /* how many of them */
};

struct answer session_ask(struct session *s, const char *name);        /* words */
struct answer session_ask_number(struct session *s, const char *name); /* a number */

/* Reads the facts and those conditions of the run that are known before measuring. */
void session_facts(struct session *s);
/* Keeps the card busy until its clock is steady. */
void session_warm(struct session *s);
/* Reads the device memory that is free now into s->sizes. */
void session_free_memory(struct session *s);

/* Opens, warms, samples and closes the probe. `size` says whether there is room for it. A probe of
 * several places (lab.h) is opened once for each, and takes the same odd number of samples at each,
 * whatever the rule says; all of them together are its samples. */
enum { PLACE_SAMPLES = 5 }; /* at least, so that p05 and p95 reach the outermost of 9 places */
size_t session_samples_a_place(int places);
void session_take(struct session *s, struct probe *p, const struct size *size, struct taken *t);

/* Adds the conditions of those samples to those of the series; NULL: does nothing. */
void session_conditions(struct series *series, const struct taken *t);

/* Returns whether the run has to end: it was interrupted, or the card is lost. */
bool session_over(const struct session *s);
