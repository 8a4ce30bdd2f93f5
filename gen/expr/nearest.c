/*
 * nearest.c -- "did you mean": the names closest to one that does not exist.
 *
 * The distance counts insertions, deletions, replacements and exchanged neighbours (optimal string
 * alignment), capitals aside; wrong capitals alone count half a mistake. It is computed over three
 * rows of a fixed size; names longer than that are compared by their beginning.
 */
#include "text.h"

#define LENGTH_MAX 64
#define EDIT 2 /* price of a typing mistake; wrong capitals cost 1 */
#define SAME_FAMILY (EDIT * LENGTH_MAX)

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static unsigned edits(struct text a, struct text b) {
    unsigned rows[3][LENGTH_MAX + 1];
    size_t la = a.len < LENGTH_MAX ? a.len : LENGTH_MAX;
    size_t lb = b.len < LENGTH_MAX ? b.len : LENGTH_MAX;
    for (size_t j = 0; j <= lb; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= la; i++) {
        unsigned *row = rows[i % 3], *last = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= lb; j++) {
            char x = lower(a.ptr[i - 1]), y = lower(b.ptr[j - 1]);
            unsigned best = least(last[j], row[j - 1]) + 1;
            best = least(best, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b.ptr[j - 2]) && y == lower(a.ptr[i - 2]))
                best = least(best, before[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[la % 3][lb];
}

/* Who writes "l2" for "fact.l2" has forgotten the first word. */
static bool is_tail(struct text name, struct text whole) {
    struct text head;
    bool ends = name.len > 0 && expr_ends(whole, name, &head);
    return ends && head.len > 0 && head.ptr[head.len - 1] == '.';
}

static unsigned distance(struct text a, struct text b) {
    if (is_tail(a, b)) return EDIT;
    unsigned count = edits(a, b);
    return count > 0 ? count * EDIT : !text_equal(a, b);
}

static size_t first_word(struct text name) {
    size_t n = 0;
    while (n < name.len && name.ptr[n] != '.')
        n++;
    return n;
}

/* "stride.bandwidth" is far from "stride.useful", but its family is right. */
static bool same_family(struct text a, struct text b) {
    size_t n = first_word(a);
    if (n == a.len || n != first_word(b) || n == b.len) return false;
    return text_equal((struct text){a.ptr, n}, (struct text){b.ptr, n});
}

size_t expr_nearest(struct text name, expr_candidate candidate, const void *context,
                    struct text nearest[EXPR_NEAREST_MAX]) {
    unsigned prices[EXPR_NEAREST_MAX];
    size_t count = 0;
    unsigned limit = EDIT * (1 + least((unsigned)name.len, LENGTH_MAX) / 4);
    for (size_t i = 0;; i++) {
        struct text found = candidate(context, i);
        if (!found.ptr) break;
        unsigned price = distance(name, found);
        if (price > limit) {
            if (!same_family(name, found)) continue;
            price = SAME_FAMILY; /* all the same: in the order of candidates */
        } else if (price >= EDIT * name.len && !is_tail(name, found)) {
            continue; /* nothing of the name is left: "q" is not near "s" */
        }
        size_t at = count < EXPR_NEAREST_MAX ? count : EXPR_NEAREST_MAX;
        while (at > 0 && price < prices[at - 1])
            at--;
        if (at == EXPR_NEAREST_MAX) continue;
        if (count < EXPR_NEAREST_MAX) count++;
        for (size_t j = count - 1; j > at; j--) {
            prices[j] = prices[j - 1];
            nearest[j] = nearest[j - 1];
        }
        prices[at] = price;
        nearest[at] = found;
    }
    /* Beside a single typing mistake nothing else is worth offering. */
    while (count > 1 && prices[0] <= EDIT && prices[count - 1] > EDIT)
        count--;
    return count;
}
