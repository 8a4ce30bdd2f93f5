/* test_bounds.c -- figures that no card can have are suspect; others, and missing ones, are not. */
#include "support.h"

#include "../harness/bounds.h"
#include "../harness/measure.h"

#include <math.h>

static struct series room[SERIES_MOST];
static struct result result;
static const char *const fits[] = {"l2", "dram"};

static void fact(const char *name, double value) {
    result.fact[result.facts++] =
        (struct fact){name, "1", NULL, {.known = !isnan(value), .value = value}};
}

/* An H200: 4.81 TB/s, 132 SMs, 1.98 GHz. */
static void fresh(void) {
    memset(&result, 0, sizeof result);
    result.series = room;
    fact("sms", 132);
    fact("clock.sm", 1.98e9);
}

static void put(struct series *s, int first, int second, double value) {
    struct point *p = series_point(s, first, second);
    assert_non_null(p);
    p->missing = isnan(value);
    p->stats = (struct stats){value, value, value, value, value, 21};
}

static struct series *one(const char *name, const char *role, double value) {
    struct series *s = result_series(&result, name, "B/s");
    static const char *names[32];
    static int used;
    names[used %= 32] = role;
    if (role[0]) series_axis(s, "role", 1, &names[used++]);
    put(s, 0, 0, value);
    return s;
}

static void an_h200_breaks_no_bound(void **state) {
    (void)state;
    fresh();
    one("dram.rated", "", 4.81e12);
    one("stream.rate", "read", 4.61e12);
    one("mix.rate", "16", 4.59e12);
    one("warps.rate", "1", 167e9);
    one("latency.time", "dram", 335e-9);
    one("gemm.flops", "tile128", 47.6e12);
    one("paths.cycles", "readonly", 32.11);
    one("latency.cycles", "l1", 32.03);
    struct series *s = one("partition.cycles", "near", 305);
    assert_int_equal(bounds_check(&result), 0);
    assert_int_equal(measure_cross_check(&result), 0);
    assert_int_equal(s->suspect[0], 0);
}

static void more_than_the_bus_carries(void **state) {
    (void)state;
    fresh();
    one("dram.rated", "", 4.81e12);
    struct series *s = one("mix.rate", "4", 5.2e12);
    assert_int_equal(measure_cross_check(&result), 1); /* the run asks for it */
    assert_string_equal(s->suspect, "4: 5200 GB/s is above what the bus can carry, 4810");
    fresh();
    one("mix.rate", "4", 5.2e12); /* nothing is rated on a slice */
    assert_int_equal(bounds_check(&result), 0);
}

/* What comes from the L2 may be faster than the bus. */
static void only_what_comes_from_dram(void **state) {
    (void)state;
    fresh();
    one("dram.rated", "", 4.81e12);
    struct series *s = result_series(&result, "vecadd.rate", "B/s");
    series_axis(s, "fits", 2, fits);
    put(s, 0, 0, 7.1e12);
    put(s, 1, 0, 4.4e12);
    static const char *const offset[] = {"0", "1"};
    struct series *m = result_series(&result, "misalign.useful", "B/s");
    series_axis(m, "offset", 2, offset);
    series_axis(m, "fits", 2, fits);
    put(m, 1, 0, 6.4e12);
    put(m, 1, 1, 4.5e12);
    assert_int_equal(bounds_check(&result), 0);
    put(m, 1, 1, 6.5e12);
    put(s, 1, 0, 7.1e12);
    assert_int_equal(bounds_check(&result), 2);
    assert_string_equal(m->suspect, "1, dram: 6500 GB/s is above what the bus can carry, 4810");
}

/* One warp an SM cannot have more under way than its 32 loads of 16 bytes. */
static void littles_law(void **state) {
    (void)state;
    fresh();
    struct series *s = one("warps.rate", "1", 340e9);
    one("latency.time", "dram", 335e-9);
    assert_int_equal(bounds_check(&result), 1);
    assert_non_null(strstr(s->suspect, "113900 bytes under way, but only 67584"));
}

static void more_than_all_lanes_do(void **state) {
    (void)state;
    fresh();
    struct series *s = one("gemm.flops", "tile128", 90e12);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect,
                        "tile128: 9e+04 GFLOP/s is above what all lanes can do, 6.691e+04");
}

static void latencies_that_contradict(void **state) {
    (void)state;
    fresh();
    struct series *path = one("paths.cycles", "readonly", 68);
    one("latency.cycles", "l1", 35);
    static const char *const from[] = {"near", "far"};
    struct series *part = result_series(&result, "partition.cycles", "cycle");
    series_axis(part, "from", 2, from);
    put(part, 0, 0, 500);
    put(part, 1, 0, 300);
    assert_int_equal(bounds_check(&result), 2);
    assert_string_equal(path->suspect, "readonly is 68, but the L1 behind it takes 35");
    assert_string_equal(part->suspect, "near is 500, more than far with 300");
}

static void what_is_missing_breaks_nothing(void **state) {
    (void)state;
    fresh();
    one("dram.rated", "", NAN);
    one("stream.rate", "read", 1e15);
    one("warps.rate", "1", 1e15);
    one("latency.time", "dram", NAN);
    one("paths.cycles", "readonly", 32);
    one("partition.cycles", "near", 300); /* and no far */
    assert_int_equal(bounds_check(&result), 0);
    memset(&result, 0, sizeof result);
    result.series = room;
    one("gemm.flops", "naive", 1e18);
    assert_int_equal(bounds_check(&result), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_h200_breaks_no_bound),
                                       cmocka_unit_test(more_than_the_bus_carries),
                                       cmocka_unit_test(only_what_comes_from_dram),
                                       cmocka_unit_test(littles_law),
                                       cmocka_unit_test(more_than_all_lanes_do),
                                       cmocka_unit_test(latencies_that_contradict),
                                       cmocka_unit_test(what_is_missing_breaks_nothing)};
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
