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

/* FULL is a measurement, QUICK a look with smaller buffers, CHECK a test of results. */
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

/* Sizes one buffer for reading, writing, or each side of a copy (`buffers` of them are held): 4
 * GiB, or what the card has room for, at least 8 x L2. */
struct size size_stream(const struct size_facts *f, int buffers);
/* The outputs of the stride experiment are a power of two, the same at every stride: read plus
 * written are at least 8 x L2 at stride 1, or half of that where the widest stride would not
 * fit (the L2 is flushed before each sample in any case). `need` is for this stride. */
struct size size_stride(const struct size_facts *f, uint32_t stride);
/* Returns the edge of the square matrices, a multiple of 256. `dram`: far outside the L2. */
struct size size_transpose(const struct size_facts *f, bool dram);
/* These return footprints of the pointer chases. */
struct size size_chase_l1(const struct size_facts *f);
struct size size_chase_l2(const struct size_facts *f);
struct size size_chase_dram(const struct size_facts *f);
/* Returns the footprint of the chase whose loads are timed one by one: 0: inside one part of an L2
 * of two, 1: inside the L2 and larger than a part, 2: far outside. Whole MiB. */
struct size size_each(const struct size_facts *f, int which);
/* Returns the laps before the timed one: as many as change what the L2 holds. */
uint32_t size_each_warm(const struct size_facts *f, uint64_t bytes);
/* Returns lines of 128 bytes, some of which are near to an SM and some far. */
struct size size_partition(const struct size_facts *f);
/* Returns the slice of one SM for the bandwidth of L1 and of L2, a multiple of 32 KiB. */
struct size size_slice_l1(const struct size_facts *f);
struct size size_slice_l2(const struct size_facts *f);
/* Returns the 4-byte entries of the register experiment's table, a power of two inside the L2. */
struct size size_table(const struct size_facts *f);
/* Gives the slice of one SM at a step (from 0) of the sweep: 16 KiB, then four steps an octave,
 * eight between the L1s and the end of the L2 where that is not far (two throughout unless
 * EFFORT_FULL), until all slices together are 16 x L2. False past the last step. */
bool size_sweep(const struct size_facts *f, int step, struct size *size);
/* Returns at how many places in memory that slice is measured: one where it does not matter. From
 * half the L2 on until nothing of it is left there, what fits depends on how addresses map to its
 * sets and parts. A place begins at a multiple of PLACE_STEP past the last; size_sweep's `need`
 * holds all. */
enum { PLACE_STEP = 2 << 20 };
uint32_t size_sweep_places(const struct size_facts *f, uint64_t slice);
/* Returns the bytes from one place to the next. */
uint64_t size_place(uint64_t bytes);
/* Gives the footprint at a step of the latency curve: 4 KiB, then two steps an octave, four in the
 * upper half of the L2 (one throughout unless EFFORT_FULL), up to 32 x L2. Beyond 2 x L2 the L2 is
 * flushed before each sample, so that nothing of the footprint is left there from laying it out. */
bool size_chase(const struct size_facts *f, int step, struct size *size);
bool size_chase_cold(const struct size_facts *f, uint64_t bytes);
/* The edges are the footprints at steps from 0 to EDGE_STEPS - 1 around the end of the L1 (0), of
 * half the L2 (1) and of all of it (2). */
enum { EDGE_STEPS = 12 };
struct size size_edge(const struct size_facts *f, int edge, int step);
/* Returns the places of that footprint: several where the L1 ends. */
uint32_t size_chase_places(const struct size_facts *f, uint64_t bytes);
/* Returns the outputs of the experiments on local and constant memory. */
struct size size_outputs(const struct size_facts *f);
/* Returns the edge of the matrices that are multiplied, a multiple of 128. */
struct size size_gemm(const struct size_facts *f);
struct size size_ladder(const struct size_facts *f, uint64_t n);
/* Returns the elements of one of three vectors, a multiple of 4,096: inside the L2, or far outside. */
struct size size_vecadd(const struct size_facts *f, bool dram);
/* Sizes one of `buffers` buffers of patterns of traffic: whole MiB, 4 GiB, or what the card has
 * room for, at least 8 x L2. A quarter of one more is held for sums. */
struct size size_pattern(const struct size_facts *f, int buffers);
/* Returns the floats read from an offset on, a multiple of 2,048: inside the L2, or far outside. */
struct size size_shifted(const struct size_facts *f, bool dram);
/* Returns the threads of the experiment on spills. */
struct size size_spill(const struct size_facts *f);
/* Returns the hot set that a stream shall evict from the L2: under a third of it; `times` as much
 * is held in all. */
struct size size_hot(const struct size_facts *f, uint32_t times);
/* Returns the places of the hot set: where it lies decides with what it shares sets of the L2. */
uint32_t size_hot_places(const struct size_facts *f);
/* Returns the bytes of one copy between host and device. */
struct size size_host_copy(const struct size_facts *f);
/* Returns the footprint of the walk in host memory: so many lines that none is read twice. */
struct size size_host_walk(const struct size_facts *f);
/* Gives the footprint of the walk from page to page at a step (from 0): 64 MiB, then times four. */
struct size size_pages(const struct size_facts *f, int step);
/* Returns the largest footprint of that walk that may be held: whole pages of 2 MiB. */
struct size size_pages_most(const struct size_facts *f);
/* Returns the bytes that are stored, whole MiB: well inside the L2, or 1 GiB and at least 8 x L2. */
struct size size_store(const struct size_facts *f, bool dram);
/* Returns the layers of a language model (decode.cu) whose weights of so many bits are held, beside
 * its output head: all 32, or as many as there is room for. */
struct size size_layers(const struct size_facts *f, int bits);
/* Returns the weights that one step of it reads with so many layers: 8 of 9 numbers of a model of 8
 * billion are in the layers, the rest is the head. */
double size_step_weights(uint32_t layers);

#ifdef __cplusplus
}
#endif
