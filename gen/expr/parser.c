/* parser.c -- tokens, nodes and errors of the parser; no grammar. */
#include "parser.h"

struct expr_view expr_parser_view(const struct parser *parser, uint32_t offset, uint32_t length) {
    return (struct expr_view){parser->source.data + offset, length};
}

struct token expr_parser_peek(const struct parser *parser) {
    return expr_token(parser->source, parser->position);
}

struct token expr_parser_take(struct parser *parser) {
    struct token token = expr_parser_peek(parser);
    parser->position = token.offset + token.length;
    parser->end = parser->position;
    return token;
}

bool expr_parser_take_sign(struct parser *parser, char sign) {
    struct token token = expr_parser_peek(parser);
    if (token.kind != TOKEN_SIGN || token.sign != sign) return false;
    expr_parser_take(parser);
    return true;
}

bool expr_parser_expect_sign(struct parser *parser, char sign, const char *expected) {
    if (expr_parser_take_sign(parser, sign)) return true;
    expr_parser_unexpected(parser, expr_parser_peek(parser), expected);
    return false;
}

bool expr_parser_token_is(const struct parser *parser, struct token token, const char *word) {
    return token.kind == TOKEN_NAME &&
           expr_view_is(expr_parser_view(parser, token.offset, token.length), word);
}

void *expr_parser_fail(struct parser *parser, enum expr_code code, uint32_t offset,
                       uint32_t length) {
    struct expr_error *error = parser->error;
    if (error->code == EXPR_OK) {
        error->code = code;
        error->offset = offset;
        error->length = length;
        error->name = expr_parser_view(parser, offset, length);
    }
    return NULL;
}

void *expr_parser_unexpected(struct parser *parser, struct token token, const char *expected) {
    enum expr_code code = token.kind == TOKEN_BAD ? EXPR_ERROR_CHARACTER : EXPR_ERROR_UNEXPECTED;
    if (parser->error->code == EXPR_OK) parser->error->detail = expr_view(expected);
    return expr_parser_fail(parser, code, token.offset, token.length);
}

void *expr_parser_allocate(struct parser *parser, size_t size) {
    struct expr_memory *memory = parser->memory;
    size_t align = _Alignof(max_align_t);
    size_t gap = (align - (uintptr_t)(memory->block + memory->used) % align) % align;
    if (memory->used > memory->size || gap > memory->size - memory->used ||
        size > memory->size - memory->used - gap) {
        return expr_parser_fail(parser, EXPR_ERROR_COMPLEX, 0, (uint32_t)parser->source.length);
    }
    unsigned char *place = memory->block + memory->used + gap;
    memory->used += gap + size;
    for (size_t i = 0; i < size; i++)
        place[i] = 0;
    return place;
}

struct expr_node *expr_parser_node(struct parser *parser, enum node_kind kind, size_t size,
                                   uint32_t offset) {
    struct expr_node *node = expr_parser_allocate(parser, size);
    if (!node) return NULL;
    node->kind = kind;
    node->offset = offset;
    return node;
}

struct expr_node *expr_parser_close(const struct parser *parser, struct expr_node *node) {
    node->length = parser->end - node->offset;
    return node;
}

bool expr_parser_enter(struct parser *parser, struct token token) {
    if (parser->depth == EXPR_DEPTH_MAX) {
        expr_parser_fail(parser, EXPR_ERROR_DEEP, token.offset, token.length);
        return false;
    }
    parser->depth++;
    return true;
}

void expr_parser_leave(struct parser *parser) {
    parser->depth--;
}

bool expr_parser_is_value(struct parser *parser, const struct expr_node *node) {
    if (!node->condition) return true;
    expr_parser_fail(parser, EXPR_ERROR_VALUE, node->offset, node->length);
    return false;
}

bool expr_parser_is_condition(struct parser *parser, const struct expr_node *node) {
    if (node->condition) return true;
    expr_parser_fail(parser, EXPR_ERROR_CONDITION, node->offset, node->length);
    return false;
}
