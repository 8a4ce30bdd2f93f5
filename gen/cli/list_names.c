/* list_names -- the names that a page may use: series, facts, diagrams, functions, units.
 *
 * Everything is derived from the cards and from the tables that the program itself works with. A
 * name is listed once, whatever number of cards have it; --card leaves the names of that card. */
#include <stdlib.h>

#include "cli/list.h"
#include "page/lookup.h"
#include "render/diagram.h"
#include "render/words.h"

static void json_member(struct buf *out, const char *key, struct text value) {
    buf_printf(out, "\"%s\": ", key);
    buf_json(out, value);
}

/* ---- the cards that have a name ---------------------------------------------------------------- */

typedef bool (*has_name)(const struct card *card, struct text name);

static bool has_series(const struct card *card, struct text name) {
    const struct series *series = card_series(card, name);
    for (size_t i = 0; series && i < series->point_count; i++)
        if (!series->point[i].missing) return true;
    return false;
}

static bool has_fact(const struct card *card, struct text name) {
    const struct fact *fact = card_fact(card, name);
    return fact && !fact->missing;
}

static bool has_message(const struct card *card, struct text name) {
    const struct card_message *message = card_message(card, name);
    return message && !message->missing;
}

static void print_cards(const struct cards *cards, has_name has, struct text name, bool json,
                        struct buf *out) {
    size_t count = 0;
    for (size_t i = 0; i < cards->count; i++) {
        if (!has(&cards->list[i], name)) continue;
        if (count++) buf_str(out, ", ");
        if (json)
            buf_json(out, cards->list[i].id);
        else
            buf_view(out, cards->list[i].id);
    }
    if (!count && !json) buf_str(out, "no card");
}

/* Names in an order of their own, each once. */
struct names {
    struct text *list;
    size_t count, capacity;
};

static void names_add(struct names *names, struct text name, struct arena *arena) {
    for (size_t i = 0; i < names->count; i++)
        if (text_equal(names->list[i], name)) return;
    names->list =
        arena_grow(arena, names->list, names->count, &names->capacity, sizeof *names->list);
    names->list[names->count++] = name;
}

