/* page_index -- a list for each kind of pages, and the index of everything by the alphabet, which finds
 * without scripts what the search finds with them; and the page for what is not there. */
#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "course/address.h"
#include "render/site.h"

/* ---- pages of one kind ----------------------------------------------------------------------- */

struct listed {
    struct text key; /* what is sorted by */
    const struct entry *entry;
};

static int by_key(const void *a, const void *b) {
    const struct listed *left = a, *right = b;
    int order = text_compare(left->key, right->key);
    return order ? order : text_compare(left->entry->page->address, right->entry->page->address);
}

void kind_entries(struct site_build *build, struct data *list, struct text from,
                  enum page_kind kind) {
    const struct course *course = build->course;
    struct listed *listed = ARENA_ARRAY(build->arena, struct listed, build->listed[kind]);
    size_t count = 0;
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (entry->in_edition && entry->page->front.kind == kind)
            listed[count++] = (struct listed){.entry = entry};
    }
    for (size_t i = 0; kind == KIND_GLOSSARY && i < count; i++)
        listed[i].key = utf8_name_key(build->arena, search_title(listed[i].entry->page));
    if (kind == KIND_GLOSSARY && count) qsort(listed, count, sizeof *listed, by_key);
    for (size_t i = 0; i < count; i++) {
        const struct page *page = listed[i].entry->page;
        struct data *item = site_link(build, list, from, page->address, search_title(page));
        data_text(item, "summary", page->summary.shown);
        data_flag(item, "draft", build->review && !listed[i].entry->gate.open);
    }
}

/* Of a draft nothing but its term may show. */
static struct text hidden_term(const struct entry *entry) {
    const struct page *page = entry->page;
    if (entry->in_edition) return (struct text){0};
    return page->term.shown.len ? page->term.shown : page->front.term.value;
}

void index_count(struct site_build *build) {
    const struct course *course = build->course;
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (entry->in_edition && entry->page->front.kind < KIND_COUNT)
            build->listed[entry->page->front.kind]++;
        build->terms_in_review += hidden_term(entry).len > 0;
    }
    for (size_t i = 0; i < course->book->count; i++)
        build->terms_planned += course->book->address[i].owner == ADDRESS_PLANNED;
}

static void put_terms(struct site_build *build, struct data *page) {
    const struct course *course = build->course;
    struct data *review = data_put_list(page, "in_review");
    struct data *planned = data_put_list(page, "planned");
    for (size_t i = 0; i < course->entry_count; i++)
        if (hidden_term(&course->entry[i]).len)
            data_add_text(review, hidden_term(&course->entry[i]));
    for (size_t i = 0; i < course->book->count; i++)
        if (course->book->address[i].owner == ADDRESS_PLANNED)
            data_add_text(planned, course->book->address[i].term);
}

/* Lessons come with the path, the glossary with the terms of pages that are not there yet. */
static void kind_page(struct site_build *build, const struct section *section) {
    struct site_head head = site_own(build, section->name, text_of(section->address));
    struct data *page = site_page(build, &head);
    kind_entries(build, data_put_list(page, "entries"), head.address, section->kind);
    data_put_list(page, "path");
    data_put_list(page, "in_review");
    data_put_list(page, "planned");
    if (section->kind == KIND_LESSON) path_list(build, page, head.address);
    if (section->kind == KIND_GLOSSARY) put_terms(build, page);
    site_write(build, "list", head.address, page);
}

/* ---- the index ------------------------------------------------------------------------------- */

struct item {
    struct text key, words;
    const struct search_page *page;
    size_t name; /* of the page's names, from 1; 0: it is the page itself */
};

struct items {
    struct item *item;
    size_t count, capacity;
};

static void add_item(struct items *items, struct arena *arena, struct item item) {
    item.key = utf8_name_key(arena, item.words);
    while (item.key.len && item.key.ptr[0] == '_')
        item.key = text_cut(item.key, 1, item.key.len);
    items->item =
        arena_grow(arena, items->item, items->count, &items->capacity, sizeof *items->item);
    items->item[items->count++] = item;
}

