/*
 * unit.c -- units as algebra.
 *
 * A unit's name is a numerator with an optional prefix, then up to two denominators without: GiB/s,
 * FLOP/s/W, B/clk. Its scale is kept as powers of ten and two, so that converting is exact.
 */
#include "text.h"

#define DENOMINATORS_MAX 2
#define EXPONENT_LIMIT 8

enum prefixes { NONE = 0, LARGE = 1, BINARY = 2, SMALL = 4 };

static const struct {
    const char *name;
    int ten, two;
    enum prefixes group;
} prefix_table[] = {
    {"", 0, 0, NONE},         {"k", 3, 0, LARGE},       {"M", 6, 0, LARGE},
    {"G", 9, 0, LARGE},       {"T", 12, 0, LARGE},      {"P", 15, 0, LARGE},
    {"Ki", 0, 10, BINARY},    {"Mi", 0, 20, BINARY},    {"Gi", 0, 30, BINARY},
    {"Ti", 0, 40, BINARY},    {"Pi", 0, 50, BINARY},    {"m", -3, 0, SMALL},
    {"u", -6, 0, SMALL},      {"\u00B5", -6, 0, SMALL}, /* micro sign */
    {"\u03BC", -6, 0, SMALL},                           /* Greek mu, what keyboards give */
    {"n", -9, 0, SMALL},      {"p", -12, 0, SMALL},
};

static const struct {
    const char *name;
    unsigned prefixes;
    bool below; /* may be a denominator */
    struct expr_dimension dimension;
    int ten;
} atoms[] = {
    {"B", LARGE | BINARY, true, {{[EXPR_BYTE] = 1}}, 0},
    {"s", SMALL, true, {{[EXPR_SECOND] = 1}}, 0},
    {"Hz", LARGE, false, {{[EXPR_SECOND] = -1, [EXPR_CYCLE] = 1}}, 0},
    {"cycle", NONE, true, {{[EXPR_CYCLE] = 1}}, 0},
    {"cycles", NONE, false, {{[EXPR_CYCLE] = 1}}, 0},
    {"clk", NONE, true, {{[EXPR_CYCLE] = 1}}, 0},
    {"FLOP", LARGE, true, {{[EXPR_FLOP] = 1}}, 0},
    {"W", NONE, true, {{[EXPR_WATT] = 1}}, 0},
    {"\u00B0C", NONE, false, {{[EXPR_CELSIUS] = 1}}, 0},
    {"1", NONE, false, {{0}}, 0},
    {"x", NONE, false, {{0}}, 0},
    {"%", NONE, false, {{0}}, -2},
};

static const char *const names[] = {
    "B",      "kB",      "MB",      "GB",      "TB",      "PB",      "KiB",     "MiB",
    "GiB",    "TiB",     "PiB",     "B/s",     "kB/s",    "MB/s",    "GB/s",    "TB/s",
    "PB/s",   "KiB/s",   "MiB/s",   "GiB/s",   "TiB/s",   "PiB/s",   "s",       "ms",
    "us",     "\u00B5s", "ns",      "ps",      "Hz",      "kHz",     "MHz",     "GHz",
    "cycle",  "cycles",  "clk",     "FLOP",    "kFLOP",   "MFLOP",   "GFLOP",   "TFLOP",
    "PFLOP",  "FLOP/s",  "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "FLOP/clk",
    "FLOP/B", "B/clk",   "W",       "\u00B0C", "x",       "%",       "1",
};
#define NAMES (sizeof names / sizeof *names)

bool expr_dimension_equal(struct expr_dimension a, struct expr_dimension b) {
    return view_same((const char *)a.of, (const char *)b.of, sizeof a.of);
}

bool expr_dimension_is_plain(struct expr_dimension dimension) {
    return expr_dimension_equal(dimension, (struct expr_dimension){{0}});
}

bool expr_dimension_is_bytes(struct expr_dimension dimension) {
    return expr_dimension_equal(dimension, (struct expr_dimension){{[EXPR_BYTE] = 1}});
}

