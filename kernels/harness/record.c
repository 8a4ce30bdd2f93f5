/* record.c -- see record.h. */
#include "record.h"

#include "number.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- recording ---- */

struct recorder {
    struct backend *inner;
    struct buf *out;
};

static void put(struct recorder *r, const char *kind, const char *name, int code,
                const char *rest) {
    buf_printf(r->out, "%s\t%s\t%d\t", kind, name, code);
    for (const char *p = rest; *p; p++) /* a record is one line */
        buf_add(r->out, *p == '\n' || *p == '\t' ? " " : p, 1);
    buf_str(r->out, "\n");
}

static void put_numbers(struct recorder *r, const char *kind, const char *name, const double *value,
                        size_t count) {
    char line[6 * NUMBER_TEXT] = "", number[NUMBER_TEXT];
    for (size_t i = 0, used = 0; i < count; i++) {
        number_text(value[i], number);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i ? " " : "",
                                 isnan(value[i]) ? "-" : number);
    }
    put(r, kind, name, 1, line);
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
    if (!r->inner->sample(r->inner->self, p, s, why)) {
        put(r, "sample", p->key, why->fatal ? 2 : 0, why->text);
        return false;
    }
    const double value[] = {s->seconds, s->cycles, s->hz, s->wall};
    put_numbers(r, "sample", p->key, value, 4);
    return true;
}

static bool record_table(void *self, const struct probe *p, struct problem *why) {
    struct recorder *r = self;
    struct buf line = {0};
    char number[NUMBER_TEXT];
    const bool ok = r->inner->table(r->inner->self, p, why);
    for (size_t i = 0; i < p->cells && ok; i++) {
        number_text(p->table[i], number);
        buf_printf(&line, "%s%s", i ? " " : "", isnan(p->table[i]) ? "-" : number);
    }
    put(r, "table", p->key, ok ? 1 : why->fatal ? 2 : 0, ok ? buf_text(&line).ptr : why->text);
    buf_free(&line);
    return ok;
}

static void record_close(void *self, const struct probe *p) {
    struct recorder *r = self;
    r->inner->close(r->inner->self, p);
}

static void record_watch(void *self, struct conditions *c) {
    struct recorder *r = self;
    r->inner->watch(r->inner->self, c);
    const double value[] = {c->sm_hz,   c->memory_hz,       c->watts,
                            c->celsius, (double)c->reasons, c->others};
    put_numbers(r, "watch", "-", value, 6);
}

static void record_end(void *self) {
    free(self);
}

void record_backend(struct backend *b, struct backend *inner, struct buf *out) {
    struct recorder *r = memory_need(NULL, sizeof *r);
    *r = (struct recorder){inner, out};
    buf_str(out, RECORDING_HEADER "\n");
    *b = (struct backend){
        r,          record_ask,  record_open, record_sample, record_close, record_watch,
        record_end, record_table};
}

/* ---- replaying ---- */

struct entry {
    struct text kind, name, rest;
    int code;
    size_t line; /* of the recording */
    size_t used; /* of the first of its kind and name: how many of them were given */
};

struct replayer {
    struct entry *entry; /* by kind and name, those of one as they were recorded */
    size_t count;
};

static int by_key(const struct entry *e, struct text kind, struct text name) {
    int order = text_compare(e->kind, kind);
    return order ? order : text_compare(e->name, name);
}

static int by_key_and_line(const void *a, const void *b) {
    const struct entry *one = a, *other = b;
    int order = by_key(one, other->kind, other->name);
    return order ? order : one->line < other->line ? -1 : 1;
}

/* Returns the next entry of that kind and name that was not used yet; past the last one, `again`
 * gives the last once more (questions, conditions) or nothing (samples: a recording ends). */
