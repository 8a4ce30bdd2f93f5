/* Diagrams: every card of the repository draws each of them, with the numbers it has and no other. */
#include "page_kit.h"

#include "render/chart.h"
#include "render/diagram.h"
#include "tests/cards_kit.h"
#include "tests/text_kit.h"
#include "tests/theme_kit.h"

static const struct card *card_of(const char *id) {
    const struct card *card = cards_find(&suite.cards, text_of(id));
    assert_non_null(card);
    return card;
}

static const struct reading_given sizes[] = {{117440512, {"117 MB", 6}},
                                             {16060000000, {"16.06 GB", 8}}};

static struct reading reading_of(const struct card *card) {
    return (struct reading){.card = card, .arena = &suite.arena, .given = sizes};
}

static const char *drawn(const struct diagram *diagram, const struct card *card,
                         enum svg_layout layout) {
    struct svg_frame frame = {.id_prefix = "t-", .title = "T", .desc = "D", .layout = layout};
    struct reading reading = reading_of(card);
    struct svg_result result = diagram->draw(&reading, &frame);
    if (!result.text)
        fail_msg("%s of %.*s: %s: %s", diagram->name, TEXT_ARG(card->name), result.where,
                 svg_code_text(result.code));
    const char *text = arena_string(&suite.arena, (struct text){result.text, result.length});
    svg_result_free(&result);
    return text;
}

/* How it is described where an author has not. */
static const char *said(const struct diagram *diagram, const struct card *card) {
    struct svg_frame frame = {.id_prefix = "t-", .title = "T"};
    struct reading reading = reading_of(card);
    struct svg_result result = diagram->draw(&reading, &frame);
    svg_result_free(&result);
    assert_non_null(frame.desc);
    return frame.desc;
}

/* Where its numbers are from, once it is drawn. */
static const char *source(const struct diagram *diagram, const struct card *card) {
    struct svg_frame frame = {.id_prefix = "t-", .title = "T"};
    struct reading reading = reading_of(card);
    struct svg_result result = diagram->draw(&reading, &frame);
    svg_result_free(&result);
    return arena_string(&suite.arena, diagram_provenance(diagram, &reading));
}

static const struct diagram *found(const char *name) {
    struct nearest nearest = {.wanted = text_of(name)};
    return diagram_find(&nearest);
}

