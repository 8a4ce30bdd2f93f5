/*
 * mock_diagrams.h -- for the tests: one input of each diagram. All words go through MOCK_WORDS(), so
 * that a test can put the same long or odd text in the place of every one of them.
 */
#pragma once

#include "../diagrams.h"

static const char *mock_words; /* instead of every text; NULL: the texts themselves */

#define MOCK_WORDS(text) (mock_words ? mock_words : (text))

static inline struct svg_result mock_sectors(const struct svg_frame *frame) {
    const char *lanes[SVG_SECTORS_STRIDE_MAX];
    for (size_t i = 0; i < SVG_SECTORS_STRIDE_MAX; i++)
        lanes[i] = MOCK_WORDS("28–31");
    const struct svg_sectors_load loads[] = {
        {MOCK_WORDS("Stride 1"), MOCK_WORDS("4 sectors"), MOCK_WORDS("4 TB/s"), 1, lanes},
        {MOCK_WORDS("Stride 3"), MOCK_WORDS("12 sectors"), NULL, 3, lanes},
        {MOCK_WORDS("Stride 8"), MOCK_WORDS("32 sectors"), MOCK_WORDS("1 TB/s"), 8, lanes},
    };
    const struct svg_sectors in = {.loads = loads,
                                   .load_count = 3,
                                   .lanes = MOCK_WORDS("lanes"),
                                   .sector = MOCK_WORDS("32 bytes"),
                                   .used = MOCK_WORDS("used"),
                                   .fetched = MOCK_WORDS("comes along"),
                                   .note = MOCK_WORDS("A row is a line.")};
    return svg_sectors(&in, frame);
}

static inline struct svg_result mock_banks(const struct svg_frame *frame) {
    const struct svg_banks_tile tiles[] = {
        {MOCK_WORDS("32 words"), MOCK_WORDS("one bank"), MOCK_WORDS("32 cycles"), 32},
        {MOCK_WORDS("33 words"), MOCK_WORDS("every bank"), MOCK_WORDS("1 cycle"), 33},
        {MOCK_WORDS("40 words"), MOCK_WORDS("four banks"), NULL, 40},
    };
    const struct svg_banks in = {.tiles = tiles,
                                 .tile_count = 3,
                                 .column = 5,
                                 .first = MOCK_WORDS("bank 0"),
                                 .last = MOCK_WORDS("bank 31"),
                                 .wanted = MOCK_WORDS("column 5"),
                                 .padding = MOCK_WORDS("padding"),
                                 .note = MOCK_WORDS("Counts below.")};
    return svg_banks(&in, frame);
}

static inline struct svg_result mock_transpose_tile(const struct svg_frame *frame) {
    const struct svg_transpose in = {.input = MOCK_WORDS("Input matrix"),
                                     .tile = MOCK_WORDS("Tile"),
                                     .output = MOCK_WORDS("Output matrix"),
                                     .load = MOCK_WORDS("1. Reads a row."),
                                     .store = MOCK_WORDS("2. Stores a row."),
                                     .fetch = MOCK_WORDS("3. Reads a column."),
                                     .write = MOCK_WORDS("4. Writes a row."),
                                     .measured = MOCK_WORDS("Naive 1 TB/s."),
                                     .note = MOCK_WORDS("Without the tile it is a column.")};
    return svg_transpose(&in, frame);
}

static inline struct svg_result mock_blocks(const struct svg_frame *frame) {
    const struct svg_share threads = {MOCK_WORDS("Threads"), MOCK_WORDS("768 of 2,048"), 256, 2048};
    const struct svg_blocks_kernel kernels[] = {
        {MOCK_WORDS("72 registers"),
         MOCK_WORDS("3 blocks"),
         MOCK_WORDS("no registers left"),
         3,
         {MOCK_WORDS("Registers"), MOCK_WORDS("55,296 of 65,536"), 18432, 65536},
         threads},
        {MOCK_WORDS("8 registers"),
         MOCK_WORDS("8 blocks"),
         NULL,
         8,
         {MOCK_WORDS("Registers"), MOCK_WORDS("not known"), 0, 0},
         threads},
    };
    const struct svg_blocks in = {.kernels = kernels,
                                  .kernel_count = 2,
                                  .taken = MOCK_WORDS("taken"),
                                  .left = MOCK_WORDS("left"),
                                  .note = MOCK_WORDS("A panel is an SM.")};
    return svg_blocks(&in, frame);
}

