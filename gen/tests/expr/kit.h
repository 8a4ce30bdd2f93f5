/*
 * kit.h -- the examples of spec.txt and the world that they live in, for the tests of gen/expr.
 *
 * kit_load reads the file once; views point into its text, which lives as long as the program.
 */
#ifndef EXPR_KIT_H
#define EXPR_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"

#define KIT_SPEC "gen/tests/expr/spec.txt"
#define KIT_POINTS 96
#define KIT_EXAMPLES 320

/* A value under a name: "stride.time", "8". Variables, sources and models are points, too. */
struct kit_point {
    struct expr_view group; /* "card kit-card", "variables", "sources", "models" */
    struct expr_view name, arguments;
    struct expr_value value;
};

struct kit_example {
    char name[96];
    struct expr_view text;  /* between the braces */
    size_t at, length;      /* of the error, from the start of the text; SIZE_MAX: the braces */
    struct expr_view lines; /* what is expected, all lines */
};

struct kit {
    struct kit_point points[KIT_POINTS];
    size_t point_count;
    struct kit_example examples[KIT_EXAMPLES];
    size_t example_count;
    struct expr_env env;
};

static inline bool kit_is(struct expr_view view, const char *text) {
    return view.length == strlen(text) && memcmp(view.data, text, view.length) == 0;
}

static inline bool kit_starts(struct expr_view view, const char *text) {
    return view.length >= strlen(text) && memcmp(view.data, text, strlen(text)) == 0;
}

static inline struct expr_view kit_skip(struct expr_view view, size_t count) {
    return (struct expr_view){view.data + count, view.length - count};
}

static inline struct expr_view kit_line(struct expr_view *rest) {
    size_t n = 0;
    while (n < rest->length && rest->data[n] != '\n') {
        n++;
    }
    struct expr_view line = {rest->data, n};
    *rest = kit_skip(*rest, n < rest->length ? n + 1 : n);
    return line;
}

static inline struct expr_view kit_word(struct expr_view *rest) {
    while (rest->length > 0 && rest->data[0] == ' ') {
        *rest = kit_skip(*rest, 1);
    }
    size_t n = 0;
    while (n < rest->length && rest->data[n] != ' ') {
        n++;
    }
    struct expr_view word = {rest->data, n};
    *rest = kit_skip(*rest, n);
    return word;
}

/* ---- the world --------------------------------------------------------------------------- */

static inline struct expr_value kit_missing(struct expr_view unit_and_reason) {
    size_t colon = 0;
    while (unit_and_reason.data[colon] != ':') {
        colon++;
    }
    struct expr_view before = {unit_and_reason.data, colon};
    struct expr_view name = kit_word(&before);
    struct expr_view reason = kit_skip(unit_and_reason, colon + 2);
    struct expr_unit unit = {0};
    bool known = name.length > 0 && expr_unit_parse(name, &unit);
    return known ? expr_missing(reason, unit.dimension) : expr_missing_any(reason);
}

static inline struct expr_value kit_value(struct expr_view rest) {
    struct expr_view number = kit_word(&rest);
    if (kit_starts(number, "missing")) {
        /* "missing: why" has no unit, "missing s: why" has one */
        return kit_missing(number.length > 7
                               ? kit_skip(number, 7).data[0] == ':'
                                     ? (struct expr_view){number.data + 7, rest.length + 1}
                                     : rest
                               : rest);
    }
    char *end = NULL;
    double value = strtod(number.data, &end);
    if (end != number.data + number.length) return expr_text(number);
    struct expr_view name = kit_word(&rest);
    struct expr_unit unit = {0};
    if (name.length > 0 && !expr_unit_parse(name, &unit)) abort();
    struct expr_value out = expr_number(value, unit.dimension);
    if (name.length == 0 && value == (double)(int)value) out = expr_count((int)value);
    struct expr_view flag = kit_word(&rest);
    out.exact |= kit_is(flag, "exact");
    out.capacity = kit_is(flag, "capacity");
    return out;
}

