/* result.c -- the data of a run; its JSON form is in json.c. */
#include "result.h"

#include "base/arena.h"
#include "base/chars.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void range_add(struct range *r, double value) {
    if (!isnan(value) && r->count < sizeof r->values / sizeof r->values[0])
        r->values[r->count++] = value;
}

struct series *result_series(struct result *r, const char *name, const char *unit) {
    if (r->series_count >= SERIES_MOST) return NULL;
    struct series *s = &r->series[r->series_count++];
    memset(s, 0, sizeof *s);
    s->name = name;
    s->unit = unit;
    s->origin = "measured";
    return s;
}

struct series *result_find(const struct result *r, const char *name) {
    for (int i = 0; i < r->series_count; i++)
        if (strcmp(r->series[i].name, name) == 0) return &r->series[i];
    return NULL;
}

const char *series_value(const struct series *s, const struct point *p, int axis) {
    return axis < s->axes ? s->axis[axis].values[p->at[axis]] : "";
}

double result_median(const struct result *r, const char *name, const char *first,
                     const char *second) {
    const struct series *s = result_find(r, name);
    for (int i = 0; s && i < s->points; i++) {
        const struct point *p = &s->point[i];
        if (!p->missing && (!first || strcmp(series_value(s, p, 0), first) == 0) &&
            (!second || strcmp(series_value(s, p, 1), second) == 0))
            return p->stats.median;
    }
    return NAN;
}

const struct answer *result_answer(const struct result *r, const char *name) {
    static const struct answer unknown = {.text = "no such fact"};
    for (int i = 0; i < r->facts; i++)
        if (strcmp(r->fact[i].name, name) == 0) return &r->fact[i].answer;
    return &unknown;
}

double result_fact(const struct result *r, const char *name) {
    const struct answer *a = result_answer(r, name);
    return a->known ? a->value : NAN;
}

const char *result_hash(const struct result *r, const char *file) {
    for (size_t i = 0; i < FILES_MOST; i++)
        if (strcmp(r->sha256[i][0], file) == 0) return r->sha256[i][1];
    return "";
}

bool series_suspect(struct series *s, const char *why, ...) {
    va_list list;
    if (!s || s->suspect[0]) return false;
    va_start(list, why);
    vsnprintf(s->suspect, sizeof s->suspect, why, list);
    va_end(list);
    return true;
}

/* Every combination of axis values has its point from the start, the last axis fastest. */
static void lay_points(struct series *s) {
    static struct arena kept; /* a run has few results, which live to its end */
    int first = s->axes > 0 ? s->axis[0].count : 1, second = s->axes > 1 ? s->axis[1].count : 1;
    s->points = 0;
    s->point = ARENA_ARRAY(&kept, struct point, (size_t)(first * second));
    for (int i = 0; i < first; i++)
        for (int j = 0; j < second; j++) {
            struct point *p = &s->point[s->points++];
            *p = (struct point){.at = {i, j}, .missing = true};
            snprintf(p->reason, sizeof p->reason, "not measured in this run");
        }
}

void series_axis(struct series *s, const char *name, int count, const char *const *values) {
    if (!s || s->axes >= AXES_MOST) return;
    s->axis[s->axes++] = (struct axis){name, count < AXIS_MOST ? count : AXIS_MOST, values};
    lay_points(s);
}

struct point *series_point(struct series *s, int first, int second) {
    if (!s) return NULL;
    if (s->points == 0) lay_points(s);
    const int count[AXES_MOST] = {s->axes > 0 ? s->axis[0].count : 1,
                                  s->axes > 1 ? s->axis[1].count : 1};
    if (first < 0 || first >= count[0] || second < 0 || second >= count[1]) return NULL;
    return &s->point[first * count[1] + second];
}

void point_set(struct point *p, double value) {
    if (!p) return;
    p->missing = false;
    p->stats = (struct stats){value, value, value, value, value, 1};
}

void point_miss(struct point *p, const char *why) {
    if (!p) return;
    p->missing = true;
    snprintf(p->reason, sizeof p->reason, "%s", why);
}

void point_answer(struct point *p, const struct answer *a) {
    if (a->known)
        point_set(p, a->value);
    else
        point_miss(p, a->text);
}

void card_slug(const char *name, char *out, size_t room) {
    size_t used = 0;
    bool gap = false;
    for (const char *p = name; *p && used + 2 < room; p++) {
        char c = *p;
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (!is_letter(c) && !is_digit(c)) {
            gap = used > 0;
            continue;
        }
        if (gap) out[used++] = '-';
        gap = false;
        out[used++] = c;
    }
    if (used == 0) used = (size_t)snprintf(out, room, "card");
    out[used] = '\0';
}