static inline struct svg_result mock_way(const struct svg_frame *frame) {
    const struct svg_stop stops[] = {
        {.name = MOCK_WORDS("Registers"),
         .level = SVG_LEVEL_REGISTERS,
         .capacity = {.text = MOCK_WORDS("256 KiB")},
         .measured = {.text = MOCK_WORDS("4 cycles")},
         .down = MOCK_WORDS("stored"),
         .up = MOCK_WORDS("loaded")},
        {.name = MOCK_WORDS("L1"),
         .level = SVG_LEVEL_L1,
         .capacity = {.missing = MOCK_WORDS("not said")},
         .measured = {.missing = MOCK_WORDS("not measured")},
         .down = MOCK_WORDS("no room"),
         .up = MOCK_WORDS("not found")},
        {.name = MOCK_WORDS("DRAM"), .level = SVG_LEVEL_DRAM},
    };
    const struct svg_way in = {.stops = stops,
                               .stop_count = 3,
                               .measured_head = MOCK_WORDS("Latency"),
                               .note = MOCK_WORDS("Down and up.")};
    return svg_way(&in, frame);
}

static inline struct svg_result mock_areas(const struct svg_frame *frame) {
    const struct svg_area areas[] = {
        {MOCK_WORDS("Weights"), MOCK_WORDS("16 GB"), MOCK_WORDS("read once"), 1600, SVG_LEVEL_DRAM},
        {MOCK_WORDS("Matrix"), MOCK_WORDS("1 GB"), MOCK_WORDS("one of many"), 100, SVG_LEVEL_DRAM},
        {MOCK_WORDS("L2"), MOCK_WORDS("0.25 GB"), NULL, 25, SVG_LEVEL_L2},
        {MOCK_WORDS("L1"), MOCK_WORDS("not known"), NULL, 0, SVG_LEVEL_L1},
        {MOCK_WORDS("Half"), MOCK_WORDS("4 GB"), NULL, 400, SVG_LEVEL_NONE},
    };
    const struct svg_areas in = {
        .areas = areas, .area_count = 5, .note = MOCK_WORDS("Areas to scale.")};
    return svg_areas(&in, frame);
}

static inline struct svg_result mock_turns(const struct svg_frame *frame) {
    const struct svg_turns_run runs[] = {
        {MOCK_WORDS("1 warp"), MOCK_WORDS("20%"), MOCK_WORDS("warp 1"), NULL, 1},
        {MOCK_WORDS("2 warps"), MOCK_WORDS("40%"), MOCK_WORDS("warp 1"), MOCK_WORDS("warp 2"), 2},
        {MOCK_WORDS("8 warps"), MOCK_WORDS("all"), MOCK_WORDS("warp 1"), MOCK_WORDS("warp 8"), 8},
    };
    const struct svg_turns in = {.runs = runs,
                                 .run_count = 3,
                                 .work = 10,
                                 .wait = 40,
                                 .scheduler = MOCK_WORDS("scheduler"),
                                 .working = MOCK_WORDS("issues"),
                                 .waiting = MOCK_WORDS("waits"),
                                 .note = MOCK_WORDS("Two turns.")};
    return svg_turns(&in, frame);
}

static inline struct svg_result mock_cluster(const struct svg_frame *frame) {
    const char *const blocks[] = {MOCK_WORDS("block 0"), MOCK_WORDS("block 1"),
                                  MOCK_WORDS("block 2"), MOCK_WORDS("block 3")};
    const struct svg_cluster in = {
        .blocks = blocks,
        .block_count = 4,
        .reader = 1,
        .target = 2,
        .network = MOCK_WORDS("network"),
        .l2 = MOCK_WORDS("L2"),
        .own = {MOCK_WORDS("own"), {.text = MOCK_WORDS("23 cycles")}},
        .other = {MOCK_WORDS("another"), {.missing = MOCK_WORDS("not measured")}},
        .cache = {MOCK_WORDS("L2"), {0}},
        .note = MOCK_WORDS("Four blocks.")};
    return svg_cluster(&in, frame);
}

static inline struct svg_result mock_levels(const struct svg_frame *frame) {
    const struct svg_levels_row rows[] = {
        {MOCK_WORDS("Registers"),
         SVG_LEVEL_REGISTERS,
         {MOCK_WORDS("256 KiB per SM"), NULL},
         {4.12, {MOCK_WORDS("4.12 cycles"), NULL}, {MOCK_WORDS("../levels/?a=1&b=2"), "to-row"}},
         {0, {NULL, NULL}, {0}}},
        {MOCK_WORDS("L2 cache"),
         SVG_LEVEL_L2,
         {MOCK_WORDS("60 MiB"), NULL},
         {281, {MOCK_WORDS("281 cycles"), NULL}, {0}},
         {9.13, {MOCK_WORDS("9.13 TB/s"), NULL}, {0}}},
        {MOCK_WORDS("DRAM"),
         SVG_LEVEL_DRAM,
         {NULL, MOCK_WORDS("the driver does not say")},
         {0, {NULL, MOCK_WORDS("not measured")}, {0}},
         {4.61, {MOCK_WORDS("4.61 TB/s"), NULL}, {0}}}};
    const struct svg_levels in = {.rows = rows,
                                  .row_count = MOCK_COUNT(rows),
                                  .latency_head = MOCK_WORDS("Latency"),
                                  .latency_unit = MOCK_WORDS("cycles, logarithmic"),
                                  .rate_head = MOCK_WORDS("Bandwidth"),
                                  .rate_unit = MOCK_WORDS("TB/s, logarithmic")};
    return svg_levels(&in, frame);
}

