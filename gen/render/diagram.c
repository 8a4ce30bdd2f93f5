/* diagram -- see diagram.h. */
#include "render/diagram.h"

const struct diagram *const diagram_list[] = {&diagram_hierarchy,
                                              &diagram_sectors,
                                              &diagram_banks,
                                              &diagram_tile,
                                              &diagram_blocks,
                                              &diagram_spill,
                                              &diagram_roofline,
                                              &diagram_decode,
                                              &diagram_latency_hiding,
                                              &diagram_cluster,
                                              NULL};

const struct diagram *diagram_find(struct text name) {
    for (size_t i = 0; diagram_list[i]; i++)
        if (text_is(name, diagram_list[i]->name)) return diagram_list[i];
    return NULL;
}

void diagram_offer(struct nearest *nearest) {
    for (size_t i = 0; diagram_list[i]; i++)
        nearest_offer(nearest, text_of(diagram_list[i]->name));
}

struct text diagram_provenance(struct arena *arena, const struct card *card, const char *what) {
    if (card->reported)
        return arena_printf(arena,
                            "%.*s. The figures are reported by the sources named on its page, not "
                            "measured here.",
                            TEXT_ARG(card->name));
    return arena_printf(arena, "%.*s: %s.", TEXT_ARG(card->name), what);
}

const char *diagram_string(struct arena *arena, struct text text) {
    return text.len ? arena_string(arena, text) : NULL;
}
