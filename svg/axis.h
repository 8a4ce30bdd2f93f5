/*
 * axis.h -- from numbers to px, and the ticks of an axis. Private to svg/.
 *
 * Ticks are chosen as exact decimal (or binary) numbers, a whole number times a power of ten (or
 * two), and written from that whole number, so that no tick reads 0.30000000000000004. Of the
 * steps 1, 2 and 5 times a power of ten the finest is taken whose labels keep their distance.
 */
#pragma once

#include "svg.h"
#include "text.h"

#define SVG_TICKS_MAX 16
#define SVG_TICK_TEXT 48

struct svg_tick {
    double value;
    double at; /* px */
    char text[SVG_TICK_TEXT];
};

struct svg_axis_map {
    enum svg_scale scale;
    double low, high;  /* the numbers at the two ends */
    double from, to;   /* px of the two ends; to < from for an axis that goes up */
    size_t tick_count; /* at least 1 */
    struct svg_tick ticks[SVG_TICKS_MAX];
};

/* Labels lie beside each other, where their widths count and they are kept inside 0..width, or
 * above each other. */
struct svg_axis_place {
    double from, to;
    struct svg_font font;
    bool upright;
    double width; /* of the canvas; not read when upright */
};

/* The values that an axis must show. On linear axes low is not read (they begin at 0). With
 * `open` set a logarithmic axis begins a tick below low, so that a bar to low has a length, and
 * ends on a tick; otherwise it spans exactly low..high. */
struct svg_axis_span {
    double low, high;
    bool open;
};

/* Widens the span to hold a value; a span that holds none yet begins with .low = SVG_MAX_VALUE. */
void svg_span_widen(struct svg_axis_span *span, double value);

/* The numbers must have passed svg_check_value(), positive ones on logarithmic axes. */
void svg_axis_fit(struct svg_axis_map *map, const struct svg_axis *axis, struct svg_axis_span span,
                  const struct svg_axis_place *place);

/* Returns the px of a value, kept within the axis' ends. */
double svg_axis_at(const struct svg_axis_map *map, double value);

/* The overhang is how far labels on a lying axis leave the canvas on each side, 0 if they do not: a
 * caller moves the axis in by that much and fits it anew, so that labels are centred on ticks. */
struct svg_overhang {
    double left, right;
};
struct svg_overhang svg_axis_overhang(const struct svg_axis_map *map,
                                      const struct svg_axis_place *place);

/* Returns the centre of a tick's label on a lying axis: at the tick, but inside the canvas. */
double svg_tick_centre(const struct svg_tick *tick, const struct svg_axis_place *place);

/* Writes digits × 10^exponent with thousands commas: (25, -2) is "0.25", (4, 3) is "4,000". */
void svg_decimal(char out[SVG_TICK_TEXT], unsigned long long digits, int exponent);

/* Writes bytes in the largest IEC unit of which there is at least one: "32 KiB", "1.5 MiB". */
void svg_bytes(char out[SVG_TICK_TEXT], double bytes);

/* Writes a number as an axis of bytes, or another one, would, with at most 6 digits after the
 * first. */
void svg_axis_text(char out[SVG_TICK_TEXT], bool bytes, double value);
