/* json -- see json.h. */
#include "measure/json.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "base/chars.h"
#include "base/utf8.h"
#include "measure/json_token.h"

/* jansson's value and the text side by side: both hold the same values in the same order, because
 * jansson iterates over an object in the order of insertion and duplicates were refused. */
struct reader {
    const struct source *source;
    struct text text;
    struct arena *arena;
    struct diags *diags;
    size_t at;
};

static struct json_token take(struct reader *reader) {
    struct json_token token = json_token_next(reader->text, reader->at);
    reader->at = token.to;
    return token;
}

static void take_mark(struct reader *reader, char mark) {
    struct json_token token = take(reader);
    assert(json_token_is(reader->text, token, mark));
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
            struct json_token key = take(reader);
            child->key_offset = key.from;
            child->key_length = key.to - key.from;
            child->key = arena_text(reader->arena, text_of(json_object_iter_key(iterator)));
            take_mark(reader, ':');
        }
        build(reader, object ? json_object_iter_value(iterator) : json_array_get(from, i), child);
        if (object) iterator = json_object_iter_next(from, iterator);
    }
    take_mark(reader, object ? '}' : ']');
}

/* A whole number above 2^53 may become another one in a double. Powers of ten (1e20) may not: they are
 * taken for measured. */
static void check_whole(const struct reader *reader, const struct json *value) {
    struct text digits = text_cut(reader->text, value->offset, reader->at);
    if (digits.ptr[0] == '-') digits = text_cut(digits, 1, digits.len);
    for (size_t i = 0; i < digits.len; i++)
        if (!is_digit(digits.ptr[i])) return;
    unsigned long whole;
    if (text_number(digits, 1UL << 53, &whole)) return;
    struct text path = json_path(value, reader->arena);
    diag_error(reader->diags, reader->source, value->offset, reader->at - value->offset,
               "give it in a larger unit, or with a power of ten: 1.5e16",
               "%.*s%sa whole number above 2^53 would be rounded", TEXT_ARG(path),
               path.len ? ": " : "");
}

static void build(struct reader *reader, json_t *from, struct json *value) {
    struct json_token token = take(reader);
    value->offset = token.from;
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
    value->length = reader->at - value->offset;
}

static bool is_utf16(struct text bytes) {
    if (bytes.len < 2) return false;
    unsigned char a = (unsigned char)bytes.ptr[0], b = (unsigned char)bytes.ptr[1];
    if ((a == 0xff && b == 0xfe) || (a == 0xfe && b == 0xff)) return true;
    return (a == '{' && !b) || (!a && b == '{'); /* the mark may be lost */
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

const struct json *json_read(const struct source *source, struct text bytes, struct arena *arena,
                             struct diags *diags) {
    if (!is_text(source, bytes, diags)) return NULL;
    json_error_t error;
    json_t *root =
        json_loadb(source->text.ptr, source->text.len,
                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, &error);
    if (!root) {
        size_t position = error.position > 0 ? (size_t)error.position : 0;
        json_explain(source, position, (int)json_error_code(&error), diags);
        return NULL;
    }
    struct json *value = ARENA_NEW(arena, struct json);
    struct reader reader = {.source = source, .text = source->text, .arena = arena, .diags = diags};
    build(&reader, root, value);
    json_decref(root);
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
