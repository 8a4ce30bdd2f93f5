/* nearest -- the names that a mistyped one may have meant, as a hint: "nearest: a, b".
 *
 * Start with {.wanted = name}, offer every name that would have been right, ask for the hint. The
 * best stay, in the order of expr_nearest(), each once. The bytes of what is offered must live on. */
#pragma once

#include "base/arena.h"
#include "expr/expr.h"

struct nearest {
    struct text wanted;
    struct text name[EXPR_NEAREST_MAX];
    size_t count;
};

void nearest_offer(struct nearest *nearest, struct text candidate);

/* Gives them to the message about a name of an expression. */
void nearest_answer(const struct nearest *nearest, struct expr_answer *answer);

/* `otherwise` (may be NULL) where nothing is near. Lives in the arena. */
const char *nearest_hint(const struct nearest *nearest, const char *otherwise, struct arena *arena);
