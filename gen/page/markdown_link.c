/* markdown_link -- where links may go, their definitions, footnotes, and lines that no node shows.
 *
 * Definitions are not in the library's tree, and a footnote that nothing refers to is taken out of it.
 * Their lines are what is left when every block has marked its own (`covered`): so they are found
 * whatever containers they stand in, and text that nothing shows cannot go unnoticed. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/rules.h"

enum { LABEL_MAX = 1000 };

#define LABEL "\\[(?:\\\\[!-/:-@[-`{-~]|[^][])*+\\]"

size_t link_label(struct text content, size_t at) {
    static struct pattern form = {"\\A" LABEL, NULL};
    struct text part[PATTERN_PARTS];
    bool found = pattern_find(&form, text_cut(content, at, at + LABEL_MAX + 1), part);
    return found ? at + part[0].len : SIZE_MAX;
}

/* Returns the label as the library compares it. */
static struct text key_of(struct reader *reader, struct text label) {
    return utf8_name_key(&reader->scratch, label);
}

/* ---- addresses and titles -------------------------------------------------------------------- */

static void check_address(struct reader *reader, const struct node *link) {
    static struct pattern for_links = {"\\A(?i:https?|mailto):", NULL};
    static struct pattern for_images = {"\\A(?i:diagram|chart):", NULL};
    bool image = link->type == NODE_IMAGE;
    uint32_t code;
    const char *what = image ? "image" : "link";
    struct text url = link->link.url;
    size_t at = link->link.url_offset;
    size_t length = url.len ? url.len : 1;
    struct text scheme = text_scheme(url);
    if (!url.len) {
        READER_ERROR(reader, link->offset, link->length, "write the address between ( and )",
                     "%s without an address", what);
    } else if (utf8_check(url, &code) != SIZE_MAX || strpbrk(url.ptr, "\t\n")) {
        READER_ERROR(reader, at, length, "delete it", "control character in the address of a %s",
                     what);
    } else if (text_find(url, "{{", 0) != SIZE_MAX) {
        READER_ERROR(reader, at, length, "write the address out",
                     "an expression cannot stand in an address");
    } else if (text_starts(url, "//") || text_starts(url, "/\\")) {
        READER_ERROR(reader, at, length, "write https: before it",
                     "address of another host without its scheme");
    } else if (scheme.len && image && !pattern_find(&for_images, url, NULL)) {
        READER_ERROR(reader, at, length,
                     "pictures are drawn from data: write diagram:NAME or chart:SERIES",
                     "an image cannot come from %.*s:", TEXT_ARG(scheme));
    } else if (scheme.len && !image && !pattern_find(&for_links, url, NULL)) {
        READER_ERROR(reader, at, length, "links go to pages of the site, https:, http: or mailto:",
                     "a link cannot go to %.*s:", TEXT_ARG(scheme));
    }
}

void link_check(struct reader *reader, struct node *link) {
    check_address(reader, link);
    if (link->type == NODE_LINK && !has_words(link, true))
        READER_ERROR(reader, link->offset, link->length, "write what it leads to between [ and ]",
                     "link without words");
}

/* The title of a figure is its caption, and captions may hold expressions. It stands between the
 * address and the end of the image, one byte for one unless it has escapes. */
static void make_caption(const struct page_reader *page, struct node *image) {
    struct text title = image->link.title;
    size_t end = image->offset + image->length, inner = SIZE_MAX;
    struct text range = text_cut(page->source->text, image->offset, end);
    for (size_t at = text_find(range, title.ptr, 0); at != SIZE_MAX;
         at = text_find(range, title.ptr, at + 1))
        inner = image->offset + at;
    bool exact = inner != SIZE_MAX;
    struct node *caption =
        markdown_inline_text(page, title, exact ? inner : 0, exact, image->offset);
    caption->type = NODE_CAPTION;
    node_append(image->parent, caption);
    image->link.title = (struct text){0};
}

