/* parser.c -- tokens, nodes and errors of the parser; no grammar. */
#include "parser.h"

struct text expr_parser_piece(const struct parser *parser, uint32_t start, uint32_t end) {
    return (struct text){parser->source.ptr + start, end - start};
}

uint32_t expr_parser_offset(const struct parser *parser, struct text piece) {
    return (uint32_t)(piece.ptr - parser->source.ptr);
}

/* ---- tokens ------------------------------------------------------------------------------ */

static uint32_t name_length(struct text source, uint32_t offset) {
    uint32_t end = offset + expr_token_word(source, offset, false);
    while (expr_byte(source, end) == '.' && expr_is_letter(expr_byte(source, (size_t)end + 1)))
        end += 1 + expr_token_word(source, end + 1, false);
    return end - offset;
}

/* "4..5" is 4, a range and 5; "2 e" is no exponent. */
static uint32_t number_length(struct text source, uint32_t offset) {
    uint32_t end = offset + expr_token_digits(source, offset);
    if (expr_byte(source, end) == '.' && expr_is_digit(expr_byte(source, (size_t)end + 1)))
        end += 1 + expr_token_digits(source, end + 1);
    if (expr_byte(source, end) == 'e' || expr_byte(source, end) == 'E') {
        uint32_t exponent = end + 1;
        if (expr_byte(source, exponent) == '-' || expr_byte(source, exponent) == '+') exponent++;
        uint32_t count = expr_token_digits(source, exponent);
        if (count > 0) end = exponent + count;
    }
    return end - offset;
}

static uint32_t character_length(struct text source, uint32_t offset) {
    uint32_t length = 1;
    if ((unsigned char)expr_byte(source, offset) < 0xC0) return length;
    while (length < 4 && ((unsigned char)expr_byte(source, (size_t)offset + length) & 0xC0) == 0x80)
        length++;
    return length;
}

static bool is_one_of(char c, const char *signs) {
    while (*signs && *signs != c)
        signs++;
    return *signs;
}

struct token expr_token(struct text source, uint32_t offset) {
    uint32_t start = offset;
    while (start < source.len && expr_is_space(source.ptr[start]))
        start++;
    struct token token = {.kind = TOKEN_END, .offset = start, .space_before = start > offset};
    if (start > 0) token.space_before |= expr_is_space(source.ptr[start - 1]);
    if (start == source.len) return token;

    char c = source.ptr[start];
    if (expr_is_letter(c)) {
        token.kind = TOKEN_NAME;
        token.length = name_length(source, start);
    } else if (expr_is_digit(c)) {
        token.kind = TOKEN_NUMBER;
        token.length = number_length(source, start);
    } else if (is_one_of(c, "<>=!") && expr_byte(source, (size_t)start + 1) == '=') {
        token.kind = TOKEN_EQUAL;
        token.sign = c;
        token.length = 2;
    } else if (c == '.' && expr_byte(source, (size_t)start + 1) == '.') {
        token.kind = TOKEN_RANGE;
        token.length = 2;
    } else if (c == '.' && expr_is_digit(expr_byte(source, (size_t)start + 1))) {
        token.kind = TOKEN_DIGITS;
        token.length = 1 + expr_token_digits(source, start + 1);
    } else if (is_one_of(c, "+-*/()[],@<>=.")) {
        token.kind = TOKEN_SIGN;
        token.sign = c;
        token.length = 1;
    } else {
        token.kind = TOKEN_BAD;
        token.length = character_length(source, start);
    }
    token.space_after = expr_is_space(expr_byte(source, (size_t)start + token.length));
    return token;
}

void expr_parser_move(struct parser *parser, uint32_t end) {
    parser->end = end;
    parser->token = expr_token(parser->source, end);
}

struct text expr_parser_text(const struct parser *parser) {
    uint32_t start = parser->token.offset;
    return expr_parser_piece(parser, start, start + parser->token.length);
}

struct text expr_parser_take(struct parser *parser) {
    struct text text = expr_parser_text(parser);
    expr_parser_move(parser, parser->token.offset + parser->token.length);
    return text;
}

