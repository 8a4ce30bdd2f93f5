/* test_experiments.c -- the host's half of the experiments: CPU references against the plain sums
 * they stand for, sizes of the patterns of traffic, and what a run makes of a recording. */
#include "support.h"

#include "../harness/experiment.h"
#include "../harness/record.h"
#include "../harness/reference.h"
#include "../harness/sizes.h"

#include <math.h>

#define RECORDING "kernels/tests/data/h200-quick.recording"
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

enum { N = 37, PERIOD = 5, LANES = 32 };

static float value_a(size_t row, size_t k) {
    return (float)((row * PERIOD + k % PERIOD) * 7 % 16);
}

static float value_b(size_t k, size_t column) {
    return (float)((k * N + column) * 11 % 13);
}

/* The folded product is the product, to the bit where all sums are whole numbers. */
static void folded_products_are_products(void **state) {
    (void)state;
    float b[N * N], a[PERIOD];
    double sums[PERIOD * N], row[N];
    for (size_t i = 0; i < N * N; i++)
        b[i] = value_b(i / N, i % N);
    reference_fold(b, N, PERIOD, sums);
    for (size_t i = 0; i < N; i++) {
        for (size_t k = 0; k < PERIOD; k++)
            a[k] = value_a(i, k);
        reference_row(a, sums, N, PERIOD, row);
        for (size_t j = 0; j < N; j++) {
            double want = 0;
            for (size_t k = 0; k < N; k++)
                want += (double)value_a(i, k) * (double)value_b(k, j);
            assert_true(row[j] == want);
        }
    }
}

/* What the counters of an H200 say of loads of 16 bytes a lane: lanes that share with the next one or the
 * next but one halve the passes, sharing with one farther away does not. The same of 8 bytes. */
static void passes_of_wide_loads(void **state) {
    (void)state;
    static const struct {
        size_t wide, twice; /* passes of 16 and of 8 bytes */
        size_t least, half; /* cycles in which the banks could give them */
    } known[LANE_ORDERS] = {[ORDER_ONE] = {2, 1, 1, 1},     [ORDER_ROW] = {4, 2, 4, 2},
                            [ORDER_LANES1] = {2, 1, 2, 1},  [ORDER_LANES2] = {2, 1, 2, 1},
                            [ORDER_LANES4] = {4, 2, 2, 1},  [ORDER_LANES8] = {4, 2, 2, 1},
                            [ORDER_LANES16] = {4, 2, 2, 1}, [ORDER_TURNED] = {4, 2, 2, 1},
                            [ORDER_SECOND] = {8, 4, 8, 4}};
    for (int k = 0; k < LANE_ORDERS; k++) {
        unsigned char number[LANES];
        reference_order((enum lane_order)k, number);
        assert_int_equal(reference_wide(number, 16), known[k].wide);
        assert_int_equal(reference_wide(number, 8), known[k].twice);
        assert_int_equal(reference_bank_cycles(number, 16), known[k].least);
        assert_int_equal(reference_bank_cycles(number, 8), known[k].half);
    }
}

/* Two lanes that far apart take the same, and no other two. */
static void lanes_share_by_their_distance(void **state) {
    (void)state;
    for (unsigned apart = 1, k = ORDER_LANES1; k <= ORDER_LANES16; k++, apart *= 2) {
        unsigned char number[LANES], least = 0;
        reference_order((enum lane_order)k, number);
        for (unsigned i = 0; i < LANES; i++)
            for (unsigned j = 0; j < LANES; j++)
                assert_int_equal(number[i] == number[j], i == j || (i ^ j) == apart);
        for (unsigned i = 0; i < LANES; i++) /* without a gap, in the order of the lanes */
            if (!(i & apart)) assert_int_equal(number[i], least++);
    }
}

