/* page_series -- the series of a card by family: what there is, for the card's page; and a page for each family with
 * charts, tables and how the figures were taken. A page of its own, because all of them at once are two
 * megabytes. */
#include <math.h>

#include "course/course.h"
#include "render/chart.h"
#include "render/panels.h"
#include "render/page_card.h"

enum { LONG_TABLE = 12 }; /* points; a longer table is closed at first */

#define TO_CARD "../../" /* from the page of a family to its card's */

/* ---- one series ------------------------------------------------------------------------------- */

/* A series of one number needs neither chart nor table; nor does one without any. */
static void one_number(struct html *html, struct data *item, const struct card *card,
                       const struct series *series) {
    struct arena *arena = item->arena;
    const struct point *point = series->point_count ? &series->point[0] : NULL;
    struct quantity quantity = quantity_of(series->unit, series_is_capacity(series));
    bool known = point && !point->missing;
    const struct used used = {.card = card, .series = series, .point = point};
    struct text value = {0}, spread = {0}, low, high;
    struct buf missing = {0};
    if (known)
        value = numbers_row(html->build, html->address, &used,
                            quantity_text(arena, &quantity, point->median));
    else
        html_missing(&missing, text_of(card_missing(card)), point ? point->reason : value);
    if (known && point_has_spread(point)) {
        low = quantity_text(arena, &quantity, point->p05);
        high = quantity_text(arena, &quantity, point->p95);
        if (!text_equal(low, high))
            spread = arena_printf(arena, "p05 to p95: %.*s to %.*s", TEXT_ARG(low), TEXT_ARG(high));
    }
    data_html(item, "value", value);
    data_html(item, "missing", buf_take(&missing, arena));
    data_texts(item, {"warning", known ? point->warning : (struct text){0}}, {"spread", spread});
    data_flag(item, "reported", known && card->reported);
}

void card_source_link(struct data *list, const char *page, struct text id) {
    if (!id.len) return;
    struct data *item = data_add(list);
    data_printf(item, "href", "%s#" THEME_ID "source-%.*s", page, TEXT_ARG(id));
    data_text(item, "words", id);
}

/* Names each source of a reported series' points once. */
static void series_sources(struct data *item, const struct series *series) {
    struct data *list = data_put_list(item, "from");
    for (size_t i = 0; i < series->point_count; i++) {
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = text_equal(series->point[k].source, series->point[i].source);
        if (!seen) card_source_link(list, TO_CARD, series->point[i].source);
    }
}

/* Of whole numbers that came out the same in every run, registers and bytes and instructions, the table says all, and
 * a page that draws them too is twice as long. */
static bool is_counts(const struct series *series) {
    if (!text_is(series->unit, "1") && !text_is(series->unit, "B")) return false;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        if (point->missing) continue;
        if (point->median != floor(point->median)) return false;
        if (point_has_spread(point) && point->p05 < point->p95) return false;
    }
    return true;
}

static void series_item(struct html *html, struct data *list, const struct card *card,
                        const struct series *series) {
    struct arena *arena = html->arena;
    const struct words *words = html->figures->words;
    struct data *item = data_add(list);
    struct chart chart = chart_of(arena, words, card, series);
    chart.silent = chart.linked = true;
    struct text title = words_title(words, series);
    struct buf drawing = {0}, table = {0};
    bool many = series->axis_count > 0;
    chart.undrawn = !many || !chart_worthwhile(&chart) || is_counts(series);
    if (!chart.undrawn) figure_chart(html, &drawing, &chart);
    /* The name in expressions too: two series may be called the same in words. */
    if (many)
        chart_table(html, &table, &chart,
                    arena_printf(arena, "%.*s, %.*s", TEXT_ARG(title), TEXT_ARG(series->name)));
    data_texts(item, {"words", title}, {"name", series->name});
    data_flag(item, "one", !many);
    one_number(html, item, card, series);
    data_flag(item, "drawn", drawing.len > 0);
    data_html(item, "drawing", buf_take(&drawing, arena));
    data_html(item, "table", buf_take(&table, arena));
    struct text closed = {0};
    if (many && series->point_count > LONG_TABLE)
        closed = arena_printf(arena, "All %zu points as a table", series->point_count);
    data_texts(item, {"long", closed}, {"provenance", chart_provenance(&chart)},
               {"counts", series->counts}, {"method", series->method});
    series_sources(item, series);
}

/* ---- families --------------------------------------------------------------------------------- */

static bool in_family(const struct series *series, struct text family) {
    return text_equal(words_first(series->name), family) && series_known(series);
}

