/* wasm -- see wasm.h. */
#include "expr/wasm.h"

size_t expr_wasm_format(double number, const char *unit, size_t unit_length, const char *in,
                        size_t in_length, char *out, size_t size) {
    struct expr_unit parsed = {0};
    struct expr_form form = {0};
    if (!expr_unit_parse((struct text){unit, unit_length}, &parsed)) parsed = (struct expr_unit){0};
    struct expr_value value = expr_number(number, parsed.dimension);
    form.has_unit = in_length && expr_unit_parse((struct text){in, in_length}, &form.unit);
    return expr_format(&value, &form, EXPR_STYLE_PAGE, out, size);
}
