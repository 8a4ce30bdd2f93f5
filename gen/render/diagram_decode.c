/* diagram_decode -- diagram:decode, the weights of a language model and the L2 of the card to scale.
 *
 * Writing one token reads every weight once. The page gives the sizes of the model, with their
 * sources; the L2 and the rate of its DRAM are the card's. */
#include "render/diagram.h"
#include "render/quantity.h"
#include "svg/diagrams.h"

enum { MATRIX, WEIGHTS };
static const char *const parameters[] = {"matrix", "weights", NULL};

static const char *part_of_l2(const struct reading *reading, double l2) {
    if (l2 <= 0) return NULL;
    struct text share = quantity_in(reading->arena, "%", l2 / reading->given[WEIGHTS].number);
    return reading_printf(reading, "%s of all weights", share.ptr);
}

/* Says "the L2 holds 54% of it", or that it fits. */
static const char *matrix_in_l2(const struct reading *reading, double l2) {
    const double ratio = l2 / reading->given[MATRIX].number;
    if (l2 <= 0) return NULL;
    if (ratio >= 1) return "fits into the L2, among many others";
    return reading_printf(reading, "the L2 holds %s of it",
                          quantity_in(reading->arena, "%", ratio).ptr);
}

static const char *capacity(const struct reading *reading, double size) {
    return size > 0 ? quantity_capacity(reading->arena, TEXT("B"), size).ptr : "not known";
}

/* The time to read all weights once, by the best figure that the card has for reading DRAM;
 * where they do not fit into it there is none. */
static const char *time_of_token(const struct reading *reading) {
    static const struct {
        const char *series, *at, *words;
    } rates[] = {{"bandwidth.rate", "dram", "read once a token"},
                 {"copy.rate", "read", "read once a token"},
                 {"dram.rated", NULL, "read once a token, at the rated bandwidth"}};
    const double dram = reading_fact(reading, "dram");
    if (dram > 0 && dram < reading->given[WEIGHTS].number)
        return reading_printf(reading, "more than the %s of its DRAM", capacity(reading, dram));
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        struct reading_point rate = reading_point(reading, rates[i].series, rates[i].at, NULL);
        if (!rate.known || rate.number <= 0) continue;
        struct text time =
            quantity_alone(reading->arena, TEXT("s"), reading->given[WEIGHTS].number / rate.number);
        return reading_printf(reading, "%s: %s", rates[i].words, time.ptr);
    }
    return "read once a token";
}

static struct svg_result draw(const struct reading *reading, const struct svg_frame *frame) {
    const double l2 = reading_fact(reading, "l2");
    const struct svg_area areas[] = {
        {.name = "All weights",
         .amount = reading->given[WEIGHTS].text.ptr,
         .remark = time_of_token(reading),
         .size = reading->given[WEIGHTS].number,
         .level = SVG_LEVEL_DRAM},
        {.name = "One matrix of them",
         .amount = reading->given[MATRIX].text.ptr,
         .remark = matrix_in_l2(reading, l2),
         .size = reading->given[MATRIX].number,
         .level = SVG_LEVEL_DRAM},
        {.name = "L2 cache",
         .amount = capacity(reading, l2),
         .remark = part_of_l2(reading, l2),
         .size = l2,
         .level = SVG_LEVEL_L2},
    };
    const struct svg_areas in = {
        .areas = areas,
        .area_count = sizeof areas / sizeof *areas,
        .note = "Areas are to one scale of bytes.",
    };
    return svg_areas(&in, frame);
}

static struct text sentence(const struct reading *reading) {
    const double l2 = reading_fact(reading, "l2");
    const char *part = part_of_l2(reading, l2), *matrix = matrix_in_l2(reading, l2);
    return arena_printf(
        reading->arena, "All weights: %.*s, %s. One matrix of them: %.*s%s%s. L2: %s%s%s.",
        TEXT_ARG(reading->given[WEIGHTS].text), time_of_token(reading),
        TEXT_ARG(reading->given[MATRIX].text), matrix ? ", " : "", matrix ? matrix : "",
        capacity(reading, l2), part ? ", " : "", part ? part : "");
}

const struct diagram diagram_decode = {
    .name = "decode",
    .shows = "the weights of a language model beside the L2 cache",
    .needs = "two cited sizes behind a ? (see content/README.md); fact.l2, bandwidth.rate",
    .title = "Weights of a language model and the L2 of the",
    .of_card = true,
    .measured = "its L2 from its driver, the time from the rate measured on it",
    .parameters = parameters,
    .draw = draw,
    .sentence = sentence,
};
