/* diagram_sm -- diagrams of SMs: the blocks that fit into one, the warps of a scheduler while loads are on
 * their way, and blocks of a cluster that reach the shared memory of each other. */
#include <math.h>

#include "render/diagram.h"
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
    bool known; /* all of them */
};

static struct limits limits_of(const struct reading *reading) {
    struct limits of = {.registers = reading_fact(reading, "registers"),
                        .threads = reading_fact(reading, "threads.sm"),
                        .blocks = reading_fact(reading, "blocks.sm")};
    of.known = of.registers > 0 && of.threads > 0 && of.blocks > 0;
    return of;
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
    const double blocks = limits->known ? blocks_of(limits, registers, &why) : 0;
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

static struct svg_result blocks_draw(struct reading *reading, struct svg_frame *frame) {
    const struct limits limits = limits_of(reading);
    struct svg_blocks_kernel kernels[KERNELS];
    struct buf words = {0};
    for (size_t i = 0; i < KERNELS; i++) {
        const struct svg_blocks_kernel kernel = kernel_of(reading, &limits, registers_of[i]);
        kernels[i] = kernel;
        buf_printf(&words, "%s%s: %s", i ? " " : "", kernel.name, kernel.fits);
        if (kernel.limit)
            buf_printf(&words, ", %s; registers: %s; places for threads: %s", kernel.limit,
                       kernel.registers.taken, kernel.threads.taken);
        buf_char(&words, '.');
    }
    const struct svg_blocks in = {
        .kernels = kernels,
        .kernel_count = KERNELS,
        .taken = "taken by a block",
        .left = "left over",
        .note = "Each panel is one SM. Widths are to scale; blocks use no shared memory.",
    };
    reading->nothing_known = !limits.known;
    diagram_describe(reading, frame, &words);
    return svg_blocks(&in, frame);
}

const struct diagram diagram_blocks = {
    .name = "blocks",
    .shows = "how many blocks of two kernels fit into an SM",
    .needs = "fact.registers, fact.threads.sm, fact.blocks.sm",
    .title = "Blocks resident in an SM of the",
    .of_card = true,
    .measured = "computed from the limits that its driver reports",
    .draw = blocks_draw,
};

/* ---- warps of a scheduler --------------------------------------------------------------------- */

/* An SM has 4 schedulers since compute capability 5.0 (Kernel Profiling Guide, SM sub-partitions). */
enum { SCHEDULERS = 4, LANES = 32, FEW = 4, RUNS = 2 };

/* A card of which less is known gets a picture of this many, without numbers. */
enum { SOME_WARPS = 8, SOME_WAIT = 7 };

struct turns {
    double warps; /* of a scheduler, with every place of the SM taken */
    double wait;  /* cycles of a load from DRAM */
    double work;  /* instructions of each warp that fill the wait of one */
    bool known;   /* both are the card's */
};

static struct turns turns_of(const struct reading *reading) {
    struct turns turns = {.warps = SOME_WARPS, .wait = SOME_WAIT, .work = 1};
    struct reading_point wait = reading_point(reading, "latency.cycles", "dram", NULL);
    double threads = reading_fact(reading, "threads.sm");
    double warps = floor(threads / LANES / SCHEDULERS);
    if (warps <= FEW || warps > SVG_TURNS_MAX || !wait.known || wait.number <= 0) return turns;
    return (struct turns){warps, wait.number, ceil(wait.number / (warps - 1)), true};
}

/* Says "25% of the cycles issue"; every warp works once in a turn. */
static const char *busy(const struct reading *reading, const struct turns *turns, double warps) {
    const double share = fmin(1, warps * turns->work / (turns->work + turns->wait));
    if (!turns->known) return share < 1 ? "the scheduler has gaps" : "no cycle is left empty";
    if (share == 1) return "every cycle issues";
    return reading_printf(reading, "%s of the cycles issue",
                          quantity_in(reading->arena, "%", share).ptr);
}

static struct svg_turns_run run_of(const struct reading *reading, const struct turns *turns,
                                   double warps) {
    return (struct svg_turns_run){.name =
                                      reading_printf(reading, "%s warps", plain(reading, warps)),
                                  .busy = busy(reading, turns, warps),
                                  .first = "warp 1",
                                  .last = reading_printf(reading, "warp %s", plain(reading, warps)),
                                  .warps = (size_t)warps};
}

static struct svg_result turns_draw(struct reading *reading, struct svg_frame *frame) {
    const struct turns turns = turns_of(reading);
    const struct svg_turns_run runs[RUNS] = {run_of(reading, &turns, FEW),
                                             run_of(reading, &turns, turns.warps)};
    struct svg_turns in = {
        .runs = runs,
        .run_count = RUNS,
        .work = turns.work,
        .wait = turns.wait,
        .scheduler = "scheduler",
        .working = "issues instructions",
        .waiting = "waits for DRAM",
        .note = "One scheduler of an SM, two turns of a warp; the lengths are an example.",
    };
    struct buf words = {0};
    if (turns.known) {
        const char *work = plain(reading, turns.work);
        const char *wait =
            quantity_alone(reading->arena, TEXT("cycle"), floor(turns.wait + 0.5)).ptr;
        in.working = reading_printf(reading, "issues %s instructions", work);
        in.waiting = reading_printf(reading, "waits %s for DRAM", wait);
        in.note =
            "One scheduler of an SM, two turns of a warp. A memory under load would answer later.";
        buf_printf(
            &words,
            "Each warp issues %s instructions, then waits %s for DRAM. With %s %s, with %s %s.",
            work, wait, runs[0].name, runs[0].busy, runs[1].name, runs[1].busy);
    } else {
        buf_str(&words, "With few warps the scheduler has gaps while all of them wait; with enough "
                        "of them one is always ready.");
    }
    reading->nothing_known = !turns.known;
    diagram_describe(reading, frame, &words);
    return svg_turns(&in, frame);
}

const struct diagram diagram_latency_hiding = {
    .name = "latency-hiding",
    .shows = "warps that take turns while loads are under way",
    .needs = "latency.cycles, fact.threads.sm",
    .title = "Warps of one scheduler while loads are on their way",
    .measured = "the latency measured on it, the rest computed",
    .draw = turns_draw,
};

/* ---- a cluster of blocks ---------------------------------------------------------------------- */

enum { BLOCKS = 8 }; /* the most that a cluster may have on every card that has clusters */

static const char *const blocks[BLOCKS] = {"block 0", "block 1", "block 2", "block 3",
                                           "block 4", "block 5", "block 6", "block 7"};

/* Clusters begin at compute capability 9.0. */
static bool has_clusters(const struct card *card) {
    struct text rest = card->compute_capability, major = text_next(&rest, '.');
    unsigned long number;
    return text_number(major, 1000, &number) && number >= 9;
}

static const char *either(struct svg_note note) {
    return note.text ? note.text : note.missing;
}

static struct svg_result cluster_draw(struct reading *reading, struct svg_frame *frame) {
    struct svg_note other = {.missing = "this card has no clusters"};
    if (has_clusters(reading->card))
        other = reading_point(reading, "cluster.cycles", "8", NULL).note;
    const struct svg_cluster in = {
        .blocks = blocks,
        .block_count = BLOCKS,
        .reader = 0,
        .target = BLOCKS - 1, /* the last one, as in the measurement */
        .network = "network between the SMs",
        .l2 = "L2 cache",
        .own = {"its own shared memory",
                reading_point(reading, "latency.cycles", "shared", NULL).note},
        .other = {"shared memory of another block", other},
        .cache = {"L2 cache", reading_point(reading, "latency.cycles", "l2", NULL).note},
        .note = "A cluster of 8 blocks, drawn one to an SM, and how long a load of block 0 takes.",
    };
    struct buf words = {0};
    buf_printf(
        &words,
        "A load of a block takes from its own shared memory: %s; from that of another block of "
        "its cluster, by the network between the SMs: %s; from the L2: %s.",
        either(in.own.figure), either(other), either(in.cache.figure));
    diagram_describe(reading, frame, &words);
    return svg_cluster(&in, frame);
}

const struct diagram diagram_cluster = {
    .name = "cluster",
    .shows = "where a block of a cluster can read, with the latencies",
    .needs = "cluster.cycles, latency.cycles",
    .title = "A cluster of blocks that reach each other's shared memory",
    .measured = "cycles measured on it",
    .draw = cluster_draw,
};