bool expr_parser_take_word(struct parser *parser, bool hyphens, const char *expected,
                           struct text *out) {
    uint32_t start = parser->token.offset;
    uint32_t length = expr_token_word(parser->source, start, hyphens);
    if (length == 0) return expr_parser_unexpected(parser, expected);
    *out = expr_parser_piece(parser, start, start + length);
    expr_parser_move(parser, start + length);
    return true;
}

bool expr_parser_is_sign(const struct parser *parser, char sign) {
    return parser->token.kind == TOKEN_SIGN && parser->token.sign == sign;
}

bool expr_parser_take_sign(struct parser *parser, char sign) {
    if (!expr_parser_is_sign(parser, sign)) return false;
    expr_parser_take(parser);
    return true;
}

bool expr_parser_expect(struct parser *parser, char sign, struct text open, const char *expected) {
    if (expr_parser_take_sign(parser, sign)) return true;
    if (parser->token.kind == TOKEN_END && open.len > 0)
        return expr_parser_fail(parser, EXPR_ERROR_UNCLOSED, open);
    return expr_parser_unexpected(parser, expected);
}

bool expr_parser_is(const struct parser *parser, const char *word) {
    return parser->token.kind == TOKEN_NAME && text_is(expr_parser_text(parser), word);
}

bool expr_parser_is_reserved(const struct parser *parser) {
    static const char *const words[] = {"and", "or", "not", "in", "as"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (expr_parser_is(parser, words[i])) return true;
    return false;
}

/* ---- errors ------------------------------------------------------------------------------ */

void *expr_parser_fail(struct parser *parser, enum expr_code code, struct text piece) {
    struct expr_error *error = parser->error;
    if (error->code == EXPR_OK) {
        error->code = code;
        error->offset = expr_parser_offset(parser, piece);
        error->length = piece.len;
        error->name = piece;
    }
    return NULL;
}

void *expr_parser_unexpected(struct parser *parser, const char *expected) {
    bool bad = parser->token.kind == TOKEN_BAD;
    if (parser->error->code == EXPR_OK) parser->error->detail = text_of(expected);
    return expr_parser_fail(parser, bad ? EXPR_ERROR_CHARACTER : EXPR_ERROR_UNEXPECTED,
                            expr_parser_text(parser));
}

/* ---- nodes ------------------------------------------------------------------------------- */

void *expr_parser_allocate(struct parser *parser, size_t size) {
    struct expr_memory *memory = parser->memory;
    size_t align = _Alignof(max_align_t);
    size_t left = memory->used < memory->size ? memory->size - memory->used : 0;
    size_t gap = (align - ((uintptr_t)memory->block + memory->used) % align) % align;
    if (gap > left || size > left - gap)
        return expr_parser_fail(parser, EXPR_ERROR_COMPLEX, parser->source);
    unsigned char *place = memory->block + memory->used + gap;
    memory->used += gap + size;
    for (size_t i = 0; i < size; i++)
        place[i] = 0;
    return place;
}

struct expr_node *expr_parser_node(struct parser *parser, enum node_kind kind, size_t size,
                                   uint32_t start) {
    struct expr_node *node = expr_parser_allocate(parser, size);
    if (!node) return NULL;
    node->kind = kind;
    node->offset = start;
    return node;
}

struct expr_node *expr_parser_close(const struct parser *parser, struct expr_node *node) {
    node->length = parser->end - node->offset;
    return node;
}

bool expr_parser_enter(struct parser *parser) {
    if (parser->depth == EXPR_DEPTH_MAX)
        return expr_parser_fail(parser, EXPR_ERROR_DEEP, expr_parser_text(parser));
    parser->depth++;
    return true;
}

bool expr_parser_check(struct parser *parser, const struct expr_node *node, bool condition) {
    if (node->condition == condition) return true;
    return expr_parser_fail(parser, condition ? EXPR_ERROR_CONDITION : EXPR_ERROR_VALUE,
                            expr_parser_piece(parser, node->offset, node->offset + node->length));
}
