/* bounds.h -- figures that no card can have: more than the bus carries, more bytes under way than
 * the threads asked for, more operations than there are lanes, a product in less time than its
 * operations or bytes need, spills whose three counters do not add up. */
#ifndef BOUNDS_H
#define BOUNDS_H

#include "result.h"

/* Marks the series concerned as suspect, with the reason; returns how many it marked. Missing
 * points and unknown facts break no bound. Pure: works on the result alone. */
int bounds_check(struct result *r);

#endif
