/* eval.c -- from a tree to its value: which file evaluates which node, and where errors stand. */
#include "eval.h"

struct text expr_node_text(const struct evaluator *evaluator, const struct expr_node *node) {
    return (struct text){evaluator->source.ptr + node->offset, node->length};
}

bool expr_eval_fail(struct evaluator *evaluator, enum expr_code code,
                    const struct expr_node *node) {
    *evaluator->error = (struct expr_error){.code = code,
                                            .offset = node->offset,
                                            .length = node->length,
                                            .name = expr_node_text(evaluator, node)};
    return false;
}

bool expr_eval_fail_row(struct evaluator *evaluator, enum expr_code code,
                        const struct expr_node *row, const struct expr_node *last) {
    expr_eval_fail(evaluator, code, row);
    evaluator->error->length = last->offset + last->length - row->offset;
    evaluator->error->name.len = evaluator->error->length;
    return false;
}

bool expr_eval_units(struct evaluator *evaluator, const struct expr_value *left,
                     const struct expr_value *right) {
    evaluator->error->left = left->dimension;
    evaluator->error->right = right->dimension;
    return false;
}

bool expr_eval_node(struct evaluator *evaluator, const struct expr_node *node,
                    struct expr_value *out) {
    switch (node->kind) {
    case NODE_NUMBER: *out = expr_value_typed((const struct number_node *)node); return true;
    case NODE_SERIES:
    case NODE_MODEL:
    case NODE_CITED:
        return expr_eval_reference(evaluator, (const struct reference_node *)node, out);
    case NODE_SUM:
    case NODE_PRODUCT: return expr_eval_row(evaluator, node, out);
    case NODE_NEGATE:
        if (!expr_eval_operand(evaluator, node->first, out)) return false;
        out->number = -out->number;
        return true;
    case NODE_FUNCTION: return expr_eval_function(evaluator, node, out);
    default: return expr_eval_condition(evaluator, node, out);
    }
}

/* False for a text, because a number is needed here. */
static bool refuse_text(struct evaluator *evaluator, const struct expr_node *node,
                        const struct expr_value *value) {
    if (value->kind != EXPR_TEXT) return true;
    expr_eval_fail(evaluator, EXPR_ERROR_TEXT, node);
    evaluator->error->detail = value->text;
    return false;
}

bool expr_eval_operand(struct evaluator *evaluator, const struct expr_node *node,
                       struct expr_value *out) {
    return expr_eval_node(evaluator, node, out) && refuse_text(evaluator, node, out);
}

/* Whether the value can be shown `as UNIT .DIGITS`. */
static bool check_form(struct evaluator *evaluator, const struct expr *expr,
                       const struct expr_value *value) {
    const struct expr_unit *unit = &expr->form.unit;
    bool asked = expr->form.has_unit || expr->form.has_digits;
    if (asked && !refuse_text(evaluator, expr->root, value)) return false;
    if (!expr->form.has_unit || value->any_dimension ||
        expr_dimension_equal(unit->dimension, value->dimension))
        return true;
    struct expr_value shown = expr_number(0, unit->dimension);
    uintptr_t at = (uintptr_t)unit->name.ptr, start = (uintptr_t)expr->source.ptr;
    expr_eval_fail(evaluator, EXPR_ERROR_CONVERT, expr->root);
    /* A unit that a caller has set, from the head of a column, is not written here. */
    if (at >= start && at < start + expr->source.len) {
        evaluator->error->offset = at - start;
        evaluator->error->length = unit->name.len;
    }
    evaluator->error->name = unit->name;
    return expr_eval_units(evaluator, value, &shown);
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
