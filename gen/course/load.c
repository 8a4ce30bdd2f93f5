/* load -- course_load(): the site's settings, the cards, and every file of content/. */
#include <stdint.h>
#include <stdlib.h>

#include "base/recall.h"
#include "base/said.h"
#include "base/stamp.h"
#include "base/utf8.h"
#include "course/address.h"
#include "course/errata.h"
#include "course/signers.h"
#include "measure/predict.h"
#include "page/lookup.h"
#include "page/packed.h"
#include "page/signed.h"

struct loading {
    struct course *course;
    const struct course_options *options;
    struct diags *diags;
    size_t capacity;
    bool cards_fine;      /* no card was refused */
    struct arena passing; /* of a file that is being read */
};

/* --- pages --------------------------------------------------------------------------------- */

/* Starter code and tests of an exercise lie beside its page, in content/exercises/NAME/. */
static bool is_exercise_file(struct text path) {
    struct text rest = text_drop_start(path, "content/exercises/");
    return rest.len < path.len && text_next(&rest, '/').len && rest.ptr;
}

/* What was signed lies beside its page, and a signature beside that. */
static bool is_signature(const struct course *course, struct text path) {
    struct text words = text_drop_end(path, ".sig"), page = text_drop_end(words, ".signed");
    return page.len < words.len &&
           file_exists(course->root, arena_printf(course->arena, "%.*s.md", TEXT_ARG(page)));
}

/* Code that is shown is cut from other files, and what was signed lies in one beside the page. */
static void take_stamp(struct page *page, struct text bytes, const struct stamp_key *key,
                       struct arena *arena) {
    const struct node *root = page->document;
    struct arena passing = {0};
    struct buf all = {0};
    buf_view(&all, bytes);
    for (const struct node *node = root; node && page->asks_cards; node = tree_next(node, root)) {
        if (node->type != NODE_CODE_BLOCK || !node->code.from.len) continue;
        buf_printf(&all, "\n%.*s %lu\n", TEXT_ARG(node->code.sha256), node->code.first_line);
        buf_view(&all, node->text);
    }
    if (page->signature)
        buf_printf(&all, "\n%.*s", TEXT_ARG(signed_file(page->signature, &passing)));
    buf_view(&all, page->seal);
    page->stamp = stamp_of(key, buf_text(&all), arena);
    buf_free(&all);
    arena_free(&passing);
}

/* The page as an earlier build read it, or read now for this build and later ones. */
static struct page *kept_page(struct loading *loading, struct text path, struct text bytes) {
    const struct course *course = loading->course;
    const struct root *root = course->root;
    struct keep_page *kept = keep_page(course->keep, path, bytes);
    if (!kept->page) {
        kept->bytes = arena_text(&kept->arena, bytes);
        kept->page = page_read(root, source_load(&kept->arena, kept->path, kept->bytes),
                               &kept->arena, &kept->diags);
        signed_load(kept->page, root, &kept->arena, &kept->diags);
        if (course->recall) take_stamp(kept->page, kept->bytes, &course->recall->key, &kept->arena);
    }
    diags_add_all(loading->diags, &kept->diags);
    return kept->page;
}

static bool shows_code(const struct page *page) {
    const struct node *root = page->document;
    for (const struct node *node = root; node && page->asks_cards; node = tree_next(node, root))
        if (node->type == NODE_CODE_BLOCK && node->code.from.len) return true;
    return false;
}

/* What reading the page gives depends on the page alone, but for code that is shown and formulas that are set: pages
 * with these are read each time. */
static struct text read_name(const struct loading *loading, struct text path) {
    return arena_printf(loading->course->arena, "read %.*s", TEXT_ARG(path));
}

static struct text read_inputs(const struct loading *loading, const struct page *page) {
    const struct course *course = loading->course;
    return arena_printf(course->arena, "%.*s %.*s", TEXT_ARG(page->stamp),
                        TEXT_ARG(course->recall->program));
}

