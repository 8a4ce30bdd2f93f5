/* page_home -- the first page: what the course found in one sentence and one drawing, three ways in, the ladder
 * as bars, and every page by its name. */
#include <stdlib.h>

#include "course/address.h"
#include "render/chart.h"
#include "render/diagram.h"
#include "render/numbers.h"
#include "render/preview.h"

/* "One load takes 32.2 cycles from the L1 and 666 cycles from DRAM", where the card has both. */
static void put_surprise(struct html *html, struct data *page, const struct card *card) {
    static const char *const names[][2] = {{"surprise_l1", "l1"}, {"surprise_dram", "dram"}};
    const struct reading reading = {.card = card, .arena = html->arena};
    bool known = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct reading_point read = reading_point(&reading, "latency.cycles", names[i][1], NULL);
        const struct used used = numbers_point(card, &read);
        known = known && read.known;
        if (read.known)
            data_html(page, names[i][0],
                      numbers_row(html->build, html->address, &used, text_of(read.note.text)));
    }
    data_flag(page, "has_surprise", known);
}

/* The latency of one load over the bytes it may fall into shows every level in one picture, where the card
 * has it. */
static void put_curve(struct html *html, struct data *page, const struct card *card) {
    const struct series *series = card_series(card, TEXT("chase.cycles"));
    const struct card *beside = html->figures->beside;
    struct chart chart =
        series ? chart_of(html->arena, html->figures->words, card, series) : (struct chart){0};
    struct buf drawing = {0};
    if (series && beside) chart_set_beside(&chart, beside, card_series(beside, series->name));
    if (chart.sizes && chart_worthwhile(&chart)) figure_chart(html, &drawing, &chart);
    data_flag(page, "has_curve", drawing.len > 0);
    data_html(page, "curve", buf_take(&drawing, html->arena));
}

static void put_ladder(struct html *html, struct data *page, const struct card *card) {
    struct buf drawing = {0};
    figure_diagram(html, &drawing, &diagram_levels, card, true);
    data_html(page, "ladder", buf_take(&drawing, html->arena));
}

void home_figures(struct html *html, struct data *page, const struct card *card) {
    put_surprise(html, page, card);
    put_curve(html, page, card);
    put_ladder(html, page, card);
}

/* ---- the pages by name ------------------------------------------------------------------- */

static struct text short_name(const struct page *page) {
    return page->term.shown.len ? page->term.shown : site_title(page);
}

static int by_name(const void *a, const void *b) {
    struct text one = short_name((*(const struct entry *const *)a)->page);
    struct text other = short_name((*(const struct entry *const *)b)->page);
    return text_compare(one, other);
}

/* The entries of a kind: terms from A to Z, others in the order of reading. Returns how many. */
static size_t put_kind(struct site_build *build, struct data *groups, enum page_kind kind) {
    const struct course *course = build->course;
    const struct entry **list =
        ARENA_ARRAY(build->arena, const struct entry *, course->entry_count);
    size_t count = 0;
    for (size_t i = 0; i < course->entry_count; i++)
        if (course->entry[i].in_edition && course->entry[i].page->front.kind == kind)
            list[count++] = &course->entry[i];
    if (!count) return 0;
    if (kind == KIND_GLOSSARY) qsort(list, count, sizeof *list, by_name);
    struct data *group = data_add(groups);
    data_text(group, "words", text_of(page_kinds[kind].list));
    data_flag(group, "terms", kind == KIND_GLOSSARY);
    struct data *entries = data_put_list(group, "entries");
    for (size_t i = 0; i < count; i++) {
        struct data *item = site_link(build, entries, TEXT("/"), list[i]->page->address,
                                      kind == KIND_GLOSSARY ? short_name(list[i]->page)
                                                            : site_title(list[i]->page));
        data_printf(item, "minutes", "%zu", path_minutes(list[i]->page));
    }
    return count;
}

/* ---- the ways in ------------------------------------------------------------------------- */

/* The first lesson that the reader does something in: the second on the path after setting up, or the first
 * exercise where there is no path. */
static const struct entry *first_of(const struct course *course, enum page_kind kind) {
    for (size_t i = 0; i < course->path_count; i++)
        if (course->path[i]->page->front.kind == kind) return course->path[i];
    for (size_t i = 0; i < course->entry_count; i++)
        if (course->entry[i].in_edition && course->entry[i].page->front.kind == kind)
            return &course->entry[i];
    return NULL;
}

static void put_doors(struct site_build *build, struct data *page, const size_t count[KIND_COUNT]) {
    struct data *task = data_put_list(page, "task");
    const struct entry *first = first_of(build->course, KIND_EXERCISE);
    if (first) {
        struct data *item =
            site_link(build, task, TEXT("/"), first->page->address, site_title(first->page));
        data_printf(item, "minutes", "%zu", path_minutes(first->page));
        data_text(item, "count",
                  site_count(build->arena, count[KIND_EXERCISE], "exercise", "exercises"));
    }
    data_flag(page, "has_task", first != NULL);
    data_flag(page, "has_terms", count[KIND_GLOSSARY] > 0);
    data_text(page, "terms", site_count(build->arena, count[KIND_GLOSSARY], "term", "terms"));
    data_text(page, "errors",
              count[KIND_ERROR]
                  ? site_count(build->arena, count[KIND_ERROR], "error message", "error messages")
                  : (struct text){0});
    data_text(page, "terms_href", site_to(build, TEXT("/"), TEXT("/glossary/")));
    data_text(page, "cards_href", site_to(build, TEXT("/"), TEXT("/cards/")));
    data_text(page, "model_href", site_to(build, TEXT("/"), TEXT("/model/")));
}

/* Where the figures of the curve stand. */
static void put_source(struct site_build *build, struct data *page) {
    const struct series *series = card_series(build->card, TEXT("chase.cycles"));
    if (series)
        data_text(
            page, "curve_href",
            site_to(build, TEXT("/"), course_series_address(build->card, series, build->arena)));
}

void home_page(struct site_build *build) {
    struct site_head head = {.address = TEXT("/"),
                             .title = build->course->site.title.value,
                             .description = build->course->site.summary.value,
                             .section = "",
                             .type = "website"};
    head.json_ld = site_json_ld(build, &head, &(struct site_schema){.type = "Course"});
    head.preview = preview_add(build, &head, NULL);
    struct data *page = site_page(build, &head);
    struct html html = site_html(build, NULL, head.address);
    home_figures(&html, page, build->card);
    size_t count[KIND_COUNT] = {0};
    struct data *groups = data_put_list(page, "groups");
    for (int k = 0; k < KIND_COUNT; k++)
        count[page_kind_order[k]] = put_kind(build, groups, page_kind_order[k]);
    put_doors(build, page, count);
    put_source(build, page);
    path_list(build, page, head.address);
    data_text(page, "cards", site_count(build->arena, build->course->cards.count, "card", "cards"));
    site_write(build, "home", head.address, page);
}
