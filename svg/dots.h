/*
 * dots.h -- pictures of few colours as PNG files, packed row by row. Private to svg/.
 *
 * A picture of words is empty for the most part, and what is there goes on as the dot before it or the one above
 * it. Looking for nothing else packs it in a hundredth of the time that zlib takes, which hashes every byte of
 * the picture and knows of no row that is empty. A site has a picture a page, so that this is what counts.
 *
 *     struct svg_dots dots;
 *     svg_dots_begin(&dots, width, height, palette, count);
 *     for each row: write the indices of svg_dots_row(&dots), then svg_dots_add(&dots, from, to);
 *                   or svg_dots_empty(&dots, rows) where all are 0
 *     struct svg_result file = svg_dots_end(&dots);
 *
 * What stands in many pictures, as letters do, is packed once, as pieces of rows, which are put one behind the
 * other:
 *
 *     for each row: svg_dots_put(&dots, placed, count), which are placed from left to right
 *                   or svg_dots_empty(&dots, rows) where there is none
 *
 * Rows of dots may stand before those of pieces, not behind them. The last dot of a row is empty then.
 */
#pragma once

#include <stdint.h>

#include "buffer.h"
#include "svg.h"

enum { SVG_DOTS_WIDE = 1200, SVG_DOTS_COLOURS = 36, SVG_DOTS_LENGTHS = 259, SVG_DOTS_SPARE = 8 };

/* The bits of a word of the code, to be written from the lowest on. */
struct svg_code_bits {
    uint32_t bits;
    unsigned count;
};

struct svg_dots {
    struct svg_buffer file; /* of pieces, their bits alone */
    size_t data;            /* where in it the chunk of dots has its name */
    size_t width;           /* of a row with the byte before it that names its filter: none */
    unsigned char *row;     /* the newest one, in `rows` behind the one above it */
    size_t again;           /* bytes that are as the last one, and not yet written */
    uint64_t waiting;       /* bits that make no whole byte yet */
    unsigned waiting_count;
    uint64_t sum, sums; /* Adler-32 */
    struct svg_code_bits literal[SVG_DOTS_COLOURS], end;
    struct svg_code_bits length[SVG_DOTS_LENGTHS], gap[SVG_DOTS_LENGTHS];
    struct svg_code_bits many;        /* repetitions of LONGEST, near */
    struct svg_code_bits near, above; /* how far back: a byte, a row */
    unsigned above_index;
    unsigned char rows[2 * (SVG_DOTS_WIDE + 1) + SVG_DOTS_SPARE];
};

/* At most SVG_DOTS_WIDE wide; a palette of `count` colours, 0xRRGGBB, at most SVG_DOTS_COLOURS. */
void svg_dots_begin(struct svg_dots *dots, int width, int height, const unsigned long *palette,
                    size_t count);
/* The dots of the newest row, which is empty at first. */
unsigned char *svg_dots_row(struct svg_dots *dots);
/* All dots but those from `from` on and before `to` are 0. */
void svg_dots_add(struct svg_dots *dots, int from, int to);
void svg_dots_empty(struct svg_dots *dots, int rows);
struct svg_result svg_dots_end(struct svg_dots *dots);

/* A part of a row, packed: it begins and ends with a dot that is not empty. */
struct svg_dots_piece {
    int from;           /* where it begins in the bytes that it was made of */
    unsigned width;     /* 0: they are all empty */
    unsigned count;     /* of its bits */
    size_t start;       /* of its bits in those of all pieces */
    uint64_t sum, sums; /* its part of Adler-32 */
};

/* For pieces of pictures that are so wide. */
void svg_dots_begin_pieces(struct svg_dots *dots, int width);
/* Packs `width` dots; `above` are those of the row above, or NULL. Bits are added to dots->file, which the caller
 * takes. */
struct svg_dots_piece svg_dots_piece(struct svg_dots *dots, const unsigned char *row,
                                     const unsigned char *above, int width);
/* A piece that begins at `x`, with the bits of all those it was packed with. Above it stands what stood above it
 * then. */
struct svg_dots_placed {
    const struct svg_dots_piece *piece;
    const char *bits;
    int x;
};
/* A whole row of pieces, from left to right. */
void svg_dots_put(struct svg_dots *dots, const struct svg_dots_placed *placed, size_t count);

/* What was packed so far, to go on from it. Each of the two is ended or freed. */
void svg_dots_copy(struct svg_dots *to, const struct svg_dots *from);
void svg_dots_free(struct svg_dots *dots);
