/* test_counters.c -- Nsight Compute's table, the series that come out of it, and the counts that
 * have to hold. Running ncu itself: counters.test. */
#include "support.h"

#include "../harness/counters.h"
#include "../harness/experiment.h"

#include <math.h>

static struct series room[SERIES_MOST];
static struct result result;
static struct counted_table table;

static const char lines[] = "count\ttranspose.copy.dram\t1\t2048\n"
                            "count\ttranspose.naive.dram\t1\t2048\n"
                            "count\ttranspose.tiled.dram\t1\t2048\n"
                            "count\ttranspose.padded.dram\t1\t2048\n";
enum { COPY, NAIVE, TILED, PADDED };

static bool read_file(const char *name, struct problem *why) {
    char path[128];
    snprintf(path, sizeof path, "kernels/tests/data/%s", name);
    char *data = file_get(path);
    assert_non_null(data);
    bool ok = counters_csv(text_of(data), &table, why);
    free(data);
    return ok;
}

static void fill_from(const char *name, const char *said) {
    struct problem why;
    struct session s = {.result = &result};
    memset(&result, 0, sizeof result);
    result.series = room;
    if (!read_file(name, &why)) fail_msg("%s: %s", name, why.text);
    counters_series(&s, NULL);
    counters_fill(&result, said, &table);
}

static const struct series *series_of(const char *name) {
    const struct series *s = result_find(&result, name);
    if (!s) fail_msg("no series %s", name);
    return s;
}

static const struct point *point_of(const char *name, int first, int second) {
    const struct series *s = series_of(name);
    for (int i = 0; i < s->points; i++)
        if (s->point[i].at[0] == first && s->point[i].at[1] == second) return &s->point[i];
    fail_msg("%s has no point %d, %d", name, first, second);
    return NULL;
}

static void is(const char *name, int first, int second, double want) {
    const struct point *p = point_of(name, first, second);
    if (p->missing) fail_msg("%s[%d, %d] is missing: %s", name, first, second, p->reason);
    if (!(fabs(p->stats.median - want) <= 1e-12 * want))
        fail_msg("%s[%d, %d] is %g, not %g", name, first, second, p->stats.median, want);
}

static void missing(const char *name, int first, int second, const char *why) {
    const struct point *p = point_of(name, first, second);
    assert_true(p->missing);
    if (!strstr(p->reason, why)) fail_msg("\"%s\" does not say \"%s\"", p->reason, why);
}

static void table_in_nsights_form(void **state) {
    (void)state;
    struct problem why;
    assert_true(read_file("ncu-transpose.csv", &why));
    assert_int_equal(table.count, 4);
    assert_string_equal(table.row[2].kernel, "tiled(const float *, float *, unsigned int)");
    assert_true(table.row[2].value[METRIC_SHARED_CONFLICTS] == 4063232);
    assert_true(table.row[1].value[METRIC_STORE_RATIO] == 32);
    assert_true(table.row[0].value[METRIC_ACTIVE] == 87.31);
    assert_string_equal(table.bad, "");
}

static void figures_of_the_series(void **state) {
    (void)state;
    const double n = 2048, sectors = n * n * 4 / 32, loads = n * n / 32;
    fill_from("ncu-transpose.csv", lines);
    is("transpose.sectors", COPY, 0, 4);
    is("transpose.sectors", NAIVE, 1, 32);
    is("transpose.dram", COPY, 0, n * n * 4 + 4096);
    is("transpose.dram", COPY, 1, 1024);
    is("transpose.hit", NAIVE, 1, 3670016 / (9 * sectors));
    is("transpose.hit", NAIVE, 0, 0);
    is("transpose.loads", COPY, 0, 0);
    is("transpose.loads", TILED, 0, loads);
    is("transpose.wavefronts", TILED, 0, loads * 32);
    is("transpose.conflicts", TILED, 0, loads * 31);
    is("transpose.conflicts", PADDED, 0, 37); /* other work in the pipe */
    assert_int_equal(measure_cross_check(&result), 0);
    assert_string_equal(series_of("transpose.loads")->origin, "counted");
    assert_string_equal(series_of("transpose.loads")->kernel, "transpose.cu");
    missing("stride.sectors", 0, 0, "the run under ncu did not come to it");
}

