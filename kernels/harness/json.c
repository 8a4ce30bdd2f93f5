/* json.c -- writes a result in the form that measurements/schema.json describes: two spaces of
 * indent, one line a point, keys in a fixed order. The same result gives the same bytes. */
#include "result.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A string with the escapes that JSON needs. Bytes that are not UTF-8 cannot come from a driver's
 * ASCII names; other control characters become \u00XX. */
static void put_string(struct buf *t, const char *s) {
    buf_str(t, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            buf_printf(t, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            buf_printf(t, "\\u%04x", c);
        else
            buf_add(t, s, 1);
    }
    buf_str(t, "\"");
}

static void put_number(struct buf *t, double value) {
    char number[NUMBER_TEXT];
    number_text(value, number);
    buf_str(t, number);
}

static void put_member(struct buf *t, const char *name, const char *value) {
    buf_str(t, ", ");
    put_string(t, name);
    buf_str(t, ": ");
    put_string(t, value);
}

static void put_missing(struct buf *t, const char *reason) {
    buf_str(t, "{\"missing\": ");
    put_string(t, reason[0] ? reason : "not known");
    buf_str(t, "}");
}

/* "name": text or missing, with the line's comma. */
static void put_words(struct buf *t, const char *name, const struct answer *a) {
    buf_printf(t, ",\n    \"%s\": ", name);
    if (a->known)
        put_string(t, a->text);
    else
        put_missing(t, a->text);
}

static void put_range(struct buf *t, const struct range *r, const char *unit, const char *why,
                      const struct answer *limit) {
    if (r->count == 0) {
        put_missing(t, why);
        return;
    }
    struct stats s = stats_of(r->values, r->count);
    buf_str(t, "{\"min\": ");
    put_number(t, s.min);
    buf_str(t, ", \"median\": ");
    put_number(t, s.median);
    buf_str(t, ", \"max\": ");
    put_number(t, s.max);
    if (limit && limit->known) {
        buf_str(t, ", \"limit\": ");
        put_number(t, limit->value);
    }
    put_member(t, "unit", unit);
    buf_str(t, "}");
}

static void put_throttle(struct buf *t, const struct result *r, const char *(*name)(int)) {
    bool any = false;
    for (int i = 0; name(i); i++) {
        const struct answer *before = &r->throttle_before[i], *after = &r->throttle_after[i];
        buf_printf(t, "%s\n      \"%s\": ", any ? "," : "{", name(i));
        if (before->known && after->known) {
            buf_str(t, "{\"before\": ");
            put_number(t, before->value);
            buf_str(t, ", \"after\": ");
            put_number(t, after->value);
            put_member(t, "unit", "s");
            buf_str(t, "}");
        } else {
            put_missing(t, before->known ? after->text : before->text);
        }
        any = true;
    }
    buf_str(t, any ? "}" : "{}");
}

static void put_run(struct buf *t, const struct result *r, const char *(*throttle)(int)) {
    const char *why = r->nvml_reason[0] ? r->nvml_reason : "NVML: not reported for this card";
    buf_str(t, "  \"run\": {\n    \"date\": ");
    put_string(t, r->date.text);
    put_words(t, "driver", &r->driver);
    put_words(t, "cuda", &r->cuda);
    put_words(t, "compiler", &r->compiler);
    put_words(t, "flags", &r->flags);
    put_words(t, "host", &r->host);
    bool read = r->sm.count > 0;
    buf_str(t, ",\n    \"clocks\": {\"sm\": ");
    put_range(t, read ? &r->sm : &r->sm_seen, "Hz", why, NULL);
    buf_str(t, ", \"memory\": ");
    put_range(t, &r->memory, "Hz", why, NULL);
    put_member(t, "method", read ? "NVML, between samples" : "clock64 over globaltimer");
    buf_str(t, "},\n    \"power\": ");
    put_range(t, &r->power, "W", why, &r->power_limit);
    buf_str(t, ",\n    \"temperature\": ");
    put_range(t, &r->celsius, "celsius", why, NULL);
    buf_str(t, ",\n    \"throttle\": ");
    put_throttle(t, r, throttle);
    buf_str(t, ",\n    \"ecc\": ");
    if (r->ecc.known)
        buf_str(t, r->ecc.value != 0 ? "true" : "false");
    else
        put_missing(t, r->ecc.text);
    put_words(t, "commit", &r->commit);
    buf_str(t, "\n  },\n");
}

static void put_facts(struct buf *t, const struct result *r) {
    buf_str(t, "  \"facts\": {");
    for (int i = 0; i < r->facts; i++) {
        const struct fact *f = &r->fact[i];
        buf_printf(t, "%s\n    \"%s\": ", i ? "," : "", f->name);
        if (f->answer.known) {
            buf_str(t, "{\"value\": ");
            put_number(t, f->answer.value);
            put_member(t, "unit", f->unit);
            if (f->method) put_member(t, "method", f->method);
            buf_str(t, "}");
        } else {
            put_missing(t, f->answer.text);
        }
    }
    buf_str(t, "\n  },\n");
}

static void put_messages(struct buf *t, const struct result *r) {
    if (r->messages == 0) return;
    buf_str(t, "  \"messages\": {");
    for (int i = 0; i < r->messages; i++) {
        const struct message *m = &r->message[i];
        buf_printf(t, "%s\n    \"%s\": ", i ? "," : "", m->name);
        if (m->answer.known)
            put_string(t, m->answer.text);
        else
            put_missing(t, m->answer.text);
    }
    buf_str(t, "\n  },\n");
}

static void put_point(struct buf *t, const struct series *s, const struct point *p) {
    buf_str(t, "{\"at\": [");
    for (int a = 0; a < s->axes; a++) {
        buf_str(t, a ? ", " : "");
        put_string(t, s->axis[a].values[p->at[a]]);
    }
    buf_str(t, "]");
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
            buf_printf(t, ", \"%s\": ", member[i].name);
            put_number(t, member[i].value);
        }
        buf_printf(t, ", \"runs\": %zu", p->stats.runs);
        if (p->warning[0]) put_member(t, "warning", p->warning);
    }
    buf_str(t, "}");
}

