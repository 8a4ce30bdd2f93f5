/* page_lists -- home, and the page for what is not there. */
#include "course/address.h"
#include "render/chart.h"
#include "render/preview.h"
#include "render/site.h"

/* The pages of the edition by kind; kinds without any are left out. */
static void entry_groups(struct site_build *build, struct data *page, struct text from) {
    struct data *list = data_put_list(page, "groups");
    for (int k = 0; k < KIND_COUNT; k++) {
        enum page_kind kind = page_kind_order[k];
        if (!build->listed[kind]) continue;
        struct data *group = data_add(list);
        data_text(group, "words", text_of(page_kinds[kind].list));
        kind_entries(build, data_put_list(group, "entries"), from, kind);
    }
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
    head.json_ld = site_json_ld(build, &head, &(struct site_schema){.type = "Course"});
    head.preview = preview_add(build, &head, NULL);
    struct data *page = site_page(build, &head);
    struct html html = site_html(build, NULL, head.address);
    struct buf ladder = {0}, numbers = {0};
    figure_ladder(&html, &ladder, &numbers, build->card);
    data_html(page, "ladder_table", buf_take(&numbers, arena));
    data_html(page, "ladder", buf_take(&ladder, arena));
    put_curve(&html, page, build->card);
    entry_groups(build, page, head.address);
    path_list(build, page, head.address);
    size_t review = build->terms_in_review, planned = build->terms_planned;
    data_texts(page,
               {"in_review",
                review ? site_count(arena, review, "term is", "terms are") : (struct text){0}},
               {"planned",
                planned ? site_count(arena, planned, "page is", "pages are") : (struct text){0}},
               {"terms_href", link_text(arena, head.address, TEXT("/glossary/"))});
    site_write(build, "home", head.address, page);
}

/* It is served at any address, so its links cannot be relative. */
void not_found_page(struct site_build *build) {
    struct site_head head = site_own(build, "not-found", TEXT("/404.html"));
    head.base = link_base_path(build->arena, build->course->site.base.value);
    struct data *page = site_page(build, &head);
    data_flag(page, "noindex", true); /* its address is no place to come to */
    site_write(build, "404", head.address, page);
}
