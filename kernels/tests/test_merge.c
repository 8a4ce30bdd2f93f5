/* test_merge.c -- several runs as one file: medians, spread between runs and cards, what is refused. */
#include "support.h"

#include "../harness/merge.h"

#include "base/text.h"

/* A run in the form of result_json(), with two points. */
struct a_run {
    const char *date, *uuid, *first, *second; /* what stands behind "at" */
    const char *name, *sha256;                /* NULL: as in all */
};

static const char one[] = "\"median\": 100, \"min\": 90, \"max\": 120, \"p05\": 95, \"p95\": 110, "
                          "\"runs\": 21";
static const char two[] = "\"median\": 104, \"min\": 80, \"max\": 112, \"p05\": 99, \"p95\": 111, "
                          "\"runs\": 31";
static const char three[] = "\"median\": 90, \"min\": 85, \"max\": 99, \"p05\": 86, \"p95\": 98, "
                            "\"runs\": 21";

static char *document(const struct a_run *r) {
    struct buf t = {0};
    buf_printf(&t,
               "{\n  \"format\": \"gpu-memory-hierarchy\",\n  \"version\": 1,\n"
               "  \"card\": {\"id\": \"card\", \"name\": \"%s\", \"compute_capability\": \"9.0\", "
               "\"uuid_hash\": \"%s\", \"pci\": \"0\"},\n  \"run\": {\n    \"date\": \"%s\",\n",
               r->name ? r->name : "Card", r->uuid, r->date);
    buf_str(&t, "    \"driver\": \"580\",\n    \"host\": \"a host\",\n"
                "    \"clocks\": {\"sm\": {\"min\": 1, \"median\": 1980000000}},\n"
                "    \"temperature\": {\"min\": 37, \"median\": 38, \"max\": 43},\n"
                "    \"throttle\": {\n    },\n"
                "    \"commit\": {\"missing\": \"dirty\"}\n  },\n  \"facts\": {\n  },\n"
                "  \"series\": {\n");
    buf_printf(
        &t,
        "    \"copy.rate\": {\n      \"unit\": \"B/s\", \"origin\": \"measured\", \"kernel\": "
        "\"copy.cu\", \"sha256\": \"%s\",\n      \"method\": \"timed\",\n      \"axes\": "
        "[[\"way\", [\"read\", \"write\"]]],\n      \"points\": [\n",
        r->sha256 ? r->sha256 : "aa");
    buf_printf(&t,
               "        {\"at\": [\"read\"], %s},\n        {\"at\": [\"write\"], %s}\n      ]\n"
               "    }\n  }\n}\n",
               r->first, r->second);
    assert_false(t.overflow);
    return t.ptr;
}

struct merged {
    bool ok;
    struct buf out, said;
    struct problem why;
};

static struct merged merge(const struct a_run *runs, int count) {
    struct merged m = {.ok = true};
    struct merge *all = merge_begin();
    for (int i = 0; i < count && m.ok; i++) {
        char name[] = "a.json", *data = document(&runs[i]);
        name[0] = (char)('a' + i);
        m.ok = merge_add(all, name, text_of(data), &m.why);
        free(data);
    }
    if (m.ok) merge_write(all, &m.out, &m.said);
    merge_end(all);
    return m;
}

static void merged_free(struct merged *m) {
    buf_free(&m->out);
    buf_free(&m->said);
}

static void has(const struct merged *m, const char *words) {
    if (!m->ok) fail_msg("refused: %s", m->why.text);
    if (text_find(buf_text(&m->out), words, 0) == SIZE_MAX)
        fail_msg("no %s in\n%s", words, m->out.ptr);
}

static void refused(const struct a_run *runs, int count, const char *words) {
    struct merged m = merge(runs, count);
    assert_false(m.ok);
    if (!strstr(m.why.text, words)) fail_msg("%s does not say: %s", m.why.text, words);
    merged_free(&m);
}

static void three_runs_on_two_cards(void **state) {
    (void)state;
    const struct a_run runs[] = {{"2026-11-30T10:00:00Z", "c1", one, one, NULL, NULL},
                                 {"2026-11-30T11:00:00Z", "c1", two, one, NULL, NULL},
                                 {"2026-11-30T12:00:00Z", "c2", three, one, NULL, NULL}};
    struct merged m = merge(runs, 3);
    has(&m, "        {\"at\": [\"read\"], \"median\": 100, \"min\": 80, \"max\": 120, \"p05\": 86, "
            "\"p95\": 111, \"runs\": 73, \"between\": {\"runs\": [100, 104], \"cards\": [90, "
            "102]}},\n");
    has(&m, "{\"date\": \"2026-11-30T12:00:00Z\", \"uuid_hash\": \"c2\", \"driver\": \"580\", "
            "\"host\": \"a host\"}],\n    \"commit\"");
    assert_non_null(strstr(m.said.ptr, "copy.rate"));
    assert_non_null(strstr(m.said.ptr, "13.3 %  at [\"read\"]"));
    merged_free(&m);
}

