/* predict -- see predict.h. */
#include "page/predict.h"

#include <string.h>

#include "model/architecture.h"

/* ---- the figures of a card --------------------------------------------------------------- */

struct reading {
    const struct card *card;
    struct arena *arena;
};

/* "L2 width (fact.l2.width) of Tesla T4: not reported". */
static struct model_figure unknown(const struct reading *reading,
                                   const struct model_figure_about *about, struct text reason) {
    struct arena *arena = reading->arena;
    struct text name = about->fact ? arena_printf(arena, "fact.%s", about->fact)
                       : about->at ? arena_printf(arena, "%s[%s]", about->series, about->at)
                                   : text_of(about->series);
    return figure_unknown(arena_printf(arena, "%s (%.*s) of %.*s: %.*s", about->words,
                                       TEXT_ARG(name), TEXT_ARG(reading->card->name),
                                       TEXT_ARG(reason)));
}

/* What the architecture says where the file has nothing; 0: nothing. */
static double by_rule(const struct card *card, enum model_rule rule) {
    const struct model_architecture *fixed = model_architecture(card->compute_capability);
    if (!fixed) return 0;
    return rule == MODEL_RULE_LANES        ? fixed->lanes
           : rule == MODEL_RULE_BANKS      ? MODEL_BANKS
           : rule == MODEL_RULE_BANK_WIDTH ? MODEL_BANK_WIDTH
                                           : 0;
}

static struct model_figure of_fact(const struct reading *reading,
                                   const struct model_figure_about *about) {
    const struct fact *fact = card_fact(reading->card, text_of(about->fact));
    double fixed = by_rule(reading->card, about->rule);
    if (fact && !fact->missing) return figure_known(fact->value);
    if (!fact && fixed > 0) return figure_known(fixed);
    return unknown(reading, about,
                   fact ? fact->reason
                   : reading->card->reported
                       ? TEXT("not reported")
                       : TEXT("no driver reports it, and it was not measured"));
}

static struct model_figure of_series(const struct reading *reading,
                                     const struct model_figure_about *about) {
    const struct series *series = card_series(reading->card, text_of(about->series));
    struct text at = text_of(about->at);
    const struct point *point = series ? series_point(series, &at, about->at ? 1 : 0, NULL) : NULL;
    if (point && !point->missing) return figure_known(point->median);
    return unknown(reading, about,
                   point                     ? point->reason
                   : reading->card->reported ? TEXT("not reported")
                                             : TEXT("not measured"));
}

struct model_card predict_card(const struct card *card, struct arena *arena) {
    const struct reading reading = {card, arena};
    struct model_card out;
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct model_figure_about *about = &model_figures[i];
        *model_card_figure(&out, i) =
            about->fact ? of_fact(&reading, about) : of_series(&reading, about);
    }
    return out;
}

/* ---- fields ------------------------------------------------------------------------------ */

static struct expr_value value_of(struct model_figure figure, const char *unit) {
    struct expr_unit parsed = {0};
    if (!expr_unit_parse(text_of(unit), &parsed)) parsed = (struct expr_unit){0};
    if (figure.known) return expr_number(figure.value, parsed.dimension);
    struct text reason = {figure.reason.ptr, figure.reason.len};
    return expr_missing(reason, parsed.dimension);
}

struct prediction {
    struct model_work work;
    struct model_rates rates;
    struct model_result result;
};

static const char *const plain_fields[] = {"time", "at_least", "bound", "flops", "ridge"};
static const char *const level_fields[] = {"busy", "rate", "bytes"};
enum {
    PLAIN_FIELDS = sizeof plain_fields / sizeof *plain_fields,
    LEVEL_FIELDS = sizeof level_fields / sizeof *level_fields
};

static bool plain_field(const struct prediction *of, struct text field, struct expr_value *out) {
    const struct model_result *result = &of->result;
    if (text_is(field, "time"))
        *out = value_of(result->time, "s");
    else if (text_is(field, "at_least"))
        *out = value_of(figure_known(result->at_least), "s");
    else if (text_is(field, "flops"))
        *out = value_of(of->work.amount[MODEL_COMPUTE], "FLOP");
    else if (text_is(field, "ridge"))
        *out = value_of(model_ridge(&of->rates), "FLOP/B");
    else if (text_is(field, "bound") && result->time.known)
        *out = expr_text(text_of(model_level_words(result->bound)));
    else if (text_is(field, "bound"))
        *out = expr_missing_any((struct text){result->time.reason.ptr, result->time.reason.len});
    else
        return false;
    return true;
}