/* A period longer than the matrix folds nothing. */
static void a_period_may_be_longer_than_the_matrix(void **state) {
    (void)state;
    const float a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
    double sums[4 * 2], row[2];
    reference_fold(b, 2, 4, sums);
    reference_row(a, sums, 2, 4, row);
    assert_true(row[0] == 1 * 5 + 2 * 7 && row[1] == 1 * 6 + 2 * 8);
}

static void nan_is_never_close(void **state) {
    (void)state;
    assert_true(reference_close(1.00001, 1, 2e-5));
    assert_true(reference_close(-1.00001, -1, 2e-5));
    assert_true(reference_close(0, 0, 0));
    assert_false(reference_close(1.0001, 1, 2e-5));
    assert_false(reference_close(-1, 1, 2e-5));
    assert_false(reference_close((double)NAN, 1, 1e9));
    assert_false(reference_close(1, (double)NAN, 1e9));
    assert_false(reference_close((double)NAN, (double)NAN, 1e9));
    assert_false(reference_close((double)INFINITY, 1, 2e-5));
}

/* Counted address by address. */
static void sectors_are_those_of_the_addresses(void **state) {
    (void)state;
    for (size_t offset = 0; offset < 70; offset++)
        for (size_t lanes = 1; lanes <= 32; lanes++) {
            size_t sectors = 0, last = SIZE_MAX;
            for (size_t lane = 0; lane < lanes; lane++) {
                size_t sector = (offset + lane) * 4 / 32;
                sectors += sector != last;
                last = sector;
            }
            assert_int_equal(reference_sectors(offset, lanes), sectors);
        }
}

static const struct size_facts h200 = {60 * MIB, 233472, 132, 139 * GIB, EFFORT_FULL};
static const struct size_facts laptop = {32 * MIB, 102400, 24, 7 * GIB, EFFORT_FULL};
static const struct size_facts t4 = {4 * MIB, 65536, 40, 14 * GIB, EFFORT_FULL};
static const struct size_facts tiny = {4 * MIB, 65536, 132, GIB, EFFORT_CHECK};
static const struct size_facts *const cards[] = {&h200, &laptop, &t4, &tiny};

static void inside_the_l2_or_far_outside(void **state) {
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const struct size_facts *f = cards[i];
        assert_true(size_vecadd(f, false).value * 12 <= f->l2);
        assert_true(size_vecadd(f, true).value * 12 >= DRAM_TIMES_L2 * f->l2);
        assert_true(size_shifted(f, false).value * 4 <= f->l2);
        assert_true(size_shifted(f, true).value * 4 >= DRAM_TIMES_L2 * f->l2);
        assert_true(size_pattern(f, 1).value >= DRAM_TIMES_L2 * f->l2);
        assert_true(size_pattern(f, 3).value >= DRAM_TIMES_L2 * f->l2);
    }
    assert_true(size_vecadd(&h200, true).value == (uint64_t)1 << 28);
    assert_true(size_gemm(&h200).value == 4096);
    assert_true(size_pattern(&h200, 3).value == 4 * GIB);
}

/* Between two readings of a hot line passes more than the L2 holds: the set and thrice as much. */
static void the_hot_set_is_pushed_out(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        uint64_t hot = size_hot(cards[i], 49).value;
        assert_true(hot % (cards[i]->sms * 32768) == 0 && hot > 0);
        if (cards[i] == &h200) assert_true(4 * hot > h200.l2 && hot < h200.l2 / 3);
    }
}

