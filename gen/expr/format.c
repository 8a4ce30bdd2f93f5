/*
 * format.c -- numbers as text for readers. The rules are in expr.h under "How values print".
 *
 * expr_decimal_round does all rounding. This file only calls it with a number of decimals, looks at
 * how many digits came back, and calls it again; no code here computes with the double itself, but to pass
 * over units that are far too small.
 */
#include "text.h"

#define SIGNIFICANT 3
#define SIGNIFICANT_PERCENT 2
#define WHOLE_DIGITS_MAX 15 /* 1e15 and beyond print with a power of ten */

/* ---- the units that numbers are shown in -------------------------------------------------- */

/* Whether trailing zeros are dropped: 8.00 ms keeps them, 32.0 cycles and 60.0 MiB do not. */
enum zeros { ZEROS_KEEP, ZEROS_WHOLE, ZEROS_DROP };

/* The units that numbers of one dimension are shown in, smallest first; ends with NULL. */
struct ladder {
    struct expr_dimension dimension;
    const char *units[8];
    int ten;  /* the power of ten of the first one; each other one is `step` times the one before */
    int zero; /* the unit that 0 is shown in */
    unsigned step; /* a number from here on moves one unit up */
};

/* A clock is shown in MHz however fast, as nvidia-smi does: 1,980
 * MHz. */
static const struct ladder ladders[] = {
    /* capacities alone */
    {{{[EXPR_BYTE] = 1}}, {"B", "KiB", "MiB", "GiB", "TiB", "PiB"}, 0, 0, 1024},
    {{{[EXPR_BYTE] = 1}}, {"B", "kB", "MB", "GB", "TB", "PB"}, 0, 0, 1000},
    {{{[EXPR_BYTE] = 1, [EXPR_SECOND] = -1}},
     {"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"},
     0,
     3,
     1000},
    {{{[EXPR_SECOND] = 1}}, {"ps", "ns", "\u00B5s", "ms", "s"}, -12, 4, 1000},
    {{{[EXPR_SECOND] = -1, [EXPR_CYCLE] = 1}}, {"Hz", "kHz", "MHz"}, 0, 2, 1000},
    {{{[EXPR_FLOP] = 1}}, {"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"}, 0, 0, 1000},
    {{{[EXPR_FLOP] = 1, [EXPR_SECOND] = -1}},
     {"FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"},
     0,
     3,
     1000},
    {{{[EXPR_CYCLE] = 1}}, {"cycles"}, 0, 0, 1000},
    {{{0}}, {"1"}, 0, 0, 1000},
};

/* Returns NULL where numbers of this dimension have one unit, the base units. */
static const struct ladder *ladder_of(struct expr_dimension dimension, bool capacity) {
    for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++) {
        bool fits = capacity || ladders[i].step == 1000;
        if (fits && expr_dimension_equal(ladders[i].dimension, dimension)) return &ladders[i];
    }
    return NULL;
}

static struct expr_unit unit_of(const struct ladder *ladder, int step) {
    const bool binary = ladder->step == 1024;
    return (struct expr_unit){.dimension = ladder->dimension,
                              .ten = (int16_t)(binary ? 0 : ladder->ten + 3 * step),
                              .two = (int16_t)(binary ? 10 * step : 0),
                              .name = text_of(ladder->units[step])};
}

static enum zeros zeros_of(const struct expr_unit *unit) {
    struct expr_dimension d = unit->dimension;
    if (unit->two > 0) return ZEROS_DROP;
    bool whole = expr_dimension_is_bytes(d) || d.of[EXPR_WATT] == 1 || d.of[EXPR_CELSIUS] == 1 ||
                 d.of[EXPR_CYCLE] == -1 ||
                 expr_dimension_equal(d, (struct expr_dimension){{[EXPR_CYCLE] = 1}});
    return whole && unit->ten == 0 ? ZEROS_WHOLE : ZEROS_KEEP;
}

