/* diagram_parts -- diagrams of an L2 in two parts: how long each load of a walk takes, and which SMs are near
 * which lines. */
#include <math.h>

#include "render/diagram.h"
#include "svg/diagrams.h"

/* ---- loads by their latency -------------------------------------------------------------------- */

enum { LAPS = 3, BIN_CYCLES = 10 };
static const char *const laps[LAPS] = {"part", "whole", "beyond"};
enum { LAP_PART, LAP_WHOLE, LAP_BEYOND };

/* A smaller share than this has no label and moves no limit: single loads are late anywhere. */
static const double few = 0.001;

enum kind { NEAR_HIT, FAR_HIT, FROM_DRAM, KINDS };

/* Loads by their cycles, lap by lap. */
struct histogram {
    const struct reading *reading;
    const struct series *series; /* NULL: not measured */
    size_t bins;
    unsigned long from[SVG_COUNTS_BINS]; /* cycles */
    double share[LAPS][SVG_COUNTS_BINS];
    bool known[LAPS];
    size_t dram; /* of the walk that fits into both parts alone: the first bin of loads from DRAM */
};

static bool read_lap(struct histogram *out, size_t lap) {
    double sum = 0;
    for (size_t i = 0; i < out->bins; i++) {
        const struct text at[2] = {text_of(laps[lap]), out->series->axis[1].value[i]};
        const struct point *point = series_point(out->series, at, 2, NULL);
        if (!point || point->missing) return false;
        out->share[lap][i] = point->median;
        sum += point->median;
    }
    for (size_t i = 0; sum > 0 && i < out->bins; i++)
        out->share[lap][i] /= sum;
    return sum > 0;
}

/* Where far hits end and DRAM begins in the walk that fits into both parts alone: the two overlap, so the
 * limit is the bin that comes nearest to the share of loads that the profiler counted from DRAM. Without
 * that share it is where loads far beyond the L2 begin. */
static void find_limit(struct histogram *out) {
    const struct reading_point some =
        reading_point(out->reading, "latency.dram.sectors", laps[LAP_WHOLE], NULL);
    const struct reading_point all =
        reading_point(out->reading, "latency.dram.sectors", laps[LAP_BEYOND], NULL);
    out->dram = out->bins;
    for (size_t i = out->bins; i-- > 0;)
        if (out->known[LAP_BEYOND] && out->share[LAP_BEYOND][i] >= few) out->dram = i;
    if (!some.known || !all.known || all.number <= 0) return;
    double counted = some.number / all.number, beyond = 0, nearest = 1;
    for (size_t i = out->bins; i-- > 0;) {
        beyond += out->share[LAP_WHOLE][i];
        if (fabs(beyond - counted) >= nearest) continue;
        nearest = fabs(beyond - counted);
        out->dram = i;
    }
}

static void histogram_read(struct histogram *out, const struct reading *reading) {
    *out = (struct histogram){.reading = reading};
    const struct series *series = card_series(reading->card, TEXT("latency.histogram"));
    if (!series || series->axis_count != 2 || series->axis[1].count > SVG_COUNTS_BINS) return;
    out->series = series;
    out->bins = series->axis[1].count;
    for (size_t i = 0; i < out->bins; i++)
        if (!text_number(series->axis[1].value[i], 1000000, &out->from[i])) out->bins = i;
    for (size_t lap = 0; lap < LAPS; lap++)
        out->known[lap] = read_lap(out, lap);
    find_limit(out);
}

/* A walk inside a part finds all its lines there, one far beyond the L2 none. */
static enum kind kind_of(const struct histogram *histogram, size_t lap, size_t bin) {
    return lap == LAP_PART                               ? NEAR_HIT
           : lap == LAP_BEYOND || bin >= histogram->dram ? FROM_DRAM
                                                         : FAR_HIT;
}

/* Says "16 MiB, 27% of the L2". */
static const char *lap_name(const struct reading *reading, size_t lap) {
    static const char *const otherwise[LAPS] = {"A part of the L2", "Most of the L2",
                                                "Far more than the L2"};
    const struct reading_point bytes =
        reading_point(reading, "latency.lap.footprint", laps[lap], NULL);
    const double l2 = reading_fact(reading, "l2");
    if (!bytes.known || l2 <= 0) return otherwise[lap];
    return reading_printf(reading, "%s, %s of the L2",
                          quantity_capacity(reading->arena, TEXT("B"), bytes.number).ptr,
                          quantity_in(reading->arena, "%", bytes.number / l2).ptr);
}

