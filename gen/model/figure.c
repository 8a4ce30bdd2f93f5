/* figure -- see figure.h. */
#include "model/figure.h"

struct model_figure figure_known(double value) {
    return (struct model_figure){.known = true, .value = value};
}

struct model_figure figure_unknown(struct text reason) {
    return (struct model_figure){.reason = reason};
}

struct model_figure figure_times(struct model_figure a, struct model_figure b) {
    if (!a.known) return a;
    return b.known ? figure_known(a.value * b.value) : b;
}

struct model_figure figure_over(struct model_figure a, struct model_figure b) {
    if (!a.known) return a;
    return b.known ? figure_known(a.value / b.value) : b;
}
