/* test_expr_format -- how values print, units, nearest names and references, by the C interface. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expr/expr.h"

static struct expr_unit unit_of(const char *name) {
    struct expr_unit unit;
    if (!expr_unit_parse(text_of(name), &unit)) fail_msg("no unit %s", name);
    return unit;
}

/* `number` in base units of `unit`, shown by size. */
static void by_size(double number, const char *unit, const char *want) {
    struct expr_value value = expr_number(number, unit_of(unit).dimension);
    char out[EXPR_TEXT_MAX];
    expr_format(&value, NULL, EXPR_STYLE_TERMINAL, out, sizeof out);
    if (strcmp(out, want) != 0) fail_msg("%.17g %s: %s, not %s", number, unit, out, want);
}

static void capacity(double number, const char *want) {
    struct expr_value value = expr_number(number, unit_of("B").dimension);
    char out[EXPR_TEXT_MAX];
    value.capacity = true;
    expr_format(&value, NULL, EXPR_STYLE_TERMINAL, out, sizeof out);
    assert_string_equal(out, want);
}

static void as_unit(double number, const char *unit, int digits, const char *want) {
    struct expr_form form = {.has_unit = true, .unit = unit_of(unit)};
    struct expr_value value = expr_number(number, form.unit.dimension);
    char out[EXPR_TEXT_MAX];
    form.has_digits = digits >= 0;
    form.digits = (int8_t)digits;
    expr_format(&value, &form, EXPR_STYLE_TERMINAL, out, sizeof out);
    if (strcmp(out, want) != 0) {
        fail_msg("%.17g as %s .%d: %s, not %s", number, unit, digits, out, want);
    }
}

static void prefixes_by_size(void **state) {
    (void)state;
    by_size(999.4e6, "B/s", "999 MB/s");
    by_size(999.5e6, "B/s", "1.00 GB/s");
    by_size(999.6e6, "B/s", "1.00 GB/s");
    by_size(1e9, "B/s", "1.00 GB/s");
    by_size(9.995e9, "B/s", "10.0 GB/s");
    by_size(99.95e9, "B/s", "100 GB/s"); /* a tie as typed; the double is a little more */
    by_size(4.2714e12, "B/s", "4.27 TB/s");
    by_size(12.5, "B/s", "12.5 B/s");
    by_size(0.0123, "B/s", "0.0123 B/s");
    by_size(1.234e18, "B/s", "1,234 PB/s");
    by_size(1.234e29, "B/s", "123,400,000,000,000 PB/s");
    by_size(1.234e30, "B/s", "1.23e15 PB/s");
    by_size(0, "B/s", "0 GB/s");
    by_size(-5.63e11, "B/s", "-563 GB/s");
    by_size(8.886e-3, "s", "8.89 ms");
    by_size(2.5e-7, "s", "250 ns");
    by_size(9.9951e-7, "s", "1.00 \u00B5s");
    by_size(1.5e-12, "s", "1.50 ps");
    by_size(5e-10, "s", "500 ps");
    by_size(9.996e-10, "s", "1.00 ns");
    by_size(5e-16, "s", "0.000500 ps");
    by_size(4000, "s", "4,000 s");
    by_size(0, "s", "0 s");
    by_size(1.98e9, "Hz", "1,980 MHz");
    by_size(10.501e9, "Hz", "10,501 MHz");
    by_size(3.5e5, "Hz", "350 kHz");
    by_size(6.69e13, "FLOP/s", "66.9 TFLOP/s");
    by_size(2e6, "FLOP", "2.00 MFLOP");
}

/* Digits of the value, not of its rounded text; what is wanted was worked out with Python's decimal. */
static void digits_of_the_value(void **state) {
    (void)state;
    by_size(99.6e9, "B/s", "99.6 GB/s");
    by_size(99.88e-9, "s", "99.9 ns");
    by_size(9.94, "1", "9.94");
    by_size(9.96, "1", "9.96");
    by_size(9.994, "1", "9.99");
    by_size(9.996, "1", "10.0");
    by_size(99.5, "1", "99.5");
    by_size(99.94, "1", "99.9");
    by_size(99.96, "1", "100");
    by_size(0.996, "1", "0.996");
    by_size(0.9996, "1", "1.00");
    by_size(0.0996, "1", "0.0996");
    by_size(0.09996, "1", "0.100");
    by_size(0.000996, "1", "0.000996");
    by_size(999.4, "1", "999");
    by_size(999.6, "1", "1,000");
    by_size(9.96e-10, "1", "9.96e-10");
    by_size(9.996e-11, "1", "1.00e-10");
    by_size(9.96e16, "1", "9.96e16");
    by_size(9.996e16, "1", "1.00e17");
    as_unit(0.096, "%", -1, "9.6%");
    as_unit(0.0096, "%", -1, "0.96%");
    as_unit(0.0994, "%", -1, "9.9%");
    as_unit(0.0996, "%", -1, "10%");
    as_unit(0.996, "%", -1, "100%");
    as_unit(0.0096 * 1048576, "MiB", -1, "0.00960 MiB");
}

