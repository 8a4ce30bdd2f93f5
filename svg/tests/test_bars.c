/* Bar charts: where bars end, ticks, values beside bars, what is missing, long labels, errors. */
#include "figure.h"
#include "mock.h"

#include <math.h>

static const enum svg_layout layouts[] = {SVG_WIDE, SVG_NARROW};

static struct figure chart(const struct svg_bars *in, enum svg_layout layout) {
    struct svg_frame frame = mock_frame("fig", layout);
    return figure_check(svg_bars(in, &frame), "fig");
}

static double end_of(const struct element *rect) {
    return number_of(rect, "x") + number_of(rect, "width");
}

/* px of a tick: where its label is centred. */
static double tick_x(const struct figure *figure, const char *text) {
    const struct element *tick = by_text(figure, text);
    assert_non_null(tick);
    assert_true(slice_is(attribute_of(tick, "text-anchor"), "middle"));
    return number_of(tick, "x");
}

/* A reader lays a ruler from the bar's end to the axis: what two ticks say is the value. */
static void check_reading(const struct figure *figure, size_t bar, double value,
                          const char *low_text, double low, const char *high_text, double high) {
    double x1 = tick_x(figure, low_text), x2 = tick_x(figure, high_text);
    double expected = x1 + (value - low) / (high - low) * (x2 - x1);
    double end = end_of(by_class(figure, "svg-bar", bar));
    assert_true(fabs(end - expected) < 0.5);
}

static void test_bar_ends(void **state) {
    (void)state;
    struct svg_bars in = mock_bars();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        assert_int_equal(count_class(&figure, "svg-bar"), 4);
        check_reading(&figure, 0, 4655, "2,000", 2000, "4,000", 4000);
        check_reading(&figure, 1, 4271, "2,000", 2000, "4,000", 4000);
        check_reading(&figure, 2, 4681.4, "2,000", 2000, "4,000", 4000);
        check_reading(&figure, 3, 554, "2,000", 2000, "4,000", 4000);
        check_reading(&figure, 1, 4271, "0", 0, "4,000", 4000);
        figure_free(&figure);
    }
}

static void test_one_bar_of_4271(void **state) {
    (void)state;
    static const struct svg_cell cell = {.value = 4271, .text = "4,271 GB/s"};
    static const struct svg_bar_row row = {.label = "read", .cells = &cell};
    struct svg_bars in = {.axis = {.label = "GB/s"}, .rows = &row, .row_count = 1};
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        assert_non_null(by_text(&figure, "GB/s"));
        assert_non_null(by_text(&figure, "4,271 GB/s"));
        check_reading(&figure, 0, 4271, "2,000", 2000, "4,000", 4000);
        figure_free(&figure);
    }
}

static void test_logarithmic_bars(void **state) {
    (void)state;
    static const struct svg_cell cells[] = {
        {.value = 1.001}, {.value = 400}, {.value = 31.6227766}};
    static const struct svg_bar_row rows[] = {{.label = "a", .cells = &cells[0]},
                                              {.label = "b", .cells = &cells[1]},
                                              {.label = "c", .cells = &cells[2]}};
    struct svg_bars in = {
        .axis = {.label = "cycles", .scale = SVG_LOG10}, .rows = rows, .row_count = 3};
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        double ten = tick_x(&figure, "10"), hundred = tick_x(&figure, "100");
        double decade = hundred - ten;
        const double exponents[] = {log10(1.001), log10(400), 1.5};
        for (size_t k = 0; k < 3; k++) {
            double expected = ten + (exponents[k] - 1) * decade;
            assert_true(fabs(end_of(by_class(&figure, "svg-bar", k)) - expected) < 0.5);
        }
        assert_true(number_of(by_class(&figure, "svg-bar", 0), "width") > 3);
        figure_free(&figure);
    }
}

/* The lines over a bar, NULL where it is solid. */
static const struct element *pattern_of(const struct element *bar) {
    return slice_is(attribute_of(bar + 1, "fill"), "none") &&
                   slice_is(attribute_of(bar + 1, "stroke"), "var(--surface,#ffffff)")
               ? bar + 1
               : NULL;
}

/* The number at `at`, behind which it is moved, and a space. */
static double take_number(const char **at) {
    size_t length = strspn(*at + 1, "0123456789.") + 1;
    double number = slice_number((struct slice){*at, length});
    *at += length;
    *at += **at == ' ';
    return number;
}

