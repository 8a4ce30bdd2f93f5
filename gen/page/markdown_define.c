/* markdown_define -- link definitions and footnotes, and lines that no node shows.
 *
 * Definitions are not in the library's tree, and a footnote that nothing refers to is taken out of it.
 * Their lines are what is left when every block has marked its own (`covered`): so they are found
 * whatever containers they stand in, and text that nothing shows cannot go unnoticed. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *pa, const void *pb) {
    const struct definition *a = pa, *b = pb;
    int by = text_compare(a->key, b->key);
    return by ? by : a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Returns the first definition with this key, or NULL. Definitions are sorted by then. */
static struct definition *find(struct reader *reader, struct text key) {
    size_t low = 0, high = reader->definition_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text_compare(reader->definition[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < reader->definition_count && text_equal(reader->definition[low].key, key);
    return found ? &reader->definition[low] : NULL;
}

static void report_note(struct reader *reader, size_t at, struct text label) {
    READER_ERROR(reader, at, label.len + 3, "refer to it in the text with [^label], or delete it",
                 "footnote that nothing refers to");
}

static void add_definition(struct reader *reader, size_t line, struct text view, size_t from,
                           size_t end) {
    reader->definition = arena_grow(&reader->scratch, reader->definition, reader->definition_count,
                                    &reader->definition_capacity, sizeof *reader->definition);
    struct definition *made = &reader->definition[reader->definition_count++];
    size_t start = reader_line_start(reader, line);
    *made = (struct definition){.label = text_cut(view, from + 1, end - 1),
                                .offset = start + from,
                                .length = end - from,
                                .url_offset = start + end + 1};
    made->key = label_key(reader, made->label);
    /* The address may stand in the next line. */
    for (size_t at = line; at <= line + 1 && at <= reader->text->line_count; at++) {
        struct text text = reader_line(reader, at, false);
        size_t url = at == line ? end + 1 : mask_prefix(text, false);
        while (url < text.len && (text.ptr[url] == ' ' || text.ptr[url] == '\t'))
            url++;
        if (url == text.len) continue;
        made->url_offset = reader_line_start(reader, at) + url;
        return;
    }
}

/* Returns where the line goes on behind its quotes, list markers and the box of a task. */
static size_t start_of(struct text view) {
    size_t from = mask_prefix(view, true);
    if (view.len - from >= 4 && view.ptr[from] == '[' && view.ptr[from + 2] == ']' &&
        view.ptr[from + 3] == ' ' && strchr(" xX", view.ptr[from + 1]))
        from += 4;
    while (from < view.len && (view.ptr[from] == ' ' || view.ptr[from] == '\t'))
        from++;
    return from;
}

enum line_kind { LINE_OTHER, LINE_NOTE, LINE_DEFINITION };

/* The library takes a footnote out of the tree if nothing refers to it or its label is taken. */
static void read_lost_note(struct reader *reader, const struct node *document, size_t at,
                           struct text label) {
    struct text key = label_key(reader, label);
    for (const struct node *note = document->last; note && note->type == NODE_NOTE;
         note = note->previous) {
        if (!text_equal(label_key(reader, note->note.label), key)) continue;
        READER_ERROR(reader, at, label.len + 3, "delete one of the two, or give it another label",
                     "footnote [^%.*s] is already given in line %zu", TEXT_ARG(label),
                     source_place(reader->text, note->offset).line);
        return;
    }
    report_note(reader, at, label);
}

/* Reads `[label]:` at the start of a line. */
static enum line_kind read_label(struct reader *reader, const struct node *document, size_t line) {
    struct text view = reader_line(reader, line, false);
    size_t from = start_of(view);
    size_t end = link_label(view, from);
    if (end == SIZE_MAX || end >= view.len || view.ptr[end] != ':' || end - from < 3)
        return LINE_OTHER;
    if (view.ptr[from + 1] == '^') {
        read_lost_note(reader, document, reader_line_start(reader, line) + from,
                       text_cut(view, from + 2, end - 1));
        return LINE_NOTE;
    }
    add_definition(reader, line, view, from, end);
    return LINE_DEFINITION;
}

void define_collect(struct reader *reader, const struct node *document) {
    enum line_kind inside = LINE_OTHER;
    size_t body_line = source_place(reader->text, reader->body).line;
    size_t rest = 0; /* lines that an address and a title may still take */
    for (size_t line = body_line; line <= reader->text->line_count; line++) {
        struct text view = reader_line(reader, line, false);
        if (reader->covered[line - 1]) {
            inside = LINE_OTHER;
            continue;
        }
        size_t from = start_of(view);
        if (from == view.len) {
            if (inside == LINE_DEFINITION) inside = LINE_OTHER;
            continue;
        }
        enum line_kind kind = read_label(reader, document, line);
        if (kind != LINE_OTHER) {
            inside = kind;
            rest = 2;
        } else if (inside == LINE_OTHER || (inside == LINE_DEFINITION && rest-- == 0)) {
            READER_ERROR(reader, reader_line_start(reader, line) + from, view.len - from,
                         "put an empty line before and after it, or write it another way",
                         "this line would not appear on the page");
        }
    }
}

static void check_definitions(struct reader *reader) {
    for (size_t i = 0; i < reader->use_count; i++) {
        struct node *link = reader->use[i].link;
        struct definition *definition = find(reader, reader->use[i].key);
        if (definition) {
            definition->used = true;
            link->link.url_offset = definition->url_offset;
        }
        link_check(reader, link);
    }
    for (size_t i = 0; i < reader->definition_count; i++) {
        const struct definition *definition = &reader->definition[i];
        const struct definition *first = find(reader, definition->key);
        if (first != definition)
            READER_ERROR(reader, definition->offset, definition->length,
                         "delete one of the two; the first one counts",
                         "[%.*s] is already defined in line %zu", TEXT_ARG(definition->label),
                         source_place(reader->text, first->offset).line);
        else if (!definition->used)
            READER_ERROR(reader, definition->offset, definition->length,
                         "link to it with [words][label], spelt the same, or delete it",
                         "definition that no link uses");
    }
}

static void check_notes(struct reader *reader, struct node *document) {
    for (struct node *note = document->first; note; note = note->next) {
        if (note->type != NODE_NOTE) continue;
        size_t number = note->note.number;
        note->note.references =
            number < reader->note_capacity ? reader->note_references[number] : 0;
        if (!note->note.references) report_note(reader, note->offset, note->note.label);
        if (!note->first)
            READER_ERROR(reader, note->offset, note->length, "write its text after the colon",
                         "footnote without text");
    }
}

void define_check(struct reader *reader, struct node *document) {
    if (reader->definition_count)
        qsort(reader->definition, reader->definition_count, sizeof *reader->definition, order);
    check_definitions(reader);
    check_notes(reader, document);
}
