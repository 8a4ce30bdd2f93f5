/* front_read -- takes typed values out of a YAML tree and says what is wrong. Private to front.
 *
 * A function that finds a value wrong has said so; a value that is broken already is passed over. */
#pragma once

#include "page/front.h"
#include "page/reader.h"
#include "page/yaml.h"

struct front_reader {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    bool whole;       /* nothing of the text is lacking: absent keys may be reported */
    size_t from, len; /* where a key that is absent is reported */
};

/* Every key of the map has to be one of `words`. */
void front_keys(struct front_reader *reader, const struct yaml *map, const char *words);

enum front_need {
    FRONT_OPTIONAL, /* but not empty */
    FRONT_REQUIRED,
    FRONT_LOOSE /* absent or empty as well: the gate judges it */
};

/* One line of text; a zero front_text if it is absent or wrong. */
struct front_text front_line(struct front_reader *reader, const struct yaml *map, const char *name,
                             enum front_need need);
/* The same for one that may hold expressions; elsewhere they would reach the reader as typed. */
struct front_text front_words(struct front_reader *reader, const struct yaml *map, const char *name,
                              enum front_need need);
/* A day, or a word such as "pending", or nothing: the gate judges these. */
struct front_text front_day(struct front_reader *reader, const struct yaml *map, const char *name);
struct front_list front_lines(struct front_reader *reader, const struct yaml *map,
                              const char *name);
/* A whole number in digits; false if it is absent or wrong. */
bool front_number(struct front_reader *reader, const struct yaml *map, const char *name,
                  unsigned long max, unsigned long *out);
/* A member that is a list of maps, or a map; NULL if it is absent or wrong. */
const struct yaml *front_maps(struct front_reader *reader, const struct yaml *map,
                              const char *name);
/* One of that list: reads from it with *inner, which reports absent keys there. Keys other than
 * `words` are errors. False if it is no map, or a broken one. */
bool front_item(const struct front_reader *reader, const struct yaml *item, const char *words,
                struct front_reader *inner);
const struct yaml *front_map(struct front_reader *reader, const struct yaml *map, const char *name,
                             enum front_need need);
