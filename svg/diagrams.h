/*
 * diagrams.h -- figures that show how something works, with a card's numbers where it has them.
 *
 * The contract is svg.h's: borrowed input, an owned svg_result, the invariants of every figure, two
 * layouts. What is counted (lanes, sectors, banks) is drawn from plain numbers; all words are the
 * caller's. A note that has neither text nor reason is left out.
 */
#ifndef SVG_DIAGRAMS_H
#define SVG_DIAGRAMS_H

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
    const char *fetched; /* required: in the legend, a word that only comes along */
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

/* Matrix, tile, matrix: what one warp reads and writes on the way, in four steps. */
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

#endif
