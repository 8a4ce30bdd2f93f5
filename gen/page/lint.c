/* lint -- see lint.h. */
#include "page/lint.h"

#include <stdint.h>
#include <string.h>

#include "page/formula.h"

/* ---- words as tokens --------------------------------------------------------------------- */

/* None is taken to be longer: without an end the work would grow with the square. */
enum { CLAUSE_BYTES = 400, SENTENCE_BYTES = 2000 };

/* Tokens are words in small letters, values and codes as they are, and for all punctuation a comma, a
 * full stop or a question mark. Each has a space behind it, and a mark stands at either end. */
struct tokens {
    char *byte;
    size_t *at; /* where each byte stands in the flat text */
    size_t count;
};

static void add_token(struct tokens *tokens, char c, size_t at) {
    tokens->byte[tokens->count] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    tokens->at[tokens->count++] = at;
}

/* What stands in quotation marks is left out. One without its other half is a comma. */
static struct tokens cut_tokens(struct text text, struct arena *arena) {
    size_t most = 2 * text.len + 4, open = SIZE_MAX;
    struct tokens tokens = {arena_alloc(arena, most), ARENA_ARRAY(arena, size_t, most), 0};
    struct rules_match token = {0};
    add_token(&tokens, ',', 0);
    add_token(&tokens, ' ', 0);
    while (rules_next(&words_tokens, text, token.end, &token)) {
        int kind = token.rule ? token.rule->kind : ',';
        if (kind == ' ') continue;
        if (kind == 'w') {
            for (size_t i = token.start; i < token.end; i++)
                add_token(&tokens, text.ptr[i], i);
            add_token(&tokens, ' ', token.end);
            continue;
        }
        bool closes = kind == '"' || kind == ')', opens = kind == '"' || kind == '(';
        if (open != SIZE_MAX && closes) {
            tokens.count = open;
            open = SIZE_MAX;
        } else if (open == SIZE_MAX && opens) {
            open = tokens.count;
        }
        add_token(&tokens, opens || closes ? ',' : (char)kind, token.start);
        add_token(&tokens, ' ', token.start);
    }
    add_token(&tokens, ',', text.len);
    return tokens;
}

/* A comparison behind `if`, `when` or "that is", or in a question, claims nothing. */
static bool is_claim(struct text tokens, const struct rules_match *match) {
    size_t from = match->start, end = match->end;
    struct rules_match supposed;
    while (from && match->start - from < CLAUSE_BYTES && !strchr(",.?", tokens.ptr[from - 1]))
        from--;
    if (rules_next(&words_supposing, text_cut(tokens, from, match->start + 1), 0, &supposed))
        return false;
    while (end < tokens.len && end - match->end < SENTENCE_BYTES && !strchr(".?", tokens.ptr[end]))
        end++;
    return end == tokens.len || tokens.ptr[end] != '?';
}

size_t words_find(struct text words, struct arena *arena, struct rules_match **list) {
    struct tokens tokens = cut_tokens(words, arena);
    struct text text = {tokens.byte, tokens.count};
    struct rules_match match;
    size_t count = 0, capacity = 0, last = SIZE_MAX; /* the end of the one found last */
    *list = NULL;
    for (size_t from = 0; rules_next(&words_rules, text, from, &match);) {
        int kind = match.rule ? match.rule->kind : LINT_NUMBER;
        bool claim = kind != LINT_COMPARISON || is_claim(text, &match);
        from = claim ? match.end : match.start + 1;
        if (!claim || kind == LINT_NOTHING) continue;
        size_t start = tokens.at[match.start + 1], end = tokens.at[match.end - 1] + 1;
        if (end > words.len) end = words.len; /* the mark that stands at its end */
        if (match.start == last) {
            (*list)[count - 1].end = (*list)[count - 1].part_end = end;
        } else {
            *list = arena_grow(arena, *list, count, &capacity, sizeof **list);
            (*list)[count++] = (struct rules_match){match.rule, start, end, start, end};
        }
        last = match.end;
    }
    return count;
}

/* ---- flat text --------------------------------------------------------------------------- */

struct origin {
    const struct node *node;
    size_t index; /* which byte of node->text it is */
};

struct lint {
    const struct page_reader *reader;
    bool numbers_alone;    /* words are left alone */
    struct buf words;      /* the flat text */
    struct origin *origin; /* where each of its bytes comes from */
    size_t capacity;
    struct arena arena;
    bool second; /* the second branches of conditions stand in it, else the first ones */
    bool chosen; /* a condition stands in it: the other branches make another text */
};

