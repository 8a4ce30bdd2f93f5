/* predict -- see predict.h. */
#include "measure/predict.h"

/* Names the figure in the reason: "the width of the path to the L2 of the Tesla T4: not reported". */
static struct model_figure unknown(const struct card *card, const struct model_figure_about *about,
                                   struct text reason, struct arena *arena) {
    return figure_unknown(arena_printf(arena, "%s of the %.*s: %.*s", about->lacks,
                                       TEXT_ARG(card->name), TEXT_ARG(reason)));
}

/* Returns a figure that the architecture fixes where the file has none; 0: it fixes none. */
static double by_rule(const struct card *card, enum model_rule rule) {
    const struct model_architecture *fixed = model_architecture(card->compute_capability);
    return !fixed                          ? 0
           : rule == MODEL_RULE_LANES      ? fixed->lanes
           : rule == MODEL_RULE_BANKS      ? MODEL_BANKS
           : rule == MODEL_RULE_BANK_WIDTH ? MODEL_BANK_WIDTH
                                           : 0;
}

const struct point *predict_point(const struct card *card, const char *name, const char *role) {
    const struct series *series = card_series(card, text_of(name));
    const struct text at = text_of(role);
    return series ? series_point(series, &at, role ? 1 : 0, NULL) : NULL;
}

/* Returns bytes in a cycle of one SM, from what its kernels measured; 0: they did not. */
static double by_point(const struct card *card, const struct model_figure_about *about) {
    enum { LANES = 32, WORD = 4 };
    const struct point *point =
        about->series ? predict_point(card, about->series, about->at) : NULL;
    if (!point || point->missing || point->median <= 0) return 0;
    if (about->rule == MODEL_RULE_WARP_CYCLES) return LANES * WORD / point->median;
    const struct fact *sms = card_fact(card, text_of("sms"));
    const struct point *clock = predict_point(card, "bandwidth.clock", about->at);
    bool known = sms && !sms->missing && clock && !clock->missing;
    double cycles = known ? sms->value * clock->median : 0;
    return cycles > 0 ? point->median / cycles : 0;
}

static struct model_figure of_fact(const struct card *card, const struct model_figure_about *about,
                                   struct arena *arena) {
    const struct fact *fact = card_fact(card, text_of(about->fact));
    double instead = about->series ? by_point(card, about) : by_rule(card, about->rule);
    if (fact && !fact->missing) return figure_known(fact->value);
    if (!fact && instead > 0) return figure_known(instead);
    return unknown(card, about,
                   fact             ? fact->reason
                   : card->reported ? TEXT("not reported")
                                    : TEXT("no driver reports it, and the run did not record it"),
                   arena);
}

static struct model_figure of_series(const struct card *card,
                                     const struct model_figure_about *about, struct arena *arena) {
    const struct point *point = predict_point(card, about->series, about->at);
    if (point && !point->missing) return figure_known(point->median);
    return unknown(card, about, point ? point->reason : text_of(card_missing(card)), arena);
}

struct model_card predict_card(const struct card *card, struct arena *arena) {
    struct model_card out;
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct model_figure_about *about = &model_figures[i];
        *model_card_figure(&out, i) =
            about->fact ? of_fact(card, about, arena) : of_series(card, about, arena);
    }
    return out;
}

struct prediction {
    struct model_work work;
    struct model_rates rates;
    struct model_result result;
};

static struct expr_value value_of(struct model_figure figure, const char *unit) {
    struct expr_unit parsed = {0};
    if (!expr_unit_parse(text_of(unit), &parsed)) parsed = (struct expr_unit){0};
    return figure.known ? expr_number(figure.value, parsed.dimension)
                        : expr_missing(figure.reason, parsed.dimension);
}

static struct expr_value bound_of(const struct model_result *result) {
    return result->time.known ? expr_text(text_of(model_level_words(result->bound)))
                              : expr_missing_any(result->time.reason);
}

/* Returns false if there is no such field; existing ones have been offered as nearest. A level of
 * arithmetic moves no bytes. */
