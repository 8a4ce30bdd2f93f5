/*
 * svg.h -- the figures of the course as SVG text: the memory ladder, bar charts, line charts.
 *
 * Purpose.  The caller has plain numbers and finished strings ("60 MiB", "4,271 GB/s") and wants
 * a figure to put into an HTML page (or to save as a file).  No code here uses a card or a
 * measurement, reads or writes a file, or looks at the locale, the clock, the environment or
 * the installed fonts: the same input gives the same bytes everywhere, on Cairo 1.16 and 1.18.
 *
 * Lifecycle.  Each drawing function takes borrowed input, keeps nothing of it, and returns a
 * svg_result by value.  On success `text` is a NUL-terminated string of `length` bytes that the
 * caller owns; svg_result_free() frees it.  On failure `text` is NULL, `code` says what is wrong
 * and `where` names the input field ("rows[3].cells[0].value").  A zero svg_result is valid and
 * may be freed.  Bad input is never drawn half.
 *
 * Invariants of every figure that is returned:
 *   - well-formed XML, one <svg> with xmlns, viewBox, width and height (of the drawing at full
 *     size), role="img", <title> and <desc>; its name is the title (aria-labelledby), its
 *     description the desc (aria-describedby); classes "svg-figure" and "svg-wide"/"svg-narrow";
 *   - every id starts with the caller's prefix and only ids of the same figure are referenced;
 *   - text is real <text> with textLength, the font list ends in a generic name, and no text lies
 *     over other text or outside the viewBox, even with a font that runs 15 % wider;
 *   - colours are CSS custom properties with the light value as fallback, see svg_palette_css();
 *   - colour is never the only sign: a label, a position, a pattern or a marker has the same meaning.
 *
 * Strings.  UTF-8, without control characters (a line break is one): SVG_ERR_TEXT otherwise.
 * They are escaped here and wrapped where they do not fit.  NULL and "" both mean "absent"; where
 * a string is required its absence is SVG_ERR_MISSING.  At most SVG_MAX_TEXT bytes each.
 *
 * Numbers.  A plotted value is 0 or lies in SVG_MIN_VALUE..SVG_MAX_VALUE (scale it into the unit
 * of the axis first); on a logarithmic axis it is above 0.  NaN, infinities and negative numbers
 * are SVG_ERR_NUMBER.  Positions are written with at most 2 decimals.
 *
 * Figures too wide for a phone are drawn twice by the caller, once for each layout (with two id
 * prefixes); svg_layout_css() shows the one that fits.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define SVG_MAX_TEXT 4096  /* bytes of one string */
#define SVG_MAX_PREFIX 64  /* bytes of an id prefix */
#define SVG_MAX_ROWS 512   /* rows of a bar chart, points of a line */
#define SVG_MAX_SERIES 8   /* bars in a group, lines in a chart, marks on the x axis */
#define SVG_MAX_SMS 4096   /* SMs of a card */
#define SVG_MIN_VALUE 1e-9 /* smallest plotted number but 0 */
#define SVG_MAX_VALUE 1e15 /* largest plotted number */

/* ---- results ------------------------------------------------------------------------------ */

enum svg_code {
    SVG_OK = 0,
    SVG_ERR_ID,      /* prefix is not [A-Za-z][A-Za-z0-9_-]* of at most SVG_MAX_PREFIX bytes */
    SVG_ERR_TEXT,    /* a string is not UTF-8, has a control character, or is too long */
    SVG_ERR_MISSING, /* a required string or array is absent */
    SVG_ERR_NUMBER,  /* NaN, infinite, negative or out of range; a spread that is not low <= high */
    SVG_ERR_LIMIT,   /* too many rows, series, points or SMs; the drawing would grow too large */
    SVG_ERR_MEMORY,  /* out of memory */
    SVG_ERR_CAIRO    /* Cairo refused a path (never seen; reported rather than drawn wrong) */
};

struct svg_result {
    char *text;    /* NULL on failure */
    size_t length; /* bytes, without the NUL */
    enum svg_code code;
    char where[64]; /* the field that is wrong; "" on success */
};

void svg_result_free(struct svg_result *result);

/* The figure for a file of its own: it brings the palette, light and dark, with it. The caller frees it. */
struct svg_result svg_standalone(const struct svg_result *figure);

/* Returns a static English phrase for a code ("not a number that can be drawn"). */
const char *svg_code_text(enum svg_code code);

/* ---- what all figures have ----------------------------------------------------------------- */

/* SVG_WIDE is 720 px wide; SVG_NARROW is 358 px (a 390 px phone less 16 px at each side). In both
 * no text is under 12 px at full size. */
enum svg_layout { SVG_WIDE = 0, SVG_NARROW };

