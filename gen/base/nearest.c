/* nearest -- see nearest.h. */
#include "base/nearest.h"

#include "base/buf.h"

/* The best so far and one more. */
struct round {
    struct expr_view name[EXPR_NEAREST_MAX + 1];
    size_t count;
};

static struct expr_view name_at(const void *context, size_t index) {
    const struct round *round = context;
    return index < round->count ? round->name[index] : (struct expr_view){0};
}

void nearest_offer(struct nearest *nearest, struct text candidate) {
    struct round round = {.count = nearest->count};
    for (size_t i = 0; i < nearest->count; i++) {
        round.name[i] = nearest->name[i];
        if (text_equal((struct text){round.name[i].data, round.name[i].length}, candidate)) return;
    }
    if (!candidate.len) return;
    round.name[round.count++] = (struct expr_view){candidate.ptr, candidate.len};
    struct expr_view wanted = {nearest->wanted.ptr, nearest->wanted.len};
    nearest->count = expr_nearest(wanted, name_at, &round, nearest->name);
}

const char *nearest_hint(const struct nearest *nearest, const char *otherwise,
                         struct arena *arena) {
    if (!nearest->count) return otherwise;
    struct buf out = {0};
    for (size_t i = 0; i < nearest->count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "nearest: ", (int)nearest->name[i].length,
                   nearest->name[i].data);
    return buf_take(&out, arena).ptr;
}
