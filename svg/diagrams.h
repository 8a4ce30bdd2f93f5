/*
 * diagrams.h -- figures that show how something works, with a card's numbers where it has them.
 *
 * The contract is svg.h's: borrowed input, an owned svg_result, the invariants of every figure, two
 * layouts. What is counted (lanes, sectors, banks) is drawn from plain numbers; all words are the
 * caller's. A note that has neither text nor reason is left out.
 */
#pragma once

#include "svg.h"

/* ---- sectors --------------------------------------------------------------------------------- */

#define SVG_SECTORS_STRIDE_MAX 8

/* The 32 lanes of a warp load 4-byte words that lie `stride` words apart: `stride` lines of 128
 * bytes, four sectors of 8 words each. */
struct svg_sectors_load {
    const char *name;         /* required: "Stride 2" */
    const char *counted;      /* required: "8 sectors, half of each used" */
    const char *measured;     /* "2.1 TB/s useful" or NULL */
    size_t stride;            /* 1..SVG_SECTORS_STRIDE_MAX */
    const char *const *lanes; /* stride of them, required: the lanes of each line, "0–15" */
};

struct svg_sectors {
    const struct svg_sectors_load *loads;
    size_t load_count;   /* 1..SVG_MAX_SERIES */
    const char *lanes;   /* required: heading of the lanes' column */
    const char *sector;  /* required: stands over each sector of the first load, "32 bytes" */
    const char *used;    /* required: in the legend, a word that a lane wants */
    const char *fetched; /* required: in the legend, a word that is fetched and not used */
    const char *note;
};

/* One row of words for each line; every sector drawn is one that is fetched. */
struct svg_result svg_sectors(const struct svg_sectors *in, const struct svg_frame *frame);

/* ---- banks ----------------------------------------------------------------------------------- */

#define SVG_BANKS_ROW_MAX 64

/* A tile of 32 rows in shared memory, drawn as it lies in the 32 banks: word i in bank i modulo
 * 32. The 32 words of one column are marked, and below each bank stands how many it has to give. */
struct svg_banks_tile {
    const char *name;     /* required: "tile[32][33]" */
    const char *counted;  /* required: "one word in each bank" */
    const char *measured; /* or NULL */
    size_t row;           /* words from row to row, 32..SVG_BANKS_ROW_MAX; above 32 it is padding */
};

struct svg_banks {
    const struct svg_banks_tile *tiles;
    size_t tile_count;   /* 1..4; two stand beside each other */
    size_t column;       /* 0..31: the one that is read */
    const char *first;   /* required: below the first bank, "bank 0" */
    const char *last;    /* required: below the last, "bank 31" */
    const char *wanted;  /* required: in the legend, the column's words */
    const char *padding; /* required where a row is longer than 32: in the legend */
    const char *note;
};

struct svg_result svg_banks(const struct svg_banks *in, const struct svg_frame *frame);

/* ---- a transpose through a tile --------------------------------------------------------------- */

/* The figure shows in four steps what one warp reads and writes between matrix, tile and matrix. */
struct svg_transpose {
    const char *input; /* required: names of the three squares */
    const char *tile;
    const char *output;
    const char *load;  /* required: what happens, "1. A warp reads a row: 4 sectors" */
    const char *store; /* required: into a row of the tile */
    const char *fetch; /* required: out of a column of the tile */
    const char *write; /* required: into a row of the output */
    const char *measured;
    const char *note;
};

struct svg_result svg_transpose(const struct svg_transpose *in, const struct svg_frame *frame);

/* ---- blocks in an SM ------------------------------------------------------------------------- */

#define SVG_BLOCKS_MAX 64

/* A resource of an SM, of which its blocks take shares. */
struct svg_share {
    const char *name;  /* required: "Registers" */
    const char *taken; /* required: "55,296 of 65,536 taken", or why that is not known */
    double each;       /* what one block takes; above 0 unless whole is 0 */
    double whole;      /* what the SM has; 0: not known, the bar is dashed and empty */
};

/* A block is resident as a whole or not at all. */
struct svg_blocks_kernel {
    const char *name;  /* required: "72 registers a thread" */
    const char *fits;  /* required: "3 blocks of 256 threads" */
    const char *limit; /* what keeps the next one out, or NULL */
    size_t blocks;     /* 0..SVG_BLOCKS_MAX; blocks × each is at most the whole */
    struct svg_share registers;
    struct svg_share threads;
};

