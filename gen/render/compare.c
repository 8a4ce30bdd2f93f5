/* compare -- see compare.h. */
#include "render/compare.h"

#include <math.h>
#include <stdint.h>

#include "course/map.h"

enum { ROWS_MAX = 64 }; /* of a group: more are no table that anybody compares by eye */

struct comparing {
    struct compare *out;
    const struct words *words;
    struct arena *arena;
    struct map rows; /* "name[at, at]" -> index of the row in its group */
    struct map groups;
};

/* ---- rows ------------------------------------------------------------------------------------- */

static struct compare_group *group_of(struct comparing *at, struct text name) {
    struct compare *out = at->out;
    bool added;
    size_t index = *map_add(&at->groups, name, out->count, &added, at->arena);
    if (added) {
        out->group =
            arena_grow(at->arena, out->group, out->count, &out->capacity, sizeof *out->group);
        out->group[out->count++] = (struct compare_group){.name = name};
    }
    return &out->group[index];
}

static struct compare_row *row_of(struct comparing *at, struct compare_group *group,
                                  struct text key) {
    bool added;
    size_t index = *map_add(&at->rows, key, group->count, &added, at->arena);
    if (!added) return &group->row[index];
    group->row =
        arena_grow(at->arena, group->row, group->count, &group->capacity_rows, sizeof *group->row);
    struct compare_row *row = &group->row[group->count++];
    *row = (struct compare_row){.number = ARENA_ARRAY(at->arena, double, at->out->cards->count),
                                .used = ARENA_ARRAY(at->arena, struct used, at->out->cards->count)};
    for (size_t i = 0; i < at->out->cards->count; i++)
        row->number[i] = NAN;
    return row;
}

/* ---- facts ------------------------------------------------------------------------------------ */

enum { REGISTER_BYTES = 4 };

/* Sizes of the levels; the words are those of the summary of a card. */
static const struct {
    const char *words, *fact;
    unsigned bytes;
    enum svg_level level;
} sizes[] = {
    {"level.register", "registers", REGISTER_BYTES, SVG_LEVEL_REGISTERS},
    {"level.shared", "shared.sm", 1, SVG_LEVEL_SHARED},
    {"level.l1", "unified.sm", 1, SVG_LEVEL_L1},
    {"level.l2", "l2", 1, SVG_LEVEL_L2},
    {"level.dram", "dram", 1, SVG_LEVEL_DRAM},
};

static void put_fact(struct compare_row *row, const struct cards *cards, size_t card,
                     const char *name) {
    const struct fact *fact = card_fact(&cards->list[card], text_of(name));
    if (!fact || fact->missing) return;
    row->number[card] = fact->value;
    row->used[card] = (struct used){.card = &cards->list[card], .fact = fact};
}

static void add_sizes(struct comparing *at) {
    const struct cards *cards = at->out->cards;
    struct compare_group *group = group_of(at, TEXT("sizes"));
    group->family = words_of(at->words, WORDS_SUMMARY, TEXT("compare.ladder"));
    group->words = words_of(at->words, WORDS_SUMMARY, TEXT("compare.sizes"));
    group->unit = TEXT("B");
    group->capacity = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct compare_row *row = row_of(at, group, text_of(sizes[i].words));
        row->words = words_of(at->words, WORDS_SUMMARY, text_of(sizes[i].words));
        row->level = sizes[i].level;
        for (size_t c = 0; c < cards->count; c++) {
            put_fact(row, cards, c, sizes[i].fact);
            if (sizes[i].bytes == 1) continue;
            row->number[c] *= sizes[i].bytes;
            row->used[c] = (struct used){0};
        }
    }
}

static void add_limits(struct comparing *at) {
    static const char *const facts[] = {"sms",          "clock.sm",     "clock.memory",
                                        "bus",          "threads.sm",   "blocks.sm",
                                        "shared.block", "shared.optin", "registers.thread"};
    enum { FACTS = sizeof facts / sizeof *facts };
    const struct cards *cards = at->out->cards;
    struct compare_group *group = group_of(at, TEXT("limits"));
    group->family = words_of(at->words, WORDS_SUMMARY, TEXT("compare.card"));
    group->words = words_of(at->words, WORDS_SUMMARY, TEXT("compare.limits"));
    group->plain = true;
    group->units = ARENA_ARRAY(at->arena, struct text, FACTS);
    for (size_t i = 0; i < FACTS; i++) {
        struct text name = text_of(facts[i]);
        struct compare_row *row = row_of(at, group, name);
        row->words = words_of(at->words, WORDS_FACTS, name);
        for (size_t c = 0; c < cards->count; c++) {
            const struct fact *fact = card_fact(&cards->list[c], name);
            put_fact(row, cards, c, facts[i]);
            if (fact && fact->unit.len) group->units[i] = fact->unit;
        }
    }
}

