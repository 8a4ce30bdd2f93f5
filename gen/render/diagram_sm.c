/* diagram_sm -- diagrams of an SM: the blocks that fit into it, and the way of a spilled value. */
#include <math.h>

#include "render/diagram.h"
#include "render/ladder.h"
#include "render/quantity.h"
#include "render/reading.h"
#include "svg/diagrams.h"

static const char *plain(const struct reading *reading, double number) {
    return quantity_alone(reading->arena, TEXT("1"), number).ptr;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Both counts are whole multiples of the 8 registers a thread in which registers are given out. */
static const double registers_of[] = {32, 72};
enum { KERNELS = sizeof registers_of / sizeof *registers_of, BLOCK = 256 /* threads */ };

/* An SM has these limits; 0 stands for one that is not known. */
struct limits {
    double registers, threads, blocks;
};

static struct limits limits_of(const struct reading *reading) {
    return (struct limits){reading_fact(reading, "registers"), reading_fact(reading, "threads.sm"),
                           reading_fact(reading, "blocks.sm")};
}

static bool is_known(const struct limits *limits) {
    return limits->registers > 0 && limits->threads > 0 && limits->blocks > 0;
}

/* Blocks are all or nothing: what runs out first decides, and is named in *why. */
static double blocks_of(const struct limits *limits, double registers, const char **why) {
    const double by_registers = floor(limits->registers / (registers * BLOCK));
    const double by_threads = floor(limits->threads / BLOCK);
    const double blocks = fmin(fmin(by_registers, by_threads), limits->blocks);
    *why = limits->blocks < fmin(by_registers, by_threads) ? "slots for blocks"
           : by_threads < by_registers                     ? "threads"
           : by_threads == by_registers                    ? "registers and threads"
                                                           : "registers";
    return fmin(blocks, SVG_BLOCKS_MAX);
}

static struct svg_share share_of(const struct reading *reading, const char *name, double each,
                                 double whole, double blocks) {
    struct svg_share share = {.name = name, .each = each, .whole = whole};
    share.taken = "not known for this card";
    if (whole > 0)
        share.taken = reading_printf(reading, "%s of %s taken", plain(reading, each * blocks),
                                     plain(reading, whole));
    return share;
}

static struct svg_blocks_kernel kernel_of(const struct reading *reading,
                                          const struct limits *limits, double registers) {
    const char *why = NULL;
    const double blocks = is_known(limits) ? blocks_of(limits, registers, &why) : 0;
    struct svg_blocks_kernel kernel = {
        .name = reading_printf(reading, "%s registers a thread", plain(reading, registers)),
        .fits = "blocks of 256 threads",
        .blocks = (size_t)blocks,
        .registers = share_of(reading, "Registers", registers * BLOCK, limits->registers, blocks),
        .threads = share_of(reading, "Places for threads", BLOCK, limits->threads, blocks),
    };
    if (!why) return kernel;
    kernel.fits = reading_printf(reading, "%.0f block%s of %d threads", blocks,
                                 blocks == 1 ? "" : "s", BLOCK);
    kernel.limit = reading_printf(reading, "the next one lacks %s", why);
    return kernel;
}

static struct svg_result blocks_draw(const struct reading *reading, const struct svg_frame *frame) {
    const struct limits limits = limits_of(reading);
    struct svg_blocks_kernel kernels[KERNELS];
    for (size_t i = 0; i < KERNELS; i++)
        kernels[i] = kernel_of(reading, &limits, registers_of[i]);
    const struct svg_blocks in = {
        .kernels = kernels,
        .kernel_count = KERNELS,
        .taken = "taken by a block",
        .left = "left over",
        .note = "Each panel is one SM. Widths are to scale; blocks use no shared memory.",
    };
    return svg_blocks(&in, frame);
}

static struct text blocks_sentence(const struct reading *reading) {
    const struct limits limits = limits_of(reading);
    struct buf buf = {0};
    for (size_t i = 0; i < KERNELS; i++) {
        struct svg_blocks_kernel kernel = kernel_of(reading, &limits, registers_of[i]);
        buf_printf(&buf, "%s%s: %s", i ? " " : "", kernel.name, kernel.fits);
        if (kernel.limit)
            buf_printf(&buf, ", %s; registers: %s; places for threads: %s", kernel.limit,
                       kernel.registers.taken, kernel.threads.taken);
        buf_char(&buf, '.');
    }
    return buf_take(&buf, reading->arena);
}

static bool blocks_known(const struct reading *reading) {
    const struct limits limits = limits_of(reading);
    return is_known(&limits);
}

const struct diagram diagram_blocks = {
    .name = "blocks",
    .shows = "how many blocks of two kernels fit into an SM",
    .needs = "fact.registers, fact.threads.sm, fact.blocks.sm",
    .title = "Blocks resident in an SM of the",
    .of_card = true,
    .measured = "computed from the limits that its driver reports",
    .known = blocks_known,
    .draw = blocks_draw,
    .sentence = blocks_sentence,
};

/* ---- the way of a spilled value --------------------------------------------------------------- */

static const enum svg_level way[] = {SVG_LEVEL_REGISTERS, SVG_LEVEL_L1, SVG_LEVEL_L2,
                                     SVG_LEVEL_DRAM};
enum { STOPS = sizeof way / sizeof *way };

/* Says "83% of spill loads found here" of the kernel that is capped to 32 registers. */
static const char *found_here(const struct reading *reading, enum svg_level level) {
    if (level != SVG_LEVEL_L1 && level != SVG_LEVEL_L2) return NULL;
    struct reading_point rate = reading_point(reading, "spill.hit", "32", svg_level_name(level));
    if (!rate.known) return NULL;
    return reading_printf(reading, "%s of %s", quantity_in(reading->arena, "%", rate.number).ptr,
                          level == SVG_LEVEL_L1 ? "spill loads found here" : "its lookups hit");
}

static struct svg_stop stop_of(const struct reading *reading, const struct ladder *ladder,
                               enum svg_level level) {
    const struct ladder_level *from = &ladder->level[level];
    const char *found = found_here(reading, level);
    struct svg_stop stop = {
        .name = from->name, .level = level, .capacity = from->capacity, .measured = from->latency};
    if (found && from->latency.text)
        found = reading_printf(reading, "%s, %s", from->latency.text, found);
    if (found) stop.measured = (struct svg_note){.text = found};
    return stop;
}

static void stops_of(const struct reading *reading, struct svg_stop stops[STOPS]) {
    struct ladder ladder;
    ladder_read(&ladder, reading);
    for (size_t i = 0; i < STOPS; i++)
        stops[i] = stop_of(reading, &ladder, way[i]);
    stops[0].down = "stored";
    stops[0].up = "loaded again";
    stops[1].down = "each store"; // the L1 writes through: spill.moved counts all of them
    stops[2].down = "no room left";
    stops[1].up = stops[2].up = "not found above";
    stops[STOPS - 1].name = "DRAM, local memory";
}

static struct svg_result spill_draw(const struct reading *reading, const struct svg_frame *frame) {
    struct svg_stop stops[STOPS];
    stops_of(reading, stops);
    const struct svg_way in = {
        .stops = stops,
        .stop_count = STOPS,
        .measured_head = "Latency",
        .note = "A spilled value has an address in DRAM. It gets there only if no cache keeps it.",
    };
    return svg_way(&in, frame);
}

static struct text spill_sentence(const struct reading *reading) {
    struct svg_stop stops[STOPS];
    struct buf buf = {0};
    stops_of(reading, stops);
    buf_str(&buf, "From a register through L1 and L2 to DRAM, and back by a load.");
    for (size_t i = 0; i < STOPS; i++) {
        if (!stops[i].measured.text) continue;
        buf_printf(&buf, " %s: %s.", stops[i].name, stops[i].measured.text);
    }
    return buf_take(&buf, reading->arena);
}

const struct diagram diagram_spill = {
    .name = "spill",
    .shows = "the way of a spilled value through the levels",
    .needs = "spill.hit for the shares found at each level",
    .title = "The way of a spilled value on the",
    .of_card = true,
    .measured = "capacities from its driver, cycles measured, hits counted by a profiler",
    .draw = spill_draw,
    .sentence = spill_sentence,
};
