/* The diagrams: what is counted is drawn, words of any length keep their place, bad input. */
#include "figure.h"
#include "mock.h"
#include "mock_diagrams.h"

#include <math.h>

static const enum svg_layout layouts[] = {SVG_WIDE, SVG_NARROW};

static struct figure diagram(struct svg_result (*draw)(const struct svg_frame *),
                             enum svg_layout layout) {
    struct svg_frame frame = mock_frame("fig", layout);
    return figure_check(draw(&frame), "fig");
}

static size_t count_char(struct slice slice, char c) {
    size_t count = 0;
    for (size_t i = 0; i < slice.length; i++)
        count += slice.text[i] == c;
    return count;
}

/* The parts of the n-th path of a class: a cell each. */
static size_t parts_of(const struct figure *figure, const char *class_name, size_t n) {
    const struct element *path = by_class(figure, class_name, n);
    assert_non_null(path);
    return count_char(attribute_of(path, "d"), 'M');
}

/* ---- every diagram --------------------------------------------------------------------------- */

static void test_words_of_any_length(void **state) {
    (void)state;
    static const char *const words[] = {
        "x", "漢字のラベル", "a label that is somewhat longer than most",
        "anunbrokenwordthatislongerthananycolumncouldeverbewithoutbreakingitsomewhere",
        "many short words in a row that go on and on and on and on and on and on and on and on"};
    for (size_t w = 0; w < MOCK_COUNT(words); w++)
        for (size_t i = 0; i < MOCK_DIAGRAMS; i++)
            for (size_t l = 0; l < 2; l++) {
                mock_words = words[w];
                struct figure figure = diagram(mock_diagrams[i], layouts[l]);
                figure_free(&figure);
            }
    mock_words = NULL;
}

static void test_markup_is_escaped(void **state) {
    (void)state;
    mock_words = "<b>&";
    for (size_t i = 0; i < MOCK_DIAGRAMS; i++) {
        struct figure figure = diagram(mock_diagrams[i], SVG_NARROW);
        assert_null(strstr(figure.result.text, "<b>"));
        assert_non_null(strstr(figure.result.text, "&lt;b&gt;&amp;"));
        figure_free(&figure);
    }
    mock_words = NULL;
}

static void test_bad_words_are_errors(void **state) {
    (void)state;
    static const char *const words[] = {"\xff", "a\tb", " "};
    for (size_t w = 0; w < MOCK_COUNT(words); w++)
        for (size_t i = 0; i < MOCK_DIAGRAMS; i++) {
            struct svg_frame frame = mock_frame("fig", SVG_WIDE);
            mock_words = words[w];
            struct svg_result result = mock_diagrams[i](&frame);
            assert_int_equal(result.code, w < 2 ? SVG_ERR_TEXT : SVG_ERR_MISSING);
            assert_null(result.text);
            assert_true(result.where[0] != '\0');
        }
    mock_words = NULL;
}

static void expect(struct svg_result result, enum svg_code code, const char *where) {
    assert_null(result.text);
    assert_int_equal(result.code, code);
    assert_string_equal(result.where, where);
}

/* ---- sectors --------------------------------------------------------------------------------- */

/* Stride 1, 3 and 8: that many lines of four sectors, 32 words used in all. */
static void test_sectors_are_counted(void **state) {
    (void)state;
    static const size_t strides[] = {1, 3, 8};
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_sectors, layouts[l]);
        assert_int_equal(count_class(&figure, "svg-sector"), 4 * (1 + 3 + 8));
        size_t line = 0, other = 0;
        for (size_t s = 0; s < MOCK_COUNT(strides); s++) {
            size_t used = 0, fetched = 0;
            for (size_t k = 0; k < strides[s]; k++) {
                used += parts_of(&figure, "svg-words-used", line++);
                if (strides[s] > 1) fetched += parts_of(&figure, "svg-words-fetched", other++);
            }
            assert_int_equal(used, 32);
            assert_int_equal(used + fetched, 32 * strides[s]);
        }
        figure_free(&figure);
    }
}

