/* page_tools -- the pages of the tools: /model/ with all kernels on all cards and predicted beside
 * measured, /simulator/ with the worked example run, its commands and rules. */
#include <inttypes.h>

#include "model/simulator.h"
#include "render/link.h"
#include "render/tool.h"
#include "render/quantity.h"

/* ---- all cards ------------------------------------------------------------------------------- */

/* A cell says "2.18 ms" and "shared memory"; where a level is not known, "at least" and which. */
static void cell(struct site_build *build, struct data *cells, const struct card *card,
                 const struct model_kernel *kernel, bool measured) {
    struct arena *arena = build->arena;
    const struct tool_choice choice = {card, kernel, measured, MODEL_ACCESS_CEILING};
    struct pipes of = tool_predict(arena, &choice);
    const struct model_result *result = &of.result;
    struct data *item = data_add(cells);
    data_text(item, "time", tool_time(arena, result));
    data_flag(item, "known", result->time.known);
    if (result->time.known)
        data_text(item, "bound", text_of(model_level_words(result->bound)));
    else
        data_printf(item, "bound", "%s not known", model_level_words(result->unknown));
    bool level = result->time.known && result->bound != MODEL_COMPUTE;
    data_text(item, "level", level ? text_of(model_level_name(result->bound)) : TEXT(""));
}

static void prediction_row(struct site_build *build, struct data *list, const struct card *card,
                           bool measured, struct text address) {
    struct arena *arena = build->arena;
    struct data *row =
        site_link(build, list, address, course_card_address(card, arena), card->name);
    struct data *cells = data_put_list(row, "cells");
    data_text(row, "how",
              card->reported ? TEXT("reported, rated bandwidths")
              : measured     ? TEXT("measured bandwidths")
                             : TEXT("measured card, rated bandwidths"));
    for (int k = 0; k < MODEL_KERNELS; k++)
        cell(build, cells, card, &model_kernels[k], measured);
}

static void predictions(struct site_build *build, struct data *page, struct text address) {
    const struct cards *cards = &build->course->cards;
    struct data *rows = data_put_list(page, "predictions");
    struct data *kernels = data_put_list(page, "kernels");
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        prediction_row(build, rows, card, false, address);
        if (!card->reported) prediction_row(build, rows, card, true, address);
    }
    for (int k = 0; k < MODEL_KERNELS; k++) {
        struct data *item = data_add(kernels);
        data_text(item, "name", text_of(model_kernels[k].name));
        data_text(item, "words", text_of(model_kernels[k].words));
    }
}

static struct data *card_row(struct site_build *build, struct data *rows, const struct card *card,
                             struct text address) {
    struct data *row =
        site_link(build, rows, address, course_card_address(card, build->arena), card->name);
    data_flag(row, "reported", card->reported);
    return row;
}

static void rate_row(struct data *row, const struct model_card *figures) {
    struct model_rates of = model_rates(figures, &(struct model_how){0}, false);
    struct model_figure ridge = model_ridge(&of);
    for (enum model_level level = 0; level < MODEL_LEVELS; level++)
        data_text(row, model_level_name(level),
                  of.rate[level].known ? pipes_rate(row->arena, of.rate[level], level) : TEXT(""));
    data_text(row, "ridge",
              ridge.known ? quantity_alone(row->arena, TEXT("FLOP/B"), ridge.value) : TEXT(""));
}

static void put_width(struct data *row, const char *name, struct model_figure width) {
    data_text(row, name,
              width.known ? quantity_capacity(row->arena, TEXT("B/cycle"), width.value) : TEXT(""));
}

/* The rates of every card, and what loads of each width reach in shared memory where a source says so:
 * it shows why the ceiling is one. */
static void rates(struct site_build *build, struct data *page, struct text address) {
    const struct cards *cards = &build->course->cards;
    struct data *rows = data_put_list(page, "rates"), *widths = data_put_list(page, "widths");
    for (size_t i = 0; i < cards->count; i++) {
        const struct model_card of = predict_card(&cards->list[i], build->arena);
        rate_row(card_row(build, rows, &cards->list[i], address), &of);
        if (!of.shared_scalar.known && !of.shared_vector.known) continue;
        struct data *row = card_row(build, widths, &cards->list[i], address);
        put_width(row, "ceiling", figure_times(of.banks, of.bank_width));
        put_width(row, "scalar", of.shared_scalar);
        put_width(row, "vector", of.shared_vector);
    }
}

void model_page(struct site_build *build) {
    struct site_head head = site_own(build, "model", TEXT("/model/"));
    struct data *page = site_page(build, &head);
    const struct tool_choice choice = tool_choice(build, NULL);
    tool_part(build, page, false);
    tool_model(build, page, head.address, &choice);
    predictions(build, page, head.address);
    rates(build, page, head.address);
    tool_compare(build, page);
    site_write(build, "model", head.address, page);
}

/* ---- the simulator --------------------------------------------------------------------------- */

/* The list of commands says what the exercise begins with. */
static void beginning(struct data *page) {
    struct simulator fresh;
    struct buf latencies = {0};
    simulator_start(&fresh);
    for (enum simulator_level i = 0; i < SIMULATOR_LEVELS; i++)
        buf_printf(&latencies, "%s%s %" PRIu64, i ? ", " : "", simulator_level_names[i],
                   fresh.latency[i]);
    data_text(page, "latencies", buf_take(&latencies, page->arena));
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {{"l1_lines", fresh.now.l1.capacity}, {"l2_lines", fresh.now.l2.capacity},
                  {"lines_max", CACHE_LINES_MAX},      {"line_bytes", SIMULATOR_LINE_BYTES},
                  {"count_max", SIMULATOR_COUNT_MAX},  {"edge_max", SIMULATOR_EDGE_MAX}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        data_text(page, counts[i].name,
                  quantity_alone(page->arena, TEXT("1"), (double)counts[i].count));
}

/* The page shows how a share of hits rounds by what the program itself prints. */
static struct text sweep_rate(struct site_build *build, const char *commands) {
    struct text text = tool_simulated(build->arena, text_of(commands));
    size_t close = text_find(text, "%)", 0), open = text_find(text, "(", 0);
    return open < close && close != SIZE_MAX ? text_cut(text, open + 1, close + 1) : TEXT("");
}

void simulator_page(struct site_build *build) {
    struct site_head head = site_own(build, "simulator", TEXT("/simulator/"));
    struct data *page = site_page(build, &head);
    tool_part(build, page, false);
    if (!tool_simulator(build, page, (struct text){0})) return;
    beginning(page);
    /* 1 of 16 is 6.25 %, exact in binary; all but the first of a million. */
    data_text(page, "sixteenth", sweep_rate(build, "sweep 64 16 120"));
    data_text(page, "nearly", sweep_rate(build, "sweep 0 1000000 0"));
    site_write(build, "simulator", head.address, page);
}
