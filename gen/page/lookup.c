/* lookup -- see lookup.h. */
#include "page/lookup.h"

#include <stddef.h>

#include "measure/predict.h"

static void note_used(struct lookup *lookup, struct used used) {
    for (size_t i = 0; i < lookup->used_count; i++) {
        const struct used *old = &lookup->used[i];
        if (old->point == used.point && old->fact == used.fact && old->message == used.message &&
            old->cited == used.cited && old->card == used.card &&
            text_equal(old->predicted, used.predicted))
            return;
    }
    lookup->used = arena_grow(lookup->arena, lookup->used, lookup->used_count,
                              &lookup->used_capacity, sizeof *lookup->used);
    lookup->used[lookup->used_count++] = used;
}

/* ---- names that come near ----------------------------------------------------------------- */

static void offer_series(struct nearest *nearest, const struct card *card) {
    for (size_t i = 0; i < card->series_count; i++)
        nearest_offer(nearest, card->series[i].name);
}

static void offer_card(struct nearest *nearest, const struct card *card, struct arena *arena) {
    offer_series(nearest, card);
    for (size_t i = 0; i < card->fact_count; i++)
        nearest_offer(nearest, arena_printf(arena, "fact.%.*s", TEXT_ARG(card->fact[i].name)));
}

/* Behind so many errors no more names are looked for: who has them mends the first ones. */
enum { ERRORS_WITH_NEAREST = 500 };

/* Only measured cards have messages, and a page for any card may ask for them. */
static enum expr_found no_name(struct lookup *lookup, const struct card *card,
                               const struct expr_query *query, struct expr_answer *answer) {
    struct nearest nearest = {.wanted = query->name};
    const struct evaluation *evaluation = lookup->evaluation;
    if (evaluation->diags && evaluation->diags->errors > ERRORS_WITH_NEAREST) return EXPR_NO_NAME;
    for (const struct scope *scope = lookup->scope; scope; scope = scope->outer)
        nearest_offer(&nearest, scope->name);
    offer_card(&nearest, card, lookup->arena);
    for (size_t i = 0; lookup_own_name(i); i++)
        nearest_offer(&nearest, text_of(lookup_own_name(i)));
    if (card != evaluation->card) offer_card(&nearest, evaluation->card, lookup->arena);
    for (size_t i = 0; i < evaluation->cards->count; i++) {
        const struct card *other = &evaluation->cards->list[i];
        for (size_t k = 0; k < other->message_count; k++)
            nearest_offer(&nearest, arena_printf(lookup->arena, "message.%.*s",
                                                 TEXT_ARG(other->message[k].name)));
    }
    answer->nearest = nearest;
    return EXPR_NO_NAME;
}

/* ---- numbers ----------------------------------------------------------------------------- */

static bool is_whole(double number) {
    return number > -9e15 && number < 9e15 && (double)(int64_t)number == number;
}

static struct expr_value number_in(double number, struct text unit, bool capacity) {
    struct expr_unit parsed;
    bool known = expr_unit_parse(unit, &parsed);
    struct expr_value value =
        expr_number(number, known ? parsed.dimension : (struct expr_dimension){0});
    value.capacity = capacity && text_is(unit, "B");
    value.exact = text_is(unit, "1") && is_whole(number);
    return value;
}

static struct expr_value missing_in(struct text reason, struct text unit) {
    struct expr_unit parsed;
    return expr_unit_parse(unit, &parsed) ? expr_missing(reason, parsed.dimension)
                                          : expr_missing_any(reason);
}

/* ---- run and card ------------------------------------------------------------------------ */

