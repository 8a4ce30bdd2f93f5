/* measure_rates.c -- experiments on how much moves in a time. */
#include "experiment.h"

#include "reference.h"

#include <stdio.h>

static const char read_and_written[] = "bytes read plus bytes written";
static const char *const fits[] = {"l2", "dram"};

void experiment_vecadd(struct session *s) {
    enum { BYTES = 12 }; /* of an element: two read, one written */
    struct series *time = experiment_series(s, "vecadd.time", "s", "vecadd.cu",
                                            "c = a + b, one pass, warm, by events; short passes "
                                            "repeated in one graph");
    struct series *rate = experiment_series(s, "vecadd.rate", "B/s", "vecadd.cu",
                                            "12 bytes an element over the same times");
    struct series *count =
        experiment_series(s, "vecadd.count", "1", "vecadd.cu",
                          "elements of each vector: all three fit in the L2, or none does");
    struct series *const all[] = {time, rate, count};
    experiment_axis(all, 3, "fits", 2, fits);
    if (rate) rate->counts = read_and_written;
    for (int i = 0; i < 2 && (time || rate || count) && !session_over(s); i++) {
        struct probe p = experiment_probe("vecadd", fits[i], "", 0);
        struct taken t;
        session_free_memory(s);
        struct size size = size_vecadd(&s->sizes, i == 1);
        p.c.size = size.value;
        session_take(s, &p, &size, &t);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_fill(rate, i, 0, &t, SAMPLE_RATE, BYTES * (double)size.value);
        experiment_set_size(count, i, 0, &size);
    }
}

void experiment_gemm(struct session *s) {
    static const char *const kernels[] = {"naive", "tile16", "tile128"};
    struct series *time = experiment_series(
        s, "gemm.time", "s", "gemm.cu", "C = A B in single precision, one pass, warm, by events");
    struct series *flops =
        experiment_series(s, "gemm.flops", "FLOP/s", "gemm.cu",
                          "2 n^3 operations, a product and a sum each, over the same times");
    struct series *edge = experiment_series(s, "gemm.edge", "1", "gemm.cu",
                                            "n, rows and columns of the square matrices");
    struct series *const timed[] = {time, flops};
    experiment_axis(timed, 2, "kernel", 3, kernels);
    if (!time && !flops && !edge) return;
    session_free_memory(s);
    struct size size = size_gemm(&s->sizes);
    experiment_set_size(edge, 0, 0, &size);
    for (int i = 0; i < 3 && (time || flops) && !session_over(s); i++) {
        struct probe p = experiment_probe("gemm", kernels[i], "", i);
        struct taken t;
        double n = (double)size.value;
        p.c.size = size.value;
        session_take(s, &p, &size, &t);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_fill(flops, i, 0, &t, SAMPLE_RATE, 2 * n * n * n);
    }
}

void experiment_stream(struct session *s) {
    enum { OPS = 5, WIDTHS = 2 };
    static const char *const op[] = {"read", "write", "copy", "scale", "add"};
    static const char *const width[] = {"4", "16"};
    static const int buffers[] = {1, 1, 2, 2, 3}; /* read or written once each */
    struct series *rate =
        experiment_series(s, "stream.rate", "B/s", "stream.cu",
                          "one pass over buffers of many times the L2, by events; every thread "
                          "makes four accesses of the given bytes, a block apart");
    if (!rate) return;
    rate->counts = read_and_written;
    series_axis(rate, "op", OPS, op);
    series_axis(rate, "width", WIDTHS, width);
    for (int i = 0; i < OPS * WIDTHS && !session_over(s); i++) {
        int o = i / WIDTHS, w = i % WIDTHS;
        struct probe p = experiment_probe("stream", op[o], width[w], o);
        struct taken t;
        session_free_memory(s);
        struct size size = size_pattern(&s->sizes, buffers[o]);
        p.c.size = size.value;
        p.c.param = w == 0 ? 4 : 16;
        session_take(s, &p, &size, &t);
        experiment_fill(rate, o, w, &t, SAMPLE_RATE, (double)size.value * buffers[o]);
    }
}

void experiment_mix(struct session *s) {
    enum { STEPS = 9 };
    static const char *const reads[] = {"0", "2", "4", "6", "8", "10", "12", "14", "16"};
    struct series *rate =
        experiment_series(s, "mix.rate", "B/s", "mix.cu",
                          "so many of each thread's 16 accesses read, the others write, 16 bytes "
                          "each; one pass over a buffer of many times the L2, by events");
    if (!rate) return;
    rate->counts = read_and_written;
    series_axis(rate, "reads", STEPS, reads);
    for (int i = 0; i < STEPS && !session_over(s); i++) {
        struct probe p = experiment_probe("mix", reads[i], "", 0);
        struct taken t;
        session_free_memory(s);
        struct size size = size_pattern(&s->sizes, 1);
        p.c.size = size.value;
        p.c.param = (uint32_t)(2 * i);
        session_take(s, &p, &size, &t);
        experiment_fill(rate, i, 0, &t, SAMPLE_RATE, (double)size.value);
    }
}

