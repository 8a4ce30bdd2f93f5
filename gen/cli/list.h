/* list -- what there is: pages with what the gate says of them, and the names that a page may use.
 *
 * `gen list` prints all of it, `gen build` the summary. Results go to the caller's buffer: text as a
 * terminal shows it, or one JSON value. */
#pragma once

#include "cli/cli.h"

/* At most 10 lines: how many pages are published, what the others wait for, what to ask next. */
void list_summary(const struct course *course, struct buf *out);
/* {"pages": […], "planned": […]}, with every reason of the gate. */
void list_pages_json(const struct course *course, struct buf *out);

/* ---- names: list_names.c ------------------------------------------------------------------- */

/* The lists of names: the series, the functions, and so on. The last one has no word. */
struct listing;
struct list_names {
    const char *word;
    void (*put)(struct listing *listing);
};
extern const struct list_names list_names[];
/* NULL: there is no such list. */
const struct list_names *list_names_find(struct text word);
/* Prints it; of the series, those that `only` names, a series or a family, or all. Returns what the
 * list is called. */
const char *list_names_print(const struct list_names *list, struct cli_run *run, struct text only,
                             struct buf *out);
/* Is it a series, or the first word of some ("stride")?  */
bool list_is_series(const struct cards *cards, struct text name);
