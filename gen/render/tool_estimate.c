/* tool_estimate -- the model's answer where a figure of the card is not known: estimates for what no driver
 * reports, each with the words that say where it is from. Tools alone use them; an expression of a page, and
 * `gen model`, say that the time is not known. */
#include <stdlib.h>

#include "render/tool.h"

static struct model_figure figure_of(const struct model_card *card, int figure) {
    struct model_card copy = *card;
    return *model_card_figure(&copy, figure);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of bytes a cycle and SM of the cards whose width is known: of those with this compute capability, or of
 * all where `capability` is empty. Returns how many there are. */
static size_t width_of_others(const struct site_build *build, struct text capability,
                              double *median) {
    const struct cards *cards = &build->course->cards;
    double *widths = arena_alloc(build->arena, (cards->count + 1) * sizeof *widths);
    size_t count = 0;
    for (size_t i = 0; i < cards->count; i++) {
        if (capability.len && !text_equal(capability, cards->list[i].compute_capability)) continue;
        const struct model_card of = predict_card(&cards->list[i], build->arena);
        if (of.l2_width.known && of.sms.known) widths[count++] = of.l2_width.value / of.sms.value;
    }
    qsort(widths, count, sizeof *widths, by_value);
    if (count) *median = (widths[(count - 1) / 2] + widths[count / 2]) / 2;
    return count;
}

/* What reads of the L2 reached, if they were measured; else what other cards have for each SM. */
static struct tool_estimate estimate_l2(const struct site_build *build, const struct card *card,
                                        const struct model_card *of, int figure) {
    struct arena *arena = build->arena;
    struct tool_estimate out = {.figure = figure};
    if (of->measured_l2.known && of->clock.known) {
        out.value = of->measured_l2.value / of->clock.value;
        out.words = TEXT("No source gives the width of the path to the L2: taken is the bandwidth "
                         "that was measured.");
        return out;
    }
    double width;
    size_t count = width_of_others(build, card->compute_capability, &width);
    const char *which = count ? "with the same compute capability" : "whose width is known";
    if (!count) count = width_of_others(build, TEXT(""), &width);
    if (!count || !of->sms.known) return out;
    out.value = width * of->sms.value;
    out.words = arena_printf(arena,
                             "No source gives the width of the path to the L2: taken is %.*s for "
                             "each SM, as %s %s.",
                             TEXT_ARG(quantity_capacity(arena, TEXT("B/cycle"), width)),
                             count == 1 ? "the one card" : "the median of cards", which);
    return out;
}

size_t tool_estimates(const struct site_build *build, const struct card *card,
                      struct tool_estimate out[TOOL_ESTIMATES]) {
    const struct model_card of = predict_card(card, build->arena);
    const struct model_figure ceiling = figure_times(of.banks, of.bank_width);
    size_t count = 0;
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const size_t offset = model_figures[i].offset;
        struct tool_estimate estimate = {.figure = i};
        if (figure_of(&of, i).known) continue;
        if (offset == offsetof(struct model_card, l2_width))
            estimate = estimate_l2(build, card, &of, i);
        if (ceiling.known && (offset == offsetof(struct model_card, shared_scalar) ||
                              offset == offsetof(struct model_card, shared_vector))) {
            estimate.value = ceiling.value;
            estimate.words = TEXT("No source says what such loads from shared memory reach: taken "
                                  "is the ceiling.");
        }
        if (estimate.value > 0) out[count++] = estimate;
    }
    return count;
}

/* Loads of 16 bytes were measured alone, so they stand for those of 4. */
static void answer_by(struct pipes *pipes, struct model_card *figures, struct model_how how) {
    if (how.measured) how.access = MODEL_ACCESS_CEILING;
    const struct model_rates plain = pipes->rates;
    pipes->rates = model_rates(figures, &how, pipes->work.writes);
    pipes->result = model_predict(&pipes->work, &pipes->rates);
    for (int i = 0; i < MODEL_LEVELS; i++)
        pipes->about[i] = !plain.rate[i].known && pipes->rates.rate[i].known;
}

void tool_answer(const struct site_build *build, const struct card *card, struct model_how how,
                 struct pipes *pipes) {
    struct tool_estimate estimates[TOOL_ESTIMATES];
    struct model_card figures = predict_card(card, build->arena);
    pipes->rates = model_rates(&figures, &how, pipes->work.writes);
    pipes->result = model_predict(&pipes->work, &pipes->rates);
    if (pipes->result.time.known) return;
    const enum model_level lacking = pipes->result.unknown;
    size_t count = tool_estimates(build, card, estimates);
    for (size_t i = 0; i < count; i++)
        *model_card_figure(&figures, estimates[i].figure) = figure_known(estimates[i].value);
    answer_by(pipes, &figures, how);
    if (lacking == MODEL_SHARED && how.measured) pipes->estimate = TEXT(TOOL_ONLY_16);
    for (size_t i = 0; i < count && !pipes->estimate.len; i++)
        if ((model_figures[estimates[i].figure].offset == offsetof(struct model_card, l2_width)) ==
            (lacking == MODEL_L2))
            pipes->estimate = estimates[i].words;
}