/* All sectors are of one size, and those of one column stand below each other. */
static void test_sectors_are_aligned(void **state) {
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_sectors, layouts[l]);
        for (size_t i = 4; i < 4 * 12; i++) {
            const struct element *box = by_class(&figure, "svg-sector", i);
            const struct element *first = by_class(&figure, "svg-sector", i % 4);
            assert_true(number_of(box, "x") == number_of(first, "x"));
            assert_true(number_of(box, "width") == number_of(first, "width"));
        }
        figure_free(&figure);
    }
}

static void test_bad_sectors(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    const char *lanes[] = {"0–15", NULL};
    struct svg_sectors_load load = {"a", "b", NULL, 2, lanes};
    struct svg_sectors in = {&load, 1, "lanes", "32 bytes", "used", "along", NULL};
    expect(svg_sectors(&in, &frame), SVG_ERR_MISSING, "loads[0].lanes[1]");
    lanes[1] = "16–31";
    load.stride = 9;
    expect(svg_sectors(&in, &frame), SVG_ERR_LIMIT, "loads[0].stride");
    load.stride = 0;
    expect(svg_sectors(&in, &frame), SVG_ERR_MISSING, "loads[0].stride");
    in.load_count = 0;
    expect(svg_sectors(&in, &frame), SVG_ERR_MISSING, "load_count");
    in.load_count = 1;
    in.loads = NULL;
    expect(svg_sectors(&in, &frame), SVG_ERR_MISSING, "loads");
}

/* ---- banks ----------------------------------------------------------------------------------- */

/* Row of 32: one bank gives all; 33: each gives one; 40: every fourth of 32 gives eight. */
static void test_banks_are_counted(void **state) {
    (void)state;
    static const size_t banks[] = {1, 32, 4};
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_banks, layouts[l]);
        for (size_t i = 0; i < MOCK_COUNT(banks); i++) {
            assert_int_equal(parts_of(&figure, "svg-words-wanted", i), 32);
            assert_int_equal(parts_of(&figure, "svg-bank-count", i), banks[i]);
        }
        assert_int_equal(count_class(&figure, "svg-words-padding"), 2);
        assert_int_equal(parts_of(&figure, "svg-words-padding", 0), 32);
        assert_int_equal(parts_of(&figure, "svg-words-padding", 1), 32 * 8);
        figure_free(&figure);
    }
}

/* Word i of the tile lies in column i modulo 32 and row i / 32 of its grid. */
static void test_banks_lie_in_order(void **state) {
    (void)state;
    static const size_t rows[] = {32, 33, 40};
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_banks, layouts[l]);
        for (size_t t = 0; t < MOCK_COUNT(rows); t++) {
            const struct slice data = attribute_of(by_class(&figure, "svg-words-wanted", t), "d");
            double first_x = 0, first_y = 0, width = 0;
            size_t lane = 0;
            for (size_t i = 0; i < data.length; i++) {
                if (data.text[i] != 'M') continue;
                const char *x_text = data.text + i + 1;
                size_t x_length = strspn(x_text, "0123456789.");
                const char *y_text = x_text + x_length + 1;
                const double x = slice_number((struct slice){x_text, x_length});
                const double y =
                    slice_number((struct slice){y_text, strspn(y_text, "0123456789.")});
                const size_t word = lane * rows[t] + 5, from = 5;
                if (lane == 0) first_x = x, first_y = y;
                const double columns = (double)(word % 32) - (double)from;
                if (width == 0 && columns != 0) width = (x - first_x) / columns;
                assert_true(fabs(x - first_x - width * columns) < 0.05);
                assert_true(fabs(y - first_y - 8 * (double)(word / 32)) < 0.05);
                lane++;
            }
            assert_int_equal(lane, 32);
        }
        figure_free(&figure);
    }
}

/* Tiles of 32 and 33 rows beside each other have their banks' labels at one height. */
static void test_bank_labels_are_level(void **state) {
    (void)state;
    struct figure figure = diagram(mock_banks, SVG_WIDE);
    double y[3];
    size_t count = 0;
    for (size_t i = 0; i < figure.count; i++)
        if (slice_is(figure.elements[i].content, "bank 31") && count < 3)
            y[count++] = number_of(&figure.elements[i], "y");
    assert_int_equal(count, 3);
    assert_true(y[0] == y[1] && y[2] > y[1]);
    figure_free(&figure);
}

