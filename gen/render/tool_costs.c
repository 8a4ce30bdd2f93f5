/* tool_costs -- what an access costs on each card, for the simulator: as a command of the exercise, and as a row with the
 * figures that it rounds. A reader's own card stands among them: gen/web/. */
#include <math.h>

#include "course/address.h"
#include "model/simulator.h"
#include "render/tool.h"

/* In the series of loads, and in the summary's words. */
static const struct {
    const char *role, *head;
} levels[SIMULATOR_LEVELS] = {[SIMULATOR_REG] = {"register", "level.register"},
                              [SIMULATOR_SHARED] = {"shared", "level.shared"},
                              [SIMULATOR_L1] = {"l1", "rank.l1"},
                              [SIMULATOR_L2] = {"l2", "level.l2"},
                              [SIMULATOR_DRAM] = {"dram", "level.dram"}};

static struct text head_of(const struct site_build *build, enum simulator_level level) {
    return words_of(&build->words, WORDS_SUMMARY, text_of(levels[level].head));
}

/* Says "latency shared 23 l1 32 l2 281 dram 666": whole cycles, of what the card knows; empty where a level of both
 * caches or DRAM is not known. */
static struct text command(struct arena *arena, const struct reading_point *costs) {
    struct buf out = {0};
    buf_str(&out, "latency");
    for (enum simulator_level i = 0; i < SIMULATOR_LEVELS; i++) {
        if (costs[i].known)
            buf_printf(&out, " %s %.0f", simulator_level_names[i], round(costs[i].number));
        else if (i >= SIMULATOR_L1)
            buf_free(&out);
        if (!out.len) return (struct text){0};
    }
    return buf_take(&out, arena);
}

static void put_cells(struct site_build *build, struct data *item, struct text from,
                      const struct card *card, const struct reading_point *costs) {
    struct data *cells = data_put_list(item, "cells");
    for (enum simulator_level i = 0; i < SIMULATOR_LEVELS; i++) {
        const struct used used = numbers_point(card, &costs[i]);
        const struct text shown = costs[i].known ? text_of(costs[i].note.text) : TEXT("");
        struct data *cell = data_add(cells);
        data_text(cell, "head", head_of(build, i));
        data_flag(cell, "reported", card->reported);
        data_html(cell, "value", numbers_row(build, from, &used, shown));
    }
}

static void put_card(struct site_build *build, struct data *list, struct text from,
                     const struct card *card) {
    const struct reading reading = {.card = card, .arena = build->arena};
    const bool yours = card->folder.len > 0;
    struct reading_point costs[SIMULATOR_LEVELS];
    for (enum simulator_level i = 0; i < SIMULATOR_LEVELS; i++)
        costs[i] = reading_point(&reading, "latency.cycles", levels[i].role, NULL);
    const struct text latencies = command(build->arena, costs);
    if (!latencies.len) return;
    struct data *item =
        site_link(build, list, from, course_card_address(card, build->arena), card->name);
    data_text(item, "command", latencies);
    data_printf(item, "choice", "%.*s%s, %s", TEXT_ARG(card->name), yours ? " (yours)" : "",
                card->reported ? "reported" : "measured");
    data_flag(item, "yours", yours);
    put_cells(build, item, from, card, costs);
}

void tool_costs(struct site_build *build, struct data *page, struct text from) {
    const struct cards *cards = &build->course->cards;
    struct data *list = data_put_list(page, "costs"), *heads = data_put_list(page, "cost_heads");
    for (enum simulator_level i = 0; i < SIMULATOR_LEVELS; i++)
        data_text(data_add(heads), "words", head_of(build, i));
    for (size_t i = 0; i < cards->count; i++)
        put_card(build, list, from, &cards->list[i]);
}
