/* test_replay.c -- the whole harness on a recording of an H200, and on that recording changed by
 * hand: other clocks, wrong results, little memory, a slice of a card, no NVML. */
#include "support.h"

#include <signal.h>
#include <time.h>

#define RECORDING "kernels/tests/data/h200-quick.recording"
#define WRITTEN "kernels/tests/data/h200-quick.json" /* by the run that was recorded */

/* Runs the program on a changed recording; the JSON it wrote (or NULL) goes to *json. */
static struct ran run_changed(const char *recording, char **json) {
    struct folder f = folder_make();
    file_put(in(&f, "changed"), recording);
    char out[300];
    snprintf(out, sizeof out, "%s", in(&f, "out.json"));
    struct ran r = replay(&f, in(&f, "changed"), out, "--quick");
    *json = file_get(out);
    folder_remove(&f);
    return r;
}

/* The recording with `edit` applied to every line; the caller frees it. */
static char *edited(void (*edit)(struct buf *out, const char *line, size_t length)) {
    char *all = file_get(RECORDING);
    struct buf t = {0};
    assert_non_null(all);
    for (const char *line = all; *line;) {
        const char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) + 1 : strlen(line);
        edit(&t, line, length);
        line += length;
    }
    free(all);
    assert_false(t.overflow);
    return t.ptr;
}

