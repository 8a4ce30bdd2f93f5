/* test_model -- the bottleneck model: the numbers of the chapter on the cards of the repository, the
 * rules one by one, and what model( ) answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "measure/predict.h"
#include "tests/cards_kit.h"

/* ---- asking ------------------------------------------------------------------------------ */

/* The value of an expression as a terminal shows it, or the message. */
static const char *ask(const char *card, const char *text) {
    static char out[1024];
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct predict predict = {&suite.cards, &suite.arena};
    struct expr_env env = {.context = &predict, .card = text_of(card), .model = predict_answer};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    if (!expr_parse(text, strlen(text), &memory, &expr, &error) ||
        !expr_eval(&expr, &env, &value, &error)) {
        size_t length = expr_error_text(&error, out, sizeof out);
        if (error.nearest.count)
            snprintf(out + length, sizeof out - length, "; %.*s", (int)error.nearest.name[0].len,
                     error.nearest.name[0].ptr);
    } else if (value.kind == EXPR_MISSING) {
        snprintf(out, sizeof out, "missing: %.*s", (int)value.text.len, value.text.ptr);
    } else {
        expr_format(&value, &expr.form, EXPR_STYLE_TERMINAL, out, sizeof out);
    }
    return out;
}

static void check(const char *card, const char *text, const char *want) {
    const char *got = ask(card, text);
    if (strcmp(got, want) != 0) fail_msg("%s on %s is %s, not %s", text, card, got, want);
}

static struct model_card card_of(const char *id) {
    const struct card *card = cards_find(&suite.cards, text_of(id));
    if (!card) fail_msg("no card %s", id);
    return predict_card(card, &suite.arena);
}

static struct model_result run(const struct model_card *card, struct model_how how,
                               const struct model_work *work) {
    struct model_rates rates = model_rates(card, &how, work->writes);
    return model_predict(work, &rates);
}

/* ---- the chapter ------------------------------------------------------------------------- */

static void levels_of_an_a100(void **state) {
    (void)state;
    check("a100-sxm-40", "model(vecadd).rate.registers as TB/s .0", "117 TB/s");
    check("a100-sxm-40", "model(vecadd).rate.shared as TB/s .2", "19.49 TB/s");
    check("a100-sxm-40", "model(vecadd).rate.l2 as TB/s .3", "7.219 TB/s");
    check("a100-sxm-40", "model(vecadd).rate.dram as TB/s .3", "1.555 TB/s");
    check("a100-sxm-40", "model(vecadd).rate.compute", "19.5 TFLOP/s");
    check("a100-sxm-40", "model(vecadd).ridge .1", "12.5 FLOP/B");
}

static void kernels_of_the_chapter(void **state) {
    (void)state;
    check("a100-sxm-40", "model(vecadd).time", "2.07 ms");
    check("a100-sxm-40", "model(vecadd).bound", "DRAM");
    check("a100-sxm-40", "model(vecadd).busy.compute as % .0", "1%");
    check("a100-sxm-40", "model(vecadd).busy.dram as % .0", "100%");
    check("a100-sxm-40", "model(gemm16).time as ms .0", "30 ms");
    check("a100-sxm-40", "model(gemm16).bound", "shared memory");
    check("a100-sxm-40", "model(gemm128).time", "7.05 ms");
    check("a100-sxm-40", "model(gemm128).bound", "compute");
    check("a100-sxm-40", "model(gemm128).busy.compute as %", "100%");
    check("h100-sxm", "model(gemm128).time", "2.18 ms");
    check("h100-sxm", "model(gemm128).bound", "shared memory");
    check("h100-sxm", "model(gemm128).busy.compute as %", "94%");
    check("h100-sxm", "if model(gemm16, a100-sxm-40).time / model(gemm16).time > 1", "true");
}

/* ---- traffic ----------------------------------------------------------------------------- */

