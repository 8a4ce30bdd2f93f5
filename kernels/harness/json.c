/* json.c -- writes a result in the form that measurements/schema.json describes: two spaces of
 * indent, one line a point, keys in a fixed order. The same result gives the same bytes. */
#include "result.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A string with the escapes that JSON needs. Bytes that are not UTF-8 cannot come from a driver's
 * ASCII names; other control characters become \u00XX. */
static void put_string(struct text *t, const char *s) {
    text_adds(t, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            text_addf(t, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            text_addf(t, "\\u%04x", c);
        else
            text_add(t, s, 1);
    }
    text_adds(t, "\"");
}

static void put_number(struct text *t, double value) {
    char number[NUMBER_TEXT];
    number_text(value, number);
    text_adds(t, number);
}

static void put_member(struct text *t, const char *name, const char *value) {
    text_adds(t, ", ");
    put_string(t, name);
    text_adds(t, ": ");
    put_string(t, value);
}

static void put_missing(struct text *t, const char *reason) {
    text_adds(t, "{\"missing\": ");
    put_string(t, reason[0] ? reason : "not known");
    text_adds(t, "}");
}

/* "name": text or missing, with the line's comma. */
static void put_words(struct text *t, const char *name, const struct answer *a) {
    text_addf(t, ",\n    \"%s\": ", name);
    if (a->known)
        put_string(t, a->text);
    else
        put_missing(t, a->text);
}

static void put_range(struct text *t, const struct range *r, const char *unit, const char *why,
                      const struct answer *limit) {
    if (r->count == 0) {
        put_missing(t, why);
        return;
    }
    struct stats s = stats_of(r->values, r->count);
    text_adds(t, "{\"min\": ");
    put_number(t, s.min);
    text_adds(t, ", \"median\": ");
    put_number(t, s.median);
    text_adds(t, ", \"max\": ");
    put_number(t, s.max);
    if (limit && limit->known) {
        text_adds(t, ", \"limit\": ");
        put_number(t, limit->value);
    }
    put_member(t, "unit", unit);
    text_adds(t, "}");
}

static void put_throttle(struct text *t, const struct result *r, const char *(*name)(int)) {
    bool any = false;
    for (int i = 0; name(i); i++) {
        const struct answer *before = &r->throttle_before[i], *after = &r->throttle_after[i];
        text_addf(t, "%s\n      \"%s\": ", any ? "," : "{", name(i));
        if (before->known && after->known) {
            text_adds(t, "{\"before\": ");
            put_number(t, before->value);
            text_adds(t, ", \"after\": ");
            put_number(t, after->value);
            put_member(t, "unit", "s");
            text_adds(t, "}");
        } else {
            put_missing(t, before->known ? after->text : before->text);
        }
        any = true;
    }
    text_adds(t, any ? "}" : "{}");
}

static void put_run(struct text *t, const struct result *r, const char *(*throttle)(int)) {
    const char *why = r->nvml_reason[0] ? r->nvml_reason : "NVML: not reported for this card";
    text_adds(t, "  \"run\": {\n    \"date\": ");
    put_string(t, r->date.text);
    put_words(t, "driver", &r->driver);
    put_words(t, "cuda", &r->cuda);
    put_words(t, "compiler", &r->compiler);
    put_words(t, "flags", &r->flags);
    put_words(t, "host", &r->host);
    bool read = r->sm.count > 0;
    text_adds(t, ",\n    \"clocks\": {\"sm\": ");
    put_range(t, read ? &r->sm : &r->sm_seen, "Hz", why, NULL);
    text_adds(t, ", \"memory\": ");
    put_range(t, &r->memory, "Hz", why, NULL);
    put_member(t, "method", read ? "NVML, between samples" : "clock64 over globaltimer");
    text_adds(t, "},\n    \"power\": ");
    put_range(t, &r->power, "W", why, &r->power_limit);
    text_adds(t, ",\n    \"temperature\": ");
    put_range(t, &r->celsius, "celsius", why, NULL);
    text_adds(t, ",\n    \"throttle\": ");
    put_throttle(t, r, throttle);
    text_adds(t, ",\n    \"ecc\": ");
    if (r->ecc.known)
        text_adds(t, r->ecc.value != 0 ? "true" : "false");
    else
        put_missing(t, r->ecc.text);
    put_words(t, "commit", &r->commit);
    text_adds(t, "\n  },\n");
}

static void put_facts(struct text *t, const struct result *r) {
    text_adds(t, "  \"facts\": {");
    for (int i = 0; i < r->facts; i++) {
        const struct fact *f = &r->fact[i];
        text_addf(t, "%s\n    \"%s\": ", i ? "," : "", f->name);
        if (f->answer.known) {
            text_adds(t, "{\"value\": ");
            put_number(t, f->answer.value);
            put_member(t, "unit", f->unit);
            if (f->method) put_member(t, "method", f->method);
            text_adds(t, "}");
        } else {
            put_missing(t, f->answer.text);
        }
    }
    text_adds(t, "\n  },\n");
}

static void put_messages(struct text *t, const struct result *r) {
    if (r->messages == 0) return;
    text_adds(t, "  \"messages\": {");
    for (int i = 0; i < r->messages; i++) {
        const struct message *m = &r->message[i];
        text_addf(t, "%s\n    \"%s\": ", i ? "," : "", m->name);
        if (m->answer.known)
            put_string(t, m->answer.text);
        else
            put_missing(t, m->answer.text);
    }
    text_adds(t, "\n  },\n");
}

static void put_point(struct text *t, const struct series *s, const struct point *p) {
    text_adds(t, "{\"at\": [");
    for (int a = 0; a < s->axes; a++) {
        text_adds(t, a ? ", " : "");
        put_string(t, s->axis[a].values[p->at[a]]);
    }
    text_adds(t, "]");
    if (p->missing) {
        put_member(t, "missing", p->reason);
    } else {
        const struct {
            const char *name;
            double value;
        } member[] = {{"median", p->stats.median},
                      {"min", p->stats.min},
                      {"max", p->stats.max},
                      {"p05", p->stats.p05},
                      {"p95", p->stats.p95}};
        for (size_t i = 0; i < sizeof member / sizeof member[0]; i++) {
            text_addf(t, ", \"%s\": ", member[i].name);
            put_number(t, member[i].value);
        }
        text_addf(t, ", \"runs\": %zu", p->stats.runs);
        if (p->warning[0]) put_member(t, "warning", p->warning);
    }
    text_adds(t, "}");
}

/* What is known of the card while the series was taken; nothing where nothing is. */
static void put_conditions(struct text *t, const struct during *d) {
    const struct {
        const char *name, *unit;
        const struct range *range;
    } part[] = {{"sm", "Hz", &d->sm},
                {"memory", "Hz", &d->memory},
                {"power", "W", &d->power},
                {"temperature", "celsius", &d->celsius}};
    bool any = false;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (part[i].range->count == 0) continue;
        text_addf(t, "%s\"%s\": ", any ? ", " : ",\n      \"conditions\": {", part[i].name);
        put_range(t, part[i].range, part[i].unit, "", NULL);
        any = true;
    }
    if (any) text_adds(t, "}");
}