void experiment_warps(struct session *s) {
    enum { STEPS = 9 };
    static const char *const warps[] = {"1", "2", "4", "8", "16", "24", "32", "48", "64"};
    static const uint32_t number[] = {1, 2, 4, 8, 16, 24, 32, 48, 64};
    struct series *rate =
        experiment_series(s, "warps.rate", "B/s", "warps.cu",
                          "so many warps resident on every SM, each thread with one load of 16 "
                          "bytes under way; DRAM, by events");
    if (!rate) return;
    rate->counts = "bytes read";
    series_axis(rate, "warps", STEPS, warps);
    for (int i = 0; i < STEPS && !session_over(s); i++) {
        struct probe p = experiment_probe("warps", warps[i], "", 0);
        struct taken t;
        session_free_memory(s);
        struct size size = size_pattern(&s->sizes, 1);
        p.c.size = size.value;
        p.c.param = number[i];
        session_take(s, &p, &size, &t);
        experiment_fill(rate, i, 0, &t, SAMPLE_RATE, (double)size.value);
    }
}

void experiment_misalign(struct session *s) {
    enum { STEPS = 7, LANES = 32, SECTOR = 32 };
    static const char *const offset[] = {"0", "1", "2", "4", "8", "16", "32"};
    static const uint32_t number[] = {0, 1, 2, 4, 8, 16, 32};
    struct series *time =
        experiment_series(s, "misalign.time", "s", "misalign.cu",
                          "a vector read from so many floats past a line on; in the L2 warm, in "
                          "DRAM after a flush; by events");
    struct series *useful = experiment_series(s, "misalign.useful", "B/s", "misalign.cu",
                                              "useful bytes over the same times");
    struct series *bytes = experiment_series(s, "misalign.bytes", "B", "misalign.cu",
                                             "useful bytes, the same at every offset");
    struct series *sectors = experiment_series(
        s, "misalign.sectors", "1", "misalign.cu",
        "sectors of 32 bytes that hold a warp's 32 neighbouring floats, by their addresses");
    struct series *moved =
        experiment_series(s, "misalign.moved", "B", "misalign.cu",
                          "those sectors of all loads together; a cache can spare some of them");
    struct series *const by_both[] = {time, useful, moved};
    experiment_axis(by_both, 3, "offset", STEPS, offset);
    experiment_axis(by_both, 3, "fits", 2, fits);
    series_axis(sectors, "offset", STEPS, offset);
    series_axis(bytes, "fits", 2, fits);
    if (useful) useful->counts = "floats read";
    if (bytes) bytes->counts = "floats read";
    if (moved) moved->counts = "whole sectors asked for";
    if (moved) moved->origin = "derived";
    if (sectors) sectors->origin = "derived";
    if (!time && !useful && !bytes && !sectors && !moved) return;
    for (int i = 0; i < STEPS * 2 && !session_over(s); i++) {
        int o = i / 2, where = i % 2;
        struct probe p = experiment_probe("misalign", offset[o], fits[where], 0);
        struct taken t;
        session_free_memory(s);
        struct size size = size_shifted(&s->sizes, where == 1);
        double count = (double)size.value, asked = (double)reference_sectors(number[o], LANES);
        experiment_set(sectors, o, 0, asked);
        if (size.value) {
            experiment_set(bytes, where, 0, 4 * count);
            experiment_set(moved, o, where, asked * SECTOR * count / LANES);
        } else {
            experiment_miss(bytes, where, 0, size.why);
            experiment_miss(moved, o, where, size.why);
        }
        if (!time && !useful) continue;
        p.c.size = size.value;
        p.c.param = number[o];
        p.cold = where == 1;
        session_take(s, &p, &size, &t);
        experiment_fill(time, o, where, &t, SAMPLE_SECONDS, 0);
        experiment_fill(useful, o, where, &t, SAMPLE_RATE, 4 * count);
    }
}

void experiment_persist(struct session *s) {
    enum { STREAMED = 3 };
    static const uint32_t rounds_by_effort[] = {16, 8, 2};
    const uint32_t rounds = rounds_by_effort[s->sizes.effort];
    static const char *const policy[] = {"none", "window", "hint"};
    static const char *const part[] = {"hot", "stream"};
    struct series *time =
        experiment_series(s, "persist.time", "s", "persist.cu",
                          "rounds over a hot set between reads of a stream three times as long; "
                          "plain, with an access-policy window, with eviction hints; by events");
    struct series *rate = experiment_series(s, "persist.rate", "B/s", "persist.cu",
                                            "bytes of both over the same times");
    struct series *footprint =
        experiment_series(s, "persist.footprint", "B", "persist.cu",
                          "bytes of the hot set, and of what is streamed in all rounds");
    struct series *const timed[] = {time, rate};
    experiment_axis(timed, 2, "policy", 3, policy);
    series_axis(footprint, "part", 2, part);
    if (rate) rate->counts = "bytes read";
    if (!time && !rate && !footprint) return;
    session_free_memory(s);
    struct size size = size_hot(&s->sizes, (1 + STREAMED * rounds));
    double hot = (double)size.value;
    experiment_set_size(footprint, 0, 0, &size);
    if (size.value)
        experiment_set(footprint, 1, 0, hot * STREAMED * rounds);
    else
        experiment_miss(footprint, 1, 0, size.why);
    for (int i = 0; i < 3 && (time || rate) && !session_over(s); i++) {
        struct probe p = experiment_probe("persist", policy[i], "", i);
        struct taken t;
        p.c.size = size.value;
        p.c.param = rounds;
        p.c.places = size_hot_places(&s->sizes);
        session_take(s, &p, &size, &t);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_fill(rate, i, 0, &t, SAMPLE_RATE, hot * (1 + STREAMED) * rounds);
    }
}
