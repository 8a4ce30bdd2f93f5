/* course -- course_resolve(): evaluation, gate, ids, formulas, links, lists, path, order. */
#include "course/course.h"

#include "base/utf8.h"
#include "course/errata.h"
#include "course/formulas.h"
#include "course/fresh.h"
#include "course/links.h"
#include "course/path.h"
#include "course/seen.h"
#include "course/signers.h"

/* ---- lists and order --------------------------------------------------------------------- */

const char *const entry_list_names[ENTRY_LISTS] = {"needs", "related", "lessons", "errors",
                                                   "backlinks"};

/* A list of the front matter. A name that is only a last part is looked for in `first` first. */
struct written {
    const struct front_list *names;
    enum page_kind first;
};

static struct written written_list(const struct entry *entry, enum entry_lists which) {
    const struct front *front = &entry->page->front;
    return which == ENTRY_NEEDS     ? (struct written){&front->needs, KIND_GLOSSARY}
           : which == ENTRY_RELATED ? (struct written){&front->related, KIND_GLOSSARY}
           : which == ENTRY_LESSONS ? (struct written){&front->lessons, KIND_LESSON}
                                    : (struct written){&front->errors, KIND_ERROR};
}

static void add_page(struct entry_list *list, struct entry *page, struct arena *arena) {
    list->page = arena_grow(arena, list->page, list->count, &list->capacity, sizeof *list->page);
    list->page[list->count++] = page;
}

/* The state of a list whose names are being resolved. */
struct resolving {
    struct links *links;
    struct entry *entry;
    enum entry_lists which;
    struct map seen;
};

static void report(struct resolving *at, const struct front_text *name, const char *hint,
                   struct text message) {
    aside_report(at->links->course, at->entry, at->links->diags, SEVERITY_ERROR, name->offset,
                 name->length, hint, "%s: %.*s", entry_list_names[at->which], TEXT_ARG(message));
}

static void resolve_name(struct resolving *at, const struct front_text *name) {
    struct arena *arena = at->links->course->arena;
    struct entry_list *list = &at->entry->list[at->which];
    const struct address *found =
        links_name(at->links, written_list(at->entry, at->which).first, name->value);
    bool added = true;
    if (!found) {
        report(at, name, links_nearest(at->links, name->value, true),
               arena_printf(arena, "there is no page \"%.*s\"", TEXT_ARG(name->value)));
        return;
    }
    map_add(&at->seen, found->address, 0, &added, arena);
    if (!added)
        report(at, name, "remove one of the two",
               arena_printf(arena, "\"%.*s\" is named twice", TEXT_ARG(name->value)));
    else if (found->entry == at->entry)
        report(at, name, "remove it", TEXT("the page names itself"));
    else if (found->owner == ADDRESS_PLANNED)
        texts_add(&list->plain, found->term, arena);
    else if (found->entry->in_edition)
        add_page(list, found->entry, arena);
}

static void related_resolve(struct links *links) {
    struct course *course = links->course;
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        for (enum entry_lists which = 0; which < ENTRY_BACKLINKS; which++) {
            struct resolving at = {.links = links, .entry = entry, .which = which};
            const struct front_list *names = written_list(entry, which).names;
            entry->list[which] = (struct entry_list){0};
            for (size_t j = 0; j < names->count; j++)
                resolve_name(&at, &names->item[j]);
        }
    }
}

/* --- backlinks ----------------------------------------------------------------------------- */

static void add_backlink(struct course *course, struct entry *to, struct entry *from) {
    struct entry_list *list = to ? &to->list[ENTRY_BACKLINKS] : NULL;
    if (!to || to == from) return;
    /* Entries are gone through in order: the same one twice is the last one twice. */
    if (!list->count || list->page[list->count - 1] != from) add_page(list, from, course->arena);
}

static void related_backlinks(struct links *links) {
    struct course *course = links->course;
    for (size_t i = 0; i < course->entry_count; i++)
        course->entry[i].list[ENTRY_BACKLINKS] = (struct entry_list){0};
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *from = &course->entry[i];
        struct text fragment;
        if (!from->in_edition) continue;
        for (size_t j = 0; j < from->link_count; j++)
            if (from->link[j].shown)
                add_backlink(course, links_entry(links, &from->link[j], from, &fragment), from);
        for (int which = 0; which < ENTRY_BACKLINKS; which++)
            for (size_t j = 0; j < from->list[which].count; j++)
                add_backlink(course, from->list[which].page[j], from);
    }
}

