/* tool_data -- assets/js/model.json: what the script of the model's tool needs of all cards.
 *
 * A card has its figures in the order of model_figures[], why those that are unknown are so, and the
 * table of sources that the page shows for one card. Addresses are relative to the site's root. The
 * script fetches it when a tool is seen, so that pages stay small. */
#include <math.h>

#include "render/tool.h"

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
            json_text(&missing, missing.len ? "," : "", model_figures[i].name, figure->reason);
    }
    buf_printf(out, "],\"missing\":{%.*s}", TEXT_ARG(buf_text(&missing)));
    buf_free(&missing);
}

static void json_rows(struct buf *out, const struct data *rows) {
    static const char *const keys[] = {"words", "value", "missing", "status", "source"};
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
        json_rows(out, tool_figures(build, card));
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
    struct pipes pipes = tool_predict(build->arena, &choice);
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
    buf_str(&out, "}\n");
    site_add(build, TEXT("assets/js/model.json"), buf_take(&out, build->arena));
}
