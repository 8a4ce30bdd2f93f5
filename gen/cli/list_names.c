/* list_names -- the names that a page may use: series, facts, diagrams, functions, units.
 *
 * Everything is derived from the cards and from the tables that the program itself works with. A
 * name is listed once, however many cards have it; --card restricts the lists to that card. */
#include "cli/cli.h"
#include "page/lookup.h"
#include "render/diagram.h"
#include "render/words.h"

/* The state of a list that is being printed. */
struct listing {
    struct cli_run *run;
    struct text only; /* of the series: one name or family; empty: all */
    struct buf *out;
    struct words words;
    size_t count; /* rows so far */
};

/* Tells whether the card has a value of this name. */
typedef bool (*has_name)(const struct card *card, struct text name);

/* A row is one name; empty texts and NULL are not printed. */
struct row {
    struct text name, unit, words;
    const struct series *series; /* for its axes */
    has_name has;                /* which cards have `key` */
    struct text key;
    const char *from; /* what it is made from */
};

/* ---- one row ---------------------------------------------------------------------------------- */

static bool is_asked(const struct listing *listing, const struct card *card) {
    return !listing->run->options->card || card == listing->run->course.card;
}

static struct texts cards_with(const struct listing *listing, const struct row *row) {
    struct texts ids = {0};
    const struct cards *cards = &listing->run->course.cards;
    for (size_t i = 0; i < cards->count; i++)
        if (row->has(&cards->list[i], row->key))
            texts_add_once(&ids, cards->list[i].id, &listing->run->arena);
    return ids;
}

/* Cards may have measured different values of an axis, so the union is listed. */
static struct texts values_of(const struct listing *listing, const struct series *series,
                              size_t axis) {
    struct texts values = {0};
    const struct cards *cards = &listing->run->course.cards;
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        const struct series *other =
            is_asked(listing, card) ? card_series(card, series->name) : NULL;
        for (size_t j = 0; other && axis < other->axis_count && j < other->axis[axis].count; j++)
            texts_add_once(&values, other->axis[axis].value[j], &listing->run->arena);
    }
    return values;
}

static void put_names(struct buf *out, const struct texts *names, bool json) {
    for (size_t i = 0; i < names->count; i++) {
        buf_str(out, i ? ", " : "");
        if (json)
            buf_json(out, names->at[i]);
        else
            buf_view(out, names->at[i]);
    }
}

static void put_text(const struct listing *listing, const struct row *row) {
    struct buf *out = listing->out;
    buf_view(out, row->name);
    for (size_t i = 0; row->series && i < row->series->axis_count; i++)
        buf_printf(out, "%s%.*s%s", i ? ", " : "[", TEXT_ARG(row->series->axis[i].name),
                   i + 1 < row->series->axis_count ? "" : "]");
    if (row->unit.len) buf_printf(out, "  %.*s", TEXT_ARG(row->unit));
    if (row->words.len && !text_equal(row->words, row->key))
        buf_printf(out, "  %.*s", TEXT_ARG(row->words));
    for (size_t i = 0; row->series && i < row->series->axis_count; i++) {
        struct texts values = values_of(listing, row->series, i);
        buf_printf(out, "\n    %.*s: ", TEXT_ARG(row->series->axis[i].name));
        put_names(out, &values, false);
    }
    if (row->has) {
        struct texts cards = cards_with(listing, row);
        buf_str(out, cards.count ? "\n    cards: " : "\n    no card has it");
        put_names(out, &cards, false);
    }
    if (row->from) buf_printf(out, "\n    from: %s", row->from);
    buf_char(out, '\n');
}

static void put_member(struct buf *out, const char *key, struct text value) {
    if (value.len) buf_member(out, key, value);
}

static void put_json(const struct listing *listing, const struct row *row) {
    struct buf *out = listing->out;
    buf_str(out, listing->count ? ",\n  {" : "\n  {");
    buf_member(out, "name", row->name);
    put_member(out, "unit", row->unit);
    put_member(out, "words", row->words);
    put_member(out, "from", text_of(row->from));
    if (row->series) buf_str(out, ", \"axes\": [");
    for (size_t i = 0; row->series && i < row->series->axis_count; i++) {
        struct texts values = values_of(listing, row->series, i);
        buf_str(out, i ? ", {" : "{");
        buf_member(out, "name", row->series->axis[i].name);
        buf_str(out, ", \"values\": [");
        put_names(out, &values, true);
        buf_str(out, "]}");
    }
    if (row->series) buf_char(out, ']');
    if (row->has) {
        struct texts cards = cards_with(listing, row);
        buf_str(out, ", \"cards\": [");
        put_names(out, &cards, true);
        buf_char(out, ']');
    }
    buf_char(out, '}');
}

static void put(struct listing *listing, const struct row *row) {
    (listing->run->options->json ? put_json : put_text)(listing, row);
    listing->count++;
}

/* ---- names of cards --------------------------------------------------------------------------- */

