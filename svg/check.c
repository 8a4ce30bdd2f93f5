/* check.c -- see check.h; also the small functions on results that svg.h promises. */
#include "check.h"

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(struct svg_check *check, enum svg_code code, const char *where, va_list names) {
    if (check->code != SVG_OK) return;
    check->code = code;
    vsnprintf(check->where, sizeof check->where, where, names);
}

/* Fails with the format and arguments of a variadic function whose last named one is `where`. */
#define FAIL(check, code, where)                                                                   \
    do {                                                                                           \
        va_list names;                                                                             \
        va_start(names, where);                                                                    \
        fail(check, code, where, names);                                                           \
        va_end(names);                                                                             \
    } while (0)

void svg_check_fail(struct svg_check *check, enum svg_code code, const char *where, ...) {
    FAIL(check, code, where);
}

bool svg_given(const char *text) {
    return text != NULL && *text != '\0';
}

void svg_check_text(struct svg_check *check, const char *text, bool required, const char *where,
                    ...) {
    enum svg_code code = SVG_OK;
    if (!svg_given(text)) {
        code = required ? SVG_ERR_MISSING : SVG_OK;
    } else {
        size_t length = strlen(text);
        if (length > SVG_MAX_TEXT || !svg_text_valid(text, length))
            code = SVG_ERR_TEXT;
        else if (strspn(text, " ") == length && required)
            code = SVG_ERR_MISSING;
    }
    if (code != SVG_OK) FAIL(check, code, where);
}

void svg_check_value(struct svg_check *check, double value, bool positive, const char *where, ...) {
    bool in_range = value >= SVG_MIN_VALUE && value <= SVG_MAX_VALUE; /* false for NaN */
    if (!in_range && (positive || value != 0)) FAIL(check, SVG_ERR_NUMBER, where);
}

void svg_check_count(struct svg_check *check, size_t count, size_t least, size_t most,
                     const char *where, ...) {
    if (count < least)
        FAIL(check, SVG_ERR_MISSING, where);
    else if (count > most)
        FAIL(check, SVG_ERR_LIMIT, where);
}

void svg_check_level(struct svg_check *check, enum svg_level level, const char *where, ...) {
    if ((unsigned)level >= SVG_LEVEL_COUNT) FAIL(check, SVG_ERR_NUMBER, where);
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_prefix(const char *text) {
    if (text == NULL || !is_letter(*text)) return false;
    size_t length = 0;
    for (; text[length] != '\0'; length++) {
        char c = text[length];
        if (length >= SVG_MAX_PREFIX ||
            !(is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'))
            return false;
    }
    return true;
}

void svg_check_frame(struct svg_check *check, const struct svg_frame *frame) {
    if (!is_prefix(frame->id_prefix)) svg_check_fail(check, SVG_ERR_ID, "id_prefix");
    svg_check_text(check, frame->title, true, "title");
    svg_check_text(check, frame->desc, true, "desc");
    if (frame->layout != SVG_WIDE && frame->layout != SVG_NARROW)
        svg_check_fail(check, SVG_ERR_NUMBER, "layout");
}

void svg_check_axis(struct svg_check *check, const struct svg_axis *axis, const char *where) {
    svg_check_text(check, axis->label, true, "%s.label", where);
    if (axis->scale != SVG_LINEAR && axis->scale != SVG_LOG2 && axis->scale != SVG_LOG10)
        svg_check_fail(check, SVG_ERR_NUMBER, "%s.scale", where);
    if (axis->ticks != SVG_TICKS_PLAIN && axis->ticks != SVG_TICKS_BYTES)
        svg_check_fail(check, SVG_ERR_NUMBER, "%s.ticks", where);
}

void svg_check_reference(struct svg_check *check, const struct svg_reference *reference,
                         enum svg_scale scale, const char *where) {
    svg_check_text(check, reference->label, false, "%s.label", where);
    if (svg_given(reference->label))
        svg_check_value(check, reference->value, scale != SVG_LINEAR, "%s.value", where);
}

struct svg_result svg_check_result(const struct svg_check *check) {
    struct svg_result result = {.code = check->code};
    memcpy(result.where, check->where, sizeof result.where);
    return result;
}

void svg_result_free(struct svg_result *result) {
    free(result->text);
    *result = (struct svg_result){0};
}

const char *svg_code_text(enum svg_code code) {
    switch (code) {
    case SVG_OK: return "no error";
    case SVG_ERR_ID: return "not an id prefix (a letter, then letters, digits, - and _)";
    case SVG_ERR_TEXT: return "not UTF-8, a control character in it, or too long";
    case SVG_ERR_MISSING: return "required, but absent";
    case SVG_ERR_NUMBER: return "not a number that can be drawn";
    case SVG_ERR_LIMIT: return "too many or too large to be drawn";
    case SVG_ERR_MEMORY: return "out of memory";
    case SVG_ERR_CAIRO: return "Cairo refused the drawing";
    }
    return "unknown error";
}
