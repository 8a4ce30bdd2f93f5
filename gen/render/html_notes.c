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

static struct text decimal(struct html *html, size_t number) {
    return arena_printf(html->arena, "%zu", number);
}

static struct text reference_id(struct html *html, size_t number, size_t ordinal) {
    return arena_printf(html->arena, THEME_ID "ref-%zu-%zu", number, ordinal);
}

void html_note_ref(struct html *html, struct buf *out, const struct node *node) {
    size_t number = node->note.number, ordinal = node->note.ordinal;
    struct html_note *note = note_of(html, number);
    note->ordinal =
        arena_grow(html->arena, note->ordinal, note->count, &note->capacity, sizeof *note->ordinal);
    note->ordinal[note->count++] = ordinal;
    buf_str(out, "<sup class=\"note-ref\">");
    html_element(out, decimal(html, number), "a", "id", reference_id(html, number, ordinal).ptr,
                 "href", arena_printf(html->arena, "#" THEME_ID "note-%zu", number).ptr,
                 "aria-label", arena_printf(html->arena, "Note %zu", number).ptr, NULL);
    html_end(out, "sup");
}

static void back_links(struct html *html, struct buf *out, size_t number) {
    const struct html_note *note = note_of(html, number);
    buf_str(out, "<span class=\"note-back\">");
    for (size_t i = 0; i < note->count; i++) {
        size_t ordinal = note->ordinal[i];
        struct text id = reference_id(html, number, ordinal);
        struct text name =
            arena_printf(html->arena, "Back to reference %zu of note %zu", ordinal, number);
        buf_char(out, ' ');
        html_tag(out, "a", "href", arena_printf(html->arena, "#%.*s", TEXT_ARG(id)).ptr,
                 "aria-label", name.ptr, NULL);
        buf_str(out, "\u21a9");
        if (note->count > 1) html_element(out, decimal(html, ordinal), "sup", NULL);
        html_end(out, "a");
    }
    html_end(out, "span");
}

/* Only notes whose reference was written: a reference may stand in words that are not shown. */
void html_notes(struct html *html, struct buf *out, const struct node *parent) {
    bool open = false;
    for (const struct node *node = parent->first; node; node = node->next) {
        if (node->type != NODE_NOTE || !note_of(html, node->note.number)->count) continue;
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
