/*
 * mock.h -- inputs for the tests: two cards with the sizes of real ones, and charts of their kind.
 * What stands here as measured is made up for the tests and is shown nowhere else.
 */
#pragma once

#include "../svg.h"

#define KIB 1024.0

static inline struct svg_hierarchy mock_h200(void) {
    return (struct svg_hierarchy){
        .sm_name = "Streaming multiprocessor (SM)",
        .sm_share = "one of 132 SMs",
        .sm_count = 132,
        .registers_bytes = 256 * KIB,
        .shared_bytes = 228 * KIB,
        .unified_bytes = 256 * KIB,
        .registers = {.name = "Registers",
                      .scope = "one thread",
                      .capacity = {.text = "65,536 × 32 bit, 256 KiB"},
                      .measured = {.text = "10-register kernel 0.038 ms, 72-register kernel "
                                           "0.164 ms at 37.5% occupancy"}},
        .shared = {.name = "Shared memory",
                   .scope = "one block",
                   .capacity = {.text = "228 KiB"},
                   .measured = {.text = "33.2 TB/s, 23.1 cycles"}},
        .l1 = {.name = "L1 cache",
               .scope = "one SM",
               .capacity = {.text = "what shared memory leaves"},
               .measured = {.text = "31.9 TB/s, 32.0 cycles"}},
        .l2 = {.name = "L2 cache",
               .scope = "all SMs",
               .capacity = {.text = "60 MiB"},
               .measured = {.text = "8.86 TB/s, 277 cycles"}},
        .dram = {.name = "Global memory",
                 .scope = "every thread, and the host",
                 .capacity = {.text = "141 GB of HBM3e"},
                 .measured = {.text = "4.65 TB/s read, 660 cycles; 285 GB/s useful at stride 16"}},
        .constant = {.name = "Constant memory",
                     .scope = "every thread, read-only",
                     .capacity = {.text = "64 KiB"},
                     .measured = {.text = "0.68 × the time of global loads when all lanes read "
                                          "one address"}},
        .local = {.name = "Local memory",
                  .scope = "one thread",
                  .capacity = {.missing = "no budget of its own"},
                  .measured = {.missing = "not measured: the run stopped before this kernel"}},
        .measured_head = "Measured",
        .off_chip = "edge of the chip",
        .note = "Widths inside the SM are to scale of their bytes; the bands below are not.",
    };
}

/* A small card: a quarter of the register file's bytes in shared memory; the split with L1 unknown
 * if unified is 0. */
static inline struct svg_hierarchy mock_t4(double unified) {
    struct svg_hierarchy card = mock_h200();
    card.sm_share = "one of 40 SMs";
    card.sm_count = 40;
    card.shared_bytes = 64 * KIB;
    card.unified_bytes = unified;
    card.shared.capacity.text = "64 KiB";
    card.l1.capacity.text = unified > 0 ? "32 KiB" : NULL;
    card.l1.capacity.missing = "size not reported";
    card.l2.capacity.text = "4 MiB";
    card.dram.capacity.text = "14.6 GiB of GDDR6";
    return card;
}

static inline struct svg_frame mock_frame(const char *prefix, enum svg_layout layout) {
    return (struct svg_frame){.id_prefix = prefix,
                              .title = "The memory ladder of a card",
                              .desc = "Registers and shared memory sit inside each SM, L2 is one "
                                      "band over all of them, DRAM lies off the chip.",
                              .layout = layout};
}

#define MOCK_COUNT(array) (sizeof(array) / sizeof *(array))

static const struct svg_cell mock_rates[] = {
    {.value = 4655, .text = "4,655 GB/s", .has_spread = true, .low = 4641, .high = 4668},
    {.value = 4271, .text = "4,271 GB/s", .has_spread = true, .low = 3900, .high = 4350},
    {.value = 4681.4, .text = "4,681 GB/s"},
    {.missing = "not measured: this card has no such engine"},
    {.value = 554, .text = "554 GB/s", .has_spread = true, .low = 550, .high = 560},
};

static const struct svg_bar_row mock_rows[] = {
    {.label = "read", .level = SVG_LEVEL_DRAM, .cells = &mock_rates[0]},
    {.label = "copy", .level = SVG_LEVEL_DRAM, .cells = &mock_rates[1]},
    {.label = "write", .level = SVG_LEVEL_L2, .cells = &mock_rates[2]},
    {.label = "copy engine", .level = SVG_LEVEL_DRAM, .cells = &mock_rates[3]},
    {.label = "naive transpose", .level = SVG_LEVEL_SHARED, .cells = &mock_rates[4]},
};

