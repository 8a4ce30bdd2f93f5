/* bottleneck -- see bottleneck.h. */
#include "model/bottleneck.h"

#define TIE 1e-9
enum { FLOP_PER_FMA = 2, BYTES_PER_FLOP = 6 };

static struct model_figure shared_rate(const struct model_card *card, const struct model_how *how) {
    struct model_figure width = figure_times(card->banks, card->bank_width);
    if (how->measured && how->access != MODEL_ACCESS_4) return card->measured_shared;
    if (how->access == MODEL_ACCESS_4) width = card->shared_scalar;
    if (how->access == MODEL_ACCESS_16) width = card->shared_vector;
    return figure_times(figure_times(card->sms, width), card->clock);
}

struct model_rates model_rates(const struct model_card *card, const struct model_how *how,
                               bool writes) {
    struct model_rates rates;
    struct model_figure lanes = figure_times(card->sms, card->lanes);
    struct model_figure compute =
        figure_times(figure_times(figure_known(FLOP_PER_FMA), lanes), card->clock);
    rates.rate[MODEL_COMPUTE] = compute;
    rates.rate[MODEL_REGISTERS] = figure_times(figure_known(BYTES_PER_FLOP), compute);
    rates.rate[MODEL_SHARED] = shared_rate(card, how);
    rates.rate[MODEL_L2] =
        how->measured ? card->measured_l2 : figure_times(card->l2_width, card->clock);
    rates.rate[MODEL_DRAM] = !how->measured ? card->dram
                             : writes       ? card->measured_copy
                                            : card->measured_read;
    return rates;
}

struct model_figure model_ridge(const struct model_rates *rates) {
    return figure_over(rates->rate[MODEL_COMPUTE], rates->rate[MODEL_DRAM]);
}

/* A level that is not used needs no rate. */
static struct model_figure seconds_of(struct model_figure amount, struct model_figure rate) {
    if (amount.known && amount.value == 0) return figure_known(0);
    return figure_over(amount, rate);
}

struct model_result model_predict(const struct model_work *work, const struct model_rates *rates) {
    struct model_result result = {.bound = MODEL_COMPUTE, .unknown = MODEL_LEVELS};
    // region: slowest
    for (int i = 0; i < MODEL_LEVELS; i++) {
        result.seconds[i] = seconds_of(work->amount[i], rates->rate[i]);
        if (!result.seconds[i].known) {
            if (result.unknown == MODEL_LEVELS) result.unknown = (enum model_level)i;
        } else if (result.seconds[i].value > result.at_least) {
            result.at_least = result.seconds[i].value;
            result.bound = (enum model_level)i;
        }
    }
    // endregion
    struct model_figure compute = result.seconds[MODEL_COMPUTE];
    if (compute.known && compute.value >= result.at_least * (1 - TIE)) result.bound = MODEL_COMPUTE;
    bool known = result.unknown == MODEL_LEVELS;
    result.time = known ? figure_known(result.at_least)
                        : figure_unknown(result.seconds[result.unknown].reason);
    for (int i = 0; i < MODEL_LEVELS; i++) {
        result.busy[i] = result.seconds[i];
        if (!known)
            result.busy[i] = result.time;
        else if (result.at_least > 0)
            result.busy[i] = figure_known(result.seconds[i].value / result.at_least);
    }
    return result;
}
