/* structure -- see structure.h.
 *
 * One walk in document order collects the expressions. Paragraphs made of markers alone are then
 * replaced by their markers. After that a stack of what is open is enough: an `end` closes the
 * innermost opening that has the same parent, and openings above that one have no end. */
#include "page/structure.h"

#include <stdint.h>
#include <stdlib.h>

enum { DEEPEST = 32 }; /* so many conditions may stand in each other */

/* A condition that waits for its end. */
struct opening {
    struct node *node, *otherwise; /* the markers; otherwise: its else, or NULL */
};

struct build {
    const struct page_reader *reader;
    struct node **marker; /* claim, if, given, always, else, end; in document order */
    size_t count, capacity;
    struct opening open[DEEPEST];
    size_t depth;
};

/* ---- parsing ----------------------------------------------------------------------------- */

static const char *error_text(size_t (*write)(const struct expr_error *, char *, size_t),
                              const struct expr_error *error, struct arena *arena) {
    size_t size = write(error, NULL, 0) + 1;
    char *text = arena_alloc(arena, size);
    write(error, text, size);
    return text;
}

void structure_report(const struct node *node, const struct expr_error *error,
                      const struct page_reader *reader) {
    const char *hint = error_text(expr_error_hint, error, reader->arena);
    /* A condition spans its words and end; its own braces start it. In a quoted YAML string an
     * escape may stand before the error: the range is held inside the expression all the same. */
    size_t offset = node->offset, length = 2;
    if (!error->whole) {
        size_t inner = 2 + error->offset;
        offset += inner < node->length ? inner : node->length - 1;
        length = error->length;
    }
    reader_error(reader, offset, length, *hint ? hint : NULL, "%s",
                 error_text(expr_error_text, error, reader->arena));
}

static bool parse_text(struct text text, struct expr **expr, struct expr_error *error,
                       struct arena *arena) {
    *expr = ARENA_NEW(arena, struct expr);
    struct expr_memory memory = {arena_reserve(arena, EXPR_MEMORY_SIZE), EXPR_MEMORY_SIZE, 0};
    bool parsed = expr_parse(text.ptr, text.len, &memory, *expr, error);
    arena_trim(arena, memory.block, memory.used);
    return parsed;
}

struct expr *structure_parse(struct text text, struct arena *arena) {
    struct expr *expr;
    struct expr_error error;
    return parse_text(text, &expr, &error, arena) ? expr : NULL;
}

static void parse(struct build *build, struct node *node) {
    struct expr *expr;
    struct expr_error error;
    bool parsed = parse_text(node->text, &expr, &error, build->reader->arena);
    bool marker = expr->kind != EXPR_KIND_VALUE; /* broken ones too: one mistake is one message */
    if (!parsed) structure_report(node, &error, build->reader);
    if (marker && node->parent->type == NODE_MATH) {
        node_error(build->reader, node, "put the condition around the whole formula",
                   "a condition cannot stand in a formula");
        return;
    }
    if (parsed || marker) node->value.expr = expr;
    if (!marker) return;
    build->marker = arena_grow(build->reader->arena, build->marker, build->count, &build->capacity,
                               sizeof *build->marker);
    build->marker[build->count++] = node;
}

/* ---- paragraphs that hold markers alone --------------------------------------------------- */

static bool is_blank(const struct node *node) {
    return node->type == NODE_SOFTBREAK || node->type == NODE_LINEBREAK ||
           (node->type == NODE_TEXT && !text_trim(node->text).len);
}

bool structure_has_words(const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        if (!is_blank(child)) return true;
    return false;
}

