/* json_explain -- says in the author's words why a text is not JSON.
 *
 * jansson names the byte at which it gave up, which is the end of a token, and the reason in its
 * own terms. The token itself and the one before it tell what went wrong. */
#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "base/diag.h"
#include "measure/json_token.h"

enum { DEPTH_SEEN = 64 }; /* deeper brackets are followed no further: the message names one less */

struct place_of_error {
    struct json_token token, before, earlier; /* the one at which reading stopped, the two before */
    char open[DEPTH_SEEN + 1];                /* the brackets that are open there, innermost last */
    size_t open_from[DEPTH_SEEN + 1];         /* and where they stand */
    size_t depth;
};

static struct place_of_error find(struct text text, size_t position) {
    struct place_of_error place = {0};
    struct json_token token = json_token_next(text, 0);
    while (token.kind != JSON_TOKEN_END && token.to < position) {
        char mark = token.kind == JSON_TOKEN_MARK ? text.ptr[token.from] : 0;
        if (mark == '{' || mark == '[') {
            if (place.depth < DEPTH_SEEN) {
                place.open[place.depth] = mark;
                place.open_from[place.depth++] = token.from;
            }
        } else if ((mark == '}' || mark == ']') && place.depth) {
            place.depth--;
        }
        place.earlier = place.before;
        place.before = token;
        token = json_token_next(text, token.to);
    }
    place.token = token;
    return place;
}