static struct entry *next_entry(struct replayer *r, const char *kind, const char *name,
                                bool again) {
    const struct text wanted_kind = text_of(kind), wanted_name = text_of(name);
    size_t first = 0, end = r->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (by_key(&r->entry[middle], wanted_kind, wanted_name) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    if (first == r->count || by_key(&r->entry[first], wanted_kind, wanted_name)) return NULL;
    size_t next = first + r->entry[first].used;
    if (next == r->count || by_key(&r->entry[next], wanted_kind, wanted_name))
        return again ? &r->entry[next - 1] : NULL;
    r->entry[first].used++;
    return &r->entry[next];
}

static bool not_there(struct problem *why, const char *kind, const char *name) {
    return problem_say(why, "the recording holds no %s of %s", kind, name);
}

static void copy_rest(const struct entry *e, char *out, size_t room) {
    snprintf(out, room, "%.*s", TEXT_ARG(e->rest));
}

static bool refused(const struct entry *e, struct problem *why) {
    copy_rest(e, why->text, sizeof why->text);
    why->fatal = e->code == 2;
    return false;
}

/* Reads numbers with a space between, "-" for an unknown one; 0: the entry has something else. */
static size_t numbers(const struct entry *e, double *out, size_t most) {
    struct text rest = e->rest;
    size_t n = 0;
    while (rest.len && n < most) {
        char word[NUMBER_TEXT];
        struct text part = text_next(&rest, ' ');
        snprintf(word, sizeof word, "%.*s", TEXT_ARG(part));
        if (text_is(part, "-"))
            out[n++] = NAN;
        else if (part.len < sizeof word && number_read(word, &out[n]))
            n++;
        else
            return 0;
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
    /* A counted launch has no time, and may be one of several. */
    struct entry *e = next_entry(self, "sample", p->key, p->count);
    if (!e) return not_there(why, "further sample", p->key);
    if (e->code != 1) return refused(e, why);
    if (numbers(e, value, 4) != 4) return not_there(why, "readable sample", p->key);
    *s = (struct sample){value[0], value[1], value[2], value[3]};
    return true;
}

static bool replay_table(void *self, const struct probe *p, struct problem *why) {
    struct entry *e = next_entry(self, "table", p->key, true);
    if (!e) return not_there(why, "table", p->key);
    if (e->code != 1) return refused(e, why);
    if (numbers(e, p->table, p->cells) == p->cells) return true;
    return not_there(why, "readable table", p->key);
}

static void replay_close(void *self, const struct probe *p) {
    (void)self;
    (void)p;
}

static void replay_watch(void *self, struct conditions *c) {
    double v[6];
    struct entry *e = next_entry(self, "watch", "-", true);
    *c = (struct conditions){NAN, NAN, NAN, NAN, 0, -1};
    if (!e || numbers(e, v, 6) != 6) return;
    const uint64_t reasons = v[4] > 0 ? (uint64_t)v[4] : 0;
    *c = (struct conditions){v[0], v[1], v[2], v[3], reasons, isnan(v[5]) ? -1 : (int)v[5]};
}

static void replay_end(void *self) {
    struct replayer *r = self;
    if (r) free(r->entry);
    free(r);
}

static bool read_line(struct replayer *r, struct text line) {
    struct entry e = {0};
    if (text_ends(line, "\r")) line.len--;
    if (line.len == 0) return true;
    e.kind = text_next(&line, '\t');
    e.name = text_next(&line, '\t');
    struct text code = text_next(&line, '\t');
    e.rest = line;
    bool known = text_is(e.kind, "ask") || text_is(e.kind, "open") || text_is(e.kind, "sample") ||
                 text_is(e.kind, "table") || text_is(e.kind, "watch");
    if (!known || code.len != 1 || code.ptr[0] < '0' || code.ptr[0] > '2') return false;
    e.code = code.ptr[0] - '0';
    e.line = r->count;
    r->entry[r->count++] = e;
    return true;
}

static const char not_a_recording[] =
    "1:1: error: not a recording: the first line has to be \"" RECORDING_HEADER "\"";

bool replay_backend(struct backend *b, struct text data, struct problem *why) {
    struct replayer *r = memory_need(NULL, sizeof *r);
    size_t lines = 1;
    for (size_t i = 0; i < data.len; i++)
        lines += data.ptr[i] == '\n';
    *r = (struct replayer){.entry = memory_need(NULL, lines * sizeof *r->entry)};
    *b = (struct backend){0};
    struct text header = text_next(&data, '\n');
    if (text_ends(header, "\r")) header.len--;
    why->text[0] = '\0';
    if (!text_is(header, RECORDING_HEADER)) problem_say(why, "%s", not_a_recording);
    for (size_t number = 2; data.len && !why->text[0]; number++)
        if (!read_line(r, text_next(&data, '\n')))
            problem_say(
                why,
                "%zu:1: error: not a record: ask, open, sample, table or watch, a name, 0 to 2, "
                "text",
                number);
    if (why->text[0]) {
        replay_end(r);
        return false;
    }
    qsort(r->entry, r->count, sizeof *r->entry, by_key_and_line);
    *b = (struct backend){
        r,          replay_ask,  replay_open, replay_sample, replay_close, replay_watch,
        replay_end, replay_table};
    return true;
}
