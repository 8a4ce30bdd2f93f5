/* html -- see html.h. A walk that enters conditions itself, because the review edition shows words
 * that tree_visible_next() passes over. */
#include "render/html.h"

#include "page/structure.h"
#include "render/mustache.h"
#include "render/numbers.h"
#include "render/site.h"

static void node_html(struct html *html, struct buf *out, const struct node *node);

void html_inlines(struct html *html, struct buf *out, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        node_html(html, out, child);
}

static void refused_claim(struct html *html, struct buf *out, const struct node *cond) {
    bool unknown = cond->cond.verdict == EXPR_UNKNOWN, block = cond->cond.block;
    const char *tag = block ? "div" : "mark", *why = block ? "p" : "small";
    html_tag(out, tag, "class", unknown ? "claim claim-unknown" : "claim claim-false", NULL);
    html_inlines(html, out, cond->first);
    buf_char(out, ' ');
    html_tag(out, why, "class", "claim-why", NULL);
    buf_printf(out, "This claim is %s on this card", unknown ? "unknown" : "false");
    if (cond->cond.why.len) buf_str(out, ": ");
    buf_html(out, cond->cond.why);
    buf_printf(out, ".</%s></%s>%s", why, tag, block ? "\n" : "");
}

/* What a node holds, behind its opening tag, which begins at `before`. False where conditions have
 * taken all of it away: then the tag is gone too. */
static bool filled(struct html *html, struct buf *out, const struct node *node, size_t before) {
    size_t start = out->len;
    html_inlines(html, out, node);
    if (text_trim(text_cut(buf_text(out), start, out->len)).len) return true;
    buf_truncate(out, before);
    return false;
}

static void tagged(struct html *html, struct buf *out, const char *tag, const struct node *node) {
    size_t before = out->len;
    html_tag(out, tag, NULL);
    if (filled(html, out, node, before)) html_end(out, tag);
}

static void cond(struct html *html, struct buf *out, const struct node *node) {
    if (node->cond.shown)
        html_inlines(html, out, node->cond.shown);
    else if (html->review && node->cond.claim && node->first)
        refused_claim(html, out, node);
}

struct text html_value_words(const struct html *html, const struct node *expression) {
    struct text axis = structure_words_axis(expression), shown = expression->value.shown;
    return axis.len ? words_role(html->figures->words, html->arena, axis, shown) : shown;
}

/* Names of a program, such as a profiler's counters, have no space: a narrow column breaks them
 * behind an underscore. */
static void name_with_breaks(struct buf *out, struct text name) {
    while (name.len) {
        size_t end = text_find(name, "_", 0);
        end = end == SIZE_MAX ? name.len : end + 1;
        while (end < name.len && name.ptr[end] == '_')
            end++;
        buf_html(out, text_cut(name, 0, end));
        if (end < name.len) buf_str(out, "<wbr>");
        name = text_cut(name, end, name.len);
    }
}

