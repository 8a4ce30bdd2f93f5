/*
 * primary.c -- the terms of an expression: numbers with units, names, calls, parentheses.
 */
#include "decimal.h"
#include "parser.h"
#include "unit.h"

#define EXPONENT_LIMIT 9999
#define EXACT_MAX 9007199254740992.0 /* 2^53: every whole number up to here is a double */

static const char *const reserved[] = {"and", "or", "not", "in", "as"};

static const struct {
    const char *name;
    enum node_kind kind;
    enum node_function function;
} functions[] = {
    {"min", NODE_FUNCTION, FUNCTION_MIN},     {"max", NODE_FUNCTION, FUNCTION_MAX},
    {"abs", NODE_FUNCTION, FUNCTION_ABS},     {"round", NODE_FUNCTION, FUNCTION_ROUND},
    {"floor", NODE_FUNCTION, FUNCTION_FLOOR}, {"ceil", NODE_FUNCTION, FUNCTION_CEIL},
    {"known", NODE_KNOWN, FUNCTION_ABS},      {"cited", NODE_CITED, FUNCTION_ABS},
    {"model", NODE_MODEL, FUNCTION_ABS},
};
#define FUNCTIONS (sizeof functions / sizeof *functions)

static bool is_reserved(const struct parser *parser, struct token token) {
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (expr_parser_token_is(parser, token, reserved[i])) return true;
    }
    return false;
}

static char byte_at(const struct parser *parser, uint32_t offset) {
    return offset < parser->source.length ? parser->source.data[offset] : '\0';
}

/* ---- units ------------------------------------------------------------------------------- */

static uint32_t unit_piece(const struct parser *parser, uint32_t offset) {
    return (uint32_t)expr_unit_run(parser->source, offset);
}

/* All pieces with the slashes between them. */
static uint32_t unit_pieces(const struct parser *parser, uint32_t offset) {
    uint32_t end = offset;
    for (;;) {
        end += unit_piece(parser, end);
        if (end == offset || byte_at(parser, end) != '/') return end - offset;
        if (unit_piece(parser, end + 1) == 0) return end - offset;
        end++;
    }
}

static bool take_unit(struct parser *parser, uint32_t offset, uint32_t length,
                      struct expr_unit *unit) {
    struct expr_view name = expr_parser_view(parser, offset, length);
    if (!expr_unit_parse(name, unit)) {
        expr_parser_fail(parser, EXPR_ERROR_UNIT, offset, length);
        expr_unit_nearest(name, parser->error);
        return false;
    }
    parser->position = parser->end = offset + length;
    return true;
}

bool expr_parse_unit(struct parser *parser, struct expr_unit *unit) {
    struct token token = expr_parser_peek(parser);
    uint32_t length = unit_pieces(parser, token.offset);
    if (length == 0) {
        expr_parser_unexpected(parser, token, "a unit");
        return false;
    }
    return take_unit(parser, token.offset, length, unit);
}

/* A word that goes on like a reference is one: in `8 B/stride.count` the unit is B. */
static bool goes_on(const struct parser *parser, uint32_t end) {
    char c = byte_at(parser, end);
    return c == '[' || c == '@' || c == '(' ||
           (c == '.' && expr_is_letter(byte_at(parser, end + 1)));
}

