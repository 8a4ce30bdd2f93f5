/* page_summary -- what one wants to have at hand of a card, on one page above everything else: the levels,
 * what a warp pays for an access, what an SM has room for, what has to be under way, DRAM and the L2's parts.
 *
 * A row is there where the card has its figures; a group without rows is not there. */
#include <math.h>

#include "course/address.h"
#include "render/diagram.h"
#include "render/numbers.h"
#include "render/site.h"

enum { REGISTER_BYTES = 4, LOAD_BYTES = 512 }; /* 16 bytes for each of 32 lanes */

struct summary {
    const struct site_build *build;
    const struct words *words;
    struct text address; /* of the page: what is a figure of the card leads from there to its row */
    struct reading reading;
    struct data *groups;
};

static struct reading_point point_of(const struct summary *of, const char *series,
                                     const char *first, const char *second) {
    return reading_point(&of->reading, series, first, second);
}

/* ---- the levels ------------------------------------------------------------------------------ */

/* Capacities are facts of an SM, or of the whole card. */
static const struct level_about {
    const char *role; /* in the series of levels */
    const char *fact;
    bool of_sm;
    unsigned bytes; /* of what the fact counts */
    enum svg_level level;
} level_abouts[] = {
    {"register", "registers", true, REGISTER_BYTES, SVG_LEVEL_REGISTERS},
    {"shared", "shared.sm", true, 1, SVG_LEVEL_SHARED},
    {"l1", "unified.sm", true, 1, SVG_LEVEL_L1},
    {"l2", "l2", false, 1, SVG_LEVEL_L2},
    {"dram", "dram", false, 1, SVG_LEVEL_DRAM},
};
enum { SUMMARY_LEVELS = sizeof level_abouts / sizeof *level_abouts };

/* Of DRAM the pass over large arrays has it, where the levels were not read one by one. */
static struct reading_point read_rate(const struct summary *of, const char *role) {
    struct reading_point rate = point_of(of, "bandwidth.rate", role, NULL);
    if (rate.known || !text_is(text_of(role), "dram")) return rate;
    struct reading_point copy = point_of(of, "copy.rate", "read", NULL);
    return copy.known ? copy : rate;
}

static struct text shown(const struct summary *of, struct used used, struct text text) {
    used.card = of->reading.card;
    return numbers_row(of->build, of->address, &used, text);
}

static struct text known_text(const struct summary *of, const struct reading_point *point) {
    struct text text = point->known ? text_of(point->note.text) : (struct text){0};
    return shown(of, numbers_point(of->reading.card, point), text);
}

static void level_row(const struct summary *of, struct data *rows,
                      const struct level_about *about) {
    struct arena *arena = of->reading.arena;
    double bytes = reading_fact(&of->reading, about->fact) * about->bytes;
    double sms = about->of_sm ? reading_fact(&of->reading, "sms") : 1;
    struct reading_point rate = read_rate(of, about->role);
    struct reading_point cycles = point_of(of, "latency.cycles", about->role, NULL);
    struct reading_point time = point_of(of, "latency.time", about->role, NULL);
    if (bytes <= 0 && !rate.known && !cycles.known && !time.known) return;
    const struct used none = {0};
    struct used fact = none;
    if (about->bytes == 1) fact = numbers_fact(of->reading.card, about->fact);
    struct text each = {0}, all = {0};
    if (bytes > 0 && about->of_sm)
        each = shown(of, fact, quantity_capacity(arena, TEXT("B"), bytes));
    if (bytes > 0 && sms > 0)
        all =
            shown(of, about->of_sm ? none : fact, quantity_capacity(arena, TEXT("B"), bytes * sms));
    struct data *item = data_add(rows);
    struct text name = arena_printf(arena, "level.%s", about->role);
    data_texts(item, {"words", words_of(of->words, WORDS_SUMMARY, name)},
               {"level", text_of(svg_level_name(about->level))}, {"rate_warning", rate.warning},
               {"cycles_warning", cycles.warning}, {"time_warning", time.warning});
    data_html(item, "each", each);
    data_html(item, "all", all);
    data_html(item, "rate", known_text(of, &rate));
    data_html(item, "cycles", known_text(of, &cycles));
    data_html(item, "time", known_text(of, &time));
}