void html_value(struct html *html, struct buf *out, const struct node *node) {
    switch (node->value.state) {
    case VALUE_SHOWN:
        if (structure_words_axis(node).len) {
            name_with_breaks(out, html_value_words(html, node));
            return;
        }
        if (!numbers_link(html, out, node))
            html_shown(&html->marks, out, node->value.shown, node->value.reported);
        else if (node->value.reported)
            html_dagger(&html->marks, out);
        return;
    case VALUE_MISSING: html_missing(out, node->value.missing, node->value.shown); return;
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

static struct text address_part(struct text href) {
    return text_next(&href, '#');
}

static void link(struct html *html, struct buf *out, const struct node *node) {
    bool external = node->link.target == LINK_EXTERNAL && link_is_external(node->link.href);
    if (html->in_link || (node->link.target != LINK_PAGE && !external)) {
        html_inlines(html, out, node);
        return;
    }
    size_t before = out->len;
    struct text href = html->build ? site_to(html->build, html->address, node->link.href)
                                   : link_text(html->arena, html->address, node->link.href);
    html_tag(out, "a", "href", href.ptr, "title",
             node->link.title.len ? arena_string(html->arena, node->link.title) : NULL, "rel",
             external ? "external" : NULL, NULL);
    html->in_link = true;
    if (!external) texts_add(&html->pages, address_part(node->link.href), html->arena);
    if (filled(html, out, node, before)) {
        buf_str(out, name_mark(node));
        html_end(out, "a");
    }
    html->in_link = false;
}

/* Gives the link to a place on the same page. */
static struct text fragment(struct arena *arena, struct text id) {
    struct buf href = {.arena = arena};
    buf_char(&href, '#');
    buf_url(&href, id);
    return buf_take(&href, arena);
}

static void self_link(struct html *html, struct buf *out, const struct node *heading) {
    struct text words = html_words(html->arena, heading);
    html_element(out, TEXT("#"), "a", "class", "self", "href",
                 fragment(html->arena, heading->heading.id).ptr, "aria-label",
                 html_printf(html, "Link to the section %.*s", TEXT_ARG(words)), NULL);
}

static void heading(struct html *html, struct buf *out, const struct node *node) {
    static const char *const tags[] = {"h2", "h2", "h2", "h3", "h4", "h5", "h6"};
    const char *tag = tags[node->heading.level];
    struct text id = node->heading.id;
    size_t before = out->len;
    buf_str(out, "<div class=\"heading\">");
    html_tag(out, tag, "id", id.len ? arena_string(html->arena, id) : NULL, NULL);
    html->marks.in_heading = true;
    bool words = filled(html, out, node, before);
    html->marks.in_heading = false;
    if (!words) return;
    buf_str(out, name_mark(node));
    html_end(out, tag);
    if (id.len) self_link(html, out, node);
    buf_str(out, "</div>\n");
}

/* Paragraphs of a tight list have no paragraph marks; conditions around them do not count. */
static bool in_tight_item(const struct node *node) {
    const struct node *parent = node->parent;
    while (parent && (parent->type == NODE_COND || parent->type == NODE_BRANCH))
        parent = parent->parent;
    return parent && parent->type == NODE_ITEM && parent->parent &&
           parent->parent->type == NODE_LIST && parent->parent->list.tight;
}

/* The box of a task stands in the line of its first words: in a loose list that is a paragraph. */
static bool has_box(const struct node *node) {
    const struct node *item = node->type == NODE_ITEM ? node : node->parent;
    bool loose = item && item->type == NODE_ITEM && item->first &&
                 item->first->type == NODE_PARAGRAPH && !in_tight_item(item->first);
    return item && item->type == NODE_ITEM && item->item.task >= 0 &&
           (loose ? node == item->first : node == item);
}

static void task_box(struct html *html, struct buf *out, const struct node *item) {
    const char *state = item->item.task ? "done" : "open";
    html_element(out, TEXT(""), "span", "class", html_printf(html, "task-box task-%s", state),
                 "role", "img", "aria-label", state, NULL);
    buf_char(out, ' ');
}

static void item(struct html *html, struct buf *out, const struct node *node) {
    size_t before = out->len;
    html_tag(out, "li", "class", node->item.task < 0 ? NULL : "task", NULL);
    if (has_box(node)) task_box(html, out, node);
    if (filled(html, out, node, before)) buf_str(out, "</li>\n");
}

static void list(struct html *html, struct buf *out, const struct node *node) {
    bool ordered = node->list.kind == LIST_ORDERED;
    const char *tag = ordered ? "ol" : "ul", *start = NULL;
    size_t before = out->len;
    if (ordered && node->list.start != 1) start = html_printf(html, "%lu", node->list.start);
    html_tag(out, tag, "start", start, "class", node->list.tight ? NULL : "loose", NULL);
    buf_char(out, '\n');
    if (filled(html, out, node, before)) buf_printf(out, "</%s>\n", tag);
}

static void paragraph(struct html *html, struct buf *out, const struct node *node) {
    if (in_tight_item(node)) {
        html_inlines(html, out, node);
        if (node->next) buf_char(out, '\n');
        return;
    }
    html_asides(html, out, node);
    size_t before = out->len;
    html_tag(out, "p", NULL);
    if (has_box(node)) task_box(html, out, node->parent);
    if (filled(html, out, node, before)) buf_str(out, "</p>\n");
}

/* A quotation that begins with "Answer:" alone is a reader's to open: the summary takes its place. */
static bool is_answer(const struct node *quote) {
    const struct node *first = quote->first;
    return first && first->next && first->type == NODE_PARAGRAPH && first->first &&
           !first->first->next && first->first->type == NODE_TEXT &&
           text_is(first->first->text, "Answer:");
}

static void quote(struct html *html, struct buf *out, const struct node *node) {
    size_t before = out->len;
    if (!is_answer(node)) {
        buf_str(out, "<blockquote>\n");
        if (filled(html, out, node, before)) buf_str(out, "</blockquote>\n");
        return;
    }
    buf_str(out, "<details class=\"answer\">\n<summary>Answer</summary>\n");
    for (const struct node *child = node->first->next; child; child = child->next)
        node_html(html, out, child);
    buf_str(out, "</details>\n");
}

/* Writes blocks and inlines alike; notes stand at the end, rows and cells are the table's. */
static void node_html(struct html *html, struct buf *out, const struct node *node) {
    switch (node->type) {
    case NODE_DOCUMENT: html_inlines(html, out, node); break;
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
    case NODE_COND: cond(html, out, node); break;
    case NODE_TEXT: buf_html(out, node->text); break;
    case NODE_SOFTBREAK: buf_char(out, '\n'); break;
    case NODE_LINEBREAK: buf_str(out, "<br>\n"); break;
    case NODE_CODE: html_element(out, node->text, "code", NULL); break;
    case NODE_EMPH: tagged(html, out, "em", node); break;
    case NODE_STRONG: tagged(html, out, "strong", node); break;
    case NODE_STRIKE: tagged(html, out, "del", node); break;
    case NODE_LINK: link(html, out, node); break;
    case NODE_IMAGE: figure_inline(html, out, node); break;
    case NODE_NOTE_REF: html_note_ref(html, out, node); break;
    case NODE_EXPR: html_value(html, out, node); break;
    case NODE_MATH: html_math(html, out, node); break;
    default: break;
    }
}

void html_blocks(struct html *html, struct buf *out, const struct node *parent) {
    html_inlines(html, out, parent);
    html_notes(html, out, parent);
}

void html_named(struct html *html, struct buf *out, const struct node *parent) {
    html_inlines(html, out, parent);
    buf_str(out, name_mark(parent));
}

void html_contents(struct data *list, const struct node *document) {
    for (const struct node *node = tree_visible_next(document, document); node;
         node = tree_visible_next(node, document)) {
        if (node->type != NODE_HEADING || node->heading.level > 3 || !node->heading.id.len)
            continue;
        struct text words = html_words(list->arena, node);
        if (!words.len) continue; /* conditions have taken them all */
        struct data *item = data_add(list);
        data_texts(item, {"href", fragment(list->arena, node->heading.id)}, {"words", words});
        data_flag(item, "inner", node->heading.level > 2);
    }
}
