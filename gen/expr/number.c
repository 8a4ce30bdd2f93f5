/* number.c -- typed numbers and the units behind them. */
#include "decimal.h"
#include "parser.h"
#include "unit.h"

#define EXPONENT_LIMIT 9999

/* ---- units ------------------------------------------------------------------------------- */

/* The end of the run of unit characters that starts at `start`. */
static uint32_t piece_end(const struct parser *parser, uint32_t start) {
    return start + (uint32_t)expr_unit_run(parser->source, start);
}

/* The same for all pieces with the slashes between them. */
static uint32_t pieces_end(const struct parser *parser, uint32_t start) {
    uint32_t end = piece_end(parser, start);
    while (end > start && expr_byte(parser->source, end) == '/' &&
           piece_end(parser, end + 1) > end + 1)
        end = piece_end(parser, end + 1);
    return end;
}

static bool take_unit(struct parser *parser, uint32_t start, uint32_t end, struct expr_unit *unit) {
    struct text name = expr_parser_piece(parser, start, end);
    if (!expr_unit_parse(name, unit)) {
        expr_parser_fail(parser, EXPR_ERROR_UNIT, name);
        expr_unit_nearest(name, parser->error);
        return false;
    }
    expr_parser_move(parser, end);
    return true;
}

bool expr_parse_unit(struct parser *parser, struct expr_unit *unit) {
    uint32_t start = parser->token.offset, end = pieces_end(parser, start);
    if (end > start) return take_unit(parser, start, end, unit);
    return expr_parser_unexpected(parser, "a unit");
}

/* A word that goes on like a reference is one: in `8 B/stride.count` the unit is B. */
static bool goes_on(const struct parser *parser, uint32_t end) {
    char c = expr_byte(parser->source, end);
    return c == '[' || c == '@' || c == '(' ||
           (c == '.' && expr_is_letter(expr_byte(parser->source, end + 1)));
}

/* The unit of a typed number, if one follows. */
static bool parse_number_unit(struct parser *parser, struct expr_unit *unit) {
    uint32_t start = parser->token.offset, end = piece_end(parser, start);
    bool starts = end > start && !expr_is_digit(expr_byte(parser->source, start));
    if (!starts || expr_parser_is_reserved(parser) || goes_on(parser, end)) return true;
    /* The message shows all of a unit that does not exist: Mbit/s. */
    if (!expr_unit_parse(expr_parser_piece(parser, start, end), unit))
        return take_unit(parser, start, pieces_end(parser, start), unit);
    while (expr_byte(parser->source, end) == '/') {
        uint32_t more = piece_end(parser, end + 1);
        struct expr_unit longer;
        if (goes_on(parser, more)) break;
        if (!expr_unit_parse(expr_parser_piece(parser, start, more), &longer)) break;
        end = more;
    }
    return take_unit(parser, start, end, unit);
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* Commas are not in the language, because max(1,024) would be two numbers. */
static bool has_comma(struct parser *parser, struct text text) {
    uint32_t start = expr_parser_offset(parser, text);
    uint32_t end = start + (uint32_t)text.len;
    while (expr_byte(parser->source, end) == ',' && expr_token_digits(parser->source, end + 1) == 3)
        end += 4;
    if (end == start + text.len) return false;
    expr_parser_fail(parser, EXPR_ERROR_COMMA, expr_parser_piece(parser, start, end));
    return true;
}

/* Digits without point and leading zeros, and the power of ten that they stand for. */
struct decimal {
    char digits[EXPR_DECIMAL_DIGITS];
    size_t count;
    int ten;
    unsigned decimals;
    bool has_exponent, has_point, too_long;
};

static void add_digit(struct decimal *decimal, char digit) {
    if (decimal->count == 0 && digit == '0') return;
    if (decimal->count < EXPR_DECIMAL_DIGITS)
        decimal->digits[decimal->count++] = digit;
    else
        decimal->too_long = true;
}

static void read_decimal(struct text text, struct decimal *out) {
    *out = (struct decimal){0};
    size_t i = 0;
    for (; i < text.len && text.ptr[i] != 'e' && text.ptr[i] != 'E'; i++) {
        if (text.ptr[i] == '.') {
            out->has_point = true;
            continue;
        }
        if (out->has_point) out->decimals++;
        add_digit(out, text.ptr[i]);
    }
    bool negative = false;
    int exponent = 0;
    for (out->has_exponent = i < text.len; i < text.len; i++) {
        if (text.ptr[i] == '-') negative = true;
        if (expr_is_digit(text.ptr[i]) && exponent < EXPONENT_LIMIT)
            exponent = exponent * 10 + (text.ptr[i] - '0');
    }
    out->ten = (negative ? -exponent : exponent) - (int)out->decimals;
}

/* A whole number above 2^53 may become another one in a double. */
static bool is_beyond_exact(const struct decimal *decimal) {
    uint64_t whole = 0;
    for (size_t i = 0; i < decimal->count && i < 17; i++)
        whole = whole * 10 + (uint64_t)(decimal->digits[i] - '0');
    return whole > UINT64_C(1) << 53;
}

struct expr_node *expr_parse_number(struct parser *parser) {
    struct text text = expr_parser_take(parser);
    if (has_comma(parser, text)) return NULL;
    struct expr_node *head = expr_parser_node(parser, NODE_NUMBER, sizeof(struct number_node),
                                              expr_parser_offset(parser, text));
    struct number_node *node = (struct number_node *)head;
    if (!node || !parse_number_unit(parser, &node->unit)) return NULL;

    struct decimal decimal;
    read_decimal(text, &decimal);
    if (!decimal.has_exponent && !decimal.has_point && is_beyond_exact(&decimal))
        return expr_parser_fail(parser, EXPR_ERROR_WHOLE, text);
    if (decimal.too_long ||
        !expr_decimal_read(decimal.digits, decimal.count, decimal.ten + node->unit.ten,
                           node->unit.two, &node->number))
        return expr_parser_fail(parser, EXPR_ERROR_NUMBER, text);
    node->typed = !decimal.has_exponent && decimal.decimals <= EXPR_DIGITS_MAX;
    node->decimals = node->typed ? (uint8_t)decimal.decimals : 0;
    node->capacity = node->unit.two > 0 && expr_dimension_is_bytes(node->unit.dimension);
    return expr_parser_close(parser, head);
}
