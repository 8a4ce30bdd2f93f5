/* test_numbers -- measured numbers that were typed are found, other numbers are left alone. */
#include <time.h>

#include "page/words.h"
#include "tests/page_kit.h"

/* The rules over plain text; \1 is an expression, \2 code. */
static bool find(const char *words, struct rules_match *match) {
    bool found = rules_next(&numbers_rules, text_of(words), 0, match);
    while (found && match->rule && match->rule->kind == LINT_NOTHING)
        found = rules_next(&numbers_rules, text_of(words), match->end, match);
    return found;
}

static void found(const char *words, const char *number_and_unit) {
    struct rules_match match;
    if (!find(words, &match)) fail_msg("nothing found in \"%s\"", words);
    struct text got = text_cut(text_of(words), match.start, match.end);
    if (!text_is(got, number_and_unit))
        fail_msg("\"%.*s\" instead of \"%s\" found in \"%s\"", TEXT_ARG(got), number_and_unit,
                 words);
}

static void clean(const char *words) {
    struct rules_match match;
    if (!find(words, &match)) return;
    fail_msg("\"%.*s\" found in \"%s\"", (int)(match.end - match.start), words + match.start,
             words);
}

static void units(void **state) {
    (void)state;
    found("It takes 5 ms.", "5 ms");
    found("5ms", "5ms");
    found("a 5-ms kernel", "5-ms");
    found("5\u00A0ms", "5\u00A0ms");
    found("5\u202Fms", "5\u202Fms");
    found("12.5 µs (micro sign)", "12.5 µs");
    found("12.5 \u03BCs (Greek)", "12.5 \u03BCs");
    found("3,351 GB/s", "3,351 GB/s");
    found("4 TB/s", "4 TB/s");
    found("3.7 GiB/s", "3.7 GiB/s");
    found("19.5 TFLOP/s", "19.5 TFLOP/s");
    found("19.5 TFLOPS", "19.5 TFLOPS");
    found("waits 4 s, then", "4 s");
    found("in 281 ns", "281 ns");
    found("281 nanoseconds", "281 nanoseconds");
    found("2 seconds", "2 seconds");
    found("8001 MHz", "8001 MHz");
    found("2.17GHz", "2.17GHz");
    found("one load: 610 cycles", "610 cycles");
    found("610 clock cycles", "610 clock cycles");
    found("25.2 million cycles", "25.2 million cycles");
    found("5k cycles", "5k cycles");
    found("5 MB/s", "5 MB/s");
    found("4 to 6 ms", "6 ms");
    found("4–6 ms", "6 ms");
    found("2\nms", "2\nms");
}

/* An s right behind a decade is a plural; every other unit of one letter, and an s that stands apart
 * or behind another number, is a unit. */
static void decades(void **state) {
    (void)state;
    clean("the 1990s and the 2010s, 1990B of it, 1990K");
    found("1990 s", "1990 s");
    found("1990-s", "1990-s");
    found("1990ms", "1990ms");
    found("1990x faster", "1990x");
    found("1990% of it", "1990%");
    found("1995s", "1995s");
    found("1790s", "1790s");
    found("19900s", "19900s");
    found("1990s and 7s", "7s");
    found("1980seconds", "1980seconds");
}

static void ratios(void **state) {
    (void)state;
    found("5.1× faster", "5.1×");
    found("5 × faster", "5 ×");
    found("about 5 ×.", "5 ×");
    found("2x faster", "2x");
    found("a 2x speedup", "2x");
    found("2 x faster", "2 x");
    found("×5 on this card", "×5");
    found("speeds up (× 5)", "× 5");
    found("90%", "90%");
    found("90 % of it", "90 %");
    found("90 percent", "90 percent");
    found("is 5 times faster", "5 times");
    found("a 15-fold gain", "15-fold");
    found("100% sure", "100%");
}

static void spellings(void **state) {
    (void)state;
    found("1e9 B/s", "1e9 B/s");
    found("1.5E9 B/s", "1.5E9 B/s");
    found("10^9 B/s", "10^9 B/s");
    found("10\u2079 B/s", "10\u2079 B/s");
    found("\u00BD s", "\u00BD s");
    found("\uFF15\uFF16\uFF13 GB/s", "\uFF15\uFF16\uFF13 GB/s");
    found("\u0665 ms", "\u0665 ms"); /* an Arabic five */
    found("5 GB / s", "5 GB / s");
    found("5 G B/s", "5 G B/s");
    found("3.35 terabytes per second", "3.35 terabytes per second");
    found("500 Gigabytes per second", "500 Gigabytes per second");
    found("8 megabits/s", "8 megabits/s");
    found("5 bytes a second", "5 bytes a second");
    found("1.98 gigahertz", "1.98 gigahertz");
    found("67 teraflops", "67 teraflops");
    found("32 B/clk", "32 B/clk");
    found("32 bytes per cycle", "32 bytes per cycle");
    found("32 bytes per clock cycle", "32 bytes per clock cycle");
    found("5 trillion cycles", "5 trillion cycles");
    found("45\u2030 of it", "45\u2030");
    found("by a factor of 5", "factor of 5");
    found("1/3 of the time", "1/3");
    clean("67 FLOP, 5 terabytes, 1/3, 5 bits, 32 Bps2, 5 Gas, a factor of it, 4 cyclists");
}

