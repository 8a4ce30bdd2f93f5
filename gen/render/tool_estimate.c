/* tool_estimate -- the model's answer where a figure of the card is not known: estimates for what no driver
 * reports, each with the words that say where it is from. Tools alone use them; an expression of a page, and
 * `gen model`, say that the time is not known. */
#include <stdlib.h>

#include "render/tool.h"

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

/* What stands for each figure that may be missing, and the level whose rate it gives. */
static const struct stand_in {
    size_t offset;
    enum model_level level;
    bool measured; /* of measured bandwidths: the rated one stands for it */
    const char *words;
} stand_ins[] = {
    {offsetof(struct model_card, l2_width), MODEL_L2, false, NULL},
    {offsetof(struct model_card, shared_scalar), MODEL_SHARED, false,
     "No source says what such loads from shared memory reach: taken is the ceiling."},
    {offsetof(struct model_card, shared_vector), MODEL_SHARED, false,
     "No source says what such loads from shared memory reach: taken is the ceiling."},
    {offsetof(struct model_card, measured_shared), MODEL_SHARED, true,
     "No bandwidth of shared memory is known from a measurement: taken is the rated one."},
    {offsetof(struct model_card, measured_l2), MODEL_L2, true,
     "No bandwidth of the L2 is known from a measurement: taken is the rated one."},
    {offsetof(struct model_card, measured_read), MODEL_DRAM, true,
     "No bandwidth of DRAM is known from reads: taken is the rated one."},
    {offsetof(struct model_card, measured_copy), MODEL_DRAM, true,
     "No bandwidth of DRAM is known from a copy: taken is the rated one."},
};

/* The rated ones come first, so that a measured one can be what the estimate of the rated one is. */
size_t tool_estimates(const struct site_build *build, const struct card *card,
                      struct tool_estimate out[TOOL_ESTIMATES]) {
    struct model_card of = predict_card(card, build->arena);
    size_t count = 0;
    for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++) {
        const struct stand_in *in = &stand_ins[i];
        struct tool_estimate estimate = {.figure = tool_figure(in->offset)};
        struct model_figure *figure = model_card_figure(&of, estimate.figure);
        const struct model_rates rated = model_rates(&of, &(struct model_how){0}, false);
        const struct model_figure value =
            in->measured ? rated.rate[in->level] : figure_times(of.banks, of.bank_width);
        if (figure->known) continue;
        if (!in->words) {
            estimate = estimate_l2(build, card, &of, estimate.figure);
        } else if (value.known) {
            estimate.value = value.value;
            estimate.words = text_of(in->words);
        }
        if (estimate.value <= 0) continue;
        estimate.level = in->level;
        estimate.measured = in->measured;
        *figure = figure_known(estimate.value);
        out[count++] = estimate;
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
    if (lacking == MODEL_SHARED && how.measured && how.access == MODEL_ACCESS_4)
        pipes->estimate = TEXT(TOOL_ONLY_16);
    for (size_t i = 0; i < count && !pipes->estimate.len; i++)
        if (estimates[i].level == lacking && estimates[i].measured == how.measured)
            pipes->estimate = estimates[i].words;
}
