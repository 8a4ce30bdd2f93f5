/* html_notes -- references to notes, and the notes at the end of a page with their ways back. */
#include "render/html.h"

static struct html_note *note_of(struct html *html, size_t number) {
    for (size_t i = 0; i < html->note_count; i++)
        if (html->note[i].number == number) return &html->note[i];
    html->note = arena_grow(html->arena, html->note, html->note_count, &html->note_capacity,
                            sizeof *html->note);
    html->note[html->note_count] = (struct html_note){.number = number};
    return &html->note[html->note_count++];
}

void html_note_ref(struct html *html, struct buf *out, const struct node *node) {
    size_t number = node->note.number, ordinal = node->note.ordinal;
    struct html_note *note = note_of(html, number);
    note->ordinal =
        arena_grow(html->arena, note->ordinal, note->count, &note->capacity, sizeof *note->ordinal);
    note->ordinal[note->count++] = ordinal;
    buf_printf(out,
               "<sup class=\"note-ref\"><a id=\"" THEME_ID "ref-%zu-%zu\" href=\"#" THEME_ID
               "note-%zu\" aria-label=\"Note %zu\">%zu</a></sup>",
               number, ordinal, number, number, number);
}

static void back_links(struct html *html, struct buf *out, size_t number) {
    const struct html_note *note = note_of(html, number);
    buf_str(out, "<span class=\"note-back\">");
    for (size_t i = 0; i < note->count; i++) {
        buf_printf(out,
                   " <a href=\"#" THEME_ID "ref-%zu-%zu\" aria-label=\"Back to reference %zu of "
                   "note %zu\">\u21a9",
                   number, note->ordinal[i], note->ordinal[i], number);
        if (note->count > 1) buf_printf(out, "<sup>%zu</sup>", note->ordinal[i]);
        buf_str(out, "</a>");
    }
    buf_str(out, "</span>");
}

/* Only notes whose reference was written: a reference may stand in words that are not shown. */
void html_notes(struct html *html, struct buf *out, const struct node *parent) {
    bool open = false;
    for (const struct node *node = parent->first; node; node = node->next) {
        if (node->type != NODE_NOTE || !note_of(html, node->note.number)->count) continue;
        if (!open)
            buf_str(out, "<section class=\"notes\" aria-labelledby=\"" THEME_ID "notes\">\n"
                         "<h2 id=\"" THEME_ID "notes\">Notes</h2>\n<ol>\n");
        open = true;
        buf_printf(out, "<li id=\"" THEME_ID "note-%zu\" value=\"%zu\">", node->note.number,
                   node->note.number);
        html_inlines(html, out, node);
        back_links(html, out, node->note.number);
        buf_str(out, "</li>\n");
    }
    if (open) buf_str(out, "</ol>\n</section>\n");
}