static void no_measurement(void **state) {
    (void)state;
    static const char *const words[] = {
        "16 x 16 tiles",
        "16x16",
        "128x128x8",
        "128×128",
        "16 × 16 × 4 threads",
        "4 × n bytes",
        "2 x n",
        "n × 4",
        "CUDA 12.6",
        "day 11",
        "C99's rules",
        "2026-11-29",
        "32 B",
        "60 MiB and 62.9 MB",
        "1,024 bytes",
        "65,536 registers",
        "compute capability 9.0",
        "sm_90",
        "H200 s",
        "the 1980s",
        "all 0s and 1s",
        "0x1F",
        "v1.5 ms",
        "a 32-tap filter",
        "32 banks",
        "100%20",
        "no number: ms, GB/s, times",
        "32 bits each",
        "4 sectors",
        "8 streams",
        "5 hours",
        "3 times 4 is 12",
        "5 timesteps",
        "1 cyclee",
        "\1 of \1",
        "\1 × \1",
        "\1 times as long",
        "a \1-fold gain",
        "\1s",
        "the \1's L2",
        "(\1)",
        "\2 × 4",
        "",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        clean(words[i]);
}

static void behind_values(void **state) {
    (void)state;
    found("\1 ms", "ms");
    found("\1\u00A0GB/s", "GB/s");
    found("\1%", "%");
    found("\1 cycles", "cycles");
    found("\1×", "×");
    found("\1x faster", "x");
    struct rules_match match;
    assert_true(find("ab \1 ms", &match));
    assert_int_equal(match.rule->kind, LINT_BEHIND);
    assert_int_equal(match.start, 5);
    assert_int_equal(match.end, 7);
}

static void check(const char *body, const char *messages) {
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, body);
    assert_messages(&kit, messages);
    kit_end(&kit);
}

#define TYPED(what) what " is typed: it has to be an expression or cited(…)\n"
#define BEHIND(what) what " typed behind an expression: the unit belongs to the value\n"

static void in_pages(void **state) {
    (void)state;
    check("It takes **5** ms and `7 ms`.\n", "+1:12 error: " TYPED("5 ms"));
    check("A &amp; B, 5&nbsp;ms.\n", "+1:12 error: " TYPED("5\u00A0ms"));
    check("A 5 &amp; B, 5\\* 5&nbsp;ms.\n", "+1:18 error: " TYPED("5\u00A0ms"));
    check("## In 90 %\n", "+1:7 error: " TYPED("90 %"));
    check("- a\n\n  > [2x of it](/x/ \"in 3 ms\")\n",
          "+3:5 error: " TYPED("3 ms") "+3:6 error: " TYPED("2x"));
    check("![Rises 5 times](diagram:hierarchy)\n", "+1:9 error: " TYPED("5 times"));
    check("| a | b |\n| --- | --- |\n| x\\|y | 12 GB/s |\n", "+3:10 error: " TYPED("12 GB/s"));
    check("Table: 5 ms each\n\n| a |\n| --- |\n| b |\n", "+1:8 error: " TYPED("5 ms"));
    check("a {{ b.c }} ms\n", "+1:13 error: " BEHIND("ms"));
    check("```c\nint x = 5; /* 5 ms */\n```\n", "");
    check("5\nms\n", "+1:1 error: " TYPED("5 ms"));
}

static void in_conditions(void **state) {
    (void)state;
    check("a {{ if b > 1 }}5{{ else }}7{{ end }} ms\n",
          "+1:17 error: " TYPED("5 ms") "+1:28 error: " TYPED("7 ms"));
    check("a 5{{ if b > 1 }} or so{{ end }} ms\n", "+1:3 error: " TYPED("5 ms"));
    check("{{ if a > 1 }}x{{ else }}{{ if b > 1 }}5 ms{{ else }}y{{ end }}{{ end }}\n",
          "+1:40 error: " TYPED("5 ms"));
    check("{{ if a > 1 }}\n\nx 5 ms\n\n{{ end }}\n", "+3:3 error: " TYPED("5 ms"));
}

static void in_front_matter(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    static const char front[] = "---\ntitle: What 5 ms cost\nterm: Kit\nkind: glossary\n"
                                "summary: 'It''s 90% of it'\n"
                                "byline:\n  author: pending\n  reviewer: pending\n"
                                "  written: pending\n  checked: pending\n---\n";
    kit_page_at(&kit, "content/glossary/kit.md", front, "Text.\n");
    const char *messages = kit_messages(&kit);
    assert_non_null(strstr(messages, "2:13 error: " TYPED("5 ms")));
    assert_non_null(strstr(messages, " error: " TYPED("90%")));
    kit_end(&kit);
}

/* Text without an end: linear work, and no rule gives up. */
static void endless(void **state) {
    (void)state;
    static const char *const pieces[] = {"1 ",  "1",       "1,",     "\xEF\xBC\x95", "1 G G ",
                                         "\1 ", "\u00D7 ", "1 x a ", "1/",           "factor of ",
                                         " ",   "1e",      "\xFF",   "1\xC3"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct buf words = {0};
        while (words.len < 1 << 18)
            buf_str(&words, pieces[i]);
        clock_t start = clock(); /* of the processor: the machine may be busy */
        clean(words.ptr);
        if (clock() - start > 2 * CLOCKS_PER_SEC) fail_msg("too long for \"%s\"", pieces[i]);
        buf_free(&words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units),           cmocka_unit_test(decades),
        cmocka_unit_test(ratios),          cmocka_unit_test(no_measurement),
        cmocka_unit_test(spellings),       cmocka_unit_test(behind_values),
        cmocka_unit_test(in_pages),        cmocka_unit_test(in_conditions),
        cmocka_unit_test(in_front_matter), cmocka_unit_test(endless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
