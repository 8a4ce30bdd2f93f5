/* json_token -- cuts JSON text into tokens, whether or not they are right. Private to json. */
#pragma once

#include "base/diag.h"

enum json_token_kind {
    JSON_TOKEN_END,
    JSON_TOKEN_MARK, /* one of { } [ ] : , */
    JSON_TOKEN_TEXT, /* quotes included; without the closing one, up to the end of the line */
    JSON_TOKEN_WORD  /* a number, true, NaN, or whatever else stands there */
};

struct json_token {
    enum json_token_kind kind;
    size_t from, to; /* bytes */
    bool open;       /* a text without its closing quote */
};

/* The first token at or after `at`; an END token lies at the end of the text and is empty. */
struct json_token json_token_next(struct text text, size_t at);
bool json_token_is(struct text text, struct json_token token, char mark);

/* A located message for the text that jansson refused. `position`: the byte at which it stopped;
 * `code`: one of enum json_error_code. */
void json_explain(const struct source *source, size_t position, int code, struct diags *diags);
