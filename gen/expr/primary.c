/* primary.c -- the terms of an expression: numbers with their units, names, calls, parentheses. */
#include "parser.h"

#define NUMBER_DIGITS_MAX 18 /* 10^18 fits in 64 bits */

/* The number of expressions in a call; model( ) and cited( ) take words and have own readers. */
enum arity { ARITY_NONE, ARITY_ONE, ARITY_ANY };

static const struct function {
    const char *name;
    enum node_kind kind;
    enum node_function function;
    enum arity arity;
    const char *usage, *help;
} functions[] = {
    {"min", NODE_FUNCTION, FUNCTION_MIN, ARITY_ANY, "min(a, b, ...)", "the smallest of them"},
    {"max", NODE_FUNCTION, FUNCTION_MAX, ARITY_ANY, "max(a, b, ...)", "the largest of them"},
    {"abs", NODE_FUNCTION, FUNCTION_ABS, ARITY_ONE, "abs(a)", "without its sign"},
    {"round", NODE_FUNCTION, FUNCTION_ROUND, ARITY_ONE, "round(a)",
     "to a whole number; a without unit"},
    {"floor", NODE_FUNCTION, FUNCTION_FLOOR, ARITY_ONE, "floor(a)",
     "down to a whole number; a without unit"},
    {"ceil", NODE_FUNCTION, FUNCTION_CEIL, ARITY_ONE, "ceil(a)",
     "up to a whole number; a without unit"},
    {"known", NODE_KNOWN, FUNCTION_NONE, ARITY_ONE, "known(a)",
     "a condition: the card has this value"},
    {"cited", NODE_CITED, FUNCTION_NONE, ARITY_NONE, "cited(3.35 TB/s, ID)",
     "a number from a source of the page's front matter"},
    {"model", NODE_MODEL, FUNCTION_NONE, ARITY_NONE, "model(KERNEL, CARD).FIELD",
     "what the bottleneck model predicts; CARD may be left out"},
};
#define FUNCTIONS (sizeof functions / sizeof *functions)

#define EXPONENT_LIMIT 9999

/* ---- units ------------------------------------------------------------------------------- */

/* Returns the end of the run of unit characters that starts at `start`. */
static uint32_t piece_end(const struct parser *parser, uint32_t start) {
    return start + (uint32_t)expr_unit_run(parser->source, start);
}

/* Returns the end of all such runs with the slashes between them. */
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

/* A word that continues like a reference is one: in `8 B/stride.count` the unit is B. */
static bool goes_on(const struct parser *parser, uint32_t end) {
    char c = expr_byte(parser->source, end);
    return c == '[' || c == '@' || c == '(' ||
           (c == '.' && expr_is_letter(expr_byte(parser->source, end + 1)));
}

