/* page_rank -- all cards in order: what their memories hold, deliver and take for a load, each figure with the
 * rank that it has among the cards of which it is known. The tables stand on /compare/, best of the first
 * column first; a script sorts them by any other. */
#include <math.h>
#include <stdlib.h>

#include "course/address.h"
#include "render/compare.h"
#include "render/numbers.h"
#include "render/site.h"

enum { FIGURES_MAX = 6 };

/* A fact, or a point of a series; of DRAM reads the pass over large arrays, where the levels were not read one by
 * one. Heads are in the summary's words. */
struct figure {
    const char *head;
    const char *fact;
    const char *series, *role;
    const char *otherwise, *otherwise_role;
};

static const struct ranking {
    const char *name;
    bool least_first; /* a latency */
    struct figure figure[FIGURES_MAX];
} rankings[] = {
    {"rank.rates",
     false,
     {{.head = "rank.rated", .series = "dram.rated"},
      {.head = "level.dram",
       .series = "bandwidth.rate",
       .role = "dram",
       .otherwise = "copy.rate",
       .otherwise_role = "read"},
      {.head = "level.l2", .series = "bandwidth.rate", .role = "l2"},
      {.head = "rank.l1", .series = "bandwidth.rate", .role = "l1"},
      {.head = "level.shared", .series = "bandwidth.rate", .role = "shared"}}},
    {"rank.cycles",
     true,
     {{.head = "level.dram", .series = "latency.cycles", .role = "dram"},
      {.head = "level.l2", .series = "latency.cycles", .role = "l2"},
      {.head = "rank.l1", .series = "latency.cycles", .role = "l1"},
      {.head = "level.shared", .series = "latency.cycles", .role = "shared"}}},
    {"rank.sizes",
     false,
     {{.head = "level.dram", .fact = "dram"},
      {.head = "level.l2", .fact = "l2"},
      {.head = "rank.unified", .fact = "unified.sm"},
      {.head = "rank.shared", .fact = "shared.sm"},
      {.head = "rank.sms", .fact = "sms"}}},
};

/* What a card has of a figure, and its place among all. */
struct ranked {
    bool known;
    double number;
    size_t place;
    struct used used;
    struct text text;
    struct text cards; /* the span between several cards of the model, where they were measured */
};

struct row {
    const struct card *card;
    struct ranked *of; /* by figure */
    bool known;        /* any of them is */
};

struct table {
    struct site_build *build;
    const struct ranking *ranking;
    struct row *row;
    size_t row_count, figure_count;
};

static struct ranked of_fact(struct arena *arena, const struct card *card, const char *name) {
    const struct used used = numbers_fact(card, name);
    if (!used.fact) return (struct ranked){0};
    return (struct ranked){.known = true,
                           .number = used.fact->value,
                           .used = used,
                           .text = quantity_fact(arena, used.fact)};
}

static struct ranked figure_of(struct arena *arena, const struct card *card,
                               const struct figure *figure) {
    const struct reading reading = {.card = card, .arena = arena};
    if (figure->fact) return of_fact(arena, card, figure->fact);
    struct reading_point read = reading_point(&reading, figure->series, figure->role, NULL);
    if (!read.known && figure->otherwise)
        read = reading_point(&reading, figure->otherwise, figure->otherwise_role, NULL);
    if (!read.known) return (struct ranked){0};
    struct ranked out = {.known = true,
                         .number = read.number,
                         .used = numbers_point(card, &read),
                         .text = text_of(read.note.text)};
    const struct span *cards = &read.point->between_cards;
    if (!cards->known) return out;
    struct quantity in = quantity_common(arena, read.series->unit, false, cards->greatest);
    struct text least = quantity_bare(arena, &in, cards->least);
    if (!text_equal(least, quantity_bare(arena, &in, cards->greatest)))
        out.cards = arena_printf(arena, "%.*s to %.*s", TEXT_ARG(least),
                                 TEXT_ARG(quantity_text(arena, &in, cards->greatest)));
    return out;
}

/* Cards with the same figure share a place; two that are printed alike are the same to a reader. */
static void put_places(struct table *table, size_t figure) {
    for (size_t i = 0; i < table->row_count; i++) {
        struct ranked *of = &table->row[i].of[figure];
        if (!of->known) continue;
        of->place = 1;
        for (size_t k = 0; k < table->row_count; k++) {
            const struct ranked *other = &table->row[k].of[figure];
            if (!other->known || text_equal(other->text, of->text)) continue;
            of->place += table->ranking->least_first ? other->number < of->number
                                                     : other->number > of->number;
        }
    }
}