static void related_order(struct course *course) {
    struct entry *last = NULL;
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        entry->previous = entry->next = NULL;
        if (!entry->in_edition) continue;
        if (last && last->page->front.kind == entry->page->front.kind) {
            entry->previous = last;
            last->next = entry;
        }
        last = entry;
    }
}

/* ---- ids: a slug that is taken gets the next free number, counted per slug -------------- */

/* An id is made of these words. Where something is left out between two spaces, one stays. */
struct id_words {
    struct buf out;
    bool left_out;
};

static void add_words(struct id_words *words, struct text text) {
    bool blank_before = words->out.len == 0 || words->out.ptr[words->out.len - 1] == ' ';
    if (words->left_out && blank_before)
        while (text.len && text.ptr[0] == ' ')
            text = text_cut(text, 1, text.len);
    if (text.len) words->left_out = false;
    buf_view(&words->out, text);
}

static void collect(struct id_words *words, const struct node *parent) {
    for (const struct node *node = parent->first; node; node = node->next) {
        switch (node->type) {
        case NODE_TEXT:
        case NODE_CODE: add_words(words, node->text); break;
        case NODE_SOFTBREAK:
        case NODE_LINEBREAK: add_words(words, TEXT(" ")); break;
        case NODE_EXPR:
        case NODE_COND:
        case NODE_IMAGE:
        case NODE_NOTE_REF: words->left_out = true; break;
        default: collect(words, node); break;
        }
    }
}

static struct text slug_of(const struct node *heading, struct arena *arena) {
    struct id_words words = {0};
    collect(&words, heading);
    struct text slug = utf8_slug(arena, text_trim(buf_text(&words.out)));
    buf_free(&words.out);
    return text_strip(slug, '-').len ? slug : TEXT("section"); /* hyphens alone say nothing */
}

/* The slug itself, or with the next free number behind it. The map counts how often a slug was
 * given out and holds every id that was. */
static struct text free_id(struct map *given, struct text slug, struct arena *arena) {
    bool added;
    struct text id = slug;
    map_add(given, slug, 0, &added, arena);
    while (!added) {
        size_t number = ++*map_find(given, slug);
        id = arena_printf(arena, "%.*s-%zu", TEXT_ARG(slug), number);
        map_add(given, id, 0, &added, arena);
    }
    return id;
}

struct giving {
    struct page_ids *ids;
    struct page *page;
    struct map given; /* id -> times that its slug was given out */
    struct arena *arena;
    struct diags *diags;
};

static struct text pinned(struct giving *giving, const struct node *heading) {
    const struct source *source = giving->page->source;
    struct text id = utf8_compose(giving->arena, heading->heading.pinned);
    size_t offset = heading->heading.pinned_offset, length = heading->heading.pinned.len;
    if (offset >= 2) offset -= 2, length += 3; /* {#id} */
    size_t *line = map_find(&giving->ids->all, id);
    if (line)
        diag_error(giving->diags, source, offset, length,
                   "choose another id, or pin the other heading", "id %.*s is taken by line %zu",
                   TEXT_ARG(id), *line);
    return free_id(&giving->given, id, giving->arena);
}

void ids_give(struct page_ids *ids, struct page *page, struct arena *arena, struct diags *diags) {
    struct giving giving = {.ids = ids, .page = page, .arena = arena, .diags = diags};
    for (struct node *node = page->document; node; node = tree_next(node, page->document)) {
        if (node->type != NODE_HEADING) continue;
        node->heading.id = node->heading.pinned.len
                               ? pinned(&giving, node)
                               : free_id(&giving.given, slug_of(node, arena), arena);
        texts_add(&ids->in_order, node->heading.id, arena);
        map_add(&ids->all, node->heading.id, source_place(page->source, node->offset).line, NULL,
                arena);
    }
}

