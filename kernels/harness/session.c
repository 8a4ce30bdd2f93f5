/* session.c -- see session.h; the rules of sampling are those of stats.h. */
#include "session.h"

#include "nvml.h"

#include "base/sha256.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WARM_MOST = 200, UUID_SHOWN = 12, CHECK_L2 = 4 << 20 };

/* A card runs at its clock under load when this many turns of 5 ms agree to 1 %. */
static const double SPIN_BAND = 0.01, SPIN_SECONDS = 0.7, SPIN_SECONDS_MOST = 3;
/* A figure carries a warning if SM clocks differ by more than this within its probe, or lie this
 * far under the highest clock. */
static const double CLOCK_SPREAD = 0.02, CLOCK_SHORT = 0.05;
/* It also carries one if the medians of its places in memory differ by more than this, or its
 * samples, from the 5th to the 95th percentile. */
static const double PLACE_SPREAD = 0.05, SAMPLE_SPREAD = 0.2;

bool session_over(const struct session *s) {
    return s->fatal.text[0] || (s->stop && *s->stop);
}

struct answer session_ask(struct session *s, const char *name) {
    struct answer a = {0};
    a.known = s->backend->ask(s->backend->self, name, a.text);
    return a;
}

struct answer session_ask_number(struct session *s, const char *name) {
    struct answer a = session_ask(s, name);
    if (a.known && !number_read(a.text, &a.value)) {
        a.known = false;
        snprintf(a.text, sizeof a.text, "the answer is not a number");
    }
    return a;
}

enum about { PLAIN, MAY_BE_ZERO, WHOLE_CARD };

/* A driver that does not know a fact reports 0, which is a value only where it may be one. A slice
 * does not have the properties of the whole card, whatever the driver says. */
static const struct {
    const char *name, *unit;
    enum about about;
    const char *method;
} fact_list[] = {
    {"sms", "1", PLAIN, NULL},
    {"registers", "1", PLAIN, NULL},
    {"registers.block", "1", PLAIN, NULL},
    {"registers.thread", "1", PLAIN, "what the compiler gives a kernel that could use more"},
    {"threads.sm", "1", PLAIN, NULL},
    {"threads.block", "1", PLAIN, NULL},
    {"blocks.sm", "1", PLAIN, NULL},
    {"warp", "1", PLAIN, NULL},
    {"shared.sm", "B", PLAIN, NULL},
    {"shared.block", "B", PLAIN, NULL},
    {"shared.optin", "B", PLAIN, NULL},
    {"shared.reserved", "B", MAY_BE_ZERO, NULL},
    {"unified.sm", "B", PLAIN,
     "L1 and shared memory of an SM together, by its compute capability, from NVIDIA's "
     "tuning guides: the runtime does not tell"},
    {"l2", "B", PLAIN, NULL},
    {"l2.persisting", "B", MAY_BE_ZERO, NULL},
    {"window", "B", MAY_BE_ZERO, NULL},
    {"constant", "B", PLAIN, NULL},
    {"dram", "B", PLAIN, NULL},
    {"bus", "1", WHOLE_CARD, NULL},
    {"clock.sm", "Hz", PLAIN, NULL},
    {"clock.memory", "Hz", PLAIN, NULL},
    {"ecc", "1", MAY_BE_ZERO, NULL},
    {"power.limit", "W", WHOLE_CARD, NULL},
    {"pcie.generation", "1", WHOLE_CARD, NULL},
    {"pcie.width", "1", WHOLE_CARD, NULL}};
enum { FACT_COUNT = (int)(sizeof fact_list / sizeof fact_list[0]) };

static struct answer ask_fact(struct session *s, int i) {
    char name[64];
    snprintf(name, sizeof name, "fact.%s", fact_list[i].name);
    struct answer a = session_ask_number(s, name);
    if (a.known && a.value == 0 && fact_list[i].about != MAY_BE_ZERO) {
        a.known = false;
        snprintf(a.text, sizeof a.text, "the driver says 0, which stands for not known");
    }
    if (s->result->slice && fact_list[i].about == WHOLE_CARD) {
        a.known = false;
        snprintf(a.text, sizeof a.text, "a MIG slice (%s): this belongs to the whole card",
                 s->result->profile);
    }
    return a;
}

