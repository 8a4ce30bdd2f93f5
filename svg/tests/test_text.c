/* Strings and numbers: UTF-8, widths, wrapping, coordinates, ticks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ft2build.h>
#include <math.h>
#include FT_FREETYPE_H

#include "../axis.h"
#include "../buffer.h"
#include "../text.h"

static const struct svg_font font = {13, SVG_REGULAR};

static bool valid(const char *text) {
    return svg_text_valid(text, strlen(text));
}

static void test_utf8(void **state) {
    (void)state;
    static const char *const good[] = {
        "",
        "plain",
        "Größe × 2 µs ≥ 5",
        "\xf0\x9f\x98\x80",
        "\xed\x9f\xbf",
        "\xee\x80\x80",
        " ",
        "a\xcc\x81",
        /* U+0800 to U+0FFF begin with byte E0: Thai, Devanagari, the first and the last of them */
        "ภาษาไทย",
        "हिन्दी",
        "\xe0\xa0\x80",
        "\xe0\xbf\xbf",
    };
    static const char *const bad[] = {
        "\xff",
        "\xc0\x80",
        "\xc1\xbf",
        "\xe0\x80\x80",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\x80",
        "\xc3",
        "\xe2\x82",
        "\xf0\x9f\x98",
        "a\tb",
        "a\nb",
        "a\rb",
        "\x1b[0m",
        "\x7f",
        "\xc2\x85",
        "\xc2\x9f",
        "\xe2\x80\xa8",
        "\xe2\x80\xa9",
        "\xef\xbf\xbe",
        "\xef\xbf\xbf",
        "\xef\xb7\x90",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(valid(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (valid(bad[i])) fail_msg("taken for valid: number %zu", i);
    assert_false(svg_text_valid("a\0b", 3));
}

static void test_widths(void **state) {
    (void)state;
    assert_true(svg_text_width("", 0, font) == 0);
    double narrow = svg_text_width("iiii", 4, font), wide = svg_text_width("MMMM", 4, font);
    assert_true(wide > 3 * narrow);
    assert_true(fabs(svg_text_width("ab", 2, font) - svg_text_width("a", 1, font) -
                     svg_text_width("b", 1, font)) < 1e-9);
    const struct svg_font bold = {13, SVG_SEMIBOLD}, twice = {26, SVG_REGULAR};
    assert_true(svg_text_width("width", 5, bold) > svg_text_width("width", 5, font));
    assert_true(svg_text_width("width", 5, twice) == 2 * svg_text_width("width", 5, font));
    assert_true(svg_text_width("a\xcc\x81", 3, font) == svg_text_width("a", 1, font));
    assert_true(svg_text_width("\xe6\xbc\xa2", 3, font) == 13); /* an ideograph: one em */
    /* Two letters of Thai, the first with a vowel above that takes no width of its own. */
    const double thai = svg_text_width("ท", strlen("ท"), font);
    assert_true(thai > 0 && svg_text_width("ทีท", strlen("ทีท"), font) == 2 * thai);
}

static void check_wrap(const char *text, double room) {
    struct svg_wrap wrap = svg_wrap_begin(text, font, room);
    char joined[512] = "";
    size_t lines = 0;
    for (struct svg_span line; svg_wrap_next(&wrap, &line); lines++) {
        assert_true(line.length > 0);
        assert_true(line.width * SVG_TEXT_SLACK <= room + 1e-9 || line.length <= 4);
        assert_true(line.text[0] != ' ' && line.text[line.length - 1] != ' ');
        assert_true(svg_text_valid(line.text, line.length)); /* no character is cut in two */
        size_t at = strlen(joined);
        for (size_t i = 0; i < line.length; i++)
            if (line.text[i] != ' ') joined[at++] = line.text[i];
        joined[at] = '\0';
    }
    char bare[512] = "";
    size_t at = 0;
    for (const char *c = text; *c != '\0'; c++)
        if (*c != ' ') bare[at++] = *c;
    assert_string_equal(joined, bare); /* nothing is lost */
    assert_int_equal(lines, svg_wrap_count(text, font, room));
}

static void test_wrapping(void **state) {
    (void)state;
    static const char *const texts[] = {
        "one two three four five six seven",
        "  spaces   everywhere  ",
        "averylongwordthatcannotstandinoneline",
        "mixed averylongwordthatcannotstandinoneline and short",
        "größe grüße straße örtlich übrig ähnlich",
        "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97",
        "x",
        "",
    };
    static const double rooms[] = {1, 20, 60, 100, 150, 1000};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++)
            check_wrap(texts[i], rooms[k]);
    assert_int_equal(svg_wrap_count(NULL, font, 100), 0);
    assert_int_equal(svg_wrap_count("   ", font, 100), 0);

    /* Words stay whole where they fit. */
    struct svg_wrap wrap = svg_wrap_begin("alpha beta", font, svg_text_room("alpha", font) + 1);
    struct svg_span line;
    assert_true(svg_wrap_next(&wrap, &line));
    assert_int_equal(line.length, 5);
    assert_true(svg_wrap_next(&wrap, &line));
    assert_memory_equal(line.text, "beta", 4);
    assert_false(svg_wrap_next(&wrap, &line));

    /* A text wrapped to its widest line wraps the same way again. */
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t k = 1; k < sizeof rooms / sizeof *rooms; k++)
            assert_int_equal(
                svg_wrap_count(texts[i], font, rooms[k]),
                svg_wrap_count(texts[i], font, svg_wrap_room(texts[i], font, rooms[k]) + 0.01));
}

