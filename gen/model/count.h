/* count -- what one access of a warp costs: sectors, lines, passes over the banks; and how much of an
 * SM a kernel fills. Commands in, counts out; the reference of the counting exercises, and what the page
 * draws when a reader types an index.
 *
 *     element BYTES             1, 2, 4, 8 or 16 bytes a lane, 4 at the start
 *     base ADDR                 where the array begins, a multiple of the element; 0 at the start
 *     block X [Y]               threads of a block, at most 1024; 32 1 at the start
 *     warp N                    which warp of the block accesses; 0 at the start
 *     global EXPR               sectors and lines of that warp's access to global memory
 *     shared EXPR               passes of its access to shared memory
 *     sm REGISTERS THREADS BLOCKS SHARED RESERVED        limits of the SM
 *     occupancy THREADS REGISTERS SHARED                 blocks of such a kernel that fit
 *     little RATE LATENCY BYTES SMS                      GB/s, ns, bytes a load
 *
 * EXPR is an index expression (index.h). Threads are numbered x first; lanes of the last warp that are no
 * threads take no part. Sectors have 32 bytes and lines 128. There are 32 banks of 4 bytes: a pass
 * delivers one word of each, to all lanes that read it. With 8 bytes a lane halves of a warp are served by
 * themselves, with 16 quarters; or as many lanes twice, where each reads what the lane 1 from it reads, or
 * each what the lane 2 from it reads. The fewest passes of such a group are its different words over 32,
 * rounded up. Registers are given out in steps of 8 a thread, to whole warps; shared memory in steps of 128 bytes, and the SM's RESERVED bytes go to each block.
 *
 *     move EXPR to EXPR         tile[second] = in[first], by every lane     (see `tile`)
 *     put EXPR to EXPR          out[second] = tile[first]
 *     tile EDGE ROOM            begins a transposition of EDGE x EDGE elements, 32 or 64, through ROOM
 *                               elements of shared memory, 8192 at most
 *     end                       says whether out is the transposed in, and what it cost
 *
 * Numbers, words, comments and errors are as the simulator's (simulator.h): a line with an error prints
 * `error: …` and changes nothing. Freestanding, no allocation. */
#pragma once

#include "model/index.h"
#include "model/simulator.h"

enum { COUNT_LANES = 32, COUNT_SECTOR = 32, COUNT_LINE = 128, COUNT_BANKS = 32 };
enum { COUNT_EDGE_MAX = 64, COUNT_TILE_MAX = 8192 /* elements of shared memory of a tile */ };

/* One access of a warp, lane by lane. */
struct count_access {
    uint64_t address[COUNT_LANES]; /* bytes */
    bool active[COUNT_LANES];
    uint64_t lanes, sectors, lines, useful; /* useful: bytes that some lane reads, each once */
    uint64_t passes, least;                 /* least: if its words lay evenly in the banks */
};

struct count_tile {
    uint64_t edge, room; /* edge 0: none has begun */
    uint64_t sectors, passes;
    uint16_t shared[COUNT_TILE_MAX]; /* 1 + the element of `in`; 0: nothing */
    uint16_t out[COUNT_EDGE_MAX * COUNT_EDGE_MAX];
};

struct count {
    uint64_t element, base, dim_x, dim_y, warp;
    uint64_t registers, threads, blocks, shared, reserved; /* of the SM */
    struct count_tile tile;
};

/* Sets the state in which the exercises begin; the SM's limits are those of compute capability 9.0. */
void count_start(struct count *count);

/* Executes one line, with or without its line end. */
void count_line(struct count *count, const char *line, size_t length,
                const struct simulator_sink *sink);

/* Fills *access for an index expression. False: *error has the reason, the lane and the byte. */
struct count_error {
    const char *error;
    uint64_t lane, at;
};
bool count_access(const struct count *count, struct text expression, struct count_access *access,
                  struct count_error *error);
