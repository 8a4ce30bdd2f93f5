/* Line charts: where points lie, gaps and their reasons, names at ends, marks, errors. */
#include "figure.h"
#include "mock.h"

#include <math.h>

static const enum svg_layout layouts[] = {SVG_WIDE, SVG_NARROW};

static struct figure chart(const struct svg_lines *in, enum svg_layout layout) {
    struct svg_frame frame = mock_frame("fig", layout);
    return figure_check(svg_lines(in, &frame), "fig");
}

/* The numbers of a path's data: x and y of each point; returns how many points. */
static size_t path_points(struct slice data, double points[][2], size_t room, size_t *moves) {
    size_t count = 0;
    double x = 0, y = 0;
    *moves = 0;
    for (size_t at = 0; at < data.length;) {
        char command = data.text[at++];
        for (size_t n = command == 'H' || command == 'V' ? 1 : 2, i = 0; i < n; i++) {
            size_t length = 0;
            at += data.text[at] == ' ' ? 1 : 0;
            while (at + length < data.length && strchr("0123456789.-", data.text[at + length]))
                length++;
            double value = slice_number((struct slice){data.text + at, length});
            at += length;
            if (command == 'V' || i == 1)
                y = value;
            else
                x = value;
        }
        *moves += command == 'M';
        assert_true(count < room);
        points[count][0] = x;
        points[count++][1] = y;
    }
    return count;
}

static double tick(const struct figure *figure, const char *text, const char *axis) {
    const struct element *label = by_text(figure, text);
    assert_non_null(label);
    /* y ticks: 12 px text, 0.36 em below the line's middle. */
    return number_of(label, axis) - (*axis == 'y' ? 0.36 * 12 : 0);
}

static void test_points_lie_on_their_numbers(void **state) {
    (void)state;
    struct svg_lines in = mock_sweep();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        const size_t count = MOCK_COUNT(mock_sweep_read);
        assert_int_equal(count_class(&figure, "svg-point"), count + MOCK_COUNT(mock_sweep_copy));
        double x1 = tick(&figure, "1 MiB", "x"), x2 = tick(&figure, "16 MiB", "x");
        double y1 = tick(&figure, "5,000", "y"), y2 = tick(&figure, "20,000", "y");
        for (size_t k = 0; k < count; k++) {
            double x = x1 + (log2(mock_sweep_read[k].x) - 20) / 4 * (x2 - x1);
            double y = y1 + log2(mock_sweep_read[k].y / 5000) / 2 * (y2 - y1);
            const struct element *marker = by_class(&figure, "svg-point", k);
            assert_true(fabs(number_of(marker, "cx") - x) < 0.5);
            assert_true(fabs(number_of(marker, "cy") - y) < 0.5);
        }
        figure_free(&figure);
    }
}

static void test_linear_axes_begin_at_zero(void **state) {
    (void)state;
    struct svg_lines in = mock_one_line();
    struct figure figure = chart(&in, SVG_WIDE);
    double points[64][2];
    size_t moves;
    size_t count =
        path_points(attribute_of(by_class(&figure, "svg-line", 0), "d"), points, 64, &moves);
    assert_int_equal(count, 6);
    assert_int_equal(moves, 2); /* the gap at 16 */
    double x20 = tick(&figure, "20", "x"), x30 = tick(&figure, "30", "x");
    double unit = (x30 - x20) / 10;
    assert_true(fabs(points[0][0] - (x20 - 19 * unit)) < 0.5);
    assert_true(fabs(points[5][0] - (x20 + 13 * unit)) < 0.5);
    double y2 = tick(&figure, "2", "y"), y4 = tick(&figure, "4", "y");
    assert_true(fabs(points[4][1] - (y2 + (8.886 - 2) / 2 * (y4 - y2))) < 0.5);
    figure_free(&figure);
}

