/* test_session.c -- sampling against a scripted card: warm-up, stopping, warnings, lost cards. */
#include "support.h"

#include "../harness/session.h"

#include <math.h>

struct script {
    const double *seconds, *hz; /* of the samples in turn; the last goes on for ever */
    size_t count, at;
    const char *refuse; /* open() fails with this, */
    int refuse_from;    /* from this opening on; 0: from the first */
    size_t fail_at;     /* this sample fails for good; 0: none */
    uint64_t reasons;
    double wall; /* of a sample; 0: a millisecond */
    int open, closed;
};

static bool script_ask(void *self, const char *name, char text[ANSWER_TEXT]) {
    (void)self;
    snprintf(text, ANSWER_TEXT, "%s", strcmp(name, "free") == 0 ? "1e11" : "not in the script");
    return strcmp(name, "free") == 0;
}

static bool script_open(void *self, const struct probe *p, struct problem *why) {
    struct script *c = self;
    (void)p;
    c->open++;
    if (!c->refuse || c->open < c->refuse_from) return true;
    snprintf(why->text, sizeof why->text, "%s", c->refuse);
    return false;
}

static bool script_sample(void *self, const struct probe *p, struct sample *s,
                          struct problem *why) {
    struct script *c = self;
    size_t i = c->at < c->count ? c->at : c->count - 1;
    (void)p;
    c->at++;
    if (c->fail_at && c->at >= c->fail_at) {
        snprintf(why->text, sizeof why->text, "the context is lost");
        why->fatal = true;
        return false;
    }
    *s = (struct sample){c->seconds[i], NAN, c->hz ? c->hz[i] : NAN, c->wall > 0 ? c->wall : 0.001};
    return true;
}

static void script_close(void *self, const struct probe *p) {
    (void)p;
    ((struct script *)self)->closed++;
}

static void script_watch(void *self, struct conditions *c) {
    *c = (struct conditions){NAN, NAN, NAN, NAN, ((struct script *)self)->reasons, -1};
}

static struct series room[SERIES_MOST];
static struct result result;

static struct taken take(struct script *c, struct session *s) {
    static const struct size fits = {.value = 1, .need = 1};
    struct backend b = {c,    script_ask, script_open, script_sample, script_close, script_watch,
                        NULL, NULL};
    struct probe p = {.key = "x", .lab = "x"};
    struct taken t;
    memset(&result, 0, sizeof result);
    result.series = room;
    s->backend = &b;
    s->result = &result;
    s->rule = stop_full;
    session_take(s, &p, &fits, &t);
    assert_int_equal(c->open, 1);
    assert_int_equal(c->closed, c->refuse ? 0 : 1);
    return t;
}

static void steady_rate_takes_the_least(void **state) {
    (void)state;
    const double seconds[] = {1e-3};
    struct script c = {.seconds = seconds, .count = 1};
    struct session s = {.top_hz = NAN};
    struct taken t = take(&c, &s);
    assert_int_equal(t.count, SAMPLES_LEAST);
    assert_int_equal(c.at, WARM_LEAST + SAMPLES_LEAST);
    assert_string_equal(t.warning, "");
}

static void slow_start_is_thrown_away(void **state) {
    (void)state;
    const double seconds[] = {9e-3, 8e-3, 7e-3, 6e-3, 5e-3, 4e-3, 3e-3, 2.5e-3, 2e-3, 1.5e-3, 1e-3};
    struct script c = {.seconds = seconds, .count = 11};
    struct session s = {.top_hz = NAN};
    struct taken t = take(&c, &s);
    for (size_t i = 0; i < t.count; i++)
        assert_true(t.seconds[i] == 1e-3);
}

/* A rate that never settles is measured all the same, ends, and says so. */
static void unsettled_rate_ends_with_a_warning(void **state) {
    (void)state;
    static double seconds[4000];
    for (int i = 0; i < 4000; i++)
        seconds[i] = i % 3 ? 1e-3 : 2e-3;
    struct script c = {.seconds = seconds, .count = 4000};
    struct session s = {.top_hz = NAN};
    struct taken t = take(&c, &s);
    assert_true(t.count >= SAMPLES_LEAST && t.count <= SAMPLES_CAP);
    assert_non_null(strstr(t.warning, "had not settled"));
}

static void low_clock_is_said(void **state) {
    (void)state;
    const double seconds[] = {1e-3}, hz[] = {800e6};
    struct script c = {.seconds = seconds, .hz = hz, .count = 1};
    struct session s = {.top_hz = 1410e6};
    struct taken t = take(&c, &s);
    assert_int_equal(t.count, SAMPLES_LEAST);
    assert_string_equal(t.warning, "the SM clock stayed at 57 %: 800 of 1410 MHz");
}

