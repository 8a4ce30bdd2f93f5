/* markdown_define -- link definitions and footnotes, and lines that no node shows.
 *
 * Definitions are not in the library's tree, and a footnote that nothing refers to is taken out of it.
 * Their lines are what is left when every block has marked its own (`covered`): so they are found
 * whatever containers they stand in, and text that nothing shows cannot go unnoticed. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A label on the way to its definition. Sorted by key, then by place: labels may be many. */
struct entry {
    struct text key;
    size_t index;
};

static int order_entries(const void *pa, const void *pb) {
    const struct entry *a = pa, *b = pb;
    int by = text_compare(a->key, b->key);
    return by ? by : a->index < b->index ? -1 : a->index > b->index;
}

struct index {
    struct entry *entry;
    size_t count;
};

/* Index of the first definition with this key, SIZE_MAX if there is none. */
static size_t find(const struct index *index, struct text key) {
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text_compare(index->entry[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < index->count && text_equal(index->entry[low].key, key);
    return found ? index->entry[low].index : SIZE_MAX;
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
        struct text text = reader_line(reader, at);
        size_t url = at == line ? end + 1 : mask_prefix(text, false);
        while (url < text.len && (text.ptr[url] == ' ' || text.ptr[url] == '\t'))
            url++;
        if (url == text.len) continue;
        made->url_offset = reader_line_start(reader, at) + url;
        return;
    }
}

/* After what belongs to containers: quotes, list markers and a task's box. */
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

/* A footnote that the library took out of the tree: not referred to, or its label is taken. */
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
    struct text view = reader_line(reader, line);
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
        struct text view = reader_line(reader, line);
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

/* Letters and digits only: what two spellings of one label have in common. */
static struct text bare(struct reader *reader, struct text key) {
    char *out = arena_alloc(&reader->scratch, key.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < key.len; i++) {
        char c = key.ptr[i];
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80)
            out[len++] = c;
    }
    return (struct text){out, len};
}

static struct index index_by_key(struct reader *reader) {
    struct index index = {ARENA_ARRAY(&reader->scratch, struct entry, reader->definition_count),
                          reader->definition_count};
    for (size_t i = 0; i < index.count; i++)
        index.entry[i] = (struct entry){reader->definition[i].key, i};
    if (index.count) qsort(index.entry, index.count, sizeof *index.entry, order_entries);
    return index;
}

static void mark_used(struct reader *reader, const struct index *index) {
    for (size_t i = 0; i < reader->use_count; i++) {
        const struct label_use *use = &reader->use[i];
        if (!use->link) continue;
        size_t at = find(index, use->key);
        if (at != SIZE_MAX) {
            reader->definition[at].used = true;
            use->link->link.url_offset = reader->definition[at].url_offset;
        }
        link_check(reader, use->link);
    }
}

/* Brackets whose label is nearly that of a definition which nothing uses. */
static void check_brackets(struct reader *reader) {
    struct index index = {ARENA_ARRAY(&reader->scratch, struct entry, reader->definition_count), 0};
    for (size_t i = 0; i < reader->definition_count; i++)
        if (!reader->definition[i].used)
            index.entry[index.count++] = (struct entry){bare(reader, reader->definition[i].key), i};
    if (!index.count) return;
    qsort(index.entry, index.count, sizeof *index.entry, order_entries);
    for (size_t i = 0; i < reader->use_count; i++) {
        const struct label_use *use = &reader->use[i];
        if (use->link) continue;
        struct text mine = bare(reader, use->key);
        size_t at = mine.len ? find(&index, mine) : SIZE_MAX;
        if (at == SIZE_MAX) continue;
        const char *hint = arena_printf(&reader->scratch, "[%.*s] is defined",
                                        TEXT_ARG(reader->definition[at].label))
                               .ptr;
        READER_ERROR(reader, use->offset, use->length, hint,
                     "brackets that may be a link, but have no definition");
    }
}

static void check_definitions(struct reader *reader, const struct index *index) {
    for (size_t i = 0; i < reader->definition_count; i++) {
        const struct definition *definition = &reader->definition[i];
        size_t first = find(index, definition->key);
        if (first != i)
            READER_ERROR(reader, definition->offset, definition->length,
                         "delete one of the two; the first one counts",
                         "[%.*s] is already defined in line %zu", TEXT_ARG(definition->label),
                         source_place(reader->text, reader->definition[first].offset).line);
        else if (!definition->used)
            READER_ERROR(reader, definition->offset, definition->length,
                         "link to it with [words][label], or delete it",
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
    struct index index = index_by_key(reader);
    mark_used(reader, &index);
    check_brackets(reader);
    check_definitions(reader, &index);
    check_notes(reader, document);
}