static inline void kit_add_point(struct kit *kit, struct expr_view group, struct expr_view line) {
    if (kit->point_count == KIT_POINTS) abort();
    struct kit_point *point = &kit->points[kit->point_count++];
    struct expr_view name = kit_word(&line);
    size_t open = 0;
    while (open < name.length && name.data[open] != '[') {
        open++;
    }
    *point = (struct kit_point){.group = group, .name = {name.data, open}};
    if (open < name.length) {
        point->arguments = (struct expr_view){name.data + open + 1, name.length - open - 2};
    }
    point->value = kit_value(line);
}

static inline bool kit_in_card(const struct kit_point *point, struct expr_view card) {
    return kit_starts(point->group, "card ") && expr_view_equal(kit_skip(point->group, 5), card);
}

/* The index-th argument of "naive,l2"; {NULL, 0} if there is none. */
static inline struct expr_view kit_argument(struct expr_view list, size_t index) {
    for (; list.length > 0; index--) {
        size_t n = 0;
        while (n < list.length && list.data[n] != ',') {
            n++;
        }
        if (index == 0) return (struct expr_view){list.data, n};
        list = kit_skip(list, n < list.length ? n + 1 : n);
    }
    return (struct expr_view){NULL, 0};
}

static inline size_t kit_arguments(struct expr_view list) {
    size_t count = 0;
    while (kit_argument(list, count).data) {
        count++;
    }
    return count;
}

/* ---- callbacks --------------------------------------------------------------------------- */

struct kit_search {
    const struct kit *kit;
    struct expr_view group, name; /* name empty: the names; else the arguments of that name */
    bool cards;
    size_t argument;
};

static inline struct expr_view kit_candidate_of(const struct kit_search *search,
                                                const struct kit_point *point) {
    if (search->cards && kit_starts(point->group, "card ")) return kit_skip(point->group, 5);
    if (search->cards) return (struct expr_view){NULL, 0};
    if (!expr_view_equal(point->group, search->group)) return (struct expr_view){NULL, 0};
    if (search->name.length == 0) return point->name;
    if (!expr_view_equal(point->name, search->name)) return (struct expr_view){NULL, 0};
    return kit_argument(point->arguments, search->argument);
}

/* Every candidate once, in the order of the file. */
static inline struct expr_view kit_candidate(const void *context, size_t index) {
    const struct kit_search *search = context;
    for (size_t i = 0; i < search->kit->point_count; i++) {
        struct expr_view found = kit_candidate_of(search, &search->kit->points[i]);
        bool seen = found.data == NULL;
        for (size_t j = 0; j < i && !seen; j++) {
            struct expr_view earlier = kit_candidate_of(search, &search->kit->points[j]);
            seen = earlier.data != NULL && expr_view_equal(earlier, found);
        }
        if (!seen && index-- == 0) return found;
    }
    return (struct expr_view){NULL, 0};
}

static inline enum expr_found kit_not_found(enum expr_found found, struct expr_view name,
                                            const struct kit_search *search,
                                            struct expr_answer *answer) {
    answer->nearest_count = expr_nearest(name, kit_candidate, search, answer->nearest);
    return found;
}

static inline bool kit_same_argument(struct expr_view have, const struct expr_argument *want) {
    char digits[32];
    if (!want->is_number) return expr_view_equal(have, want->text);
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
        if (!expr_view_equal(point->name, query->name)) continue;
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
    if (names.group.length == 0) return kit_not_found(EXPR_NO_CARD, query->card, &cards, answer);
    if (wanted == SIZE_MAX) return kit_not_found(EXPR_NO_NAME, query->name, &names, answer);
    answer->wanted = wanted;
    answer->detail = expr_view(wanted == 0 ? "" : wanted == 1 ? "op" : "op, op");
    if (query->count != wanted) return EXPR_WRONG_ARGUMENTS;
    answer->detail = expr_view("op");
    answer->index = values.argument = fits;
    return kit_not_found(EXPR_NO_ARGUMENT, query->arguments[fits].text, &values, answer);
}

static inline const struct kit_point *kit_find(const struct kit *kit, const char *group,
                                               struct expr_view name) {
    for (size_t i = 0; i < kit->point_count; i++) {
        if (kit_is(kit->points[i].group, group) && expr_view_equal(kit->points[i].name, name)) {
            return &kit->points[i];
        }
    }
    return NULL;
}

