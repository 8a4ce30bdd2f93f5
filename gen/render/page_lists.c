/* page_lists -- home, the list of terms, the list of cards, and the page for what is not there. */
#include <stdint.h>
#include <string.h>

#include "course/address.h"
#include "render/chart.h"
#include "render/quantity.h"
#include "render/site.h"

/* ---- entries --------------------------------------------------------------------------------- */

/* The entries of the edition by kind, each with its summary; kinds without any are left out.
 * `section`: only those that belong there, NULL for all. */
static void entry_groups(struct site_build *build, struct data *page, struct text from,
                         const char *section) {
    const struct course *course = build->course;
    struct data *list = data_put_list(page, "groups");
    for (int k = 0; k < KIND_COUNT; k++) {
        enum page_kind kind = page_kind_order[k];
        if (section && strcmp(section, page_kinds[kind].section) != 0) continue;
        struct data *entries = data_list(build->arena);
        for (size_t i = 0; i < course->entry_count; i++) {
            const struct entry *entry = &course->entry[i];
            if (!entry->in_edition || entry->page->front.kind != kind) continue;
            struct data *item =
                site_link(build, entries, from, entry->page->address, site_title(entry->page));
            data_text(item, "summary", entry->page->summary.shown);
            data_flag(item, "draft", build->review && !entry->gate.open);
        }
        if (!entries->count) continue;
        struct data *group = data_add(list);
        data_text(group, "words", text_of(page_kinds[kind].list));
        data_put(group, "entries", entries);
    }
}

/* Only the term is taken, because nothing else may show of a draft. */
static struct data *in_review(struct site_build *build) {
    struct data *list = data_list(build->arena);
    for (size_t i = 0; i < build->course->entry_count; i++) {
        const struct entry *entry = &build->course->entry[i];
        if (entry->in_edition) continue;
        const struct page *page = entry->page;
        struct text term = page->term.shown.len ? page->term.shown : page->front.term.value;
        if (term.len) data_add_text(list, term);
    }
    return list;
}

static bool is_written(const struct course *course, struct text path) {
    for (size_t i = 0; i < course->entry_count; i++) {
        struct text address = course->entry[i].page->address;
        if (address.len >= 2 && text_equal(text_cut(address, 1, address.len - 1), path))
            return true;
    }
    return false;
}

static struct data *planned(struct site_build *build) {
    const struct site *site = &build->course->site;
    struct data *list = data_list(build->arena);
    for (size_t i = 0; i < site->planned_count; i++)
        if (!is_written(build->course, site->planned[i].path.value))
            data_add_text(list, site->planned[i].term.value);
    return list;
}

static void lessons_page(struct site_build *build) {
    struct site_head head = site_own(build, "lessons", TEXT("/lessons/"));
    struct data *page = site_page(build, &head);
    entry_groups(build, page, head.address, head.section);
    site_write(build, "lessons", head.address, page);
}

static void terms_page(struct site_build *build) {
    struct site_head head = site_own(build, "terms", TEXT("/terms/"));
    struct data *page = site_page(build, &head);
    entry_groups(build, page, head.address, head.section);
    data_put(page, "in_review", in_review(build));
    data_put(page, "planned", planned(build));
    site_write(build, "terms", head.address, page);
}

/* ---- cards ----------------------------------------------------------------------------------- */

static void card_list(struct site_build *build, struct data *page, struct text from,
                      bool reported) {
    struct arena *arena = build->arena;
    const struct cards *cards = &build->course->cards;
    struct data *list = data_put_list(page, reported ? "reported_cards" : "measured_cards");
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        if (card->reported != reported) continue;
        struct data *item =
            site_link(build, list, from, course_card_address(card, arena), card->name);
        data_text(item, "date", site_day(card->run.date));
        data_text(item, "driver", card->run.driver);
        data_text(item, "sms", quantity_fact(arena, card_fact(card, TEXT("sms"))));
        data_text(item, "l2", quantity_fact(arena, card_fact(card, TEXT("l2"))));
        data_text(item, "dram", quantity_fact(arena, card_fact(card, TEXT("dram"))));
        data_text(item, "sources", site_count(arena, card->source_count, "source", "sources"));
    }
}

static void put_cards(struct site_build *build, struct data *page, struct text from) {
    card_list(build, page, from, false);
    card_list(build, page, from, true);
}

static void cards_page(struct site_build *build) {
    struct site_head head = site_own(build, "cards", TEXT("/cards/"));
    struct data *page = site_page(build, &head);
    put_cards(build, page, head.address);
    site_write(build, "cards", head.address, page);
}

/* ---- home and 404 ---------------------------------------------------------------------------- */

static struct text site_json_ld(struct site_build *build) {
    const struct site *site = &build->course->site;
    struct buf json = {0};
    buf_str(&json, "{\"@context\":\"https://schema.org\",\"@type\":\"WebSite\",\"name\":");
    buf_json(&json, site->title.value);
    buf_str(&json, ",\"description\":");
    buf_json(&json, site->summary.value);
    buf_str(&json, ",\"url\":");
    buf_json(&json, link_absolute(build->arena, site->base.value, TEXT("/")));
    buf_char(&json, '}');
    return buf_take(&json, build->arena);
}

/* The latency of one load over the bytes it may fall into: every level in one picture. Only where
 * the card has it. */
static void curve(struct site_build *build, struct html *html, struct data *page) {
    const struct card *card = build->course->card;
    const struct series *series = card_series(card, TEXT("chase.cycles"));
    struct buf drawing = {0};
    if (series) {
        const struct chart chart = chart_of(build->arena, &build->words, card, series);
        if (chart.sizes && chart_worthwhile(&chart)) figure_chart(html, &drawing, &chart);
    }
    data_flag(page, "has_curve", drawing.len > 0);
    data_html(page, "curve", buf_take(&drawing, build->arena));
}

void home_page(struct site_build *build) {
    struct arena *arena = build->arena;
    struct site_head head = {.address = TEXT("/"),
                             .title = build->course->site.title.value,
                             .section = "",
                             .type = "website",
                             .json_ld = site_json_ld(build)};
    struct data *page = site_page(build, &head);
    struct html html = site_html(build, NULL, head.address);
    struct buf ladder = {0}, numbers = {0};
    figure_ladder(&html, &ladder, &numbers, build->course->card);
    data_html(page, "ladder_table", buf_take(&numbers, arena));
    data_html(page, "ladder", buf_take(&ladder, arena));
    curve(build, &html, page);
    entry_groups(build, page, head.address, NULL);
    put_cards(build, page, head.address);
    struct data *review = in_review(build), *plans = planned(build);
    data_text(page, "in_review",
              review->count ? site_count(arena, review->count, "term is", "terms are")
                            : (struct text){0});
    data_text(page, "planned",
              plans->count ? site_count(arena, plans->count, "page is", "pages are")
                           : (struct text){0});
    data_text(page, "terms_href", link_text(arena, head.address, TEXT("/terms/")));
    site_write(build, "home", head.address, page);
}

/* It is served at any address, so its links cannot be relative. */
static void not_found_page(struct site_build *build) {
    struct site_head head = site_own(build, "not-found", TEXT("/404.html"));
    head.base = link_base_path(build->arena, build->course->site.base.value);
    struct data *page = site_page(build, &head);
    data_flag(page, "noindex", true); /* its address is no place to come to */
    data_text(page, "terms_href", site_href(build, &head, TEXT("/terms/")));
    site_write(build, "404", head.address, page);
}

void list_pages(struct site_build *build) {
    lessons_page(build);
    terms_page(build);
    cards_page(build);
    not_found_page(build);
}
