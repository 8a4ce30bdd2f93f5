/* html_aside -- a word about each term that the text names: of the first ones it stands in the margin of a wide
 * screen, of all in the preview of their links. */
#include "course/address.h"
#include "render/html.h"
#include "render/site.h"

/* A paragraph that names more terms has no room beside it for all of them. */
enum { ASIDES_MOST = 2 };

/* The entry of the glossary that a link leads to; NULL: none, or one that stands in the margin already. */
static const struct page *term_of(struct html *html, const struct node *link) {
    struct text href = link->link.href;
    const struct address *address = address_find(html->build->course, text_next(&href, '#'));
    if (!address || address->owner != ADDRESS_PAGE || !address->entry->in_edition) return NULL;
    const struct page *page = address->entry->page;
    if (page->front.kind != KIND_GLOSSARY || text_equal(page->address, html->address)) return NULL;
    for (size_t i = 0; i < html->aside_count; i++)
        if (html->aside[i] == page) return NULL;
    return page;
}

static void aside(struct html *html, struct buf *out, const struct page *page) {
    struct text term = page->term.shown.len ? page->term.shown : site_title(page);
    html->aside = arena_grow(html->arena, html->aside, html->aside_count, &html->aside_capacity,
                             sizeof *html->aside);
    html->aside[html->aside_count++] = page;
    buf_str(out, "<p class=\"aside\"><b>");
    buf_html(out, term);
    buf_str(out, "</b> ");
    buf_html(out, page->summary.shown);
    buf_str(out, "</p>\n");
}

void html_asides(struct html *html, struct buf *out, const struct node *paragraph) {
    size_t count = 0;
    if (!html->build || !html->front) return;
    for (const struct node *parent = paragraph->parent; parent; parent = parent->parent)
        if (parent->type != NODE_DOCUMENT && parent->type != NODE_COND &&
            parent->type != NODE_BRANCH)
            return;
    for (const struct node *node = tree_visible_child(paragraph); node && count < ASIDES_MOST;
         node = tree_visible_next(node, paragraph)) {
        if (node->type != NODE_LINK || node->link.target != LINK_PAGE) continue;
        const struct page *page = term_of(html, node);
        if (!page) continue;
        aside(html, out, page);
        count++;
    }
}

enum { TERMS_MOST = 100 }; /* a page that leads to more of them is a list */

struct text html_terms(struct html *html) {
    struct texts *pages = &html->pages;
    struct buf json = {.arena = html->arena};
    size_t count = 0;
    texts_sort(pages);
    for (size_t i = 0; i < pages->count && count < TERMS_MOST; i++) {
        const struct entry *entry = course_entry(html->build->course, pages->at[i]);
        if ((i && text_equal(pages->at[i - 1], pages->at[i])) || !entry || !entry->in_edition ||
            !entry->page->term.shown.len)
            continue;
        buf_char(&json, count++ ? ',' : '{');
        buf_json(&json, link_text(html->arena, html->address, pages->at[i]));
        buf_str(&json, ":[");
        buf_json(&json, entry->page->term.shown);
        buf_char(&json, ',');
        buf_json(&json, entry->page->summary.shown);
        buf_char(&json, ']');
    }
    if (count) buf_char(&json, '}');
    return buf_take(&json, html->arena);
}