bool expr_dimension_multiply(struct expr_dimension left, struct expr_dimension right, int sign,
                             struct expr_dimension *out) {
    for (int i = 0; i < EXPR_BASES; i++) {
        int sum = left.of[i] + sign * right.of[i];
        if (sum < -EXPONENT_LIMIT || sum > EXPONENT_LIMIT) return false;
        out->of[i] = (int8_t)sum;
    }
    return true;
}

/* A unit has letters, digits, %, and the three signs beyond ASCII: ° µ μ. */
static size_t unit_character(struct text text, size_t offset) {
    static const char *const signs[] = {"\u00B0", "\u00B5", "\u03BC"};
    char c = text.ptr[offset];
    if (expr_is_letter(c) || expr_is_digit(c) || c == '%') return 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        struct text two = {text.ptr + offset, 2};
        if (text.len - offset >= 2 && text_is(two, signs[i])) return 2;
    }
    return 0;
}

size_t expr_unit_run(struct text text, size_t offset) {
    size_t end = offset;
    while (end < text.len) {
        size_t length = unit_character(text, end);
        if (length == 0) break;
        end += length;
    }
    return end - offset;
}

/* Reads one piece between slashes and multiplies it into `unit`. */
static bool read_atom(struct text piece, bool below, struct expr_unit *unit) {
    for (size_t a = 0; a < sizeof atoms / sizeof *atoms; a++) {
        if (below && !atoms[a].below) continue;
        struct text head;
        if (!expr_ends(piece, text_of(atoms[a].name), &head)) continue;
        for (size_t p = 0; p < sizeof prefix_table / sizeof *prefix_table; p++) {
            unsigned group = prefix_table[p].group;
            if (group != NONE && (below || (group & atoms[a].prefixes) == 0)) continue;
            if (!text_is(head, prefix_table[p].name)) continue;
            unit->ten = (int16_t)(unit->ten + prefix_table[p].ten + atoms[a].ten);
            unit->two = (int16_t)(unit->two + prefix_table[p].two);
            return expr_dimension_multiply(unit->dimension, atoms[a].dimension, below ? -1 : 1,
                                           &unit->dimension);
        }
    }
    return false;
}

bool expr_unit_parse(struct text text, struct expr_unit *unit) {
    struct expr_unit read = {.name = text};
    size_t start = 0;
    for (int piece = 0; piece <= DENOMINATORS_MAX; piece++) {
        size_t end = start;
        while (end < text.len && text.ptr[end] != '/')
            end++;
        if (!read_atom((struct text){text.ptr + start, end - start}, piece > 0, &read)) break;
        if (end == text.len) {
            *unit = read;
            return true;
        }
        start = end + 1;
    }
    *unit = (struct expr_unit){0};
    return false;
}

static double divide_often(double number, int times, int divisor) {
    for (; times > 0; times--)
        number /= divisor;
    for (; times < 0; times++)
        number *= divisor;
    return number;
}

double expr_unit_scale(const struct expr_unit *unit, double number) {
    return divide_often(divide_often(number, unit->ten, 10), unit->two, 2);
}

struct text expr_unit_name(size_t index) {
    return index < NAMES ? text_of(names[index]) : (struct text){NULL, 0};
}

void expr_write_dimension(struct expr_writer *w, struct expr_dimension dimension) {
    static const char *const bases[EXPR_BASES] = {"B", "s", "cycle", "FLOP", "W", "\u00B0C"};
    if (expr_dimension_equal(dimension,
                             (struct expr_dimension){{[EXPR_SECOND] = -1, [EXPR_CYCLE] = 1}})) {
        expr_write_text(w, "Hz");
        return;
    }
    size_t start = w->length;
    for (int sign = 1; sign >= -1; sign -= 2) {
        if (sign < 0 && w->length == start) expr_write_text(w, "1");
        for (int i = 0; i < EXPR_BASES; i++) {
            int exponent = sign * dimension.of[i];
            if (exponent <= 0) continue;
            if (sign < 0)
                expr_write_text(w, "/");
            else if (w->length > start)
                expr_write_text(w, "*");
            expr_write_text(w, sign < 0 && i == EXPR_CYCLE ? "clk" : bases[i]);
            if (exponent == 1) continue;
            expr_write_text(w, "^");
            expr_write_count(w, (size_t)exponent);
        }
    }
}
