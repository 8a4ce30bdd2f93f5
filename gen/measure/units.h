/* units -- which unit a fact or a series has, decided by its name. Private to measure.
 *
 * A name says its unit, so that a figure in the wrong unit (ms for s, GB/s for B/s, MHz for Hz) is
 * refused when it is read and not believed when it is printed. measurements/schema.json has the
 * same rules as patterns. */
#pragma once

#include "base/text.h"

/* All units of a card, one space between. */
#define UNITS "s B B/s Hz cycle B/cycle W FLOP/s 1"

/* The unit of a series by the last word of its name ("stride.time": "s"), or NULL: any. */
const char *unit_of_series(struct text name);
/* The unit of a fact of the common set ("clock.sm": "Hz"), or NULL: any. */
const char *unit_of_fact(struct text name);
