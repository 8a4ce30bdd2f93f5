/* The memory ladder: boxes to scale, levels in their order, what is unknown, long words. */
#include "figure.h"
#include "mock.h"

#include <math.h>

static const enum svg_layout layouts[] = {SVG_WIDE, SVG_NARROW};

static struct figure ladder(const struct svg_hierarchy *in, enum svg_layout layout) {
    struct svg_frame frame = mock_frame("fig", layout);
    return figure_check(svg_hierarchy(in, &frame), "fig");
}

static double width_of(const struct figure *figure, const char *class_name) {
    const struct element *box = by_class(figure, class_name, 0);
    assert_non_null(box);
    return number_of(box, "width");
}

/* Every pair of boxes has the ratio of its bytes, within 1 px of the wider one. */
static void check_scale(const struct figure *figure, const struct svg_hierarchy *in) {
    const struct {
        const char *class_name;
        double bytes;
    } boxes[] = {
        {"svg-box-registers", in->registers_bytes},
        {"svg-box-shared", in->shared_bytes},
        {"svg-box-unified", in->unified_bytes},
        {"svg-box-l1", in->unified_bytes - in->shared_bytes},
    };
    for (size_t i = 0; i < MOCK_COUNT(boxes); i++)
        for (size_t k = 0; k < MOCK_COUNT(boxes); k++) {
            double expected =
                width_of(figure, boxes[k].class_name) * boxes[i].bytes / boxes[k].bytes;
            if (boxes[i].bytes <= boxes[k].bytes) /* from the wider to the narrower */
                assert_true(fabs(width_of(figure, boxes[i].class_name) - expected) <= 1);
        }
}

static void test_scale_of_a_large_card(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_h200();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = ladder(&in, layouts[i]);
        check_scale(&figure, &in);
        assert_true(width_of(&figure, "svg-box-registers") >
                    width_of(&figure, "svg-box-shared") + 20);
        figure_free(&figure);
    }
}

static void test_scale_of_a_small_card(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_t4(96 * KIB);
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = ladder(&in, layouts[i]);
        check_scale(&figure, &in);
        figure_free(&figure);
    }
}

static void test_boxes_begin_at_one_edge(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_h200();
    struct figure figure = ladder(&in, SVG_WIDE);
    double left = number_of(by_class(&figure, "svg-box-registers", 0), "x");
    assert_true(number_of(by_class(&figure, "svg-box-shared", 0), "x") == left);
    assert_true(number_of(by_class(&figure, "svg-box-unified", 0), "x") == left);
    /* L1 begins where shared memory ends, and both fill their one box. */
    double l1 = number_of(by_class(&figure, "svg-box-l1", 0), "x");
    assert_true(fabs(l1 - left - width_of(&figure, "svg-box-shared")) < 0.02);
    assert_true(fabs(l1 + width_of(&figure, "svg-box-l1") - left -
                     width_of(&figure, "svg-box-unified")) < 0.02);
    figure_free(&figure);
}

static void test_unknown_sizes_are_dashed(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_t4(0);
    for (size_t i = 0; i < 2; i++) {
        in = mock_t4(0);
        struct figure figure = ladder(&in, layouts[i]);
        double registers = width_of(&figure, "svg-box-registers");
        assert_true(fabs(width_of(&figure, "svg-box-shared") - registers / 4) <= 1);
        assert_int_equal(count_class(&figure, "svg-unscaled"), 1);
        assert_int_equal(count_class(&figure, "svg-box-unified"), 0);
        assert_true(attribute_of(by_class(&figure, "svg-box-l1", 0), "stroke-dasharray").length >
                    0);
        figure_free(&figure);

        in.registers_bytes = in.shared_bytes = 0;
        figure = ladder(&in, layouts[i]);
        assert_int_equal(count_class(&figure, "svg-unscaled"), 3);
        figure_free(&figure);

        /* The whole known, the split not. */
        in.unified_bytes = 96 * KIB;
        figure = ladder(&in, layouts[i]);
        assert_int_equal(count_class(&figure, "svg-unscaled"), 3);
        figure_free(&figure);
    }
}