static void test_bad_banks(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_banks_tile tile = {"a", "b", NULL, 33};
    struct svg_banks in = {&tile, 1, 5, "bank 0", "bank 31", "column", NULL, NULL};
    expect(svg_banks(&in, &frame), SVG_ERR_MISSING, "padding");
    in.padding = "padding";
    tile.row = 31;
    expect(svg_banks(&in, &frame), SVG_ERR_NUMBER, "tiles[0].row");
    tile.row = 65;
    expect(svg_banks(&in, &frame), SVG_ERR_NUMBER, "tiles[0].row");
    tile.row = 33;
    in.column = 32;
    expect(svg_banks(&in, &frame), SVG_ERR_LIMIT, "column");
    in.column = 5;
    in.tiles = NULL;
    expect(svg_banks(&in, &frame), SVG_ERR_MISSING, "tiles");
}

/* ---- a transpose through a tile --------------------------------------------------------------- */

/* Row and column of the tile cross, each as long as the tile; rows of the matrices lie in theirs. */
static void test_transpose_lines(void **state) {
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_transpose_tile, layouts[l]);
        const struct element *row = by_class(&figure, "svg-line-stored", 0);
        const struct element *column = by_class(&figure, "svg-line-fetched", 0);
        assert_true(number_of(row, "width") == number_of(column, "height"));
        assert_true(number_of(row, "height") == number_of(column, "width"));
        assert_true(number_of(column, "x") > number_of(row, "x"));
        assert_true(number_of(column, "y") < number_of(row, "y"));
        for (size_t i = 0; i < 2; i++) {
            const struct element *tile = by_class(&figure, "svg-tile", i);
            const struct element *line = NULL;
            /* The keys beside the steps have the class too. */
            for (size_t k = 0, seen = 0; (line = by_class(&figure, "svg-line-global", k)); k++)
                if (number_of(line, "width") > 20 && seen++ == i) break;
            assert_non_null(line);
            assert_true(number_of(line, "x") > number_of(tile, "x"));
            assert_true(number_of(line, "y") > number_of(tile, "y"));
            assert_true(number_of(line, "y") + number_of(line, "height") <
                        number_of(tile, "y") + number_of(tile, "height"));
        }
        figure_free(&figure);
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Three blocks and the rest fill the bar to its scale; what is not known is dashed and empty. */
static void test_blocks_to_scale(void **state) {
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_blocks, layouts[l]);
        const double room = figure.width - 32;
        assert_int_equal(count_class(&figure, "svg-block"), 3 + 3 + 8);
        for (size_t i = 0; i < 3; i++) {
            const struct element *block = by_class(&figure, "svg-block", i);
            assert_true(fabs(number_of(block, "width") + 1 - room * 18432 / 65536) < 0.05);
        }
        const struct element *rest = by_class(&figure, "svg-block-rest", 0);
        assert_true(fabs(number_of(rest, "width") - room * 10240 / 65536) < 0.05);
        rest = by_class(&figure, "svg-block-rest", 1);
        assert_true(fabs(number_of(rest, "width") - room * 1280 / 2048) < 0.05);
        assert_int_equal(count_class(&figure, "svg-block-rest"), 2); /* eight fill the threads */
        assert_int_equal(count_class(&figure, "svg-unscaled"), 1);
        assert_non_null(by_text(&figure, "8"));
        figure_free(&figure);
    }
}

static void test_bad_blocks(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_blocks_kernel kernel = {
        "a", "b", NULL, 4, {"Registers", "all", 18432, 65536}, {"Threads", "all", 256, 2048}};
    struct svg_blocks in = {&kernel, 1, "taken", "left", NULL};
    expect(svg_blocks(&in, &frame), SVG_ERR_NUMBER, "kernels[0].blocks");
    kernel.blocks = 3;
    kernel.threads.each = 0;
    expect(svg_blocks(&in, &frame), SVG_ERR_NUMBER, "kernels[0].threads.each");
    kernel.threads.each = NAN;
    expect(svg_blocks(&in, &frame), SVG_ERR_NUMBER, "kernels[0].threads.each");
    kernel.threads.each = 1;
    kernel.blocks = SVG_BLOCKS_MAX + 1;
    expect(svg_blocks(&in, &frame), SVG_ERR_LIMIT, "kernels[0].blocks");
    in.kernel_count = 0;
    expect(svg_blocks(&in, &frame), SVG_ERR_MISSING, "kernel_count");
}

