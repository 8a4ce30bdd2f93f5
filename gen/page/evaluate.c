/* evaluate -- see evaluate.h and page_evaluate() in page.h.
 *
 * The tree is walked once in document order. Below a branch that is not shown values are worked out
 * as well, since the review edition shows the words that a claim refuses; but only what is wrong on
 * every card (names, units) is reported there. */
#include "page/evaluate.h"

#include "page/blocks.h"
#include "page/question.h"
#include "page/structure.h"
#include "page/tool.h"

bool evaluate_value(struct lookup *lookup, const struct expr *expr, unsigned style,
                    struct evaluated *out, struct expr_error *error) {
    struct expr_env env = lookup_env(lookup);
    *out = (struct evaluated){.state = VALUE_FAILED};
    lookup->used_count = 0;
    lookup->missing_on = NULL;
    lookup->not_predicted = false;
    if (!expr_eval(expr, &env, &out->value, error)) return false;
    if (out->value.kind == EXPR_MISSING) {
        out->state = VALUE_MISSING;
        struct text reason = {out->value.text.data, out->value.text.length};
        out->shown = reason.len ? arena_text(lookup->arena, reason) : TEXT("no reason is given");
        const struct card *card = lookup->missing_on;
        out->lacks = lookup->not_predicted
                         ? TEXT("not predicted")
                         : text_of(card_lacks(card ? card : lookup->evaluation->card));
    } else {
        char text[EXPR_TEXT_MAX];
        size_t length = expr_format(&out->value, &expr->form, style, text, sizeof text);
        out->state = VALUE_SHOWN;
        if (length < sizeof text) {
            out->shown = arena_text(lookup->arena, (struct text){text, length});
        } else { /* a long text of the run, such as its flags */
            char *whole = arena_alloc(lookup->arena, length + 1);
            expr_format(&out->value, &expr->form, style, whole, length + 1);
            out->shown = (struct text){whole, length};
        }
    }
    lookup_describe(lookup, &out->value, &expr->form, &out->origin, &out->detail);
    out->reported = out->state == VALUE_SHOWN && lookup_reported(lookup);
    return true;
}

/* ---- messages ---------------------------------------------------------------------------- */

struct evaluator {
    struct page *page;
    const struct evaluation *evaluation;
    struct arena *arena;
    struct lookup lookup;
    struct evaluation by_home; /* the same with the home card in place of the card */
};

static void report(const struct evaluator *evaluator, const struct node *node,
                   const struct expr_error *error) {
    const char *hint = NULL;
    if (error->code == EXPR_ERROR_FIELD && !evaluator->evaluation->model) {
        diag_error(evaluator->evaluation->diags, evaluator->page->source, node->offset,
                   node->length, "take the expression out", "model( ) is not available here");
        return;
    }
    if (error->code == EXPR_ERROR_ARGUMENT && error->nearest_count == 0) {
        struct text name = {error->name.data, error->name.length};
        hint = lookup_axis_values(evaluator->evaluation, name, error->index, evaluator->arena);
    }
    structure_report(node, error, evaluator->page->source, hint, evaluator->arena,
                     evaluator->evaluation->diags);
}

static void report_suspects(const struct evaluator *evaluator, const struct node *node) {
    const struct lookup *lookup = &evaluator->lookup;
    for (size_t i = 0; i < lookup->used_count; i++) {
        const struct used *used = &lookup->used[i];
        if (!used->series || !used->series->suspect.len) continue;
        diag_error(evaluator->evaluation->diags, evaluator->page->source, node->offset,
                   node->length, "measure it again, or take it off the page",
                   "%.*s of %.*s is suspect: %.*s", TEXT_ARG(used->series->name),
                   TEXT_ARG(used->card->name), TEXT_ARG(used->series->suspect));
    }
}

/* Alt text and the captions of figures are read as plain words. */
static bool is_plain_text(const struct node *node) {
    for (; node; node = node->parent)
        if (node->type == NODE_IMAGE || node->type == NODE_FIGURE) return true;
    return false;
}

/* A cell has room to say that a value is missing; a sentence or a formula does not. */
static bool has_room(const struct node *node) {
    for (; node; node = node->parent)
        if (node->type == NODE_CELL || node->type == NODE_IMAGE || node->type == NODE_MATH)
            return node->type == NODE_CELL;
    return false;
}

static void report_missing(const struct evaluator *evaluator, const struct node *node) {
    const struct evaluation *evaluation = evaluator->evaluation;
    struct text body = text_trim(node->text), reason = node->value.shown;
    evaluator->page->missing_values++;
    if (evaluation->home)
        diag_error(evaluation->diags, evaluator->page->source, node->offset, node->length,
                   "put the sentence into {{ if known(…) }} … {{ end }}, or measure it",
                   "%.*s has no value on %.*s: %.*s", TEXT_ARG(body),
                   TEXT_ARG(evaluation->card->name), TEXT_ARG(reason));
    else
        diag_at(evaluation->diags, SEVERITY_WARNING, evaluator->page->source, node->offset,
                node->length,
                "the page says that it is missing; {{ if known(…) }} would leave the "
                "sentence out",
                "%.*s has no value on %.*s: %.*s", TEXT_ARG(body), TEXT_ARG(evaluation->card->name),
                TEXT_ARG(reason));
}

