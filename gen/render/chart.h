/* chart -- a series as a drawing and as a table.
 *
 * One axis: bars, or a line where it is numeric and has more than CHART_BARS values. Two axes: bars
 * in groups, or several lines. No axis: one bar. More than two axes have a table only. All numbers
 * of a chart are in one unit, the one that suits the largest. */
#pragma once

#include "render/html.h"
#include "render/quantity.h"

#define CHART_BARS 8 /* more values on a numeric axis than this are drawn as a line */

/* A series of a card, to be shown. */
struct chart {
    struct arena *arena;
    const struct words *words;
    const struct card *card;
    const struct series *series;
    /* A series over steps ("chase.cycles[step]", "sweep.hit[step, cache]") may have its sizes in bytes beside it, as FAMILY.footprint
     * over the same steps: then these are what charts and tables show. NULL: it has none, or one of them
     * is missing. */
    const struct series *sizes;
    struct quantity quantity; /* one for all numbers */
    bool possible;            /* not with more than two axes, nor when the bars would be too many */
    bool lines;
    bool factors; /* the page asks for a logarithmic scale: what it says is how many times */
    bool silent;  /* its marks say nothing where they are pointed at: the table stands beside */
    bool undrawn; /* it is a table or a number: nothing is said of whiskers */
    bool linked;  /* figures of pages lead to those of its table: each has an id */
    const struct axis *along, *apart; /* which tells bars or lines apart; NULL: there is none */
    size_t along_count, apart_count;  /* at least 1 */
    size_t along_step, apart_step;    /* in the list of points */
    const struct chart
        *beside; /* the same of another card, drawn in the same axes; NULL: none is */
    bool named;  /* what its marks say begins with the card's name */
};
struct chart chart_of(struct arena *arena, const struct words *words, const struct card *card,
                      const struct series *series);

/* The sizes of the steps that it goes over, as above. */
const struct series *chart_sizes(const struct card *card, const struct series *series);

/* Has the same series of another card drawn beside it, where both are one line or one bar a row. `series` is the other
 * card's, or NULL. */
void chart_set_beside(struct chart *chart, const struct card *card, const struct series *series);

/* Leaves of a series what `query` names: "n=4096&version=tile,column" keeps two versions, in this order, of
 * one n; an axis of which a single value is left goes, and the title has it. The series itself has to be a copy;
 * its points and axes are not touched. False: `unknown` is an axis that it lacks, or a value that the
 * axis lacks. */
bool chart_part(struct arena *arena, const struct words *words, struct text query,
                struct series *series, struct nearest *unknown);

/* Does a drawing say more than its table? Not without any figure, nor when all but the largest
 * would be too short to be seen: then the table gives each figure a prefix of its own. */
bool chart_worthwhile(const struct chart *chart);

struct svg_result chart_svg(const struct chart *chart, const struct svg_frame *frame);

/* Why svg refused a drawing, in the words of the card: "sweep.rate[8] is 1.00e30 PB/s". `chart` is NULL for
 * a drawing that is no series. */
struct text chart_refusal(struct arena *arena, const struct chart *chart,
                          const struct svg_result *result);
/* Adds the drawing and frees it; where svg refused it, why, as above. */
struct text chart_add(struct buf *out, struct arena *arena, const struct chart *chart,
                      struct svg_result *result);

/* Adds what one point says: "stride 8: 8.00 cycles". */
void chart_point(const struct chart *chart, struct buf *out, size_t index);
/* The numbers in one sentence, for who does not see the picture. */
struct text chart_sentence(const struct chart *chart);
/* "Measured by copy.cu, median of 51 runs": where the figures come from, in words. */
struct text chart_provenance(const struct chart *chart);

/* What a place on an axis is called: "DRAM", "8", or the size of a step, "32 KiB". */
struct text chart_role(const struct chart *chart, size_t axis, size_t index);

/* The same numbers as a table with median, spread and runs; `caption` names it. Figures of a
 * reported card say so. */
void chart_table(struct html *html, struct buf *out, const struct chart *chart,
                 struct text caption);
