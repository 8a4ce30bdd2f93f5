/* schema_kit -- validates JSON against a schema, as far as measurements/schema.json goes.
 *
 * JSON Schema, draft 2020-12, with the keywords that file uses and no others: an unknown keyword is
 * a failure, so that a rule is never passed over. $ref goes to #/$defs/NAME. Patterns are read as
 * POSIX extended regular expressions, a common part with ECMA's. */
#pragma once

#include <regex.h>

#include "measure/json.h"

struct validator {
    const struct json *root; /* the schema file */
    struct arena *arena;
    struct buf *why;     /* the first violation that counts; may be NULL */
    const char *unknown; /* a keyword that is not known here */
};

static inline bool schema_valid(struct validator *v, const struct json *schema,
                                const struct json *value);

static inline bool schema_equal(const struct json *a, const struct json *b) {
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case JSON_KIND_NUMBER: return a->number == b->number;
    case JSON_KIND_TEXT: return text_equal(a->text, b->text);
    case JSON_KIND_BOOLEAN: return a->truth == b->truth;
    case JSON_KIND_NULL: return true;
    default: return false; /* constants of this schema are scalars */
    }
}

static inline bool schema_type(const struct json *value, struct text type) {
    switch (value->kind) {
    case JSON_KIND_OBJECT: return text_is(type, "object");
    case JSON_KIND_LIST: return text_is(type, "array");
    case JSON_KIND_TEXT: return text_is(type, "string");
    case JSON_KIND_BOOLEAN: return text_is(type, "boolean");
    case JSON_KIND_NULL: return text_is(type, "null");
    case JSON_KIND_NUMBER:
        return text_is(type, "number") ||
               (text_is(type, "integer") && value->number == (double)(long long)value->number);
    }
    return false;
}

static inline bool schema_matches(struct validator *v, struct text pattern, struct text text) {
    regex_t regex;
    if (regcomp(&regex, arena_string(v->arena, pattern), REG_EXTENDED | REG_NOSUB) != 0) {
        v->unknown = "a pattern that cannot be compiled";
        return false;
    }
    bool matches = regexec(&regex, arena_string(v->arena, text), 0, NULL, 0) == 0;
    regfree(&regex);
    return matches;
}

static inline bool schema_all(struct validator *v, const struct json *schema,
                              const struct json *value, size_t from) {
    for (size_t i = from; i < value->count; i++)
        if (!schema_valid(v, schema, &value->child[i])) return false;
    return true;
}

static inline bool schema_required(const struct json *names, const struct json *value) {
    for (size_t i = 0; i < names->count; i++)
        if (!json_member(value, names->child[i].text.ptr)) return false;
    return true;
}

static inline bool schema_properties(struct validator *v, const struct json *rules,
                                     const struct json *value) {
    for (size_t i = 0; i < value->count; i++) {
        const struct json *rule = json_member(rules, value->child[i].key.ptr);
        if (rule && !schema_valid(v, rule, &value->child[i])) return false;
    }
    return true;
}

/* Members that neither "properties" nor "patternProperties" beside it name. */
static inline bool schema_additional(struct validator *v, const struct json *schema,
                                     const struct json *rule, const struct json *value) {
    const struct json *named = json_member(schema, "properties");
    const struct json *patterns = json_member(schema, "patternProperties");
    for (size_t i = 0; i < value->count; i++) {
        const struct json *member = &value->child[i];
        bool seen = json_member(named, member->key.ptr) != NULL;
        for (size_t p = 0; patterns && p < patterns->count; p++)
            seen = seen || schema_matches(v, patterns->child[p].key, member->key);
        if (!seen && !schema_valid(v, rule, member)) return false;
    }
    return true;
}

static inline bool schema_patterns(struct validator *v, const struct json *rules,
                                   const struct json *value) {
    for (size_t i = 0; i < value->count; i++)
        for (size_t p = 0; p < rules->count; p++)
            if (schema_matches(v, rules->child[p].key, value->child[i].key) &&
                !schema_valid(v, &rules->child[p], &value->child[i]))
                return false;
    return true;
}

static inline bool schema_names(struct validator *v, const struct json *rule,
                                const struct json *value) {
    for (size_t i = 0; i < value->count; i++) {
        struct json name = {.kind = JSON_KIND_TEXT, .text = value->child[i].key, .parent = value};
        if (!schema_valid(v, rule, &name)) return false;
    }
    return true;
}

