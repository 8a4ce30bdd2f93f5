/*
 * figure.h -- for the tests: reads a finished figure back and checks what must hold of every one.
 *
 * figure_read() is a strict little XML reader: one root, tags nested, attributes quoted and unique,
 * only known entities, no control characters. It keeps elements in order; strings point into the
 * figure's own text. Anything wrong fails the test that is running, with the place.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../svg.h"

#define FIGURE_ATTRIBUTES 20

struct slice {
    const char *text;
    size_t length;
};

struct attribute {
    struct slice name, value;
};

struct element {
    struct slice name, content; /* content: the text up to the next tag */
    struct attribute attributes[FIGURE_ATTRIBUTES];
    size_t attribute_count;
};

struct figure {
    struct svg_result result;
    struct element *elements;
    size_t count;
    double width, height;
};

static inline bool slice_is(struct slice slice, const char *text) {
    return slice.length == strlen(text) && memcmp(slice.text, text, slice.length) == 0;
}

static inline bool slice_has(struct slice slice, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= slice.length; i++)
        if (memcmp(slice.text + i, word, length) == 0) return true;
    return false;
}

static inline void figure_bad(const char *text, const char *at, const char *why) {
    fail_msg("not well-formed at byte %zu: %s: %.60s", (size_t)(at - text), why, at);
}

static inline void check_entities(const char *text, struct slice slice) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < slice.length; i++) {
        unsigned char c = (unsigned char)slice.text[i];
        if ((c < 0x20 && c != '\n') || c == 0x7f || c == '<')
            figure_bad(text, slice.text + i, "a character that must not stand here");
        if (c != '&') continue;
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found |= strncmp(slice.text + i, known[k], strlen(known[k])) == 0;
        if (!found) figure_bad(text, slice.text + i, "an ampersand that is no entity");
    }
}

static inline struct slice read_name(const char **at) {
    struct slice name = {.text = *at};
    while ((**at >= 'a' && **at <= 'z') || (**at >= 'A' && **at <= 'Z') ||
           (**at >= '0' && **at <= '9') || **at == '-' || **at == ':')
        (*at)++;
    name.length = (size_t)(*at - name.text);
    return name;
}

/* Reads one opening tag from after its '<' to after its '>'; true if it closes itself. */
static inline bool read_tag(const char *text, const char **at, struct element *element) {
    element->name = read_name(at);
    if (element->name.length == 0) figure_bad(text, *at, "a tag without a name");
    while (**at == ' ') {
        (*at)++;
        struct attribute attribute = {.name = read_name(at)};
        if (attribute.name.length == 0 || strncmp(*at, "=\"", 2) != 0)
            figure_bad(text, *at, "an attribute that is not name=\"value\"");
        *at += 2;
        attribute.value.text = *at;
        attribute.value.length = strcspn(*at, "\"");
        *at += attribute.value.length;
        if (**at != '"') figure_bad(text, *at, "an open quote");
        (*at)++;
        check_entities(text, attribute.value);
        for (size_t i = 0; i < element->attribute_count; i++)
            if (element->attributes[i].name.length == attribute.name.length &&
                memcmp(element->attributes[i].name.text, attribute.name.text,
                       attribute.name.length) == 0)
                figure_bad(text, *at, "an attribute twice");
        assert_true(element->attribute_count < FIGURE_ATTRIBUTES);
        element->attributes[element->attribute_count++] = attribute;
    }
    bool closed = **at == '/';
    *at += closed ? 1 : 0;
    if (**at != '>') figure_bad(text, *at, "a tag that does not end");
    (*at)++;
    return closed;
}

static inline struct slice attribute_of(const struct element *element, const char *name) {
    for (size_t i = 0; i < element->attribute_count; i++)
        if (slice_is(element->attributes[i].name, name)) return element->attributes[i].value;
    static const char nothing[8] = "";
    return (struct slice){.text = nothing, .length = 0};
}

