/* axis.c -- see axis.h. */
#include "axis.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define LABEL_GAP 12.0  /* px between two labels beside each other */
#define TICK_LEAST 64.0 /* px from tick to tick on a lying axis, so that a plot stays calm */
#define LOG_TICK_LEAST 44.0
#define TICKS_APART 4.0    /* px between powers of two */
#define POWERS_MOST 4096.0 /* beyond, powers of two are nothing that one knows by sight */
#define UPRIGHT_LEAST 40.0 /* px from tick to tick on an upright axis */

/* ---- writing a tick ------------------------------------------------------------------------ */

void svg_decimal(char out[SVG_TICK_TEXT], unsigned long long digits, int exponent) {
    char plain[SVG_TICK_TEXT]; /* the digits, from the last on */
    int count = 0;
    assert(exponent >= -18 && exponent <= 18);
    while (exponent < 0 && digits % 10 == 0) {
        digits /= 10;
        exponent++;
    }
    for (int i = 0; i < exponent && digits != 0; i++)
        plain[count++] = '0';
    for (; digits != 0; digits /= 10)
        plain[count++] = (char)('0' + digits % 10);
    const int fraction = exponent < 0 ? -exponent : 0;
    while (count <= fraction)
        plain[count++] = '0';

    size_t at = 0;
    for (int i = count - 1; i >= 0; i--) {
        out[at++] = plain[i];
        if (i == fraction && fraction > 0)
            out[at++] = '.';
        else if (i > fraction && (i - fraction) % 3 == 0)
            out[at++] = ',';
    }
    out[at] = '\0';
    assert(at < SVG_TICK_TEXT);
}

void svg_bytes(char out[SVG_TICK_TEXT], double bytes) {
    static const char *const units[] = {" B", " KiB", " MiB", " GiB", " TiB"};
    size_t unit = 0;
    while (unit < 4 && bytes >= 1024) {
        bytes /= 1024;
        unit++;
    }
    /* Steps are powers of two, so three decimals of a quarter or an eighth are exact. */
    svg_decimal(out, (unsigned long long)floor(bytes * 1000 + 0.5), -3);
    memcpy(out + strlen(out), units[unit], strlen(units[unit]) + 1);
}

void svg_span_widen(struct svg_axis_span *span, double value) {
    span->low = fmin(span->low, value);
    span->high = fmax(span->high, value);
}

/* ---- positions ------------------------------------------------------------------------------- */

double svg_axis_at(const struct svg_axis_map *map, double value) {
    double part;
    if (map->scale == SVG_LINEAR)
        part = (value - map->low) / (map->high - map->low);
    else
        part = value <= map->low ? 0 : log2(value / map->low) / log2(map->high / map->low);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return map->from + part * (map->to - map->from);
}

double svg_tick_centre(const struct svg_tick *tick, const struct svg_axis_place *place) {
    double half = svg_text_room(tick->text, place->font) / 2 + 1;
    return fmax(half, fmin(tick->at, place->width - half));
}

struct svg_overhang svg_axis_overhang(const struct svg_axis_map *map,
                                      const struct svg_axis_place *place) {
    struct svg_overhang overhang = {0, 0};
    for (size_t i = 0; i < map->tick_count; i++) {
        double off = svg_tick_centre(&map->ticks[i], place) - map->ticks[i].at;
        overhang.left = fmax(overhang.left, ceil(off));
        overhang.right = fmax(overhang.right, ceil(-off));
    }
    return overhang;
}

static bool labels_apart(const struct svg_axis_map *map, const struct svg_axis_place *place) {
    const double least = place->upright             ? UPRIGHT_LEAST
                         : map->scale == SVG_LINEAR ? TICK_LEAST
                                                    : LOG_TICK_LEAST;
    for (size_t i = 1; i < map->tick_count; i++) {
        const struct svg_tick *a = &map->ticks[i - 1], *b = &map->ticks[i];
        if (fabs(a->at - b->at) < least) return false;
        if (place->upright) continue;
        double apart = fabs(svg_tick_centre(a, place) - svg_tick_centre(b, place));
        double need =
            (svg_text_room(a->text, place->font) + svg_text_room(b->text, place->font)) / 2;
        if (apart < need + LABEL_GAP) return false;
    }
    return true;
}

/* ---- linear axes ----------------------------------------------------------------------------- */

/* A step is 1, 2 or 5 × 10^e, or 2^e for bytes. */
struct step {
    unsigned m;
    int e;
};

