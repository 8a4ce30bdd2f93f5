/*
 * eval.c -- values of trees: arithmetic with units, missing values, three-valued truth.
 *
 * Every function that evaluates returns false once an error is set. A value is only looked at after
 * its unit was, so that a mistake in the text shows on every card, measured or not.
 */
#include "eval.h"
#include "decimal.h"
#include "unit.h"

#define EXACT_MAX 9007199254740992.0     /* 2^53: counts beyond are no longer counted exactly */
#define INTEGERS_FROM 4503599627370496.0 /* 2^52: every double from here on is whole */

/* ---- values ------------------------------------------------------------------------------ */

struct expr_value expr_number(double number, struct expr_dimension dimension) {
    return (struct expr_value){.kind = EXPR_NUMBER, .number = number, .dimension = dimension};
}

struct expr_value expr_count(int64_t count) {
    struct expr_value value = {.kind = EXPR_NUMBER, .number = (double)count};
    value.exact = value.number >= -EXACT_MAX && value.number <= EXACT_MAX;
    return value;
}

struct expr_value expr_text(struct expr_view text) {
    return (struct expr_value){.kind = EXPR_TEXT, .text = text};
}

struct expr_value expr_missing(struct expr_view reason, struct expr_dimension dimension) {
    return (struct expr_value){.kind = EXPR_MISSING, .text = reason, .dimension = dimension};
}

struct expr_value expr_missing_any(struct expr_view reason) {
    return (struct expr_value){.kind = EXPR_MISSING, .text = reason, .any_dimension = true};
}

static struct expr_value truth_value(enum expr_truth truth) {
    return (struct expr_value){.kind = EXPR_TRUTH, .truth = truth};
}

struct expr_value expr_number_value(const struct number_node *node) {
    struct expr_value value = expr_number(node->number, node->unit.dimension);
    value.exact = node->exact;
    value.capacity = node->capacity;
    value.typed = node->typed;
    value.form = (struct expr_form){true, true, (int8_t)node->decimals, node->unit};
    return value;
}

static double truncate(double number) {
    bool whole = number >= INTEGERS_FROM || number <= -INTEGERS_FROM;
    return whole ? number : (double)(int64_t)number;
}

static bool is_count(double number) {
    return number >= -EXACT_MAX && number <= EXACT_MAX && truncate(number) == number;
}

/* ---- errors ------------------------------------------------------------------------------ */

struct expr_view expr_node_text(const struct evaluator *evaluator, const struct expr_node *node) {
    return (struct expr_view){evaluator->source.data + node->offset, node->length};
}

bool expr_eval_fail(struct evaluator *evaluator, enum expr_code code,
                    const struct expr_node *node) {
    *evaluator->error = (struct expr_error){.code = code,
                                            .offset = node->offset,
                                            .length = node->length,
                                            .name = expr_node_text(evaluator, node)};
    return false;
}

static bool fail_dimensions(struct evaluator *evaluator, enum expr_code code,
                            const struct expr_node *node, const struct expr_value *left,
                            const struct expr_value *right) {
    expr_eval_fail(evaluator, code, node);
    evaluator->error->left = left->dimension;
    evaluator->error->right = right->dimension;
    return false;
}

/* Of "a + b" up to the operand `node`, since the row may go on. */
static bool fail_row(struct evaluator *evaluator, enum expr_code code, const struct expr_node *row,
                     const struct expr_node *node) {
    expr_eval_fail(evaluator, code, row);
    evaluator->error->length = node->offset + node->length - row->offset;
    evaluator->error->name.length = evaluator->error->length;
    return false;
}

/* ---- operands ---------------------------------------------------------------------------- */

static bool eval_operand(struct evaluator *evaluator, const struct expr_node *node,
                         struct expr_value *out) {
    if (!expr_eval_node(evaluator, node, out)) return false;
    if (out->kind != EXPR_TEXT) return true;
    struct expr_view role = out->text;
    expr_eval_fail(evaluator, EXPR_ERROR_TEXT, node);
    evaluator->error->detail = role;
    return false;
}

static bool comparable(const struct expr_value *left, const struct expr_value *right) {
    return left->any_dimension || right->any_dimension ||
           expr_dimension_equal(left->dimension, right->dimension);
}

/* A missing operand makes the result missing, with the first reason. The dimension is the result's
 * as far as it is known. */
static struct expr_value missing_of(const struct expr_value *left, const struct expr_value *right) {
    struct expr_value out = left->kind == EXPR_MISSING ? *left : *right;
    out.capacity = out.exact = out.typed = false;
    return out;
}

