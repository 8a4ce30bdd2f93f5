/* quantity -- numbers of a card as the reader sees them: one place that calls expr_format(). Drawings and
 * tables that pick out a few of them read them here too.
 *
 * Facts in bytes are capacities (KiB, MiB), series in bytes are traffic (kB, MB) but for sizes that
 * data has in a memory. A unit of a measurement file that is not known prints the number bare; loading
 * the file has reported it. */
#pragma once

#include "expr/expr.h"
#include "measure/card.h"
#include "model/catalog.h"
#include "svg/svg.h"

/* A unit of the file with what it is printed in. */
struct quantity {
    struct expr_dimension dimension;
    bool capacity;
    struct expr_form form; /* zero: by size, for each number alone */
    struct text unit;      /* as shown: "GB/s"; empty when the form is zero or the number plain */
};

/* Each number with its own prefix. */
struct quantity quantity_of(struct text unit, bool capacity);
/* All numbers in the unit that suits `largest`, as a chart or a table column needs it. */
struct quantity quantity_common(struct arena *arena, struct text unit, bool capacity,
                                double largest);
/* All numbers of a series in one unit. */
struct quantity quantity_series(struct arena *arena, const struct series *series);

/* "4,271 GB/s", with a no-break space. */
struct text quantity_text(struct arena *arena, const struct quantity *quantity, double number);
/* The same without the unit: "4,271". */
struct text quantity_bare(struct arena *arena, const struct quantity *quantity, double number);
/* One number with its own prefix: as traffic, as a capacity; a plain one in a given unit, "%". */
struct text quantity_alone(struct arena *arena, struct text unit, double number);
struct text quantity_capacity(struct arena *arena, struct text unit, double number);
struct text quantity_in(struct arena *arena, const char *unit, double number);
/* A figure of the model; `otherwise` where it is not known. */
struct text quantity_figure(struct arena *arena, const char *unit, struct model_figure figure,
                            const char *otherwise);
/* A fact of a card; empty where it is missing, or NULL. */
struct text quantity_fact(struct arena *arena, const struct fact *fact);
/* A value of an expression, in the form that it asks for. */
struct text quantity_value(struct arena *arena, const struct expr_value *value,
                           const struct expr_form *form, unsigned style);
/* The number that a chart plots: in the common unit; 0 if it is too small to be seen there. */
double quantity_plot(const struct quantity *quantity, double number);

/* Sizes that data has in a memory (footprint, slice, frame) are capacities, other bytes traffic. */
bool series_is_capacity(const struct series *series);
/* The largest median (or p95, where there is one) of a series; 0 when all is missing. */
double series_largest(const struct series *series);
/* Is the spread of a point known? A reported figure has none. */
bool point_has_spread(const struct point *point);

/* ---- single numbers --------------------------------------------------------------------------- */

/* A figure that the page gives to a drawing, out of a source that it names. */
struct reading_given {
    double number; /* in base units */
    struct text text;
};

struct html; /* html.h */

struct reading {
    const struct card *card;
    struct arena *arena;
    const struct html *
        html; /* of the page, from which figures of a drawing lead to their rows; NULL: they do not */
    const struct reading_given *given; /* one for each parameter of a diagram; NULL: it has none */
    bool nothing_known; /* a drawing found no figure of the card that it could show */
};

/* A point of a series by its roles ("copy", "l2"); NULL for an axis that is not there. */
struct reading_point {
    bool known;
    double number;        /* in base units */
    struct svg_note note; /* its text with a unit, or why there is none */
    struct text why;      /* the same in the words of its file; may be empty */
    struct text warning;  /* what the file says beside a figure that is known; may be empty */
    const struct series *series;
    const struct point *point; /* of a figure that is known */
};
struct reading_point reading_point(const struct reading *reading, const char *name,
                                   const char *first, const char *second);
/* A fact in base units; 0 where the card does not say it. */
double reading_fact(const struct reading *reading, const char *name);

/* What a kernel of the model does with a measured number of elements or rows. */
struct model_work reading_work(const struct model_kernel *kernel, double size,
                               struct model_figure l2);

/* A note without text, for this reason; where there is none, what is said of the card in general. */
struct svg_note reading_lacks(const struct reading *reading, struct text why);

/* A finished text for svg/, as printf makes it. */
#define reading_printf(reading, ...) (arena_printf((reading)->arena, __VA_ARGS__).ptr)
