/* tool -- see tool.h: the prediction that is shown, words, and the figures behind a card's rates; and
 * what the script of the model's tool needs of all cards. */
#include "render/tool.h"

#include <math.h>

struct pipes tool_predict(const struct site_build *build, const struct tool_choice *choice) {
    struct pipes out = {0};
    const struct model_card figures = predict_card(choice->card, build->arena);
    const struct model_how how = {.measured = choice->measured, .access = choice->access};
    out.work = model_work_of(choice->kernel->kind, choice->kernel->size, figures.l2);
    tool_answer(build, choice->card, how, &out);
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
    if (!choice.card) choice.card = build->card;
    if (!choice.kernel) choice.kernel = model_kernel_find(text_of("gemm128"));
    if (choice.measured) {
        struct pipes pipes = tool_predict(build, &choice);
        choice.measured = pipes.result.time.known && !pipes.estimate.len;
    }
    return choice;
}

struct text tool_time(struct arena *arena, const struct pipes *pipes) {
    const struct model_result *result = &pipes->result;
    if (result->time.known)
        return arena_printf(arena, "%s%.*s", pipes->estimate.len ? "about " : "",
                            TEXT_ARG(quantity_alone(arena, TEXT("s"), result->time.value)));
    if (result->at_least == 0) return TEXT("not known");
    return arena_printf(arena, "at least %.*s",
                        TEXT_ARG(quantity_alone(arena, TEXT("s"), result->at_least)));
}

bool tool_wasm_is_built(const struct site_build *build) {
    return file_exists(build->course->root, TEXT(TOOL_WASM));
}

void tool_part(struct site_build *build, struct data *into, bool embedded) {
    data_flag(into, "live", tool_wasm_is_built(build));
    data_flag(into, "embedded", embedded);
    /* In a page of content the headings are the author's. */
    data_text(into, "label", embedded ? TEXT("p") : TEXT("h2"));
}

static const struct card_source *source_of(const struct card *card, struct text id) {
    for (size_t i = 0; i < card->source_count; i++)
        if (text_equal(card->source[i].id, id)) return &card->source[i];
    return NULL;
}

int tool_figure(size_t offset) {
    int figure = 0;
    while (model_figures[figure].offset != offset)
        figure++;
    return figure;
}

struct used tool_used(const struct card *card, size_t offset) {
    const struct model_figure_about *about = &model_figures[tool_figure(offset)];
    if (about->fact) return numbers_fact(card, about->fact);
    const struct series *series = card_series(card, text_of(about->series));
    const struct point *point = predict_point(card, about->series, about->at);
    if (!point || point->missing) return (struct used){.card = card};
    return (struct used){.card = card, .series = series, .point = point};
}

/* A figure is a fact of the card, a point of a series, what follows from one, or what the compute
 * capability of the card fixes. */
static void figure_row(struct data *row, const struct card *card,
                       const struct model_figure_about *about, struct model_figure figure) {
    const struct fact *fact = about->fact ? card_fact(card, text_of(about->fact)) : NULL;
    const struct series *series =
        fact || !about->series ? NULL : card_series(card, text_of(about->series));
    const struct point *point = series ? predict_point(card, about->series, about->at) : NULL;
    const struct text none = {0};
    const struct card_source *from = source_of(card, fact    ? fact->source
                                                     : point ? point->source
                                                             : none);
    struct text value, status = TEXT("rule"), source, reason = none;
    if (!figure.known) {
        reason = fact ? fact->reason : point ? point->reason : none;
        if (!reason.len) reason = text_of(card_missing(card));
        from = NULL;
        value = status = source = none;
    } else if (point) {
        value = quantity_alone(row->arena, about->fact ? text_of(about->unit) : series->unit,
                               figure.value);
        status = text_of(origin_word(about->fact ? ORIGIN_DERIVED : series->origin));
        source = series->kernel.len ? series->kernel : series->method;
    } else if (fact) {
        value = quantity_capacity(row->arena, fact->unit, figure.value);
        status = TEXT("device");
        source = TEXT("the driver");
    } else {
        value = quantity_capacity(row->arena, text_of(about->unit), figure.value);
        source =
            arena_printf(row->arena, "compute capability %.*s", TEXT_ARG(card->compute_capability));
    }
    data_texts(row, {"words", text_of(about->words)}, {"value", value}, {"missing", reason},
               {"status", from ? from->status : status}, {"source", from ? from->title : source});
}

void tool_figures(struct site_build *build, struct data *into, struct text from,
                  const struct card *card) {
    struct model_card of = predict_card(card, build->arena);
    struct data *list = data_put_list(into, "figures");
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct used used = tool_used(card, model_figures[i].offset);
        struct data *row = data_add(list);
        figure_row(row, card, &model_figures[i], *model_card_figure(&of, i));
        data_html(row, "shown",
                  numbers_row(build, from, &used, data_member(row, TEXT("value"))->text));
        data_text(row, "href",
                  used.fact || used.point ? numbers_href(build, from, &used) : TEXT(""));
    }
}

/* ---- for the script ------------------------------------------------------------------------- */

/* assets/js/model.json is what the script of the model's tool needs of all cards. A card has its figures in
 * the order of model_figures[], why those that are unknown are so, and the table of sources that the page
 * shows for one card. Addresses are relative to the site's root. The script fetches it when a tool is seen,
 * so that pages stay small. */