static bool is_missing(const struct expr_value *left, const struct expr_value *right) {
    return left->kind == EXPR_MISSING || right->kind == EXPR_MISSING;
}

/* ---- + - * / ----------------------------------------------------------------------------- */

static bool add(struct evaluator *evaluator, const struct expr_node *row,
                const struct expr_node *node, struct expr_value *sum,
                const struct expr_value *right) {
    if (!comparable(sum, right)) {
        fail_row(evaluator, EXPR_ERROR_SUM, row, node);
        evaluator->error->left = sum->dimension;
        evaluator->error->right = right->dimension;
        evaluator->error->sign = (char)node->joint;
        return false;
    }
    struct expr_dimension dimension = sum->any_dimension ? right->dimension : sum->dimension;
    if (is_missing(sum, right)) {
        bool any = sum->any_dimension && right->any_dimension;
        *sum = missing_of(sum, right);
        sum->any_dimension = any;
        sum->dimension = dimension;
        return true;
    }
    double number = node->joint == '+' ? sum->number + right->number : sum->number - right->number;
    bool exact = sum->exact && right->exact && is_count(number);
    bool capacity = sum->capacity || right->capacity;
    *sum = expr_number(number, dimension);
    sum->exact = exact;
    sum->capacity = capacity;
    return expr_is_finite(number) || fail_row(evaluator, EXPR_ERROR_OVERFLOW, row, node);
}

static bool fail_zero(struct evaluator *evaluator, const struct expr_node *node,
                      const struct expr_value *zero) {
    expr_eval_fail(evaluator, EXPR_ERROR_ZERO, node);
    evaluator->error->value = *zero;
    evaluator->error->card = evaluator->env->card;
    if (node->kind != NODE_SERIES) return false;
    const struct reference_node *reference = (const struct reference_node *)node;
    if (reference->card.length > 0) evaluator->error->card = (struct expr_view){NULL, 0};
    return false;
}

static bool multiply(struct evaluator *evaluator, const struct expr_node *row,
                     const struct expr_node *node, struct expr_value *product,
                     const struct expr_value *right) {
    bool over = node->joint == '/';
    struct expr_dimension dimension;
    if (!expr_dimension_multiply(product->dimension, right->dimension, over ? -1 : 1, &dimension)) {
        return fail_row(evaluator, EXPR_ERROR_EXPONENT, row, node);
    }
    if (is_missing(product, right)) {
        bool any = product->any_dimension || right->any_dimension;
        *product = missing_of(product, right);
        product->any_dimension = any;
        product->dimension = dimension;
        return true;
    }
    if (over && right->number == 0) return fail_zero(evaluator, node, right);
    double number = over ? product->number / right->number : product->number * right->number;
    bool whole = over ? number * right->number == product->number : true;
    bool exact = product->exact && right->exact && whole && is_count(number);
    bool capacity =
        (product->capacity || (right->capacity && !over)) && expr_dimension_is_bytes(dimension);
    *product = expr_number(number, dimension);
    product->exact = exact;
    product->capacity = capacity;
    return expr_is_finite(number) || fail_row(evaluator, EXPR_ERROR_OVERFLOW, row, node);
}

static bool eval_row(struct evaluator *evaluator, const struct expr_node *row,
                     struct expr_value *out) {
    if (!eval_operand(evaluator, row->first, out)) return false;
    for (const struct expr_node *node = row->first->next; node; node = node->next) {
        struct expr_value right;
        if (!eval_operand(evaluator, node, &right)) return false;
        bool good = row->kind == NODE_SUM ? add(evaluator, row, node, out, &right)
                                          : multiply(evaluator, row, node, out, &right);
        if (!good) return false;
    }
    return true;
}

static bool eval_negate(struct evaluator *evaluator, const struct expr_node *node,
                        struct expr_value *out) {
    if (!eval_operand(evaluator, node->first, out)) return false;
    out->number = -out->number;
    return true;
}

/* ---- functions --------------------------------------------------------------------------- */