static void check_work(const struct model_work *work, const double want[MODEL_LEVELS]) {
    for (int i = 0; i < MODEL_LEVELS; i++) {
        assert_true(work->amount[i].known);
        if (work->amount[i].value != want[i])
            fail_msg("%s: %.17g, not %.17g", model_level_name((enum model_level)i),
                     work->amount[i].value, want[i]);
    }
}

static void traffic_of_streams(void **state) {
    (void)state;
    struct model_work work = model_vecadd(10);
    check_work(&work, (double[]){120, 0, 120, 120, 10});
    work = model_copy(10);
    check_work(&work, (double[]){0, 0, 80, 80, 0});
    work = model_transpose(10, true);
    check_work(&work, (double[]){0, 800, 800, 800, 0});
    work = model_transpose(10, false); /* a column is 32 wavefronts */
    check_work(&work, (double[]){0, 400 + 400 * 32, 800, 800, 0});
}

/* A 64 x 32 by 32 x 128 product in blocks of 16 x 32, threads of 2 x 4. A is read for 128 / 32
 * columns of blocks, B for 64 / 16 rows; 64 * 128 / 8 threads read 6 floats in each of 32 steps. */
static void traffic_of_a_gemm(void **state) {
    (void)state;
    struct model_gemm gemm = {.m = 64, .n = 128, .k = 32, .bm = 16, .bn = 32, .tm = 2, .tn = 4};
    const double a = 64 * 32 * 4, b = 32 * 128 * 4, c = 64 * 128 * 4, tiles = a * 4 + b * 4;
    double want[] = {6 * 2 * 64 * 128 * 32., tiles + 32 * 1024 * 6 * 4, tiles + c, a + b + c,
                     2 * 64 * 128 * 32.};
    struct model_work work = model_gemm(&gemm, figure_known(a + b));
    check_work(&work, want); /* A and B just fit */
    want[MODEL_DRAM] = tiles + c;
    work = model_gemm(&gemm, figure_known(a + b - 1));
    check_work(&work, want);
    work = model_gemm(&gemm, figure_unknown(text_of("why")));
    assert_false(work.amount[MODEL_DRAM].known);
    assert_true(work.amount[MODEL_L2].known);
    assert_true(text_is(work.amount[MODEL_DRAM].reason, "why"));
}

static void kernels_by_name(void **state) {
    (void)state;
    for (int i = 0; i < MODEL_KERNELS; i++)
        assert_ptr_equal(model_kernel_find(text_of(model_kernels[i].name)), &model_kernels[i]);
    assert_null(model_kernel_find(text_of("gemm")));
    assert_null(model_kernel_find(text_of("")));
    assert_null(model_kernel_find(text_of(NULL)));
}

/* Each member of struct model_card has one row, which says where cards have it. */
static void figures_of_a_card(void **state) {
    (void)state;
    struct model_card card = {0};
    for (int i = 0; i < MODEL_FIGURES; i++)
        model_card_figure(&card, i)->value += 1;
    const struct model_figure *members = (const struct model_figure *)&card;
    assert_int_equal(sizeof card, MODEL_FIGURES * sizeof *members);
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct model_figure_about *about = &model_figures[i];
        assert_true(members[i].value == 1);
        assert_true((about->fact || about->series) && *about->words && *about->lacks);
        /* Readers see it as it is: no id, which has a dot or an underscore. */
        assert_null(strpbrk(about->lacks, "._["));
        assert_int_equal(about->rule != MODEL_RULE_NONE, about->unit != NULL);
        assert_int_equal(about->fact && about->series, about->rule >= MODEL_RULE_WARP_CYCLES);
    }
    assert_ptr_equal(model_card_figure(&card, 8), &card.l2_width);
    assert_string_equal(model_figures[8].lacks, "the width of the path to the L2");
}

/* ---- the bound --------------------------------------------------------------------------- */

static struct model_rates rates_of(const double value[MODEL_LEVELS]) {
    struct model_rates rates;
    for (int i = 0; i < MODEL_LEVELS; i++)
        rates.rate[i] = value[i] > 0
                            ? figure_known(value[i])
                            : figure_unknown(text_of(model_level_name((enum model_level)i)));
    return rates;
}

