/* merge.h -- several runs on one model of card as one file.
 *
 * The first file is the base: its facts, messages, conditions and order stay. Each of its points then
 * has the median of the runs' medians, the least minimum and p05, the greatest maximum and p95, the
 * sum of the samples, and `between`: the least and the greatest median of the runs of one card (of the
 * card where they lie farthest apart) and of the cards, where two of either differ by a thousandth or
 * more. A point that is missing in some runs rests on the others. Single readings, which have no spread
 * (row.brief: which SM lies on which part of the L2), belong to one card and stay the base's.
 *
 * Files are read as result_json() writes them, line by line; one that was edited is refused. So are
 * another model, another compute capability, a series of another version of its kernel or along other
 * axes, and the same run twice.
 *
 * One pass: of a file nothing stays but a median for each point of the base and about 300 bytes that say
 * which run it is. The runs of a hall of cards, 10,000 files, so take 8 bytes a file and point. */
#pragma once

#include "lab.h"

#include "base/buf.h"

enum { MERGE_BYTES = 1 << 20 }; /* of a file */
/* The file names each of its runs where there are no more than this, else how many there were. */
enum { MERGE_LISTED = 64 };

struct merge;

struct merge *merge_begin(void);
void merge_end(struct merge *m); /* NULL: does nothing */

/* Tells whether a document is of the model of the runs before it. */
bool merge_fits(const struct merge *m, struct text document);

/* Adds a run, which may be freed afterwards. False: *why names the file and the line, and what to do;
 * nothing can be written any more, but further files can be looked at. */
bool merge_add(struct merge *m, const char *path, struct text document, struct problem *why);

/* Returns how many runs were added, and on how many cards they were made. */
int merge_runs(const struct merge *m);
int merge_cards(const struct merge *m);

/* Writes the merged document of two runs or more to *out and, for the person at the terminal, to *said:
 * the series whose medians differ by more than 5 %, and of three cards or more each one that is more than
 * 3 % off the median card where most others are not, with its clock and temperature. Both buffers are the
 * caller's to free. */
void merge_write(struct merge *m, struct buf *out, struct buf *said);

/* Returns the id of the runs' card: its file's name without .json. */
struct text merge_id(const struct merge *m);
