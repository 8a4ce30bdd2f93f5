/*
 * parse.c -- the grammar of expr.h from `claim` and `as` down to signs, by recursive descent.
 */
#include "parser.h"

#define SOURCE_MAX 65536

/* Returns the operator that joins a row of this kind, if the next token is one, else 0. "-" against
 * a term is either a sign or a hyphen, and `a -b` could be both. */
static uint8_t joint_of(struct parser *parser, enum node_kind kind) {
    const struct token *token = &parser->token;
    uint8_t sign = token->kind == TOKEN_SIGN ? (uint8_t)token->sign : 0;
    switch (kind) {
    case NODE_OR: return expr_parser_is(parser, "or");
    case NODE_AND: return expr_parser_is(parser, "and");
    case NODE_COMPARE:
        if (token->kind == TOKEN_EQUAL) return (uint8_t)token->sign | JOINT_EQUAL;
        return sign == '<' || sign == '>' ? sign : 0;
    case NODE_SUM:
        if (sign != '-' || (token->space_before && token->space_after))
            return sign == '+' || sign == '-' ? sign : 0;
        expr_parser_fail(parser, EXPR_ERROR_MINUS, expr_parser_text(parser));
        return 0;
    default: return sign == '*' || sign == '/' ? sign : 0;
    }
}

/* Parses operand { joint operand }: one operand stands for itself, more are a row of `kind`. */
static struct expr_node *parse_row(struct parser *parser, enum node_kind kind,
                                   struct expr_node *(*operand)(struct parser *)) {
    bool conditions = kind == NODE_AND || kind == NODE_OR;
    uint32_t start = parser->token.offset;
    struct expr_node *first = operand(parser);
    struct expr_node *row = NULL;
    struct expr_node *last = first;
    while (last) {
        uint8_t joint = joint_of(parser, kind);
        if (parser->error->code != EXPR_OK) return NULL;
        if (joint == 0) break;
        if (!row) {
            if (!expr_parser_check(parser, first, conditions)) return NULL;
            row = expr_parser_node(parser, kind, sizeof *row, start);
            if (!row) return NULL;
            row->first = first;
            row->condition = conditions || kind == NODE_COMPARE;
        }
        expr_parser_take(parser);
        last->next = operand(parser);
        last = last->next;
        if (!last || !expr_parser_check(parser, last, conditions)) return NULL;
        last->joint = joint;
        expr_parser_close(parser, row);
    }
    return last && row ? row : last;
}

/* Parses a prefix operator and its operand. */
static struct expr_node *parse_prefix(struct parser *parser, enum node_kind kind,
                                      struct expr_node *(*operand)(struct parser *)) {
    struct expr_node *node = expr_parser_node(parser, kind, sizeof *node, parser->token.offset);
    if (!node || !expr_parser_enter(parser)) return NULL;
    expr_parser_take(parser);
    node->condition = kind == NODE_NOT;
    node->first = operand(parser);
    parser->depth--;
    if (!node->first || !expr_parser_check(parser, node->first, node->condition)) return NULL;
    return expr_parser_close(parser, node);
}

static struct expr_node *parse_sign(struct parser *parser) {
    if (!expr_parser_is_sign(parser, '-')) return expr_parse_primary(parser);
    return parse_prefix(parser, NODE_NEGATE, parse_sign);
}

static struct expr_node *parse_product(struct parser *parser) {
    return parse_row(parser, NODE_PRODUCT, parse_sign);
}

static struct expr_node *parse_sum(struct parser *parser) {
    return parse_row(parser, NODE_SUM, parse_product);
}

/* Parses "in" low ".." high. */
static struct expr_node *parse_in(struct parser *parser, struct expr_node *first, uint32_t start) {
    if (!expr_parser_check(parser, first, false)) return NULL;
    struct expr_node *in = expr_parser_node(parser, NODE_IN, sizeof *in, start);
    if (!in) return NULL;
    expr_parser_take(parser);
    struct expr_node *low = parse_sum(parser);
    if (!low || !expr_parser_check(parser, low, false)) return NULL;
    if (parser->token.kind != TOKEN_RANGE)
        return expr_parser_unexpected(parser, "`..` and the upper end");
    expr_parser_take(parser);
    struct expr_node *high = parse_sum(parser);
    if (!high || !expr_parser_check(parser, high, false)) return NULL;
    in->first = first;
    first->next = low;
    low->next = high;
    in->condition = true;
    return expr_parser_close(parser, in);
}

static struct expr_node *parse_compare(struct parser *parser) {
    uint32_t start = parser->token.offset;
    struct expr_node *node = parse_row(parser, NODE_COMPARE, parse_sum);
    return node && expr_parser_is(parser, "in") ? parse_in(parser, node, start) : node;
}

static struct expr_node *parse_not(struct parser *parser) {
    if (!expr_parser_is(parser, "not")) return parse_compare(parser);
    return parse_prefix(parser, NODE_NOT, parse_not);
}

static struct expr_node *parse_and(struct parser *parser) {
    return parse_row(parser, NODE_AND, parse_not);
}

struct expr_node *expr_parse_expression(struct parser *parser) {
    return parse_row(parser, NODE_OR, parse_and);
}

