/* test_bounds.c -- figures that no card can have are suspect; others, and missing ones, are not. */
#include "support.h"

#include "../harness/experiment.h"

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
    assert_string_equal(s->suspect, "4: 5200 GB/s is above what the bus can carry, 4810 GB/s");
    fresh();
    one("mix.rate", "4", 5.2e12); /* nothing is rated on a slice */
    assert_int_equal(bounds_check(&result), 0);
}

/* Weights, keys and values, and tiles come from DRAM too. */
static void weights_and_tiles_come_from_dram(void **state) {
    (void)state;
    static const char *const names[] = {"decode.rate", "decode.matrix.rate", "decode.cache.rate",
                                        "async.stream.rate", "async.transpose.rate"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fresh();
        one("dram.rated", "", 4.81e12);
        struct series *s = one(names[i], "bf16", 4.6e12);
        assert_int_equal(bounds_check(&result), 0);
        put(s, 0, 0, 5.2e12);
        assert_int_equal(bounds_check(&result), 1);
    }
    fresh();
    one("async.product.flops", "tma", 75e12);
    assert_int_equal(bounds_check(&result), 1);
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
    assert_string_equal(m->suspect,
                        "1, dram: 6500 GB/s is above what the bus can carry, 4810 GB/s");
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

/* Nor can more warps, each step with its own limit. */
static void littles_law_at_every_step(void **state) {
    (void)state;
    static const char *const warps[] = {"1", "8"};
    fresh();
    struct series *s = result_series(&result, "warps.rate", "B/s");
    series_axis(s, "warps", 2, warps);
    put(s, 0, 0, 166e9);
    put(s, 1, 0, 1.6e12);
    one("latency.time", "dram", 335e-9);
    assert_int_equal(bounds_check(&result), 0);
    put(s, 1, 0, 1.8e12);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect, "8: 1800 GB/s at a latency of 335 ns are 603000 bytes under "
                                    "way, but only 540672 were asked for");
}

static struct series *product(double edge, double time) {
    fresh();
    fact("l2", 60 << 20);
    one("gemm.edge", "", edge);
    one("copy.rate", "read", 4.6e12);
    return one("gemm.time", "tile128", time);
}

static void a_product_takes_its_time(void **state) {
    (void)state;
    struct series *s = product(4096, 2.03e-3); /* 2.054 ms on all lanes: within 2 % */
    assert_int_equal(bounds_check(&result), 0);
    s = product(4096, 2.0e-3);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect, "tile128: 2 ms, but all lanes take at least 2.054 ms");
    s = product(4096, 2.9e-3);
    snprintf(result.capability.text, sizeof result.capability.text, "8.0"); /* half the lanes */
    assert_int_equal(bounds_check(&result), 1);
    s = product(512, 3e-6);
    assert_int_equal(bounds_check(&result), 1); /* the L2 has all of it: operations count */
    assert_non_null(strstr(s->suspect, "all lanes take"));
    s = product(512, 4.1e-6);
    assert_int_equal(bounds_check(&result), 0);
    result.fact[result.facts - 1].answer.value = 0; /* l2 */
    put(&room[1], 0, 0, 1e11);                      /* copy.rate */
    assert_int_equal(bounds_check(&result), 1);
    assert_non_null(strstr(s->suspect, "the bytes of DRAM take at least 0.03146 ms"));
}

static void counted(double stores, double loads, double hit, double own, double moved) {
    static const char *const cap[] = {"none", "32"}, *const way[] = {"load", "store"},
                             *const cache[] = {"l1", "l2"};
    fresh();
    struct series *s = result_series(&result, "spill.sectors", "1");
    struct series *h = result_series(&result, "spill.hit", "1");
    struct series *m = result_series(&result, "spill.moved", "B");
    series_axis(s, "cap", 2, cap);
    series_axis(s, "way", 2, way);
    series_axis(h, "cap", 2, cap);
    series_axis(h, "cache", 2, cache);
    series_axis(m, "cap", 2, cap);
    put(s, 1, 0, loads);
    put(s, 1, 1, stores);
    put(h, 1, 0, hit);
    put(h, 1, 1, 0.9);
    put(m, 0, 0, own);
    put(m, 1, 0, moved);
}

/* The counters of an H200. */
static void spills_add_up(void **state) {
    (void)state;
    counted(168296448, 180748288, 0.830413818359375, 8388608, 6372140416);
    assert_int_equal(bounds_check(&result), 0);
    counted(168296448, 180748288, 0.830413818359375, 8388608, 6.75e9);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(room[2].suspect,
                        "32: 6.75e+09 bytes moved, but stores and load misses, with what the "
                        "kernel moves without spills, make 6.3748e+09");
    counted(168296448, 180748288, 0.5, 8388608, 6372140416);
    assert_int_equal(bounds_check(&result), 1);
    counted(168296448, 180748288, NAN, 8388608, 1);
    assert_int_equal(bounds_check(&result), 0); /* a count that is missing */
}