/* Those with a unit are conditions of the run, of which the median counts; the others are texts. */
static const struct {
    const char *name;
    size_t at; /* where it stands in struct card */
    const char *unit;
} own[] = {
    {"card.name", offsetof(struct card, name), NULL},
    {"card.id", offsetof(struct card, id), NULL},
    {"card.cc", offsetof(struct card, compute_capability), NULL},
    {"run.date", offsetof(struct card, run.date), NULL},
    {"run.driver", offsetof(struct card, run.driver), NULL},
    {"run.cuda", offsetof(struct card, run.cuda), NULL},
    {"run.flags", offsetof(struct card, run.flags), NULL},
    {"run.host", offsetof(struct card, run.host), NULL},
    {"run.compiler", offsetof(struct card, run.compiler), NULL},
    {"run.commit", offsetof(struct card, run.commit), NULL},
    {"run.power", offsetof(struct card, run.power), "W"},
    {"run.power.limit", offsetof(struct card, run.power_limit), "W"},
    {"run.clock.sm", offsetof(struct card, run.sm_clock), "Hz"},
    {"run.clock.memory", offsetof(struct card, run.memory_clock), "Hz"},
    {"run.temperature", offsetof(struct card, run.temperature), "°C"},
};

const char *lookup_own_name(size_t index) {
    return index < sizeof own / sizeof *own ? own[index].name : NULL;
}

static struct text unrecorded(const struct lookup *lookup, const struct card *card) {
    return arena_printf(lookup->arena,
                        card->reported ? "not among the figures reported for %.*s"
                                       : "not recorded in the run on %.*s",
                        TEXT_ARG(card->name));
}

/* The file may say why a part of the run is not there, under its own name, "driver". */
static struct text own_reason(const struct lookup *lookup, const struct card *card,
                              struct text name) {
    for (size_t i = 0; i < card->run.missing_count; i++)
        if (text_equal(card->run.missing[i].name, text_drop_start(name, "run.")))
            return card->run.missing[i].reason;
    return unrecorded(lookup, card);
}

/* False means that no card and no run has this name. */
static bool find_own(const struct lookup *lookup, const struct card *card, struct text name,
                     struct expr_value *value) {
    size_t i = 0;
    while (lookup_own_name(i) && !text_is(name, own[i].name))
        i++;
    if (!lookup_own_name(i)) return false;
    const void *at = (const char *)card + own[i].at;
    if (own[i].unit) {
        const struct condition *condition = at;
        struct text unit = text_of(own[i].unit);
        *value = condition->missing ? missing_in(condition->reason, unit)
                                    : number_in(condition->median, unit, false);
        return true;
    }
    struct text words = *(const struct text *)at;
    if (text_is(name, "run.date"))
        words = text_cut(words, 0, text_find(words, "T", 0)); /* the day */
    *value = words.len ? expr_text(words) : expr_missing_any(own_reason(lookup, card, name));
    return true;
}

/* ---- facts, and messages of the runtime --------------------------------------------------- */

static struct text lacking(const struct lookup *lookup, const struct card *card) {
    return arena_printf(lookup->arena, "not %s %.*s",
                        card->reported ? "reported for" : "measured on", TEXT_ARG(card->name));
}

static struct used recorded(const struct card *card, struct text name) {
    bool fact = text_starts(name, "fact."), message = text_starts(name, "message.");
    return (struct used){
        .card = card,
        .fact = fact ? card_fact(card, text_drop_start(name, "fact.")) : NULL,
        .message = message ? card_message(card, text_drop_start(name, "message.")) : NULL,
    };
}

/* This card is asked, then the others. False means that none has a fact or a message of this name. */
static bool find_recorded(struct lookup *lookup, const struct card *card, struct text name,
                          struct expr_value *value) {
    const struct cards *cards = lookup->evaluation->cards;
    for (size_t i = 0; i <= cards->count; i++) {
        struct used used = recorded(i ? &cards->list[i - 1] : card, name);
        const struct fact *fact = used.fact;
        const struct card_message *message = used.message;
        if (!fact && !message) continue;
        if (i == 0) note_used(lookup, used);
        if (message)
            *value = i                  ? expr_missing_any(unrecorded(lookup, card))
                     : message->missing ? expr_missing_any(message->reason)
                                        : expr_text(message->words);
        else
            *value = i               ? missing_in(lacking(lookup, card), fact->unit)
                     : fact->missing ? missing_in(fact->reason, fact->unit)
                                     : number_in(fact->value, fact->unit, true);
        return true;
    }
    return false;
}