/* Single readings are the first run's, and may stand along axes of their own. */
static void single_readings_stay(void **state) {
    (void)state;
    const char *single = "\"median\": 7, \"runs\": 1", *other = "\"median\": 9, \"runs\": 1";
    const struct a_run runs[] = {{"2026-11-30T10:00:00Z", "c1", single, single, NULL, NULL},
                                 {"2026-11-30T11:00:00Z", "c2", other, other, NULL, NULL}};
    struct merged m = merge(runs, 2);
    has(&m, "        {\"at\": [\"read\"], \"median\": 7, \"runs\": 1},\n");
    merged_free(&m);
}

/* With two runs the median lies between them, and one card has nothing between cards. */
static void two_runs_on_one_card(void **state) {
    (void)state;
    const struct a_run runs[] = {{"2026-11-30T10:00:00Z", "c1", one, one, NULL, NULL},
                                 {"2026-11-30T11:00:00Z", "c1", two, one, NULL, NULL}};
    struct merged m = merge(runs, 2);
    has(&m, "\"median\": 102,");
    has(&m, "\"between\": {\"runs\": [100, 104]}}");
    assert_int_equal(m.said.len, 0);
    has(&m, "\"runs\": 42}\n"); /* the other point is the same in both runs */
    merged_free(&m);
}

/* A difference of less than a thousandth is not written. */
static void runs_that_hardly_differ(void **state) {
    (void)state;
    char *near = replaced(one, "100,", "100.05,"), *apart = replaced(one, "100,", "100.2,");
    const struct a_run runs[] = {{"2026-11-30T10:00:00Z", "c1", one, one, NULL, NULL},
                                 {"2026-11-30T11:00:00Z", "c2", near, apart, NULL, NULL}};
    struct merged m = merge(runs, 2);
    has(&m,
        "[\"read\"], \"median\": 100.025, \"min\": 90, \"max\": 120, \"p05\": 95, \"p95\": 110, "
        "\"runs\": 42},\n");
    has(&m, "\"between\": {\"cards\": [100, 100.2]}}\n");
    merged_free(&m);
    free(near);
    free(apart);
}

static void a_point_that_a_run_lacks(void **state) {
    (void)state;
    const struct a_run runs[] = {
        {"2026-11-30T10:00:00Z", "c1", "\"missing\": \"no memory\"", "\"missing\": \"no\"", NULL,
         NULL},
        {"2026-11-30T11:00:00Z", "c2", two, "\"missing\": \"no\"", NULL, NULL},
        {"2026-11-30T12:00:00Z", "c3", three, "\"missing\": \"no\"", NULL, NULL}};
    struct merged m = merge(runs, 3);
    has(&m, "[\"read\"], \"median\": 97, ");
    has(&m, "\"between\": {\"cards\": [90, 104]}");
    has(&m, "        {\"at\": [\"write\"], \"missing\": \"no\"}\n");
    merged_free(&m);
}

/* Of two runs one had no neighbor: its reason gives way to the other's figure, whichever comes first. */
static void with_and_without_a_neighbor(void **state) {
    (void)state;
    const char *alone = "\"missing\": \"there is no second card that CUDA can see\"";
    const struct a_run runs[] = {{"2026-11-30T10:00:00Z", "c1", one, alone, NULL, NULL},
                                 {"2026-11-30T11:00:00Z", "c2", one, two, NULL, NULL}};
    const struct a_run turned[] = {runs[1], runs[0]};
    const struct a_run *const orders[] = {runs, turned};
    for (int i = 0; i < 2; i++) {
        struct merged m = merge(orders[i], 2);
        has(&m, "        {\"at\": [\"write\"], \"median\": 104, \"min\": 80, \"max\": 112, "
                "\"p05\": 99, \"p95\": 111, \"runs\": 31}\n");
        merged_free(&m);
    }
}

