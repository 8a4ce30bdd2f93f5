/* Charts, their tables and the ladder: which drawing a series gets, in which unit, and what stands
 * where something was not measured. */
#include "page_kit.h"

#include "render/chart.h"
#include "render/diagram.h"
#include "render/quantity.h"
#include "tests/text_kit.h"
#include "tests/theme_kit.h"

static const struct series *series_of(struct kit *kit, const char *name) {
    if (!kit->cards.count) kit_cards(kit);
    const struct series *series = card_series(&kit->cards.list[0], text_of(name));
    assert_non_null(series);
    return series;
}

static struct chart kit_chart(struct kit *kit, const struct card *card,
                              const struct series *series) {
    return chart_of(&kit->arena, theme_words(&kit->arena), card, series);
}

static const char *draw(struct kit *kit, const struct series *series) {
    struct svg_frame frame = {.id_prefix = "t-", .title = "T", .desc = "D", .layout = SVG_WIDE};
    const struct chart chart = kit_chart(kit, &kit->cards.list[0], series);
    struct svg_result result = chart_svg(&chart, &frame);
    if (!result.text) fail_msg("%s: %s", result.where, svg_code_text(result.code));
    const char *text = arena_string(&kit->arena, (struct text){result.text, result.length});
    svg_result_free(&result);
    return text;
}

static const char *table(struct kit *kit, const struct series *series) {
    struct html html = {.arena = &kit->arena};
    const struct chart chart = kit_chart(kit, &kit->cards.list[0], series);
    struct buf out = {0};
    chart_table(&html, &out, &chart, TEXT("Caption"));
    const char *text = arena_string(&kit->arena, buf_text(&out));
    buf_free(&out);
    return text;
}

/* The largest value decides the unit of all of them. */
static void one_unit(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *svg = draw(&kit, series_of(&kit, "stride.useful"));
    assert_has(svg, "4.00\u00a0TB/s");
    assert_has(svg, "0.563\u00a0TB/s");
    assert_lacks(svg, "GB/s");
    const char *html = table(&kit, series_of(&kit, "stride.useful"));
    assert_has(html, "<th scope=\"row\">8</th><td class=\"right\"><span "
                     "class=\"value\">0.563\u00a0TB/s</span></td>");
    assert_has(html, "0.557 to 0.569");
    /* What would be zeros alone has its own. */
    struct series wide = *series_of(&kit, "stride.useful");
    struct point *points = ARENA_ARRAY(&kit.arena, struct point, wide.point_count);
    memcpy(points, wide.point, wide.point_count * sizeof *points);
    points[0].median = points[0].p05 = points[0].p95 = 2.5e7;
    wide.point = points;
    assert_has(draw(&kit, &wide), ">25.0\u00a0MB/s<");
    kit_end(&kit);
}

/* A series that brings its own title is called by it; another one by the words for its name. */
static void a_title_of_its_own(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    struct series titled = *series_of(&kit, "copy.rate");
    const struct chart chart = kit_chart(&kit, &kit.cards.list[0], &titled);
    assert_has(chart_sentence(&chart).ptr, "Bandwidth of reading, writing and copying DRAM. ");
    titled.title = TEXT("Traffic of the memory");
    assert_has(chart_sentence(&chart).ptr, "Traffic of the memory. ");
    kit_end(&kit);
}

/* The rated figure is drawn beside the measured rates. */
static void rated(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *svg = draw(&kit, series_of(&kit, "copy.rate"));
    assert_has(svg, "rated: 4.80\u00a0TB/s");
    assert_has(svg, "TB/s, bytes read");
    assert_lacks(draw(&kit, series_of(&kit, "stride.useful")), "rated");
    kit_end(&kit);
}

/* Two axes: groups of bars; what is missing says why, in the drawing and in the table. */
static void two_axes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const struct series *series = series_of(&kit, "transpose.rate");
    const char *svg = draw(&kit, series);
    assert_has(svg, "out of memory");
    assert_has(svg, ">DRAM only<");
    const char *html = table(&kit, series);
    assert_has(html, "<th scope=\"col\" class=\"right\">data fits in: L2</th>");
    assert_has(html, "<tr><th scope=\"row\">naive</th>");
    assert_has(html, "<span class=\"missing\">not measured <small>(out of memory)</small></span>");
    assert_has(html, "<small class=\"spread\">7.92 to 8.08</small>");
    const struct chart chart = kit_chart(&kit, &kit.cards.list[0], series);
    struct text sentence = chart_sentence(&chart);
    assert_has(sentence.ptr, "copy, L2: 8.00\u00a0TB/s; copy, DRAM only: 4.00\u00a0TB/s;");
    assert_has(sentence.ptr, "naive, DRAM only: not measured.");
    kit_end(&kit);
}