static void the_slowest_level_binds(void **state) {
    (void)state;
    struct model_rates rates = rates_of((double[]){60, 10, 5, 1, 10});
    const double amounts[MODEL_LEVELS][MODEL_LEVELS] = {{600, 1, 1, 1, 1},
                                                        {1, 100, 1, 1, 1},
                                                        {1, 1, 50, 1, 1},
                                                        {1, 1, 1, 10, 1},
                                                        {1, 1, 1, 1, 100}};
    for (int i = 0; i < MODEL_LEVELS; i++) {
        struct model_work work = model_free(amounts[i]);
        struct model_result result = model_predict(&work, &rates);
        assert_true(result.time.known && result.time.value == 10);
        assert_int_equal(result.bound, i);
        assert_true(result.busy[i].value == 1);
        assert_int_equal(result.unknown, MODEL_LEVELS);
        for (int j = 0; j < MODEL_LEVELS; j++)
            if (j != i) assert_true(result.busy[j].value < 0.11);
    }
}

static void ties_go_to_compute(void **state) {
    (void)state;
    struct model_rates rates = rates_of((double[]){1, 1, 1, 1, 1});
    struct model_work work = model_free((double[]){0, 0, 1, 1, 1 - 0.9e-9});
    struct model_result result = model_predict(&work, &rates);
    assert_int_equal(result.bound, MODEL_COMPUTE);
    assert_true(result.time.value == 1); /* the time is the longest all the same */
    work = model_free((double[]){0, 0, 1, 1, 1 - 1.1e-9});
    result = model_predict(&work, &rates);
    assert_int_equal(result.bound, MODEL_L2); /* the higher one on the ladder */
}

static void nothing_takes_no_time(void **state) {
    (void)state;
    struct model_rates rates = rates_of((double[]){1, 0, 0, 0, 1});
    struct model_work work = model_free((double[]){0, 0, 0, 0, 0});
    struct model_result result = model_predict(&work, &rates);
    assert_true(result.time.known && result.time.value == 0);
    for (int i = 0; i < MODEL_LEVELS; i++)
        assert_true(result.busy[i].known && result.busy[i].value == 0);
}

/* ---- what is not known ------------------------------------------------------------------- */

static void an_unknown_level_that_is_used(void **state) {
    (void)state;
    struct model_rates rates = rates_of((double[]){1, 0, 0, 2, 1});
    struct model_work work = model_free((double[]){1, 0, 3, 10, 2});
    struct model_result result = model_predict(&work, &rates);
    assert_false(result.time.known);
    assert_int_equal(result.unknown, MODEL_L2);
    assert_true(text_is(result.time.reason, "l2"));
    assert_true(result.at_least == 5);
    assert_int_equal(result.bound, MODEL_DRAM);
    assert_false(result.busy[MODEL_DRAM].known); /* a fraction of what? */
    assert_true(result.seconds[MODEL_DRAM].known);
    work = model_free((double[]){1, 0, 0, 10, 2}); /* no use of L2, no need of its rate */
    result = model_predict(&work, &rates);
    assert_true(result.time.known && result.time.value == 5);
}

static void figures_without_a_source_are_missing(void **state) {
    (void)state;
    check("t4", "model(vecadd).time",
          "missing: the width of the path to the L2 of the Tesla T4: NVIDIA publishes no figure "
          "and none "
          "with a source was found");
    check("t4", "model(vecadd).bound",
          "missing: the width of the path to the L2 of the Tesla T4: NVIDIA publishes no figure "
          "and none "
          "with a source was found");
    check("t4", "model(vecadd).at_least", "10.1 ms");
    check("t4", "model(vecadd).rate.dram", "320 GB/s");
    /* A rated figure stands where neither bus nor clock could be multiplied. */
    check("h200-sxm", "model(vecadd).rate.dram", "4.80 TB/s");
    check("h200-sxm", "model(vecadd).at_least", "671 µs");
    check("t4", "if known(model(copy).time)", "false");
    check("l4", "model(copy, measured).rate.l2",
          "missing: a measured bandwidth of the L2 of the NVIDIA L4: not reported by the source");
}

