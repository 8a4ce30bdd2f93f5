/* backend.h -- where the harness gets its answers: a card, or a recording of one.
 *
 * All data about a card comes through these calls, so a recording of them
 * drives the whole program to the same JSON with no card and no CUDA (see record.h).
 *
 * Lifecycle: the functions that make one (cuda_backend, record_backend, replay_backend) fill the
 * struct; `end` frees what they hold. A zeroed struct may be ended.
 * Units: seconds, cycles, Hz, W, degrees Celsius, bytes. NAN means "not known".
 */
#pragma once

#include "lab.h"

enum { ANSWER_TEXT = 256, PROBE_KEY = 48 };

/* One configuration of one lab: what is opened, timed and closed together. */
struct probe {
    char key[PROBE_KEY]; /* unique in a run, e.g. "stride.8" */
    const char *lab;     /* name of the file of kernels/ without ".cu" */
    struct lab_case c;
    uint64_t need; /* bytes of device memory held while open */
    bool cold;     /* the L2 is flushed before each sample */
    bool count;    /* a sample is one launch under a profiler, and takes no time */
    /* The probe may be there for a table of so many numbers (lab.cuh), which one sample without
     * warming up gives; 0: there is none. The memory stays the caller's. */
    double *table;
    size_t cells;
};

struct sample {
    double seconds; /* of one pass */
    double cycles;  /* counted in the kernel, or NAN */
    double hz;      /* SM clock seen during the sample, or NAN */
    double wall;    /* host seconds that the sample cost, for limits on time */
};

/* The driver's readings of the card at one moment. */
struct conditions {
    double sm_hz, memory_hz, watts, celsius;
    uint64_t reasons; /* bit mask of clock event reasons, see nvml.h */
    int others;       /* other processes computing on the card; -1 unknown */
};

struct backend {
    void *self;
    /* Answers a question by name with text: true and the value, or false and the reason why there
     * is none. Numbers are written in full, in base units. facts.c has the names. */
    bool (*ask)(void *self, const char *name, char text[ANSWER_TEXT]);
    bool (*open)(void *self, const struct probe *p, struct problem *why);
    bool (*sample)(void *self, const struct probe *p, struct sample *s, struct problem *why);
    void (*close)(void *self, const struct probe *p);
    void (*watch)(void *self, struct conditions *c);
    void (*end)(void *self);
    bool (*table)(void *self, const struct probe *p, struct problem *why); /* after a sample */
};

/* Opens card number `device`. On failure `why` is one line for the person at the terminal. */
bool cuda_backend(struct backend *b, int device, struct problem *why);
/* Counts the cards; `why` as above. */
bool cuda_count(int *count, struct problem *why);
/* Breaks the rule of that name on the card and writes the runtime's message to standard output; the
 * process cannot use CUDA afterwards. Returns the exit status. */
int cuda_fault(int device, const char *name);