/* Lines begin and end in the bar, a tile of 6 px apart: "M8 0.5l5-5M14 …", "M8 0.5H30M …", "M1.5 0V20M …". */
static void check_lines(const struct element *bar, struct slice path) {
    const double left = number_of(bar, "x"), top = number_of(bar, "y");
    const double right = end_of(bar), bottom = top + number_of(bar, "height");
    size_t lines = 0;
    for (const char *at = path.text; at < path.text + path.length; lines++) {
        assert_int_equal(*at++, 'M');
        const double x = take_number(&at), y = take_number(&at);
        const char command = *at++;
        const double along = take_number(&at);
        double to_x = command == 'V' ? x : along, to_y = command == 'V' ? along : y;
        if (command == 'l') {
            const double across = take_number(&at), c = across < 0 ? x + y : x - y;
            assert_true(along > 0 && fabs(along - fabs(across)) < 0.01);
            assert_true(fabs(c - 6 * round(c / 6)) < 0.02);
            to_x = x + along;
            to_y = y + across;
        }
        assert_true(fmin(x, to_x) > left - 0.02 && fmax(x, to_x) < right + 0.02);
        assert_true(fmin(y, to_y) > top - 0.02 && fmax(y, to_y) < bottom + 0.02);
    }
    assert_true(path.length == 0 || lines > 1);
}

static void test_grouped_bars_differ_without_colour(void **state) {
    (void)state;
    struct svg_bars in = mock_groups();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        assert_int_equal(count_class(&figure, "svg-bar"), 7);
        assert_non_null(by_text(&figure, "fits in L2"));
        assert_non_null(by_text(&figure, "far outside L2"));
        assert_non_null(pattern_of(by_class(&figure, "svg-bar", 1)));
        assert_non_null(by_class(&figure, "svg-level-l2", 0));
        assert_non_null(by_class(&figure, "svg-level-dram", 0));
        /* The second of a group lies below the first, closer than the next group. */
        double y0 = number_of(by_class(&figure, "svg-bar", 0), "y");
        double y1 = number_of(by_class(&figure, "svg-bar", 1), "y");
        double y2 = number_of(by_class(&figure, "svg-bar", 2), "y");
        assert_true(y0 < y1 && y1 < y2 && y1 - y0 < y2 - y1);
        check_reading(&figure, 0, 4946, "2,000", 2000, "4,000", 4000);
        check_reading(&figure, 1, 4179, "2,000", 2000, "4,000", 4000);
        figure_free(&figure);
    }
}

static void test_eight_series_all_look_different(void **state) {
    (void)state;
    struct svg_cell cells[8];
    struct svg_series series[8];
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    for (size_t i = 0; i < 8; i++) {
        cells[i] = (struct svg_cell){.value = (double)(i + 1)};
        series[i] = (struct svg_series){.name = names[i]};
    }
    struct svg_bar_row row = {.label = "all", .cells = cells};
    struct svg_bars in = {
        .axis = {.label = "s"}, .rows = &row, .row_count = 1, .series = series, .series_count = 8};
    struct figure figure = chart(&in, SVG_WIDE);
    double kinds[8]; /* of the patterns: how thick, and whether they slant */
    struct slice fills[8];
    for (size_t i = 0; i < 8; i++) {
        const struct element *bar = by_class(&figure, "svg-bar", i);
        fills[i] = attribute_of(bar, "fill");
        const struct element *pattern = pattern_of(bar);
        struct slice path = pattern ? attribute_of(pattern, "d") : (struct slice){"", 0};
        kinds[i] = pattern ? number_of(pattern, "stroke-width") : 0;
        if (slice_has(path, "l")) kinds[i] += 10; /* slanting */
        check_lines(bar, path);
        for (size_t k = 0; k < i; k++) {
            bool same_fill = fills[i].length == fills[k].length &&
                             memcmp(fills[i].text, fills[k].text, fills[i].length) == 0;
            bool same_pattern = fabs(kinds[i] - kinds[k]) < 0.01;
            assert_false(same_fill && same_pattern);
        }
    }
    figure_free(&figure);
}

static void test_missing_rows_show_their_reason(void **state) {
    (void)state;
    struct svg_bars in = mock_bars();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        const struct element *reason =
            by_text(&figure, "not measured: this card has no such engine");
        assert_non_null(reason);
        assert_true(slice_is(attribute_of(reason, "font-style"), "italic"));
        figure_free(&figure);
    }
}

