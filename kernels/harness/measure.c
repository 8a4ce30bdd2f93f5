/* measure.c -- see measure.h. One function an experiment: the series it makes, its probes in
 * order, and which value of the samples goes into which point. */
#include "measure.h"

#include "counters.h"
#include "experiment.h"
#include "knees.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
    "dram.rated",      "copy.rate",         "copy.bytes",          "bandwidth.rate",
    "sweep.read",      "sweep.footprint",   "bandwidth.clock",     "bandwidth.slice",
    "latency.cycles",  "latency.time",      "latency.footprint",   "chase.cycles",
    "chase.time",      "chase.footprint",   "triad.rate",          "stride.time",
    "stride.useful",   "stride.bytes",      "bank.time",           "bank.cycles",
    "transpose.time",  "transpose.rate",    "transpose.edge",      "registers.time",
    "registers.count", "registers.blocks",  "registers.occupancy", "registers.threads",
    "local.time",      "local.frame",       "local.registers",     "constant.time",
    "constant.bytes",  "vecadd.time",       "vecadd.rate",         "vecadd.count",
    "gemm.time",       "gemm.flops",        "gemm.edge",           "stream.rate",
    "mix.rate",        "warps.rate",        "misalign.time",       "misalign.useful",
    "misalign.bytes",  "misalign.sectors",  "misalign.moved",      "spill.time",
    "spill.registers", "spill.frame",       "spill.blocks",        "spill.occupancy",
    "spill.threads",   "paths.cycles",      "paths.time",          "paths.footprint",
    "pages.cycles",    "pages.time",        "pages.footprint",     "persist.time",
    "persist.rate",    "persist.footprint", "limits.registers",    "limits.bytes",
    "limits.threads",  "partition.cycles",  "broadcast.cycles",    "plateau.read",
    "plateau.cycles",  "knee.footprint",    "cluster.rate",        "cluster.cycles",
    "cluster.time",    "cluster.blocks",    "cluster.slice",       "cluster.pair.cycles",
    "host.rate",       "host.cycles",       "host.time",           "host.bytes",
    "host.footprint"};

const char *measure_series_name(int i) {
    const int count = (int)(sizeof names / sizeof names[0]);
    return i < 0 ? NULL : i < count ? names[i] : counters_series_name(i - count);
}

enum { CHASE_STEPS = 2048 };

static const char *const levels[] = {"register", "shared", "l1", "l2", "dram"};

/* ---- experiments ---- */

static void rated(struct session *s) {
    struct series *series = experiment_series(
        s, "dram.rated", "B/s", NULL, "2 x memory clock x bus width / 8, from the driver's facts");
    const struct answer *clock = experiment_fact(s, "clock.memory"),
                        *bus = experiment_fact(s, "bus");
    if (!series) return;
    series->origin = "derived";
    series->counts = "bits on the bus, both edges of the clock";
    if (s->result->slice)
        experiment_miss(series, 0, 0,
                        "a MIG slice: bus width and clock are those of the whole card");
    else if (!clock->known || clock->value <= 0)
        experiment_miss(series, 0, 0,
                        clock->known ? "the memory clock is not reported" : clock->text);
    else if (!bus->known || bus->value <= 0)
        experiment_miss(series, 0, 0, bus->known ? "the bus width is not reported" : bus->text);
    else
        experiment_set(series, 0, 0, 2 * clock->value * bus->value / 8);
}

/* DRAM read is both copy.rate[read] and the last level of bandwidth.rate: one probe. */
static void copy(struct session *s, struct series *rate_by_level, struct series *clock_by_level) {
    static const char *const op[] = {"read", "write", "copy", "memcpy"};
    struct series *rate =
        experiment_series(s, "copy.rate", "B/s", "copy.cu",
                          "one pass over gigabytes, by events; median of the passes");
    struct series *bytes =
        experiment_series(s, "copy.bytes", "B", "copy.cu", "bytes counted for one pass");
    series_axis(rate, "op", 4, op);
    series_axis(bytes, "op", 4, op);
    if (rate) rate->counts = "bytes read plus bytes written";
    for (int i = 0; i < 4 && !session_over(s); i++) {
        if (!rate && !bytes && (i > 0 || (!rate_by_level && !clock_by_level))) continue;
        struct probe p = experiment_probe("copy", op[i], "", i);
        struct taken t;
        int buffers = i < 2 ? 1 : 2;
        session_free_memory(s);
        struct size size = size_stream(&s->sizes, buffers);
        p.c.size = size.value;
        session_take(s, &p, &size, &t);
        double counted = (double)size.value * buffers;
        experiment_fill(rate, i, 0, &t, SAMPLE_RATE, counted);
        if (size.value)
            experiment_set(bytes, i, 0, counted);
        else
            experiment_miss(bytes, i, 0, size.why);
        if (i == 0) {
            experiment_fill(rate_by_level, 3, 0, &t, SAMPLE_RATE, counted);
            experiment_fill(clock_by_level, 3, 0, &t, SAMPLE_CLOCK, 0);
        }
    }
}

