/*
 * parse.c -- the grammar of expr.h from `claim` and `as` down to signs, by recursive descent.
 */
#include "parser.h"

#define SOURCE_MAX 65536

/* An operator that `kind` rows join with; 0 if the token is none. Joints are never 0. */
typedef uint8_t (*joint_function)(struct parser *parser, struct token token);

/* operand { joint operand }: one operand alone is itself, more are a row of `kind`. */
static struct expr_node *parse_row(struct parser *parser, enum node_kind kind,
                                   joint_function joint_of,
                                   struct expr_node *(*operand)(struct parser *), bool conditions) {
    uint32_t start = expr_parser_peek(parser).offset;
    struct expr_node *first = operand(parser);
    struct expr_node *row = NULL;
    struct expr_node *last = first;
    while (last) {
        uint8_t joint = joint_of(parser, expr_parser_peek(parser));
        if (parser->error->code != EXPR_OK) return NULL;
        if (joint == 0) break;
        if (!row) {
            bool fits = conditions ? expr_parser_is_condition(parser, first)
                                   : expr_parser_is_value(parser, first);
            row = fits ? expr_parser_node(parser, kind, sizeof *row, start) : NULL;
            if (!row) return NULL;
            row->first = first;
            row->condition = conditions || kind == NODE_COMPARE;
        }
        expr_parser_take(parser);
        last->next = operand(parser);
        last = last->next;
        if (!last) return NULL;
        if (!(conditions ? expr_parser_is_condition(parser, last)
                         : expr_parser_is_value(parser, last))) {
            return NULL;
        }
        last->joint = joint;
        expr_parser_close(parser, row);
    }
    return row ? row : first;
}

/* "-" against a term is either a sign or a hyphen, and `a -b` could be meant as both. */
static uint8_t sum_joint(struct parser *parser, struct token token) {
    if (token.kind != TOKEN_SIGN || (token.sign != '+' && token.sign != '-')) return 0;
    if (token.sign == '-' && !(token.space_before && token.space_after)) {
        expr_parser_fail(parser, EXPR_ERROR_MINUS, token.offset, token.length);
        return 0;
    }
    return (uint8_t)token.sign;
}

static uint8_t product_joint(struct parser *parser, struct token token) {
    (void)parser;
    bool is = token.kind == TOKEN_SIGN && (token.sign == '*' || token.sign == '/');
    return is ? (uint8_t)token.sign : 0;
}

static uint8_t compare_joint(struct parser *parser, struct token token) {
    (void)parser;
    switch (token.kind) {
    case TOKEN_LESS_EQUAL: return COMPARE_LESS_EQUAL;
    case TOKEN_GREATER_EQUAL: return COMPARE_GREATER_EQUAL;
    case TOKEN_EQUAL: return COMPARE_EQUAL;
    case TOKEN_NOT_EQUAL: return COMPARE_NOT_EQUAL;
    case TOKEN_SIGN:
        if (token.sign == '<') return COMPARE_LESS;
        if (token.sign == '>') return COMPARE_GREATER;
        return 0;
    default: return 0;
    }
}

static uint8_t and_joint(struct parser *parser, struct token token) {
    return expr_parser_token_is(parser, token, "and");
}

static uint8_t or_joint(struct parser *parser, struct token token) {
    return expr_parser_token_is(parser, token, "or");
}

/* A prefix operator and its operand. */
static struct expr_node *parse_prefix(struct parser *parser, enum node_kind kind,
                                      struct expr_node *(*operand)(struct parser *)) {
    struct token sign = expr_parser_take(parser);
    if (!expr_parser_enter(parser, sign)) return NULL;
    struct expr_node *node = expr_parser_node(parser, kind, sizeof *node, sign.offset);
    if (!node) return NULL;
    node->first = operand(parser);
    expr_parser_leave(parser);
    if (!node->first) return NULL;
    node->condition = kind == NODE_NOT;
    bool fits = node->condition ? expr_parser_is_condition(parser, node->first)
                                : expr_parser_is_value(parser, node->first);
    return fits ? expr_parser_close(parser, node) : NULL;
}

static struct expr_node *parse_sign(struct parser *parser) {
    struct token token = expr_parser_peek(parser);
    if (token.kind == TOKEN_SIGN && token.sign == '-') {
        return parse_prefix(parser, NODE_NEGATE, parse_sign);
    }
    return expr_parse_primary(parser);
}

static struct expr_node *parse_product(struct parser *parser) {
    return parse_row(parser, NODE_PRODUCT, product_joint, parse_sign, false);
}

static struct expr_node *parse_sum(struct parser *parser) {
    return parse_row(parser, NODE_SUM, sum_joint, parse_product, false);
}

/* low ".." high, after "in" */
static struct expr_node *parse_in(struct parser *parser, struct expr_node *first, uint32_t start) {
    expr_parser_take(parser);
    if (!expr_parser_is_value(parser, first)) return NULL;
    struct expr_node *in = expr_parser_node(parser, NODE_IN, sizeof *in, start);
    struct expr_node *low = in ? parse_sum(parser) : NULL;
    if (!low || !expr_parser_is_value(parser, low)) return NULL;
    struct token range = expr_parser_peek(parser);
    if (range.kind != TOKEN_RANGE)
        return expr_parser_unexpected(parser, range, "`..` and the upper end");
    expr_parser_take(parser);
    struct expr_node *high = parse_sum(parser);
    if (!high || !expr_parser_is_value(parser, high)) return NULL;
    in->first = first;
    first->next = low;
    low->next = high;
    in->condition = true;
    return expr_parser_close(parser, in);
}

