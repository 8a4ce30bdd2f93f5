/*
 * explain.c -- why a condition is true, false or unknown, with the values of both sides.
 *
 * The explanation walks down from the verdict to the comparisons that made it: of a false `and`
 * the false operands, of a false `or` all, and so on.
 */
#include "node.h"

#define SEEN_MAX 160 /* numbers that agree in so many characters get more digits */
#define REPORTED_MAX 8

struct explainer {
    struct evaluator evaluator;
    struct expr_writer writer;
    struct text reported[REPORTED_MAX]; /* names reported as missing; each is reported once */
    size_t reported_count;
};

/* Writes the sign as typed, "<=", or mirrored, ">=". */
static void write_sign(struct explainer *x, unsigned joint, bool mirrored) {
    char sign = (char)(joint & ~(unsigned)JOINT_EQUAL);
    if (mirrored && sign != '=' && sign != '!') sign = sign == '<' ? '>' : '<';
    expr_write(&x->writer, &sign, 1);
    expr_write_text(&x->writer, joint & JOINT_EQUAL ? "= " : " ");
}

static const char *between(const struct explainer *x) {
    return x->writer.length > 0 ? "; " : "";
}

static struct text source_of(const struct explainer *x, const struct expr_node *node) {
    return expr_node_text(&x->evaluator, node);
}

static bool evaluate(struct explainer *x, const struct expr_node *node, struct expr_value *out) {
    struct expr_error error = {0};
    struct evaluator evaluator = {x->evaluator.env, x->evaluator.source, &error};
    return expr_eval_node(&evaluator, node, out);
}

/* Returns whether the name was reported as missing already, and notes it. */
static bool was_reported(struct explainer *x, struct text name) {
    for (size_t i = 0; i < x->reported_count; i++)
        if (text_equal(x->reported[i], name)) return true;
    if (x->reported_count < REPORTED_MAX) x->reported[x->reported_count++] = name;
    return false;
}

/* Writes "x has no value (reason)"; false if it has a value. */
static bool write_missing(struct explainer *x, const struct expr_node *node,
                          const struct expr_value *value) {
    if (value->kind != EXPR_MISSING) return false;
    if (was_reported(x, source_of(x, node))) return true;
    expr_print(&x->writer, value->text.len > 0 ? "%s%v has no value (%v)" : "%s%v has no value",
               between(x), source_of(x, node), value->text);
    return true;
}

static size_t show(const struct expr_value *value, int significant, char *out, size_t size) {
    struct expr_writer writer = {out, size, 0};
    expr_write_value(&writer, value, NULL, significant, EXPR_STYLE_TERMINAL);
    return expr_writer_finish(&writer);
}

/* Returns so many digits that two different numbers look different: 4.496 against 4.5. A typed number
 * is compared with as many digits as the other one, since 0.300 and 0.3 look the same to a reader. */
static int digits_to_tell(const struct expr_value *a, const struct expr_value *b) {
    static const int tries[] = {0, 4, 6, 9, 13, 17};
    struct expr_value first = *a, second = *b;
    first.typed = second.typed = false;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char left[SEEN_MAX], right[SEEN_MAX];
        size_t la = show(&first, tries[i], left, sizeof left);
        size_t lb = show(&second, tries[i], right, sizeof right);
        if (a->number == b->number || la >= sizeof left || lb >= sizeof right ||
            !text_equal((struct text){left, la}, (struct text){right, lb}))
            return tries[i];
    }
    return 17;
}

static void write_value(struct explainer *x, const struct expr_value *value, int significant) {
    expr_write_value(&x->writer, value, NULL, significant, EXPR_STYLE_TERMINAL);
}

static void write_is(struct explainer *x, const struct expr_node *node,
                     const struct expr_value *value, int significant) {
    expr_print(&x->writer, "%s%v is ", between(x), source_of(x, node));
    write_value(x, value, significant);
}

