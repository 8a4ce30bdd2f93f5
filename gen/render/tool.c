/* tool -- see tool.h: the prediction that is shown, words, and the figures behind a card's rates. */
#include "render/tool.h"

#include "model/architecture.h"
#include "render/quantity.h"
#include "render/words.h"

struct pipes tool_predict(struct arena *arena, const struct tool_choice *choice) {
    struct pipes out = {0};
    struct model_card figures = predict_card(choice->card, arena);
    const struct model_how how = {.measured = choice->measured, .access = choice->access};
    out.work = model_work_of(choice->kernel->kind, choice->kernel->size, figures.l2);
    out.rates = model_rates(&figures, &how, out.work.writes);
    out.result = model_predict(&out.work, &out.rates);
    return out;
}

struct tool_choice tool_choice(const struct site_build *build, const struct tool_block *block) {
    static const struct tool_block nothing;
    if (!block) block = &nothing;
    struct tool_choice choice = {
        .card = cards_find(&build->course->cards, block->set[TOOL_CARD]),
        .kernel = model_kernel_find(block->set[TOOL_KERNEL]),
        .measured = !text_is(block->set[TOOL_BANDWIDTHS], "rated"),
        .access = text_is(block->set[TOOL_LOADS], "4")    ? MODEL_ACCESS_4
                  : text_is(block->set[TOOL_LOADS], "16") ? MODEL_ACCESS_16
                                                          : MODEL_ACCESS_CEILING,
    };
    if (!choice.card) choice.card = build->course->card;
    if (!choice.kernel) choice.kernel = model_kernel_find(text_of("gemm128"));
    if (choice.measured) choice.measured = tool_predict(build->arena, &choice).result.time.known;
    return choice;
}

struct text tool_time(struct arena *arena, const struct model_result *result) {
    if (result->time.known) return quantity_alone(arena, TEXT("s"), result->time.value);
    if (result->at_least == 0) return TEXT("not known");
    return arena_printf(arena, "at least %.*s",
                        TEXT_ARG(quantity_alone(arena, TEXT("s"), result->at_least)));
}

bool tool_wasm_is_built(const struct site_build *build) {
    return file_exists(build->course->root, TEXT(TOOL_WASM));
}

struct text tool_ceiling(struct arena *arena) {
    return quantity_capacity(arena, TEXT("B/cycle"), MODEL_BANKS * MODEL_BANK_WIDTH);
}

void tool_part(struct site_build *build, struct data *into, bool embedded) {
    data_flag(into, "live", tool_wasm_is_built(build));
    data_flag(into, "embedded", embedded);
    /* In a page of content the headings are the author's. */
    data_text(into, "label", embedded ? TEXT("p") : TEXT("h2"));
}

/* ---- figures --------------------------------------------------------------------------------- */

static const struct card_source *source_of(const struct card *card, struct text id) {
    for (size_t i = 0; i < card->source_count; i++)
        if (text_equal(card->source[i].id, id)) return &card->source[i];
    return NULL;
}

/* A figure is a fact of the card, a point of a series, or what its compute capability fixes. */
static void figure_row(struct data *row, const struct card *card,
                       const struct model_figure_about *about, struct model_figure figure) {
    const struct fact *fact = about->fact ? card_fact(card, text_of(about->fact)) : NULL;
    const struct series *series = about->fact ? NULL : card_series(card, text_of(about->series));
    struct text at = text_of(about->at), reason = fact ? fact->reason : (struct text){0};
    const struct point *point = series ? series_point(series, &at, about->at ? 1 : 0, NULL) : NULL;
    const struct card_source *from = NULL;
    struct text value = {0}, status = {0}, source = {0};
    if (figure.known && point) {
        value = quantity_alone(row->arena, series->unit, figure.value);
        status = text_of(origin_word(series->origin));
        source = series->kernel.len ? series->kernel : series->method;
        from = source_of(card, point->source);
    } else if (figure.known && about->fact) {
        value =
            quantity_capacity(row->arena, fact ? fact->unit : text_of(about->unit), figure.value);
        status = fact ? TEXT("device") : TEXT("rule");
        source = fact ? TEXT("the driver")
                      : arena_printf(row->arena, "compute capability %.*s",
                                     TEXT_ARG(card->compute_capability));
        from = fact ? source_of(card, fact->source) : NULL;
    } else if (!reason.len) {
        reason = point && point->reason.len ? point->reason : text_of(card_missing(card));
    }
    data_text(row, "value", value);
    if (value.len) reason = (struct text){0};
    data_text(row, "missing", reason);
    data_text(row, "status", from ? from->status : status);
    data_text(row, "source", from ? from->title : source);
}

struct data *tool_figures(struct site_build *build, const struct card *card) {
    struct model_card of = predict_card(card, build->arena);
    struct data *list = data_list(build->arena);
    for (int i = 0; i < MODEL_FIGURES; i++) {
        struct data *row = data_add(list);
        data_text(row, "words", text_of(model_figures[i].words));
        figure_row(row, card, &model_figures[i], *model_card_figure(&of, i));
    }
    return list;
}
