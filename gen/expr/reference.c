/* reference.c -- what an expression depends on, as written. */
#include "node.h"

static bool holds_reference(const struct expr_node *node) {
    if (node->kind == NODE_SERIES || node->kind == NODE_MODEL) return true;
    for (const struct expr_node *child = node->first; child; child = child->next)
        if (holds_reference(child)) return true;
    return false;
}

static bool compares(const struct expr_node *node) {
    if (node->kind == NODE_COMPARE || node->kind == NODE_IN) return holds_reference(node);
    if (node->kind == NODE_KNOWN) return false;
    for (const struct expr_node *child = node->first; child; child = child->next)
        if (compares(child)) return true;
    return false;
}

bool expr_compares(const struct expr *expr) {
    return expr->root && compares(expr->root);
}

bool expr_next_reference(const struct expr *expr, const struct expr_node **cursor,
                         struct expr_reference *out) {
    const struct reference_node *last = (const struct reference_node *)*cursor;
    const struct reference_node *node =
        last ? last->next : (const struct reference_node *)expr->references;
    *out = node ? node->written : (struct expr_reference){0};
    if (node) *cursor = &node->head;
    return node != NULL;
}
