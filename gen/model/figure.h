/* figure -- a number that may be unknown, with the reason.
 *
 * The model computes with sourced figures only. Where one is not known, what depends on it is not
 * known either, for the same reason; what does not depend on it is computed as usual. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "view.h"

/* A zero value is unknown without a reason. */
struct model_figure {
    bool known;
    double value;
    struct text reason; /* where it is not known */
};

static inline struct model_figure figure_known(double value) {
    return (struct model_figure){.known = true, .value = value};
}

static inline struct model_figure figure_unknown(struct text reason) {
    return (struct model_figure){.reason = reason};
}

/* Unknown for the reason of the first one that is unknown. */
static inline struct model_figure figure_times(struct model_figure a, struct model_figure b) {
    if (!a.known) return a;
    return b.known ? figure_known(a.value * b.value) : b;
}

/* The same; `b` is not 0. */
static inline struct model_figure figure_over(struct model_figure a, struct model_figure b) {
    if (!a.known) return a;
    return b.known ? figure_known(a.value / b.value) : b;
}
