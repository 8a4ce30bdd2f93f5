/* predict -- the bottleneck model (gen/model) for the cards of this course: model( ) in expressions,
 * whose arguments and fields are listed in content/README.md. `at_least` is the time of the levels that
 * are known, `ridge` FLOP per byte of DRAM, busy.LEVEL a share from 0 to 1.
 *
 * A figure that the card does not have is missing, with its name and the reason. */
#pragma once

#include "base/nearest.h"
#include "measure/card.h"
#include "model/catalog.h"

/* Returns the figures of a card. Where its file has no such fact, the compute capability fixes it, or it
 * follows from what the kernels measured: see enum model_rule. Reasons live in the arena. */
struct model_card predict_card(const struct card *card, struct arena *arena);

/* Returns the point at this role of a series; a role that is NULL asks a series without axes. */
const struct point *predict_point(const struct card *card, const char *name, const char *role);

/* Returns the kernels, and the cards, whose names are near. */
struct nearest predict_near_kernels(struct text name);
struct nearest predict_near_cards(const struct cards *cards, struct text id);

/* The context of predict_answer(), which is the callback `model` of struct expr_env. */
struct predict {
    const struct cards *cards;
    struct arena *arena;
};

enum expr_found predict_answer(void *context, const struct expr_query *query,
                               struct expr_answer *answer);
