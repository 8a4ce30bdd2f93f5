/*
 * kit.h -- the examples of spec.txt and the world that they live in, for the tests of gen/expr.
 *
 * kit_load reads the file once; views point into its text, which lives as long as the program.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"

#define KIT_SPEC "gen/tests/expr/spec.txt"
#define KIT_POINTS 96
#define KIT_EXAMPLES 320

/* A value under a name: "stride.time", "8". Variables, sources and models are points, too. */
struct kit_point {
    struct text group; /* "card kit-card", "variables", "sources", "models" */
    struct text name, arguments;
    struct expr_value value;
};

struct kit_example {
    char name[96];
    struct text text;  /* between the braces */
    size_t at, length; /* of the error, from the start of the text; SIZE_MAX: the braces */
    struct text lines; /* what is expected, all lines */
};

struct kit {
    struct kit_point points[KIT_POINTS];
    size_t point_count;
    struct kit_example examples[KIT_EXAMPLES];
    size_t example_count;
    struct expr_env env;
};

static inline bool kit_is(struct text view, const char *text) {
    return view.len == strlen(text) && memcmp(view.ptr, text, view.len) == 0;
}

static inline bool kit_starts(struct text view, const char *text) {
    return view.len >= strlen(text) && memcmp(view.ptr, text, strlen(text)) == 0;
}

static inline struct text kit_skip(struct text view, size_t count) {
    return (struct text){view.ptr + count, view.len - count};
}

static inline struct text kit_line(struct text *rest) {
    size_t n = 0;
    while (n < rest->len && rest->ptr[n] != '\n') {
        n++;
    }
    struct text line = {rest->ptr, n};
    *rest = kit_skip(*rest, n < rest->len ? n + 1 : n);
    return line;
}

static inline struct text kit_word(struct text *rest) {
    while (rest->len > 0 && rest->ptr[0] == ' ') {
        *rest = kit_skip(*rest, 1);
    }
    size_t n = 0;
    while (n < rest->len && rest->ptr[n] != ' ') {
        n++;
    }
    struct text word = {rest->ptr, n};
    *rest = kit_skip(*rest, n);
    return word;
}

/* ---- the world --------------------------------------------------------------------------- */

static inline struct expr_value kit_missing(struct text unit_and_reason) {
    size_t colon = 0;
    while (unit_and_reason.ptr[colon] != ':') {
        colon++;
    }
    struct text before = {unit_and_reason.ptr, colon};
    struct text name = kit_word(&before);
    struct text reason = kit_skip(unit_and_reason, colon + 2);
    struct expr_unit unit = {0};
    bool known = name.len > 0 && expr_unit_parse(name, &unit);
    return known ? expr_missing(reason, unit.dimension) : expr_missing_any(reason);
}

static inline struct expr_value kit_value(struct text rest) {
    struct text number = kit_word(&rest);
    if (kit_starts(number, "missing")) {
        /* "missing: why" has no unit, "missing s: why" has one */
        return kit_missing(number.len > 7 ? kit_skip(number, 7).ptr[0] == ':'
                                                ? (struct text){number.ptr + 7, rest.len + 1}
                                                : rest
                                          : rest);
    }
    char *end = NULL;
    double value = strtod(number.ptr, &end);
    if (end != number.ptr + number.len) return expr_text(number);
    struct text name = kit_word(&rest);
    struct expr_unit unit = {0};
    if (name.len > 0 && !expr_unit_parse(name, &unit)) abort();
    struct expr_value out = expr_number(value, unit.dimension);
    if (name.len == 0 && value == (double)(int)value) out = expr_count((int)value);
    struct text flag = kit_word(&rest);
    out.exact |= kit_is(flag, "exact");
    out.capacity = kit_is(flag, "capacity");
    return out;
}

static inline void kit_add_point(struct kit *kit, struct text group, struct text line) {
    if (kit->point_count == KIT_POINTS) abort();
    struct kit_point *point = &kit->points[kit->point_count++];
    struct text name = kit_word(&line);
    size_t open = 0;
    while (open < name.len && name.ptr[open] != '[') {
        open++;
    }
    *point = (struct kit_point){.group = group, .name = {name.ptr, open}};
    if (open < name.len) {
        point->arguments = (struct text){name.ptr + open + 1, name.len - open - 2};
    }
    point->value = kit_value(line);
}