/* Each kernel gets an SM of two bars with one width, which its blocks divide to scale; what is left
 * over is hatched. */
struct svg_blocks {
    const struct svg_blocks_kernel *kernels;
    size_t kernel_count; /* 1..4 */
    const char *taken;   /* required: in the legend, a block's share */
    const char *left;    /* required: in the legend, what no block takes */
    const char *note;
};

struct svg_result svg_blocks(const struct svg_blocks *in, const struct svg_frame *frame);

/* ---- the way of a spilled value --------------------------------------------------------------- */

#define SVG_WAY_MAX 6

/* A memory on the way; `link` stands beside the arrows that lead to the next one. */
struct svg_stop {
    const char *name; /* required: "L1 cache" */
    enum svg_level level;
    struct svg_note capacity; /* "60 MiB" */
    struct svg_note measured; /* "281 cycles, 92% found here" */
    const char *down;         /* required but at the last: what goes on to the next, "stored" */
    const char *up;           /* required but at the last: what comes back, "loaded again" */
};

/* Memories stand from top to bottom, with what goes down and comes back between them. */
struct svg_way {
    const struct svg_stop *stops;
    size_t stop_count;         /* 1..SVG_WAY_MAX */
    const char *measured_head; /* heading of the measured figures on a wide canvas */
    const char *note;
};

struct svg_result svg_way(const struct svg_way *in, const struct svg_frame *frame);

/* ---- sizes as areas -------------------------------------------------------------------------- */

#define SVG_AREAS_MAX 5

struct svg_area {
    const char *name;   /* required: "L2 cache" */
    const char *amount; /* required: "60 MiB" */
    const char *remark; /* "0.4% of the weights" or NULL */
    double size;        /* of one unit in all; 0: not known, no square */
    enum svg_level level;
};

/* The first area is the ground, a large square; the others lie in its lower left corner beside
 * each other, to one scale. An area larger than the ground is SVG_ERR_NUMBER, areas that do not
 * find a place in it are SVG_ERR_LIMIT. */
struct svg_areas {
    const struct svg_area *areas;
    size_t area_count; /* 1..SVG_AREAS_MAX */
    const char *note;
};

struct svg_result svg_areas(const struct svg_areas *in, const struct svg_frame *frame);

/* ---- warps that take turns -------------------------------------------------------------------- */

#define SVG_TURNS_MAX 32

/* Warps of one scheduler. Each issues for `work`, then waits for `wait`, and again; one of them can
 * issue at a time, in the order in which they become ready. */
struct svg_turns_run {
    const char *name;  /* required: "4 warps" */
    const char *busy;  /* required: "issuing 25% of the time" */
    const char *first; /* required: beside the first warp's row, "warp 1" */
    const char *last;  /* required where there are several: beside the last one's, "warp 4" */
    size_t warps;      /* 1..SVG_TURNS_MAX */
};

struct svg_turns {
    const struct svg_turns_run *runs;
    size_t run_count; /* 1..4 */
    double work;      /* of one unit, above 0 */
    double wait;
    const char *scheduler; /* required: beside the row of what is issued in all */
    const char *working;   /* required: in the legend */
    const char *waiting;   /* required: in the legend */
    const char *note;
};

/* The time axis shows two rounds of one warp, and is the same for all runs. */
struct svg_result svg_turns(const struct svg_turns *in, const struct svg_frame *frame);

/* ---- a cluster of blocks --------------------------------------------------------------------- */

#define SVG_CLUSTER_MAX 16

/* A route has how far a thread of the reading block has to go, and what was measured. */
struct svg_route {
    const char *name;       /* required: "shared memory of another block" */
    struct svg_note figure; /* "180 cycles" */
};

/* The blocks stand in two rows with the network between them, and below is the L2 that all SMs
 * share. One block reads the shared memory of another. */
struct svg_cluster {
    const char *const *blocks; /* required each: "block 0" */
    size_t block_count;        /* 2..SVG_CLUSTER_MAX, even */
    size_t reader, target;     /* two of the blocks, one of each row: the upper row reads */
    const char *network;       /* required: the words in it */
    const char *l2;            /* required: the words in it */
    struct svg_route own, other, cache; /* own shared memory, the target's, the L2 */
    const char *note;
};

struct svg_result svg_cluster(const struct svg_cluster *in, const struct svg_frame *frame);

/* ---- counts over a quantity ------------------------------------------------------------------- */

#define SVG_COUNTS_KINDS 4
#define SVG_COUNTS_BINS 512

