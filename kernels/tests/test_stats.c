/* test_stats.c -- the statistics and the rules of warm-up and stopping. */
#include "support.h"

#include "../harness/stats.h"

static void one_value_is_all_of_them(void **state) {
    (void)state;
    const double v[] = {3.5};
    struct stats s = stats_of(v, 1);
    assert_true(s.median == 3.5 && s.min == 3.5 && s.max == 3.5 && s.p05 == 3.5 && s.p95 == 3.5);
    assert_int_equal(s.runs, 1);
    assert_int_equal(stats_of(v, 0).runs, 0);
}

static void order_does_not_matter(void **state) {
    (void)state;
    double up[101], down[101];
    for (int i = 0; i < 101; i++) {
        up[i] = i;
        down[i] = 100 - i;
    }
    struct stats a = stats_of(up, 101), b = stats_of(down, 101);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(a.median == 50 && a.min == 0 && a.max == 100);
    assert_true(a.p05 == 5 && a.p95 == 95);    /* nearest rank: the 6th and the 96th of 101 */
    assert_true(up[0] == 0 && down[0] == 100); /* the samples stay as they were */
}

/* Eleven samples in each of two states: the median is one of them, not a mean between. */
static void median_is_a_sample(void **state) {
    (void)state;
    double v[21];
    for (int i = 0; i < 21; i++)
        v[i] = i % 2 ? 1580 : 1965;
    double m = stats_of(v, 21).median;
    assert_true(m == 1580 || m == 1965);
    assert_true(stats_of(v, 20).median == 1580);
}

static void ranks_hold_the_median(void **state) {
    (void)state;
    size_t low, high;
    stats_median_ranks(21, &low, &high);
    assert_int_equal(low, 5); /* 10 -+ 0.98 sqrt(21) = 5.5 .. 14.5, outward */
    assert_int_equal(high, 15);
    stats_median_ranks(1, &low, &high);
    assert_int_equal(low, 0);
    assert_int_equal(high, 0);
}

static void stops_when_stable(void **state) {
    (void)state;
    double v[SAMPLES_CAP];
    for (int i = 0; i < SAMPLES_CAP; i++)
        v[i] = 100 + (i % 7) * 0.01;
    assert_false(stats_enough(&stop_full, v, SAMPLES_LEAST - 1, 0));
    assert_true(stats_enough(&stop_full, v, SAMPLES_LEAST, 0));
}

static void goes_on_while_it_moves(void **state) {
    (void)state;
    double v[SAMPLES_CAP];
    for (int i = 0; i < SAMPLES_CAP; i++)
        v[i] = i % 2 ? 100 : 120; /* the interval of the median spans both */
    for (size_t n = 1; n < SAMPLES_CAP; n++)
        assert_false(stats_enough(&stop_full, v, n, 0));
    assert_true(stats_enough(&stop_full, v, SAMPLES_CAP, 0));
}

static void time_ends_it(void **state) {
    (void)state;
    double v[SAMPLES_CAP];
    for (int i = 0; i < SAMPLES_CAP; i++)
        v[i] = i % 2 ? 100 : 120;
    assert_false(stats_enough(&stop_full, v, SAMPLES_LEAST - 2,
                              100)); /* never before 21, unless all is still */
    assert_true(stats_enough(&stop_full, v, SAMPLES_LEAST, 100));
}

/* Nine samples are enough where they took long, if the median is far more stable than it has to be. */
static void few_that_take_long_are_enough(void **state) {
    (void)state;
    double v[SAMPLES_LONG];
    for (int i = 0; i < SAMPLES_LONG; i++)
        v[i] = 0.1407 * (1 + i % 3 * 1e-4);
    assert_true(stats_enough(&stop_full, v, SAMPLES_LONG, 1.3));
    assert_false(stats_enough(&stop_full, v, SAMPLES_LONG, 0.9));
    assert_false(stats_enough(&stop_full, v, SAMPLES_LONG - 2, 1.3));
    for (int i = 0; i < SAMPLES_LONG; i++)
        v[i] = 0.1407 * (1 + i % 3 * 2e-3); /* within the tolerance */
    assert_false(stats_enough(&stop_full, v, SAMPLES_LONG, 1.3));
}

static void count_stays_odd(void **state) {
    (void)state;
    double v[SAMPLES_CAP];
    for (int i = 0; i < SAMPLES_CAP; i++)
        v[i] = 100;
    for (size_t n = 0; n <= SAMPLES_CAP; n++)
        if (stats_enough(&stop_full, v, n, 1e9)) assert_int_equal(n % 2, 1);
}

static void warm_when_the_last_agree(void **state) {
    (void)state;
    double v[12] = {9, 9, 9, 9, 5, 3, 2, 1.01, 1, 1.01, 1, 1.005};
    assert_false(stats_settled(v, 11)); /* the 2 is gone, but 1.01 .. 1 holds only from 12 */
    assert_true(stats_settled(v, 12));
    double flat[WARM_LEAST] = {1, 1, 1, 1, 1, 1, 1, 1};
    assert_false(stats_settled(flat, WARM_LEAST - 1));
    assert_true(stats_settled(flat, WARM_LEAST));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_value_is_all_of_them),
                                       cmocka_unit_test(order_does_not_matter),
                                       cmocka_unit_test(median_is_a_sample),
                                       cmocka_unit_test(ranks_hold_the_median),
                                       cmocka_unit_test(stops_when_stable),
                                       cmocka_unit_test(goes_on_while_it_moves),
                                       cmocka_unit_test(time_ends_it),
                                       cmocka_unit_test(few_that_take_long_are_enough),
                                       cmocka_unit_test(count_stays_odd),
                                       cmocka_unit_test(warm_when_the_last_agree)};
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