/* ---- the way of a spilled value --------------------------------------------------------------- */

/* From top to bottom, an arrow down and one up between two; figures beside their own box. */
static void test_way_goes_down(void **state) {
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_way, layouts[l]);
        assert_int_equal(count_class(&figure, "svg-stop"), 3);
        assert_int_equal(count_class(&figure, "svg-arrow"), 4);
        for (size_t i = 1; i < 3; i++) {
            const struct element *above = by_class(&figure, "svg-stop", i - 1);
            const struct element *box = by_class(&figure, "svg-stop", i);
            assert_true(number_of(box, "y") >
                        number_of(above, "y") + number_of(above, "height") + 20);
        }
        const struct element *first = by_class(&figure, "svg-stop", 0);
        const struct element *figures = by_text(&figure, "4 cycles");
        assert_true(number_of(figures, "y") > number_of(first, "y"));
        assert_true(number_of(figures, "y") < number_of(first, "y") + number_of(first, "height"));
        assert_true((number_of(figures, "x") > number_of(first, "width")) == (l == 0));
        assert_true(slice_is(attribute_of(by_text(&figure, "not said"), "font-style"), "italic"));
        figure_free(&figure);
    }
}

static void test_bad_way(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_stop stops[] = {{.name = "a", .down = "b"}, {.name = "c"}};
    struct svg_way in = {.stops = stops, .stop_count = 2};
    expect(svg_way(&in, &frame), SVG_ERR_MISSING, "stops[0].up");
    stops[0].up = "d";
    stops[1].level = (enum svg_level)SVG_LEVEL_COUNT;
    expect(svg_way(&in, &frame), SVG_ERR_NUMBER, "stops[1].level");
    in.stop_count = SVG_WAY_MAX + 1;
    expect(svg_way(&in, &frame), SVG_ERR_LIMIT, "stop_count");
}

/* ---- sizes as areas -------------------------------------------------------------------------- */

/* Sides are as the roots of the sizes; squares lie in the ground and not over each other. */
static void test_areas_to_scale(void **state) {
    (void)state;
    static const double sides[] = {280, 70, 35, 140};
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_areas, layouts[l]);
        assert_int_equal(count_class(&figure, "svg-area"), 4);
        const struct element *ground = by_class(&figure, "svg-area", 0);
        for (size_t i = 0; i < 4; i++) {
            const struct element *square = by_class(&figure, "svg-area", i);
            const double x = number_of(square, "x"), y = number_of(square, "y");
            assert_true(fabs(number_of(square, "width") - sides[i]) < 0.01);
            assert_true(fabs(number_of(square, "height") - sides[i]) < 0.01);
            assert_true(x >= number_of(ground, "x") &&
                        x + sides[i] <= number_of(ground, "x") + 280);
            assert_true(y >= number_of(ground, "y") &&
                        y + sides[i] <= number_of(ground, "y") + 280);
            for (size_t k = 1; k < i; k++) {
                const struct element *other = by_class(&figure, "svg-area", k);
                const double ox = number_of(other, "x"), oy = number_of(other, "y");
                assert_true(x >= ox + sides[k] || ox >= x + sides[i] || y >= oy + sides[k] ||
                            oy >= y + sides[i]);
            }
        }
        figure_free(&figure);
    }
}