/* Says "563 GB/s", which leads to its row, or "563 GB/s to 4.25 TB/s, 33 points", as HTML. */
static struct text span_of(const struct site_build *build, struct text from,
                           const struct card *card, const struct series *series) {
    struct arena *arena = build->arena;
    struct used used = {.card = card, .series = series};
    struct quantity quantity = quantity_of(series->unit, series_is_capacity(series));
    double least = 0, most = 0;
    size_t known = 0;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        if (point->missing) continue;
        if (!known || point->median < least) least = point->median;
        if (!known || point->median > most) most = point->median;
        used.point = point;
        known++;
    }
    struct text low = quantity_text(arena, &quantity, least);
    struct text high = quantity_text(arena, &quantity, most);
    if (known == 1) return numbers_row(build, from, &used, low);
    if (text_equal(low, high)) return arena_printf(arena, "%.*s, %zu points", TEXT_ARG(low), known);
    return arena_printf(arena, "%.*s to %.*s, %zu points", TEXT_ARG(low), TEXT_ARG(high), known);
}

void card_families(struct site_build *build, struct data *page, const struct card *card) {
    struct arena *arena = build->arena;
    struct text from = course_card_address(card, arena);
    struct texts families = course_families(card, arena);
    struct data *list = data_put_list(page, "families");
    for (size_t i = 0; i < families.count; i++) {
        struct text family = families.at[i];
        struct data *item = data_add(list), *members = data_put_list(item, "series");
        data_texts(item, {"words", words_of(&build->words, WORDS_FAMILIES, family)},
                   {"sentence", words_listed(&build->words, WORDS_SENTENCES, family)},
                   {"href", link_text(arena, from, course_family_address(card, family, arena))},
                   {"id", arena_printf(arena, "family-%.*s", TEXT_ARG(family))});
        for (size_t k = 0; k < card->series_count; k++) {
            const struct series *series = &card->series[k];
            if (!in_family(series, family)) continue;
            struct data *member = data_add(members);
            data_texts(
                member, {"words", words_title(&build->words, series)}, {"name", series->name},
                {"href", link_text(arena, from, course_series_address(card, series, arena))});
            data_html(member, "value", span_of(build, from, card, series));
        }
        data_text(item, "count", site_count(arena, members->count, "series", "series"));
    }
}

/* Each kernel of the family once, with the hash of the file that was measured. */
static void kernel_rows(struct data *page, const struct card *card, struct text family) {
    struct data *list = data_put_list(page, "kernels");
    struct texts seen = {0};
    for (size_t i = 0; i < card->series_count; i++) {
        const struct series *series = &card->series[i];
        size_t before = seen.count;
        if (!in_family(series, family) || !series->kernel.len) continue;
        texts_add_once(&seen, series->kernel, page->arena);
        if (seen.count == before) continue;
        data_texts(data_add(list), {"kernel", series->kernel}, {"sha256", series->sha256});
    }
}

static void family_page(struct site_build *build, const struct card *card,
                        const struct texts *families, size_t index) {
    struct arena *arena = build->arena;
    struct text family = families->at[index];
    struct text words = words_of(&build->words, WORDS_FAMILIES, family);
    struct site_head head = {
        .address = course_family_address(card, family, arena),
        .title = arena_printf(arena, "%.*s: %.*s", TEXT_ARG(card->name), TEXT_ARG(words)),
        .description = words_listed(&build->words, WORDS_SENTENCES, family),
        .section = "cards",
        .type = "article"};
    struct data *page = site_page(build, &head);
    struct html html = site_html(build, NULL, head.address);
    data_texts(page, {"words", words}, {"lede", head.description}, {"card", card->name},
               {"to_card", TEXT(TO_CARD)});
    data_flag(page, "reported", card->reported);
    struct data *list = data_put_list(page, "series");
    for (size_t i = 0; i < card->series_count; i++)
        if (in_family(&card->series[i], family)) series_item(&html, list, card, &card->series[i]);
    kernel_rows(page, card, family);
    for (int next = 0; next < 2; next++) {
        struct data *neighbour = data_put_list(page, next ? "next" : "previous");
        if (next ? index + 1 == families->count : !index) continue;
        struct text other = families->at[next ? index + 1 : index - 1];
        site_link(build, neighbour, head.address, course_family_address(card, other, arena),
                  words_of(&build->words, WORDS_FAMILIES, other));
    }
    site_write(build, "series", head.address, page);
    panels_add_rows(&html, card, family);
}

void series_pages(struct site_build *build, const struct card *card) {
    const struct texts families = course_families(card, build->arena);
    for (size_t i = 0; i < families.count; i++)
        family_page(build, card, &families, i);
}
