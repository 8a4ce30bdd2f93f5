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

/* The letters of a name as bits, capitals aside; some share one. */
static uint64_t letters_of(struct text name) {
    uint64_t letters = 0;
    for (size_t i = 0; i < name.len && i < LENGTH_MAX; i++)
        letters |= UINT64_C(1) << (lower(name.ptr[i]) & 63);
    return letters;
}

/* False: there are more mistakes than `most`, since each mends one letter that the other name lacks. Nearly no
 * name passes, so that mistakes are counted in few. */
static bool may_be_near(struct text a, struct text b, unsigned most) {
    const size_t la = least((unsigned)a.len, LENGTH_MAX), lb = least((unsigned)b.len, LENGTH_MAX);
    if ((la > lb ? la - lb : lb - la) > most) return false;
    const uint64_t left = letters_of(a), right = letters_of(b);
    return (unsigned)__builtin_popcountll(left & ~right) <= most &&
           (unsigned)__builtin_popcountll(right & ~left) <= most;
}

/* An author who writes "l2" for "fact.l2" has left out the first word. */
static bool is_tail(struct text name, struct text whole) {
    struct text head;
    bool ends = name.len > 0 && expr_ends(whole, name, &head);
    return ends && head.len > 0 && head.ptr[head.len - 1] == '.';
}

/* More than EDIT * most: how much more is not said. */
static unsigned distance(struct text a, struct text b, unsigned most) {
    if (is_tail(a, b)) return EDIT;
    if (!may_be_near(a, b, most)) return EDIT * (most + 1);
    unsigned count = edits(a, b);
    return count > 0 ? count * EDIT : !text_equal(a, b);
}

static size_t first_word(struct text name) {
    size_t n = 0;
    while (n < name.len && name.ptr[n] != '.')
        n++;
    return n;
}

/* Names with an equal first word are near, as "stride.bandwidth" and "stride.useful" are. */
static bool same_family(struct text a, struct text b) {
    size_t n = first_word(a);
    if (n == a.len || n != first_word(b) || n == b.len) return false;
    return text_equal((struct text){a.ptr, n}, (struct text){b.ptr, n});
}

void nearest_offer(struct nearest *nearest, struct text candidate) {
    struct text wanted = nearest->wanted;
    const unsigned most = 1 + least((unsigned)wanted.len, LENGTH_MAX) / 4;
    unsigned *price = nearest->price, own = distance(wanted, candidate, most);
    size_t count = nearest->count, at = count;
    for (size_t i = 0; i < count; i++)
        if (text_equal(nearest->name[i], candidate)) return;
    if (own > EDIT * most) {
        if (!same_family(wanted, candidate)) return;
        own = SAME_FAMILY; /* such names keep the order of the candidates */
    } else if (own >= EDIT * wanted.len && !is_tail(wanted, candidate)) {
        return; /* no letter is kept: "q" is not near "s" */
    }
    while (at > 0 && own < price[at - 1])
        at--;
    if (at == EXPR_NEAREST_MAX) return;
    if (count < EXPR_NEAREST_MAX) count++;
    for (size_t j = count - 1; j > at; j--) {
        price[j] = price[j - 1];
        nearest->name[j] = nearest->name[j - 1];
    }
    price[at] = own;
    nearest->name[at] = candidate;
    /* Beside a single typing mistake nothing else is worth offering. */
    while (count > 1 && price[0] <= EDIT && price[count - 1] > EDIT)
        count--;
    nearest->count = count;
}

/* ---- units ------------------------------------------------------------------------------- */

/* Mb, KB, TFLOPS and sec are no typing mistakes but other habits. They are recognised by their
 * endings and words; for other names the closest in spelling are offered. */
#define BIT "a bit is no byte"
#define KILO "kB is 1,000 bytes, KiB is 1,024"
#define FLOPS "FLOP/s is a rate, FLOP a count"

/* A stem ends in `ending`; the text before it is kept, with `first` and `second` put after it. */
static const struct {
    const char *ending, *first, *second, *note;
} habits[] = {
    {"bits/s", "B/s", "iB/s", BIT},
    {"bit/s", "B/s", "iB/s", BIT},
    {"b/s", "B/s", "iB/s", BIT},
    {"bps", "B/s", "iB/s", BIT},
    {"bits", "B", "iB", BIT},
    {"bit", "B", "iB", BIT},
    {"ib", "iB", "B", BIT},
    {"b", "B", "iB", BIT},
    {"Bps", "B/s", "iB/s", ""},
    {"FLOPS", "FLOP/s", "FLOP", FLOPS},
    {"FLOPs", "FLOP/s", "FLOP", FLOPS},
    {"flops", "FLOP/s", "FLOP", FLOPS},
    {"KB/s", "kB/s", "KiB/s", KILO},
    {"KB", "kB", "KiB", KILO},
};

static const struct {
    const char *word, *unit;
} words[] = {
    {"byte", "B"},  {"bytes", "B"},  {"sec", "s"},     {"second", "s"},  {"seconds", "s"},
    {"msec", "ms"}, {"usec", "us"},  {"nsec", "ns"},   {"clock", "clk"}, {"clocks", "clk"},
    {"times", "x"}, {"\u00D7", "x"}, {"fold", "x"},    {"percent", "%"}, {"pct", "%"},
    {"watt", "W"},  {"watts", "W"},  {"C", "\u00B0C"}, {"hz", "Hz"},     {"Mhz", "MHz"},
    {"Ghz", "GHz"}, {"mhz", "MHz"},  {"ghz", "GHz"},
};

/* Offers the name if there is such a unit. The text must come from the list, which outlives it. */
static void take(struct nearest *nearest, struct text name) {
    for (size_t i = 0; expr_unit_name(i).ptr && nearest->count < EXPR_NEAREST_MAX; i++)
        if (text_equal(expr_unit_name(i), name))
            nearest->name[nearest->count++] = expr_unit_name(i);
}

static void take_joined(struct nearest *nearest, struct text head, const char *tail) {
    char joined[16];
    struct expr_writer writer = {joined, sizeof joined, 0};
    /* 1,000 is a small k before B, whatever was typed; 1,024 is a capital K before iB. */
    if (head.len == 1 && (head.ptr[0] == 'k' || head.ptr[0] == 'K'))
        expr_write_text(&writer, tail[0] == 'i' ? "K" : "k");
    else
        expr_write_view(&writer, head);
    expr_write_text(&writer, tail);
    size_t length = expr_writer_finish(&writer);
    if (length < sizeof joined) take(nearest, (struct text){joined, length});
}

void expr_unit_nearest(struct text name, struct expr_error *error) {
    struct nearest *nearest = &error->nearest;
    *nearest = (struct nearest){.wanted = name};
    for (size_t i = 0; i < sizeof words / sizeof *words && !nearest->count; i++)
        if (text_is(name, words[i].word)) take(nearest, text_of(words[i].unit));
    for (size_t i = 0; i < sizeof habits / sizeof *habits && !nearest->count; i++) {
        struct text head;
        if (!expr_ends(name, text_of(habits[i].ending), &head)) continue;
        take_joined(nearest, head, habits[i].first);
        take_joined(nearest, head, habits[i].second);
        if (nearest->count) error->detail = text_of(habits[i].note);
    }
    for (size_t i = 0, found = nearest->count; !found && expr_unit_name(i).ptr; i++)
        nearest_offer(nearest, expr_unit_name(i));
}
