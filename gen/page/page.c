/* page -- see page.h: page_read(). page_evaluate() is in evaluate_page.c. */
#include "page/page.h"

#include <stdint.h>

#include "base/utf8.h"
#include "page/fence.h"
#include "page/lint.h"
#include "page/markdown.h"
#include "page/structure.h"

/* ---- the address ------------------------------------------------------------------------- */

/* Bytes outside ASCII are shown as <NN>, so that two spellings that look alike differ. */
static const char *spelled(struct arena *arena, struct text name) {
    struct buf out = {0};
    for (size_t i = 0; i < name.len; i++) {
        unsigned char c = (unsigned char)name.ptr[i];
        buf_printf(&out, c < 0x80 ? "%c" : "<%02X>", c);
    }
    return buf_take(&out, arena).ptr;
}

/* A name is lower-case letters and digits of any script, and hyphens. It is composed, because two files
 * whose names look the same would else be two addresses, or one, depending on the file system. */
static void check_name(struct text path, struct text name, struct arena *arena,
                       struct diags *diags) {
    struct text composed = utf8_compose(arena, name);
    struct text slug = utf8_slug(arena, composed);
    bool underscore = text_find(name, "_", 0) != SIZE_MAX;
    if (!text_equal(composed, name))
        diag_file(diags, SEVERITY_ERROR, path,
                  arena_printf(arena, "rename it from %s to %s", spelled(arena, name),
                               spelled(arena, composed))
                      .ptr,
                  "the name is not in composed form (NFC)");
    else if (!name.len || underscore || !text_equal(slug, name))
        diag_file(diags, SEVERITY_ERROR, path, "lower-case letters, digits and hyphens make a name",
                  "\"%.*s\" cannot be part of an address", TEXT_ARG(name));
}

/* content/glossary/registers.md is /glossary/registers/, and so is registers/index.md in that folder.
 * An exercise has such a folder, for its code and its tests. */
static void make_address(struct page *page, struct arena *arena, struct diags *diags) {
    struct text rest = page->path;
    rest = text_drop_end(text_drop_start(rest, "content/"), ".md");
    struct text folder = text_drop_end(rest, "/index");
    if (text_find(folder, "/", 0) != SIZE_MAX) rest = folder;
    page->address = arena_printf(arena, "/%.*s/", TEXT_ARG(utf8_compose(arena, rest)));
    for (bool more = true; more;) {
        more = text_find(rest, "/", 0) != SIZE_MAX;
        struct text name = text_next(&rest, '/');
        check_name(page->path, name, arena, diags);
        page->slug = utf8_compose(arena, name);
    }
}

static void read_text(struct page_text *text, const struct front_text *front,
                      const struct page_reader *reader) {
    text->tree =
        markdown_inline_text(reader, front->value, front->inner, front->exact, front->offset);
    structure_build(text->tree, reader);
}

/* ---- captions ---------------------------------------------------------------------------- */

/* A caption is a paragraph "Table: …" beside a table, above it or else below. Conditions may stand in
 * it, so that they are paired before. */
static bool is_caption(const struct node *node) {
    return node && node->type == NODE_PARAGRAPH && node->first && node->first->type == NODE_TEXT &&
           text_starts(node->first->text, "Table: ");
}

static void take_caption(struct node *table, struct node *paragraph) {
    enum { PREFIX = sizeof "Table: " - 1 };
    struct node *start = paragraph->first;
    start->text = text_cut(start->text, PREFIX, start->text.len);
    start->offset += PREFIX;
    start->length = start->length > PREFIX ? start->length - PREFIX : 0;
    paragraph->type = NODE_CAPTION;
    node_unlink(paragraph);
    node_insert(table, NULL, paragraph);
}

static void find_captions(struct node *root, const struct page_reader *reader) {
    for (struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type != NODE_TABLE) continue;
        if (node->first && node->first->type == NODE_CAPTION) continue;
        if (is_caption(node->previous))
            take_caption(node, node->previous);
        else if (is_caption(node->next))
            take_caption(node, node->next);
    }
    for (struct node *node = root; node; node = tree_next(node, root))
        if (is_caption(node))
            reader_error(reader, node->offset, sizeof "Table:" - 1,
                         "put it right above or below the table, with a blank line between; a "
                         "table has one caption",
                         "a caption without a table");
}

static void lint_page(const struct page *page, const struct page_reader *reader) {
    lint_tree(page->title.tree, reader);
    lint_tree(page->term.tree, reader);
    lint_tree(page->summary.tree, reader);
    lint_tree(page->document, reader);
    /* Cells of table blocks are not in the tree before there is a card. */
    for (const struct node *node = page->document; node; node = tree_next(node, page->document))
        if (node->type == NODE_TABLE && node->table.block)
            for (size_t i = 0; i < node->table.block->column_count; i++)
                lint_tree(node->table.block->cell[i], reader);
}

/* Whether these bytes stand anywhere in the file. */
static bool names(const struct page *page, const char *what) {
    return text_find(page->source->text, what, 0) != SIZE_MAX;
}

/* Values, conditions, drawings, tables and tools ask cards: sooner said too often than once too seldom. A text of the
 * front matter may write its braces in another way than as they are. */
static bool asks_cards(const struct page *page) {
    static const char *const signs[] = {"{{", "![", "```", "~~~"};
    const struct text words[] = {page->source->text, page->front.title.value,
                                 page->front.term.value, page->front.summary.value};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t k = 0; k < (i ? 1 : sizeof signs / sizeof *signs); k++)
            if (text_find(words[i], signs[k], 0) != SIZE_MAX) return true;
    return false;
}

/* The passes in their order; each reads what those before it left.
 *
 *   1. front_read: the front matter, and where the body starts.
 *   2. read_text: title, term and summary as small trees, with 5 for each.
 *   3. markdown_read: the body as a tree. Values and markers are NODE_EXPR, fences NODE_CODE_BLOCK.
 *   4. fences_read: fences become tables, questions, tools, code cut from files. Their lines go
 *      through 3 one by one, and the cells of tables and conditions of choices through 5, since
 *      these stand beside the tree.
 *   5. structure_build: expressions are parsed, markers become conditions around what they span.
 *   6. find_captions: paragraphs beside tables become their captions, conditions and all.
 *   7. lint_page: typed numbers, and words that are numbers or comparisons, which have to know what
 *      guards them. No mistake of another pass keeps a page from them, but for conditions that do
 *      not pair: see lint_tree().
 *
 * What depends on a card comes later and may be done again: page_evaluate(). */
struct page *page_read_apart(const struct root *root, struct source *source, struct arena *arena,
                             struct arena *passing, struct diags *diags) {
    struct page *page = ARENA_NEW(arena, struct page);
    struct page_reader reader = {source, arena, diags, root};
    page->source = source;
    page->path = source->path;
    page->front_ok = front_read(&page->front, source, &page->body, arena, diags);
    make_address(page, arena, diags);
    read_text(&page->title, &page->front.title, &reader);
    read_text(&page->term, &page->front.term, &reader);
    read_text(&page->summary, &page->front.summary, &reader);
    reader.arena = passing;
    page->document = markdown_read(&reader, page->body);
    fences_read(page->document, &reader);
    structure_build(page->document, &reader);
    find_captions(page->document, &reader);
    lint_page(page, &reader);
    page->shows_exercise = names(page, "content/exercises/");
    page->asks_cards = asks_cards(page);
    return page;
}

struct page *page_read(const struct root *root, struct source *source, struct arena *arena,
                       struct diags *diags) {
    return page_read_apart(root, source, arena, arena, diags);
}