static void keep_head(struct loading *loading, struct page *page, size_t said) {
    struct arena *arena = loading->course->arena;
    struct buf out = {0};
    struct pack pack = {.out = &out};
    if (shows_code(page) || text_find(page->source->text, "$", 0) != SIZE_MAX) return;
    if (page->signature) signed_holds(page, &page->unsigned_why, arena);
    page_pack_head(&pack, page, arena);
    said_keep(&pack, loading->diags, said);
    recall_keep(loading->course->recall, read_name(loading, page->path), read_inputs(loading, page),
                buf_text(&out));
    buf_free(&out);
}

/* False: nothing is known of the page with these bytes. */
static bool take_head(struct loading *loading, struct entry *entry, struct text path,
                      struct text bytes) {
    struct course *course = loading->course;
    struct arena *passing = &course->aside->passing;
    struct text name = read_name(loading, path);
    if (!recall_has(course->recall, name)) return false;
    struct page *page = ARENA_NEW(course->arena, struct page);
    page->path = path;
    page->source = source_load(passing, path, bytes);
    signed_load(page, course->root, passing, &(struct diags){0});
    take_stamp(page, bytes, &course->recall->key, course->arena);
    struct pack pack = {.in = recall_find(course->recall, name, read_inputs(loading, page))};
    bool known = pack.in.ptr != NULL;
    if (known) page_pack_head(&pack, page, course->arena);
    known = known && !pack.failed;
    if (known) {
        said_again(&pack, loading->diags);
        recall_again(course->recall, name);
        entry->page = page;
        entry->aside = aside_unread(course->aside, page,
                                    stamp_of(&stamp_no_key, bytes, course->arena), course->arena);
    }
    arena_reset(passing);
    return known;
}

/* Of a page that will be put aside all that goes then lives with what passes. */
static void read_page(struct loading *loading, struct entry *entry, struct text path,
                      struct text bytes) {
    struct course *course = loading->course;
    struct aside *aside = course->aside;
    const size_t said = loading->diags->count;
    if (course->recall && take_head(loading, entry, path, bytes)) return;
    bool goes = aside_takes(aside, bytes, loading->options->small ? 0 : ASIDE_HELD_MAX);
    struct arena *passing = goes ? &aside->passing : course->arena;
    struct source *source = source_load(passing, path, bytes);
    entry->page = page_read_apart(course->root, source, course->arena, passing, loading->diags);
    entry->page->path = path;
    signed_load(entry->page, course->root, passing, loading->diags);
    if (course->recall) {
        take_stamp(entry->page, bytes, &course->recall->key, course->arena);
        keep_head(loading, entry->page, said);
    }
    if (goes) entry->aside = aside_put(aside, entry->page, course->arena);
}

static void load_page(struct loading *loading, struct text path) {
    struct course *course = loading->course;
    struct entry entry = {0};
    struct text bytes;
    if (!file_read(course->root, path, FILE_MAX_TEXT, &loading->passing, &bytes, loading->diags))
        return;
    if (course->keep)
        entry.page = kept_page(loading, path, bytes);
    else
        read_page(loading, &entry, path, bytes);
    course->entry = arena_grow(course->arena, course->entry, course->entry_count,
                               &loading->capacity, sizeof *course->entry);
    course->entry[course->entry_count++] = entry;
    arena_reset(&loading->passing);
}

static void load_errata(struct loading *loading) {
    struct course *course = loading->course;
    const struct source *source =
        file_source(course->root, TEXT(ERRATA_PATH), course->arena, loading->diags);
    if (source) errata_read(&course->errata, source, course->arena, loading->diags);
}

static void load_content(struct loading *loading) {
    struct course *course = loading->course;
    struct file_list files =
        file_walk(course->root, TEXT("content"), "", course->arena, loading->diags);
    for (size_t i = 0; i < files.count; i++) {
        struct text path = files.path[i];
        /* A README is for who edits the folder: content/README.md is the author's manual. */
        bool readme = text_ends(path, "/README.md");
        if (text_ends(path, ".md") && !readme)
            load_page(loading, path);
        else if (text_is(path, ERRATA_PATH))
            load_errata(loading);
        else if (readme || text_is(path, "content/site.yaml") || text_is(path, SIGNERS_PATH) ||
                 is_exercise_file(path) || is_signature(course, path))
            continue;
        else
            diag_file(loading->diags, SEVERITY_ERROR, path,
                      text_ends(path, ".yml")
                          ? "the settings are called content/site.yaml"
                          : "move it out of content/, or give it the ending .md",
                      "this file would not become part of the site");
    }
}

