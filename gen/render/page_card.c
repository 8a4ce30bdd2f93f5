/* page_card -- the page of one card: its ladder and both curves, what is special about it; folded below that what
 * its driver reports, how it was measured, what series there are. Charts and tables of the series stand on pages of
 * their own, one for each family: see page_series.c. */
#include "render/page_card.h"

#include "render/chart.h"
#include "render/diagram.h"
#include "render/panels.h"

/* `missing` shows where there is no value. */
static void row(struct data *list, const char *words, struct text value, struct text missing) {
    struct data *item = data_add(list);
    data_texts(item, {"words", text_of(words)}, {"value", value}, {"missing", missing});
}

/* Puts a text of the run; where the file says why it has none, that stands in place of `otherwise`. */
static void run_row(struct data *list, const struct run *run, const char *words, const char *name,
                    struct text value, struct text otherwise) {
    for (size_t i = 0; i < run->missing_count; i++)
        if (text_is(run->missing[i].name, name) && run->missing[i].reason.len)
            otherwise = run->missing[i].reason;
    row(list, words, value, otherwise.len ? otherwise : TEXT("not recorded"));
}

/* Says "1,980 MHz, from 1,755 MHz to 1,980 MHz"; a range shows only where there is one. */
static void condition_row(struct data *list, const char *words, const struct condition *condition,
                          struct text unit) {
    struct text value = {0}, reason = condition->reason;
    if (!condition->missing) value = quantity_alone(list->arena, unit, condition->median);
    if (!condition->missing && condition->min != condition->max)
        value = arena_printf(list->arena, "%.*s, from %.*s to %.*s", TEXT_ARG(value),
                             TEXT_ARG(quantity_alone(list->arena, unit, condition->min)),
                             TEXT_ARG(quantity_alone(list->arena, unit, condition->max)));
    row(list, words, value, reason.len ? reason : TEXT("not sampled"));
}

/* Writes 2026-11-29T21:14:03Z as people do: 2026-11-29, 21:14:03 UTC. */
static struct text moment(struct arena *arena, struct text date) {
    struct text day = site_day(date);
    if (!text_ends(date, "Z") || day.len == date.len) return date;
    return arena_printf(arena, "%.*s, %.*s UTC", TEXT_ARG(day),
                        TEXT_ARG(text_cut(date, day.len + 1, date.len - 1)));
}

/* A reported card has no rows of a run, since nothing ran on it. */
static void run_rows(struct data *page, const struct card *card) {
    const struct run *run = &card->run;
    const struct text none = {0};
    struct data *list = data_put_list(page, "run");
    if (card->slice.len) row(list, "Slice of a card", card->slice, none);
    if (card->reported) return;
    run_row(list, run, "Measured on", "date", moment(page->arena, run->date), none);
    run_row(list, run, "Driver", "driver", run->driver, none);
    run_row(list, run, "CUDA runtime", "cuda", run->cuda, none);
    run_row(list, run, "Compiler", "compiler", run->compiler, none);
    run_row(list, run, "Compiled with", "flags", run->flags, none);
    run_row(list, run, "Host", "host", run->host, none);
    run_row(list, run, "Commit of the kernels", "commit", run->commit, none);
    condition_row(list, "SM clock", &run->sm_clock, TEXT("Hz"));
    condition_row(list, "Memory clock", &run->memory_clock, TEXT("Hz"));
    condition_row(list, "Power", &run->power, TEXT("W"));
    condition_row(list, "Power limit", &run->power_limit, TEXT("W"));
    condition_row(list, "Temperature", &run->temperature, TEXT("°C"));
    run_row(list, run, "Throttling", "throttle", run->throttle, TEXT("none was seen"));
}

static void fact_rows(struct site_build *build, struct data *page, const struct card *card) {
    const struct text address = course_card_address(card, build->arena);
    struct data *list = data_put_list(page, "facts");
    for (size_t i = 0; i < card->fact_count; i++) {
        const struct fact *fact = &card->fact[i];
        if (fact->missing) continue; /* what is not known is listed once */
        const struct used used = {.card = card, .fact = fact};
        struct data *item = data_add(list);
        data_texts(item, {"words", words_of(&build->words, WORDS_FACTS, fact->name)},
                   {"name", fact->name}, {"method", fact->method});
        data_html(item, "value",
                  numbers_row(build, address, &used, quantity_fact(build->arena, fact)));
        card_source_link(data_put_list(item, "from"), "", fact->source);
    }
}

