/* result.c -- the data of a run; its JSON form is in json.c. */
#include "result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void range_add(struct range *r, double value) {
    if (!isnan(value) && r->count < sizeof r->values / sizeof r->values[0])
        r->values[r->count++] = value;
}

struct series *result_series(struct result *r, const char *name, const char *unit) {
    if (r->seriess >= SERIES_MOST) return NULL;
    struct series *s = &r->series[r->seriess++];
    memset(s, 0, sizeof *s);
    s->name = name;
    s->unit = unit;
    s->origin = "measured";
    return s;
}

const struct series *result_find(const struct result *r, const char *name) {
    for (int i = 0; i < r->seriess; i++)
        if (strcmp(r->series[i].name, name) == 0) return &r->series[i];
    return NULL;
}

/* Every combination of axis values has its point from the start, the last axis fastest. */
static void lay_points(struct series *s) {
    int first = s->axes > 0 ? s->axis[0].count : 1, second = s->axes > 1 ? s->axis[1].count : 1;
    s->points = 0;
    for (int i = 0; i < first; i++)
        for (int j = 0; j < second && s->points < POINTS_MOST; j++) {
            struct point *p = &s->point[s->points++];
            *p = (struct point){.at = {i, j}, .missing = true};
            snprintf(p->reason, sizeof p->reason, "not measured in this run");
        }
}

void series_axis(struct series *s, const char *name, int count, const char *const *values) {
    if (!s || s->axes >= AXES_MOST) return;
    struct axis *a = &s->axis[s->axes++];
    a->name = name;
    a->count = count < AXIS_MOST ? count : AXIS_MOST;
    for (int i = 0; i < a->count; i++)
        a->values[i] = values[i];
    lay_points(s);
}

struct point *series_point(struct series *s, int first, int second) {
    if (s->points == 0) lay_points(s);
    for (int i = 0; i < s->points; i++)
        if (s->point[i].at[0] == first && s->point[i].at[1] == second) return &s->point[i];
    return NULL;
}

void card_slug(const char *name, char *out, size_t room) {
    size_t used = 0;
    bool gap = false;
    for (const char *p = name; *p && used + 2 < room; p++) {
        char c = *p;
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) {
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