static void test_all_missing_draws_no_ticks(void **state) {
    (void)state;
    static const struct svg_cell cell = {.missing = "not measured: no counters", .value = NAN};
    static const struct svg_bar_row row = {.label = "read", .cells = &cell};
    static const enum svg_scale scales[] = {SVG_LINEAR, SVG_LOG2, SVG_LOG10};
    for (size_t s = 0; s < 3; s++)
        for (size_t i = 0; i < 2; i++) {
            struct svg_bars in = {
                .axis = {.label = "GB/s", .scale = scales[s]}, .rows = &row, .row_count = 1};
            struct figure figure = chart(&in, layouts[i]);
            assert_null(by_text(&figure, "0"));
            assert_null(by_text(&figure, "1"));
            assert_non_null(by_text(&figure, "not measured: no counters"));
            figure_free(&figure);
        }
}

/* Lines across the plot leave values out: the reference never runs through a text. */
static void test_reference_leaves_values_free(void **state) {
    (void)state;
    struct svg_bars in = mock_bars();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        const struct element *line = by_class(&figure, "svg-reference", 0);
        assert_non_null(line);
        struct slice data = attribute_of(line, "d"); /* M x y1 V y2, once for each part */
        double x = 0, y1 = 0;
        for (size_t at = 0; at < data.length;) {
            char command = data.text[at++];
            double numbers[2] = {0, 0};
            size_t count = 0;
            while (at < data.length && data.text[at] != 'M' && data.text[at] != 'V') {
                size_t length = 0;
                while (at + length < data.length && strchr("0123456789.-", data.text[at + length]))
                    length++;
                assert_true(length > 0 && count < 2);
                numbers[count++] = slice_number((struct slice){data.text + at, length});
                at += length;
                at += at < data.length && data.text[at] == ' ' ? 1 : 0;
            }
            if (command == 'M') {
                x = numbers[0];
                y1 = numbers[1];
                continue;
            }
            struct text_box part = {x, y1, x, numbers[0]};
            for (size_t k = 0; k < figure.count; k++) {
                if (!slice_is(figure.elements[k].name, "text")) continue;
                struct text_box text = text_box(&figure.elements[k]);
                text.y1 += 3; /* the line box is a little higher than the letters */
                text.y2 -= 3;
                if (boxes_meet(&part, &text))
                    fail_msg("the reference runs through \"%.*s\"",
                             (int)figure.elements[k].content.length,
                             figure.elements[k].content.text);
            }
        }
        double x1 = tick_x(&figure, "2,000"), x2 = tick_x(&figure, "4,000");
        assert_true(fabs(x - (x1 + (4814.0 - 2000) / 2000 * (x2 - x1))) < 0.5);
        figure_free(&figure);
    }
}

static void test_whisker_spans_the_spread(void **state) {
    (void)state;
    struct svg_bars in = mock_bars();
    struct figure figure = chart(&in, SVG_WIDE);
    double x1 = tick_x(&figure, "2,000"), x2 = tick_x(&figure, "4,000");
    struct slice data = attribute_of(by_class(&figure, "svg-spread", 1), "d");
    size_t length = strcspn(data.text, " ");
    double from = slice_number((struct slice){data.text + 1, length - 1});
    assert_true(fabs(from - (x1 + (3900.0 - 2000) / 2000 * (x2 - x1))) < 0.5);
    /* The value stands behind the whisker's end. */
    double end = x1 + (4350.0 - 2000) / 2000 * (x2 - x1);
    assert_true(number_of(by_text(&figure, "4,271 GB/s"), "x") > end + 4);
    figure_free(&figure);
}

#define LONG                                                                                       \
    "transpose through a padded tile of 32 by 33 floats, which nobody would ever write on an axis"
#define WORD "transpose_through_a_padded_tile_of_32_by_33_floats_without_a_single_space_in_its_name"

