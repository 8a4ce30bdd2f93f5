/* experiment.c -- see experiment.h. */
#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct series *experiment_series(struct session *s, const char *name, const char *unit,
                                 const char *kernel, const char *method) {
    bool wanted = !s->only || strncmp(name, s->only, strlen(s->only)) == 0;
    struct series *series = wanted ? result_series(s->result, name, unit) : NULL;
    if (series) {
        series->kernel = kernel;
        series->method = method;
    }
    return series;
}

void experiment_axis(struct series *const *series, size_t count, const char *name, int values,
                     const char *const *value) {
    for (size_t i = 0; i < count; i++)
        series_axis(series[i], name, values, value);
}

void experiment_fill(struct series *series, int first, int second, const struct taken *t,
                     enum experiment_value what, double amount) {
    double values[SAMPLES_CAP];
    struct point *p = series ? series_point(series, first, second) : NULL;
    size_t n = 0;
    if (!p) return;
    for (size_t i = 0; i < t->count; i++) {
        double v = what == SAMPLE_CYCLES  ? t->cycles[i]
                   : what == SAMPLE_CLOCK ? t->hz[i]
                   : what == SAMPLE_RATE  ? amount / t->seconds[i]
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

void experiment_set(struct series *series, int first, int second, double value) {
    struct point *p = series ? series_point(series, first, second) : NULL;
    if (!p) return;
    p->missing = false;
    p->stats = (struct stats){value, value, value, value, value, 1};
}

void experiment_miss(struct series *series, int first, int second, const char *why) {
    struct point *p = series ? series_point(series, first, second) : NULL;
    if (!p) return;
    p->missing = true;
    snprintf(p->reason, sizeof p->reason, "%s", why);
}

void experiment_set_size(struct series *series, int first, int second, const struct size *size) {
    if (size->value)
        experiment_set(series, first, second, (double)size->value);
    else
        experiment_miss(series, first, second, size->why);
}

void experiment_set_answer(struct series *series, int first, const struct answer *a) {
    if (a->known)
        experiment_set(series, first, 0, a->value);
    else
        experiment_miss(series, first, 0, a->text);
}

struct answer experiment_property(struct session *s, struct series *series, int first,
                                  const char *lab, int variant, const char *name) {
    char question[64];
    snprintf(question, sizeof question, "property.%s.%d.%s", lab, variant, name);
    struct answer a = session_ask_number(s, question);
    experiment_set_answer(series, first, &a);
    return a;
}

const struct answer *experiment_fact(const struct session *s, const char *name) {
    static const struct answer unknown = {.text = "no such fact"};
    for (int i = 0; i < s->result->facts; i++)
        if (strcmp(s->result->fact[i].name, name) == 0) return &s->result->fact[i].answer;
    return &unknown;
}

struct probe experiment_probe(const char *lab, const char *role, const char *second, int variant) {
    struct probe p = {.lab = lab, .c = {.variant = variant}};
    snprintf(p.key, sizeof p.key, "%s.%s%s%s", lab, role, second[0] ? "." : "", second);
    return p;
}
