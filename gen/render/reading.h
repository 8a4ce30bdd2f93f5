/* reading -- single numbers and facts of a card, for drawings that pick out a few of them. A page may
 * give a drawing figures that no card has, each with its source. */
#pragma once

#include "measure/card.h"
#include "model/catalog.h"
#include "svg/svg.h"

/* A figure that the page gives, out of a source that it names. */
struct reading_given {
    double number; /* in base units */
    struct text text;
};

struct reading {
    const struct card *card;
    struct arena *arena;
    const struct reading_given *given; /* one for each parameter of a diagram; NULL: it has none */
};

/* A point as it reads: its number in base units and its text with a unit, or why there is none (empty
 * where the card does not say). */
struct reading_point {
    bool known;
    double number;
    struct text text, why;
};

/* By its roles ("copy", "l2"); NULL for an axis that is not there. */
struct reading_point reading_point(const struct reading *reading, const char *name,
                                   const char *first, const char *second);

/* What a kernel of the model does with a measured number of elements or rows. */
struct model_work reading_work(const struct model_kernel *kernel, double size,
                               struct model_figure l2);

/* Why a drawing has no text; empty: what is said of the card in general. */
struct svg_note reading_lacks(const struct reading *reading, struct text why);

/* A finished text for svg/, as printf makes it. */
#define reading_printf(reading, ...) (arena_printf((reading)->arena, __VA_ARGS__).ptr)

/* In base units; 0 where the card does not say it. */
double reading_fact(const struct reading *reading, const char *name);