static void whole_things_print_whole(void **state) {
    (void)state;
    by_size(380, "B", "380 B");
    by_size(380.5, "B", "381 B");
    by_size(999.7, "B", "1.00 kB");
    by_size(1024, "B", "1.02 kB");
    by_size(32, "cycle", "32 cycles");
    by_size(1, "cycle", "1 cycle");
    by_size(-1, "cycle", "-1 cycle");
    by_size(1.004, "cycle", "1.00 cycles");
    by_size(39.5, "cycle", "39.5 cycles");
    by_size(786432, "cycle", "786,432 cycles");
    by_size(128, "B/clk", "128 B/clk");
    by_size(126.8, "B/clk", "127 B/clk");
    by_size(12.68, "B/clk", "12.7 B/clk");
    by_size(700, "W", "700 W");
    by_size(75, "W", "75 W");
    by_size(612.4, "W", "612 W");
    by_size(41, "\u00B0C", "41 \u00B0C");
    by_size(0.25, "FLOP/B", "0.250 FLOP/B");
}

static void capacities(void **state) {
    (void)state;
    capacity(62914560, "60 MiB");
    capacity(232448, "227 KiB");
    capacity(1024, "1 KiB");
    capacity(1023, "1,023 B");
    capacity(1000.0 * 1024, "1,000 KiB");
    capacity(1024.0 * 1024 - 1, "1.00 MiB");
    capacity(40.5 * 1048576, "40.5 MiB");
    capacity(40 * 1048576.0 + 1, "40.0 MiB");
    capacity(40.25 * 1048576,
             "40.3 MiB"); /* 40.25 does not fit in three digits, and half goes up */
    capacity(150754820096.0, "140 GiB");
    capacity(0, "0 B");
}

static void in_a_unit(void **state) {
    (void)state;
    as_unit(62914560, "MiB", 1, "60.0 MiB");
    as_unit(62914560, "MiB", -1, "60 MiB");
    as_unit(62914560, "MB", -1, "62.9 MB");
    as_unit(62914560, "KiB", -1, "61,440 KiB");
    as_unit(62914560, "B", -1, "62,914,560 B");
    as_unit(4.271e12, "GB/s", -1, "4,271 GB/s");
    as_unit(4.2714e12, "GB/s", -1, "4,271 GB/s");
    as_unit(4.271e12, "GiB/s", 1, "3,977.7 GiB/s");
    as_unit(8.886e-3, "us", -1, "8,886 \u00B5s");
    as_unit(8.886e-3, "\u03BCs", 0, "8,886 \u00B5s");
    as_unit(0.8867, "%", -1, "89%");
    as_unit(0.00209, "%", -1, "0.21%");
    as_unit(0.0996, "%", -1, "10%");
    as_unit(0.999, "%", -1, "100%");
    as_unit(12.5, "%", -1, "1,250%");
    as_unit(0.999999, "%", 1, "100.0%");
    as_unit(5.1, "x", 1, "5.1\u00D7");
    as_unit(5.1, "1", 1, "5.1");
    as_unit(1, "cycles", 0, "1 cycle");
    as_unit(1, "cycle", 1, "1.0 cycles");
    as_unit(2, "clk", -1, "2 clk");
    as_unit(1.98e9, "GHz", 2, "1.98 GHz");
    as_unit(45e6, "GB/s", 2, "0.05 GB/s");
    as_unit(0.001, "ms/s", -1, "1.00 ms/s");
    as_unit(2e-6, "us/s", 1, "2.0 \u00B5s/s");
    as_unit(2, "cycle/s", 0, "2 cycles/s");
    as_unit(1, "cycle/s", 0, "1 cycle/s");
    as_unit(3, "x/s", 0, "3 \u00D7/s");
    as_unit(3, "1/s", 0, "3 1/s");
}

