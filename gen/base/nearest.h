/* nearest -- the names that a mistyped one may have meant (struct nearest of expr.h) as a hint:
 * "nearest: a, b". */
#pragma once

#include "base/arena.h"
#include "expr/expr.h"

/* `otherwise` (may be NULL) where nothing is near. Lives in the arena. */
const char *nearest_hint(const struct nearest *nearest, const char *otherwise, struct arena *arena);
