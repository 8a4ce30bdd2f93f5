/* test_child.c -- a child that answers, hangs, dies or says nothing: a line or a reason, in time. */
#include "support.h"

#include "../harness/child.h"

#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool sh(const char *script, double seconds, char line[CHILD_LINE]) {
    const char *const arguments[] = {"-c", script, NULL};
    return child_line_of("/bin/sh", arguments, seconds, line);
}

static void the_first_line_is_the_answer(void **state) {
    (void)state;
    char line[CHILD_LINE];
    assert_true(sh("echo 'name\ttext'; echo more; echo lost >&2", 10, line));
    assert_string_equal(line, "name\ttext");
    assert_true(sh("printf one; sleep 0.1; printf ' two\\n'; exit 3", 10, line));
    assert_string_equal(line, "one two");
}

static void a_child_that_dies_is_a_reason(void **state) {
    (void)state;
    char line[CHILD_LINE];
    assert_false(sh("printf half; kill -SEGV $$", 10, line));
    assert_string_equal(line, "the child process ended without an answer: signal 11");
    assert_false(sh("exit 7", 10, line));
    assert_string_equal(line, "the child process ended without an answer: status 7");
    const char *const none[] = {NULL};
    assert_false(child_line_of("/nonexistent", none, 10, line));
    assert_non_null(strstr(line, "No such file or directory"));
}

static void a_child_that_hangs_is_ended(void **state) {
    (void)state;
    char line[CHILD_LINE];
    double began = now();
    assert_false(sh("sleep 60 & sleep 60", 0.3, line));
    assert_string_equal(line, "the child process was ended: no answer after 0.3 s");
    assert_false(sh("exec >&-; sleep 60", 10, line)); /* its output is closed, it is not gone */
    assert_non_null(strstr(line, "without an answer: signal 9"));
    assert_true(sh("echo well; sleep 60", 10, line));
    assert_string_equal(line, "well");
    assert_true(now() - began < 50); /* a busy machine; the children would sleep for 60 s */
}

static void much_output_is_cut(void **state) {
    (void)state;
    char line[CHILD_LINE];
    assert_false(sh("yes | tr -d '\\n' | head -c 100000", 10, line));
    assert_non_null(strstr(line, "the child process ended without an answer"));
}

/* A build without CUDA has no rules to break, and says so in the same form. */
static void this_program_is_started_anew(void **state) {
    (void)state;
    char line[CHILD_LINE];
    const char *const arguments[] = {"--device", "0", "--fault", "illegal", NULL};
    assert_true(child_line_of(replay_program(), arguments, 10, line));
    assert_string_equal(line, "-\tillegal: built without CUDA");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_line_is_the_answer),
                                       cmocka_unit_test(a_child_that_dies_is_a_reason),
                                       cmocka_unit_test(a_child_that_hangs_is_ended),
                                       cmocka_unit_test(much_output_is_cut),
                                       cmocka_unit_test(this_program_is_started_anew)};
    return cmocka_run_group_tests_name("child", tests, NULL, NULL);
}
