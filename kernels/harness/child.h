/* child.h -- this program started anew with other arguments, for one line of output.
 *
 * For what would take the calling process down with it, or its CUDA context: the child may hang or
 * die, and the caller has a sentence about that instead. The child is a process group of its own
 * and is gone when the call returns.
 */
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CHILD_LINE = 320, CHILD_SECONDS = 30, CHILD_ARGUMENTS = 8 };

/* Runs it for at most `seconds`. True: `line` is the first line that it wrote to standard output,
 * without its end. False: it wrote none, and `line` says why. `arguments` end with NULL. What the
 * child writes to standard error is lost. */
bool child_line(const char *const *arguments, double seconds, char line[CHILD_LINE]);

/* The same for any program. */
bool child_line_of(const char *program, const char *const *arguments, double seconds,
                   char line[CHILD_LINE]);

#ifdef __cplusplus
}
#endif