static inline bool schema_dependent(const struct json *rules, const struct json *value) {
    for (size_t i = 0; i < rules->count; i++)
        if (json_member(value, rules->child[i].key.ptr) &&
            !schema_required(&rules->child[i], value))
            return false;
    return true;
}

static inline bool schema_unique(const struct json *value) {
    for (size_t i = 0; i < value->count; i++)
        for (size_t j = 0; j < i; j++)
            if (schema_equal(&value->child[i], &value->child[j])) return false;
    return true;
}

static inline bool schema_enum(const struct json *words, const struct json *value) {
    for (size_t i = 0; i < words->count; i++)
        if (schema_equal(&words->child[i], value)) return true;
    return false;
}

static inline bool schema_if(struct validator *v, const struct json *schema,
                             const struct json *value) {
    struct buf *why = v->why;
    v->why = NULL; /* a condition that does not hold is no violation */
    bool holds = schema_valid(v, json_member(schema, "if"), value);
    v->why = why;
    const struct json *branch = json_member(schema, holds ? "then" : "else");
    return !branch || schema_valid(v, branch, value);
}

/* One keyword. Keywords about objects, lists, texts or numbers pass over values of other kinds. */
static inline bool schema_keyword(struct validator *v, const struct json *schema,
                                  const struct json *rule, const struct json *value) {
    struct text word = rule->key;
    bool object = value->kind == JSON_KIND_OBJECT, list = value->kind == JSON_KIND_LIST;
    bool text = value->kind == JSON_KIND_TEXT, number = value->kind == JSON_KIND_NUMBER;
    static const char *const silent[] = {"$schema",     "$defs", "title",
                                         "description", "then",  "else"};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (text_is(word, silent[i])) return true;
    if (text_is(word, "$ref")) {
        const struct json *defs = json_member(v->root, "$defs");
        struct text name = text_cut(rule->text, sizeof "#/$defs/" - 1, rule->text.len);
        const struct json *target = json_member(defs, arena_string(v->arena, name));
        if (!target) v->unknown = "a $ref that leads nowhere";
        return target && schema_valid(v, target, value);
    }
    if (text_is(word, "type")) return schema_type(value, rule->text);
    if (text_is(word, "const")) return schema_equal(rule, value);
    if (text_is(word, "enum")) return schema_enum(rule, value);
    if (text_is(word, "if")) return schema_if(v, schema, value);
    if (text_is(word, "required")) return !object || schema_required(rule, value);
    if (text_is(word, "properties")) return !object || schema_properties(v, rule, value);
    if (text_is(word, "patternProperties")) return !object || schema_patterns(v, rule, value);
    if (text_is(word, "additionalProperties"))
        return !object || schema_additional(v, schema, rule, value);
    if (text_is(word, "propertyNames")) return !object || schema_names(v, rule, value);
    if (text_is(word, "dependentRequired")) return !object || schema_dependent(rule, value);
    if (text_is(word, "items")) {
        const struct json *prefix = json_member(schema, "prefixItems");
        return !list || schema_all(v, rule, value, prefix ? prefix->count : 0);
    }
    if (text_is(word, "prefixItems")) {
        for (size_t i = 0; list && i < rule->count && i < value->count; i++)
            if (!schema_valid(v, &rule->child[i], &value->child[i])) return false;
        return true;
    }
    if (text_is(word, "minItems")) return !list || (double)value->count >= rule->number;
    if (text_is(word, "maxItems")) return !list || (double)value->count <= rule->number;
    if (text_is(word, "uniqueItems")) return !list || !rule->truth || schema_unique(value);
    if (text_is(word, "pattern")) return !text || schema_matches(v, rule->text, value->text);
    if (text_is(word, "minimum")) return !number || value->number >= rule->number;
    if (text_is(word, "maximum")) return !number || value->number <= rule->number;
    if (text_is(word, "exclusiveMinimum")) return !number || value->number > rule->number;
    v->unknown = arena_string(v->arena, word);
    return false;
}

static inline bool schema_valid(struct validator *v, const struct json *schema,
                                const struct json *value) {
    bool fine = schema->kind == JSON_KIND_OBJECT || schema->truth;
    const char *word = "false";
    for (size_t i = 0; fine && schema->kind == JSON_KIND_OBJECT && i < schema->count; i++) {
        fine = schema_keyword(v, schema, &schema->child[i], value);
        word = schema->child[i].key.ptr;
    }
    if (!fine && v->why && !v->why->len)
        buf_printf(v->why, "%.*s: %s", TEXT_ARG(json_path(value, v->arena)), word);
    return fine;
}
