/*
 * lookup.c -- names: from the tree to the caller's callbacks, and from their answers to values or
 * errors at the right piece of the source.
 */
#include "decimal.h"
#include "eval.h"

/* A variable's value; false if there is none of that name. */
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

/* What is written may be a variable's name; a variable that is no role and no whole number cannot
 * stand here and is left as written, so that the callback finds no such value. */
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

static bool at_piece(struct expr_error *error, const struct evaluator *eval, struct text piece) {
    error->offset = (size_t)(piece.ptr - eval->source.ptr);
    error->length = piece.len;
    return false;
}

/* Turns any answer but EXPR_FOUND into an error at the piece of the reference that is wrong. */
static bool report(struct evaluator *eval, const struct reference_node *node,
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
    error->nearest_count =
        answer->nearest_count < EXPR_NEAREST_MAX ? answer->nearest_count : EXPR_NEAREST_MAX;
    for (size_t i = 0; i < error->nearest_count; i++)
        error->nearest[i] = answer->nearest[i];

    switch (found) {
    case EXPR_NO_CARD:
        error->code = EXPR_ERROR_CARD;
        error->name = query->card;
        if (written->card.len > 0) return at_piece(error, eval, written->card);
        return false;
    case EXPR_NO_ARGUMENT:
        error->code = EXPR_ERROR_ARGUMENT;
        if (answer->index >= written->count) return false;
        error->argument = query->arguments[answer->index];
        return at_piece(error, eval, written->arguments[answer->index].text);
    case EXPR_WRONG_ARGUMENTS: error->code = EXPR_ERROR_ARGUMENTS; return false;
    default:
        if (head->kind == NODE_CITED) error->code = EXPR_ERROR_SOURCE;
        if (head->kind == NODE_MODEL) error->code = EXPR_ERROR_FIELD;
        error->name = written->name;
        return at_piece(error, eval, written->name);
    }
}

bool expr_eval_reference(struct evaluator *eval, const struct reference_node *node,
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
    if (found != EXPR_FOUND) return report(eval, node, &query, found, &answer);

    *out = answer.value;
    if (out->kind == EXPR_NUMBER && !expr_is_finite(out->number))
        return expr_eval_fail(eval, EXPR_ERROR_OVERFLOW, &node->head);
    return true;
}