/* What is known of the card while the series was taken; nothing where nothing is. */
static void put_conditions(struct buf *t, const struct during *d) {
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
        buf_printf(t, "%s\"%s\": ", any ? ", " : ",\n      \"conditions\": {", part[i].name);
        put_range(t, part[i].range, part[i].unit, "", NULL);
        any = true;
    }
    if (any) buf_str(t, "}");
}

static void put_series(struct buf *t, const struct result *r, const struct series *s) {
    buf_printf(t, "    \"%s\": {\n      \"unit\": ", s->name);
    put_string(t, s->unit);
    if (s->counts) put_member(t, "counts", s->counts);
    put_member(t, "origin", s->origin);
    if (s->kernel) {
        put_member(t, "kernel", s->kernel);
        put_member(t, "sha256", result_hash(r, s->kernel));
    }
    buf_str(t, ",\n      \"method\": ");
    put_string(t, s->method);
    if (s->title) {
        buf_str(t, ",\n      \"title\": ");
        put_string(t, s->title);
    }
    if (s->suspect[0]) {
        buf_str(t, ",\n      \"suspect\": ");
        put_string(t, s->suspect);
    }
    put_conditions(t, &s->during);
    buf_str(t, ",\n      \"axes\": [");
    for (int a = 0; a < s->axes; a++) {
        buf_str(t, a ? ", [" : "[");
        put_string(t, s->axis[a].name);
        buf_str(t, ", [");
        for (int i = 0; i < s->axis[a].count; i++) {
            buf_str(t, i ? ", " : "");
            put_string(t, s->axis[a].values[i]);
        }
        buf_str(t, "]]");
    }
    buf_str(t, "],\n      \"points\": [");
    for (int i = 0; i < s->points; i++) {
        buf_str(t, i ? ",\n        " : "\n        ");
        put_point(t, s, &s->point[i]);
    }
    buf_str(t, "\n      ]\n    }");
}

bool result_json(const struct result *r, const char *(*throttle)(int), struct buf *out) {
    buf_str(out, "{\n  \"format\": \"gpu-memory-hierarchy\",\n  \"version\": 1,\n"
                 "  \"card\": {\"id\": ");
    put_string(out, r->id);
    put_member(out, "name", r->name.text);
    put_member(out, "compute_capability", r->capability.text);
    put_member(out, "uuid_hash", r->uuid.text);
    put_member(out, "pci", r->pci.text);
    if (r->slice) put_member(out, "slice", r->profile);
    buf_str(out, "},\n");
    put_run(out, r, throttle);
    put_facts(out, r);
    put_messages(out, r);
    buf_str(out, "  \"series\": {");
    for (int i = 0; i < r->seriess; i++) {
        buf_str(out, i ? ",\n" : "\n");
        put_series(out, r, &r->series[i]);
    }
    buf_str(out, "\n  }\n}\n");
    return !out->overflow;
}
