/* record.c -- see record.h. */
#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- recording ---- */

struct recorder {
    struct backend *inner;
    struct text *out;
};

static void put(struct recorder *r, const char *kind, const char *name, int code,
                const char *rest) {
    text_addf(r->out, "%s\t%s\t%d\t", kind, name, code);
    for (const char *p = rest; *p; p++) /* a record is one line */
        text_add(r->out, *p == '\n' || *p == '\t' ? " " : p, 1);
    text_adds(r->out, "\n");
}

static void put_double(char *line, size_t room, double value) {
    char number[NUMBER_TEXT];
    size_t used = strlen(line);
    number_text(value, number);
    snprintf(line + used, room - used, "%s%s", used ? " " : "", isnan(value) ? "-" : number);
}

static bool record_ask(void *self, const char *name, char text[ANSWER_TEXT]) {
    struct recorder *r = self;
    bool known = r->inner->ask(r->inner->self, name, text);
    put(r, "ask", name, known, text);
    return known;
}

static bool record_open(void *self, const struct probe *p, struct problem *why) {
    struct recorder *r = self;
    bool ok = r->inner->open(r->inner->self, p, why);
    put(r, "open", p->key, ok ? 1 : why->fatal ? 2 : 0, ok ? "" : why->text);
    return ok;
}

static bool record_sample(void *self, const struct probe *p, struct sample *s,
                          struct problem *why) {
    struct recorder *r = self;
    char line[4 * NUMBER_TEXT] = "";
    if (!r->inner->sample(r->inner->self, p, s, why)) {
        put(r, "sample", p->key, why->fatal ? 2 : 0, why->text);
        return false;
    }
    const double value[] = {s->seconds, s->cycles, s->hz, s->wall};
    for (size_t i = 0; i < 4; i++)
        put_double(line, sizeof line, value[i]);
    put(r, "sample", p->key, 1, line);
    return true;
}

static void record_close(void *self, const struct probe *p) {
    struct recorder *r = self;
    r->inner->close(r->inner->self, p);
}

static void record_watch(void *self, struct conditions *c) {
    struct recorder *r = self;
    char line[6 * NUMBER_TEXT] = "";
    r->inner->watch(r->inner->self, c);
    const double value[] = {c->sm_hz,   c->memory_hz,       c->watts,
                            c->celsius, (double)c->reasons, c->others};
    for (size_t i = 0; i < 6; i++)
        put_double(line, sizeof line, value[i]);
    put(r, "watch", "-", 1, line);
}

static void record_end(void *self) {
    free(self);
}

bool record_backend(struct backend *b, struct backend *inner, struct text *out) {
    struct recorder *r = calloc(1, sizeof *r);
    *b = (struct backend){0};
    if (!r) return false;
    r->inner = inner;
    r->out = out;
    text_adds(out, RECORDING_HEADER "\n");
    b->self = r;
    b->ask = record_ask;
    b->open = record_open;
    b->sample = record_sample;
    b->close = record_close;
    b->watch = record_watch;
    b->end = record_end;
    return true;
}

/* ---- replaying ---- */

struct field_view {
    const char *p;
    size_t length;
};

struct entry {
    struct field_view kind, name, rest;
    int code;
    bool used;
};

struct replayer {
    struct entry *entry;
    size_t count;
};

static bool is(struct field_view v, const char *s) {
    return strlen(s) == v.length && memcmp(v.p, s, v.length) == 0;
}

static struct field_view cut(const char **at, const char *end) {
    const char *tab = memchr(*at, '\t', (size_t)(end - *at));
    struct field_view v = {*at, (size_t)((tab ? tab : end) - *at)};
    *at = tab ? tab + 1 : end;
    return v;
}

/* The next entry of that kind and name that was not handed out; past the last one, `again` gives
 * the last once more (questions, conditions) or nothing (samples: a recording ends). */
static struct entry *next_entry(struct replayer *r, const char *kind, const char *name,
                                bool again) {
    struct entry *last = NULL;
    for (size_t i = 0; i < r->count; i++) {
        struct entry *e = &r->entry[i];
        if (!is(e->kind, kind) || !is(e->name, name)) continue;
        if (!e->used) {
            e->used = true;
            return e;
        }
        last = e;
    }
    return again ? last : NULL;
}

static bool not_there(struct problem *why, const char *kind, const char *name) {
    snprintf(why->text, sizeof why->text, "the recording holds no %s of %s", kind, name);
    why->fatal = false;
    return false;
}

static void copy_rest(const struct entry *e, char *out, size_t room) {
    size_t n = e->rest.length < room ? e->rest.length : room - 1;
    memcpy(out, e->rest.p, n);
    out[n] = '\0';
}