static struct expr_node *parse_compare(struct parser *parser) {
    uint32_t start = expr_parser_peek(parser).offset;
    struct expr_node *node = parse_row(parser, NODE_COMPARE, compare_joint, parse_sum, false);
    if (!node || !expr_parser_token_is(parser, expr_parser_peek(parser), "in")) return node;
    return parse_in(parser, node, start);
}

static struct expr_node *parse_not(struct parser *parser) {
    if (expr_parser_token_is(parser, expr_parser_peek(parser), "not")) {
        return parse_prefix(parser, NODE_NOT, parse_not);
    }
    return parse_compare(parser);
}

static struct expr_node *parse_and(struct parser *parser) {
    return parse_row(parser, NODE_AND, and_joint, parse_not, true);
}

struct expr_node *expr_parse_expression(struct parser *parser) {
    return parse_row(parser, NODE_OR, or_joint, parse_and, true);
}

/* [ "as" unit ] [ "." digits ] */
static bool parse_form(struct parser *parser, struct expr_form *form) {
    if (expr_parser_token_is(parser, expr_parser_peek(parser), "as")) {
        expr_parser_take(parser);
        if (!expr_parse_unit(parser, &form->unit)) return false;
        form->has_unit = true;
    }
    struct token token = expr_parser_peek(parser);
    if (token.kind != TOKEN_DIGITS) return true;
    if (!token.space_before) {
        expr_parser_unexpected(parser, token, "a space before the number of decimals");
        return false;
    }
    unsigned digits = 0;
    for (uint32_t i = 1; i < token.length && digits <= EXPR_DIGITS_MAX; i++) {
        digits = digits * 10 + (unsigned)(parser->source.data[token.offset + i] - '0');
    }
    if (digits > EXPR_DIGITS_MAX) {
        expr_parser_fail(parser, EXPR_ERROR_DIGITS, token.offset, token.length);
        return false;
    }
    expr_parser_take(parser);
    form->has_digits = true;
    form->digits = (int8_t)digits;
    return true;
}

static bool parse_body(struct parser *parser, struct expr *out) {
    uint32_t start = expr_parser_peek(parser).offset;
    struct expr_node *root = expr_parse_expression(parser);
    if (!root) return false;
    out->body = expr_parser_view(parser, start, parser->end - start);
    out->root = root;
    /* `a = b` is told as a wrong sign rather than as a value that is no condition. */
    struct token rest = expr_parser_peek(parser);
    if (out->kind != EXPR_KIND_VALUE && rest.kind != TOKEN_END) {
        expr_parser_unexpected(parser, rest, "an operator or the end");
        return false;
    }
    if (out->kind != EXPR_KIND_VALUE) return expr_parser_is_condition(parser, root);
    return expr_parser_is_value(parser, root) && parse_form(parser, &out->form);
}

static bool parse_all(struct parser *parser, struct expr *out) {
    static const struct {
        const char *word;
        enum expr_kind kind;
    } kinds[] = {{"claim", EXPR_KIND_CLAIM},
                 {"if", EXPR_KIND_IF},
                 {"else", EXPR_KIND_ELSE},
                 {"end", EXPR_KIND_END}};
    struct token first = expr_parser_peek(parser);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!expr_parser_token_is(parser, first, kinds[i].word)) continue;
        out->kind = kinds[i].kind;
        expr_parser_take(parser);
    }
    bool has_body = out->kind != EXPR_KIND_ELSE && out->kind != EXPR_KIND_END;
    if (has_body && !parse_body(parser, out)) return false;
    struct token rest = expr_parser_peek(parser);
    if (rest.kind == TOKEN_END) return true;
    const char *expected = !has_body || out->form.has_digits ? "nothing more"
                           : out->form.has_unit              ? "`.DIGITS` or the end"
                                                             : "an operator, `as UNIT` or the end";
    expr_parser_unexpected(parser, rest, expected);
    return false;
}

/* Braces inside mean that no expression was meant: {{1..3},{7..9}} of a shell. */
static bool is_no_expression(struct expr_view source, struct expr_error *error) {
    bool blank = true;
    for (size_t i = 0; i < source.length; i++) {
        if (!expr_is_space(source.data[i])) blank = false;
        if (source.data[i] == '{' || source.data[i] == '}') {
            error->code = EXPR_ERROR_NOT_EXPRESSION;
            break;
        }
    }
    if (blank) error->code = EXPR_ERROR_EMPTY;
    if (error->code == EXPR_OK && source.length > SOURCE_MAX) error->code = EXPR_ERROR_COMPLEX;
    error->whole = error->code != EXPR_OK;
    error->length = error->whole ? source.length : 0;
    return error->whole;
}

bool expr_parse(const char *text, size_t length, struct expr_memory *memory, struct expr *out,
                struct expr_error *error) {
    struct parser parser = {.source = {text, length}, .memory = memory, .error = error};
    *out = (struct expr){0};
    *error = (struct expr_error){0};
    if (is_no_expression(parser.source, error)) return false;
    size_t used = memory->used;
    out->source = parser.source;
    if (!parse_all(&parser, out)) {
        *out = (struct expr){0};
        memory->used = used;
        return false;
    }
    out->references = (const struct expr_node *)parser.first_reference;
    return true;
}