/* Kernels take whole blocks only. */
static void whole_blocks(void **state) {
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const struct size_facts *f = cards[i];
        assert_true(size_gemm(f).value % 128 == 0 && size_gemm(f).value > 0);
        for (int dram = 0; dram < 2; dram++) {
            assert_true(size_vecadd(f, dram).value % 4096 == 0);
            assert_true(size_shifted(f, dram).value % 2048 == 0);
        }
        for (int buffers = 1; buffers <= 3; buffers++)
            assert_true(size_pattern(f, buffers).value % MIB == 0);
        assert_true(size_spill(f).value % 256 == 0);
        /* What is said to be needed holds all buffers. */
        assert_true(size_gemm(f).need >= 12 * size_gemm(f).value * size_gemm(f).value);
        assert_true(size_vecadd(f, true).need >= 12 * size_vecadd(f, true).value);
        assert_true(size_shifted(f, true).need >= 4 * size_shifted(f, true).value + 4 * f->l2);
        assert_true(size_pattern(f, 3).need >= 3 * size_pattern(f, 3).value);
        assert_true(size_spill(f).need >= 8 * size_spill(f).value);
        assert_true(size_pages(f, 0).value == 64 * MIB);
    }
}

static void too_little_memory_has_a_reason(void **state) {
    (void)state;
    for (uint64_t free_now = MIB; free_now < 200 * GIB; free_now += free_now / 3) {
        struct size_facts f = h200;
        f.free = free_now;
        const struct size all[] = {
            size_gemm(&f),          size_vecadd(&f, false), size_vecadd(&f, true),
            size_pattern(&f, 1),    size_pattern(&f, 3),    size_shifted(&f, false),
            size_shifted(&f, true), size_spill(&f),         size_hot(&f, 49),
            size_pages(&f, 0),      size_pages(&f, 5)};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
            bool fits = (double)all[i].need <= MEMORY_SHARE * (double)free_now;
            assert_true(fits == (all[i].value > 0));
            assert_true(fits == (all[i].why[0] == '\0'));
        }
    }
}

static bool no_answer(void *self, const char *name, char text[ANSWER_TEXT]) {
    (void)self;
    snprintf(text, ANSWER_TEXT, "%s: not asked here", name);
    return false;
}

/* Runs --only SERIES on a recording; the caller frees. */
static struct ran only(const char *recording, const char *series) {
    struct folder f = folder_make();
    const char *arguments[] = {replay_program(), "--replay", recording, "--quick",
                               "--only",         series,     NULL};
    struct ran r = run_program(&f, arguments);
    folder_remove(&f);
    return r;
}

/* Whether a point is missing: lines of points begin with two spaces. */
static bool lacks_points(const char *table) {
    for (const char *line = table; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *end = strchr(line, '\n'), *word = strstr(line, " missing: ");
        if (strncmp(line, "  ", 2) == 0 && word && (!end || word < end)) return true;
    }
    return false;
}

/* Every experiment of the recording has figures: no name is misspelt between probe and lab. */
static void the_recording_holds_them_all(void **state) {
    (void)state;
    assert_true(lacks_points("x.time\n  a  1 s\n  b  missing: why\n"));
    assert_false(lacks_points("x.time\n  a  1 s\ncounters: missing: why\n"));
    static const char *const experiments[] = {"vecadd",
                                              "gemm",
                                              "stream",
                                              "mix",
                                              "warps",
                                              "misalign",
                                              "spill",
                                              "paths",
                                              "partition",
                                              "broadcast",
                                              "pages",
                                              "limits",
                                              "persist",
                                              "atomic",
                                              "store",
                                              "warm",
                                              "peer",
                                              "bank.wide.cycles",
                                              "bank.double.passes",
                                              "constant.c",
                                              "sweep.cold"};
    for (size_t i = 0; i < sizeof experiments / sizeof experiments[0]; i++) {
        struct ran r = only(RECORDING, experiments[i]);
        assert_int_equal(r.status, 0);
        if (lacks_points(r.out)) fail_msg("%s: %s", experiments[i], r.out);
        assert_true(strstr(r.out, experiments[i]) == r.out);
        ran_free(&r);
    }
}

/* Many single readings are one line at the terminal. */
static void readings_are_one_line(void **state) {
    (void)state;
    struct ran r = only(RECORDING, "partition.map");
    assert_int_equal(r.status, 0);
    if (strncmp(r.out, "partition.map\n  1056 readings, 2", 32) != 0) fail_msg("%s", r.out);
    assert_non_null(strstr(r.out, " cycles to "));
    ran_free(&r);
}

