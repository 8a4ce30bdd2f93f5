/* page_model -- /model/: a kernel on a card, all kernels on all cards, and predicted beside measured.
 *
 * What the script needs is one JSON text in the page: for each card its figures in the order of
 * wasm.h, why those that are unknown are so, and the same table of sources that is shown for the
 * card of the build. */
#include "model/architecture.h"
#include "model/wasm.h"
#include "render/link.h"
#include "render/page_tools.h"
#include "render/quantity.h"

enum { SHOWN_KERNEL = 2 }; /* gemm128: the one whose bound differs between cards */

static struct pipes predict(struct arena *arena, const struct card *card,
                            const struct tool_kernel *kernel, bool measured) {
    struct pipes out = {0};
    struct model_card figures = predict_card(card, arena);
    const struct model_how how = {.measured = measured};
    out.work = tool_work(kernel, NULL, figures.l2);
    out.rates = model_rates(&figures, &how, out.work.writes);
    out.result = model_predict(&out.work, &out.rates);
    return out;
}

/* ---- the tool -------------------------------------------------------------------------------- */

/* "NVIDIA H200, gemm128: 2.20 ms, bound by compute." The script says it in the same words. */
static struct text headline(struct arena *arena, const struct card *card,
                            const struct tool_kernel *kernel, const struct model_result *result) {
    struct text time = tool_time(arena, result);
    if (!result->time.known)
        return arena_printf(arena, "%.*s, %s: %.*s. The time is not known: %.*s.",
                            TEXT_ARG(card->name), kernel->name, TEXT_ARG(time),
                            (int)result->time.reason.length, result->time.reason.data);
    return arena_printf(arena, "%.*s, %s: %.*s, bound by %s.", TEXT_ARG(card->name), kernel->name,
                        TEXT_ARG(time), pipes_level(result->bound));
}

static struct text amount_text(struct arena *arena, struct model_figure amount,
                               enum model_level level) {
    if (!amount.known) return TEXT("not known");
    struct quantity quantity =
        quantity_of(level == MODEL_COMPUTE ? TEXT("FLOP") : TEXT("B"), false);
    return amount.value == 0 ? TEXT("–") : quantity_text(arena, &quantity, amount.value);
}

static void level_rows(struct site_build *build, struct data *page, const struct pipes *pipes) {
    struct arena *arena = build->arena;
    struct data *list = data_list(arena);
    static const enum model_level order[] = {MODEL_COMPUTE, MODEL_REGISTERS, MODEL_SHARED, MODEL_L2,
                                             MODEL_DRAM};
    for (int i = 0; i < MODEL_LEVELS; i++) {
        enum model_level level = order[i];
        struct model_figure amount = pipes->work.amount[level],
                            seconds = pipes->result.seconds[level];
        bool unused = amount.known && amount.value == 0;
        struct data *row = data_add(arena, list);
        data_text(arena, row, "id", text_of(model_level_name(level)));
        data_text(arena, row, "words", text_of(pipes_level(level)));
        data_flag(arena, row, "rung", level != MODEL_COMPUTE);
        data_flag(arena, row, "bound", pipes->result.time.known && pipes->result.bound == level);
        data_text(arena, row, "amount", amount_text(arena, amount, level));
        data_text(arena, row, "rate", pipes_rate(arena, pipes->rates.rate[level], level));
        data_text(arena, row, "time",
                  unused          ? TEXT("–")
                  : seconds.known ? tool_seconds(arena, seconds.value)
                                  : TEXT("not known"));
        data_text(arena, row, "busy", pipes_share(arena, amount, pipes->result.busy[level]));
    }
    data_put(arena, page, "levels", list);
}