static void exact_counts(void **state) {
    struct expr_value value = expr_count(65536);
    char out[EXPR_TEXT_MAX];
    (void)state;
    expr_format(&value, NULL, 0, out, sizeof out);
    assert_string_equal(out, "65,536");
    value = expr_number(2, (struct expr_dimension){{0}});
    expr_format(&value, NULL, 0, out, sizeof out);
    assert_string_equal(out, "2.00");
    value = expr_count(INT64_C(9007199254740992));
    expr_format(&value, NULL, 0, out, sizeof out);
    assert_string_equal(out, "9,007,199,254,740,992");
    assert_false(expr_count(INT64_MAX).exact);
    value = expr_count(-7);
    expr_format(&value, NULL, EXPR_STYLE_PAGE, out, sizeof out);
    assert_string_equal(out, "\u22127");
}

static void styles(void **state) {
    struct expr_value value = expr_number(-1234567, unit_of("cycle").dimension);
    char out[EXPR_TEXT_MAX];
    (void)state;
    expr_format(&value, NULL, EXPR_STYLE_PAGE, out, sizeof out);
    assert_string_equal(out, "\u22121,234,567\u00A0cycles");
    expr_format(&value, NULL, EXPR_STYLE_NO_COMMAS, out, sizeof out);
    assert_string_equal(out, "-1234567 cycles");
    expr_format(&value, NULL, EXPR_STYLE_NO_COMMAS | EXPR_STYLE_NO_UNIT, out, sizeof out);
    assert_string_equal(out, "-1234567");
}

static void other_kinds(void **state) {
    struct expr_value values[] = {expr_missing_any(text_of("why")),
                                  expr_text(text_of("naive")),
                                  {.kind = EXPR_TRUTH, .truth = EXPR_UNKNOWN}};
    const char *const want[] = {"not measured", "naive", "unknown"};
    char out[EXPR_TEXT_MAX];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        expr_format(&values[i], NULL, EXPR_STYLE_PAGE, out, sizeof out);
        assert_string_equal(out, want[i]);
    }
    struct expr_value infinite = expr_number(strtod("inf", NULL), (struct expr_dimension){{0}});
    assert_int_equal(expr_format(&infinite, NULL, 0, out, sizeof out), 0);
}

/* A form whose unit is of something else: the reader still gets a right one. */
static void form_of_another_dimension(void **state) {
    struct expr_value value = expr_number(8.886e-3, unit_of("s").dimension);
    struct expr_form form = {.has_unit = true, .unit = unit_of("GB/s")};
    char out[EXPR_TEXT_MAX];
    (void)state;
    expr_format(&value, &form, 0, out, sizeof out);
    assert_string_equal(out, "8.89 ms");
    form = (struct expr_form){.has_digits = true, .digits = 120};
    assert_true(expr_format(&value, &form, 0, out, sizeof out) < sizeof out);
    assert_string_equal(out, "8.886000000000000 ms"); /* 15 decimals */
    form.digits = -3;
    expr_format(&value, &form, 0, out, sizeof out);
    assert_string_equal(out, "9 ms");
}

/* The longest text that there is fits in EXPR_TEXT_MAX. */
static void longest_text(void **state) {
    struct expr_value value = expr_number(-1.7976931348623157e308, unit_of("FLOP/s").dimension);
    struct expr_form form = {
        .has_unit = true, .has_digits = true, .digits = EXPR_DIGITS_MAX, .unit = unit_of("FLOP/s")};
    char out[EXPR_TEXT_MAX];
    (void)state;
    size_t length = expr_format(&value, &form, EXPR_STYLE_PAGE, out, sizeof out);
    assert_true(length > 430 && length < EXPR_TEXT_MAX);
    value = expr_number(1.7976931348623157e308, unit_of("s").dimension);
    form.unit = unit_of("ns");
    assert_true(expr_format(&value, &form, EXPR_STYLE_PAGE, out, sizeof out) < EXPR_TEXT_MAX);
    assert_true(strncmp(out, "179,769,313,486,231,570,", 24) == 0);
}

/* ---- units ------------------------------------------------------------------------------- */

