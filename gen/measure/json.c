/* json -- see json.h. */
#include "measure/json.h"

#include <assert.h>
#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "base/utf8.h"

/* ---- tokens: what the text is cut into, whether or not it is right ----------------------- */

enum token_kind {
    TOKEN_END,
    TOKEN_MARK,   /* one of { } [ ] : , */
    TOKEN_TEXT,   /* quotes included; without the closing one, up to the end of the line */
    TOKEN_LITERAL /* a number, true, NaN, or whatever else stands there */
};

struct token {
    enum token_kind kind;
    size_t from, to; /* bytes */
    char mark;       /* of a TOKEN_MARK; else 0 */
    bool open;       /* a text without its closing quote */
};

/* Returns the first token at or after `at`; an END token lies at the end of the text and is empty. The
 * text holds no NUL, and one follows it. */
static struct token next_token(struct text text, size_t at) {
    at += strspn(text.ptr + at, " \t\n\r");
    const char *start = text.ptr + at, *end = start + strcspn(start, " \t\n\r{}[]:,\"");
    struct token token = {.kind = *start ? TOKEN_LITERAL : TOKEN_END, .from = at};
    if (*start == '"') {
        token.kind = TOKEN_TEXT;
        for (end++; *end && *end != '"' && *end != '\n'; end++)
            if (*end == '\\' && end[1] && end[1] != '\n') end++;
        token.open = *end != '"';
        end += !token.open;
    } else if (*start && end == start) {
        token.kind = TOKEN_MARK;
        token.mark = *end++;
    }
    token.to = (size_t)(end - text.ptr);
    return token;
}

/* ---- why a text is no JSON ---------------------------------------------------------------
 *
 * jansson names the byte at which it stopped, which is the end of a token, and the reason in its own
 * terms. The token itself and the one before it show the mistake. */

enum { DEPTH_SEEN = 64 }; /* no message needs to know deeper brackets */

struct mistake {
    const struct source *source;
    struct diags *diags;
    struct token token, before; /* the one at which reading stopped, and the one in front of it */
    struct text bytes;          /* the bytes of `token` */
    size_t open[DEPTH_SEEN];    /* where the brackets stand that are open there, innermost last */
    size_t depth;
};

/* Reads to the token that ends at `position` or behind it. */
static void find(struct mistake *m, size_t position) {
    struct text text = m->source->text;
    struct token token = next_token(text, 0);
    for (; token.kind != TOKEN_END && token.to < position; token = next_token(text, token.to)) {
        if ((token.mark == '{' || token.mark == '[') && m->depth < DEPTH_SEEN) {
            m->open[m->depth++] = token.from;
        } else if ((token.mark == '}' || token.mark == ']') && m->depth) {
            m->depth--;
        }
        m->before = token;
    }
    m->token = token;
    m->bytes = text_cut(text, token.from, token.to);
}