static void shown(struct site_build *build, struct data *page, struct text address) {
    struct arena *arena = build->arena;
    const struct card *card = build->course->card;
    const struct tool_kernel *kernel = &tool_kernels[SHOWN_KERNEL];
    struct pipes pipes = predict(arena, card, kernel, true);
    bool measured = pipes.result.time.known;
    if (!measured) pipes = predict(arena, card, kernel, false);
    data_flag(arena, page, "shown_measured", measured);
    pipes.description = headline(arena, card, kernel, &pipes.result);
    pipes.title =
        arena_printf(arena, "The pipes of the %.*s with %s", TEXT_ARG(card->name), kernel->name);
    struct buf drawing = {0};
    pipes_svg(&drawing, &pipes, SVG_WIDE, THEME_ID "pipes-w-", arena);
    pipes_svg(&drawing, &pipes, SVG_NARROW, THEME_ID "pipes-n-", arena);
    data_html(arena, page, "drawing", site_take(arena, &drawing));
    data_text(arena, page, "headline", pipes.description);
    data_text(arena, page, "shown_kernel", text_of(kernel->name));
    data_text(arena, page, "shown_words", text_of(kernel->words));
    data_text(arena, page, "shown_status",
              card->reported ? TEXT("reported")
              : measured     ? TEXT("measured here, by its measured bandwidths")
                             : TEXT("measured here"));
    data_text(arena, page, "shown_href",
              link_text(arena, address, course_card_address(card, arena)));
    level_rows(build, page, &pipes);
    data_put(arena, page, "figures", tool_figures(build, card));
}

/* ---- what the script needs ------------------------------------------------------------------- */

static void json_text(struct buf *out, const char *key, struct text text) {
    buf_printf(out, "\"%s\":", key);
    buf_json(out, text);
}

static void json_figures(struct buf *out, const struct model_card *of) {
    const struct model_figure figures[] = {
        of->sms,           of->lanes,         of->clock,           of->banks,
        of->bank_width,    of->shared_scalar, of->shared_vector,   of->l2,
        of->l2_width,      of->dram,          of->measured_shared, of->measured_l2,
        of->measured_read, of->measured_copy};
    struct buf missing = {0};
    buf_str(out, "\"figures\":[");
    for (int i = 0; wasm_figure_name(i); i++) {
        if (i) buf_char(out, ',');
        if (figures[i].known) {
            buf_number(out, figures[i].value);
            continue;
        }
        buf_str(out, "null");
        if (missing.len) buf_char(&missing, ',');
        json_text(&missing, wasm_figure_name(i),
                  (struct text){figures[i].reason.data, figures[i].reason.length});
    }
    buf_str(out, "],\"missing\":{");
    buf_view(out, buf_text(&missing));
    buf_str(out, "}");
    buf_free(&missing);
}

static void json_rows(struct buf *out, const struct data *rows) {
    static const char *const keys[] = {"words", "value", "missing", "status", "source"};
    buf_str(out, "\"rows\":[");
    for (size_t i = 0; i < rows->count; i++) {
        buf_str(out, i ? ",[" : "[");
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            if (k) buf_char(out, ',');
            buf_json(out, data_member(rows->item[i], text_of(keys[k]))->text);
        }
        buf_char(out, ']');
    }
    buf_char(out, ']');
}

static void json_cards(struct site_build *build, struct buf *out, struct text address) {
    const struct cards *cards = &build->course->cards;
    struct arena *arena = build->arena;
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        struct model_card figures = predict_card(card, arena);
        buf_str(out, i ? ",\n{" : "\n{");
        json_text(out, "id", card->id);
        buf_char(out, ',');
        json_text(out, "name", card->name);
        buf_char(out, ',');
        json_text(out, "href", link_text(arena, address, course_card_address(card, arena)));
        buf_printf(out, ",\"reported\":%s,\"measured\":%s,", card->reported ? "true" : "false",
                   figures.measured_copy.known || figures.measured_l2.known ? "true" : "false");
        json_figures(out, &figures);
        buf_char(out, ',');
        json_rows(out, tool_figures(build, card));
        buf_char(out, '}');
    }
}

/* The free kernel begins with what the shown one moves. */
static void json_kernels(struct site_build *build, struct buf *out) {
    for (size_t i = 0; i < tool_kernel_count; i++) {
        const struct tool_kernel *kernel = &tool_kernels[i];
        int sizes = kernel->kind == WASM_GEMM ? 7 : 1;
        buf_str(out, i ? ",\n{" : "\n{");
        json_text(out, "id", text_of(kernel->name));
        buf_printf(out, ",\"kind\":%d,\"sizes\":[", kernel->kind);
        for (int k = 0; k < sizes; k++) {
            if (k) buf_char(out, ',');
            buf_number(out, kernel->size[k]);
        }
        buf_str(out, "]}");
    }
    struct pipes pipes =
        predict(build->arena, build->course->card, &tool_kernels[SHOWN_KERNEL], false);
    buf_printf(out, ",\n{\"id\":\"free\",\"kind\":%d,\"sizes\":[", WASM_FREE);
    for (int i = 0; i < MODEL_LEVELS; i++) {
        struct model_figure amount = pipes.work.amount[i];
        if (i) buf_char(out, ',');
        buf_number(out, amount.known ? amount.value : 0);
    }
    buf_str(out, "]}");
}