/* A number of digits, at most one point and a sign; anything else (a comma, an exponent) fails. */
static inline double slice_number(struct slice slice) {
    double value = 0, unit = 1;
    size_t i = 0;
    bool negative = slice.length > 0 && slice.text[0] == '-', fraction = false;
    for (i = negative ? 1 : 0; i < slice.length; i++) {
        char c = slice.text[i];
        if (c == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (c < '0' || c > '9') fail_msg("not a number: %.*s", (int)slice.length, slice.text);
        value = value * 10 + (c - '0');
        unit *= fraction ? 10 : 1;
    }
    assert_true(slice.length > (negative ? 1u : 0u));
    return (negative ? -value : value) / unit;
}

static inline double number_of(const struct element *element, const char *name) {
    return slice_number(attribute_of(element, name));
}

/* Takes the result over; figure_free() frees it. */
static inline struct figure figure_read(struct svg_result result) {
    struct figure figure = {.result = result};
    if (result.text == NULL)
        fail_msg("no figure: %s: %s", result.where, svg_code_text(result.code));
    const char *text = result.text, *at = text;
    struct slice open[32];
    size_t depth = 0, capacity = 0;
    assert_int_equal(strlen(text), result.length);
    while (*at != '\0') {
        struct slice content = {.text = at, .length = strcspn(at, "<")};
        /* The style sheet of a standalone figure has quotes and braces, but no mark-up. */
        check_entities(text, content);
        if (figure.count > 0)
            figure.elements[figure.count - 1].content =
                figure.elements[figure.count - 1].content.text == NULL
                    ? content
                    : figure.elements[figure.count - 1].content;
        at += content.length;
        if (*at == '\0') break;
        at++;
        if (*at == '/') {
            at++;
            struct slice name = read_name(&at);
            if (depth == 0 || open[depth - 1].length != name.length ||
                memcmp(open[depth - 1].text, name.text, name.length) != 0 || *at != '>')
                figure_bad(text, at, "a closing tag that closes nothing");
            depth--;
            at++;
            if (figure.elements[figure.count - 1].content.text == NULL)
                figure.elements[figure.count - 1].content = (struct slice){.text = at};
            continue;
        }
        if (depth == 0 && figure.count > 0) figure_bad(text, at, "a second root");
        if (figure.count == capacity) {
            capacity = capacity == 0 ? 64 : capacity * 2;
            figure.elements = realloc(figure.elements, capacity * sizeof *figure.elements);
            assert_non_null(figure.elements);
        }
        struct element *element = &figure.elements[figure.count++];
        *element = (struct element){0};
        if (!read_tag(text, &at, element)) {
            assert_true(depth < sizeof open / sizeof *open);
            open[depth++] = element->name;
        } else {
            element->content = (struct slice){.text = at};
        }
    }
    if (depth != 0 || figure.count == 0) figure_bad(text, at, "tags left open");
    assert_true(slice_is(figure.elements[0].name, "svg"));
    figure.width = number_of(&figure.elements[0], "width");
    figure.height = number_of(&figure.elements[0], "height");
    return figure;
}

static inline void figure_free(struct figure *figure) {
    free(figure->elements);
    svg_result_free(&figure->result);
    *figure = (struct figure){0};
}

/* The n-th element that has this word in its class; fails if there are fewer. */
static inline const struct element *by_class(const struct figure *figure, const char *word,
                                             size_t n) {
    size_t length = strlen(word);
    for (size_t i = 0; i < figure->count; i++) {
        struct slice classes = attribute_of(&figure->elements[i], "class");
        for (size_t at = 0; at + length <= classes.length; at++) {
            bool starts = at == 0 || classes.text[at - 1] == ' ';
            bool ends = at + length == classes.length || classes.text[at + length] == ' ';
            if (starts && ends && memcmp(classes.text + at, word, length) == 0) {
                if (n-- == 0) return &figure->elements[i];
                break;
            }
        }
    }
    return NULL;
}

static inline size_t count_class(const struct figure *figure, const char *word) {
    size_t count = 0;
    while (by_class(figure, word, count) != NULL)
        count++;
    return count;
}

/* The first <text> with this content, escaped as it stands in the figure; NULL if there is none. */
static inline const struct element *by_text(const struct figure *figure, const char *text) {
    for (size_t i = 0; i < figure->count; i++)
        if (slice_is(figure->elements[i].name, "text") &&
            slice_is(figure->elements[i].content, text))
            return &figure->elements[i];
    return NULL;
}

struct text_box {
    double x1, y1, x2, y2;
};

/* What a text may fill with a font that runs 15 % wider than ours. */
static inline struct text_box text_box(const struct element *text) {
    double size = number_of(text, "font-size");
    double room = number_of(text, "textLength") * 1.15;
    double x = number_of(text, "x"), y = number_of(text, "y");
    struct slice anchor = attribute_of(text, "text-anchor");
    if (slice_is(anchor, "middle"))
        x -= room / 2;
    else if (slice_is(anchor, "end"))
        x -= room;
    return (struct text_box){x, y - 0.95 * size, x + room, y + 0.24 * size};
}

static inline bool boxes_meet(const struct text_box *a, const struct text_box *b) {
    return a->x1 < b->x2 && b->x1 < a->x2 && a->y1 < b->y2 && b->y1 < a->y2;
}

/* No text over another one or outside the figure, none too small for a phone. */
static inline void check_texts(const struct figure *figure) {
    for (size_t i = 0; i < figure->count; i++) {
        const struct element *a = &figure->elements[i];
        if (!slice_is(a->name, "text")) continue;
        struct text_box box = text_box(a);
        assert_true(number_of(a, "font-size") >= 12);
        assert_true(slice_is(attribute_of(a, "lengthAdjust"), "spacingAndGlyphs"));
        if (box.x1 < -0.5 || box.y1 < -0.5 || box.x2 > figure->width + 0.5 ||
            box.y2 > figure->height + 0.5)
            fail_msg("outside the figure: %.*s", (int)a->content.length, a->content.text);
        for (size_t k = i + 1; k < figure->count; k++) {
            const struct element *b = &figure->elements[k];
            if (!slice_is(b->name, "text")) continue;
            struct text_box other = text_box(b);
            if (boxes_meet(&box, &other))
                fail_msg("one over the other: \"%.*s\" and \"%.*s\"", (int)a->content.length,
                         a->content.text, (int)b->content.length, b->content.text);
        }
    }
}

/* Rectangles inside the canvas, with sizes that are not negative. */
static inline void check_rects(const struct figure *figure) {
    for (size_t i = 0; i < figure->count; i++) {
        const struct element *rect = &figure->elements[i];
        if (!slice_is(rect->name, "rect")) continue;
        assert_true(number_of(rect, "width") >= 0 && number_of(rect, "height") >= 0);
        assert_true(number_of(rect, "x") >= 0 && number_of(rect, "y") >= 0);
        assert_true(number_of(rect, "x") + number_of(rect, "width") <= figure->width + 0.01);
        assert_true(number_of(rect, "y") + number_of(rect, "height") <= figure->height + 0.01);
    }
}

/* Ids: each begins with the prefix and a hyphen and stands once; every reference finds one.
 * Nothing is painted by reference: browsers print a pattern as a picture. */
static inline void check_ids(const struct figure *figure, const char *prefix) {
    const size_t length = strlen(prefix);
    for (size_t i = 0; i < figure->count; i++) {
        struct slice id = attribute_of(&figure->elements[i], "id");
        if (id.length == 0) continue;
        assert_true(id.length > length + 1 && memcmp(id.text, prefix, length) == 0 &&
                    id.text[length] == '-');
        for (size_t k = i + 1; k < figure->count; k++) {
            struct slice other = attribute_of(&figure->elements[k], "id");
            assert_false(other.length == id.length && memcmp(other.text, id.text, id.length) == 0);
        }
    }
    assert_null(strstr(figure->result.text, "url("));
    static const char *const referring[] = {"aria-labelledby", "aria-describedby"};
    for (size_t i = 0; i < figure->count; i++)
        for (size_t r = 0; r < 2; r++) {
            struct slice target = attribute_of(&figure->elements[i], referring[r]);
            if (target.length == 0) continue;
            bool found = false;
            for (size_t k = 0; k < figure->count && !found; k++) {
                struct slice id = attribute_of(&figure->elements[k], "id");
                found = id.length == target.length && memcmp(id.text, target.text, id.length) == 0;
            }
            if (!found)
                fail_msg("refers to an id that is not there: %.*s", (int)target.length,
                         target.text);
        }
}

/* Everything that must hold of every figure. */
static inline struct figure figure_check(struct svg_result result, const char *prefix) {
    struct figure figure = figure_read(result);
    check_texts(&figure);
    check_rects(&figure);
    check_ids(&figure, prefix);
    return figure;
}