static void a_warning_stays(void **state) {
    (void)state;
    char warned[200];
    snprintf(warned, sizeof warned, "%s, \"warning\": \"the \\\"rate\\\" had not settled\"", one);
    const struct a_run runs[] = {{"2026-11-30T10:00:00Z", "c1", warned, one, NULL, NULL},
                                 {"2026-11-30T11:00:00Z", "c2", two, one, NULL, NULL}};
    struct merged m = merge(runs, 2);
    has(&m, "]}, \"warning\": \"the \\\"rate\\\" had not settled\"},\n");
    merged_free(&m);
}

/* Of four cards one is slow: it is named with where, how far, its clock and its temperature. */
static void a_card_that_is_off(void **state) {
    (void)state;
    const char *slow = "\"median\": 90, \"min\": 90, \"max\": 120, \"p05\": 90, \"p95\": 110, "
                       "\"runs\": 21";
    struct a_run runs[] = {{"2026-11-30T10:00:00Z", "c1", one, one, NULL, NULL},
                           {"2026-11-30T11:00:00Z", "c2", two, one, NULL, NULL},
                           {"2026-11-30T12:00:00Z", "c3", two, slow, NULL, NULL},
                           {"2026-11-30T13:00:00Z", "c4", two, one, NULL, NULL}};
    struct merged m = merge(runs, 4);
    assert_true(m.ok);
    assert_non_null(strstr(m.said.ptr,
                           "2 of 4 cards are more than 3 % off the median card:\n"
                           "  c1 (a.json): 1 of 2 figures; SM clock 1980 MHz, of all "
                           "1980; 43 degrees C\n"
                           "    most copy.rate at [\"read\"]: 100, usually 104 (-3.8 %)\n"
                           "  c3 (c.json): 1 of 2 figures;"));
    assert_non_null(strstr(m.said.ptr, "[\"write\"]: 90, usually 100 (-10.0 %)"));
    merged_free(&m);
    /* where two of four lie apart from the others no card is off */
    runs[3].second = slow;
    m = merge(runs, 4);
    assert_null(strstr(m.said.ptr, "[\"write\"]: 90, usually"));
    merged_free(&m);
}

/* Of a hall of cards the file says how many, not which. */
static void very_many_runs(void **state) {
    (void)state;
    struct buf out = {0}, said = {0};
    struct problem why;
    struct merge *all = merge_begin();
    for (int i = 0; i <= MERGE_LISTED; i++) {
        char date[32], card[8];
        snprintf(date, sizeof date, "2026-11-30T10:%02d:%02dZ", i / 60, i % 60);
        snprintf(card, sizeof card, "c%d", i / 2);
        const struct a_run run = {date, card, one, two, NULL, NULL};
        char *data = document(&run);
        if (!merge_add(all, "run.json", text_of(data), &why)) fail_msg("%s", why.text);
        free(data);
    }
    merge_write(all, &out, &said);
    assert_non_null(strstr(out.ptr, "    \"merged\": {\"runs\": 65, \"cards\": 33, \"first\": "
                                    "\"2026-11-30T10:00:00Z\", \"last\": "
                                    "\"2026-11-30T10:01:04Z\"},\n    \"commit\""));
    assert_non_null(strstr(out.ptr, "\"runs\": 1365}"));
    merge_end(all);
    buf_free(&out);
    buf_free(&said);
}

static void what_does_not_belong_together(void **state) {
    (void)state;
    const struct a_run base = {"2026-11-30T10:00:00Z", "c1", one, one, NULL, NULL};
    struct a_run runs[] = {base, base};
    refused(runs, 2, "b.json:4: this run is given twice");
    runs[1].date = "2026-11-30T11:00:00Z";
    runs[1].name = "Other";
    refused(runs, 2, "b.json:4: a run on another model, Other; merge runs of one model");
    runs[1].name = NULL;
    runs[1].sha256 = "bb";
    refused(runs, 2, "b.json:19: another version of the kernel was measured: copy.rate");
    runs[1].sha256 = NULL;
    runs[1].first = "\"median\": 1, \"min\": 1, \"p05\": 2";
    refused(runs, 2, "b.json:23: a point without \"max\"; merge the files as build/measure wrote");
    runs[1].first = "\"median\": 104, \"min\": 80, \"max\": 112, \"p05\": 99, \"p95\": 111, "
                    "\"runs\": 31, \"between\": {}";
    refused(runs, 2, "b.json:23: this file is merged already");
}

