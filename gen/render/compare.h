/* compare -- the figures of all cards side by side, as rows in groups: what any two cards share.
 *
 * The first family of groups is the ladder: sizes, latencies and bandwidths of the levels. What a card counts by its own
 * steps or SMs has no place on another one and is left out. */
#pragma once

#include "page/lookup.h"
#include "render/quantity.h"
#include "render/words.h"

struct compare_row {
    struct text words;
    enum svg_level level;
    double *number;    /* by card, in base units; NAN: not known */
    struct used *used; /* by card: what has it; of none where it was computed */
};

struct compare_group {
    struct text name, words, unit;
    struct text family; /* words for a heading around it: groups of one family follow each other */
    bool capacity;      /* bytes that a memory has room for */
    bool plain;         /* its rows have units of their own: no drawing */
    bool amount;        /* of a kernel's run: times and counts depend on its size */
    bool size;          /* that size */
    struct text *units; /* by row, of a plain one */
    struct compare_row *row;
    size_t count, capacity_rows;
};

struct compare {
    const struct cards *cards;
    struct compare_group *group;
    size_t count, capacity;
};

struct compare compare_cards(const struct cards *cards, const struct words *words,
                             struct arena *arena);
/* Whether the card counts its points by its own steps or SMs, which have no place on another one. */
bool compare_is_own(const struct series *series);
/* Whether a ratio of the two cards says something about them. Of amounts it does where both were measured here
 * and the kernels of the family ran on the same sizes. */
bool compare_is_fair(const struct compare *compare, const struct compare_group *group, size_t a,
                     size_t b);
/* Whether both cards have the row, by their index; `b` SIZE_MAX: any two do. */
bool compare_shares(const struct compare *compare, const struct compare_row *row, size_t a,
                    size_t b);