static bool starts(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* The text of one series in the JSON, up to the next; the caller frees it. */
static char *series_text(const char *json, const char *name) {
    char key[80];
    snprintf(key, sizeof key, "    \"%s\": {", name);
    const char *at = strstr(json, key);
    if (!at) fail_msg("no series %s", name);
    const char *end = strstr(at, "\n    }");
    assert_non_null(end);
    struct buf t = {0};
    buf_add(&t, at, (size_t)(end - at));
    return t.ptr;
}

static void has(const char *all, const char *part) {
    if (!all || !strstr(all, part))
        fail_msg("\"%s\" is not in: %.600s", part, all ? all : "(none)");
}

static void has_not(const char *all, const char *part) {
    if (strstr(all, part)) fail_msg("\"%s\" is in: %.600s", part, strstr(all, part));
}

static int lines_of(const char *s) {
    int n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

static void recording_gives_the_file_of_the_run(void **state) {
    (void)state;
    char *recording = file_get(RECORDING), *written = file_get(WRITTEN), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    assert_string_equal(json, written);
    has(r.out, "copy.rate, bytes read plus bytes written");
    has(r.out, "; exit status 0, no series is suspect\n");
    has_not(r.err, "\r"); /* no cursor games where the output is not a terminal */
    ran_free(&r);
    free(json);
    free(written);
    free(recording);
}

static void environment_changes_nothing(void **state) {
    (void)state;
    const char *const locales[] = {"de_DE.UTF-8", "tr_TR.UTF-8", "fa_IR.UTF-8", "C"};
    char *recording = file_get(RECORDING), *written = file_get(WRITTEN), *json;
    for (size_t i = 0; i < 4; i++) {
        setenv("LC_ALL", locales[i], 1);
        setenv("TZ", i % 2 ? "Asia/Tokyo" : "America/Lima", 1);
        struct ran r = run_changed(recording, &json);
        assert_string_equal(json, written);
        ran_free(&r);
        free(json);
    }
    unsetenv("TZ");
    setenv("LC_ALL", "C", 1);
    free(written);
    free(recording);
}

/* The clock column of every sample of stride.8, as at 800 MHz. */
static void slow_stride(struct buf *out, const char *line, size_t length) {
    double seconds, wall = 0.001;
    char number[NUMBER_TEXT];
    if (!starts(line, "sample\tstride.8\t1\t")) {
        buf_add(out, line, length);
        return;
    }
    seconds = strtod(line + strlen("sample\tstride.8\t1\t"), NULL);
    number_text(seconds, number);
    buf_printf(out, "sample\tstride.8\t1\t%s - 800000000 %g\n", number, wall);
}

static void a_clock_that_does_not_rise(void **state) {
    (void)state;
    char *recording = edited(slow_stride), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    char *series = series_text(json, "stride.time");
    has(series, "{\"at\": [\"8\"], \"median\": ");
    has(series, "\"warning\": \"the SM clock stayed at 40 %: 800 of 1980 MHz\"");
    has(r.out, "warning: the SM clock stayed at 40 %");
    free(series);
    series = series_text(json, "bank.time");
    has_not(series, "the SM clock"); /* only the figures it touched */
    free(series);
    ran_free(&r);
    free(json);
    free(recording);
}

static int falling_seen;

/* From the middle of the series on: 1580 instead of 1965 MHz, and times to match. */
static void falling_copy(struct buf *out, const char *line, size_t length) {
    const char *key = "sample\ttranspose.copy.l2\t1\t";
    if (starts(line, key)) {
        bool slow = ++falling_seen > 20;
        buf_printf(out, "%s%s 0.001\n", key, slow ? "7.4e-6 - 1580000000" : "6e-6 - 1965000000");
    } else if (starts(line, "ask\tthrottle.sw_power_cap\t")) {
        buf_str(out, falling_seen ? "ask\tthrottle.sw_power_cap\t1\t1500000000\n"
                                  : "ask\tthrottle.sw_power_cap\t1\t0\n");
    } else {
        buf_add(out, line, length);
    }
}

static void a_clock_that_falls(void **state) {
    (void)state;
    falling_seen = 0;
    char *recording = edited(falling_copy), *json;
    assert_true(falling_seen > 21);
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    char *series = series_text(json, "transpose.time");
    has(series, "the SM clock changed during the samples: 1580 to 1965 MHz");
    has(series, "\"min\": 6e-6, \"max\": 7.4e-6");
    free(series);
    has(json, "\"sw_power_cap\": {\"before\": 0, \"after\": 1.5, \"unit\": \"s\"}");
    ran_free(&r);
    free(json);
    free(recording);
}

static void wrong_result(struct buf *out, const char *line, size_t length) {
    if (starts(line, "open\tcopy.write\t"))
        buf_str(out, "open\tcopy.write\t0\twrong result at [4097]: got nan, want 1.5\n");
    else
        buf_add(out, line, length);
}

static void a_wrong_result_is_never_a_figure(void **state) {
    (void)state;
    char *recording = edited(wrong_result), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    char *series = series_text(json, "copy.rate");
    has(series,
        "{\"at\": [\"write\"], \"missing\": \"wrong result at [4097]: got nan, want 1.5\"}");
    free(series);
    ran_free(&r);
    free(json);
    free(recording);
}

/* A launch that returned at once: a DRAM read in a microsecond. */
static void no_time_at_all(struct buf *out, const char *line, size_t length) {
    if (starts(line, "sample\tcopy.read\t1\t"))
        buf_str(out, "sample\tcopy.read\t1\t0.000001 - 1980000000 0.001\n");
    else
        buf_add(out, line, length);
}

static void an_impossible_rate_is_suspect(void **state) {
    (void)state;
    char *recording = edited(no_time_at_all), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 3);
    char *series = series_text(json, "copy.rate");
    has(series, "\"suspect\": \"read: ");
    has(series, "above what the bus can carry, 4814 GB/s");
    free(series);
    series = series_text(json, "latency.cycles");
    has_not(series, "suspect");
    free(series);
    has(r.err, "suspect");
    ran_free(&r);
    free(json);
    free(recording);
}

/* A product faster than all lanes, and more bytes under way than eight warps can ask for. */
static void too_fast(struct buf *out, const char *line, size_t length) {
    if (starts(line, "sample\tgemm.tile128\t1\t"))
        buf_str(out, "sample\tgemm.tile128\t1\t0.0000001 - 1980000000 0.001\n");
    else if (starts(line, "sample\twarps.8\t1\t"))
        buf_str(out, "sample\twarps.8\t1\t0.00015 - 1980000000 0.001\n");
    else
        buf_add(out, line, length);
}

static void work_in_no_time_is_suspect(void **state) {
    (void)state;
    char *recording = edited(too_fast), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 3);
    char *series = series_text(json, "gemm.time");
    has(series, "\"suspect\": \"tile128: 0.0001 ms, but all lanes take at least 0.2568 ms\"");
    free(series);
    series = series_text(json, "warps.rate");
    has(series, "\"suspect\": \"8: 3579 GB/s at a latency of ");
    has(series, "bytes under way, but only 540672 were asked for");
    free(series);
    has(r.err, "measure: exit status 3, 3 series contradict the others or the facts: gemm.time "
               "gemm.flops warps.rate (suspect)\n");
    ran_free(&r);
    free(json);
    free(recording);
}