/* On a page the numerator has letters of its own. `one`: the number before the unit is 1. */
static void write_unit(struct expr_writer *w, const struct expr_unit *unit, bool one) {
    static const struct {
        struct text written;
        const char *shown, *many;
    } pieces[] = {{{"x", 1}, "\u00D7", "\u00D7"},
                  {{"us", 2}, "\u00B5s", "\u00B5s"},
                  {{"\u03BCs", 3}, "\u00B5s", "\u00B5s"},
                  {{"cycle", 5}, "cycle", "cycles"},
                  {{"cycles", 6}, "cycle", "cycles"}};
    struct text above = unit->name, below = unit->name;
    if (expr_dimension_is_plain(unit->dimension) && (above.len == 0 || text_is(above, "1"))) return;
    if (above.len == 0) expr_write_dimension(w, unit->dimension);
    while (below.len > 0 && below.ptr[0] != '/') {
        below.ptr++;
        below.len--;
    }
    above.len -= below.len;
    const char *shown = NULL;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (text_equal(above, pieces[i].written)) shown = one ? pieces[i].shown : pieces[i].many;
    expr_write_view(w, shown ? text_of(shown) : above);
    expr_write_view(w, below);
}

size_t expr_unit_text(const struct expr_unit *unit, char *out, size_t size) {
    struct expr_writer writer = {out, size, 0};
    write_unit(&writer, unit, false);
    return expr_writer_finish(&writer);
}

/* ---- rounding ---------------------------------------------------------------------------- */

/* A rounded number: its digits, of which the last `decimals` stand after the point. */
struct rounded {
    struct expr_digits digits;
    int decimals;
    int power; /* number = digits * 10^power, where that is not 0 */
};

static void round_to(double number, const struct expr_unit *unit, int decimals, struct rounded *r) {
    expr_decimal_round(number, decimals - unit->ten, -unit->two, &r->digits);
    r->decimals = decimals;
    r->power = 0;
}

/* The digits are the value's own. Where rounding carried (9.96 to 10.0), one decimal more shows
 * whether the value has so many digits before it (9.96) or is the power of ten (9.996 is 10.0). */
static void undo_carry(double number, const struct expr_unit *unit, int significant,
                       struct rounded *r) {
    struct rounded finer;
    int zeros = 0;
    while (zeros < r->digits.count - 1 && r->digits.text[r->digits.count - 1 - zeros] == '0')
        zeros++;
    if (r->digits.text[0] != '1' || zeros < r->digits.count - 1) return;
    round_to(number, unit, r->decimals + 1, &finer);
    if (finer.digits.count == significant) *r = finer;
}

/* A number that no unit fits is written 4.56e-10, so that every text stays short. */
static void round_to_power(double number, const struct expr_unit *unit, int significant,
                           struct rounded *r) {
    round_to(number, unit, 0, r);
    if (r->digits.count > significant) {
        round_to(number, unit, significant - r->digits.count, r);
        if (r->digits.count > significant) round_to(number, unit, r->decimals - 1, r);
    }
    while (r->digits.count < significant && r->decimals < 340)
        round_to(number, unit, r->decimals + 1, r);
    undo_carry(number, unit, significant, r);
    r->power = significant - 1 - r->decimals;
    r->decimals = r->digits.count - 1;
}

/* Finds the fewest decimals that show so many digits of the value. */
static void round_significant(double number, const struct expr_unit *unit, int significant,
                              struct rounded *r) {
    round_to(number, unit, 0, r);
    if (number == 0) return;
    const int most = significant + 8; /* decimals */
    bool fits = r->digits.count <= WHOLE_DIGITS_MAX;
    /* A decimal more makes one digit more, or none while they are zeros before the first. */
    while (fits && r->digits.count < significant && r->decimals < most) {
        int more = significant - r->digits.count, left = most - r->decimals;
        round_to(number, unit, r->decimals + (more < left ? more : left), r);
    }
    if (r->digits.count == significant) undo_carry(number, unit, significant, r);
    if (!fits || r->digits.count < significant || r->decimals > most)
        round_to_power(number, unit, significant, r);
}