static void script_data(struct site_build *build, struct data *page, struct text address,
                        bool live) {
    struct buf out = {0};
    if (!live) {
        data_html(build->arena, page, "script_data", TEXT(""));
        return;
    }
    buf_str(&out, "<script type=\"application/json\" id=\"" THEME_ID "model-data\">{");
    json_text(&out, "card", build->course->card->id);
    buf_printf(&out, ",\"kernel\":\"%s\",\"cards\":[", tool_kernels[SHOWN_KERNEL].name);
    json_cards(build, &out, address);
    buf_str(&out, "],\"kernels\":[");
    json_kernels(build, &out);
    buf_str(&out, "],\"max\":");
    buf_number(&out, MODEL_SIZE_MAX);
    buf_str(&out, "}</script>");
    data_html(build->arena, page, "script_data", site_take(build->arena, &out));
}

static void choices(struct site_build *build, struct data *page) {
    struct arena *arena = build->arena;
    const struct cards *cards = &build->course->cards;
    struct data *measured = data_list(arena), *reported = data_list(arena),
                *kernels = data_list(arena);
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        struct data *item = data_add(arena, card->reported ? reported : measured);
        data_text(arena, item, "id", card->id);
        data_text(arena, item, "words", card->name);
        data_flag(arena, item, "selected", card == build->course->card);
    }
    for (size_t i = 0; i < tool_kernel_count; i++) {
        struct data *item = data_add(arena, kernels);
        data_text(arena, item, "id", text_of(tool_kernels[i].name));
        data_text(arena, item, "words", text_of(tool_kernels[i].words));
        data_flag(arena, item, "selected", i == SHOWN_KERNEL);
    }
    data_flag(arena, page, "has_measured", measured->count > 0);
    data_flag(arena, page, "has_reported", reported->count > 0);
    data_put(arena, page, "measured_choices", measured);
    data_put(arena, page, "reported_choices", reported);
    data_put(arena, page, "kernel_choices", kernels);
}

/* The fields of the kernel that is shown, as the script makes them for any other. */
static void size_fields(struct site_build *build, struct data *page) {
    static const char *const words[] = {"M",       "N",        "K",       "block M",
                                        "block N", "thread M", "thread N"};
    const struct tool_kernel *kernel = &tool_kernels[SHOWN_KERNEL];
    struct arena *arena = build->arena;
    struct data *fields = data_list(arena);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct data *field = data_add(arena, fields);
        struct buf value = {0};
        buf_number(&value, kernel->size[i]);
        data_text(arena, field, "id", arena_printf(arena, THEME_ID "size-%zu", i));
        data_text(arena, field, "words", text_of(words[i]));
        data_text(arena, field, "value", site_take(arena, &value));
    }
    data_put(arena, page, "size_fields", fields);
}

/* ---- all cards ------------------------------------------------------------------------------- */

/* "2.18 ms" and "shared memory"; where a level is not known, "at least" and which. */
static void cell(struct site_build *build, struct data *cells, const struct card *card,
                 const struct tool_kernel *kernel, bool measured) {
    struct arena *arena = build->arena;
    struct pipes of = predict(arena, card, kernel, measured);
    const struct model_result *result = &of.result;
    struct data *item = data_add(arena, cells);
    data_text(arena, item, "time", tool_time(arena, result));
    data_flag(arena, item, "known", result->time.known);
    data_text(arena, item, "bound",
              result->time.known
                  ? text_of(pipes_level(result->bound))
                  : arena_printf(arena, "%s not known", pipes_level(result->unknown)));
    bool rung = result->time.known && result->bound != MODEL_COMPUTE;
    data_text(arena, item, "rung", rung ? text_of(model_level_name(result->bound)) : TEXT(""));
}

static void prediction_row(struct site_build *build, struct data *list, const struct card *card,
                           bool measured, struct text address) {
    struct arena *arena = build->arena;
    struct data *row =
        site_link(build, list, address, course_card_address(card, arena), card->name);
    struct data *cells = data_list(arena);
    data_text(arena, row, "how",
              card->reported ? TEXT("reported, rated bandwidths")
              : measured     ? TEXT("measured bandwidths")
                             : TEXT("measured card, rated bandwidths"));
    for (size_t k = 0; k < tool_kernel_count; k++)
        cell(build, cells, card, &tool_kernels[k], measured);
    data_put(arena, row, "cells", cells);
}

