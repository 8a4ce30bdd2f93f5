/* experiment_own.c -- experiments that are no walk over axes: what is computed from facts, and what
 * the runtime answers when it refuses. */
#include "experiment.h"

#include <math.h>
#include <stdio.h>

void experiment_rated(struct session *s, struct series *const *made) {
    double clock = result_fact(s->result, "clock.memory"), bus = result_fact(s->result, "bus");
    struct point *p = series_point(made[0], 0, 0);
    if (s->result->slice)
        point_miss(p, "a MIG slice: bus width and clock are those of the whole card");
    else if (!(clock > 0))
        point_miss(p, result_answer(s->result, "clock.memory")->text);
    else if (!(bus > 0))
        point_miss(p, result_answer(s->result, "bus")->text);
    else
        point_set(p, 2 * clock * bus / 8);
}

/* Pages show the runtime's message for each of these mistakes, and the name of the error. */
static void ask_messages(struct session *s) {
    static const struct {
        const char *key[2], *question;
    } asked[] = {{{"launch.registers", "launch.registers.name"}, "registers"},
                 {{"launch.shared", "launch.shared.name"}, "shared"},
                 {{"launch.optin", "launch.optin.name"}, "optin"},
                 {{"launch.threads", "launch.threads.name"}, "threads"},
                 {{"alloc.memory", "alloc.memory.name"}, "memory"},
                 {{"fault.misaligned", "fault.misaligned.name"}, "misaligned"},
                 {{"fault.illegal", "fault.illegal.name"}, "illegal"}};
    for (int i = 0; i < MESSAGES_MOST && !session_over(s); i++) {
        char question[64];
        snprintf(question, sizeof question, "message.%s%s", asked[i / 2].question,
                 i % 2 ? ".name" : "");
        s->result->message[s->result->messages++] =
            (struct message){asked[i / 2].key[i % 2], session_ask(s, question)};
    }
}

/* The questions are in the order of the versions in limits.cu. */
void experiment_limits(struct session *s, struct series *const *made) {
    static const struct { int row, at; } asked[] = {{0, 0}, {1, 0}, {1, 1}, {2, 0}};
    for (int i = 0; i < 4; i++) {
        struct answer a = experiment_property(s, "limits", i, "asked");
        point_answer(series_point(made[asked[i].row], asked[i].at, 0), &a);
    }
    ask_messages(s);
}

/* ---- carve-outs ---- */

enum { CARVEOUTS = 12, PERCENT = 101, DEFAULT_CARVEOUT = PERCENT };

struct carveouts {
    int count;              /* the first is the default */
    int percent[CARVEOUTS]; /* the least that gives it */
    struct answer shared[CARVEOUTS], l1[CARVEOUTS];
};

/* Finds the carve-outs that give blocks with shared memory different sizes. A few percentages are
 * enough to see whether the results are right. */
static void find_carveouts(struct session *s, struct carveouts *c) {
    c->shared[0] = experiment_property(s, "carveout", DEFAULT_CARVEOUT, "shared");
    c->l1[0] = experiment_property(s, "carveout", DEFAULT_CARVEOUT, "l1");
    c->count = 1;
    const int step = s->sizes.effort == EFFORT_CHECK ? 25 : 1;
    for (int p = 0; p < PERCENT && c->count < CARVEOUTS && c->shared[0].known; p += step) {
        struct answer shared = experiment_property(s, "carveout", p, "shared");
        const int n = c->count;
        if (session_over(s) || (n > 1 && shared.value == c->shared[n - 1].value)) continue;
        c->shared[n] = shared;
        c->l1[n] = experiment_property(s, "carveout", p, "l1");
        c->percent[n] = p;
        c->count++;
    }
}

void experiment_carveout(struct session *s, struct series *const *made) {
    static const char *const names[CARVEOUTS] = {"default", "1", "2", "3", "4",  "5",
                                                 "6",       "7", "8", "9", "10", "11"};
    struct carveouts c = {0};
    find_carveouts(s, &c);
    for (int k = 0; k < 3; k++)
        series_axis(made[k], "carveout", c.count, names);
    for (int i = 0; i < c.count; i++) {
        point_answer(series_point(made[0], i, 0), &c.shared[i]);
        point_answer(series_point(made[2], i, 0), &c.l1[i]);
        if (i)
            point_set(series_point(made[1], i, 0), c.percent[i]);
        else
            point_miss(series_point(made[1], i, 0), "the kernel asked for none");
    }
}

/* ---- the clock after a pause ---- */

static const double WINDOW_SECONDS = 2e-4; /* warm.cu */

/* Each sample begins with the pause, so that a few are enough and none is thrown away: two that ended in the
 * same window need no third. */
static bool alike(const double *seconds, size_t n) {
    return n == 2 && fabs(seconds[0] - seconds[1]) < WINDOW_SECONDS / 2;
}

void experiment_warm(struct session *s, struct series *const *made) {
    enum { WINDOWS = 3500, SAMPLES = 3, PAUSE = 2000 };
    const bool check = s->sizes.effort == EFFORT_CHECK;
    struct probe p = {.key = "warm", .lab = "warm", .need = 1 << 20};
    struct problem why = {0};
    struct sample sample;
    double seconds[SAMPLES], hz[SAMPLES];
    size_t n = 0;
    p.c.size = check ? 50 : WINDOWS;
    p.c.param = check ? 1 : PAUSE;
    if (s->progress) s->progress(s->context, p.key);
    const bool opened = s->backend->open(s->backend->self, &p, &why);
    bool ok = opened;
    const size_t most = s->sizes.effort == EFFORT_FULL ? SAMPLES : 1;
    while (ok && n < most && !alike(seconds, n) && !session_over(s) &&
           (ok = s->backend->sample(s->backend->self, &p, &sample, &why))) {
        seconds[n] = sample.seconds;
        hz[n++] = sample.hz;
        if (s->raw) s->raw(s->context, p.key, &sample);
    }
    if (opened) s->backend->close(s->backend->self, &p);
    if (why.fatal) s->fatal = why;
    for (int k = 0; k < 2; k++) {
        struct point *point = series_point(made[k], 0, 0);
        if (!point) continue;
        if (!ok) point_miss(point, why.text);
        if (!ok || n == 0) continue;
        point->missing = false;
        point->stats = stats_of(k ? hz : seconds, n);
    }
}
