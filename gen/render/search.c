/* search -- see search.h. The data is written as a script, which a page that was opened as a file may
 * load; one that fetches it may not. The index over the data is made in the page, by lunr. */
#include "render/search.h"

#include <string.h>

#include "base/chars.h"
#include "course/address.h"
#include "render/site.h"

/* ---- what can be found --------------------------------------------------------------------- */

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_name(struct text word) {
    static const char *const starts[] = {"cuda", "cu"};
    if (word.len < 5) return false;
    size_t under = text_find(word, "__", 0);
    if (under != SIZE_MAX && under + 2 < word.len && word.ptr[word.len - 1] != '_') return true;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (text_starts(word, starts[i]) && is_upper(word.ptr[strlen(starts[i])])) return true;
    return text_starts(word, "CUDA_") || text_starts(word, "CU_");
}

/* The word that begins at *at, which is moved behind it. A counter has parts behind points: .sum. */
static struct text next_word(struct text words, size_t *at) {
    size_t from = *at, end;
    while (from < words.len && !is_word(words.ptr[from]))
        from++;
    for (end = from; end < words.len; end++) {
        if (is_word(words.ptr[end])) continue;
        bool point = words.ptr[end] == '.' && end + 1 < words.len && is_word(words.ptr[end + 1]) &&
                     text_find(text_cut(words, from, end), "__", 0) != SIZE_MAX;
        if (!point) break;
    }
    *at = end;
    return text_cut(words, from, end);
}

enum { BEFORE = 50, BEHIND = 70 };

/* What stands around a name, whole words of it. */
static struct text passage(struct text words, size_t from, size_t to) {
    size_t start = from > BEFORE ? from - BEFORE : 0, end = to + BEHIND;
    while (start && start < from && words.ptr[start - 1] != ' ')
        start++;
    if (end > words.len) end = words.len;
    while (end < words.len && end > to && words.ptr[end] != ' ')
        end--;
    return text_trim(text_cut(words, start, end));
}

static void add_name(struct search_page *page, struct arena *arena, struct search_name name) {
    for (size_t i = 0; i < page->name_count; i++)
        if (text_equal(page->name[i].name, name.name)) return;
    page->name =
        arena_grow(arena, page->name, page->name_count, &page->name_capacity, sizeof *page->name);
    name.name = arena_text(arena, name.name);
    name.passage = arena_text(arena, name.passage);
    page->name[page->name_count++] = name;
}

/* Nearly no text has one: they have an underscore, or begin with cu. */
static bool may_hold_names(const struct node *node) {
    struct text text = {0};
    if (node->type == NODE_TEXT || node->type == NODE_CODE) text = node->text;
    if (node->type == NODE_EXPR) text = node->value.shown;
    return text.len && (memchr(text.ptr, '_', text.len) || text_find(text, "cu", 0) != SIZE_MAX);
}

static void find_names(struct search_page *page, struct arena *arena, struct text words) {
    const bool error = page->entry->page->front.kind == KIND_ERROR;
    struct text before = {0};
    for (size_t at = 0; at < words.len;) {
        struct text word = next_word(words, &at);
        size_t from = at - word.len;
        if (error && text_is_folded(before, "error") && text_only(word, TEXT_DIGITS))
            from = (size_t)(before.ptr - words.ptr); /* "error 700" */
        else if (!is_name(word))
            from = at;
        if (from < at)
            add_name(page, arena,
                     (struct search_name){.name = text_cut(words, from, at),
                                          .passage = passage(words, from, at),
                                          .heading = page->heading_count});
        before = word;
    }
}

struct search_page *search_new(struct search *search, struct arena *kept) {
    search->page =
        arena_grow(kept, search->page, search->count, &search->capacity, sizeof *search->page);
    return &search->page[search->count++];
}

static void add_heading(struct search_page *page, struct arena *kept, const struct node *node,
                        struct arena *arena) {
    if (node->type != NODE_HEADING) return;
    struct text words = html_words(arena, node);
    if (!words.len) return;
    page->heading = arena_grow(kept, page->heading, page->heading_count, &page->heading_capacity,
                               sizeof *page->heading);
    page->heading[page->heading_count++] =
        (struct search_heading){node->heading.id, arena_text(kept, words)};
}

