/* words -- what series, facts, axes, roles and the site's own pages are called for readers.
 *
 * The names of the measurement files are short ("transpose.rate", "dram"). site/theme/words.yaml says
 * them in full; a name that it does not list stands for itself, and so do all names of a zero
 * struct words. */
#pragma once

#include "base/file.h"
#include "measure/card.h"
#include "svg/svg.h"

enum words_part {
    WORDS_SERIES,
    WORDS_FAMILIES,  /* series whose names begin with one word */
    WORDS_SENTENCES, /* the same, in a sentence */
    WORDS_MESSAGES,
    WORDS_FACTS,
    WORDS_SUMMARY, /* of a card */
    WORDS_AXES,
    WORDS_ROLES, /* AXIS.VALUE */
    WORDS_TITLES,
    WORDS_DESCRIPTIONS,
    WORDS_PARTS
};

struct words {
    const struct yaml *part[WORDS_PARTS]; /* maps of texts, as base/yaml.h reads them */
    struct words_table {
        struct word *slot; /* by the key's hash; at most half of them are taken */
        size_t mask;
    } table[WORDS_PARTS];
};

/* False if the file is not there or wrong: a part or a page that is missing, one that is not known, a
 * value that is not one line of text. What could be read is used all the same. */
bool words_load(struct words *words, const struct root *root, struct arena *arena,
                struct diags *diags);

/* Sets one part, a map of texts. */
void words_set(struct words *words, enum words_part which, const struct yaml *part,
               struct arena *arena);

/* Everything in them, for a stamp. */
void words_put(const struct words *words, struct buf *out);

/* "Load latency" for latency.time in WORDS_SERIES; empty if it is not listed. */
struct text words_listed(const struct words *words, enum words_part part, struct text name);
/* The name itself if it is not listed. */
struct text words_of(const struct words *words, enum words_part part, struct text name);
/* What pages call a series: the title that its file brings, else the words for its name. */
struct text words_title(const struct words *words, const struct series *series);
/* "DRAM" for dram on the axis `level`, "1 GiB" for 1048576 on the axis `kib`; the value itself if it is not known. */
struct text words_role(const struct words *words, struct arena *arena, struct text axis,
                       struct text value);
/* The same with the name of the axis where the words are a bare number: "stride 8". */
struct text words_place(const struct words *words, struct arena *arena, const struct axis *axis,
                        struct text value);

/* The level that an axis value stands for: register, l1, shared, …; of listed roles only. */
enum svg_level words_role_level(const struct words *words, struct text axis, struct text value);
/* The level that words name: "L2 cache", "Shared memory", "Global memory", "DRAM"; none where
 * they name several, "l1 LINES, l2 LINES". */
enum svg_level words_level(struct text words);

/* The first word of a dotted name. */
struct text words_first(struct text name);