static inline bool kit_in_card(const struct kit_point *point, struct text card) {
    return kit_starts(point->group, "card ") && text_equal(kit_skip(point->group, 5), card);
}

/* The index-th argument of "naive,l2"; {NULL, 0} if there is none. */
static inline struct text kit_argument(struct text list, size_t index) {
    for (; list.len > 0; index--) {
        size_t n = 0;
        while (n < list.len && list.ptr[n] != ',') {
            n++;
        }
        if (index == 0) return (struct text){list.ptr, n};
        list = kit_skip(list, n < list.len ? n + 1 : n);
    }
    return (struct text){NULL, 0};
}

static inline size_t kit_arguments(struct text list) {
    size_t count = 0;
    while (kit_argument(list, count).ptr) {
        count++;
    }
    return count;
}

/* ---- callbacks --------------------------------------------------------------------------- */

struct kit_search {
    const struct kit *kit;
    struct text group, name; /* name empty: the names; else the arguments of that name */
    bool cards;
    size_t argument;
};

static inline struct text kit_candidate_of(const struct kit_search *search,
                                           const struct kit_point *point) {
    if (search->cards && kit_starts(point->group, "card ")) return kit_skip(point->group, 5);
    if (search->cards) return (struct text){NULL, 0};
    if (!text_equal(point->group, search->group)) return (struct text){NULL, 0};
    if (search->name.len == 0) return point->name;
    if (!text_equal(point->name, search->name)) return (struct text){NULL, 0};
    return kit_argument(point->arguments, search->argument);
}

static inline enum expr_found kit_not_found(enum expr_found found, struct text name,
                                            const struct kit_search *search,
                                            struct expr_answer *answer) {
    answer->nearest = (struct nearest){.wanted = name};
    for (size_t i = 0; i < search->kit->point_count; i++) {
        struct text found = kit_candidate_of(search, &search->kit->points[i]);
        if (found.ptr) nearest_offer(&answer->nearest, found);
    }
    return found;
}

static inline bool kit_same_argument(struct text have, const struct expr_argument *want) {
    char digits[32];
    if (!want->is_number) return text_equal(have, want->text);
    snprintf(digits, sizeof digits, "%lld", (long long)want->number);
    return kit_is(have, digits);
}

static inline enum expr_found kit_series(void *context, const struct expr_query *query,
                                         struct expr_answer *answer) {
    const struct kit *kit = context;
    struct kit_search cards = {.kit = kit, .cards = true};
    struct kit_search names = {.kit = kit};
    struct kit_search values = {.kit = kit, .name = query->name};
    size_t wanted = SIZE_MAX, fits = 0;
    for (size_t i = 0; i < kit->point_count; i++) {
        const struct kit_point *point = &kit->points[i];
        if (!kit_in_card(point, query->card)) continue;
        names.group = values.group = point->group;
        if (!text_equal(point->name, query->name)) continue;
        wanted = kit_arguments(point->arguments);
        size_t same = 0;
        while (same < query->count && same < wanted &&
               kit_same_argument(kit_argument(point->arguments, same), &query->arguments[same])) {
            same++;
        }
        if (same > fits) fits = same;
        if (same == wanted && same == query->count) {
            answer->value = point->value;
            return EXPR_FOUND;
        }
    }
    if (names.group.len == 0) return kit_not_found(EXPR_NO_CARD, query->card, &cards, answer);
    if (wanted == SIZE_MAX) return kit_not_found(EXPR_NO_NAME, query->name, &names, answer);
    answer->wanted = wanted;
    answer->detail = text_of(wanted == 0 ? "" : wanted == 1 ? "op" : "op, op");
    if (query->count != wanted) return EXPR_WRONG_ARGUMENTS;
    answer->detail = text_of("op");
    answer->index = values.argument = fits;
    return kit_not_found(EXPR_NO_ARGUMENT, query->arguments[fits].text, &values, answer);
}

static inline const struct kit_point *kit_find(const struct kit *kit, const char *group,
                                               struct text name) {
    for (size_t i = 0; i < kit->point_count; i++) {
        if (kit_is(kit->points[i].group, group) && text_equal(kit->points[i].name, name)) {
            return &kit->points[i];
        }
    }
    return NULL;
}

