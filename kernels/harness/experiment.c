/* experiment.c -- runs the table of experiments; see experiment.h. */
#include "experiment.h"

#include "counters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wanted(const struct session *s, const char *name) {
    return !s->only || strncmp(name, s->only, strlen(s->only)) == 0;
}

struct series *experiment_series(struct session *s, const struct row *row, const char *file) {
    if (!row->method) return result_find(s->result, row->name);
    struct series *series =
        wanted(s, row->name) ? result_series(s->result, row->name, row->unit) : NULL;
    if (!series) return NULL;
    series->kernel = file;
    series->method = row->method;
    series->counts = row->counts;
    series->title = row->title;
    series->brief = row->brief;
    if (row->origin) series->origin = row->origin;
    return series;
}

struct answer experiment_property(struct session *s, const char *lab, int variant,
                                  const char *name) {
    char question[64];
    snprintf(question, sizeof question, "property.%s.%d.%s", lab, variant, name);
    return session_ask_number(s, question);
}

/* ---- series ---- */

static void lay_axes(struct series *series, const struct experiment *e, const struct row *row,
                     int steps) {
    const bool swapped = row->along == ALONG_SWAPPED, later = swapped || row->along == ALONG_SECOND;
    const struct axis *axis[AXES_MOST] = {row->own, row->own2};
    if (!row->own && row->along != ALONG_NONE) axis[0] = e->axis[later];
    if (!row->own && (swapped || row->along == ALONG_ALL)) axis[1] = e->axis[!swapped];
    for (int i = 0; i < AXES_MOST; i++)
        if (axis[i])
            series_axis(series, axis[i]->name, axis[i] == e->axis[0] ? steps : axis[i]->count,
                        axis[i]->values);
}

/* Returns the point that a row keeps of this step, or NULL. */
static struct point *place(const struct experiment *e, const struct row *row, struct series *series,
                           const struct step *step) {
    int first = step->at[0], second = step->at[1];
    if (row->turn && row->turn - 1 != (e->axis[1] ? second : first)) return NULL;
    switch (row->along) {
    case ALONG_ALL: break;
    case ALONG_FIRST: second = 0; break;
    case ALONG_SECOND:
    case ALONG_SWAPPED:
        first = step->at[1];
        second = row->along == ALONG_SWAPPED ? step->at[0] : 0;
        break;
    case ALONG_NONE: first = second = 0;
    }
    return series_point(series, first + row->shift, second);
}

/* ---- one step ---- */

static void begin_step(struct step *step, struct session *s, const struct experiment *e, int first,
                       int second) {
    const struct axis *a = e->axis[0], *b = e->axis[1];
    *step = (struct step){.s = s, .f = &s->sizes, .at = {first, second}};
    step->role[0] = a ? a->values[first] : "";
    step->role[1] = b ? b->values[second] : "";
    step->number = (uint32_t)strtoul(step->role[0], NULL, 10);
    step->p.lab = e->lab;
    step->p.c.variant = e->variant == VARIANT_FIRST ? first : e->variant;
    snprintf(step->p.key, sizeof step->p.key, "%s%s%s%s%s", e->key ? e->key : e->lab, a ? "." : "",
             step->role[0], b ? "." : "", step->role[1]);
}

static void shape_step(struct step *step, const struct experiment *e) {
    session_free_memory(step->s);
    step->asked = step->p.c.variant;
    e->shape(step);
    step->p.c.size = step->size.value;
}

static void keep_samples(struct series *series, struct point *p, const struct taken *t,
                         enum kept kept, double amount) {
    double values[SAMPLES_CAP];
    size_t n = 0;
    for (size_t i = 0; i < t->count; i++) {
        double v = kept == KEPT_CYCLES  ? t->cycles[i]
                   : kept == KEPT_CLOCK ? t->hz[i]
                   : kept == KEPT_RATE  ? amount / t->seconds[i]
                                        : t->seconds[i];
        if (!isnan(v)) values[n++] = v;
    }
    p->missing = n == 0;
    p->stats = stats_of(values, n);
    snprintf(p->reason, sizeof p->reason, "%s",
             t->reason[0] ? t->reason : "no sample had this value");
    snprintf(p->warning, sizeof p->warning, "%s", t->warning);
    session_conditions(series, t);
}

/* Several steps may share a point, which keeps the figure of the step that has one. */
static void keep_figure(struct point *p, double value, const char *why) {
    if (value > 0)
        point_set(p, value);
    else if (p && p->missing)
        point_miss(p, why);
}

static void keep_occupancy(struct point *p, const struct step *step) {
    struct answer blocks = experiment_property(step->s, step->p.lab, step->asked, "blocks");
    struct answer threads = experiment_property(step->s, step->p.lab, step->asked, "threads");
    double share = blocks.value * threads.value / result_fact(step->s->result, "threads.sm");
    if (blocks.known && threads.known && isfinite(share))
        point_set(p, share);
    else
        point_miss(p, "threads or blocks are not reported");
}

