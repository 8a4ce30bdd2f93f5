/* nearest -- see nearest.h. */
#include "base/nearest.h"

#include "base/buf.h"

/* A round is won by the best so far and one more. */
struct round {
    struct text name[EXPR_NEAREST_MAX + 1];
    size_t count;
};

static struct text name_at(const void *context, size_t index) {
    const struct round *round = context;
    return index < round->count ? round->name[index] : (struct text){0};
}

void nearest_offer(struct nearest *nearest, struct text candidate) {
    struct round round = {.count = nearest->count};
    for (size_t i = 0; i < nearest->count; i++) {
        round.name[i] = nearest->name[i];
        if (text_equal(round.name[i], candidate)) return;
    }
    if (!candidate.len) return;
    round.name[round.count++] = candidate;
    nearest->count = expr_nearest(nearest->wanted, name_at, &round, nearest->name);
}

const char *nearest_hint(const struct nearest *nearest, const char *otherwise,
                         struct arena *arena) {
    if (!nearest->count) return otherwise;
    struct buf out = {0};
    for (size_t i = 0; i < nearest->count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "nearest: ", TEXT_ARG(nearest->name[i]));
    return buf_take(&out, arena).ptr;
}

void nearest_answer(const struct nearest *nearest, struct expr_answer *answer) {
    answer->nearest_count = nearest->count;
    for (size_t i = 0; i < nearest->count; i++)
        answer->nearest[i] = nearest->name[i];
}