/* Not (int64_t)(x + 0.5): 0.49999999999999994 + 0.5 is 1. */
static double round_half_away(double number) {
    double whole = truncate(number);
    double rest = number - whole; /* exact */
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

static bool eval_rounding(struct evaluator *evaluator, const struct expr_node *node,
                          struct expr_value *out) {
    if (!eval_operand(evaluator, node->first, out)) return false;
    if (!out->any_dimension && !expr_dimension_is_plain(out->dimension)) {
        struct expr_value value = *out;
        fail_dimensions(evaluator, EXPR_ERROR_PLAIN, node, &value, &value);
        const char *const names[] = {
            [FUNCTION_ROUND] = "round", [FUNCTION_FLOOR] = "floor", [FUNCTION_CEIL] = "ceil"};
        evaluator->error->detail = expr_view(names[node->function]);
        return false;
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

static bool eval_extreme(struct evaluator *evaluator, const struct expr_node *node,
                         struct expr_value *out) {
    if (!eval_operand(evaluator, node->first, out)) return false;
    out->typed = false;
    for (const struct expr_node *next = node->first->next; next; next = next->next) {
        struct expr_value right;
        if (!eval_operand(evaluator, next, &right)) return false;
        right.typed = false;
        if (!comparable(out, &right)) {
            return fail_dimensions(evaluator, EXPR_ERROR_COMPARE, next, out, &right);
        }
        if (is_missing(out, &right)) {
            struct expr_dimension dimension = out->any_dimension ? right.dimension : out->dimension;
            bool any = out->any_dimension && right.any_dimension;
            *out = missing_of(out, &right);
            out->dimension = dimension;
            out->any_dimension = any;
        } else if (node->function == FUNCTION_MIN ? right.number < out->number
                                                  : right.number > out->number) {
            *out = right;
        }
    }
    return true;
}

static bool eval_function(struct evaluator *evaluator, const struct expr_node *node,
                          struct expr_value *out) {
    switch (node->function) {
    case FUNCTION_MIN:
    case FUNCTION_MAX: return eval_extreme(evaluator, node, out);
    case FUNCTION_ABS:
        if (!eval_operand(evaluator, node->first, out)) return false;
        if (out->number < 0) out->number = -out->number;
        return true;
    default: return eval_rounding(evaluator, node, out);
    }
}

/* ---- conditions -------------------------------------------------------------------------- */

enum expr_truth expr_eval_compare(const struct expr_value *left, unsigned comparison,
                                  const struct expr_value *right) {
    if (is_missing(left, right)) return EXPR_UNKNOWN;
    double a = left->number, b = right->number;
    bool truth = false;
    switch ((enum node_comparison)comparison) {
    case COMPARE_LESS: truth = a < b; break;
    case COMPARE_LESS_EQUAL: truth = a <= b; break;
    case COMPARE_GREATER: truth = a > b; break;
    case COMPARE_GREATER_EQUAL: truth = a >= b; break;
    case COMPARE_EQUAL: truth = a == b; break;
    case COMPARE_NOT_EQUAL: truth = a != b; break;
    }
    return truth ? EXPR_TRUE : EXPR_FALSE;
}

static enum expr_truth truth_and(enum expr_truth a, enum expr_truth b) {
    if (a == EXPR_FALSE || b == EXPR_FALSE) return EXPR_FALSE;
    return a == EXPR_UNKNOWN || b == EXPR_UNKNOWN ? EXPR_UNKNOWN : EXPR_TRUE;
}

static enum expr_truth truth_not(enum expr_truth a) {
    return a == EXPR_UNKNOWN ? a : a == EXPR_TRUE ? EXPR_FALSE : EXPR_TRUE;
}

static bool eval_comparison(struct evaluator *evaluator, const struct expr_node *row,
                            struct expr_value *out) {
    struct expr_value left, right;
    enum expr_truth truth = EXPR_TRUE;
    if (!eval_operand(evaluator, row->first, &left)) return false;
    for (const struct expr_node *node = row->first->next; node; node = node->next) {
        if (!eval_operand(evaluator, node, &right)) return false;
        if (!comparable(&left, &right)) {
            return fail_dimensions(evaluator, EXPR_ERROR_COMPARE, row, &left, &right);
        }
        truth = truth_and(truth, expr_eval_compare(&left, node->joint, &right));
        left = right;
    }
    *out = truth_value(truth);
    return true;
}

static bool eval_in(struct evaluator *evaluator, const struct expr_node *node,
                    struct expr_value *out) {
    const struct expr_node *from = node->first->next;
    struct expr_value value, low, high;
    if (!eval_operand(evaluator, node->first, &value)) return false;
    if (!eval_operand(evaluator, from, &low)) return false;
    if (!eval_operand(evaluator, from->next, &high)) return false;
    if (!comparable(&value, &low) || !comparable(&value, &high) || !comparable(&low, &high)) {
        const struct expr_value *other = comparable(&value, &low) ? &high : &low;
        return fail_dimensions(evaluator, EXPR_ERROR_COMPARE, node, &value, other);
    }
    if (!is_missing(&low, &high) && low.number >= high.number) {
        return fail_row(evaluator, EXPR_ERROR_INTERVAL, from, from->next);
    }
    *out = truth_value(truth_and(expr_eval_compare(&value, COMPARE_GREATER_EQUAL, &low),
                                 expr_eval_compare(&value, COMPARE_LESS, &high)));
    return true;
}

/* Kleene's `and` and `or`: `deciding` is the truth that settles the row. Operands after it are still
 * evaluated, for their names and units; only what depends on the card's numbers is forgiven. */
static bool eval_connective(struct evaluator *evaluator, const struct expr_node *row,
                            struct expr_value *out) {
    enum expr_truth deciding = row->kind == NODE_AND ? EXPR_FALSE : EXPR_TRUE;
    enum expr_truth truth = truth_not(deciding);
    for (const struct expr_node *node = row->first; node; node = node->next) {
        struct expr_value value;
        if (!expr_eval_node(evaluator, node, &value)) {
            if (truth != deciding || !expr_error_is_of_card(evaluator->error->code)) return false;
            *evaluator->error = (struct expr_error){0};
            continue;
        }
        if (value.truth == deciding)
            truth = deciding;
        else if (value.truth == EXPR_UNKNOWN && truth != deciding)
            truth = EXPR_UNKNOWN;
    }
    *out = truth_value(truth);
    return true;
}

static bool eval_not(struct evaluator *evaluator, const struct expr_node *node,
                     struct expr_value *out) {
    if (!expr_eval_node(evaluator, node->first, out)) return false;
    out->truth = truth_not(out->truth);
    return true;
}

static bool eval_known(struct evaluator *evaluator, const struct expr_node *node,
                       struct expr_value *out) {
    struct expr_value value;
    if (!expr_eval_node(evaluator, node->first, &value)) return false;
    bool unknown =
        value.kind == EXPR_MISSING || (value.kind == EXPR_TRUTH && value.truth == EXPR_UNKNOWN);
    *out = truth_value(unknown ? EXPR_FALSE : EXPR_TRUE);
    return true;
}

bool expr_eval_node(struct evaluator *evaluator, const struct expr_node *node,
                    struct expr_value *out) {
    switch (node->kind) {
    case NODE_NUMBER: *out = expr_number_value((const struct number_node *)node); return true;
    case NODE_SERIES:
    case NODE_MODEL:
    case NODE_CITED:
        return expr_eval_reference(evaluator, (const struct reference_node *)node, out);
    case NODE_NEGATE: return eval_negate(evaluator, node, out);
    case NODE_SUM:
    case NODE_PRODUCT: return eval_row(evaluator, node, out);
    case NODE_FUNCTION: return eval_function(evaluator, node, out);
    case NODE_COMPARE: return eval_comparison(evaluator, node, out);
    case NODE_IN: return eval_in(evaluator, node, out);
    case NODE_AND:
    case NODE_OR: return eval_connective(evaluator, node, out);
    case NODE_NOT: return eval_not(evaluator, node, out);
    case NODE_KNOWN: return eval_known(evaluator, node, out);
    }
    return false;
}

/* ---- the whole --------------------------------------------------------------------------- */

static bool check_form(struct evaluator *evaluator, const struct expr *expr,
                       const struct expr_value *value) {
    const struct expr_form *form = &expr->form;
    if (value->kind == EXPR_TEXT && (form->has_unit || form->has_digits)) {
        expr_eval_fail(evaluator, EXPR_ERROR_TEXT, expr->root);
        evaluator->error->detail = value->text;
        return false;
    }
    if (!form->has_unit || value->any_dimension ||
        expr_dimension_equal(form->unit.dimension, value->dimension)) {
        return true;
    }
    expr_eval_fail(evaluator, EXPR_ERROR_CONVERT, expr->root);
    struct expr_error *error = evaluator->error;
    error->name = form->unit.name;
    error->offset = (size_t)(form->unit.name.data - expr->source.data);
    error->length = form->unit.name.length;
    error->left = value->dimension;
    error->right = form->unit.dimension;
    return false;
}

bool expr_eval(const struct expr *expr, const struct expr_env *env, struct expr_value *out,
               struct expr_error *error) {
    *out = (struct expr_value){0};
    *error = (struct expr_error){0};
    if (!expr->root) return true;
    struct evaluator evaluator = {env, expr->source, error};
    struct expr_value value;
    if (!expr_eval_node(&evaluator, expr->root, &value)) return false;
    if (!check_form(&evaluator, expr, &value)) return false;
    *out = value;
    return true;
}