static int by_name(const void *a, const void *b) {
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

static void names_sort(struct names *names) {
    if (names->count) qsort(names->list, names->count, sizeof *names->list, by_name);
}

static bool is_asked(const struct cli_run *run, const struct card *card) {
    return !run->options->card || card == run->course.card;
}

/* ---- series ------------------------------------------------------------------------------------ */

static bool is_part(struct text name, struct text only) {
    return !only.len || text_equal(name, only) || text_equal(words_first(name), only);
}

bool list_is_series(const struct cards *cards, struct text name) {
    for (size_t i = 0; name.len && i < cards->count; i++)
        for (size_t j = 0; j < cards->list[i].series_count; j++)
            if (is_part(cards->list[i].series[j].name, name)) return true;
    return false;
}

/* What all cards together have on one axis. */
static struct names axis_values(const struct cli_run *run, struct text name, size_t axis,
                                struct arena *arena) {
    struct names values = {0};
    for (size_t i = 0; i < run->course.cards.count; i++) {
        const struct card *card = &run->course.cards.list[i];
        const struct series *series = is_asked(run, card) ? card_series(card, name) : NULL;
        if (!series || axis >= series->axis_count) continue;
        for (size_t j = 0; j < series->axis[axis].count; j++)
            names_add(&values, series->axis[axis].value[j], arena);
    }
    return values;
}

/* The axes and their values: a line each, or a member of JSON each. */
static void print_axes(struct cli_run *run, const struct series *series, bool json,
                       struct buf *out) {
    for (size_t i = 0; i < series->axis_count; i++) {
        struct names values = axis_values(run, series->name, i, &run->arena);
        if (json) {
            buf_printf(out, "%s{", i ? ", " : "");
            json_member(out, "name", series->axis[i].name);
            buf_str(out, ", \"values\": [");
        } else {
            buf_printf(out, "    %.*s:", TEXT_ARG(series->axis[i].name));
        }
        for (size_t j = 0; j < values.count; j++) {
            if (j) buf_char(out, ',');
            if (!json || j) buf_char(out, ' ');
            if (json)
                buf_json(out, values.list[j]);
            else
                buf_view(out, values.list[j]);
        }
        buf_str(out, json ? "]}" : "\n");
    }
}

static void series_json(struct cli_run *run, const struct series *series, struct buf *out) {
    buf_char(out, '{');
    json_member(out, "name", series->name);
    buf_str(out, ", ");
    json_member(out, "unit", series->unit);
    buf_str(out, ", ");
    json_member(out, "words", words_series(series->name));
    buf_str(out, ", \"axes\": [");
    print_axes(run, series, true, out);
    buf_str(out, "], \"cards\": [");
    print_cards(&run->course.cards, has_series, series->name, true, out);
    buf_str(out, "]}");
}

static void series_text(struct cli_run *run, const struct series *series, struct buf *out) {
    buf_view(out, series->name);
    for (size_t i = 0; i < series->axis_count; i++)
        buf_printf(out, "%s%.*s", i ? ", " : "[", TEXT_ARG(series->axis[i].name));
    struct text words = words_series(series->name);
    buf_printf(out, "%s  %.*s", series->axis_count ? "]" : "", TEXT_ARG(series->unit));
    if (!text_equal(words, series->name)) buf_printf(out, "  %.*s", TEXT_ARG(words));
    buf_char(out, '\n');
    print_axes(run, series, false, out);
    buf_str(out, "    cards: ");
    print_cards(&run->course.cards, has_series, series->name, false, out);
    buf_char(out, '\n');
}

static void print_series(struct cli_run *run, struct text only, bool json, struct buf *out) {
    struct names names = {0};
    const struct cards *cards = &run->course.cards;
    struct evaluation evaluation = {.cards = cards, .card = run->course.card};
    for (size_t i = 0; i < cards->count; i++)
        for (size_t j = 0; is_asked(run, &cards->list[i]) && j < cards->list[i].series_count; j++)
            if (is_part(cards->list[i].series[j].name, only))
                names_add(&names, cards->list[i].series[j].name, &run->arena);
    names_sort(&names);
    for (size_t i = 0; i < names.count; i++) {
        const struct series *series = lookup_series(&evaluation, names.list[i]);
        if (json) buf_str(out, i ? ",\n  " : "[\n  ");
        (json ? series_json : series_text)(run, series, out);
    }
    if (json) buf_str(out, names.count ? "]" : "[]");
}

/* ---- facts, the run, messages ----------------------------------------------------------------- */

/* One line, or one object after `*between`. */
struct fact_row {
    const char *prefix;
    struct text name, unit, words;
    has_name has;
};

static void print_row(const struct cli_run *run, const struct fact_row *row, bool json,
                      struct buf *out) {
    if (json) {
        buf_printf(out, "%s{\"name\": \"%s%.*s\", ", out->len ? ",\n  " : "[\n  ", row->prefix,
                   TEXT_ARG(row->name));
        json_member(out, "unit", row->unit);
        buf_str(out, ", ");
        json_member(out, "words", row->words);
        buf_str(out, ", \"cards\": [");
        if (row->has) print_cards(&run->course.cards, row->has, row->name, true, out);
        buf_str(out, "]}");
        return;
    }
    buf_printf(out, "%s%.*s", row->prefix, TEXT_ARG(row->name));
    if (row->unit.len) buf_printf(out, "  %.*s", TEXT_ARG(row->unit));
    if (row->words.len) buf_printf(out, "  %.*s", TEXT_ARG(row->words));
    if (row->has) {
        buf_str(out, "\n    cards: ");
        print_cards(&run->course.cards, row->has, row->name, false, out);
    }
    buf_char(out, '\n');
}

static struct text unit_of_fact(const struct cards *cards, struct text name) {
    for (size_t i = 0; i < cards->count; i++) {
        const struct fact *fact = card_fact(&cards->list[i], name);
        if (fact) return fact->unit;
    }
    return (struct text){0};
}

static void print_facts(struct cli_run *run, struct text only, bool json, struct buf *out) {
    struct names facts = {0}, messages = {0};
    const struct cards *cards = &run->course.cards;
    (void)only;
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        if (!is_asked(run, card)) continue;
        for (size_t j = 0; j < card->fact_count; j++)
            names_add(&facts, card->fact[j].name, &run->arena);
        for (size_t j = 0; j < card->message_count; j++)
            names_add(&messages, card->message[j].name, &run->arena);
    }
    names_sort(&facts);
    names_sort(&messages);
    for (size_t i = 0; i < facts.count; i++) {
        struct text name = facts.list[i];
        struct fact_row row = {"fact.", name, unit_of_fact(cards, name), words_fact(name),
                               has_fact};
        print_row(run, &row, json, out);
    }
    for (size_t i = 0; lookup_own_name(i); i++)
        print_row(run, &(struct fact_row){.prefix = lookup_own_name(i)}, json, out);
    for (size_t i = 0; i < messages.count; i++) {
        struct text name = messages.list[i];
        struct fact_row row = {"message.", name, {0}, words_message(name), has_message};
        print_row(run, &row, json, out);
    }
    if (json) buf_char(out, ']');
}

