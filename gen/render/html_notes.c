/* html_notes -- references to notes, and the notes at the end of a page with their ways back. */
#include "render/html.h"

static struct text decimal(struct html *html, size_t number) {
    return arena_printf(html->arena, "%zu", number);
}

static size_t references(const struct html *html, size_t number) {
    size_t count = 0;
    for (size_t i = 0; i < html->reference_count; i++)
        count += html->reference[i].number == number;
    return count;
}

void html_note_ref(struct html *html, struct buf *out, const struct node *node) {
    size_t number = node->note.number;
    html->reference = arena_grow(html->arena, html->reference, html->reference_count,
                                 &html->reference_capacity, sizeof *html->reference);
    html->reference[html->reference_count++] = (struct html_reference){number, node->note.ordinal};
    buf_str(out, "<sup class=\"note-ref\">");
    html_element(out, decimal(html, number), "a", "id",
                 arena_printf(html->arena, THEME_ID "ref-%zu-%zu", number, node->note.ordinal).ptr,
                 "href", arena_printf(html->arena, "#" THEME_ID "note-%zu", number).ptr,
                 "aria-label", arena_printf(html->arena, "Note %zu", number).ptr, NULL);
    html_end(out, "sup");
}

static void back_links(struct html *html, struct buf *out, size_t number) {
    buf_str(out, "<span class=\"note-back\">");
    for (size_t i = 0; i < html->reference_count; i++) {
        if (html->reference[i].number != number) continue;
        size_t ordinal = html->reference[i].ordinal;
        struct text href = arena_printf(html->arena, "#" THEME_ID "ref-%zu-%zu", number, ordinal);
        struct text name =
            arena_printf(html->arena, "Back to reference %zu of note %zu", ordinal, number);
        buf_char(out, ' ');
        html_tag(out, "a", "href", href.ptr, "aria-label", name.ptr, NULL);
        buf_str(out, "\u21a9");
        if (references(html, number) > 1) html_element(out, decimal(html, ordinal), "sup", NULL);
        html_end(out, "a");
    }
    html_end(out, "span");
}

/* A note is left out if its reference stands in words that are not shown. */
void html_notes(struct html *html, struct buf *out, const struct node *parent) {
    bool open = false;
    for (const struct node *node = parent->first; node; node = node->next) {
        if (node->type != NODE_NOTE || !references(html, node->note.number)) continue;
        if (!open) {
            html_tag(out, "section", "class", "notes", "aria-labelledby", THEME_ID "notes", NULL);
            buf_char(out, '\n');
            html_element(out, TEXT("Notes"), "h2", "id", THEME_ID "notes", NULL);
            buf_str(out, "\n<ol>\n");
        }
        open = true;
        size_t number = node->note.number;
        html_tag(out, "li", "id", arena_printf(html->arena, THEME_ID "note-%zu", number).ptr,
                 "value", decimal(html, number).ptr, NULL);
        html_inlines(html, out, node);
        back_links(html, out, number);
        buf_str(out, "</li>\n");
    }
    if (open) buf_str(out, "</ol>\n</section>\n");
}