static void every_listed_unit_is_one(void **state) {
    size_t count = 0;
    (void)state;
    for (; expr_unit_name(count).ptr; count++) {
        struct expr_unit unit;
        assert_true(expr_unit_parse(expr_unit_name(count), &unit));
    }
    assert_int_equal(count, 55);
    assert_null(expr_unit_name(SIZE_MAX).ptr);
}

static void scales(void **state) {
    (void)state;
    struct expr_unit unit = unit_of("GiB/s");
    assert_true(unit.two == 30 && unit.ten == 0);
    assert_true(unit.dimension.of[EXPR_BYTE] == 1 && unit.dimension.of[EXPR_SECOND] == -1);
    unit = unit_of("GFLOP/s/W");
    assert_true(unit.ten == 9 && unit.dimension.of[EXPR_WATT] == -1);
    unit = unit_of("MHz");
    assert_true(unit.dimension.of[EXPR_CYCLE] == 1 && unit.dimension.of[EXPR_SECOND] == -1);
    assert_true(unit_of("%").ten == -2);
    assert_true(unit_of("1/s").dimension.of[EXPR_SECOND] == -1);
    unit = unit_of("MiB");
    assert_true(expr_unit_scale(&unit, 62914560) == 60);
    unit = unit_of("ms");
    assert_true(expr_unit_scale(&unit, 0.25) == 250);
}

/* Every prefix, against powers computed another way. */
static void every_prefix(void **state) {
    static const char large[] = "kMGTP", small[] = "munp";
    char name[16];
    double decimal = 1, binary = 1, below = 1;
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        decimal *= 1000;
        binary *= 1024;
        snprintf(name, sizeof name, "%cB/s", large[i]);
        struct expr_unit unit = unit_of(name);
        assert_true(expr_unit_scale(&unit, decimal) == 1);
        char want[32];
        snprintf(want, sizeof want, "1.000 %s", name);
        as_unit(decimal, name, 3, want);
        snprintf(name, sizeof name, "%ciB", i == 0 ? 'K' : large[i]);
        unit = unit_of(name);
        assert_true(expr_unit_scale(&unit, binary) == 1);
    }
    for (size_t i = 0; i < 4; i++) {
        below *= 1000;
        snprintf(name, sizeof name, "%cs", small[i]);
        struct expr_unit unit = unit_of(name);
        assert_int_equal(unit.ten, -3 * (int)(i + 1));
        assert_true(expr_unit_scale(&unit, 1) == below);
    }
}

static void no_units(void **state) {
    static const char *const names[] = {
        "",     "/",   "B/",   "/s", "b",    "Mb",     "KB",      "kiB",   "mB",
        "Ks",   "S",   "hz",   "MW", "B/ms", "B/GB",   "B/s/s/s", "B//s",  "B/Hz",
        "x/s ", " B",  "B ",   "xx", "k%",   "\u00B5", "\u00B5B", "FLOPS", "cycles/cycles",
        "1/1",  "s/x", "\xC2s"};
    struct expr_unit unit;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (expr_unit_parse(text_of(names[i]), &unit)) fail_msg("\"%s\" is a unit", names[i]);
    }
}

/* What a chart's axis asks for. */
static void default_units(void **state) {
    static const struct {
        double number;
        const char *unit, *want;
        bool capacity;
    } cases[] = {{4.271e12, "B/s", "TB/s", false}, {5.63e11, "B/s", "GB/s", false},
                 {62914560, "B", "MiB", true},     {62914560, "B", "MB", false},
                 {1.4e-3, "s", "ms", false},       {0, "B/s", "GB/s", false},
                 {264, "cycle", "cycles", false},  {5.1, "1", "", false},
                 {128, "B/clk", "B/clk", false},   {1.98e9, "Hz", "MHz", false}};
    char out[32];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct expr_unit unit =
            expr_unit_default(cases[i].number, unit_of(cases[i].unit).dimension, cases[i].capacity);
        expr_unit_text(&unit, out, sizeof out);
        assert_string_equal(out, cases[i].want);
        /* Units of all sizes are what their names say. */
        for (double number = 1e-13; number < 1e19; number *= 10) {
            struct expr_unit shown = expr_unit_default(number, unit.dimension, cases[i].capacity),
                             read;
            if (!shown.name.len) continue;
            assert_true(expr_unit_parse(shown.name, &read));
            assert_int_equal(read.ten, shown.ten);
            assert_int_equal(read.two, shown.two);
            assert_memory_equal(&read.dimension, &shown.dimension, sizeof read.dimension);
        }
    }
}

