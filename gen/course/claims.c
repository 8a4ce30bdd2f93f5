/* claims -- see claims.h. */
#include "course/claims.h"

#include "page/lookup.h"
#include "page/structure.h"

/* The walk for one card. Each card meets the same claims in the same order. */
struct walk {
    const struct course *course;
    struct arena *arena;
    struct claims *claims;
    struct lookup lookup;
    size_t card, next;
};

static bool is_claim(const struct node *node) {
    return node->type == NODE_COND && node->cond.claim && node->cond.expr;
}

/* ---- one condition on one card ------------------------------------------------------------- */

static enum expr_truth verdict_of(struct walk *walk, const struct node *cond) {
    struct expr_env env = lookup_env(&walk->lookup);
    struct expr_value value;
    struct expr_error error;
    walk->lookup.scope = cond->cond.scope;
    walk->lookup.used_count = 0;
    return cond->cond.expr && expr_eval(cond->cond.expr, &env, &value, &error) ? value.truth
                                                                               : EXPR_UNKNOWN;
}

static struct text explained(struct walk *walk, const struct node *cond) {
    struct expr_env env = lookup_env(&walk->lookup);
    size_t length = expr_explain(cond->cond.expr, &env, NULL, 0);
    char *text = arena_alloc(walk->arena, length + 1);
    expr_explain(cond->cond.expr, &env, text, length + 1);
    return (struct text){text, length};
}

static void record(struct walk *walk, const struct node *cond, enum expr_truth verdict,
                   bool reached) {
    struct claim_on *on = &walk->claims->claim[walk->next++].on[walk->card];
    struct expr_env env = lookup_env(&walk->lookup);
    const bool own = &walk->course->cards.list[walk->card] == walk->course->card;
    *on = (struct claim_on){.same = !own && !structure_asks_own_card(cond->cond.expr)};
    if (!reached) return;
    on->has_margin = expr_margin(cond->cond.expr, &env, &on->margin);
    if (verdict == EXPR_TRUE)
        on->state = on->has_margin && on->margin < CLAIM_TIGHT_PART ? CLAIM_TIGHT : CLAIM_HOLDS;
    else if (cond->first->next)
        on->state = CLAIM_ELSE;
    else
        on->state = verdict == EXPR_FALSE ? CLAIM_FALSE : CLAIM_UNKNOWN;
    if (on->state != CLAIM_HOLDS) on->why = explained(walk, cond);
}

/* Whether a value in these words is missing on the card. */
static bool lacks_value(struct walk *walk, const struct node *words) {
    for (const struct node *node = words; node; node = tree_next(node, words)) {
        struct evaluated result;
        struct expr_error error;
        if (node->type == NODE_COND && !node->cond.always && !node->cond.given &&
            verdict_of(walk, node) == EXPR_UNKNOWN)
            return true;
        if (node->type != NODE_EXPR || !node->value.expr) continue;
        walk->lookup.scope = node->value.scope;
        if (evaluate_value(&walk->lookup, node->value.expr, EXPR_STYLE_PAGE, &result, &error) &&
            result.state == VALUE_MISSING)
            return true;
    }
    return false;
}

/* The branch that a reader sees; NULL for none. */
static const struct node *shown_of(struct walk *walk, const struct node *cond,
                                   enum expr_truth *verdict) {
    const struct node *first = cond->first;
    *verdict = EXPR_TRUE;
    if (!first || cond->cond.always) return first;
    if (cond->cond.given)
        *verdict = lacks_value(walk, first) ? EXPR_FALSE : EXPR_TRUE;
    else
        *verdict = verdict_of(walk, cond);
    if (*verdict == EXPR_TRUE) return first;
    return *verdict == EXPR_FALSE || cond->cond.claim ? first->next : NULL;
}

/* ---- the page ------------------------------------------------------------------------------- */

static void walk_below(struct walk *walk, const struct node *parent, bool reached) {
    for (const struct node *node = parent->first; node; node = node->next) {
        const struct node *shown = NULL;
        enum expr_truth verdict = EXPR_TRUE;
        const bool cond = node->type == NODE_COND;
        if (cond) shown = shown_of(walk, node, &verdict);
        if (is_claim(node)) record(walk, node, verdict, reached);
        if (!cond) walk_below(walk, node, reached);
        for (const struct node *branch = node->first; cond && branch; branch = branch->next)
            walk_below(walk, branch, reached && branch == shown);
    }
}

static void find(struct claims *claims, const struct course *course, const struct page *page,
                 struct arena *arena) {
    const struct node *root = page->document;
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (!is_claim(node)) continue;
        claims->claim = arena_grow(arena, claims->claim, claims->count, &claims->capacity,
                                   sizeof *claims->claim);
        claims->claim[claims->count++] =
            (struct claim){node, ARENA_ARRAY(arena, struct claim_on, course->cards.count)};
    }
}

struct claims claims_of(const struct course *course, const struct page *page, struct arena *arena) {
    struct claims claims = {0};
    struct arena passing = {0}; /* what is looked up on the way to a verdict */
    find(&claims, course, page, arena);
    for (size_t i = 0; claims.count && i < course->cards.count; i++) {
        const struct evaluation evaluation = {.cards = &course->cards,
                                              .card = &course->cards.list[i],
                                              .default_card = course->default_card,
                                              .home =
                                                  &course->cards.list[i] == course->default_card};
        struct walk walk = {.course = course,
                            .arena = arena,
                            .claims = &claims,
                            .card = i,
                            .lookup = {.evaluation = &evaluation, .page = page, .arena = &passing}};
        walk_below(&walk, page->document, true);
        arena_free(&passing);
    }
    return claims;
}

size_t claims_count(const struct claims *claims, size_t card, enum claim_state state) {
    size_t count = 0;
    for (size_t i = 0; i < claims->count; i++)
        count += claims->claim[i].on[card].state == state && !claims->claim[i].on[card].same;
    return count;
}