/* A stretch is tinted, has its name above, and colours the markers of a lone line that lie in it. */
static void test_zones(void **state) {
    (void)state;
    static const struct svg_zone zones[] = {
        {"L1: 32 cycles", SVG_LEVEL_L1, 32 * KIB, 256 * KIB},
        {"L2: 280 cycles", SVG_LEVEL_L2, 256 * KIB, 32768 * KIB},
        {"DRAM: 660 cycles", SVG_LEVEL_DRAM, 65536 * KIB, 1048576 * KIB}};
    struct svg_lines in = mock_sweep();
    in.line_count = 1;
    in.zones = zones;
    in.zone_count = 3;
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        assert_int_equal(count_class(&figure, "svg-zone"), 3);
        assert_non_null(by_text(&figure, "L1: 32 cycles"));
        const struct element *zone = by_class(&figure, "svg-zone", 1);
        const double left = number_of(zone, "x"), right = left + number_of(zone, "width");
        size_t inside = 0;
        for (size_t k = 0; k < MOCK_COUNT(mock_sweep_read); k++) {
            const struct element *marker = by_class(&figure, "svg-point", k);
            const double x = number_of(marker, "cx");
            if (x <= left + 0.5 || x >= right - 0.5) continue;
            assert_true(slice_has(attribute_of(marker, "fill"), "level-l2"));
            inside++;
        }
        assert_int_equal(inside, 2); /* 512 KiB and 4 MiB; two more lie on the ends */
        assert_true(slice_has(attribute_of(by_class(&figure, "svg-point", 0), "fill"), "level-l1"));
        figure_free(&figure);
    }
    static const struct svg_zone wrong[] = {{"a", SVG_LEVEL_L1, 1024, 4096},
                                            {"b", SVG_LEVEL_L2, 2048, 8192}};
    struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    in.zones = wrong;
    in.zone_count = 2;
    struct svg_result result = svg_lines(&in, &frame);
    assert_int_equal(result.code, SVG_ERR_NUMBER);
    assert_string_equal(result.where, "zones[1].from");
    svg_result_free(&result);
}

/* Stems stand on the axis, whose ticks are the powers of two; figures stand where they find room. */
static void test_stems(void **state) {
    (void)state;
    struct svg_point points[33];
    for (size_t i = 0; i < 33; i++) {
        const double x = (double)i + 1;
        points[i] = (struct svg_point){.x = x, .y = i == 31 ? 32 : 1, .title = "said"};
    }
    points[31].text = "32.0";
    points[3].text = "1.00 and far more words than there is room for";
    const struct svg_line line = {.points = points, .point_count = 33};
    const struct svg_lines in = {.x = {.label = "stride", .ticks = SVG_TICKS_POWERS},
                                 .y = {.label = "cycles"},
                                 .lines = &line,
                                 .line_count = 1,
                                 .stems = true};
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        double ends[80][2];
        size_t moves;
        const size_t count =
            path_points(attribute_of(by_class(&figure, "svg-line", 0), "d"), ends, 80, &moves);
        assert_int_equal(count, 66);
        assert_int_equal(moves, 33); /* each from the axis to its point, none to its neighbor */
        assert_int_equal(count_class(&figure, "svg-value"), 33);
        assert_non_null(by_text(&figure, "32.0"));
        assert_null(by_text(&figure, "1.00 and far more words than there is room for"));
        const double x8 = tick(&figure, "8", "x"), x16 = tick(&figure, "16", "x");
        assert_true(fabs(tick(&figure, "32", "x") - x16 - 2 * (x16 - x8)) < 0.5);
        assert_null(by_text(&figure, "24"));
        figure_free(&figure);
    }
}

/* A lone point's text stands beside it or, where nothing is free, below the plot with its marker. */
static void test_texts_of_lone_points(void **state) {
    (void)state;
    static const struct svg_point roof[] = {{.x = 1, .y = 10}, {.x = 100, .y = 10}};
    static const struct svg_point alone[] = {{.x = 30, .y = 4, .text = "a kernel", .roof = 10}};
    static const struct svg_point hidden[] = {
        {.x = 31, .y = 4.05, .text = "a very long name of another kernel that was measured"}};
    static const struct svg_line lines[] = {{.name = "roof", .points = roof, .point_count = 2},
                                            {.points = alone, .point_count = 1},
                                            {.points = hidden, .point_count = 1}};
    const struct svg_lines in = {.x = {.label = "x"},
                                 .y = {.label = "y"},
                                 .lines = lines,
                                 .line_count = 3,
                                 .keys_above = true};
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        assert_non_null(by_text(&figure, "a kernel"));
        assert_int_equal(count_class(&figure, "svg-drop"), 1);
        assert_non_null(strstr(figure.result.text, "a very long name"));
        figure_free(&figure);
    }
}

