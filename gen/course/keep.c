/* keep -- see keep.h. */
#include "course/keep.h"

#include <stdlib.h>

static void drop_page(struct keep_page *page) {
    arena_free(&page->arena);
    diags_free(&page->diags);
    page->page = NULL;
}

void keep_drop(struct course_keep *keep, unsigned what) {
    if (what & KEEP_CARDS && keep->has_cards) {
        arena_free(&keep->card_arena);
        diags_free(&keep->card_diags);
        keep->has_cards = false;
    }
    for (size_t i = 0; what & KEEP_PAGES && i < keep->page_count; i++)
        drop_page(keep->page[i]);
}

bool keep_cards(struct course_keep *keep, struct cards *cards, const struct root *root,
                struct diags *diags) {
    if (!keep->has_cards) cards_load(&keep->cards, root, &keep->card_arena, &keep->card_diags);
    keep->has_cards = true;
    *cards = keep->cards;
    diags_add_all(diags, &keep->card_diags);
    return !keep->card_diags.errors;
}

struct keep_page *keep_page(struct course_keep *keep, struct text path, struct text bytes) {
    size_t *at = map_find(&keep->page_at, path);
    if (!at) {
        struct keep_page *page = ARENA_NEW(&keep->arena, struct keep_page);
        page->path = arena_text(&keep->arena, path);
        keep->page = arena_grow(&keep->arena, keep->page, keep->page_count, &keep->page_capacity,
                                sizeof(struct keep_page *));
        map_add(&keep->page_at, page->path, keep->page_count, NULL, &keep->arena);
        keep->page[keep->page_count++] = page;
        return page;
    }
    struct keep_page *page = keep->page[*at];
    if (page->page && !text_equal(page->bytes, bytes)) drop_page(page);
    return page;
}

const struct keep_formula *keep_formula(const struct course_keep *keep, struct text key) {
    const size_t *at = map_find(&keep->formula_at, key);
    return at ? &keep->formula[*at] : NULL;
}

void keep_formula_add(struct course_keep *keep, struct text key, struct text set, size_t width) {
    bool added;
    struct arena *arena = &keep->arena;
    map_add(&keep->formula_at, arena_text(arena, key), keep->formula_count, &added, arena);
    if (!added) return;
    keep->formula = arena_grow(arena, keep->formula, keep->formula_count, &keep->formula_capacity,
                               sizeof *keep->formula);
    keep->formula[keep->formula_count++] =
        (struct keep_formula){arena_text(arena, key), arena_text(arena, set), width};
}
