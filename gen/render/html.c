/* html -- see html.h. A walk that enters conditions itself, because the review edition shows words
 * that tree_visible_next() passes over. */
#include "render/html.h"

#include <stdint.h>

#include "base/utf8.h"
#include "render/figure.h"
#include "render/link.h"

static void node_html(struct html *html, struct buf *out, const struct node *node);

static void children(struct html *html, struct buf *out, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        node_html(html, out, child);
}

struct text html_words(struct arena *arena, const struct node *node) {
    struct buf words = {0};
    tree_plain_text(node, &words);
    struct text out = arena_text(arena, text_trim(buf_text(&words)));
    buf_free(&words);
    return out;
}

static size_t width(struct text text, bool words) {
    size_t longest = 0, now = 0;
    for (size_t i = 0; i < text.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(text, i, text.len), &code);
        if (code == '\n' || (words && code == ' '))
            now = 0;
        else
            now += n ? (size_t)utf8_width(code) : 1;
        if (now > longest) longest = now;
        i += n ? n : 1;
    }
    return longest;
}

size_t html_line_width(struct text text) {
    return width(text, false);
}

size_t html_word_width(struct text text) {
    return width(text, true);
}

/* ---- conditions ------------------------------------------------------------------------------ */

static void refused_claim(struct html *html, struct buf *out, const struct node *cond) {
    const char *kind = cond->cond.verdict == EXPR_UNKNOWN ? "unknown" : "false";
    const char *tag = cond->cond.block ? "div" : "mark";
    buf_printf(out, "<%s class=\"claim claim-%s\">", tag, kind);
    children(html, out, cond->first);
    buf_printf(out, " <%s class=\"claim-why\">", cond->cond.block ? "p" : "small");
    buf_printf(out, "This claim is %s on this card", kind);
    if (cond->cond.why.len) {
        buf_str(out, ": ");
        buf_html(out, cond->cond.why);
    }
    buf_printf(out, ".</%s></%s>", cond->cond.block ? "p" : "small", tag);
    if (cond->cond.block) buf_char(out, '\n');
}

/* What a node holds between its tags; neither where conditions have taken all of it away. */
static void element(struct html *html, struct buf *out, const char *open, const struct node *node,
                    const char *close) {
    size_t before = out->len;
    buf_str(out, open);
    size_t start = out->len;
    children(html, out, node);
    if (text_trim(text_cut(buf_text(out), start, out->len)).len) {
        buf_str(out, close);
    } else if (out->ptr) {
        out->len = before;
        out->ptr[before] = 0;
    }
}

static void cond(struct html *html, struct buf *out, const struct node *node) {
    if (node->cond.shown)
        children(html, out, node->cond.shown);
    else if (html->review && node->cond.claim && node->first)
        refused_claim(html, out, node);
}

void html_missing(struct buf *out, struct text lacks, struct text reason) {
    bool same = text_equal(text_cut(reason, 0, lacks.len), lacks);
    buf_str(out, "<span class=\"missing\">");
    buf_html(out, same ? reason : lacks);
    if (!same && reason.len) {
        buf_str(out, " <small>(");
        buf_html(out, reason);
        buf_str(out, ")</small>");
    }
    buf_str(out, "</span>");
}

/* ---- inlines --------------------------------------------------------------------------------- */

void html_dagger(struct html *html, struct buf *out) {
    html->marked = true;
    buf_printf(out, "<span class=\"dagger\" %s>" MARK_REPORTED "</span>",
               html->in_heading ? "aria-hidden=\"true\"" : "role=\"img\" aria-label=\"reported\"");
}

void html_figure(struct html *html, struct buf *out, struct text figure, bool reported) {
    buf_printf(out, "<span class=\"value%s\">", reported ? " reported" : "");
    buf_html(out, figure);
    buf_str(out, "</span>");
    if (reported) html_dagger(html, out);
}

void html_value(struct html *html, struct buf *out, const struct node *node) {
    switch (node->value.state) {
    case VALUE_SHOWN:
        buf_printf(out, "<span class=\"value%s\"", node->value.reported ? " reported" : "");
        if (node->value.detail.len) {
            buf_str(out, " title=\"");
            buf_html(out, node->value.detail);
            buf_char(out, '"');
        }
        buf_char(out, '>');
        buf_html(out, node->value.shown);
        buf_str(out, "</span>");
        if (node->value.reported) html_dagger(html, out);
        return;
    case VALUE_MISSING: html_missing(out, node->value.lacks, node->value.shown); return;
    case VALUE_NONE: /* words of a branch that no card has evaluated */
    case VALUE_FAILED:
        buf_str(out, "<code class=\"value-failed\">{{");
        buf_html(out, node->text);
        buf_str(out, "}}</code>");
        return;
    }
}

