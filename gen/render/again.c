/* again -- see again.h. */
#include "render/again.h"

#include "base/pack.h"
#include "base/stamp.h"
#include "course/address.h"
#include "render/own.h"
#include "render/review.h"
#include "render/take.h"
#include "render/tool.h"

/* ---- what a page is made of --------------------------------------------------------------------- */

static void put_front(struct buf *out, const struct front_text *text) {
    pack_add_text(out, text->value);
}

static struct text stamp(struct buf *inputs, struct arena *arena) {
    struct text result = stamp_of(&stamp_no_key, buf_text(inputs), arena);
    buf_free(inputs);
    return result;
}

/* What lists, links, margins and previews say of another page. */
static void put_page(struct buf *out, const struct page *page) {
    pack_add_text(out, page->address);
    pack_add_number(out, page->front.kind);
    put_front(out, &page->front.title);
    put_front(out, &page->front.term);
    put_front(out, &page->front.summary);
    pack_add_text(out, page->title.shown);
    pack_add_text(out, page->term.shown);
    pack_add_text(out, page->summary.shown);
}

/* The stamp of it: many pages may lead to one. */
static void put_neighbour(struct buf *out, struct site_build *build, const struct entry *entry) {
    const struct course *course = build->course;
    if (!build->titles) build->titles = ARENA_ARRAY(build->kept, struct text, course->entry_count);
    struct text *title = entry ? &build->titles[entry - course->entry] : NULL;
    if (title && !title->len) {
        struct buf page = {0};
        put_page(&page, entry->page);
        *title = stamp(&page, build->kept);
    }
    pack_add_text(out, title ? *title : (struct text){0});
}

static void put_path(struct buf *out, struct site_build *build, const struct entry *entry) {
    const struct course *course = build->course;
    const size_t last = entry->step ? entry->step - 1 : entry->branch;
    pack_add_number(out, entry->step);
    pack_add_number(out, entry->branch);
    pack_add_number(out, course->path_count);
    put_neighbour(out, build, entry->previous);
    put_neighbour(out, build, entry->next);
    for (size_t i = last ? last - 1 : 0; i <= last + 1 && i < course->path_count; i++)
        put_neighbour(out, build, course->path[i]);
}

static void put_lists(struct buf *out, struct site_build *build, const struct entry *entry) {
    for (int which = 0; which < ENTRY_LISTS; which++) {
        const struct entry_list *list = &entry->list[which];
        pack_add_number(out, list->count);
        pack_add_number(out, list->plain.count);
        for (size_t i = 0; i < list->count; i++)
            put_neighbour(out, build, list->page[i]);
        for (size_t i = 0; i < list->plain.count; i++)
            pack_add_text(out, list->plain.at[i]);
    }
}

static void put_links(struct buf *out, struct site_build *build, const struct entry *entry) {
    pack_add_number(out, entry->link_count);
    for (size_t i = 0; i < entry->link_count; i++) {
        const struct entry_link *link = &entry->link[i];
        struct text href = link->href;
        pack_add_number(out, link->target);
        pack_add_text(out, href);
        if (link->target != LINK_PAGE) continue;
        const struct entry *to = course_entry(build->course, text_next(&href, '#'));
        put_neighbour(out, build, to && to->in_edition ? to : NULL);
    }
}

static void put_gate(struct buf *out, const struct entry *entry) {
    pack_add_number(out, entry->gate.open);
    pack_add_number(out, entry->gate.count);
    for (size_t i = 0; i < entry->gate.count; i++) {
        pack_add_number(out, entry->gate.reason[i].offset);
        pack_add_text(out, entry->gate.reason[i].message);
        pack_add_text(out, entry->gate.reason[i].hint);
    }
    pack_add_number(out, entry->page->proof);
    pack_add_text(out, entry->page->proof_fault);
    pack_add_number(out, entry->stale_check);
    pack_add_number(out, entry->stale_sources);
    for (size_t i = 0; i < entry->page->front.source_count; i++)
        pack_add_number(out, entry->stale_source[i]);
}