static void put_series(struct text *t, const struct result *r, const struct series *s) {
    text_addf(t, "    \"%s\": {\n      \"unit\": ", s->name);
    put_string(t, s->unit);
    if (s->counts) put_member(t, "counts", s->counts);
    put_member(t, "origin", s->origin);
    if (s->kernel) {
        put_member(t, "kernel", s->kernel);
        put_member(t, "sha256", result_hash(r, s->kernel));
    }
    text_adds(t, ",\n      \"method\": ");
    put_string(t, s->method);
    if (s->title) {
        text_adds(t, ",\n      \"title\": ");
        put_string(t, s->title);
    }
    if (s->suspect[0]) {
        text_adds(t, ",\n      \"suspect\": ");
        put_string(t, s->suspect);
    }
    put_conditions(t, &s->during);
    text_adds(t, ",\n      \"axes\": [");
    for (int a = 0; a < s->axes; a++) {
        text_adds(t, a ? ", [" : "[");
        put_string(t, s->axis[a].name);
        text_adds(t, ", [");
        for (int i = 0; i < s->axis[a].count; i++) {
            text_adds(t, i ? ", " : "");
            put_string(t, s->axis[a].values[i]);
        }
        text_adds(t, "]]");
    }
    text_adds(t, "],\n      \"points\": [");
    for (int i = 0; i < s->points; i++) {
        text_adds(t, i ? ",\n        " : "\n        ");
        put_point(t, s, &s->point[i]);
    }
    text_adds(t, "\n      ]\n    }");
}

bool result_json(const struct result *r, const char *(*throttle)(int), struct text *out) {
    text_adds(out, "{\n  \"format\": \"gpu-memory-hierarchy\",\n  \"version\": 1,\n"
                   "  \"card\": {\"id\": ");
    put_string(out, r->id);
    put_member(out, "name", r->name.text);
    put_member(out, "compute_capability", r->capability.text);
    put_member(out, "uuid_hash", r->uuid.text);
    put_member(out, "pci", r->pci.text);
    if (r->slice) put_member(out, "slice", r->profile);
    text_adds(out, "},\n");
    put_run(out, r, throttle);
    put_facts(out, r);
    put_messages(out, r);
    text_adds(out, "  \"series\": {");
    for (int i = 0; i < r->seriess; i++) {
        text_adds(out, i ? ",\n" : "\n");
        put_series(out, r, &r->series[i]);
    }
    text_adds(out, "\n  }\n}\n");
    return !out->failed;
}
