/* json.c -- writes a result in the form that measurements/schema.json describes: two spaces of
 * indent, one line a point, keys in a fixed order. The same result gives the same bytes. */
#include "result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes a string with the escapes that JSON needs. Bytes that are not UTF-8 cannot come from a
 * driver's ASCII names; other control characters become \u00XX. */
static void put_string(struct buf *t, const char *s) {
    buf_char(t, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            buf_printf(t, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            buf_printf(t, "\\u%04x", c);
        else
            buf_char(t, *s);
    }
    buf_char(t, '"');
}

/* Writes the form with " for ', and with its arguments: %s a string of JSON with its quotes, %d a
 * double in its shortest form, %r text as it is. */
static void put(struct buf *t, const char *form, ...) {
    char number[NUMBER_TEXT];
    va_list list;
    va_start(list, form);
    for (const char *p = form; *p; p++) {
        if (*p != '%') {
            buf_char(t, *p == '\'' ? '"' : *p);
        } else if (*++p == 's') {
            put_string(t, va_arg(list, const char *));
        } else if (*p == 'r') {
            buf_str(t, va_arg(list, const char *));
        } else {
            number_text(va_arg(list, double), number);
            buf_str(t, number);
        }
    }
    va_end(list);
}

static void put_missing(struct buf *t, const char *reason) {
    put(t, "{'missing': %s}", reason[0] ? reason : "not known");
}

/* Writes a text, or the reason why there is none. */
static void put_words(struct buf *t, const struct answer *a) {
    if (a->known)
        put_string(t, a->text);
    else
        put_missing(t, a->text);
}

/* A condition has the same name and unit wherever it is written. */
struct reading {
    const char *name, *unit;
    const struct range *range;
};

static void put_range(struct buf *t, const struct reading *what, const struct answer *limit) {
    struct stats s = stats_of(what->range->values, what->range->count);
    put(t, "{'min': %d, 'median': %d, 'max': %d", s.min, s.median, s.max);
    if (limit && limit->known) put(t, ", 'limit': %d", limit->value);
    put(t, ", 'unit': %s}", what->unit);
}

static void put_reading(struct buf *t, const struct result *r, const struct reading *what) {
    const bool power = what->range == &r->seen.power;
    put(t, what->name);
    put(t, ": ");
    if (what->range->count)
        put_range(t, what, power ? result_answer(r, "power.limit") : NULL);
    else
        put_missing(t, r->nvml_reason[0] ? r->nvml_reason : "NVML: not reported for this card");
}

static void put_throttle(struct buf *t, const struct result *r, const char *(*name)(int)) {
    put(t, ",\n    'throttle': {");
    for (int i = 0; name(i); i++) {
        const struct answer *before = &r->throttle_before[i], *after = &r->throttle_after[i];
        put(t, "%r\n      %s: ", i ? "," : "", name(i));
        if (before->known && after->known)
            put(t, "{'before': %d, 'after': %d, 'unit': 's'}", before->value, after->value);
        else
            put_missing(t, before->known ? after->text : before->text);
    }
    put(t, "}");
}

static void put_run(struct buf *t, const struct result *r, const char *(*throttle)(int)) {
    const struct {
        const char *name;
        const struct answer *answer;
    } words[] = {{"driver", &r->driver},
                 {"cuda", &r->cuda},
                 {"compiler", &r->compiler},
                 {"flags", &r->flags},
                 {"host", &r->host}};
    const bool read = r->seen.sm.count > 0;
    const struct reading sm = {"'sm'", "Hz", read ? &r->seen.sm : &r->sm_seen};
    const struct reading memory = {", 'memory'", "Hz", &r->seen.memory};
    const struct reading power = {",\n    'power'", "W", &r->seen.power};
    const struct reading celsius = {",\n    'temperature'", "celsius", &r->seen.celsius};
    const struct answer *ecc = result_answer(r, "ecc");
    put(t, "  'run': {\n    'date': %s", r->date.text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        put(t, ",\n    %s: ", words[i].name);
        put_words(t, words[i].answer);
    }
    put(t, ",\n    'clocks': {");
    put_reading(t, r, &sm);
    put_reading(t, r, &memory);
    put(t, ", 'method': %s}", read ? "NVML, between samples" : "clock64 over globaltimer");
    put_reading(t, r, &power);
    put_reading(t, r, &celsius);
    put_throttle(t, r, throttle);
    put(t, ",\n    'ecc': ");
    if (ecc->known)
        put(t, ecc->value != 0 ? "true" : "false");
    else
        put_missing(t, ecc->text);
    put(t, ",\n    'commit': ");
    put_words(t, &r->commit);
    put(t, "\n  },\n");
}

static void put_facts(struct buf *t, const struct result *r) {
    put(t, "  'facts': {");
    for (int i = 0; i < r->facts; i++) {
        const struct fact *f = &r->fact[i];
        put(t, "%r\n    %s: ", i ? "," : "", f->name);
        if (!f->answer.known) {
            put_missing(t, f->answer.text);
            continue;
        }
        put(t, "{'value': %d, 'unit': %s", f->answer.value, f->unit);
        if (f->method) put(t, ", 'method': %s", f->method);
        put(t, "}");
    }
    put(t, "\n  },\n");
}

static void put_messages(struct buf *t, const struct result *r) {
    for (int i = 0; i < r->messages; i++) {
        put(t, i ? "," : "  'messages': {");
        put(t, "\n    %s: ", r->message[i].name);
        put_words(t, &r->message[i].answer);
    }
    if (r->messages) put(t, "\n  },\n");
}

static void put_point(struct buf *t, const struct series *s, const struct point *p) {
    const struct stats *v = &p->stats;
    char runs[24];
    put(t, "{'at': [");
    for (int a = 0; a < s->axes; a++)
        put(t, "%r%s", a ? ", " : "", s->axis[a].values[p->at[a]]);
    if (p->missing) {
        put(t, "], 'missing': %s}", p->reason);
        return;
    }
    snprintf(runs, sizeof runs, "%zu", v->runs);
    put(t, "], 'median': %d", v->median);
    if (!s->brief)
        put(t, ", 'min': %d, 'max': %d, 'p05': %d, 'p95': %d", v->min, v->max, v->p05, v->p95);
    put(t, ", 'runs': %r", runs);
    if (p->warning[0]) put(t, ", 'warning': %s", p->warning);
    put(t, "}");
}

/* A series has the conditions of the card while it was taken, if any are known. */
static void put_conditions(struct buf *t, const struct during *d) {
    const struct reading part[] = {{"sm", "Hz", &d->sm},
                                   {"memory", "Hz", &d->memory},
                                   {"power", "W", &d->power},
                                   {"temperature", "celsius", &d->celsius}};
    bool any = false;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (part[i].range->count == 0) continue;
        put(t, any ? ", " : ",\n      'conditions': {");
        put(t, "%s: ", part[i].name);
        put_range(t, &part[i], NULL);
        any = true;
    }
    if (any) put(t, "}");
}

