/* diagram_levels -- diagram:levels, what a load costs at each level and how much all SMs read from it, as bars
 * on logarithmic scales. */
#include "render/diagram.h"
#include "svg/diagrams.h"

static const struct shown {
    enum svg_level level;
    const char *name, *loads; /* in the series of loads */
} shown[] = {{SVG_LEVEL_REGISTERS, "Registers", "register"},
             {SVG_LEVEL_SHARED, "Shared memory", "shared"},
             {SVG_LEVEL_L1, "L1 cache", "l1"},
             {SVG_LEVEL_L2, "L2 cache", "l2"},
             {SVG_LEVEL_DRAM, "DRAM", "dram"}};
enum { SHOWN = sizeof shown / sizeof *shown };

/* All levels are compared in one series: cycles where any is known in cycles, else time. */
static const char *latency_series(const struct reading *reading) {
    for (size_t i = 0; i < SHOWN; i++)
        if (reading_point(reading, "latency.cycles", shown[i].loads, NULL).known)
            return "latency.cycles";
    return "latency.time";
}

static struct svg_levels_figure figure(const struct quantity *quantity,
                                       const struct reading_point *point) {
    return (struct svg_levels_figure){point->known ? quantity_plot(quantity, point->number) : 0,
                                      point->note};
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

static struct quantity common(const struct reading *reading, const char *unit,
                              const struct reading_point *points) {
    double largest = 0;
    for (size_t i = 0; i < SHOWN; i++)
        if (points[i].known && points[i].number > largest) largest = points[i].number;
    return quantity_common(reading->arena, text_of(unit), false, largest);
}

static struct svg_result draw(struct reading *reading, struct svg_frame *frame) {
    const char *series = latency_series(reading);
    struct svg_levels_row rows[SHOWN];
    struct reading_point latency[SHOWN], rate[SHOWN];
    struct ladder ladder;
    struct buf words = {0};
    ladder_read(&ladder, reading);
    for (size_t i = 0; i < SHOWN; i++) {
        latency[i] = reading_point(reading, series, shown[i].loads, NULL);
        rate[i] = rate_of(reading, shown[i].level, shown[i].loads);
    }
    struct quantity wait =
        common(reading, text_is(text_of(series), "latency.time") ? "s" : "cycle", latency);
    struct quantity read = common(reading, "B/s", rate);
    for (size_t i = 0; i < SHOWN; i++) {
        rows[i] = (struct svg_levels_row){.name = shown[i].name,
                                          .level = shown[i].level,
                                          .capacity = ladder.level[shown[i].level].capacity,
                                          .latency = figure(&wait, &latency[i]),
                                          .rate = figure(&read, &rate[i])};
        buf_printf(&words, "%s%s:%s%s%s%s.", i ? " " : "", shown[i].name,
                   latency[i].known ? " " : "", latency[i].known ? latency[i].note.text : "",
                   rate[i].known ? ", " : "", rate[i].known ? rate[i].note.text : "");
    }
    const struct svg_levels in = {
        .rows = rows,
        .row_count = SHOWN,
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