static uint64_t fact_size(const struct result *r, const char *name) {
    double value = result_fact(r, name);
    return value > 0 ? (uint64_t)value : 0;
}

static void ask_card(struct session *s) {
    struct result *r = s->result;
    r->name = session_ask(s, "card.name");
    r->capability = session_ask(s, "card.capability");
    r->pci = session_ask(s, "card.pci");
    struct answer uuid = session_ask(s, "card.uuid");
    char hex[SHA256_HEX];
    sha256_hex(text_of(uuid.text), hex);
    r->uuid = (struct answer){.known = uuid.known};
    snprintf(r->uuid.text, sizeof r->uuid.text, "%.*s", UUID_SHOWN, hex);
    const char *mig = strstr(r->name.text, " MIG ");
    r->slice = mig != NULL;
    if (mig) snprintf(r->profile, sizeof r->profile, "%.40s", mig + 5);
    card_slug(r->name.text, r->id, sizeof r->id);
}

void session_facts(struct session *s) {
    struct result *r = s->result;
    ask_card(s);
    for (int i = 0; i < FACT_COUNT; i++)
        r->fact[r->facts++] = (struct fact){fact_list[i].name, fact_list[i].unit,
                                            fact_list[i].method, ask_fact(s, i)};
    r->date = session_ask(s, "run.date");
    r->driver = session_ask(s, "driver");
    r->cuda = session_ask(s, "run.cuda");
    r->compiler = session_ask(s, "run.compiler");
    r->flags = session_ask(s, "run.flags");
    r->host = session_ask(s, "run.host");
    r->commit = session_ask(s, "run.commit");
    if (!r->driver.known) snprintf(r->nvml_reason, sizeof r->nvml_reason, "%s", r->driver.text);
    s->sizes.l2 = fact_size(r, "l2");
    s->sizes.shared_sm = fact_size(r, "shared.sm");
    s->sizes.sms = fact_size(r, "sms");
    s->top_hz = result_fact(r, "clock.sm");
    if (s->sizes.effort == EFFORT_CHECK && s->sizes.l2 > CHECK_L2) /* the sizes shrink with it */
        s->sizes.l2 = CHECK_L2;
}

void session_free_memory(struct session *s) {
    struct answer a = session_ask_number(s, "free");
    s->sizes.free = a.known && a.value > 0 ? (uint64_t)a.value : 0;
}

static void add_conditions(struct during *d, const struct conditions *c, double sm_hz) {
    range_add(&d->sm, sm_hz);
    range_add(&d->memory, c->memory_hz);
    range_add(&d->power, c->watts);
    range_add(&d->celsius, c->celsius);
}

/* Reads the conditions; returns the reasons that slow the card down, as a mask. */
static uint64_t watch(struct session *s, struct taken *t) {
    struct conditions c;
    struct result *r = s->result;
    s->backend->watch(s->backend->self, &c);
    if (r->slice) c.watts = NAN; /* its own power cannot be separated from its neighbors' */
    add_conditions(&r->seen, &c, c.sm_hz);
    if (c.others > r->others) r->others = c.others;
    if (t->looks < 2) t->seen[t->looks++] = c;
    return c.reasons;
}

void session_warm(struct session *s) {
    struct probe spin = {.key = "spin", .lab = "spin"};
    double hz[WARM_MOST], wall = 0,
                          least = s->sizes.effort == EFFORT_FULL ? SPIN_SECONDS : SPIN_SECONDS / 5;
    if (!s->backend->open(s->backend->self, &spin, &s->fatal)) {
        s->fatal = (struct problem){0}; /* an edited recording has none: the probes warm up */
        return;
    }
    for (size_t n = 0; n < WARM_MOST && wall < SPIN_SECONDS_MOST && !session_over(s);) {
        struct sample sample;
        struct problem why = {0};
        if (!s->backend->sample(s->backend->self, &spin, &sample, &why)) {
            if (why.fatal) s->fatal = why;
            break;
        }
        hz[n++] = sample.hz;
        wall += sample.wall;
        if (n < WARM_WINDOW || wall < least) continue;
        struct stats last = stats_of(hz + n - WARM_WINDOW, WARM_WINDOW);
        if (last.max - last.min <= SPIN_BAND * last.median) break;
    }
    s->backend->close(s->backend->self, &spin);
    s->result->warm_seconds = wall;
}