static bool is_percent(const struct expr_unit *unit) {
    return unit->ten == -2 && expr_dimension_is_plain(unit->dimension);
}

static int allowed(int asked) {
    return asked < 0 ? 0 : asked < EXPR_DIGITS_MAX ? asked : EXPR_DIGITS_MAX;
}

static void round_by_rule(double number, bool exact, const struct expr_unit *unit,
                          const struct expr_form *form, int significant, struct rounded *r) {
    if (form->has_digits) {
        round_to(number, unit, allowed(form->digits), r);
        return;
    }
    enum zeros zeros = zeros_of(unit);
    bool plain = expr_dimension_is_plain(unit->dimension) && unit->ten == 0;
    if (zeros == ZEROS_WHOLE || (exact && plain)) {
        round_to(number, unit, 0, r);
        if (r->digits.exact && (exact || r->digits.count <= WHOLE_DIGITS_MAX)) return;
    }
    if (significant == 0) significant = is_percent(unit) ? SIGNIFICANT_PERCENT : SIGNIFICANT;
    round_significant(number, unit, significant, r);
    if (zeros == ZEROS_DROP && r->digits.exact && r->power == 0) {
        while (r->decimals > 0 && r->digits.text[r->digits.count - 1] == '0') {
            r->digits.count--;
            r->decimals--;
        }
    }
}

static unsigned whole_part(const struct rounded *r) {
    unsigned whole = 0;
    for (int i = 0; i < r->digits.count - r->decimals; i++) {
        whole = whole * 10 + (unsigned)(r->digits.text[i] - '0');
        if (whole > 9999) break;
    }
    return whole;
}

/* Takes the next unit while the number, as it would be printed, reaches it. Returns whether *r is the number in that
 * unit, as it is rounded where it is not exact. */
static bool unit_by_size(const struct expr_value *value, const struct expr_form *form,
                         int significant, struct expr_unit *unit, struct rounded *r) {
    const struct ladder *ladder = ladder_of(value->dimension, value->capacity);
    const double number = value->number;
    bool rounded = false;
    *unit = (struct expr_unit){.dimension = value->dimension};
    for (int i = number == 0 && ladder ? ladder->zero : 0; ladder && ladder->units[i]; i++) {
        *unit = unit_of(ladder, i);
        rounded = expr_unit_scale(unit, number < 0 ? -number : number) < 2.0 * ladder->step;
        if (!rounded) continue;
        round_by_rule(number, false, unit, form, significant, r);
        bool over = r->power > 0 || (r->power == 0 && whole_part(r) >= ladder->step);
        if (!over) break;
    }
    return rounded;
}

struct expr_unit expr_unit_default(double number, struct expr_dimension dimension, bool capacity) {
    const struct expr_value value = {
        .number = number, .dimension = dimension, .capacity = capacity};
    struct expr_form form = {0};
    struct expr_unit unit;
    struct rounded r;
    unit_by_size(&value, &form, 0, &unit, &r);
    return unit;
}

/* ---- writing ----------------------------------------------------------------------------- */

static void write_rounded(struct expr_writer *w, bool negative, const struct rounded *r,
                          unsigned style) {
    bool zero = r->digits.count == 1 && r->digits.text[0] == '0';
    if (negative && !zero) expr_write_text(w, style & EXPR_STYLE_PAGE ? "\u2212" : "-");
    int whole = r->digits.count - r->decimals;
    if (whole <= 0) expr_write_text(w, "0");
    const bool commas = !(style & EXPR_STYLE_NO_COMMAS);
    for (int i = 0, next; i < whole; i = next) {
        next = commas ? i + (whole - i - 1) % 3 + 1 : whole;
        if (i > 0) expr_write_text(w, ",");
        expr_write(w, &r->digits.text[i], (size_t)(next - i));
    }
    if (r->decimals > 0) expr_write_text(w, ".");
    for (int i = whole; i < 0; i++)
        expr_write_text(w, "0");
    const int from = whole < 0 ? 0 : whole;
    expr_write(w, &r->digits.text[from], (size_t)(r->digits.count - from));
    if (r->power == 0) return;
    expr_write_text(w, r->power < 0 ? "e-" : "e");
    expr_write_count(w, (size_t)(r->power < 0 ? -r->power : r->power));
}