static void test_levels_from_top_to_bottom(void **state) {
    (void)state;
    static const char *const names[] = {"Registers",      "Shared memory", "L1 cache",
                                        "L2 cache",       "Global memory", "Local memory",
                                        "Constant memory"};
    struct svg_hierarchy in = mock_h200();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = ladder(&in, layouts[i]);
        for (size_t k = 1; k < MOCK_COUNT(names); k++)
            assert_true(number_of(by_text(&figure, names[k - 1]), "y") <
                        number_of(by_text(&figure, names[k]), "y"));
        /* The SM's panel holds its three boxes; L2's band is as wide as the row of all SMs. */
        assert_non_null(by_text(&figure, "one of 132 SMs"));
        assert_non_null(by_class(&figure, "svg-zoom", 0));
        assert_non_null(by_class(&figure, "svg-chip-edge", 0));
        assert_int_equal(count_class(&figure, "svg-link"), 2);
        figure_free(&figure);
    }
}

/* The row draws exactly the card's SMs: the enlarged one and a stroke for each other. */
static void test_one_mark_for_each_sm(void **state) {
    (void)state;
    static const size_t counts[] = {1, 2, 40, 132, 170, 999, SVG_MAX_SMS};
    struct svg_hierarchy in = mock_h200();
    for (size_t i = 0; i < MOCK_COUNT(counts); i++) {
        in.sm_count = counts[i];
        for (size_t l = 0; l < 2; l++) {
            struct figure figure = ladder(&in, layouts[l]);
            const struct element *others = by_class(&figure, "svg-sms", 0);
            struct slice data = {"", 0};
            size_t strokes = 0;
            if (others != NULL) data = attribute_of(others, "d");
            for (size_t k = 0; k < data.length; k++)
                strokes += data.text[k] == 'M';
            assert_int_equal(strokes, counts[i] - 1);
            assert_int_equal(count_class(&figure, "svg-sm"), 1);
            figure_free(&figure);
        }
    }
    in.sm_count = 0;
    struct figure figure = ladder(&in, SVG_WIDE);
    assert_int_equal(count_class(&figure, "svg-sm"), 1);
    figure_free(&figure);
}

static void test_measured_stands_beside_its_level(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_h200();
    struct figure figure = ladder(&in, SVG_WIDE);
    const struct element *figure_text = by_text(&figure, "8.86 TB/s, 277 cycles");
    assert_true(number_of(figure_text, "x") > 440);
    assert_true(fabs(number_of(figure_text, "y") - number_of(by_text(&figure, "L2 cache"), "y")) <
                3);
    figure_free(&figure);

    figure = ladder(&in, SVG_NARROW);
    double below = number_of(by_text(&figure, "8.86 TB/s, 277 cycles"), "y") -
                   number_of(by_text(&figure, "L2 cache"), "y");
    assert_true(below > 10 && below < 50);
    figure_free(&figure);
}

static void test_missing_shows_its_reason(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_h200();
    in.l2.measured = (struct svg_note){.missing = "not measured: no room"};
    in.shared.capacity = (struct svg_note){0};
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = ladder(&in, layouts[i]);
        const struct element *reason = by_text(&figure, "not measured: no room");
        assert_non_null(reason);
        assert_true(slice_is(attribute_of(reason, "font-style"), "italic"));
        assert_null(by_text(&figure, "228 KiB"));
        figure_free(&figure);
    }
}

static void test_optional_levels_are_left_out(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_h200();
    in.constant = (struct svg_level_words){0};
    in.local.name = "";
    in.note = in.off_chip = in.measured_head = NULL;
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = ladder(&in, layouts[i]);
        assert_null(by_text(&figure, "Local memory"));
        assert_null(by_text(&figure, "Constant memory"));
        figure_free(&figure);
    }
}

#define LONG                                                                                       \
    "a very long remark about how this was measured, on which machine, with which clocks, and "    \
    "why the number is what it is even though nobody expected it to be that way at all"
