/* evaluate -- one expression for one card, as text: what page_evaluate() and `gen eval` share.
 *
 * A page's values and verdicts are filled in by page_evaluate(), see page.h. */
#pragma once

#include "page/lookup.h"

struct evaluated {
    enum value_state state;
    struct expr_value value;
    struct text shown;   /* as on a page; the reason where it is missing */
    struct text missing; /* "not measured" or "not reported" where it is missing */
    /* "measured", "counted", "reported", or "derived" where it was computed; also "cited",
     * "predicted", "recorded"; empty for what the driver says and for typed numbers. */
    struct text origin;
    struct text detail; /* where it comes from: a phrase with the spread, in the unit shown */
    /* A figure of a reported card or of a cited source is in it. A prediction is none: its words say
     * that it is one. */
    bool reported;
};

/* False: *error says why. `lookup` is started anew; its `used` holds what the value came from. */
bool evaluate_value(struct lookup *lookup, const struct expr *expr, unsigned style,
                    struct evaluated *out, struct expr_error *error);