static void put_errata(struct buf *out, const struct entry *entry) {
    pack_add_number(out, entry->erratum_count);
    for (size_t i = 0; i < entry->erratum_count; i++) {
        const struct erratum *erratum = entry->erratum[i];
        put_front(out, &erratum->date);
        put_front(out, &erratum->wrong);
        put_front(out, &erratum->right);
        put_front(out, &erratum->by);
    }
}

static struct text stamp_of_page(struct site_build *build, const struct entry *entry) {
    const struct page *page = entry->page;
    struct buf out = {0};
    pack_add_text(&out, build->inputs);
    pack_add_text(&out, page->stamp);
    if (page->asks_cards) pack_add_text(&out, build->course->cards_stamp);

    take_inputs(build, page, &out);
    pack_add_text(&out, page->title.shown);
    pack_add_number(&out, page->false_claims);
    put_path(&out, build, entry);
    put_lists(&out, build, entry);
    put_links(&out, build, entry);
    put_gate(&out, entry);
    put_errata(&out, entry);
    return stamp(&out, build->arena);
}

/* ---- what all pages are made of ------------------------------------------------------------------ */

static void put_card(struct buf *out, const struct card *card) {
    pack_add_text(out, card->id);
    pack_add_text(out, card->name);
    pack_add_text(out, card->run.driver);
    pack_add_text(out, card->run.cuda);
    pack_add_text(out, card->run.date);
    pack_add_number(out, card->reported);
}

static void put_theme(struct site_build *build, struct buf *out) {
    for (size_t i = 0; i < build->templates.count; i++) {
        pack_add_text(out, build->templates.list[i].name);
        pack_add_text(out, build->templates.list[i].source->text);
    }
    words_put(&build->words, out);
    tool_inputs(build, out);
}

static void put_site(struct site_build *build, struct buf *out) {
    const struct course *course = build->course;
    pack_add_text(out, course->site.source->text);
    pack_add_number(out, build->review);
    pack_add_number(out, build->has_own);
    pack_add_number(out, build->has_fonts);
    pack_add_text(out, build->letters_stamp);
    pack_add_text(out, build->below);
    for (int i = 0; i < KIND_COUNT; i++)
        pack_add_number(out, build->listed[i] > 0);
    pack_add_number(out, build->terms_in_review + build->terms_planned > 0);
    pack_add_number(out, site_has_errata(course));
    put_card(out, build->card);
    put_card(out, course->default_card ? course->default_card : build->card);
    for (size_t i = 0; i < course->other_count; i++)
        put_card(out, course->other[i]);
}

void again_begin(struct site_build *build) {
    struct again *again = build->output->again;
    struct buf out = {0}, parts = {0};
    build->titles = NULL; /* another card may give others */
    if (!again) return;
    pack_add_text(&out, again->recall->program);
    put_theme(build, &out);
    put_site(build, &out);
    build->inputs = stamp(&out, build->kept);
    pack_add_text(&parts, build->inputs);
    pack_add_text(&parts, build->course->cards_stamp);
    for (size_t i = 0; i < build->course->entry_count; i++)
        if (build->course->entry[i].in_edition) put_page(&parts, build->course->entry[i].page);
    build->part_inputs = stamp(&parts, build->kept);
}

/* ---- what it became ------------------------------------------------------------------------------ */

/* A page as it is kept. */
struct kept_page {
    struct kept_file {
        struct text path;
        size_t size;
    } * file;
    size_t file_count;
    struct search_page search; /* of the edition at the root */
    size_t *claims;            /* two numbers a card: see review.h */
    size_t claim_count;
};

static void pack_files(struct pack *pack, struct kept_page *kept, struct arena *arena) {
    pack_count(pack, &kept->file_count);
    if (pack_reads(pack)) kept->file = ARENA_ARRAY(arena, struct kept_file, kept->file_count);
    for (size_t i = 0; i < kept->file_count; i++) {
        pack_text(pack, &kept->file[i].path);
        pack_number(pack, &kept->file[i].size);
    }
}