static inline struct svg_result mock_ratios(const struct svg_frame *frame) {
    const struct svg_ratio_row rows[] = {
        {MOCK_WORDS("vecadd"),
         {{1.11, MOCK_WORDS("at most 1.11x"), MOCK_WORDS("t")}, {0.5, MOCK_WORDS("0.50x"), NULL}}},
        {MOCK_WORDS("gemm"), {{4, MOCK_WORDS("4.00x"), NULL}, {0, NULL, NULL}}},
        {MOCK_WORDS("copy"), {{0, NULL, NULL}, {0, NULL, NULL}}}};
    const char *const series[] = {MOCK_WORDS("rated"), MOCK_WORDS("measured")};
    const struct svg_ratios in = {.label = MOCK_WORDS("measured / predicted"),
                                  .one = MOCK_WORDS("as predicted"),
                                  .rows = rows,
                                  .row_count = MOCK_COUNT(rows),
                                  .series = series,
                                  .series_count = 2};
    return svg_ratios(&in, frame);
}

static inline struct svg_result mock_counts(const struct svg_frame *frame) {
    static const struct svg_bin near[] = {{200, 210, 0.25, 0}, {210, 220, 0.75, 0}};
    static const struct svg_bin both[] = {
        {400, 410, 0.5, 1}, {600, 610, 0.25, 2}, {610, 620, 0, 2}, {620, 630, 0.25, 2}};
    const struct svg_counts_kind kinds[] = {{MOCK_WORDS("near hit"), SVG_LEVEL_L2, false},
                                            {MOCK_WORDS("far hit"), SVG_LEVEL_L2, true},
                                            {MOCK_WORDS("DRAM"), SVG_LEVEL_DRAM, false}};
    const struct svg_counts_panel panels[] = {
        {MOCK_WORDS("16 MiB"), MOCK_WORDS("210 cycles"), near, 2, {MOCK_WORDS("100%"), NULL, NULL}},
        {MOCK_WORDS("46 MiB"), NULL, both, 4, {NULL, MOCK_WORDS("50%"), MOCK_WORDS("half")}},
        {MOCK_WORDS("256 MiB"), MOCK_WORDS("not measured"), NULL, 0, {NULL}},
    };
    const struct svg_counts in = {.axis = {.label = MOCK_WORDS("cycles")},
                                  .kinds = kinds,
                                  .kind_count = 3,
                                  .panels = panels,
                                  .panel_count = 3,
                                  .note = MOCK_WORDS("Bins of ten cycles.")};
    return svg_counts(&in, frame);
}

enum { MOCK_COLUMNS = 120 };

/* The reader in column i is near row 0 where i is even; in the last column nothing is known. */
static inline struct svg_result mock_map(const struct svg_frame *frame) {
    const char *columns[MOCK_COLUMNS];
    unsigned char cells[2 * MOCK_COLUMNS] = {0};
    for (size_t i = 0; i < MOCK_COLUMNS; i++) {
        columns[i] = MOCK_WORDS(i == 0 ? "first" : i + 1 == MOCK_COLUMNS ? "last" : "SM");
        if (i + 1 == MOCK_COLUMNS) continue;
        cells[i] = i % 2 == 0 ? SVG_NEAR : SVG_FAR;
        cells[MOCK_COLUMNS + i] = i % 2 == 0 ? SVG_FAR : SVG_NEAR;
    }
    const struct svg_map_group groups[] = {{MOCK_WORDS("lines here"), 1},
                                           {MOCK_WORDS("lines over there"), 1}};
    const struct svg_map in = {.groups = groups,
                               .group_count = 2,
                               .columns = columns,
                               .column_count = MOCK_COLUMNS,
                               .cells = cells,
                               .heading = MOCK_WORDS("SM"),
                               .near = MOCK_WORDS("near"),
                               .far = MOCK_WORDS("far"),
                               .note = MOCK_WORDS("A column is an SM.")};
    return svg_map(&in, frame);
}

static struct svg_result (*const mock_diagrams[])(const struct svg_frame *frame) = {
    mock_sectors, mock_banks,   mock_transpose_tile, mock_blocks, mock_way,    mock_areas,
    mock_turns,   mock_cluster, mock_counts,         mock_map,    mock_levels, mock_ratios};
enum { MOCK_DIAGRAMS = sizeof mock_diagrams / sizeof *mock_diagrams };
