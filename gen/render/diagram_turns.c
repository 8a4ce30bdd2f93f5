/* diagram_turns -- diagram:latency-hiding, the warps of one scheduler while loads are on their way. */
#include <math.h>

#include "render/diagram.h"
#include "render/quantity.h"
#include "render/reading.h"
#include "svg/diagrams.h"

/* An SM has 4 schedulers since compute capability 5.0 (Kernel Profiling Guide, SM sub-partitions). */
enum { SCHEDULERS = 4, LANES = 32, FEW = 4, RUNS = 2 };

/* A card of which less is known gets a picture of this many, without numbers. */
enum { SOME_WARPS = 8, SOME_WAIT = 7 };

struct turns {
    double warps; /* of a scheduler, with every place of the SM taken */
    double wait;  /* cycles of a load from DRAM */
    double work;  /* instructions of each warp that fill the wait of one */
    bool known;   /* both are the card's */
};

static struct turns turns_of(const struct reading *reading) {
    struct turns turns = {.warps = SOME_WARPS, .wait = SOME_WAIT, .work = 1};
    struct reading_point wait = reading_point(reading, "latency.cycles", "dram", NULL);
    double threads = reading_fact(reading, "threads.sm");
    double warps = floor(threads / LANES / SCHEDULERS);
    if (warps <= FEW || warps > SVG_TURNS_MAX || !wait.known || wait.number <= 0) return turns;
    return (struct turns){warps, wait.number, ceil(wait.number / (warps - 1)), true};
}

static const char *plain(const struct reading *reading, double number) {
    return quantity_alone(reading->arena, TEXT("1"), number).ptr;
}

static const char *cycles(const struct reading *reading, double number) {
    return quantity_alone(reading->arena, TEXT("cycle"), floor(number + 0.5)).ptr;
}

/* Says "25% of the cycles issue"; every warp works once in a turn. */
static const char *busy(const struct reading *reading, const struct turns *turns, double warps) {
    const double share = fmin(1, warps * turns->work / (turns->work + turns->wait));
    if (!turns->known) return share < 1 ? "the scheduler has gaps" : "no cycle is left empty";
    if (share == 1) return "every cycle issues";
    return reading_printf(reading, "%s of the cycles issue",
                          quantity_in(reading->arena, "%", share).ptr);
}

static struct svg_turns_run run_of(const struct reading *reading, const struct turns *turns,
                                   double warps) {
    return (struct svg_turns_run){.name =
                                      reading_printf(reading, "%s warps", plain(reading, warps)),
                                  .busy = busy(reading, turns, warps),
                                  .first = "warp 1",
                                  .last = reading_printf(reading, "warp %s", plain(reading, warps)),
                                  .warps = (size_t)warps};
}

static struct svg_result draw(const struct reading *reading, const struct svg_frame *frame) {
    const struct turns turns = turns_of(reading);
    const struct svg_turns_run runs[RUNS] = {run_of(reading, &turns, FEW),
                                             run_of(reading, &turns, turns.warps)};
    const struct svg_turns in = {
        .runs = runs,
        .run_count = RUNS,
        .work = turns.work,
        .wait = turns.wait,
        .scheduler = "scheduler",
        .working = !turns.known ? "issues instructions"
                                : reading_printf(reading, "issues %s instructions",
                                                 plain(reading, turns.work)),
        .waiting = !turns.known
                       ? "waits for DRAM"
                       : reading_printf(reading, "waits %s for DRAM", cycles(reading, turns.wait)),
        .note = turns.known ? "One scheduler of an SM, two turns of a warp. A memory under load "
                              "would answer later."
                            : "One scheduler of an SM, two turns of a warp; the lengths are an "
                              "example.",
    };
    return svg_turns(&in, frame);
}

static struct text sentence(const struct reading *reading) {
    const struct turns turns = turns_of(reading);
    if (!turns.known)
        return TEXT("With few warps the scheduler has gaps while all of them wait; with enough of "
                    "them one is always ready.");
    return arena_printf(reading->arena,
                        "Each warp issues %s instructions, then waits %s for DRAM. With %d warps "
                        "%s, with %s warps %s.",
                        plain(reading, turns.work), cycles(reading, turns.wait), FEW,
                        busy(reading, &turns, FEW), plain(reading, turns.warps),
                        busy(reading, &turns, turns.warps));
}

static bool known(const struct reading *reading) {
    return turns_of(reading).known;
}

const struct diagram diagram_latency_hiding = {
    .name = "latency-hiding",
    .shows = "warps that take turns while loads are under way",
    .needs = "latency.cycles, fact.threads.sm",
    .title = "Warps of one scheduler while loads are on their way",
    .measured = "the latency measured on it, the rest computed",
    .known = known,
    .draw = draw,
    .sentence = sentence,
};
