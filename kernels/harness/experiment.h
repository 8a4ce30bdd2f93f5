/* experiment.h -- what the functions that run experiments share, and those functions.
 *
 * An experiment makes its series, takes its probes in order and says which value of the samples
 * goes into which point. A series that the session does not ask for is NULL, and everything here
 * does nothing with it. `first` and `second` are indices into the axes, 0 where there is none.
 */
#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include "session.h"

/* The series, or NULL. `kernel` is the file that is timed, `method` one sentence. */
struct series *experiment_series(struct session *s, const char *name, const char *unit,
                                 const char *kernel, const char *method);
/* What is measured of an axis's values: the same roles for several series. */
void experiment_axis(struct series *const *series, size_t count, const char *name, int values,
                     const char *const *value);

enum experiment_value { SAMPLE_SECONDS, SAMPLE_CYCLES, SAMPLE_RATE, SAMPLE_CLOCK };

/* `amount` over the seconds of each sample is its rate: bytes, or operations. */
void experiment_fill(struct series *series, int first, int second, const struct taken *t,
                     enum experiment_value what, double amount);
void experiment_set(struct series *series, int first, int second, double value);
void experiment_miss(struct series *series, int first, int second, const char *why);
void experiment_set_size(struct series *series, int first, int second, const struct size *size);
void experiment_set_answer(struct series *series, int first, const struct answer *a);
/* Asks for a property of a lab's kernel (lab.h) and sets the point to it. */
struct answer experiment_property(struct session *s, struct series *series, int first,
                                  const char *lab, int variant, const char *name);

const struct answer *experiment_fact(const struct session *s, const char *name);
struct probe experiment_probe(const char *lab, const char *role, const char *second, int variant);

/* measure_rates.c: what moves, and how fast. */
void experiment_vecadd(struct session *s);
void experiment_gemm(struct session *s);
void experiment_stream(struct session *s);
void experiment_mix(struct session *s);
void experiment_warps(struct session *s);
void experiment_misalign(struct session *s);
void experiment_persist(struct session *s);

/* measure_paths.c: single loads by other paths, and what does not fit. */
void experiment_paths(struct session *s);
void experiment_pages(struct session *s);
void experiment_partition(struct session *s);
void experiment_broadcast(struct session *s);
void experiment_spill(struct session *s);
void experiment_limits(struct session *s);

/* measure_links.c: what lies beyond an SM and its card: other SMs' shared memory, the host. */
void experiment_cluster(struct session *s);
void experiment_host(struct session *s);

#endif
