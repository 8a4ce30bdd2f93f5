/* compare -- see compare.h. The fewest words that went and came, after E. W. Myers, "An O(ND) difference
 * algorithm and its variations", Algorithmica 1 (1986). Two texts that have little in common are shown as
 * one that went and one that came: the way through them would need memory by the square of its length. */
#include "base/compare.h"

#include <string.h>

#include "base/chars.h"

enum { EDITS_MAX = 3000 };

/* A line end is a part of its own. */
struct split {
    struct text *part;
    size_t count, capacity;
};

/* Letters that stand together are a word; braces are none, so that a value ends at its own. */
static int class_of(char c) {
    return c == '\n' ? 0 : is_space(c) ? 1 : c == '{' || c == '}' ? 2 : 3;
}

static struct split split(struct text text, struct arena *arena) {
    struct split out = {0};
    for (size_t from = 0, to; from < text.len; from = to) {
        int class = class_of(text.ptr[from]);
        to = from + 1;
        while (class && to < text.len && class_of(text.ptr[to]) == class)
            to++;
        out.part = arena_grow(arena, out.part, out.count, &out.capacity, sizeof *out.part);
        out.part[out.count++] = text_cut(text, from, to);
    }
    return out;
}

/* What is compared: the parts between what both texts begin and end with. */
struct middle {
    const struct text *old, *new;
    long olds, news;
};

/* row[d][k + d] is how far the old text is gone through on diagonal k with d edits. */
struct ways {
    long **row;
    long edits; /* -1: more than EDITS_MAX */
};

static long start_of(const struct ways *ways, long d, long k) {
    if (d == 0) return 0;
    const long *last = ways->row[d - 1];
    long down = k < d - 1 ? last[k + 1 + d - 1] : -1; /* a word came */
    long right = k > -(d - 1) ? last[k - 1 + d - 1] + 1 : -1;
    return k == -d || (k != d && down >= right) ? down : right;
}

static struct ways find_ways(const struct middle *middle, struct arena *arena) {
    struct ways ways = {ARENA_ARRAY(arena, long *, EDITS_MAX + 1), -1};
    for (long d = 0; d <= EDITS_MAX; d++) {
        ways.row[d] = ARENA_ARRAY(arena, long, (size_t)(2 * d + 1));
        for (long k = -d; k <= d; k += 2) {
            long x = start_of(&ways, d, k), y = x - k;
            while (x < middle->olds && y >= 0 && y < middle->news &&
                   text_equal(middle->old[x], middle->new[y]))
                x++, y++;
            ways.row[d][k + d] = x;
            if (x >= middle->olds && y >= middle->news) {
                ways.edits = d;
                return ways;
            }
        }
    }
    return ways;
}

static void put(struct compared *words, enum word_how how, struct text text) {
    words->word[words->count++] = (struct word){how, text};
}

/* Goes the way back, marks what went and what came. */
static void mark(const struct middle *middle, const struct ways *ways, bool *went, bool *came) {
    long x = middle->olds, y = middle->news;
    for (long d = ways->edits; d > 0; d--) {
        long k = x - y, start = start_of(ways, d, k), before = start - k;
        const long *last = ways->row[d - 1];
        bool down = k == -d || (k != d && k < d - 1 && last[k + 1 + d - 1] == start &&
                                !(k > -(d - 1) && last[k - 1 + d - 1] + 1 > start));
        if (down)
            came[before - 1] = true;
        else
            went[start - 1] = true;
        x = down ? start : start - 1;
        y = down ? before - 1 : before;
    }
}

static void put_middle(struct compared *words, const struct middle *middle, struct arena *arena) {
    bool *went = ARENA_ARRAY(arena, bool, (size_t)middle->olds + 1);
    bool *came = ARENA_ARRAY(arena, bool, (size_t)middle->news + 1);
    struct ways ways = find_ways(middle, arena);
    if (ways.edits >= 0) {
        mark(middle, &ways, went, came);
    } else {
        memset(went, 1, (size_t)middle->olds);
        memset(came, 1, (size_t)middle->news);
    }
    for (long x = 0, y = 0; x < middle->olds || y < middle->news;) {
        while (x < middle->olds && went[x])
            put(words, WORD_REMOVED, middle->old[x++]);
        while (y < middle->news && came[y])
            put(words, WORD_ADDED, middle->new[y++]);
        while (x < middle->olds && y < middle->news && !went[x] && !came[y])
            put(words, WORD_SAME, middle->new[y++]), x++;
    }
}

struct compared compare_words(struct text old_text, struct text new_text, struct arena *arena) {
    struct split old = split(old_text, arena), new = split(new_text, arena);
    struct compared words = {ARENA_ARRAY(arena, struct word, old.count + new.count + 1), 0};
    size_t start = 0, end = 0;
    while (start < old.count && start < new.count &&text_equal(old.part[start], new.part[start]))
        put(&words, WORD_SAME, new.part[start++]);
    while (end < old.count - start &&
           end < new.count - start &&text_equal(old.part[old.count - 1 - end],
                                                new.part[new.count - 1 - end]))
        end++;
    struct middle middle = {old.part + start, new.part + start, (long)(old.count - start - end),
                            (long)(new.count - start - end)};
    put_middle(&words, &middle, arena);
    for (size_t i = new.count - end; i < new.count; i++)
        put(&words, WORD_SAME, new.part[i]);
    return words;
}