static inline struct svg_bars mock_bars(void) {
    return (struct svg_bars){
        .axis = {.label = "GB/s, read and write counted"},
        .rows = mock_rows,
        .row_count = MOCK_COUNT(mock_rows),
        .reference = {.label = "rated 4,814 GB/s", .value = 4814},
    };
}

static const struct svg_cell mock_transpose[][2] = {
    {{.value = 4946, .text = "4,946"}, {.value = 4179, .text = "4,179"}},
    {{.value = 474, .text = "474"}, {.value = 554, .text = "554"}},
    {{.value = 1531, .text = "1,531"}, {.value = 1645, .text = "1,645"}},
    {{.value = 4815, .text = "4,815"}, {.missing = "not measured: too little memory left"}},
};

static const struct svg_bar_row mock_group_rows[] = {
    {.label = "copy", .cells = mock_transpose[0]},
    {.label = "naive", .cells = mock_transpose[1]},
    {.label = "tiled", .cells = mock_transpose[2]},
    {.label = "padded", .cells = mock_transpose[3]},
};

static const struct svg_series mock_series[] = {
    {.name = "fits in L2", .level = SVG_LEVEL_L2},
    {.name = "far outside L2", .level = SVG_LEVEL_DRAM},
};

static inline struct svg_bars mock_groups(void) {
    return (struct svg_bars){
        .axis = {.label = "GB/s, read and write counted"},
        .rows = mock_group_rows,
        .row_count = MOCK_COUNT(mock_group_rows),
        .series = mock_series,
        .series_count = MOCK_COUNT(mock_series),
    };
}

static const struct svg_point mock_bank[] = {
    {.x = 1, .y = 0.286, .has_spread = true, .low = 0.27, .high = 0.33},
    {.x = 2, .y = 0.56},
    {.x = 4, .y = 1.11},
    {.x = 8, .y = 2.23},
    {.x = 16, .missing = "not measured: the clocks fell in every run"},
    {.x = 32, .y = 8.886, .has_spread = true, .low = 8.1, .high = 9.4},
    {.x = 33, .y = 0.287},
};

static const struct svg_line mock_bank_line[] = {
    {.level = SVG_LEVEL_SHARED, .points = mock_bank, .point_count = MOCK_COUNT(mock_bank)},
};

static inline struct svg_lines mock_one_line(void) {
    return (struct svg_lines){
        .x = {.label = "stride in 4-byte words"},
        .y = {.label = "time in ms"},
        .lines = mock_bank_line,
        .line_count = 1,
    };
}

static const struct svg_point mock_sweep_read[] = {
    {.x = 32 * KIB, .y = 31900},     {.x = 64 * KIB, .y = 31950},   {.x = 128 * KIB, .y = 32000},
    {.x = 256 * KIB, .y = 26400},    {.x = 512 * KIB, .y = 8890},   {.x = 4096 * KIB, .y = 8860},
    {.x = 32768 * KIB, .y = 8770},   {.x = 65536 * KIB, .y = 4840}, {.x = 262144 * KIB, .y = 4610},
    {.x = 1048576 * KIB, .y = 4600},
};

static const struct svg_point mock_sweep_copy[] = {
    {.x = 32 * KIB, .y = 15900},   {.x = 256 * KIB, .y = 13000},   {.x = 512 * KIB, .y = 5000},
    {.x = 32768 * KIB, .y = 4900}, {.x = 262144 * KIB, .y = 4280}, {.x = 1048576 * KIB, .y = 4270},
};

static const struct svg_line mock_sweep_lines[] = {
    {.name = "read, 16 bytes a thread",
     .level = SVG_LEVEL_L2,
     .points = mock_sweep_read,
     .point_count = MOCK_COUNT(mock_sweep_read)},
    {.name = "copy",
     .level = SVG_LEVEL_NONE,
     .points = mock_sweep_copy,
     .point_count = MOCK_COUNT(mock_sweep_copy)},
};

static const struct svg_reference mock_marks[] = {
    {.label = "L1 256 KiB", .value = 256 * KIB},
    {.label = "L2 60 MiB", .value = 61440 * KIB},
};

static inline struct svg_lines mock_sweep(void) {
    return (struct svg_lines){
        .x = {.label = "bytes read again and again", .scale = SVG_LOG2, .ticks = SVG_TICKS_BYTES},
        .y = {.label = "GB/s", .scale = SVG_LOG10},
        .lines = mock_sweep_lines,
        .line_count = MOCK_COUNT(mock_sweep_lines),
        .reference = {.label = "rated DRAM bandwidth 4,814 GB/s", .value = 4814},
        .marks = mock_marks,
        .mark_count = MOCK_COUNT(mock_marks),
    };
}
