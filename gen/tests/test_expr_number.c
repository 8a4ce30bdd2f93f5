/*
 * test_expr_number -- rounding and reading of numbers against an independent reference.
 *
 * The reference is the C library: printf writes a double's exact decimal expansion when asked for
 * enough digits (glibc and musl do), and strtod rounds correctly. Rounding that expansion half up as
 * a string is what expr_format must agree with, for every double.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expr/expr.h"

#define ROUNDS 20000

/* A fixed sequence: the same doubles in every run (splitmix64). */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static double any_double(uint64_t *state) {
    double number;
    uint64_t word = next_random(state);
    memcpy(&number, &word, sizeof number);
    return number - number == 0 ? number : 0;
}

/* |number| with `decimals` decimals, the point moved `shift` places to the left, half up. */
static void reference(double number, int shift, int decimals, char *out, size_t size) {
    char text[2048];
    int length = snprintf(text, sizeof text, "%01520.1100f", number < 0 ? -number : number);
    char *point = strchr(text, '.');
    if (!point || length <= 0 || length >= (int)sizeof text) abort();
    memmove(point, point + 1, strlen(point)); /* all digits, the point is at `at` */
    int at = (int)(point - text) - shift;
    int end = at + decimals; /* digits that stay */
    bool up = text[end] >= '5';
    for (int i = end - 1; up && i >= 0; i--) {
        up = text[i] == '9';
        text[i] = up ? '0' : (char)(text[i] + 1);
    }
    int start = 0;
    while (start < at - 1 && text[start] == '0') {
        start++;
    }
    snprintf(out, size, "%.*s%s%.*s", at - start, text + start, decimals > 0 ? "." : "", decimals,
             text + at);
}

static void shown(double number, struct expr_dimension dimension, const char *unit, int decimals,
                  char *out, size_t size) {
    struct expr_value value = expr_number(number, dimension);
    struct expr_form form = {.has_unit = true, .has_digits = true, .digits = (int8_t)decimals};
    assert_true(expr_unit_parse(text_of(unit), &form.unit));
    size_t n = expr_format(&value, &form, EXPR_STYLE_NO_COMMAS | EXPR_STYLE_NO_UNIT, out, size);
    assert_true(n < size);
}

static void check_round(double number, int shift, const char *unit, int decimals) {
    char want[1024], got[EXPR_TEXT_MAX];
    struct expr_dimension rate = {{[EXPR_BYTE] = 1, [EXPR_SECOND] = -1}};
    reference(number, shift, decimals, want, sizeof want);
    shown(number < 0 ? -number : number, rate, unit, decimals, got, sizeof got);
    if (strcmp(want, got) != 0) {
        fail_msg("%.17g as %s .%d: %s, not %s", number, unit, decimals, got, want);
    }
}

static void rounds_like_the_exact_expansion(void **state) {
    static const char *const units[] = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t pick = next_random(&seed);
        check_round(any_double(&seed), 3 * (int)(pick % 6), units[pick % 6], (int)(pick >> 8) & 15);
    }
}

/* Numbers of the sizes that are measured, and those with few digits, where the ties are. */
static void rounds_ties(void **state) {
    uint64_t seed = 2;
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t word = next_random(&seed);
        double whole = (double)(word % 200000) * 500000; /* ties of GB/s .2 and less */
        double binary = (double)(word >> 40) / (double)(1 << (word % 20)); /* exact in binary */
        check_round(whole, 9, "GB/s", (int)(word >> 32) & 3);
        check_round(binary, 0, "B/s", (int)(word >> 34) & 7);
        check_round(whole + 1e-6, 9, "GB/s", (int)(word >> 32) & 3);
    }
}

static void rounds_subnormals_and_ends(void **state) {
    static const double numbers[] = {0,
                                     5e-324,
                                     2.2250738585072014e-308,
                                     1.7976931348623157e308,
                                     0.5,
                                     0.49999999999999994,
                                     4503599627370495.5,
                                     9007199254740993.0,
                                     1e15,
                                     1e16,
                                     999999999999999.9};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (int decimals = 0; decimals <= EXPR_DIGITS_MAX; decimals++) {
            check_round(numbers[i], 0, "B/s", decimals);
            check_round(numbers[i], 15, "PB/s", decimals);
        }
    }
}

/* KiB and friends: dividing by a power of two is exact in double, unless it ends below them. */
static void rounds_binary_prefixes(void **state) {
    uint64_t seed = 3;
    (void)state;
    for (int i = 0; i < ROUNDS / 4; i++) {
        uint64_t word = next_random(&seed);
        double number = (double)(word >> (word & 31));
        char want[1024], got[EXPR_TEXT_MAX];
        int decimals = (int)(word >> 50) & 7;
        reference(number / (1 << 30), 0, decimals, want, sizeof want);
        shown(number, (struct expr_dimension){{[EXPR_BYTE] = 1}}, "GiB", decimals, got, sizeof got);
        assert_string_equal(got, want);
    }
}

/* The value of a typed number, by way of the whole language. */
static bool read_number(const char *text, double *out) {
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr_env env = {0};
    struct expr_error error;
    struct expr_value value;
    struct expr expr;
    if (!expr_parse(text, strlen(text), &memory, &expr, &error)) return false;
    if (!expr_eval(&expr, &env, &value, &error)) return false;
    *out = value.number;
    return true;
}

static void check_read(const char *text) {
    double want = strtod(text, NULL), got = 0;
    bool zero = strspn(text, "0.") == strcspn(text, "e");
    bool fits = zero || (want <= 1.7976931348623157e308 && want >= 2.2250738585072014e-308);
    assert_int_equal(read_number(text, &got), fits);
    if (fits && memcmp(&got, &want, sizeof got) != 0) {
        fail_msg("%s is read as %.17g, not %.17g", text, got, want);
    }
}

