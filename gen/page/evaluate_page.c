/* evaluate_page -- page_evaluate() of page.h: every value and verdict of a page for one card.
 *
 * The tree is walked once in document order. Below a branch that is not shown values are worked out
 * as well, since the review edition shows the words that a claim refuses; but only what is wrong on
 * every card (names, units) is reported there. The words of a `given` are weighed before: walked once
 * for what is missing in them. A `given` inside is not entered by that, so no value is worked out three
 * times. */
#include "page/lookup.h"

#include <stdint.h>
#include <string.h>

#include "page/fence.h"
#include "page/structure.h"

struct evaluator {
    struct page *page;
    const struct evaluation *evaluation;
    struct page_reader reader;
    struct lookup lookup;
    struct evaluation by_home; /* the same with the default card in place of the card */
    bool weighing;             /* the words of a `given` are looked through for what is missing */
};

/* A sum counts what a reader would see of some words, and what of that is missing: values that a card
 * may not have; conditions, by their verdict; a question, which the page's own card has to decide; a
 * table, of which one value is enough because cells can say what is missing (its caption is prose); a
 * chart, of which one point is. A diagram does not count, since what it can draw is only known to who draws it. */
struct sum {
    size_t values, missing;
    const struct node *first; /* the first value that is missing */
};

static void add(struct sum *sum, bool missing) {
    sum->values++;
    sum->missing += missing;
}

/* ---- messages ---------------------------------------------------------------------------- */

/* Says what is wrong with what a node asks for; `error` may be NULL. Where it is not shown, only what
 * is wrong on every card counts. */
static void report(const struct evaluator *evaluator, const struct node *node, bool shown,
                   const struct expr_error *error) {
    const struct lookup *lookup = &evaluator->lookup;
    if (error && (shown || !expr_error_is_of_card(error->code)))
        structure_report(node, error, &evaluator->reader);
    for (size_t i = 0; shown && !error && i < lookup->used_count; i++) {
        const struct used *used = &lookup->used[i];
        if (used->series && used->series->suspect.len)
            node_error(&evaluator->reader, node, "measure it again, or take it off the page",
                       "%.*s of %.*s is suspect: %.*s", TEXT_ARG(used->series->name),
                       TEXT_ARG(used->card->name), TEXT_ARG(used->series->suspect));
    }
}

/* Finds the innermost node around it, itself included, that has one of these types. */
static const struct node *around(const struct node *node, enum node_type a, enum node_type b,
                                 enum node_type c) {
    while (node && node->type != a && node->type != b && node->type != c)
        node = node->parent;
    return node;
}