void ids_set(const struct page_ids *ids, struct page *page) {
    size_t number = 0;
    for (struct node *node = page->document; node && number < ids->in_order.count;
         node = tree_next(node, page->document))
        if (node->type == NODE_HEADING) node->heading.id = ids->in_order.at[number++];
}

void ids_see(struct page_ids *ids, const struct page *page, struct arena *arena) {
    const struct node *root = page->document;
    ids->shown = (struct map){0};
    for (const struct node *node = root; node; node = tree_visible_next(node, root))
        if (node->type == NODE_HEADING) map_add(&ids->shown, node->heading.id, 0, NULL, arena);
}

/* ---- evaluation -------------------------------------------------------------------------- */

/* What an evaluation makes of a document lives as long as the document. */
static struct arena *passing(const struct course *course, const struct entry *entry) {
    return entry->aside ? &course->aside->passing : course->arena;
}

/* The gate judges the page as it is on the default card; what it says to a false claim there is a
 * reason, so that the messages of that evaluation are not needed a second time. */
static void evaluate_for_gate(struct course *course, struct entry *entry,
                              const struct course_options *options, struct diags *diags) {
    struct page *page = entry->page;
    struct diags unheard = {0};
    struct evaluation evaluation = {
        .cards = &course->cards,
        .card = course->default_card,
        .default_card = course->default_card,
        .home = true,
        .claims = options->strict || options->edition == EDITION_PUBLIC ? SEVERITY_ERROR
                                                                        : SEVERITY_WARNING,
        .diags = course->home ? diags : &unheard,
    };
    if (course->default_card)
        page_evaluate_apart(page, &evaluation, course->arena, passing(course, entry));
    entry->gate = gate_decide(page, course->default_card, options->today, course->arena);
    diags_free(&unheard);
}

static void evaluate_for_card(const struct course *course, struct entry *entry, bool brief,
                              enum severity claims, struct diags *diags) {
    const struct evaluation evaluation = {.cards = &course->cards,
                                          .card = course->card,
                                          .default_card = course->default_card,
                                          .home = course->home,
                                          .claims = claims,
                                          .brief = brief,
                                          .diags = diags};
    page_evaluate_apart(entry->page, &evaluation, course->arena, passing(course, entry));
}

/* ---- trees that are not there all the time --------------------------------------------------- */

static bool is_ready(const struct entry *entry) {
    return entry->aside ? entry->aside->open > 1 : !entry->unseen;
}

/* Title, term and summary stay evaluated once they are. */
void course_open(const struct course *course, struct entry *entry) {
    struct arena *passing = entry->aside ? &course->aside->passing : course->arena;
    struct diags unheard = {0};
    const struct evaluation evaluation = {.cards = &course->cards,
                                          .card = course->card,
                                          .default_card = course->default_card,
                                          .home = course->home,
                                          .claims = SEVERITY_WARNING,
                                          .again = !entry->unseen,
                                          .diags = &unheard};
    aside_unpack(course->aside, entry->aside, entry->page);
    if (is_ready(entry)) return;
    page_evaluate_apart(entry->page, &evaluation, course->arena, passing);
    diags_free(&unheard);
    entry->unseen = false;
    ids_set(&entry->ids, entry->page);
    links_set(entry);
}

void course_close(const struct course *course, const struct entry *entry) {
    aside_pack(course->aside, entry->aside, entry->page);
}

/* What the course keeps of a page that was evaluated. */
static void see(struct course *course, struct entry *entry, struct diags *diags) {
    struct links links = {.course = course, .diags = diags};
    ids_see(&entry->ids, entry->page, course->arena);
    links_see(&links, entry);
}

/* Of an alias the page itself is asked. An exercise shows its own code alone, so that no answer depends
 * on another one. */
static bool is_published(const void *course, struct text address) {
    const struct entry *entry = course_entry(course, address);
    return entry && entry->gate.open && text_equal(entry->page->address, address);
}