static double power_of_ten(int exponent) {
    double power = 1;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
        power *= 10; /* exact up to 10^22 */
    return power;
}

static double times_power(double m, int e) {
    return e < 0 ? m / power_of_ten(e) : m * power_of_ten(e);
}

/* Returns m × 2^e or m × 10^e. */
static double power(double m, int e, bool binary) {
    return binary ? ldexp(m, e) : times_power(m, e);
}

static double step_size(struct step step, bool bytes) {
    return power(step.m, step.e, bytes);
}

static struct step next_step(struct step step, bool bytes) {
    if (bytes) return (struct step){1, step.e + 1};
    return step.m == 1   ? (struct step){2, step.e}
           : step.m == 2 ? (struct step){5, step.e}
                         : (struct step){1, step.e + 1};
}

/* Fills the ticks 0, step, 2 step … up to the axis' end; false if there are too many or one is a
 * fraction of a byte. The axis ends on a tick if that takes little more room than the data. */
static bool linear_ticks(struct svg_axis_map *map, double high, struct step step, bool bytes) {
    const double size = step_size(step, bytes);
    double steps = floor(high / size);
    if (steps >= SVG_TICKS_MAX - 1) return false;
    double rounded = (steps + 1) * size;
    map->high = high;
    if (steps * size < high && rounded <= high * 1.15) {
        map->high = rounded;
        steps += 1;
    }
    map->tick_count = (size_t)steps + 1;
    for (size_t i = 0; i < map->tick_count; i++) {
        struct svg_tick *tick = &map->ticks[i];
        if (bytes) {
            tick->value = (double)i * size;
            svg_bytes(tick->text, tick->value);
        } else {
            tick->value = times_power((double)(i * step.m), step.e);
            svg_decimal(tick->text, i * step.m, step.e);
        }
        tick->at = svg_axis_at(map, tick->value);
    }
    return true;
}

/* Finds the largest e with base^e <= value. */
static int log_floor(double value, bool binary) {
    int e = binary ? -40 : -12;
    while (power(1, e + 1, binary) <= value)
        e++;
    return e;
}

/* Sets ticks at 0, 1, 2, 4, 8 …: 0 and the largest always, the others while they keep their distance. */
static void fit_powers(struct svg_axis_map *map, double high, const struct svg_axis_place *place) {
    struct svg_tick ticks[SVG_TICKS_MAX];
    size_t count = 0;
    map->low = 0;
    map->high = high > 1 ? high : 1;
    const double zero = map->from + svg_text_room("0", place->font) / 2;
    double free = INFINITY; /* a label has to end before */
    for (int e = log_floor(map->high, true); e >= 0; e--) {
        struct svg_tick tick = {.value = ldexp(1, e)};
        svg_decimal(tick.text, 1ULL << e, 0);
        tick.at = svg_axis_at(map, tick.value);
        const double half = svg_text_room(tick.text, place->font) / 2;
        if (tick.at + half > free || tick.at - half < zero + TICKS_APART) continue;
        free = tick.at - half - TICKS_APART;
        ticks[count++] = tick;
    }
    map->tick_count = count + 1;
    map->ticks[0] = (struct svg_tick){.at = map->from, .text = "0"};
    for (size_t i = 0; i < count; i++)
        map->ticks[i + 1] = ticks[count - 1 - i];
}

static void fit_linear(struct svg_axis_map *map, double high, bool bytes,
                       const struct svg_axis_place *place) {
    high = high > 0 ? high : 1;
    map->low = 0;
    struct step step = {1, bytes ? 0 : -11};
    for (; step_size(step, bytes) <= high; step = next_step(step, bytes))
        if (step_size(step, bytes) * SVG_TICKS_MAX > high && linear_ticks(map, high, step, bytes) &&
            labels_apart(map, place))
            return;
    linear_ticks(map, high, step, bytes);
    map->tick_count = 1;
}

/* ---- logarithmic axes ------------------------------------------------------------------------ */

static void log_text(char out[SVG_TICK_TEXT], unsigned m, int e, bool binary, bool bytes) {
    if (bytes) {
        svg_bytes(out, power(m, e, binary));
    } else if (!binary) {
        svg_decimal(out, m, e);
    } else if (e >= 0) {
        svg_decimal(out, 1ULL << e, 0);
    } else { /* 2^-e is 5^e / 10^e: exact while it is short */
        unsigned long long fives = 1;
        int shown = -e > 6 ? 6 : -e;
        for (int i = 0; i < shown; i++)
            fives *= 5;
        if (-e > shown) /* rounded to nine decimals beyond 1/64 */
            svg_decimal(out, (unsigned long long)floor(ldexp(1e9, e) + 0.5), -9);
        else
            svg_decimal(out, fives, e);
    }
}

