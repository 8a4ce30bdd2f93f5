/*
 * check.h -- the first thing wrong with a figure's input. For svg/ and for
 * diagrams that draw a shape of their own.
 *
 * A zero svg_check has found nothing wrong. The first failure is kept with the name of its field
 * ("rows[3].label", formatted from where…); later calls change nothing.
 */
#ifndef SVG_CHECK_H
#define SVG_CHECK_H

#include "svg.h"

struct svg_check {
    enum svg_code code;
    char where[64];
};

#if defined __GNUC__
#define SVG_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SVG_PRINTF(text, first)
#endif

void svg_check_fail(struct svg_check *check, enum svg_code code, const char *where, ...)
    SVG_PRINTF(3, 4);
void svg_check_text(struct svg_check *check, const char *text, bool required, const char *where,
                    ...) SVG_PRINTF(4, 5);

/* Both strings of a note. */
#define SVG_CHECK_NOTE(check, note, where, ...)                                                    \
    do {                                                                                           \
        svg_check_text(check, (note)->text, false, where ".text", __VA_ARGS__);                    \
        svg_check_text(check, (note)->missing, false, where ".missing", __VA_ARGS__);              \
    } while (0)

/* 0 or SVG_MIN_VALUE..SVG_MAX_VALUE; with `positive` not 0 either. */
void svg_check_value(struct svg_check *check, double value, bool positive, const char *where, ...)
    SVG_PRINTF(4, 5);
void svg_check_count(struct svg_check *check, size_t count, size_t least, size_t most,
                     const char *where, ...) SVG_PRINTF(5, 6);
void svg_check_frame(struct svg_check *check, const struct svg_frame *frame);
void svg_check_axis(struct svg_check *check, const struct svg_axis *axis, const char *where);
void svg_check_reference(struct svg_check *check, const struct svg_reference *reference,
                         enum svg_scale scale, const char *where);
void svg_check_level(struct svg_check *check, enum svg_level level, const char *where, ...)
    SVG_PRINTF(3, 4);

/* True if there is something to draw: NULL and "" are absent. */
bool svg_given(const char *text);

/* The failed result for a check that found something. */
struct svg_result svg_check_result(const struct svg_check *check);

#endif