/* Parses [ "as" unit ] [ "." digits ]. */
static bool parse_form(struct parser *parser, struct expr_form *form) {
    if (expr_parser_is(parser, "as")) {
        expr_parser_take(parser);
        if (!expr_parse_unit(parser, &form->unit)) return false;
        form->has_unit = true;
    }
    if (parser->token.kind != TOKEN_DIGITS) return true;
    if (!parser->token.space_before)
        return expr_parser_unexpected(parser, "a space before the number of decimals");
    struct text text = expr_parser_take(parser);
    int digits = 0;
    for (size_t i = 1; i < text.len && digits <= EXPR_DIGITS_MAX; i++)
        digits = digits * 10 + (text.ptr[i] - '0');
    if (digits > EXPR_DIGITS_MAX) return expr_parser_fail(parser, EXPR_ERROR_DIGITS, text);
    form->has_digits = true;
    form->digits = (int8_t)digits;
    return true;
}

static bool parse_body(struct parser *parser, struct expr *out) {
    bool condition = out->kind != EXPR_KIND_VALUE;
    uint32_t start = parser->token.offset;
    struct expr_node *root = expr_parse_expression(parser);
    if (!root) return false;
    out->body = expr_parser_piece(parser, start, parser->end);
    out->root = root;
    /* `a = b` is reported as a wrong sign rather than as a value that is no condition. */
    if (condition && parser->token.kind != TOKEN_END)
        return expr_parser_unexpected(parser, "an operator or the end");
    if (!expr_parser_check(parser, root, condition)) return false;
    return condition || parse_form(parser, &out->form);
}

/* Parses "always" reason, which has two words or more. */
static bool parse_reason(struct parser *parser, struct expr *out) {
    uint32_t start = parser->token.offset, length = (uint32_t)parser->source.len;
    while (length > start && expr_is_space(parser->source.ptr[length - 1]))
        length--;
    bool space = false;
    for (uint32_t i = start; i < length; i++)
        space = space || expr_is_space(parser->source.ptr[i]);
    out->body = expr_parser_piece(parser, start, length);
    if (space) return true;
    uint32_t end = length > start ? length : parser->end;
    parser->token = (struct token){.kind = TOKEN_END, .offset = end};
    return expr_parser_unexpected(parser, "a reason of two words or more");
}

const char *expr_kind_word(enum expr_kind kind) {
    static const char *const words[] = {
        [EXPR_KIND_VALUE] = "",       [EXPR_KIND_CLAIM] = "claim", [EXPR_KIND_IF] = "if",
        [EXPR_KIND_ELSE] = "else",    [EXPR_KIND_END] = "end",     [EXPR_KIND_GIVEN] = "given",
        [EXPR_KIND_ALWAYS] = "always"};
    return words[kind];
}

static bool parse_all(struct parser *parser, struct expr *out) {
    if (expr_parser_is(parser, "elif") || expr_parser_is(parser, "elseif") ||
        expr_parser_is(parser, "endif"))
        return expr_parser_unexpected(parser, "an expression, `if`, `else` or `end`");
    if (out->kind != EXPR_KIND_VALUE) expr_parser_take(parser);
    if (out->kind == EXPR_KIND_ALWAYS) return parse_reason(parser, out);
    bool has_body = out->kind < EXPR_KIND_ELSE;
    if (has_body && !parse_body(parser, out)) return false;
    if (parser->token.kind == TOKEN_END) return true;
    const char *expected = "an operator, `as UNIT` or the end";
    if (out->form.has_unit) expected = "`.DIGITS` or the end";
    if (out->form.has_digits || !has_body) expected = "nothing more";
    return expr_parser_unexpected(parser, expected);
}

/* Braces inside show that the text is no expression, as {{1..3},{7..9}} of a shell. */
static bool is_no_expression(struct text source, struct expr_error *error) {
    bool space = true, braces = false;
    for (size_t i = 0; i < source.len; i++) {
        space = space && expr_is_space(source.ptr[i]);
        braces = braces || source.ptr[i] == '{' || source.ptr[i] == '}';
    }
    error->code = space                     ? EXPR_ERROR_EMPTY
                  : braces                  ? EXPR_ERROR_NOT_EXPRESSION
                  : source.len > SOURCE_MAX ? EXPR_ERROR_COMPLEX
                                            : EXPR_OK;
    error->whole = error->code != EXPR_OK;
    error->length = error->whole ? source.len : 0;
    return error->whole;
}

bool expr_parse(const char *text, size_t length, struct expr_memory *memory, struct expr *out,
                struct expr_error *error) {
    struct parser parser = {.source = {text, length}, .memory = memory, .error = error};
    size_t used = memory->used;
    *out = (struct expr){.source = parser.source};
    *error = (struct expr_error){0};
    expr_parser_move(&parser, 0);
    for (enum expr_kind kind = EXPR_KIND_CLAIM; kind <= EXPR_KIND_ALWAYS; kind++)
        if (expr_parser_is(&parser, expr_kind_word(kind))) out->kind = kind;
    if (is_no_expression(parser.source, error) || !parse_all(&parser, out)) {
        *out = (struct expr){.kind = out->kind};
        memory->used = used;
        return false;
    }
    out->references = (const struct expr_node *)parser.first_reference;
    return true;
}