static bool one(struct session *s, const struct probe *p, struct sample *sample, struct taken *t) {
    struct problem why = {0};
    if (s->backend->sample(s->backend->self, p, sample, &why)) {
        if (sample->seconds > 0) return true;
        problem_say(&why, "the timer did not advance");
    }
    if (why.fatal) s->fatal = why;
    if (t->count == 0) snprintf(t->reason, sizeof t->reason, "%s", why.text);
    return false;
}

size_t session_samples_a_place(int places) {
    size_t each = (SAMPLES_LEAST + (size_t)places - 1) / (size_t)places;
    each = each < PLACE_SAMPLES ? PLACE_SAMPLES : each;
    return each + (each % 2 == 0);
}

/* Throws samples away until the rate has settled. Returns false when sampling cannot go on. The limit on time
 * is one for all places of a probe: where the rate does not settle at the first, it will not at the others. */
static bool warm_up(struct session *s, const struct probe *p, struct taken *t) {
    double seconds[WARM_MOST];
    const double limit = s->rule.warm_seconds;
    const size_t least = limit > 0 && t->warming >= limit ? WARM_LEAST : 0;
    for (size_t n = 0; n < WARM_MOST && (n < least || t->warming < limit); n++) {
        struct sample sample;
        if (session_over(s) || !one(s, p, &sample, t)) return false;
        seconds[n] = sample.seconds;
        t->warming += sample.wall;
        if (stats_settled(seconds, n + 1)) return true;
    }
    if (limit > 0)
        snprintf(t->warning, sizeof t->warning,
                 "the rate had not settled after a warm-up of %.2f s", t->warming);
    return true;
}

__attribute__((format(printf, 2, 3))) static void warn(struct taken *t, const char *format, ...) {
    size_t used = strlen(t->warning);
    va_list list;
    if (used) used += (size_t)snprintf(t->warning + used, sizeof t->warning - used, "; ");
    if (used >= sizeof t->warning) return;
    va_start(list, format);
    vsnprintf(t->warning + used, sizeof t->warning - used, format, list);
    va_end(list);
}

/* Not every sample has a clock; zero runs mean that none had. */
static struct stats clock_of(const struct taken *t) {
    double known[SAMPLES_CAP];
    size_t n = 0;
    for (size_t i = 0; i < t->count; i++)
        if (!isnan(t->hz[i])) known[n++] = t->hz[i];
    return stats_of(known, n);
}

static void judge_clocks(const struct session *s, struct taken *t, uint64_t reasons) {
    const struct stats c = clock_of(t);
    char slow[120];
    if (c.runs) range_add(&s->result->sm_seen, c.median);
    if (c.runs && c.p95 - c.p05 > CLOCK_SPREAD * c.p95) {
        warn(t, "the SM clock changed during the samples: %.0f to %.0f MHz", c.p05 / 1e6,
             c.p95 / 1e6);
    }
    if (c.runs && !isnan(s->top_hz) && c.median < (1 - CLOCK_SHORT) * s->top_hz) {
        warn(t, "the SM clock stayed at %.0f %%: %.0f of %.0f MHz", 100 * c.median / s->top_hz,
             c.median / 1e6, s->top_hz / 1e6);
    }
    if (nvml_reason_words(reasons, slow, sizeof slow)) {
        warn(t, "clocks were held back: %s", slow);
    }
}

/* Each probe gives three of its clocks, so that a range has room for every point's. */
void session_conditions(struct series *series, const struct taken *t) {
    if (!series) return;
    const struct stats clock = clock_of(t);
    const double seen[] = {clock.p05, clock.median, clock.p95};
    for (int i = 0; i < 3 && clock.runs; i++)
        range_add(&series->during.sm, seen[i]);
    for (int i = 0; i < t->looks; i++)
        add_conditions(&series->during, &t->seen[i], clock.runs ? NAN : t->seen[i].sm_hz);
}

