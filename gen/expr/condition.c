/* condition.c -- comparisons and three-valued truth: what depends on a missing value is unknown. */
#include "eval.h"

enum expr_truth expr_eval_compare(const struct expr_value *left, unsigned joint,
                                  const struct expr_value *right) {
    if (expr_value_any_missing(left, right)) return EXPR_UNKNOWN;
    double a = left->number, b = right->number;
    bool truth = a == b && joint & JOINT_EQUAL;
    switch (joint & ~(unsigned)JOINT_EQUAL) {
    case '<': truth |= a < b; break;
    case '>': truth |= a > b; break;
    case '!': truth = a != b; break;
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

static bool eval_comparison(struct evaluator *eval, const struct expr_node *row,
                            struct expr_value *out) {
    struct expr_value left, right;
    enum expr_truth truth = EXPR_TRUE;
    if (!expr_eval_operand(eval, row->first, &left)) return false;
    for (const struct expr_node *node = row->first->next; node; node = node->next) {
        if (!expr_eval_operand(eval, node, &right)) return false;
        if (!expr_value_same_unit(&left, &right)) {
            expr_eval_fail(eval, EXPR_ERROR_COMPARE, row);
            return expr_eval_units(eval, &left, &right);
        }
        truth = truth_and(truth, expr_eval_compare(&left, node->joint, &right));
        left = right;
    }
    *out = expr_value_truth(truth);
    return true;
}

static bool eval_in(struct evaluator *eval, const struct expr_node *node, struct expr_value *out) {
    const struct expr_node *from = node->first->next, *to = from->next;
    struct expr_value value, low, high;
    if (!expr_eval_operand(eval, node->first, &value)) return false;
    if (!expr_eval_operand(eval, from, &low)) return false;
    if (!expr_eval_operand(eval, to, &high)) return false;
    bool low_fits = expr_value_same_unit(&value, &low);
    if (!low_fits || !expr_value_same_unit(&value, &high) || !expr_value_same_unit(&low, &high)) {
        expr_eval_fail(eval, EXPR_ERROR_COMPARE, node);
        /* Where the value's own unit is not known, it is the two ends that do not fit. */
        return expr_eval_units(eval, value.any_dimension ? &low : &value, low_fits ? &high : &low);
    }
    if (!expr_value_any_missing(&low, &high) && low.number >= high.number)
        return expr_eval_fail_row(eval, EXPR_ERROR_INTERVAL, from, to);
    *out = expr_value_truth(truth_and(expr_eval_compare(&value, '>' | JOINT_EQUAL, &low),
                                      expr_eval_compare(&value, '<', &high)));
    return true;
}

/* Kleene's `and` and `or`. Operands after the one that settled it are still evaluated, for their
 * names and units; what depends on the card's numbers is forgiven. */
static bool eval_connective(struct evaluator *eval, const struct expr_node *row,
                            struct expr_value *out) {
    enum expr_truth settles = row->kind == NODE_AND ? EXPR_FALSE : EXPR_TRUE;
    enum expr_truth truth = truth_not(settles);
    for (const struct expr_node *node = row->first; node; node = node->next) {
        struct expr_value value;
        if (!expr_eval_node(eval, node, &value)) {
            if (truth != settles || !expr_error_is_of_card(eval->error->code)) return false;
            *eval->error = (struct expr_error){0};
        } else if (value.truth == settles) {
            truth = settles;
        } else if (value.truth == EXPR_UNKNOWN && truth != settles) {
            truth = EXPR_UNKNOWN;
        }
    }
    *out = expr_value_truth(truth);
    return true;
}

static bool eval_not(struct evaluator *eval, const struct expr_node *node, struct expr_value *out) {
    if (!expr_eval_node(eval, node->first, out)) return false;
    out->truth = truth_not(out->truth);
    return true;
}

static bool eval_known(struct evaluator *eval, const struct expr_node *node,
                       struct expr_value *out) {
    struct expr_value value;
    if (!expr_eval_node(eval, node->first, &value)) return false;
    bool unknown =
        value.kind == EXPR_MISSING || (value.kind == EXPR_TRUTH && value.truth == EXPR_UNKNOWN);
    *out = expr_value_truth(unknown ? EXPR_FALSE : EXPR_TRUE);
    return true;
}

bool expr_eval_condition(struct evaluator *eval, const struct expr_node *node,
                         struct expr_value *out) {
    switch (node->kind) {
    case NODE_COMPARE: return eval_comparison(eval, node, out);
    case NODE_IN: return eval_in(eval, node, out);
    case NODE_NOT: return eval_not(eval, node, out);
    case NODE_KNOWN: return eval_known(eval, node, out);
    default: return eval_connective(eval, node, out);
    }
}
