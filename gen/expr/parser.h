/*
 * parser.h -- what the files of the parser share. Private to gen/expr.
 *
 * A function that returns a node returns NULL once an error is set, one that returns a bool false; so
 * both may return what expr_parser_fail() and expr_parser_unexpected() do. The first error stays. Pieces
 * of the source are views into it: they carry their own place.
 */
#pragma once

#include "node.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,   /* stride.useful */
    TOKEN_NUMBER, /* 4.5e9 */
    TOKEN_DIGITS, /* .2 */
    TOKEN_SIGN,   /* one character of + - * / ( ) [ ] , @ < > = . */
    TOKEN_EQUAL,  /* one character of < > = ! with = behind it */
    TOKEN_RANGE,  /* .. */
    TOKEN_BAD     /* a character that no expression has, all bytes of it */
};

struct token {
    enum token_kind kind;
    char sign; /* the first character of a TOKEN_SIGN or TOKEN_EQUAL */
    uint32_t offset, length;
    bool space_before, space_after;
};

/* Returns the token at or after `offset`. */
struct token expr_token(struct text source, uint32_t offset);

struct parser {
    struct text source;
    struct token token; /* the next one, not taken yet */
    uint32_t end;       /* of the last one taken */
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

/* Moves to `end`; the token there or after is the next one. */
void expr_parser_move(struct parser *parser, uint32_t end);
/* Returns the text of the next token; taking it makes the one after it the next. */
struct text expr_parser_text(const struct parser *parser);
struct text expr_parser_take(struct parser *parser);
/* Takes a run of letters, digits, _ (and - if hyphens), however it is cut into tokens. */
bool expr_parser_take_word(struct parser *parser, bool hyphens, const char *expected,
                           struct text *out);
bool expr_parser_take_sign(struct parser *parser, char sign);
/* Takes the sign, which closes what `open` opened, if it is not empty. */
bool expr_parser_expect(struct parser *parser, char sign, struct text open, const char *expected);
bool expr_parser_is(const struct parser *parser, const char *word);
/* Returns whether a word of the grammar is next, which stands for no value: and, or, not, in, as. */
bool expr_parser_is_reserved(const struct parser *parser);
bool expr_parser_is_sign(const struct parser *parser, char sign);

struct text expr_parser_piece(const struct parser *parser, uint32_t start, uint32_t end);
uint32_t expr_parser_offset(const struct parser *parser, struct text piece);

void *expr_parser_fail(struct parser *parser, enum expr_code code, struct text piece);
/* Reports that the next token is not what the grammar expects. */
void *expr_parser_unexpected(struct parser *parser, const char *expected);

void *expr_parser_allocate(struct parser *parser, size_t size);
struct expr_node *expr_parser_node(struct parser *parser, enum node_kind kind, size_t size,
                                   uint32_t start);
/* Sets the node's length, which ends with the last token taken. */
struct expr_node *expr_parser_close(const struct parser *parser, struct expr_node *node);

/* Enters one level of nesting, because of the next token; the caller ends it by `depth--`. */
bool expr_parser_enter(struct parser *parser);

/* Checks whether the node is a condition or a value, as needed; an error if not. */
bool expr_parser_check(struct parser *parser, const struct expr_node *node, bool condition);