/* What a real run wrote, merged with itself on another day and card, keeps every figure. */
static void a_real_run(void **state) {
    (void)state;
    char *data = file_get("kernels/tests/data/h200-quick.json");
    assert_non_null(data);
    char *other = replaced(data, "\"date\": \"", "\"date\": \"1");
    struct merged m = {0};
    struct merge *all = merge_begin();
    if (!merge_add(all, "a.json", text_of(data), &m.why) ||
        !merge_add(all, "b.json", text_of(other), &m.why))
        fail_msg("%s", m.why.text);
    merge_write(all, &m.out, &m.said);
    merge_end(all);
    assert_int_equal(m.said.len, 0);
    struct text a = text_of(data), b = buf_text(&m.out);
    while (a.len) {
        struct text x = text_next(&a, '\n'), y = text_next(&b, '\n');
        if (text_starts(y, "    \"merged\"")) {
            text_next(&b, '\n');
            text_next(&b, '\n');
            y = text_next(&b, '\n');
        }
        size_t same = text_find(x, "\"p95\": ", 0);
        assert_true(text_equal(text_cut(x, 0, same == SIZE_MAX ? x.len : same),
                               text_cut(y, 0, same == SIZE_MAX ? y.len : same)));
    }
    assert_int_equal(b.len, 0);
    merged_free(&m);
    free(data);
    free(other);
}

static void as_a_program(void **state) {
    (void)state;
    struct folder f = folder_make();
    char *data = file_get("kernels/tests/data/h200-quick.json");
    char *other = replaced(data, "\"date\": \"", "\"date\": \"1");
    char first[300], second[300], to[300];
    snprintf(first, sizeof first, "%s/a.json", f.path);
    snprintf(second, sizeof second, "%s/b.json", f.path);
    snprintf(to, sizeof to, "%s/c.json", f.path);
    file_put(first, data);
    file_put(second, other);
    const char *arguments[] = {replay_program(), "--merge", first, second, "--output", to, NULL};
    struct ran r = run_program(&f, arguments);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "c.json: 2 runs on 1 card\n"));
    ran_free(&r);
    char *made = file_get(to);
    assert_non_null(strstr(made, "\"merged\": ["));
    free(made);
    const char *alone[] = {replay_program(), "--merge", first, NULL};
    r = run_program(&f, alone);
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.err, "this is one run; --merge takes two files or more"));
    ran_free(&r);
    const char *gone[] = {replay_program(), "--merge", first, "/no/such.json", NULL};
    r = run_program(&f, gone);
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.err, "/no/such.json"));
    ran_free(&r);
    free(data);
    free(other);
    folder_remove(&f);
}

/* A folder with runs on two models gives a file each; one name for both is refused. */
static void a_folder_of_two_models(void **state) {
    (void)state;
    struct folder f = folder_make(), into = folder_make();
    char *data = file_get("kernels/tests/data/h200-quick.json");
    char *second = replaced(data, "\"date\": \"", "\"date\": \"1");
    char *third = replaced(data, "\"name\": \"NVIDIA H200\"", "\"name\": \"Other card\"");
    char *other = replaced(third, "\"id\": \"nvidia-h200\"", "\"id\": \"other\"");
    const char *const runs[] = {data, second, other};
    for (int i = 0; i < 3; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%d.json", f.path, i);
        file_put(path, runs[i]);
    }
    const char *arguments[] = {replay_program(), "--merge", f.path, "--output", into.path, NULL};
    struct ran r = run_program(&f, arguments);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "/nvidia-h200.json: 2 runs on 1 card\n"));
    assert_non_null(strstr(r.out, "/other.json: 1 run on 1 card\n"));
    ran_free(&r);
    const char *one_name[] = {replay_program(), "--merge", f.path, "--output", "/dev/null", NULL};
    r = run_program(&f, one_name);
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.err, "these are runs on 2 models of card; --output names one file"));
    ran_free(&r);
    free(data);
    free(second);
    free(third);
    free(other);
    folder_remove(&into);
    folder_remove(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_runs_on_two_cards),
        cmocka_unit_test(single_readings_stay),
        cmocka_unit_test(two_runs_on_one_card),
        cmocka_unit_test(runs_that_hardly_differ),
        cmocka_unit_test(a_point_that_a_run_lacks),
        cmocka_unit_test(with_and_without_a_neighbor),
        cmocka_unit_test(a_warning_stays),
        cmocka_unit_test(a_card_that_is_off),
        cmocka_unit_test(very_many_runs),
        cmocka_unit_test(what_does_not_belong_together),
        cmocka_unit_test(a_real_run),
        cmocka_unit_test(as_a_program),
        cmocka_unit_test(a_folder_of_two_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
