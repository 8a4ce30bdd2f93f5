/* page_compare -- two cards side by side: a page for each card beside the one of the build, and for any two
 * the page /compare/ with a script and the figures of all cards. */
#include <math.h>
#include <stdint.h>

#include "course/address.h"
#include "render/chart.h"
#include "render/compare.h"
#include "render/diagram.h"
#include "render/numbers.h"
#include "render/site.h"

struct text compare_address(const struct site_build *build, const struct card *card) {
    return arena_printf(build->arena, "/compare/%.*s/", TEXT_ARG(card->id));
}

/* Two cards by their index in the list, and the rows of a group that both have. */
struct pair {
    struct site_build *build;
    const struct compare *compare;
    struct text address; /* of the page */
    size_t a, b;
};

struct shared {
    const struct compare_group *group;
    const struct compare_row **row;
    struct text *a, *b; /* its numbers, as they are written */
    size_t count;
    struct quantity quantity; /* one for all numbers */
    bool positive;            /* each of them is above 0 */
};

static const struct card *card_at(const struct pair *pair, size_t index) {
    return &pair->compare->cards->list[index];
}

/* A number with a prefix of its own: a log scale and a table hold sizes from KiB to GiB. */
static struct quantity quantity_of_row(const struct compare_group *group, size_t row) {
    return quantity_of(group->plain ? group->units[row] : group->unit,
                       group->capacity || group->plain);
}

static struct shared shared_of(const struct pair *pair, const struct compare_group *group) {
    struct arena *arena = pair->build->arena;
    struct shared shared = {.group = group, .positive = true};
    double largest = 0;
    shared.row = ARENA_ARRAY(arena, const struct compare_row *, group->count);
    shared.a = ARENA_ARRAY(arena, struct text, group->count);
    shared.b = ARENA_ARRAY(arena, struct text, group->count);
    for (size_t i = 0; i < group->count; i++) {
        const struct compare_row *row = &group->row[i];
        const double a = row->number[pair->a], b = row->number[pair->b];
        if (!compare_shares(pair->compare, row, pair->a, pair->b)) continue;
        const struct quantity quantity = quantity_of_row(group, i);
        shared.row[shared.count] = row;
        shared.a[shared.count] = quantity_text(arena, &quantity, a);
        shared.b[shared.count++] = quantity_text(arena, &quantity, b);
        largest = fmax(largest, fmax(a, b));
        shared.positive = shared.positive && a > 0 && b > 0;
    }
    if (shared.count)
        shared.quantity = quantity_common(arena, group->unit, group->capacity, largest);
    return shared;
}

/* ---- drawing ---------------------------------------------------------------------------------- */

static struct text sentence(const struct pair *pair, const struct shared *shared) {
    struct buf out = {0};
    for (size_t i = 0; i < shared->count; i++) {
        buf_printf(&out, "%.*s: %.*s and %.*s. ", TEXT_ARG(shared->row[i]->words),
                   TEXT_ARG(shared->a[i]), TEXT_ARG(shared->b[i]));
    }
    return buf_take(&out, pair->build->arena);
}

static struct svg_cell bar(const struct shared *shared, double number, struct text words) {
    return (struct svg_cell){
        .value = shared->group->capacity ? number : quantity_plot(&shared->quantity, number),
        .text = words.ptr};
}

/* The ticks of sizes have a unit each: they go from KiB to GiB. */
static struct svg_axis axis_of(const struct pair *pair, const struct shared *shared) {
    struct text unit = shared->quantity.unit;
    if (shared->group->capacity)
        return (struct svg_axis){"bytes, log scale", SVG_LOG2, SVG_TICKS_BYTES};
    if (!unit.len) return (struct svg_axis){.label = "log scale", .scale = SVG_LOG10};
    return (struct svg_axis){
        .label = arena_printf(pair->build->arena, "%.*s, log scale", TEXT_ARG(unit)).ptr,
        .scale = SVG_LOG10};
}

