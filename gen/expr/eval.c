/* eval.c -- from a tree to its value: names, comparisons, three-valued truth, and the places of errors.
 * A result that depends on a missing value is unknown. */
#include "node.h"

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

/* ---- names: the caller's answers become values, or errors at the right piece of the source -- */

/* Finds a variable's value; false if there is none of that name. */
static bool variable(const struct evaluator *eval, struct text name, struct expr_value *out) {
    const struct expr_env *env = eval->env;
    struct expr_answer answer = {0};
    if (!env->variable || env->variable(env->context, name, &answer) != EXPR_FOUND) return false;
    *out = answer.value;
    return true;
}

/* A name without dot, index and card may be a variable's. */
static bool is_bare(const struct expr_reference *written) {
    bool dot = false;
    for (size_t i = 0; i < written->name.len; i++)
        dot = dot || written->name.ptr[i] == '.';
    return !dot && written->kind == EXPR_REFERENCE_SERIES && !written->count && !written->card.len;
}

/* The argument may be a variable's name; a variable that is no role and no whole number is left as
 * written, so that the callback finds no such value. */
static struct expr_argument argument_value(const struct evaluator *eval,
                                           struct expr_argument argument) {
    struct expr_value value;
    if (argument.is_number || !variable(eval, argument.text, &value)) return argument;
    if (value.kind == EXPR_TEXT) {
        argument.text = value.text;
    } else if (value.kind == EXPR_NUMBER && value.number >= -1e18 && value.number <= 1e18 &&
               value.number == (double)(int64_t)value.number) {
        argument.is_number = true;
        argument.number = (int64_t)value.number;
    }
    return argument;
}

static struct text id_value(const struct evaluator *eval, struct text written) {
    struct expr_value value;
    bool role = variable(eval, written, &value) && value.kind == EXPR_TEXT;
    return role ? value.text : written;
}

static void make_query(const struct evaluator *eval, const struct expr_reference *written,
                       struct expr_query *query) {
    *query = (struct expr_query){.name = written->name, .card = eval->env->card};
    if (written->card.len > 0) query->card = id_value(eval, written->card);
    for (; query->count < written->count; query->count++) {
        query->arguments[query->count] = argument_value(eval, written->arguments[query->count]);
    }
}

static void at_piece(struct expr_error *error, const struct evaluator *eval, struct text piece) {
    error->offset = (size_t)(piece.ptr - eval->source.ptr);
    error->length = piece.len;
}

/* Turns any answer but EXPR_FOUND into an error at the piece of the reference that is wrong. */
static void report(struct evaluator *eval, const struct reference_node *node,
                   const struct expr_query *query, enum expr_found found,
                   const struct expr_answer *answer) {
    struct expr_error *error = eval->error;
    const struct expr_node *head = &node->head;
    const struct expr_reference *written = &node->written;
    expr_eval_fail(eval, EXPR_ERROR_NAME, head);
    error->name = head->kind == NODE_MODEL ? text_of("model") : written->name;
    error->card = written->card.len > 0 ? query->card : (struct text){NULL, 0};
    error->detail = answer->detail;
    error->hint = answer->hint;
    error->index = answer->index;
    error->given = query->count;
    error->wanted = answer->wanted;
    error->nearest = answer->nearest;
    if (error->nearest.count > EXPR_NEAREST_MAX) error->nearest.count = EXPR_NEAREST_MAX;

    switch (found) {
    case EXPR_NO_CARD:
        error->code = EXPR_ERROR_CARD;
        error->name = query->card;
        if (written->card.len > 0) at_piece(error, eval, written->card);
        break;
    case EXPR_NO_ARGUMENT:
        error->code = EXPR_ERROR_ARGUMENT;
        if (answer->index >= written->count) break;
        error->argument = query->arguments[answer->index];
        at_piece(error, eval, written->arguments[answer->index].text);
        break;
    case EXPR_WRONG_ARGUMENTS: error->code = EXPR_ERROR_ARGUMENTS; break;
    default:
        if (head->kind == NODE_CITED) error->code = EXPR_ERROR_SOURCE;
        if (head->kind == NODE_MODEL) error->code = EXPR_ERROR_FIELD;
        error->name = written->name;
        at_piece(error, eval, written->name);
    }
}