/* A series over one numeric axis of `n` values 1…n. */
static struct series *long_series(struct kit *kit, const char *name, const char *axis,
                                  const char *unit, size_t n, double first, double factor) {
    struct card *card = &kit->cards.list[0];
    struct series *series = &card->series[card->series_count++];
    *series = (struct series){.name = text_of(name), .unit = text_of(unit), .axis_count = 1};
    series->axis = ARENA_NEW(&kit->arena, struct axis);
    *series->axis = (struct axis){.name = text_of(axis), .count = n, .numeric = true};
    series->axis->value = ARENA_ARRAY(&kit->arena, struct text, n);
    series->point = ARENA_ARRAY(&kit->arena, struct point, n);
    series->point_count = n;
    for (size_t i = 0; i < n; i++, first *= factor) {
        struct text value = arena_printf(&kit->arena, "%zu", i + 1);
        series->axis->value[i] = value;
        series->point[i] = kit_point(&kit->arena, value.ptr, first, NULL);
    }
    return series;
}

/* Up to eight values of a numeric axis are bars, more are a line. */
static void bars_or_line(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    const char *bars = draw(&kit, long_series(&kit, "a.time", "stride", "s", 8, 1e-3, 1.1));
    const char *line = draw(&kit, long_series(&kit, "b.time", "stride", "s", 9, 1e-3, 1.1));
    assert_int_equal(count(bars, "\"svg-row\""), 8);
    assert_int_equal(count(line, "\"svg-row\""), 0);
    assert_has(bars, "stride 8");
    kit_end(&kit);
}

/* Steps with sizes beside them are drawn over the sizes, with the end of the L2 marked. */
static void sizes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    struct card *card = &kit.cards.list[0];
    struct series *cycles = long_series(&kit, "chase.cycles", "step", "cycle", 20, 30, 1.1);
    struct series *bytes = long_series(&kit, "chase.footprint", "step", "B", 20, 4096, 2);
    assert_ptr_equal(kit_chart(&kit, card, cycles).sizes, bytes);
    const char *svg = draw(&kit, cycles);
    assert_has(svg, "L2: 60\u00a0MiB");
    assert_has(svg, ">4 KiB<");
    assert_has(table(&kit, cycles), "<tr><th scope=\"row\">32\u00a0KiB</th>");
    const struct chart chart = kit_chart(&kit, card, bytes);
    assert_false(chart_worthwhile(&chart)); /* its smallest bars could not be seen */
    assert_has(table(&kit, bytes), "<span class=\"value\">4\u00a0KiB</span>");
    assert_has(table(&kit, bytes), "<span class=\"value\">2\u00a0GiB</span>");

    bytes->point[3].missing = true; /* then the steps are all there is */
    assert_null(kit_chart(&kit, card, cycles).sizes);
    assert_has(table(&kit, cycles), "<tr><th scope=\"row\">4</th>");
    kit_end(&kit);
}

/* So are the lines of a second axis; a bar is called by its size too. */
static void sizes_of_two_axes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    enum { STEPS = 10 };
    struct series *hits = long_series(&kit, "sweep.hit", "step", "1", STEPS, 0.1, 1.1);
    long_series(&kit, "sweep.footprint", "step", "B", STEPS, 1 << 20, 2);
    struct axis *axes = ARENA_ARRAY(&kit.arena, struct axis, 2);
    axes[0] = hits->axis[0];
    axes[1] = (struct axis){.name = TEXT("cache"), .count = 2};
    axes[1].value = ARENA_ARRAY(&kit.arena, struct text, 2);
    axes[1].value[0] = TEXT("l1"), axes[1].value[1] = TEXT("l2");
    struct point *points = ARENA_ARRAY(&kit.arena, struct point, 2 * STEPS);
    for (size_t i = 0; i < 2 * STEPS; i++) {
        points[i] = hits->point[i / 2];
        points[i].at = ARENA_ARRAY(&kit.arena, struct text, 2);
        points[i].at[0] = axes[0].value[i / 2], points[i].at[1] = axes[1].value[i % 2];
    }
    hits->axis = axes, hits->axis_count = 2;
    hits->point = points, hits->point_count = 2 * STEPS;
    const char *svg = draw(&kit, hits);
    assert_has(svg, ">1 MiB<");
    assert_has(svg, "L2: 60\u00a0MiB");
    assert_has(table(&kit, hits), "<tr><th scope=\"row\">512\u00a0MiB</th>");
    struct series *few = long_series(&kit, "pages.cycles", "step", "cycle", 3, 280, 1.1);
    long_series(&kit, "pages.footprint", "step", "B", 3, 64 << 20, 4);
    assert_has(draw(&kit, few), ">256\u00a0MiB<");
    kit_end(&kit);
}

