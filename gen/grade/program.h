/* program -- what is wrong with the program that a grader is told to run, before it runs and when it
 * could not be started. Reads its first line, nothing else. */
#pragma once

#include "base/arena.h"

/* The interpreter that a script's first line names, "/bin/sh"; zero if it is no script, or is looked
 * for in PATH. *windows: the line ends in CR LF, and the CR belongs to the name. */
struct text program_interpreter(const char *path, bool *windows, struct arena *arena);

/* What to do when execvp() failed with `error`. */
const char *program_hint(const char *path, int error, struct arena *arena);
