/* eval.h -- evaluating parts of a tree. Private to gen/expr. */
#ifndef EXPR_EVAL_H
#define EXPR_EVAL_H

#include "node.h"

struct evaluator {
    const struct expr_env *env;
    struct expr_view source;
    struct expr_error *error; /* the first one stays */
};

bool expr_eval_node(struct evaluator *evaluator, const struct expr_node *node,
                    struct expr_value *out);

/* Compares two evaluated operands that have passed expr_eval_comparable. */
enum expr_truth expr_eval_compare(const struct expr_value *left, unsigned comparison,
                                  const struct expr_value *right);

/* The number, with its unit, as the author typed it. */
struct expr_value expr_number_value(const struct number_node *node);

/* lookup.c: asks the callbacks. */
bool expr_eval_reference(struct evaluator *evaluator, const struct reference_node *node,
                         struct expr_value *out);

bool expr_eval_fail(struct evaluator *evaluator, enum expr_code code, const struct expr_node *node);

struct expr_view expr_node_text(const struct evaluator *evaluator, const struct expr_node *node);

#endif
