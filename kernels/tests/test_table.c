/* test_table.c -- experiments whose kernels leave tables: the histogram of a chase's loads and the map
 * of the L2's parts, from a card that is made up; and tables in recordings. */
#include "support.h"

#include "../harness/experiment.h"
#include "../harness/record.h"

#include <math.h>

#define MIB ((uint64_t)1 << 20)

/* The card that is made up. */
static struct {
    int sms, parts;
    bool fails; /* at the last footprint, and the map */
    int tables, samples;
} card;

static struct series room[SERIES_MOST];
static struct result result;

static bool ask(void *self, const char *name, char text[ANSWER_TEXT]) {
    (void)self;
    if (strcmp(name, "free") == 0) return snprintf(text, ANSWER_TEXT, "%s", "100000000000") > 0;
    snprintf(text, ANSWER_TEXT, "%s: not asked here", name);
    return false;
}

static bool open_any(void *self, const struct probe *p, struct problem *why) {
    (void)self, (void)p, (void)why;
    return true;
}

static bool sample(void *self, const struct probe *p, struct sample *s, struct problem *why) {
    (void)self, (void)p, (void)why;
    card.samples++;
    *s = (struct sample){1e-3, 300, 1.98e9, 1e-3};
    return true;
}

/* Loads by bins of ten cycles: at `part` 1,000 of 280 to 289; at `whole` half and half, and one of
 * 1,230; at `beyond` as many in the last two bins, and 200 of 900. */
static void histogram(const struct probe *p) {
    memset(p->table, 0, p->cells * sizeof *p->table);
    if (strstr(p->key, "part")) p->table[28] = 1000;
    if (strstr(p->key, "whole")) p->table[44] = 1500, p->table[54] = 1500, p->table[123] = 1;
    if (strstr(p->key, "beyond"))
        p->table[52] = 4000, p->table[70] = 4000, p->table[90] = 200, p->table[p->cells - 1] = 4;
}

/* SMs with odd numbers are of the other part, if there is one. */
static void map(const struct probe *p) {
    double *to = p->table;
    *to++ = card.parts;
    for (int i = 0; i < card.sms; i++)
        *to++ = card.parts > 1 && i % 2;
    for (int i = 0; i < card.sms; i++)
        for (int k = 0; k < MAP_LINES; k++)
            *to++ = card.parts > 1 && i % 2 != (k >= MAP_LINES / 2) ? 480 + i : 280 + i;
}

static bool table(void *self, const struct probe *p, struct problem *why) {
    (void)self;
    card.tables++;
    if (card.fails && (strstr(p->key, "beyond") || strstr(p->key, "map")))
        return problem_say(why, "wrong result at [3]: got 1, want 2");
    if (strstr(p->key, "latency.each"))
        histogram(p);
    else
        map(p);
    return true;
}

static void close_any(void *self, const struct probe *p) {
    (void)self, (void)p;
}

static void watch(void *self, struct conditions *c) {
    (void)self;
    *c = (struct conditions){NAN, NAN, NAN, NAN, 0, -1};
}

static struct backend made_up = {.ask = ask,
                                 .open = open_any,
                                 .sample = sample,
                                 .table = table,
                                 .close = close_any,
                                 .watch = watch};

static void run_on(struct backend *b, const char *series) {
    static const struct size_facts h200 = {60 * MIB, 233472, 132, 139ull << 30, EFFORT_FULL};
    struct session s = {.backend = b, .result = &result, .sizes = h200, .rule = stop_full};
    s.sizes.sms = (uint64_t)card.sms;
    s.top_hz = 1.98e9;
    memset(&result, 0, sizeof result);
    result.series = room;
    card.tables = card.samples = 0;
    assert_true(experiment_run(&s, series));
}

static double value(const char *name, const char *first, const char *second) {
    return result_median(&result, name, first, second);
}

static void bins_hold_every_load(void **state) {
    (void)state;
    run_on(&made_up, "latency.histogram");
    assert_int_equal(card.tables, 3);
    assert_int_equal(card.samples, 3); /* no warming up: a table is one launch's */
    const struct series *s = result_find(&result, "latency.histogram");
    /* Nothing in a bin at any footprint: it is not there. Past the last that one load in fifty
     * is in, one bin has the rest. */
    assert_int_equal(s->axis[1].count, 7);
    static const char *const bins[] = {"280", "440", "520", "540", "700", "900", "910"};
    for (int i = 0; i < 7; i++)
        assert_string_equal(s->axis[1].values[i], bins[i]);
    assert_true(value("latency.histogram", "part", "280") == 1000);
    assert_true(value("latency.histogram", "part", "440") == 0);
    assert_true(value("latency.histogram", "whole", "910") == 1);
    assert_true(value("latency.histogram", "beyond", "900") == 200);
    assert_true(value("latency.histogram", "beyond", "910") == 4);
    const double want[] = {1000, 3001, 8204};
    for (int i = 0; i < 3; i++) {
        double all = 0;
        for (int k = 0; k < 7; k++)
            all += series_point((struct series *)(uintptr_t)s, i, k)->stats.median;
        assert_true(all == want[i]);
    }
    assert_true(value("latency.lap.cycles", "whole", NULL) == 300);
    assert_true(value("latency.lap.footprint", "whole", NULL) == 46.0 * MIB);
}