static void pack_search(struct pack *pack, struct search_page *page, struct arena *arena) {
    pack_count(pack, &page->heading_count);
    pack_count(pack, &page->name_count);
    if (pack_reads(pack)) {
        page->heading = ARENA_ARRAY(arena, struct search_heading, page->heading_count);
        page->name = ARENA_ARRAY(arena, struct search_name, page->name_count);
    }
    for (size_t i = 0; i < page->heading_count; i++) {
        pack_text(pack, &page->heading[i].id);
        pack_text(pack, &page->heading[i].words);
    }
    for (size_t i = 0; i < page->name_count; i++) {
        pack_text(pack, &page->name[i].name);
        pack_text(pack, &page->name[i].passage);
        pack_number(pack, &page->name[i].heading);
    }
}

static void pack_kept(struct pack *pack, struct kept_page *kept, struct arena *arena) {
    pack_files(pack, kept, arena);
    pack_search(pack, &kept->search, arena);
    pack_count(pack, &kept->claim_count);
    if (pack_reads(pack)) kept->claims = ARENA_ARRAY(arena, size_t, kept->claim_count);
    for (size_t i = 0; i < kept->claim_count; i++)
        pack_number(pack, &kept->claims[i]);
}

/* One page has one for each edition. */
static struct text name_in_edition(const struct site_build *build, struct text name) {
    return arena_printf(build->arena, "%s%.*s%.*s", build->review ? "review" : "public",
                        TEXT_ARG(build->below), TEXT_ARG(name));
}

/* `entry` NULL: a part of the site that is no page of content. False: there is none, it was made of something
 * else, or its files are gone. */
static bool stands(struct site_build *build, struct text name, const struct entry *entry,
                   struct kept_page *kept) {
    const struct again *again = build->output->again;
    *kept = (struct kept_page){0};
    if (!again) return false;
    build->made_of = entry ? stamp_of_page(build, entry) : build->part_inputs;
    const struct text bytes = recall_find(again->recall, name, build->made_of);
    struct pack pack = {.in = bytes};
    if (!bytes.ptr) return false;
    pack_kept(&pack, kept, build->kept);
    for (size_t i = 0; i < kept->file_count; i++)
        pack.failed |= !again->is_there(again, kept->file[i].path, kept->file[i].size);
    if (pack.failed) return false;
    for (size_t i = 0; i < kept->file_count; i++)
        output_add_same(build->output, kept->file[i].path, kept->file[i].size, build->kept);
    recall_again(again->recall, name);
    return true;
}

bool again_stands(struct site_build *build, const struct entry *entry) {
    struct kept_page kept;
    if (!stands(build, name_in_edition(build, entry->page->address), entry, &kept)) return false;
    kept.search.entry = entry;
    if (!build->below.len) *search_new(&build->search, build->kept) = kept.search;
    if (kept.claim_count) review_claims_keep(build, entry, kept.claims, kept.claim_count);
    build->output->again->stood++;
    return true;
}

bool again_part_stands(struct site_build *build, struct text part) {
    struct kept_page kept;
    return stands(build, name_in_edition(build, part), NULL, &kept);
}

static void keep_files(struct site_build *build, struct kept_page *kept, size_t first) {
    const struct output *output = build->output;
    kept->file_count = output->count - first;
    kept->file = ARENA_ARRAY(build->arena, struct kept_file, kept->file_count);
    for (size_t i = 0; i < kept->file_count; i++)
        kept->file[i] =
            (struct kept_file){output->file[first + i].path, output->file[first + i].bytes.len};
}

/* For whoever asks stands() with the same name: it was made of what it would be made of then. */
static void keep(struct site_build *build, struct text name, struct kept_page *kept, size_t first) {
    struct buf out = {0};
    keep_files(build, kept, first);
    pack_kept(&(struct pack){.out = &out}, kept, NULL);
    recall_keep(build->output->again->recall, name, build->made_of, buf_text(&out));
    buf_free(&out);
}

void again_made(struct site_build *build, const struct entry *entry, size_t first, bool said) {
    struct kept_page kept = {0};
    if (!build->output->again || said) return;
    if (!build->below.len) kept.search = build->search.page[build->search.count - 1];
    kept.claims = review_claims_counts(build, entry, &kept.claim_count);
    keep(build, name_in_edition(build, entry->page->address), &kept, first);
}

void again_part_made(struct site_build *build, struct text part, size_t first, bool said) {
    struct kept_page kept = {0};
    if (build->output->again && !said) keep(build, name_in_edition(build, part), &kept, first);
}
