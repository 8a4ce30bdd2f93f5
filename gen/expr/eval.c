/* eval.c -- from a tree to its value: which file evaluates which node, and where errors stand. */
#include "eval.h"

struct text expr_node_text(const struct evaluator *eval, const struct expr_node *node) {
    return (struct text){eval->source.ptr + node->offset, node->length};
}

bool expr_eval_fail(struct evaluator *eval, enum expr_code code, const struct expr_node *node) {
    *eval->error = (struct expr_error){.code = code,
                                       .offset = node->offset,
                                       .length = node->length,
                                       .name = expr_node_text(eval, node)};
    return false;
}

bool expr_eval_fail_row(struct evaluator *eval, enum expr_code code, const struct expr_node *row,
                        const struct expr_node *last) {
    expr_eval_fail(eval, code, row);
    eval->error->length = last->offset + last->length - row->offset;
    eval->error->name.len = eval->error->length;
    return false;
}

bool expr_eval_units(struct evaluator *eval, const struct expr_value *left,
                     const struct expr_value *right) {
    eval->error->left = left->dimension;
    eval->error->right = right->dimension;
    return false;
}

bool expr_eval_node(struct evaluator *eval, const struct expr_node *node, struct expr_value *out) {
    switch (node->kind) {
    case NODE_NUMBER: *out = expr_value_typed((const struct number_node *)node); return true;
    case NODE_SERIES:
    case NODE_MODEL:
    case NODE_CITED: return expr_eval_reference(eval, (const struct reference_node *)node, out);
    case NODE_SUM:
    case NODE_PRODUCT: return expr_eval_row(eval, node, out);
    case NODE_NEGATE:
        if (!expr_eval_operand(eval, node->first, out)) return false;
        out->number = -out->number;
        return true;
    case NODE_FUNCTION: return expr_eval_function(eval, node, out);
    default: return expr_eval_condition(eval, node, out);
    }
}

/* False for a text, because a number is needed here. */
static bool refuse_text(struct evaluator *eval, const struct expr_node *node,
                        const struct expr_value *value) {
    if (value->kind != EXPR_TEXT) return true;
    expr_eval_fail(eval, EXPR_ERROR_TEXT, node);
    eval->error->detail = value->text;
    return false;
}

bool expr_eval_operand(struct evaluator *eval, const struct expr_node *node,
                       struct expr_value *out) {
    return expr_eval_node(eval, node, out) && refuse_text(eval, node, out);
}

/* Whether the value can be shown `as UNIT .DIGITS`. */
static bool check_form(struct evaluator *eval, const struct expr *expr,
                       const struct expr_value *value) {
    const struct expr_unit *unit = &expr->form.unit;
    bool asked = expr->form.has_unit || expr->form.has_digits;
    if (asked && !refuse_text(eval, expr->root, value)) return false;
    if (!expr->form.has_unit || value->any_dimension ||
        expr_dimension_equal(unit->dimension, value->dimension))
        return true;
    struct expr_value shown = expr_number(0, unit->dimension);
    uintptr_t at = (uintptr_t)unit->name.ptr, start = (uintptr_t)expr->source.ptr;
    expr_eval_fail(eval, EXPR_ERROR_CONVERT, expr->root);
    /* A unit that a caller has set, from the head of a column, is not written here. */
    if (at >= start && at < start + expr->source.len) {
        eval->error->offset = at - start;
        eval->error->length = unit->name.len;
    }
    eval->error->name = unit->name;
    return expr_eval_units(eval, value, &shown);
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