static inline enum expr_found kit_variable(void *context, struct expr_view name,
                                           struct expr_answer *answer) {
    const struct kit_point *point = kit_find(context, "variables", name);
    if (!point) return EXPR_NO_NAME;
    answer->value = point->value;
    return EXPR_FOUND;
}

static inline enum expr_found kit_cited(void *context, const struct expr_query *query,
                                        struct expr_answer *answer) {
    struct kit_search sources = {.kit = context, .group = expr_view("sources")};
    if (kit_find(context, "sources", query->name)) return EXPR_FOUND;
    return kit_not_found(EXPR_NO_NAME, query->name, &sources, answer);
}

static inline enum expr_found kit_model(void *context, const struct expr_query *query,
                                        struct expr_answer *answer) {
    char text[256] = "model(";
    for (size_t i = 0; i < query->count; i++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "%s%.*s", i > 0 ? "," : "",
                 (int)query->arguments[i].text.length, query->arguments[i].text.data);
    }
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, ").%.*s", (int)query->name.length, query->name.data);
    const struct kit_point *point = kit_find(context, "models", expr_view(text));
    answer->nearest_count = 1;
    if (point) {
        answer->value = point->value;
        return EXPR_FOUND;
    }
    if (kit_is(query->arguments[0].text, "gemm16")) {
        answer->nearest[0] = expr_view("time");
        return EXPR_NO_NAME;
    }
    answer->detail = expr_view("kernel");
    answer->nearest[0] = expr_view("gemm16");
    return EXPR_NO_ARGUMENT;
}

/* ---- the file ---------------------------------------------------------------------------- */

static inline struct expr_view kit_read(const char *path) {
    FILE *file = fopen(path, "rb");
    static char text[1 << 17];
    if (!file) return (struct expr_view){NULL, 0};
    size_t length = fread(text, 1, sizeof text, file);
    bool whole = feof(file) != 0;
    fclose(file);
    return whole ? (struct expr_view){text, length} : (struct expr_view){NULL, 0};
}

static inline void kit_add_example(struct kit *kit, struct expr_view name, struct expr_view *rest) {
    if (kit->example_count == KIT_EXAMPLES) abort();
    struct kit_example *example = &kit->examples[kit->example_count++];
    *example = (struct kit_example){.at = SIZE_MAX};
    snprintf(example->name, sizeof example->name, "%.*s", (int)name.length - 2, name.data + 1);
    struct expr_view line = kit_line(rest);
    example->text = (struct expr_view){line.data + 2, line.length - 4};
    struct expr_view ahead = *rest, mark = kit_line(&ahead);
    size_t caret = 0;
    while (caret < mark.length && mark.data[caret] == ' ') {
        caret++;
    }
    if (caret < mark.length && mark.data[caret] == '^') {
        example->at = caret < 2 ? SIZE_MAX : caret - 2;
        example->length = mark.length - caret;
        *rest = ahead;
    }
    example->lines = *rest;
    size_t length = 0;
    while (rest->length > 0 && rest->data[0] != '\n') {
        length += kit_line(rest).length + 1;
    }
    example->lines.length = length;
}

/* NULL if the file cannot be read (run from the root of the repository). */
static inline struct kit *kit_load(void) {
    static struct kit kit;
    struct expr_view rest = kit_read(KIT_SPEC);
    if (!rest.data) return NULL;
    struct expr_view group = {NULL, 0};
    while (rest.length > 0) {
        struct expr_view line = kit_line(&rest);
        bool starts = kit_starts(line, "card ") || kit_is(line, "variables") ||
                      kit_is(line, "sources") || kit_is(line, "models");
        if (line.length == 0 || kit_starts(line, "==")) {
            group.length = 0;
        } else if (line.data[0] == '[') {
            kit_add_example(&kit, line, &rest);
        } else if (starts) {
            group = line;
        } else if (group.length > 0 && line.data[0] == ' ') {
            kit_add_point(&kit, group, line);
        }
    }
    kit.env = (struct expr_env){.context = &kit,
                                .card = expr_view("kit-card"),
                                .series = kit_series,
                                .variable = kit_variable,
                                .model = kit_model,
                                .cited = kit_cited};
    return &kit;
}

#endif