/* ---- nearest names ----------------------------------------------------------------------- */

static struct nearest nearest_of(const char *wanted, const char *const *names) {
    struct nearest nearest = {.wanted = text_of(wanted)};
    for (; *names; names++)
        nearest_offer(&nearest, text_of(*names));
    return nearest;
}

static void check_nearest(const char *name, const char *want) {
    static const char *const names[] = {
        "stride.time", "stride.useful", "stride.bytes", "bank.time", "bank.cycles", "copy.rate",
        "fact.l2",     "fact.sms",      "window",       "Window",    NULL};
    struct nearest nearest = nearest_of(name, names);
    char got[128] = "";
    for (size_t i = 0; i < nearest.count; i++) {
        size_t n = strlen(got);
        snprintf(got + n, sizeof got - n, "%s%.*s", i > 0 ? " " : "", (int)nearest.name[i].len,
                 nearest.name[i].ptr);
    }
    if (strcmp(got, want) != 0) fail_msg("near %s: %s, not %s", name, got, want);
}

static void nearest_names(void **state) {
    char longer[200];
    (void)state;
    check_nearest("stride.tmie", "stride.time");  /* exchanged */
    check_nearest("strid.time", "stride.time");   /* left out */
    check_nearest("stride.ttime", "stride.time"); /* doubled */
    check_nearest("Stride.Time", "stride.time");  /* case */
    check_nearest("copyrate", "copy.rate");
    check_nearest("stride.bandwidth", "stride.time stride.useful stride.bytes"); /* family */
    check_nearest("bank.cycle", "bank.cycles");
    check_nearest("windw", "window Window");
    check_nearest("WINDOW", "window Window");
    check_nearest("l2", "fact.l2"); /* its first word left out */
    check_nearest("time", "stride.time bank.time");
    check_nearest("x", "");
    check_nearest("", "");
    check_nearest("nothing.like.it", "");
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    check_nearest(longer, "");
}

/* The best three of many, whatever their order. */
static void nearest_of_many(void **state) {
    static const char *const names[] = {"abcdexx", "abcdefxx", "abcdefgx",
                                        "abcdefg", "abcdefgh", NULL};
    static const char *const back[] = {"abcdefgh", "abcdefg", "abcdefgx",
                                       "abcdefxx", "abcdexx", NULL};
    const char *const *const lists[] = {names, back};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct nearest near = nearest_of("abcdzzgh", lists[i]);
        assert_int_equal(near.count, 3);
        assert_true(text_is(near.name[0], "abcdefgh"));
        near = nearest_of("abcdzfg", lists[i]);
        assert_int_equal(near.count, 1);
        assert_true(text_is(near.name[0], "abcdefg"));
    }
    static const char *const far[] = {"aaaa1234", "aaaa1235", "aaaa12zz",
                                      "aaaazzzz", "aaaa5678", NULL};
    struct nearest near = nearest_of("aaaa12yy", far);
    assert_int_equal(near.count, 3);
    assert_true(text_is(near.name[0], "aaaa1234"));
    assert_true(text_is(near.name[1], "aaaa1235"));
    assert_true(text_is(near.name[2], "aaaa12zz"));
}

/* ---- references -------------------------------------------------------------------------- */

static void references_in_order(void **state) {
    static const char text[] = "if stride.time[s, 8]@other < model(gemm16, h100-sxm).time "
                               "and known(s) or 1 B == cited(2 B, a-b)";
    static const struct {
        enum expr_reference_kind kind;
        const char *source, *name, *card, *first;
        size_t count;
    } want[] = {
        {EXPR_REFERENCE_SERIES, "stride.time[s, 8]@other", "stride.time", "other", "s", 2},
        {EXPR_REFERENCE_MODEL, "model(gemm16, h100-sxm).time", "time", "", "gemm16", 2},
        {EXPR_REFERENCE_SERIES, "s", "s", "", NULL, 0},
        {EXPR_REFERENCE_CITED, "cited(2 B, a-b)", "a-b", "", NULL, 0},
    };
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    const struct expr_node *cursor = NULL;
    struct expr_reference r;
    struct expr_error error;
    struct expr expr;
    (void)state;
    assert_true(expr_parse(text, sizeof text - 1, &memory, &expr, &error));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_true(expr_next_reference(&expr, &cursor, &r));
        assert_int_equal(r.kind, want[i].kind);
        struct text source = {text + r.offset, r.length};
        assert_true(text_equal(source, text_of(want[i].source)));
        assert_true(text_equal(r.name, text_of(want[i].name)));
        assert_true(text_equal(r.card, text_of(want[i].card)));
        assert_int_equal(r.count, want[i].count);
        if (r.count > 0) {
            assert_true(text_equal(r.arguments[0].text, text_of(want[i].first)));
        }
        if (i == 0) assert_true(r.arguments[1].is_number && r.arguments[1].number == 8);
    }
    assert_false(expr_next_reference(&expr, &cursor, &r));
    assert_false(expr_next_reference(&expr, &cursor, &r));
}