static void falling_clock_is_said(void **state) {
    (void)state;
    double seconds[60], hz[60];
    for (int i = 0; i < 60; i++) {
        bool fast = i < WARM_LEAST + 12;
        seconds[i] = fast ? 1e-3 : 1.244e-3;
        hz[i] = fast ? 1965e6 : 1580e6;
    }
    struct script c = {.seconds = seconds, .hz = hz, .count = 60, .reasons = 4};
    struct session s = {.top_hz = 1980e6};
    struct taken t = take(&c, &s);
    struct stats r = stats_of(t.seconds, t.count);
    assert_true(r.median == 1e-3 || r.median == 1.244e-3);
    assert_true(r.min == 1e-3 && r.max == 1.244e-3);
    assert_non_null(strstr(t.warning, "the SM clock changed during the samples: 1580 to 1965 MHz"));
    assert_non_null(strstr(t.warning, "software power cap"));
    assert_string_equal(result.throttle_seen, "software power cap");
}

/* A series knows the clocks of all its probes, and only theirs. */
static void series_keep_their_conditions(void **state) {
    (void)state;
    const double seconds[] = {1e-3}, slow[] = {800e6}, fast[] = {1400e6};
    struct session s = {.top_hz = NAN};
    static struct series series, other;
    memset(&series, 0, sizeof series);
    memset(&other, 0, sizeof other);
    struct script c = {.seconds = seconds, .hz = slow, .count = 1};
    struct taken t = take(&c, &s);
    assert_int_equal(t.looks, 2);
    session_conditions(&series, &t);
    c = (struct script){.seconds = seconds, .hz = fast, .count = 1};
    t = take(&c, &s);
    session_conditions(&series, &t);
    session_conditions(&other, &t);
    session_conditions(NULL, &t);
    struct stats both = stats_of(series.during.sm.values, series.during.sm.count);
    assert_true(both.min == 800e6 && both.max == 1400e6);
    struct stats one = stats_of(other.during.sm.values, other.during.sm.count);
    assert_true(one.min == 1400e6 && one.max == 1400e6);
    assert_int_equal(series.during.power.count, 0); /* the script knows of none */
    c = (struct script){.seconds = seconds, .count = 1};
    t = take(&c, &s);
    memset(&other, 0, sizeof other);
    session_conditions(&other, &t);
    assert_int_equal(other.during.sm.count, 0);
}

static void wrong_result_is_the_reason(void **state) {
    (void)state;
    const double seconds[] = {1e-3};
    struct script c = {
        .seconds = seconds, .count = 1, .refuse = "wrong result at [7]: got nan, want 1.5"};
    struct session s = {.top_hz = NAN};
    struct taken t = take(&c, &s);
    assert_int_equal(t.count, 0);
    assert_int_equal(c.at, 0); /* what is wrong is never timed */
    assert_string_equal(t.reason, "wrong result at [7]: got nan, want 1.5");
    assert_false(session_over(&s));
}

static void lost_card_ends_the_run(void **state) {
    (void)state;
    const double seconds[] = {1e-3};
    struct script c = {.seconds = seconds, .count = 1, .fail_at = 15};
    struct session s = {.top_hz = NAN};
    (void)take(&c, &s);
    assert_true(session_over(&s));
    assert_string_equal(s.fatal.text, "the context is lost");
}

static void timer_that_stands_still_is_no_rate(void **state) {
    (void)state;
    const double seconds[] = {0};
    struct script c = {.seconds = seconds, .count = 1};
    struct session s = {.top_hz = NAN};
    struct taken t = take(&c, &s);
    assert_int_equal(t.count, 0);
    assert_string_equal(t.reason, "the timer did not advance");
}

static void no_room_is_never_opened(void **state) {
    (void)state;
    struct script c = {0};
    struct backend b = {&c,           script_ask,   script_open, script_sample,
                        script_close, script_watch, NULL,        NULL};
    struct session s = {.backend = &b, .result = &result, .rule = stop_full};
    struct probe p = {.key = "x", .lab = "x"};
    const struct size size = {.why = "needs 8.5 GiB, 2.9 GiB free"};
    struct taken t;
    session_take(&s, &p, &size, &t);
    assert_int_equal(c.open, 0);
    assert_string_equal(t.reason, "needs 8.5 GiB, 2.9 GiB free");
}

static volatile sig_atomic_t stop_now;

static void interrupt_ends_sampling(void **state) {
    (void)state;
    const double seconds[] = {1e-3};
    struct script c = {.seconds = seconds, .count = 1};
    struct session s = {.top_hz = NAN, .stop = &stop_now};
    stop_now = 1;
    struct taken t = take(&c, &s);
    assert_int_equal(t.count, 0);
    assert_true(session_over(&s));
}

