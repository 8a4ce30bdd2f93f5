/* nearest -- the existing names closest to a mistyped one (struct nearest of expr.h) as a hint:
 * "nearest: a, b". */
#pragma once

#include "base/arena.h"
#include "expr/expr.h"

/* Returns `otherwise` (may be NULL) where nothing is near. The hint lives in the arena. */
const char *nearest_hint(const struct nearest *nearest, const char *otherwise, struct arena *arena);