/* Before compute capability 9.0 there are no clusters; a child that was lost is a reason too. */
static void an_older_card(struct buf *out, const char *line, size_t length) {
    static const char why[] =
        "0\tthis card has no clusters of blocks (compute capability 9.0 on)\n";
    if (starts(line, "open\tcluster.ring.16")) /* opens, but of how many blocks? */
        buf_add(out, line, length);
    else if (starts(line, "open\tcluster.") || starts(line, "ask\tproperty.cluster."))
        buf_printf(out, "%.*s\t%s", (int)(strcspn(line + 5, "\t") + 5), line, why);
    else if (starts(line, "ask\tmessage.misaligned"))
        buf_printf(out, "%.*s\t0\tthe child process was ended: no answer after 30 s\n",
                   (int)(strcspn(line + 4, "\t") + 4), line);
    else
        buf_add(out, line, length);
}

static void what_an_older_card_lacks_is_missing(void **state) {
    (void)state;
    char *recording = edited(an_older_card), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    const char *const names[] = {"cluster.rate",   "cluster.blocks", "cluster.slice",
                                 "cluster.cycles", "cluster.time",   "cluster.pair.cycles"};
    for (size_t i = 0; i < 6; i++) {
        char *series = series_text(json, names[i]);
        has(series, "\"missing\": \"this card has no clusters of blocks");
        has_not(series, "\"median\"");
        free(series);
    }
    has(json,
        "\"fault.misaligned\": {\"missing\": \"the child process was ended: no answer after 30 "
        "s\"}");
    has(json, "\"fault.illegal\": \"an illegal memory access was encountered\"");
    has(json, "\"fault.illegal.name\": \"cudaErrorIllegalAddress\"");
    has(json, "\"alloc.memory.name\": \"cudaErrorMemoryAllocation\"");
    ran_free(&r);
    free(json);
    free(recording);
}

static void little_memory(struct buf *out, const char *line, size_t length) {
    if (starts(line, "ask\tfree\t"))
        buf_str(out, "ask\tfree\t1\t3145728000\n");
    else
        buf_add(out, line, length);
}

static void little_memory_is_said_where_it_matters(void **state) {
    (void)state;
    char *recording = edited(little_memory), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    char *series = series_text(json, "stride.time");
    has(series, "{\"at\": [\"32\"], \"missing\": \"needs 4.4 GiB, 2.9 GiB free");
    free(series);
    series = series_text(json, "bank.cycles");
    has_not(series, "missing");
    free(series);
    ran_free(&r);
    free(json);
    free(recording);
}

static void no_memory(struct buf *out, const char *line, size_t length) {
    if (starts(line, "ask\tfree\t"))
        buf_str(out, "ask\tfree\t1\t20971520\n");
    else
        buf_add(out, line, length);
}

static void no_memory_is_one_line(void **state) {
    (void)state;
    char *recording = edited(no_memory), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 1);
    assert_null(json);
    assert_string_equal(r.err, "measure: only 20.0 MiB of device memory is free, at least 64 MiB "
                               "are needed: end what else uses the card\n");
    ran_free(&r);
    free(recording);
}