/* ---- the groups ------------------------------------------------------------------------------ */

static struct data *group(const struct summary *of, const char *name) {
    struct data *item = data_add(of->groups);
    data_texts(item, {"words", words_of(of->words, WORDS_SUMMARY, text_of(name))},
               {"name", text_of(name)});
    return data_put_list(item, "rows");
}

/* A figure that was computed leads nowhere. */
static struct text number_text(const struct summary *of, const char *unit, double number) {
    return shown(of, (struct used){0}, quantity_alone(of->reading.arena, text_of(unit), number));
}

/* The value is HTML; a row that has none is not there. */
static void row(struct data *rows, struct text words, struct text value) {
    if (!value.len) return;
    struct data *item = data_add(rows);
    data_text(item, "words", words);
    data_html(item, "value", value);
}

static void named_row(const struct summary *of, struct data *rows, const char *name,
                      struct text value) {
    row(rows, words_of(of->words, WORDS_SUMMARY, text_of(name)), value);
}

/* One counter over another, at one place of both. */
static struct text passes(const struct summary *of, const char *family, const char *at) {
    struct arena *arena = of->reading.arena;
    struct reading_point waves =
        point_of(of, arena_printf(arena, "%s.wavefronts", family).ptr, at, NULL);
    struct reading_point loads =
        point_of(of, arena_printf(arena, "%s.loads", family).ptr, at, NULL);
    if (!waves.known || !loads.known || loads.number <= 0) return (struct text){0};
    char text[EXPR_TEXT_MAX];
    double share = waves.number / loads.number;
    expr_format_number(share, share == floor(share) ? 0 : 1, EXPR_STYLE_PAGE, text, sizeof text);
    return shown(of, (struct used){0}, text_of(text));
}

static void warp_group(const struct summary *of) {
    static const char *const sectors[] = {"1", "2", "8"}, *const strides[] = {"1", "2", "32", "33"};
    struct arena *arena = of->reading.arena;
    struct data *rows = group(of, "warp");
    for (size_t i = 0; i < sizeof sectors / sizeof *sectors; i++) {
        struct reading_point point = point_of(of, "stride.sectors", sectors[i], "load");
        named_row(of, rows, arena_printf(arena, "sectors.%s", sectors[i]).ptr,
                  known_text(of, &point));
    }
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++)
        named_row(of, rows, arena_printf(arena, "passes.%s", strides[i]).ptr,
                  passes(of, "bank", strides[i]));
    named_row(of, rows, "passes.tiled", passes(of, "transpose", "tiled"));
    named_row(of, rows, "passes.padded", passes(of, "transpose", "padded"));
}

/* Says "8, 16, 32 or 64 KiB" of the sizes that shared memory can have; the default is one of them. */
static struct text carveouts(const struct summary *of) {
    const struct series *series = card_series(of->reading.card, TEXT("carveout.shared.bytes"));
    struct buf out = {0};
    if (!series || series->axis_count != 1) return (struct text){0};
    struct quantity unit =
        quantity_common(of->reading.arena, series->unit, true, series_largest(series));
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        if (point->missing || text_is(point->at[0], "default")) continue;
        if (out.len) buf_str(&out, i + 1 == series->point_count ? " or " : ", ");
        struct text size = i + 1 == series->point_count
                               ? quantity_text(of->reading.arena, &unit, point->median)
                               : quantity_bare(of->reading.arena, &unit, point->median);
        buf_html(&out, size);
    }
    return buf_take(&out, of->reading.arena);
}

static void limits_group(const struct summary *of) {
    static const char *const names[] = {"registers",    "registers.thread", "threads.sm",
                                        "blocks.sm",    "threads.block",    "shared.sm",
                                        "shared.block", "shared.optin",     "shared.reserved"};
    struct data *rows = group(of, "limits");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct fact *fact = card_fact(of->reading.card, text_of(names[i]));
        row(rows, words_of(of->words, WORDS_FACTS, text_of(names[i])),
            shown(of, numbers_fact(of->reading.card, names[i]),
                  quantity_fact(of->reading.arena, fact)));
    }
    named_row(of, rows, "carveouts", carveouts(of));
}

