/*
 * margin.c -- how far a condition is from the other verdict.
 *
 * Of a comparison that is the distance of its sides, as a part of the side that is compared with: the
 * right one, or a typed number on the left. Of several comparisons the one counts that would turn the
 * verdict first: of a true `and` the nearest, of a false `and` the farthest of those that are false, and
 * of an `or` the other way round. Two sides that have to be equal have no margin, nor has known(x).
 */
#include "node.h"

struct margin {
    bool known;
    double part;
};

static bool evaluate(const struct evaluator *eval, const struct expr_node *node,
                     struct expr_value *out) {
    struct expr_error error = {0};
    struct evaluator unheard = {eval->env, eval->source, &error};
    return expr_eval_node(&unheard, node, out);
}

static double size_of(double number) {
    return number < 0 ? -number : number;
}

static struct margin between(double number, double limit) {
    if (limit == 0) return (struct margin){0};
    return (struct margin){true, size_of(number - limit) / size_of(limit)};
}

static struct margin chosen(struct margin a, struct margin b, bool nearest) {
    if (!a.known || !b.known) return a.known ? a : b;
    return (a.part < b.part) == nearest ? a : b;
}

static struct margin of_pair(const struct expr_node *left, const struct expr_value *a,
                             const struct expr_node *right, const struct expr_value *b) {
    const bool mirrored = left->kind == NODE_NUMBER && right->kind != NODE_NUMBER;
    const unsigned sign = right->joint & ~(unsigned)JOINT_EQUAL;
    if (sign == '=' && a->number == b->number) return (struct margin){0};
    return mirrored ? between(b->number, a->number) : between(a->number, b->number);
}

static struct margin of_compare(const struct evaluator *eval, const struct expr_node *row,
                                enum expr_truth verdict) {
    struct margin margin = {0};
    struct expr_value a, b;
    const struct expr_node *left = row->first;
    if (!evaluate(eval, left, &a)) return margin;
    for (const struct expr_node *right = left->next; right; left = right, right = right->next) {
        if (!evaluate(eval, right, &b)) return (struct margin){0};
        if (expr_eval_compare(&a, right->joint, &b) == verdict)
            margin = chosen(margin, of_pair(left, &a, right, &b), verdict == EXPR_TRUE);
        a = b;
    }
    return margin;
}

static struct margin of_in(const struct evaluator *eval, const struct expr_node *node) {
    struct expr_value value, low, high;
    if (!evaluate(eval, node->first, &value) || !evaluate(eval, node->first->next, &low) ||
        !evaluate(eval, node->first->next->next, &high))
        return (struct margin){0};
    return chosen(between(value.number, low.number), between(value.number, high.number), true);
}

static struct margin of(const struct evaluator *eval, const struct expr_node *node) {
    struct margin margin = {0};
    struct expr_value value, part;
    if (!evaluate(eval, node, &value) || value.kind != EXPR_TRUTH || value.truth == EXPR_UNKNOWN)
        return margin;
    switch (node->kind) {
    case NODE_COMPARE: return of_compare(eval, node, value.truth);
    case NODE_IN: return of_in(eval, node);
    case NODE_NOT: return of(eval, node->first);
    case NODE_AND:
    case NODE_OR:
        for (const struct expr_node *operand = node->first; operand; operand = operand->next)
            if (evaluate(eval, operand, &part) && part.truth == value.truth)
                margin = chosen(margin, of(eval, operand),
                                (node->kind == NODE_AND) == (value.truth == EXPR_TRUE));
        return margin;
    default: return margin;
    }
}

bool expr_margin(const struct expr *expr, const struct expr_env *env, double *margin) {
    const struct evaluator eval = {env, expr->source, NULL};
    const struct margin found = expr->root ? of(&eval, expr->root) : (struct margin){0};
    *margin = found.part;
    return found.known;
}