/* More than two axes: a row for each point, which names its place on every axis. */
static void three_axes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    struct text values[] = {TEXT("l2"), TEXT("8"), TEXT("read")};
    struct axis axes[] = {
        {.name = TEXT("level"), .value = &values[0], .count = 1},
        {.name = TEXT("stride"), .value = &values[1], .count = 1, .numeric = true},
        {.name = TEXT("kernel"), .value = &values[2], .count = 1}};
    struct point point = {.at = values, .median = 2e12, .p05 = 1e12, .p95 = 3e12, .runs = 5};
    const struct series series = {.name = TEXT("a.rate"),
                                  .unit = TEXT("B/s"),
                                  .axis = axes,
                                  .axis_count = 3,
                                  .point = &point,
                                  .point_count = 1};
    assert_has(table(&kit, &series), "L2 cache</th><td>8</td><td>read</td><td "
                                     "class=\"right\"><span class=\"value\">2.00\u00a0TB/s"
                                     "</span></td><td class=\"right\">1.00");
    kit_end(&kit);
}

static void not_to_be_drawn(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    struct series *series = long_series(&kit, "c.time", "stride", "s", 4, 1e-3, 2);
    struct chart chart = kit_chart(&kit, &kit.cards.list[0], series);
    assert_true(chart_worthwhile(&chart) && series_known(chart.series));
    for (size_t i = 0; i < 4; i++)
        series->point[i] = kit_point(&kit.arena, "1", 0, "no permission");
    assert_false(chart_worthwhile(&chart) || series_known(chart.series));
    draw(&kit, series); /* an author may ask for it all the same */
    series->axis_count = 3;
    assert_false(kit_chart(&kit, &kit.cards.list[0], series).possible);
    kit_end(&kit);
}

static void provenance(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    const struct card *home = &kit.cards.list[0], *far = &kit.cards.list[1];
    struct chart chart = kit_chart(&kit, home, series_of(&kit, "stride.time"));
    struct text text = chart_provenance(&chart);
    assert_string_equal(text.ptr, "Measured on Kit Card by kit.cu; median of 51 runs, whiskers "
                                  "from p05 to p95 where they are longer than a mark.");
    struct card merged = *home; /* three runs on two cards */
    merged.run.merged = 3;
    merged.run.merged_cards = 2;
    const struct series *times = series_of(&kit, "stride.time");
    const double low = times->point[0].median;
    times->point[0].between_cards = (struct span){true, low, 1.25 * low};
    times->point[1].between_runs = (struct span){true, low * 1e-6, low}; /* next to nothing */
    chart.card = &merged;
    assert_has(chart_provenance(&chart).ptr,
               "; 3 runs on 2 cards, whose medians differ by at most 25.0 %.");
    times->point[0].between_cards = times->point[1].between_runs = (struct span){0};
    chart.card = home;
    chart.series = series_of(&kit, "odd.rate");
    text = chart_provenance(&chart);
    assert_has(text.ptr, "Suspect: faster than the bus.");
    chart = kit_chart(&kit, far, card_series(far, TEXT("stride.time")));
    text = chart_provenance(&chart);
    assert_string_equal(text.ptr, "Reported by the sources named, not measured here, on Far Card.");
    kit_end(&kit);
}

/* ---- the ladder ------------------------------------------------------------------------------ */

