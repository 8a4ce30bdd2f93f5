/* test_options.c -- the command line: what is taken, and what every mistake is told. */
#include "support.h"

#include "../harness/options.h"

static bool parse(struct options *o, const char *a, const char *b, const char *c) {
    char *argv[5] = {"measure"};
    const char *given[] = {a, b, c};
    int argc = 1;
    for (int i = 0; i < 3 && given[i]; i++)
        argv[argc++] = (char *)(uintptr_t)given[i];
    return options_parse(o, argc, argv);
}

static void nothing_is_a_full_run(void **state) {
    (void)state;
    struct options o;
    assert_true(parse(&o, NULL, NULL, NULL));
    assert_false(o.help || o.facts || o.quick || o.check || o.all);
    assert_int_equal(o.device, -1);
    assert_null(o.only);
}

static void values_in_both_forms(void **state) {
    (void)state;
    struct options o;
    assert_true(parse(&o, "--device", "3", "--only=bank"));
    assert_int_equal(o.device, 3);
    assert_string_equal(o.only, "bank");
    assert_true(parse(&o, "--only", "latency.time", "--quick"));
    assert_true(o.quick);
    assert_true(parse(&o, "--counters", "--silence=5", NULL));
    assert_true(o.counters && !o.count);
    assert_int_equal(o.silence, 5);
    assert_true(parse(&o, "--only", "stride.sectors", NULL)); /* counted series are series too */
}

static void refused(const char *a, const char *b, const char *c, const char *want) {
    struct options o;
    assert_false(parse(&o, a, b, c));
    if (!strstr(o.message, want)) fail_msg("\"%s\" does not say \"%s\"", o.message, want);
    assert_null(strchr(o.message, '\n'));
}

static void mistakes_are_located(void **state) {
    (void)state;
    refused("--bogus", NULL, NULL, "argument 1: error: unknown option \"--bogus\"");
    refused("--quick", "--fact", NULL, "argument 2: error: unknown option \"--fact\"");
    refused("x.json", NULL, NULL, "argument 1: error: unknown option \"x.json\"");
    refused("--device", NULL, NULL, "a value is missing after \"--device\"");
    refused("--device", "one", NULL, "argument 2: error: not a card number: \"one\"");
    refused("--device", "-1", NULL, "not a card number");
    refused("--device=99999999999999999999", NULL, NULL, "not a card number");
    refused("--silence", "0", NULL, "argument 2: error: not a number of seconds: \"0\"");
    refused("--silence=1.5", NULL, NULL, "not a number of seconds");
    refused("--only", "strode", NULL, "no series begins with \"strode\"");
    refused("--only", "strode", NULL, "; try dram, latency, chase,");
    refused("--only", "strode", NULL, "cluster, decode, async, host, peer, limits, plateau, knee");
    refused("--quick=yes", NULL, NULL, "takes no value");
    refused("--all", "--device", "1", "exclude each other");
    refused("--all", "--output", "x", "drop --output");
    refused("--replay", "x", "--all", "needs no card");
}

static void help_names_every_option(void **state) {
    (void)state;
    const char *const names[] = {"--facts", "--only",     "--quick",   "--check",  "--device",
                                 "--all",   "--output",   "--samples", "--record", "--replay",
                                 "--help",  "--counters", "--silence", "--list"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_non_null(strstr(options_help, names[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_a_full_run), cmocka_unit_test(values_in_both_forms),
        cmocka_unit_test(mistakes_are_located), cmocka_unit_test(help_names_every_option)};
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