static void put_series(struct buf *t, const struct result *r, const struct series *s) {
    put(t, "    %s: {\n      'unit': %s", s->name, s->unit);
    if (s->counts) put(t, ", 'counts': %s", s->counts);
    put(t, ", 'origin': %s", s->origin);
    if (s->kernel) put(t, ", 'kernel': %s, 'sha256': %s", s->kernel, result_hash(r, s->kernel));
    put(t, ",\n      'method': %s", s->method);
    if (s->title) put(t, ",\n      'title': %s", s->title);
    if (s->suspect[0]) put(t, ",\n      'suspect': %s", s->suspect);
    put_conditions(t, &s->during);
    put(t, ",\n      'axes': [");
    for (int a = 0; a < s->axes; a++) {
        put(t, "%r[%s, [", a ? ", " : "", s->axis[a].name);
        for (int i = 0; i < s->axis[a].count; i++)
            put(t, "%r%s", i ? ", " : "", s->axis[a].values[i]);
        put(t, "]]");
    }
    put(t, "],\n      'points': [");
    for (int i = 0; i < s->points; i++) {
        put(t, i ? ",\n        " : "\n        ");
        put_point(t, s, &s->point[i]);
    }
    put(t, "\n      ]\n    }");
}

bool result_json(const struct result *r, const char *(*throttle)(int), struct buf *out) {
    put(out,
        "{\n  'format': 'gpu-memory-hierarchy',\n  'version': 1,\n"
        "  'card': {'id': %s, 'name': %s, 'compute_capability': %s, 'uuid_hash': %s, 'pci': %s",
        r->id, r->name.text, r->capability.text, r->uuid.text, r->pci.text);
    if (r->slice) put(out, ", 'slice': %s", r->profile);
    put(out, "},\n");
    put_run(out, r, throttle);
    put_facts(out, r);
    put_messages(out, r);
    put(out, "  'series': {");
    for (int i = 0; i < r->series_count; i++) {
        put(out, i ? ",\n" : "\n");
        put_series(out, r, &r->series[i]);
    }
    put(out, "\n  }\n}\n");
    return !out->overflow;
}