static void more_than_all_lanes_do(void **state) {
    (void)state;
    fresh();
    struct series *s = one("gemm.flops", "tile128", 90e12);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect,
                        "tile128: 9e+04 GFLOP/s is above what all lanes can do, 6.691e+04 GFLOP/s");
}

/* No version but those of the tensor cores. */
static void a_ladder_below_the_roof(void **state) {
    (void)state;
    static const char *const version[] = {"wide", "tf32", "cublas_tf32"};
    fresh();
    struct series *s = result_series(&result, "ladder.flops", "FLOP/s");
    series_axis(s, "version", 3, version);
    put(s, 0, 0, 66e12);
    put(s, 1, 0, 250e12);
    put(s, 2, 0, 400e12);
    assert_int_equal(bounds_check(&result), 0);
    put(s, 0, 0, 80e12);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect,
                        "wide: 8e+04 GFLOP/s is above what all lanes can do, 6.691e+04 GFLOP/s");
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
    assert_string_equal(path->suspect, "readonly is 68, but latency.cycles[l1] is 35");
    assert_string_equal(part->suspect, "near is 500, more than far with 300");
}

/* 1 KiB of constant memory by one path, found by two probes; the other path is another latency. */
static void two_probes_of_constant_memory(void **state) {
    (void)state;
    static const char *const kib[] = {"1", "64"}, *const path[] = {"uniform", "lane"};
    fresh();
    struct series *chase = result_series(&result, "constant.chase", "cycle");
    series_axis(chase, "kib", 2, kib);
    series_axis(chase, "path", 2, path);
    put(chase, 0, 0, 60);
    put(chase, 0, 1, 30);
    put(chase, 1, 1, 93);
    one("paths.cycles", "constant", 28);
    assert_int_equal(bounds_check(&result), 0);
    put(chase, 0, 1, 40);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(chase->suspect, "1 is 40, but paths.cycles[constant] is 28");
}

/* The compiler and the runtime speak of one code; a set-aside of nothing is no window. */
static void two_that_speak_of_one_thing(void **state) {
    (void)state;
    static const struct {
        const char *name, *role, *other;
        double value;
    } twins[] = {{"spill.compiled.registers", "32", "spill.registers", 32},
                 {"spill.compiled.frame", "32", "spill.frame", 320},
                 {"persist.aside.time", "none", "persist.time", 245e-6}};
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++) {
        fresh();
        one(twins[i].other, twins[i].role, twins[i].value);
        struct series *s = one(twins[i].name, twins[i].role, twins[i].value * 1.1);
        assert_int_equal(bounds_check(&result), 0);
        put(s, 0, 0, twins[i].value * 1.2);
        assert_int_equal(bounds_check(&result), 1);
        assert_non_null(strstr(s->suspect, twins[i].other));
    }
}

static void what_is_stored_is_written(void **state) {
    (void)state;
    static const char *const full[] = {"full"}, *const ways[] = {"read", "write"};
    fresh();
    fact("l2", 60e6);
    one("store.bytes", "dram", 1e9);
    struct series *s = result_series(&result, "store.dram", "B");
    series_axis(s, "sector", 1, full);
    series_axis(s, "way", 2, ways);
    put(s, 0, 0, 30e3);
    put(s, 0, 1, 945e6);
    assert_int_equal(bounds_check(&result), 0);
    put(s, 0, 1, 1.04e9);
    assert_int_equal(bounds_check(&result), 0);
    put(s, 0, 1, 1.1e9);
    assert_int_equal(bounds_check(&result), 1);
    s->suspect[0] = '\0';
    put(s, 0, 1, 930e6);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect,
                        "full: 9.3e+08 bytes written to DRAM of 1e+09 stored, the L2 holds 6e+07");
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

/* Loads of a lap that are in no bin, or in two. */
static void a_histogram_holds_every_load(void **state) {
    (void)state;
    static const char *const lap[] = {"part", "whole"}, *const cycles[] = {"270", "280", "500"};
    for (int wrong = 0; wrong < 2; wrong++) {
        fresh();
        struct series *f = result_series(&result, "latency.lap.footprint", "B");
        struct series *h = result_series(&result, "latency.histogram", "1");
        series_axis(f, "lap", 2, lap);
        series_axis(h, "lap", 2, lap);
        series_axis(h, "cycles", 3, cycles);
        for (int i = 0; i < 2; i++) {
            put(f, i, 0, 128.0 * 1000);
            for (int k = 0; k < 3; k++)
                put(h, i, k, k == 1 ? 900 : 50 + (wrong && i == 1));
        }
        assert_int_equal(bounds_check(&result), wrong);
        if (wrong)
            assert_string_equal(h->suspect,
                                "whole: 1002 loads in all bins, but the lap has 1000 lines");
        put(h, 1, 0, NAN); /* that lap was not measured */
        h->suspect[0] = '\0';
        assert_int_equal(bounds_check(&result), 0);
    }
}