static void add_byte(void *context, char c, const struct node *node, size_t index) {
    struct lint *lint = context;
    lint->origin = arena_grow(&lint->arena, lint->origin, lint->words.len, &lint->capacity,
                              sizeof *lint->origin);
    lint->origin[lint->words.len] = (struct origin){node, index};
    buf_char(&lint->words, c);
}

static void add_children(struct lint *lint, const struct node *parent);

static void add_node(struct lint *lint, const struct node *node) {
    switch (node->type) {
    case NODE_TEXT:
        for (size_t i = 0; i < node->text.len; i++)
            add_byte(lint, node->text.ptr[i], node, i);
        break;
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK: add_byte(lint, ' ', node, 0); break;
    case NODE_CODE:
    case NODE_IMAGE: add_byte(lint, FLAT_CODE, node, 0); break;
    case NODE_EXPR: add_byte(lint, FLAT_VALUE, node, 0); break;
    case NODE_COND: {
        const struct node *branch = node->first;
        lint->chosen = lint->chosen || !node->cond.always;
        if (lint->second && !node->cond.always) branch = branch->next;
        if (branch) add_children(lint, branch);
        break;
    }
    case NODE_MATH: formula_say(node, add_byte, lint); break;
    case NODE_NOTE_REF: break;
    default: add_children(lint, node); break;
    }
}

static void add_children(struct lint *lint, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        add_node(lint, child);
}

/* ---- places ------------------------------------------------------------------------------ */

/* Where a byte of the flat text stands in the source. Text with entities or escapes is longer there:
 * the same occurrence of the same `bytes` is looked for. */
static size_t place_of(const struct lint *lint, const struct origin *origin, struct text bytes) {
    const struct node *node = origin->node;
    if (node->type != NODE_TEXT || node->length == node->text.len)
        return node->offset + origin->index;
    const char *needle = arena_string(lint->reader->arena, bytes);
    struct text written =
        text_cut(lint->reader->source->text, node->offset, node->offset + node->length);
    size_t at = text_find(written, needle, 0);
    for (size_t i = text_find(node->text, needle, 0); i < origin->index && at != SIZE_MAX;
         i = text_find(node->text, needle, i + 1))
        at = text_find(written, needle, at + 1);
    return node->offset + (at == SIZE_MAX ? 0 : at);
}

static size_t same_node(const struct lint *lint, size_t from, size_t to) {
    size_t end = from + 1;
    while (end < to && lint->origin[end].node == lint->origin[from].node)
        end++;
    return end;
}

/* The marked range begins at the part and ends where its node does, since a mark cannot leave it. Where
 * the source spells the node differently it is the part alone. */
struct mark {
    size_t offset, length;
};

static struct mark place(const struct lint *lint, const struct rules_match *found) {
    const struct origin *origin = &lint->origin[found->start];
    const struct node *node = origin->node;
    size_t part = same_node(lint, found->start, found->part_end);
    size_t end = node->length == node->text.len ? same_node(lint, found->start, found->end) : part;
    size_t length = end - found->start;
    if (node->parent && node->parent->type == NODE_MATH) /* it is said in other bytes */
        length = lint->origin[end - 1].index + 1 - origin->index;
    struct text bytes = text_cut(buf_text(&lint->words), found->start, part);
    return (struct mark){place_of(lint, origin, bytes), length};
}

/* ---- what is found ----------------------------------------------------------------------- */

static const char how[] =
    "write {{ SERIES }}, or {{ cited(NUMBER UNIT, SOURCE) }} with the id of one of the page's "
    "sources";
static const char guard[] = "write it in {{ claim COND }} … {{ end }}; where no card can make it "
                            "false, in {{ always REASON }} … {{ end }}";

static const struct {
    const char *before, *behind, *hint; /* the message stands around what was found */
} messages[] = {
    [LINT_TYPED] = {"", " is typed: it has to be an expression or cited(…)", how},
    [LINT_BEHIND] = {"", " typed behind an expression: the unit belongs to the value",
                     "write it inside the braces: {{ … as GB/s .1 }}"},
    [LINT_NUMBER] = {"\"", "\" is a number in words that no claim guards", guard},
    [LINT_COMPARISON] = {"\"", "\" is a comparison that no claim guards", guard},
};