/* ---- series ------------------------------------------------------------------------------ */

struct text lookup_axis_names(const struct series *series, struct arena *arena) {
    struct buf out = {0};
    for (size_t i = 0; i < series->axis_count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", TEXT_ARG(series->axis[i].name));
    return buf_take(&out, arena);
}

struct text lookup_axis_values(const struct axis *axis, struct arena *arena) {
    struct buf out = {0};
    for (size_t i = 0; i < axis->count; i++)
        buf_printf(&out, "%.*s%s%.*s", TEXT_ARG(i ? TEXT("") : axis->name),
                   i ? ", " : " is one of ", TEXT_ARG(axis->value[i]));
    return buf_take(&out, arena);
}

struct nearest lookup_near_values(const struct axis *axis, struct text value) {
    struct nearest nearest = {.wanted = value};
    for (size_t i = 0; i < axis->count; i++)
        nearest_offer(&nearest, axis->value[i]);
    return nearest;
}

static enum expr_found bad_argument(struct lookup *lookup, const struct series *series, size_t axis,
                                    const struct text *at, struct expr_answer *answer) {
    if (axis >= series->axis_count) {
        answer->wanted = series->axis_count;
        answer->detail = lookup_axis_names(series, lookup->arena);
        return EXPR_WRONG_ARGUMENTS;
    }
    answer->index = axis;
    answer->detail = series->axis[axis].name;
    answer->hint = lookup_axis_values(&series->axis[axis], lookup->arena);
    struct nearest nearest = lookup_near_values(&series->axis[axis], at[axis]);
    answer->nearest = nearest;
    return EXPR_NO_ARGUMENT;
}

/* This card is asked, then the others. The first that has the series says what is wrong. */
static enum expr_found find_series(struct lookup *lookup, const struct card *card,
                                   const struct expr_query *query, struct expr_answer *answer) {
    const struct cards *cards = lookup->evaluation->cards;
    const struct series *first = NULL;
    struct text at[EXPR_ARGUMENTS_MAX];
    size_t first_bad = 0;
    for (size_t i = 0; i < query->count; i++) {
        const struct expr_argument *argument = &query->arguments[i];
        at[i] = argument->is_number
                    ? arena_printf(lookup->arena, "%lld", (long long)argument->number)
                    : argument->text;
    }
    for (size_t i = 0; i <= cards->count; i++) {
        const struct series *series = card_series(i ? &cards->list[i - 1] : card, query->name);
        size_t bad = 0;
        const struct point *point = series ? series_point(series, at, query->count, &bad) : NULL;
        if (series && !first) first_bad = bad;
        if (!first) first = series;
        if (i == 0 && series && !series->point_count) {
            answer->value = expr_missing_any(TEXT("its series is wrong in the card's file"));
            return EXPR_FOUND;
        }
        if (!point) continue;
        answer->value = i                ? missing_in(lacking(lookup, card), series->unit)
                        : point->missing ? missing_in(point->reason, series->unit)
                                         : number_in(point->median, series->unit, false);
        if (i == 0)
            note_used(lookup, (struct used){.card = card, .series = series, .point = point});
        return EXPR_FOUND;
    }
    return first ? bad_argument(lookup, first, first_bad, at, answer) : EXPR_NO_NAME;
}

const struct series *lookup_series(const struct evaluation *evaluation, struct text name) {
    const struct series *series = card_series(evaluation->card, name);
    for (size_t i = 0; !series && i < evaluation->cards->count; i++)
        series = card_series(&evaluation->cards->list[i], name);
    return series;
}

/* ---- callbacks --------------------------------------------------------------------------- */

static enum expr_found ask_card(struct lookup *lookup, const struct card *card,
                                const struct expr_query *query, struct expr_answer *answer) {
    if (find_recorded(lookup, card, query->name, &answer->value) ||
        find_own(lookup, card, query->name, &answer->value))
        return query->count ? EXPR_WRONG_ARGUMENTS : EXPR_FOUND; /* wanted: 0 */
    enum expr_found found = find_series(lookup, card, query, answer);
    return found == EXPR_NO_NAME ? no_name(lookup, card, query, answer) : found;
}

static enum expr_found ask_series(void *context, const struct expr_query *query,
                                  struct expr_answer *answer) {
    struct lookup *lookup = context;
    const struct card *card = lookup->evaluation->card;
    struct text id = query->card;
    if (id.len && !text_equal(id, card->id)) card = cards_find(lookup->evaluation->cards, id);
    if (!card) {
        struct nearest nearest = predict_near_cards(lookup->evaluation->cards, id);
        answer->nearest = nearest;
        return EXPR_NO_CARD;
    }
    enum expr_found found = ask_card(lookup, card, query, answer);
    if (found == EXPR_FOUND && answer->value.kind == EXPR_MISSING && !lookup->missing)
        lookup->missing = card_missing(card);
    return found;
}

static enum expr_found ask_variable(void *context, struct text name, struct expr_answer *answer) {
    const struct lookup *lookup = context;
    for (const struct scope *scope = lookup->scope; scope; scope = scope->outer) {
        unsigned long number;
        if (!text_equal(scope->name, name)) continue;
        if (scope->numeric && text_number(scope->value, INT32_MAX, &number))
            answer->value = expr_count((int64_t)number);
        else
            answer->value = expr_text(scope->value);
        return EXPR_FOUND;
    }
    return EXPR_NO_NAME;
}

static enum expr_found ask_cited(void *context, const struct expr_query *query,
                                 struct expr_answer *answer) {
    struct lookup *lookup = context;
    struct nearest nearest = {.wanted = query->name};
    const struct front *front = lookup->page ? &lookup->page->front : NULL;
    for (size_t i = 0; front && i < front->source_count; i++) {
        if (text_equal(front->source[i].id.value, query->name)) {
            note_used(lookup, (struct used){.cited = &front->source[i]});
            return EXPR_FOUND;
        }
        nearest_offer(&nearest, front->source[i].id.value);
    }
    answer->nearest = nearest;
    return EXPR_NO_NAME;
}

/* The prediction is for the card among the arguments, if there is one. */
static enum expr_found ask_model(void *context, const struct expr_query *query,
                                 struct expr_answer *answer) {
    struct lookup *lookup = context;
    const struct evaluation *evaluation = lookup->evaluation;
    struct used used = {.card = evaluation->card};
    struct predict predict = {evaluation->cards, lookup->arena};
    enum expr_found found = predict_answer(&predict, query, answer);
    if (found != EXPR_FOUND) return found;
    used.predicted = query->arguments[0].text;
    for (size_t i = 1; i < query->count; i++) {
        const struct card *card = cards_find(evaluation->cards, query->arguments[i].text);
        if (card) used.card = card;
    }
    note_used(lookup, used);
    if (answer->value.kind == EXPR_MISSING && !lookup->missing) lookup->missing = "not predicted";
    return found;
}

struct expr_env lookup_env(struct lookup *lookup) {
    return (struct expr_env){
        .context = lookup,
        .card = lookup->evaluation->card->id,
        .series = ask_series,
        .variable = ask_variable,
        .model = ask_model,
        .cited = ask_cited,
    };
}

/* ---- hints ------------------------------------------------------------------------------- */

const char *lookup_nearest_series(const struct evaluation *evaluation, struct text name,
                                  struct arena *arena) {
    struct nearest nearest = {.wanted = name};
    offer_series(&nearest, evaluation->card);
    for (size_t i = 0; i < evaluation->cards->count; i++)
        offer_series(&nearest, &evaluation->cards->list[i]);
    return nearest_hint(&nearest, NULL, arena);
}