static void test_gaps_name_their_reason(void **state) {
    (void)state;
    struct svg_lines in = mock_one_line();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        assert_non_null(by_text(&figure, "16: not measured: the clocks fell in every run"));
        assert_int_equal(count_class(&figure, "svg-point"), 6);
        figure_free(&figure);
    }
    static const struct svg_point points[] = {
        {.x = 1, .missing = "no room"},     {.x = 1024, .missing = "no room"},
        {.x = 2048, .missing = "no clock"}, {.x = 2049, .missing = "no code"},
        {.x = 2050, .missing = "no code"},  {.x = 2051, .missing = "no code"},
        {.x = 2052, .missing = "no code"}};
    static const struct svg_line line = {.name = "read", .points = points, .point_count = 7};
    in = (struct svg_lines){
        .x = {.label = "x"}, .y = {.label = "y"}, .lines = &line, .line_count = 1};
    static const enum svg_scale scales[] = {SVG_LINEAR, SVG_LOG2, SVG_LOG10};
    for (size_t i = 0; i < 6; i++) {
        in.y.scale = scales[i / 2];
        struct figure figure = chart(&in, layouts[i % 2]);
        assert_non_null(by_text(&figure, "read, 1, 1,024: no room"));
        assert_non_null(by_text(&figure, "read, 2,048: no clock"));
        assert_non_null(by_text(&figure, "read, 2,049 to 2,052: no code"));
        assert_int_equal(count_class(&figure, "svg-point"), 0);
        figure_free(&figure);
    }
}

static void test_names_stand_at_the_ends(void **state) {
    (void)state;
    struct svg_lines in = mock_sweep();
    struct figure figure = chart(&in, SVG_WIDE);
    double read = number_of(by_text(&figure, "read, 16 bytes a thread"), "y");
    double copy = number_of(by_text(&figure, "copy"), "y");
    assert_true(read < copy && copy - read < 40); /* in the order of their last points */
    assert_true(number_of(by_text(&figure, "copy"), "x") > 400);
    figure_free(&figure);
    figure = chart(&in, SVG_NARROW); /* above the plot */
    assert_true(number_of(by_text(&figure, "copy"), "y") <
                number_of(by_text(&figure, "20,000"), "y"));
    figure_free(&figure);
}

static void test_marks_and_reference(void **state) {
    (void)state;
    struct svg_lines in = mock_sweep();
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = chart(&in, layouts[i]);
        assert_int_equal(count_class(&figure, "svg-mark"), 2);
        assert_non_null(by_text(&figure, "L2 60 MiB"));
        double points[8][2];
        size_t moves;
        double x1 = tick(&figure, "1 MiB", "x"), x2 = tick(&figure, "16 MiB", "x");
        path_points(attribute_of(by_class(&figure, "svg-mark", 1), "d"), points, 8, &moves);
        assert_true(fabs(points[0][0] - (x1 + (log2(60.0) / 4 * (x2 - x1)))) < 0.5);
        /* The key's line and the plot's. */
        assert_int_equal(count_class(&figure, "svg-reference"), 2);
        figure_free(&figure);
    }
}

#define LONG                                                                                       \
    "a sweep over working sets with one private slice for each of the streaming multiprocessors"
#define WORD "a_sweep_over_working_sets_with_one_private_slice_for_each_of_the_multiprocessors"

static void test_long_names_do_not_overlap(void **state) {
    (void)state;
    static const char *const texts[] = {LONG, WORD, LONG " " WORD " " LONG};
    for (size_t t = 0; t < 3; t++) {
        struct svg_line lines[SVG_MAX_SERIES];
        struct svg_reference marks[SVG_MAX_SERIES];
        struct svg_point points[3] = {
            {.x = 1, .y = 5}, {.x = 2, .missing = texts[t]}, {.x = 3, .y = 6}};
        for (size_t i = 0; i < SVG_MAX_SERIES; i++) {
            lines[i] = (struct svg_line){.name = texts[t], .points = points, .point_count = 3};
            marks[i] = (struct svg_reference){.label = i % 2 ? texts[t] : "mark",
                                              .value = 1 + (double)i / 8};
        }
        struct svg_lines in = {.x = {.label = texts[t]},
                               .y = {.label = texts[t]},
                               .lines = lines,
                               .line_count = SVG_MAX_SERIES,
                               .reference = {.label = texts[t], .value = 4},
                               .marks = marks,
                               .mark_count = SVG_MAX_SERIES};
        for (size_t i = 0; i < 2; i++)
            for (in.line_count = 1; in.line_count <= SVG_MAX_SERIES; in.line_count++) {
                struct figure figure = chart(&in, layouts[i]);
                figure_free(&figure);
            }
    }
}

static void expect(const struct svg_lines *in, enum svg_code code, const char *where) {
    struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_result result = svg_lines(in, &frame);
    assert_null(result.text);
    assert_int_equal(result.code, code);
    assert_string_equal(result.where, where);
}