static int order_numbers(unsigned long a, unsigned long b) {
    return (a > b) - (a < b);
}

static int order_entries(const void *pa, const void *pb) {
    const struct page *a = ((const struct entry *)pa)->page, *b = ((const struct entry *)pb)->page;
    int by = order_numbers(a->front.kind, b->front.kind);
    if (!by) by = order_numbers(a->front.order, b->front.order);
    if (!by) by = text_compare(a->address, b->address);
    return by ? by : text_compare(a->path, b->path);
}

/* Readers of a list cannot tell apart two pages of a kind with one title or term. */
static void warn_of_twin(struct loading *loading, struct map *map, size_t index,
                         const struct front_text *words) {
    struct course *course = loading->course;
    const struct page *page = course->entry[index].page;
    struct text key = arena_printf(course->arena, "%d %.*s", (int)page->front.kind,
                                   TEXT_ARG(utf8_name_key(course->arena, words->value)));
    bool added;
    size_t first = *map_add(map, key, index, &added, course->arena);
    if (added || !words->value.len) return;
    const struct page *other = course->entry[first].page;
    bool term = words == &page->front.term;
    size_t at = term ? other->front.term.offset : other->front.title.offset;
    aside_report(course, &course->entry[index], loading->diags, SEVERITY_WARNING, words->offset,
                 words->length, "rename one of the two", "%.*s:%zu has the same %s",
                 TEXT_ARG(other->path), source_place(other->source, at).line,
                 term ? "term" : "title");
}

static void warn_of_twins(struct loading *loading) {
    struct map titles = {0}, terms = {0};
    for (size_t i = 0; i < loading->course->entry_count; i++) {
        const struct front *front = &loading->course->entry[i].page->front;
        warn_of_twin(loading, &titles, i, &front->title);
        warn_of_twin(loading, &terms, i, &front->term);
    }
}

/* --- the card ------------------------------------------------------------------------------ */

/* "a100-sxm" fits "a100-sxm-40", "40" does too, "a10" does not: whole parts, in a row. */
static bool fits(struct text id, struct text wanted, struct arena *arena) {
    struct text whole = arena_printf(arena, "-%.*s-", TEXT_ARG(id));
    return text_find(whole, arena_printf(arena, "-%.*s-", TEXT_ARG(wanted)).ptr, 0) != SIZE_MAX;
}

/* The card has a file, which was read and refused with messages of its own. */
static bool was_refused(const struct loading *loading, struct text id) {
    static const char *const folders[] = {"measurements", "measurements/reported"};
    const struct course *course = loading->course;
    if (loading->cards_fine || text_find(id, "/", 0) != SIZE_MAX) return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (file_exists(course->root,
                        arena_printf(course->arena, "%s/%.*s.json", folders[i], TEXT_ARG(id))))
            return true;
    return false;
}

static const char *nearest_card(const struct course *course, struct text wanted) {
    struct nearest nearest = predict_near_cards(&course->cards, wanted);
    return nearest_hint(&nearest, "the cards are the files of measurements/, without .json",
                        course->arena);
}