/* Reports at the token, whose text stands between `before` and `after` unless `before` is NULL. */
static void say(const struct mistake *m, const char *hint, const char *before, const char *after) {
    struct text shown = before ? m->bytes : (struct text){0};
    diag_error(m->diags, m->source, m->token.from, m->bytes.len, hint, "%s%.*s%s",
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
    /* The innermost open bracket shows where the file ends, also within a text. */
    const char *inside = !m->depth                                ? "before its first bracket"
                         : text.ptr[m->open[m->depth - 1]] == '{' ? "inside an object"
                                                                  : "inside a list";
    diag_error(m->diags, m->source, last - 1, 1,
               "measure the card again, or bring back the last whole file",
               "the file ends %s (interrupted run?)", inside);
}

static void explain_duplicate(const struct mistake *m) {
    struct text text = m->source->text;
    size_t at = m->depth ? m->open[m->depth - 1] + 1 : 0, depth = 0;
    for (;;) {
        struct token token = next_token(text, at);
        if (token.kind == TOKEN_END || token.from >= m->token.from) break;
        at = token.to;
        depth += token.mark == '{' || token.mark == '[';
        depth -= token.mark == '}' || token.mark == ']';
        if (depth || !text_equal(text_cut(text, token.from, token.to), m->bytes) ||
            next_token(text, token.to).mark != ':')
            continue;
        diag_error(m->diags, m->source, m->token.from, m->bytes.len, "keep one of the two",
                   "%.*s was set on line %zu", TEXT_ARG(m->bytes),
                   source_place(m->source, token.from).line);
        return;
    }
    say(m, "keep one of the two", "", " is set twice");
}

static void explain_literal(const struct mistake *m, enum json_error_code code) {
    static const char *const words[] = {"true", "false", "null", "none", NULL};
    char first = m->bytes.len ? m->bytes.ptr[0] : 0;
    if (is_not_finite(m->bytes))
        say(m, "write {\"at\": […], \"missing\": \"why\"}", "",
            " is not JSON; a value that could not be measured is \"missing\" with a reason");
    else if (code == json_error_numeric_overflow)
        say(m, "is it in base units (s, B, B/s, Hz)?", "number too large: ", "");
    else if (is_any_of(m->bytes, words))
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

/* A file that ends inside a literal (tru, 1e, -) was cut off. */
static bool breaks_off(const struct mistake *m) {
    return m->token.kind == TOKEN_LITERAL && m->token.to == m->source->text.len && m->depth &&
           !is_not_finite(m->bytes);
}

/* A value is a text or a literal, or begins and ends with one of these brackets. */
static bool is_value(struct token token, const char *brackets) {
    return token.mark ? strchr(brackets, token.mark) != NULL : token.kind != TOKEN_END;
}

/* Reports a text that jansson refused: its reason tells what was expected at the token. */
static void explain(const struct source *source, const json_error_t *error, struct diags *diags) {
    struct text reason = text_of(error->text);
    const struct mistake nothing = {.source = source, .diags = diags};
    struct mistake mistake = nothing, *m = &mistake;
    enum json_error_code code = json_error_code(error);
    find(m, error->position > 0 ? (size_t)error->position : 0);
    bool ended = code == json_error_premature_end_of_input || breaks_off(m);
    if (ended) {
        mistake = nothing;
        find(m, SIZE_MAX);
    }
    bool closes = m->token.mark == ']' || m->token.mark == '}';
    if (code == json_error_duplicate_key) {
        explain_duplicate(m);
    } else if (code == json_error_stack_overflow) {
        diag_error(diags, source, m->token.from, 1, "a card has six levels",
                   "brackets are nested too deeply");
    } else if (ended || m->token.kind == TOKEN_END) {
        explain_end(m);
    } else if (m->token.open) {
        say(m, "close it on the same line", NULL, "this text has no closing quote");
    } else if (m->token.kind == TOKEN_TEXT &&
               (code == json_error_null_character || text_starts(reason, "invalid ") ||
                text_starts(reason, "control character "))) {
        say(m, "after \\ stand one of \" \\ / b f n r t, or u and four hexadecimal digits", NULL,
            "this text has an escape that stands for no character");
    } else if (closes && m->before.mark == ',') {
        diag_error(diags, source, m->before.from, 1, "remove the comma",
                   "there is a comma before the closing bracket");
    } else if (code == json_error_end_of_input_expected) {
        say(m, "one file holds one card", NULL, "something follows the end of the object");
    } else if (text_starts(reason, "':' expected")) {
        say(m, "write \"key\": value", NULL, "there is no colon between a key and this");
    } else if (is_value(m->before, "]}") && is_value(m->token, "[{")) {
        say(m, NULL, NULL, "there is no comma before this");
    } else if (m->token.kind == TOKEN_LITERAL) {
        explain_literal(m, code);
    } else {
        say(m, NULL, "JSON does not allow ", " here");
    }
}

/* ---- the tree ---------------------------------------------------------------------------- */

/* Walks jansson's value and the text side by side: both hold the same values in the same order,
 * since jansson iterates over an object in the order of insertion and duplicates were refused. */
struct reader {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    size_t at;
};

static struct token take(struct reader *reader) {
    struct token token = next_token(reader->source->text, reader->at);
    reader->at = token.to;
    return token;
}

static void take_mark(struct reader *reader, char mark) {
    struct token token = take(reader);
    assert(token.mark == mark);
    (void)token, (void)mark;
}

static void build(struct reader *reader, json_t *from, struct json *value);

static void build_children(struct reader *reader, json_t *from, struct json *value) {
    bool object = json_is_object(from);
    value->count = object ? json_object_size(from) : json_array_size(from);
    value->child = ARENA_ARRAY(reader->arena, struct json, value->count);
    void *iterator = object ? json_object_iter(from) : NULL;
    for (size_t i = 0; i < value->count; i++) {
        struct json *child = &value->child[i];
        child->parent = value;
        if (i) take_mark(reader, ',');
        if (object) {
            struct token key = take(reader);
            child->key_at = (struct json_range){key.from, key.to - key.from};
            child->key = arena_text(reader->arena, text_of(json_object_iter_key(iterator)));
            take_mark(reader, ':');
        }
        build(reader, object ? json_object_iter_value(iterator) : json_array_get(from, i), child);
        if (object) iterator = json_object_iter_next(from, iterator);
    }
    take_mark(reader, object ? '}' : ']');
}

/* A whole number above 2^53 may become another one in a double. Powers of ten (1e20) are exempt, as
 * they count as measured. */
static void check_whole(const struct reader *reader, const struct json *value) {
    struct text digits = text_cut(reader->source->text, value->at.offset, reader->at);
    if (digits.ptr[0] == '-') digits = text_cut(digits, 1, digits.len);
    unsigned long whole;
    if (!text_only(digits, TEXT_DIGITS) || text_number(digits, 1UL << 53, &whole)) return;
    struct text path = json_path(value, reader->arena);
    diag_error(reader->diags, reader->source, value->at.offset, reader->at - value->at.offset,
               "give it in a larger unit, or with a power of ten: 1.5e16",
               "%.*s%sa whole number above 2^53 would be rounded", TEXT_ARG(path),
               path.len ? ": " : "");
}

static void build(struct reader *reader, json_t *from, struct json *value) {
    struct token token = take(reader);
    value->at.offset = token.from;
    switch (json_typeof(from)) {
    case JSON_OBJECT: value->kind = JSON_KIND_OBJECT; break;
    case JSON_ARRAY: value->kind = JSON_KIND_LIST; break;
    case JSON_STRING:
        value->kind = JSON_KIND_TEXT;
        value->text = arena_text(reader->arena,
                                 (struct text){json_string_value(from), json_string_length(from)});
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        value->kind = JSON_KIND_NUMBER;
        value->number = json_number_value(from);
        check_whole(reader, value);
        break;
    case JSON_TRUE: value->truth = true; /* fall through */
    case JSON_FALSE: value->kind = JSON_KIND_BOOLEAN; break;
    case JSON_NULL: value->kind = JSON_KIND_NULL; break;
    }
    if (json_is_object(from) || json_is_array(from)) build_children(reader, from, value);
    value->at.length = reader->at - value->at.offset;
}

static bool is_utf16(struct text bytes) {
    if (bytes.len < 2) return false;
    unsigned char a = (unsigned char)bytes.ptr[0], b = (unsigned char)bytes.ptr[1];
    if ((a == 0xff && b == 0xfe) || (a == 0xfe && b == 0xff)) return true;
    return (a == '{' && !b) || (!a && b == '{'); /* the byte order mark may be lost */
}

static bool is_text(const struct source *source, struct text bytes, struct diags *diags) {
    if (is_utf16(bytes)) {
        diag_error(diags, source, 0, 1,
                   "in PowerShell: build/measure | Out-File -Encoding utf8 FILE",
                   "the file is UTF-16 (a shell's > made it); save it as UTF-8");
        return false;
    }
    uint32_t code;
    size_t bad = utf8_check_data(source->text, &code);
    if (bad == SIZE_MAX) return true;
    if (code == UINT32_MAX)
        diag_error(diags, source, bad, 1, "save the file as UTF-8", "byte 0x%02X is not UTF-8",
                   (unsigned char)source->text.ptr[bad]);
    else
        diag_error(diags, source, bad, 1, "is this a text file at all?", "U+%04X in a card",
                   (unsigned)code);
    return false;
}

/* What jansson makes lives in one arena and goes with it: it frees nothing. Its allocator is functions
 * without a context, hence the pointer. */
static struct arena *pool;

static void *pool_alloc(size_t size) {
    return arena_reserve(pool, size);
}

static void pool_free(void *memory) {
    (void)memory;
}

const struct json *json_read(const struct source *source, struct text bytes, struct arena *arena,
                             struct diags *diags) {
    if (!is_text(source, bytes, diags)) return NULL;
    json_error_t error;
    struct arena scratch = {0};
    pool = &scratch;
    json_set_alloc_funcs(pool_alloc, pool_free);
    json_t *root =
        json_loadb(source->text.ptr, source->text.len,
                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, &error);
    if (!root) {
        explain(source, &error, diags);
        arena_free(&scratch);
        return NULL;
    }
    struct json *value = ARENA_NEW(arena, struct json);
    struct reader reader = {.source = source, .arena = arena, .diags = diags};
    build(&reader, root, value);
    arena_free(&scratch);
    return value;
}

const struct json *json_member(const struct json *object, const char *name) {
    if (!object || object->kind != JSON_KIND_OBJECT) return NULL;
    for (size_t i = 0; i < object->count; i++)
        if (text_is(object->child[i].key, name)) return &object->child[i];
    return NULL;
}

static bool is_plain(struct text key) {
    for (size_t i = 0; i < key.len; i++) {
        if (!is_word(key.ptr[i]) && key.ptr[i] != '-') return false;
    }
    return key.len > 0;
}

static void add_path(const struct json *value, struct buf *out) {
    if (!value->parent) return;
    add_path(value->parent, out);
    if (value->parent->kind == JSON_KIND_LIST) {
        buf_printf(out, "[%zu]", (size_t)(value - value->parent->child));
        return;
    }
    if (out->len) buf_char(out, '.');
    if (is_plain(value->key))
        buf_view(out, value->key);
    else
        buf_json(out, value->key);
}

struct text json_path(const struct json *value, struct arena *arena) {
    struct buf out = {0};
    add_path(value, &out);
    return buf_take(&out, arena);
}

const char *json_kind_word(enum json_kind kind) {
    static const char *const words[] = {"null",   "true or false", "a number",
                                        "a text", "a list",        "an object"};
    return words[kind];
}
