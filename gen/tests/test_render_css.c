/* The theme's colours: text on what it stands on has the contrast of WCAG AA (4.5:1) in light and
 * in dark, computed from the custom properties of the style sheet as it is written. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "render/theme.h"
#include "svg/svg.h"

struct sheet {
    struct arena arena;
    struct diags diags;
    struct text light, dark; /* rules outside and inside of the dark media queries */
    struct text all;
};

/* The block that follows `from`, braces balanced. */
static struct text block(struct text css, size_t from) {
    size_t start = text_find(css, "{", from), depth = 0;
    for (size_t i = start; i < css.len; i++) {
        depth += css.ptr[i] == '{';
        if (css.ptr[i] == '}' && --depth == 0) return text_cut(css, start + 1, i);
    }
    fail_msg("a block without an end");
    return (struct text){0};
}

static void load(struct sheet *sheet) {
    *sheet = (struct sheet){0};
    struct root root = {.fd = -1};
    struct buf all = {0}, light = {0}, dark = {0};
    assert_true(root_open(&root, ".", &sheet->diags));
    struct file_list files =
        file_walk(&root, TEXT("site/theme/css"), ".css", &sheet->arena, &sheet->diags);
    assert_true(files.count >= 3);
    buf_str(&all, svg_palette_css());
    for (size_t i = 0; i < files.count; i++)
        buf_view(&all, file_source(&root, files.path[i], &sheet->arena, &sheet->diags)->text);
    sheet->all = arena_text(&sheet->arena, buf_text(&all));
    size_t done = 0;
    for (;;) {
        size_t media = text_find(sheet->all, "@media screen and (prefers-color-scheme:dark)", done);
        if (media == SIZE_MAX) break;
        struct text inside = block(sheet->all, media);
        buf_view(&light, text_cut(sheet->all, done, media));
        buf_view(&dark, inside);
        done = (size_t)(inside.ptr - sheet->all.ptr) + inside.len + 1;
    }
    buf_view(&light, text_cut(sheet->all, done, sheet->all.len));
    sheet->light = arena_text(&sheet->arena, buf_text(&light));
    sheet->dark = arena_text(&sheet->arena, buf_text(&dark));
    buf_free(&all);
    buf_free(&light);
    buf_free(&dark);
    root_close(&root);
}

static void unload(struct sheet *sheet) {
    diags_free(&sheet->diags);
    arena_free(&sheet->arena);
}

/* 0xRRGGBB of a property; var() of another one is followed, light-dark() has both. */
static unsigned long colour(const struct sheet *sheet, bool dark, const char *name) {
    char key[64];
    snprintf(key, sizeof key, "--%s:", name);
    struct text rules = dark ? sheet->dark : sheet->light;
    size_t at = text_find(rules, key, 0);
    if (at == SIZE_MAX && dark) {
        rules = sheet->light; /* set once for both */
        at = text_find(rules, key, 0);
    }
    if (at == SIZE_MAX) fail_msg("no colour --%s", name);
    struct text value = text_trim(text_cut(rules, at + strlen(key), rules.len));
    if (text_starts(value, "var(--")) {
        size_t end = text_find(value, ")", 0);
        return colour(
            sheet, dark,
            arena_string((struct arena *)(uintptr_t)&sheet->arena, text_cut(value, 6, end)));
    }
    if (text_starts(value, "light-dark("))
        value =
            text_cut(value, text_find(value, "#", dark ? text_find(value, ",", 0) : 0), value.len);
    if (!text_starts(value, "#")) fail_msg("--%s is no colour", name);
    return strtoul(value.ptr + 1, NULL, 16);
}

/* https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
static double luminance(unsigned long rgb) {
    double sum = 0;
    static const double weight[] = {0.0722, 0.7152, 0.2126};
    for (int i = 0; i < 3; i++) {
        double c = (double)(rgb >> (8 * i) & 0xff) / 255;
        sum += weight[i] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(unsigned long a, unsigned long b) {
    double la = luminance(a), lb = luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

static void text_can_be_read(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"ink", "surface"},
        {"ink", "surface-soft"},
        {"ink-soft", "surface"},
        {"ink-soft", "surface-soft"},
        {"accent", "surface"},
        {"accent", "surface-soft"},
        {"warn", "surface"},
        {"warn", "warn-soft"},
        {"ink", "warn-soft"},
        {"ink-soft", "warn-soft"},
        {"bad", "bad-soft"},
        {"ink", "bad-soft"},
        {"accent", "bad-soft"},
        {"surface", "ink"},            /* the link that skips to the content */
        {"ink-soft", "level-l2-soft"}, /* words that a search found */
        {"level-dram", "surface-soft"},
        {"level-l2", "surface-soft"}, /* words of code */
        {"level-l1", "surface-soft"},
        {"level-registers", "surface-soft"},
        {"level-constant", "surface-soft"},
    };
    struct sheet sheet;
    load(&sheet);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int dark = 0; dark < 2; dark++) {
            double ratio =
                contrast(colour(&sheet, dark, pairs[i][0]), colour(&sheet, dark, pairs[i][1]));
            if (ratio < 4.5)
                fail_msg("--%s on --%s is %.2f:1 in %s", pairs[i][0], pairs[i][1], ratio,
                         dark ? "dark" : "light");
        }
    unload(&sheet);
}

/* Colours stand in the palette or in the theme's custom properties, nowhere else. */
static void colours_have_one_place(void **state) {
    (void)state;
    struct sheet sheet;
    load(&sheet);
    struct text rest = text_cut(sheet.all, strlen(svg_palette_css()), sheet.all.len);
    for (size_t line = 1; rest.len; line++) {
        struct text row = text_trim(text_next(&rest, '\n'));
        if (text_starts(row, "--") || text_find(row, "#", 0) == SIZE_MAX) continue;
        fail_msg("a colour outside of the custom properties: %.*s", TEXT_ARG(row));
    }
    unload(&sheet);
}

/* What readers get has no comment, and white space where it means something: in values, between the parts of a
 * selector, in strings. */
static void comments_stay_behind(void **state) {
    (void)state;
    struct buf out = {0};
    theme_put_css(
        &out, TEXT("/* a \" { */\na b,\n  :is( i ) > c::after {\n  margin: 0 calc(1rem + 2px);\n"
                   "  content: \"/* \\\" ; }\" / '';\n}\n\n@media print {\n  d /* e */ f {}\n}\n"));
    assert_string_equal(buf_text(&out).ptr,
                        "a b,:is( i ) > c::after{margin: 0 calc(1rem + 2px);"
                        "content: \"/* \\\" ; }\" / '';}\n@media print{d f{}}\n");
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(text_can_be_read),
                                       cmocka_unit_test(colours_have_one_place),
                                       cmocka_unit_test(comments_stay_behind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