static void triad(struct session *s) {
    struct series *rate = experiment_series(s, "triad.rate", "B/s", "copy.cu",
                                            "a = b + 3 c over gigabytes, one pass, by events");
    if (!rate) return;
    rate->counts = "bytes read plus bytes written";
    struct probe p = experiment_probe("copy", "triad", "", 4);
    struct taken t;
    session_free_memory(s);
    struct size size = size_stream(&s->sizes, 3);
    p.c.size = size.value;
    session_take(s, &p, &size, &t);
    experiment_fill(rate, 0, 0, &t, SAMPLE_RATE, 3 * (double)size.value);
}

static void bandwidth(struct session *s) {
    enum { SHARED_THREADS = 1024, VECTOR = 16 };
    const int less = s->sizes.effort == EFFORT_CHECK ? 128 : 1;
    const uint32_t shared_loads = (uint32_t)(8192 / less);
    /* Bytes an SM reads in one sample: half a millisecond or so at 120 and at 35 bytes a cycle. */
    static const uint64_t sample_bytes[] = {0, 112 << 20, 32 << 20};
    static const char *const level[] = {"shared", "l1", "l2", "dram"};
    struct series *rate =
        experiment_series(s, "bandwidth.rate", "B/s", "bandwidth.cu",
                          "every SM reads 16 bytes a thread, each SM its own bytes; by the "
                          "card's timer in the kernel. dram: copy.cu, version read, by events");
    struct series *clock =
        experiment_series(s, "bandwidth.clock", "Hz", "bandwidth.cu",
                          "SM clock during those samples: clock64 over globaltimer");
    struct series *slice = experiment_series(s, "bandwidth.slice", "B", "bandwidth.cu",
                                             "bytes that one SM reads again and again");
    series_axis(rate, "level", 4, level);
    series_axis(clock, "level", 4, level);
    series_axis(slice, "level", 3, level);
    if (rate) rate->counts = "bytes read";
    for (int i = 0; i < 3 && (rate || clock || slice) && !session_over(s); i++) {
        struct probe p = experiment_probe("bandwidth", level[i], "", i);
        struct taken t;
        session_free_memory(s);
        struct size size = i == 1 ? size_slice_l1(&s->sizes) : size_slice_l2(&s->sizes);
        double bytes;
        if (i == 0) {
            size = (struct size){.value = 47088, .need = 1 << 20};
            p.c.param = shared_loads;
            bytes = (double)shared_loads * SHARED_THREADS * VECTOR;
        } else {
            p.c.size = size.value;
            p.c.param =
                size.value ? (uint32_t)(sample_bytes[i] / size.value) / (uint32_t)less + 1 : 1;
            bytes = (double)size.value * p.c.param;
        }
        session_take(s, &p, &size, &t);
        experiment_fill(rate, i, 0, &t, SAMPLE_RATE, bytes * (double)s->sizes.sms);
        experiment_fill(clock, i, 0, &t, SAMPLE_CLOCK, 0);
        experiment_set_size(slice, i, 0, &size);
    }
    copy(s, rate, clock);
}

