/* words -- what series, facts, axes and roles are called on the pages.
 *
 * The names of the measurement files are short ("transpose.rate", "dram"). Pages say them in full
 * where they are known here, and as they are where they are not: a new series needs no change. */
#ifndef RENDER_WORDS_H
#define RENDER_WORDS_H

#include "base/buf.h"
#include "measure/card.h"
#include "svg/svg.h"

/* "Bank stride: time of the reads"; the name itself for a series that is not known. */
struct text words_series(struct text name);
/* What pages call a series: the title that its file brings, else the words for its name. */
static inline struct text words_title(const struct series *series) {
    return series->title.len ? series->title : words_series(series->name);
}
/* What a family of series is about, by the first word of their names: "bank" → "Shared-memory
 * banks", with a sentence; the sentence is empty for an unknown one. */
struct text words_family(struct text family, struct text *sentence);
/* "Shared memory per SM"; the key itself if it is not known. */
struct text words_fact(struct text name);
/* "A block of too many registers" for launch.registers: what the runtime was asked for; the name
 * itself if it is not known. */
struct text words_message(struct text name);
/* "operation" for op; the name itself if it is not known. */
struct text words_axis(struct text name);
/* "DRAM" for dram; the value itself if it is not known. */
struct text words_role(struct text axis, struct text value);

/* The rung that an axis value stands for: register, l1, shared, …; on axes of memories only. */
enum svg_rung words_role_rung(struct text axis, struct text value);
/* The rung that words name: "L2 cache", "Shared memory", "Global memory", "DRAM". */
enum svg_rung words_rung(struct text words);

/* A mark in the rung's colour, for eyes only: the name stands beside it. Nothing for no rung. */
void words_swatch(struct buf *out, enum svg_rung rung);

/* The first word of a dotted name. */
struct text words_first(struct text name);

#endif
