/* measure.h -- the list of what is measured, and the checks across series at the end. */
#ifndef MEASURE_H
#define MEASURE_H

#include "experiment.h"

/* Runs every experiment that the session asks for and fills its result. False: the run is over
 * early (interrupted, or s->fatal says why the card is lost). */
bool measure_all(struct session *s);

/* Marks series that contradict each other or the facts as suspect, with the reason. Returns how
 * many it marked. Pure: works on the result alone. */
int measure_cross_check(struct result *r);

/* The part of it that holds figures against facts: more than the bus carries, more bytes under
 * way than were asked for, a product faster than its lanes, spills whose counters do not add up.
 * Returns how many series it marked. */
int bounds_check(struct result *r);

/* What is known of series number i from 0, timed ones first, then counted ones; its file of
 * kernels/ (NULL: none) goes to *file. NULL past the last. */
const struct row *measure_row(int i, const char **file);

#endif