/* The names on the list are those that the experiments make, each once. */
static void every_series_is_on_the_list(void **state) {
    (void)state;
    char *json = file_get("kernels/tests/data/h200-quick.json");
    assert_non_null(json);
    const struct row *row;
    const char *file;
    for (int i = 0; (row = measure_row(i, &file)); i++) {
        char key[80];
        snprintf(key, sizeof key, "\n    \"%s\": {\n      \"unit\"", row->name);
        const char *at = strstr(json, key);
        if (!at || strstr(at + 1, key)) fail_msg("%s", row->name);
    }
    free(json);
}

/* --list prints them, one a line, with unit, file and what is done. */
static void the_list_is_printed(void **state) {
    (void)state;
    struct folder f = folder_make();
    const char *arguments[] = {replay_program(), "--list", NULL}, *file;
    struct ran r = run_program(&f, arguments);
    const struct row *row;
    const char *line = r.out;
    assert_int_equal(r.status, 0);
    for (int i = 0; (row = measure_row(i, &file)); i++) {
        char want[800];
        int n = snprintf(want, sizeof want, "%-22s %-7s %-18s %s\n", row->name, row->unit,
                         file ? file : "-", row->method);
        if (strncmp(line, want, (size_t)n) != 0) fail_msg("%.200s is not %s", line, want);
        line += n;
    }
    assert_string_equal(line, "");
    ran_free(&r);
    folder_remove(&f);
}

/* A step is found by the key of its probe, shaped: a size in KiB, a version, the same steps. */
static void the_walk_through_constant_memory(void **state) {
    (void)state;
    static struct series room[SERIES_MOST];
    static struct result result = {.series = room};
    struct backend none = {.ask = no_answer};
    struct session s = {.backend = &none, .result = &result, .sizes = h200};
    struct step step;
    s.sizes.free = 0;
    assert_false(experiment_step(&s, "constant_chase.5.lane", &step));
    assert_true(experiment_step(&s, "constant_chase.3.lane", &step));
    assert_int_equal(step.p.c.size, 3 << 10);
    assert_true(experiment_step(&s, "constant_chase.64.lane", &step));
    assert_int_equal(step.size.value, 65536);
    assert_int_equal(step.p.c.size, 65536);
    assert_int_equal(step.p.c.variant, 1);
    assert_int_equal(step.p.c.param, 4096);
    assert_true(experiment_step(&s, "constant_chase.1.uniform", &step));
    assert_int_equal(step.p.c.size, 1024);
    assert_int_equal(step.p.c.variant, 0);
}

static bool much_free(void *self, const char *name, char text[ANSWER_TEXT]) {
    (void)self;
    snprintf(text, ANSWER_TEXT, "149250000000");
    return strcmp(name, "free") == 0;
}

