/*
 * parser.h -- what the files of the parser share. Private to gen/expr.
 *
 * A function that returns a node returns NULL once an error is set; the first error stays.
 */
#ifndef EXPR_PARSER_H
#define EXPR_PARSER_H

#include "node.h"
#include "token.h"

struct parser {
    struct expr_view source;
    uint32_t position; /* where the next token is looked for */
    uint32_t end;      /* end of the last token taken */
    unsigned depth;
    struct expr_memory *memory;
    struct expr_error *error;
    struct reference_node *first_reference, *last_reference;
};

/* parse.c */
struct expr_node *expr_parse_expression(struct parser *parser);

/* primary.c: numbers, names, calls, parentheses */
struct expr_node *expr_parse_primary(struct parser *parser);
bool expr_parse_unit(struct parser *parser, struct expr_unit *unit); /* after `as` */

/* parser.c */
struct token expr_parser_peek(const struct parser *parser);
struct token expr_parser_take(struct parser *parser);
bool expr_parser_take_sign(struct parser *parser, char sign);
bool expr_parser_expect_sign(struct parser *parser, char sign, const char *expected);
struct expr_view expr_parser_view(const struct parser *parser, uint32_t offset, uint32_t length);
bool expr_parser_token_is(const struct parser *parser, struct token token, const char *word);

void *expr_parser_fail(struct parser *parser, enum expr_code code, uint32_t offset,
                       uint32_t length);
void *expr_parser_unexpected(struct parser *parser, struct token token, const char *expected);

void *expr_parser_allocate(struct parser *parser, size_t size);
struct expr_node *expr_parser_node(struct parser *parser, enum node_kind kind, size_t size,
                                   uint32_t offset);
/* Sets the node's length: up to the last token taken. */
struct expr_node *expr_parser_close(const struct parser *parser, struct expr_node *node);
bool expr_parser_enter(struct parser *parser, struct token token);
void expr_parser_leave(struct parser *parser);

bool expr_parser_is_value(struct parser *parser, const struct expr_node *node);
bool expr_parser_is_condition(struct parser *parser, const struct expr_node *node);

#endif