/* What was counted from `from` up to `to`, as a share of its panel; `kind` tells what it is. */
struct svg_bin {
    double from, to; /* of the axis, from below to */
    double share;    /* 0: no bar */
    size_t kind;
};

struct svg_counts_kind {
    const char *name; /* required: in the legend, "hit in the near part" */
    enum svg_level level;
    bool hatched; /* tells two kinds of one level apart */
};

/* One panel: bins in order, without overlap. None: the words stand alone. */
struct svg_counts_panel {
    const char *name;   /* required: "16 MiB" */
    const char *remark; /* "281 cycles on average" or NULL */
    const struct svg_bin *bins;
    size_t bin_count;                     /* 0..SVG_COUNTS_BINS */
    const char *labels[SVG_COUNTS_KINDS]; /* over the bins of each kind, "50%"; or NULL */
};

/* Panels below each other over one axis; each is as high as its longest bar. A label that finds no
 * room beside its neighbor is left out. */
struct svg_counts {
    struct svg_axis axis; /* linear */
    const struct svg_counts_kind *kinds;
    size_t kind_count; /* 1..SVG_COUNTS_KINDS */
    const struct svg_counts_panel *panels;
    size_t panel_count; /* 1..4 */
    const char *note;
};

struct svg_result svg_counts(const struct svg_counts *in, const struct svg_frame *frame);

/* ---- who is near what -------------------------------------------------------------------------- */

#define SVG_MAP_ROWS 32

enum svg_nearness { SVG_UNKNOWN = 0, SVG_NEAR, SVG_FAR };

/* Rows that belong together, with their words above them. */
struct svg_map_group {
    const char *name; /* required: "Lines with their home in the part of SM 0" */
    size_t rows;
};

/* A grid with a column for each reader and a row for each thing read, broken into as many strips as
 * the width asks for. */
struct svg_map {
    const struct svg_map_group *groups;
    size_t group_count;         /* 1..4; rows in all at most SVG_MAP_ROWS */
    const char *const *columns; /* required each: "0", stands below the ends of a strip */
    size_t column_count;        /* 1..SVG_MAX_SMS */
    const unsigned char *cells; /* enum svg_nearness, row by row */
    const char *heading;        /* required: before a column's name, "SM" */
    const char *near, *far;     /* required: in the legend */
    const char *note;
};

struct svg_result svg_map(const struct svg_map *in, const struct svg_frame *frame);

/* ---- levels ---------------------------------------------------------------------------------- */

/* A figure of a level: its text, and its number for the bar; 0 where there is none, and the note says why. */
struct svg_levels_figure {
    double value; /* in the unit of its scale */
    struct svg_note note;
    struct svg_link link; /* where the text leads */
};

struct svg_levels_row {
    const char *name; /* required */
    enum svg_level level;
    struct svg_note capacity;
    struct svg_levels_figure latency, rate;
};

/* A bar of latency and one of bandwidth for each level, each on a logarithmic scale of its own that begins at
 * the power of ten below the least: what they say is how many times a level is slower than another. */
struct svg_levels {
    const struct svg_levels_row *rows; /* from the top of the ladder */
    size_t row_count;                  /* 1..SVG_LEVEL_COUNT */
    const char *latency_head;          /* required: "Latency of a load" */
    const char *latency_unit;          /* below its scale: "cycles, logarithmic" */
    const char *rate_head;             /* required */
    const char *rate_unit;
};

struct svg_result svg_levels(const struct svg_levels *in, const struct svg_frame *frame);

/* ---- ratios ---------------------------------------------------------------------------------- */

#define SVG_RATIOS_MOST 2

struct svg_ratio {
    double value;      /* 0: there is none */
    const char *text;  /* required with a value: "1.04×" */
    const char *title; /* what the point alone says, shown where it is pointed at */
};

struct svg_ratio_row {
    const char *name; /* required */
    struct svg_ratio ratios[SVG_RATIOS_MOST];
};

/* Points around one on a logarithmic scale that reaches as far below one as above it: twice as much is as far
 * from the line as half as much. */
struct svg_ratios {
    const char *label; /* required: below the scale */
    const char *one;   /* required: over the line at one, "as predicted" */
    const struct svg_ratio_row *rows;
    size_t row_count;          /* 1..SVG_MAX_ROWS */
    const char *const *series; /* required each: in the legend */
    size_t series_count;       /* 1..SVG_RATIOS_MOST */
};

struct svg_result svg_ratios(const struct svg_ratios *in, const struct svg_frame *frame);
