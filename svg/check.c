/* check.c -- see check.h; also the small functions on results that svg.h promises. */
#include "check.h"

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void svg_check_place(struct svg_check *check, const char *place, ...) {
    va_list list;
    va_start(list, place);
    check->at = place;
    check->index = va_arg(list, size_t);
    check->below = va_arg(list, size_t);
    va_end(list);
}

void svg_check_fail(struct svg_check *check, enum svg_code code, const char *name) {
    char at[48] = "";
    if (check->code != SVG_OK) return;
    check->code = code;
    if (check->at) snprintf(at, sizeof at, check->at, check->index, check->below);
    snprintf(check->where, sizeof check->where, "%s%s%s", at, *at && *name ? "." : "", name);
}

bool svg_given(const char *text) {
    return text != NULL && *text != '\0';
}

void svg_check_text(struct svg_check *check, const char *text, bool required, const char *name) {
    const size_t length = svg_given(text) ? strlen(text) : 0;
    if (length > SVG_MAX_TEXT || !svg_text_valid(text, length))
        svg_check_fail(check, SVG_ERR_TEXT, name);
    else if (required && (length == 0 || strspn(text, " ") == length))
        svg_check_fail(check, SVG_ERR_MISSING, name);
}

void svg_check_note(struct svg_check *check, const struct svg_note *note, const char *name) {
    char field[32];
    snprintf(field, sizeof field, "%s.text", name);
    svg_check_text(check, note->text, false, field);
    snprintf(field, sizeof field, "%s.missing", name);
    svg_check_text(check, note->missing, false, field);
}

void svg_check_value(struct svg_check *check, double value, bool positive, const char *name) {
    bool in_range = value >= SVG_MIN_VALUE && value <= SVG_MAX_VALUE; /* false for NaN */
    if (!in_range && (positive || value != 0)) svg_check_fail(check, SVG_ERR_NUMBER, name);
}

void svg_check_spread(struct svg_check *check, double low, double high, bool positive) {
    svg_check_value(check, low, positive, "low");
    svg_check_value(check, high, positive, "high");
    if (low > high) svg_check_fail(check, SVG_ERR_NUMBER, "low");
}

void svg_check_count(struct svg_check *check, size_t count, size_t least, size_t most,
                     const char *name) {
    if (count < least)
        svg_check_fail(check, SVG_ERR_MISSING, name);
    else if (count > most)
        svg_check_fail(check, SVG_ERR_LIMIT, name);
}

void svg_check_level(struct svg_check *check, enum svg_level level, const char *name) {
    if ((unsigned)level >= SVG_LEVEL_COUNT) svg_check_fail(check, SVG_ERR_NUMBER, name);
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

void svg_check_axis(struct svg_check *check, const struct svg_axis *axis, const char *name) {
    svg_check_at(check, name);
    svg_check_text(check, axis->label, true, "label");
    if (axis->scale != SVG_LINEAR && axis->scale != SVG_LOG2 && axis->scale != SVG_LOG10)
        svg_check_fail(check, SVG_ERR_NUMBER, "scale");
    if (axis->ticks > SVG_TICKS_POWERS) svg_check_fail(check, SVG_ERR_NUMBER, "ticks");
    svg_check_at(check, "");
}

void svg_check_reference(struct svg_check *check, const struct svg_reference *reference,
                         enum svg_scale scale, const char *name) {
    svg_check_at(check, name);
    svg_check_text(check, reference->label, false, "label");
    if (svg_given(reference->label))
        svg_check_value(check, reference->value, scale != SVG_LINEAR, "value");
    svg_check_at(check, "");
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
