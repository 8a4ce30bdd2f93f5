/* diagram -- see diagram.h. */
#include "render/diagram.h"

#define DIAGRAM_LIST(name) &diagram_##name,
const struct diagram *const diagram_list[] = {DIAGRAMS(DIAGRAM_LIST) NULL};

const struct diagram *diagram_find(struct text name) {
    for (size_t i = 0; diagram_list[i]; i++)
        if (text_is(name, diagram_list[i]->name)) return diagram_list[i];
    return NULL;
}

void diagram_offer(struct nearest *nearest) {
    for (size_t i = 0; diagram_list[i]; i++)
        nearest_offer(nearest, text_of(diagram_list[i]->name));
}

struct text diagram_title(const struct diagram *diagram, const struct reading *reading) {
    if (!diagram->of_card) return text_of(diagram->title);
    return arena_printf(reading->arena, "%s %.*s", diagram->title, TEXT_ARG(reading->card->name));
}

struct text diagram_provenance(const struct diagram *diagram, const struct reading *reading) {
    const struct card *card = reading->card;
    bool known = !diagram->known || diagram->known(reading);
    const char *from = known ? diagram->measured : diagram->unmeasured;
    if (!from) return (struct text){0};
    if (card->reported)
        return arena_printf(reading->arena,
                            "%.*s. The figures are reported by the sources named on its page, not "
                            "measured here.",
                            TEXT_ARG(card->name));
    return arena_printf(reading->arena, "%.*s: %s.", TEXT_ARG(card->name), from);
}