bool structure_shows_words(const struct node *root) {
    static const bool always[NODE_BRANCH + 1] = {
        [NODE_CODE] = true,  [NODE_EXPR] = true,   [NODE_NOTE_REF] = true,
        [NODE_IMAGE] = true, [NODE_FIGURE] = true, [NODE_CODE_BLOCK] = true,
        [NODE_TABLE] = true, [NODE_MATH] = true,   [NODE_QUESTION] = true,
        [NODE_RULE] = true};
    for (const struct node *node = tree_visible_next(root, root); node;
         node = tree_visible_next(node, root))
        if (always[node->type] || (node->type == NODE_TEXT && text_trim(node->text).len))
            return true;
    return false;
}

static bool is_bare(const struct node *paragraph) {
    for (const struct node *child = paragraph->first; child; child = child->next) {
        const struct expr *expr = child->type == NODE_EXPR ? child->value.expr : NULL;
        if (!is_blank(child) && (!expr || expr->kind == EXPR_KIND_VALUE)) return false;
    }
    return true;
}

static void hoist(const struct build *build) {
    const struct node *seen = NULL;
    for (size_t i = 0; i < build->count; i++) {
        struct node *paragraph = build->marker[i]->parent, *where = paragraph;
        if (paragraph->type != NODE_PARAGRAPH || !paragraph->parent || paragraph == seen) continue;
        seen = paragraph;
        if (!is_bare(paragraph)) continue;
        for (struct node *child; (child = paragraph->first);) {
            node_unlink(child);
            if (is_blank(child)) continue;
            node_insert_after(where, child);
            where = child;
        }
        node_unlink(paragraph);
    }
}

/* ---- pairing ----------------------------------------------------------------------------- */

static const char *surroundings(const struct node *marker) {
    static const char *const names[NODE_BRANCH + 1] = {
        [NODE_PARAGRAPH] = "a paragraph",
        [NODE_HEADING] = "a heading",
        [NODE_QUOTE] = "a quotation",
        [NODE_ITEM] = "a list item",
        [NODE_CELL] = "a table cell",
        [NODE_CAPTION] = "a caption",
        [NODE_NOTE] = "a footnote",
        [NODE_ASK] = "a question",
        [NODE_CHOICE] = "a choice",
        [NODE_WHY] = "the words after why:",
        [NODE_THEN] = "the words after then:",
        [NODE_EMPH] = "emphasis",
        [NODE_STRONG] = "strong emphasis",
        [NODE_STRIKE] = "struck-out words",
        [NODE_LINK] = "the text of a link",
        [NODE_IMAGE] = "the alt text of an image",
    };
    const char *name = names[marker->parent->type];
    return name ? name : "a paragraph of its own";
}

static const char *word_of(const struct node *marker) {
    return expr_kind_word(marker->value.expr->kind);
}

static void drop_top(struct build *build) {
    const struct opening *top = &build->open[--build->depth];
    node_unlink(top->node);
    if (top->otherwise) node_unlink(top->otherwise);
}

static void drop_unclosed(struct build *build) {
    const struct node *opening = build->open[build->depth - 1].node;
    node_error(build->reader, opening,
               "write {{ end }} after the last word that depends on it, in the same paragraph, "
               "cell or emphasis; to span blocks, each marker is a paragraph of its own",
               "no {{ end }} for this {{ %s }}", word_of(opening));
    drop_top(build);
}

/* A marker belongs to the innermost opening that has its parent. NULL, after a message: none has. */
static struct opening *find_opening(struct build *build, const struct node *marker) {
    if (!build->depth) {
        node_error(
            build->reader, marker,
            "take it out, or write {{ given }}, {{ if … }} or {{ claim … }} before the words",
            "{{ %s }} without {{ given }}, {{ if … }} or {{ claim … }}", word_of(marker));
        return NULL;
    }
    size_t at = build->depth;
    while (at && build->open[at - 1].node->parent != marker->parent)
        at--;
    if (at) {
        while (build->depth > at)
            drop_unclosed(build);
        return &build->open[at - 1];
    }
    const struct node *top = build->open[build->depth - 1].node;
    const char *outer = surroundings(top), *inner = surroundings(marker);
    struct place place = source_place(build->reader->source, top->offset);
    bool alike = text_is(text_of(outer), inner);
    node_error(build->reader, marker,
               "both have to stand in the same paragraph, cell or emphasis; markers that span "
               "blocks are paragraphs of their own, with blank lines around them",
               "{{ %s }} in %s, but its {{ %s }} (line %zu, column %zu) is in %s%s",
               word_of(marker), inner, word_of(top), place.line, place.column,
               alike ? "another: " : "", outer);
    return NULL;
}