/* No figure of any reported card comes without a source that the file names. */
static void every_figure_has_a_source(void **state) {
    (void)state;
    static const char *const names[] = {"sms",     "lanes",      "clock.sm",      "banks",
                                        "l2",      "bank.width", "shared.scalar", "shared.vector",
                                        "l2.width"};
    size_t cards = 0;
    for (size_t i = 0; i < suite.cards.count; i++) {
        const struct card *card = &suite.cards.list[i];
        if (!card->reported) continue;
        cards++;
        for (size_t j = 0; j < sizeof names / sizeof *names; j++) {
            const struct fact *fact = card_fact(card, text_of(names[j]));
            if (!fact) fail_msg("%.*s has no %s", TEXT_ARG(card->id), names[j]);
            bool found = fact->missing && fact->reason.len;
            for (size_t k = 0; k < card->source_count; k++)
                found = found || text_equal(card->source[k].id, fact->source);
            if (!found) fail_msg("%.*s: %s", TEXT_ARG(card->id), names[j]);
        }
    }
    assert_int_equal(cards, 14);
}

/* ---- rates ------------------------------------------------------------------------------- */

static void access_width(void **state) {
    (void)state;
    struct model_card card = card_of("l4"); /* 58 SMs at 2,040 MHz */
    const double cycles = 58 * 2040e6;
    struct model_how how = {0};
    assert_true(model_rates(&card, &how, false).rate[MODEL_SHARED].value == cycles * 128);
    how.access = MODEL_ACCESS_4;
    assert_true(model_rates(&card, &how, false).rate[MODEL_SHARED].value == 58 * 63.98 * 2040e6);
    how.access = MODEL_ACCESS_16;
    assert_true(model_rates(&card, &how, false).rate[MODEL_SHARED].value == 58 * 121.2 * 2040e6);
    /* A measured card has no such fact: what its kernels took says it. */
    card = card_of("nvidia-h200");
    assert_true(card.shared_scalar.value > 120 && card.shared_scalar.value <= 128);
    assert_true(card.shared_vector.value > 120 && card.shared_vector.value <= 128);
    how = (struct model_how){.measured = true, .access = MODEL_ACCESS_4};
    assert_true(model_rates(&card, &how, false).rate[MODEL_SHARED].value < 132 * 128 * 1980e6);
    assert_true(model_rates(&card, &how, false).rate[MODEL_SHARED].value > 132 * 120 * 1980e6);
    card = card_of("h100-sxm");
    how = (struct model_how){.access = MODEL_ACCESS_4};
    assert_false(model_rates(&card, &how, false).rate[MODEL_SHARED].known);
}

static void measured_bandwidths(void **state) {
    (void)state;
    struct model_card card = {.sms = figure_known(2),
                              .lanes = figure_known(3),
                              .clock = figure_known(5),
                              .measured_shared = figure_known(7),
                              .measured_l2 = figure_known(11),
                              .measured_read = figure_known(13),
                              .measured_copy = figure_known(17)};
    struct model_how how = {.measured = true};
    struct model_rates rates = model_rates(&card, &how, false);
    const double want[] = {360, 7, 11, 13, 60};
    for (int i = 0; i < MODEL_LEVELS; i++)
        assert_true(rates.rate[i].known && rates.rate[i].value == want[i]);
    assert_true(model_rates(&card, &how, true).rate[MODEL_DRAM].value == 17);
    how.access = MODEL_ACCESS_4;
    assert_false(model_rates(&card, &how, true).rate[MODEL_SHARED].known);
    how.measured = false;
    assert_false(model_rates(&card, &how, true).rate[MODEL_DRAM].known);
}

