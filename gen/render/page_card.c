/* page_card -- the page of one card: what its driver reports, how it was measured, every series. */
#include "render/chart.h"
#include "render/link.h"
#include "render/quantity.h"
#include "render/site.h"
#include "render/words.h"

enum { LONG_TABLE = 12 }; /* points; a longer table is closed at first */

/* ---- the run --------------------------------------------------------------------------------- */

static void row(struct data *list, const char *words, struct text value, struct text missing) {
    struct data *item = data_add(list);
    data_text(item, "words", text_of(words));
    data_text(item, "value", value);
    data_text(item, "missing", value.len || missing.len ? missing : TEXT("not recorded"));
}

/* Why the file says that a condition is missing; empty if it does not say. */
static struct text reason_of(const struct run *run, const char *name) {
    for (size_t i = 0; i < run->missing_count; i++)
        if (text_is(run->missing[i].name, name)) return run->missing[i].reason;
    return (struct text){0};
}

/* "1,980 MHz, from 1,755 MHz to 1,980 MHz". */
static void condition_row(struct site_build *build, struct data *list, const char *words,
                          const struct condition *condition, const char *unit) {
    if (condition->missing) {
        row(list, words, (struct text){0},
            condition->reason.len ? condition->reason : TEXT("not sampled"));
        return;
    }
    struct quantity quantity = quantity_of(text_of(unit), false);
    struct text median = quantity_text(build->arena, &quantity, condition->median);
    struct text low = quantity_text(build->arena, &quantity, condition->min);
    struct text high = quantity_text(build->arena, &quantity, condition->max);
    bool steady = condition->min == condition->max;
    row(list, words,
        steady ? median
               : arena_printf(build->arena, "%.*s, from %.*s to %.*s", TEXT_ARG(median),
                              TEXT_ARG(low), TEXT_ARG(high)),
        (struct text){0});
}

/* 2026-11-29T21:14:03Z as people write it: 2026-11-29, 21:14:03 UTC. */
static struct text moment(struct arena *arena, struct text date) {
    struct text day = site_day(date);
    if (!text_ends(date, "Z") || day.len == date.len) return date;
    return arena_printf(arena, "%.*s, %.*s UTC", TEXT_ARG(day),
                        TEXT_ARG(text_cut(date, day.len + 1, date.len - 1)));
}

