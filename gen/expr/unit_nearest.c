/*
 * unit_nearest.c -- what somebody meant who wrote Mb, KB, TFLOPS or sec.
 *
 * Most wrong units are not typing mistakes but other habits. Those are known by their endings and
 * words; for the rest the names closest in spelling are offered.
 */
#include "unit.h"

#define BIT "a bit is no byte"
#define KILO "kB is 1,000 bytes, KiB is 1,024"
#define FLOPS "FLOP/s is a rate, FLOP a count"

/* A stem ends in `ending`; what stands before it is kept, and `first` and `second` put after it. */
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

static void offer(struct expr_error *error, struct text name) {
    if (error->nearest_count == EXPR_NEAREST_MAX) return;
    /* Only names of the list are offered, because they live for ever. */
    for (size_t i = 0; expr_unit_name(i).ptr; i++) {
        if (!text_equal(expr_unit_name(i), name)) continue;
        error->nearest[error->nearest_count++] = expr_unit_name(i);
        return;
    }
}

static void offer_joined(struct expr_error *error, struct text head, const char *tail) {
    char joined[16];
    struct expr_writer writer = {joined, sizeof joined, 0};
    /* 1,000 is a small k before B, whatever was typed; 1,024 is a capital K before iB. */
    if (head.len == 1 && (head.ptr[0] == 'k' || head.ptr[0] == 'K'))
        expr_write_text(&writer, tail[0] == 'i' ? "K" : "k");
    else
        expr_write_view(&writer, head);
    expr_write_text(&writer, tail);
    size_t length = expr_writer_finish(&writer);
    if (length < sizeof joined) offer(error, (struct text){joined, length});
}

static struct text candidate(const void *context, size_t index) {
    (void)context;
    return expr_unit_name(index);
}

void expr_unit_nearest(struct text name, struct expr_error *error) {
    for (size_t i = 0; i < sizeof words / sizeof *words && error->nearest_count == 0; i++)
        if (text_is(name, words[i].word)) offer(error, text_of(words[i].unit));
    for (size_t i = 0; i < sizeof habits / sizeof *habits && error->nearest_count == 0; i++) {
        struct text head;
        if (!expr_ends(name, text_of(habits[i].ending), &head)) continue;
        offer_joined(error, head, habits[i].first);
        offer_joined(error, head, habits[i].second);
        if (error->nearest_count > 0) error->detail = text_of(habits[i].note);
    }
    if (error->nearest_count == 0)
        error->nearest_count = expr_nearest(name, candidate, NULL, error->nearest);
}