/* ---- numbers ---------------------------------------------------------------------------------- */

static void expect_number(double value, const char *text) {
    struct svg_buffer buffer = {0};
    svg_buffer_number(&buffer, value);
    assert_string_equal(buffer.text, text);
    svg_buffer_free(&buffer);
}

static void test_coordinates(void **state) {
    (void)state;
    expect_number(0, "0");
    expect_number(-0.0, "0");
    expect_number(-0.004, "0");
    expect_number(0.005, "0.01");
    expect_number(-0.5, "-0.5");
    expect_number(12, "12");
    expect_number(12.3, "12.3");
    expect_number(12.05, "12.05");
    expect_number(99.999, "100");
    expect_number(0.1 + 0.2, "0.3");
    expect_number(123456.78, "123456.78");
    expect_number(-1e9, "-1000000000");
}

static void expect_decimal(unsigned long long digits, int exponent, const char *text) {
    char out[SVG_TICK_TEXT];
    svg_decimal(out, digits, exponent);
    assert_string_equal(out, text);
}

static void test_tick_texts(void **state) {
    (void)state;
    expect_decimal(0, 0, "0");
    expect_decimal(0, -3, "0");
    expect_decimal(0, 5, "0");
    expect_decimal(5, 0, "5");
    expect_decimal(4, 3, "4,000");
    expect_decimal(999, 0, "999");
    expect_decimal(1234567, 0, "1,234,567");
    expect_decimal(1234567, -2, "12,345.67");
    expect_decimal(25, -2, "0.25");
    expect_decimal(2500, -4, "0.25");
    expect_decimal(1, -9, "0.000000001");
    expect_decimal(1, 15, "1,000,000,000,000,000");
    char out[SVG_TICK_TEXT];
    svg_bytes(out, 512);
    assert_string_equal(out, "512 B");
    svg_bytes(out, 32768);
    assert_string_equal(out, "32 KiB");
    svg_bytes(out, 1572864);
    assert_string_equal(out, "1.5 MiB");
    svg_bytes(out, 8589934592.0);
    assert_string_equal(out, "8 GiB");
    svg_axis_text(out, false, 33);
    assert_string_equal(out, "33");
    svg_axis_text(out, false, 1536.5);
    assert_string_equal(out, "1,536.5");
    svg_axis_text(out, false, 0.1 + 0.2);
    assert_string_equal(out, "0.3");
    svg_axis_text(out, false, 0);
    assert_string_equal(out, "0");
}

static const struct svg_axis_place place = {
    .from = 0, .to = 600, .font = {12, SVG_REGULAR}, .width = 620};