/* ---- values and conditions --------------------------------------------------------------- */

static void evaluate_expr(struct evaluator *evaluator, struct node *node, bool shown) {
    struct expr_error error;
    struct evaluated result;
    node->value.state = VALUE_FAILED;
    node->value.shown = node->value.lacks = (struct text){0};
    node->value.detail = (struct text){0};
    node->value.reported = false;
    if (!node->value.expr) return;
    evaluator->lookup.scope = node->value.scope;
    if (!evaluate_value(&evaluator->lookup, node->value.expr, EXPR_STYLE_PAGE, &result, &error)) {
        if (shown || !expr_error_is_of_card(error.code)) report(evaluator, node, &error);
        return;
    }
    node->value.state = result.state;
    node->value.shown =
        result.reported && is_plain_text(node)
            ? arena_printf(evaluator->arena, "%.*s" MARK_REPORTED, TEXT_ARG(result.shown))
            : result.shown;
    node->value.lacks = result.lacks;
    node->value.reported = result.reported;
    node->value.detail = result.detail;
    if (!shown) return;
    report_suspects(evaluator, node);
    if (result.state == VALUE_MISSING && !has_room(node)) report_missing(evaluator, node);
}

static struct text explain(struct evaluator *evaluator, const struct node *node) {
    struct expr_env env = lookup_env(&evaluator->lookup);
    char start[512];
    size_t length = expr_explain(node->cond.expr, &env, start, sizeof start);
    if (!length) {
        struct expr_view body = node->cond.expr->body;
        return text_trim((struct text){body.data, body.length});
    }
    if (length < sizeof start) return arena_text(evaluator->arena, (struct text){start, length});
    char *whole = arena_alloc(evaluator->arena, length + 1);
    expr_explain(node->cond.expr, &env, whole, length + 1);
    return (struct text){whole, length};
}

static void report_claim(const struct evaluator *evaluator, const struct node *node) {
    const struct evaluation *evaluation = evaluator->evaluation;
    bool is_false = node->cond.verdict == EXPR_FALSE;
    size_t length = 2;
    size_t end = text_find(evaluator->page->source->text, "}}", node->offset);
    if (end != SIZE_MAX && end < node->offset + node->length) length = end + 2 - node->offset;
    evaluator->page->false_claims++;
    if (evaluation->home)
        diag_at(evaluation->diags, evaluation->claims, evaluator->page->source, node->offset,
                length,
                "change the words, or write {{ else }} and what holds; words that may just be "
                "left out stand in {{ if … }}",
                "%s on %.*s: %.*s",
                is_false ? "this claim is false" : "whether this claim holds is not known",
                TEXT_ARG(evaluation->card->name), TEXT_ARG(node->cond.why));
    else
        diag_at(evaluation->diags, evaluation->claims, evaluator->page->source, node->offset,
                length, "{{ else }} would say what holds there",
                "left out, since the claim is %s on %.*s: %.*s", is_false ? "false" : "unknown",
                TEXT_ARG(evaluation->card->name), TEXT_ARG(node->cond.why));
}

static void evaluate_condition(struct evaluator *evaluator, struct node *node, bool shown) {
    struct expr_env env = lookup_env(&evaluator->lookup);
    struct expr_value value;
    struct expr_error error;
    node->cond.reached = shown;
    node->cond.verdict = EXPR_UNKNOWN;
    node->cond.shown = NULL;
    node->cond.why = (struct text){0};
    if (node->cond.always) {
        node->cond.verdict = EXPR_TRUE;
        node->cond.shown = node->first;
    }
    if (!node->cond.expr) return;
    evaluator->lookup.scope = node->cond.scope;
    evaluator->lookup.used_count = 0;
    if (!expr_eval(node->cond.expr, &env, &value, &error)) {
        if (shown || !expr_error_is_of_card(error.code)) report(evaluator, node, &error);
        return;
    }
    if (shown) report_suspects(evaluator, node);
    struct node *words = node->first, *otherwise = words ? words->next : NULL;
    node->cond.verdict = value.truth;
    node->cond.why = explain(evaluator, node);
    if (value.truth == EXPR_TRUE)
        node->cond.shown = words;
    else if (value.truth == EXPR_FALSE || node->cond.claim)
        node->cond.shown = otherwise;
    if (shown && node->cond.claim && !node->cond.shown) report_claim(evaluator, node);
}

