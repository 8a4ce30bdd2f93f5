/* figure -- a number that may be unknown, with the reason.
 *
 * The model computes with sourced figures only. Where one is not known, what depends on it is not
 * known either, for the same reason; what does not depend on it is computed as usual. */
#ifndef MODEL_FIGURE_H
#define MODEL_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "view.h"

/* A zero value is unknown without a reason. */
struct model_figure {
    bool known;
    double value;
    struct text reason; /* where it is not known */
};

struct model_figure figure_known(double value);
struct model_figure figure_unknown(struct text reason);
/* Unknown for the reason of the first one that is unknown. */
struct model_figure figure_times(struct model_figure a, struct model_figure b);
struct model_figure figure_over(struct model_figure a, struct model_figure b); /* b is not 0 */

#endif
