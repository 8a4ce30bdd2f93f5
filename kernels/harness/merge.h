/* merge.h -- several runs on one model of card as one file.
 *
 * The first file is the base: its facts, messages, conditions and order stay. Each of its points then
 * has the median of the runs' medians, the least minimum and p05, the greatest maximum and p95, the
 * sum of the samples, and `between`: the least and the greatest median of the runs of one card (of the
 * card where they lie farthest apart) and of the cards, where two of either differ by a thousandth or more. A point that
 * is missing in some runs rests on the others. Single readings, which have no spread
 * (row.brief: which SM lies on which part of the L2), belong to one card and stay the base's.
 *
 * Files are read as result_json() writes them, line by line; one that was edited is refused. So are
 * another model, another compute capability, a series of another version of its kernel or along other
 * axes, and the same run twice. */
#pragma once

#include "lab.h"

#include "base/buf.h"

enum { MERGE_MOST = 64, MERGE_BYTES = 1 << 20 }; /* files, and bytes of each */

struct merge_file {
    const char *path;
    struct text data; /* the whole file */
};

/* Writes the merged document to *out and, for the person at the terminal, the series whose medians
 * differ most to *said. False: *why names the file and the line, and what to do; *out is unusable.
 * Both buffers are the caller's to free. */
bool merge_files(const struct merge_file *file, int files, struct buf *out, struct buf *said,
                 struct problem *why);

/* Returns the card's id in a document: its file's name without .json. */
struct text merge_id(struct text document);
