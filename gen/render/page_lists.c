/* page_lists -- home, the lists of lessons and terms, and the page for what is not there. */
#include <string.h>

#include "course/address.h"
#include "render/chart.h"
#include "render/site.h"

/* The entries of the edition by kind, each with its summary; kinds without any are left out.
 * `section`: only those that belong there, NULL for all. */
static void entry_groups(struct site_build *build, struct data *page, struct text from,
                         const char *section) {
    const struct course *course = build->course;
    struct data *list = data_put_list(page, "groups");
    for (int k = 0; k < KIND_COUNT; k++) {
        enum page_kind kind = page_kind_order[k];
        struct data *entries = NULL;
        if (section && strcmp(section, page_kinds[kind].section) != 0) continue;
        for (size_t i = 0; i < course->entry_count; i++) {
            const struct entry *entry = &course->entry[i];
            if (!entry->in_edition || entry->page->front.kind != kind) continue;
            if (!entries) {
                struct data *group = data_add(list);
                data_text(group, "words", text_of(page_kinds[kind].list));
                entries = data_put_list(group, "entries");
            }
            struct data *item =
                site_link(build, entries, from, entry->page->address, site_title(entry->page));
            data_text(item, "summary", entry->page->summary.shown);
            data_flag(item, "draft", build->review && !entry->gate.open);
        }
    }
}

static bool is_written(const struct course *course, struct text path) {
    for (size_t i = 0; i < course->entry_count; i++) {
        struct text address = course->entry[i].page->address;
        if (address.len >= 2 && text_equal(text_cut(address, 1, address.len - 1), path))
            return true;
    }
    return false;
}

/* Puts the terms of pages that are in review, and of those that are planned. Only the term is taken,
 * because nothing else may show of a draft. */
static void put_terms(struct site_build *build, struct data *page) {
    const struct course *course = build->course;
    struct data *review = data_put_list(page, "in_review");
    struct data *planned = data_put_list(page, "planned");
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct page *content = course->entry[i].page;
        struct text term =
            content->term.shown.len ? content->term.shown : content->front.term.value;
        if (!course->entry[i].in_edition && term.len) data_add_text(review, term);
    }
    for (size_t i = 0; i < course->site.planned_count; i++)
        if (!is_written(course, course->site.planned[i].path.value))
            data_add_text(planned, course->site.planned[i].term.value);
}

/* The template takes what it shows: lessons or terms. */
static void list_page(struct site_build *build, const char *name, struct text address) {
    struct site_head head = site_own(build, name, address);
    struct data *page = site_page(build, &head);
    entry_groups(build, page, address, name);
    put_terms(build, page);
    path_list(build, page, address);
    site_write(build, name, address, page);
}

/* The latency of one load over the bytes it may fall into shows every level in one picture, where the card
 * has it. */
static void put_curve(struct html *html, struct data *page, const struct card *card) {
    const struct series *series = card_series(card, TEXT("chase.cycles"));
    const struct chart chart =
        series ? chart_of(html->arena, html->figures->words, card, series) : (struct chart){0};
    struct buf drawing = {0};
    if (chart.sizes && chart_worthwhile(&chart)) figure_chart(html, &drawing, &chart);
    data_flag(page, "has_curve", drawing.len > 0);
    data_html(page, "curve", buf_take(&drawing, html->arena));
}

void home_page(struct site_build *build) {
    struct arena *arena = build->arena;
    struct site_head head = {.address = TEXT("/"),
                             .title = build->course->site.title.value,
                             .description = build->course->site.summary.value,
                             .section = "",
                             .type = "website"};
    head.json_ld = site_json_ld(build, &head, "WebSite", NULL);
    struct data *page = site_page(build, &head);
    struct html html = site_html(build, NULL, head.address);
    struct buf ladder = {0}, numbers = {0};
    figure_ladder(&html, &ladder, &numbers, build->card);
    data_html(page, "ladder_table", buf_take(&numbers, arena));
    data_html(page, "ladder", buf_take(&ladder, arena));
    put_curve(&html, page, build->card);
    entry_groups(build, page, head.address, NULL);
    path_list(build, page, head.address);
    struct data *terms = data_object(arena);
    put_terms(build, terms);
    size_t review = data_member(terms, TEXT("in_review"))->count;
    size_t planned = data_member(terms, TEXT("planned"))->count;
    data_texts(page,
               {"in_review",
                review ? site_count(arena, review, "term is", "terms are") : (struct text){0}},
               {"planned",
                planned ? site_count(arena, planned, "page is", "pages are") : (struct text){0}},
               {"terms_href", site_to(build, head.address, TEXT("/terms/"))});
    site_write(build, "home", head.address, page);
}

/* It is served at any address, so its links cannot be relative. */
void not_found_page(struct site_build *build) {
    struct site_head head = site_own(build, "not-found", TEXT("/404.html"));
    head.base = link_base_path(build->arena, build->course->site.base.value);
    struct data *page = site_page(build, &head);
    data_flag(page, "noindex", true); /* its address is no place to come to */
    data_text(page, "terms_href", site_href(build, &head, TEXT("/terms/")));
    site_write(build, "404", head.address, page);
}

void list_pages(struct site_build *build) {
    list_page(build, "lessons", TEXT("/lessons/"));
    list_page(build, "terms", TEXT("/terms/"));
}