static void sweep(struct session *s) {
    enum { ROUND = 16 << 10, SAMPLE_BYTES = 16 << 20 };
    static char text[AXIS_MOST][4];
    static const char *values[AXIS_MOST];
    int steps = 0;
    struct size size;
    session_free_memory(s);
    while (steps < AXIS_MOST && size_sweep(&s->sizes, steps, &size)) {
        snprintf(text[steps], sizeof text[steps], "%d", steps + 1);
        values[steps] = text[steps];
        steps++;
    }
    struct series *read =
        experiment_series(s, "sweep.read", "B/s", "sweep.cu",
                          "every SM goes round a slice of its own, ld.ca, a barrier every 32 "
                          "KiB; by the card's timer in the kernel; around the end of the L2 at "
                          "several places in memory");
    struct series *footprint = experiment_series(s, "sweep.footprint", "B", "sweep.cu",
                                                 "bytes of all slices together at that step");
    series_axis(read, "step", steps, values);
    series_axis(footprint, "step", steps, values);
    if (read) read->counts = "bytes read";
    for (int i = 0; i < steps && (read || footprint) && !session_over(s); i++) {
        struct probe p = experiment_probe("sweep", values[i], "", 0);
        struct taken t;
        size_sweep(&s->sizes, i, &size);
        p.c.size = size.value;
        /* Twice round at least, and long enough for the timer. */
        const uint64_t least = s->sizes.effort == EFFORT_CHECK ? 0 : SAMPLE_BYTES;
        uint64_t rounds = (2 * size.value > least ? 2 * size.value : least) / ROUND;
        p.c.param = (uint32_t)(rounds / 2 * 2);
        p.c.places = size_sweep_places(&s->sizes, size.value);
        session_take(s, &p, &size, &t);
        experiment_fill(read, i, 0, &t, SAMPLE_RATE,
                        (double)p.c.param * ROUND * (double)s->sizes.sms);
        if (size.value)
            experiment_set(footprint, i, 0, (double)(size.value * s->sizes.sms));
        else
            experiment_miss(footprint, i, 0, size.why);
    }
}

static void latency(struct session *s) {
    static const uint32_t steps[] = {16384, 8192, 4096, 4096, 2048};
    struct series *cycles =
        experiment_series(s, "latency.cycles", "cycle", "latency.cu",
                          "one thread, each load waits for the last; clock64 in the kernel");
    struct series *time = experiment_series(s, "latency.time", "s", "latency.cu",
                                            "the same samples by the card's timer");
    struct series *footprint =
        experiment_series(s, "latency.footprint", "B", "latency.cu",
                          "bytes over which the chase goes, in 128-byte lines");
    series_axis(cycles, "level", 5, levels);
    series_axis(time, "level", 5, levels);
    series_axis(footprint, "level", 4, levels + 1);
    for (int i = 0; i < 5 && (cycles || time || footprint) && !session_over(s); i++) {
        struct probe p = experiment_probe("latency", levels[i], "", i);
        struct taken t;
        session_free_memory(s);
        struct size size = i == 2   ? size_chase_l1(&s->sizes)
                           : i == 3 ? size_chase_l2(&s->sizes)
                           : i == 4 ? size_chase_dram(&s->sizes)
                                    : (struct size){.value = 16384, .need = 1 << 20};
        p.c.size = size.value;
        p.c.param = steps[i];
        p.cold = i == 4;
        session_take(s, &p, &size, &t);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        if (i > 0) experiment_set_size(footprint, i - 1, 0, &size);
    }
}

static void chase(struct session *s) {
    static char text[AXIS_MOST][4];
    static const char *values[AXIS_MOST];
    struct size size;
    int steps = 0;
    session_free_memory(s);
    while (steps < AXIS_MOST && size_chase(&s->sizes, steps, &size)) {
        snprintf(text[steps], sizeof text[steps], "%d", steps + 1);
        values[steps] = text[steps];
        steps++;
    }
    struct series *cycles =
        experiment_series(s, "chase.cycles", "cycle", "latency.cu",
                          "one thread through L1 and L2, each load waits for the last, lines "
                          "in random order; clock64 in the kernel");
    struct series *time = experiment_series(s, "chase.time", "s", "latency.cu",
                                            "the same samples by the card's timer");
    struct series *footprint = experiment_series(s, "chase.footprint", "B", "latency.cu",
                                                 "bytes over which the chase goes at that step");
    series_axis(cycles, "step", steps, values);
    series_axis(time, "step", steps, values);
    series_axis(footprint, "step", steps, values);
    for (int i = 0; i < steps && (cycles || time || footprint) && !session_over(s); i++) {
        struct probe p = experiment_probe("latency", "any", values[i], 5);
        struct taken t;
        size_chase(&s->sizes, i, &size);
        p.c.size = size.value;
        p.c.param = CHASE_STEPS;
        p.c.places = size_chase_places(&s->sizes, size.value);
        p.cold = size_chase_cold(&s->sizes, size.value);
        session_take(s, &p, &size, &t);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_set_size(footprint, i, 0, &size);
    }
}