/* ---- series ------------------------------------------------------------------------------------ */

bool compare_is_own(const struct series *series) {
    static const char *const own[] = {"step", "sm", "lap"};
    for (size_t a = 0; a < series->axis_count; a++)
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            if (text_is(series->axis[a].name, own[i])) return true;
    return false;
}

/* "DRAM", "stride 8", "padded, outside the L2"; the title of a series that is one number. */
static void put_words(struct comparing *at, struct compare_row *row, const struct series *series,
                      const struct point *point) {
    struct buf words = {0};
    for (size_t a = 0; a < series->axis_count; a++) {
        const struct axis *axis = &series->axis[a];
        if (a) buf_str(&words, ", ");
        buf_view(&words, words_place(at->words, at->arena, axis, point->at[a]));
        enum svg_level level = words_role_level(at->words, axis->name, point->at[a]);
        if (level != SVG_LEVEL_NONE) row->level = level;
    }
    row->words = series->axis_count ? buf_take(&words, at->arena) : words_title(at->words, series);
}

static void add_points(struct comparing *at, size_t card, const struct series *series) {
    struct compare_group *group = group_of(at, series->name);
    if (!group->words.len) {
        group->words = words_title(at->words, series);
        group->unit = series->unit;
        group->capacity = series_is_capacity(series);
        group->size = text_ends(series->name, ".bytes") || text_ends(series->name, ".edge") ||
                      text_ends(series->name, ".count");
        group->amount =
            !group->family.len && (text_is(series->unit, "s") || text_is(series->unit, "1") ||
                                   text_is(series->unit, "B"));
    }
    if (!group->family.len)
        group->family = words_of(at->words, WORDS_FAMILIES, words_first(series->name));
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        struct buf key = {0};
        buf_view(&key, series->name);
        for (size_t a = 0; a < series->axis_count; a++)
            buf_printf(&key, "[%.*s]", TEXT_ARG(point->at[a]));
        struct compare_row *row = row_of(at, group, buf_take(&key, at->arena));
        if (!row->words.len) put_words(at, row, series, point);
        if (point->missing) continue;
        row->number[card] = point->median;
        row->used[card] =
            (struct used){.card = &at->out->cards->list[card], .series = series, .point = point};
    }
}

/* The cards' files may have the series of a family apart. */
static void gather_families(struct compare *out, struct arena *arena) {
    struct compare_group *group = ARENA_ARRAY(arena, struct compare_group, out->count);
    size_t count = 0;
    for (size_t i = 0; i < out->count; i++)
        for (size_t k = i; k < out->count; k++) {
            struct compare_group *next = &out->group[k];
            if (!next->family.len || !text_equal(next->family, out->group[i].family)) continue;
            group[count++] = *next;
            if (k > i) next->family.len = 0;
        }
    out->group = group;
    out->count = count;
}

struct compare compare_cards(const struct cards *cards, const struct words *words,
                             struct arena *arena) {
    static const char *const ladder[] = {"latency.cycles", "latency.time", "bandwidth.rate",
                                         "dram.rated", "copy.rate"};
    struct compare out = {.cards = cards};
    struct comparing at = {.out = &out, .words = words, .arena = arena};
    add_sizes(&at);
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++)
        group_of(&at, text_of(ladder[i]))->family = out.group[0].family;
    add_limits(&at);
    for (size_t c = 0; c < cards->count; c++)
        for (size_t i = 0; i < cards->list[c].series_count; i++)
            if (!compare_is_own(&cards->list[c].series[i]) &&
                cards->list[c].series[i].point_count <= ROWS_MAX)
                add_points(&at, c, &cards->list[c].series[i]);
    gather_families(&out, arena);
    return out;
}

static bool differs(const struct compare_group *group, size_t a, size_t b) {
    for (size_t i = 0; i < group->count; i++) {
        const double *number = group->row[i].number;
        if (!isnan(number[a]) && !isnan(number[b]) && number[a] != number[b]) return true;
    }
    return false;
}

bool compare_is_fair(const struct compare *compare, const struct compare_group *group, size_t a,
                     size_t b) {
    if (!group->amount) return true;
    if (compare->cards->list[a].reported || compare->cards->list[b].reported) return false;
    for (size_t i = 0; i < compare->count; i++)
        if (compare->group[i].size && text_equal(compare->group[i].family, group->family) &&
            differs(&compare->group[i], a, b))
            return false;
    return true;
}

bool compare_shares(const struct compare *compare, const struct compare_row *row, size_t a,
                    size_t b) {
    size_t known = 0;
    if (b != SIZE_MAX) return !isnan(row->number[a]) && !isnan(row->number[b]);
    for (size_t i = 0; i < compare->cards->count; i++)
        if (!isnan(row->number[i])) known++;
    return known > 1;
}