/* Parses the unit of a typed number, if one follows. */
static bool parse_number_unit(struct parser *parser, struct expr_unit *unit) {
    uint32_t start = parser->token.offset, end = piece_end(parser, start);
    bool starts = end > start && !expr_is_digit(expr_byte(parser->source, start));
    if (!starts || expr_parser_is_reserved(parser) || goes_on(parser, end)) return true;
    /* The message shows all of an unknown unit: Mbit/s. */
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

/* The digits without point and leading zeros, and the power of ten by which they are multiplied. */
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

static struct expr_node *parse_number(struct parser *parser) {
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

/* ---- references -------------------------------------------------------------------------- */

/* Parses an integer or a word. */
static bool parse_argument(struct parser *parser, bool hyphens, struct expr_argument *out) {
    if (!expr_parser_take_word(parser, hyphens, "a number or a word", &out->text)) return false;
    out->is_number = true;
    out->number = 0;
    for (size_t i = 0; i < out->text.len; i++) {
        char c = out->text.ptr[i];
        if (!expr_is_digit(c)) out->is_number = false;
        if (i < NUMBER_DIGITS_MAX) out->number = out->number * 10 + (c - '0');
    }
    if (!out->is_number) out->number = 0;
    if (!out->is_number || out->text.len <= NUMBER_DIGITS_MAX) return true;
    return expr_parser_fail(parser, EXPR_ERROR_NUMBER, out->text);
}

/* Parses argument { "," argument } and the closing sign; `open` was taken. */
static bool parse_arguments(struct parser *parser, struct expr_reference *out, struct text open,
                            char close) {
    struct expr_argument arguments[EXPR_ARGUMENTS_MAX];
    bool index = close == ']';
    do {
        if (out->count == EXPR_ARGUMENTS_MAX)
            return expr_parser_unexpected(parser, "at most 8 arguments");
        if (!parse_argument(parser, !index, &arguments[out->count++])) return false;
    } while (expr_parser_take_sign(parser, ','));
    struct expr_argument *kept = expr_parser_allocate(parser, out->count * sizeof *kept);
    if (!kept) return false;
    for (size_t i = 0; i < out->count; i++)
        kept[i] = arguments[i];
    out->arguments = kept;
    return expr_parser_expect(parser, close, open, index ? "`,` or `]`" : "`,` or `)`");
}

static struct reference_node *reference(struct parser *parser, enum node_kind kind,
                                        struct text start) {
    return (struct reference_node *)expr_parser_node(parser, kind, sizeof(struct reference_node),
                                                     expr_parser_offset(parser, start));
}

static struct expr_node *keep_reference(struct parser *parser, struct reference_node *node) {
    struct reference_node **link =
        parser->last_reference ? &parser->last_reference->next : &parser->first_reference;
    *link = node;
    parser->last_reference = node;
    struct expr_node *head = expr_parser_close(parser, &node->head);
    node->written.kind = head->kind == NODE_MODEL   ? EXPR_REFERENCE_MODEL
                         : head->kind == NODE_CITED ? EXPR_REFERENCE_CITED
                                                    : EXPR_REFERENCE_SERIES;
    node->written.offset = head->offset;
    node->written.length = head->length;
    return head;
}

/* Parses name [ "[" … "]" ] [ "@" id ]. */
static struct expr_node *parse_series(struct parser *parser) {
    struct text name = expr_parser_take(parser);
    struct reference_node *node = reference(parser, NODE_SERIES, name);
    if (!node) return NULL;
    node->written.name = name;
    if (expr_parser_is_sign(parser, '[')) {
        if (!parse_arguments(parser, &node->written, expr_parser_take(parser), ']')) return NULL;
    }
    if (expr_parser_take_sign(parser, '@')) {
        if (!expr_parser_take_word(parser, true, "the id of a card", &node->written.card))
            return NULL;
    }
    return keep_reference(parser, node);
}

/* Parses model(kernel, card).field from the argument on; a field may have dots: busy.dram. */
static struct expr_node *parse_model(struct parser *parser, struct text name, struct text open) {
    struct reference_node *node = reference(parser, NODE_MODEL, name);
    if (!node || !parse_arguments(parser, &node->written, open, ')')) return NULL;
    if (!expr_parser_expect(parser, '.', TEXT(""), "`.` and what to take from the model"))
        return NULL;
    if (parser->token.kind != TOKEN_NAME)
        return expr_parser_unexpected(parser, "what to take from the model");
    node->written.name = expr_parser_take(parser);
    return keep_reference(parser, node);
}

/* Parses cited(number, id) from the number on. It takes only a number as its source prints it,
 * since a computed one is not cited. */
static struct expr_node *parse_cited(struct parser *parser, struct text name, struct text open) {
    struct reference_node *node = reference(parser, NODE_CITED, name);
    if (!node) return NULL;
    if (parser->token.kind != TOKEN_NUMBER)
        return expr_parser_fail(parser, EXPR_ERROR_CITED, expr_parser_text(parser));
    node->head.first = parse_number(parser);
    if (!node->head.first) return NULL;
    if (!expr_parser_expect(parser, ',', TEXT(""), "`,` and the id of the source")) return NULL;
    if (!expr_parser_take_word(parser, true, "the id of the source", &node->written.name))
        return NULL;
    if (!expr_parser_expect(parser, ')', open, "`)`")) return NULL;
    return keep_reference(parser, node);
}

/* ---- calls ------------------------------------------------------------------------------- */

static struct expr_node *check_count(struct parser *parser, struct expr_node *node,
                                     const struct function *function, size_t count) {
    bool any = function->arity == ARITY_ANY;
    expr_parser_close(parser, node);
    if (any ? count > 0 : count == 1) return node;
    expr_parser_fail(parser, EXPR_ERROR_ARITY,
                     expr_parser_piece(parser, node->offset, parser->end));
    parser->error->name = text_of(function->name);
    parser->error->detail = text_of(any ? "at least one value" : "one value");
    parser->error->given = count;
    return NULL;
}

/* Parses arguments that are expressions. */
static struct expr_node *parse_function(struct parser *parser, struct text name, struct text open,
                                        const struct function *function) {
    struct expr_node *node =
        expr_parser_node(parser, function->kind, sizeof *node, expr_parser_offset(parser, name));
    if (!node) return NULL;
    node->function = (uint8_t)function->function;
    node->condition = node->kind == NODE_KNOWN;
    struct expr_node **link = &node->first;
    size_t count = 0;
    while (!expr_parser_is_sign(parser, ')')) {
        *link = expr_parse_expression(parser);
        if (!*link) return NULL;
        if (node->kind != NODE_KNOWN && !expr_parser_check(parser, *link, false)) return NULL;
        link = &(*link)->next;
        count++;
        if (!expr_parser_take_sign(parser, ',')) break;
    }
    if (!expr_parser_expect(parser, ')', open, "`,` or `)`")) return NULL;
    return check_count(parser, node, function, count);
}

bool expr_function(size_t index, struct text *usage, struct text *help) {
    if (index >= FUNCTIONS) return false;
    *usage = text_of(functions[index].usage);
    *help = text_of(functions[index].help);
    return true;
}

static const struct function *find_function(struct parser *parser) {
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (expr_parser_is(parser, functions[i].name)) return &functions[i];
    struct text name = expr_parser_text(parser);
    parser->error->nearest = (struct nearest){.wanted = name};
    for (size_t i = 0; i < FUNCTIONS; i++)
        nearest_offer(&parser->error->nearest, text_of(functions[i].name));
    return expr_parser_fail(parser, EXPR_ERROR_FUNCTION, name);
}

static struct expr_node *parse_call(struct parser *parser) {
    const struct function *function = find_function(parser);
    if (!function || !expr_parser_enter(parser)) return NULL;
    struct text name = expr_parser_take(parser), open = expr_parser_take(parser);
    struct expr_node *node = function->kind == NODE_MODEL ? parse_model(parser, name, open)
                             : function->kind == NODE_CITED
                                 ? parse_cited(parser, name, open)
                                 : parse_function(parser, name, open, function);
    parser->depth--;
    return node;
}

static struct expr_node *parse_brackets(struct parser *parser) {
    if (!expr_parser_enter(parser)) return NULL;
    struct text open = expr_parser_take(parser);
    struct expr_node *node = expr_parse_expression(parser);
    parser->depth--;
    if (!node || !expr_parser_expect(parser, ')', open, "an operator or `)`")) return NULL;
    return node;
}

static bool is_call(const struct parser *parser) {
    struct token next = expr_token(parser->source, parser->token.offset + parser->token.length);
    return next.kind == TOKEN_SIGN && next.sign == '(';
}

struct expr_node *expr_parse_primary(struct parser *parser) {
    if (parser->token.kind == TOKEN_NUMBER) return parse_number(parser);
    if (expr_parser_is_sign(parser, '(')) return parse_brackets(parser);
    if (parser->token.kind != TOKEN_NAME || expr_parser_is_reserved(parser))
        return expr_parser_unexpected(parser, "a value");
    return is_call(parser) ? parse_call(parser) : parse_series(parser);
}