static void explain_pair(struct explainer *x, const struct expr_node *left,
                         const struct expr_value *a, const struct expr_node *right,
                         const struct expr_value *b, enum expr_truth truth) {
    bool missing = write_missing(x, left, a);
    missing |= write_missing(x, right, b);
    if (missing) return;
    int significant = digits_to_tell(a, b);
    /* `4 < x` is explained from x: "x is 3, not > 4" */
    bool mirrored = left->kind == NODE_NUMBER && right->kind != NODE_NUMBER;
    write_is(x, mirrored ? right : left, mirrored ? b : a, significant);
    expr_write_text(&x->writer, truth == EXPR_TRUE ? ", " : ", not ");
    write_sign(x, right->joint, mirrored);
    const struct expr_node *other = mirrored ? left : right;
    expr_print(&x->writer, other->kind == NODE_NUMBER ? "%v" : "%v, which is ",
               source_of(x, other));
    if (other->kind != NODE_NUMBER) write_value(x, mirrored ? a : b, significant);
}

static void explain_compare(struct explainer *x, const struct expr_node *row,
                            enum expr_truth verdict) {
    const struct expr_node *left = row->first;
    struct expr_value a, b;
    if (!evaluate(x, left, &a)) return;
    for (const struct expr_node *right = left->next; right; left = right, right = right->next) {
        if (!evaluate(x, right, &b)) return;
        enum expr_truth truth = expr_eval_compare(&a, right->joint, &b);
        if (truth == verdict) explain_pair(x, left, &a, right, &b, truth);
        a = b;
    }
}

static void explain_in(struct explainer *x, const struct expr_node *node, enum expr_truth verdict) {
    const struct expr_node *low = node->first->next, *high = low->next;
    struct expr_value value, from, to;
    if (!evaluate(x, node->first, &value) || !evaluate(x, low, &from) || !evaluate(x, high, &to))
        return;
    bool missing = write_missing(x, node->first, &value);
    missing |= write_missing(x, low, &from);
    missing |= write_missing(x, high, &to);
    if (missing) return;
    int a = digits_to_tell(&value, &from), b = digits_to_tell(&value, &to);
    int significant = a > b ? a : b;
    write_is(x, node->first, &value, significant);
    expr_print(&x->writer, verdict == EXPR_TRUE ? ", in %v..%v" : ", not in %v..%v",
               source_of(x, low), source_of(x, high));
    if (low->kind == NODE_NUMBER && high->kind == NODE_NUMBER) return;
    expr_write_text(&x->writer, ", which is ");
    write_value(x, &from, significant);
    expr_write_text(&x->writer, "..");
    write_value(x, &to, significant);
}

static void explain_known(struct explainer *x, const struct expr_node *node) {
    struct expr_value value;
    if (!evaluate(x, node->first, &value) || write_missing(x, node->first, &value)) return;
    write_is(x, node->first, &value, 0);
}

static void explain(struct explainer *x, const struct expr_node *node) {
    struct expr_value value;
    if (!evaluate(x, node, &value) || value.kind != EXPR_TRUTH) return;
    switch (node->kind) {
    case NODE_COMPARE: explain_compare(x, node, value.truth); break;
    case NODE_IN: explain_in(x, node, value.truth); break;
    case NODE_KNOWN: explain_known(x, node); break;
    case NODE_NOT: explain(x, node->first); break;
    case NODE_AND:
    case NODE_OR:
        /* Operands with the row's own truth are the reason: false operands make an `and` false, and
         * all operands of a false `or` are false. */
        for (const struct expr_node *part = node->first; part; part = part->next) {
            struct expr_value truth;
            if (evaluate(x, part, &truth) && truth.truth == value.truth) explain(x, part);
        }
        break;
    default: break;
    }
}

size_t expr_explain(const struct expr *expr, const struct expr_env *env, char *out, size_t size) {
    struct explainer x = {.evaluator = {env, expr->source, NULL}, .writer = {out, size, 0}};
    if (expr->root) explain(&x, expr->root);
    return expr_writer_finish(&x.writer);
}
