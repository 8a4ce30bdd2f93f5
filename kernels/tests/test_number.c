/* test_number.c -- numbers, readable values, ids, the host's processor. */
#include "support.h"

#include "../harness/host_cpu.h"
#include "../harness/report.h"

#include <float.h>
#include <locale.h>
#include <math.h>

static void number_is(double value, const char *want) {
    char got[NUMBER_TEXT];
    number_text(value, got);
    assert_string_equal(got, want);
}

static void numbers_have_one_form(void **state) {
    (void)state;
    number_is(0, "0");
    number_is(-0.0, "0");
    number_is(1, "1");
    number_is(0.1, "0.1");
    number_is(4271.4, "4271.4");
    number_is(-12.5, "-12.5");
    number_is(4814304000000.0, "4814304000000");
    number_is(1e-5, "0.00001");
    number_is(1.5e-6, "1.5e-6");
    number_is(1e16, "10000000000000000");
    number_is(1e17, "1e17");
    number_is(DBL_MAX, "1.7976931348623157e308");
    number_is(5e-324, "5e-324");
    number_is(NAN, "null");
    number_is(INFINITY, "null");
}

static void numbers_read_back(void **state) {
    (void)state;
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        double value, back;
        char text[NUMBER_TEXT];
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        number_text(value, text);
        assert_true(number_read(text, &back));
        assert_true(back == value);
    }
}

static void only_numbers_are_read(void **state) {
    (void)state;
    double v;
    const char *const bad[] = {"", " 1", "1 ", "nan", "inf", "1e999", "0x10x", "1,5", "one", "--1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(number_read(bad[i], &v));
}

/* Even if a library set a locale with a comma, a point stays a point. */
static void locale_changes_nothing(void **state) {
    (void)state;
    const char *const names[] = {"de_DE.UTF-8", "tr_TR.UTF-8", "fa_IR.UTF-8", "fr_FR.UTF-8"};
    char got[NUMBER_TEXT];
    double back;
    for (size_t i = 0; i < 4; i++) {
        locale_t locale = newlocale(LC_ALL_MASK, names[i], (locale_t)0);
        if (!locale) continue; /* not installed here */
        locale_t before = uselocale(locale);
        number_text(4271.4, got);
        uselocale(before);
        freelocale(locale);
        assert_string_equal(got, "4271.4");
        assert_true(number_read(got, &back) && back == 4271.4);
    }
}

static void slug_is(const char *name, const char *want) {
    char got[96];
    card_slug(name, got, sizeof got);
    assert_string_equal(got, want);
}

static void ids_are_clean(void **state) {
    (void)state;
    slug_is("NVIDIA H200", "nvidia-h200");
    slug_is("NVIDIA GeForce RTX 4060 Laptop GPU", "nvidia-geforce-rtx-4060-laptop-gpu");
    slug_is("NVIDIA H100 80GB HBM3 MIG 1g.10gb", "nvidia-h100-80gb-hbm3-mig-1g-10gb");
    slug_is("Tesla T4", "tesla-t4");
    slug_is("Quadro RTX 6000/8000", "quadro-rtx-6000-8000");
    slug_is("Graphics Device", "graphics-device");
    slug_is("  ..//  ", "card");
    slug_is("", "card");
    slug_is("Stra\xc3\x9f"
            "e!",
            "stra-e");
}

static void values_are_readable(void **state) {
    (void)state;
    char got[NUMBER_TEXT];
    const struct {
        double value;
        const char *unit, *want;
    } cases[] = {{4.596e12, "B/s", "4.596 TB/s"},
                 {563.2e9, "B/s", "563.2 GB/s"},
                 {62914560, "B", "60.0 MiB"},
                 {512, "B", "512 B"},
                 {8.886e-3, "s", "8.886 ms"},
                 {2.078e-9, "s", "2.078 ns"},
                 {31.95, "cycle", "31.95 cycles"},
                 {132, "1", "132"},
                 {0.375, "1", "0.375"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        report_value(cases[i].value, cases[i].unit, got, sizeof got);
        assert_string_equal(got, cases[i].want);
    }
}

static void cpu_is(const char *cpuinfo, const char *want) {
    struct folder f = folder_make();
    char got[HOST_CPU];
    file_put(in(&f, "cpuinfo"), cpuinfo);
    host_cpu(in(&f, "cpuinfo"), got);
    assert_string_equal(got, want);
    folder_remove(&f);
}

static void processors_have_names(void **state) {
    (void)state;
    char got[HOST_CPU];
    cpu_is("processor\t: 0\nmodel\t\t: 143\nmodel name\t: Xeon(R) 8480C\nmodel name\t: other\n",
           "Xeon(R) 8480C");
    cpu_is("processor\t: 0\nBogoMIPS\t: 2000.00\nCPU implementer\t: 0x41\nCPU architecture: 8\n"
           "CPU variant\t: 0x0\nCPU part\t: 0xd4f\nCPU revision\t: 0\n\nprocessor\t: 1\n",
           "Arm, implementer 0x41, part 0xd4f");
    cpu_is("processor\t: 0\nmodel name\t:\n", "unknown processor");
    host_cpu("/nonexistent", got);
    assert_string_equal(got, "unknown processor");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_one_form), cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(only_numbers_are_read), cmocka_unit_test(locale_changes_nothing),
        cmocka_unit_test(ids_are_clean),         cmocka_unit_test(values_are_readable),
        cmocka_unit_test(processors_have_names)};
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