void search_add(struct search *search, const struct entry *entry, struct arena *kept,
                struct arena *arena) {
    const struct node *document = entry->page->document;
    struct search_page *page = search_new(search, kept);
    *page = (struct search_page){.entry = entry};
    const struct node *block = NULL; /* whose names are not looked for yet */
    find_names(page, kept, search_title(entry->page));
    for (const struct node *node = tree_visible_next(document, document); node;
         node = tree_visible_next(node, document)) {
        if (node->type == NODE_HEADING || node->type == NODE_PARAGRAPH || node->type == NODE_CELL) {
            block = node;
            add_heading(page, kept, node, arena);
        }
        const bool asked = entry->page->front.kind == KIND_ERROR || may_hold_names(node);
        if (!asked || !block) continue;
        find_names(page, kept, html_words(arena, block));
        block = NULL;
    }
}

struct text search_title(const struct page *page) {
    return page->term.shown.len ? page->term.shown : site_title(page);
}

/* ---- the data ------------------------------------------------------------------------------ */

/* One page: [kind, address, title, term, summary, [[id, heading] …], [[name, heading, passage] …]]. An address that
 * begins with / is the same in all editions. */
struct found {
    struct text kind, address, title, term, summary;
};

static void open_page(struct buf *out, const struct found *found) {
    struct text address = found->address;
    if (!site_is_shared(address)) address = text_cut(address, 1, address.len);
    const struct text parts[] = {found->kind, address, found->title, found->term, found->summary};
    buf_str(out, out->ptr[out->len - 1] == '[' ? "\n" : ",\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        buf_char(out, i ? ',' : '[');
        buf_json(out, parts[i]);
    }
}

static void put_page(struct buf *out, const struct search_page *page) {
    const struct page *content = page->entry->page;
    open_page(out,
              &(struct found){text_of(page_kinds[content->front.kind].title), content->address,
                              site_title(content), content->term.shown, content->summary.shown});
    buf_str(out, ",[");
    for (size_t i = 0; i < page->heading_count; i++) {
        buf_str(out, i ? ",[" : "[");
        buf_json(out, page->heading[i].id);
        buf_char(out, ',');
        buf_json(out, page->heading[i].words);
        buf_char(out, ']');
    }
    buf_str(out, "],[");
    for (size_t i = 0; i < page->name_count; i++) {
        buf_str(out, i ? ",[" : "[");
        buf_json(out, page->name[i].name);
        buf_printf(out, ",%zu,", page->name[i].heading);
        buf_json(out, page->name[i].passage);
        buf_char(out, ']');
    }
    buf_str(out, "]]");
}

static void put_own(struct site_build *build, struct buf *out) {
    const struct course *course = build->course;
    for (size_t i = 0; i < COURSE_SECTIONS; i++) {
        struct text name = text_of(course_sections[i].name);
        if (course_sections[i].kind < KIND_COUNT) continue;
        open_page(
            out, &(struct found){.kind = text_of(course_sections[i].words),
                                 .address = text_of(course_sections[i].address),
                                 .title = words_of(&build->words, WORDS_TITLES, name),
                                 .summary = words_listed(&build->words, WORDS_DESCRIPTIONS, name)});
        buf_str(out, ",[],[]]");
    }
    for (size_t i = 0; i < course->cards.count; i++) {
        const struct card *card = &course->cards.list[i];
        open_page(out, &(struct found){.kind = TEXT("Card"),
                                       .address = course_card_address(card, build->arena),
                                       .title = card->name,
                                       .term = card->id});
        buf_str(out, ",[],[]]");
    }
}

/* Debian's file ends in a remark that names a map which is not there. */
static struct text without_map(struct arena *arena, struct text script) {
    size_t at = text_find(script, "//# sourceMappingURL=", 0);
    return at == SIZE_MAX ? script : arena_text(arena, text_cut(script, 0, at));
}

void search_files(struct site_build *build) {
    const struct text library = TEXT("build/search/lunr.min.js");
    const struct root *root = build->course->root;
    struct buf out = {0};
    buf_str(&out, "globalThis.searchData = [");
    for (size_t i = 0; i < build->search.count; i++)
        put_page(&out, &build->search.page[i]);
    put_own(build, &out);
    buf_str(&out, "\n];\n");
    site_add(build, TEXT("assets/search-data.js"), buf_take(&out, build->arena));
    struct text script;
    if (file_exists(root, library) &&
        file_read(root, library, FILE_MAX_TEXT, build->arena, &script, build->diags))
        site_add(build, TEXT("assets/lunr.min.js"), without_map(build->arena, script));
}
