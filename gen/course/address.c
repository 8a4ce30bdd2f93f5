/* address -- see address.h. */
#include "course/address.h"

#include <string.h>

#include "base/file.h"
#include "base/utf8.h"

static struct text folder_of(const struct card *card) {
    return card->folder.len ? card->folder : card->id;
}

struct text course_card_address(const struct card *card, struct arena *arena) {
    return arena_printf(arena, "/cards/%.*s/", TEXT_ARG(folder_of(card)));
}

struct text course_card_json_address(const struct card *card, struct arena *arena) {
    return arena_printf(arena, "/cards/%.*s/%.*s.json", TEXT_ARG(folder_of(card)),
                        TEXT_ARG(card->id));
}

struct texts course_families(const struct card *card, struct arena *arena) {
    struct texts families = {0};
    for (size_t i = 0; i < card->series_count; i++) {
        struct text name = card->series[i].name;
        if (series_known(&card->series[i])) texts_add_once(&families, text_next(&name, '.'), arena);
    }
    return families;
}

struct text course_family_address(const struct card *card, struct text family,
                                  struct arena *arena) {
    return arena_printf(arena, "/cards/%.*s/series/%.*s/", TEXT_ARG(folder_of(card)),
                        TEXT_ARG(family));
}

struct text course_series_address(const struct card *card, const struct series *series,
                                  struct arena *arena) {
    struct text rest = series->name, family = text_next(&rest, '.');
    struct text page = series_known(series) ? course_family_address(card, family, arena)
                                            : course_card_address(card, arena);
    return arena_printf(arena, "%.*s#%.*s", TEXT_ARG(page), TEXT_ARG(series->name));
}

struct text course_point_id(const struct series *series, const struct point *point,
                            struct arena *arena) {
    size_t length = series->name.len;
    for (size_t i = 0; i < series->axis_count; i++)
        length += 1 + point->at[i].len;
    char *id = arena_reserve(arena, length + 1), *end = id + series->name.len;
    memcpy(id, series->name.ptr, series->name.len);
    for (size_t i = 0; i < series->axis_count; i++) {
        *end++ = '-';
        memcpy(end, point->at[i].ptr, point->at[i].len);
        end += point->at[i].len;
    }
    *end = 0;
    return (struct text){id, length};
}

struct text course_point_address(const struct card *card, const struct series *series,
                                 const struct point *point, struct arena *arena) {
    struct text place = course_series_address(card, series, arena), page = text_next(&place, '#');
    struct text row = series_known(series) ? course_point_id(series, point, arena) : series->name;
    return arena_printf(arena, "%.*s#%.*s", TEXT_ARG(page), TEXT_ARG(row));
}

const struct address *address_find(const struct course *course, struct text address) {
    const size_t *index = course->book ? map_find(&course->book->exact, address) : NULL;
    return index ? &course->book->address[*index] : NULL;
}

struct entry *course_entry(const struct course *course, struct text address) {
    const struct address *found = address_find(course, address);
    return found && found->owner == ADDRESS_PAGE ? found->entry : NULL;
}

/* A part of an address may hold letters and digits of any script, - and _. */
static bool is_plain_part(struct text part) {
    for (size_t i = 0; i < part.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(part, i, part.len), &code);
        if (!n || !(utf8_in_word(code) || code == '-' || code == '_')) return false;
        i += n;
    }
    return part.len > 0;
}

/* Adds an address. If it has an owner already, that one is returned and stays. */
static const struct address *claim(struct course *course, struct address address) {
    struct address_book *book = course->book;
    struct arena *arena = course->arena;
    bool added;
    size_t *index =
        map_add(&book->folded, utf8_name_key(arena, address.address), book->count, &added, arena);
    if (!added) return &book->address[*index];
    map_add(&book->exact, address.address, book->count, &added, arena);
    book->address =
        arena_grow(arena, book->address, book->count, &book->capacity, sizeof *book->address);
    book->address[book->count++] = address;
    return NULL;
}

static const char *differ(struct text a, struct text b) {
    return text_equal(a, b) ? "" : " (they differ only in case or Unicode form)";
}

static void claim_pages(struct course *course, struct diags *diags) {
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        const struct page *page = entry->page;
        const struct address *other =
            claim(course, (struct address){page->address, ADDRESS_PAGE, entry, {0}, page->path});
        if (!other) continue;
        /* Two names of files may look the same although their addresses are one. */
        bool alike = text_equal(utf8_compose(course->arena, page->path),
                                utf8_compose(course->arena, other->where));
        diag_file(
            diags, SEVERITY_ERROR, page->path, "rename one of the two files",
            "the address %.*s is taken by %.*s%s", TEXT_ARG(page->address), TEXT_ARG(other->where),
            alike ? " (they differ only in Unicode form)" : differ(page->address, other->address));
    }
}

const struct section course_sections[COURSE_SECTIONS] = {
    {"lessons", "/lessons/", "Lessons", KIND_LESSON},
    {"articles", "/articles/", "Articles", KIND_ARTICLE},
    {"exercises", "/exercises/", "Exercises", KIND_EXERCISE},
    {"glossary", "/glossary/", "Glossary", KIND_GLOSSARY},
    {"errors", "/errors/", "Errors", KIND_ERROR},
    {"cards", "/cards/", "Cards", KIND_COUNT},
    {"model", "/model/", "Model", KIND_COUNT},
    {"simulator", "/simulator/", "Simulator", KIND_COUNT},
    {"index", "/index/", "Index", KIND_COUNT},
};

