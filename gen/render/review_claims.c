/* review_claims -- the claims of pages on all cards: the rows of a page's panel, and the table of the index
 * with the pages and cards where a claim is false or holds only just. */
#include "render/review.h"

struct text review_join(const struct texts *list, struct arena *arena) {
    struct buf out = {0};
    for (size_t i = 0; i < list->count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", TEXT_ARG(list->at[i]));
    return buf_take(&out, arena);
}

/* ---- how many --------------------------------------------------------------------------------- */

/* Of each card, in this order. */
enum { COUNT_FALSE, COUNT_TIGHT, COUNTS };

static size_t **counts_at(struct site_build *build, const struct entry *entry) {
    const struct course *course = build->course;
    if (!build->claims) build->claims = ARENA_ARRAY(build->kept, size_t *, course->entry_count);
    return &build->claims[entry - course->entry];
}

size_t *review_claims_counts(const struct site_build *build, const struct entry *entry,
                             size_t *count) {
    size_t *counts = build->claims ? build->claims[entry - build->course->entry] : NULL;
    *count = counts ? build->course->cards.count * COUNTS : 0;
    return counts;
}

void review_claims_keep(struct site_build *build, const struct entry *entry, size_t *counts,
                        size_t count) {
    if (count == build->course->cards.count * COUNTS) *counts_at(build, entry) = counts;
}

/* The claims of an entry on every card, for as long as build->arena. */
static struct claims claims_for(struct site_build *build, const struct entry *entry) {
    const struct course *course = build->course;
    const size_t cards = course->cards.count;
    course_open(course, &course->entry[entry - course->entry]);
    struct claims claims = claims_of(course, entry->page, build->arena);
    course_close(course, entry);
    size_t *counts = ARENA_ARRAY(build->kept, size_t, cards * COUNTS);
    for (size_t card = 0; card < cards; card++) {
        counts[card * COUNTS + COUNT_FALSE] = claims_count(&claims, card, CLAIM_FALSE);
        counts[card * COUNTS + COUNT_TIGHT] = claims_count(&claims, card, CLAIM_TIGHT);
    }
    *counts_at(build, entry) = counts;
    return claims;
}

/* Those of one card. */
static const size_t *counts_on(struct site_build *build, const struct entry *entry, size_t card) {
    if (!*counts_at(build, entry)) claims_for(build, entry);
    return *counts_at(build, entry) + card * COUNTS;
}

/* ---- one claim on one card --------------------------------------------------------------------- */

static const struct state_about {
    const char *name, *words; /* for style sheets; for people */
    bool margin;              /* is told behind the words */
} abouts[CLAIM_STATES] = {
    [CLAIM_UNREAD] = {"unread", "not read", false},
    [CLAIM_UNKNOWN] = {"unknown", "not known", false},
    [CLAIM_FALSE] = {"false", "false", true},
    [CLAIM_ELSE] = {"else", "its else stands", false},
    [CLAIM_TIGHT] = {"tight", "holds", true},
    [CLAIM_HOLDS] = {"holds", "holds", true},
};

/* "12%", "8.3%", "5%" */
static struct text percent(double part, struct arena *arena) {
    char text[EXPR_TEXT_MAX];
    const bool whole = part >= 0.0995 || part == CLAIM_TIGHT_PART;
    expr_format_number(part * 100, whole ? 0 : 1, EXPR_STYLE_PAGE, text, sizeof text);
    return arena_printf(arena, "%s%%", text);
}

static struct text verdict(const struct claim_on *on, struct arena *arena) {
    const struct state_about *about = &abouts[on->state];
    if (!about->margin || !on->has_margin) return text_of(about->words);
    return arena_printf(arena, "%s by %.*s", about->words, TEXT_ARG(percent(on->margin, arena)));
}

/* In a table of cards there is no room for more than a few letters. */
static struct text cell(const struct claim_on *on, struct arena *arena) {
    switch (on->state) {
    case CLAIM_UNREAD: return TEXT("");
    case CLAIM_UNKNOWN: return TEXT("?");
    case CLAIM_ELSE: return TEXT("else");
    case CLAIM_FALSE: return TEXT("false");
    default: return on->has_margin ? percent(on->margin, arena) : TEXT("yes");
    }
}

/* ---- the panel --------------------------------------------------------------------------------- */

static size_t card_index(const struct course *course) {
    return (size_t)(course->card - course->cards.list);
}

/* On which cards it is false, holds only just, or is not known. */
static void put_elsewhere(struct site_build *build, struct data *item, const struct claim *claim) {
    const struct cards *cards = &build->course->cards;
    struct data *list = data_put_list(item, "elsewhere");
    struct texts unknown = {0};
    for (size_t i = 0; i < cards->count; i++) {
        const struct claim_on *on = &claim->on[i];
        if (i == card_index(build->course) || on->same) continue;
        if (on->state == CLAIM_UNKNOWN) texts_add(&unknown, cards->list[i].name, build->arena);
        if (on->state != CLAIM_FALSE && on->state != CLAIM_TIGHT) continue;
        struct data *card = data_add(list);
        data_texts(card, {"name", cards->list[i].name}, {"verdict", verdict(on, build->arena)},
                   {"why", on->why}, {"state", text_of(abouts[on->state].name)});
    }
    struct text words = review_join(&unknown, build->arena);
    if (unknown.count > 3) words = site_count(build->arena, unknown.count, "card", "cards");
    data_text(item, "unknown", words);
}

static void put_cells(struct site_build *build, struct data *item, const struct claim *claim) {
    const struct cards *cards = &build->course->cards;
    struct data *list = data_put_list(item, "cells");
    for (size_t i = 0; i < cards->count; i++) {
        struct data *on = data_add(list);
        data_texts(on, {"state", text_of(abouts[claim->on[i].state].name)},
                   {"words", cell(&claim->on[i], build->arena)});
    }
}

static void put_claim(struct site_build *build, struct data *list, const struct page *content,
                      const struct claim *claim) {
    const struct node *node = claim->node;
    const struct claim_on *here = &claim->on[card_index(build->course)];
    struct data *item = data_add(list);
    data_printf(item, "line", "%zu", source_place(content->source, node->offset).line);
    data_texts(item, {"condition", text_trim(node->cond.expr->body)}, {"why", node->cond.why},
               {"verdict", verdict(here, build->arena)},
               {"state", text_of(abouts[here->state].name)});
    put_elsewhere(build, item, claim);
    put_cells(build, item, claim);
}

/* Words that an author lets stand on every card, with the reason. */
static void put_always(struct data *page, const struct page *content) {
    struct data *list = data_put_list(page, "always");
    const struct node *root = content->document;
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type != NODE_COND || !node->cond.always || !node->cond.expr) continue;
        struct data *item = data_add(list);
        data_printf(item, "line", "%zu", source_place(content->source, node->offset).line);
        data_text(item, "reason", text_trim(node->cond.expr->body));
    }
}

