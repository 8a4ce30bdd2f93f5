/* keep -- what a process that builds the same course again and again holds between two builds.
 *
 * Without it course_load() reads everything. With it cards, pages whose file did not change and formulas
 * that were set before are taken from here, with the messages about them. A kept page is as page_read()
 * left it: course_resolve() writes into pages, so it has to run in a child process (fork), whose memory is
 * a copy. The child tells its parent which formulas it set: those from `formula[first]` on.
 *
 * A page is read again when its own bytes differ. What else it is made of (code that it shows, what was
 * signed) is not looked at: who knows that such a file changed calls keep_drop(). A zero keep is
 * valid and empty. */
#pragma once

#include "course/map.h"
#include "page/page.h"

struct keep_page {
    struct text path, bytes; /* of the file, as `page` was read from them */
    struct page *page;
    struct arena arena;
    struct diags diags;
};

struct keep_formula {
    struct text key, set; /* key: see formulas.c */
    size_t width;
};

struct course_keep {
    bool has_cards;
    struct cards cards;
    struct arena card_arena;
    struct diags card_diags;
    struct keep_page **page;
    size_t page_count, page_capacity;
    struct map page_at; /* path -> index in `page` */
    struct keep_formula *formula;
    size_t formula_count, formula_capacity;
    struct map formula_at; /* key -> index in `formula` */
    struct arena arena;
};

enum keep_drop { KEEP_CARDS = 1, KEEP_PAGES = 2 };
void keep_drop(struct course_keep *keep, unsigned what);

/* As cards_load(), once. The cards live as long as `keep`, or until they are dropped. */
bool keep_cards(struct course_keep *keep, struct cards *cards, const struct root *root,
                struct diags *diags);

/* The place of a page. It is empty (page NULL) if `bytes` are not those that it was read from: the caller
 * reads it then, into arena and diags of the place. */
struct keep_page *keep_page(struct course_keep *keep, struct text path, struct text bytes);

/* NULL: it was never set. */
const struct keep_formula *keep_formula(const struct course_keep *keep, struct text key);
void keep_formula_add(struct course_keep *keep, struct text key, struct text set, size_t width);