/* What a GPU really took, beside what the model says: the kernels that stream are near. */
static void predicted_beside_measured(void **state) {
    (void)state;
    const struct card *card = cards_find(&suite.cards, TEXT("nvidia-h200"));
    const struct series *time = card ? card_series(card, TEXT("transpose.time")) : NULL;
    assert_non_null(time);
    struct model_card figures = predict_card(card, &suite.arena);
    static const char *const kernels[][2] = {
        {"copy", "copy"}, {"tiled", "transpose_tiled"}, {"padded", "transpose"}};
    for (int i = 0; i < 3; i++) {
        const struct model_kernel *kernel = model_kernel_find(text_of(kernels[i][1]));
        const struct text at[] = {text_of(kernels[i][0]), TEXT("dram")};
        const struct point *point = series_point(time, at, 2, NULL);
        assert_non_null(point);
        struct model_work work = model_work_of(kernel->kind, kernel->size, figures.l2);
        struct model_result result = run(&figures, (struct model_how){.measured = true}, &work);
        assert_true(result.time.known);
        double ratio = point->median / result.time.value;
        if (ratio < 0.95 || ratio > 1.3) fail_msg("%s: %g", kernels[i][0], ratio);
    }
}

static void architecture_table(void **state) {
    (void)state;
    assert_true(model_architecture(text_of("8.0"))->lanes == 64);
    assert_true(model_architecture(text_of("9.0"))->lanes == 128);
    assert_null(model_architecture(text_of("9")));
    assert_null(model_architecture(text_of("")));
    for (size_t i = 0; i < suite.cards.count; i++) { /* the files agree with the table */
        const struct card *card = &suite.cards.list[i];
        const struct text cc = card->compute_capability;
        const struct model_architecture *row = model_architecture((struct text){cc.ptr, cc.len});
        struct model_card figures = predict_card(card, &suite.arena);
        if (!row) continue;
        assert_true(figures.lanes.value == row->lanes);
        assert_true(figures.banks.value == MODEL_BANKS);
        assert_true(figures.bank_width.value == MODEL_BANK_WIDTH);
    }
}

/* ---- expressions ------------------------------------------------------------------------- */

static void expressions(void **state) {
    (void)state;
    check("a100-sxm-40", "model(gemm16, h100-sxm).bound", "shared memory");
    check("a100-sxm-40", "model(gemm16, rated).bound", "shared memory");
    check("a100-sxm-40", "model(gemm16, h100-sxm, rated).bound", "shared memory");
    check("a100-sxm-40", "model(gemm16).flops", "137 GFLOP");
    check("a100-sxm-40", "model(vecadd).bytes.dram", "3.22 GB");
    check("a100-sxm-40", "model(gemm17).time", "model has no kernel gemm17; gemm16");
    check("a100-sxm-40", "model(copy, a100-sxm-4).time",
          "model has no card a100-sxm-4; a100-sxm-40");
    check("a100-sxm-40", "model(copy).tme", "the model has no tme; time");
    check("a100-sxm-40", "model(copy).busy.drm", "the model has no busy.drm; busy.dram");
    check("a100-sxm-40", "model(copy).bytes.compute",
          "the model has no bytes.compute; rate.compute");
    check("a100-sxm-40", "model(measured).time", "model has no kernel measured");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_of_an_a100),
        cmocka_unit_test(kernels_of_the_chapter),
        cmocka_unit_test(traffic_of_streams),
        cmocka_unit_test(traffic_of_a_gemm),
        cmocka_unit_test(kernels_by_name),
        cmocka_unit_test(figures_of_a_card),
        cmocka_unit_test(the_slowest_level_binds),
        cmocka_unit_test(ties_go_to_compute),
        cmocka_unit_test(nothing_takes_no_time),
        cmocka_unit_test(an_unknown_level_that_is_used),
        cmocka_unit_test(figures_without_a_source_are_missing),
        cmocka_unit_test(every_figure_has_a_source),
        cmocka_unit_test(access_width),
        cmocka_unit_test(measured_bandwidths),
        cmocka_unit_test(predicted_beside_measured),
        cmocka_unit_test(architecture_table),
        cmocka_unit_test(expressions),
    };
    return cmocka_run_group_tests(tests, suite_open, suite_close);
}
