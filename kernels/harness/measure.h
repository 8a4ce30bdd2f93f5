/* measure.h -- the list of what is measured, and the checks across series at the end. */
#ifndef MEASURE_H
#define MEASURE_H

#include "session.h"

/* Runs every experiment that the session asks for and fills its result. False: the run is over
 * early (interrupted, or s->fatal says why the card is lost). */
bool measure_all(struct session *s);

/* Marks series that contradict each other or the facts as suspect, with the reason. Returns how
 * many it marked. Pure: works on the result alone. */
int measure_cross_check(struct result *r);

/* The names of all series, in order, NULL past the end. */
const char *measure_series_name(int i);

#endif