/* A title has lost its backslashes by now, so that TeX would be another one. */
static void check_title(struct reader *reader, struct node *link) {
    const struct page_reader *page = reader->page;
    const char *what = link->type == NODE_IMAGE ? "picture" : "link";
    struct range formula;
    uint32_t code;
    if (utf8_check(link->link.title, &code) != SIZE_MAX && reader_may_report(reader, 0))
        reader_error(page, link->offset, link->length, "delete it",
                     "a character that a text cannot hold in the title of a %s", what);
    bool value = text_find(link->link.title, "{{", 0) != SIZE_MAX;
    if (lost_formula(link->link.title, &formula) && reader_may_report(reader, 0))
        reader_error(page, link->offset, link->length, FORMULA_HINT,
                     "a formula cannot stand in the title of a %s", what);
    if (value && link->parent->type == NODE_FIGURE)
        make_caption(page, link);
    else if (value && reader_may_report(reader, 0))
        reader_error(page, link->offset, link->length, "put it into the text",
                     "an expression cannot stand in the title of a %s%s", what,
                     *what == 'p' ? " within a line" : "");
}

void link_titles(struct reader *reader, struct node *document) {
    for (struct node *node = document; node; node = tree_next(node, document))
        if (node->type == NODE_IMAGE || node->type == NODE_LINK) check_title(reader, node);
}

void link_uses(struct reader *reader, struct node *link, struct text label) {
    reader->use = arena_grow(&reader->scratch, reader->use, reader->use_count,
                             &reader->use_capacity, sizeof *reader->use);
    reader->use[reader->use_count++] = (struct label_use){key_of(reader, label), link};
}

/* ---- definitions ----------------------------------------------------------------------------- */

enum line_kind { LINE_OTHER, LINE_NOTE, LINE_DEFINITION };

/* `label` has its brackets. The address may stand in the next line. */
static void add_definition(struct reader *reader, size_t at, struct text label) {
    static struct pattern before = {"\\A:[ \\t]*+(?:\\n[ \\t>]*+)?+(?=[^\\n])", NULL};
    struct text part[PATTERN_PARTS], behind = reader->mask.clean;
    behind = text_cut(behind, at + label.len, behind.len);
    reader->definition = arena_grow(&reader->scratch, reader->definition, reader->definition_count,
                                    &reader->definition_capacity, sizeof *reader->definition);
    size_t gap = pattern_find(&before, behind, part) ? part[0].len : 1;
    struct text words = text_cut(label, 1, label.len - 1);
    reader->definition[reader->definition_count++] =
        (struct definition){.label = words,
                            .key = key_of(reader, words),
                            .offset = at,
                            .url_offset = at + label.len + gap};
}

static void report_note(struct reader *reader, size_t at, struct text label) {
    READER_ERROR(reader, at, label.len + 3, "refer to it in the text with [^label], or delete it",
                 "footnote that nothing refers to");
}

/* The library takes a footnote out of the tree if nothing refers to it or its label is taken. */
static void read_lost_note(struct reader *reader, const struct node *document, size_t at,
                           struct text label) {
    struct text key = key_of(reader, label);
    for (const struct node *note = document->last; note && note->type == NODE_NOTE;
         note = note->previous) {
        if (!text_equal(key_of(reader, note->note.label), key)) continue;
        READER_ERROR(reader, at, label.len + 3, "delete one of the two, or give it another label",
                     "footnote [^%.*s] is already given in line %zu", TEXT_ARG(label),
                     source_place(reader->text, note->offset).line);
        return;
    }
    report_note(reader, at, label);
}

/* Reads the lines that no block has covered: `[label]:` behind quotes, list markers and the box of a task
 * begins a footnote or a definition, whose address and title may take two more lines. */