/* ---- diagrams, functions, units --------------------------------------------------------------- */

static void print_diagrams(struct cli_run *run, struct text only, bool json, struct buf *out) {
    (void)run;
    (void)only;
    for (size_t i = 0; diagram_list[i]; i++) {
        const struct diagram *diagram = diagram_list[i];
        if (!json) {
            buf_printf(out, "diagram:%s  %s\n    from: %s\n", diagram->name, diagram->shows,
                       diagram->needs);
            continue;
        }
        buf_str(out, i ? ",\n  {" : "[\n  {");
        json_member(out, "name", text_of(diagram->name));
        buf_str(out, ", ");
        json_member(out, "shows", text_of(diagram->shows));
        buf_str(out, ", ");
        json_member(out, "needs", text_of(diagram->needs));
        buf_char(out, '}');
    }
    if (json) buf_char(out, ']');
}

static void print_functions(struct cli_run *run, struct text only, bool json, struct buf *out) {
    struct expr_view usage, help;
    (void)run;
    (void)only;
    for (size_t i = 0; expr_function(i, &usage, &help); i++) {
        struct text text[] = {{usage.data, usage.length}, {help.data, help.length}};
        if (!json) {
            buf_printf(out, "%-27.*s  %.*s\n", TEXT_ARG(text[0]), TEXT_ARG(text[1]));
            continue;
        }
        buf_str(out, i ? ",\n  {" : "[\n  {");
        json_member(out, "usage", text[0]);
        buf_str(out, ", ");
        json_member(out, "gives", text[1]);
        buf_char(out, '}');
    }
    if (json) buf_char(out, ']');
}

static void print_units(struct cli_run *run, struct text only, bool json, struct buf *out) {
    enum { PER_LINE = 11 };
    struct expr_view name;
    (void)run;
    (void)only;
    for (size_t i = 0; (name = expr_unit_name(i)).data; i++) {
        struct text text = {name.data, name.length};
        if (json) {
            buf_str(out, i ? ", " : "[");
            buf_json(out, text);
        } else {
            buf_printf(out, "%s%.*s", !i ? "" : i % PER_LINE ? "  " : "\n", TEXT_ARG(text));
        }
    }
    buf_str(out, json ? "]" : "\nand any of them over s, cycle, clk, B, FLOP or W: FLOP/s/W\n");
}

static const struct list_names kinds[] = {
    {"series", print_series},       {"facts", print_facts}, {"diagrams", print_diagrams},
    {"functions", print_functions}, {"units", print_units},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const struct list_names *list_names_find(struct text word) {
    for (size_t i = 0; i < KINDS; i++)
        if (text_is(word, kinds[i].word)) return &kinds[i];
    return NULL;
}

const char *list_names_word(size_t index) {
    return index < KINDS ? kinds[index].word : NULL;
}