static void put_cards(struct site_build *build, struct data *page) {
    const struct course *course = build->course;
    struct data *list = data_put_list(page, "claim_cards");
    for (size_t i = 0; i < course->cards.count; i++) {
        struct data *item = data_add(list);
        data_text(item, "name", course->cards.list[i].name);
        data_flag(item, "here", &course->cards.list[i] == course->card);
    }
}

void review_claims(struct site_build *build, struct data *page, const struct entry *entry) {
    const struct claims claims = claims_for(build, entry);
    struct data *list = data_put_list(page, "claims");
    for (size_t i = 0; i < claims.count; i++)
        put_claim(build, list, entry->page, &claims.claim[i]);
    put_cards(build, page);
    put_always(page, entry->page);
    data_texts(page, {"claim_count", site_count(build->arena, claims.count, "claim", "claims")},
               {"tight_percent", percent(CLAIM_TIGHT_PART, build->arena)});
}

/* ---- the table of the index -------------------------------------------------------------------- */

static struct text counted(const size_t *counts, struct arena *arena) {
    const size_t wrong = counts[COUNT_FALSE], tight = counts[COUNT_TIGHT];
    if (wrong && tight) return arena_printf(arena, "%zu false, %zu tight", wrong, tight);
    if (wrong) return arena_printf(arena, "%zu false", wrong);
    return tight ? arena_printf(arena, "%zu tight", tight) : TEXT("");
}

static bool is_marked(const size_t *counts) {
    return counts[COUNT_FALSE] || counts[COUNT_TIGHT];
}

/* Cards on which every claim of every page holds well, or is not known, have no column. */
static bool *marked_cards(struct site_build *build) {
    const struct course *course = build->course;
    bool *marked = ARENA_ARRAY(build->arena, bool, course->cards.count + 1);
    for (size_t i = 0; i < course->entry_count; i++)
        for (size_t card = 0; card < course->cards.count; card++)
            marked[card] |= is_marked(counts_on(build, &course->entry[i], card));
    return marked;
}

static void put_row(struct site_build *build, struct data *rows, const struct entry *entry,
                    const bool *marked) {
    const size_t cards = build->course->cards.count;
    bool any = false;
    for (size_t card = 0; card < cards; card++)
        any |= is_marked(counts_on(build, entry, card));
    if (!any) return;
    struct text place =
        arena_printf(build->arena, "%.*s#" THEME_ID "claims", TEXT_ARG(entry->page->address));
    struct data *item = site_link(build, rows, TEXT("/review/"), place, site_title(entry->page));
    struct data *cells = data_put_list(item, "cells");
    for (size_t card = 0; card < cards; card++) {
        if (!marked[card]) continue;
        const size_t *counts = counts_on(build, entry, card);
        const bool wrong = counts[COUNT_FALSE] > 0;
        struct text words = counted(counts, build->arena);
        data_texts(data_add(cells), {"words", words},
                   {"state", text_of(!words.len ? "holds"
                                     : wrong    ? "false"
                                                : "tight")});
    }
}

void review_claim_table(struct site_build *build, struct data *page) {
    const struct course *course = build->course;
    const bool *marked = marked_cards(build);
    struct data *cards = data_put_list(page, "claim_cards");
    struct data *rows = data_put_list(page, "claim_pages");
    for (size_t card = 0; card < course->cards.count; card++)
        if (marked[card]) data_text(data_add(cards), "name", course->cards.list[card].name);
    for (size_t i = 0; i < course->entry_count; i++)
        put_row(build, rows, &course->entry[i], marked);
    data_text(page, "tight_percent", percent(CLAIM_TIGHT_PART, build->arena));
    data_printf(page, "claim_page_count", "%zu", rows->count);
}
