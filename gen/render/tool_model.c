/* tool_model -- the model's tool: a kernel on a card, as pipes and as a table, and what to choose; and the
 * page /model/, which has all kernels on all cards besides.
 *
 * The same tool stands on /model/ and where a page of content has a `tool model` block. */
#include "render/tool.h"

/* Says "NVIDIA H200, gemm128: 2.20 ms, bound by compute."; the script uses the same words. */
static struct text headline(struct arena *arena, const struct card *card,
                            const struct model_kernel *kernel, const struct pipes *pipes) {
    struct text time = tool_time(arena, pipes);
    const struct model_result *result = &pipes->result;
    if (!result->time.known)
        return arena_printf(arena, "%.*s, %s: %.*s. The time is not known: %.*s.",
                            TEXT_ARG(card->name), kernel->name, TEXT_ARG(time),
                            TEXT_ARG(result->time.reason));
    return arena_printf(arena, "%.*s, %s: %.*s, bound by %s.", TEXT_ARG(card->name), kernel->name,
                        TEXT_ARG(time), model_level_words(result->bound));
}

/* A bar for a time beside the others, as long as its share of the longest. */
static struct text bar(struct arena *arena, double seconds, double longest) {
    return arena_printf(
        arena,
        "<svg class=\"time-bar\" viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\" focusable=\"false\"><rect width=\"%.2f\" "
        "height=\"6\"/></svg>",
        longest > 0 ? 100 * seconds / longest : 0.0);
}

/* The row that says how long the kernel took on the card; `seconds` is 0 where that was not measured. */
static void measured_row(struct data *page, const struct model_result *result, double seconds,
                         double longest) {
    struct text ratio = {0};
    if (seconds > 0 && result->time.known)
        ratio = quantity_in(page->arena, "%", result->time.value / seconds);
    data_text(page, "measured_share", ratio);
    data_html(page, "measured_bar", bar(page->arena, seconds, longest));
}

static void level_rows(struct site_build *build, struct data *page, const struct pipes *pipes,
                       double measured) {
    struct arena *arena = build->arena;
    struct data *list = data_put_list(page, "levels");
    static const enum model_level order[] = {MODEL_COMPUTE, MODEL_REGISTERS, MODEL_SHARED, MODEL_L2,
                                             MODEL_DRAM};
    double longest = pipes->result.at_least > measured ? pipes->result.at_least : measured;
    measured_row(page, &pipes->result, measured, longest);
    for (int i = 0; i < MODEL_LEVELS; i++) {
        enum model_level level = order[i];
        struct model_figure amount = pipes->work.amount[level],
                            seconds = pipes->result.seconds[level];
        const char *unit = level == MODEL_COMPUTE ? "FLOP" : "B";
        bool unused = amount.known && amount.value == 0;
        struct data *row = data_add(list);
        data_texts(row, {"id", text_of(model_level_name(level))},
                   {"words", text_of(model_level_words(level))});
        data_flag(row, "level", level != MODEL_COMPUTE);
        data_flag(row, "bound", pipes->result.time.known && pipes->result.bound == level);
        data_html(row, "bar", bar(arena, seconds.known ? seconds.value : 0, longest));
        data_texts(
            row, {"amount", unused ? TEXT("–") : quantity_figure(arena, unit, amount, "not known")},
            {"rate", pipes_rate(arena, pipes, level)},
            {"time", unused ? TEXT("–") : quantity_figure(arena, "s", seconds, "not known")},
            {"busy", pipes_share(arena, amount, pipes->result.busy[level])});
    }
}

/* Says "measured here, by its measured bandwidths"; the script uses the same words. */
static struct text status(struct arena *arena, const struct tool_choice *choice) {
    static const char *const loads[] = {
        [MODEL_ACCESS_CEILING] = "",
        [MODEL_ACCESS_4] = ", loads of 4 bytes a lane",
        [MODEL_ACCESS_16] = ", loads of 16 bytes a lane",
    };
    return arena_printf(arena, "%s%s%s", choice->card->reported ? "reported" : "measured here",
                        choice->measured ? ", by its measured bandwidths" : "",
                        loads[choice->access]);
}