void svg_axis_text(char out[SVG_TICK_TEXT], bool bytes, double value) {
    int decimals = value > 0 ? 6 - log_floor(value, false) : 0;
    decimals = decimals < 0 ? 0 : decimals > 15 ? 15 : decimals;
    if (bytes)
        svg_bytes(out, value);
    else
        svg_decimal(out, (unsigned long long)floor(times_power(value, decimals) + 0.5), -decimals);
}

/* Sets a tick at m × base^e for each marked m and every `stride`-th e; false: too many. */
static bool log_ticks(struct svg_axis_map *map, int first, int last, int stride, bool between,
                      bool binary, bool bytes) {
    static const unsigned marks[] = {1, 2, 5};
    map->tick_count = 0;
    for (int e = first; e <= last; e += stride)
        for (size_t i = 0; i < (between ? 3 : 1); i++) {
            double value = power(marks[i], e, binary);
            if (value < map->low || value > map->high) continue;
            if (map->tick_count == SVG_TICKS_MAX) return false;
            struct svg_tick *tick = &map->ticks[map->tick_count++];
            tick->value = value;
            tick->at = svg_axis_at(map, value);
            log_text(tick->text, marks[i], e, binary, bytes);
        }
    return true;
}

/* Widens the axis to the tick well below `low`, so that a bar to `low` has a length, and past `high`. */
static void open_ends(struct svg_axis_map *map, int first, int last, bool binary) {
    static const unsigned marks[] = {1, 2, 5, 10};
    const double low = map->low, high = map->high;
    const size_t between = !binary && last - first <= 2 ? 4 : 1;
    map->low = power(binary ? 1 : 5, first - 1, binary);
    map->high = power(1, last + 1, binary);
    for (int e = first - 1; e <= last; e++)
        for (size_t i = 0; i < between; i++) {
            double value = power(marks[i], e, binary);
            if (value * 1.1 < low) map->low = fmax(map->low, value);
            if (value >= high && value > map->low) map->high = fmin(map->high, value);
        }
}

static void fit_log(struct svg_axis_map *map, struct svg_axis_span span, bool bytes,
                    const struct svg_axis_place *place) {
    const bool binary = map->scale == SVG_LOG2;
    const int first = log_floor(span.low, binary) - 1, last = log_floor(span.high, binary) + 1;
    map->low = span.low;
    map->high = span.high;
    if (span.open || span.low == span.high) open_ends(map, first + 1, last - 1, binary);
    if (!binary && last - first <= 4 && log_ticks(map, first, last, 1, true, binary, bytes) &&
        map->tick_count >= 2 && labels_apart(map, place))
        return;
    for (int stride = 1; stride <= last - first + 1; stride++) {
        /* Strided ticks lie on multiples of the stride, so that 2^10 keeps its place. */
        int start = first - ((first % stride) + stride) % stride;
        if (log_ticks(map, start, last, stride, false, binary, bytes) && map->tick_count >= 2 &&
            labels_apart(map, place))
            return;
    }
    /* Where no two powers fit, the axis names one of them, or its lower end. */
    if (!log_ticks(map, first, last, 1, false, binary, bytes) || map->tick_count == 0) {
        map->ticks[0] = (struct svg_tick){.value = map->low, .at = map->from};
        svg_axis_text(map->ticks[0].text, bytes, map->low);
    }
    map->tick_count = 1;
}

void svg_axis_fit(struct svg_axis_map *map, const struct svg_axis *axis, struct svg_axis_span span,
                  const struct svg_axis_place *place) {
    *map = (struct svg_axis_map){.scale = axis->scale, .from = place->from, .to = place->to};
    const bool bytes = axis->ticks == SVG_TICKS_BYTES;
    if (axis->scale == SVG_LINEAR && axis->ticks == SVG_TICKS_POWERS && span.high <= POWERS_MOST)
        fit_powers(map, span.high, place);
    else if (axis->scale == SVG_LINEAR)
        fit_linear(map, span.high, bytes, place);
    else
        fit_log(map, span, bytes, place);
}