/* Each opening is another place: 8 samples of warm-up, 5 that count. */
static struct taken take_places(struct script *c, int places) {
    static const struct size fits = {.value = 1, .need = 1};
    struct backend b = {c,    script_ask, script_open, script_sample, script_close, script_watch,
                        NULL, NULL};
    struct session s = {.top_hz = NAN, .backend = &b, .result = &result, .rule = stop_full};
    struct probe p = {.key = "x", .lab = "x", .c = {.places = (uint32_t)places}};
    struct taken t;
    memset(&result, 0, sizeof result);
    result.series = room;
    session_take(&s, &p, &fits, &t);
    return t;
}

static void places_are_sampled_alike(void **state) {
    (void)state;
    double seconds[9 * 13];
    for (size_t i = 0; i < 9 * 13; i++)
        seconds[i] = 1e-3 * (1 + (double)(i / 13) / 20); /* the ninth takes 40 % longer */
    struct script c = {.seconds = seconds, .count = 9 * 13};
    struct taken t = take_places(&c, 9);
    assert_int_equal(c.open, 9);
    assert_int_equal(c.closed, 9);
    assert_int_equal(t.count, 45);
    struct stats s = stats_of(t.seconds, t.count);
    assert_true(s.median == seconds[4 * 13]);
    assert_true(s.p05 == seconds[0] && s.p95 == seconds[8 * 13]); /* the outermost places */
    assert_non_null(strstr(t.warning, "where the data lies in memory: the slowest of 9 places took "
                                      "40 % longer than the fastest"));
}

/* The limit on warm-up is one for all places: what does not settle at the first is not waited for again. */
static void one_warm_up_for_all_places(void **state) {
    (void)state;
    static double seconds[99];
    for (int i = 0; i < 99; i++)
        seconds[i] = i % 3 ? 1e-3 : 2e-3;
    struct script c = {.seconds = seconds, .count = 99, .wall = 1 / 16.0};
    struct taken t = take_places(&c, 5);
    assert_int_equal(t.count, 5 * 5);
    assert_int_equal(c.at, 16 + 4 * WARM_LEAST + 5 * 5); /* a second at the first */
    assert_non_null(strstr(t.warning, "had not settled after a warm-up of 3.00 s"));
}

static void places_that_agree_are_no_warning(void **state) {
    (void)state;
    const double seconds[] = {1e-3};
    struct script c = {.seconds = seconds, .count = 1};
    struct taken t = take_places(&c, 3);
    assert_int_equal(t.count, 21); /* seven each */
    assert_int_equal(t.warning[0], 0);
}

static void one_wrong_place_is_no_figure(void **state) {
    (void)state;
    const double seconds[] = {1e-3};
    struct script c = {.seconds = seconds, .count = 1, .refuse_from = 2, .refuse = "wrong result"};
    struct taken t = take_places(&c, 3);
    assert_int_equal(t.count, 0);
    assert_string_equal(t.reason, "wrong result");
}

static void samples_far_apart_are_a_warning(void **state) {
    (void)state;
    double seconds[401];
    for (size_t i = 0; i < 401; i++)
        seconds[i] = 1e-3 * (1 + (double)(i % 10) / 20); /* 1 to 1.45 */
    struct script c = {.seconds = seconds, .count = 401};
    struct session s = {.top_hz = NAN};
    struct taken t = take(&c, &s);
    assert_non_null(strstr(t.warning, "the samples lie far apart: 5 % of them took 45 % longer"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(steady_rate_takes_the_least),
                                       cmocka_unit_test(slow_start_is_thrown_away),
                                       cmocka_unit_test(unsettled_rate_ends_with_a_warning),
                                       cmocka_unit_test(low_clock_is_said),
                                       cmocka_unit_test(falling_clock_is_said),
                                       cmocka_unit_test(series_keep_their_conditions),
                                       cmocka_unit_test(wrong_result_is_the_reason),
                                       cmocka_unit_test(lost_card_ends_the_run),
                                       cmocka_unit_test(timer_that_stands_still_is_no_rate),
                                       cmocka_unit_test(no_room_is_never_opened),
                                       cmocka_unit_test(interrupt_ends_sampling),
                                       cmocka_unit_test(places_are_sampled_alike),
                                       cmocka_unit_test(one_warm_up_for_all_places),
                                       cmocka_unit_test(places_that_agree_are_no_warning),
                                       cmocka_unit_test(one_wrong_place_is_no_figure),
                                       cmocka_unit_test(samples_far_apart_are_a_warning)};
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