static void shown(struct site_build *build, struct data *into, struct text address,
                  const struct tool_choice *choice) {
    struct arena *arena = build->arena;
    const struct card *card = choice->card;
    struct pipes pipes = tool_predict(build, choice);
    pipes.description = headline(arena, card, choice->kernel, &pipes);
    pipes.title = arena_printf(arena, "The pipes of the %.*s with %s", TEXT_ARG(card->name),
                               choice->kernel->name);
    struct buf drawing = {0};
    pipes_svg(&drawing, &pipes, arena);
    data_html(into, "drawing", buf_take(&drawing, arena));
    data_texts(into, {"headline", pipes.description}, {"estimate", pipes.estimate},
               {"shown_card", card->name}, {"shown_kernel", text_of(choice->kernel->name)},
               {"shown_words", text_of(choice->kernel->words)},
               {"shown_status", status(arena, choice)},
               {"shown_href", site_to(build, address, course_card_address(card, arena))});
    data_flag(into, "shown_measured", choice->measured);
    const struct tool_timed timed = tool_measured(card, choice->kernel, arena);
    struct text time = {0};
    if (timed.seconds > 0) time = quantity_alone(arena, TEXT("s"), timed.seconds);
    data_html(into, "measured_time", numbers_row(build, address, &timed.used, time));
    level_rows(build, into, &pipes, timed.seconds);
    tool_figures(build, into, address, card);
}

static void option(struct data *list, struct text id, struct text words, bool selected) {
    struct data *item = data_add(list);
    data_texts(item, {"id", id}, {"words", words});
    data_flag(item, "selected", selected);
}

/* Says "128 B/cycle", the most that the shared memory of an SM delivers. */
static struct text ceiling(struct arena *arena) {
    return quantity_capacity(arena, TEXT("B/cycle"), MODEL_BANKS * MODEL_BANK_WIDTH);
}

static void choices(struct site_build *build, struct data *into, const struct tool_choice *choice) {
    const struct cards *cards = &build->course->cards;
    struct data *measured = data_put_list(into, "measured_choices");
    struct data *reported = data_put_list(into, "reported_choices");
    struct data *kernels = data_put_list(into, "kernel_choices");
    struct data *accesses = data_put_list(into, "access_choices");
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        option(card->reported ? reported : measured, card->id, card->name, card == choice->card);
    }
    for (int i = 0; i < MODEL_KERNELS; i++) {
        const struct model_kernel *kernel = &model_kernels[i];
        option(kernels, text_of(kernel->name), text_of(kernel->words), kernel == choice->kernel);
    }
    const struct text words[] = {
        [MODEL_ACCESS_CEILING] =
            arena_printf(build->arena, "ceiling, %.*s", TEXT_ARG(ceiling(build->arena))),
        [MODEL_ACCESS_4] = TEXT("4 bytes a lane"),
        [MODEL_ACCESS_16] = TEXT("16 bytes a lane"),
    };
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++)
        option(accesses, arena_printf(build->arena, "%d", i), words[i], i == (int)choice->access);
}

/* The kernel that is shown has the fields that the script makes for any other. */
static void size_fields(struct data *into, const struct model_kernel *kernel) {
    const struct model_kind_about *about = &model_kinds[kernel->kind];
    struct data *fields = data_put_list(into, "size_fields");
    for (int i = 0; i < about->sizes; i++) {
        struct data *field = data_add(fields);
        struct buf value = {0};
        buf_number(&value, kernel->size[i]);
        data_printf(field, "id", THEME_ID "size-%d", i);
        data_texts(field, {"words", text_of(about->words[i])},
                   {"value", buf_take(&value, into->arena)});
    }
    data_flag(into, "few_sizes", about->sizes == 1);
}