static void test_bad_areas(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_area areas[] = {{"a", "b", NULL, 10, SVG_LEVEL_DRAM},
                               {"c", "d", NULL, 11, SVG_LEVEL_L2}};
    struct svg_areas in = {areas, 2, NULL};
    expect(svg_areas(&in, &frame), SVG_ERR_NUMBER, "areas[1].size");
    struct svg_area many[] = {{"a", "b", NULL, 16, SVG_LEVEL_DRAM},
                              {"c", "d", NULL, 9, SVG_LEVEL_L2},
                              {"e", "f", NULL, 4, SVG_LEVEL_L2}};
    const struct svg_areas full = {many, 3, NULL};
    expect(svg_areas(&full, &frame), SVG_ERR_LIMIT, "areas[2].size");
    areas[1].size = 1;
    areas[0].size = 0;
    expect(svg_areas(&in, &frame), SVG_ERR_NUMBER, "areas[0].size");
    in.area_count = SVG_AREAS_MAX + 1;
    expect(svg_areas(&in, &frame), SVG_ERR_LIMIT, "area_count");
}

/* ---- warps that take turns -------------------------------------------------------------------- */

/* Where each part of a path of rectangles begins and ends: "M10 4H20V16H10Z…". */
static size_t parts_in_x(const struct element *path, double from[8], double to[8]) {
    const struct slice data = attribute_of(path, "d");
    size_t count = 0;
    for (size_t i = 0; i < data.length; i++) {
        const bool begins = data.text[i] == 'M';
        if (!begins && (data.text[i] != 'H' || i == 0)) continue;
        const char *number = data.text + i + 1;
        const double x = slice_number((struct slice){number, strspn(number, "0123456789.")});
        assert_true(count < 8 || !begins);
        if (begins)
            from[count] = to[count] = x, count++;
        else
            to[count - 1] = fmax(to[count - 1], x);
    }
    return count;
}

/* A fifth of the time is issued with one warp, two fifths with two, all of it with eight: then a
 * turn lasts as long as the work of all, and each warp is late for its own. */
static void test_turns_fill_the_time(void **state) {
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_turns, layouts[l]);
        double from[8], to[8], whole[8];
        assert_int_equal(count_class(&figure, "svg-work"), 1 + 2 + 8);
        assert_int_equal(count_class(&figure, "svg-issued"), 3);
        assert_int_equal(parts_in_x(by_class(&figure, "svg-issued", 2), from, whole), 2);
        const double left = from[0], all = figure.width - 1.5 - left;
        assert_true(fabs(whole[0] - from[1]) < 0.05); /* no gap between the turns of eight */
        assert_true(fabs(from[1] - left - all * 80 / 100) < 0.05);
        for (size_t run = 0; run < 2; run++) {
            assert_int_equal(parts_in_x(by_class(&figure, "svg-issued", run), from, to), 2);
            assert_true(fabs(from[1] - left - all / 2) < 0.05);
            const double share = (to[0] - from[0] + to[1] - from[1]) / all;
            assert_true(fabs(share - 0.2 * (double)(run + 1)) < 0.001);
        }
        /* Warp 2 of two begins where warp 1 ends. */
        assert_int_equal(parts_in_x(by_class(&figure, "svg-work", 1), from, whole), 2);
        assert_int_equal(parts_in_x(by_class(&figure, "svg-work", 2), from, to), 2);
        assert_true(fabs(whole[0] - left - all / 10) < 0.05);
        assert_true(fabs(whole[0] - from[0]) < 0.05);
        figure_free(&figure);
    }
}

static void test_bad_turns(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_turns_run run = {"a", "b", "c", NULL, 2};
    struct svg_turns in = {&run, 1, 1, 2, "s", "w", "v", NULL};
    expect(svg_turns(&in, &frame), SVG_ERR_MISSING, "runs[0].last");
    run.warps = 0;
    expect(svg_turns(&in, &frame), SVG_ERR_MISSING, "runs[0].warps");
    run.warps = SVG_TURNS_MAX + 1;
    expect(svg_turns(&in, &frame), SVG_ERR_LIMIT, "runs[0].warps");
    in.work = 0;
    expect(svg_turns(&in, &frame), SVG_ERR_NUMBER, "work");
    in.work = INFINITY;
    expect(svg_turns(&in, &frame), SVG_ERR_NUMBER, "work");
}

/* ---- a cluster of blocks --------------------------------------------------------------------- */