static void collect(struct reader *reader, const struct node *document) {
    static struct pattern form = {"\\A((?:\\[[ xX]\\] )?[ \\t]*+)(" LABEL "(?=:))?", NULL};
    struct text part[PATTERN_PARTS], view;
    enum line_kind inside = LINE_OTHER;
    size_t rest = 0, line = source_place(reader->text, reader->body).line;
    for (; line <= reader->text->line_count; line++) {
        if (reader->covered[line - 1]) {
            inside = LINE_OTHER;
            continue;
        }
        view = reader_line(reader, line, false);
        size_t from = mask_prefix(view, true);
        pattern_find(&form, text_cut(view, from, view.len), part);
        from += part[1].len;
        size_t at = reader_line_start(reader, line) + from;
        bool label = part[2].len > 2 && part[2].len <= LABEL_MAX + 1;
        if (from == view.len && inside == LINE_DEFINITION) {
            inside = LINE_OTHER;
        } else if (label && part[2].ptr[1] == '^') {
            read_lost_note(reader, document, at, text_cut(part[2], 2, part[2].len - 1));
            inside = LINE_NOTE;
        } else if (label) {
            add_definition(reader, at, part[2]);
            inside = LINE_DEFINITION;
            rest = 2;
        } else if (from < view.len &&
                   (inside == LINE_OTHER || (inside == LINE_DEFINITION && rest-- == 0))) {
            READER_ERROR(reader, at, view.len - from,
                         "put an empty line before and after it, or write it another way",
                         "this line would not appear on the page");
        }
    }
}

static int by_key(const void *key, const void *definition) {
    return text_compare(*(const struct text *)key, ((const struct definition *)definition)->key);
}

static int order(const void *pa, const void *pb) {
    const struct definition *a = pa, *b = pb;
    int by = text_compare(a->key, b->key);
    return by ? by : a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Keeps the first definition of each key, in the order of their keys. */
static void keep_first(struct reader *reader) {
    struct definition *list = reader->definition;
    size_t kept = 0, count = reader->definition_count;
    if (!count) return;
    qsort(list, count, sizeof *list, order);
    for (size_t i = 1; i < count; i++)
        if (text_equal(list[kept].key, list[i].key))
            READER_ERROR(reader, list[i].offset, list[i].label.len + 2,
                         "delete one of the two; the first one counts",
                         "[%.*s] is already defined in line %zu", TEXT_ARG(list[i].label),
                         source_place(reader->text, list[kept].offset).line);
        else
            list[++kept] = list[i];
    reader->definition_count = kept + 1;
}

static void check_definitions(struct reader *reader) {
    keep_first(reader);
    for (size_t i = 0; i < reader->use_count; i++) {
        struct label_use *use = &reader->use[i];
        struct definition *definition =
            reader->definition_count
                ? bsearch(&use->key, reader->definition, reader->definition_count,
                          sizeof *reader->definition, by_key)
                : NULL;
        if (definition) {
            definition->used = true;
            use->link->link.url_offset = definition->url_offset;
        }
        link_check(reader, use->link);
    }
    for (size_t i = 0; i < reader->definition_count; i++) {
        const struct definition *definition = &reader->definition[i];
        if (!definition->used)
            READER_ERROR(reader, definition->offset, definition->label.len + 2,
                         "link to it with [words][label], spelt the same, or delete it",
                         "definition that no link uses");
    }
}

static void check_notes(struct reader *reader, struct node *document) {
    size_t *references = ARENA_ARRAY(&reader->scratch, size_t, reader->note_count + 1);
    for (struct node *node = document->first; node; node = tree_next(node, document))
        if (node->type == NODE_NOTE_REF && node->note.number <= reader->note_count)
            node->note.ordinal = ++references[node->note.number];
    for (struct node *note = document->first; note; note = note->next) {
        if (note->type != NODE_NOTE) continue;
        note->note.references = references[note->note.number];
        if (!note->note.references) report_note(reader, note->offset, note->note.label);
        if (!note->first)
            READER_ERROR(reader, note->offset, note->length, "write its text after the colon",
                         "footnote without text");
    }
}

void define_check(struct reader *reader, struct node *document) {
    collect(reader, document);
    check_definitions(reader);
    check_notes(reader, document);
}
