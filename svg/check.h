/*
 * check.h -- the first thing wrong with a figure's input. For svg/ and for
 * diagrams that draw a shape of their own.
 *
 * A zero svg_check has found nothing wrong. The first failure is kept with the name of its field,
 * "rows[3].label": the place of the last svg_check_at(), then the name given to the check ("": that
 * alone). Later calls change nothing.
 */
#pragma once

#include "svg.h"

struct svg_check {
    enum svg_code code;
    const char *at;      /* whose fields are checked, "rows[%zu].label"; NULL or "": the figure's */
    size_t index, below; /* the numbers in it */
    char where[64];
};

/* Up to two numbers may follow the place. Its words are made where something is wrong. */
#define svg_check_at(check, ...) svg_check_place(check, __VA_ARGS__, (size_t)0, (size_t)0)
void svg_check_place(struct svg_check *check, const char *place, ...);
void svg_check_fail(struct svg_check *check, enum svg_code code, const char *name);
void svg_check_text(struct svg_check *check, const char *text, bool required, const char *name);
/* Checks both strings of a note. */
void svg_check_note(struct svg_check *check, const struct svg_note *note, const char *name);

/* A value must be 0 or SVG_MIN_VALUE..SVG_MAX_VALUE; with `positive` 0 is refused as well. */
void svg_check_value(struct svg_check *check, double value, bool positive, const char *name);
/* Of two values the first, `low`, must not be above the second, `high`. */
void svg_check_spread(struct svg_check *check, double low, double high, bool positive);
void svg_check_count(struct svg_check *check, size_t count, size_t least, size_t most,
                     const char *name);
void svg_check_level(struct svg_check *check, enum svg_level level, const char *name);

/* These set the fields that they check themselves, and leave svg_check_at() at the figure's own. */
void svg_check_frame(struct svg_check *check, const struct svg_frame *frame);
void svg_check_axis(struct svg_check *check, const struct svg_axis *axis, const char *name);
void svg_check_reference(struct svg_check *check, const struct svg_reference *reference,
                         enum svg_scale scale, const char *name);

/* Returns whether there is something to draw: NULL and "" are absent. */
bool svg_given(const char *text);

/* Returns the failed result for a check that found a mistake. */
struct svg_result svg_check_result(const struct svg_check *check);