/* The way leads from under the reader, in the upper row, to over the target, in the lower one. */
static void test_cluster_way(void **state) {
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_cluster, layouts[l]);
        assert_int_equal(count_class(&figure, "svg-cluster-block"), 4);
        assert_int_equal(count_class(&figure, "svg-shared"), 2);
        const struct element *own = by_class(&figure, "svg-shared-own", 0);
        const struct element *other = by_class(&figure, "svg-shared-other", 0);
        const struct element *network = by_class(&figure, "svg-network", 0);
        const struct element *l2 = by_class(&figure, "svg-panel-l2", 0);
        assert_true(number_of(own, "x") > number_of(other, "x"));
        assert_true(number_of(own, "y") < number_of(network, "y"));
        assert_true(number_of(other, "y") > number_of(network, "y"));
        assert_true(number_of(l2, "y") > number_of(other, "y"));
        double from[8], to[8];
        assert_int_equal(parts_in_x(by_class(&figure, "svg-way", 0), from, to), 1);
        const double reader = number_of(own, "x") + number_of(own, "width") / 2;
        const double target = number_of(other, "x") + number_of(other, "width") / 2;
        assert_true(fabs(from[0] - target) < 1 && fabs(to[0] - reader) < 1);
        assert_true(
            slice_is(attribute_of(by_text(&figure, "not measured"), "font-style"), "italic"));
        figure_free(&figure);
    }
}

static void test_bad_cluster(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    const char *blocks[] = {"a", "b", "c", NULL};
    struct svg_cluster in = {.blocks = blocks,
                             .block_count = 3,
                             .target = 2,
                             .network = "n",
                             .l2 = "l",
                             .own = {.name = "o"},
                             .other = {.name = "p"},
                             .cache = {.name = "q"}};
    expect(svg_cluster(&in, &frame), SVG_ERR_NUMBER, "block_count");
    in.block_count = 4;
    expect(svg_cluster(&in, &frame), SVG_ERR_MISSING, "blocks[3]");
    blocks[3] = "d";
    in.reader = 2;
    expect(svg_cluster(&in, &frame), SVG_ERR_NUMBER, "reader");
    in.reader = 0;
    in.target = 1;
    expect(svg_cluster(&in, &frame), SVG_ERR_NUMBER, "target");
    in.target = 4;
    expect(svg_cluster(&in, &frame), SVG_ERR_NUMBER, "target");
    in.target = 3;
    in.other.name = NULL;
    expect(svg_cluster(&in, &frame), SVG_ERR_MISSING, "other.name");
    in.block_count = SVG_CLUSTER_MAX + 2;
    expect(svg_cluster(&in, &frame), SVG_ERR_LIMIT, "block_count");
}

/* ---- counts over a quantity ------------------------------------------------------------------ */

/* A bar for each bin that is not empty, its kinds in the order of the axis, labels over them. */
/* Equal factors are equal lengths: of 4.12, 281 and 666 cycles from 1 on. */
static void test_levels_are_logarithmic(void **state) {
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = diagram(mock_levels, layouts[i]);
        const double registers = number_of(by_class(&figure, "svg-bar", 0), "width");
        const double l2 = number_of(by_class(&figure, "svg-bar", 1), "width");
        assert_true(fabs(l2 / registers - log(281) / log(4.12)) < 0.05);
        assert_int_equal(count_class(&figure, "svg-bar"), 4); /* two have no figure */
        assert_non_null(by_text(&figure, "not measured"));
        const struct element *link = by_class(&figure, "to-row", 0);
        assert_true(slice_is(link->name, "a"));
        assert_true(slice_is(attribute_of(link, "href"), "../levels/?a=1&amp;b=2"));
        assert_memory_equal(link[1].content.text, "4.12 cycles", 11); /* the text is in it */
        assert_int_equal(count_class(&figure, "to-row"), 1);
        figure_free(&figure);
    }
}

