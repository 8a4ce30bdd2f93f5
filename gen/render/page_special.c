/* page_special -- what sets a card apart: where it stands among all cards in a few figures, drawn as dots on a
 * line; and what is not known of it, by the reason. */
#include <math.h>

#include "course/address.h"
#include "render/numbers.h"
#include "render/page_card.h"
#include "render/quantity.h"

/* ---- among all cards -------------------------------------------------------------------------- */

/* A figure that most cards have: a fact, or a series without axes. Its words are those of the fact. */
static const struct trait {
    const char *fact, *series;
} traits[] = {
    {"dram", NULL},      {NULL, "dram.rated"}, {"l2", NULL},       {"sms", NULL},
    {"shared.sm", NULL}, {"unified.sm", NULL}, {"clock.sm", NULL}, {"clock.memory", NULL},
    {"bus", NULL},       {"threads.sm", NULL}, {"l2.width", NULL},
};
enum { TRAITS = sizeof traits / sizeof *traits, TRAITS_SHOWN = 4, CARDS_LEAST = 4 };

struct standing {
    const struct trait *trait;
    double value;
    size_t known, above, below; /* cards that have the figure; with more, with less of it */
};

static struct used trait_used(const struct card *card, const struct trait *trait) {
    if (trait->fact) return numbers_fact(card, trait->fact);
    const struct series *series = card_series(card, text_of(trait->series));
    const struct point *point = series ? series_point(series, NULL, 0, NULL) : NULL;
    if (!point || point->missing) return (struct used){.card = card};
    return (struct used){.card = card, .series = series, .point = point};
}

static bool trait_value(const struct card *card, const struct trait *trait, double *value) {
    const struct used used = trait_used(card, trait);
    *value = used.fact ? used.fact->value : used.point ? used.point->median : 0;
    return *value > 0;
}

static struct text trait_text(struct arena *arena, const struct card *card,
                              const struct trait *trait, double value) {
    if (trait->fact) return quantity_fact(arena, card_fact(card, text_of(trait->fact)));
    return quantity_alone(arena, card_series(card, text_of(trait->series))->unit, value);
}

/* Figures that are printed alike are the same to a reader. */
static struct standing standing_of(struct site_build *build, const struct card *card,
                                   const struct trait *trait) {
    const struct cards *cards = &build->course->cards;
    struct standing of = {.trait = trait};
    double other;
    if (!trait_value(card, trait, &of.value)) return of;
    struct text own = trait_text(build->arena, card, trait, of.value);
    for (size_t i = 0; i < cards->count; i++) {
        if (!trait_value(&cards->list[i], trait, &other)) continue;
        of.known++;
        if (text_equal(trait_text(build->arena, &cards->list[i], trait, other), own)) continue;
        of.above += other > of.value;
        of.below += other < of.value;
    }
    return of;
}

/* How many cards are at least as far out on the same side: 0 for the only one with the most or the least. Where all
 * cards have the same, there is nothing to tell. */
static size_t commonness(const struct standing *of) {
    if (of->known < CARDS_LEAST || of->above + of->below == 0) return SIZE_MAX;
    size_t same = of->known - of->above - of->below;
    return (of->above < of->below ? of->above : of->below) + same - 1;
}

/* Says "the most of 15 cards", "2nd of 15 cards", "the least of 15 cards"; ties count as equals. */
static struct text rank(struct arena *arena, const struct standing *of) {
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    size_t place = of->above + 1, same = of->known - of->above - of->below;
    const char *shared = same > 1 ? ", with others" : "";
    if (!of->above) return arena_printf(arena, "the most of %zu cards%s", of->known, shared);
    if (!of->below) return arena_printf(arena, "the least of %zu cards%s", of->known, shared);
    bool teen = place / 10 % 10 == 1;
    const char *end = ends[!teen && place % 10 < 4 ? place % 10 : 0];
    return arena_printf(arena, "%zu%s of %zu cards%s", place, end, of->known, shared);
}