/* Checkers of accessibility (axe) do not count MathML as words, and a heading, link or head cell
 * without words is a fault to them. A word joiner is a word to them, and nothing to anybody else. */
static const char *name_mark(const struct node *parent) {
    bool formula = false, words = false;
    for (const struct node *node = tree_visible_child(parent); node;
         node = tree_visible_next(node, parent)) {
        bool inside = node->parent->type == NODE_MATH;
        formula = formula || node->type == NODE_MATH;
        words = words || (!inside && (node->type == NODE_CODE || node->type == NODE_EXPR ||
                                      (node->type == NODE_TEXT && text_trim(node->text).len)));
    }
    return formula && !words ? "\u2060" : "";
}

static void link(struct html *html, struct buf *out, const struct node *node) {
    bool external = node->link.target == LINK_EXTERNAL && link_is_external(node->link.href);
    if (html->in_link || (node->link.target != LINK_PAGE && !external)) {
        children(html, out, node);
        return;
    }
    struct buf open = {0}, href = {0};
    buf_str(&open, "<a href=\"");
    if (external)
        buf_url(&href, node->link.href);
    else
        link_relative(&href, html->address, node->link.href);
    buf_html(&open, buf_text(&href));
    if (node->link.title.len) {
        buf_str(&open, "\" title=\"");
        buf_html(&open, node->link.title);
    }
    buf_str(&open, external ? "\" rel=\"external\">" : "\">");
    html->in_link = true;
    element(html, out, open.ptr, node, *name_mark(node) ? "\u2060</a>" : "</a>");
    html->in_link = false;
    buf_free(&open);
    buf_free(&href);
}