static void a_near_hit_is_a_hit_in_the_l2(void **state) {
    (void)state;
    static const char *const from[] = {"near", "far"};
    fresh();
    one("latency.cycles", "l2", 281);
    struct series *s = result_series(&result, "partition.hit", "cycle");
    series_axis(s, "from", 2, from);
    put(s, 0, 0, 280);
    put(s, 1, 0, 458);
    assert_int_equal(bounds_check(&result), 0);
    put(s, 0, 0, 458);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect, "near is 458, but latency.cycles[l2] is 281");
    s->suspect[0] = '\0';
    put(s, 0, 0, 281);
    put(s, 1, 0, 250);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect, "near is 281, more than far with 250");
}

/* The neighbor's memory is farther than one's own; a link carries no more than twice one way. */
static void a_neighbor_is_farther(void **state) {
    (void)state;
    static const char *const ways[] = {"one", "both"}, *const kib[] = {"1048576"};
    fresh();
    one("latency.cycles", "dram", 660);
    struct series *far = one("peer.cycles", "512", 1690);
    struct series *s = result_series(&result, "peer.copy.rate", "B/s");
    series_axis(s, "ways", 2, ways);
    series_axis(s, "kib", 1, kib);
    put(s, 0, 0, 395e9);
    put(s, 1, 0, 782e9);
    assert_int_equal(bounds_check(&result), 0);
    put(far, 0, 0, 640);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(far->suspect, "512 is 640, but the card's own DRAM takes 660");
    put(far, 0, 0, NAN);
    put(s, 1, 0, 830e9);
    assert_int_equal(bounds_check(&result), 1);
    assert_string_equal(s->suspect, "both: 830 GB/s is more than twice the 395 GB/s of one way");
}

/* Other data of a bank, or of more banks, takes a cycle each: 32 lanes of 16 bytes side by side are four rows. */
static void a_bank_gives_one_word_in_a_cycle(void **state) {
    (void)state;
    static const char *const orders[] = {"one", "row", "lanes1"};
    static const struct {
        const char *name, *said;
    } of[] = {{"bank.wide.cycles", "row: 3.9 cycles, but the banks need at least 4"},
              {"bank.double.cycles", "row: 1.9 cycles, but the banks need at least 2"}};
    for (size_t i = 0; i < 2; i++) {
        const double rows = i == 0 ? 4 : 2;
        fresh();
        struct series *s = result_series(&result, of[i].name, "cycle");
        series_axis(s, "order", 3, orders);
        put(s, 0, 0, 1.02);
        put(s, 1, 0, rows);
        put(s, 2, 0, NAN);
        assert_int_equal(bounds_check(&result), 0);
        put(s, 2, 0, rows / 2);
        assert_int_equal(bounds_check(&result), 0);
        put(s, 1, 0, rows - 0.1);
        assert_int_equal(bounds_check(&result), 1);
        assert_string_equal(s->suspect, of[i].said);
    }
}

/* While its slices are in the L1s a sweep does not see what the L2 held before. */
static void the_l1s_do_not_see_a_cold_l2(void **state) {
    (void)state;
    fresh();
    one("sweep.read", "1", 31.4e12);
    struct series *s = one("sweep.cold", "1", 31.2e12);
    assert_int_equal(bounds_check(&result), 0);
    put(s, 0, 0, 20e12);
    assert_int_equal(bounds_check(&result), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_h200_breaks_no_bound),
                                       cmocka_unit_test(a_histogram_holds_every_load),
                                       cmocka_unit_test(a_near_hit_is_a_hit_in_the_l2),
                                       cmocka_unit_test(more_than_the_bus_carries),
                                       cmocka_unit_test(weights_and_tiles_come_from_dram),
                                       cmocka_unit_test(only_what_comes_from_dram),
                                       cmocka_unit_test(littles_law),
                                       cmocka_unit_test(littles_law_at_every_step),
                                       cmocka_unit_test(a_product_takes_its_time),
                                       cmocka_unit_test(spills_add_up),
                                       cmocka_unit_test(more_than_all_lanes_do),
                                       cmocka_unit_test(a_ladder_below_the_roof),
                                       cmocka_unit_test(latencies_that_contradict),
                                       cmocka_unit_test(two_probes_of_constant_memory),
                                       cmocka_unit_test(two_that_speak_of_one_thing),
                                       cmocka_unit_test(what_is_stored_is_written),
                                       cmocka_unit_test(a_neighbor_is_farther),
                                       cmocka_unit_test(a_bank_gives_one_word_in_a_cycle),
                                       cmocka_unit_test(the_l1s_do_not_see_a_cold_l2),
                                       cmocka_unit_test(what_is_missing_breaks_nothing)};
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
