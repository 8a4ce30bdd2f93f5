/*
 * node.h -- the tree between parsing and evaluation, and what the files of the evaluator share. Private to
 * gen/expr.
 *
 * A node is a head, followed by what its kind needs; heads hang together by `first` and `next`. An
 * infix row (a + b - c, a < b < c) is one node with all operands, so that a tree is only as deep as
 * the author nested it; each operand but the first has the operator before it (`joint`).
 */
#pragma once

#include "text.h"

enum node_kind {
    NODE_NUMBER,   /* struct number_node */
    NODE_SERIES,   /* struct reference_node */
    NODE_MODEL,    /* struct reference_node */
    NODE_CITED,    /* struct reference_node, first child: the number */
    NODE_NEGATE,   /* one child */
    NODE_SUM,      /* joints + - */
    NODE_PRODUCT,  /* joints * / */
    NODE_FUNCTION, /* head.function */
    NODE_COMPARE,  /* joints < >, also with JOINT_EQUAL, = ! always with it */
    NODE_IN,       /* x, low, high */
    NODE_AND,
    NODE_OR,
    NODE_NOT,
    NODE_KNOWN
};

enum node_function {
    FUNCTION_NONE, /* of a node that is no NODE_FUNCTION */
    FUNCTION_MIN,
    FUNCTION_MAX,
    FUNCTION_ABS,
    FUNCTION_ROUND,
    FUNCTION_FLOOR,
    FUNCTION_CEIL
};

/* Is added to the character of <= >= == and !=. */
enum { JOINT_EQUAL = 0x80 };

struct expr_node {
    enum node_kind kind;
    uint8_t joint;    /* the operator before this operand: its character, 1 for a word; else 0 */
    uint8_t function; /* enum node_function */
    bool condition;   /* gives a truth, not a value */
    uint32_t offset, length;
    struct expr_node *first, *next;
};

struct number_node {
    struct expr_node head;
    double number;
    bool capacity, typed;
    uint8_t decimals; /* as typed */
    struct expr_unit unit;
};

struct reference_node {
    struct expr_node head;
    struct expr_reference written; /* a model's name is its field, a citation's its source */
    struct reference_node *next;   /* the next one written */
};

/* ---- evaluation --------------------------------------------------------------------------
 *
 * A function that evaluates returns false once an error is set. A value is only looked at after its
 * unit was, so that a mistake in the text shows on every card, measured or not. */

struct evaluator {
    const struct expr_env *env;
    struct text source;
    struct expr_error *error;
};

/* eval.c */
bool expr_eval_node(struct evaluator *eval, const struct expr_node *node, struct expr_value *out);
/* Evaluates an operand of arithmetic or of a comparison: a role is an error. */
bool expr_eval_operand(struct evaluator *eval, const struct expr_node *node,
                       struct expr_value *out);
struct text expr_node_text(const struct evaluator *eval, const struct expr_node *node);
bool expr_eval_fail(struct evaluator *eval, enum expr_code code, const struct expr_node *node);
/* Reports the part of a row that ends with the operand `last`, since the row may go on. */
bool expr_eval_fail_row(struct evaluator *eval, enum expr_code code, const struct expr_node *row,
                        const struct expr_node *last);
/* Sets the two dimensions of an error; returns false. */
bool expr_eval_units(struct evaluator *eval, const struct expr_value *left,
                     const struct expr_value *right);

/* arithmetic.c: NODE_SUM, NODE_PRODUCT; NODE_FUNCTION */
bool expr_eval_row(struct evaluator *eval, const struct expr_node *row, struct expr_value *out);
bool expr_eval_function(struct evaluator *eval, const struct expr_node *node,
                        struct expr_value *out);

/* Compares two operands of equal dimension. */
enum expr_truth expr_eval_compare(const struct expr_value *left, unsigned joint,
                                  const struct expr_value *right);

struct expr_value expr_value_typed(const struct number_node *node);
struct expr_value expr_value_truth(enum expr_truth truth);
bool expr_value_any_missing(const struct expr_value *left, const struct expr_value *right);
/* Returns whether the values may be added and compared. */
bool expr_value_same_unit(const struct expr_value *left, const struct expr_value *right);