/* Each level has one colour in every figure, table and tool page: var(--level-registers) … */
enum svg_level {
    SVG_LEVEL_NONE = 0, /* a colour of the chart's own */
    SVG_LEVEL_REGISTERS,
    SVG_LEVEL_SHARED,
    SVG_LEVEL_L1,
    SVG_LEVEL_L2,
    SVG_LEVEL_CONSTANT,
    SVG_LEVEL_LOCAL,
    SVG_LEVEL_DRAM
};
#define SVG_LEVEL_COUNT 8 /* with SVG_LEVEL_NONE */

/* Returns "registers", "shared", "l1", "l2", "constant", "local" or "dram"; "" for SVG_LEVEL_NONE. */
const char *svg_level_name(enum svg_level level);

/* The colour behind every figure, "#ffffff", on light pages or dark ones. */
const char *svg_surface(bool dark);

struct svg_frame {
    const char *id_prefix; /* required; unique in the page the figure goes into */
    const char *title;     /* required; the figure's accessible name */
    const char *desc;      /* required; what the figure says, for those who cannot see it */
    enum svg_layout layout;
};

/* A note is a string that may be unknown: `text` if given, else `missing` tells why (drawn soft and
 * in italics), else nothing is drawn. */
struct svg_note {
    const char *text;
    const char *missing;
};

/* Where a text leads: the classes belong to the page that has the drawing. */
struct svg_link {
    const char *href; /* NULL: nowhere */
    const char *classes;
};

/* ---- the ladder ---------------------------------------------------------------------------- */

struct svg_level_words {
    const char *name;         /* required: "Shared memory" */
    const char *scope;        /* who sees it: "one block" */
    struct svg_note capacity; /* "228 KiB per SM" */
    struct svg_note measured; /* "33.2 TB/s, 23 cycles" */
};

/*
 * The memory ladder of one card.  One SM is drawn large: the register file above, and shared
 * memory with the L1 cache in one box below it, both from the same left edge and with widths to
 * one scale of bytes (within 1 px).  Under it the row of all SMs, from which that one is drawn
 * out; then L2 as one band over the whole row, the chip's edge, and DRAM below it.
 *
 * Bytes are per SM.  0 means unknown: the box is then drawn dashed, without a scale.  unified is
 * the storage that shared memory and L1 divide; where it is 0 the L1 box is dashed beside the
 * shared box.  unified below shared is SVG_ERR_NUMBER.
 */
struct svg_hierarchy {
    const char *sm_name;  /* required: "Streaming multiprocessor (SM)" */
    const char *sm_share; /* required: "one of 132 SMs" */
    size_t sm_count;      /* 0: unknown, a plain row is drawn; at most SVG_MAX_SMS */
    double registers_bytes;
    double shared_bytes;
    double unified_bytes;
    struct svg_level_words registers;
    struct svg_level_words shared;
    struct svg_level_words l1;
    struct svg_level_words l2;
    struct svg_level_words dram;
    struct svg_level_words constant; /* optional, in the DRAM band: left out when it has no name */
    struct svg_level_words local;    /* optional, same */
    const char *measured_head;       /* heading of the measured figures, "Measured" */
    const char *off_chip;            /* words at the chip's edge, "chip edge" */
    const char *note;                /* small print: "Widths inside the SM are to scale." */
};

struct svg_result svg_hierarchy(const struct svg_hierarchy *in, const struct svg_frame *frame);

/* ---- charts -------------------------------------------------------------------------------- */

enum svg_scale { SVG_LINEAR = 0, SVG_LOG2, SVG_LOG10 };

/* How the library writes its ticks: 4,000 or 0.25; or bytes as 512 B, 32 KiB, 1 MiB. Ticks of a
 * linear axis are 1, 2 or 5 times a power of ten apart (powers of two for SVG_TICKS_BYTES), or stand at 0, 1, 2,
 * 4, 8 … for SVG_TICKS_POWERS if it ends by 4,096: for counts whose powers of two matter, such as strides. */
enum svg_ticks { SVG_TICKS_PLAIN = 0, SVG_TICKS_BYTES, SVG_TICKS_POWERS };

struct svg_axis {
    const char *label; /* required: what is plotted and its unit, "GB/s, read and write counted" */
    enum svg_scale scale;
    enum svg_ticks ticks;
};

/* A line across the plot, such as the rated bandwidth, is drawn where it has a label. */
struct svg_reference {
    const char *label;
    double value; /* in the axis' unit */
};

/* The bars of a group, or lines of a chart, are told apart by colour, lightness and pattern. */
struct svg_series {
    const char *name; /* required */
    enum svg_level level;
};

struct svg_cell {
    double value;     /* in the axis' unit; not read when missing */
    const char *text; /* what stands at the bar's end: "4,271 GB/s" */
    bool has_spread;  /* draw a whisker from low to high (p05, p95) */
    double low;
    double high;
    const char *missing; /* why there is no value: drawn instead of the bar */
    const char *title;   /* what the bar alone says, shown where it is pointed at */
};

