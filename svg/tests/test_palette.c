/* The palette: contrast by WCAG's formula, distance for colour-blind readers, the CSS text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "../palette.h"
#include "../svg.h"

static const enum svg_colour levels[] = {
    SVG_COLOUR_LEVEL_REGISTERS, SVG_COLOUR_LEVEL_SHARED, SVG_COLOUR_LEVEL_L1,  SVG_COLOUR_LEVEL_L2,
    SVG_COLOUR_LEVEL_CONSTANT,  SVG_COLOUR_LEVEL_LOCAL,  SVG_COLOUR_LEVEL_DRAM};
static const enum svg_colour softs[] = {
    SVG_COLOUR_LEVEL_REGISTERS_SOFT, SVG_COLOUR_LEVEL_SHARED_SOFT,   SVG_COLOUR_LEVEL_L1_SOFT,
    SVG_COLOUR_LEVEL_L2_SOFT,        SVG_COLOUR_LEVEL_CONSTANT_SOFT, SVG_COLOUR_LEVEL_LOCAL_SOFT,
    SVG_COLOUR_LEVEL_DRAM_SOFT};
static const enum svg_colour surfaces[] = {SVG_COLOUR_SURFACE, SVG_COLOUR_SURFACE_SOFT};
static const enum svg_colour inks[] = {SVG_COLOUR_INK, SVG_COLOUR_INK_SOFT};
static const enum svg_colour marks[] = {SVG_COLOUR_MARK_1, SVG_COLOUR_MARK_2, SVG_COLOUR_MARK_3,
                                        SVG_COLOUR_MARK_4};

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct rgb {
    double r, g, b; /* linear light, 0..1 */
};

static double linear(unsigned long byte) {
    double c = (double)byte / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static struct rgb rgb_of(enum svg_colour colour, bool dark) {
    const struct svg_palette_entry *entry = svg_palette_entry(colour);
    unsigned long hex = dark ? entry->dark : entry->light;
    return (struct rgb){linear(hex >> 16 & 255), linear(hex >> 8 & 255), linear(hex & 255)};
}

/* https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
static double contrast(enum svg_colour a, enum svg_colour b, bool dark) {
    struct rgb x = rgb_of(a, dark), y = rgb_of(b, dark);
    double l1 = 0.2126 * x.r + 0.7152 * x.g + 0.0722 * x.b;
    double l2 = 0.2126 * y.r + 0.7152 * y.g + 0.0722 * y.b;
    return (fmax(l1, l2) + 0.05) / (fmin(l1, l2) + 0.05);
}

static void expect_contrast(enum svg_colour a, enum svg_colour b, double least) {
    for (int dark = 0; dark < 2; dark++)
        if (contrast(a, b, dark) < least)
            fail_msg("%s on %s, %s: %.2f < %.1f", svg_palette_entry(a)->css,
                     svg_palette_entry(b)->css, dark ? "dark" : "light", contrast(a, b, dark),
                     least);
}

static void test_contrast_formula(void **state) {
    (void)state;
    /* White on the light theme's ink and back is one number, and a colour on itself is 1. */
    assert_true(fabs(contrast(SVG_COLOUR_SURFACE, SVG_COLOUR_SURFACE, false) - 1) < 1e-12);
    assert_true(contrast(SVG_COLOUR_SURFACE, SVG_COLOUR_INK, false) ==
                contrast(SVG_COLOUR_INK, SVG_COLOUR_SURFACE, false));
    struct rgb white = {1, 1, 1};
    assert_true(rgb_of(SVG_COLOUR_SURFACE, false).r == white.r);
}

static void test_text_contrast(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(inks); i++) {
        for (size_t s = 0; s < COUNT(surfaces); s++)
            expect_contrast(inks[i], surfaces[s], 4.5);
        for (size_t s = 0; s < COUNT(softs); s++)
            expect_contrast(inks[i], softs[s], 4.5);
    }
    for (size_t r = 0; r < COUNT(levels); r++) {
        for (size_t s = 0; s < COUNT(surfaces); s++)
            expect_contrast(levels[r], surfaces[s], 4.5);
        expect_contrast(SVG_COLOUR_ON_LEVEL, levels[r], 4.5);
    }
}

static void test_graphics_contrast(void **state) {
    (void)state;
    for (size_t r = 0; r < COUNT(levels); r++)
        expect_contrast(levels[r], softs[r], 3);
    for (size_t s = 0; s < COUNT(softs); s++) { /* swatches on the DRAM band */
        expect_contrast(levels[s], SVG_COLOUR_LEVEL_DRAM_SOFT, 3);
        expect_contrast(levels[s], SVG_COLOUR_LEVEL_L2_SOFT, 3);
    }
    for (size_t m = 0; m < COUNT(marks); m++)
        for (size_t s = 0; s < COUNT(surfaces); s++)
            expect_contrast(marks[m], surfaces[s], 3);
}

