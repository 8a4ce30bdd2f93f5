/* page_cards -- the list of all cards: what each is, and what is known of it. */
#include "course/address.h"
#include "model/catalog.h"
#include "render/numbers.h"
#include "render/site.h"

enum { FAMILIES_NAMED = 3 };

/* A row of the list, on the page at `from`. */
struct row {
    struct site_build *build;
    struct text from;
    const struct card *card;
    struct data *cells;
};

/* A cell says a figure; `number` is what the script sorts by. A source that is neither the vendor's nor the
 * card's own driver is called a third party. */
struct figure {
    const char *head;
    struct text value;
    double number;
    struct used used; /* of none where it is words */
    bool third_party;
};

static void cell(const struct row *row, const struct figure *figure) {
    struct data *item = data_add(row->cells);
    struct buf sort = {0};
    if (figure->value.len) buf_number(&sort, figure->number);
    data_texts(item, {"head", text_of(figure->head)}, {"sort", buf_take(&sort, item->arena)});
    data_html(item, "value", numbers_row(row->build, row->from, &figure->used, figure->value));
    data_flag(item, "third_party", figure->third_party);
}

static bool is_third_party(const struct card *card, struct text source) {
    for (size_t i = 0; i < card->source_count; i++)
        if (text_equal(card->source[i].id, source))
            return text_is(card->source[i].status, "secondary");
    return false;
}

static void fact_cell(const struct row *row, const char *head, const char *name) {
    const struct used used = numbers_fact(row->card, name);
    const struct fact *fact = used.fact;
    cell(row, &(struct figure){head, quantity_fact(row->build->arena, fact), fact ? fact->value : 0,
                               used, fact && is_third_party(row->card, fact->source)});
}

static void rated_cell(const struct row *row) {
    const struct reading reading = {.card = row->card, .arena = row->build->arena};
    const struct reading_point rated = reading_point(&reading, "dram.rated", NULL, NULL);
    cell(row, &(struct figure){"DRAM, rated", rated.known ? text_of(rated.note.text) : TEXT(""),
                               rated.number, numbers_point(row->card, &rated),
                               rated.known && is_third_party(row->card, rated.point->source)});
}

/* The architecture and the year in which NVIDIA presented it: the compute capability says both. */
static void architecture_cells(const struct row *row) {
    const struct model_architecture *of = model_architecture(row->card->compute_capability);
    struct text capability = row->card->compute_capability, minor = capability;
    unsigned long major = 0, part = 0;
    text_number(text_next(&minor, '.'), 99, &major);
    text_number(minor, 99, &part);
    struct text year = {0};
    if (of) year = arena_printf(row->build->arena, "%s, %d", of->name, of->year);
    cell(row, &(struct figure){.head = "architecture", .value = year, .number = of ? of->year : 0});
    cell(row, &(struct figure){.head = "compute capability",
                               .value = capability,
                               .number = (double)(major * 100 + part)});
}

static size_t figures_of(const struct series *series) {
    size_t count = 0;
    for (size_t i = 0; i < series->point_count; i++)
        count += !series->point[i].missing;
    return count;
}

static void add_family(struct buf *out, size_t before, struct text words) {
    bool lower = words.len > 1 && words.ptr[0] >= 'A' && words.ptr[0] <= 'Z' &&
                 words.ptr[1] >= 'a' && words.ptr[1] <= 'z';
    buf_str(out, before ? ", " : ": ");
    if (lower) buf_char(out, (char)(words.ptr[0] - 'A' + 'a'));
    buf_view(out, text_cut(words, lower, words.len));
}

/* "38 figures: latency, strided reads, spills and 8 more"; the rated bandwidth has a column of its own and is
 * named where there is nothing else. */
