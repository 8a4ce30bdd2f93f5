/*
 * eval.h -- what the files of the evaluator share. Private to gen/expr.
 *
 * A function that evaluates returns false once an error is set. A value is only looked at after its
 * unit was, so that a mistake in the text shows on every card, measured or not.
 */
#pragma once

#include "node.h"

struct evaluator {
    const struct expr_env *env;
    struct text source;
    struct expr_error *error;
};

/* eval.c */
bool expr_eval_node(struct evaluator *eval, const struct expr_node *node, struct expr_value *out);
/* The same for an operand of arithmetic or of a comparison: a role is an error. */
bool expr_eval_operand(struct evaluator *eval, const struct expr_node *node,
                       struct expr_value *out);
struct text expr_node_text(const struct evaluator *eval, const struct expr_node *node);
bool expr_eval_fail(struct evaluator *eval, enum expr_code code, const struct expr_node *node);
/* At the part of a row that ends with the operand `last`, since the row may go on. */
bool expr_eval_fail_row(struct evaluator *eval, enum expr_code code, const struct expr_node *row,
                        const struct expr_node *last);
/* Sets the two dimensions of an error; returns false. */
bool expr_eval_units(struct evaluator *eval, const struct expr_value *left,
                     const struct expr_value *right);

/* arithmetic.c: NODE_SUM, NODE_PRODUCT; NODE_FUNCTION */
bool expr_eval_row(struct evaluator *eval, const struct expr_node *row, struct expr_value *out);
bool expr_eval_function(struct evaluator *eval, const struct expr_node *node,
                        struct expr_value *out);

/* One comparison of two operands of equal dimension. */
enum expr_truth expr_eval_compare(const struct expr_value *left, unsigned joint,
                                  const struct expr_value *right);

struct expr_value expr_value_typed(const struct number_node *node);
struct expr_value expr_value_truth(enum expr_truth truth);
bool expr_value_any_missing(const struct expr_value *left, const struct expr_value *right);
/* Whether they may be added and compared. */
bool expr_value_same_unit(const struct expr_value *left, const struct expr_value *right);