/* ---- colour blindness ------------------------------------------------------------------------- */

/* Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision
 * Deficiency, 2009, severity 1.0; the first matrix leaves colours as they are. */
static const double sight[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};
static const char *const sights[] = {"all cones", "protanopia", "deuteranopia", "tritanopia"};

/* Björn Ottosson: OKLab, 2020. */
static void oklab(struct rgb c, const double m[3][3], double out[3]) {
    double r = fmax(0, m[0][0] * c.r + m[0][1] * c.g + m[0][2] * c.b);
    double g = fmax(0, m[1][0] * c.r + m[1][1] * c.g + m[1][2] * c.b);
    double b = fmax(0, m[2][0] * c.r + m[2][1] * c.g + m[2][2] * c.b);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double k = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    out[0] = 0.2104542553 * l + 0.7936177850 * k - 0.0040720468 * s;
    out[1] = 1.9779984951 * l - 2.4285922050 * k + 0.4505937099 * s;
    out[2] = 0.0259040371 * l + 0.7827717662 * k - 0.8086757660 * s;
}

static double distance(enum svg_colour a, enum svg_colour b, bool dark, size_t kind) {
    double x[3], y[3];
    oklab(rgb_of(a, dark), sight[kind], x);
    oklab(rgb_of(b, dark), sight[kind], y);
    return sqrt(pow(x[0] - y[0], 2) + pow(x[1] - y[1], 2) + pow(x[2] - y[2], 2));
}

/* 0.06 is some three times what is just told apart; with all cones more is asked. */
static void test_levels_differ_for_every_sight(void **state) {
    (void)state;
    for (int dark = 0; dark < 2; dark++)
        for (size_t kind = 0; kind < COUNT(sight); kind++)
            for (size_t i = 0; i < COUNT(levels); i++)
                for (size_t k = 0; k < i; k++) {
                    double apart = distance(levels[i], levels[k], dark, kind);
                    if (apart < (kind == 0 ? 0.09 : 0.06))
                        fail_msg("%s and %s, %s, %s: %.3f", svg_palette_entry(levels[i])->css,
                                 svg_palette_entry(levels[k])->css, dark ? "dark" : "light",
                                 sights[kind], apart);
                }
}

/* ---- CSS ------------------------------------------------------------------------------------------ */

static size_t occurrences(const char *text, const char *word) {
    size_t count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
        count++;
    return count;
}

static void test_css_has_every_colour(void **state) {
    (void)state;
    const char *css = svg_palette_css();
    for (int i = 0; i < SVG_COLOUR_COUNT; i++) {
        const struct svg_palette_entry *entry = svg_palette_entry((enum svg_colour)i);
        char light[64], dark[64];
        snprintf(light, sizeof light, "--%s:#%06lx;", entry->css, entry->light);
        snprintf(dark, sizeof dark, "--%s:#%06lx;", entry->css, entry->dark);
        assert_int_equal(occurrences(css, light), 1);
        assert_int_equal(occurrences(css, dark), 2);
        assert_non_null(strstr(entry->paint, entry->css));
        snprintf(light, sizeof light, "#%06lx", entry->light);
        assert_non_null(strstr(entry->paint, light)); /* the fallback is the light value */
    }
    assert_int_equal(occurrences(css, "{"), occurrences(css, "}"));
    assert_int_equal(occurrences(css, "prefers-color-scheme:dark"), 1);
    assert_null(strchr(css, '<'));
    assert_null(strchr(css, '&'));
    const char *layout = svg_layout_css();
    assert_int_equal(occurrences(layout, "{"), occurrences(layout, "}"));
}

static void test_level_names(void **state) {
    (void)state;
    for (int i = 1; i < SVG_LEVEL_COUNT; i++) {
        const char *name = svg_level_name((enum svg_level)i);
        char property[64];
        snprintf(property, sizeof property, "--level-%s:", name);
        assert_non_null(strstr(svg_palette_css(), property));
        snprintf(property, sizeof property, "--level-%s-soft:", name);
        assert_non_null(strstr(svg_palette_css(), property));
    }
    assert_string_equal(svg_level_name((enum svg_level)1000), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrast_formula),
        cmocka_unit_test(test_text_contrast),
        cmocka_unit_test(test_graphics_contrast),
        cmocka_unit_test(test_levels_differ_for_every_sight),
        cmocka_unit_test(test_css_has_every_colour),
        cmocka_unit_test(test_level_names),
    };
    return cmocka_run_group_tests_name("svg palette", tests, NULL, NULL);
}