static void keep(const struct step *step, const struct row *row, struct series *series,
                 struct point *p) {
    struct answer a;
    switch (row->kept) {
    case KEPT_SIZE: keep_figure(p, (double)step->size.value, step->size.why); break;
    case KEPT_FIGURE: keep_figure(p, step->figure[row->figure], step->size.why); break;
    case KEPT_PARTS:
        for (int i = 0; i < row->own->count; i++)
            keep_figure(series_point(series, i, 0), step->figure[1 + i], step->size.why);
        break;
    case KEPT_PROPERTY:
        a = experiment_property(step->s, step->p.lab, step->asked, row->property);
        point_answer(p, &a);
        break;
    case KEPT_OCCUPANCY: keep_occupancy(p, step); break;
    default: break;
    }
}

static void take_step(struct session *s, const struct experiment *e, struct series *const *made,
                      struct step *step) {
    struct point *p[ROWS_MOST];
    struct taken t;
    bool any = false, timed = false;
    t.count = 0;
    t.reason[0] = '\0';
    for (int k = 0; k < ROWS_MOST; k++) {
        p[k] = place(e, &e->row[k], made[k], step);
        any = any || p[k];
        timed = timed || (p[k] && (e->row[k].kept < KEPT_SAMPLES || e->fill));
    }
    if (!any) return;
    shape_step(step, e);
    if (timed) session_take(s, &step->p, &step->size, &t);
    step->missing = timed && t.count ? NULL : t.reason;
    for (int k = 0; k < ROWS_MOST && e->fill && timed; k++)
        if (p[k] && e->row[k].kept == KEPT_OWN) session_conditions(made[k], &t);
    if (e->fill) e->fill(step, made);
    for (int k = 0; k < ROWS_MOST; k++)
        if (p[k] && e->row[k].kept < KEPT_SAMPLES)
            keep_samples(made[k], p[k], &t, e->row[k].kept, step->figure[0]);
        else if (p[k])
            keep(step, &e->row[k], made[k], p[k]);
}

/* ---- the table ---- */

static int steps_of(const struct session *s, const struct experiment *e) {
    const int all = e->axis[0] ? e->axis[0]->count : 1;
    struct size size;
    int n = 0;
    while (e->size_at && n < all && e->size_at(&s->sizes, n, &size))
        n++;
    return e->size_at ? n : all;
}

static void run(struct session *s, const struct experiment *e) {
    struct series *made[ROWS_MOST] = {NULL};
    bool any = false;
    if (e->size_at) session_free_memory(s);
    const int first = steps_of(s, e), second = e->axis[1] ? e->axis[1]->count : 1;
    for (int k = 0; k < ROWS_MOST && e->row[k].name; k++) {
        const struct row *row = &e->row[k];
        made[k] = experiment_series(s, row, e->file);
        if (made[k] && row->method) lay_axes(made[k], e, row, first);
        any = any || made[k];
    }
    if (any && e->run) e->run(s, made);
    for (int i = 0; i < first * second && any && e->shape && !session_over(s); i++) {
        struct step step;
        begin_step(&step, s, e, i / second, i % second);
        take_step(s, e, made, &step);
    }
}

/* Several experiments may share a file of kernels/, so that its hash is asked for once. */
static void ask_hashes(struct session *s) {
    char question[64];
    for (int i = 0, n = 0; i < experiment_count && n < FILES_MOST; i++) {
        const char *file = experiments[i].file;
        if (!file || result_hash(s->result, file)[0]) continue;
        snprintf(question, sizeof question, "sha256.%s", file);
        struct answer hash = session_ask(s, question);
        if (!hash.known) continue;
        snprintf(s->result->sha256[n][0], ANSWER_TEXT, "%s", file);
        snprintf(s->result->sha256[n++][1], ANSWER_TEXT, "%s", hash.text);
    }
}

bool measure_all(struct session *s) {
    ask_hashes(s);
    for (int i = 0; i < experiment_count; i++)
        run(s, &experiments[i]);
    return !session_over(s);
}

bool experiment_run(struct session *s, const char *name) {
    for (int i = 0; i < experiment_count; i++)
        if (strcmp(experiments[i].row[0].name, name) == 0) {
            run(s, &experiments[i]);
            return true;
        }
    return false;
}

int experiment_steps(struct session *s, const char *name) {
    for (int i = 0; i < experiment_count; i++)
        if (strcmp(experiments[i].row[0].name, name) == 0) return steps_of(s, &experiments[i]);
    return 0;
}

bool experiment_step(struct session *s, const char *key, struct step *out) {
    for (int k = 0; k < experiment_count; k++) {
        const struct experiment *e = &experiments[k];
        const int second = e->axis[1] ? e->axis[1]->count : 1;
        const int all = e->shape ? steps_of(s, e) * second : 0;
        for (int i = 0; i < all; i++) {
            begin_step(out, s, e, i / second, i % second);
            if (strcmp(out->p.key, key) != 0) continue;
            shape_step(out, e);
            return true;
        }
    }
    return false;
}

const struct row *measure_row(int i, const char **file) {
    for (int e = 0; e < experiment_count; e++)
        for (int k = 0; k < ROWS_MOST && experiments[e].row[k].name; k++) {
            if (!experiments[e].row[k].method) continue;
            *file = experiments[e].file;
            if (i == 0) return &experiments[e].row[k];
            i--;
        }
    return counters_row(i, file);
}