void course_choose(struct course *course, enum edition edition, struct diags *diags) {
    struct links links = {.course = course, .diags = diags};
    course->edition = edition;
    for (size_t i = 0; i < course->entry_count; i++)
        course->entry[i].in_edition = edition == EDITION_REVIEW || course->entry[i].gate.open;
    for (size_t i = 0; i < course->entry_count; i++)
        links_resolve(&links, &course->entry[i]);
    for (size_t i = 0; i < course->entry_count; i++)
        links_check_shown(&links, &course->entry[i]);
    for (size_t i = 0; i < course->entry_count; i++)
        if (course->entry[i].page->document && !course->entry[i].unseen)
            links_set(&course->entry[i]);
    related_resolve(&links);
    path_resolve(&links);
    related_backlinks(&links);
    related_order(course);
}

static void verify(struct course *course, struct diags *diags) {
    struct entry **entry = ARENA_ARRAY(course->arena, struct entry *, course->entry_count);
    for (size_t i = 0; i < course->entry_count; i++)
        entry[i] = &course->entry[i];
    signers_verify(course, entry, course->entry_count, diags);
}

/* Evaluates a page for the cards that decide about it. */
static void resolve_page(struct course *course, struct entry *entry,
                         const struct course_options *options, struct diags *diags) {
    struct seen seen = seen_begin(course, entry, options, diags);
    if (seen_take(&seen, diags)) return;
    aside_unpack(course->aside, entry->aside, entry->page);
    evaluate_for_gate(course, entry, options, diags);
    if (course->card && !course->home)
        evaluate_for_card(course, entry, course->edition == EDITION_PUBLIC,
                          options->strict ? SEVERITY_ERROR : SEVERITY_WARNING, diags);
    ids_give(&entry->ids, entry->page, course->arena, diags);
    see(course, entry, diags);
    seen_keep(&seen, diags);
    aside_pack(course->aside, entry->aside, entry->page);
}

/* Nearly no page shows code from the folder of an exercise. */
static void resolve_exercises(struct course *course, struct entry *entry) {
    if (!entry->page->shows_exercise) return;
    aside_unpack(course->aside, entry->aside, entry->page);
    gate_check_exercises(&entry->gate, entry->page, is_published, course, course->arena);
    aside_pack(course->aside, entry->aside, entry->page);
}

void course_resolve(struct course *course, const struct course_options *options,
                    struct diags *diags) {
    address_book_build(course, diags);
    verify(course, diags);
    if (!options->only.len) formulas_set(course, diags);
    for (size_t i = 0; i < course->entry_count; i++)
        resolve_page(course, &course->entry[i], options, diags);
    for (size_t i = 0; i < course->entry_count; i++)
        resolve_exercises(course, &course->entry[i]);
    fresh_see(course, options, diags);
    if (options->only.len) return;
    errata_give(course, options->today, diags);
    course_choose(course, options->edition, diags);
}

static void turn_page(struct course *course, struct entry *entry, struct diags *diags) {
    struct seen seen = seen_begin(course, entry, NULL, diags);
    if (seen_take(&seen, diags)) return;
    aside_unpack(course->aside, entry->aside, entry->page);
    evaluate_for_card(course, entry, true, SEVERITY_WARNING, diags);
    ids_set(&entry->ids, entry->page);
    see(course, entry, diags);
    seen_keep(&seen, diags);
    aside_pack(course->aside, entry->aside, entry->page);
}

/* A page that asks no card for anything is the same on each. */
void course_turn(struct course *course, const struct card *card, struct diags *diags) {
    course->card = card;
    course->home = card == course->default_card;
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        if (entry->in_edition && entry->page->asks_cards) turn_page(course, entry, diags);
    }
    course_choose(course, course->edition, diags);
}

void course_judge(const struct course *course, struct entry *entry, long today) {
    struct diags unheard = {0};
    struct evaluation evaluation = {.cards = &course->cards,
                                    .card = course->default_card,
                                    .default_card = course->default_card,
                                    .home = true,
                                    .claims = SEVERITY_WARNING,
                                    .diags = &unheard};
    if (course->default_card) page_evaluate(entry->page, &evaluation, course->arena);
    entry->gate = gate_decide(entry->page, course->default_card, today, course->arena);
    gate_check_exercises(&entry->gate, entry->page, is_published, course, course->arena);
    diags_free(&unheard);
}

void course_free(struct course *course) {
    if (course->aside) aside_free(course->aside);
    course->aside = NULL;
}
