/* check -- see check.h. */
#include "measure/check.h"

#include <stdarg.h>

#include "base/utf8.h"
#include "measure/names.h"

bool check_is_full(const struct check *check) {
    return check->count >= CHECK_MISTAKES_MAX;
}

bool check_fail_at(struct check *check, const struct json *value, struct json_range range,
                   const char *hint, const char *format, ...) {
    bool full = check_is_full(check);
    if (check->count++ == CHECK_MISTAKES_MAX)
        diag_file(check->diags, SEVERITY_ERROR, check->source->path, "is this file a card at all?",
                  "the file has more than %d mistakes; the first are listed", CHECK_MISTAKES_MAX);
    if (full) return false;
    va_list args;
    va_start(args, format);
    struct text message = arena_vprintf(check->arena, format, args);
    va_end(args);
    struct text path = json_path(value, check->arena);
    diag_error(check->diags, check->source, range.offset, range.length, hint, "%.*s%s%.*s",
               TEXT_ARG(path), path.len ? ": " : "", TEXT_ARG(message));
    return false;
}

bool check_kind(struct check *check, const struct json *value, enum json_kind kind) {
    if (value->kind == kind) return true;
    return check_fail(check, value, NULL, "this has to be %s, not %s", json_kind_word(kind),
                      json_kind_word(value->kind));
}

void check_keys(struct check *check, const struct json *object, const char *words) {
    for (size_t i = 0; i < object->count; i++) {
        const struct json *member = &object->child[i];
        if (names_has(words, member->key)) continue;
        check_fail_at(check, object, member->key_at, names_hint(check->arena, words, member->key),
                      "unknown key %.*s", TEXT_ARG(member->key));
    }
}

const struct json *check_member(struct check *check, const struct json *object, const char *name,
                                enum json_kind kind, enum check_need need) {
    const struct json *member = json_member(object, name);
    if (member) return check_kind(check, member, kind) ? member : NULL;
    if (need == CHECK_REQUIRED)
        check_fail_at(check, object, (struct json_range){object->at.offset, 1},
                      "measurements/schema.json describes the file", "the key %s is missing", name);
    return NULL;
}

struct text check_line(struct check *check, const struct json *value) {
    uint32_t code;
    if (!text_trim(value->text).len) {
        check_fail(check, value, "say it in words, or leave the key out", "the text is empty");
        return (struct text){0};
    }
    if (utf8_check(value->text, &code) == SIZE_MAX && text_find(value->text, "\n", 0) == SIZE_MAX &&
        text_find(value->text, "\t", 0) == SIZE_MAX)
        return value->text;
    check_fail(check, value, "write one line of plain text",
               "the text holds a line end or a control character");
    return (struct text){0};
}

struct text check_text(struct check *check, const struct json *object, const char *name,
                       enum check_need need) {
    const struct json *member = check_member(check, object, name, JSON_KIND_TEXT, need);
    return member ? check_line(check, member) : (struct text){0};
}

bool check_number(struct check *check, const struct json *object, const char *name,
                  enum check_need need, double *out) {
    const struct json *member = check_member(check, object, name, JSON_KIND_NUMBER, need);
    if (member) *out = member->number;
    return member != NULL;
}

bool check_range(struct check *check, const struct json *object, const struct check_range *range,
                 struct condition *out) {
    struct text unit = check_text(check, object, "unit", range->need);
    if (unit.len && !text_is(unit, range->unit))
        check_fail(check, json_member(object, "unit"), NULL, "the unit of %s is %s", range->name,
                   range->unit);
    bool min = check_number(check, object, "min", CHECK_REQUIRED, &out->min);
    bool median = check_number(check, object, "median", CHECK_REQUIRED, &out->median);
    bool max = check_number(check, object, "max", CHECK_REQUIRED, &out->max);
    if (!min || !median || !max) return false;
    if (out->min <= out->median && out->median <= out->max) return true;
    return check_fail(check, json_member(object, "median"), NULL, "median outside min..max");
}

bool check_missing(struct check *check, const struct json *value, const char *beside,
                   struct text *reason) {
    const struct json *missing = json_member(value, "missing");
    if (!missing) return false;
    if (check_kind(check, missing, JSON_KIND_TEXT)) *reason = check_line(check, missing);
    for (size_t i = 0; i < value->count; i++) {
        const struct json *member = &value->child[i];
        if (member == missing || names_has(beside, member->key)) continue;
        check_fail(check, member, "keep the figure or the reason why there is none",
                   "this stands beside \"missing\"");
    }
    return true;
}

static bool is_name(struct text name) {
    bool fine = name.len > 0;
    for (struct text rest = name; fine && rest.ptr;) {
        struct text word = text_next(&rest, '.');
        fine = text_only(word, TEXT_SMALL TEXT_DIGITS "_") &&
               text_only(text_cut(word, 0, 1), TEXT_SMALL);
    }
    return fine;
}

bool check_name(struct check *check, const struct json *value, struct text name, const char *what) {
    if (is_name(name)) return true;
    return check_fail_at(check, value,
                         value->parent ? value->key_at : (struct json_range){value->at.offset, 1},
                         "small letters, digits and _, in words with dots between",
                         "\"%.*s\" cannot be the name of %s", TEXT_ARG(name), what);
}

struct text check_source(struct check *check, const struct json *object,
                         const struct json *sources) {
    struct text id =
        check_text(check, object, "source", check->reported ? CHECK_REQUIRED : CHECK_OPTIONAL);
    if (!id.len) return id;
    const char *name = arena_string(check->arena, id);
    if (json_member(sources, name)) return id;
    struct buf words = {0};
    for (size_t i = 0; sources && i < sources->count && !check_is_full(check); i++)
        buf_printf(&words, "%s%.*s", i ? " " : "", TEXT_ARG(sources->child[i].key));
    const char *known = buf_take(&words, check->arena).ptr;
    const char *hint = *known ? names_hint(check->arena, known, id) : "name it under \"sources\"";
    check_fail(check, json_member(object, "source"), hint, "there is no source %s", name);
    return (struct text){0};
}

/* ---- units ------------------------------------------------------------------------------- */

struct rule {
    const char *unit, *words;
};

static const struct rule last_word[] = {
    {"s", "time"},
    {"B/s", "rate rated useful read write"},
    {"cycle", "cycles"},
    {"B", "bytes footprint frame slice"},
    {"FLOP/s", "flops"},
    {"W", "power"},
    {"Hz", "clock"},
    {"1", "count registers blocks threads occupancy edge ratio sectors wavefronts conflicts loads"},
};

static const struct rule facts[] = {
    {"1", "sms registers registers.block registers.thread threads.sm threads.block blocks.sm warp "
          "lanes banks bus ecc pcie.generation pcie.width"},
    {"B", "shared.sm shared.block shared.optin shared.reserved unified.sm l2 l2.persisting window "
          "constant dram"},
    {"B/cycle", "bank.width shared.scalar shared.vector l2.width"},
    {"Hz", "clock.sm clock.memory"},
    {"W", "power.limit"},
};

static const char *find_unit(const struct rule *rules, size_t count, struct text word) {
    for (size_t i = 0; i < count; i++)
        if (names_has(rules[i].words, word)) return rules[i].unit;
    return NULL;
}

const char *unit_of_series(struct text name) {
    return find_unit(last_word, sizeof last_word / sizeof *last_word, text_last(name, '.'));
}

const char *unit_of_fact(struct text name) {
    return find_unit(facts, sizeof facts / sizeof *facts, name);
}