static const struct card *choose_card(struct loading *loading, struct text wanted) {
    struct course *course = loading->course;
    const struct card *exact = cards_find(&course->cards, wanted), *only = NULL;
    if (exact || was_refused(loading, wanted)) return exact;
    bool is_path = text_find(wanted, "/", 0) != SIZE_MAX;
    struct text slug = utf8_slug(course->arena, text_cut(wanted, 0, is_path ? 0 : wanted.len));
    struct buf fitting = {0};
    size_t count = 0;
    for (size_t i = 0; i < course->cards.count; i++) {
        const struct card *card = &course->cards.list[i];
        if (!slug.len || (!fits(card->id, slug, course->arena) &&
                          !fits(utf8_slug(course->arena, card->name), slug, course->arena)))
            continue;
        buf_printf(&fitting, "%s%.*s", count++ ? ", " : "", TEXT_ARG(card->id));
        only = card;
    }
    if (count > 1)
        diag_file(
            loading->diags, SEVERITY_ERROR, TEXT("measurements"),
            arena_printf(course->arena, "choose one of %.*s", TEXT_ARG(buf_text(&fitting))).ptr,
            "\"%.*s\" fits %zu cards", TEXT_ARG(wanted), count);
    else if (count == 0)
        diag_file(loading->diags, SEVERITY_ERROR, TEXT("measurements"), nearest_card(course, slug),
                  "there is no card \"%.*s\"", TEXT_ARG(wanted));
    buf_free(&fitting);
    return count == 1 ? only : NULL;
}

static void stamp_cards(struct course *course) {
    struct buf all = {0};
    for (size_t i = 0; i < course->cards.count; i++) {
        buf_view(&all, course->cards.list[i].path);
        buf_view(&all, stamp_of(&course->recall->key, course->cards.list[i].json, course->arena));
    }
    course->cards_stamp = buf_take(&all, course->arena);
}

static void find_home(struct loading *loading) {
    struct course *course = loading->course;
    const struct front_text *home = &course->site.default_card;
    if (!home->value.len) return; /* the missing key was reported */
    course->default_card = cards_find(&course->cards, home->value);
    if (course->default_card || was_refused(loading, home->value)) return;
    diag_error(loading->diags, course->site.source, home->offset, home->length,
               nearest_card(course, home->value), "there is no card \"%.*s\"",
               TEXT_ARG(home->value));
}

/* The cards whose editions are published beside the default card's, in the order in which they are named. */
static void find_others(struct loading *loading) {
    struct course *course = loading->course;
    const struct front_list *names = &course->site.cards;
    course->other = ARENA_ARRAY(course->arena, const struct card *, names->count);
    for (size_t i = 0; i < names->count; i++) {
        const struct front_text *name = &names->item[i];
        const struct card *card = cards_find(&course->cards, name->value);
        if (card && card == course->default_card)
            diag_error(loading->diags, course->site.source, name->offset, name->length,
                       "remove it: its pages stand at the root of the site",
                       "cards: %.*s is the default card", TEXT_ARG(name->value));
        else if (card)
            course->other[course->other_count++] = card;
        else if (!was_refused(loading, name->value))
            diag_error(loading->diags, course->site.source, name->offset, name->length,
                       nearest_card(course, name->value), "cards: there is no card \"%.*s\"",
                       TEXT_ARG(name->value));
    }
    if (!course->home) course->other_count = 0;
}

bool course_load(struct course *course, const struct root *root,
                 const struct course_options *options, struct arena *arena, struct diags *diags) {
    struct loading loading = {.course = course, .options = options, .diags = diags};
    *course = (struct course){
        .arena = arena, .root = root, .edition = options->edition, .keep = options->keep};
    course->aside = ARENA_NEW(arena, struct aside);
    course->aside->root = root;
    course->recall = options->recall;
    struct source *site = file_source(root, TEXT("content/site.yaml"), arena, diags);
    if (site) site_read(&course->site, site, arena, diags);
    loading.cards_fine = course->keep ? keep_cards(course->keep, &course->cards, root, diags)
                                      : cards_load(&course->cards, root, arena, diags);
    if (course->recall) stamp_cards(course);
    if (options->only.len)
        load_page(&loading, options->only);
    else if (!options->cards_only)
        load_content(&loading);
    arena_free(&loading.passing);
    if (course->entry_count)
        qsort(course->entry, course->entry_count, sizeof *course->entry, order_entries);
    warn_of_twins(&loading);
    if (site) find_home(&loading);
    course->card = options->card.len ? choose_card(&loading, options->card) : course->default_card;
    course->home = course->card && course->card == course->default_card;
    if (site) find_others(&loading);
    return site && course->card;
}