/* Nothing ran on a reported card. */
static struct data *run_rows(struct site_build *build, const struct card *card) {
    const struct run *run = &card->run;
    struct data *list = data_list(build->arena);
    if (card->slice.len) row(list, "Slice of a card", card->slice, (struct text){0});
    if (card->reported) return list;
    row(list, "Measured on", moment(build->arena, run->date), reason_of(run, "date"));
    row(list, "Driver", run->driver, reason_of(run, "driver"));
    row(list, "CUDA runtime", run->cuda, reason_of(run, "cuda"));
    row(list, "Compiler", run->compiler, reason_of(run, "compiler"));
    row(list, "Compiled with", run->flags, reason_of(run, "flags"));
    row(list, "Host", run->host, reason_of(run, "host"));
    row(list, "Commit of the kernels", run->commit, reason_of(run, "commit"));
    condition_row(build, list, "SM clock", &run->sm_clock, "Hz");
    condition_row(build, list, "Memory clock", &run->memory_clock, "Hz");
    condition_row(build, list, "Power", &run->power, "W");
    condition_row(build, list, "Power limit", &run->power_limit, "W");
    condition_row(build, list, "Temperature", &run->temperature, "°C");
    struct text throttle = reason_of(run, "throttle");
    row(list, "Throttling", run->throttle, throttle.len ? throttle : TEXT("none was seen"));
    return list;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A link to a source in the list at the page's end, by the short name that it has in the file. */
static void source_link(struct site_build *build, struct data *list, struct text id) {
    if (!id.len) return;
    struct data *item = data_add(list);
    data_text(item, "href", arena_printf(build->arena, "#" THEME_ID "source-%.*s", TEXT_ARG(id)));
    data_text(item, "words", id);
}

static struct data *fact_rows(struct site_build *build, const struct card *card) {
    struct arena *arena = build->arena;
    struct data *list = data_list(arena);
    for (size_t i = 0; i < card->fact_count; i++) {
        const struct fact *fact = &card->fact[i];
        struct quantity quantity = quantity_of(fact->unit, true);
        struct data *item = data_add(list);
        struct data *sources = data_list(arena);
        data_text(item, "words", words_of(&build->words, WORDS_FACTS, fact->name));
        data_text(item, "name", fact->name);
        struct text value = {0}, missing = {0};
        if (fact->missing)
            missing = fact->reason.len ? fact->reason : TEXT("not reported");
        else
            value = quantity_text(arena, &quantity, fact->value);
        data_text(item, "value", value);
        data_text(item, "missing", missing);
        data_text(item, "method", fact->method);
        source_link(build, sources, fact->source);
        data_put(item, "from", sources);
    }
    return list;
}

static struct data *message_rows(struct site_build *build, const struct card *card) {
    struct arena *arena = build->arena;
    struct data *list = data_list(arena);
    for (size_t i = 0; i < card->message_count; i++) {
        const struct card_message *message = &card->message[i];
        struct data *item = data_add(list);
        data_text(item, "words", words_of(&build->words, WORDS_MESSAGES, message->name));
        data_text(item, "name", message->name);
        data_text(item, "value", message->words);
        data_text(item, "missing", message->reason);
    }
    return list;
}

static struct data *source_rows(struct site_build *build, const struct card *card) {
    struct arena *arena = build->arena;
    struct data *list = data_list(arena);
    for (size_t i = 0; i < card->source_count; i++) {
        const struct card_source *source = &card->source[i];
        struct data *item = data_add(list);
        struct buf url = {0};
        if (link_is_external(source->url)) buf_url(&url, source->url);
        data_text(item, "id", arena_printf(arena, THEME_ID "source-%.*s", TEXT_ARG(source->id)));
        data_text(item, "name", source->id);
        data_text(item, "words", source->title.len ? source->title : source->id);
        data_text(item, "href", buf_take(&url, arena));
        data_text(item, "status", source->status);
        data_text(item, "checked", source->checked);
    }
    return list;
}

/* ---- series ---------------------------------------------------------------------------------- */

/* A series of one number needs neither chart nor table; nor does one without any. */
static void one_number(struct site_build *build, struct data *item, const struct card *card,
                       const struct series *series) {
    struct arena *arena = build->arena;
    const struct point *point = series->point_count ? &series->point[0] : NULL;
    struct quantity quantity = quantity_of(series->unit, series_is_capacity(series));
    bool known = point && !point->missing;
    struct text value = {0}, missing = {0}, spread = {0}, warning = {0};
    if (known) {
        value = quantity_text(arena, &quantity, point->median);
        warning = point->warning;
    } else {
        struct buf out = {0};
        html_missing(&out, text_of(card_missing(card)), point ? point->reason : (struct text){0});
        missing = buf_take(&out, arena);
    }
    if (known && point_has_spread(point))
        spread = arena_printf(arena, "p05 to p95: %.*s to %.*s",
                              TEXT_ARG(quantity_text(arena, &quantity, point->p05)),
                              TEXT_ARG(quantity_text(arena, &quantity, point->p95)));
    data_text(item, "value", value);
    data_html(item, "missing", missing);
    data_text(item, "warning", warning);
    data_text(item, "spread", spread);
    data_flag(item, "reported", known && card->reported);
}

/* The sources of a reported series' points, each named once. */
static struct data *series_sources(struct site_build *build, const struct series *series) {
    struct data *list = data_list(build->arena);
    for (size_t i = 0; i < series->point_count; i++) {
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = text_equal(series->point[k].source, series->point[i].source);
        if (!seen) source_link(build, list, series->point[i].source);
    }
    return list;
}

static void series_item(struct site_build *build, struct html *html, struct data *list,
                        const struct card *card, const struct series *series) {
    struct arena *arena = build->arena;
    struct data *item = data_add(list);
    const struct chart chart = {arena, &build->words, card, series};
    struct buf drawing = {0}, table = {0};
    struct text reason;
    bool many = series->axis_count > 0 && chart_has_figures(series, &reason);
    if (many && chart_worthwhile(series)) figure_chart(html, &drawing, card, series);
    /* The name in expressions too: two series may be called the same in words. */
    if (many)
        chart_table(html, &table, &chart,
                    arena_printf(arena, "%.*s, %.*s", TEXT_ARG(words_title(&build->words, series)),
                                 TEXT_ARG(series->name)));
    data_text(item, "words", words_title(&build->words, series));
    data_text(item, "name", series->name);
    data_flag(item, "one", !many);
    one_number(build, item, card, series);
    data_flag(item, "drawn", drawing.len > 0);
    data_html(item, "drawing", buf_take(&drawing, arena));
    data_html(item, "table", buf_take(&table, arena));
    data_text(item, "long",
              many && series->point_count > LONG_TABLE
                  ? arena_printf(arena, "All %zu points as a table", series->point_count)
                  : (struct text){0});
    data_text(item, "provenance", chart_provenance(&chart));
    data_text(item, "counts", series->counts);
    data_text(item, "method", series->method);
    data_text(item, "kernel", series->kernel);
    data_text(item, "sha256", series->sha256);
    struct data *sources = series_sources(build, series);
    data_flag(item, "has_from", sources->count > 0);
    data_put(item, "from", sources);
}

static bool first_of_family(const struct card *card, size_t index) {
    struct text family = words_first(card->series[index].name);
    for (size_t i = 0; i < index; i++)
        if (text_equal(words_first(card->series[i].name), family)) return false;
    return true;
}

static struct data *families(struct site_build *build, struct html *html, const struct card *card) {
    struct arena *arena = build->arena;
    struct data *list = data_list(arena);
    for (size_t i = 0; i < card->series_count; i++) {
        if (!first_of_family(card, i)) continue;
        struct text family = words_first(card->series[i].name);
        struct data *item = data_add(list), *members = data_list(arena);
        data_text(item, "words", words_of(&build->words, WORDS_FAMILIES, family));
        data_text(item, "sentence", words_listed(&build->words, WORDS_SENTENCES, family));
        data_text(item, "id", arena_printf(arena, "family-%.*s", TEXT_ARG(family)));
        for (size_t k = i; k < card->series_count; k++)
            if (text_equal(words_first(card->series[k].name), family))
                series_item(build, html, members, card, &card->series[k]);
        data_put(item, "series", members);
    }
    return list;
}

/* ---- page ------------------------------------------------------------------------------------ */

static struct text description(struct site_build *build, const struct card *card) {
    if (card->reported)
        return arena_printf(build->arena,
                            "What documents report of the %.*s: facts and figures, each with its "
                            "source. None of them was measured here.",
                            TEXT_ARG(card->name));
    return arena_printf(build->arena,
                        "The %.*s as it was measured: what its driver reports, the conditions of "
                        "the run, and every series with its spread.",
                        TEXT_ARG(card->name));
}

static void card_page(struct site_build *build, const struct card *card) {
    struct arena *arena = build->arena;
    struct site_head head = {.address = course_card_address(card, arena),
                             .title = card->name,
                             .description = description(build, card),
                             .section = "cards",
                             .type = "article"};
    struct data *page = site_page(build, &head);
    struct html html = site_html(build, NULL, head.address);
    data_flag(page, "reported", card->reported);
    data_text(page, "lede", head.description);
    data_text(page, "id", card->id);
    data_text(page, "compute_capability", card->compute_capability);
    data_put(page, "run", run_rows(build, card));
    struct data *facts = fact_rows(build, card), *sources = source_rows(build, card);
    data_flag(page, "has_facts", facts->count > 0);
    data_put(page, "facts", facts);
    struct data *messages = message_rows(build, card);
    data_flag(page, "has_messages", messages->count > 0);
    data_put(page, "messages", messages);
    data_flag(page, "has_sources", sources->count > 0);
    data_put(page, "sources", sources);
    data_put(page, "families", families(build, &html, card));
    struct text json = course_card_json_address(card, arena);
    data_text(page, "json_href", link_text(arena, head.address, json));
    data_text(page, "json_name", arena_printf(arena, "%.*s.json", TEXT_ARG(card->id)));
    data_text(page, "json_sha256", card->json_sha256);
    data_text(page, "json_size", site_count(arena, card->json.len, "byte", "bytes"));
    site_write(build, "card", head.address, page);
    site_add(build, text_cut(json, 1, json.len), card->json);
}

void card_pages(struct site_build *build) {
    const struct cards *cards = &build->course->cards;
    for (size_t i = 0; i < cards->count; i++)
        card_page(build, &cards->list[i]);
}
