/* arithmetic.c -- making values; sums, products and functions of values with units. */
#include "node.h"

#define EXACT_MAX 9007199254740992.0     /* 2^53: counts beyond are no longer counted exactly */
#define INTEGERS_FROM 4503599627370496.0 /* 2^52: every double from here on is whole */

static double truncate(double number) {
    bool whole = number >= INTEGERS_FROM || number <= -INTEGERS_FROM;
    return whole ? number : (double)(int64_t)number;
}

/* A count is whole, and small enough to be exact. */
static bool is_count(double number) {
    return number >= -EXACT_MAX && number <= EXACT_MAX && truncate(number) == number;
}

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
    value.exact = is_count(node->number);
    value.capacity = node->capacity;
    value.typed = node->typed;
    value.form = (struct expr_form){true, true, (int8_t)node->decimals, node->unit};
    return value;
}

/* If one of the two is missing, the result is missing with the reason of the first such operand. */
static struct expr_value missing_of(const struct expr_value *left, const struct expr_value *right) {
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

/* ---- sums and products ------------------------------------------------------------------- */

static bool add(struct evaluator *eval, const struct expr_node *row, const struct expr_node *node,
                struct expr_value *sum, const struct expr_value *right) {
    if (!expr_value_same_unit(sum, right)) {
        expr_eval_fail_row(eval, EXPR_ERROR_SUM, row, node);
        eval->error->sign = (char)node->joint;
        return expr_eval_units(eval, sum, right);
    }
    if (expr_value_any_missing(sum, right)) {
        *sum = missing_of(sum, right);
        return true;
    }
    double number = node->joint == '+' ? sum->number + right->number : sum->number - right->number;
    struct expr_value out = expr_number(number, sum->dimension);
    out.exact = sum->exact && right->exact && is_count(number);
    out.capacity = sum->capacity || right->capacity;
    *sum = out;
    return expr_is_finite(number) || expr_eval_fail_row(eval, EXPR_ERROR_OVERFLOW, row, node);
}

/* The message names the card, unless the operand itself does. */
static bool fail_zero(struct evaluator *eval, const struct expr_node *node,
                      const struct expr_value *zero) {
    expr_eval_fail(eval, EXPR_ERROR_ZERO, node);
    eval->error->value = *zero;
    const struct reference_node *reference = (const struct reference_node *)node;
    bool named = node->kind == NODE_SERIES && reference->written.card.len > 0;
    if (!named) eval->error->card = eval->env->card;
    return false;
}

static bool multiply(struct evaluator *eval, const struct expr_node *row,
                     const struct expr_node *node, struct expr_value *product,
                     const struct expr_value *right) {
    bool over = node->joint == '/';
    struct expr_dimension dimension;
    if (!expr_dimension_multiply(product->dimension, right->dimension, over ? -1 : 1, &dimension))
        return expr_eval_fail_row(eval, EXPR_ERROR_EXPONENT, row, node);
    if (expr_value_any_missing(product, right)) {
        bool any = product->any_dimension || right->any_dimension;
        *product = missing_of(product, right);
        product->any_dimension = any;
        product->dimension = dimension;
        return true;
    }
    if (over && right->number == 0) return fail_zero(eval, node, right);
    double number = over ? product->number / right->number : product->number * right->number;
    bool divides = !over || number * right->number == product->number;
    struct expr_value out = expr_number(number, dimension);
    out.exact = product->exact && right->exact && divides && is_count(number);
    out.capacity =
        (product->capacity || (right->capacity && !over)) && expr_dimension_is_bytes(dimension);
    *product = out;
    return expr_is_finite(number) || expr_eval_fail_row(eval, EXPR_ERROR_OVERFLOW, row, node);
}

bool expr_eval_row(struct evaluator *eval, const struct expr_node *row, struct expr_value *out) {
    if (!expr_eval_operand(eval, row->first, out)) return false;
    for (const struct expr_node *node = row->first->next; node; node = node->next) {
        struct expr_value right;
        if (!expr_eval_operand(eval, node, &right)) return false;
        bool good = row->kind == NODE_SUM ? add(eval, row, node, out, &right)
                                          : multiply(eval, row, node, out, &right);
        if (!good) return false;
    }
    return true;
}

/* ---- functions --------------------------------------------------------------------------- */

/* Taking the whole part of number + 0.5 would be wrong: 0.49999999999999994 + 0.5 is 1. */
static double round_half_away(double number) {
    double whole = truncate(number);
    double rest = number - whole; /* exact */
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

static bool eval_rounding(struct evaluator *eval, const struct expr_node *node,
                          struct expr_value *out) {
    if (!expr_eval_operand(eval, node->first, out)) return false;
    if (!out->any_dimension && !expr_dimension_is_plain(out->dimension)) {
        expr_eval_fail(eval, EXPR_ERROR_PLAIN, node);
        uint32_t name = expr_token_word(eval->source, node->offset, false);
        eval->error->detail = (struct text){eval->error->name.ptr, name};
        return expr_eval_units(eval, out, out);
    }
    if (out->kind == EXPR_MISSING) return true;
    double number = out->number, whole = truncate(number);
    switch (node->function) {
    case FUNCTION_FLOOR: whole = whole > number ? whole - 1 : whole; break;
    case FUNCTION_CEIL: whole = whole < number ? whole + 1 : whole; break;
    default: whole = round_half_away(number); break;
    }
    *out = expr_number(whole, out->dimension);
    out->exact = is_count(whole);
    return true;
}

static bool eval_extreme(struct evaluator *eval, const struct expr_node *node,
                         struct expr_value *out) {
    bool least = node->function == FUNCTION_MIN;
    if (!expr_eval_operand(eval, node->first, out)) return false;
    for (const struct expr_node *next = node->first->next; next; next = next->next) {
        struct expr_value right;
        if (!expr_eval_operand(eval, next, &right)) return false;
        if (!expr_value_same_unit(out, &right)) {
            expr_eval_fail(eval, EXPR_ERROR_COMPARE, next);
            return expr_eval_units(eval, out, &right);
        }
        if (expr_value_any_missing(out, &right))
            *out = missing_of(out, &right);
        else if (least ? right.number < out->number : right.number > out->number)
            *out = right;
    }
    out->typed = false;
    return true;
}

bool expr_eval_function(struct evaluator *eval, const struct expr_node *node,
                        struct expr_value *out) {
    switch (node->function) {
    case FUNCTION_MIN:
    case FUNCTION_MAX: return eval_extreme(eval, node, out);
    case FUNCTION_ABS:
        if (!expr_eval_operand(eval, node->first, out)) return false;
        if (out->number < 0) out->number = -out->number;
        return true;
    default: return eval_rounding(eval, node, out);
    }
}
