/* card -- one GPU: the facts its driver reports and the series measured (or reported) for it.
 *
 * cards_load() reads every measurements/NAME.json (measured) and measurements/reported/NAME.json
 * (reported), checks each against the rules of measurements/schema.json, and keeps what is whole.
 * A broken file is an error even when no page uses it. Everything lives in the arena.
 *
 * A point is looked up by its axis values as text ("8", "copy"). Numbers are base units: s, B, B/s,
 * Hz, cycle, W, FLOP/s, 1. Nothing is invented: a point or a fact of the common set that the file
 * does not hold is missing with a reason. A reported figure has no statistics: its median, min, max,
 * p05 and p95 are the figure itself, from 0 runs. */
#pragma once

#include "base/file.h"

enum origin { ORIGIN_MEASURED, ORIGIN_COUNTED, ORIGIN_DERIVED, ORIGIN_REPORTED };

/* The least and the greatest median of several runs, or of several cards of a model. */
struct span {
    bool known;
    double least, greatest;
};

struct point {
    struct text *at; /* one text an axis, in the order of the axes */
    bool missing;
    struct text reason; /* why it is missing */
    double median, min, max, p05, p95;
    unsigned long runs;       /* reported: 0 */
    struct text warning;      /* what the run saw beside this figure; may be empty */
    struct text source;       /* reported: key of card.sources; may be empty */
    struct span between_runs; /* of the card whose runs differ most */
    struct span between_cards;
    const struct point
        *whole; /* of a part of a series, the same in all of it; NULL: this is that */
};

struct axis {
    struct text name;
    struct text *value;
    size_t count;
    bool numeric; /* every value is a whole number */
};

struct series {
    struct text name, unit, counts, kernel, sha256, method, suspect;
    struct text title; /* what pages call it; empty: the theme's words */
    enum origin origin;
    struct axis *axis;
    size_t axis_count;
    struct point *point; /* every combination of axis values once, last axis fastest */
    size_t point_count;  /* 0: the file's axes were refused, with a message; axis_count is 0 too */
};

struct fact {
    struct text name, unit;
    bool missing;
    struct text reason;
    double value;
    struct text source; /* reported: key of card.sources */
    struct text method; /* measured: where it is from if not from the driver */
};

/* The runtime's answer in the run, word for word ("launch.registers"). */
struct card_message {
    struct text name, words;
    bool missing;
    struct text reason;
};

/* Where a reported figure comes from. `status` says what kind of statement it is: spec (vendor's
 * document), rule (fixed by the compute capability), device (printed by the driver on such a card),
 * measured, derived or secondary (a third party). url and checked may be empty. */
struct card_source {
    struct text id, title, url, status, checked;
};

/* The minimum, median and maximum of a condition over the run; missing when it was not sampled. */
struct condition {
    bool missing;
    struct text reason;
    double min, median, max;
};

/* A condition of the run that could not be recorded, and why. */
struct run_missing {
    struct text name; /* "driver", "clocks.sm", "power" */
    struct text reason;
};

struct run {
    struct text date, driver, cuda, compiler, flags, host, commit;
    struct condition sm_clock, memory_clock; /* Hz */
    struct condition power;                  /* W */
    struct condition temperature;            /* degrees Celsius */
    struct text throttle;                    /* one sentence, "" when none was seen */
    struct condition power_limit;            /* W; min = median = max */
    size_t merged, merged_cards; /* runs that the file was merged from, on how many cards; else 0 */
    struct run_missing *missing; /* conditions that the file declares missing */
    size_t missing_count, missing_capacity;
};

struct card {
    struct text id, name, compute_capability;
    struct text slice; /* of a card that is divided (MIG), "1g.10gb"; else empty */
    bool reported;
    struct run run;
    struct fact *fact;
    size_t fact_count;
    struct series *series;
    size_t series_count;
    struct card_message *message; /* measured cards alone */
    size_t message_count;
    struct card_source *source;
    size_t source_count;
    struct text path;   /* of its JSON, relative to the root */
    struct text folder; /* below /cards/, where its page stands; empty: its id */
    struct text json;   /* the bytes of the file, as they are offered for download */
};

struct cards {
    struct card *list; /* measured first, then reported, each sorted by id */
    size_t count;
};

/* False if a file was wrong; whole cards are loaded all the same, so that pages can be checked. */
bool cards_load(struct cards *cards, const struct root *root, struct arena *arena,
                struct diags *diags);

/* The SHA-256 of the card's file in hexadecimal digits. */
struct text card_sha256(const struct card *card, struct arena *arena);
const struct card *cards_find(const struct cards *cards, struct text id);
const struct fact *card_fact(const struct card *card, struct text name);
const struct series *card_series(const struct card *card, struct text name);
const struct card_message *card_message(const struct card *card, struct text name);
/* Is any of its points known? */
bool series_known(const struct series *series);
/* Returns the index of the value on the axis, or its count if it is not there. */
size_t axis_find(const struct axis *axis, struct text value);
/* Returns NULL if the number of values is wrong or a value is not on its axis; *bad_axis then says
 * which axis (axis_count: the number of values was wrong). bad_axis may be NULL. */
const struct point *series_point(const struct series *series, const struct text *at, size_t count,
                                 size_t *bad_axis);
/* Returns the text for a point without a value: "not measured", for a reported card "not reported". */
const char *card_missing(const struct card *card);
const char *origin_word(enum origin origin); /* "measured", … */