static bool eval_reference(struct evaluator *eval, const struct reference_node *node,
                           struct expr_value *out) {
    const struct expr_env *env = eval->env;
    if (is_bare(&node->written) && variable(eval, node->written.name, out)) return true;

    struct expr_query query;
    make_query(eval, &node->written, &query);
    struct expr_answer answer = {0};
    if (node->head.kind == NODE_CITED)
        answer.value = expr_value_typed((const struct number_node *)node->head.first);
    enum expr_found (*ask)(void *, const struct expr_query *, struct expr_answer *) =
        node->head.kind == NODE_CITED   ? env->cited
        : node->head.kind == NODE_MODEL ? env->model
                                        : env->series;
    enum expr_found found = ask ? ask(env->context, &query, &answer) : EXPR_NO_NAME;
    if (found != EXPR_FOUND) {
        report(eval, node, &query, found, &answer);
        return false;
    }

    *out = answer.value;
    if (out->kind == EXPR_NUMBER && !expr_is_finite(out->number))
        return expr_eval_fail(eval, EXPR_ERROR_OVERFLOW, &node->head);
    return true;
}

/* ---- comparisons and truth --------------------------------------------------------------- */

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
        /* Where the value's own unit is unknown, the units of the two ends disagree. */
        return expr_eval_units(eval, value.any_dimension ? &low : &value, low_fits ? &high : &low);
    }
    if (!expr_value_any_missing(&low, &high) && low.number >= high.number)
        return expr_eval_fail_row(eval, EXPR_ERROR_INTERVAL, from, to);
    *out = expr_value_truth(truth_and(expr_eval_compare(&value, '>' | JOINT_EQUAL, &low),
                                      expr_eval_compare(&value, '<', &high)));
    return true;
}

bool expr_error_is_of_card(enum expr_code code) {
    return code == EXPR_ERROR_ZERO || code == EXPR_ERROR_OVERFLOW || code == EXPR_ERROR_INTERVAL;
}

/* Evaluates Kleene's `and` and `or`. Operands after the one that settled it are still evaluated, so
 * that their names and units are checked; errors that depend on the card's numbers are dropped. */
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

static bool eval_known(struct evaluator *eval, const struct expr_node *node,
                       struct expr_value *out) {
    struct expr_value value;
    if (!expr_eval_node(eval, node->first, &value)) return false;
    bool unknown =
        value.kind == EXPR_MISSING || (value.kind == EXPR_TRUTH && value.truth == EXPR_UNKNOWN);
    *out = expr_value_truth(unknown ? EXPR_FALSE : EXPR_TRUE);
    return true;
}

static bool eval_condition(struct evaluator *eval, const struct expr_node *node,
                           struct expr_value *out) {
    switch (node->kind) {
    case NODE_COMPARE: return eval_comparison(eval, node, out);
    case NODE_IN: return eval_in(eval, node, out);
    case NODE_NOT:
        if (!expr_eval_node(eval, node->first, out)) return false;
        out->truth = truth_not(out->truth);
        return true;
    case NODE_KNOWN: return eval_known(eval, node, out);
    default: return eval_connective(eval, node, out);
    }
}

/* ---- nodes ------------------------------------------------------------------------------- */

bool expr_eval_node(struct evaluator *eval, const struct expr_node *node, struct expr_value *out) {
    switch (node->kind) {
    case NODE_NUMBER: *out = expr_value_typed((const struct number_node *)node); return true;
    case NODE_SERIES:
    case NODE_MODEL:
    case NODE_CITED: return eval_reference(eval, (const struct reference_node *)node, out);
    case NODE_SUM:
    case NODE_PRODUCT: return expr_eval_row(eval, node, out);
    case NODE_NEGATE:
        if (!expr_eval_operand(eval, node->first, out)) return false;
        out->number = -out->number;
        return true;
    case NODE_FUNCTION: return expr_eval_function(eval, node, out);
    default: return eval_condition(eval, node, out);
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

/* ---- the whole ------------------------------------------------------------------------------ */

/* Checks that the value can be shown `as UNIT .DIGITS`. */
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
    /* A unit set by a caller, from the head of a column, does not stand in this source. */
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

/* ---- what an expression depends on ----------------------------------------------------------- */

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