static void test_bad_input_is_an_error(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -1, 1e300, 1e-300};
    struct svg_point points[] = {{.x = 1, .y = 1}, {.x = 2, .y = 2}};
    struct svg_line line = {.points = points, .point_count = 2};
    struct svg_lines in = {
        .x = {.label = "x"}, .y = {.label = "y"}, .lines = &line, .line_count = 1};
    for (size_t i = 0; i < MOCK_COUNT(bad); i++) {
        points[0] = (struct svg_point){.x = bad[i], .y = 1};
        expect(&in, SVG_ERR_NUMBER, "lines[0].points[0].x");
        points[0] = (struct svg_point){.x = 1, .y = bad[i]};
        expect(&in, SVG_ERR_NUMBER, "lines[0].points[0].y");
        points[0] =
            (struct svg_point){.x = 1, .y = 1, .has_spread = true, .low = 1, .high = bad[i]};
        expect(&in, SVG_ERR_NUMBER, "lines[0].points[0].high");
    }
    points[0] = (struct svg_point){.x = 2, .y = 1};
    expect(&in, SVG_ERR_NUMBER, "lines[0].points[1].x"); /* not in order */
    points[0] = (struct svg_point){.x = 0, .y = 1};
    in.x.scale = SVG_LOG2;
    expect(&in, SVG_ERR_NUMBER, "lines[0].points[0].x");
    in.x.scale = (enum svg_scale)7;
    expect(&in, SVG_ERR_NUMBER, "x.scale");
    in.x.scale = SVG_LINEAR;
    in.mark_count = 1;
    expect(&in, SVG_ERR_MISSING, "marks");
    in.mark_count = 0;
    line.point_count = 0;
    expect(&in, SVG_ERR_MISSING, "lines[0].points");
    line.point_count = 2;
    line.name = "bell\a";
    expect(&in, SVG_ERR_TEXT, "lines[0].name");
    struct svg_line two[] = {{.points = points, .point_count = 2},
                             {.points = points, .point_count = 2}};
    in.lines = two;
    in.line_count = 2;
    expect(&in, SVG_ERR_MISSING, "lines[0].name");
    in.line_count = 0;
    expect(&in, SVG_ERR_MISSING, "lines");
    in.line_count = SVG_MAX_SERIES + 1;
    expect(&in, SVG_ERR_LIMIT, "lines");
}

/* A key looks like its line: a marker without a line, both, or a line too dense for markers. */
static void test_keys_above(void **state) {
    (void)state;
    struct svg_point dense[60], few[] = {{.x = 1, .y = 1}, {.x = 2, .y = 2}},
                                one = {.x = 3, .y = 3};
    for (size_t i = 0; i < MOCK_COUNT(dense); i++)
        dense[i] = (struct svg_point){.x = 1 + (double)i / 30, .y = 1};
    const struct svg_line lines[] = {{.name = "dense", .points = dense, .point_count = 60},
                                     {.name = "few", .points = few, .point_count = 2},
                                     {.name = "one", .points = &one, .point_count = 1}};
    for (size_t i = 0; i < MOCK_COUNT(lines); i++) {
        const struct svg_lines in = {.x = {.label = "x"},
                                     .y = {.label = "y"},
                                     .lines = &lines[i],
                                     .line_count = 1,
                                     .keys_above = true};
        struct figure figure = chart(&in, SVG_WIDE);
        const struct element *name = by_text(&figure, lines[i].name);
        const struct element *unit = by_text(&figure, "y");
        assert_true(number_of(name, "y") < number_of(unit, "y"));
        size_t strokes = 0, markers = 0; /* of the key: what stands before its name */
        for (const struct element *e = figure.elements; e < name; e++) {
            strokes += slice_is(e->name, "path");
            markers += slice_is(e->name, "circle");
        }
        assert_int_equal(strokes, i < 2);
        assert_int_equal(markers, i > 0);
        figure_free(&figure);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_lie_on_their_numbers),
        cmocka_unit_test(test_linear_axes_begin_at_zero),
        cmocka_unit_test(test_zones),
        cmocka_unit_test(test_stems),
        cmocka_unit_test(test_texts_of_lone_points),
        cmocka_unit_test(test_gaps_name_their_reason),
        cmocka_unit_test(test_names_stand_at_the_ends),
        cmocka_unit_test(test_marks_and_reference),
        cmocka_unit_test(test_keys_above),
        cmocka_unit_test(test_long_names_do_not_overlap),
        cmocka_unit_test(test_bad_input_is_an_error),
    };
    return cmocka_run_group_tests_name("svg lines", tests, NULL, NULL);
}
