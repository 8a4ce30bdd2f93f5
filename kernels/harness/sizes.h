/* sizes.h -- how large each experiment is on a given card. Pure.
 *
 * Sizes follow the card: footprints that shall miss the L2 are a stated multiple of it, and the
 * memory held at one time stays under 60 % of what is free. A size that cannot be had is 0, and
 * `why` says "needs X, Y free": such a point is missing, never measured at a smaller size that
 * would mean something else. All in bytes unless said otherwise.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MEMORY_SHARE 0.6
enum { DRAM_TIMES_L2 = 8, FLUSH_L2 = 4, SIZES_WHY = 240 };

/* FULL: a measurement. QUICK: a look, smaller buffers. CHECK: are the results right? smallest. */
enum effort { EFFORT_FULL, EFFORT_QUICK, EFFORT_CHECK };

struct size_facts {
    uint64_t l2, shared_sm, sms;
    uint64_t free; /* device memory free now */
    enum effort effort;
};

struct size {
    uint64_t value; /* 0: cannot be had */
    uint64_t need;  /* device memory held while it is used */
    char why[SIZES_WHY];
};

/* One buffer for reading, writing, or each side of a copy (`buffers` of them are held): 4 GiB, or
 * what the card has room for, at least 8 x L2. */
struct size size_stream(const struct size_facts *f, int buffers);
/* Outputs of the stride experiment, a power of two, the same at every stride: read plus written
 * are at least 8 x L2 at stride 1, or half of that where the widest stride would not fit (the L2 is
 * flushed before each sample in any case). `need` is for this stride. */
struct size size_stride(const struct size_facts *f, uint32_t stride);
/* Edge of the square matrices, a multiple of 256. `dram`: far outside the L2. */
struct size size_transpose(const struct size_facts *f, bool dram);
/* Footprints of the pointer chases. */
struct size size_chase_l1(const struct size_facts *f);
struct size size_chase_l2(const struct size_facts *f);
struct size size_chase_dram(const struct size_facts *f);
/* Footprint of the chase whose loads are timed one by one: 0: inside one part of an L2 of two, 1:
 * inside the L2 and larger than a part, 2: far outside. Whole MiB. */
struct size size_each(const struct size_facts *f, int which);
/* Laps before the one that is timed: as many as change what the L2 holds. */
uint32_t size_each_warm(const struct size_facts *f, uint64_t bytes);
/* Lines of 128 bytes, of which a card's SMs read some that are near them and some that are far. */
struct size size_partition(const struct size_facts *f);
/* Slice of one SM for the bandwidth of L1 and of L2, a multiple of 32 KiB. */
struct size size_slice_l1(const struct size_facts *f);
struct size size_slice_l2(const struct size_facts *f);
/* Entries (4 bytes) of the table of the register experiment, a power of two, well inside the L2. */
struct size size_table(const struct size_facts *f);
/* Slice of one SM at a step (from 0) of the sweep: 16 KiB, then four steps an octave, eight between
 * the L1s and the end of the L2 where that is not far (two throughout unless EFFORT_FULL), until
 * all slices together are 16 x L2. False past the last step. */
bool size_sweep(const struct size_facts *f, int step, struct size *size);
/* At how many places in memory that slice is measured: one where it does not matter. From half
 * the L2 on until nothing of it is left there, what fits depends on how addresses fall into its
 * sets and parts. A place begins at a multiple of PLACE_STEP past the last; size_sweep's `need`
 * holds all. */
enum { PLACE_STEP = 2 << 20 };
uint32_t size_sweep_places(const struct size_facts *f, uint64_t slice);
/* Bytes from one place to the next. */
uint64_t size_place(uint64_t bytes);
/* Footprint at a step of the latency curve: 4 KiB, then two steps an octave, four in the upper half
 * of the L2 (one throughout unless EFFORT_FULL), up to 32 x L2. Beyond 2 x L2 it is cold: the L2 is
 * flushed before each sample, so that nothing of it is left there from laying it out. */
bool size_chase(const struct size_facts *f, int step, struct size *size);
bool size_chase_cold(const struct size_facts *f, uint64_t bytes);
/* Footprint at a step, from 0 to EDGE_STEPS - 1, around the end of the L1 (0), of half the L2 (1)
 * and of all of it (2). */
enum { EDGE_STEPS = 12 };
struct size size_edge(const struct size_facts *f, int edge, int step);
/* Places of that footprint: several where the L1 ends. */
uint32_t size_chase_places(const struct size_facts *f, uint64_t bytes);
/* Outputs of the experiments on local and constant memory. */
struct size size_outputs(const struct size_facts *f);
/* Edge of the matrices that are multiplied, a multiple of 128. */
struct size size_gemm(const struct size_facts *f);
struct size size_ladder(const struct size_facts *f, uint64_t n);
/* Elements of each of three vectors, a multiple of 4,096: all inside the L2, or far outside. */
struct size size_vecadd(const struct size_facts *f, bool dram);
/* One of `buffers` buffers of patterns of traffic: whole MiB, 4 GiB, or what the card has room
 * for, at least 8 x L2. A quarter of one more is held for sums. */
struct size size_pattern(const struct size_facts *f, int buffers);
/* Floats that are read from an offset on, a multiple of 2,048: inside the L2, or far outside. */
struct size size_shifted(const struct size_facts *f, bool dram);
/* Threads of the experiment on spills. */
struct size size_spill(const struct size_facts *f);
/* The hot set that a stream shall push out of the L2: under a third of it; `times` as much is held
 * in all. */
struct size size_hot(const struct size_facts *f, uint32_t times);
/* Places of the hot set: what it shares sets of the L2 with depends on where it lies. */
uint32_t size_hot_places(const struct size_facts *f);
/* One copy between host and device. */
struct size size_host_copy(const struct size_facts *f);
/* Footprint of the walk in host memory: so many lines that none is met twice. */
struct size size_host_walk(const struct size_facts *f);
/* Footprint at a step (from 0) of the walk from page to page: 64 MiB, then four times as much. */
struct size size_pages(const struct size_facts *f, int step);
/* The largest footprint of that walk that may be held: whole pages of 2 MiB. */
struct size size_pages_most(const struct size_facts *f);
/* Bytes that are stored to, whole MiB: well inside the L2, or 1 GiB and at least 8 x L2. */
struct size size_store(const struct size_facts *f, bool dram);
/* Layers of a language model (decode.cu) whose weights of so many bits are held, beside its output
 * head: all 32, or as many as there is room for. */
struct size size_layers(const struct size_facts *f, int bits);
/* Weights that one step of it reads with so many layers: 8 of 9 numbers of a model of 8 billion are
 * in the layers, the rest is the head. */
double size_step_weights(uint32_t layers);

#ifdef __cplusplus
}
#endif
