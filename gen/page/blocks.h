/* blocks -- tables whose rows are made from a card:
 *
 *     ```table
 *     caption: Stride and useful bandwidth
 *     for: s in stride.useful
 *     Stride: {{ s }}
 *     Useful: {{ stride.useful[s] }}
 *     ```
 *
 * Every line is `head: cell`, a column; both are Markdown of one line and may hold expressions. A
 * line that starts with a lower-case word and a colon is a key:
 *
 *     caption: TEXT         at most once
 *     for: v in NAME        v takes each value of the one axis of that series
 *     for: v in NAME[AXIS]  the same where the series has several axes
 *     for: v in NAME where v in [1, 2, 33]    these values alone, in this order
 *
 * Several `for:` lines nest, the last one fastest; without one there is one row. Variables are known
 * in cells, not in heads and caption. A listed value that the axis has not is an error on the
 * default card; on another card its row stands, and what is missing there says so.
 *
 * A unit in brackets ends a head: `Time [us]: {{ bank.time[s] }}`. It is one of those that may stand
 * behind `as`, is shown as it is there, and holds for every value of the column, which are then numbers
 * alone, set to the right with the same decimals in every row, so that the points stand in one line.
 * The decimals are those typed in the cell ({{ bank.time[s] .2 }}), else as many as give the largest
 * number of the column three digits and the smallest two; whole numbers have none. Brackets that are
 * no unit are written \[so\].
 *
 * A table in which no value is known on the card is one sentence that says so.
 *
 * The fence becomes a NODE_TABLE that holds caption and head. The cells are templates in its
 * `table.block`, with their conditions paired. blocks_expand() throws away the rows
 * of an earlier card and makes those of this one. */
#pragma once

#include "page/reader.h"
#include "page/tree.h"

#define BLOCKS_MAX_COLUMNS 32
#define BLOCKS_MAX_LOOPS 4
#define BLOCKS_MAX_ROWS 2000
#define BLOCKS_MAX_PICKS 64

struct lookup; /* lookup.h */

/* Its texts are bytes of the page's source. */
struct table_loop {
    struct text variable, series, axis; /* axis: empty where none is written */
    struct text *pick;                  /* in the order written; none: all values of the axis */
    size_t pick_count;
};

struct table_block {
    struct table_loop loop[BLOCKS_MAX_LOOPS];
    size_t loop_count;
    struct node *cell[BLOCKS_MAX_COLUMNS]; /* NODE_CELL without a parent: the templates */
    size_t column_count;
};

/* For a NODE_TABLE with a block. A `for` over something unknown is reported and gives no rows. */
void blocks_expand(struct node *table, const struct page_reader *reader, struct lookup *lookup);