static void stride(struct session *s) {
    static const char *const values[] = {"1", "2", "4", "8", "16", "32"};
    struct series *time =
        experiment_series(s, "stride.time", "s", "stride.cu",
                          "one float of every STRIDE read, as many written; L2 flushed before "
                          "each sample; by events");
    struct series *useful = experiment_series(s, "stride.useful", "B/s", "stride.cu",
                                              "useful bytes over the same times");
    struct series *bytes = experiment_series(s, "stride.bytes", "B", "stride.cu",
                                             "useful bytes, the same at every stride");
    series_axis(time, "stride", 6, values);
    series_axis(useful, "stride", 6, values);
    if (useful) useful->counts = "floats used: read plus written";
    if (bytes) bytes->counts = "floats used: read plus written";
    for (int i = 0; i < 6 && (time || useful || bytes) && !session_over(s); i++) {
        struct probe p = experiment_probe("stride", values[i], "", 0);
        struct taken t;
        session_free_memory(s);
        p.c.param = 1u << i;
        struct size size = size_stride(&s->sizes, p.c.param);
        p.c.size = size.value;
        p.cold = true;
        session_take(s, &p, &size, &t);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_fill(useful, i, 0, &t, SAMPLE_RATE, 8.0 * (double)size.value);
        if (size.value) experiment_set(bytes, 0, 0, 8.0 * (double)size.value);
    }
}

static void bank(struct session *s) {
    static char text[33][4];
    static const char *values[33];
    static const uint64_t loads_by_effort[] = {8192, 2048, 64};
    const uint64_t loads = loads_by_effort[s->sizes.effort];
    for (int i = 0; i < 33; i++) {
        snprintf(text[i], sizeof text[i], "%d", i + 1);
        values[i] = text[i];
    }
    struct series *time =
        experiment_series(s, "bank.time", "s", "bank.cu",
                          "32 warps on every SM, each with the same number of 4-byte loads from "
                          "shared memory; by events");
    struct series *cycles =
        experiment_series(s, "bank.cycles", "cycle", "bank.cu",
                          "SM cycles from barrier to barrier over warps and loads");
    series_axis(time, "stride", 33, values);
    series_axis(cycles, "stride", 33, values);
    for (int i = 0; i < 33 && (time || cycles) && !session_over(s); i++) {
        struct probe p = experiment_probe("bank", values[i], "", 0);
        struct taken t;
        struct size size = {.value = loads, .need = 4 << 20};
        p.c.size = loads;
        p.c.param = (uint32_t)i + 1;
        session_take(s, &p, &size, &t);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
    }
}

static void transpose(struct session *s) {
    static const char *const kernels[] = {"copy", "naive", "tiled", "padded", "wide"};
    static const char *const fits[] = {"l2", "dram"};
    struct series *time =
        experiment_series(s, "transpose.time", "s", "transpose.cu",
                          "one pass over the matrix, warm; short passes repeated in one graph");
    struct series *rate = experiment_series(s, "transpose.rate", "B/s", "transpose.cu",
                                            "bytes of both matrices over the same times");
    struct series *edge =
        experiment_series(s, "transpose.edge", "1", "transpose.cu",
                          "rows of the square matrix of floats, chosen from the size of the L2");
    series_axis(time, "kernel", 5, kernels);
    series_axis(time, "fits", 2, fits);
    series_axis(rate, "kernel", 5, kernels);
    series_axis(rate, "fits", 2, fits);
    series_axis(edge, "fits", 2, fits);
    if (rate) rate->counts = "read plus written";
    for (int i = 0; i < 10 && (time || rate || edge) && !session_over(s); i++) {
        int kernel = i / 2, where = i % 2;
        struct probe p = experiment_probe("transpose", kernels[kernel], fits[where], kernel);
        struct taken t;
        session_free_memory(s);
        struct size size = size_transpose(&s->sizes, where == 1);
        p.c.size = size.value;
        session_take(s, &p, &size, &t);
        experiment_fill(time, kernel, where, &t, SAMPLE_SECONDS, 0);
        experiment_fill(rate, kernel, where, &t, SAMPLE_RATE,
                        8.0 * (double)size.value * (double)size.value);
        experiment_set_size(edge, where, 0, &size);
    }
}