static const char *lap_remark(const struct histogram *histogram, size_t lap) {
    const struct reading *reading = histogram->reading;
    const struct reading_point mean = reading_point(reading, "latency.lap.cycles", laps[lap], NULL);
    if (!histogram->known[lap]) return "not measured on this card";
    if (!mean.known) return NULL;
    return reading_printf(
        reading, "a load takes %s on average",
        quantity_alone(reading->arena, TEXT("cycle"), (double)(long)(mean.number + 0.5)).ptr);
}

/* The words of a kind's share, of one that can be seen. */
static const char *label_of(const struct histogram *histogram, size_t lap, enum kind kind) {
    double share = 0;
    for (size_t i = 0; i < histogram->bins; i++)
        if (kind_of(histogram, lap, i) == kind) share += histogram->share[lap][i];
    if (share < few) return NULL;
    return quantity_in(histogram->reading->arena, "%", (double)(long)(share * 100 + 0.5) / 100).ptr;
}

static struct svg_counts_panel panel_of(const struct histogram *histogram, size_t lap) {
    const struct reading *reading = histogram->reading;
    struct svg_counts_panel panel = {.name = lap_name(reading, lap),
                                     .remark = lap_remark(histogram, lap)};
    if (!histogram->known[lap]) return panel;
    struct svg_bin *bins = ARENA_ARRAY(reading->arena, struct svg_bin, histogram->bins);
    for (size_t i = 0; i < histogram->bins; i++)
        bins[i] = (struct svg_bin){.from = (double)histogram->from[i],
                                   .to = (double)(histogram->from[i] + BIN_CYCLES),
                                   .share = histogram->share[lap][i],
                                   .kind = kind_of(histogram, lap, i)};
    panel.bins = bins;
    panel.bin_count = histogram->bins;
    for (size_t kind = 0; kind < KINDS; kind++)
        panel.labels[kind] = label_of(histogram, lap, (enum kind)kind);
    return panel;
}

static void describe_panels(const struct svg_counts_panel panels[LAPS], struct buf *words) {
    static const char *const names[KINDS] = {"L2 hits in the near part", "L2 hits in the far part",
                                             "from DRAM"};
    for (size_t lap = 0; lap < LAPS; lap++) {
        buf_printf(words, "%s%s: %s", lap ? " " : "", panels[lap].name,
                   panels[lap].remark ? panels[lap].remark : "latencies of single loads");
        for (size_t kind = 0; kind < KINDS; kind++)
            if (panels[lap].labels[kind])
                buf_printf(words, ", %s %s", panels[lap].labels[kind], names[kind]);
        buf_char(words, '.');
    }
}

static struct svg_result loads_draw(struct reading *reading, struct svg_frame *frame) {
    static const struct svg_counts_kind kinds[KINDS] = {
        {"hit in the near part of the L2", SVG_LEVEL_L2, false},
        {"hit in the far part", SVG_LEVEL_L2, true},
        {"from DRAM", SVG_LEVEL_DRAM, false}};
    struct histogram *histogram = ARENA_ARRAY(reading->arena, struct histogram, 1);
    histogram_read(histogram, reading);
    struct svg_counts_panel panels[LAPS];
    reading->nothing_known = true;
    for (size_t lap = 0; lap < LAPS; lap++) {
        panels[lap] = panel_of(histogram, lap);
        if (histogram->known[lap]) reading->nothing_known = false;
    }
    struct buf words = {0};
    describe_panels(panels, &words);
    diagram_describe(reading, frame, &words);
    const struct svg_counts in = {
        .axis = {.label = "cycles from a load to the next one, which waits for it"},
        .kinds = kinds,
        .kind_count = KINDS,
        .panels = panels,
        .panel_count = LAPS,
        .note =
            reading->nothing_known
                ? NULL
                : "A bar holds the loads of ten cycles, the last one all that took longer. "
                  "Each panel is as high as its longest bar. Far hits and loads from DRAM overlap: "
                  "the limit is where the share lies that the profiler counted.",
    };
    return svg_counts(&in, frame);
}

const struct diagram diagram_l2_loads = {
    .name = "l2-loads",
    .shows = "how long each load of a walk takes, inside a part of the L2, beyond it, beyond both",
    .needs = "latency.histogram, latency.lap.footprint, latency.lap.cycles, latency.dram.sectors",
    .title = "Loads of one thread by the cycles that they take, over three footprints",
    .measured = "each load timed alone",
    .draw = loads_draw,
};

/* ---- SMs and lines ----------------------------------------------------------------------------- */

struct map {
    const struct series *series;
    size_t sms, lines;
    double limit; /* cycles from which a line is far; 0: none is */
};

