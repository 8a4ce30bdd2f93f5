/* analyzed -- what clang's analyzer is told about svg/, since it sees one file at a time: a check that failed
 * leaves a code. .ci/lint --analyze includes it before each file that is not check.c. */
#pragma once

#include "svg/check.h"

static inline void analyzed_failed(const struct svg_check *check) {
    if (check->code == SVG_OK) __builtin_unreachable();
}

#define svg_check_fail(check, code, name)                                                          \
    (svg_check_fail((check), (code), (name)), analyzed_failed(check))
#define svg_check_count(check, count, least, most, name)                                           \
    (svg_check_count((check), (count), (least), (most), (name)),                                   \
     (count) < (least) || (count) > (most) ? analyzed_failed(check) : (void)0)
