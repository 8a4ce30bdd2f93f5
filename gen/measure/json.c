/* json -- see json.h. */
#include "measure/json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
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

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static bool ends_literal(char c) {
    static const bool ends[256] = {
        [0] = true,   [' '] = true, ['\n'] = true, ['\t'] = true, ['\r'] = true, [','] = true,
        [':'] = true, ['"'] = true, ['{'] = true,  ['}'] = true,  ['['] = true,  [']'] = true};
    return ends[(unsigned char)c];
}

/* Returns the first token at or after `at`; an END token lies at the end of the text and is empty. The
 * text holds no NUL, and one follows it. */
static struct token next_token(struct text text, size_t at) {
    while (is_blank(text.ptr[at]))
        at++;
    const char *start = text.ptr + at, *end = start;
    while (!ends_literal(*end))
        end++;
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

/* ---- one that is read -------------------------------------------------------------------- */

enum {
    DEEPEST = 256,  /* brackets in each other; a card has six levels */
    DEPTH_SEEN = 64 /* no message needs to know deeper ones */
};

/* Why reading stopped at a token; what stands there tells the rest. */
enum fault { FAULT_TOKEN, FAULT_COLON, FAULT_MORE, FAULT_ESCAPE, FAULT_LARGE, FAULT_DEEP };

struct reader {
    const struct source *source;
    struct arena *tree;   /* of the values */
    struct arena *arena;  /* of what else is made: texts whose escapes were resolved */
    struct arena scratch; /* what waits, and keys while they are compared */
    struct json *waiting; /* values whose bracket is still open: those of the innermost one last */
    size_t waiting_count, waiting_capacity;
    struct diags *diags;
    struct token token, before; /* the one at which reading is, and the one in front of it */
    size_t open[DEPTH_SEEN];    /* where the brackets stand that are open there, innermost last */
    size_t depth;
};

static struct text bytes_of(const struct reader *reader, struct token token) {
    return text_cut(reader->source->text, token.from, token.to);
}

/* Where the innermost bracket stands that is open. */
static size_t inside(const struct reader *reader) {
    size_t seen = reader->depth < DEPTH_SEEN ? reader->depth : DEPTH_SEEN;
    return reader->open[seen - 1];
}

/* ---- why a text is no JSON --------------------------------------------------------------- */

/* Reports at the token, whose text stands between `before` and `after` unless `before` is NULL. */
static void say(const struct reader *reader, const char *hint, const char *before,
                const char *after) {
    struct text bytes = bytes_of(reader, reader->token), shown = before ? bytes : (struct text){0};
    diag_error(reader->diags, reader->source, reader->token.from, bytes.len, hint, "%s%.*s%s",
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

static void explain_end(const struct reader *reader) {
    struct text text = reader->source->text;
    size_t last = text.len;
    while (last && is_space(text.ptr[last - 1]))
        last--;
    if (!last) {
        diag_error(reader->diags, reader->source, 0, 1,
                   "measure the card again, or remove the file", "the file is empty");
        return;
    }
    /* The innermost open bracket shows where the file ends, also within a text. */
    const char *where = !reader->depth                    ? "before its first bracket"
                        : text.ptr[inside(reader)] == '{' ? "inside an object"
                                                          : "inside a list";
    diag_error(reader->diags, reader->source, last - 1, 1,
               "measure the card again, or bring back the last whole file",
               "the file ends %s (interrupted run?)", where);
}

static void explain_literal(const struct reader *reader, enum fault fault) {
    static const char *const words[] = {"true", "false", "null", "none", NULL};
    struct text bytes = bytes_of(reader, reader->token);
    char first = bytes.len ? bytes.ptr[0] : 0;
    if (is_not_finite(bytes))
        say(reader, "write {\"at\": […], \"missing\": \"why\"}", "",
            " is not JSON; a value that could not be measured is \"missing\" with a reason");
    else if (fault == FAULT_LARGE)
        say(reader, "is it in base units (s, B, B/s, Hz)?", "number too large: ", "");
    else if (is_any_of(bytes, words))
        say(reader, "JSON knows true, false and null, in lower case", "", " is not JSON here");
    else if (first == '\'')
        say(reader, "put it in double quotes", NULL, "JSON has no single quotes");
    else if (first == '/' || first == '#')
        say(reader, "remove it", NULL, "JSON has no comments");
    else if (first && strchr("+-.0123456789", first))
        say(reader, "write it like 0.000286 or 2.86e-4", "", " is not a number in JSON");
    else
        say(reader, "texts and keys stand in double quotes", "", " is not JSON");
}

/* A file that ends inside a literal (tru, 1e, -) or a text was cut off. */
static bool breaks_off(const struct reader *reader) {
    const struct token *token = &reader->token;
    if (token->kind == TOKEN_END || (token->open && token->to == reader->source->text.len))
        return true;
    return token->kind == TOKEN_LITERAL && token->to == reader->source->text.len && reader->depth &&
           !is_not_finite(bytes_of(reader, *token));
}

/* A value is a text or a literal, or begins and ends with one of these brackets. */
static bool is_value(struct token token, const char *brackets) {
    return token.mark ? strchr(brackets, token.mark) != NULL : token.kind != TOKEN_END;
}

/* Reports the fault at the token. Returns false. */
static bool fail(const struct reader *reader, enum fault fault) {
    const struct token token = reader->token;
    const char mark = token.mark;
    if (fault == FAULT_DEEP)
        diag_error(reader->diags, reader->source, token.from, 1, "a card has six levels",
                   "brackets are nested too deeply");
    else if (breaks_off(reader))
        explain_end(reader);
    else if (token.open)
        say(reader, "close it on the same line", NULL, "this text has no closing quote");
    else if (fault == FAULT_ESCAPE)
        say(reader, "after \\ stand one of \" \\ / b f n r t, or u and four hexadecimal digits",
            NULL, "this text has an escape that stands for no character");
    else if ((mark == ']' || mark == '}') && reader->before.mark == ',')
        diag_error(reader->diags, reader->source, reader->before.from, 1, "remove the comma",
                   "there is a comma before the closing bracket");
    else if (fault == FAULT_MORE)
        say(reader, "one file holds one card", NULL, "something follows the end of the object");
    else if (fault == FAULT_COLON)
        say(reader, "write \"key\": value", NULL, "there is no colon between a key and this");
    else if (is_value(reader->before, "]}") && is_value(token, "[{"))
        say(reader, NULL, NULL, "there is no comma before this");
    else if (token.kind == TOKEN_LITERAL)
        explain_literal(reader, fault);
    else
        say(reader, NULL, "JSON does not allow ", " here");
    return false;
}

/* ---- texts ------------------------------------------------------------------------------- */

static void advance(struct reader *reader) {
    reader->before = reader->token;
    reader->token = next_token(reader->source->text, reader->token.to);
}

/* Reads the four hexadecimal digits of \uXXXX. */
static bool read_hex(struct text text, size_t at, uint32_t *code) {
    *code = 0;
    for (size_t i = at; i < at + 4; i++) {
        const char *digits = "0123456789abcdef";
        char c = i < text.len ? text.ptr[i] : 0;
        const char *digit = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
        if (!digit) return false;
        *code = *code * 16 + (uint32_t)(digit - digits);
    }
    return true;
}

/* A character outside the basic plane is two escapes. 0: the escape stands for no character. */
static size_t read_code(struct text text, size_t at, uint32_t *code) {
    uint32_t low;
    if (!read_hex(text, at + 2, code) || !*code || (*code >= 0xdc00 && *code < 0xe000)) return 0;
    if (*code < 0xd800 || *code >= 0xe000) return 6;
    if (!text_starts(text_cut(text, at + 6, text.len), "\\u") || !read_hex(text, at + 8, &low) ||
        low < 0xdc00 || low >= 0xe000)
        return 0;
    *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
    return 12;
}

static char *put_code(char *out, uint32_t code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (code >= 0x80) *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

/* Reads the text at which reading is, escapes resolved: these are never shorter than what they stand for. */
static bool read_text(struct reader *reader, struct text *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    struct text text = bytes_of(reader, reader->token);
    if (reader->token.kind != TOKEN_TEXT || reader->token.open) return fail(reader, FAULT_TOKEN);
    text = text_cut(text, 1, text.len - 1);
    char *first = arena_reserve(reader->arena, text.len + 1), *end = first;
    for (size_t i = 0; i < text.len;) {
        char c = text.ptr[i], next = i + 1 < text.len ? text.ptr[i + 1] : 0;
        if (c != '\\' && (unsigned char)c >= 0x20) {
            *end++ = c;
            i++;
            continue;
        }
        const char *simple = next ? strchr(from, next) : NULL;
        uint32_t code;
        size_t length = 1;
        if (c == '\\' && simple && (length = 2))
            *end++ = to[simple - from];
        else if (c == '\\' && next == 'u' && (length = read_code(text, i, &code)))
            end = put_code(end, code);
        else
            return fail(reader, FAULT_ESCAPE);
        i += length;
    }
    *end = '\0';
    *out = (struct text){first, (size_t)(end - first)};
    return true;
}

/* ---- numbers and words ------------------------------------------------------------------- */

/* What stands in a number as it is read. */
struct digits {
    const char *at;
    uint64_t number; /* all digits so far, while they are few */
};

/* Whole numbers up to this are exact as doubles, and so are powers of ten up to TENS. */
#define WHOLE_MOST UINT64_C(9007199254740992)
enum { TENS = 22 };

/* Returns how many digits there are. */
static size_t read_digits(struct digits *digits) {
    const char *from = digits->at;
    for (; is_digit(*digits->at); digits->at++)
        if (digits->number <= WHOLE_MOST)
            digits->number = digits->number * 10 + (unsigned)(*digits->at - '0');
    return (size_t)(digits->at - from);
}

/* -0.5e-3; not +1, 01, .5, 5., 0x1F. One division of exact numbers is rounded right; where that is not enough,
 * the library reads. */
static bool read_number(const char *from, const char *end, double *out) {
    static const double tens[TENS + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                          1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                          1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    struct digits digits = {.at = from + (*from == '-')};
    const bool zero = *digits.at == '0';
    const size_t whole = read_digits(&digits);
    if (!whole || (zero && whole > 1)) return false;
    size_t behind = 0;
    if (*digits.at == '.') {
        digits.at++;
        if (!(behind = read_digits(&digits))) return false;
    }
    const bool exponent = *digits.at == 'e' || *digits.at == 'E';
    if (exponent) {
        digits.at += digits.at[1] == '+' || digits.at[1] == '-' ? 2 : 1;
        struct digits power = {.at = digits.at};
        if (!read_digits(&power)) return false;
        digits.at = power.at;
    }
    if (exponent || behind > TENS || digits.number > WHOLE_MOST)
        *out = strtod(from, NULL);
    else
        *out = (*from == '-' ? -1.0 : 1.0) * ((double)digits.number / tens[behind]);
    return digits.at == end;
}

static bool read_literal(struct reader *reader, struct json *value) {
    const struct text bytes = bytes_of(reader, reader->token);
    if (text_is(bytes, "true") || text_is(bytes, "false")) {
        value->kind = JSON_KIND_BOOLEAN;
        value->truth = text_is(bytes, "true");
        return true;
    }
    if (text_is(bytes, "null")) return true;
    if (!bytes.len || !read_number(bytes.ptr, bytes.ptr + bytes.len, &value->number))
        return fail(reader, FAULT_TOKEN);
    value->kind = JSON_KIND_NUMBER;
    return isfinite(value->number) || fail(reader, FAULT_LARGE);
}

/* ---- the tree ---------------------------------------------------------------------------- */

enum { FEW_KEYS = 8 }; /* are compared with each other sooner than they are sorted */

static int order_keys(const void *pa, const void *pb) {
    const struct json *const *a = pa, *const *b = pb;
    int by = text_compare((*a)->key, (*b)->key);
    return by ? by : (*a)->key_at.offset < (*b)->key_at.offset ? -1 : 1;
}

/* Reports the second of two members with one name. */
static bool keys_differ(struct reader *reader, const struct json *object) {
    bool few = object->count <= FEW_KEYS, alike = false;
    for (size_t i = 1; few && i < object->count; i++)
        for (size_t k = 0; k < i; k++)
            alike |= text_equal(object->child[k].key, object->child[i].key);
    if (few && !alike) return true;
    const struct json **key = ARENA_ARRAY(&reader->scratch, const struct json *, object->count + 1);
    for (size_t i = 0; i < object->count; i++)
        key[i] = &object->child[i];
    if (object->count) qsort(key, object->count, sizeof(struct json *), order_keys);
    for (size_t i = 1; i < object->count; i++) {
        if (!text_equal(key[i - 1]->key, key[i]->key)) continue;
        const struct json_range at = key[i]->key_at;
        struct text shown = text_cut(reader->source->text, at.offset, at.offset + at.length);
        diag_error(reader->diags, reader->source, at.offset, at.length, "keep one of the two",
                   "%.*s was set on line %zu", TEXT_ARG(shown),
                   source_place(reader->source, key[i - 1]->key_at.offset).line);
        return false;
    }
    return true;
}

static bool read_value(struct reader *reader, struct json *value);

static bool read_key(struct reader *reader, struct json *member) {
    member->key_at = (struct json_range){reader->token.from, reader->token.to - reader->token.from};
    if (!read_text(reader, &member->key)) return false;
    advance(reader);
    if (reader->token.mark != ':') return fail(reader, FAULT_COLON);
    advance(reader);
    return true;
}

/* Reads up to the closing bracket, at which reading is then. */
static bool read_children(struct reader *reader, struct json *value, char close) {
    const size_t from = reader->waiting_count;
    if (reader->depth == DEEPEST) return fail(reader, FAULT_DEEP);
    if (reader->depth < DEPTH_SEEN) reader->open[reader->depth] = reader->token.from;
    reader->depth++;
    advance(reader);
    while (reader->token.mark != close || reader->waiting_count > from) {
        struct json child = {0};
        if ((close == '}' && !read_key(reader, &child)) || !read_value(reader, &child))
            return false;
        reader->waiting = arena_grow(&reader->scratch, reader->waiting, reader->waiting_count,
                                     &reader->waiting_capacity, sizeof child);
        reader->waiting[reader->waiting_count++] = child;
        if (reader->token.mark == close) break;
        if (reader->token.mark != ',') return fail(reader, FAULT_TOKEN);
        advance(reader);
    }
    reader->depth--;
    value->count = reader->waiting_count - from;
    reader->waiting_count = from;
    value->child = arena_reserve(reader->tree, value->count * sizeof *value);
    if (value->count) memcpy(value->child, reader->waiting + from, value->count * sizeof *value);
    return close == ']' || keys_differ(reader, value);
}

static bool read_value(struct reader *reader, struct json *value) {
    const size_t from = reader->token.from;
    bool fine;
    if (reader->token.mark == '{' || reader->token.mark == '[') {
        value->kind = reader->token.mark == '{' ? JSON_KIND_OBJECT : JSON_KIND_LIST;
        fine = read_children(reader, value, reader->token.mark == '{' ? '}' : ']');
    } else if (reader->token.kind == TOKEN_LITERAL) {
        fine = read_literal(reader, value);
    } else {
        value->kind = JSON_KIND_TEXT;
        fine = read_text(reader, &value->text);
    }
    if (!fine) return false;
    value->at = (struct json_range){from, reader->token.to - from};
    advance(reader);
    return true;
}

/* A whole number above 2^53 may become another one in a double. Powers of ten (1e20) are exempt, as
 * they count as measured. */
static void check_whole(const struct reader *reader, const struct json *value) {
    const unsigned long long most = 1ULL << 53;
    unsigned long long whole = 0;
    if (fabs(value->number) < (double)most) return;
    struct text number =
        text_cut(reader->source->text, value->at.offset, value->at.offset + value->at.length);
    number = text_drop_start(number, "-");
    if (!text_only(number, TEXT_DIGITS)) return;
    for (size_t i = 0; i < number.len && whole <= most; i++)
        whole = whole * 10 + (unsigned)(number.ptr[i] - '0');
    if (whole <= most) return;
    struct text path = json_path(value, reader->arena);
    diag_error(reader->diags, reader->source, value->at.offset, value->at.length,
               "give it in a larger unit, or with a power of ten: 1.5e16",
               "%.*s%sa whole number above 2^53 would be rounded", TEXT_ARG(path),
               path.len ? ": " : "");
}

/* Each value is where it stays: its children learn so. */
static void settle(const struct reader *reader, const struct json *value) {
    if (value->kind == JSON_KIND_NUMBER) check_whole(reader, value);
    for (size_t i = 0; i < value->count; i++) {
        value->child[i].parent = value;
        settle(reader, &value->child[i]);
    }
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

const struct json *json_read_apart(const struct source *source, struct text bytes,
                                   struct arena *tree, struct arena *arena, struct diags *diags) {
    if (!is_text(source, bytes, diags)) return NULL;
    struct json *value = ARENA_NEW(tree, struct json);
    struct reader reader = {.source = source, .tree = tree, .arena = arena, .diags = diags};
    advance(&reader);
    bool whole = read_value(&reader, value);
    if (whole && reader.token.kind != TOKEN_END) whole = fail(&reader, FAULT_MORE);
    if (whole) settle(&reader, value);
    arena_free(&reader.scratch);
    return whole ? value : NULL;
}

const struct json *json_read(const struct source *source, struct text bytes, struct arena *arena,
                             struct diags *diags) {
    return json_read_apart(source, bytes, arena, arena, diags);
}

const struct json *json_member(const struct json *object, const char *name) {
    const struct text wanted = text_of(name);
    if (!object || object->kind != JSON_KIND_OBJECT) return NULL;
    for (size_t i = 0; i < object->count; i++)
        if (text_equal(object->child[i].key, wanted)) return &object->child[i];
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