static void a_slice(struct buf *out, const char *line, size_t length) {
    if (starts(line, "ask\tcard.name\t"))
        buf_str(out, "ask\tcard.name\t1\tNVIDIA H100 80GB HBM3 MIG 1g.10gb\n");
    else
        buf_add(out, line, length);
}

static void a_slice_has_no_rated_figure(void **state) {
    (void)state;
    char *recording = edited(a_slice), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    has(json, "\"id\": \"nvidia-h100-80gb-hbm3-mig-1g-10gb\"");
    has(json, "\"slice\": \"1g.10gb\"");
    has(json, "\"power\": {\"missing\": ");
    has(json, "\"power.limit\": {\"missing\": \"a MIG slice (1g.10gb)");
    char *series = series_text(json, "dram.rated");
    has(series, "\"missing\": \"a MIG slice");
    free(series);
    has(r.err, "checks against the whole card's figures are left out");
    has_not(r.out, "of rated");
    ran_free(&r);
    free(json);
    free(recording);
}

/* What the drivers of some cards answer that do not know; where 0 is a value it stays one. */
static void zeros(struct buf *out, const char *line, size_t length) {
    static const char *const asked[] = {"bus", "clock.memory", "dram", "l2.persisting"};
    for (size_t i = 0; i < 4; i++) {
        char key[64];
        snprintf(key, sizeof key, "ask\tfact.%s\t", asked[i]);
        if (starts(line, key)) {
            buf_printf(out, "ask\tfact.%s\t1\t0\n", asked[i]);
            return;
        }
    }
    buf_add(out, line, length);
}

static void a_driver_that_says_zero_does_not_know(void **state) {
    (void)state;
    char *recording = edited(zeros), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    static const char why[] = "{\"missing\": \"the driver says 0, which stands for not known\"}";
    const char *const names[] = {"bus", "clock.memory", "dram"};
    for (size_t i = 0; i < 3; i++) {
        char want[120];
        snprintf(want, sizeof want, "    \"%s\": %s", names[i], why);
        has(json, want);
    }
    has(json, "\"l2.persisting\": {\"value\": 0, ");
    char *series = series_text(json, "dram.rated");
    has(series, "\"missing\": \"the driver says 0, which stands for not known\"");
    free(series);
    ran_free(&r);
    free(json);
    free(recording);
}

static void without_nvml(struct buf *out, const char *line, size_t length) {
    static const char *const asked[] = {"driver", "fact.power.limit", "fact.pcie.generation",
                                        "fact.pcie.width"};
    for (size_t i = 0; i < 4; i++) {
        char key[64];
        snprintf(key, sizeof key, "ask\t%s\t", asked[i]);
        if (starts(line, key)) {
            buf_printf(out, "ask\t%s\t0\tNVML: 18 (Driver/library version mismatch)\n", asked[i]);
            return;
        }
    }
    if (starts(line, "watch\t"))
        buf_str(out, "watch\t-\t1\t- - - - 0 -1\n");
    else if (starts(line, "ask\tthrottle."))
        buf_printf(out, "%.*s0\tNVML: 18\n", (int)(strcspn(line + 4, "\t") + 5), line);
    else
        buf_add(out, line, length);
}

static void no_nvml_is_missing_not_zero(void **state) {
    (void)state;
    char *recording = edited(without_nvml), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 0);
    has(json, "\"driver\": {\"missing\": \"NVML: 18 (Driver/library version mismatch)\"}");
    has(json, "\"power\": {\"missing\": \"NVML: 18");
    has(json, "\"temperature\": {\"missing\": \"NVML: 18");
    has(json, "\"memory\": {\"missing\": \"NVML: 18");
    has(json, "\"method\": \"clock64 over globaltimer\"");
    has(json, "\"sw_power_cap\": {\"missing\": \"NVML: 18\"}");
    has(r.err, "warning: conditions could not be sampled");
    ran_free(&r);
    free(json);
    free(recording);
}

