/* fuzz_expr -- an expression is read, explained and evaluated without a card. */
#include <stdint.h>

#include "expr/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    const struct expr_env none = {0};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    char out[256];
    if (expr_parse((const char *)bytes, size, &memory, &expr, &error)) {
        expr_explain(&expr, &none, out, sizeof out);
        if (expr_eval(&expr, &none, &value, &error)) {
            expr_format(&value, &expr.form, EXPR_STYLE_PAGE, out, sizeof out);
            return 0;
        }
    }
    expr_error_text(&error, out, sizeof out);
    expr_error_hint(&error, out, sizeof out);
    return 0;
}
