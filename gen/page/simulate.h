/* simulate -- examples of the memory hierarchy's commands, with what they print:
 *
 *     ```simulate
 *     load 0
 *     load 4
 *     ```
 *
 * The page shows the commands, then "Output:" and what the simulator (gen/model) gives for them. The
 * output is made by the build, so that it is always that of the program; a command with a mistake
 * in it shows the simulator's own message, because an example may be about just that. */
#ifndef PAGE_SIMULATE_H
#define PAGE_SIMULATE_H

#include "page/tree.h"

/* Turns each such fence into two code blocks, of the languages text and output. Before code_read().
 * An empty block, and words after `simulate`, are errors at the fence. */
void simulate_read(struct node *document, const struct source *source, struct arena *arena,
                   struct diags *diags);

#endif