static void keep(struct session *s, const struct probe *p, struct taken *t,
                 const struct sample *sample) {
    t->seconds[t->count] = sample->seconds;
    t->cycles[t->count] = sample->cycles;
    t->hz[t->count] = sample->hz;
    t->count++;
    if (s->raw) s->raw(s->context, p->key, sample);
}

/* Samples one opening until the median is stable, or `most` (0: no such limit) are there. */
static void sample_place(struct session *s, const struct probe *p, struct taken *t, size_t most,
                         uint64_t *reasons) {
    struct sample sample;
    double spent = 0;
    const size_t first = t->count;
    if (p->cells) {
        if (one(s, p, &sample, t)) keep(s, p, t, &sample);
        *reasons |= watch(s, t);
        return;
    }
    if (!warm_up(s, p, t)) return;
    while (
        !session_over(s) &&
        (most ? t->count - first < most : !stats_enough(&s->rule, t->seconds, t->count, spent)) &&
        one(s, p, &sample, t)) {
        keep(s, p, t, &sample);
        spent += sample.wall;
        if (t->count == SAMPLES_LEAST / 2) *reasons |= watch(s, t);
    }
    t->enough =
        most ? t->count - first == most : stats_enough(&s->rule, t->seconds, t->count, spent);
    *reasons |= watch(s, t);
}

static void judge_spread(struct taken *t) {
    struct stats s = stats_of(t->seconds, t->count);
    if (t->count < SAMPLES_LONG || s.p95 - s.p05 <= SAMPLE_SPREAD * s.median) return;
    warn(t, "the samples lie far apart: 5 %% of them took %.0f %% longer than the fastest 5 %%",
         100 * (s.p95 / s.p05 - 1));
}

/* Where the places differ, the figure is only one of those that this footprint can have. */
static void judge_places(struct taken *t, int places, size_t each) {
    double least = INFINITY, most = 0;
    if (places < 2 || t->count < (size_t)places * each) return;
    for (int i = 0; i < places; i++) {
        double median = stats_of(t->seconds + (size_t)i * each, each).median;
        least = fmin(least, median);
        most = fmax(most, median);
    }
    if (most <= (1 + PLACE_SPREAD) * least) return;
    warn(t,
         "it depends on where the data lies in memory: the slowest of %d places took %.0f %% "
         "longer than the fastest",
         places, 100 * (most / least - 1));
}

void session_take(struct session *s, struct probe *p, const struct size *size, struct taken *t) {
    struct problem why = {0};
    uint64_t reasons = 0;
    memset(t, 0, sizeof *t);
    if (s->progress) s->progress(s->context, p->key);
    if (size->value == 0) {
        snprintf(t->reason, sizeof t->reason, "%s", size->why);
        return;
    }
    p->need = size->need;
    const int places = p->c.places > 1 ? (int)p->c.places : 1;
    const size_t each = places > 1 ? session_samples_a_place(places) : 0;
    for (int i = 0; i < places && (i == 0 || !session_over(s)); i++) {
        p->c.place = (uint32_t)i;
        if (!s->backend->open(s->backend->self, p, &why)) {
            t->count = 0; /* a wrong result at one place spoils all */
            snprintf(t->reason, sizeof t->reason, "%s", why.text);
            if (why.fatal) s->fatal = why;
            return;
        }
        sample_place(s, p, t, each, &reasons);
        if (p->cells && t->count && !s->backend->table(s->backend->self, p, &why)) {
            t->count = 0;
            snprintf(t->reason, sizeof t->reason, "%s", why.text);
            if (why.fatal) s->fatal = why;
        }
        s->backend->close(s->backend->self, p);
    }
    char seen[ANSWER_TEXT];
    judge_clocks(s, t, reasons);
    judge_places(t, places, each);
    judge_spread(t);
    if (nvml_reason_words(reasons, seen, sizeof seen))
        snprintf(s->result->throttle_seen, sizeof s->result->throttle_seen, "%s", seen);
    if (t->count && t->count < SAMPLES_LEAST && !t->enough && !p->cells)
        warn(t, "fewer samples than the rule asks for");
}