static inline enum expr_found kit_variable(void *context, struct text name,
                                           struct expr_answer *answer) {
    const struct kit_point *point = kit_find(context, "variables", name);
    if (!point) return EXPR_NO_NAME;
    answer->value = point->value;
    return EXPR_FOUND;
}

static inline enum expr_found kit_cited(void *context, const struct expr_query *query,
                                        struct expr_answer *answer) {
    struct kit_search sources = {.kit = context, .group = text_of("sources")};
    if (kit_find(context, "sources", query->name)) return EXPR_FOUND;
    return kit_not_found(EXPR_NO_NAME, query->name, &sources, answer);
}

static inline enum expr_found kit_model(void *context, const struct expr_query *query,
                                        struct expr_answer *answer) {
    char text[256] = "model(";
    for (size_t i = 0; i < query->count; i++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "%s%.*s", i > 0 ? "," : "",
                 (int)query->arguments[i].text.len, query->arguments[i].text.ptr);
    }
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, ").%.*s", (int)query->name.len, query->name.ptr);
    const struct kit_point *point = kit_find(context, "models", text_of(text));
    answer->nearest.count = 1;
    if (point) {
        answer->value = point->value;
        return EXPR_FOUND;
    }
    if (kit_is(query->arguments[0].text, "gemm16")) {
        answer->nearest.name[0] = text_of("time");
        return EXPR_NO_NAME;
    }
    answer->detail = text_of("kernel");
    answer->nearest.name[0] = text_of("gemm16");
    return EXPR_NO_ARGUMENT;
}

/* ---- the file ---------------------------------------------------------------------------- */

static inline struct text kit_read(const char *path) {
    FILE *file = fopen(path, "rb");
    static char text[1 << 17];
    if (!file) return (struct text){NULL, 0};
    size_t length = fread(text, 1, sizeof text, file);
    bool whole = feof(file) != 0;
    fclose(file);
    return whole ? (struct text){text, length} : (struct text){NULL, 0};
}

static inline void kit_add_example(struct kit *kit, struct text name, struct text *rest) {
    if (kit->example_count == KIT_EXAMPLES) abort();
    struct kit_example *example = &kit->examples[kit->example_count++];
    *example = (struct kit_example){.at = SIZE_MAX};
    snprintf(example->name, sizeof example->name, "%.*s", (int)name.len - 2, name.ptr + 1);
    struct text line = kit_line(rest);
    example->text = (struct text){line.ptr + 2, line.len - 4};
    struct text ahead = *rest, mark = kit_line(&ahead);
    size_t caret = 0;
    while (caret < mark.len && mark.ptr[caret] == ' ') {
        caret++;
    }
    if (caret < mark.len && mark.ptr[caret] == '^') {
        example->at = caret < 2 ? SIZE_MAX : caret - 2;
        example->length = mark.len - caret;
        *rest = ahead;
    }
    example->lines = *rest;
    size_t length = 0;
    while (rest->len > 0 && rest->ptr[0] != '\n') {
        length += kit_line(rest).len + 1;
    }
    example->lines.len = length;
}

/* NULL if the file cannot be read (run from the root of the repository). */
static inline struct kit *kit_load(void) {
    static struct kit kit;
    struct text rest = kit_read(KIT_SPEC);
    if (!rest.ptr) return NULL;
    struct text group = {NULL, 0};
    while (rest.len > 0) {
        struct text line = kit_line(&rest);
        bool starts = kit_starts(line, "card ") || kit_is(line, "variables") ||
                      kit_is(line, "sources") || kit_is(line, "models");
        if (line.len == 0 || kit_starts(line, "==")) {
            group.len = 0;
        } else if (line.ptr[0] == '[') {
            kit_add_example(&kit, line, &rest);
        } else if (starts) {
            group = line;
        } else if (group.len > 0 && line.ptr[0] == ' ') {
            kit_add_point(&kit, group, line);
        }
    }
    kit.env = (struct expr_env){.context = &kit,
                                .card = text_of("kit-card"),
                                .series = kit_series,
                                .variable = kit_variable,
                                .model = kit_model,
                                .cited = kit_cited};
    return &kit;
}
