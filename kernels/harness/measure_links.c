/* measure_links.c -- experiments on memory that is not the SM's own and not the card's: the shared
 * memory of other SMs, and the host's memory across the bus. */
#include "experiment.h"

/* The nearest pair and the farthest that run at once: where in its GPC an SM lies matters. */
static void pairs(struct session *s) {
    enum { NEAR = 2, STEPS = 2048 };
    static const char *const pair[] = {"near", "far"};
    struct series *cycles = experiment_series(
        s, "cluster.pair.cycles", "cycle", "cluster.cu",
        "the walk of cluster.cycles[2] in the cluster of two blocks that is through first, and in "
        "the last, of all that run at once");
    series_axis(cycles, "pair", 2, pair);
    for (int i = 0; i < 2 && cycles && !session_over(s); i++) {
        struct probe p = experiment_probe("cluster", pair[i], "", NEAR + i);
        struct size size = {.value = STEPS, .need = 4 << 20};
        struct taken t;
        p.c.size = size.value;
        p.c.param = 2;
        session_take(s, &p, &size, &t);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
    }
}

void experiment_cluster(struct session *s) {
    enum { SIZES = 4, RING = 0, CHASE = 1, STEPS = 2048 };
    static const char *const sizes[] = {"2", "4", "8", "16"};
    static const uint32_t number[] = {2, 4, 8, 16};
    static const uint64_t bytes_by_effort[] = {16 << 20, 8 << 20, 128 << 10};
    const uint64_t bytes = bytes_by_effort[s->sizes.effort];
    struct series *rate =
        experiment_series(s, "cluster.rate", "B/s", "cluster.cu",
                          "every block reads the shared memory of the next block of its cluster, "
                          "16 bytes a thread, one block on an SM; by the card's timer in the "
                          "kernel");
    struct series *blocks =
        experiment_series(s, "cluster.blocks", "1", "cluster.cu",
                          "blocks that run at once, each on an SM of its own; a cluster lies in "
                          "one GPC, and SMs that fill no whole cluster stay idle");
    struct series *slice = experiment_series(s, "cluster.slice", "B", "cluster.cu",
                                             "bytes of shared memory that a block reads");
    struct series *cycles = experiment_series(
        s, "cluster.cycles", "cycle", "cluster.cu",
        "one thread of the first block of each cluster, each load waits for the last, in random "
        "order through the shared memory of all other blocks of it; clock64 in the kernel, median "
        "of all clusters on the card");
    struct series *time = experiment_series(s, "cluster.time", "s", "cluster.cu",
                                            "the same samples by the card's timer");
    struct series *const all[] = {rate, blocks, slice, cycles, time};
    experiment_axis(all, 5, "size", SIZES, sizes);
    if (rate) rate->counts = "bytes read";
    for (int i = 0; i < SIZES && !session_over(s); i++) {
        struct size size = {.value = bytes, .need = 4 << 20};
        struct taken t;
        if (rate || blocks || slice) {
            struct probe p = experiment_probe("cluster", "ring", sizes[i], RING);
            int variant = (int)number[i];
            struct answer run = experiment_property(s, blocks, i, "cluster", variant, "blocks");
            experiment_property(s, slice, i, "cluster", variant, "bytes");
            p.c.size = bytes;
            p.c.param = number[i];
            if (rate && !run.known) {
                experiment_miss(rate, i, 0, run.text);
            } else if (rate) {
                session_take(s, &p, &size, &t);
                experiment_fill(rate, i, 0, &t, SAMPLE_RATE, (double)bytes * run.value);
            }
        }
        if (cycles || time) {
            struct probe p = experiment_probe("cluster", "chase", sizes[i], CHASE);
            p.c.size = size.value = STEPS;
            p.c.param = number[i];
            session_take(s, &p, &size, &t);
            experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
            experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        }
    }
    pairs(s);
}

static void copies(struct session *s, struct series *rate, struct series *bytes) {
    static const uint32_t places[] = {5, 3, 1};
    static const char *const roles[] = {"h2d_pinned", "d2h_pinned", "h2d_pageable", "d2h_pageable"};
    for (int i = 0; i < 4 && (rate || bytes) && !session_over(s); i++) {
        struct probe p = experiment_probe("host", roles[i], "", i);
        struct taken t;
        session_free_memory(s);
        struct size size = size_host_copy(&s->sizes);
        if (i == 0) experiment_set_size(bytes, 0, 0, &size);
        if (!rate) continue;
        p.c.size = size.value;
        p.c.places = i / 2 ? places[s->sizes.effort] : 1; /* malloc anew for each */
        session_take(s, &p, &size, &t);
        experiment_fill(rate, i % 2, i / 2, &t, SAMPLE_RATE, (double)size.value);
    }
}

void experiment_host(struct session *s) {
    enum { LOAD = 4, STEPS = 512 };
    static const char *const way[] = {"h2d", "d2h"}, *const memory[] = {"pinned", "pageable"};
    struct series *rate =
        experiment_series(s, "host.rate", "B/s", "host.cu",
                          "one copy between host and device, of page-locked memory and of memory "
                          "as malloc gives it; by events");
    struct series *bytes = experiment_series(s, "host.bytes", "B", "host.cu", "bytes of one copy");
    struct series *cycles =
        experiment_series(s, "host.cycles", "cycle", "host.cu",
                          "one thread reads page-locked host memory, each load waits for the last, "
                          "lines in random order; clock64 in the kernel");
    struct series *time =
        experiment_series(s, "host.time", "s", "host.cu", "the same samples by the card's timer");
    struct series *footprint =
        experiment_series(s, "host.footprint", "B", "host.cu", "bytes over which the chase goes");
    series_axis(rate, "way", 2, way);
    series_axis(rate, "memory", 2, memory);
    if (rate) rate->counts = "bytes copied";
    copies(s, rate, bytes);
    if ((!cycles && !time && !footprint) || session_over(s)) return;
    struct probe p = experiment_probe("host", "load", "", LOAD);
    struct taken t;
    session_free_memory(s);
    struct size size = size_host_walk(&s->sizes);
    experiment_set_size(footprint, 0, 0, &size);
    if (!cycles && !time) return;
    p.c.size = size.value;
    p.c.param = STEPS;
    session_take(s, &p, &size, &t);
    experiment_fill(cycles, 0, 0, &t, SAMPLE_CYCLES, 0);
    experiment_fill(time, 0, 0, &t, SAMPLE_SECONDS, 0);
}