/* The variant that a step stands for, and how its probe is shaped. */
static void variants_of_steps(void **state) {
    (void)state;
    static const struct {
        const char *key;
        int variant;
        uint64_t size;
        uint32_t places;
    } cases[] = {{"carveout.default.16", 101, 16 << 10, 0},
                 {"carveout.75.240", 75, 240 << 10, 0},
                 {"persist.aside.none", 0, 0, 3},
                 {"persist.aside.10", 13, 0, 3},
                 {"persist.aside.100", 103, 0, 3},
                 {"persist.window", 1, 0, 9},
                 {"atomic.shared.one", 0, 512, 0},
                 {"atomic.global.lane", 6, 512, 0},
                 {"atomic.shared.lane", 2, 4096, 0},
                 {"atomic.global.reduced", 7, 64, 0},
                 {"store.full.l2", 0, 16 * MIB, 0},
                 {"store.byte.dram", 5, GIB, 0},
                 {"bank.wide.one", 1, 8192, 0},
                 {"bank.wide.second", 9, 8192, 0},
                 {"bank.double.one", 10, 8192, 0},
                 {"constant.alone.constant.same", 2, 0, 0},
                 {"constant.alone.global.own", 5, 0, 0},
                 {"gemm.naive", 1, 4096, 0},
                 {"gemm.tile16", 8, 4096, 0},
                 {"gemm.tile128", 7, 4096, 0},
                 {"peer.copy.both.256", 1, 256 << 10, 0},
                 {"peer.kernel.write", 3, GIB, 0},
                 {"peer.chase.512", 0, 512 * MIB, 0},
                 {"peer.atomic.own.returned", 2, 4096, 9},
                 {"peer.atomic.peer.sent", 3, 4096, 9},
                 {"peer.reduce.65536", 0, 64 * MIB, 0}};
    static struct series room[SERIES_MOST];
    static struct result result = {.series = room};
    struct backend roomy = {.ask = much_free};
    struct session s = {.backend = &roomy, .result = &result, .sizes = h200};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct step step;
        if (!experiment_step(&s, cases[i].key, &step)) fail_msg("%s", cases[i].key);
        assert_int_equal(step.p.c.variant, cases[i].variant);
        assert_int_equal(step.p.c.places, cases[i].places);
        if (cases[i].size && step.size.value != cases[i].size)
            fail_msg("%s: %llu", cases[i].key, (unsigned long long)step.size.value);
    }
}

/* Runs --only SERIES on the recording with `more` behind it; the caller frees. */
static struct ran only_with(const char *more, const char *series) {
    struct folder f = folder_make();
    char *all = file_get(RECORDING);
    struct buf t = {0};
    assert_non_null(all);
    for (char *line = all, *end; (end = strchr(line, '\n')); line = end + 1) {
        const size_t length = (size_t)(end - line) + 1;
        char own[2][40]; /* what the recording itself holds of it gives way */
        snprintf(own[0], sizeof own[0], "\t%s\t", series);
        snprintf(own[1], sizeof own[1], "\tproperty.%s.", series);
        *end = '\0';
        const bool gives_way = strstr(line, own[0]) || strstr(line, own[1]);
        *end = '\n';
        if (!gives_way) buf_add(&t, line, length);
    }
    buf_str(&t, more);
    assert_false(t.overflow);
    file_put(in(&f, "more"), t.ptr);
    struct ran r = only(in(&f, "more"), series);
    buf_free(&t);
    free(all);
    folder_remove(&f);
    return r;
}

static void point_is(const char *out, const char *series, const char *point) {
    const char *at = strstr(out, series);
    at = at ? strchr(at, '\n') : NULL;
    if (!at) fail_msg("no %s: %s", series, out);
    for (at++; strncmp(at, "  ", 2) == 0; at = strchr(at, '\n') + 1)
        if (strncmp(at, point, strlen(point)) == 0) return;
    fail_msg("%s has no line \"%s\": %s", series, point, out);
}

/* Percentages that give the same are one carve-out; the first of them stands for it. */
static void carveouts_that_differ(void **state) {
    (void)state;
    struct buf more = {0};
    buf_str(&more, "ask\tproperty.carveout.101.shared\t1\t65536\n"
                   "ask\tproperty.carveout.101.l1\t1\t98304\n");
    for (int p = 0; p <= 100; p++) {
        buf_printf(&more, "ask\tproperty.carveout.%d.shared\t1\t%d\n", p, p > 50 ? 65536 : 32768);
        buf_printf(&more, "ask\tproperty.carveout.%d.l1\t1\t%d\n", p, p > 50 ? 65536 : 98304);
    }
    struct ran r = only_with(more.ptr, "carveout");
    assert_int_equal(r.status, 0);
    point_is(r.out, "carveout.shared.bytes", "  default                64.0 KiB");
    point_is(r.out, "carveout.shared.bytes", "  2                      64.0 KiB");
    point_is(r.out, "carveout.percent", "  default          missing: the kernel asked for none");
    point_is(r.out, "carveout.percent", "  1                             0");
    point_is(r.out, "carveout.percent", "  2                            51");
    point_is(r.out, "carveout.l1.footprint", "  1                      96.0 KiB");
    point_is(r.out, "carveout.l1.footprint", "  2                      64.0 KiB");
    assert_null(strstr(r.out, "\n  3  "));
    ran_free(&r);
    buf_free(&more);
    r = only_with("ask\tproperty.carveout.101.l1\t0\tnot on this card\n", "carveout");
    point_is(r.out, "carveout.l1.footprint", "  default          missing: not on this card");
    ran_free(&r);
}