static void report(const struct lint *lint, const struct rules_match *found, const char *what) {
    struct mark at = place(lint, found);
    struct buf said = {0};
    if (!found->rule) {
        node_error(lint->reader, &at, "make it shorter",
                   "this text is too long to be searched for %s", what);
        return;
    }
    for (size_t i = found->start; i < found->end; i++) {
        char c = lint->words.ptr[i];
        if (c == FLAT_VALUE || c == FLAT_CODE)
            buf_str(&said, "…");
        else
            buf_char(&said, c);
    }
    int kind = found->rule->kind;
    node_error(lint->reader, &at, messages[kind].hint, "%s%.*s%s", messages[kind].before,
               TEXT_ARG(buf_text(&said)), messages[kind].behind);
    buf_free(&said);
}

/* Finds the innermost condition around a part of what was found that guards it or, if `reason`, gives
 * a reason. One that did not parse was reported: one mistake is one message. */
static struct node *condition_around(const struct lint *lint, const struct rules_match *found,
                                     bool reason) {
    for (size_t i = found->start; i < found->end; i++)
        for (struct node *up = lint->origin[i].node->parent; up; up = up->parent) {
            if (up->type != NODE_COND || up->cond.always != reason || up->cond.given) continue;
            if (reason || !up->cond.expr || expr_compares(up->cond.expr)) return up;
        }
    return NULL;
}

static bool is_covered(const struct lint *lint, const struct rules_match *found) {
    if (condition_around(lint, found, false)) return true;
    struct node *always = condition_around(lint, found, true);
    if (always) always->cond.needed = true;
    return always;
}

static void lint_text(const struct lint *lint) {
    struct text words = buf_text(&lint->words);
    struct rules_match found = {0}, *list;
    while (rules_next(&numbers_rules, words, found.end, &found))
        if (!found.rule || found.rule->kind != LINT_NOTHING) report(lint, &found, "typed numbers");
    if (lint->numbers_alone) return;
    struct arena arena = {0};
    size_t count = words_find(words, &arena, &list);
    for (size_t i = 0; i < count; i++)
        if (!is_covered(lint, &list[i])) report(lint, &list[i], "numbers and comparisons in words");
    arena_free(&arena);
}

/* Braces alone do not make a typed number a measured one: {{ 563 GB/s }} names nothing. */
static void lint_expression(const struct node *node, const struct page_reader *reader) {
    const struct expr *expr = node->value.expr;
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    struct rules_match found;
    if (!expr || expr->kind != EXPR_KIND_VALUE || expr_next_reference(expr, &cursor, &reference))
        return;
    if (rules_next(&numbers_rules, expr->body, 0, &found))
        node_error(reader, node, how,
                   "this expression is a typed number: it names no measurement, fact or source");
}

/* ---- the walk ---------------------------------------------------------------------------- */

static bool has_words(const struct node *node) {
    static const bool always[NODE_BRANCH + 1] = {
        [NODE_IMAGE] = true, [NODE_PARAGRAPH] = true, [NODE_HEADING] = true,
        [NODE_CELL] = true,  [NODE_CAPTION] = true,   [NODE_FORMULA] = true,
        [NODE_ASK] = true,   [NODE_WHY] = true,       [NODE_THEN] = true};
    return always[node->type] || (node->type == NODE_BRANCH && !node->parent->cond.block);
}

/* A node has up to three texts: its title, that of its first branches, and that of its second ones.
 * What is found in two of them is one message, since those that are the same at a place are. */
static void lint_node(struct lint *lint, const struct node *node) {
    buf_clear(&lint->words);
    if (node->type == NODE_LINK || node->type == NODE_IMAGE) {
        for (size_t i = 0; i < node->link.title.len; i++)
            add_byte(lint, node->link.title.ptr[i], node, 0);
        lint_text(lint);
    }
    if (!has_words(node)) return;
    lint->chosen = false;
    for (int branch = 0; branch < (lint->chosen ? 2 : 1); branch++) {
        buf_clear(&lint->words);
        lint->second = branch;
        add_children(lint, node);
        lint_text(lint);
    }
}

void lint_tree(const struct node *root, const struct page_reader *reader) {
    struct lint lint = {.reader = reader, .numbers_alone = root->unpaired};
    for (const struct node *node = root; node; node = tree_next(node, root))
        lint_node(&lint, node);
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type == NODE_EXPR) lint_expression(node, reader);
        if (node->type == NODE_COND && node->cond.always && !node->cond.needed && !root->unpaired)
            reader_error(reader, node->offset, 2, "take it out, or put it around the words",
                         "{{ always }} around nothing that needs a reason");
    }
    buf_free(&lint.words);
    arena_free(&lint.arena);
}