static void lost_card(struct buf *out, const char *line, size_t length) {
    if (starts(line, "open\tbank.5\t"))
        buf_str(out, "open\tbank.5\t2\tbank.cu:99: launch: an illegal memory access\n");
    else
        buf_add(out, line, length);
}

static void a_lost_card_writes_nothing(void **state) {
    (void)state;
    char *recording = edited(lost_card), *json;
    struct ran r = run_changed(recording, &json);
    assert_int_equal(r.status, 1);
    assert_null(json);
    has(r.err, "measure: bank.cu:99: launch: an illegal memory access\n");
    ran_free(&r);
    free(recording);
}

static void mistakes_in_a_recording_are_located(void **state) {
    (void)state;
    char *json;
    struct ran r = run_changed("not a recording\n", &json);
    assert_int_equal(r.status, 1);
    has(r.err, "changed:1:1: error: not a recording");
    assert_int_equal(lines_of(r.err), 1);
    ran_free(&r);
    r = run_changed("gpu-memory-hierarchy recording 1\nask\tx\t1\ty\nbogus\n", &json);
    has(r.err, "changed:3:1: error: not a record");
    ran_free(&r);
    r = run_changed("gpu-memory-hierarchy recording 1\n", &json); /* empty, but one */
    assert_int_equal(r.status, 1);
    assert_null(json);
    ran_free(&r);
}

/* A recording cut off anywhere ends in a file or a message, never in a crash. */
static void cut_recordings_do_not_crash(void **state) {
    (void)state;
    char *recording = file_get(RECORDING), *json;
    size_t length = strlen(recording);
    for (int i = 1; i < 8; i++) {
        char keep = recording[length * (size_t)i / 8];
        recording[length * (size_t)i / 8] = '\0';
        struct ran r = run_changed(recording, &json);
        assert_true(r.status == 0 || r.status == 1 || r.status == 3);
        ran_free(&r);
        free(json);
        recording[length * (size_t)i / 8] = keep;
    }
    free(recording);
}

static void only_prints_and_writes_nothing(void **state) {
    (void)state;
    struct folder f = folder_make();
    const char *arguments[] = {replay_program(), "--replay",       RECORDING,
                               "--quick",        "--output",       in(&f, "out.json"),
                               "--only",         "latency.cycles", NULL};
    struct ran r = run_program(&f, arguments);
    assert_int_equal(r.status, 0);
    has(r.out, "latency.cycles\n");
    has_not(r.out, "latency.time");
    assert_int_equal(folder_count(&f), 0);
    ran_free(&r);
    const char *facts[] = {replay_program(), "--replay", RECORDING, "--facts", NULL};
    r = run_program(&f, facts);
    assert_int_equal(r.status, 0);
    has(r.out, "  l2                 60.0 MiB\n");
    ran_free(&r);
    folder_remove(&f);
}

static void samples_go_to_a_file_of_their_own(void **state) {
    (void)state;
    struct folder f = folder_make();
    const char *arguments[] = {replay_program(), "--replay",       RECORDING,
                               "--quick",        "--samples",      in(&f, "samples"),
                               "--only",         "latency.cycles", NULL};
    struct ran r = run_program(&f, arguments);
    assert_int_equal(r.status, 0);
    char *samples = file_get(in(&f, "samples"));
    assert_non_null(samples);
    assert_true(lines_of(samples) >= 5 * 21);
    assert_true(starts(samples, "latency.register\t"));
    free(samples);
    ran_free(&r);
    folder_remove(&f);
}