static bool refused(const struct entry *e, struct problem *why) {
    copy_rest(e, why->text, sizeof why->text);
    why->fatal = e->code == 2;
    return false;
}

static size_t numbers(const struct entry *e, double *out, size_t most) {
    char line[ANSWER_TEXT], *save = line;
    size_t n = 0;
    copy_rest(e, line, sizeof line);
    while (save && n < most) {
        char *blank = strchr(save, ' ');
        if (blank) *blank = '\0';
        if (strcmp(save, "-") == 0)
            out[n++] = NAN;
        else if (number_read(save, &out[n]))
            n++;
        else
            return 0;
        save = blank ? blank + 1 : NULL;
    }
    return n;
}

static bool replay_ask(void *self, const char *name, char text[ANSWER_TEXT]) {
    struct entry *e = next_entry(self, "ask", name, true);
    if (!e) {
        snprintf(text, ANSWER_TEXT, "not in the recording");
        return false;
    }
    copy_rest(e, text, ANSWER_TEXT);
    return e->code == 1;
}

static bool replay_open(void *self, const struct probe *p, struct problem *why) {
    struct entry *e = next_entry(self, "open", p->key, true);
    if (!e) return not_there(why, "opening", p->key);
    return e->code == 1 || refused(e, why);
}

static bool replay_sample(void *self, const struct probe *p, struct sample *s,
                          struct problem *why) {
    double value[4];
    struct entry *e = next_entry(self, "sample", p->key, false);
    if (!e) return not_there(why, "further sample", p->key);
    if (e->code != 1) return refused(e, why);
    if (numbers(e, value, 4) != 4) return not_there(why, "readable sample", p->key);
    *s = (struct sample){value[0], value[1], value[2], value[3]};
    return true;
}

static void replay_close(void *self, const struct probe *p) {
    (void)self;
    (void)p;
}

static void replay_watch(void *self, struct conditions *c) {
    double v[6];
    struct entry *e = next_entry(self, "watch", "-", true);
    *c = (struct conditions){NAN, NAN, NAN, NAN, 0, -1};
    if (e && numbers(e, v, 6) == 6)
        *c = (struct conditions){v[0],
                                 v[1],
                                 v[2],
                                 v[3],
                                 isnan(v[4]) || v[4] < 0 ? 0 : (uint64_t)v[4],
                                 isnan(v[5]) ? -1 : (int)v[5]};
}

static void replay_end(void *self) {
    struct replayer *r = self;
    if (r) free(r->entry);
    free(r);
}

static bool read_line(struct replayer *r, const char *line, const char *end) {
    const char *at = line;
    struct entry e = {0};
    e.kind = cut(&at, end);
    e.name = cut(&at, end);
    struct field_view code = cut(&at, end);
    e.rest = (struct field_view){at, (size_t)(end - at)};
    bool known =
        is(e.kind, "ask") || is(e.kind, "open") || is(e.kind, "sample") || is(e.kind, "watch");
    if (!known || code.length != 1 || code.p[0] < '0' || code.p[0] > '2') return false;
    e.code = code.p[0] - '0';
    r->entry[r->count++] = e;
    return true;
}

bool replay_backend(struct backend *b, const char *data, size_t length, struct problem *why) {
    struct replayer *r = calloc(1, sizeof *r);
    const char *end = data + length, *at = data;
    size_t lines = 1, number = 1;
    *b = (struct backend){0};
    for (size_t i = 0; i < length; i++)
        lines += data[i] == '\n';
    if (r) r->entry = calloc(lines, sizeof *r->entry);
    if (!r || !r->entry) {
        snprintf(why->text, sizeof why->text, "out of memory");
        replay_end(r);
        return false;
    }
    const size_t header = strlen(RECORDING_HEADER);
    bool ok = length > header && memcmp(data, RECORDING_HEADER, header) == 0 &&
              (data[header] == '\n' || data[header] == '\r');
    for (at = ok ? data + header + 1 : end; ok && at < end; number++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        const char *stop = line_end > at && line_end[-1] == '\r' ? line_end - 1 : line_end;
        ok = stop == at || read_line(r, at, stop);
        at = line_end < end ? line_end + 1 : end;
    }
    if (!ok) {
        snprintf(
            why->text, sizeof why->text,
            number == 1
                ? "%zu:1: error: not a recording: the first line has to be \"" RECORDING_HEADER "\""
                : "%zu:1: error: not a record: ask, open, sample or watch, a name, 0 to 2, text",
            number);
        replay_end(r);
        return false;
    }
    *b = (struct backend){
        r, replay_ask, replay_open, replay_sample, replay_close, replay_watch, replay_end};
    return true;
}