/* One sample in a look, none thrown away before it; or the reason. */
static void waking_up_is_not_warmed_up(void **state) {
    (void)state;
    struct ran r = only_with("open\twarm\t1\t\n"
                             "sample\twarm\t1\t0.5 - 345000000 2.8\n"
                             "sample\twarm\t1\t0.1 - 900000000 2.8\n",
                             "warm");
    assert_int_equal(r.status, 0);
    point_is(r.out, "warm.time", "                         500.0 ms\n");
    point_is(r.out, "warm.clock", "                        345.0 MHz\n");
    ran_free(&r);
    r = only_with("open\twarm\t1\t\n"
                  "sample\twarm\t0\tthe clock did not settle in the time given\n",
                  "warm");
    point_is(r.out, "warm.time", "                   missing: the clock did not settle");
    ran_free(&r);
}

static void wake_up(const char *data, struct result *result) {
    struct backend replayed;
    struct problem why;
    assert_true(replay_backend(&replayed, text_of(data), &why));
    struct session s = {.backend = &replayed, .result = result, .only = "warm"};
    assert_true(experiment_run(&s, "warm.time"));
    replayed.end(replayed.self);
}

/* In a measurement three of them, and the one that lies between is kept. */
static void waking_up_three_times(void **state) {
    (void)state;
    static struct series room[SERIES_MOST];
    static struct result result = {.series = room};
    static const char data[] = RECORDING_HEADER "\nopen\twarm\t1\t\n"
                                                "sample\twarm\t1\t0.5 - 345000000 2.8\n"
                                                "sample\twarm\t1\t0.1 - 345000000 2.8\n"
                                                "sample\twarm\t1\t0.2 - 900000000 2.8\n";
    wake_up(data, &result);
    assert_true(result_median(&result, "warm.time", NULL, NULL) == 0.2);
    assert_true(result_median(&result, "warm.clock", NULL, NULL) == 345e6);
    assert_int_equal(result_find(&result, "warm.time")->point[0].stats.runs, 3);
}

/* Where two of them agree there is no third. */
static void waking_up_twice_the_same(void **state) {
    (void)state;
    static struct series room[SERIES_MOST];
    static struct result result = {.series = room};
    static const char data[] = RECORDING_HEADER "\nopen\twarm\t1\t\n"
                                                "sample\twarm\t1\t0.0002 - 1980000000 2.8\n"
                                                "sample\twarm\t1\t0.00021 - 1980000000 2.8\n"
                                                "sample\twarm\t1\t0.5 - 900000000 2.8\n";
    wake_up(data, &result);
    assert_true(result_median(&result, "warm.time", NULL, NULL) == 0.0002);
    assert_int_equal(result_find(&result, "warm.time")->point[0].stats.runs, 2);
}

static bool much_memory(void *self, const char *name, char text[ANSWER_TEXT]) {
    (void)self;
    snprintf(text, ANSWER_TEXT, "139000000000");
    return strcmp(name, "free") == 0;
}