static void kinds_and_bodies(void **state) {
    static const struct {
        const char *text, *body;
        enum expr_kind kind;
    } want[] = {{" a.b as ms .1 ", "a.b", EXPR_KIND_VALUE},
                {"(a.b + c.d) .1", "(a.b + c.d)", EXPR_KIND_VALUE},
                {"claim (1 < 2)", "(1 < 2)", EXPR_KIND_CLAIM},
                {"if 1 < 2 ", "1 < 2", EXPR_KIND_IF},
                {"else", "", EXPR_KIND_ELSE},
                {" end\t", "", EXPR_KIND_END},
                {" given", "", EXPR_KIND_GIVEN},
                {"given.time", "given.time", EXPR_KIND_VALUE},
                {"end.time", "end.time", EXPR_KIND_VALUE},
                {"always.time", "always.time", EXPR_KIND_VALUE},
                {" always by definition, 5 * (x ", "by definition, 5 * (x", EXPR_KIND_ALWAYS}};
    unsigned char block[EXPR_MEMORY_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct expr_memory memory = {block, sizeof block, 0};
        struct expr_error error;
        struct expr expr;
        assert_true(expr_parse(want[i].text, strlen(want[i].text), &memory, &expr, &error));
        assert_int_equal(expr.kind, want[i].kind);
        assert_true(text_equal(expr.body, text_of(want[i].body)));
        bool prose = expr.kind == EXPR_KIND_ALWAYS;
        assert_int_equal(expr.root != NULL, expr.body.len > 0 && !prose);
    }
}

/* What can guard words: a comparison with something in it that cards differ in. */
static void comparisons(void **state) {
    static const struct {
        const char *text;
        bool compares;
    } want[] = {{"claim a.b > 2", true},
                {"if 2 < 1 + a.b", true},
                {"if a.b in 1..2", true},
                {"if 1 in 0..max(a.b, 2)", true},
                {"if known(a.b) and not (c.d == 3)", true},
                {"claim s == 8", true},
                {"claim model(gemm16).time < 1 s", true},
                {"if known(a.b)", false},
                {"if not known(a.b) or known(c.d)", false},
                {"claim 1 < 2", false},
                {"claim cited(3 TB/s, paper) > 2 TB/s", false},
                {"a.b", false},
                {"else", false},
                {"always by definition", false}};
    unsigned char block[EXPR_MEMORY_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct expr_memory memory = {block, sizeof block, 0};
        struct expr_error error;
        struct expr expr;
        assert_true(expr_parse(want[i].text, strlen(want[i].text), &memory, &expr, &error));
        if (expr_compares(&expr) != want[i].compares) fail_msg("%s", want[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefixes_by_size),
        cmocka_unit_test(digits_of_the_value),
        cmocka_unit_test(whole_things_print_whole),
        cmocka_unit_test(capacities),
        cmocka_unit_test(in_a_unit),
        cmocka_unit_test(exact_counts),
        cmocka_unit_test(styles),
        cmocka_unit_test(other_kinds),
        cmocka_unit_test(form_of_another_dimension),
        cmocka_unit_test(longest_text),
        cmocka_unit_test(every_listed_unit_is_one),
        cmocka_unit_test(scales),
        cmocka_unit_test(every_prefix),
        cmocka_unit_test(no_units),
        cmocka_unit_test(default_units),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(nearest_of_many),
        cmocka_unit_test(references_in_order),
        cmocka_unit_test(kinds_and_bodies),
        cmocka_unit_test(comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
