/* json_token -- see json_token.h. */
#include "measure/json_token.h"

#include <string.h>

#include "base/chars.h"

static bool is_mark(char c) {
    return c && strchr("{}[]:,", c) != NULL;
}

struct json_token json_token_next(struct text text, size_t at) {
    while (at < text.len && is_space(text.ptr[at]))
        at++;
    struct json_token token = {.kind = JSON_TOKEN_END, .from = at, .to = at};
    if (at >= text.len) return token;
    if (is_mark(text.ptr[at])) {
        token.kind = JSON_TOKEN_MARK;
        token.to = at + 1;
        return token;
    }
    if (text.ptr[at] != '"') {
        token.kind = JSON_TOKEN_WORD;
        while (at < text.len && !is_space(text.ptr[at]) && !is_mark(text.ptr[at]) &&
               text.ptr[at] != '"')
            at++;
        token.to = at;
        return token;
    }
    token.kind = JSON_TOKEN_TEXT;
    at++;
    while (at < text.len && text.ptr[at] != '"' && text.ptr[at] != '\n')
        at += text.ptr[at] == '\\' && at + 1 < text.len && text.ptr[at + 1] != '\n' ? 2 : 1;
    token.open = at >= text.len || text.ptr[at] != '"';
    token.to = token.open ? (at < text.len ? at : text.len) : at + 1;
    return token;
}

bool json_token_is(struct text text, struct json_token token, char mark) {
    return token.kind == JSON_TOKEN_MARK && text.ptr[token.from] == mark;
}