/* The versions of the ladder are those of four files, under one name. */
static void the_steps_of_the_ladder(void **state) {
    (void)state;
    static const struct {
        const char *key, *lab;
        int variant;
    } want[] = {
        {"ladder.uncoalesced.4096", "ladder", 0},       {"ladder.ahead.4096", "ladder", 7},
        {"ladder.async.4096", "ladder_deep", 0},        {"ladder.shares.4096", "ladder_deep", 2},
        {"ladder.cublas.4096", "ladder_cublas", 0},     {"ladder.tf32.4096", "ladder_tensor", 0},
        {"ladder.cublas_tf32.4096", "ladder_cublas", 1}};
    static struct series room[SERIES_MOST];
    static struct result result = {.series = room};
    struct backend card = {.ask = much_memory};
    struct session s = {.backend = &card, .result = &result, .sizes = h200};
    struct step step;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_true(experiment_step(&s, want[i].key, &step));
        assert_string_equal(step.p.lab, want[i].lab);
        assert_int_equal(step.p.c.variant, want[i].variant);
        assert_int_equal(step.p.c.size, 4096);
        assert_true(step.figure[0] == 2.0 * 4096 * 4096 * 4096);
    }
    assert_true(experiment_step(&s, "ladder.wide.2048", &step));
    assert_int_equal(step.p.c.size, 2048);
}

/* Each version has a place of its own in the series. */
static void a_place_for_each_step_of_the_ladder(void **state) {
    (void)state;
    struct ran r = only(RECORDING, "ladder.registers");
    static const char *const version[] = {
        "uncoalesced", "coalesced", "tile", "column", "square", "vector", "banks",
        "ahead",       "async",     "wide", "shares", "cublas", "tf32",   "cublas_tf32"};
    const char *at = r.out;
    for (size_t i = 0; i < sizeof version / sizeof version[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "\n  %s ", version[i]);
        at = at ? strstr(at, line) : NULL;
        if (!at) fail_msg("%s: %s", version[i], r.out);
    }
    ran_free(&r);
}

/* Much memory is free, and nothing else is known. */
static bool memory(void *self, const char *name, char text[ANSWER_TEXT]) {
    snprintf(text, ANSWER_TEXT, "149000000000");
    return strcmp(name, "free") == 0 || no_answer(self, name, text);
}

/* Two blocks of each kernel are resident, too. */
static bool two_blocks(void *self, const char *name, char text[ANSWER_TEXT]) {
    const size_t length = strlen(name), word = strlen(".blocks");
    snprintf(text, ANSWER_TEXT, "2");
    return (length > word && strcmp(name + length - word, ".blocks") == 0) ||
           memory(self, name, text);
}

static struct step step_of(const char *key, bool blocks) {
    static struct series room[SERIES_MOST];
    static struct result result = {.series = room};
    struct backend backend = {.ask = blocks ? two_blocks : memory};
    struct session s = {.backend = &backend, .result = &result, .sizes = h200};
    struct step step;
    if (!experiment_step(&s, key, &step)) fail_msg("no step %s", key);
    return step;
}

/* The weights of a model of 8.03 billion, without the input table of 128,256 x 4,096. */
static void a_step_reads_the_weights(void **state) {
    (void)state;
    assert_true(size_step_weights(32) == 8030261248.0 - 128256.0 * 4096 - 65 * 4096.0);
    assert_int_equal(size_layers(&h200, 16).value, 32);
    assert_int_equal(size_layers(&h200, 8).value, 32);
    const uint64_t halves = size_layers(&t4, 16).value, bytes = size_layers(&t4, 8).value;
    assert_true(halves > 4 && halves < bytes && bytes <= 32);
    assert_true(size_layers(&laptop, 16).value >= 1);
    for (uint64_t free_now = MIB; free_now < 200 * GIB; free_now += free_now / 3) {
        struct size_facts f = h200;
        f.free = free_now;
        const struct size s = size_layers(&f, 16);
        assert_true((s.value > 0) == ((double)s.need <= MEMORY_SHARE * (double)free_now));
        assert_true((s.value > 0) == (s.why[0] == '\0'));
        assert_true(s.need > size_step_weights((uint32_t)s.value) * 2 || !s.value);
    }
}

