/* list -- what there is: pages with what the gate says of them, and the names that a page may use.
 *
 * `gen list` prints all of it, `gen build` the summary. Results go to the caller's buffer: text as a
 * terminal shows it, or one JSON value. */
#ifndef CLI_LIST_H
#define CLI_LIST_H

#include "cli/cli.h"

/* At most 10 lines: how many pages are published, what the others wait for, what to ask next. */
void list_summary(const struct course *course, struct buf *out);
/* {"pages": […], "planned": […]}, with every reason of the gate. */
void list_pages_json(const struct course *course, struct buf *out);

/* ---- names: list_names.c ------------------------------------------------------------------- */

/* What `gen list WORD` prints if it is no page: the series, or the functions, and so on. */
struct list_names {
    const char *word;
    void (*print)(struct cli_run *run, struct text only, bool json, struct buf *out);
};

/* NULL: there is no such list. */
const struct list_names *list_names_find(struct text word);
/* The words themselves, for hints: NULL from the end on. */
const char *list_names_word(size_t index);
/* Is it a series, or the first word of some ("stride")? Then the list of series takes it as `only`. */
bool list_is_series(const struct cards *cards, struct text name);

#endif
