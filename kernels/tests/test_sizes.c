/* test_sizes.c -- sizes follow the card: footprints against the L2, memory, steps. */
#include "support.h"

#include "../harness/experiment.h"
#include "../harness/sizes.h"

#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

static const struct size_facts h200 = {60 * MIB, 233472, 132, 139 * GIB, EFFORT_FULL};
static const struct size_facts laptop = {32 * MIB, 102400, 24, 7 * GIB, EFFORT_FULL};
static const struct size_facts t4 = {4 * MIB, 65536, 40, 14 * GIB, EFFORT_FULL};
static const struct size_facts *const cards[] = {&h200, &laptop, &t4};

static void dram_sizes_miss_the_l2(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        assert_true(size_stream(f, 1).value >= DRAM_TIMES_L2 * f->l2);
        assert_true(size_chase_dram(f).value >= DRAM_TIMES_L2 * f->l2);
        assert_true(8 * size_stride(f, 1).value >= DRAM_TIMES_L2 / 2 * f->l2);
        assert_true(size_stride(f, 1).value == size_stride(f, 32).value);
        uint64_t n = size_transpose(f, true).value;
        assert_true(8 * n * n >= DRAM_TIMES_L2 * f->l2);
    }
    assert_true(size_stream(&h200, 2).value == 4 * GIB);
    assert_true(size_transpose(&h200, true).value == 16384);
}

static void l2_sizes_fit_the_l2(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        uint64_t n = size_transpose(f, false).value;
        assert_true(n && 8 * n * n <= f->l2 && n % 256 == 0);
        assert_true(size_chase_l2(f).value <= f->l2 / 2);
        assert_true(size_slice_l2(f).value * f->sms <= f->l2);
        assert_true(size_table(f).value * 4 <= f->l2 / 2);
        assert_true(size_slice_l1(f).value < f->shared_sm);
    }
    assert_true(size_transpose(&h200, false).value == 2048);
}

/* A lap fits in one part of an L2 of two, in the L2 but in no part, or nowhere. */
static void laps_in_a_part_and_beyond(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        assert_true(size_each(f, 0).value * 2 < f->l2);
        assert_true(size_each(f, 1).value * 2 > f->l2 && size_each(f, 1).value < f->l2);
        assert_true(size_each(f, 2).value >= 4 * f->l2);
        assert_int_equal(size_each_warm(f, size_each(f, 1).value), 3);
        assert_int_equal(size_each_warm(f, size_each(f, 2).value), 1);
    }
    assert_true(size_each(&h200, 0).value == 16 * MIB && size_each(&h200, 1).value == 46 * MIB);
}

/* Near an end of a cache steps are small, whole lines, and reach past both sides of it. */
static void edges_lie_around_the_ends(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        const uint64_t end[] = {f->shared_sm, f->l2 / 2, f->l2};
        for (int edge = 0; edge < 3; edge++) {
            uint64_t before = 0;
            for (int step = 0; step < EDGE_STEPS; step++) {
                const struct size size = size_edge(f, edge, step);
                assert_true(size.value % 128 == 0 && size.value > before);
                assert_true(!before || size.value * 100 <= before * 105);
                assert_true(size.need >= size.value * size_chase_places(f, size.value));
                assert_true(step > 0 || size.value < end[edge] / 100 * 85);
                before = size.value;
            }
            assert_true(before > end[edge]);
        }
    }
}

/* Around the end of a cache a footprint is measured at several places, and all of them are held. */
static void places_lie_around_the_ends(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        struct size size;
        int several = 0;
        for (int step = 0; size_sweep(f, step, &size); step++) {
            uint64_t all = size.value * f->sms;
            uint32_t places = size_sweep_places(f, size.value);
            bool near_end = all >= f->l2 / 2 && all <= f->l2 / 4 * 5;
            assert_int_equal(places, near_end ? 9 : 1);
            assert_true(size.need >= places * all && size.need % PLACE_STEP == 0);
            several += near_end;
        }
        assert_true(several >= 3);
        several = 0;
        for (int step = 0; size_chase(f, step, &size); step++) {
            uint32_t places = size_chase_places(f, size.value);
            bool near_end =
                size.value * 4 >= f->shared_sm * 3 - 4 && size.value * 2 <= f->shared_sm * 3;
            assert_int_equal(places, near_end ? 9 : 1);
            assert_true(size.need >= places * size.value);
            several += near_end;
        }
        assert_true(several >= 1);
    }
    struct size_facts look = h200, check = h200;
    look.effort = EFFORT_QUICK;
    check.effort = EFFORT_CHECK;
    assert_int_equal(size_sweep_places(&look, 400 << 10), 3);
    assert_int_equal(size_sweep_places(&check, 400 << 10), 1);
    assert_int_equal(size_hot_places(&h200), 9);
    assert_true(size_place(1) == PLACE_STEP && size_place(PLACE_STEP) == PLACE_STEP);
}

/* Kernels take whole blocks only. */
static void sizes_are_whole_blocks(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        assert_true(size_stream(f, 2).value % MIB == 0);
        assert_true(size_slice_l1(f).value % 32768 == 0);
        assert_true(size_slice_l2(f).value % 32768 == 0);
        uint64_t count = size_stride(f, 32).value, table = size_table(f).value;
        assert_true(count && (count & (count - 1)) == 0);
        assert_true(table && (table & (table - 1)) == 0);
    }
}

