/* experiments.c -- the table of experiments (see experiment.h) and the shapes of their probes.
 *
 * A shape says what one step is: `size` and what it needs, `p.c.param`, and in figure[0] the bytes
 * or operations of a pass. What the parameters mean is stated on top of each .cu. */
#include "experiment.h"

#include "knees.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- axes ---- */

static const struct axis levels = ROLES("level", "register", "shared", "l1", "l2", "dram");
static const struct axis memories = ROLES("level", "shared", "l1", "l2", "dram");
static const struct axis caches = ROLES("level", "shared", "l1", "l2");
static const struct axis copies = ROLES("op", "read", "write", "copy", "memcpy");
static const struct axis strides = ROLES("stride", "1", "2", "4", "8", "16", "32");
static const struct axis fits = ROLES("fits", "l2", "dram");
static const struct axis transposes = ROLES("kernel", "copy", "naive", "tiled", "padded", "wide");
static const struct axis few_many = ROLES("kernel", "few", "many");
static const struct axis indices = ROLES("index", "constant", "runtime");
static const struct axis tap_memory = ROLES("memory", "constant", "global");
static const struct axis lanes = ROLES("lanes", "same", "own");
static const struct axis constant_kib = ROLES("kib", "1", "2", "3", "4", "8", "16", "32", "64");
static const struct axis constant_paths = ROLES("path", "uniform", "lane");
static const struct axis products = ROLES("kernel", "naive", "tile16", "tile128");
static const struct axis versions =
    ROLES("version", "uncoalesced", "coalesced", "tile", "column", "square", "vector", "banks",
          "ahead", "async", "wide", "shares", "cublas", "tf32", "cublas_tf32");
static const struct axis versions_first = ROLES("version", "uncoalesced", "coalesced", "tile",
                                                "column", "square", "vector", "banks", "ahead");
