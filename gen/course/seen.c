/* seen -- see seen.h. */
#include "course/seen.h"

#include "base/pack.h"
#include "base/recall.h"
#include "base/said.h"

/* ---- what it depends on ------------------------------------------------------------------------ */

static void put_options(struct buf *out, const struct page *page,
                        const struct course_options *options) {
    pack_add_number(out, (size_t)options->today);
    pack_add_number(out, options->strict);
    pack_add_text(out, options->card);
    pack_add_number(out, page->proof);
    pack_add_text(out, page->proof_fault);
}

struct seen seen_begin(struct course *course, struct entry *entry,
                       const struct course_options *options, const struct diags *diags) {
    const struct page *page = entry->page;
    struct seen seen = {
        .course = course, .entry = entry, .said = diags->count, .whole = options != NULL};
    struct buf inputs = {0};
    struct text none = {0}, id = course->card ? course->card->id : none;
    if (!course->recall) return seen;
    pack_add_text(&inputs, course->recall->program);
    pack_add_text(&inputs, page->stamp);
    pack_add_text(&inputs, id);
    pack_add_text(&inputs, course->default_card ? course->default_card->id : none);
    pack_add_number(&inputs, course->edition);
    if (page->asks_cards) pack_add_text(&inputs, course->cards_stamp);
    if (options) put_options(&inputs, page, options);
    seen.inputs = buf_take(&inputs, course->arena);
    seen.name = arena_printf(course->arena, "seen %.*s %.*s", TEXT_ARG(page->path),
                             TEXT_ARG(options ? none : id));
    return seen;
}

/* ---- what it is ---------------------------------------------------------------------------------- */

static void pack_page(struct pack *pack, struct page *page) {
    pack_text(pack, &page->title.shown);
    pack_text(pack, &page->term.shown);
    pack_text(pack, &page->summary.shown);
    pack_number(pack, &page->false_claims);
    pack_number(pack, &page->missing_values);
    pack_number(pack, &page->words);
}

static void pack_gate(struct pack *pack, struct gate *gate, struct arena *arena) {
    pack_flag(pack, &gate->open);
    pack_count(pack, &gate->count);
    if (pack_reads(pack)) gate->reason = ARENA_ARRAY(arena, struct gate_reason, gate->count);
    for (size_t i = 0; i < gate->count; i++) {
        struct gate_reason *reason = &gate->reason[i];
        PACK_AS(pack, enum gate_code, &reason->code);
        pack_number(pack, &reason->offset);
        pack_number(pack, &reason->length);
        pack_text(pack, &reason->message);
        pack_text(pack, &reason->hint);
    }
}

static void take_id(struct page_ids *ids, struct text id, size_t line, bool shown,
                    struct arena *arena) {
    texts_add(&ids->in_order, id, arena);
    map_add(&ids->all, id, line, NULL, arena);
    if (shown) map_add(&ids->shown, id, 0, NULL, arena);
}

static void pack_ids(struct pack *pack, struct page_ids *ids, struct arena *arena) {
    const struct page_ids from = *ids;
    const bool reads = pack_reads(pack);
    size_t count = from.in_order.count;
    pack_count(pack, &count);
    if (reads) *ids = (struct page_ids){0};
    for (size_t i = 0; i < count; i++) {
        struct text id = {0};
        size_t line = 0;
        bool shown = false;
        if (!reads) {
            id = from.in_order.at[i];
            line = *map_find(&from.all, id);
            shown = map_find(&from.shown, id) != NULL;
        }
        pack_text(pack, &id);
        pack_number(pack, &line);
        pack_flag(pack, &shown);
        if (reads) take_id(ids, id, line, shown, arena);
    }
}

static void pack_links(struct pack *pack, struct entry *entry, struct arena *arena) {
    pack_count(pack, &entry->link_count);
    if (pack_reads(pack)) {
        entry->link = ARENA_ARRAY(arena, struct entry_link, entry->link_count);
        entry->link_capacity = entry->link_count;
    }
    for (size_t i = 0; i < entry->link_count; i++) {
        struct entry_link *link = &entry->link[i];
        pack_text(pack, &link->url);
        pack_number(pack, &link->url_offset);
        pack_number(pack, &link->offset);
        pack_number(pack, &link->length);
        pack_flag(pack, &link->shown);
    }
}

static void pack_seen(struct pack *pack, const struct seen *seen) {
    struct entry *entry = seen->entry;
    struct arena *arena = seen->course->arena;
    pack_page(pack, entry->page);
    if (seen->whole) pack_gate(pack, &entry->gate, arena);
    pack_ids(pack, &entry->ids, arena);
    pack_links(pack, entry, arena);
}

/* ---- in and out ---------------------------------------------------------------------------------- */

bool seen_take(struct seen *seen, struct diags *diags) {
    struct entry before = *seen->entry;
    struct page page_before = *seen->entry->page;
    if (!seen->name.len) return false;
    struct text bytes = recall_find(seen->course->recall, seen->name, seen->inputs);
    struct pack pack = {.in = bytes};
    if (!bytes.ptr) return false;
    pack_seen(&pack, seen);
    if (pack.failed) {
        *seen->entry = before;
        *seen->entry->page = page_before;
        return false;
    }
    said_again(&pack, diags);
    seen->entry->unseen = true;
    recall_again(seen->course->recall, seen->name);
    return true;
}

void seen_keep(const struct seen *seen, const struct diags *diags) {
    struct buf out = {0};
    struct pack pack = {.out = &out};
    seen->entry->unseen = false;
    if (!seen->name.len) return;
    pack_seen(&pack, seen);
    said_keep(&pack, diags, seen->said);
    recall_keep(seen->course->recall, seen->name, seen->inputs, buf_text(&out));
    buf_free(&out);
}