static void registers(struct session *s) {
    enum { BLOCKS_AN_SM = 24 };
    static const char *const kernels[] = {"few", "many"};
    struct series *time =
        experiment_series(s, "registers.time", "s", "registers.cu",
                          "the same walk through a table in the L2, every load waiting for the "
                          "last; warm");
    struct series *count = experiment_series(s, "registers.count", "1", "registers.cu",
                                             "registers a thread, as the runtime reports them");
    struct series *blocks =
        experiment_series(s, "registers.blocks", "1", "registers.cu",
                          "blocks resident on one SM, as the runtime reports them");
    struct series *occupancy = experiment_series(s, "registers.occupancy", "1", "registers.cu",
                                                 "resident threads over the most that an SM holds");
    struct series *threads =
        experiment_series(s, "registers.threads", "1", "registers.cu", "threads a block");
    struct series *by_kernel[] = {time, count, blocks, occupancy};
    for (size_t i = 0; i < 4; i++)
        series_axis(by_kernel[i], "kernel", 2, kernels);
    if (!time && !count && !blocks && !occupancy && !threads) return;
    for (int i = 0; i < 2 && !session_over(s); i++) {
        char name[64];
        struct taken t;
        struct probe p = experiment_probe("registers", kernels[i], "", i);
        snprintf(name, sizeof name, "property.registers.%d.registers", i);
        struct answer a = session_ask_number(s, name);
        experiment_set_answer(count, i, &a);
        snprintf(name, sizeof name, "property.registers.%d.threads", i);
        struct answer a_block = session_ask_number(s, name);
        experiment_set_answer(threads, 0, &a_block);
        snprintf(name, sizeof name, "property.registers.%d.blocks", i);
        struct answer resident = session_ask_number(s, name);
        experiment_set_answer(blocks, i, &resident);
        const struct answer *most = experiment_fact(s, "threads.sm");
        if (resident.known && a_block.known && most->known && most->value > 0)
            experiment_set(occupancy, i, 0, resident.value * a_block.value / most->value);
        else
            experiment_miss(occupancy, i, 0, "threads or blocks are not reported");
        session_free_memory(s);
        struct size size = size_table(&s->sizes);
        p.c.size = size.value;
        p.c.param = BLOCKS_AN_SM;
        if (time)
            session_take(s, &p, &size, &t), experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
    }
}

static void local(struct session *s) {
    static const char *const index[] = {"constant", "runtime"};
    struct series *time =
        experiment_series(s, "local.time", "s", "local.cu",
                          "the same sums over a private array of 64 floats; by events");
    struct series *frame = experiment_series(s, "local.frame", "B", "local.cu",
                                             "local memory a thread, as the runtime reports it");
    struct series *count = experiment_series(s, "local.registers", "1", "local.cu",
                                             "registers a thread, as the runtime reports them");
    series_axis(time, "index", 2, index);
    series_axis(frame, "index", 2, index);
    series_axis(count, "index", 2, index);
    for (int i = 0; i < 2 && (time || frame || count) && !session_over(s); i++) {
        char name[64];
        struct taken t;
        struct probe p = experiment_probe("local", index[i], "", i);
        snprintf(name, sizeof name, "property.local.%d.frame", i);
        struct answer a = session_ask_number(s, name);
        experiment_set_answer(frame, i, &a);
        snprintf(name, sizeof name, "property.local.%d.registers", i);
        a = session_ask_number(s, name);
        experiment_set_answer(count, i, &a);
        session_free_memory(s);
        struct size size = size_outputs(&s->sizes);
        p.c.size = size.value;
        if (time)
            session_take(s, &p, &size, &t), experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
    }
}

static void constant(struct session *s) {
    static const char *const memory[] = {"constant", "global"};
    static const char *const lanes[] = {"same", "own"};
    struct series *time =
        experiment_series(s, "constant.time", "s", "constant.cu",
                          "a 32-tap filter; only where the taps lie and which tap a lane takes "
                          "differ; by events");
    struct series *bytes =
        experiment_series(s, "constant.bytes", "B", "constant.cu", "bytes of the taps");
    series_axis(time, "memory", 2, memory);
    series_axis(time, "lanes", 2, lanes);
    experiment_set(bytes, 0, 0, 32 * 4);
    for (int i = 0; i < 4 && time && !session_over(s); i++) {
        struct taken t;
        struct probe p = experiment_probe("constant", memory[i / 2], lanes[i % 2], i);
        session_free_memory(s);
        struct size size = size_outputs(&s->sizes);
        p.c.size = size.value;
        session_take(s, &p, &size, &t);
        experiment_fill(time, i / 2, i % 2, &t, SAMPLE_SECONDS, 0);
    }
}

bool measure_all(struct session *s) {
    rated(s);
    latency(s);
    chase(s);
    bandwidth(s);
    triad(s);
    sweep(s);
    stride(s);
    bank(s);
    transpose(s);
    registers(s);
    local(s);
    constant(s);
    experiment_vecadd(s);
    experiment_gemm(s);
    experiment_stream(s);
    experiment_mix(s);
    experiment_warps(s);
    experiment_misalign(s);
    experiment_spill(s);
    experiment_paths(s);
    experiment_pages(s);
    experiment_partition(s);
    experiment_broadcast(s);
    experiment_persist(s);
    experiment_cluster(s);
    experiment_host(s);
    experiment_limits(s);
    knees_series(s);
    return !session_over(s);
}
