/* lookup -- the names in an expression, answered out of the cards, and what comes of them as text.
 *
 *     stride.useful[8]      a point of a series
 *     fact.l2               what the driver reports; bytes of facts are capacities
 *     card.name run.date    of the card and of the run it was measured in; lookup.c lists them
 *     message.launch.registers   what the runtime answered, word for word: a text
 *     s                     a variable of a table block
 *     cited(…, id)          id of a source in the front matter of the page
 *
 * A name that this card lacks but another card has is known and missing: what is not measured here
 * is no mistake of the author. What no card has is an unknown name, with the nearest ones.
 *
 * Messages are recorded in a run, so a reported card has none. Where words have to stand on every
 * card (a title, a term), name the card that was asked: message.launch.registers@nvidia-h200.
 *
 * A lookup also notes what it was asked for, so that a value can say where it comes from. */
#pragma once

#include "base/nearest.h"
#include "page/page.h"

/* One thing an expression used: a point of a series, a fact, a message, a cited source or a
 * prediction. */
struct used {
    const struct card *card;
    const struct series *series;
    const struct point *point; /* the one of that series */
    const struct fact *fact;
    const struct card_message *message;
    const struct front_source *cited;
    struct text predicted; /* the kernel, as model( ) names it */
};

struct lookup {
    const struct evaluation *evaluation;
    const struct page *page; /* for its sources; NULL: none (gen eval) */
    const struct scope *scope;
    struct arena *arena;
    struct used *used; /* each once, in the order of asking; set used_count to 0 to start anew */
    size_t used_count, used_capacity;
    const char *missing; /* what is said of the first that had no value, "not measured"; or NULL */
};

/* The callbacks for expr_eval(). The lookup must outlive the environment. */
struct expr_env lookup_env(struct lookup *lookup);

/* The series of this card or, where it has none of that name, of the first card that does. */
const struct series *lookup_series(const struct evaluation *evaluation, struct text name);

/* The names of the card and its run, "card.name" and so on; NULL from the end on. */
const char *lookup_own_name(size_t index);

/* "nearest: a, b" among all series, or NULL. */
const char *lookup_nearest_series(const struct evaluation *evaluation, struct text name,
                                  struct arena *arena);

/* "stride, width": the axes of the series; empty if it is one value. */
struct text lookup_axis_names(const struct series *series, struct arena *arena);

/* "stride is one of 1, 2, 4": what the axis holds; and the values that are near to one. */
struct text lookup_axis_values(const struct axis *axis, struct arena *arena);
struct nearest lookup_near_values(const struct axis *axis, struct text value);

/* ---- values ------------------------------------------------------------------------------ */

/* What a value comes from. */
struct provenance {
    const struct used *used; /* each once, in the order of asking */
    size_t count;
    bool plain; /* it is the figure of the one thing that was used; else it was computed */
    /* "measured", "counted", "reported", or "derived" where it was computed; also "cited",
     * "predicted", "recorded"; empty for what the driver says and for typed numbers. */
    struct text origin;
    /* "4,601 to 4,655 GB/s", 5 to 95 % of the runs; empty where it is not known */
    struct text spread;
};

/* Of a point or a fact that is shown as it is: `value` is its number. Without a point, of what all points of a
 * series share, neither it nor the form is looked at. */
struct provenance provenance_plain(const struct used *used, const struct expr_value *value,
                                   const struct expr_form *form, struct arena *arena);

/* The same in a phrase, for a page of this card; empty where nothing was used. */
struct text provenance_words(const struct provenance *from, const struct card *page_card,
                             struct arena *arena);

/* One expression for one card, as text: what page_evaluate() and `gen eval` share. */
struct evaluated {
    enum value_state state;
    struct expr_value value;
    struct text shown;      /* as on a page; the reason where it is missing */
    struct text missing;    /* "not measured" or "not reported" where it is missing */
    struct provenance from; /* its `used` is the lookup's, until that is asked again */
    /* A figure of a reported card or of a cited source is in it. A prediction is none: its words say
     * that it is one. */
    bool reported;
};

/* False: *error says why. `lookup` is started anew. */
bool evaluate_value(struct lookup *lookup, const struct expr *expr, unsigned style,
                    struct evaluated *out, struct expr_error *error);
