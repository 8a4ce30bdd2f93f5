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
        .card = block->card.len ? cards_find(&build->course->cards, block->card) : NULL,
        .kernel = model_kernel_find((struct text){block->kernel.ptr, block->kernel.len}),
        .measured = block->bandwidths != TOOL_BANDWIDTHS_RATED,
        .access = block->loads == 4    ? MODEL_ACCESS_4
                  : block->loads == 16 ? MODEL_ACCESS_16
                                       : MODEL_ACCESS_CEILING,
    };
    if (!choice.card) choice.card = build->course->card;
    if (!choice.kernel) choice.kernel = model_kernel_find(text_of("gemm128"));
    if (choice.measured) choice.measured = tool_predict(build->arena, &choice).result.time.known;
    return choice;
}

struct text tool_seconds(struct arena *arena, double seconds) {
    struct quantity quantity = quantity_of(TEXT("s"), false);
    return quantity_text(arena, &quantity, seconds);
}

struct text tool_time(struct arena *arena, const struct model_result *result) {
    if (result->time.known) return tool_seconds(arena, result->time.value);
    if (result->at_least == 0) return TEXT("not known");
    return arena_printf(arena, "at least %.*s", TEXT_ARG(tool_seconds(arena, result->at_least)));
}

bool tool_wasm_is_built(const struct site_build *build) {
    return file_exists(build->course->root, TEXT("build/wasm/model.wasm"));
}

struct text tool_ceiling(struct arena *arena) {
    struct quantity quantity = quantity_of(TEXT("B/cycle"), true);
    return quantity_text(arena, &quantity, MODEL_BANKS * MODEL_BANK_WIDTH);
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

struct figure_words {
    struct text value, missing, status, source;
};

static void say_source(struct figure_words *say, const struct card *card, struct text id,
                       const char *status, struct text source) {
    const struct card_source *from = source_of(card, id);
    say->status = from ? from->status : text_of(status);
    say->source = from ? from->title : source;
}

static struct figure_words fact_words(struct arena *arena, const struct card *card,
                                      const struct model_figure_about *about,
                                      struct model_figure figure) {
    const struct fact *fact = card_fact(card, text_of(about->fact));
    struct figure_words say = {0};
    if (!figure.known) {
        say.missing = fact && fact->reason.len ? fact->reason : text_of(card_missing(card));
    } else if (fact) {
        struct quantity quantity = quantity_of(fact->unit, true);
        say.value = quantity_text(arena, &quantity, figure.value);
        say_source(&say, card, fact->source, "device", TEXT("the driver"));
    } else {
        struct quantity quantity = quantity_of(text_of(about->unit), true);
        say.value = quantity_text(arena, &quantity, figure.value);
        say.status = TEXT("rule");
        say.source =
            arena_printf(arena, "compute capability %.*s", TEXT_ARG(card->compute_capability));
    }
    return say;
}

static struct figure_words series_words(struct arena *arena, const struct card *card,
                                        const struct model_figure_about *about,
                                        struct model_figure figure) {
    const struct series *series = card_series(card, text_of(about->series));
    struct text at = text_of(about->at);
    const struct point *point = series ? series_point(series, &at, about->at ? 1 : 0, NULL) : NULL;
    struct figure_words say = {0};
    if (!point || !figure.known) {
        say.missing = point && point->reason.len ? point->reason : text_of(card_missing(card));
        return say;
    }
    struct quantity quantity = quantity_of(series->unit, false);
    say.value = quantity_text(arena, &quantity, figure.value);
    struct text source = series->kernel.len ? series->kernel : series->method;
    say_source(&say, card, point->source, origin_word(series->origin), source);
    return say;
}

struct data *tool_figures(struct site_build *build, const struct card *card) {
    struct arena *arena = build->arena;
    struct model_card of = predict_card(card, arena);
    struct data *list = data_list(arena);
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct model_figure_about *about = &model_figures[i];
        struct model_figure figure = *model_card_figure(&of, i);
        struct figure_words say = about->fact ? fact_words(arena, card, about, figure)
                                              : series_words(arena, card, about, figure);
        struct data *item = data_add(list);
        data_text(item, "words", text_of(about->words));
        data_text(item, "value", say.value);
        data_text(item, "missing", say.missing);
        data_text(item, "status", say.status);
        data_text(item, "source", say.source);
    }
    return list;
}