static bool has_series(const struct card *card, struct text name) {
    const struct series *series = card_series(card, name);
    return series && series_known(series);
}

static bool has_fact(const struct card *card, struct text name) {
    const struct fact *fact = card_fact(card, name);
    return fact && !fact->missing;
}

static bool has_message(const struct card *card, struct text name) {
    const struct card_message *message = card_message(card, name);
    return message && !message->missing;
}

static bool is_part(struct text name, struct text only) {
    return !only.len || text_equal(name, only) || text_equal(words_first(name), only);
}

bool list_is_series(const struct cards *cards, struct text name) {
    for (size_t i = 0; name.len && i < cards->count; i++)
        for (size_t j = 0; j < cards->list[i].series_count; j++)
            if (is_part(cards->list[i].series[j].name, name)) return true;
    return false;
}

static void put_series(struct listing *listing) {
    struct texts names = {0};
    const struct cards *cards = &listing->run->course.cards;
    struct evaluation evaluation = {.cards = cards, .card = listing->run->course.card};
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        for (size_t j = 0; is_asked(listing, card) && j < card->series_count; j++)
            if (is_part(card->series[j].name, listing->only))
                texts_add_once(&names, card->series[j].name, &listing->run->arena);
    }
    texts_sort(&names);
    for (size_t i = 0; i < names.count; i++) {
        const struct series *series = lookup_series(&evaluation, names.at[i]);
        put(listing, &(struct row){.name = series->name,
                                   .unit = series->unit,
                                   .words = words_title(&listing->words, series),
                                   .series = series,
                                   .has = has_series,
                                   .key = series->name});
    }
}

static struct text unit_of_fact(const struct cards *cards, struct text name) {
    const struct fact *fact = NULL;
    for (size_t i = 0; !fact && i < cards->count; i++)
        fact = card_fact(&cards->list[i], name);
    return fact ? fact->unit : (struct text){0};
}

static void put_facts(struct listing *listing) {
    struct texts facts = {0}, messages = {0};
    const struct cards *cards = &listing->run->course.cards;
    struct arena *arena = &listing->run->arena;
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        if (!is_asked(listing, card)) continue;
        for (size_t j = 0; j < card->fact_count; j++)
            texts_add_once(&facts, card->fact[j].name, arena);
        for (size_t j = 0; j < card->message_count; j++)
            texts_add_once(&messages, card->message[j].name, arena);
    }
    texts_sort(&facts);
    texts_sort(&messages);
    for (size_t i = 0; i < facts.count; i++)
        put(listing, &(struct row){.name = arena_printf(arena, "fact.%.*s", TEXT_ARG(facts.at[i])),
                                   .unit = unit_of_fact(cards, facts.at[i]),
                                   .words = words_of(&listing->words, WORDS_FACTS, facts.at[i]),
                                   .has = has_fact,
                                   .key = facts.at[i]});
    for (size_t i = 0; lookup_own_name(i); i++)
        put(listing, &(struct row){.name = text_of(lookup_own_name(i))});
    for (size_t i = 0; i < messages.count; i++)
        put(listing,
            &(struct row){.name = arena_printf(arena, "message.%.*s", TEXT_ARG(messages.at[i])),
                          .words = words_of(&listing->words, WORDS_MESSAGES, messages.at[i]),
                          .has = has_message,
                          .key = messages.at[i]});
}

/* ---- names of the program --------------------------------------------------------------------- */

static void put_diagrams(struct listing *listing) {
    for (size_t i = 0; diagram_list[i]; i++)
        put(listing, &(struct row){.name = arena_printf(&listing->run->arena, "diagram:%s",
                                                        diagram_list[i]->name),
                                   .words = text_of(diagram_list[i]->shows),
                                   .from = diagram_list[i]->needs});
}

static void put_functions(struct listing *listing) {
    struct text usage, help;
    for (size_t i = 0; expr_function(i, &usage, &help); i++)
        put(listing, &(struct row){.name = usage, .words = help});
}

static void put_units(struct listing *listing) {
    struct text name;
    for (size_t i = 0; (name = expr_unit_name(i)).ptr; i++)
        put(listing, &(struct row){.name = name});
}

/* ---- the lists -------------------------------------------------------------------------------- */

const struct list_names list_names[] = {
    {"series", put_series},       {"facts", put_facts}, {"diagrams", put_diagrams},
    {"functions", put_functions}, {"units", put_units}, {NULL, NULL},
};

const struct list_names *list_names_find(struct text name) {
    for (const struct list_names *list = list_names; list->name; list++)
        if (text_is(name, list->name)) return list;
    return NULL;
}

void list_names_print(const struct list_names *list, struct cli_run *run, struct text only,
                      struct buf *out) {
    struct listing listing = {.run = run, .only = only, .out = out};
    words_load(&listing.words, &run->root, &run->arena, &run->diags);
    if (run->options->json) buf_printf(out, "{\"%s\": [", list->name);
    list->put(&listing);
    if (run->options->json) buf_str(out, "]}");
}