static bool level_field(const struct prediction *of, struct text field, struct expr_value *out) {
    size_t cut = 0;
    while (cut < field.len && field.ptr[cut] != '.')
        cut++;
    struct text kind = text_cut(field, 0, cut), name = text_cut(field, cut + 1, field.len);
    enum model_level level = model_level_of(name);
    if (level == MODEL_LEVELS) return false;
    bool compute = level == MODEL_COMPUTE;
    if (text_is(kind, "busy"))
        *out = value_of(of->result.busy[level], "1");
    else if (text_is(kind, "rate"))
        *out = value_of(of->rates.rate[level], compute ? "FLOP/s" : "B/s");
    else if (text_is(kind, "bytes") && !compute)
        *out = value_of(of->work.amount[level], "B");
    else
        return false;
    return true;
}

/* "time", …, then "busy.registers", …: what a misspelled field is compared with. */
static struct text field_name(const void *context, size_t index) {
    struct arena *arena = *(struct arena *const *)context;
    if (index < PLAIN_FIELDS) return text_of(plain_fields[index]);
    index -= PLAIN_FIELDS;
    /* The very last would be bytes.compute, which there is not. */
    if (index >= LEVEL_FIELDS * MODEL_LEVELS - 1) return (struct text){0};
    return text_of(arena_printf(arena, "%s.%s", level_fields[index / MODEL_LEVELS],
                                model_level_name((enum model_level)(index % MODEL_LEVELS)))
                       .ptr);
}

/* ---- the callback ------------------------------------------------------------------------ */

static struct text kernel_name(const void *context, size_t index) {
    (void)context;
    const char *name = model_kernel_name(index);
    return name ? text_of(name) : (struct text){0};
}

static struct text card_name(const void *context, size_t index) {
    const struct cards *cards = context;
    if (index >= cards->count) return (struct text){0};
    return (struct text){cards->list[index].id.ptr, cards->list[index].id.len};
}

static enum expr_found no_argument(struct expr_answer *answer, const struct expr_query *query,
                                   size_t index, const char *what, expr_candidate candidate,
                                   const void *context) {
    answer->index = index;
    answer->detail = text_of(what);
    answer->nearest_count =
        expr_nearest(query->arguments[index].text, candidate, context, answer->nearest);
    return EXPR_NO_ARGUMENT;
}

static enum expr_found wrong_count(struct expr_answer *answer, size_t wanted) {
    answer->wanted = wanted;
    answer->detail = text_of("kernel, card, measured");
    return EXPR_WRONG_ARGUMENTS;
}

/* kernel [, card] [, rated | measured] */
enum expr_found predict_answer(void *context, const struct expr_query *query,
                               struct expr_answer *answer) {
    const struct predict *predict = context;
    struct text last =
        query->count > 1 ? query->arguments[query->count - 1].text : (struct text){0};
    struct model_how how = {.measured = text_is(last, "measured")};
    size_t count = query->count - (how.measured || text_is(last, "rated"));
    if (count < 1 || count > 2) return wrong_count(answer, count < 1 ? 1 : 3);
    struct text id = count == 2 ? query->arguments[1].text : query->card;
    const struct card *card = cards_find(predict->cards, id);
    if (!card)
        return no_argument(answer, query, count == 2 ? 1 : 0, "card", card_name, predict->cards);

    struct prediction of;
    struct model_card figures = predict_card(card, predict->arena);
    struct text kernel = query->arguments[0].text;
    if (!model_named(kernel, figures.l2, &of.work))
        return no_argument(answer, query, 0, "kernel", kernel_name, NULL);
    of.rates = model_rates(&figures, &how, of.work.writes);
    of.result = model_predict(&of.work, &of.rates);
    struct text field = query->name;
    if (plain_field(&of, field, &answer->value) || level_field(&of, field, &answer->value))
        return EXPR_FOUND;
    answer->nearest_count = expr_nearest(query->name, field_name, &predict->arena, answer->nearest);
    return EXPR_NO_NAME;
}