/* The runtime's name of an error ("launch.shared.name") stands in the row of its words. */
static void message_rows(struct site_build *build, struct data *page, const struct card *card) {
    struct arena *arena = build->arena;
    struct data *list = data_put_list(page, "messages");
    for (size_t i = 0; i < card->message_count; i++) {
        const struct card_message *message = &card->message[i], *error;
        struct text base = text_drop_end(message->name, ".name");
        if (base.len < message->name.len && card_message(card, base)) continue;
        error = card_message(card, arena_printf(arena, "%.*s.name", TEXT_ARG(message->name)));
        struct data *item = data_add(list);
        data_texts(item, {"words", words_of(&build->words, WORDS_MESSAGES, message->name)},
                   {"name", message->name}, {"value", message->words}, {"missing", message->reason},
                   {"error", error ? error->words : TEXT("")});
    }
}

static void source_rows(struct data *page, const struct card *card) {
    struct data *list = data_put_list(page, "sources");
    for (size_t i = 0; i < card->source_count; i++) {
        const struct card_source *source = &card->source[i];
        struct text words = source->title.len ? source->title : source->id;
        struct data *item = site_source(list, source->id, words, source->url, source->checked);
        data_texts(item, {"name", source->id}, {"status", source->status});
    }
}

/* ---- the first screen ------------------------------------------------------------------------- */

/* Loads that depend on each other and reads of everything, both over more and more bytes. */
static void curves(struct site_build *build, struct data *page, struct html *html,
                   const struct card *card) {
    static const char *const names[] = {"chase.cycles", "sweep.read"};
    struct data *list = data_put_list(page, "curves");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct series *series = card_series(card, text_of(names[i]));
        if (!series) continue;
        const struct chart chart = chart_of(build->arena, &build->words, card, series);
        if (!chart.sizes || !chart_worthwhile(&chart)) continue;
        struct buf drawing = {0};
        figure_chart(html, &drawing, &chart);
        struct data *item = data_add(list);
        data_html(item, "drawing", buf_take(&drawing, build->arena));
        data_texts(item, {"words", words_title(&build->words, series)},
                   {"href", link_text(build->arena, course_card_address(card, build->arena),
                                      course_series_address(card, series, build->arena))});
    }
}

/* What a card is like at a glance: its ladder as bars, where it stands among the others, the curves. */
static void first_screen(struct site_build *build, struct data *page, struct html *html,
                         const struct card *card) {
    struct buf ladder = {0};
    if (card_series(card, TEXT("latency.cycles")) || card_series(card, TEXT("latency.time")) ||
        card_series(card, TEXT("bandwidth.rate")))
        figure_diagram(html, &ladder, &diagram_levels, card, false);
    data_html(page, "ladder", buf_take(&ladder, build->arena));
    curves(build, page, html, card);
    card_special(build, page, card);
}

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

/* The page of a card whose edition is published is the home of that edition. */
void card_and_series_pages(struct site_build *around, const struct card *card) {
    struct site_build of_card = *around, *build = &of_card;
    struct arena *arena = build->arena;
    of_card.card = card;
    of_card.below = site_below(around, card);
    struct site_head head = {.address = course_card_address(card, arena),
                             .title = card->name,
                             .description = description(build, card),
                             .section = "cards",
                             .type = "article"};
    struct data *page = site_page(build, &head);
    struct html html = site_html(build, NULL, head.address);
    data_flag(page, "reported", card->reported);
    data_texts(page, {"lede", head.description}, {"id", card->id},
               {"compute_capability", card->compute_capability});
    card_ways(build, page, head.address, card);
    first_screen(build, page, &html, card);
    summary_data(build, page, card);
    run_rows(page, card);
    fact_rows(build, page, card);
    message_rows(build, page, card);
    source_rows(page, card);
    card_families(build, page, card);
    card_unknown(build, page, card);
    struct text json = course_card_json_address(card, arena);
    data_printf(page, "json_name", "%.*s.json", TEXT_ARG(card->id));
    data_texts(page, {"json_href", link_text(arena, head.address, json)},
               {"json_sha256", card_sha256(card, arena)},
               {"json_size", arena_printf(arena, "%zu KiB", (card->json.len + 1023) / 1024)});
    site_write(build, "card", head.address, page);
    panels_add_rows(&html, card, TEXT(""));
    site_add(build, text_cut(json, 1, json.len), card->json);
    series_pages(build, card);
}

void card_pages(struct site_build *build) {
    const struct cards *cards = &build->course->cards;
    for (size_t i = 0; i < cards->count; i++) {
        card_and_series_pages(build, &cards->list[i]);
        arena_reset(build->arena); /* of one page */
    }
}