static const char *shown(const char *name, const char *card) {
    return drawn(found(name), card_of(card), SVG_WIDE);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void every_card_draws(void **state) {
    (void)state;
    assert_true(suite.cards.count >= 15);
    for (size_t c = 0; c < suite.cards.count; c++)
        for (size_t i = 0; diagram_list[i]; i++) {
            const struct diagram *diagram = diagram_list[i];
            const struct card *card = &suite.cards.list[c];
            for (enum svg_layout layout = SVG_WIDE; layout <= SVG_NARROW; layout++) {
                const char *svg = drawn(diagram, card, layout);
                assert_lacks(svg, "(null)");
                assert_lacks(svg, "nan");
            }
            const struct reading reading = reading_of(card);
            assert_true(diagram_title(diagram, &reading).len > 10);
            const char *sentence = said(diagram, card);
            assert_true(strlen(sentence) > 20);
            assert_lacks(sentence, "(null)");
            assert_true(sentence[strlen(sentence) - 1] == '.');
        }
}

static void found_by_name(void **state) {
    (void)state;
    for (size_t i = 0; diagram_list[i]; i++)
        assert_ptr_equal(found(diagram_list[i]->name), diagram_list[i]);
    assert_null(found("sector"));
    assert_null(found(""));
    struct nearest nearest = {.wanted = TEXT("sektors")};
    assert_null(diagram_find(&nearest));
    assert_has(nearest_hint(&nearest, NULL, &suite.arena), "sectors");
}

/* A card without any number of a diagram is not said to be its source. */
static void no_numbers_no_source(void **state) {
    (void)state;
    static const char *const names[] = {"sectors", "banks", "tile"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct diagram *diagram = found(names[i]);
        assert_string_equal(source(diagram, card_of("b200")), "");
        assert_has(source(diagram, card_of("nvidia-h200")), "NVIDIA H200: ");
    }
}

/* ---- one by one ------------------------------------------------------------------------------ */

static void sectors(void **state) {
    (void)state;
    const char *svg = shown("sectors", "nvidia-h200");
    assert_has(svg, ">4 sectors, 128 of 128 bytes used<");
    assert_has(svg, ">32 sectors, 128 of 1,024 bytes used<");
    assert_int_equal(count(svg, "B/s useful<"), 3);
    svg = shown("sectors", "b200");
    assert_has(svg, ">32 sectors, 128 of 1,024 bytes used<");
    assert_lacks(svg, "useful");
    assert_has(said(&diagram_sectors, card_of("b200")), "Stride 8: 32 sectors");
}

static void banks(void **state) {
    (void)state;
    const char *svg = shown("banks", "nvidia-h200");
    assert_has(svg, ">32 words of bank 5, one after the other<");
    assert_int_equal(count(svg, "a warp load<"), 2);
    assert_lacks(shown("banks", "b200"), "a warp load<");
    assert_lacks(said(&diagram_banks, card_of("b200")), "cycles");
}

static void tile(void **state) {
    (void)state;
    assert_has(shown("tile", "nvidia-h200"), ">A matrix in DRAM: ");
    assert_lacks(shown("tile", "b200"), "A matrix in DRAM");
    assert_has(said(&diagram_tile, card_of("nvidia-h200")), " through a padded tile.");
}

/* The same limits on three kinds of SM: registers and threads, registers alone, threads alone. */
static void blocks(void **state) {
    (void)state;
    const char *svg = shown("blocks", "nvidia-h200");
    assert_has(svg, ">8 blocks of 256 threads<");
    assert_has(svg, ">the next one lacks registers and threads<");
    assert_has(svg, ">3 blocks of 256 threads<");
    assert_has(svg, ">the next one lacks registers<");
    assert_has(svg, ">55,296 of 65,536 taken<");
    assert_has(svg, ">768 of 2,048 taken<");
    svg = shown("blocks", "t4");
    assert_has(svg, ">4 blocks of 256 threads<");
    assert_has(svg, ">the next one lacks threads<");
    assert_has(svg, ">32,768 of 65,536 taken<");
    const struct card nothing = {.name = TEXT("Nothing")};
    assert_has(drawn(&diagram_blocks, &nothing, SVG_WIDE), ">not known for this card<");
    assert_has(said(&diagram_blocks, &nothing), "72 registers a thread: blocks of 256 threads.");
    assert_string_equal(source(&diagram_blocks, &nothing), "");
}

static void spill(void **state) {
    (void)state;
    const char *svg = shown("spill", "nvidia-h200");
    assert_has(svg, " of spill loads");
    assert_has(svg, " of its lookups");
    svg = drawn(&diagram_spill, card_of("t4"), SVG_NARROW);
    assert_has(svg, ">188\u00a0cycles<");
    assert_lacks(svg, "spill loads");
}

/* The card as if no source named its SM clock, or rated its DRAM. */
static struct card without(const char *id, const char *fact, const char *series) {
    static struct fact facts[64];
    static struct series all[64];
    static struct point missing;
    struct card card = *card_of(id);
    assert_true(card.fact_count <= 64 && card.series_count <= 64);
    memcpy(facts, card.fact, card.fact_count * sizeof *facts);
    memcpy(all, card.series, card.series_count * sizeof *all);
    missing = (struct point){.missing = true, .reason = TEXT("no source")};
    for (size_t i = 0; i < card.fact_count; i++)
        if (text_is(facts[i].name, fact)) facts[i].missing = true;
    for (size_t i = 0; i < card.series_count; i++)
        if (text_is(all[i].name, series)) all[i].point = &missing;
    card.fact = facts;
    card.series = all;
    return card;
}

/* Measured kernels stand below their roof, others at it; a roof may lack one of its two parts. */
static void roofline(void **state) {
    (void)state;
    const char *svg = shown("roofline", "nvidia-h200");
    assert_has(svg,
               ">the roof, rising with 4.81\u00a0TB/s from DRAM, then flat at 66.9\u00a0TFLOP/s");
    assert_has(svg, ">ridge, 13.9\u00a0FLOP/B<");
    assert_int_equal(count(svg, " of at most "), 3);
    assert_has(svg, " of at most 401");
    assert_has(svg, " of at most 66.9");
    assert_has(svg, ">16 × 16 tiles: 42% of the roof<");
    assert_int_equal(count(svg, "class=\"svg-drop\""), 3);
    assert_has(svg, ">ladder of products, as its tiles grow: 8.");
    assert_int_equal(count(svg, "class=\"svg-point\""), 3 + 4); /* and the ladder */
    svg = shown("roofline", "t4");
    assert_lacks(svg, "ladder");
    assert_int_equal(count(svg, " of at most "), 0);
    assert_int_equal(count(svg, ": at most "),
                     3 + 3); /* beside the point, and where it is pointed at */
    const struct card clockless = without("b200", "clock.sm", "");
    svg = drawn(&diagram_roofline, &clockless, SVG_WIDE);
    assert_has(svg, "TB/s from DRAM, then at a peak of arithmetic that is not known<");
    assert_lacks(svg, ">ridge");
    const struct card unrated = without("h200-sxm", "", "dram.rated");
    svg = drawn(&diagram_roofline, &unrated, SVG_WIDE);
    assert_has(svg, ">the roof, from DRAM at a rate that is not known, then flat at 66.9");
    assert_has(shown("roofline", "h200-sxm"), ">the roof, rising with 4.80\u00a0TB/s from DRAM");
    /* 16 products of 2 FLOP for 8 bytes loaded, less the result: just under 4 FLOP a byte. */
    assert_has(said(&diagram_roofline, card_of("t4")),
               "GEMM, 16 × 16 tiles, 3.99\u00a0FLOP/B: at most 1.28");
    const struct card nothing = {.name = TEXT("Nothing")};
    assert_has(source(&diagram_roofline, &nothing), "counted, nothing measured.");
    assert_has(said(&diagram_roofline, &nothing), "The roof: not known for this card.");
    assert_has(drawn(&diagram_roofline, &nothing, SVG_NARROW), ": not known for this card<");
}

/* A bar for each figure that the card has; a panel without any is left out. */
static void levels(void **state) {
    (void)state;
    const char *svg = shown("levels", "nvidia-h200");
    /* no load reads a register; another SM, another card and the host follow */
    assert_int_equal(count(svg, "class=\"svg-bar svg-level"), 5 + 4 + 3 + 3);
    assert_has(svg, ">Another card");
    assert_has(svg, ">TB/s, logarithmic<");
    svg = shown("levels", "t4");
    assert_int_equal(count(svg, "class=\"svg-bar svg-level"), 3);
    assert_lacks(svg, ">Bandwidth of reads<");
}

/* No reader meets a name of the measurement files in place of words. */
static void every_series_has_words(void **state) {
    (void)state;
    const struct words *words = theme_words(&suite.arena);
    for (size_t c = 0; c < suite.cards.count; c++)
        for (size_t i = 0; i < suite.cards.list[c].series_count; i++) {
            const struct series *series = &suite.cards.list[c].series[i];
            if (text_equal(words_title(words, series), series->name))
                fail_msg("%.*s has no line in site/theme/words.yaml", TEXT_ARG(series->name));
            struct text family = words_first(series->name);
            if (!words_listed(words, WORDS_FAMILIES, family).len)
                fail_msg("the family %.*s has no line there", TEXT_ARG(family));
        }
}

/* What a chart of measured figures says: the stretches of a curve, stems with powers of two, factors. */
static const char *chart_drawn(const char *card, const char *series, bool factors) {
    const struct card *of = card_of(card);
    const struct words *words = theme_words(&suite.arena);
    struct chart chart = chart_of(&suite.arena, words, of, card_series(of, text_of(series)));
    const struct svg_frame frame = {.id_prefix = "t-", .title = "T", .desc = "D"};
    chart.factors = factors;
    struct svg_result result = chart_svg(&chart, &frame);
    if (!result.text) fail_msg("%s: %s", result.where, svg_code_text(result.code));
    const char *text = arena_string(&suite.arena, (struct text){result.text, result.length});
    svg_result_free(&result);
    return text;
}

static void charts(void **state) {
    (void)state;
    const char *svg = chart_drawn("nvidia-h200", "chase.cycles", false);
    assert_int_equal(count(svg, "class=\"svg-zone\""), 4);
    assert_has(svg, ">L1 cache: 32.3\u00a0cycles<");
    assert_has(svg, ">DRAM: ");
    assert_has(svg, ">cycles, logarithmic<");
    svg = chart_drawn("nvidia-h200", "bank.cycles", false);
    assert_int_equal(count(svg, "<title>stride "), 33);
    assert_has(svg, "<title>stride 16: 16.0\u00a0cycles, p05 ");
    assert_has(svg, ">32.0<");
    assert_lacks(svg, ">31.0<");
    assert_lacks(svg, ">logarithmic<");
    svg = chart_drawn("nvidia-h200", "constant.chase", false);
    assert_has(svg, ">64\u00a0KiB<");
    assert_lacks(chart_drawn("nvidia-h200", "latency.cycles", false), ">10<");
    svg = chart_drawn("nvidia-h200", "latency.cycles", true);
    assert_has(svg, ">10<");
    assert_has(svg, ">cycles, logarithmic<");
}

/* The L2 holds less than the matrix, or more; weights that do not fit into DRAM have no time. */
static void decode(void **state) {
    (void)state;
    const char *svg = shown("decode", "nvidia-h200");
    assert_has(svg, ">16.06 GB<");
    assert_has(svg, ">the L2 holds 54% of it<");
    assert_has(svg, ">0.39% of all weights<");
    assert_has(svg, ">read once a token: ");
    svg = shown("decode", "b200");
    assert_has(svg, ">fits into the L2, among many others<");
    assert_has(svg, ">read once a token, at the rated bandwidth: 2.09");
    assert_has(shown("decode", "rtx4060-laptop"), ">more than the 8");
    const struct card nothing = {.name = TEXT("Nothing")};
    assert_has(
        said(&diagram_decode, &nothing),
        "All weights: 16.06 GB, read once a token. One matrix of them: 117 MB. L2: not known.");
}

/* 32 warps on 4 schedulers: 7 others fill 296 cycles with 43 instructions each, 4 warps half of that. */
static void latency_hiding(void **state) {
    (void)state;
    const char *svg = shown("latency-hiding", "nvidia-h200");
    assert_has(svg, ">16 warps<");
    assert_has(svg, ">every cycle issues<");
    svg = shown("latency-hiding", "t4");
    assert_has(svg, ">issues 43 instructions<");
    assert_has(svg, ">waits 296\u00a0cycles for DRAM<");
    assert_has(svg, ">51% of the cycles issue<");
    assert_has(svg, ">8 warps<");
    svg = shown("latency-hiding", "l4"); /* of which no latency is reported */
    assert_has(svg, ">the scheduler has gaps<");
    assert_has(svg, ">waits for DRAM<");
    assert_lacks(svg, "cycles");
}

/* Clusters begin at compute capability 9.0; a card that has them may not have been measured. */
static void cluster(void **state) {
    (void)state;
    assert_has(shown("cluster", "b200"), ">295\u00a0cycles<");
    assert_lacks(shown("cluster", "nvidia-h200"), "no clusters");
    assert_has(shown("cluster", "b200"), ">not reported by the source<");
    assert_lacks(shown("cluster", "b200"), "no clusters");
    assert_has(shown("cluster", "t4"), ">this card has no clusters<");
    assert_has(shown("cluster", "rtx4090"), ">this card has no clusters<");
    assert_has(said(&diagram_cluster, card_of("t4")), "this card has no clusters");
    struct series series[2] = {{.name = TEXT("cluster.cycles"), .unit = TEXT("cycle")}};
    struct axis axis = {.name = TEXT("size"), .count = 1, .value = (struct text[]){TEXT("8")}};
    struct point point = {.at = (struct text[]){TEXT("8")}, .median = 181, .runs = 21};
    series[0].axis = &axis, series[0].axis_count = 1;
    series[0].point = &point, series[0].point_count = 1;
    const struct card measured = {.name = TEXT("Measured"),
                                  .compute_capability = TEXT("10.0"),
                                  .series = series,
                                  .series_count = 1};
    assert_has(drawn(&diagram_cluster, &measured, SVG_WIDE), ">181\u00a0cycles<");
}

/* The loads of a made-up card, in bins of ten cycles: hits near and far, then DRAM. */
static struct point points_of(struct text *at, double loads) {
    return (struct point){.at = at, .median = loads, .runs = 1};
}

/* Far beyond the L2 the first loads tell what DRAM takes, earlier ones are hits; unless the profiler counted. */
static void l2_loads(void **state) {
    (void)state;
    struct text lap[] = {TEXT("part"), TEXT("whole"), TEXT("beyond")};
    struct text bin[] = {TEXT("200"), TEXT("300"), TEXT("400"), TEXT("500")};
    static const double loads[3][4] = {{80, 0, 0, 0}, {0, 30, 10, 0}, {0, 0, 50, 50}};
    struct axis axes[] = {{.name = TEXT("lap"), .value = lap, .count = 3},
                          {.name = TEXT("cycles"), .value = bin, .count = 4, .numeric = true}};
    struct point points[12];
    struct text at[12][2];
    for (size_t i = 0; i < 12; i++) {
        at[i][0] = lap[i / 4], at[i][1] = bin[i % 4];
        points[i] = points_of(at[i], loads[i / 4][i % 4]);
    }
    struct series series = {.name = TEXT("latency.histogram"),
                            .unit = TEXT("1"),
                            .axis = axes,
                            .axis_count = 2,
                            .point = points,
                            .point_count = 12};
    const struct card card = {.name = TEXT("Made up"), .series = &series, .series_count = 1};
    const char *words = said(&diagram_l2_loads, &card);
    assert_has(words,
               "A part of the L2: latencies of single loads, 100% L2 hits in the near part.");
    assert_has(
        words,
        "Most of the L2: latencies of single loads, 75% L2 hits in the far part, 25% from DRAM.");
    assert_has(words, "Far more than the L2: latencies of single loads, 100% from DRAM.");
    assert_int_equal(count(drawn(&diagram_l2_loads, &card, SVG_NARROW), "class=\"svg-bins\""), 4);
    struct axis one = {.name = TEXT("lap"), .value = lap, .count = 3};
    struct point sectors[3];
    for (size_t i = 0; i < 3; i++)
        sectors[i] = (struct point){.at = &lap[i], .median = i ? 2 : 0, .runs = 1};
    struct series both[] = {series,
                            {.name = TEXT("latency.dram.sectors"),
                             .unit = TEXT("1"),
                             .axis = &one,
                             .axis_count = 1,
                             .point = sectors,
                             .point_count = 3}};
    const struct card counted = {.name = TEXT("Made up"), .series = both, .series_count = 2};
    assert_has(said(&diagram_l2_loads, &counted),
               "Most of the L2: latencies of single loads, 100% from DRAM.");
    points[8].missing = true;
    assert_has(said(&diagram_l2_loads, &card), "Far more than the L2: not measured on this card.");
    const char *svg = shown("l2-loads", "nvidia-h200");
    assert_has(svg, " on average<");
    assert_has(svg, ">100%<");
    assert_has(source(&diagram_l2_loads, card_of("nvidia-h200")), "each load timed alone.");
    assert_string_equal(source(&diagram_l2_loads, card_of("t4")), "");
}

/* Half of the SMs are near the first lines, the others near the rest. */
static void l2_map(void **state) {
    (void)state;
    const char *words = said(&diagram_l2_map, card_of("nvidia-h200"));
    assert_has(words, "the part of SM 0: 66 SMs are near, 66 are far.");
    assert_has(words, "the other part: 66 SMs are near, 66 are far.");
    assert_has(shown("l2-map", "nvidia-h200"), ">SM 131<");
    assert_has(shown("l2-map", "t4"), ">Not measured on this card.<");
    assert_string_equal(source(&diagram_l2_map, card_of("t4")), "");
    struct text sm[] = {TEXT("0"), TEXT("1")}, line[] = {TEXT("1"), TEXT("2")};
    struct text from[] = {TEXT("near"), TEXT("far")};
    struct axis axes[] = {{.name = TEXT("sm"), .value = sm, .count = 2, .numeric = true},
                          {.name = TEXT("line"), .value = line, .count = 2, .numeric = true}};
    struct axis hits = {.name = TEXT("from"), .value = from, .count = 2};
    /* SM 0 is far from line 1 and near line 2; SM 1 the other way round. */
    struct point map[] = {points_of(NULL, 450), points_of(NULL, 290), points_of(NULL, 270),
                          points_of(NULL, 430)};
    struct point hit[] = {points_of(NULL, 280), points_of(NULL, 460)};
    struct series series[] = {{.name = TEXT("partition.map"),
                               .unit = TEXT("cycle"),
                               .axis = axes,
                               .axis_count = 2,
                               .point = map,
                               .point_count = 4},
                              {.name = TEXT("partition.hit"),
                               .unit = TEXT("cycle"),
                               .axis = &hits,
                               .axis_count = 1,
                               .point = hit,
                               .point_count = 2}};
    const struct card card = {.name = TEXT("Two SMs"), .series = series, .series_count = 2};
    assert_has(said(&diagram_l2_map, &card), "the part of SM 0: 1 SMs are near, 1 are far. Lines");
    assert_int_equal(count(drawn(&diagram_l2_map, &card, SVG_WIDE), "class=\"svg-far\""), 2);
    hit[1].missing = true; /* an L2 of one part */
    assert_has(said(&diagram_l2_map, &card), "the part of SM 0: 2 SMs are near, 0 are far. Every");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_draws),
        cmocka_unit_test(found_by_name),
        cmocka_unit_test(no_numbers_no_source),
        cmocka_unit_test(sectors),
        cmocka_unit_test(banks),
        cmocka_unit_test(tile),
        cmocka_unit_test(blocks),
        cmocka_unit_test(spill),
        cmocka_unit_test(roofline),
        cmocka_unit_test(levels),
        cmocka_unit_test(every_series_has_words),
        cmocka_unit_test(charts),
        cmocka_unit_test(decode),
        cmocka_unit_test(latency_hiding),
        cmocka_unit_test(cluster),
        cmocka_unit_test(l2_loads),
        cmocka_unit_test(l2_map),
    };
    return cmocka_run_group_tests_name("diagrams", tests, suite_open, suite_close);
}