static void draw(const struct pair *pair, const struct shared *shared, struct buf *out) {
    struct arena *arena = pair->build->arena;
    struct svg_bar_row *rows = ARENA_ARRAY(arena, struct svg_bar_row, shared->count);
    const struct svg_series series[] = {
        {arena_string(arena, card_at(pair, pair->a)->name), SVG_LEVEL_NONE},
        {arena_string(arena, card_at(pair, pair->b)->name), SVG_LEVEL_NONE}};
    for (size_t i = 0; i < shared->count; i++) {
        struct svg_cell *cells = ARENA_ARRAY(arena, struct svg_cell, 2);
        cells[0] = bar(shared, shared->row[i]->number[pair->a], shared->a[i]);
        cells[1] = bar(shared, shared->row[i]->number[pair->b], shared->b[i]);
        rows[i] = (struct svg_bar_row){.label = arena_string(arena, shared->row[i]->words),
                                       .level = shared->row[i]->level,
                                       .cells = cells};
    }
    const struct svg_bars bars = {.axis = axis_of(pair, shared),
                                  .rows = rows,
                                  .row_count = shared->count,
                                  .series = series,
                                  .series_count = 2};
    const char *description = sentence(pair, shared).ptr;
    for (int layout = SVG_WIDE; layout <= SVG_NARROW; layout++) {
        const struct svg_frame frame = {
            .id_prefix = arena_printf(arena, THEME_ID "pair-%zu-%d-",
                                      (size_t)(shared->group - pair->compare->group), layout)
                             .ptr,
            .title = arena_string(arena, shared->group->words),
            .desc = description,
            .layout = (enum svg_layout)layout};
        struct svg_result result = svg_bars(&bars, &frame);
        struct text why = chart_add(out, arena, NULL, &result);
        if (why.len)
            diag_file(pair->build->diags, SEVERITY_ERROR, card_at(pair, pair->b)->path, NULL,
                      "%.*s cannot be drawn: %.*s", TEXT_ARG(shared->group->words), TEXT_ARG(why));
    }
}

/* ---- a pair ------------------------------------------------------------------------------------- */

/* Groups of one family follow each other: they share its heading. */
static struct data *groups_of(struct data *families, struct text words) {
    const struct data *last = families->count ? families->item[families->count - 1] : NULL;
    if (last && text_equal(last->member[0].value->text, words)) return last->member[1].value;
    struct data *item = data_add(families);
    data_text(item, "words", words);
    return data_put_list(item, "groups");
}

static void put_number(const struct pair *pair, struct data *line, const char *name,
                       struct numbers_series *last, const struct used *used, struct text words) {
    struct buf out = {0};
    if (used->card)
        numbers_put(&out, used, numbers_point_href(last, pair->build, pair->address, used), words);
    else
        buf_html(&out, words);
    data_html(line, name, buf_take(&out, pair->build->arena));
}

static void put_group(const struct pair *pair, struct data *families,
                      const struct compare_group *group) {
    struct arena *arena = pair->build->arena;
    const struct shared shared = shared_of(pair, group);
    struct buf drawing = {0};
    if (!shared.count) return;
    bool fair = compare_is_fair(pair->compare, group, pair->a, pair->b);
    if (shared.count > 1 && shared.positive && fair && !group->plain) draw(pair, &shared, &drawing);
    struct data *item = data_add(groups_of(families, group->family));
    struct data *rows = data_put_list(item, "rows");
    struct numbers_series last_a = {0}, last_b = {0};
    data_texts(item, {"words", group->words}, {"name", group->name});
    data_flag(item, "drawn", drawing.len > 0);
    data_html(item, "drawing", buf_take(&drawing, arena));
    for (size_t i = 0; i < shared.count; i++) {
        const struct compare_row *row = shared.row[i];
        double a = row->number[pair->a], b = row->number[pair->b];
        struct data *line = data_add(rows);
        data_texts(line, {"words", row->words}, {"level", text_of(svg_level_name(row->level))},
                   {"ratio", fair && a > 0 ? quantity_in(arena, "x", b / a) : TEXT("")});
        put_number(pair, line, "a", &last_a, &row->used[pair->a], shared.a[i]);
        put_number(pair, line, "b", &last_b, &row->used[pair->b], shared.b[i]);
    }
}

static void pair_page(struct pair *pair) {
    struct site_build *build = pair->build;
    const struct card *a = card_at(pair, pair->a), *b = card_at(pair, pair->b);
    struct site_head head = site_own(build, "compare", compare_address(build, b));
    pair->address = head.address;
    head.section = "cards";
    head.title = arena_printf(build->arena, "%.*s and %.*s", TEXT_ARG(a->name), TEXT_ARG(b->name));
    head.description =
        arena_printf(build->arena,
                     "The memory of the %.*s beside that of the %.*s: sizes, latencies, bandwidths "
                     "and every figure that is known of both.",
                     TEXT_ARG(a->name), TEXT_ARG(b->name));
    struct data *page = site_page(build, &head);
    struct data *list = data_put_list(page, "comparisons");
    for (size_t i = 0; i < pair->compare->count; i++)
        put_group(pair, list, &pair->compare->group[i]);
    data_texts(page, {"a", a->name}, {"b", b->name},
               {"a_href", site_to(build, head.address, course_card_address(a, build->arena))},
               {"b_href", site_to(build, head.address, course_card_address(b, build->arena))},
               {"choose_href", site_to(build, head.address, TEXT("/compare/"))});
    data_flag(page, "a_reported", a->reported);
    data_flag(page, "b_reported", b->reported);
    site_write(build, "compare-pair", head.address, page);
}

