/* simulator -- the exercise's model of the memory hierarchy: commands in, costs in cycles out.
 *
 * Five levels: registers, shared memory, L1, L2, DRAM; both caches hold lines of 128 bytes. One access
 * is done after the other, each adding its latency to one running total. The commands are:
 *
 *     # text                             nothing; a `#` ends the line wherever it stands
 *     latency LEVEL CYCLES [LEVEL …]     of reg, shared, l1, l2, dram
 *     l1 LINES    l2 LINES               1 to 64 lines; the cache is empty afterwards
 *     load ADDR                          one global load
 *     sweep START COUNT STRIDE           COUNT loads, at most 2^24, STRIDE bytes apart, may be < 0
 *     reg COUNT   shared COUNT           COUNT accesses at that latency
 *     matmul N TILE                      an estimate, not simulated; nothing is added to the total
 *     warps CYCLES                       warps that hide a DRAM load, each with so much work
 *
 * A load that hits L1 does not touch L2. One that hits L2 costs the L2 latency and comes into L1; one
 * that hits neither costs the DRAM latency and comes into L2, then L1. The caches are not inclusive:
 * a line that L2 evicts stays in L1.
 *
 * Numbers are 64-bit, decimal or 0x…; what does not fit is an error. A line with an error prints one
 * line `error: …` and changes nothing. Words are separated by spaces and tabs and may hold any byte,
 * NUL too; a CR before the line end belongs to the line end.
 *
 * Freestanding: no I/O, no allocation, nothing of libc. All memory is in struct simulator (8 KiB),
 * the text goes to the caller's sink. The same file is compiled for the page, so both give the same
 * bytes.
 *
 *     struct simulator simulator;
 *     simulator_start(&simulator);
 *     for each line: simulator_line(&simulator, line, length, &sink);
 *     simulator_finish(&simulator, &sink);                               // the line `total: …`
 *
 * A sweep may take long. A page that must not freeze uses simulator_begin() and as many calls of
 * simulator_advance() as it takes, and may look into struct simulator between them. */
#pragma once

#include <stddef.h>

#include "model/cache.h"

enum { SIMULATOR_LINE_BYTES = 128, SIMULATOR_L1_LINES = 4, SIMULATOR_L2_LINES = 16 };
#define SIMULATOR_COUNT_MAX ((uint64_t)1 << 24) /* of a sweep: each load of it is simulated */
#define SIMULATOR_EDGE_MAX 4096                 /* N of matmul */
/* Shared memory that a block can ask for, at most: compute capability 9.0 and 10.0 (NVIDIA/cccl,
 * libcudacxx/include/cuda/__device/arch_traits.h); others have less. Two tiles of 170 x 170 fit. */
#define SIMULATOR_TILE_BYTES_MAX 232448

enum simulator_level {
    SIMULATOR_REG,
    SIMULATOR_SHARED,
    SIMULATOR_L1,
    SIMULATOR_L2,
    SIMULATOR_DRAM,
    SIMULATOR_LEVELS
};
/* As commands and the output call them. */
extern const char *const simulator_level_names[SIMULATOR_LEVELS];

/* A sink gets the output piece by piece; a piece need not be a line. */
struct simulator_sink {
    void (*write)(void *context, const char *data, size_t length);
    void *context;
};

/* One load, for display. */
struct simulator_access {
    uint64_t address, line, cycles;
    enum simulator_level level;
};

struct simulator_totals {
    uint64_t accesses, cycles; /* all of them, registers and shared memory too */
    uint64_t loads, l1, l2, dram;
};

/* An error restores everything that a line may have changed. */
struct simulator_state {
    struct simulator_totals total;
    struct simulator_access last; /* the latest load of all */
    uint64_t clock;               /* its stamp */
    struct cache l1, l2;
};

struct simulator_sweep {
    uint64_t address, count, left;
    uint64_t stride; /* added modulo 2^64 */
};

struct simulator {
    uint64_t latency[SIMULATOR_LEVELS];
    struct simulator_state now;
    struct simulator_state before; /* what an error restores; at a sweep, its beginning */
    struct simulator_sweep sweep;
    uint64_t lines;      /* lines read, the present one counted */
    uint64_t tile_bytes; /* shared memory of the two tiles of a matmul in the latest line, or 0 */
};

/* Sets the latencies and cache sizes with which the exercise begins. */
void simulator_start(struct simulator *simulator);

/* Executes one line, with or without its line end. */
void simulator_line(struct simulator *simulator, const char *line, size_t length,
                    const struct simulator_sink *sink);

/* Executes a line in two steps. True: a sweep is under way. simulator_advance() does up to `limit`
 * of its loads, prints its line when they are done, and says whether there are more. */
bool simulator_begin(struct simulator *simulator, const char *line, size_t length,
                     const struct simulator_sink *sink);
bool simulator_advance(struct simulator *simulator, uint64_t limit,
                       const struct simulator_sink *sink);

/* Prints the line `total: …`. */
void simulator_finish(const struct simulator *simulator, const struct simulator_sink *sink);
