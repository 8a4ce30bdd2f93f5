/* json_explain -- says in the author's words why a text is not JSON.
 *
 * jansson names the byte at which it gave up, which is the end of a token, and the reason in its
 * own terms. The token itself and the one before it tell what went wrong. */
#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "measure/json_token.h"

enum { DEPTH_SEEN = 64 }; /* deeper brackets are followed no further: the message names one less */

struct mistake {
    const struct source *source;
    struct diags *diags;
    struct json_token token, before, earlier; /* the one at which reading stopped, the two before */
    struct text word;                         /* the bytes of `token` */
    char open[DEPTH_SEEN + 1];                /* the brackets that are open there, innermost last */
    size_t open_from[DEPTH_SEEN + 1];         /* and where they stand */
    size_t depth;
};

/* Reads on to the token that ends at `position` or behind. */
static void find(struct mistake *m, size_t position) {
    struct text text = m->source->text;
    struct json_token token = json_token_next(text, 0);
    for (; token.kind != JSON_TOKEN_END && token.to < position;
         token = json_token_next(text, token.to)) {
        char mark = token.kind == JSON_TOKEN_MARK ? text.ptr[token.from] : 0;
        if ((mark == '{' || mark == '[') && m->depth < DEPTH_SEEN) {
            m->open[m->depth] = mark;
            m->open_from[m->depth++] = token.from;
        } else if ((mark == '}' || mark == ']') && m->depth) {
            m->depth--;
        }
        m->earlier = m->before;
        m->before = token;
    }
    m->token = token;
    m->word = text_cut(text, token.from, token.to);
}

/* The message stands at the token, which is named between `before` and `after` unless `before` is NULL. */
static void say(const struct mistake *m, const char *hint, const char *before, const char *after) {
    struct text shown = before ? m->word : (struct text){0};
    diag_error(m->diags, m->source, m->token.from, m->word.len, hint, "%s%.*s%s",
               before ? before : "", TEXT_ARG(shown), after);
}

static bool is_any_of(struct text word, const char *const *words) {
    while (*words && !text_is_folded(word, *words))
        words++;
    return *words;
}

static bool is_not_finite(struct text word) {
    static const char *const words[] = {"nan",    "inf",     "infinity", "nanf",
                                        "1.#inf", "1.#qnan", NULL};
    if (word.len && (word.ptr[0] == '-' || word.ptr[0] == '+')) word = text_cut(word, 1, word.len);
    return is_any_of(word, words);
}

static void explain_end(const struct mistake *m) {
    struct text text = m->source->text;
    size_t last = text.len;
    while (last && is_space(text.ptr[last - 1]))
        last--;
    if (!last) {
        diag_error(m->diags, m->source, 0, 1, "measure the card again, or remove the file",
                   "the file is empty");
        return;
    }
    /* A text that is open at the end of the file has its bracket counted before it. */
    const char *inside = !m->depth                      ? "before its first bracket"
                         : m->open[m->depth - 1] == '{' ? "inside an object"
                                                        : "inside a list";
    diag_error(m->diags, m->source, last - 1, 1,
               "measure the card again, or bring back the last whole file",
               "the file ends %s (interrupted run?)", inside);
}

static void explain_duplicate(const struct mistake *m) {
    struct text text = m->source->text;
    size_t at = m->depth ? m->open_from[m->depth - 1] + 1 : 0, depth = 0;
    for (;;) {
        struct json_token token = json_token_next(text, at);
        if (token.kind == JSON_TOKEN_END || token.from >= m->token.from) break;
        at = token.to;
        char mark = token.kind == JSON_TOKEN_MARK ? text.ptr[token.from] : 0;
        if (mark == '{' || mark == '[') depth++;
        if (mark == '}' || mark == ']') depth--;
        if (depth || !text_equal(text_cut(text, token.from, token.to), m->word) ||
            !json_token_is(text, json_token_next(text, token.to), ':'))
            continue;
        diag_error(m->diags, m->source, m->token.from, m->word.len, "keep one of the two",
                   "%.*s was set on line %zu", TEXT_ARG(m->word),
                   source_place(m->source, token.from).line);
        return;
    }
    say(m, "keep one of the two", "", " is set twice");
}