static void ladder(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    struct card *card = &kit.cards.list[0];
    struct reading reading = {.card = card, .arena = &kit.arena};
    struct ladder levels;
    ladder_read(&levels, &reading);
    assert_true(
        text_is(text_of(levels.level[SVG_LEVEL_REGISTERS].capacity.text), "256\u00a0KiB per SM"));
    assert_true(levels.registers_bytes == 4 * 65536);
    assert_true(text_is(text_of(levels.level[SVG_LEVEL_L2].capacity.text), "60\u00a0MiB"));
    assert_non_null(levels.level[SVG_LEVEL_SHARED].capacity.missing);
    assert_true(text_is(text_of(levels.level[SVG_LEVEL_DRAM].rate.note.text),
                        "4.27\u00a0TB/s")); /* copy.rate[read] */
    assert_true(text_is(text_of(levels.level[SVG_LEVEL_L2].latency.note.missing), "not measured"));

    kit_series(&kit, card, "bandwidth.rate", "B/s", "level", "l2,dram", (double[]){9e12, 4.6e12});
    struct series *latency =
        kit_series(&kit, card, "latency.cycles", "cycle", "level", "l2,dram", (double[]){281, 0});
    latency->point[1].missing = true;
    latency->point[1].reason = TEXT("the timer did not run");
    latency->point[0].warning = TEXT("with a TLB hit");
    ladder_read(&levels, &reading);
    assert_true(text_is(text_of(levels.level[SVG_LEVEL_DRAM].rate.note.text), "4.60\u00a0TB/s"));
    assert_true(text_is(text_of(levels.level[SVG_LEVEL_L2].latency.note.text), "281\u00a0cycles"));
    assert_true(text_is(levels.level[SVG_LEVEL_L2].latency.warning, "with a TLB hit"));
    struct html html = {.arena = &kit.arena};
    struct buf table = {0};
    diagram_hierarchy.table(&html, &table, card);
    assert_has(table.ptr,
               "281\u00a0cycles</span><small class=\"warning\">with a TLB hit</small></td>");
    buf_free(&table);
    assert_true(text_is(text_of(levels.level[SVG_LEVEL_DRAM].latency.note.missing),
                        "the timer did not run"));
    struct svg_frame frame = {.id_prefix = "t-", .title = "T", .layout = SVG_NARROW};
    struct svg_result result = diagram_hierarchy.draw(&reading, &frame);
    assert_non_null(result.text);
    assert_has(result.text, "60\u00a0MiB");
    svg_result_free(&result);
    assert_has(frame.desc, "L2 cache: the whole card, 60\u00a0MiB, 281\u00a0cycles, "
                           "9.00\u00a0TB/s, 8.00\u00a0TB/s copying");
    kit_end(&kit);
}

/* A card of which nothing is known is drawn all the same. */
static void empty_ladder(void **state) {
    (void)state;
    struct arena arena = {0};
    struct card card = {.id = TEXT("x"), .name = TEXT("X")};
    struct reading reading = {.card = &card, .arena = &arena};
    for (enum svg_layout layout = SVG_WIDE; layout <= SVG_NARROW; layout++) {
        struct svg_frame frame = {.id_prefix = "t-", .title = "T", .desc = "D", .layout = layout};
        struct svg_result result = diagram_hierarchy.draw(&reading, &frame);
        assert_non_null(result.text);
        svg_result_free(&result);
    }
    arena_free(&arena);
}

/* ---- words and quantities -------------------------------------------------------------------- */