const struct section *course_section(const char *name) {
    for (size_t i = 0; i < COURSE_SECTIONS; i++)
        if (text_is(text_of(name), course_sections[i].name)) return &course_sections[i];
    return NULL;
}

static void claim_for_theme(struct course *course, struct text address, struct text where) {
    claim(course, (struct address){.address = address, .owner = ADDRESS_THEME, .where = where});
}

static void claim_theme(struct course *course) {
    claim_for_theme(course, TEXT("/"), TEXT("the theme"));
    for (size_t i = 0; i < COURSE_SECTIONS; i++)
        claim_for_theme(course, text_of(course_sections[i].address), TEXT("the theme"));
    claim_for_theme(course, TEXT(COURSE_OLD_TERMS), TEXT("the theme"));
    claim_for_theme(course, TEXT(COURSE_OWN_CARD), TEXT("the theme"));
    for (size_t i = 0; i < course->cards.count; i++) {
        const struct card *card = &course->cards.list[i];
        claim_for_theme(course, course_card_address(card, course->arena), card->path);
        claim_for_theme(course, course_card_json_address(card, course->arena), card->path);
        struct texts families = course_families(card, course->arena);
        for (size_t k = 0; k < families.count; k++)
            claim_for_theme(course, course_family_address(card, families.at[k], course->arena),
                            card->path);
    }
}

static bool is_reserved_part(struct text part) {
    static const char *const reserved[] = {"search",  "assets", "theme",  "fonts",  "terms", "feed",
                                           "sitemap", "robots", "review", "errata", "book"};
    for (size_t i = 0; i < COURSE_SECTIONS; i++)
        if (text_is(part, course_sections[i].name)) return true;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (text_is(part, reserved[i])) return true;
    return page_kind_of_folder(part) < KIND_COUNT;
}

/* Returns what is wrong with an alias, or NULL. */
static const char *alias_fault(struct text alias) {
    bool file = text_ends(alias, ".html");
    if (alias.len < 3 || alias.ptr[0] != '/' || (!file && !text_ends(alias, "/")))
        return "an alias starts with / and ends with / or .html, as in /old/path/";
    struct text rest = text_cut(alias, 1, alias.len - (file ? sizeof ".html" - 1 : 1));
    struct text first = rest, part = {0};
    first = text_next(&first, '/');
    if (is_reserved_part(first) && first.len == alias.len - 2)
        return "this address is kept for the site itself";
    if (text_is(first, "cards") || text_is(first, "assets") || text_is(alias, "/404.html"))
        return "what is below this address is kept for the site itself";
    while (rest.ptr) {
        part = text_next(&rest, '/');
        if (!is_plain_part(part)) return "the parts of an address are letters, digits, - and _";
        if (!file_fits_windows(part)) return FILE_WINDOWS_HINT;
    }
    return file && text_is(part, "index") ? "write /old/ for /old/index.html" : NULL;
}

static struct text line_of(const struct source *source, size_t offset, struct arena *arena) {
    return arena_printf(arena, "%.*s:%zu", TEXT_ARG(source->path),
                        source_place(source, offset).line);
}

static void claim_aliases(struct course *course, struct diags *diags) {
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        const struct page *page = entry->page;
        for (size_t j = 0; j < page->front.aliases.count; j++) {
            const struct front_text *alias = &page->front.aliases.item[j];
            struct text address = utf8_compose(course->arena, alias->value);
            const char *fault = alias_fault(address);
            const struct address *other = NULL;
            struct text where = line_of(page->source, alias->offset, course->arena);
            if (!fault)
                other = claim(course, (struct address){address, ADDRESS_ALIAS, entry, {0}, where});
            if (fault)
                aside_report(course, entry, diags, SEVERITY_ERROR, alias->offset, alias->length,
                             fault, "\"%.*s\" cannot be an alias", TEXT_ARG(alias->value));
            else if (other)
                aside_report(course, entry, diags, SEVERITY_ERROR, alias->offset, alias->length,
                             "an address leads to one page: remove one of the two",
                             "the address %.*s is taken by %.*s%s", TEXT_ARG(alias->value),
                             TEXT_ARG(other->where), differ(address, other->address));
        }
    }
}

static void claim_planned(struct course *course, struct diags *diags) {
    const struct source *source = course->site.source;
    for (size_t i = 0; i < course->site.planned_count; i++) {
        const struct site_planned *planned = &course->site.planned[i];
        const struct front_text *path = &planned->path;
        /* site.yaml may write glossary/registers with slashes around it. */
        struct text bare = text_strip(path->value, '/');
        struct text whole = arena_printf(course->arena, "/%.*s/", TEXT_ARG(bare));
        struct address address = {.address = utf8_compose(course->arena, whole),
                                  .owner = ADDRESS_PLANNED,
                                  .term = planned->term.value,
                                  .where = line_of(source, path->offset, course->arena)};
        const struct address *other = claim(course, address);
        if (other && other->owner == ADDRESS_PAGE)
            diag_at(diags, SEVERITY_WARNING, source, path->offset, path->length,
                    "remove it from the planned pages", "%.*s is written: %.*s",
                    TEXT_ARG(other->address), TEXT_ARG(other->where));
        else if (other)
            diag_error(diags, source, path->offset, path->length, "remove one of the two",
                       "the address %.*s is taken by %.*s", TEXT_ARG(address.address),
                       TEXT_ARG(other->where));
    }
}

void address_book_build(struct course *course, struct diags *diags) {
    course->book = ARENA_NEW(course->arena, struct address_book);
    claim_theme(course);
    claim_pages(course, diags);
    claim_aliases(course, diags);
    claim_planned(course, diags);
}