static void explain_word(const struct mistake *m, int code) {
    static const char *const words[] = {"true", "false", "null", "none", NULL};
    char first = m->word.len ? m->word.ptr[0] : 0;
    if (is_not_finite(m->word))
        say(m, "write {\"at\": […], \"missing\": \"why\"}", "",
            " is not JSON; a value that could not be measured is \"missing\" with a reason");
    else if (code == json_error_numeric_overflow)
        say(m, "is it in base units (s, B, B/s, Hz)?", "number too large: ", "");
    else if (is_any_of(m->word, words))
        say(m, "JSON knows true, false and null, in lower case", "", " is not JSON here");
    else if (first == '\'')
        say(m, "put it in double quotes", NULL, "JSON has no single quotes");
    else if (first == '/' || first == '#')
        say(m, "remove it", NULL, "JSON has no comments");
    else if (first && strchr("+-.0123456789", first))
        say(m, "write it like 0.000286 or 2.86e-4", "", " is not a number in JSON");
    else
        say(m, "texts and keys stand in double quotes", "", " is not JSON");
}

/* Two values or keys in a row lack a comma; these tell where one ends and where one starts. */
static bool ends_value(struct text text, struct json_token token) {
    return token.kind == JSON_TOKEN_TEXT || token.kind == JSON_TOKEN_WORD ||
           json_token_is(text, token, '}') || json_token_is(text, token, ']');
}

static bool starts_value(struct text text, struct json_token token) {
    return token.kind == JSON_TOKEN_TEXT || token.kind == JSON_TOKEN_WORD ||
           json_token_is(text, token, '{') || json_token_is(text, token, '[');
}

static bool after_key(const struct mistake *m) {
    struct text text = m->source->text;
    bool object = m->depth && m->open[m->depth - 1] == '{';
    return object && m->before.kind == JSON_TOKEN_TEXT &&
           (json_token_is(text, m->earlier, '{') || json_token_is(text, m->earlier, ','));
}

/* A file that ends in half a word or number (tru, 1e, -) was cut off. */
static bool breaks_off(const struct mistake *m) {
    return m->token.kind == JSON_TOKEN_WORD && m->token.to == m->source->text.len && m->depth &&
           !is_not_finite(m->word);
}

void json_explain(const struct source *source, size_t position, int code, struct diags *diags) {
    struct text text = source->text;
    const struct mistake nothing = {.source = source, .diags = diags};
    struct mistake mistake = nothing, *m = &mistake;
    find(m, position);
    bool ended = code == json_error_premature_end_of_input || breaks_off(m);
    if (ended) {
        mistake = nothing;
        find(m, SIZE_MAX);
    }
    bool closes = json_token_is(text, m->token, ']') || json_token_is(text, m->token, '}');
    if (code == json_error_duplicate_key) {
        explain_duplicate(m);
    } else if (code == json_error_stack_overflow) {
        diag_error(diags, source, m->token.from, 1, "a card has six levels",
                   "brackets are nested too deeply");
    } else if (ended || m->token.kind == JSON_TOKEN_END) {
        explain_end(m);
    } else if (m->token.open) {
        say(m, "close it on the same line", NULL, "this text has no closing quote");
    } else if (m->token.kind == JSON_TOKEN_TEXT && !ends_value(text, m->before) &&
               (code == json_error_invalid_syntax || code == json_error_null_character)) {
        say(m, "after \\ stand one of \" \\ / b f n r t, or u and four hexadecimal digits", NULL,
            "this text has an escape that stands for no character");
    } else if (closes && json_token_is(text, m->before, ',')) {
        diag_error(diags, source, m->before.from, 1, "remove the comma",
                   "there is a comma before the closing bracket");
    } else if (code == json_error_end_of_input_expected) {
        say(m, "one file holds one card", NULL, "something follows the end of the object");
    } else if (after_key(m)) {
        say(m, "write \"key\": value", NULL, "there is no colon between a key and this");
    } else if (ends_value(text, m->before) && starts_value(text, m->token)) {
        say(m, NULL, NULL, "there is no comma before this");
    } else if (m->token.kind == JSON_TOKEN_WORD) {
        explain_word(m, code);
    } else {
        say(m, NULL, "JSON does not allow ", " here");
    }
}