/* A template's kernel, at one number of tiles under way; what ncu did not give is missing. */
static void instructions_of_asynchronous_copies(void **state) {
    (void)state;
    struct session s = {.result = &result};
    memset(&result, 0, sizeof result);
    result.series = room;
    table = (struct counted_table){.count = 2};
    for (int i = 0; i < 2; i++)
        for (int m = 0; m < METRICS; m++)
            table.row[i].value[m] = NAN;
    snprintf(table.row[0].kernel, KERNEL_NAME, "void stream_tiles<(int)2, (int)2>(matrices)");
    snprintf(table.row[1].kernel, KERNEL_NAME, "void product_tiles<(int)0, (int)2>(matrices)");
    table.row[0].value[METRIC_EXECUTED] = 19000000;
    counters_series(&s, NULL);
    counters_fill(&result,
                  "count\tasync.stream.tma.2\t1\t4294967296\n"
                  "count\tasync.product.load.2\t1\t4096\n",
                  &table);
    is("async.stream.instructions", 2, 0, 19000000);
    missing("async.stream.instructions", 1, 0, "the run under ncu did not come to it");
    missing("async.product.instructions", 0, 0, "ncu gave no such count for this kernel");
}

/* The same cases at another size: the counts in the table cannot be theirs. */
static void counts_that_cannot_be_are_suspect(void **state) {
    (void)state;
    static const char larger[] = "count\ttranspose.copy.dram\t1\t2048\n"
                                 "count\ttranspose.naive.dram\t1\t2048\n"
                                 "count\ttranspose.tiled.dram\t1\t2304\n"
                                 "count\ttranspose.padded.dram\t1\t2048\n";
    fill_from("ncu-transpose.csv", larger);
    assert_int_equal(measure_cross_check(&result), 3);
    assert_string_equal(series_of("transpose.loads")->suspect,
                        "tiled: counted 131072, the kernel asks for 165888");
    assert_string_equal(series_of("transpose.conflicts")->suspect,
                        "tiled: counted 4063232, the kernel asks for 5142528");
    assert_string_equal(series_of("transpose.sectors")->suspect, "");
}

static void what_could_not_be_launched_says_why(void **state) {
    (void)state;
    static const char shorter[] = "count\ttranspose.copy.dram\t1\t2048\n"
                                  "count\ttranspose.naive.dram\t0\tneeds 2.0 GiB, 1.1 GiB free\n"
                                  "count\ttranspose.tiled.dram\t1\t2048\n";
    fill_from("ncu-transpose.csv", shorter); /* the second row is then of the wrong kernel */
    is("transpose.sectors", COPY, 0, 4);
    missing("transpose.sectors", NAIVE, 0, "needs 2.0 GiB, 1.1 GiB free");
    missing("transpose.loads", TILED, 0, "ncu's row is of \"naive(const float *");
    missing("transpose.loads", TILED, 0, "not of tiled");
    missing("transpose.loads", PADDED, 0, "did not come to it");
}

static void numbers_of_another_locale_are_refused(void **state) {
    (void)state;
    fill_from("ncu-commas.csv", lines); /* 4,063,232: no doubt what is meant */
    is("transpose.conflicts", TILED, 0, 4063232);
    struct problem why;
    assert_false(read_file("ncu-german.csv", &why));
    assert_non_null(strstr(why.text, "is \"16.781.312\", not a number as the C locale writes it"));
}

static void other_units_are_refused(void **state) {
    (void)state;
    fill_from("ncu-megabytes.csv", lines);
    missing("transpose.dram", COPY, 0,
            "ncu gave dram__bytes_read.sum in \"Mbyte\", not in \"byte\"");
    is("transpose.loads", TILED, 0, 131072);
}

static bool csv(const char *text, struct problem *why) {
    return counters_csv(text_of(text), &table, why);
}

static void tables_that_are_none(void **state) {
    (void)state;
    struct problem why;
    assert_true(read_file("ncu-refused.log", &why));
    assert_int_equal(table.count, 0);
    assert_true(csv("", &why));
    assert_int_equal(table.count, 0);
    assert_true(csv("==PROF== Profiling \"odd\nhello\n", &why));
    assert_int_equal(table.count, 0);
    assert_false(csv("\"ID\",\"Kernel Name\"\n\"0\",\"a\"\n", &why)); /* no units */
    assert_non_null(strstr(why.text, "no row of units"));
    assert_true(
        csv("\"ID\",\"Kernel Name\"\r\n\"\",\"\"\r\n\"0\",\"a \"\"b\"\"\nc, d\"\r\n", &why));
    assert_int_equal(table.count, 1);
    assert_string_equal(table.row[0].kernel, "a \"b\"\nc, d");
}