static bool find_field(const struct prediction *of, struct nearest *field, struct expr_value *out,
                       struct arena *arena) {
    const struct {
        const char *name;
        struct expr_value value;
    } plain[] = {{"time", value_of(of->result.time, "s")},
                 {"at_least", value_of(figure_known(of->result.at_least), "s")},
                 {"bound", bound_of(&of->result)},
                 {"flops", value_of(of->work.amount[MODEL_COMPUTE], "FLOP")},
                 {"ridge", value_of(model_ridge(&of->rates), "FLOP/B")}};
    const struct {
        const char *name;
        const struct model_figure *figure; /* of each level */
        const char *unit, *compute;
    } levels[] = {{"busy", of->result.busy, "1", "1"},
                  {"rate", of->rates.rate, "B/s", "FLOP/s"},
                  {"bytes", of->work.amount, "B", NULL}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        *out = plain[i].value;
        if (text_is(field->wanted, plain[i].name)) return true;
        nearest_offer(field, text_of(plain[i].name));
    }
    for (size_t i = 0; i < sizeof levels / sizeof *levels * MODEL_LEVELS; i++) {
        enum model_level level = (enum model_level)(i % MODEL_LEVELS);
        const char *name = levels[i / MODEL_LEVELS].name;
        const char *unit = level == MODEL_COMPUTE ? levels[i / MODEL_LEVELS].compute
                                                  : levels[i / MODEL_LEVELS].unit;
        if (!unit) continue;
        struct text whole = arena_printf(arena, "%s.%s", name, model_level_name(level));
        *out = value_of(levels[i / MODEL_LEVELS].figure[level], unit);
        if (text_equal(field->wanted, whole)) return true;
        nearest_offer(field, whole);
    }
    return false;
}

struct nearest predict_near_kernels(struct text name) {
    struct nearest nearest = {.wanted = name};
    for (int i = 0; i < MODEL_KERNELS; i++)
        nearest_offer(&nearest, text_of(model_kernels[i].name));
    return nearest;
}

struct nearest predict_near_cards(const struct cards *cards, struct text id) {
    struct nearest nearest = {.wanted = id};
    for (size_t i = 0; i < cards->count; i++)
        nearest_offer(&nearest, cards->list[i].id);
    return nearest;
}

static enum expr_found no_argument(struct expr_answer *answer, size_t index, const char *what,
                                   struct nearest nearest) {
    answer->index = index;
    answer->detail = text_of(what);
    answer->nearest = nearest;
    return EXPR_NO_ARGUMENT;
}

/* The arguments are kernel [, card] [, rated | measured]. */
enum expr_found predict_answer(void *context, const struct expr_query *query,
                               struct expr_answer *answer) {
    const struct predict *predict = context;
    struct text last = query->count > 1 ? query->arguments[query->count - 1].text : TEXT("");
    struct model_how how = {.measured = text_is(last, "measured")};
    size_t count = query->count - (how.measured || text_is(last, "rated"));
    if (count < 1 || count > 2) {
        answer->wanted = count < 1 ? 1 : 3;
        answer->detail = TEXT("kernel, card, measured");
        return EXPR_WRONG_ARGUMENTS;
    }
    struct text name = query->arguments[0].text;
    const struct model_kernel *kernel = model_kernel_find(name);
    struct text id = count == 2 ? query->arguments[1].text : query->card;
    const struct card *card = cards_find(predict->cards, id);
    if (!card)
        return no_argument(answer, count - 1, "card",
                           predict_near_cards(predict->cards, query->arguments[count - 1].text));
    struct prediction of;
    struct model_card figures = predict_card(card, predict->arena);
    if (!kernel) return no_argument(answer, 0, "kernel", predict_near_kernels(name));
    of.work = model_work_of(kernel->kind, kernel->size, figures.l2);
    of.rates = model_rates(&figures, &how, of.work.writes);
    of.result = model_predict(&of.work, &of.rates);
    struct nearest field = {.wanted = query->name};
    if (find_field(&of, &field, &answer->value, predict->arena)) return EXPR_FOUND;
    answer->nearest = field;
    return EXPR_NO_NAME;
}