static void predictions(struct site_build *build, struct data *page, struct text address) {
    struct arena *arena = build->arena;
    const struct cards *cards = &build->course->cards;
    struct data *rows = data_list(arena), *kernels = data_list(arena);
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        prediction_row(build, rows, card, false, address);
        if (!card->reported) prediction_row(build, rows, card, true, address);
    }
    for (size_t k = 0; k < tool_kernel_count; k++) {
        struct data *item = data_add(arena, kernels);
        data_text(arena, item, "name", text_of(tool_kernels[k].name));
        data_text(arena, item, "words", text_of(tool_kernels[k].words));
    }
    data_put(arena, page, "predictions", rows);
    data_put(arena, page, "kernels", kernels);
}

static void rates(struct site_build *build, struct data *page, struct text address) {
    static const struct {
        enum model_level level;
        const char *name;
    } columns[] = {{MODEL_COMPUTE, "compute"},
                   {MODEL_REGISTERS, "registers"},
                   {MODEL_SHARED, "shared"},
                   {MODEL_L2, "l2"},
                   {MODEL_DRAM, "dram"}};
    struct arena *arena = build->arena;
    const struct cards *cards = &build->course->cards;
    struct data *rows = data_list(arena);
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        struct model_card figures = predict_card(card, arena);
        struct model_rates of = model_rates(&figures, &(struct model_how){0}, false);
        struct model_figure ridge = model_ridge(&of);
        struct data *row =
            site_link(build, rows, address, course_card_address(card, arena), card->name);
        for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
            struct model_figure rate = of.rate[columns[k].level];
            data_text(arena, row, columns[k].name,
                      rate.known ? pipes_rate(arena, rate, columns[k].level) : TEXT(""));
        }
        struct quantity quantity = quantity_of(TEXT("FLOP/B"), false);
        data_text(arena, row, "ridge",
                  ridge.known ? quantity_text(arena, &quantity, ridge.value) : TEXT(""));
        data_flag(arena, row, "reported", card->reported);
    }
    data_put(arena, page, "rates", rows);
}

/* What loads of each width reach in shared memory, where a source says so: why the ceiling is one. */
static void widths(struct site_build *build, struct data *page, struct text address) {
    struct arena *arena = build->arena;
    const struct cards *cards = &build->course->cards;
    struct data *rows = data_list(arena);
    struct quantity quantity = quantity_of(TEXT("B/cycle"), true);
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        struct model_card of = predict_card(card, arena);
        if (!of.shared_scalar.known && !of.shared_vector.known) continue;
        struct model_figure ceiling = figure_times(of.banks, of.bank_width);
        const struct model_figure shown_figures[] = {ceiling, of.shared_scalar, of.shared_vector};
        static const char *const names[] = {"ceiling", "scalar", "vector"};
        struct data *row =
            site_link(build, rows, address, course_card_address(card, arena), card->name);
        for (int k = 0; k < 3; k++)
            data_text(arena, row, names[k],
                      shown_figures[k].known
                          ? quantity_text(arena, &quantity, shown_figures[k].value)
                          : TEXT(""));
    }
    data_flag(arena, page, "has_widths", rows->count > 0);
    data_put(arena, page, "widths", rows);
    struct quantity bytes = quantity;
    data_text(arena, page, "ceiling", quantity_text(arena, &bytes, MODEL_BANKS * MODEL_BANK_WIDTH));
}

void model_page(struct site_build *build) {
    struct arena *arena = build->arena;
    struct site_head head = {
        .address = TEXT("/model/"),
        .title = TEXT("What bounds a kernel?"),
        .description =
            TEXT("A model of four memories and the arithmetic: how long a kernel takes "
                 "on each card, and which level it waits for. Predicted beside measured."),
        .section = "model",
        .type = "website"};
    struct data *page = site_page(build, &head);
    bool live = tool_wasm_is_built(build);
    data_flag(arena, page, "live", live);
    shown(build, page, head.address);
    choices(build, page);
    size_fields(build, page);
    script_data(build, page, head.address, live);
    predictions(build, page, head.address);
    rates(build, page, head.address);
    widths(build, page, head.address);
    tool_compare(build, page);
    site_write(build, "model", head.address, page);
}
