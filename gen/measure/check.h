/* check -- takes values out of a JSON tree and says what is wrong with them. Private to measure.
 *
 * Every message begins with the path of the value and stands at its place in the file. A function
 * that returns false, NULL or 0 has already said why; checking goes on, so that one run lists all. */
#pragma once

#include "measure/card.h"
#include "measure/json.h"

struct check {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    bool reported; /* the file lies under reported/ */
    size_t count;  /* of mistakes; past CHECK_MISTAKES_MAX they are only counted */
};

/* A file with more mistakes than this was not made by hand nor by the harness. */
#define CHECK_MISTAKES_MAX 200

/* Returns whether further mistakes are only counted, so that looking for hints is no use. */
bool check_is_full(const struct check *check);

/* Reports "PATH: FORMAT" at a place of the file. The hint may be NULL. Returns false, for functions
 * that do so after a mistake. */
bool check_fail_at(struct check *check, const struct json *value, struct json_range range,
                   const char *hint, const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Reports a mistake at the value itself. */
#define check_fail(check, value, hint, ...)                                                        \
    check_fail_at((check), (value), (value)->at, (hint), __VA_ARGS__)

bool check_kind(struct check *check, const struct json *value, enum json_kind kind);

/* Every key of `object` has to be one of `words` ("title url"). */
void check_keys(struct check *check, const struct json *object, const char *words);

enum check_need { CHECK_OPTIONAL, CHECK_REQUIRED };

/* Returns the member of that kind; NULL if it is absent or of another kind. */
const struct json *check_member(struct check *check, const struct json *object, const char *name,
                                enum json_kind kind, enum check_need need);

/* Reads a text of one line that is not empty; the result is empty if it is absent or wrong. */
struct text check_text(struct check *check, const struct json *object, const char *name,
                       enum check_need need);
/* Reads such a text from a given value. */
struct text check_line(struct check *check, const struct json *value);

/* Reads a number; false if it is absent or wrong. */
bool check_number(struct check *check, const struct json *object, const char *name,
                  enum check_need need, double *out);

/* A condition of a run has a name and a unit; the file may have to write the unit. */
struct check_range {
    const char *name, *unit;
    enum check_need need;
};

/* Reads min, median and max, in order, from an object. */
bool check_range(struct check *check, const struct json *object, const struct check_range *range,
                 struct condition *out);

/* Returns whether `value` is an object with "missing", whose reason goes to *reason. Other keys
 * beside it are errors, but those of `beside` (words, may be ""). */
bool check_missing(struct check *check, const struct json *value, const char *beside,
                   struct text *reason);

/* A name has letters a to z, digits and _ in words with dots between, each beginning with a letter. */
bool check_name(struct check *check, const struct json *value, struct text name, const char *what);

/* Returns the key of a source of this card, from the member "source"; reported cards must name one. */
struct text check_source(struct check *check, const struct json *object,
                         const struct json *sources);

/* ---- units -------------------------------------------------------------------------------
 *
 * A name says its unit, so that a figure in the wrong unit (ms for s, GB/s for B/s, MHz for Hz) is refused
 * when it is read and not believed when it is printed. measurements/schema.json has the same rules as
 * patterns. */

/* All units of a card, with one space between. */
#define UNITS "s B B/s Hz cycle B/cycle W FLOP/s 1"

/* Returns the unit of a series by the last word of its name ("stride.time": "s"), or NULL: any. */
const char *unit_of_series(struct text name);
/* Returns the unit of a fact of the common set ("clock.sm": "Hz"), or NULL: any. */
const char *unit_of_fact(struct text name);

/* ---- the file ---------------------------------------------------------------------------- */

/* Reads one file; `bytes` are those of the file, `source` is made from them. Returns whether a card
 * can be used for look-ups, whole or not: mistakes are in `diags`. */
bool card_read(struct card *card, const struct source *source, struct text bytes, bool reported,
               struct arena *arena, struct diags *diags);

/* The parts of card_read(); each fills what it can. */
void card_read_about(struct check *check, const struct json *file, struct card *card);
void card_read_run(struct check *check, const struct json *file, struct card *card);
void card_read_facts(struct check *check, const struct json *file, struct card *card);
void card_read_messages(struct check *check, const struct json *file, struct card *card);
void card_read_series(struct check *check, const struct json *file, struct card *card);
