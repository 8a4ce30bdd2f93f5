/* predict -- the bottleneck model (gen/model) for the cards of this course: model( ) in expressions,
 * whose arguments and fields are listed in content/README.md. `at_least` is the time of the levels that
 * are known, `ridge` FLOP per byte of DRAM, busy.LEVEL a share from 0 to 1.
 *
 * What a card's figures do not say is missing, with the name of the figure and the reason. */
#pragma once

#include "base/nearest.h"
#include "measure/card.h"
#include "model/catalog.h"

/* The figures of a card. Of a measured card, what only the compute capability says comes from
 * model/catalog.h. Reasons live in the arena. */
struct model_card predict_card(const struct card *card, struct arena *arena);

/* The kernels and the cards whose names are near. */
struct nearest predict_near_kernels(struct text name);
struct nearest predict_near_cards(const struct cards *cards, struct text id);

/* The context of predict_answer(). */
struct predict {
    const struct cards *cards;
    struct arena *arena;
};

/* The callback `model` of struct expr_env. */
enum expr_found predict_answer(void *context, const struct expr_query *query,
                               struct expr_answer *answer);
