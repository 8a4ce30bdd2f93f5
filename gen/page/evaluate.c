/* evaluate -- see evaluate.h. */
#include "page/evaluate.h"

bool evaluate_value(struct lookup *lookup, const struct expr *expr, unsigned style,
                    struct evaluated *out, struct expr_error *error) {
    struct expr_env env = lookup_env(lookup);
    *out = (struct evaluated){.state = VALUE_FAILED};
    lookup->used_count = 0;
    lookup->missing_on = NULL;
    lookup->not_predicted = false;
    if (!expr_eval(expr, &env, &out->value, error)) return false;
    if (out->value.kind == EXPR_MISSING) {
        out->state = VALUE_MISSING;
        struct text reason = out->value.text;
        out->shown = reason.len ? arena_text(lookup->arena, reason) : TEXT("no reason is given");
        const struct card *card = lookup->missing_on;
        out->missing = lookup->not_predicted
                           ? TEXT("not predicted")
                           : text_of(card_missing(card ? card : lookup->evaluation->card));
    } else {
        size_t length = expr_format(&out->value, &expr->form, style, NULL, 0);
        char *text = arena_alloc(lookup->arena, length + 1);
        expr_format(&out->value, &expr->form, style, text, length + 1);
        out->state = VALUE_SHOWN;
        out->shown = (struct text){text, length};
    }
    lookup_describe(lookup, &out->value, &expr->form, &out->origin, &out->detail);
    out->reported = out->state == VALUE_SHOWN && lookup_reported(lookup);
    return true;
}