static void numbers(void **state) {
    (void)state;
    static const struct {
        const char *cell;
        double want; /* NAN: refused */
    } cases[] = {{"0", 0},
                 {"12", 12},
                 {"1234567", 1234567},
                 {"1,234", 1234},
                 {"1,234,567.5", 1234567.5},
                 {"12,345", 12345},
                 {"0.25", 0.25},
                 {"1,23", NAN},
                 {"1,2345", NAN},
                 {"1234,567", NAN},
                 {",123", NAN},
                 {"1.234,5", NAN},
                 {"1.234.567", NAN},
                 {"12,34,567", NAN},
                 {"-3", NAN},
                 {"1 234", NAN},
                 {"nan", NAN},
                 {"inf", NAN},
                 {"12%", NAN},
                 {"1,234.", NAN},
                 {"1,234,", NAN},
                 {"n/a", NAN},
                 {"", NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        struct problem why;
        snprintf(text, sizeof text,
                 "\"Kernel Name\",\"smsp__inst_executed_op_shared_ld.sum\"\n\"\",\"inst\"\n"
                 "\"k\",\"%s\"\n",
                 cases[i].cell);
        bool read = csv(text, &why);
        double got = table.row[0].value[METRIC_SHARED_LOADS];
        bool none = strcmp(cases[i].cell, "n/a") == 0 || strcmp(cases[i].cell, "nan") == 0 ||
                    cases[i].cell[0] == '\0';
        if (isnan(cases[i].want) ? read != none || !isnan(got) : !read || got != cases[i].want)
            fail_msg("\"%s\" was read as %g", cases[i].cell, got);
    }
}

/* Cut off at any byte, and without the NUL that a string has: read within its bounds. */
static void cut_tables_do_not_crash(void **state) {
    (void)state;
    char *whole = file_get("kernels/tests/data/ncu-transpose.csv");
    assert_non_null(whole);
    for (size_t length = 0; length < strlen(whole); length += 7) {
        struct problem why;
        char *part = malloc(length + 1);
        assert_non_null(part);
        char *exact = realloc(part, length ? length : 1);
        assert_non_null(exact);
        memcpy(exact, whole, length);
        bool read = counters_csv((struct text){exact, length}, &table, &why);
        assert_true(table.count <= 4);
        /* Half a number is another number: half a row is none. */
        if (length > strlen(whole) - 300) assert_true(!read || table.count == 3);
        free(exact);
    }
    free(whole);
}

/* Two launches, with what is timed and without: their difference is counted. */
static void what_comes_before_is_taken_off(void **state) {
    (void)state;
    static const char said[] = "count\tlatency.each.part\t1\t16777216\n"
                               "count\tlatency.each.whole\t1\t48234496\n"
                               "count\tlatency.each.beyond\t0\tneeds more\n"
                               "count\tlatency.each.part.less\t1\t16777216\n"
                               "count\tlatency.each.whole.less\t0\tinterrupted\n";
    struct session s = {.result = &result};
    memset(&result, 0, sizeof result);
    result.series = room;
    memset(&table, 0, sizeof table);
    table.count = 3;
    const double sectors[] = {500, 900, 300}, hits[] = {450, 800, 260}, loads[] = {500, 900, 300};
    const double dram[] = {7 * 32, 0, 2 * 32};
    for (size_t i = 0; i < table.count; i++) {
        struct counted_row *row = &table.row[i];
        snprintf(row->kernel, sizeof row->kernel, "each_load(walk_end *, unsigned int)");
        for (int m = 0; m < METRICS; m++)
            row->value[m] = NAN;
        row->value[METRIC_L2_SECTORS] = sectors[i];
        row->value[METRIC_L2_HIT] = hits[i];
        row->value[METRIC_L1_REQUESTS] = loads[i];
        row->value[METRIC_DRAM_READ] = dram[i];
    }
    counters_series(&s, NULL);
    counters_fill(&result, said, &table);
    is("latency.hit", 0, 0, 190.0 / 200);
    is("latency.dram.sectors", 0, 0, 5.0 / 200);
    table.row[0].value[METRIC_DRAM_READ] = 32; /* less than without the lap: noise, and nothing */
    counters_fill(&result, said, &table);
    is("latency.dram.sectors", 0, 0, 0);
    missing("latency.hit", 1, 0, "interrupted");
    missing("latency.dram.sectors", 2, 0, "needs more");
}

/* Everything is in the L1: what the L2 is asked for is the first round alone. */
static void no_rate_of_an_l2_that_is_hardly_asked(void **state) {
    (void)state;
    static struct session s = {.result = &result, .sizes = {60 << 20, 233472, 132, 0, EFFORT_FULL}};
    memset(&result, 0, sizeof result);
    result.series = room;
    memset(&table, 0, sizeof table);
    table.count = 2;
    for (size_t i = 0; i < table.count; i++) {
        struct counted_row *row = &table.row[i];
        snprintf(row->kernel, sizeof row->kernel, "sweep(const uint4 *)");
        for (int m = 0; m < METRICS; m++)
            row->value[m] = NAN;
        row->value[METRIC_L1_SECTORS] = 10000;
        row->value[METRIC_L1_HIT] = i ? 7500 : 9990;
        row->value[METRIC_L2_SECTORS] = i ? 2500 : 10;
        row->value[METRIC_L2_HIT] = i ? 2400 : 2;
    }
    counters_series(&s, NULL);
    counters_fill(&result, "count\tsweep.1\t1\t16384\ncount\tsweep.12\t1\t262144\n", &table);
    is("sweep.hit", 0, 0, 0.999);
    missing("sweep.hit", 0, 1, "next to nothing went past the L1");
    is("sweep.hit", 11, 0, 0.75);
    is("sweep.hit", 11, 1, 0.96);
    missing("sweep.hit", 12, 1, "the run under ncu did not come to it");
    assert_int_equal(series_of("sweep.hit")->axis[0].count, 36);
}

static void more_rows_than_there_is_room_for(void **state) {
    (void)state;
    struct buf t = {0};
    struct problem why;
    buf_str(&t, "\"Kernel Name\"\n\"\"\n");
    for (int i = 0; i < COUNTED_ROWS; i++)
        buf_str(&t, "\"k\"\n");
    assert_true(counters_csv(buf_text(&t), &table, &why));
    assert_int_equal(table.count, COUNTED_ROWS);
    buf_str(&t, "\"k\"\n");
    assert_false(counters_csv(buf_text(&t), &table, &why));
    assert_non_null(strstr(why.text, "more than 256 rows"));
    buf_free(&t);
}

static void not_asked_for_is_one_reason(void **state) {
    (void)state;
    struct session s = {.result = &result};
    memset(&result, 0, sizeof result);
    result.series = room;
    assert_string_equal(counters_series(&s, NULL), "counters were not asked for (COUNTERS=1)");
    int series = 0;
    const struct row *row;
    const char *file;
    for (; (row = counters_row(series, &file)); series++) {
        const struct series *one = series_of(row->name);
        for (int i = 0; i < one->points; i++)
            assert_string_equal(one->point[i].reason, "counters were not asked for (COUNTERS=1)");
    }
    assert_int_equal(result.series_count, series);
    assert_true(series > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(table_in_nsights_form),
                                       cmocka_unit_test(figures_of_the_series),
                                       cmocka_unit_test(instructions_of_asynchronous_copies),
                                       cmocka_unit_test(counts_that_cannot_be_are_suspect),
                                       cmocka_unit_test(what_could_not_be_launched_says_why),
                                       cmocka_unit_test(numbers_of_another_locale_are_refused),
                                       cmocka_unit_test(other_units_are_refused),
                                       cmocka_unit_test(tables_that_are_none),
                                       cmocka_unit_test(numbers),
                                       cmocka_unit_test(cut_tables_do_not_crash),
                                       cmocka_unit_test(what_comes_before_is_taken_off),
                                       cmocka_unit_test(no_rate_of_an_l2_that_is_hardly_asked),
                                       cmocka_unit_test(more_rows_than_there_is_room_for),
                                       cmocka_unit_test(not_asked_for_is_one_reason)};
    return cmocka_run_group_tests_name("counters", tests, NULL, NULL);
}