static void reads_like_strtod(void **state) {
    uint64_t seed = 4;
    char text[64];
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        double number = any_double(&seed);
        uint64_t word = next_random(&seed);
        snprintf(text, sizeof text, "%.*e", (int)(word % 25), number < 0 ? -number : number);
        check_read(text);
        snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)(word >> 40),
                 (unsigned long long)(word & 0xFFFFF), (int)(word % 50) - 25);
        check_read(text);
    }
}

/* Three digits of the value as printf takes them, with the same digits after a carry (9.996 is 10.0):
 * near every power of ten, where digits chosen from the rounded text would be one too few. */
static void three_digits_of_the_value(void **state) {
    uint64_t seed = 5;
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t word = next_random(&seed);
        double part = 0.99 + 0.011 * (double)(word >> 32) / 4294967296.0;
        double number = part * (word % 3 == 0 ? 0.01 : word % 3 == 1 ? 1 : 10) * 10;
        char want[32], got[EXPR_TEXT_MAX];
        struct expr_value value = expr_number(number, (struct expr_dimension){{0}});
        snprintf(want, sizeof want, "%#.3g", number);
        if (want[strlen(want) - 1] == '.') want[strlen(want) - 1] = '\0';
        expr_format(&value, NULL, EXPR_STYLE_TERMINAL, got, sizeof got);
        if (strcmp(got, want) != 0) fail_msg("%.17g: %s, not %s", number, got, want);
    }
}

static void refuses_whole_numbers_that_would_be_rounded(void **state) {
    double number;
    (void)state;
    assert_true(read_number("9007199254740992", &number));
    assert_true(read_number("0009007199254740992", &number));
    assert_true(read_number("9007199254740992.0", &number));
    assert_true(read_number("9007199254740993e0", &number));
    assert_false(read_number("9007199254740993", &number));
    assert_false(read_number("9107199254740992", &number));
    assert_false(read_number("10000000000000000", &number));
    assert_false(read_number("18014398509481984 B", &number));
}

/* Half-way cases between two doubles, and the ends of the range. */
static void reads_hard_cases(void **state) {
    static const char *const texts[] = {"9007199254740993.0",
                                        "9007199254740993.0000000000000001",
                                        "9007199254740992.9999999999999",
                                        "9007199254740995.0",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "2.2250738585072014e-308",
                                        "2.2250738585072011e-308",
                                        "0",
                                        "0.0",
                                        "0e999",
                                        "00012.50",
                                        "0.000000000000000000000000000000000000000000000001",
                                        "6.02214076e23",
                                        "1e23",
                                        "8.5e22",
                                        "5e-324",
                                        "1e400",
                                        "1e-400",
                                        "1e99999",
                                        "1e-99999",
                                        "9214843084008499.0",
                                        "9007199254740991.6",
                                        "1.99999999999999999999",
                                        "18014398509481983.0",
                                        "0.5000000000000000000001e1"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_read(texts[i]);
    }
}

/* 3.35 TB/s is the double nearest to 3.35e12, not 3.35 times 1e12. */
static void scales_while_reading(void **state) {
    double got = 0;
    (void)state;
    assert_true(read_number("3.35 TB/s", &got));
    assert_true(got == 3.35e12);
    assert_true(read_number("0.1 ms", &got));
    assert_true(got == 1e-4);
    assert_true(read_number("1.1 ns", &got));
    assert_true(got == 1.1e-9);
    assert_true(read_number("12.3 %", &got));
    assert_true(got == 0.123);
    assert_true(read_number("1.5 GiB", &got));
    assert_true(got == 1610612736.0);
}

static void bare_numbers(void **state) {
    char out[EXPR_TEXT_MAX];
    (void)state;
    expr_format_number(6.25, 1, EXPR_STYLE_TERMINAL, out, sizeof out);
    assert_string_equal(out, "6.3");
    expr_format_number(-1234567.5, 0, EXPR_STYLE_PAGE, out, sizeof out);
    assert_string_equal(out, "\u22121,234,568");
    expr_format_number(-0.0, 2, EXPR_STYLE_PAGE, out, sizeof out);
    assert_string_equal(out, "0.00");
    expr_format_number(99.99995, 1, EXPR_STYLE_TERMINAL, out, sizeof out);
    assert_string_equal(out, "100.0");
    expr_format_number(1.7976931348623157e308, 99, EXPR_STYLE_TERMINAL, out, sizeof out);
    assert_int_equal(strlen(out), 309 + 102 + 1 + EXPR_DIGITS_MAX);
    expr_format_number(1, -5, EXPR_STYLE_TERMINAL, out, sizeof out);
    assert_string_equal(out, "1");
    assert_int_equal(expr_format_number(strtod("inf", NULL), 0, 0, out, sizeof out), 0);
    assert_string_equal(out, "");
    assert_int_equal(expr_format_number(strtod("nan", NULL), 0, 0, out, sizeof out), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_like_the_exact_expansion),
        cmocka_unit_test(rounds_ties),
        cmocka_unit_test(rounds_subnormals_and_ends),
        cmocka_unit_test(rounds_binary_prefixes),
        cmocka_unit_test(reads_like_strtod),
        cmocka_unit_test(three_digits_of_the_value),
        cmocka_unit_test(refuses_whole_numbers_that_would_be_rounded),
        cmocka_unit_test(reads_hard_cases),
        cmocka_unit_test(scales_while_reading),
        cmocka_unit_test(bare_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