void tool_model(struct site_build *build, struct data *into, struct text address,
                const struct tool_choice *choice) {
    shown(build, into, address, choice);
    choices(build, into, choice);
    size_fields(into, choice->kernel);
    data_texts(into, {"ceiling", ceiling(build->arena)},
               {"model_href", site_to(build, address, TEXT("/model/"))},
               {"site_root", site_root(build, address)});
}

/* ---- all cards ------------------------------------------------------------------------------- */

/* A cell says "2.18 ms" and "shared memory"; where a level is not known, "at least" and which. */
static void cell(struct site_build *build, struct data *cells, const struct card *card,
                 const struct model_kernel *kernel, bool measured) {
    struct arena *arena = build->arena;
    const struct tool_choice choice = {card, kernel, measured, MODEL_ACCESS_CEILING};
    struct pipes of = tool_predict(build, &choice);
    const struct model_result *result = &of.result;
    struct data *item = data_add(cells);
    data_text(item, "time", tool_time(arena, &of));
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
        data_texts(item, {"name", text_of(model_kernels[k].name)},
                   {"words", text_of(model_kernels[k].words)});
    }
}

static struct data *card_row(struct site_build *build, struct data *rows, const struct card *card,
                             struct text address) {
    struct data *row =
        site_link(build, rows, address, course_card_address(card, build->arena), card->name);
    data_flag(row, "reported", card->reported);
    return row;
}

/* Of DRAM the rate is a figure of the card, the others follow from several. */
static void rate_row(struct site_build *build, struct data *row, struct text address,
                     const struct card *card) {
    const struct model_card of_card = predict_card(card, build->arena), *figures = &of_card;
    const struct used rated = tool_used(card, offsetof(struct model_card, dram));
    struct pipes pipes = {.rates = model_rates(figures, &(struct model_how){0}, false)};
    const struct model_rates of = pipes.rates;
    for (enum model_level level = 0; level < MODEL_LEVELS; level++) {
        struct text rate = {0};
        if (of.rate[level].known) rate = pipes_rate(row->arena, &pipes, level);
        if (level == MODEL_DRAM)
            data_html(row, "dram", numbers_row(build, address, &rated, rate));
        else
            data_text(row, model_level_name(level), rate);
    }
    data_text(row, "ridge", quantity_figure(row->arena, "FLOP/B", model_ridge(&of), ""));
}

struct width {
    const char *name;
    const struct card *card;
    struct model_figure figure;
    size_t offset;
};

static void width_cell(struct site_build *build, struct data *row, struct text address,
                       struct width width) {
    const struct used used = tool_used(width.card, width.offset);
    data_html(row, width.name,
              numbers_row(build, address, &used,
                          quantity_figure(row->arena, "B/cycle", width.figure, "")));
}

/* The rates of every card, and what loads of each width reach in shared memory where a source says so:
 * it shows why the ceiling is one. */
static void rates(struct site_build *build, struct data *page, struct text address) {
    const struct cards *cards = &build->course->cards;
    struct data *rows = data_put_list(page, "rates"), *widths = data_put_list(page, "widths");
    for (size_t i = 0; i < cards->count; i++) {
        const struct model_card of = predict_card(&cards->list[i], build->arena);
        rate_row(build, card_row(build, rows, &cards->list[i], address), address, &cards->list[i]);
        if (!of.shared_scalar.known && !of.shared_vector.known) continue;
        struct data *row = card_row(build, widths, &cards->list[i], address);
        data_text(
            row, "ceiling",
            quantity_figure(row->arena, "B/cycle", figure_times(of.banks, of.bank_width), ""));
        width_cell(build, row, address,
                   (struct width){"scalar", &cards->list[i], of.shared_scalar,
                                  offsetof(struct model_card, shared_scalar)});
        width_cell(build, row, address,
                   (struct width){"vector", &cards->list[i], of.shared_vector,
                                  offsetof(struct model_card, shared_vector)});
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
    tool_compare(build, page, head.address);
    site_write(build, "model", head.address, page);
}