/* Little's law: what is under way at any moment is the rate times how long each load takes. */
static void flight_group(const struct summary *of) {
    struct reading_point rate = read_rate(of, "dram");
    struct reading_point time = point_of(of, "latency.time", "dram", NULL);
    double sms = reading_fact(&of->reading, "sms");
    struct data *rows = group(of, "flight");
    if (!rate.known || !time.known) return;
    double bytes = rate.number * time.number;
    named_row(of, rows, "flight.rate", known_text(of, &rate));
    named_row(of, rows, "flight.latency", known_text(of, &time));
    named_row(of, rows, "flight.card", number_text(of, "B", bytes));
    if (sms <= 0) return;
    named_row(of, rows, "flight.sm", number_text(of, "B", bytes / sms));
    named_row(of, rows, "flight.loads", number_text(of, "1", ceil(bytes / sms / LOAD_BYTES)));
}

/* Says "4.61 TB/s, 96% of it". */
static struct text with_share(const struct summary *of, struct reading_point rate,
                              struct reading_point rated) {
    if (!rate.known || !rated.known || rated.number <= 0) return known_text(of, &rate);
    struct text share = quantity_in(of->reading.arena, "%", rate.number / rated.number);
    return arena_printf(of->reading.arena, "%.*s, %.*s", TEXT_ARG(known_text(of, &rate)),
                        TEXT_ARG(share));
}

static void dram_group(const struct summary *of) {
    static const char *const ops[] = {"write", "copy"};
    struct reading_point rated = point_of(of, "dram.rated", NULL, NULL);
    struct data *rows = group(of, "dram");
    named_row(of, rows, "dram.rated", known_text(of, &rated));
    named_row(of, rows, "dram.read", with_share(of, read_rate(of, "dram"), rated));
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        named_row(of, rows, arena_printf(of->reading.arena, "dram.%s", ops[i]).ptr,
                  with_share(of, point_of(of, "copy.rate", ops[i], NULL), rated));
}

static void parts_group(const struct summary *of) {
    struct arena *arena = of->reading.arena;
    struct reading_point one = point_of(of, "partition.sms", "0", NULL);
    struct reading_point other = point_of(of, "partition.sms", "1", NULL);
    struct reading_point near = point_of(of, "partition.cycles", "near", NULL);
    struct reading_point far = point_of(of, "partition.cycles", "far", NULL);
    struct reading_point end = point_of(of, "knee.footprint", "cycles", "l2near");
    struct data *rows = group(of, "parts");
    if (!one.known || !other.known) return;
    named_row(of, rows, "parts.sms",
              arena_printf(arena, "%.*s and %.*s", TEXT_ARG(known_text(of, &one)),
                           TEXT_ARG(known_text(of, &other))));
    if (end.known)
        named_row(of, rows, "parts.near",
                  shown(of, numbers_point(of->reading.card, &end),
                        quantity_capacity(arena, TEXT("B"), end.number)));
    named_row(of, rows, "parts.first", known_text(of, &near));
    named_row(of, rows, "parts.other", known_text(of, &far));
}

void summary_data(struct site_build *build, struct data *page, const struct card *card) {
    static void (*const groups[])(const struct summary *) = {limits_group, warp_group, flight_group,
                                                             dram_group, parts_group};
    static const char *const heads[][2] = {{"title", "title"},     {"caption", "levels"},
                                           {"each_head", "of-sm"}, {"all_head", "of-card"},
                                           {"rate_head", "reads"}, {"cycles_head", "cycles"},
                                           {"time_head", "time"},  {"level_head", "level"}};
    const struct summary of = {.build = build,
                               .words = &build->words,
                               .address = course_card_address(card, build->arena),
                               .reading = {.card = card, .arena = build->arena},
                               .groups = data_put_list(page, "summary_groups")};
    struct data *levels = data_put_list(page, "summary_levels");
    for (size_t i = 0; i < SUMMARY_LEVELS; i++)
        level_row(&of, levels, &level_abouts[i]);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        groups[i](&of);
    struct data *words = data_object(build->arena);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        data_text(words, heads[i][0], words_of(of.words, WORDS_SUMMARY, text_of(heads[i][1])));
    data_put(page, "summary", words);
}