struct svg_bar_row {
    const char *label;            /* required */
    enum svg_level level;         /* colour of the bar when there are no series */
    const struct svg_cell *cells; /* one; or one for each series, in their order */
};

/* The bars are horizontal from 0 (from the axis's first tick when logarithmic), one row or one
 * group for each label, in the order given. A bar's end is right within half a pixel. */
struct svg_bars {
    struct svg_axis axis;
    const struct svg_bar_row *rows;
    size_t row_count; /* 1..SVG_MAX_ROWS */
    const struct svg_series *series;
    size_t series_count; /* 0 or 1: one bar a row */
    struct svg_reference reference;
};

struct svg_result svg_bars(const struct svg_bars *in, const struct svg_frame *frame);

struct svg_point {
    double x;
    double y; /* not read when missing */
    bool has_spread;
    double low;
    double high;
    const char *missing; /* why there is no y: a gap in the line and a line below the chart */
    const char *text;    /* written beside the marker, where there is room: "32.0" */
    const char *title;   /* what the point alone says, shown where it is pointed at */
    double roof;         /* in the axis' unit; above y: a broken line from the marker up to there */
};

struct svg_line {
    const char *name; /* required unless it is the only line, or its points have texts */
    enum svg_level level;
    const struct svg_point *points; /* in order of x */
    size_t point_count;             /* 1..SVG_MAX_ROWS */
};

/* A stretch of x that has a name: tinted in its level's colour, as are the markers of a lone line in it. */
struct svg_zone {
    const char *label; /* required */
    enum svg_level level;
    double from, to; /* in the unit of x, from below to */
};

/* Every line has a marker at each point. Linear axes begin at 0. */
struct svg_lines {
    struct svg_axis x;
    struct svg_axis y;
    const struct svg_line *lines;
    size_t line_count;              /* 1..SVG_MAX_SERIES */
    struct svg_reference reference; /* a level of y */
    const struct svg_reference *marks;
    size_t mark_count; /* places on x, "L2 60 MiB"; at most SVG_MAX_SERIES */
    const struct svg_zone *zones;
    size_t zone_count; /* in order of x, none over another; at most SVG_MAX_SERIES */
    bool keys_above;   /* names above the plot, never at the lines' ends: for lone points */
    bool stems;        /* no line: each point stands on a stem, for there is nothing between two */
};

struct svg_result svg_lines(const struct svg_lines *in, const struct svg_frame *frame);

/* ---- for the page's style sheet -------------------------------------------------------------- */

/*
 * The palette as CSS: `:root{…}` with the light values, and the dark ones both under
 * `@media (prefers-color-scheme: dark)` and for `:root[data-theme="dark"]` (and light for
 * `[data-theme="light"]`, so that a page may offer a switch). Names, of which palette.h is the
 * one source:
 *
 *   --surface --surface-soft     the page, and panels on it
 *   --ink --ink-soft             text (>= 4.5:1 on both surfaces)
 *   --line                       hairlines that carry no meaning
 *   --level-NAME                  >= 4.5:1 on both surfaces: bars, swatches, and also text
 *   --level-NAME-soft             a tint for backgrounds; ink and ink-soft on it >= 4.5:1
 *   --on-level                    text on a solid level colour
 *   --mark-1 … --mark-4          chart colours of no level, one hue in four lightnesses
 *
 * A static string, never freed.
 */
const char *svg_palette_css(void);

/* Returns the rules for the two layouts, a static string: a figure fills its column up to its full
 * size, and the narrow one takes the wide one's place up to 759 px of viewport. */
const char *svg_layout_css(void);

/* ---- pictures of dots ---------------------------------------------------------------------- */

/* The two weights of Inter that words are set in, from the bytes of font files that FreeType reads; the
 * bytes have to stay. NULL: they are no fonts. What is installed is not asked for. */
struct svg_letters;
struct svg_bytes {
    const void *bytes;
    size_t length;
};
struct svg_letters *svg_letters_open(struct svg_bytes regular, struct svg_bytes semibold);
void svg_letters_close(struct svg_letters *letters); /* NULL: nothing */

/* A link to a page as others show it (og:image), 1200 x 630 dots, as a PNG. The title takes four lines at
 * most. */
struct svg_preview {
    struct svg_letters *letters; /* required */
    const char *site;            /* required: "The GPU memory hierarchy, measured" */
    const char *kind;            /* "Glossary" */
    const char *title;           /* required */
};

struct svg_result svg_preview(const struct svg_preview *in);

/* The mark of the site in a square of `size` dots, as a PNG. */
struct svg_result svg_icon(int size);