static bool map_read(struct map *map, const struct reading *reading) {
    const struct series *series = card_series(reading->card, TEXT("partition.map"));
    if (!series || series->axis_count != 2) return false;
    *map = (struct map){series, series->axis[0].count, series->axis[1].count, 0};
    if (map->sms > SVG_MAX_SMS || map->lines > SVG_MAP_ROWS) return false;
    const struct reading_point near = reading_point(reading, "partition.hit", "near", NULL);
    const struct reading_point far = reading_point(reading, "partition.hit", "far", NULL);
    if (near.known && far.known) map->limit = (near.number + far.number) / 2;
    return near.known;
}

static enum svg_nearness nearness(const struct map *map, size_t sm, size_t line) {
    const struct point *point = &map->series->point[sm * map->lines + line];
    if (point->missing) return SVG_UNKNOWN;
    return map->limit > 0 && point->median > map->limit ? SVG_FAR : SVG_NEAR;
}

/* Puts the rows of the lines that SM 0 is near, or is not, after those that are there. Returns their number. */
static size_t add_rows(const struct map *map, bool near, unsigned char *cells, size_t rows) {
    size_t added = 0;
    for (size_t line = 0; line < map->lines; line++) {
        if ((nearness(map, 0, line) == SVG_NEAR) != near) continue;
        for (size_t sm = 0; sm < map->sms; sm++)
            cells[(rows + added) * map->sms + sm] = (unsigned char)nearness(map, sm, line);
        added++;
    }
    return added;
}

/* How many SMs are near the lines of this row, in words; the others are far from it. */
static void describe_row(const struct map *map, const unsigned char *row, struct buf *words) {
    size_t near = 0, far = 0;
    for (size_t sm = 0; sm < map->sms; sm++) {
        near += row[sm] == SVG_NEAR;
        far += row[sm] == SVG_FAR;
    }
    buf_printf(words, ": %zu SMs are near, %zu are far. ", near, far);
}

static struct svg_result draw_known(struct reading *reading, struct svg_frame *frame,
                                    const struct map *map) {
    unsigned char *cells = arena_alloc(reading->arena, map->sms * map->lines);
    const char **columns = arena_alloc(reading->arena, map->sms * sizeof *columns);
    for (size_t sm = 0; sm < map->sms; sm++)
        columns[sm] = arena_string(reading->arena, map->series->axis[0].value[sm]);
    struct svg_map_group groups[] = {{"Lines with their home in the part of SM 0", 0},
                                     {"Lines with their home in the other part", 0}};
    struct buf words = {0};
    size_t rows = 0, used = 0;
    for (size_t i = 0; i < 2; i++) {
        const size_t added = add_rows(map, i == 0, cells, rows);
        if (added == 0) continue;
        buf_str(&words, groups[i].name);
        describe_row(map, cells + rows * map->sms, &words);
        groups[used++] = (struct svg_map_group){groups[i].name, added};
        rows += added;
    }
    buf_str(&words, "Every column is an SM, every row a line.");
    diagram_describe(reading, frame, &words);
    const struct svg_map in = {
        .groups = groups,
        .group_count = used,
        .columns = columns,
        .column_count = map->sms,
        .cells = cells,
        .heading = "SM",
        .near = "near: the line comes from the SM's own part",
        .far = "far: it comes from the other part",
        .note = "A column is an SM, a row is a line of 128 bytes. Every SM read every line once.",
    };
    return svg_map(&in, frame);
}

/* A card whose L2 nobody has looked at gets an empty grid, which claims nothing. */
static struct svg_result draw_unknown(struct reading *reading, struct svg_frame *frame) {
    static const struct svg_map_group group = {"Lines", 2};
    static const char *const columns[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    static const unsigned char cells[2 * COLUMNS];
    struct buf words = {0};
    buf_str(&words, "Which SMs are near which lines was not measured on this card.");
    reading->nothing_known = true;
    diagram_describe(reading, frame, &words);
    const struct svg_map in = {
        .groups = &group,
        .group_count = 1,
        .columns = columns,
        .column_count = COLUMNS,
        .cells = cells,
        .heading = "SM",
        .near = "near",
        .far = "far",
        .note = "Not measured on this card.",
    };
    return svg_map(&in, frame);
}

static struct svg_result map_draw(struct reading *reading, struct svg_frame *frame) {
    struct map map;
    if (!map_read(&map, reading)) return draw_unknown(reading, frame);
    return draw_known(reading, frame, &map);
}

const struct diagram diagram_l2_map = {
    .name = "l2-map",
    .shows = "which SMs are near which lines of the L2",
    .needs = "partition.map, partition.hit",
    .title = "SMs and the lines of the L2 that they are near",
    .measured = "the latency of one load for each cell, parted between a near and a far hit",
    .draw = map_draw,
};