static void a_footprint_that_failed_is_missing(void **state) {
    (void)state;
    card.fails = true;
    run_on(&made_up, "latency.histogram");
    card.fails = false;
    const struct series *s = result_find(&result, "latency.histogram");
    assert_true(value("latency.histogram", "part", "280") == 1000);
    assert_true(value("latency.histogram", "whole", "440") == 1500);
    const struct point *p = series_point(result_find(&result, "latency.histogram"), 2, 0);
    assert_true(p->missing);
    assert_string_equal(p->reason, "wrong result at [3]: got 1, want 2");
    assert_string_equal(s->axis[1].values[s->axis[1].count - 1], "550");
    assert_true(value("latency.histogram", "whole", "550") == 1);
}

static void a_map_of_two_parts(void **state) {
    (void)state;
    card.sms = 132, card.parts = 2;
    run_on(&made_up, "partition.map");
    assert_int_equal(card.samples, 1);
    assert_int_equal(result_find(&result, "partition.map")->points, 132 * MAP_LINES);
    assert_true(value("partition.map", "0", "1") == 280);
    assert_true(value("partition.map", "0", "8") == 480);
    assert_true(value("partition.map", "131", "1") == 480 + 131);
    assert_true(value("partition.map", "131", "5") == 280 + 131);
    assert_true(value("partition.part", "130", NULL) == 0);
    assert_true(value("partition.part", "131", NULL) == 1);
    assert_true(value("partition.sms", "0", NULL) == 66);
    assert_true(value("partition.sms", "1", NULL) == 66);
}

static void an_l2_of_one_part(void **state) {
    (void)state;
    card.sms = 3, card.parts = 1;
    run_on(&made_up, "partition.map");
    assert_true(value("partition.map", "2", "8") == 282);
    assert_true(value("partition.sms", "0", NULL) == 3);
    const struct point *p = series_point(result_find(&result, "partition.sms"), 1, 0);
    assert_true(p->missing);
    assert_string_equal(p->reason,
                        "no SM is farther from some lines than from others: the L2 has one part");
    card.fails = true;
    run_on(&made_up, "partition.map");
    card.fails = false;
    assert_string_equal(series_point(result_find(&result, "partition.part"), 0, 0)->reason,
                        "wrong result at [3]: got 1, want 2");
}

/* The file has no spread of single readings. */
static const char *no_counter(int i) {
    (void)i;
    return NULL;
}

static void readings_are_written_short(void **state) {
    (void)state;
    struct buf json = {0};
    card.sms = 3, card.parts = 2;
    run_on(&made_up, "partition.map");
    assert_true(result_json(&result, no_counter, &json));
    assert_non_null(strstr(json.ptr, "{\"at\": [\"1\", \"4\"], \"median\": 481, \"runs\": 1}"));
    assert_non_null(strstr(json.ptr, "{\"at\": [\"1\"], \"median\": 1, \"min\": 1"));
    buf_free(&json);
}

/* What was recorded comes back, and the same file of it. */
static void tables_are_recorded(void **state) {
    (void)state;
    struct buf recording = {0};
    struct backend recorder, replayer;
    struct problem why;
    card.sms = 5, card.parts = 2;
    record_backend(&recorder, &made_up, &recording);
    run_on(&recorder, "partition.map");
    recorder.end(recorder.self);
    assert_non_null(strstr(recording.ptr, "\ntable\tpartition.map\t1\t2 0 1 0 1 0 280 280 "));
    assert_true(replay_backend(&replayer, buf_text(&recording), &why));
    run_on(&replayer, "partition.map");
    assert_true(value("partition.map", "4", "5") == 484);
    card.sms = 6; /* another number of cells than the table has */
    run_on(&replayer, "partition.map");
    replayer.end(replayer.self);
    card.sms = 5;
    assert_true(replay_backend(&replayer, buf_text(&recording), &why));
    card.sms = 6;
    run_on(&replayer, "partition.map");
    replayer.end(replayer.self);
    assert_string_equal(series_point(result_find(&result, "partition.map"), 0, 0)->reason,
                        "the recording holds no readable table of partition.map");
    buf_free(&recording);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bins_hold_every_load),
                                       cmocka_unit_test(a_footprint_that_failed_is_missing),
                                       cmocka_unit_test(a_map_of_two_parts),
                                       cmocka_unit_test(an_l2_of_one_part),
                                       cmocka_unit_test(readings_are_written_short),
                                       cmocka_unit_test(tables_are_recorded)};
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