static struct text known_words(const struct site_build *build, const struct card *card,
                               size_t *figures) {
    struct buf names = {0};
    struct texts families = {0};
    for (size_t i = 0; i < card->series_count; i++) {
        const struct series *series = &card->series[i];
        struct text family = words_first(series->name);
        size_t count = figures_of(series), before = families.count;
        *figures += count;
        if (!count || text_is(family, "dram")) continue;
        texts_add_once(&families, family, build->arena);
        if (families.count > before && before < FAMILIES_NAMED)
            add_family(&names, before, words_of(&build->words, WORDS_FAMILIES, family));
    }
    if (!families.count && *figures)
        add_family(&names, 0, words_of(&build->words, WORDS_FAMILIES, TEXT("dram")));
    if (families.count > FAMILIES_NAMED)
        buf_printf(&names, " and %zu more", families.count - FAMILIES_NAMED);
    struct text count = quantity_alone(build->arena, TEXT("1"), (double)*figures);
    struct text out = arena_printf(build->arena, "%.*s figure%s%.*s", TEXT_ARG(count),
                                   *figures == 1 ? "" : "s", TEXT_ARG(buf_text(&names)));
    buf_free(&names);
    return out;
}

static void way(struct data *list, struct text href, const char *words, struct text name) {
    struct data *item = data_add(list);
    data_text(item, "href", href);
    data_printf(item, "words", "%s%.*s", words, TEXT_ARG(name));
}

void card_ways(struct site_build *build, struct data *item, struct text from,
               const struct card *card) {
    const struct course *course = build->course;
    struct data *list = data_put_list(item, "ways");
    struct text below = site_below(build, card);
    if (course->other_count && (below.len || card == course->card)) {
        struct text lessons = arena_printf(build->arena, "%.*s/lessons/", TEXT_ARG(below));
        way(list, link_text(build->arena, from, lessons), "the course with its numbers", TEXT(""));
    }
    if (card != course->card)
        way(list, link_text(build->arena, from, compare_address(build, card)), "beside the ",
            course->card->name);
}

static void card_row(struct site_build *build, struct data *list, struct text from,
                     const struct card *card) {
    struct data *item =
        site_link(build, list, from, course_card_address(card, build->arena), card->name);
    const struct row row = {build, from, card, data_put_list(item, "cells")};
    size_t figures = 0;
    architecture_cells(&row);
    fact_cell(&row, "SMs", "sms");
    fact_cell(&row, "L2", "l2");
    fact_cell(&row, "DRAM", "dram");
    rated_cell(&row);
    data_texts(item, {"known", known_words(build, card, &figures)},
               {"date", card->reported ? TEXT("") : site_day(card->run.date)},
               {"driver", card->run.driver});
    data_printf(item, "figures", "%zu", figures);
    card_ways(build, item, from, card);
}

static void cards_list(struct site_build *build, struct data *page, struct text from) {
    static const char *const names[][3] = {
        {"measured", "Measured here", "Cards that ran the kernels of this course."},
        {"reported", "Reported by others",
         "Not measured here: what data sheets, drivers and papers say, each figure with its source "
         "on "
         "the card's page."},
    };
    const struct cards *cards = &build->course->cards;
    struct data *groups = data_put_list(page, "card_groups");
    for (int reported = 0; reported < 2; reported++) {
        struct data *list = NULL;
        for (size_t i = 0; i < cards->count; i++) {
            if (cards->list[i].reported != reported) continue;
            if (!list) {
                struct data *group = data_add(groups);
                data_texts(group, {"id", text_of(names[reported][0])},
                           {"words", text_of(names[reported][1])},
                           {"sentence", text_of(names[reported][2])});
                list = data_put_list(group, "cards");
            }
            card_row(build, list, from, &cards->list[i]);
        }
    }
}

void cards_page(struct site_build *build) {
    struct site_head head = site_own(build, "cards", TEXT("/cards/"));
    struct data *page = site_page(build, &head);
    struct text compare = {0};
    cards_list(build, page, head.address);
    if (build->course->cards.count > 1) compare = site_to(build, head.address, TEXT("/compare/"));
    data_text(page, "compare_href", compare);
    site_write(build, "cards", head.address, page);
}
