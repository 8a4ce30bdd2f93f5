/* test_check.c -- the checks of one figure against another, and the JSON form of odd text. */
#include "support.h"

#include "../harness/experiment.h"

#include <math.h>

static struct series room[SERIES_MOST];
static struct result result;
static const char *const levels[] = {"register", "shared", "l1", "l2", "dram"};

static void set(struct series *s, int i, double value) {
    struct point *p = series_point(s, i, 0);
    p->missing = isnan(value);
    p->stats = (struct stats){value, value, value, value, value, 21};
}

static struct series *with(const char *name, const char *unit, int count, const char *const *axis,
                           const double *values) {
    struct series *s = result_series(&result, name, unit);
    s->method = "by hand";
    if (count) series_axis(s, "level", count, axis);
    for (int i = 0; i < (count ? count : 1); i++)
        set(s, i, values[i]);
    return s;
}

static void fresh(void) {
    memset(&result, 0, sizeof result);
    result.series = room;
    result.fact[result.facts++] =
        (struct fact){"clock.sm", "Hz", NULL, {.known = true, .value = 1.98e9}};
}

static const double good_cycles[] = {4.1, 23, 32, 281, 664};
static const double good_times[] = {2.08e-9, 11.6e-9, 16.2e-9, 141.7e-9, 336e-9};

static void figures_that_agree_are_not_suspect(void **state) {
    (void)state;
    const char *const on_chip[] = {"shared", "l1", "l2", "dram"};
    const double rates[] = {33e12, 33e12, 9.1e12, 4.6e12}, rated[] = {4.81e12};
    fresh();
    with("latency.cycles", "cycle", 5, levels, good_cycles);
    with("latency.time", "s", 5, levels, good_times);
    with("bandwidth.rate", "B/s", 4, on_chip, rates);
    with("dram.rated", "B/s", 0, NULL, rated);
    assert_int_equal(measure_cross_check(&result), 0);
}

static void order_of_the_ladder(void **state) {
    (void)state;
    double cycles[5];
    memcpy(cycles, good_cycles, sizeof cycles);
    cycles[3] = 700; /* an L2 slower than DRAM */
    fresh();
    struct series *s = with("latency.cycles", "cycle", 5, levels, cycles);
    assert_int_equal(measure_cross_check(&result), 1);
    assert_string_equal(s->suspect, "l2 is 700, more than dram with 664");
}

static void two_clocks_that_disagree(void **state) {
    (void)state;
    double times[5];
    memcpy(times, good_times, sizeof times);
    times[1] = 1e-9; /* 23 cycles in a nanosecond: 23 GHz */
    fresh();
    with("latency.cycles", "cycle", 5, levels, good_cycles);
    struct series *s = with("latency.time", "s", 5, levels, times);
    assert_int_equal(measure_cross_check(&result), 1);
    assert_non_null(strstr(s->suspect, "23000 MHz, the card has 1980"));
}

static void missing_figures_break_no_check(void **state) {
    (void)state;
    const double none[] = {NAN, NAN, NAN, NAN, NAN};
    fresh();
    with("latency.cycles", "cycle", 5, levels, none);
    with("latency.time", "s", 5, levels, good_times);
    with("copy.rate", "B/s", 4, levels, good_times);
    assert_int_equal(measure_cross_check(&result), 0);
    fresh();
    assert_int_equal(measure_cross_check(&result), 0);
}

static const char *no_counter(int i) {
    (void)i;
    return NULL;
}

static void odd_text_is_escaped(void **state) {
    (void)state;
    struct buf json = {0};
    fresh();
    snprintf(result.name.text, ANSWER_TEXT, "a \"card\"\\ with\ttab \x01");
    struct series *s = with("x.time", "s", 5, levels, good_cycles);
    snprintf(s->point[0].warning, ANSWER_TEXT, "line\nbreak");
    assert_true(result_json(&result, no_counter, &json));
    assert_non_null(strstr(json.ptr, "a \\\"card\\\"\\\\ with\\u0009tab \\u0001"));
    assert_non_null(strstr(json.ptr, "line\\u000abreak"));
    buf_free(&json);
}

/* Every combination of axis values stands there once, the last axis fastest. */
static void every_point_stands_there(void **state) {
    (void)state;
    const char *const fits[] = {"l2", "dram"};
    struct buf json = {0};
    fresh();
    struct series *s = result_series(&result, "t.time", "s");
    s->method = "by hand";
    series_axis(s, "level", 5, levels);
    series_axis(s, "fits", 2, fits);
    assert_int_equal(s->points, 10);
    assert_int_equal(s->point[1].at[0], 0);
    assert_int_equal(s->point[1].at[1], 1);
    assert_true(result_json(&result, no_counter, &json));
    assert_non_null(strstr(json.ptr,
                           "{\"at\": [\"dram\", \"l2\"], \"missing\": \"not measured in this "
                           "run\"},\n        {\"at\": "
                           "[\"dram\", \"dram\"], \"missing\": \"not measured in this run\"}\n"));
    buf_free(&json);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(figures_that_agree_are_not_suspect),
                                       cmocka_unit_test(order_of_the_ladder),
                                       cmocka_unit_test(two_clocks_that_disagree),
                                       cmocka_unit_test(missing_figures_break_no_check),
                                       cmocka_unit_test(odd_text_is_escaped),
                                       cmocka_unit_test(every_point_stands_there)};
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
