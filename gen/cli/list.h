/* list -- which pages there are and what the gate says of each: for `gen list` and for the summary
 * that `gen build` prints. */
#ifndef CLI_LIST_H
#define CLI_LIST_H

#include "cli/cli.h"

/* Pages that the gate lets through. */
size_t list_open(const struct course *course);
/* Every page that is not published, with all reasons: path:line:col, what, what to do. */
void list_refused(const struct course *course, struct buf *out);

#endif