static bool decide_question(struct evaluator *evaluator, struct node *question, bool shown) {
    for (struct node *node = question->first; node; node = node->next)
        if (node->type == NODE_CHOICE && node->choice.cond)
            evaluate_condition(evaluator, node->choice.cond, shown);
    return question_grade(question, evaluator->lookup.evaluation);
}

/* By this card or, where it does not know, by the home card. */
static void evaluate_question(struct evaluator *evaluator, struct node *question, bool shown) {
    const struct evaluation *own = evaluator->evaluation;
    bool known = decide_question(evaluator, question, shown);
    if (!known && !own->home && own->home_card) {
        evaluator->lookup.evaluation = &evaluator->by_home;
        decide_question(evaluator, question, false);
        evaluator->lookup.evaluation = own;
        if (question->question.graded) {
            question->question.instead = own->card->name;
            return;
        }
        decide_question(evaluator, question, false);
    }
    if (shown) question_report(question, evaluator->page->source, own);
}

/* What may not be empty, and is because every condition in it is false on this card. */
static void report_emptied(const struct evaluator *evaluator, const struct node *node) {
    const struct evaluation *evaluation = evaluator->evaluation;
    const char *what;
    switch (node->type) {
    case NODE_HEADING: what = "heading"; break;
    case NODE_LINK: what = "link"; break;
    case NODE_IMAGE: what = "alt text"; break;
    case NODE_CAPTION: what = "caption"; break;
    case NODE_NOTE: what = "footnote"; break;
    default: return;
    }
    if (!structure_has_words(node) || structure_shows_words(node)) return;
    diag_at(evaluation->diags, evaluation->home ? SEVERITY_ERROR : SEVERITY_WARNING,
            evaluator->page->source, node->offset, node->length,
            "write {{ else }}, or put the condition around all of it", "%s without words on %.*s",
            what, TEXT_ARG(evaluation->card->name));
}

/* ---- the walk ---------------------------------------------------------------------------- */

/* The node after everything below `node`. */
static struct node *next_outside(const struct node *node, const struct node *root) {
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

static void evaluate_tree(struct evaluator *evaluator, struct node *root) {
    const struct node *shown_again = NULL, *own_again = NULL;
    bool hidden = false;
    for (struct node *node = root; node; node = tree_next(node, root)) {
        if (hidden && node == shown_again) hidden = false;
        if (node == own_again) evaluator->lookup.evaluation = evaluator->evaluation;
        switch (node->type) {
        case NODE_TABLE:
            if (node->table.block)
                blocks_expand(node, evaluator->page->source, evaluator->evaluation,
                              evaluator->arena);
            break;
        case NODE_QUESTION: evaluate_question(evaluator, node, !hidden); break;
        case NODE_TOOL:
            tool_check(node, evaluator->page->source, evaluator->evaluation, evaluator->arena);
            break;
        case NODE_EXPR: evaluate_expr(evaluator, node, !hidden); break;
        case NODE_COND: evaluate_condition(evaluator, node, !hidden); break;
        case NODE_BRANCH:
            if (hidden || node->parent->cond.shown == node) break;
            hidden = true;
            shown_again = next_outside(node, root);
            break;
        case NODE_THEN: /* without a verdict nobody gets to read it */
            if (node->parent->question.instead.len) {
                evaluator->lookup.evaluation = &evaluator->by_home;
                own_again = next_outside(node, root);
            }
            if (hidden || node->parent->question.graded) break;
            hidden = true;
            shown_again = next_outside(node, root);
            break;
        default: break;
        }
    }
    evaluator->lookup.evaluation = evaluator->evaluation;
}

static void evaluate_text(struct evaluator *evaluator, struct page_text *text) {
    text->shown = (struct text){0};
    if (!text->tree) return;
    evaluate_tree(evaluator, text->tree);
    struct buf plain = {0};
    tree_plain_text(text->tree, &plain);
    text->shown = arena_text(evaluator->arena, buf_text(&plain));
    buf_free(&plain);
}

void page_evaluate(struct page *page, const struct evaluation *evaluation, struct arena *arena) {
    struct evaluator evaluator = {
        .page = page,
        .evaluation = evaluation,
        .arena = arena,
        .lookup = {.evaluation = evaluation, .page = page, .arena = arena},
        .by_home = *evaluation,
    };
    evaluator.by_home.card = evaluation->home_card;
    evaluator.by_home.home = true;
    page->false_claims = page->missing_values = 0;
    evaluate_text(&evaluator, &page->title);
    evaluate_text(&evaluator, &page->term);
    evaluate_text(&evaluator, &page->summary);
    if (!page->document) return;
    evaluate_tree(&evaluator, page->document);
    for (const struct node *node = page->document; node;
         node = tree_visible_next(node, page->document))
        report_emptied(&evaluator, node);
}
