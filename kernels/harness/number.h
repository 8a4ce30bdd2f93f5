/* number.h -- numbers in a form that does not depend on the locale. */
#pragma once

#include <stdbool.h>

enum { NUMBER_TEXT = 40 };

/* Writes the shortest decimal form that reads back as the same double, with a point in every
 * locale: "4271.4", "1e-09", "3". NAN and infinities give "null", as JSON cannot write them. */
void number_text(double value, char out[NUMBER_TEXT]);

/* Reads such a form; the whole string must be a number. */
bool number_read(const char *s, double *value);

/* Writes a capacity: "1.5 GiB", "48.0 KiB", "512 B". */
void bytes_text(double bytes, char out[NUMBER_TEXT]);