static void test_long_labels_do_not_overlap(void **state) {
    (void)state;
    static const char *const texts[] = {LONG, WORD, LONG " " WORD " " LONG};
    for (size_t t = 0; t < 3; t++) {
        struct svg_cell cells[3][2] = {
            {{.value = 100, .text = texts[t]}, {.value = 1, .text = texts[(t + 1) % 3]}},
            {{.missing = texts[t]}, {.value = 0, .text = texts[t]}},
            {{.value = 99, .text = "9", .has_spread = true, .low = 1, .high = 130},
             {.value = 3, .text = texts[t]}}};
        struct svg_bar_row rows[] = {{.label = texts[t], .cells = cells[0]},
                                     {.label = "short", .cells = cells[1]},
                                     {.label = texts[(t + 2) % 3], .cells = cells[2]}};
        struct svg_series series[] = {{.name = texts[t]}, {.name = texts[(t + 1) % 3]}};
        struct svg_bars in = {.axis = {.label = texts[t]},
                              .rows = rows,
                              .row_count = 3,
                              .series = series,
                              .series_count = 2,
                              .reference = {.label = texts[t], .value = 120}};
        for (size_t i = 0; i < 2; i++)
            for (size_t single = 0; single < 2; single++) {
                in.series_count = single ? 0 : 2;
                struct figure figure = chart(&in, layouts[i]);
                /* No bar is so short that its length cannot be read. */
                assert_true(number_of(by_class(&figure, "svg-bar", 0), "width") > 50);
                figure_free(&figure);
            }
    }
}

static void expect(const struct svg_bars *in, enum svg_code code, const char *where) {
    struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_result result = svg_bars(in, &frame);
    assert_null(result.text);
    assert_int_equal(result.code, code);
    assert_string_equal(result.where, where);
}

static void test_bad_input_is_an_error(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY, -1, 1e300, 1e-300};
    struct svg_cell cell;
    struct svg_bar_row row = {.label = "a", .cells = &cell};
    struct svg_bars in = {.axis = {.label = "s"}, .rows = &row, .row_count = 1};
    for (size_t i = 0; i < MOCK_COUNT(bad); i++) {
        cell = (struct svg_cell){.value = bad[i]};
        expect(&in, SVG_ERR_NUMBER, "rows[0].cells[0].value");
        cell = (struct svg_cell){.value = 1, .has_spread = true, .low = bad[i], .high = 2};
        expect(&in, SVG_ERR_NUMBER, "rows[0].cells[0].low");
        cell = (struct svg_cell){.value = 1, .has_spread = true, .low = 1, .high = bad[i]};
        expect(&in, SVG_ERR_NUMBER, "rows[0].cells[0].high");
    }
    cell = (struct svg_cell){.value = 1, .has_spread = true, .low = 2, .high = 1};
    expect(&in, SVG_ERR_NUMBER, "rows[0].cells[0].low");
    cell = (struct svg_cell){.value = 0};
    in.axis.scale = SVG_LOG10;
    expect(&in, SVG_ERR_NUMBER, "rows[0].cells[0].value");
    in.axis.scale = SVG_LINEAR;
    cell = (struct svg_cell){.value = 1, .text = "line\nbreak"};
    expect(&in, SVG_ERR_TEXT, "rows[0].cells[0].text");
    cell = (struct svg_cell){.value = 1};
    row.label = "";
    expect(&in, SVG_ERR_MISSING, "rows[0].label");
    row.label = "a";
    row.cells = NULL;
    expect(&in, SVG_ERR_MISSING, "rows[0].cells");
    row.cells = &cell;
    row.level = (enum svg_level)99;
    expect(&in, SVG_ERR_NUMBER, "rows[0].level");
    row.level = SVG_LEVEL_NONE;
    in.row_count = 0;
    expect(&in, SVG_ERR_MISSING, "rows");
    in.row_count = SVG_MAX_ROWS + 1;
    expect(&in, SVG_ERR_LIMIT, "rows");
    in.row_count = 1;
    in.axis.label = NULL;
    expect(&in, SVG_ERR_MISSING, "axis.label");
    in.axis.label = "s";
    in.reference = (struct svg_reference){.label = "rated", .value = NAN};
    expect(&in, SVG_ERR_NUMBER, "reference.value");
    in.reference.label = NULL;
    in.series_count = SVG_MAX_SERIES + 1;
    expect(&in, SVG_ERR_LIMIT, "series");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bar_ends),
        cmocka_unit_test(test_one_bar_of_4271),
        cmocka_unit_test(test_logarithmic_bars),
        cmocka_unit_test(test_grouped_bars_differ_without_colour),
        cmocka_unit_test(test_eight_series_all_look_different),
        cmocka_unit_test(test_missing_rows_show_their_reason),
        cmocka_unit_test(test_all_missing_draws_no_ticks),
        cmocka_unit_test(test_reference_leaves_values_free),
        cmocka_unit_test(test_whisker_spans_the_spread),
        cmocka_unit_test(test_long_labels_do_not_overlap),
        cmocka_unit_test(test_bad_input_is_an_error),
    };
    return cmocka_run_group_tests_name("svg bars", tests, NULL, NULL);
}