/* What was measured is written whatever becomes of the table's reader and of the disk. */
static void surroundings_lose_no_run(void **state) {
    (void)state;
    struct folder f = folder_make();
    char out[300], printed[300], *written = file_get(WRITTEN);
    snprintf(out, sizeof out, "%s", in(&f, "out.json"));
    snprintf(printed, sizeof printed, "%s", in(&f, "printed"));
    const char *arguments[] = {
        "/bin/sh",        "-c",      "\"$0\" --replay \"$1\" --quick --output \"$2\" | :",
        replay_program(), RECORDING, out,
        printed,          NULL};
    struct ran r = run_program(&f, arguments);
    char *now = file_get(out);
    assert_non_null(now);
    assert_string_equal(now, written);
    free(now);
    ran_free(&r);
    file_put(out, "old");
    arguments[2] = "(ulimit -f 8; \"$0\" --replay \"$1\" --quick --output \"$2\"; echo $? >&2)"
                   " | cat >\"$3\"";
    r = run_program(&f, arguments);
    has(r.err, "the old file is as it was: File too large");
    has(r.err, "it follows on standard output, and belongs into ");
    has(r.err, "\n1\n");
    now = file_get(printed);
    has(now, written);
    free(now);
    now = file_get(out);
    assert_string_equal(now, "old");
    free(now);
    ran_free(&r);
    free(written);
    folder_remove(&f);
}

/* Killed at any moment: the file is the old one or the new one, and at most one other is left. */
static void killed_runs_leave_a_whole_file(void **state) {
    (void)state;
    struct folder f = folder_make();
    char out[300];
    char *written = file_get(WRITTEN);
    snprintf(out, sizeof out, "%s", in(&f, "out.json"));
    for (long i = 0; i < 20; i++) {
        file_put(out, "old");
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            redirect("/dev/null", STDOUT_FILENO);
            redirect("/dev/null", STDERR_FILENO);
            execl(replay_program(), "replay", "--replay", RECORDING, "--quick", "--output", out,
                  (char *)NULL);
            _exit(127);
        }
        struct timespec wait = {0, i * 4000000};
        nanosleep(&wait, NULL);
        kill(pid, i % 2 ? SIGKILL : SIGTERM);
        waitpid(pid, NULL, 0);
        char *now = file_get(out);
        assert_non_null(now);
        assert_true(strcmp(now, "old") == 0 || strcmp(now, written) == 0);
        assert_true(folder_count(&f) <= 2);
        free(now);
    }
    char *recording = file_get(RECORDING);
    struct ran r = replay(&f, RECORDING, out, "--quick");
    assert_int_equal(r.status, 0);
    assert_int_equal(folder_count(&f), 1); /* the next run removed what was left */
    ran_free(&r);
    free(recording);
    free(written);
    folder_remove(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(recording_gives_the_file_of_the_run),
                                       cmocka_unit_test(environment_changes_nothing),
                                       cmocka_unit_test(a_clock_that_does_not_rise),
                                       cmocka_unit_test(a_clock_that_falls),
                                       cmocka_unit_test(a_wrong_result_is_never_a_figure),
                                       cmocka_unit_test(an_impossible_rate_is_suspect),
                                       cmocka_unit_test(work_in_no_time_is_suspect),
                                       cmocka_unit_test(what_an_older_card_lacks_is_missing),
                                       cmocka_unit_test(little_memory_is_said_where_it_matters),
                                       cmocka_unit_test(no_memory_is_one_line),
                                       cmocka_unit_test(a_slice_has_no_rated_figure),
                                       cmocka_unit_test(a_driver_that_says_zero_does_not_know),
                                       cmocka_unit_test(no_nvml_is_missing_not_zero),
                                       cmocka_unit_test(a_lost_card_writes_nothing),
                                       cmocka_unit_test(mistakes_in_a_recording_are_located),
                                       cmocka_unit_test(cut_recordings_do_not_crash),
                                       cmocka_unit_test(only_prints_and_writes_nothing),
                                       cmocka_unit_test(samples_go_to_a_file_of_their_own),
                                       cmocka_unit_test(surroundings_lose_no_run),
                                       cmocka_unit_test(killed_runs_leave_a_whole_file)};
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
