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
        struct text reason = {out->value.text.ptr, out->value.text.len};
        out->shown = reason.len ? arena_text(lookup->arena, reason) : TEXT("no reason is given");
        const struct card *card = lookup->missing_on;
        out->missing = lookup->not_predicted
                           ? TEXT("not predicted")
                           : text_of(card_missing(card ? card : lookup->evaluation->card));
    } else {
        char text[EXPR_TEXT_MAX];
        size_t length = expr_format(&out->value, &expr->form, style, text, sizeof text);
        out->state = VALUE_SHOWN;
        if (length < sizeof text) {
            out->shown = arena_text(lookup->arena, (struct text){text, length});
        } else { /* a long text of the run, such as its flags */
            char *whole = arena_alloc(lookup->arena, length + 1);
            expr_format(&out->value, &expr->form, style, whole, length + 1);
            out->shown = (struct text){whole, length};
        }
    }
    lookup_describe(lookup, &out->value, &expr->form, &out->origin, &out->detail);
    out->reported = out->state == VALUE_SHOWN && lookup_reported(lookup);
    return true;
}