static enum severity severity_of(const struct evaluation *evaluation) {
    return evaluation->home ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static void report_missing(const struct evaluator *evaluator, const struct node *node) {
    const struct evaluation *evaluation = evaluator->evaluation;
    evaluator->page->missing_values++;
    node_report(&evaluator->reader, severity_of(evaluation), node,
                evaluation->home ? "put the words into {{ given }} … {{ end }}, or measure it"
                                 : "the page says that it is missing; {{ given }} … {{ end }} "
                                   "would leave the words out",
                "%.*s has no value on %.*s: %.*s", TEXT_ARG(text_trim(node->text)),
                TEXT_ARG(evaluation->card->name), TEXT_ARG(node->value.shown));
}

/* ---- values and conditions --------------------------------------------------------------- */

/* What the value of a node comes from, for as long as the page lives. Where a `given` is weighed, the value is
 * found once more afterwards. */
static const struct provenance *kept(const struct evaluator *evaluator,
                                     const struct provenance *from) {
    struct arena *arena = evaluator->reader.arena;
    if (!from->count || evaluator->weighing) return NULL;
    struct provenance *kept = ARENA_ARRAY(arena, struct provenance, 1);
    struct used *used = ARENA_ARRAY(arena, struct used, from->count);
    memcpy(used, from->used, from->count * sizeof *used);
    *kept = *from;
    kept->used = used;
    return kept;
}

static void evaluate_expr(struct evaluator *evaluator, struct node *node, bool shown,
                          struct sum *sum) {
    const struct expr *expr = node->value.expr;
    struct expr_error error;
    struct evaluated result = {.state = VALUE_FAILED};
    unsigned style = EXPR_STYLE_PAGE | (node->value.bare ? EXPR_STYLE_NO_UNIT : 0);
    evaluator->lookup.scope = node->value.scope;
    bool fine = expr && evaluate_value(&evaluator->lookup, expr, style, &result, &error);
    bool missing = result.state == VALUE_MISSING;
    node->value.state = result.state;
    node->value.shown = result.shown;
    node->value.missing = result.missing;
    node->value.reported = result.reported;
    node->value.from = fine ? kept(evaluator, &result.from) : NULL;
    /* Alt text and the captions of figures are read as plain words. */
    if (result.reported && around(node, NODE_IMAGE, NODE_FIGURE, NODE_FIGURE))
        node->value.shown =
            arena_printf(evaluator->reader.arena, "%.*s" MARK_REPORTED, TEXT_ARG(result.shown));
    if (!expr) return;
    if (structure_asks_card(expr, node->value.scope)) add(sum, missing);
    if (missing && !sum->first) sum->first = node;
    report(evaluator, node, shown, fine ? NULL : &error);
    /* A cell has room to say that a value is missing; a sentence or a formula does not. */
    const struct node *room = around(node, NODE_CELL, NODE_IMAGE, NODE_MATH);
    if (shown && missing && (!room || room->type != NODE_CELL)) report_missing(evaluator, node);
}

static struct text explain(const struct evaluator *evaluator, const struct expr *expr,
                           const struct expr_env *env) {
    size_t length = expr_explain(expr, env, NULL, 0);
    char *text = arena_alloc(evaluator->reader.arena, length + 1);
    expr_explain(expr, env, text, length + 1);
    return (struct text){text, length};
}

static void report_claim(const struct evaluator *evaluator, const struct node *node) {
    const struct evaluation *evaluation = evaluator->evaluation;
    static const char *const words[2][2] = {
        {"left out, since the claim is unknown", "left out, since the claim is false"},
        {"whether this claim holds is not known", "this claim is false"}};
    size_t length = 2;
    size_t end = text_find(evaluator->page->source->text, "}}", node->offset);
    if (end != SIZE_MAX && end < node->offset + node->length) length = end + 2 - node->offset;
    evaluator->page->false_claims++;
    reader_report(&evaluator->reader, evaluation->claims, node->offset, length,
                  evaluation->home
                      ? "change the words, or write {{ else }} and what holds; words that may "
                        "just be left out stand in {{ if … }}"
                      : "{{ else }} would say what holds there",
                  "%s on %.*s: %.*s", words[evaluation->home][node->cond.verdict == EXPR_FALSE],
                  TEXT_ARG(evaluation->card->name), TEXT_ARG(node->cond.why));
}

/* Why is told of claims that leave their words out, of all to a reviewer, and of the choices of a question, which stand beside
 * the tree. */
static bool is_asked_why(const struct evaluator *evaluator, const struct node *cond,
                         enum expr_truth truth) {
    if (!cond->cond.claim) return !cond->parent;
    return !evaluator->evaluation->brief || (truth != EXPR_TRUE && !cond->first->next);
}

static void evaluate_condition(struct evaluator *evaluator, struct node *node, bool shown,
                               struct sum *sum) {
    struct expr_env env = lookup_env(&evaluator->lookup);
    struct expr_value value;
    struct expr_error error;
    const struct expr *expr = node->cond.expr;
    node->cond.reached = shown;
    node->cond.verdict = node->cond.always ? EXPR_TRUE : EXPR_UNKNOWN;
    node->cond.shown = node->cond.always ? node->first : NULL;
    node->cond.why = (struct text){0};
    if (!expr) return;
    evaluator->lookup.scope = node->cond.scope;
    evaluator->lookup.used_count = 0;
    bool fine = expr_eval(expr, &env, &value, &error);
    if (!fine || value.truth == EXPR_UNKNOWN) add(sum, true);
    report(evaluator, node, shown, fine ? NULL : &error);
    if (!fine) return;
    node->cond.verdict = value.truth;
    if (is_asked_why(evaluator, node, value.truth)) node->cond.why = explain(evaluator, expr, &env);
    if (value.truth == EXPR_TRUE)
        node->cond.shown = node->first;
    else if (value.truth == EXPR_FALSE || node->cond.claim)
        node->cond.shown = node->first->next;
    if (shown && node->cond.claim && !node->cond.shown) report_claim(evaluator, node);
}

static bool decide_question(struct evaluator *evaluator, struct node *question, bool shown,
                            struct sum *sum) {
    for (struct node *node = question->first; node; node = node->next)
        if (node->type == NODE_CHOICE && node->choice.cond)
            evaluate_condition(evaluator, node->choice.cond, shown, sum);
    return question_grade(question, evaluator->lookup.evaluation);
}

/* This card decides or, where it does not know, the default card does. */
static void evaluate_question(struct evaluator *evaluator, struct node *question, bool shown,
                              struct sum *sum) {
    const struct evaluation *own = evaluator->evaluation;
    bool known = decide_question(evaluator, question, shown, sum);
    if (!known && !own->home && own->default_card) {
        evaluator->lookup.evaluation = &evaluator->by_home;
        decide_question(evaluator, question, false, &(struct sum){0});
        evaluator->lookup.evaluation = own;
        if (question->question.graded) {
            question->question.instead = own->card->name;
            return;
        }
        decide_question(evaluator, question, false, &(struct sum){0});
    }
    if (shown) question_report(question, &evaluator->reader, own);
}

/* A heading or a link may become empty where every condition in it is false on this card. */
static void report_emptied(const struct evaluator *evaluator, const struct node *node) {
    const struct evaluation *evaluation = evaluator->evaluation;
    static const char *const names[NODE_BRANCH + 1] = {[NODE_HEADING] = "heading",
                                                       [NODE_LINK] = "link",
                                                       [NODE_IMAGE] = "alt text",
                                                       [NODE_CAPTION] = "caption",
                                                       [NODE_NOTE] = "footnote"};
    const char *what = names[node->type];
    if (!what || !structure_has_words(node) || structure_shows_words(node)) return;
    node_report(&evaluator->reader, severity_of(evaluation), node,
                "write {{ else }}, or put the condition around all of it",
                "%s without words on %.*s", what, TEXT_ARG(evaluation->card->name));
}

static void add_chart(const struct evaluator *evaluator, struct text name, struct sum *sum) {
    const struct evaluation *evaluation = evaluator->evaluation;
    name = text_next(&name, '?');
    size_t at = text_find(name, "@", 0);
    const struct card *card = evaluation->card;
    if (at != SIZE_MAX) card = cards_find(evaluation->cards, text_cut(name, at + 1, name.len));
    name = text_cut(name, 0, at);
    const struct series *series = card ? card_series(card, name) : NULL;
    bool known = !lookup_series(evaluation, name); /* an unknown name is told by who draws it */
    for (size_t i = 0; series && i < series->point_count; i++)
        known = known || !series->point[i].missing;
    add(sum, !known);
}

/* A table block without one value is a sentence. Tables with typed rows may say more than values. */
static void decide_table(const struct evaluator *evaluator, struct node *table,
                         const struct sum *cells) {
    const struct card *card = evaluator->evaluation->card;
    table->table.nothing = (struct text){0};
    if (!table->table.block || !cells->first || cells->missing < cells->values) return;
    struct text missing = cells->first->value.missing, reason = cells->first->value.shown;
    bool said = text_equal(text_cut(reason, 0, missing.len), missing);
    table->table.nothing =
        arena_printf(evaluator->reader.arena, "Nothing of this table is %s %.*s%s%.*s.",
                     card->reported ? "reported for" : "measured on", TEXT_ARG(card->name),
                     said ? "" : ": ", TEXT_ARG(said ? TEXT("") : reason));
}

/* ---- the walk ---------------------------------------------------------------------------- */

/* The sum grows by what counts for a `given` around the node. */
static void evaluate_node(struct evaluator *evaluator, struct node *node, bool shown,
                          struct sum *sum);

static void evaluate_children(struct evaluator *evaluator, struct node *node, bool shown,
                              struct sum *sum) {
    for (struct node *child = node->first; child; child = child->next)
        evaluate_node(evaluator, child, shown, sum);
}

static void decide_given(struct evaluator *evaluator, struct node *node) {
    struct sum sum = {0};
    evaluator->weighing = true;
    evaluate_children(evaluator, node->first, false, &sum);
    evaluator->weighing = false;
    node->cond.verdict = sum.missing ? EXPR_FALSE : EXPR_TRUE;
    node->cond.shown = sum.missing ? node->first->next : node->first;
}

static void evaluate_branches(struct evaluator *evaluator, struct node *node, bool shown,
                              struct sum *sum) {
    evaluate_condition(evaluator, node, shown, sum);
    if (node->cond.given && evaluator->weighing) return;
    if (node->cond.given) decide_given(evaluator, node);
    for (struct node *branch = node->first; branch; branch = branch->next) {
        struct sum unseen = {0}; /* a `given` guards itself */
        bool seen = node->cond.shown == branch;
        evaluate_children(evaluator, branch, shown && seen,
                          seen && !node->cond.given ? sum : &unseen);
    }
}

static void evaluate_table(struct evaluator *evaluator, struct node *table, bool shown,
                           struct sum *sum) {
    struct sum cells = {0};
    if (table->table.block) blocks_expand(table, &evaluator->reader, &evaluator->lookup);
    for (struct node *child = table->first; child; child = child->next)
        evaluate_node(evaluator, child, shown, child->type == NODE_ROW ? &cells : sum);
    if (cells.values) add(sum, cells.missing == cells.values);
    decide_table(evaluator, table, &cells);
}

/* What a verdict says. Without one nobody gets to read it; the card that gave it gives its values. */
static void evaluate_said(struct evaluator *evaluator, struct node *said, bool shown,
                          struct sum *sum) {
    const struct evaluation *own = evaluator->lookup.evaluation;
    if (said->parent->question.instead.len) evaluator->lookup.evaluation = &evaluator->by_home;
    evaluate_children(evaluator, said, shown && said->parent->question.graded, sum);
    evaluator->lookup.evaluation = own;
}

static void evaluate_node(struct evaluator *evaluator, struct node *node, bool shown,
                          struct sum *sum) {
    static const char chart[] = "chart:";
    switch (node->type) {
    case NODE_EXPR: evaluate_expr(evaluator, node, shown, sum); return;
    case NODE_COND: evaluate_branches(evaluator, node, shown, sum); return;
    case NODE_WHY:
    case NODE_THEN: evaluate_said(evaluator, node, shown, sum); return;
    case NODE_TABLE: evaluate_table(evaluator, node, shown, sum); return;
    case NODE_QUESTION: evaluate_question(evaluator, node, shown, sum); break;
    case NODE_TOOL: tool_check(node, &evaluator->reader, evaluator->evaluation); break;
    case NODE_IMAGE:
        if (text_starts(node->link.url, chart))
            add_chart(evaluator, text_cut(node->link.url, sizeof chart - 1, SIZE_MAX), sum);
        break;
    default: break;
    }
    evaluate_children(evaluator, node, shown, sum);
}

static void evaluate_text(struct evaluator *evaluator, struct page_text *text) {
    evaluate_node(evaluator, text->tree, true, &(struct sum){0});
    struct buf plain = {0};
    tree_plain_text(text->tree, &plain);
    text->shown = buf_take(&plain, evaluator->reader.arena);
}

void page_evaluate_apart(struct page *page, const struct evaluation *evaluation,
                         struct arena *arena, struct arena *passing) {
    struct evaluator evaluator = {
        .page = page,
        .evaluation = evaluation,
        .reader = {page->source, arena, evaluation->diags, NULL},
        .lookup = {.evaluation = evaluation, .page = page, .arena = arena},
        .by_home = *evaluation,
    };
    evaluator.by_home.card = evaluation->default_card;
    evaluator.by_home.home = true;
    page->false_claims = page->missing_values = 0;
    if (!evaluation->again) {
        evaluate_text(&evaluator, &page->title);
        evaluate_text(&evaluator, &page->term);
        evaluate_text(&evaluator, &page->summary);
    }
    evaluator.reader.arena = evaluator.lookup.arena = passing;
    evaluate_node(&evaluator, page->document, true, &(struct sum){0});
    for (const struct node *node = page->document; node;
         node = tree_visible_next(node, page->document))
        report_emptied(&evaluator, node);
    page->words = tree_words(page->document);
}

void page_evaluate(struct page *page, const struct evaluation *evaluation, struct arena *arena) {
    page_evaluate_apart(page, evaluation, arena, arena);
}