/* ---- any two ------------------------------------------------------------------------------------ */

static void json_text(struct buf *out, const char *before, struct text text) {
    buf_str(out, before);
    buf_json(out, text);
}

/* A row is its words, and for each card null or the number, how it is written, and the way from the root of the site to
 * its row, if it has one. */
static void json_row(const struct pair *any, const struct compare_group *group, size_t row,
                     struct numbers_series *last, struct buf *out) {
    const struct quantity quantity = quantity_of_row(group, row);
    json_text(out, "\n[", group->row[row].words);
    for (size_t i = 0; i < any->compare->cards->count; i++) {
        double number = group->row[row].number[i];
        buf_str(out, isnan(number) ? ",null" : ",[");
        if (isnan(number)) continue;
        buf_number(out, number);
        json_text(out, ",", quantity_text(any->build->arena, &quantity, number));
        const struct used *used = &group->row[row].used[i];
        if (used->card)
            json_text(out, ",", numbers_point_href(&last[i], any->build, TEXT("/"), used));
        buf_char(out, ']');
    }
    buf_char(out, ']');
}

static void json_group(const struct pair *any, const struct compare_group *group, struct buf *out) {
    struct numbers_series *last =
        ARENA_ARRAY(any->build->arena, struct numbers_series, any->compare->cards->count);
    size_t rows = 0;
    for (size_t i = 0; i < group->count; i++) {
        if (!compare_shares(any->compare, &group->row[i], 0, SIZE_MAX)) continue;
        if (rows++)
            buf_char(out, ',');
        else {
            json_text(out, out->ptr[out->len - 1] == '[' ? "{\"family\":" : ",\n{\"family\":",
                      group->family);
            json_text(out, ",\"words\":", group->words);
            buf_printf(out, ",\"drawn\":%d,\"amount\":%d,\"size\":%d,\"rows\":[", !group->plain,
                       group->amount, group->size);
        }
        json_row(any, group, i, last, out);
    }
    if (rows) buf_str(out, "]}");
}

/* assets/js/compare.json: the rows that at least two cards have. */
static void data_file(const struct pair *any) {
    const struct cards *cards = any->compare->cards;
    struct buf out = {0};
    buf_str(&out, "{\"cards\":[");
    for (size_t i = 0; i < cards->count; i++) {
        json_text(&out, i ? ",{\"id\":" : "{\"id\":", cards->list[i].id);
        json_text(&out, ",\"name\":", cards->list[i].name);
        buf_printf(&out, ",\"reported\":%s}", cards->list[i].reported ? "true" : "false");
    }
    buf_str(&out, "],\n\"groups\":[");
    for (size_t i = 0; i < any->compare->count; i++)
        json_group(any, &any->compare->group[i], &out);
    buf_str(&out, "]}\n");
    site_add(any->build, TEXT("assets/js/compare.json"), buf_take(&out, any->build->arena));
}

static void choose_page(struct site_build *build) {
    const struct cards *cards = &build->course->cards;
    struct site_head head = site_own(build, "compare", TEXT("/compare/"));
    head.section = "cards";
    struct data *page = site_page(build, &head);
    struct data *pairs = data_put_list(page, "pairs"), *choices = data_put_list(page, "choices");
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        struct data *choice = data_add(choices);
        data_texts(choice, {"id", card->id}, {"words", card->name});
        if (card == build->card) continue;
        struct data *pair =
            site_link(build, pairs, head.address, compare_address(build, card), card->name);
        data_flag(pair, "reported", card->reported);
    }
    rank_data(build, page, head.address);
    site_write(build, "compare", head.address, page);
}

void compare_data(struct site_build *build) {
    const struct compare compare =
        compare_cards(&build->course->cards, &build->words, build->arena);
    const struct pair any = {.build = build, .compare = &compare};
    data_file(&any);
}

void compare_pages(struct site_build *build) {
    const struct cards *cards = &build->course->cards;
    struct arena all = {0};
    if (cards->count < 2) return;
    const struct compare compare = compare_cards(cards, &build->words, &all);
    struct pair pair = {.build = build, .compare = &compare};
    pair.a = (size_t)(build->card - cards->list);
    for (pair.b = 0; pair.b < cards->count; pair.b++) {
        if (pair.b != pair.a) pair_page(&pair);
        arena_reset(build->arena); /* of one page */
    }
    choose_page(build);
    data_file(&pair);
    arena_free(&all);
}