#define WORD                                                                                       \
    "AWordWithoutAnySpaceInItThatIsFarLongerThanTheColumnIsWideSoThatItMustBeBrokenSomewhere"

static void test_long_words_do_not_overlap(void **state) {
    (void)state;
    static const char *const texts[] = {LONG, WORD, LONG " " WORD};
    for (size_t t = 0; t < MOCK_COUNT(texts); t++) {
        struct svg_hierarchy in = mock_h200();
        struct svg_level_words *levels[] = {&in.registers, &in.shared, &in.l1,      &in.l2,
                                            &in.dram,      &in.local,  &in.constant};
        for (size_t i = 0; i < MOCK_COUNT(levels); i++)
            *levels[i] = (struct svg_level_words){.name = texts[t],
                                                  .scope = texts[t],
                                                  .capacity = {.text = texts[t]},
                                                  .measured = {.text = texts[t]}};
        in.sm_name = in.sm_share = in.measured_head = in.off_chip = in.note = texts[t];
        for (size_t l = 0; l < 2; l++) {
            struct figure figure = ladder(&in, layouts[l]);
            figure_free(&figure);
        }
    }
}

/* Short names, long figures: in the column a level begins below the figures of the one above. */
static void test_long_figures_beside_short_names(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_h200();
    struct svg_level_words *levels[] = {&in.registers, &in.shared, &in.l1,      &in.l2,
                                        &in.dram,      &in.local,  &in.constant};
    for (size_t i = 0; i < MOCK_COUNT(levels); i++) {
        levels[i]->measured = (struct svg_note){.text = LONG " " WORD};
        struct figure figure = ladder(&in, SVG_WIDE);
        figure_free(&figure);
    }
}

static void expect(const struct svg_hierarchy *in, enum svg_code code, const char *where) {
    struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_result result = svg_hierarchy(in, &frame);
    assert_null(result.text);
    assert_int_equal(result.code, code);
    assert_string_equal(result.where, where);
}

static void test_bad_input_is_an_error(void **state) {
    (void)state;
    struct svg_hierarchy in = mock_h200();
    in.registers_bytes = NAN;
    expect(&in, SVG_ERR_NUMBER, "registers_bytes");
    in = mock_h200();
    in.shared_bytes = -1;
    expect(&in, SVG_ERR_NUMBER, "shared_bytes");
    in = mock_h200();
    in.unified_bytes = INFINITY;
    expect(&in, SVG_ERR_NUMBER, "unified_bytes");
    in = mock_h200();
    in.unified_bytes = in.shared_bytes - 1;
    expect(&in, SVG_ERR_NUMBER, "unified_bytes");
    in = mock_h200();
    in.sm_count = SVG_MAX_SMS + 1;
    expect(&in, SVG_ERR_LIMIT, "sm_count");
    in = mock_h200();
    in.l2.name = NULL;
    expect(&in, SVG_ERR_MISSING, "l2.name");
    in = mock_h200();
    in.local.measured.missing = "tab\there";
    expect(&in, SVG_ERR_TEXT, "local.measured.missing");
    in = mock_h200();
    in.sm_share = "\xff";
    expect(&in, SVG_ERR_TEXT, "sm_share");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scale_of_a_large_card),
        cmocka_unit_test(test_scale_of_a_small_card),
        cmocka_unit_test(test_boxes_begin_at_one_edge),
        cmocka_unit_test(test_unknown_sizes_are_dashed),
        cmocka_unit_test(test_levels_from_top_to_bottom),
        cmocka_unit_test(test_one_mark_for_each_sm),
        cmocka_unit_test(test_measured_stands_beside_its_level),
        cmocka_unit_test(test_missing_shows_its_reason),
        cmocka_unit_test(test_optional_levels_are_left_out),
        cmocka_unit_test(test_long_words_do_not_overlap),
        cmocka_unit_test(test_long_figures_beside_short_names),
        cmocka_unit_test(test_bad_input_is_an_error),
    };
    return cmocka_run_group_tests_name("svg hierarchy", tests, NULL, NULL);
}
