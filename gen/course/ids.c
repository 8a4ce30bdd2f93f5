/* ids -- see ids.h. GitHub's rule is the one of github-slugger: a slug that is taken gets the next
 * free number, counted per slug. */
#include "course/ids.h"

#include "base/utf8.h"

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
        map_add(&ids->all, node->heading.id, source_place(page->source, node->offset).line, NULL,
                arena);
    }
}

void ids_see(struct page_ids *ids, const struct page *page, struct arena *arena) {
    const struct node *root = page->document;
    ids->shown = (struct map){0};
    for (const struct node *node = root; node; node = tree_visible_next(node, root))
        if (node->type == NODE_HEADING) map_add(&ids->shown, node->heading.id, 0, NULL, arena);
}