static void the_steps_of_decode(void **state) {
    (void)state;
    enum { ONCE = 1 << 16 };
    struct step step = step_of("decode.matrix.down.int8", false);
    assert_int_equal(step.p.c.variant, 9);
    assert_int_equal(step.p.c.param, ONCE + 1);
    assert_true(step.figure[1] == 4096.0 * 14336);
    assert_true(step.figure[0] >= 8 * 60.0 * MIB &&
                step.figure[0] < 8 * 60.0 * MIB + step.figure[1]);
    step = step_of("decode.matrix.overlapped.bf16", false);
    assert_int_equal(step.p.c.variant, 14);
    assert_true(step.figure[0] == 2 * size_step_weights(32) && step.figure[1] == step.figure[0]);
    step = step_of("decode.cache", false);
    assert_int_equal(step.p.c.variant, 16);
    assert_true(step.figure[0] == 1 << 30);
}

/* What can be under way is said only where the resident blocks are known. */
static void the_steps_of_asynchronous_copies(void **state) {
    (void)state;
    struct step step = step_of("async.transpose.tma.3", true);
    assert_int_equal(step.p.c.variant, 12 + 8 + 2);
    assert_int_equal(step.asked, step.p.c.variant);
    step = step_of("async.stream.load.4", true);
    assert_int_equal(step.p.c.variant, 3);
    assert_true(step.figure[1] == 132 * 4 * 16384.0); /* one block, however many fit */
    assert_true(step_of("async.product.load.4", true).figure[1] == 132 * 2 * 4 * 16384.0);
    assert_true(step_of("async.stream.load.4", false).figure[1] == 0);
    assert_int_equal(step_of("async.product.cpasync.1", true).p.c.variant, 24 + 4);
}

static void what_the_runtime_said_is_in_the_file(void **state) {
    (void)state;
    struct ran r = only(RECORDING, "limits");
    assert_non_null(strstr(r.out, "  launch.registers too many resources requested for launch\n"));
    ran_free(&r);
    char *json = file_get("kernels/tests/data/h200-quick.json");
    assert_non_null(json);
    assert_non_null(
        strstr(json, "\"launch.registers\": \"too many resources requested for launch\""));
    free(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folded_products_are_products),
        cmocka_unit_test(a_period_may_be_longer_than_the_matrix),
        cmocka_unit_test(nan_is_never_close),
        cmocka_unit_test(passes_of_wide_loads),
        cmocka_unit_test(lanes_share_by_their_distance),
        cmocka_unit_test(sectors_are_those_of_the_addresses),
        cmocka_unit_test(inside_the_l2_or_far_outside),
        cmocka_unit_test(the_hot_set_is_pushed_out),
        cmocka_unit_test(whole_blocks),
        cmocka_unit_test(too_little_memory_has_a_reason),
        cmocka_unit_test(the_recording_holds_them_all),
        cmocka_unit_test(readings_are_one_line),
        cmocka_unit_test(every_series_is_on_the_list),
        cmocka_unit_test(the_list_is_printed),
        cmocka_unit_test(the_walk_through_constant_memory),
        cmocka_unit_test(variants_of_steps),
        cmocka_unit_test(carveouts_that_differ),
        cmocka_unit_test(waking_up_is_not_warmed_up),
        cmocka_unit_test(waking_up_three_times),
        cmocka_unit_test(waking_up_twice_the_same),
        cmocka_unit_test(the_steps_of_the_ladder),
        cmocka_unit_test(a_place_for_each_step_of_the_ladder),
        cmocka_unit_test(a_step_reads_the_weights),
        cmocka_unit_test(the_steps_of_decode),
        cmocka_unit_test(the_steps_of_asynchronous_copies),
        cmocka_unit_test(what_the_runtime_said_is_in_the_file),
    };
    return cmocka_run_group_tests_name("experiments", tests, NULL, NULL);
}
