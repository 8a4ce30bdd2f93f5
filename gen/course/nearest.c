/* nearest -- see nearest.h. Edit distance with swaps of neighbours (optimal string alignment), in
 * three rows. */
#include "course/nearest.h"

#include <stdint.h>

#include "base/buf.h"

enum { LONGEST = 128 }; /* longer names are not compared */

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t edit_distance(struct text a, struct text b) {
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b.len; j++)
        last[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            size_t cost = a.ptr[i - 1] != b.ptr[j - 1];
            row[j] = smaller(smaller(last[j] + 1, row[j - 1] + 1), last[j - 1] + cost);
            if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = last, last = row, row = oldest;
    }
    return last[b.len];
}

/* A name that holds the other one whole is near: "stride" for "global-stride". */
static bool holds(struct text whole, struct text part) {
    if (part.len < 3) return false;
    for (size_t i = 0; i + part.len <= whole.len; i++)
        if (text_equal(text_cut(whole, i, i + part.len), part)) return true;
    return false;
}

void nearest_offer(struct nearest *nearest, struct text candidate) {
    struct text wanted = nearest->wanted;
    if (!wanted.len || !candidate.len || wanted.len > LONGEST || candidate.len > LONGEST) return;
    size_t distance = edit_distance(wanted, candidate);
    size_t limit = 1 + wanted.len / 4;
    if (distance > limit) {
        if (!holds(candidate, wanted) && !holds(wanted, candidate)) return;
        distance = limit + 1; /* after every slip of the hand */
    }
    for (size_t i = 0; i < nearest->count; i++)
        if (text_equal(nearest->name[i], candidate)) return;
    size_t at = nearest->count;
    while (at && nearest->distance[at - 1] > distance)
        at--;
    if (at == NEAREST_MAX) return;
    if (nearest->count < NEAREST_MAX) nearest->count++;
    for (size_t i = nearest->count - 1; i > at; i--) {
        nearest->name[i] = nearest->name[i - 1];
        nearest->distance[i] = nearest->distance[i - 1];
    }
    nearest->name[at] = candidate;
    nearest->distance[at] = distance;
}

const char *nearest_hint(const struct nearest *nearest, const char *otherwise,
                         struct arena *arena) {
    if (!nearest->count) return otherwise;
    struct buf out = {0};
    buf_str(&out, "did you mean ");
    for (size_t i = 0; i < nearest->count; i++) {
        if (i) buf_str(&out, i + 1 == nearest->count ? " or " : ", ");
        buf_view(&out, nearest->name[i]);
    }
    buf_char(&out, '?');
    const char *hint = arena_string(arena, buf_text(&out));
    buf_free(&out);
    return hint;
}