/* What stands between two markers becomes the last branch of `cond`. */
static struct node *make_branch(struct build *build, struct node *cond, struct node *from,
                                const struct node *to) {
    size_t start = from->offset + from->length;
    size_t length = to->offset > start ? to->offset - start : 0;
    struct node *branch = node_new(build->reader->arena, NODE_BRANCH, start, length);
    for (struct node *child; (child = from->next) != to;) {
        node_unlink(child);
        node_append(branch, child);
    }
    node_append(cond, branch);
    return branch;
}

bool structure_asks_card(const struct expr *expr, const struct scope *variables) {
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    while (expr_next_reference(expr, &cursor, &reference)) {
        bool own = text_starts(reference.name, "card.");
        for (const struct scope *scope = variables; scope; scope = scope->outer)
            own = own || (!reference.count && text_equal(scope->name, reference.name));
        if (reference.kind == EXPR_REFERENCE_MODEL) return true;
        if (reference.kind == EXPR_REFERENCE_SERIES && !own) return true;
    }
    return false;
}

/* Nothing can be computed from a role, so an expression with one is the variable and no more. */
struct text structure_words_axis(const struct node *value) {
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    if (!value->value.expr || !value->value.scope ||
        !expr_next_reference(value->value.expr, &cursor, &reference) || reference.count)
        return TEXT("");
    for (const struct scope *scope = value->value.scope; scope; scope = scope->outer)
        if (text_equal(scope->name, reference.name)) return scope->numeric ? TEXT("") : scope->axis;
    return TEXT("");
}

bool structure_asks_own_card(const struct expr *expr) {
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    while (expr_next_reference(expr, &cursor, &reference)) {
        if (reference.kind == EXPR_REFERENCE_SERIES && !reference.card.len) return true;
        if (reference.kind != EXPR_REFERENCE_MODEL || !reference.count) continue;
        struct text last = reference.arguments[reference.count - 1].text;
        bool bandwidths = text_is(last, "rated") || text_is(last, "measured");
        if (reference.count - bandwidths < 2) return true;
    }
    return false;
}

/* Whether a `given` around the node could find something missing in it. What did not parse was
 * reported, and may have been meant to. */
static bool may_miss(const struct node *node) {
    bool cond = node->type == NODE_COND;
    if (node->type == NODE_EXPR)
        return !node->value.expr || structure_asks_card(node->value.expr, NULL);
    if (cond && node->cond.given) return false;
    if ((cond && node->cond.expr && expr_compares(node->cond.expr)) ||
        (node->type == NODE_IMAGE && text_starts(node->link.url, "chart:")) ||
        (node->type == NODE_TABLE && node->table.block) || node->type == NODE_QUESTION)
        return true;
    for (const struct node *child = node->first; child; child = child->next)
        if (may_miss(child)) return true;
    return false;
}

static void check_words(struct build *build, const struct opening *opening,
                        const struct node *shown, const struct node *otherwise) {
    bool first = structure_has_words(shown), second = otherwise && structure_has_words(otherwise);
    const struct node *node = opening->node;
    const struct expr *expr = node->value.expr;
    bool claim = expr->kind == EXPR_KIND_CLAIM;
    if (!first && (claim || !second))
        node_error(build->reader, node, "write the words between it and {{ end }}, or take it out",
                   "no words depend on this {{ %s }}", word_of(node));
    else if (otherwise && !second)
        node_error(build->reader, opening->otherwise,
                   claim ? "write what is said when the claim is false; words that may "
                           "just be left out stand in {{ if … }}"
                         : "take this {{ else }} out",
                   "no words after this {{ else }}");
    else if (expr->kind == EXPR_KIND_GIVEN && expr->source.len && /* it parsed */
             !may_miss(shown))
        node_error(build->reader, node,
                   "take it out; it is for words with a value in them that a card may not have",
                   "nothing in this {{ given }} could be missing");
}