static int by_words(const void *a, const void *b) {
    const struct item *left = a, *right = b;
    int order = text_compare(left->key, right->key);
    if (!order) order = text_compare(left->words, right->words);
    return order ? order : (left->page > right->page) - (left->page < right->page);
}

/* Items under one letter; signs and digits come before the letters. */
static struct text letter_of(struct text key) {
    char first = key.len ? key.ptr[0] : '0';
    if (first < 'a' || first > 'z') return first > 0 ? TEXT("0–9") : TEXT("Others");
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return (struct text){letters + (first - 'a'), 1};
}

static void put_place(struct site_build *build, struct data *places, const struct item *item) {
    const struct search_page *found = item->page;
    const struct page *content = found->entry->page;
    struct text address = content->address;
    size_t heading = item->name ? found->name[item->name - 1].heading : 0;
    if (heading)
        address = arena_printf(build->arena, "%.*s#%.*s", TEXT_ARG(address),
                               TEXT_ARG(found->heading[heading - 1].id));
    site_link(build, places, TEXT("/index/"), address, search_title(content));
}

static void put_items(struct site_build *build, struct data *page, const struct items *items) {
    struct data *letters = data_put_list(page, "letters"), *list = NULL, *places = NULL;
    struct text letter = {0};
    for (size_t i = 0; i < items->count; i++) {
        const struct item *item = &items->item[i];
        if (!list || !text_equal(letter, letter_of(item->key))) {
            struct data *group = data_add(letters);
            letter = letter_of(item->key);
            data_text(group, "letter", letter);
            data_printf(group, "id", THEME_ID "letter-%zu", letters->count);
            list = data_put_list(group, "items");
        }
        if (item->name && i && item[-1].name && text_equal(item[-1].words, item->words)) {
            put_place(build, places, item);
            continue;
        }
        struct data *row = data_add(list);
        data_text(row, "words", item->words);
        data_flag(row, "code", item->name && text_find(item->words, " ", 0) == SIZE_MAX);
        data_flag(row, "name", item->name);
        places = data_put_list(row, "places");
        put_place(build, places, item);
    }
}

void index_page(struct site_build *build) {
    struct site_head head = site_own(build, "index", TEXT("/index/"));
    struct data *page = site_page(build, &head);
    struct items items = {0};
    for (size_t i = 0; i < build->search.count; i++) {
        const struct search_page *found = &build->search.page[i];
        add_item(&items, build->arena,
                 (struct item){.words = search_title(found->entry->page), .page = found});
        for (size_t k = 0; k < found->name_count; k++)
            add_item(&items, build->arena,
                     (struct item){.words = found->name[k].name, .page = found, .name = k + 1});
    }
    if (items.count) qsort(items.item, items.count, sizeof *items.item, by_words);
    put_items(build, page, &items);
    site_write(build, "index", head.address, page);
}

/* What was the list of terms and messages. */
static void old_terms(struct site_build *build) {
    struct text old = TEXT(COURSE_OLD_TERMS), glossary = TEXT("/glossary/");
    struct data *page = data_object(build->arena);
    data_texts(
        page, {"title", words_of(&build->words, WORDS_TITLES, TEXT("glossary"))},
        {"href", link_text(build->arena, old, glossary)},
        {"canonical", link_absolute(build->arena, build->course->site.base.value, glossary)});
    site_write(build, "alias", old, page);
}

void kind_pages(struct site_build *build) {
    for (size_t i = 0; i < COURSE_SECTIONS; i++)
        if (course_sections[i].kind < KIND_COUNT) kind_page(build, &course_sections[i]);
    if (!build->below.len) old_terms(build);
}

/* It is served at any address, so its links cannot be relative. */
void not_found_page(struct site_build *build) {
    struct site_head head = site_own(build, "not-found", TEXT("/404.html"));
    head.base = link_base_path(build->arena, build->course->site.base.value);
    struct data *page = site_page(build, &head);
    data_flag(page, "noindex", true); /* its address is no place to come to */
    site_write(build, "404", head.address, page);
}
