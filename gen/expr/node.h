/*
 * node.h -- the tree between parsing and evaluation. Private to gen/expr.
 *
 * A node is a head, followed by what its kind needs; heads hang together by `first` and `next`. An
 * infix row (a + b - c, a < b < c) is one node with all operands, so that a tree is only as deep as
 * the author nested it; each operand but the first knows the operator before it (`joint`).
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