static void never_more_than_sixty_percent(void **state) {
    (void)state;
    for (uint64_t free_now = MIB; free_now < 200 * GIB; free_now += free_now / 3) {
        struct size_facts f = h200;
        f.free = free_now;
        struct size all[] = {
            size_stream(&f, 1),       size_stream(&f, 2),  size_stream(&f, 3),
            size_stride(&f, 1),       size_stride(&f, 32), size_transpose(&f, false),
            size_transpose(&f, true), size_chase_l2(&f),   size_chase_dram(&f),
            size_slice_l2(&f),        size_table(&f),      size_outputs(&f)};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
            if (all[i].value)
                assert_true((double)all[i].need <= 0.6 * (double)free_now);
            else
                assert_non_null(strstr(all[i].why, " free"));
        }
    }
}

static void short_memory_says_what_it_needs(void **state) {
    (void)state;
    struct size_facts f = h200;
    f.free = 3000 * MIB;
    assert_true(size_stream(&f, 1).value >= DRAM_TIMES_L2 * f.l2);
    struct size wide = size_stride(&f, 32);
    assert_int_equal(wide.value, 0);
    assert_string_equal(wide.why, "needs 4.4 GiB, 2.9 GiB free (at most 60 % of it is taken)");
    f.free = 0;
    assert_int_equal(size_chase_l1(&f).value, 0);
}

static void sweep_steps_rise_past_the_l2(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        uint64_t before = 0;
        int steps = 0;
        struct size size;
        for (; size_sweep(cards[i], steps, &size); steps++) {
            assert_true(size.value > before && size.value % 16384 == 0);
            before = size.value;
        }
        assert_true(steps > 15 && steps <= AXIS_MOST);
        assert_true(before * cards[i]->sms >= 16 * cards[i]->l2);
        for (steps = 0, before = 0; size_chase(cards[i], steps, &size); steps++) {
            assert_true(size.value > before && size.value % 128 == 0);
            before = size.value;
        }
        assert_true(steps <= AXIS_MOST && before > 16 * cards[i]->l2);
    }
}

/* Levels are told apart by plateaus, and a plateau is at least two points: there have to be three
 * in the part of the L2 that the L1s leave to the sweep, and in the L2's upper half. */
static void every_level_has_its_steps(void **state) {
    (void)state;
    const uint64_t l1s = h200.shared_sm * h200.sms;
    struct size size;
    int between = 0, upper = 0;
    for (int i = 0; size_sweep(&h200, i, &size); i++) {
        uint64_t all = size.value * h200.sms;
        between += all > l1s / 4 * 5 && all < h200.l2 / 10 * 9;
    }
    for (int i = 0; size_chase(&h200, i, &size); i++)
        upper += size.value > h200.l2 / 10 * 6 && size.value < h200.l2 / 10 * 9;
    assert_true(between >= 3);
    assert_true(upper >= 3);
    struct size_facts largest = h200; /* an L2 of 126 MiB */
    largest.l2 = (uint64_t)126 << 20;
    largest.sms = 148;
    int steps = 0;
    while (size_sweep(&largest, steps, &size))
        steps++;
    assert_true(steps <= 48); /* axes hold as many */
    for (steps = 0; size_chase(&largest, steps, &size);)
        steps++;
    assert_true(steps <= 48);
}

/* The last walk from page to page is over all that may be held. */
static void pages_reach_the_share(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        const struct size most = size_pages_most(f);
        assert_true(most.value % (2 * MIB) == 0);
        assert_true((double)most.need <= MEMORY_SHARE * (double)f->free);
        assert_true((double)most.need > MEMORY_SHARE * (double)f->free - 8.0 * (double)MIB);
        for (int step = 0; step < 6; step++)
            assert_true(size_pages(f, step).value < most.value);
    }
    struct size_facts none = h200, check = h200;
    none.free = 64 * MIB;
    check.effort = EFFORT_CHECK;
    assert_int_equal(size_pages_most(&none).value, 0);
    assert_non_null(strstr(size_pages_most(&none).why, " free"));
    assert_int_equal(size_pages_most(&check).value, 64 * MIB);
}

/* What is stored stays in the L2, or nearly nothing of it does. */
static void stores_fit_or_do_not(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct size_facts *f = cards[i];
        const uint64_t in = size_store(f, false).value, out = size_store(f, true).value;
        assert_true(in > 0 && in % MIB == 0 && 2 * in <= f->l2);
        assert_true(out % MIB == 0 && out >= DRAM_TIMES_L2 * f->l2);
    }
    assert_true(size_store(&h200, true).value == GIB);
}

/* A card that reports nothing must not hang or divide by zero. */
static void unknown_facts_are_survived(void **state) {
    (void)state;
    struct size_facts none = {0};
    struct size size;
    assert_true(size_sweep(&none, 0, &size));
    (void)size_sweep(&none, 1000, &size);
    assert_false(size_chase(&none, 0, &size));
    assert_int_equal(size_slice_l2(&none).value, size_slice_l2(&none).need ? 0 : 32768);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(laps_in_a_part_and_beyond),
                                       cmocka_unit_test(edges_lie_around_the_ends),
                                       cmocka_unit_test(places_lie_around_the_ends),
                                       cmocka_unit_test(dram_sizes_miss_the_l2),
                                       cmocka_unit_test(l2_sizes_fit_the_l2),
                                       cmocka_unit_test(sizes_are_whole_blocks),
                                       cmocka_unit_test(never_more_than_sixty_percent),
                                       cmocka_unit_test(short_memory_says_what_it_needs),
                                       cmocka_unit_test(sweep_steps_rise_past_the_l2),
                                       cmocka_unit_test(every_level_has_its_steps),
                                       cmocka_unit_test(pages_reach_the_share),
                                       cmocka_unit_test(stores_fit_or_do_not),
                                       cmocka_unit_test(unknown_facts_are_survived)};
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