/* The unit of a typed number, if one follows. */
static bool parse_number_unit(struct parser *parser, struct expr_unit *unit) {
    struct token token = expr_parser_peek(parser);
    uint32_t start = token.offset;
    uint32_t end = start + unit_piece(parser, start);
    bool starts = end > start && !expr_is_digit(byte_at(parser, start));
    if (!starts || is_reserved(parser, token) || goes_on(parser, end)) return true;
    /* Of a unit that there is not, all is shown: Mbit/s. */
    if (!expr_unit_parse(expr_parser_view(parser, start, end - start), unit)) {
        return take_unit(parser, start, unit_pieces(parser, start), unit);
    }
    while (byte_at(parser, end) == '/') {
        uint32_t more = end + 1 + unit_piece(parser, end + 1);
        struct expr_unit longer;
        if (goes_on(parser, more)) break;
        if (!expr_unit_parse(expr_parser_view(parser, start, more - start), &longer)) break;
        end = more;
    }
    return take_unit(parser, start, end - start, unit);
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* 1,024: not in the language, because min(1,024) would be two numbers. */
static bool has_comma(struct parser *parser, struct token token) {
    uint32_t end = token.offset + token.length;
    while (byte_at(parser, end) == ',' && expr_is_digit(byte_at(parser, end + 1)) &&
           expr_is_digit(byte_at(parser, end + 2)) && expr_is_digit(byte_at(parser, end + 3)) &&
           !expr_is_digit(byte_at(parser, end + 4))) {
        end += 4;
    }
    if (end == token.offset + token.length) return false;
    expr_parser_fail(parser, EXPR_ERROR_COMMA, token.offset, end - token.offset);
    return true;
}

/* Digits without point and leading zeros, and the power of ten that they stand for. */
struct decimal {
    char digits[EXPR_DECIMAL_DIGITS];
    size_t count;
    int ten;
    unsigned decimals;
    bool has_exponent, too_long;
};

static void read_decimal(struct expr_view text, struct decimal *out) {
    *out = (struct decimal){0};
    bool fraction = false;
    size_t i = 0;
    for (; i < text.length && text.data[i] != 'e' && text.data[i] != 'E'; i++) {
        if (text.data[i] == '.') {
            fraction = true;
            continue;
        }
        if (fraction) out->decimals++;
        if (out->count == 0 && text.data[i] == '0') continue;
        if (out->count == EXPR_DECIMAL_DIGITS)
            out->too_long = true;
        else
            out->digits[out->count++] = text.data[i];
    }
    bool negative = false;
    int exponent = 0;
    for (out->has_exponent = i < text.length; i < text.length; i++) {
        if (text.data[i] == '-') negative = true;
        if (expr_is_digit(text.data[i]) && exponent < EXPONENT_LIMIT) {
            exponent = exponent * 10 + (text.data[i] - '0');
        }
    }
    out->ten = (negative ? -exponent : exponent) - (int)out->decimals;
}

static struct expr_node *parse_number(struct parser *parser) {
    struct token token = expr_parser_take(parser);
    if (has_comma(parser, token)) return NULL;
    struct expr_node *head =
        expr_parser_node(parser, NODE_NUMBER, sizeof(struct number_node), token.offset);
    struct number_node *node = (struct number_node *)head;
    if (!node || !parse_number_unit(parser, &node->unit)) return NULL;

    struct decimal decimal;
    read_decimal(expr_parser_view(parser, token.offset, token.length), &decimal);
    if (decimal.too_long ||
        !expr_decimal_read(decimal.digits, decimal.count, decimal.ten + node->unit.ten,
                           node->unit.two, &node->number)) {
        return expr_parser_fail(parser, EXPR_ERROR_NUMBER, token.offset, token.length);
    }
    node->typed = !decimal.has_exponent && decimal.decimals <= EXPR_DIGITS_MAX;
    node->decimals = node->typed ? (uint8_t)decimal.decimals : 0;
    node->exact = node->number <= EXACT_MAX && node->number == (double)(int64_t)node->number;
    node->capacity = node->unit.two > 0 && expr_dimension_is_bytes(node->unit.dimension);
    return expr_parser_close(parser, head);
}

/* ---- names ------------------------------------------------------------------------------- */

/* An integer or a word. */
static bool parse_argument(struct parser *parser, bool hyphens, struct argument_node *out) {
    struct token token = expr_parser_peek(parser);
    uint32_t length = expr_token_word(parser->source, token.offset, hyphens);
    bool number = length > 0;
    int64_t value = 0;
    for (uint32_t i = 0; i < length; i++) {
        char c = byte_at(parser, token.offset + i);
        if (!expr_is_digit(c))
            number = false;
        else if (i < 18)
            value = value * 10 + (c - '0');
    }
    if (length == 0) {
        expr_parser_unexpected(parser, token, "a number or a word");
        return false;
    }
    if (number && length > 18) {
        expr_parser_fail(parser, EXPR_ERROR_NUMBER, token.offset, length);
        return false;
    }
    parser->position = parser->end = token.offset + length;
    out->offset = token.offset;
    out->length = length;
    out->argument.is_number = number;
    out->argument.number = number ? value : 0;
    out->argument.text = expr_parser_view(parser, token.offset, length);
    return true;
}

static bool parse_arguments(struct parser *parser, struct reference_node *node, struct token open,
                            char close, bool hyphens) {
    struct argument_node **link = &node->arguments;
    do {
        if (node->count == EXPR_ARGUMENTS_MAX) {
            expr_parser_unexpected(parser, expr_parser_peek(parser), "at most 8 arguments");
            return false;
        }
        *link = expr_parser_allocate(parser, sizeof **link);
        if (!*link || !parse_argument(parser, hyphens, *link)) return false;
        link = &(*link)->next;
        node->count++;
    } while (expr_parser_take_sign(parser, ','));
    if (expr_parser_take_sign(parser, close)) return true;
    if (expr_parser_peek(parser).kind == TOKEN_END) {
        expr_parser_fail(parser, EXPR_ERROR_UNCLOSED, open.offset, open.length);
    } else {
        expr_parser_unexpected(parser, expr_parser_peek(parser),
                               close == ']' ? "`,` or `]`" : "`,` or `)`");
    }
    return false;
}

static struct expr_node *keep_reference(struct parser *parser, struct reference_node *node) {
    if (parser->last_reference)
        parser->last_reference->next = node;
    else
        parser->first_reference = node;
    parser->last_reference = node;
    return expr_parser_close(parser, &node->head);
}

/* name [ "[" … "]" ] [ "@" id ] */
static struct expr_node *parse_series(struct parser *parser) {
    struct token name = expr_parser_take(parser);
    struct reference_node *node = (struct reference_node *)expr_parser_node(
        parser, NODE_SERIES, sizeof(struct reference_node), name.offset);
    if (!node) return NULL;
    node->name = expr_parser_view(parser, name.offset, name.length);
    node->bare = true;
    for (size_t i = 0; i < node->name.length; i++) {
        if (node->name.data[i] == '.') node->bare = false;
    }
    struct token open = expr_parser_peek(parser);
    if (expr_parser_take_sign(parser, '[')) {
        node->bare = false;
        if (!parse_arguments(parser, node, open, ']', false)) return NULL;
    }
    if (expr_parser_take_sign(parser, '@')) {
        node->bare = false;
        struct token id = expr_parser_peek(parser);
        uint32_t length = expr_token_word(parser->source, id.offset, true);
        if (length == 0) return expr_parser_unexpected(parser, id, "the id of a card");
        parser->position = parser->end = id.offset + length;
        node->card = expr_parser_view(parser, id.offset, length);
    }
    return keep_reference(parser, node);
}

/* ---- calls ------------------------------------------------------------------------------- */

static bool close_bracket(struct parser *parser, struct token open, const char *expected) {
    if (expr_parser_take_sign(parser, ')')) return true;
    if (expr_parser_peek(parser).kind == TOKEN_END) {
        expr_parser_fail(parser, EXPR_ERROR_UNCLOSED, open.offset, open.length);
    } else {
        expr_parser_unexpected(parser, expr_parser_peek(parser), expected);
    }
    return false;
}

static struct expr_node *parse_model(struct parser *parser, struct token name, struct token open) {
    struct reference_node *node = (struct reference_node *)expr_parser_node(
        parser, NODE_MODEL, sizeof(struct reference_node), name.offset);
    if (!node || !parse_arguments(parser, node, open, ')', true)) return NULL;
    if (!expr_parser_expect_sign(parser, '.', "`.` and what to take from the model")) return NULL;
    struct token field = expr_parser_peek(parser);
    uint32_t length = expr_token_word(parser->source, field.offset, false);
    if (length == 0) return expr_parser_unexpected(parser, field, "what to take from the model");
    node->name = expr_parser_view(parser, field.offset, length);
    parser->position = parser->end = field.offset + length;
    return keep_reference(parser, node);
}

/* Only a number as its source prints it: a computed one is not cited from anywhere. */
static struct expr_node *parse_cited(struct parser *parser, struct token name, struct token open) {
    struct reference_node *node = (struct reference_node *)expr_parser_node(
        parser, NODE_CITED, sizeof(struct reference_node), name.offset);
    if (!node) return NULL;
    struct token token = expr_parser_peek(parser);
    if (token.kind != TOKEN_NUMBER) {
        return expr_parser_fail(parser, EXPR_ERROR_CITED, token.offset, token.length);
    }
    node->head.first = parse_number(parser);
    if (!node->head.first) return NULL;
    if (!expr_parser_expect_sign(parser, ',', "`,` and the id of the source")) return NULL;
    struct token id = expr_parser_peek(parser);
    uint32_t length = expr_token_word(parser->source, id.offset, true);
    if (length == 0) return expr_parser_unexpected(parser, id, "the id of the source");
    node->name = expr_parser_view(parser, id.offset, length);
    parser->position = parser->end = id.offset + length;
    return close_bracket(parser, open, "`)`") ? keep_reference(parser, node) : NULL;
}

static struct expr_node *parse_function(struct parser *parser, struct token name, struct token open,
                                        size_t which) {
    struct expr_node *node =
        expr_parser_node(parser, functions[which].kind, sizeof *node, name.offset);
    if (!node) return NULL;
    node->function = (uint8_t)functions[which].function;
    node->condition = node->kind == NODE_KNOWN;
    struct expr_node **link = &node->first;
    size_t count = 0;
    struct token next = expr_parser_peek(parser);
    if (next.kind != TOKEN_SIGN || next.sign != ')') {
        do {
            *link = expr_parse_expression(parser);
            if (!*link) return NULL;
            if (node->kind != NODE_KNOWN && !expr_parser_is_value(parser, *link)) return NULL;
            link = &(*link)->next;
            count++;
        } while (expr_parser_take_sign(parser, ','));
    }
    if (!close_bracket(parser, open, "`,` or `)`")) return NULL;
    bool any = node->kind == NODE_FUNCTION &&
               (node->function == FUNCTION_MIN || node->function == FUNCTION_MAX);
    if (any ? count > 0 : count == 1) return expr_parser_close(parser, node);
    expr_parser_fail(parser, EXPR_ERROR_ARITY, name.offset, parser->end - name.offset);
    parser->error->name = expr_parser_view(parser, name.offset, name.length);
    parser->error->detail = expr_view(any ? "at least one value" : "one value");
    parser->error->given = count;
    return NULL;
}

static struct expr_view function_name(const void *context, size_t index) {
    (void)context;
    return index < FUNCTIONS ? expr_view(functions[index].name) : (struct expr_view){NULL, 0};
}

static struct expr_node *parse_call(struct parser *parser) {
    struct token name = expr_parser_take(parser);
    struct token open = expr_parser_take(parser);
    struct expr_view text = expr_parser_view(parser, name.offset, name.length);
    size_t which = 0;
    while (which < FUNCTIONS && !expr_view_is(text, functions[which].name))
        which++;
    if (which == FUNCTIONS) {
        expr_parser_fail(parser, EXPR_ERROR_FUNCTION, name.offset, name.length);
        struct expr_error *error = parser->error;
        error->nearest_count = expr_nearest(text, function_name, NULL, error->nearest);
        return NULL;
    }
    if (functions[which].kind == NODE_MODEL) return parse_model(parser, name, open);
    if (functions[which].kind == NODE_CITED) return parse_cited(parser, name, open);
    if (!expr_parser_enter(parser, name)) return NULL;
    struct expr_node *node = parse_function(parser, name, open, which);
    expr_parser_leave(parser);
    return node;
}

static struct expr_node *parse_brackets(struct parser *parser) {
    struct token open = expr_parser_take(parser);
    if (!expr_parser_enter(parser, open)) return NULL;
    struct expr_node *node = expr_parse_expression(parser);
    expr_parser_leave(parser);
    return node && close_bracket(parser, open, "an operator or `)`") ? node : NULL;
}

struct expr_node *expr_parse_primary(struct parser *parser) {
    struct token token = expr_parser_peek(parser);
    if (token.kind == TOKEN_NUMBER) return parse_number(parser);
    if (token.kind == TOKEN_SIGN && token.sign == '(') return parse_brackets(parser);
    if (token.kind != TOKEN_NAME || is_reserved(parser, token)) {
        return expr_parser_unexpected(parser, token, "a value");
    }
    struct token next = expr_token(parser->source, token.offset + token.length);
    if (next.kind == TOKEN_SIGN && next.sign == '(') return parse_call(parser);
    return parse_series(parser);
}