static void inline_html(struct html *html, struct buf *out, const struct node *node) {
    switch (node->type) {
    case NODE_TEXT: buf_html(out, node->text); break;
    case NODE_SOFTBREAK: buf_char(out, '\n'); break;
    case NODE_LINEBREAK: buf_str(out, "<br>\n"); break;
    case NODE_CODE:
        buf_str(out, "<code>");
        buf_html(out, node->text);
        buf_str(out, "</code>");
        break;
    case NODE_EMPH: element(html, out, "<em>", node, "</em>"); break;
    case NODE_STRONG: element(html, out, "<strong>", node, "</strong>"); break;
    case NODE_STRIKE: element(html, out, "<del>", node, "</del>"); break;
    case NODE_LINK: link(html, out, node); break;
    case NODE_IMAGE: figure_inline(html, out, node); break;
    case NODE_NOTE_REF: html_note_ref(html, out, node); break;
    case NODE_EXPR: html_value(html, out, node); break;
    case NODE_MATH: html_math(html, out, node); break;
    case NODE_COND: cond(html, out, node); break;
    default: break;
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void self_link(struct html *html, struct buf *out, const struct node *heading) {
    struct buf href = {0};
    buf_url(&href, heading->heading.id);
    buf_str(out, "<a class=\"self\" href=\"#");
    buf_html(out, buf_text(&href));
    buf_str(out, "\" aria-label=\"Link to the section ");
    buf_html(out, html_words(html->arena, heading));
    buf_str(out, "\">#</a>");
    buf_free(&href);
}

static void heading(struct html *html, struct buf *out, const struct node *node) {
    int level = node->heading.level < 2 ? 2 : node->heading.level;
    struct buf words = {0};
    html->in_heading = true;
    html_named(html, &words, node);
    html->in_heading = false;
    if (text_trim(buf_text(&words)).len) {
        buf_printf(out, "<div class=\"heading\"><h%d", level);
        if (node->heading.id.len) {
            buf_str(out, " id=\"");
            buf_html(out, node->heading.id);
            buf_char(out, '"');
        }
        buf_char(out, '>');
        buf_view(out, buf_text(&words));
        buf_printf(out, "</h%d>", level);
        if (node->heading.id.len) self_link(html, out, node);
        buf_str(out, "</div>\n");
    }
    buf_free(&words);
}

#define TASK_BOX(state)                                                                            \
    "<span class=\"task-box task-" state "\" role=\"img\" aria-label=\"" state "\"></span> "

static void item(struct html *html, struct buf *out, const struct node *node) {
    const char *const open[] = {
        "<li>",
        "<li class=\"task\">" TASK_BOX("open"),
        "<li class=\"task\">" TASK_BOX("done"),
    };
    element(html, out, open[node->item.task < 0 ? 0 : node->item.task ? 2 : 1], node, "</li>\n");
}

static void list(struct html *html, struct buf *out, const struct node *node) {
    bool ordered = node->list.kind == LIST_ORDERED;
    struct buf open = {0};
    buf_str(&open, ordered ? "<ol" : "<ul");
    if (ordered && node->list.start != 1) buf_printf(&open, " start=\"%lu\"", node->list.start);
    if (!node->list.tight) buf_str(&open, " class=\"loose\"");
    buf_str(&open, ">\n");
    element(html, out, open.ptr, node, ordered ? "</ol>\n" : "</ul>\n");
    buf_free(&open);
}

/* A list is tight: its paragraphs show without paragraph marks. Conditions do not count. */
static bool in_tight_item(const struct node *node) {
    const struct node *parent = node->parent;
    while (parent && (parent->type == NODE_COND || parent->type == NODE_BRANCH))
        parent = parent->parent;
    return parent && parent->type == NODE_ITEM && parent->parent &&
           parent->parent->type == NODE_LIST && parent->parent->list.tight;
}

static void paragraph(struct html *html, struct buf *out, const struct node *node) {
    if (in_tight_item(node)) {
        children(html, out, node);
        if (node->next) buf_char(out, '\n');
        return;
    }
    element(html, out, "<p>", node, "</p>\n");
}

/* A quotation that begins with "Answer:" alone is a reader's to open: the summary takes its place. */
static bool is_answer(const struct node *quote) {
    const struct node *first = quote->first;
    return first && first->next && first->type == NODE_PARAGRAPH && first->first &&
           !first->first->next && first->first->type == NODE_TEXT &&
           text_is(first->first->text, "Answer:");
}

static void quote(struct html *html, struct buf *out, const struct node *node) {
    if (!is_answer(node)) {
        element(html, out, "<blockquote>\n", node, "</blockquote>\n");
        return;
    }
    buf_str(out, "<details class=\"answer\">\n<summary>Answer</summary>\n");
    for (const struct node *child = node->first->next; child; child = child->next)
        node_html(html, out, child);
    buf_str(out, "</details>\n");
}

static void block_html(struct html *html, struct buf *out, const struct node *node) {
    switch (node->type) {
    case NODE_DOCUMENT: children(html, out, node); break;
    case NODE_PARAGRAPH: paragraph(html, out, node); break;
    case NODE_HEADING: heading(html, out, node); break;
    case NODE_QUOTE: quote(html, out, node); break;
    case NODE_LIST: list(html, out, node); break;
    case NODE_ITEM: item(html, out, node); break;
    case NODE_CODE_BLOCK: html_code(html, out, node); break;
    case NODE_FORMULA: html_formula(html, out, node); break;
    case NODE_RULE: buf_str(out, "<hr>\n"); break;
    case NODE_TABLE: html_table(html, out, node); break;
    case NODE_QUESTION: html_question(html, out, node); break;
    case NODE_FIGURE: figure_block(html, out, node); break;
    case NODE_TOOL: html_tool(html, out, node); break;
    default: break; /* notes stand at the end; rows and cells are the table's */
    }
}

static void node_html(struct html *html, struct buf *out, const struct node *node) {
    if (node->type == NODE_COND)
        cond(html, out, node);
    else if (node_is_block(node))
        block_html(html, out, node);
    else
        inline_html(html, out, node);
}

/* ---- from outside ---------------------------------------------------------------------------- */

void html_blocks(struct html *html, struct buf *out, const struct node *parent) {
    children(html, out, parent);
    html_notes(html, out, parent);
}

void html_inlines(struct html *html, struct buf *out, const struct node *parent) {
    children(html, out, parent);
}

void html_named(struct html *html, struct buf *out, const struct node *parent) {
    children(html, out, parent);
    buf_str(out, name_mark(parent));
}

struct html_heading *html_headings(struct arena *arena, const struct node *document,
                                   size_t *count) {
    struct html_heading *list = NULL;
    size_t capacity = 0;
    *count = 0;
    for (const struct node *node = tree_visible_next(document, document); node;
         node = tree_visible_next(node, document)) {
        if (node->type != NODE_HEADING || node->heading.level > 3 || !node->heading.id.len)
            continue;
        struct text words = html_words(arena, node);
        if (!words.len) continue; /* conditions have taken them all */
        list = arena_grow(arena, list, *count, &capacity, sizeof *list);
        list[(*count)++] =
            (struct html_heading){.level = node->heading.level < 2 ? 2 : node->heading.level,
                                  .id = node->heading.id,
                                  .words = words};
    }
    return list;
}