static bool holds_blocks(const struct node *parent) {
    return parent->type == NODE_DOCUMENT || parent->type == NODE_QUOTE ||
           parent->type == NODE_ITEM || parent->type == NODE_NOTE;
}

/* The opening becomes the condition itself. */
static void close_top(struct build *build, struct node *end) {
    struct opening opening = build->open[--build->depth];
    struct node *cond = opening.node, *middle = opening.otherwise ? opening.otherwise : end;
    struct expr *expr = cond->value.expr;
    struct node *shown = make_branch(build, cond, cond, middle);
    struct node *otherwise = middle == end ? NULL : make_branch(build, cond, middle, end);
    check_words(build, &opening, shown, otherwise);
    cond->type = NODE_COND;
    cond->cond.expr = expr->root ? expr : NULL;
    cond->cond.claim = expr->kind == EXPR_KIND_CLAIM;
    cond->cond.always = expr->kind == EXPR_KIND_ALWAYS;
    cond->cond.given = expr->kind == EXPR_KIND_GIVEN;
    cond->cond.block = holds_blocks(cond->parent);
    if (cond->cond.always && cond->cond.block)
        node_error(build->reader, cond,
                   "put it around the words themselves, each with its own reason",
                   "{{ always }} around whole paragraphs");
    cond->length = end->offset + end->length - cond->offset;
    if (middle != end) node_unlink(middle);
    node_unlink(end);
}

/* False means a message said that it cannot be the else of this opening. */
static bool take_else(const struct build *build, struct opening *opening, struct node *node) {
    if (opening->node->value.expr->kind == EXPR_KIND_ALWAYS) {
        node_error(build->reader, node,
                   "take it out, or write {{ claim COND }} if the words may be false",
                   "an {{ else }} for words that always hold");
        return false;
    }
    if (opening->otherwise) {
        struct place first = source_place(build->reader->source, opening->otherwise->offset);
        node_error(
            build->reader, node,
            "a condition has one {{ else }}; put another {{ if … }} into it for a third case",
            "a second {{ else }}, the first is in line %zu, column %zu", first.line, first.column);
        return false;
    }
    opening->otherwise = node;
    return true;
}

static void pair(struct build *build, struct node *node) {
    enum expr_kind kind = node->value.expr->kind;
    bool end = kind == EXPR_KIND_END;
    if (end || kind == EXPR_KIND_ELSE) {
        struct opening *opening = find_opening(build, node);
        if (opening && end) {
            close_top(build, node);
        } else if (!opening || !take_else(build, opening, node)) {
            if (end && build->depth) drop_top(build);
            node_unlink(node);
        }
    } else if (build->depth == DEEPEST) {
        node_error(build->reader, node,
                   "join conditions with \"and\", or write the cases one after the other",
                   "conditions nested more than %d deep", DEEPEST);
        node_unlink(node);
    } else {
        build->open[build->depth++] = (struct opening){.node = node};
    }
}

void structure_build(struct node *root, const struct page_reader *reader) {
    struct build build = {.reader = reader};
    for (struct node *node = root->first; node; node = tree_next(node, root))
        if (node->type == NODE_EXPR) parse(&build, node);
    hoist(&build);
    size_t errors = reader->diags->errors;
    for (size_t i = 0; i < build.count; i++)
        pair(&build, build.marker[i]);
    while (build.depth)
        drop_unclosed(&build);
    root->unpaired = reader->diags->errors > errors;
}