/* A half and two are as far from one; a row without a figure has no mark. */
static void test_ratios_lie_around_one(void **state) {
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct figure figure = diagram(mock_ratios, layouts[i]);
        const double one = number_of(by_text(&figure, "1"), "x");
        const double quarter = number_of(by_text(&figure, "0.25"), "x");
        const double four = number_of(by_text(&figure, "4"), "x");
        assert_true(fabs(four - one - (one - quarter)) < 0.5);
        assert_int_equal(count_class(&figure, "svg-point"), 3);
        const double half = number_of(by_class(&figure, "svg-point", 0), "x") + 3.5;
        assert_true(fabs(one - half - (four - one) / 2) < 0.5);
        figure_free(&figure);
    }
}

static void test_counts_to_scale(void **state) {
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_counts, layouts[l]);
        double from[8], to[8];
        assert_int_equal(count_class(&figure, "svg-bins"), 3); /* near; far and DRAM */
        assert_int_equal(parts_in_x(by_class(&figure, "svg-bins", 0), from, to), 2);
        const double bin = to[0] - from[0], first = from[0];
        assert_true(bin > 2 && fabs(to[0] - from[1]) < 0.05);
        assert_int_equal(parts_in_x(by_class(&figure, "svg-bins", 1), from, to), 1);
        assert_true(fabs(from[0] - first - 20 * bin) < 0.5);
        const double far = from[0];
        assert_int_equal(parts_in_x(by_class(&figure, "svg-bins", 2), from, to), 2);
        assert_true(fabs(from[0] - far - 20 * bin) < 0.5);
        assert_true(fabs(from[1] - from[0] - 2 * bin) < 0.1);
        assert_non_null(by_text(&figure, "50%"));
        assert_non_null(by_text(&figure, "half"));
        assert_non_null(by_text(&figure, "not measured"));
        figure_free(&figure);
    }
}

/* Labels that would meet: the second is left out, and drawn when there is room. */
static void test_counts_labels(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_NARROW);
    struct svg_bin bins[] = {{500, 510, 1, 0}, {510, 520, 1, 1}};
    const struct svg_counts_kind kinds[] = {{"a", SVG_LEVEL_L2, false}, {"b", SVG_LEVEL_L2, true}};
    const struct svg_counts_panel panel = {"p", NULL, bins, 2, {"first", "second", NULL, NULL}};
    const struct svg_counts in = {{.label = "x"}, kinds, 2, &panel, 1, NULL};
    struct figure figure = figure_check(svg_counts(&in, &frame), "fig");
    assert_non_null(by_text(&figure, "first"));
    assert_null(by_text(&figure, "second"));
    figure_free(&figure);
    bins[0] = (struct svg_bin){100, 110, 1, 0};
    bins[1] = (struct svg_bin){400, 410, 1, 1};
    figure = figure_check(svg_counts(&in, &frame), "fig");
    assert_non_null(by_text(&figure, "second"));
    figure_free(&figure);
}

static void test_bad_counts(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    struct svg_bin bins[] = {{10, 20, 1, 0}, {15, 25, 1, 0}};
    const struct svg_counts_kind kind = {"a", SVG_LEVEL_L2, false};
    struct svg_counts_panel panel = {"p", NULL, bins, 2, {NULL}};
    struct svg_counts in = {{.label = "x"}, &kind, 1, &panel, 1, NULL};
    expect(svg_counts(&in, &frame), SVG_ERR_NUMBER, "panels[0].bins[1].from");
    bins[1].from = 20;
    bins[1].kind = 1;
    expect(svg_counts(&in, &frame), SVG_ERR_NUMBER, "panels[0].bins[1].kind");
    bins[1].kind = 0;
    bins[1].share = NAN;
    expect(svg_counts(&in, &frame), SVG_ERR_NUMBER, "panels[0].bins[1].share");
    panel.bin_count = SVG_COUNTS_BINS + 1;
    expect(svg_counts(&in, &frame), SVG_ERR_LIMIT, "panels[0].bin_count");
    panel.bin_count = 1;
    in.axis.scale = SVG_LOG2;
    expect(svg_counts(&in, &frame), SVG_ERR_NUMBER, "axis.scale");
    in.axis.scale = SVG_LINEAR;
    in.panel_count = 0;
    expect(svg_counts(&in, &frame), SVG_ERR_MISSING, "panel_count");
}

/* ---- who is near what ------------------------------------------------------------------------- */