/* Ticks are at 0, 1, 2, 3 … times 1, 2 or 5 times a power of ten, apart, and between the ends. */
static void test_linear_ticks(void **state) {
    (void)state;
    for (double high = 1.1e-9; high < 9e14; high *= 1.37) {
        const struct svg_axis axis = {.label = "s"};
        struct svg_axis_map map;
        svg_axis_fit(&map, &axis, (struct svg_axis_span){.high = high, .open = true}, &place);
        assert_true(map.low == 0 && map.high >= high && map.high <= high * 1.15);
        assert_true(map.tick_count >= 2);
        double step = map.ticks[1].value;
        double mantissa = step / pow(10, floor(log10(step) + 1e-9));
        assert_true(fabs(mantissa - 1) < 1e-9 || fabs(mantissa - 2) < 1e-9 ||
                    fabs(mantissa - 5) < 1e-9);
        for (size_t i = 0; i < map.tick_count; i++) {
            assert_true(fabs(map.ticks[i].value - (double)i * step) <= step * 1e-9);
            assert_true(map.ticks[i].value <= map.high * (1 + 1e-12));
            /* The text says the value. */
            char bare[SVG_TICK_TEXT];
            size_t at = 0;
            for (const char *c = map.ticks[i].text; *c != '\0'; c++)
                if (*c != ',') bare[at++] = *c;
            bare[at] = '\0';
            assert_true(fabs(strtod(bare, NULL) - map.ticks[i].value) <= step * 1e-9);
        }
    }
}

static void test_logarithmic_ticks(void **state) {
    (void)state;
    for (int scale = SVG_LOG2; scale <= SVG_LOG10; scale++)
        for (int open = 0; open < 2; open++)
            for (double low = 2e-9; low < 1e14; low *= 7.3)
                for (double high = low; high < 1e15; high *= 11.7) {
                    const struct svg_axis axis = {.label = "s", .scale = (enum svg_scale)scale};
                    struct svg_axis_map map;
                    svg_axis_fit(&map, &axis, (struct svg_axis_span){low, high, open}, &place);
                    assert_true(map.low <= low && map.high >= high && map.low < map.high);
                    assert_true(!open || map.low < low);
                    assert_true(map.tick_count >= 1 && map.tick_count <= SVG_TICKS_MAX);
                    for (size_t i = 0; i < map.tick_count; i++) {
                        assert_true(map.ticks[i].at >= 0 && map.ticks[i].at <= 600);
                        assert_true(i == 0 || map.ticks[i].at > map.ticks[i - 1].at + 20);
                    }
                }
}

/* ---- the table against the font ------------------------------------------------------------------ */

static void compare_with(const char *path, enum svg_weight weight) {
    FT_Library library;
    FT_Face face;
    assert_int_equal(FT_Init_FreeType(&library), 0);
    if (FT_New_Face(library, path, 0, &face)) fail_msg("%s is missing: make makes it", path);
    double sum = 0, count = 0;
    static const unsigned long samples[][2] = {{0x20, 0x7e},   {0xa0, 0xac},     {0xae, 0x17f},
                                               {0x3b1, 0x3c9}, {0x2013, 0x2014}, {0x2190, 0x2193}};
    for (size_t s = 0; s < sizeof samples / sizeof *samples; s++)
        for (unsigned long c = samples[s][0]; c <= samples[s][1]; c++) {
            if (FT_Get_Char_Index(face, c) == 0) continue;
            assert_int_equal(FT_Load_Char(face, c, FT_LOAD_NO_SCALE), 0);
            double advance = 1000.0 * (double)face->glyph->advance.x / face->units_per_EM;
            double off = fabs(advance - svg_advance(c, weight));
            sum += off;
            count++;
            if (off > 60) /* other releases of the font differ a little */
                fail_msg("U+%04lX: %.0f in the font, %u in the table", c, advance,
                         svg_advance(c, weight));
        }
    assert_true(count > 300 && sum / count < 8);
    FT_Done_FreeType(library);
}

static void test_advances_of_regular(void **state) {
    (void)state;
    compare_with("build/fonts/inter-400.woff2", SVG_REGULAR);
}

static void test_advances_of_semibold(void **state) {
    (void)state;
    compare_with("build/fonts/inter-600.woff2", SVG_SEMIBOLD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_coordinates),
        cmocka_unit_test(test_tick_texts),
        cmocka_unit_test(test_linear_ticks),
        cmocka_unit_test(test_logarithmic_ticks),
        cmocka_unit_test(test_advances_of_regular),
        cmocka_unit_test(test_advances_of_semibold),
    };
    return cmocka_run_group_tests_name("svg text", tests, NULL, NULL);
}
