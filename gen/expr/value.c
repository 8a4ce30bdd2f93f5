/* value.c -- making values, and what two of them have in common. */
#include "eval.h"

#define EXACT_MAX 9007199254740992.0     /* 2^53: counts beyond are no longer counted exactly */
#define INTEGERS_FROM 4503599627370496.0 /* 2^52: every double from here on is whole */

struct expr_value expr_number(double number, struct expr_dimension dimension) {
    return (struct expr_value){.kind = EXPR_NUMBER, .number = number, .dimension = dimension};
}

struct expr_value expr_count(int64_t count) {
    struct expr_value value = {.kind = EXPR_NUMBER, .number = (double)count};
    value.exact = value.number >= -EXACT_MAX && value.number <= EXACT_MAX;
    return value;
}

struct expr_value expr_text(struct text text) {
    return (struct expr_value){.kind = EXPR_TEXT, .text = text};
}

struct expr_value expr_missing(struct text reason, struct expr_dimension dimension) {
    return (struct expr_value){.kind = EXPR_MISSING, .text = reason, .dimension = dimension};
}

struct expr_value expr_missing_any(struct text reason) {
    return (struct expr_value){.kind = EXPR_MISSING, .text = reason, .any_dimension = true};
}

struct expr_value expr_value_truth(enum expr_truth truth) {
    return (struct expr_value){.kind = EXPR_TRUTH, .truth = truth};
}

struct expr_value expr_value_typed(const struct number_node *node) {
    struct expr_value value = expr_number(node->number, node->unit.dimension);
    value.exact = expr_is_count(node->number);
    value.capacity = node->capacity;
    value.typed = node->typed;
    value.form = (struct expr_form){true, true, (int8_t)node->decimals, node->unit};
    return value;
}

struct expr_value expr_value_missing(const struct expr_value *left,
                                     const struct expr_value *right) {
    const struct expr_value *first = left->kind == EXPR_MISSING ? left : right;
    struct expr_dimension dimension = left->any_dimension ? right->dimension : left->dimension;
    struct expr_value out = expr_missing(first->text, dimension);
    out.any_dimension = left->any_dimension && right->any_dimension;
    return out;
}

bool expr_value_any_missing(const struct expr_value *left, const struct expr_value *right) {
    return left->kind == EXPR_MISSING || right->kind == EXPR_MISSING;
}

bool expr_value_same_unit(const struct expr_value *left, const struct expr_value *right) {
    return left->any_dimension || right->any_dimension ||
           expr_dimension_equal(left->dimension, right->dimension);
}

double expr_truncate(double number) {
    bool whole = number >= INTEGERS_FROM || number <= -INTEGERS_FROM;
    return whole ? number : (double)(int64_t)number;
}

bool expr_is_count(double number) {
    return number >= -EXACT_MAX && number <= EXACT_MAX && expr_truncate(number) == number;
}
