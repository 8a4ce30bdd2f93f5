/* diagram_levels -- diagram:levels, what a load costs at each level and how much all SMs read from it, as bars
 * on logarithmic scales. */
#include "render/diagram.h"
#include "render/numbers.h"
#include "svg/diagrams.h"

#include <math.h>

static const struct shown {
    enum svg_level level;
    const char *name, *loads; /* in the series of loads */
} shown[] = {{SVG_LEVEL_REGISTERS, "Registers", "register"},
             {SVG_LEVEL_SHARED, "Shared memory", "shared"},
             {SVG_LEVEL_L1, "L1 cache", "l1"},
             {SVG_LEVEL_L2, "L2 cache", "l2"},
             {SVG_LEVEL_DRAM, "DRAM", "dram"}};
enum { SHOWN = sizeof shown / sizeof *shown };

static struct svg_levels_figure figure(const struct reading *reading,
                                       const struct quantity *quantity,
                                       const struct reading_point *point) {
    return (struct svg_levels_figure){point->known ? quantity_plot(quantity, point->number) : 0,
                                      point->note, numbers_drawn(reading, point)};
}

/* The copy's series may hold the read of DRAM where no read of the levels was measured. A rate of
 * registers is nothing that a load could have. */
static struct reading_point rate_of(const struct reading *reading, enum svg_level level,
                                    const char *loads) {
    if (level == SVG_LEVEL_REGISTERS) return (struct reading_point){0};
    struct reading_point rate = reading_point(reading, "bandwidth.rate", loads, NULL);
    if (rate.known || level != SVG_LEVEL_DRAM) return rate;
    struct reading_point copy = reading_point(reading, "copy.rate", "read", NULL);
    return copy.known ? copy : rate;
}

/* A row of the drawing. */
struct level {
    const char *name;
    enum svg_level level;
    struct svg_note capacity;
    struct reading_point latency, rate;
};

struct levels {
    struct level list[SHOWN + LADDER_BEYOND];
    size_t count;
    double latency, rate; /* the largest */
};

static void add(struct levels *levels, const struct level *level) {
    levels->list[levels->count++] = *level;
    if (level->latency.known) levels->latency = fmax(levels->latency, level->latency.number);
    if (level->rate.known) levels->rate = fmax(levels->rate, level->rate.number);
}

/* The levels of the card, and beyond it those that it has. */
static void read_levels(struct levels *levels, const struct reading *reading, bool in_cycles) {
    struct ladder ladder;
    struct ladder_beyond beyond[LADDER_BEYOND];
    ladder_read(&ladder, reading);
    *levels = (struct levels){0};
    for (size_t i = 0; i < SHOWN; i++)
        add(levels, &(struct level){.name = shown[i].name,
                                    .level = shown[i].level,
                                    .capacity = ladder.level[shown[i].level].capacity,
                                    .latency = reading_point(
                                        reading, in_cycles ? "latency.cycles" : "latency.time",
                                        shown[i].loads, NULL),
                                    .rate = rate_of(reading, shown[i].level, shown[i].loads)});
    const size_t count = ladder_beyond(beyond, reading, in_cycles);
    for (size_t i = 0; i < count; i++)
        add(levels, &(struct level){.name = beyond[i].name,
                                    .level = beyond[i].level,
                                    .capacity = {.text = beyond[i].scope},
                                    .latency = beyond[i].latency,
                                    .rate = beyond[i].rate});
}

static struct svg_result draw(struct reading *reading, struct svg_frame *frame) {
    const bool in_cycles = latency_in_cycles(reading);
    struct levels levels;
    struct svg_levels_row rows[SHOWN + LADDER_BEYOND];
    struct buf words = {0};
    read_levels(&levels, reading, in_cycles);
    const struct quantity wait =
        quantity_common(reading->arena, text_of(in_cycles ? "cycle" : "s"), false, levels.latency);
    const struct quantity read = quantity_common(reading->arena, TEXT("B/s"), false, levels.rate);
    for (size_t i = 0; i < levels.count; i++) {
        const struct level *level = &levels.list[i];
        rows[i] = (struct svg_levels_row){.name = level->name,
                                          .level = level->level,
                                          .capacity = level->capacity,
                                          .latency = figure(reading, &wait, &level->latency),
                                          .rate = figure(reading, &read, &level->rate)};
        buf_printf(&words, "%s%s:%s%s%s%s.", i ? " " : "", level->name,
                   level->latency.known ? " " : "",
                   level->latency.known ? level->latency.note.text : "",
                   level->rate.known ? ", " : "", level->rate.known ? level->rate.note.text : "");
    }
    const struct svg_levels in = {
        .rows = rows,
        .row_count = levels.count,
        .latency_head = "Latency",
        .latency_unit = reading_printf(reading, "%.*s, logarithmic", TEXT_ARG(wait.unit)),
        .rate_head = "Bandwidth of reads",
        .rate_unit = reading_printf(reading, "%.*s, logarithmic", TEXT_ARG(read.unit))};
    diagram_describe(reading, frame, &words);
    return svg_levels(&in, frame);
}

const struct diagram diagram_levels = {
    .name = "levels",
    .shows = "how much slower each level is: latency and bandwidth as bars on logarithmic scales",
    .needs = "facts, latency and bandwidth.rate",
    .title = "What the levels cost on the",
    .of_card = true,
    .measured = "capacities from its driver, latencies and rates measured on it",
    .draw = draw,
    .table = ladder_table,
};
