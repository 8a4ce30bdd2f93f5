/* diagram_cluster -- diagram:cluster, blocks of a cluster and the shared memory of each other. */
#include "render/diagram.h"
#include "render/reading.h"
#include "svg/diagrams.h"

enum { BLOCKS = 8 }; /* the most that a cluster may have on every card that has clusters */

static const char *const blocks[BLOCKS] = {"block 0", "block 1", "block 2", "block 3",
                                           "block 4", "block 5", "block 6", "block 7"};

/* Clusters begin at compute capability 9.0. */
static bool has_clusters(const struct card *card) {
    struct text rest = card->compute_capability, major = text_next(&rest, '.');
    unsigned long number;
    return text_number(major, 1000, &number) && number >= 9;
}

static struct svg_note cycles(const struct reading *reading, const char *series, const char *at) {
    struct reading_point point = reading_point(reading, series, at, NULL);
    if (point.known) return (struct svg_note){.text = point.text.ptr};
    return reading_lacks(reading, point.why);
}

static struct svg_note other(const struct reading *reading) {
    if (!has_clusters(reading->card))
        return (struct svg_note){.missing = "this card has no clusters"};
    return cycles(reading, "cluster.cycles", "8");
}

static struct svg_result draw(const struct reading *reading, const struct svg_frame *frame) {
    const struct svg_cluster in = {
        .blocks = blocks,
        .block_count = BLOCKS,
        .reader = 0,
        .target = BLOCKS - 1, /* the last one, as in the measurement */
        .network = "network between the SMs",
        .l2 = "L2 cache",
        .own = {"its own shared memory", cycles(reading, "latency.cycles", "shared")},
        .other = {"shared memory of another block", other(reading)},
        .cache = {"L2 cache", cycles(reading, "latency.cycles", "l2")},
        .note = "A cluster of 8 blocks, drawn one to an SM, and how long a load of block 0 takes.",
    };
    return svg_cluster(&in, frame);
}

static const char *either(struct svg_note note) {
    return note.text ? note.text : note.missing;
}

static struct text sentence(const struct reading *reading) {
    return arena_printf(reading->arena,
                        "A load of a block takes from its own shared memory: %s; from that of "
                        "another block of its cluster, by the network between the SMs: %s; from "
                        "the L2: %s.",
                        either(cycles(reading, "latency.cycles", "shared")), either(other(reading)),
                        either(cycles(reading, "latency.cycles", "l2")));
}

const struct diagram diagram_cluster = {
    .name = "cluster",
    .shows = "where a block of a cluster can read, with the latencies",
    .needs = "cluster.cycles, latency.cycles",
    .title = "A cluster of blocks that reach each other's shared memory",
    .measured = "cycles measured on it",
    .draw = draw,
    .sentence = sentence,
};