/* All cards as dots on a line of powers; this card's is drawn last, over the others. */
static struct text strip(struct arena *arena, const struct cards *cards,
                         const struct standing *of) {
    enum { LENGTH = 180, MARGIN = 6 };
    double least = of->value, most = of->value, value;
    struct buf out = {0};
    for (size_t i = 0; i < cards->count; i++) {
        if (!trait_value(&cards->list[i], of->trait, &value)) continue;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    double scale = most > least ? LENGTH / log(most / least) : 0;
    buf_printf(&out,
               "<svg class=\"strip\" viewBox=\"0 0 %d 12\" width=\"%d\" height=\"12\" "
               "aria-hidden=\"true\" focusable=\"false\"><path d=\"M%d 6h%d\"/>",
               LENGTH + 2 * MARGIN, LENGTH + 2 * MARGIN, MARGIN, LENGTH);
    for (size_t i = 0; i < cards->count; i++)
        if (trait_value(&cards->list[i], of->trait, &value) && value != of->value)
            buf_printf(&out, "<circle cx=\"%.1f\" cy=\"6\" r=\"3\"/>",
                       MARGIN + scale * log(value / least));
    buf_printf(&out, "<circle class=\"this\" cx=\"%.1f\" cy=\"6\" r=\"5\"/></svg>",
               MARGIN + scale * log(of->value / least));
    return buf_take(&out, arena);
}

static void special_row(struct site_build *build, struct data *list, const struct card *card,
                        const struct standing *of) {
    struct arena *arena = build->arena;
    const struct used used = trait_used(card, of->trait);
    struct data *item = data_add(list);
    data_texts(item,
               {"words", used.fact ? words_of(&build->words, WORDS_FACTS, used.fact->name)
                                   : words_title(&build->words, used.series)},
               {"rank", rank(arena, of)});
    data_html(item, "value",
              numbers_row(build, course_card_address(card, arena), &used,
                          trait_text(arena, card, of->trait, of->value)));
    data_html(item, "strip", strip(arena, &build->course->cards, of));
}

void card_special(struct site_build *build, struct data *page, const struct card *card) {
    struct data *list = data_put_list(page, "special");
    struct standing all[TRAITS];
    for (size_t i = 0; i < TRAITS; i++)
        all[i] = standing_of(build, card, &traits[i]);
    for (size_t shown = 0; shown < TRAITS_SHOWN; shown++) {
        struct standing *best = &all[0];
        for (size_t i = 1; i < TRAITS; i++)
            if (commonness(&all[i]) < commonness(best)) best = &all[i];
        if (commonness(best) == SIZE_MAX) return;
        special_row(build, list, card, best);
        best->known = 0;
    }
}

/* ---- what is not known ------------------------------------------------------------------------ */

struct unknown {
    struct data *list;
    struct texts reasons;
    struct data **names; /* of the reason of the same index */
    size_t count, capacity;
};

/* Finds the list of what lacks its value for this reason. */
static struct data *because(struct unknown *of, struct text reason) {
    struct arena *arena = of->list->arena;
    for (size_t i = 0; i < of->reasons.count; i++)
        if (text_equal(of->reasons.at[i], reason)) return of->names[i];
    struct data *item = data_add(of->list);
    data_text(item, "reason", reason);
    of->names = arena_grow(arena, of->names, of->reasons.count, &of->capacity, sizeof *of->names);
    of->names[of->reasons.count] = data_put_list(item, "names");
    texts_add(&of->reasons, reason, arena);
    return of->names[of->reasons.count - 1];
}

static void lacks(struct unknown *of, struct text reason, struct text words, struct text id) {
    struct data *names = because(of, reason), *name = data_add(names);
    data_texts(name, {"words", words}, {"id", id});
    data_flag(name, "more", names->count > 1);
    of->count++;
}

static struct text reason_or(const struct card *card, struct text reason) {
    return reason.len ? reason : text_of(card_missing(card));
}

/* Of a series that lacks some figures: "Spills, 2 of 20 figures". It stands with the first reason, since its table
 * has each. A series without any is what links to it may lead to, so it has its name as an id. */
static void series_unknown(struct site_build *build, struct unknown *of, const struct card *card,
                           const struct series *series) {
    size_t missing = 0;
    struct text reason = {0}, words = words_title(&build->words, series);
    for (size_t i = 0; i < series->point_count; i++) {
        if (!series->point[i].missing) continue;
        if (!missing++) reason = series->point[i].reason;
    }
    if (!missing && series->point_count) return;
    bool all = missing == series->point_count;
    if (!all)
        words = arena_printf(build->arena, "%.*s, %zu of %zu figures", TEXT_ARG(words), missing,
                             series->point_count);
    lacks(of, reason_or(card, reason), words, all ? series->name : TEXT(""));
}

void card_unknown(struct site_build *build, struct data *page, const struct card *card) {
    struct unknown of = {.list = data_put_list(page, "unknown")};
    for (size_t i = 0; i < card->fact_count; i++)
        if (card->fact[i].missing)
            lacks(&of, reason_or(card, card->fact[i].reason),
                  words_of(&build->words, WORDS_FACTS, card->fact[i].name), TEXT(""));
    for (size_t i = 0; i < card->series_count; i++)
        series_unknown(build, &of, card, &card->series[i]);
    data_text(page, "unknown_count", site_count(build->arena, of.count, "entry", "entries"));
}