static void write_number(struct expr_writer *w, const struct expr_value *value,
                         const struct expr_form *form, int significant, unsigned style) {
    struct expr_unit unit = form->unit;
    struct rounded r;
    bool asked = form->has_unit && expr_dimension_equal(unit.dimension, value->dimension);
    bool rounded = !asked && unit_by_size(value, form, significant, &unit, &r);
    if (!rounded || value->exact)
        round_by_rule(value->number, value->exact, &unit, form, significant, &r);
    write_rounded(w, value->number < 0, &r, style);
    if (style & EXPR_STYLE_NO_UNIT) return;

    char text[64];
    struct expr_writer name = {text, sizeof text, 0};
    bool one = r.digits.count == 1 && r.digits.text[0] == '1' && r.decimals == 0;
    write_unit(&name, &unit, one);
    size_t length = expr_writer_finish(&name);
    bool close = text_is(unit.name, "x") || text_is(unit.name, "%"); /* 5.1×, 89% */
    if (length > 0 && !close) expr_write_text(w, style & EXPR_STYLE_PAGE ? "\u00A0" : " ");
    expr_write_text(w, text);
}

void expr_write_value(struct expr_writer *w, const struct expr_value *value,
                      const struct expr_form *form, int significant, unsigned style) {
    static const char *const truths[] = {"false", "true", "unknown"};
    struct expr_form chosen = form ? *form : (struct expr_form){0};
    switch (value->kind) {
    case EXPR_MISSING: expr_write_text(w, "not measured"); break;
    case EXPR_TEXT: expr_write_view(w, value->text); break;
    case EXPR_TRUTH: expr_write_text(w, truths[value->truth]); break;
    case EXPR_NUMBER:
        if (!expr_is_finite(value->number)) break;
        if (value->typed && !chosen.has_unit) {
            chosen.has_unit = value->form.has_unit;
            chosen.unit = value->form.unit;
            if (!chosen.has_digits && significant == 0) {
                chosen.has_digits = value->form.has_digits;
                chosen.digits = value->form.digits;
            }
        }
        write_number(w, value, &chosen, significant, style);
        break;
    }
}

size_t expr_format(const struct expr_value *value, const struct expr_form *form, unsigned style,
                   char *out, size_t size) {
    struct expr_writer writer = {out, size, 0};
    expr_write_value(&writer, value, form, 0, style);
    return expr_writer_finish(&writer);
}

size_t expr_format_number(double number, int decimals, unsigned style, char *out, size_t size) {
    const struct expr_value value = {.kind = EXPR_NUMBER, .number = number};
    const struct expr_form form = {.has_digits = true, .digits = (int8_t)allowed(decimals)};
    return expr_format(&value, &form, style, out, size);
}

size_t expr_wasm_format(double number, const char *unit, size_t unit_length, const char *in,
                        size_t in_length, char *out, size_t size) {
    struct expr_unit parsed = {0};
    struct expr_form form = {0};
    if (!expr_unit_parse((struct text){unit, unit_length}, &parsed)) parsed = (struct expr_unit){0};
    struct expr_value value = expr_number(number, parsed.dimension);
    form.has_unit = in_length && expr_unit_parse((struct text){in, in_length}, &form.unit);
    return expr_format(&value, &form, EXPR_STYLE_PAGE, out, size);
}
