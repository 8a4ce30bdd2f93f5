/* figure -- see figure.h. */
#include "model/figure.h"

struct model_view model_view(const char *text) {
    struct model_view view = {text, 0};
    while (text && text[view.length])
        view.length++;
    return view;
}

bool model_view_is(struct model_view view, const char *text) {
    size_t i = 0;
    while (i < view.length && text[i] && view.data[i] == text[i])
        i++;
    return i == view.length && !text[i];
}

struct model_figure figure_known(double value) {
    return (struct model_figure){.known = true, .value = value};
}

struct model_figure figure_unknown(struct model_view reason) {
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
