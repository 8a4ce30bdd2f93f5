/* page_review -- what a reviewer reads: the panel above the text of each page of the review edition. */
#include "render/site.h"

/* Every reason of the gate, with its place and what to type there. */
static void put_reasons(struct data *page, const struct entry *entry) {
    struct data *list = data_put_list(page, "reasons");
    for (size_t i = 0; i < entry->gate.count; i++) {
        const struct gate_reason *reason = &entry->gate.reason[i];
        struct place place = source_place(entry->page->source, reason->offset);
        struct data *item = data_add(list);
        data_texts(item, {"message", reason->message}, {"hint", reason->hint});
        data_printf(item, "place", "%.*s:%zu", TEXT_ARG(entry->page->path), place.line);
    }
}

void review_panel(struct site_build *build, struct data *page, const struct entry *entry) {
    if (!build->review) return;
    struct text claims = {0};
    if (entry->page->false_claims)
        claims = site_count(build->arena, entry->page->false_claims, "claim does", "claims do");
    put_reasons(page, entry);
    data_flag(page, "draft", !entry->gate.open);
    data_texts(page,
               {"reason_count", site_count(build->arena, entry->gate.count, "thing", "things")},
               {"false_claims", claims});
}