/* `before` separates it from the member before it, or opens the object. */
static void json_text(struct buf *out, const char *before, const char *key, struct text text) {
    buf_printf(out, "%s\"%s\":", before, key);
    buf_json(out, text);
}

static void json_number(struct buf *out, int index, double number) {
    if (index) buf_char(out, ',');
    buf_number(out, number);
}

static void json_figures(struct buf *out, struct model_card *of) {
    struct buf missing = {0};
    buf_str(out, ",\"figures\":[");
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct model_figure *figure = model_card_figure(of, i);
        json_number(out, i, figure->known ? figure->value : NAN);
        if (!figure->known)
            json_text(&missing, missing.len ? "," : "", model_figures[i].lacks, figure->reason);
    }
    buf_printf(out, "],\"missing\":{%.*s}", TEXT_ARG(buf_text(&missing)));
    buf_free(&missing);
}

static void json_rows(struct site_build *build, struct buf *out, const struct card *card) {
    static const char *const keys[] = {"words", "value", "missing", "status", "source", "href"};
    struct data *figures = data_object(build->arena);
    tool_figures(build, figures, TEXT("/"), card);
    const struct data *rows = data_member(figures, TEXT("figures"));
    buf_str(out, ",\"rows\":[");
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

/* {"8": [5120, "No source gives …", 2, false]} by the index of the figure; with its level, and whether it stands for
 * a measured bandwidth. */
static void json_estimates(struct site_build *build, struct buf *out, const struct card *card) {
    struct tool_estimate estimates[TOOL_ESTIMATES];
    size_t count = tool_estimates(build, card, estimates);
    buf_str(out, ",\"estimates\":{");
    for (size_t i = 0; i < count; i++) {
        buf_printf(out, "%s\"%d\":[", i ? "," : "", estimates[i].figure);
        buf_number(out, estimates[i].value);
        buf_char(out, ',');
        buf_json(out, estimates[i].words);
        buf_printf(out, ",%d,%s]", estimates[i].level, estimates[i].measured ? "true" : "false");
    }
    buf_char(out, '}');
}

/* {"gemm16": [0.0285, "cards/…#gemm.time-tile16"]}: kernels that were timed on the card with the sizes that they begin
 * with, and the way to the row. */
static void json_times(struct site_build *build, struct buf *out, const struct card *card) {
    size_t count = 0;
    buf_str(out, ",\"times\":{");
    for (int i = 0; i < MODEL_KERNELS; i++) {
        const struct tool_timed time = tool_measured(card, &model_kernels[i], build->arena);
        if (time.seconds <= 0) continue;
        buf_printf(out, "%s\"%s\":[", count++ ? "," : "", model_kernels[i].name);
        buf_number(out, time.seconds);
        buf_char(out, ',');
        buf_json(out, time.used.point ? numbers_href(build, TEXT("/"), &time.used) : TEXT(""));
        buf_char(out, ']');
    }
    buf_char(out, '}');
}

static void json_cards(struct site_build *build, struct buf *out) {
    const struct cards *cards = &build->course->cards;
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        struct model_card figures = predict_card(card, build->arena);
        bool measured = figures.measured_copy.known || figures.measured_l2.known;
        struct text address = course_card_address(card, build->arena);
        json_text(out, i ? ",\n{" : "\n{", "id", card->id);
        json_text(out, ",", "name", card->name);
        json_text(out, ",", "href", text_cut(address, 1, address.len));
        buf_printf(out, ",\"reported\":%s,\"measured\":%s", card->reported ? "true" : "false",
                   measured ? "true" : "false");
        json_figures(out, &figures);
        json_rows(build, out, card);
        json_estimates(build, out, card);
        json_times(build, out, card);
        buf_char(out, '}');
    }
}

/* The free kernel begins with what the shown one moves. */
static void json_kernels(struct site_build *build, struct buf *out) {
    for (int i = 0; i < MODEL_KERNELS; i++) {
        const struct model_kernel *kernel = &model_kernels[i];
        json_text(out, i ? ",\n{" : "\n{", "id", text_of(kernel->name));
        buf_printf(out, ",\"kind\":%d,\"sizes\":[", kernel->kind);
        for (int k = 0; k < model_kinds[kernel->kind].sizes; k++)
            json_number(out, k, kernel->size[k]);
        buf_str(out, "]}");
    }
    struct tool_choice choice = tool_choice(build, NULL);
    choice.measured = false;
    struct pipes pipes = tool_predict(build, &choice);
    buf_printf(out, ",\n{\"id\":\"free\",\"kind\":%d,\"sizes\":[", MODEL_FREE);
    for (int i = 0; i < MODEL_LEVELS; i++) {
        struct model_figure amount = pipes.work.amount[i];
        json_number(out, i, amount.known ? amount.value : 0);
    }
    buf_str(out, "]}");
}

void tool_data(struct site_build *build) {
    if (!tool_wasm_is_built(build)) return;
    struct buf out = {0};
    buf_str(&out, "{\"cards\":[");
    json_cards(build, &out);
    buf_str(&out, "],\"kernels\":[");
    json_kernels(build, &out);
    buf_str(&out, "],\"max\":");
    buf_number(&out, MODEL_SIZE_MAX);
    json_text(&out, ",", "only16", TEXT(TOOL_ONLY_16));
    buf_str(&out, "}\n");
    site_add(build, TEXT("assets/js/model.json"), buf_take(&out, build->arena));
}
