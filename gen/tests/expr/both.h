/*
 * both.h -- one program over gen/expr, compiled natively and to WebAssembly by test_expr_wasm.
 *
 * Nothing of libc. both_run takes the expression in both_text and leaves in both_text what comes of
 * it: value, explanation, or error with hint and place. Names stand for numbers made of their
 * letters.
 */
#pragma once

#include "expr/expr.h"

#define BOTH_TEXT 2048

static char both_text[BOTH_TEXT];

static inline enum expr_found both_series(void *context, const struct expr_query *query,
                                          struct expr_answer *answer) {
    static const struct expr_dimension dimensions[] = {
        {{[EXPR_BYTE] = 1, [EXPR_SECOND] = -1}},
        {{[EXPR_SECOND] = 1}},
        {{[EXPR_BYTE] = 1}},
        {{[EXPR_CYCLE] = 1}},
    };
    uint32_t sum = 17 + (uint32_t)query->count;
    (void)context;
    for (size_t i = 0; i < query->name.len; i++) {
        sum = sum * 31 + (unsigned char)query->name.ptr[i];
    }
    if (sum % 11 == 0) return EXPR_NO_NAME;
    answer->value = expr_number((double)sum * 1.37 / 3e4, dimensions[sum % 4]);
    answer->value.capacity = sum % 4 == 2;
    if (sum % 7 == 0) answer->value = expr_missing(text_of("not run"), dimensions[sum % 4]);
    return EXPR_FOUND;
}

static inline size_t both_add(char *out, size_t at, size_t length) {
    if (at + length + 2 >= BOTH_TEXT) length = 0;
    out[at + length] = '\t';
    return at + length + 1;
}

static inline size_t both_run(size_t length) {
    static unsigned char block[EXPR_MEMORY_SIZE];
    static char out[BOTH_TEXT];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr_env env = {.card = text_of("card"), .series = both_series};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    size_t n = 0;
    if (expr_parse(both_text, length, &memory, &expr, &error) &&
        expr_eval(&expr, &env, &value, &error)) {
        n = both_add(out, n,
                     expr_format(&value, &expr.form, EXPR_STYLE_PAGE, out + n, BOTH_TEXT - n));
        n = both_add(out, n, expr_explain(&expr, &env, out + n, BOTH_TEXT - n));
        n = both_add(out, n, expr_format_number(value.number, 15, 0, out + n, BOTH_TEXT - n));
    } else {
        n = both_add(out, n, expr_error_text(&error, out + n, BOTH_TEXT - n));
        n = both_add(out, n, expr_error_hint(&error, out + n, BOTH_TEXT - n));
        n = both_add(out, n,
                     expr_format_number((double)error.offset, 0, 0, out + n, BOTH_TEXT - n));
    }
    for (size_t i = 0; i < n; i++) {
        both_text[i] = out[i];
    }
    both_text[n] = '\0';
    return n;
}