static const struct axis versions_deep = ROLES("version", "async", "wide", "shares");
static const struct axis version_cublas = ROLES("version", "cublas");
static const struct axis version_tensor = ROLES("version", "tf32");
static const struct axis version_cublas_tensor = ROLES("version", "cublas_tf32");
static const struct axis ladder_rows = ROLES("n", "2048", "4096");
static const struct axis ops = ROLES("op", "read", "write", "copy", "scale", "add");
static const struct axis widths = ROLES("width", "4", "16");
static const struct axis reads = ROLES("reads", "0", "2", "4", "6", "8", "10", "12", "14", "16");
static const struct axis warps = ROLES("warps", "1", "2", "4", "8", "16", "24", "32", "48", "64");
static const struct axis offsets = ROLES("offset", "0", "1", "2", "4", "8", "16", "32");
static const struct axis caps = ROLES("cap", "none", "32");
static const struct axis paths = ROLES("path", "readonly", "texture", "constant");
static const struct axis edges = ROLES("edge", "l1", "l2near", "l2");
static const struct axis edge_steps =
    ROLES("step", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12");
static const struct axis laps = ROLES("lap", "part", "whole", "beyond");
static const struct axis page_steps = ROLES("step", "1", "2", "3", "4", "5", "6", "7");
static const struct axis carveouts = ROLES("percent", "default", "0", "25", "50", "75", "100");
static const struct axis walked_kib = ROLES("kib", "16", "48", "96", "144", "192", "240");
static const struct axis added_to = ROLES("memory", "shared", "global");
static const struct axis words_of = ROLES("word", "one", "warp", "lane", "reduced");
static const struct axis stores =
    ROLES("sector", "full", "bytes", "halves", "half", "word", "byte");

static const struct axis parts = ROLES("from", "near", "far");
static const struct axis words = ROLES("words", "1", "2", "4", "8", "16", "32");
static const struct axis policies = ROLES("policy", "none", "window", "hint");
static const struct axis asides =
    ROLES("percent", "none", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100");
static const struct axis hot_parts = ROLES("part", "hot", "stream");
static const struct axis clusters = ROLES("size", "2", "4", "8", "16");
static const struct axis cluster_ways = ROLES("how", "ring", "chase");
static const struct axis pairs = ROLES("pair", "near", "far");
static const struct axis weights = ROLES("weights", "bf16", "int8");
static const struct axis batches = ROLES("batch", "1", "2", "4", "8", "16", "32", "64");
static const struct axis matrices =
    ROLES("matrix", "key", "query", "up", "down", "head", "step", "overlapped");
static const struct axis async_ways = ROLES("way", "load", "cpasync", "tma");
static const struct axis stages = ROLES("stages", "1", "2", "3", "4");
static const struct axis orders = ROLES("order", "one", "row", "lanes1", "lanes2", "lanes4",
                                        "lanes8", "lanes16", "turned", "second");
static const struct axis peer_ways = ROLES("ways", "one", "both");
static const struct axis peer_kib =
    ROLES("kib", "4", "64", "256", "2048", "16384", "131072", "1048576");
static const struct axis peer_ops = ROLES("op", "read", "write");
static const struct axis peer_mib = ROLES("mib", "1", "32", "512");
static const struct axis peer_memory = ROLES("memory", "own", "peer");
static const struct axis peer_results = ROLES("result", "sent", "returned");
static const struct axis reduce_kib = ROLES("kib", "4", "1024", "65536", "1048576");
static const struct axis host_memory = ROLES("memory", "pinned", "pageable");
static const struct axis host_ways = ROLES("way", "h2d", "d2h");
static const struct axis limit_memory = ROLES("memory", "shared", "optin");
static const struct axis read_levels = ROLES("level", "l1", "l2", "dram");
static const struct axis cycle_levels = ROLES("level", "l1", "l2", "l2mixed", "dram");
static const struct axis curves = ROLES("curve", "read", "cycles");
static const struct axis knees = ROLES("level", "l1", "l2near", "l2");

#define COUNT_8(t) t "0", t "1", t "2", t "3", t "4", t "5", t "6", t "7"
#define COUNTING                                                                                   \
    "1", "2", "3", "4", "5", "6", "7", "8", "9", COUNT_8("1"), "18", "19", COUNT_8("2"), "28",     \
        "29", COUNT_8("3"), "38", "39", COUNT_8("4"), "48"
static const struct axis curve_steps = ROLES("step", COUNTING);
static const struct axis bank_strides = {"stride", 33, (const char *const[]){COUNTING}};

/* ---- shapes ---- */

static struct size fixed(uint64_t value, uint64_t need) {
    return (struct size){.value = value, .need = need};
}

static int by_effort(const struct step *s, int full, int quick, int check) {
    return s->f->effort == EFFORT_FULL ? full : s->f->effort == EFFORT_QUICK ? quick : check;
}

static void latency(struct step *s) {
    static const uint32_t steps[] = {16384, 8192, 4096, 4096, 2048};
    const int level = s->at[0];
    s->size = level == 2   ? size_chase_l1(s->f)
              : level == 3 ? size_chase_l2(s->f)
              : level == 4 ? size_chase_dram(s->f)
                           : fixed(16384, 1 << 20);
    s->p.c.param = steps[level];
    s->p.cold = level == 4;
}

static void chase(struct step *s) {
    size_chase(s->f, s->at[0], &s->size);
    s->p.c.param = 2048;
    s->p.c.places = size_chase_places(s->f, s->size.value);
    s->p.cold = size_chase_cold(s->f, s->size.value);
}

static void edge(struct step *s) {
    s->size = size_edge(s->f, s->at[0], s->at[1]);
    s->p.c.param = 2048;
    s->p.c.places = size_chase_places(s->f, s->size.value);
}

/* A pass takes half a millisecond or so, at 120 and at 35 bytes a cycle of each SM. */
static void bandwidth(struct step *s) {
    enum { SHARED_BYTES_A_LOAD = 1024 * 16 };
    static const uint64_t sample_bytes[] = {0, 112 << 20, 32 << 20};
    const uint32_t less = s->f->effort == EFFORT_CHECK ? 128 : 1;
    double bytes;
    if (s->at[0] == 0) {
        s->size = fixed(47088, 1 << 20);
        s->p.c.param = 8192 / less;
        bytes = (double)s->p.c.param * SHARED_BYTES_A_LOAD;
    } else {
        s->size = s->at[0] == 1 ? size_slice_l1(s->f) : size_slice_l2(s->f);
        const uint64_t slice = s->size.value;
        s->p.c.param = slice ? (uint32_t)(sample_bytes[s->at[0]] / slice) / less + 1 : 1;
        bytes = (double)slice * s->p.c.param;
    }
    s->figure[0] = bytes * (double)s->f->sms;
}

/* A variant of copy.cu or stream.cu reads or writes so many buffers once in a pass: read, write,
 * copy, memcpy or scale, triad or add. */
static const int buffers_of[] = {1, 1, 2, 2, 3};

static void copy(struct step *s) {
    const int buffers = buffers_of[s->p.c.variant];
    s->size = size_stream(s->f, buffers);
    s->figure[0] = (double)s->size.value * buffers;
}

/* A pass goes over the footprint at least twice, and takes long enough for the timer. */
static void sweep(struct step *s) {
    enum { ROUND = 16 << 10, SAMPLE_BYTES = 16 << 20 };
    const uint64_t least = s->f->effort == EFFORT_CHECK ? 0 : SAMPLE_BYTES;
    size_sweep(s->f, s->at[0], &s->size);
    const uint64_t slice = s->size.value;
    s->p.c.param = (uint32_t)((2 * slice > least ? 2 * slice : least) / ROUND / 2 * 2);
    s->p.c.places = size_sweep_places(s->f, slice);
    s->figure[0] = (double)s->p.c.param * ROUND * (double)s->f->sms;
    s->figure[1] = (double)(slice * s->f->sms);
}

static void sweep_cold(struct step *s) {
    sweep(s);
    s->size.need += FLUSH_L2 * s->f->l2;
    s->p.cold = true;
}

static void stride(struct step *s) {
    s->size = size_stride(s->f, s->number);
    s->p.c.param = s->number;
    s->p.cold = true;
    s->figure[0] = 8.0 * (double)s->size.value;
}

static void shared_loads(struct step *s) {
    s->size = fixed((uint64_t)by_effort(s, 8192, 2048, 64), 4 << 20);
    s->p.c.param = s->number;
}

/* Version 0 of bank.cu has 4 bytes a lane; those with 16 come first. */
static void bank_wide(struct step *s) {
    shared_loads(s);
    s->p.c.variant = s->asked = 1 + s->at[0];
}

static void bank_double(struct step *s) {
    shared_loads(s);
    s->p.c.variant = s->asked = 1 + LANE_ORDERS + s->at[0];
}

static void transpose(struct step *s) {
    s->size = size_transpose(s->f, s->at[1] == 1);
    s->figure[0] = 8.0 * (double)s->size.value * (double)s->size.value;
}

static void registers(struct step *s) {
    enum { BLOCKS_AN_SM = 24 };
    s->size = size_table(s->f);
    s->p.c.param = BLOCKS_AN_SM;
}

static void outputs(struct step *s) {
    s->size = size_outputs(s->f);
}

static void constant(struct step *s) {
    s->size = size_outputs(s->f);
    s->p.c.variant = 2 * s->at[0] + s->at[1];
    s->figure[0] = 32 * 4;
}

static void constant_chase(struct step *s) {
    s->size = fixed((uint64_t)s->number << 10, 1 << 20);
    s->p.c.variant = s->at[1];
    s->p.c.param = 4096;
}

static void constant_alone(struct step *s) {
    enum { ALONE = 2 };
    s->size = fixed((uint64_t)by_effort(s, 2048, 512, 64), 4 << 20);
    s->p.c.variant = ALONE + 2 * s->at[0] + s->at[1];
}

static void vecadd(struct step *s) {
    s->size = size_vecadd(s->f, s->at[0] == 1);
    s->figure[0] = 12 * (double)s->size.value;
}

/* The versions of ladder.cu that stand for a tile in shared memory, and for one in registers. */
static void gemm(struct step *s) {
    static const int version_of[] = {1, 8, 7};
    s->p.c.variant = version_of[s->at[0]];
    s->size = size_gemm(s->f);
    const double n = (double)s->size.value;
    s->figure[0] = 2 * n * n * n;
}

static void ladder(struct step *s) {
    s->size = size_ladder(s->f, strtoul(s->role[1], NULL, 10));
    const double n = (double)s->size.value;
    s->figure[0] = 2 * n * n * n;
}

static void stream(struct step *s) {
    const int buffers = buffers_of[s->p.c.variant];
    s->size = size_pattern(s->f, buffers);
    s->p.c.param = s->at[1] == 0 ? 4 : 16;
    s->figure[0] = (double)s->size.value * buffers;
}

static void pattern(struct step *s) {
    s->size = size_pattern(s->f, 1);
    s->p.c.param = s->number;
    s->figure[0] = (double)s->size.value;
}

static void misalign(struct step *s) {
    enum { LANES = 32, SECTOR = 32 };
    s->size = size_shifted(s->f, s->at[1] == 1);
    s->p.c.param = s->number;
    s->p.cold = s->at[1] == 1;
    s->figure[0] = 4 * (double)s->size.value;
    s->figure[1] = (double)reference_sectors(s->number, LANES);
    s->figure[2] = s->figure[1] * SECTOR * (double)s->size.value / LANES;
}

static void spill(struct step *s) {
    s->size = size_spill(s->f);
}

static void other_paths(struct step *s) {
    s->size = fixed(s->at[0] == 2 ? 1024 : 16384, 1 << 20);
    s->p.c.param = 4096;
}

static void pages(struct step *s) {
    enum { WHOLE = 6 };
    s->size = s->at[0] == WHOLE ? size_pages_most(s->f) : size_pages(s->f, s->at[0]);
    s->p.c.param = 2048;
}

static void cold_pages(struct step *s) {
    pages(s);
    s->size.need += FLUSH_L2 * s->f->l2;
    s->p.cold = true;
}

static void partition(struct step *s) {
    s->size = size_partition(s->f);
    s->p.cold = true;
}

static void persist(struct step *s) {
    enum { STREAMED = 3 };
    const uint32_t rounds = (uint32_t)by_effort(s, 16, 8, 2);
    s->size = size_hot(s->f, 1 + STREAMED * rounds);
    s->p.c.param = rounds;
    s->p.c.places = size_hot_places(s->f);
    const double hot = (double)s->size.value;
    s->figure[0] = hot * (1 + STREAMED) * rounds;
    s->figure[1] = hot;
    s->figure[2] = hot * STREAMED * rounds;
}

static void persist_aside(struct step *s) {
    enum { ASIDE = 3, PLACES = 3 };
    persist(s);
    if (s->p.c.places > PLACES) s->p.c.places = PLACES;
    s->p.c.variant = s->at[0] == 0 ? 0 : ASIDE + (int)s->number;
    s->asked = s->p.c.variant;
}

static void carveout(struct step *s) {
    enum { DEFAULT = 101, KIB = 1024 };
    const uint64_t bytes = strtoul(s->role[1], NULL, 10) * KIB;
    s->size = fixed(bytes, 1 << 20);
    s->p.c.variant = s->at[0] == 0 ? DEFAULT : (int)s->number;
    s->p.c.param = 4096;
}

/* Each way takes at least tens of microseconds: additions to one word of the card are serialized,
 * while those of lanes to their own words end soon. */
static void additions(struct step *s) {
    enum { WAYS = 4, THREADS = 1024, FEW = 64, SOME = 512, MANY = 4096, LOOK = 4 };
    static const int each[2][WAYS] = {{SOME, SOME, MANY, MANY}, {FEW, SOME, SOME, FEW}};
    const int full = each[s->at[0]][s->at[1]];
    s->p.c.param = (uint32_t)by_effort(s, full, full / LOOK, 8);
    s->size = fixed(s->p.c.param, 4 << 20);
    s->p.c.variant = WAYS * s->at[0] + s->at[1];
    s->figure[0] = (double)s->f->sms * THREADS * s->p.c.param;
}

static void store(struct step *s) {
    static const double stored[] = {1, 1, 1, 1 / 2.0, 4 / 32.0, 1 / 32.0};
    s->size = size_store(s->f, s->at[1] == 1);
    s->figure[0] = (double)s->size.value * stored[s->at[0]];
    s->figure[1] = (double)s->size.value;
}

enum { CLUSTER_STEPS = 2048, CLUSTER_NEED = 4 << 20 };

/* The ring's rate depends on how many blocks run at once; where that is not known there is none. */
static void cluster(struct step *s) {
    const bool ring = s->at[1] == 0;
    s->size = fixed((uint64_t)(ring ? by_effort(s, 16 << 20, 8 << 20, 128 << 10) : CLUSTER_STEPS),
                    CLUSTER_NEED);
    s->asked = (int)s->number;
    s->p.c.variant = s->at[1];
    s->p.c.param = s->number;
    snprintf(s->p.key, sizeof s->p.key, "cluster.%s.%s", s->role[1], s->role[0]);
    if (!ring) return;
    struct answer blocks = experiment_property(s->s, "cluster", s->asked, "blocks");
    s->figure[0] = (double)s->size.value * blocks.value;
    if (blocks.known) return;
    s->size.value = 0;
    snprintf(s->size.why, sizeof s->size.why, "%.239s", blocks.text);
}

/* The latency between two blocks depends on where in its GPC an SM lies, so that the nearest and
 * the farthest pair that run at once are measured. */
static void cluster_pairs(struct step *s) {
    enum { NEAR = 2 };
    s->size = fixed(CLUSTER_STEPS, CLUSTER_NEED);
    s->p.c.variant = NEAR + s->at[0];
    s->p.c.param = 2;
}

/* The rows of all matrices are divided by this where only the results are checked. */
static uint32_t decode_less(const struct step *s) {
    enum { LESS = 16, LESS_FROM = 1 << 16 };
    return LESS_FROM * (uint32_t)by_effort(s, 1, 1, LESS);
}

static double step_bytes(const struct step *s, int bits) {
    return size_step_weights((uint32_t)s->size.value) * bits / 8;
}

static void decode_whole(struct step *s) {
    const int bits = s->at[0] == 0 ? 16 : 8;
    s->size = size_layers(s->f, bits);
    s->p.c.variant = s->at[0];
    s->p.c.param = (uint32_t)strtoul(s->role[1], NULL, 10) + decode_less(s);
    if (s->size.value) s->figure[0] = step_bytes(s, bits);
}

/* Weights are those of one matrix, where a whole step reads all of them. */
static void decode_matrix(struct step *s) {
    static const double weights_of[] = {1024 * 4096, 4096 * 4096, 14336 * 4096, 4096 * 14336,
                                        128256.0 * 4096};
    enum { MATRICES = sizeof weights_of / sizeof weights_of[0], TIMES_L2 = 8 };
    const int bits = s->at[1] == 0 ? 16 : 8, matrix = s->at[0];
    s->size = size_layers(s->f, bits);
    s->p.c.variant = 2 * (matrix + 1) + s->at[1];
    s->p.c.param = 1 + decode_less(s);
    if (matrix >= MATRICES) { /* the whole step, with or without overlap */
        if (s->size.value) s->figure[0] = s->figure[1] = step_bytes(s, bits);
        return;
    }
    const double bytes = s->figure[1] = weights_of[matrix] * bits / 8;
    while (s->figure[0] < TIMES_L2 * (double)s->f->l2) /* as decode.cu does */
        s->figure[0] += bytes;
}

static void decode_cache(struct step *s) {
    enum { BYTES_A_TOKEN = 32 * 8 * 128 * 2 * 2 }; /* layers, heads, numbers; keys and values */
    const uint64_t tokens = (uint64_t)by_effort(s, 8192, 2048, 512);
    s->size = fixed(tokens, tokens * BYTES_A_TOKEN + (64 << 20));
    s->figure[0] = (double)tokens * BYTES_A_TOKEN;
}

/* Sets the most bytes that can be under way at one time on the whole card. */
static void async_flying(struct step *s, double blocks_most) {
    enum { TILE = 16 << 10 };
    struct answer blocks = experiment_property(s->s, "async", s->asked, "blocks");
    if (!blocks.known) return;
    s->figure[1] = (double)s->f->sms * fmin(blocks.value, blocks_most) * (s->at[1] + 1) * TILE;
}

static void async_variant(struct step *s, int task) {
    enum { WAYS = 3, STAGES = 4 };
    s->asked = s->p.c.variant = (task * WAYS + s->at[0]) * STAGES + s->at[1];
}

enum { ASYNC_STREAM, ASYNC_TRANSPOSE, ASYNC_PRODUCT };

static void async_stream(struct step *s) {
    enum { CHECKED = 16 << 20 }; /* several rounds of four tiles in every block */
    async_variant(s, ASYNC_STREAM);
    s->size = s->f->effort == EFFORT_CHECK ? fixed(CHECKED, 2 * CHECKED) : size_pattern(s->f, 1);
    s->figure[0] = (double)s->size.value;
    async_flying(s, 1);
}

static void async_transpose(struct step *s) {
    async_variant(s, ASYNC_TRANSPOSE);
    s->size = size_transpose(s->f, true);
    s->figure[0] = 8.0 * (double)s->size.value * (double)s->size.value;
    async_flying(s, 1);
}

static void async_product(struct step *s) {
    async_variant(s, ASYNC_PRODUCT);
    s->size = size_gemm(s->f);
    const double n = (double)s->size.value;
    s->figure[0] = 2 * n * n * n;
    async_flying(s, INFINITY);
}

static void host_copies(struct step *s) {
    const bool pageable = s->at[0] == 1;
    s->size = size_host_copy(s->f);
    s->p.c.variant = 2 * s->at[0] + s->at[1];
    s->p.c.places = pageable ? (uint32_t)by_effort(s, 5, 3, 1) : 1; /* each place is a new malloc */
    snprintf(s->p.key, sizeof s->p.key, "host.%s_%s", s->role[1], s->role[0]);
    s->figure[0] = (double)s->size.value;
}

static void host_load(struct step *s) {
    s->size = size_host_walk(s->f);
    s->p.c.param = 512;
}

static void peer_copy(struct step *s) {
    const uint64_t bytes = strtoul(s->role[1], NULL, 10) << 10, most = 16 << 20;
    s->size = fixed(s->f->effort != EFFORT_CHECK || bytes < most ? bytes : most, 0);
    s->size.need = 2 * s->size.value; /* of either card */
    s->p.c.variant = s->at[0];
    s->figure[0] = (double)s->size.value * (1 + s->at[0]);
}

static void peer_kernel(struct step *s) {
    enum { READ = 2, MIB = 1 << 20 };
    s->size = fixed((uint64_t)by_effort(s, 1024, 64, 16) * MIB, 64 * MIB);
    s->p.c.variant = READ + s->at[0];
    s->figure[0] = (double)s->size.value;
}

static void peer_chase(struct step *s) {
    const uint64_t mib = s->f->effort != EFFORT_CHECK ? s->number : 1;
    s->size = fixed(mib << 20, 16 << 20);
    s->p.c.variant = 0;
    s->p.c.param = 1024;
}

static void peer_atomic(struct step *s) {
    enum { WORDS = 1 };
    s->p.c.places = size_hot_places(s->f);
    s->size = fixed((uint64_t)by_effort(s, 4096, 1024, 64), 1 << 20);
    s->p.c.variant = WORDS + 2 * s->at[0] + s->at[1];
}

static void peer_reduce(struct step *s) {
    const uint64_t bytes = (uint64_t)s->number << 10, most = 16 << 20;
    s->size = fixed(s->f->effort != EFFORT_CHECK || bytes < most ? bytes : most, 0);
    s->size.need = 2 * s->size.value;
    s->figure[0] = (double)s->size.value;
}

/* ---- the table ---- */

static const char read_and_written[] = "bytes read plus bytes written";
static const char bytes_read[] = "bytes read", floats_read[] = "floats read";
static const char floats_used[] = "floats used: read plus written";
static const char card_timer[] = "the same samples by the card's timer";
static const char chased[] = "bytes over which the chase goes";
static const char chased_at_step[] = "bytes over which the chase goes at that step";
static const char registers_a_thread[] = "registers a thread, as the runtime reports them";
static const char frame_a_thread[] = "local memory a thread, as the runtime reports it";
static const char resident[] = "blocks resident on one SM, as the runtime reports them";
static const char weights_read[] = "bytes of weights";
static const char bytes_asked[] = "bytes asked for";
static const char asked_at_once[] =
    "tiles under way of all resident blocks of all SMs: the most that can be asked for at once";
static const char occupied[] = "resident threads over the most that an SM holds";

/* ladder.cu has further versions, whose series come from a file of their own. */
#define LADDER_TIMED(name_, kept_, shift_)                                                         \
    { .name = name_, .kept = kept_, .shift = shift_ }
#define LADDER_ASKED(name_, property_, shift_)                                                     \
    {                                                                                              \
        .name = name_, .kept = KEPT_PROPERTY, .property = property_, .along = ALONG_FIRST,         \
        .turn = 2, .shift = shift_                                                                 \
    }
#define LADDER(lab_, variant_, axis_, shift_)                                                      \
    {                                                                                              \
        LAB(lab_), .key = "ladder", .variant = variant_, .axis = {&axis_, &ladder_rows},           \
                   .shape = ladder, .row = {                                                       \
                       LADDER_TIMED("ladder.time", KEPT_SECONDS, shift_),                          \
                       LADDER_TIMED("ladder.flops", KEPT_RATE, shift_),                            \
                       LADDER_ASKED("ladder.registers", "registers", shift_),                      \
                       LADDER_ASKED("ladder.shared", "shared", shift_),                            \
                       LADDER_ASKED("ladder.threads", "threads", shift_),                          \
                       LADDER_ASKED("ladder.blocks", "blocks", shift_)                             \
                   }                                                                               \
    }

const struct experiment experiments[] = {
    {.run = experiment_rated,
     .row = {{ROW("dram.rated", "B/s", KEPT_OWN,
                  "2 x memory clock x bus width / 8, from the driver's facts"),
              .counts = "bits on the bus, both edges of the clock", .origin = "derived",
              .along = ALONG_NONE}}},
    {LAB(latency), .variant = VARIANT_FIRST, .axis = {&levels}, .shape = latency,
     .row = {{ROW("latency.cycles", "cycle", KEPT_CYCLES,
                  "one thread, each load waits for the last; clock64 in the kernel")},
             {ROW("latency.time", "s", KEPT_SECONDS, card_timer)},
             {ROW("latency.footprint", "B", KEPT_SIZE,
                  "bytes over which the chase goes, in 128-byte lines"),
              .own = &memories, .shift = -1}}},
    {LAB(latency), .key = "latency.any", .variant = 5, .axis = {&curve_steps},
     .size_at = size_chase, .shape = chase,
     .row = {{ROW("chase.cycles", "cycle", KEPT_CYCLES,
                  "one thread through L1 and L2, each load waits for the last, lines in random "
                  "order; clock64 in the kernel")},
             {ROW("chase.footprint", "B", KEPT_SIZE, chased_at_step), .brief = true}}},
    {LAB(latency), .key = "latency.edge", .variant = 5, .axis = {&edges, &edge_steps},
     .shape = edge,
     .row = {{ROW("edge.cycles", "cycle", KEPT_CYCLES,
                  "the walk of chase.cycles in smaller steps, around the footprint at which the L1 "
                  "is full, half of the L2, and all of it"),
              .title = "Load latency near the ends of the caches, in cycles"},
             {ROW("edge.footprint", "B", KEPT_SIZE, chased_at_step),
              .title = "Bytes that the chain of loads walks over, near the ends of the caches",
              .brief = true}}},
    {LAB(latency), .key = "latency.each", .variant = 6, .axis = {&laps}, .shape = shape_each,
     .fill = fill_each,
     .row = {{ROW("latency.histogram", "1", KEPT_OWN,
                  "loads of one lap of a chase past the L1 through every line, by the cycles that "
                  "each took (clock64 from its issue to that of the next, which waits for it), "
                  "after laps that bring the L2 to what it keeps; a bin is ten cycles from its "
                  "value on, the last has all that took longer"),
              .title = "Loads of a lap by the cycles that they took", .along = ALONG_FIRST,
              .brief = true},
             {ROW("latency.lap.cycles", "cycle", KEPT_CYCLES, "mean over the loads of that lap"),
              .title = "Mean latency of the loads of a lap"},
             {ROW("latency.lap.footprint", "B", KEPT_SIZE,
                  "bytes over which the lap goes, in 128-byte lines: inside one part of an L2 of "
                  "two, inside the L2 and more than a part, far outside"),
              .title = "Bytes over which a lap goes"}}},
    {LAB(bandwidth), .variant = VARIANT_FIRST, .axis = {&caches}, .shape = bandwidth,
     .row = {{ROW("bandwidth.rate", "B/s", KEPT_RATE,
                  "every SM reads 16 bytes a thread, each SM its own bytes; by the card's timer in "
                  "the kernel. dram: copy.cu, version read, by events"),
              .counts = bytes_read, .own = &memories},
             {ROW("bandwidth.clock", "Hz", KEPT_CLOCK,
                  "SM clock during those samples: clock64 over globaltimer"),
              .own = &memories},
             {ROW("bandwidth.slice", "B", KEPT_SIZE, "bytes that one SM reads again and again")}}},
    {LAB(copy), .variant = VARIANT_FIRST, .axis = {&copies}, .shape = copy,
     .row = {{ROW("copy.rate", "B/s", KEPT_RATE,
                  "one pass over gigabytes, by events; median of the passes"),
              .counts = read_and_written},
             {ROW("copy.bytes", "B", KEPT_FIGURE, "bytes counted for one pass")},
             {ROW("bandwidth.rate", "B/s", KEPT_RATE, NULL), .turn = 1, .shift = 3},
             {ROW("bandwidth.clock", "Hz", KEPT_CLOCK, NULL), .turn = 1, .shift = 3}}},
    {LAB(copy), .key = "copy.triad", .variant = 4, .shape = copy,
     .row = {{ROW("triad.rate", "B/s", KEPT_RATE,
                  "a = b + 3 c over gigabytes, one pass, by events"),
              .counts = read_and_written}}},
    {LAB(sweep), .axis = {&curve_steps}, .size_at = size_sweep, .shape = sweep,
     .row =
         {{ROW("sweep.read", "B/s", KEPT_RATE,
               "every SM goes round a slice of its own, ld.ca, a barrier every 32 KiB; by the "
               "card's timer in the kernel; around the end of the L2 at several places in memory"),
           .counts = bytes_read},
          {ROW("sweep.time", "s", KEPT_SECONDS,
               "the same samples: one pass goes over all slices at least twice, and over the small "
               "ones until 16 MiB were read by each SM")},
          {ROW("sweep.footprint", "B", KEPT_FIGURE, "bytes of all slices together at that step"),
           .figure = 1, .brief = true}}},
    {LAB(sweep), .key = "sweep.cold", .axis = {&curve_steps}, .size_at = size_sweep,
     .shape = sweep_cold,
     .row = {{ROW("sweep.cold", "B/s", KEPT_RATE,
                  "the launches of sweep.read, each after the L2 was read full of other data"),
              .counts = bytes_read,
              .title = "Bandwidth by footprint, from an L2 that holds other data"}}},
    {LAB(stride), .axis = {&strides}, .shape = stride,
     .row = {{ROW("stride.time", "s", KEPT_SECONDS,
                  "one float of every STRIDE read, as many written; L2 flushed before each sample; "
                  "by events")},
             {ROW("stride.useful", "B/s", KEPT_RATE, "useful bytes over the same times"),
              .counts = floats_used},
             {ROW("stride.bytes", "B", KEPT_FIGURE, "useful bytes, the same at every stride"),
              .counts = floats_used, .along = ALONG_NONE}}},
    {LAB(bank), .axis = {&bank_strides}, .shape = shared_loads,
     .row = {{ROW("bank.time", "s", KEPT_SECONDS,
                  "32 warps on every SM, each with the same number of 4-byte loads from shared "
                  "memory; by events")},
             {ROW("bank.cycles", "cycle", KEPT_CYCLES,
                  "SM cycles from barrier to barrier over warps and loads")}}},
    {LAB(bank), .key = "bank.wide", .axis = {&orders}, .shape = bank_wide,
     .row =
         {{ROW("bank.wide.cycles", "cycle", KEPT_CYCLES,
               "a warp's load of 16 bytes a lane from shared memory, which 16 bytes each lane "
               "takes differing; SM cycles from barrier to barrier over warps and loads"),
           .title = "Cycles of a shared load of 16 bytes a lane, by the order of the lanes"},
          {ROW("bank.wide.passes", "1", KEPT_PROPERTY,
               "passes of that load by the rule that half a warp is served at once where each lane "
               "takes what the lane 1 from it takes, or each what the lane 2 from it takes, and "
               "else "
               "a quarter"),
           .title = "Passes of a load of 16 bytes a lane, by a rule", .origin = "derived",
           .property = "passes"}}},
    {LAB(bank), .key = "bank.double", .axis = {&orders}, .shape = bank_double,
     .row = {{ROW("bank.double.cycles", "cycle", KEPT_CYCLES,
                  "the same with 8 bytes a lane, in the same orders"),
              .title = "Cycles of a shared load of 8 bytes a lane, by the order of the lanes"},
             {ROW("bank.double.passes", "1", KEPT_PROPERTY,
                  "passes of that load by the same rule: a whole warp, or half a one"),
              .title = "Passes of a load of 8 bytes a lane, by a rule", .origin = "derived",
              .property = "passes"}}},
    {LAB(transpose), .variant = VARIANT_FIRST, .axis = {&transposes, &fits}, .shape = transpose,
     .row = {{ROW("transpose.time", "s", KEPT_SECONDS,
                  "one pass over the matrix, warm; short passes repeated in one graph")},
             {ROW("transpose.rate", "B/s", KEPT_RATE, "bytes of both matrices over the same times"),
              .counts = "read plus written"},
             {ROW("transpose.edge", "1", KEPT_SIZE,
                  "rows of the square matrix of floats, chosen from the size of the L2"),
              .along = ALONG_SECOND}}},
    {LAB(registers), .variant = VARIANT_FIRST, .axis = {&few_many}, .shape = registers,
     .row =
         {{ROW("registers.time", "s", KEPT_SECONDS,
               "the same walk through a table in the L2, every load waiting for the last; warm")},
          {ROW("registers.count", "1", KEPT_PROPERTY, registers_a_thread), .property = "registers"},
          {ROW("registers.blocks", "1", KEPT_PROPERTY, resident), .property = "blocks"},
          {ROW("registers.occupancy", "1", KEPT_OCCUPANCY, occupied)},
          {ROW("registers.threads", "1", KEPT_PROPERTY, "threads a block"), .property = "threads",
           .along = ALONG_NONE}}},
    {LAB(local), .variant = VARIANT_FIRST, .axis = {&indices}, .shape = outputs,
     .row = {{ROW("local.time", "s", KEPT_SECONDS,
                  "the same sums over a private array of 64 floats; by events")},
             {ROW("local.frame", "B", KEPT_PROPERTY, frame_a_thread), .property = "frame"},
             {ROW("local.registers", "1", KEPT_PROPERTY, registers_a_thread),
              .property = "registers"}}},
    {LAB(constant), .axis = {&tap_memory, &lanes}, .shape = constant,
     .row = {{ROW("constant.time", "s", KEPT_SECONDS,
                  "a 32-tap filter; only where the taps lie and which tap a lane takes differ; by "
                  "events")},
             {ROW("constant.bytes", "B", KEPT_FIGURE, "bytes of the taps"), .along = ALONG_NONE}}},
    {LAB(constant_chase), .axis = {&constant_kib, &constant_paths}, .shape = constant_chase,
     .row = {{ROW("constant.chase", "cycle", KEPT_CYCLES,
                  "one thread walks over so many KiB of constant memory, each load waits for the "
                  "last, by the path of one index for a whole warp or of one for each lane; "
                  "clock64 in the kernel"),
              .title = "Latency of constant memory by footprint, in cycles"}}},
    {LAB(constant_chase), .key = "constant.alone", .axis = {&tap_memory, &lanes},
     .shape = constant_alone,
     .row =
         {{ROW("constant.cycles", "cycle", KEPT_CYCLES,
               "32 warps on every SM do nothing but load words that any cache holds: one for all "
               "lanes, or neighboring ones; SM cycles from barrier to barrier over warps and "
               "loads"),
           .title = "Cycles of a load from constant memory, one after the other"}}},
    {LAB(vecadd), .axis = {&fits}, .shape = vecadd,
     .row = {{ROW("vecadd.time", "s", KEPT_SECONDS,
                  "c = a + b, one pass, warm, by events; short passes repeated in one graph")},
             {ROW("vecadd.rate", "B/s", KEPT_RATE, "12 bytes an element over the same times"),
              .counts = read_and_written},
             {ROW("vecadd.count", "1", KEPT_SIZE,
                  "elements of each vector: all three fit in the L2, or none does")}}},
    {LAB(ladder), .key = "gemm", .axis = {&products}, .shape = gemm,
     .row = {{ROW("gemm.time", "s", KEPT_SECONDS,
                  "C = A B in single precision, one pass, warm, by events")},
             {ROW("gemm.flops", "FLOP/s", KEPT_RATE,
                  "2 n^3 operations, a product and a sum each, over the same times")},
             {ROW("gemm.edge", "1", KEPT_SIZE, "n, rows and columns of the square matrices"),
              .along = ALONG_NONE}}},
    {LAB(ladder), .variant = VARIANT_FIRST, .axis = {&versions_first, &ladder_rows},
     .shape = ladder,
     .row = {{ROW("ladder.time", "s", KEPT_SECONDS,
                  "C = A B of n x n floats, one pass, warm, by events; tf32: by the tensor cores, "
                  "inputs of 11 bits"),
              .own = &versions, .own2 = &ladder_rows},
             {ROW("ladder.flops", "FLOP/s", KEPT_RATE,
                  "2 n^3 operations, a product and a sum each, over the same times"),
              .own = &versions, .own2 = &ladder_rows},
             {ROW("ladder.registers", "1", KEPT_PROPERTY, registers_a_thread),
              .property = "registers", .along = ALONG_FIRST, .turn = 2, .own = &versions},
             {ROW("ladder.shared", "B", KEPT_PROPERTY,
                  "shared memory a block, as the runtime reports it and as it was asked for"),
              .property = "shared", .along = ALONG_FIRST, .turn = 2, .own = &versions},
             {ROW("ladder.threads", "1", KEPT_PROPERTY, "threads a block"), .property = "threads",
              .along = ALONG_FIRST, .turn = 2, .own = &versions},
             {ROW("ladder.blocks", "1", KEPT_PROPERTY, resident), .property = "blocks",
              .along = ALONG_FIRST, .turn = 2, .own = &versions}}},
    LADDER(ladder_deep, VARIANT_FIRST, versions_deep, 8),
    LADDER(ladder_cublas, 0, version_cublas, 11),
    LADDER(ladder_tensor, 0, version_tensor, 12),
    LADDER(ladder_cublas, 1, version_cublas_tensor, 13),
    {LAB(stream), .variant = VARIANT_FIRST, .axis = {&ops, &widths}, .shape = stream,
     .row = {{ROW("stream.rate", "B/s", KEPT_RATE,
                  "one pass over buffers of many times the L2, by events; every thread makes four "
                  "accesses of the given bytes, a block apart"),
              .counts = read_and_written}}},
    {LAB(mix), .axis = {&reads}, .shape = pattern,
     .row = {{ROW("mix.rate", "B/s", KEPT_RATE,
                  "so many of each thread's 16 accesses read, the others write, 16 bytes each; one "
                  "pass over a buffer of many times the L2, by events"),
              .counts = read_and_written}}},
    {LAB(warps), .axis = {&warps}, .shape = pattern,
     .row = {{ROW("warps.rate", "B/s", KEPT_RATE,
                  "so many warps resident on every SM, each thread with one load of 16 bytes under "
                  "way; DRAM, by events"),
              .counts = bytes_read}}},
    {LAB(misalign), .axis = {&offsets, &fits}, .shape = misalign,
     .row =
         {{ROW("misalign.time", "s", KEPT_SECONDS,
               "a vector read from so many floats past a line on; in the L2 warm, in DRAM after a "
               "flush; by events")},
          {ROW("misalign.useful", "B/s", KEPT_RATE, "useful bytes over the same times"),
           .counts = floats_read},
          {ROW("misalign.bytes", "B", KEPT_FIGURE, "useful bytes, the same at every offset"),
           .counts = floats_read, .along = ALONG_SECOND},
          {ROW("misalign.sectors", "1", KEPT_FIGURE,
               "sectors of 32 bytes that hold a warp's 32 neighboring floats, by their addresses"),
           .origin = "derived", .along = ALONG_FIRST, .figure = 1},
          {ROW("misalign.moved", "B", KEPT_FIGURE,
               "those sectors of all loads together; a cache can spare some of them"),
           .counts = "whole sectors asked for", .origin = "derived", .figure = 2}}},
    {LAB(spill), .variant = VARIANT_FIRST, .axis = {&caps}, .shape = spill,
     .row = {{ROW("spill.time", "s", KEPT_SECONDS,
                  "64 words mixed in 16 rounds by every thread, with as many registers as the "
                  "kernel needs and with 32 at most; by events")},
             {ROW("spill.registers", "1", KEPT_PROPERTY, registers_a_thread),
              .property = "registers"},
             {ROW("spill.frame", "B", KEPT_PROPERTY, frame_a_thread), .property = "frame"},
             {ROW("spill.blocks", "1", KEPT_PROPERTY, resident), .property = "blocks"},
             {ROW("spill.occupancy", "1", KEPT_OCCUPANCY, occupied)},
             {ROW("spill.threads", "1", KEPT_SIZE, "threads in all"), .along = ALONG_NONE}}},
    {LAB(spill), .key = "spill.compiled", .variant = VARIANT_FIRST, .axis = {&caps}, .shape = spill,
     .row = {{ROW("spill.bytes", "B", KEPT_PROPERTY,
                  "spill stores of a thread, as ptxas prints them for this card's code"),
              .property = "compiled.stores"},
             {ROW("spill.loads.bytes", "B", KEPT_PROPERTY,
                  "spill loads of a thread, as ptxas prints them for this card's code"),
              .property = "compiled.loads"},
             {ROW("spill.compiled.frame", "B", KEPT_PROPERTY,
                  "stack frame of a thread, as ptxas prints it for this card's code"),
              .property = "compiled.frame"},
             {ROW("spill.compiled.registers", "1", KEPT_PROPERTY,
                  "registers a thread, as ptxas prints them for this card's code"),
              .property = "compiled.registers"}}},
    {LAB(paths), .variant = VARIANT_FIRST, .axis = {&paths}, .shape = other_paths,
     .row = {{ROW("paths.cycles", "cycle", KEPT_CYCLES,
                  "one thread, each load waits for the last, lines in random order; clock64 in the "
                  "kernel")},
             {ROW("paths.time", "s", KEPT_SECONDS, card_timer)},
             {ROW("paths.footprint", "B", KEPT_SIZE, chased)}}},
    {LAB(pages), .axis = {&page_steps}, .shape = pages,
     .row = {{ROW("pages.cycles", "cycle", KEPT_CYCLES,
                  "one thread, each load waits for the last, one line of every 2 MiB, all lines in "
                  "the L2; clock64 in the kernel")},
             {ROW("pages.time", "s", KEPT_SECONDS, card_timer)},
             {ROW("pages.footprint", "B", KEPT_SIZE, chased_at_step)}}},
    {LAB(pages), .key = "pages.dram", .variant = 1, .axis = {&page_steps}, .shape = cold_pages,
     .row = {{ROW("pages.dram", "cycle", KEPT_CYCLES,
                  "the same walk from DRAM, over the footprints of pages.footprint: L2 flushed "
                  "before each sample, no line met twice; clock64 in the kernel"),
              .title = "Latency of DRAM by the memory that is walked over, in cycles"}}},
    {LAB(partition), .variant = VARIANT_FIRST, .axis = {&parts}, .shape = partition,
     .row = {{ROW("partition.cycles", "cycle", KEPT_CYCLES,
                  "first reading of a line that SM 0 has brought to the L2, by an SM of the same "
                  "part and by one of the other part of the L2; its clock")}}},
    {LAB(parts), .key = "partition.hit", .variant = VARIANT_FIRST, .axis = {&parts},
     .shape = partition,
     .row = {{ROW("partition.hit", "cycle", KEPT_CYCLES,
                  "an L2 hit: one thread walks once over lines that only the near part of the L2 "
                  "holds, or only the far part, each load waits for the last; clock64 in the "
                  "kernel"),
              .title = "Latency of a hit in the near and in the far part of the L2"}}},
    {LAB(parts), .key = "partition.map", .variant = 2, .shape = shape_map, .fill = fill_map,
     .row = {{ROW("partition.map", "cycle", KEPT_OWN,
                  "one load by one thread of every SM, of lines that lie in one part of the L2 "
                  "alone: where there are two parts, half of the lines (1 to 4) in that of SM 0, "
                  "half in the other; clock64 in the kernel, one reading each"),
              .title = "Latency of a first reading by SM and line", .along = ALONG_NONE,
              .brief = true},
             {ROW("partition.part", "1", KEPT_OWN,
                  "the part of the L2 that an SM is near: 0 is that of SM 0; by the share of 1,024 "
                  "lines from there that take it a quarter longer"),
              .title = "The part of the L2 that an SM is near", .along = ALONG_NONE, .brief = true},
             {ROW("partition.sms", "1", KEPT_OWN, "SMs that are near each part of the L2"),
              .title = "SMs near each part of the L2", .along = ALONG_NONE}}},
    {LAB(broadcast), .axis = {&words}, .shape = shared_loads,
     .row = {{ROW("broadcast.cycles", "cycle", KEPT_CYCLES,
                  "a warp's load of so many different words of one bank, in shared memory; SM "
                  "cycles from barrier to barrier over warps and loads")}}},
    {LAB(persist), .variant = VARIANT_FIRST, .axis = {&policies}, .shape = persist,
     .row = {{ROW("persist.time", "s", KEPT_SECONDS,
                  "rounds over a hot set between reads of a stream three times as long; plain, "
                  "with an access-policy window, with eviction hints; by events")},
             {ROW("persist.rate", "B/s", KEPT_RATE, "bytes of both over the same times"),
              .counts = bytes_read},
             {ROW("persist.footprint", "B", KEPT_PARTS,
                  "bytes of the hot set, and of what is streamed in all rounds"),
              .own = &hot_parts, .along = ALONG_NONE}}},
    {LAB(persist), .key = "persist.aside", .axis = {&asides}, .shape = persist_aside,
     .row = {{ROW(
                 "persist.aside.time", "s", KEPT_SECONDS,
                 "the kernel of persist.time[window] with so many percent of the largest "
                 "set-aside, every access in the window persisting (hit ratio 1); none: no window; "
                 "by events")},
             {ROW("persist.aside.bytes", "B", KEPT_PROPERTY,
                  "bytes of the L2 set aside, as the driver reports them after it was asked"),
              .property = "aside"}}},
    {LAB(carveout), .run = experiment_carveout,
     .row = {{ROW("carveout.shared.bytes", "B", KEPT_OWN,
                  "shared memory of an SM at each carve-out that any percentage from 0 to 100 "
                  "gives, by the largest two blocks that run side by side"),
              .along = ALONG_NONE},
             {ROW("carveout.percent", "1", KEPT_OWN, "least percentage that gives that carve-out"),
              .along = ALONG_NONE},
             {ROW("carveout.l1.footprint", "B", KEPT_OWN,
                  "largest footprint of which every load hits the L1 when a kernel without shared "
                  "memory asks for that carve-out, and when it asks for none; in steps of 4 KiB"),
              .along = ALONG_NONE}}},
    {LAB(carveout), .axis = {&carveouts, &walked_kib}, .shape = carveout,
     .row = {{ROW("carveout.cycles", "cycle", KEPT_CYCLES,
                  "one thread walks over so many KiB through the L1, each load waits for the last, "
                  "by a kernel without shared memory that prefers so many percent of it; clock64 "
                  "in the kernel")}}},
    {LAB(atomic), .axis = {&added_to, &words_of}, .shape = additions,
     .row = {{ROW("atomic.time", "s", KEPT_SECONDS,
                  "32 warps on every SM add to words in shared or global memory and want nothing "
                  "back; by the card's timer in the kernel")},
             {ROW("atomic.count", "1", KEPT_FIGURE, "additions of all lanes in one pass")},
             {ROW("atomic.cycles", "cycle", KEPT_CYCLES,
                  "SM cycles over warps and additions of a lane")}}},
    {LAB(store), .variant = VARIANT_FIRST, .axis = {&stores, &fits}, .shape = store,
     .row = {{ROW("store.time", "s", KEPT_SECONDS,
                  "one pass over a buffer, of every sector of 32 bytes all or a part written; by "
                  "events")},
             {ROW("store.rate", "B/s", KEPT_RATE, "bytes stored over the same times"),
              .counts = "bytes that the kernel stores"},
             {ROW("store.bytes", "B", KEPT_FIGURE, "bytes of the buffer, all sectors of it"),
              .along = ALONG_SECOND, .figure = 1}}},
    {LAB(warm), .run = experiment_warm,
     .row =
         {{ROW("warm.time", "s", KEPT_OWN,
               "from the start of a kernel, after a pause of two seconds with the context open, "
               "until the SM clock "
               "stays within 2 % of its last: the end of the first window of 0.2 ms from which on "
               "it does; cycles over nanoseconds, in the kernel"),
           .along = ALONG_NONE},
          {ROW("warm.clock", "Hz", KEPT_OWN, "SM clock in the first window"),
           .along = ALONG_NONE}}},
    {LAB(cluster), .axis = {&clusters, &cluster_ways}, .shape = cluster,
     .row = {{ROW("cluster.rate", "B/s", KEPT_RATE,
                  "every block reads the shared memory of the next block of its cluster, 16 bytes "
                  "a thread, one block on an SM; by the card's timer in the kernel"),
              .counts = bytes_read, .along = ALONG_FIRST, .turn = 1},
             {ROW("cluster.blocks", "1", KEPT_PROPERTY,
                  "blocks that run at once, each on an SM of its own; a cluster lies in one GPC, "
                  "and SMs that fill no whole cluster stay idle"),
              .property = "blocks", .along = ALONG_FIRST, .turn = 1},
             {ROW("cluster.slice", "B", KEPT_PROPERTY, "bytes of shared memory that a block reads"),
              .property = "bytes", .along = ALONG_FIRST, .turn = 1},
             {ROW("cluster.cycles", "cycle", KEPT_CYCLES,
                  "one thread of the first block of each cluster, each load waits for the last, in "
                  "random order through the shared memory of all other blocks of it; clock64 in "
                  "the kernel, median of all clusters on the card"),
              .along = ALONG_FIRST, .turn = 2},
             {ROW("cluster.time", "s", KEPT_SECONDS, card_timer), .along = ALONG_FIRST,
              .turn = 2}}},
    {LAB(cluster), .axis = {&pairs}, .shape = cluster_pairs,
     .row = {{ROW("cluster.pair.cycles", "cycle", KEPT_CYCLES,
                  "the walk of cluster.cycles[2] in the cluster of two blocks that is through "
                  "first, and in the last, of all that run at once")}}},
    {LAB(decode), .key = "decode.whole", .axis = {&weights, &batches}, .shape = decode_whole,
     .row = {{ROW("decode.rate", "B/s", KEPT_RATE,
                  "all weights that a step of Llama 3.1 8B reads, as one matrix of 4,096 columns, "
                  "times a batch of so many vectors, by tensor cores; one pass, by events"),
              .counts = weights_read},
             {ROW("decode.time", "s", KEPT_SECONDS, "the same passes: a step has no more to read")},
             {ROW("decode.bytes", "B", KEPT_FIGURE,
                  "bytes of those weights: layers and output head, without the table of inputs, of "
                  "which a step reads one row"),
              .counts = weights_read, .along = ALONG_FIRST},
             {ROW("decode.layers", "1", KEPT_SIZE,
                  "layers among them: all 32, or as many as the memory holds"),
              .along = ALONG_FIRST}}},
    {LAB(decode), .key = "decode.matrix", .axis = {&matrices, &weights}, .shape = decode_matrix,
     .row =
         {{ROW("decode.matrix.rate", "B/s", KEPT_RATE,
               "a matrix of a layer times one vector, a launch each, over as many as leave the "
               "L2 behind, in one graph; step: all of a step in order; overlapped: the same, and "
               "a launch's blocks may ask for weights before the last one is through; by events"),
           .counts = weights_read},
          {ROW("decode.matrix.bytes", "B", KEPT_FIGURE, "bytes of one such matrix; step: of all"),
           .counts = weights_read, .figure = 1}}},
    {LAB(decode), .key = "decode.cache", .variant = 16, .shape = decode_cache,
     .row =
         {{ROW("decode.cache.rate", "B/s", KEPT_RATE,
               "attention of one token to all before it: keys and values of 32 layers, 8 heads of "
               "128 numbers in bfloat16 for 32 of the query; one pass, by events"),
           .counts = "bytes of keys and values"},
          {ROW("decode.cache.time", "s", KEPT_SECONDS, "the same passes")},
          {ROW("decode.cache.bytes", "B", KEPT_FIGURE, "bytes of keys and values"),
           .counts = "bytes of keys and values"},
          {ROW("decode.cache.tokens", "1", KEPT_SIZE, "tokens before it")}}},
    {LAB(async), .key = "async.stream", .axis = {&async_ways, &stages}, .shape = async_stream,
     .row = {{ROW("async.stream.rate", "B/s", KEPT_RATE,
                  "one pass over a buffer of many times the L2, through shared memory in tiles of "
                  "16 KiB, so many under way in the one block of each SM; by events"),
              .counts = bytes_read},
             {ROW("async.stream.registers", "1", KEPT_PROPERTY, registers_a_thread),
              .property = "registers"},
             {ROW("async.stream.shared", "B", KEPT_PROPERTY,
                  "shared memory of a block, as the runtime reports it"),
              .property = "shared"},
             {ROW("async.stream.flying", "B", KEPT_FIGURE, asked_at_once), .counts = bytes_asked,
              .origin = "derived", .figure = 1}}},
    {LAB(async), .key = "async.transpose", .axis = {&async_ways, &stages}, .shape = async_transpose,
     .row = {{ROW("async.transpose.rate", "B/s", KEPT_RATE,
                  "a matrix of floats transposed in tiles of 64 x 64, so many under way in the one "
                  "block of each SM; by events"),
              .counts = read_and_written},
             {ROW("async.transpose.registers", "1", KEPT_PROPERTY, registers_a_thread),
              .property = "registers"}}},
    {LAB(async), .key = "async.product", .axis = {&async_ways, &stages}, .shape = async_product,
     .row = {{ROW("async.product.flops", "FLOP/s", KEPT_RATE,
                  "C = A B in single precision, 128 x 128 a block, tiles 16 deep, so many under "
                  "way; 2 n^3 operations over the time, by events")},
             {ROW("async.product.time", "s", KEPT_SECONDS, "the same passes")},
             {ROW("async.product.registers", "1", KEPT_PROPERTY, registers_a_thread),
              .property = "registers"},
             {ROW("async.product.blocks", "1", KEPT_PROPERTY, resident), .property = "blocks"},
             {ROW("async.product.flying", "B", KEPT_FIGURE, asked_at_once), .counts = bytes_asked,
              .origin = "derived", .figure = 1}}},
    {LAB(host), .axis = {&host_memory, &host_ways}, .shape = host_copies,
     .row = {{ROW("host.rate", "B/s", KEPT_RATE,
                  "one copy between host and device, of page-locked memory and of memory as malloc "
                  "gives it; by events"),
              .counts = "bytes copied", .along = ALONG_SWAPPED},
             {ROW("host.bytes", "B", KEPT_SIZE, "bytes of one copy"), .along = ALONG_NONE}}},
    {LAB(host), .key = "host.load", .variant = 4, .shape = host_load,
     .row = {{ROW("host.cycles", "cycle", KEPT_CYCLES,
                  "one thread reads page-locked host memory, each load waits for the last, lines "
                  "in random order; clock64 in the kernel")},
             {ROW("host.time", "s", KEPT_SECONDS, card_timer)},
             {ROW("host.footprint", "B", KEPT_SIZE, chased)}}},
    {LAB(peer), .key = "peer.copy", .axis = {&peer_ways, &peer_kib}, .shape = peer_copy,
     .row = {{ROW("peer.copy.rate", "B/s", KEPT_RATE,
                  "a copy from this card to its neighbor, or that and one back at the same time; "
                  "short ones repeated in one graph; by events"),
              .counts = "bytes copied, both ways together",
              .title = "Copies between this card and its neighbor"},
             {ROW("peer.copy.time", "s", KEPT_SECONDS, "the same copies"),
              .title = "Time of a copy between this card and its neighbor"}}},
    {LAB(peer), .key = "peer.kernel", .axis = {&peer_ops}, .shape = peer_kernel,
     .row = {{ROW("peer.rate", "B/s", KEPT_RATE,
                  "a kernel reads the neighbor's memory or stores to it, 16 bytes a thread and "
                  "access; one pass, by events"),
              .counts = "bytes over the link",
              .title = "Bandwidth of a kernel to the memory of the neighbor"},
             {ROW("peer.bytes", "B", KEPT_SIZE, "bytes of a pass"), .title = "Bytes of that kernel",
              .along = ALONG_NONE}}},
    {LAB(peer_wait), .key = "peer.chase", .axis = {&peer_mib}, .shape = peer_chase,
     .row = {{ROW("peer.cycles", "cycle", KEPT_CYCLES,
                  "one thread reads the neighbor's memory, so many MiB of it, each load waits for "
                  "the last, lines in random order; what fits in an L2 was read once before; "
                  "clock64 in the kernel"),
              .title = "Latency of the neighbor's memory, in cycles"},
             {ROW("peer.time", "s", KEPT_SECONDS, card_timer),
              .title = "Latency of the neighbor's memory"}}},
    {LAB(peer_wait), .key = "peer.atomic", .axis = {&peer_memory, &peer_results},
     .shape = peer_atomic,
     .row = {{ROW("peer.atomic.time", "s", KEPT_SECONDS,
                  "one warp adds to words of this card or of its neighbor, a lane each, and wants "
                  "nothing back, or waits for each result; by the card's timer, over the additions "
                  "of a lane"),
              .title = "Time of an addition to memory of this card and of its neighbor"}}},
    {LAB(peer_reduce), .key = "peer.reduce", .axis = {&reduce_kib}, .shape = peer_reduce,
     .row = {{ROW("peer.reduce.rate", "B/s", KEPT_RATE,
                  "NCCL's all-reduce of floats over this card and its neighbor, one call with its "
                  "start; by events"),
              .counts = "bytes of one card", .title = "All-reduce over this card and its neighbor"},
             {ROW("peer.reduce.time", "s", KEPT_SECONDS, "the same calls"),
              .title = "Time of an all-reduce over this card and its neighbor"}}},
    {LAB(limits), .run = experiment_limits,
     .row = {{ROW("limits.registers", "1", KEPT_OWN,
                  "registers of the block that was refused: those of a thread times its threads"),
              .along = ALONG_NONE},
             {ROW("limits.bytes", "B", KEPT_OWN,
                  "shared memory of the block that was refused, without and with asking for more "
                  "than usual"),
              .own = &limit_memory},
             {ROW("limits.threads", "1", KEPT_OWN, "threads of the block that was refused"),
              .along = ALONG_NONE}}},
    {.run = knees_series,
     .row =
         {{ROW("plateau.read", "B/s", KEPT_OWN,
               "level stretches of sweep.read against sweep.footprint, named by the L1 and L2 "
               "that the driver reports; median of the measured points on each, of which those "
               "that depend on the place in memory count at their best"),
           .counts = bytes_read, .origin = "derived", .own = &read_levels},
          {ROW("plateau.cycles", "cycle", KEPT_OWN,
               "level stretches of chase.cycles and edge.cycles against their footprints, named by "
               "the L1 and L2 "
               "that the driver reports; median of the measured points on each. l2mixed: between "
               "the near part of the L2 and DRAM, where some loads hit in the far part and some "
               "come from DRAM"),
           .origin = "derived", .own = &cycle_levels},
          {ROW("knee.footprint", "B", KEPT_OWN,
               "footprint at which the cost of an access has gone a fifth of the way from one "
               "plateau to the next; least and greatest are the measured steps on either side"),
           .origin = "derived", .own = &curves, .own2 = &knees},
          {ROW("knee.within", "B", KEPT_OWN, "last measured footprint on a plateau"),
           .title = "Last footprint that a level holds", .origin = "derived", .own = &curves,
           .own2 = &knees},
          {ROW("knee.beyond", "B", KEPT_OWN,
               "the measured footprint after that one, which costs more"),
           .title = "First footprint that a level does not hold", .origin = "derived",
           .own = &curves, .own2 = &knees}}},
};
const int experiment_count = (int)(sizeof experiments / sizeof experiments[0]);