static void words(void **state) {
    (void)state;
    struct arena arena = {0};
    const struct words *theme = theme_words(&arena), none = {0};
    const struct text copy = TEXT("copy.rate"), level = TEXT("level"), shared = TEXT("shared");
    assert_true(text_is(words_of(theme, WORDS_SERIES, copy),
                        "Bandwidth of reading, writing and copying DRAM"));
    assert_true(text_is(words_of(theme, WORDS_SERIES, TEXT("my.series")), "my.series"));
    assert_true(text_is(words_of(&none, WORDS_SERIES, copy), "copy.rate"));
    assert_int_equal(words_listed(theme, WORDS_SENTENCES, TEXT("no")).len, 0);
    assert_true(text_is(words_role(theme, &arena, TEXT("fits"), TEXT("dram")), "DRAM only"));
    assert_true(text_is(words_role(theme, &arena, TEXT("stride"), TEXT("8")), "8"));
    assert_true(text_is(words_role(theme, &arena, TEXT("kib"), TEXT("1048576")), "1\u00a0GiB"));
    const struct axis stride = {.name = TEXT("stride"), .numeric = true};
    const struct axis kib = {.name = TEXT("kib"), .numeric = true};
    assert_true(text_is(words_place(theme, &arena, &stride, TEXT("8")), "stride 8"));
    assert_true(text_is(words_place(theme, &arena, &kib, TEXT("4")), "4\u00a0KiB"));
    assert_int_equal(words_role_level(theme, level, shared), SVG_LEVEL_SHARED);
    assert_int_equal(words_role_level(theme, TEXT("kernel"), shared), SVG_LEVEL_NONE);
    assert_int_equal(words_role_level(&none, level, shared), SVG_LEVEL_NONE);
    arena_free(&arena);
    static const struct {
        const char *words;
        enum svg_level level;
    } heads[] = {
        {"Registers", SVG_LEVEL_REGISTERS},
        {"reg", SVG_LEVEL_REGISTERS},
        {"Shared memory", SVG_LEVEL_SHARED},
        {"L1 cache", SVG_LEVEL_L1},
        {"L1", SVG_LEVEL_L1},
        {"L2 cache", SVG_LEVEL_L2},
        {"constant memory", SVG_LEVEL_CONSTANT},
        {"Local memory", SVG_LEVEL_LOCAL},
        {"Global memory (DRAM)", SVG_LEVEL_DRAM},
        {"DRAM, far away", SVG_LEVEL_DRAM},
        {"L20 card", SVG_LEVEL_NONE},
        {"L1 and L2 cache", SVG_LEVEL_NONE},
        {"l1 LINES, l2 LINES", SVG_LEVEL_NONE},
        {"Sharedness", SVG_LEVEL_NONE},
        {"", SVG_LEVEL_NONE},
        {"a kernel", SVG_LEVEL_NONE},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (words_level(text_of(heads[i].words)) != heads[i].level) fail_msg("%s", heads[i].words);
    assert_true(text_is(words_first(TEXT("a.b.c")), "a"));
    assert_true(text_is(words_first(TEXT("a")), "a"));
}

/* A figure too small to be seen is a bar of no length; one that no axis holds is named. */
static void extremes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    struct series *series = long_series(&kit, "a.rate", "stride", "B/s", 3, 1, 1e8);
    assert_has(draw(&kit, series), "PB/s");
    series->point[1].median = series->point[1].p95 = 1e36;
    struct svg_frame frame = {.id_prefix = "t-", .title = "T", .desc = "D", .layout = SVG_WIDE};
    const struct chart chart = kit_chart(&kit, &kit.cards.list[0], series);
    struct svg_result result = chart_svg(&chart, &frame);
    assert_null(result.text);
    struct text why = chart_refusal(&kit.arena, &chart, &result);
    assert_has(why.ptr, "a.rate[2] is 1.00e21\u00a0PB/s, more than a chart can show");
    result = (struct svg_result){.code = SVG_ERR_TEXT, .where = "title"};
    why = chart_refusal(&kit.arena, &chart, &result);
    assert_has(why.ptr, "its name is not UTF-8");
    kit_end(&kit);
}

static void quantities(void **state) {
    (void)state;
    struct arena arena = {0};
    static const struct {
        const char *unit;
        bool capacity;
        double number;
        const char *wanted;
    } rows[] = {
        {"B", true, 62914560, "60\u00a0MiB"},
        {"B", false, 62914560, "62.9\u00a0MB"},
        {"B/s", false, 4.271e12, "4.27\u00a0TB/s"},
        {"s", false, 8.886e-3, "8.89\u00a0ms"},
        {"1", false, 65536, "65,536"},
        {"1", false, 0.375, "0.375"},
        {"Hz", false, 1.98e9, "1,980\u00a0MHz"},
        {"cycle", false, 281, "281\u00a0cycles"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct quantity quantity = quantity_of(text_of(rows[i].unit), rows[i].capacity);
        struct text text = quantity_text(&arena, &quantity, rows[i].number);
        if (!text_is(text, rows[i].wanted)) fail_msg("%s, not %s", text.ptr, rows[i].wanted);
    }
    struct quantity common = quantity_common(&arena, TEXT("s"), false, 8.886e-3);
    assert_true(text_is(common.unit, "ms"));
    assert_true(text_is(quantity_text(&arena, &common, 2.86e-4), "0.286\u00a0ms"));
    assert_true(text_is(quantity_bare(&arena, &common, 2.86e-4), "0.286"));
    assert_true(quantity_plot(&common, 8e-3) > 7.999 && quantity_plot(&common, 8e-3) < 8.001);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_unit),
        cmocka_unit_test(a_title_of_its_own),
        cmocka_unit_test(rated),
        cmocka_unit_test(two_axes),
        cmocka_unit_test(bars_or_line),
        cmocka_unit_test(sizes),
        cmocka_unit_test(sizes_of_two_axes),
        cmocka_unit_test(not_to_be_drawn),
        cmocka_unit_test(three_axes),
        cmocka_unit_test(extremes),
        cmocka_unit_test(provenance),
        cmocka_unit_test(ladder),
        cmocka_unit_test(empty_ladder),
        cmocka_unit_test(words),
        cmocka_unit_test(quantities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