/* By the first figure, unknown last; cards without it keep the order of the list. */
static int by_place(const void *a, const void *b) {
    const struct row *one = a, *other = b;
    size_t first = one->of[0].known ? one->of[0].place : SIZE_MAX;
    size_t second = other->of[0].known ? other->of[0].place : SIZE_MAX;
    if (first != second) return first < second ? -1 : 1;
    return one->card < other->card ? -1 : one->card > other->card;
}

static struct table table_of(struct site_build *build, const struct ranking *ranking) {
    const struct cards *cards = &build->course->cards;
    struct table table = {.build = build, .ranking = ranking, .row_count = cards->count};
    while (table.figure_count < FIGURES_MAX && ranking->figure[table.figure_count].head)
        table.figure_count++;
    table.row = ARENA_ARRAY(build->arena, struct row, cards->count);
    for (size_t i = 0; i < cards->count; i++) {
        struct row *row = &table.row[i];
        *row = (struct row){.card = &cards->list[i]};
        row->of = ARENA_ARRAY(build->arena, struct ranked, table.figure_count);
        for (size_t f = 0; f < table.figure_count; f++) {
            row->of[f] = figure_of(build->arena, row->card, &ranking->figure[f]);
            row->known = row->known || row->of[f].known;
        }
    }
    for (size_t f = 0; f < table.figure_count; f++)
        put_places(&table, f);
    qsort(table.row, table.row_count, sizeof *table.row, by_place);
    return table;
}

/* How long the bar below a figure is, of a hundred: the greatest has the whole width. */
static double share_of(const struct table *table, size_t figure, double number) {
    double greatest = 0;
    for (size_t i = 0; i < table->row_count; i++)
        if (table->row[i].of[figure].known)
            greatest = fmax(greatest, table->row[i].of[figure].number);
    return greatest > 0 ? 100 * number / greatest : 0;
}

static void put_row(const struct table *table, struct data *list, struct text from,
                    const struct row *row) {
    struct site_build *build = table->build;
    struct data *item =
        site_link(build, list, from, course_card_address(row->card, build->arena), row->card->name);
    struct data *cells = data_put_list(item, "cells");
    data_flag(item, "reported", row->card->reported);
    data_flag(item, "yours", row->card->folder.len > 0);
    for (size_t f = 0; f < table->figure_count; f++) {
        const struct ranked *of = &row->of[f];
        struct data *cell = data_add(cells);
        struct buf number = {0};
        if (of->known) buf_number(&number, of->number);
        data_texts(cell,
                   {"head", words_of(&build->words, WORDS_SUMMARY,
                                     text_of(table->ranking->figure[f].head))},
                   {"cards", of->cards}, {"sort", buf_take(&number, build->arena)});
        data_html(cell, "value", numbers_row(build, from, &of->used, of->text));
        data_flag(cell, "first", of->place == 1);
        data_printf(cell, "place", "%zu", of->place);
        data_printf(cell, "share", "%.1f", share_of(table, f, of->number));
    }
}

void rank_data(struct site_build *build, struct data *page, struct text from) {
    struct data *list = data_put_list(page, "rankings");
    for (size_t i = 0; i < sizeof rankings / sizeof *rankings; i++) {
        const struct table table = table_of(build, &rankings[i]);
        struct data *item = data_add(list), *heads = data_put_list(item, "heads");
        struct data *rows = data_put_list(item, "rows"), *none = data_put_list(item, "none");
        struct text name = text_of(rankings[i].name);
        data_texts(item, {"name", name}, {"words", words_of(&build->words, WORDS_SUMMARY, name)});
        data_flag(item, "least_first", rankings[i].least_first);
        for (size_t f = 0; f < table.figure_count; f++)
            data_text(data_add(heads), "words",
                      words_of(&build->words, WORDS_SUMMARY, text_of(rankings[i].figure[f].head)));
        for (size_t r = 0; r < table.row_count; r++) {
            const struct row *row = &table.row[r];
            if (row->known) {
                put_row(&table, rows, from, row);
                continue;
            }
            struct data *link = site_link(
                build, none, from, course_card_address(row->card, build->arena), row->card->name);
            data_flag(link, "more", none->count > 1);
        }
    }
}
