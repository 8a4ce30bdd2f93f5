/* child.h -- this program started anew with other arguments, for one line of output.
 *
 * It does what would end the calling process or its CUDA context: the child may hang or
 * die, and the caller gets a sentence about it. The child is a process group of its own
 * and is gone when the call returns.
 */
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CHILD_LINE = 320, CHILD_SECONDS = 30, CHILD_ARGUMENTS = 8 };

/* Runs this program for at most `seconds`. True: `line` is the first line that it wrote to standard
 * output, without its end. False: it wrote none, and `line` says why. `arguments` end with NULL.
 * What the child writes to standard error is lost. */
bool child_line(const char *const *arguments, double seconds, char line[CHILD_LINE]);

/* Runs any other program likewise. */
bool child_line_of(const char *program, const char *const *arguments, double seconds,
                   char line[CHILD_LINE]);

#ifdef __cplusplus
}
#endif