static bool same_word(struct text word, const char *other) {
    if (word.len != strlen(other)) return false;
    for (size_t i = 0; i < word.len; i++) {
        char c = word.ptr[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
        if (c != other[i]) return false;
    }
    return true;
}

static bool is_not_finite(struct text word) {
    if (word.len && (word.ptr[0] == '-' || word.ptr[0] == '+')) word = text_cut(word, 1, word.len);
    return same_word(word, "nan") || same_word(word, "inf") || same_word(word, "infinity") ||
           same_word(word, "nanf") || same_word(word, "1.#inf") || same_word(word, "1.#qnan");
}

static void explain_end(const struct source *source, const struct place_of_error *place,
                        struct diags *diags) {
    struct text text = source->text;
    size_t last = text.len;
    while (last && strchr(" \t\n\r", text.ptr[last - 1]))
        last--;
    if (!last) {
        diag_error(diags, source, 0, 1, "measure the card again, or remove the file",
                   "the file is empty");
        return;
    }
    /* A text that is open at the end of the file has its bracket counted before it. */
    const char *inside = !place->depth                          ? "before its first bracket"
                         : place->open[place->depth - 1] == '{' ? "inside an object"
                                                                : "inside a list";
    diag_error(diags, source, last - 1, 1,
               "measure the card again, or bring back the last whole file",
               "the file ends %s (interrupted run?)", inside);
}

static void explain_duplicate(const struct source *source, const struct place_of_error *place,
                              struct diags *diags) {
    struct text text = source->text;
    struct text key = text_cut(text, place->token.from, place->token.to);
    size_t at = place->depth ? place->open_from[place->depth - 1] + 1 : 0, depth = 0;
    const char *hint = "keep one of the two";
    for (;;) {
        struct json_token token = json_token_next(text, at);
        if (token.kind == JSON_TOKEN_END || token.from >= place->token.from) break;
        at = token.to;
        char mark = token.kind == JSON_TOKEN_MARK ? text.ptr[token.from] : 0;
        if (mark == '{' || mark == '[') depth++;
        if (mark == '}' || mark == ']') depth--;
        if (depth || !text_equal(text_cut(text, token.from, token.to), key) ||
            !json_token_is(text, json_token_next(text, token.to), ':'))
            continue;
        diag_error(diags, source, place->token.from, key.len, hint, "%.*s was set on line %zu",
                   TEXT_ARG(key), source_place(source, token.from).line);
        return;
    }
    diag_error(diags, source, place->token.from, key.len, hint, "%.*s is set twice", TEXT_ARG(key));
}

static void explain_word(const struct source *source, const struct place_of_error *place, int code,
                         struct diags *diags) {
    struct text text = source->text;
    struct text word = text_cut(text, place->token.from, place->token.to);
    size_t at = place->token.from;
    char first = word.len ? word.ptr[0] : 0;
    if (is_not_finite(word))
        diag_error(diags, source, at, word.len, "write {\"at\": […], \"missing\": \"why\"}",
                   "%.*s is not JSON; a value that could not be measured is \"missing\" with a "
                   "reason",
                   TEXT_ARG(word));
    else if (code == json_error_numeric_overflow)
        diag_error(diags, source, at, word.len, "is it in base units (s, B, B/s, Hz)?",
                   "number too large: %.*s", TEXT_ARG(word));
    else if (same_word(word, "true") || same_word(word, "false") || same_word(word, "null") ||
             same_word(word, "none"))
        diag_error(diags, source, at, word.len, "JSON knows true, false and null, in lower case",
                   "%.*s is not JSON here", TEXT_ARG(word));
    else if (first == '\'')
        diag_error(diags, source, at, word.len, "put it in double quotes",
                   "JSON has no single quotes");
    else if (first == '/' || first == '#')
        diag_error(diags, source, at, word.len, "remove it", "JSON has no comments");
    else if (first && strchr("+-.0123456789", first))
        diag_error(diags, source, at, word.len, "write it like 0.000286 or 2.86e-4",
                   "%.*s is not a number in JSON", TEXT_ARG(word));
    else
        diag_error(diags, source, at, word.len, "texts and keys stand in double quotes",
                   "%.*s is not JSON", TEXT_ARG(word));
}

/* A value or key that stands where another one has just ended. */
static bool ends_value(struct text text, struct json_token token) {
    return token.kind == JSON_TOKEN_TEXT || token.kind == JSON_TOKEN_WORD ||
           json_token_is(text, token, '}') || json_token_is(text, token, ']');
}

static bool starts_value(struct text text, struct json_token token) {
    return token.kind == JSON_TOKEN_TEXT || token.kind == JSON_TOKEN_WORD ||
           json_token_is(text, token, '{') || json_token_is(text, token, '[');
}

static bool after_key(struct text text, const struct place_of_error *place) {
    bool object = place->depth && place->open[place->depth - 1] == '{';
    return object && place->before.kind == JSON_TOKEN_TEXT &&
           (json_token_is(text, place->earlier, '{') || json_token_is(text, place->earlier, ','));
}

/* Half a word or number before the end of the file: tru, 1e, -. */
static bool breaks_off(struct text text, size_t position) {
    struct place_of_error place = find(text, position);
    return place.token.kind == JSON_TOKEN_WORD && place.token.to == text.len && place.depth &&
           !is_not_finite(text_cut(text, place.token.from, place.token.to));
}

void json_explain(const struct source *source, size_t position, int code, struct diags *diags) {
    struct text text = source->text;
    bool ended = code == json_error_premature_end_of_input || breaks_off(text, position);
    struct place_of_error place = find(text, ended ? SIZE_MAX : position);
    struct json_token token = place.token, before = place.before;
    size_t at = token.from, length = token.to - token.from;
    if (code == json_error_duplicate_key) {
        explain_duplicate(source, &place, diags);
    } else if (code == json_error_stack_overflow) {
        diag_error(diags, source, at, 1, "a card has six levels", "brackets are nested too deeply");
    } else if (ended || token.kind == JSON_TOKEN_END) {
        explain_end(source, &place, diags);
    } else if (token.open) {
        diag_error(diags, source, at, length, "close it on the same line",
                   "this text has no closing quote");
    } else if (token.kind == JSON_TOKEN_TEXT && !ends_value(text, before) &&
               (code == json_error_invalid_syntax || code == json_error_null_character)) {
        diag_error(diags, source, at, length,
                   "after \\ stand one of \" \\ / b f n r t, or u and four hexadecimal digits",
                   "this text has an escape that stands for no character");
    } else if ((json_token_is(text, token, ']') || json_token_is(text, token, '}')) &&
               json_token_is(text, before, ',')) {
        diag_error(diags, source, before.from, 1, "remove the comma",
                   "there is a comma before the closing bracket");
    } else if (code == json_error_end_of_input_expected) {
        diag_error(diags, source, at, length, "one file holds one card",
                   "something follows the end of the object");
    } else if (after_key(text, &place)) {
        diag_error(diags, source, at, length, "write \"key\": value",
                   "there is no colon between a key and this");
    } else if (ends_value(text, before) && starts_value(text, token)) {
        diag_error(diags, source, at, length, NULL, "there is no comma before this");
    } else if (token.kind == JSON_TOKEN_WORD) {
        explain_word(source, &place, code, diags);
    } else {
        diag_error(diags, source, at, length, NULL, "JSON does not allow %.*s here",
                   TEXT_ARG(text_cut(text, token.from, token.to)));
    }
}