/* Every known cell is drawn once, near or far, in as many strips as the width asks for. */
static void test_map_cells(void **state) {
    (void)state;
    static const size_t strips[] = {2, 3};
    for (size_t l = 0; l < 2; l++) {
        struct figure figure = diagram(mock_map, layouts[l]);
        size_t near = 0, far = 0;
        assert_int_equal(count_class(&figure, "svg-near"), 2 * strips[l]);
        assert_int_equal(count_class(&figure, "svg-far"), 2 * strips[l]);
        for (size_t i = 0; i < 2 * strips[l]; i++) {
            near += parts_of(&figure, "svg-near", i);
            far += parts_of(&figure, "svg-far", i);
        }
        assert_int_equal(near, MOCK_COLUMNS - 1);
        assert_int_equal(far, MOCK_COLUMNS - 1);
        /* Column 0 is near the first row and far from the second. */
        const struct slice here = attribute_of(by_class(&figure, "svg-near", 0), "d");
        const struct slice there = attribute_of(by_class(&figure, "svg-near", 1), "d");
        const double x =
            slice_number((struct slice){here.text + 1, strspn(here.text + 1, "0123456789.")});
        const double other =
            slice_number((struct slice){there.text + 1, strspn(there.text + 1, "0123456789.")});
        assert_true(x < other && other < x + 24);
        assert_non_null(by_text(&figure, "SM first"));
        assert_non_null(by_text(&figure, "SM last"));
        figure_free(&figure);
    }
}

static void test_bad_map(void **state) {
    (void)state;
    const struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    const char *columns[] = {"0", NULL};
    unsigned char cells[SVG_MAP_ROWS * 2] = {SVG_NEAR, SVG_FAR + 1};
    struct svg_map_group groups[] = {{"a", 1}, {"b", SVG_MAP_ROWS}};
    struct svg_map in = {groups, 1, columns, 2, cells, "SM", "near", "far", NULL};
    expect(svg_map(&in, &frame), SVG_ERR_MISSING, "columns[1]");
    columns[1] = "1";
    expect(svg_map(&in, &frame), SVG_ERR_NUMBER, "cells");
    cells[1] = SVG_FAR;
    in.group_count = 2;
    expect(svg_map(&in, &frame), SVG_ERR_LIMIT, "rows");
    groups[1].rows = 0;
    expect(svg_map(&in, &frame), SVG_ERR_MISSING, "groups[1].rows");
    in.cells = NULL;
    expect(svg_map(&in, &frame), SVG_ERR_MISSING, "cells");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_of_any_length),
        cmocka_unit_test(test_markup_is_escaped),
        cmocka_unit_test(test_bad_words_are_errors),
        cmocka_unit_test(test_sectors_are_counted),
        cmocka_unit_test(test_sectors_are_aligned),
        cmocka_unit_test(test_bad_sectors),
        cmocka_unit_test(test_banks_are_counted),
        cmocka_unit_test(test_banks_lie_in_order),
        cmocka_unit_test(test_bank_labels_are_level),
        cmocka_unit_test(test_bad_banks),
        cmocka_unit_test(test_transpose_lines),
        cmocka_unit_test(test_blocks_to_scale),
        cmocka_unit_test(test_bad_blocks),
        cmocka_unit_test(test_way_goes_down),
        cmocka_unit_test(test_bad_way),
        cmocka_unit_test(test_areas_to_scale),
        cmocka_unit_test(test_bad_areas),
        cmocka_unit_test(test_turns_fill_the_time),
        cmocka_unit_test(test_bad_turns),
        cmocka_unit_test(test_cluster_way),
        cmocka_unit_test(test_bad_cluster),
        cmocka_unit_test(test_levels_are_logarithmic),
        cmocka_unit_test(test_ratios_lie_around_one),
        cmocka_unit_test(test_counts_to_scale),
        cmocka_unit_test(test_counts_labels),
        cmocka_unit_test(test_bad_counts),
        cmocka_unit_test(test_map_cells),
        cmocka_unit_test(test_bad_map),
    };
    return cmocka_run_group_tests_name("svg diagrams", tests, NULL, NULL);
}
