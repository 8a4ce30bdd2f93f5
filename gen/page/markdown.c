/* markdown -- see markdown.h. The driver: limits, mask, parser, blocks, checks. */
#include "page/markdown_parts.h"

#include <cmark-gfm-core-extensions.h>
#include <stdint.h>
#include <string.h>

static cmark_node *parse(struct reader *reader) {
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser =
        cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE);
    static const char *const wanted[] = {"table", "strikethrough", "tasklist"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(wanted[i]));
    cmark_parser_feed(parser, reader->mask.masked, reader->mask.clean.len);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}

/* What an entity gives, from the library itself; empty if it is none. */
static struct text decode_entity(struct text entity, struct arena *arena) {
    cmark_node *document = cmark_parse_document(entity.ptr, entity.len, CMARK_OPT_DEFAULT);
    cmark_node *paragraph = cmark_node_first_child(document);
    cmark_node *text = paragraph ? cmark_node_first_child(paragraph) : NULL;
    struct text decoded = {0};
    if (text && cmark_node_get_type(text) == CMARK_NODE_TEXT)
        decoded = arena_text(arena, text_of(cmark_node_get_literal(text)));
    cmark_node_free(document);
    return text_equal(decoded, entity) ? TEXT("") : decoded;
}

/* Puts the tokens in place; false after a message, if they are too many. */
static bool hide(struct reader *reader) {
    mask_build(&reader->mask, reader->mask.clean, decode_entity, &reader->scratch);
    if (reader->mask.overflow == SIZE_MAX) return true;
    READER_ERROR(reader, reader->mask.overflow, 1, "split the page",
                 "more than %d expressions, formulas and entities in one page", MASK_MAX_TOKENS);
    return false;
}

/* From offsets of the text that was read to those of the page. */
static void shift(struct node *root, size_t by) {
    for (struct node *node = root; node && by; node = tree_next(node, root)) {
        node->offset += by;
        if (node->type == NODE_LINK || node->type == NODE_IMAGE) node->link.url_offset += by;
        if (node->type == NODE_MATH) node->math.end += by;
        if (node->type == NODE_HEADING) node->heading.pinned_offset += by;
    }
}

static struct node *read_text(struct reader *reader, size_t body) {
    size_t length = reader->text->text.len - body;
    struct node *document = node_new(reader->arena, NODE_DOCUMENT, body, length);
    if (limits_check(reader) && hide(reader)) {
        reader->covered = ARENA_ARRAY(&reader->scratch, bool, reader->text->line_count);
        cmark_node *parsed = parse(reader);
        blocks_read(reader, parsed, document, 0);
        if (!reader->too_deep) define_collect(reader, document);
        if (!reader->too_deep) define_check(reader, document);
        cmark_node_free(parsed);
    }
    limits_report_bad(reader, document);
    shift(document, reader->base);
    link_titles(reader, document);
    buf_free(&reader->words.text);
    arena_free(&reader->scratch);
    return document;
}

struct node *markdown_read(const struct page_reader *page, size_t body) {
    struct reader reader = {
        .page = page, .text = page->source, .arena = page->arena, .heading_level = 1};
    reader.body = body < page->source->text.len ? body : page->source->text.len;
    return read_text(&reader, reader.body);
}

struct node *markdown_read_piece(const struct page_reader *page, struct text piece, size_t offset) {
    struct reader reader = {.page = page,
                            .text = source_load(page->arena, page->source->path, piece),
                            .base = offset,
                            .arena = page->arena,
                            .heading_level = 1};
    return read_text(&reader, 0);
}

size_t markdown_code_line_offset(const struct source *source, const struct node *node, size_t n) {
    struct text rest = node->text, line = {0};
    size_t at = source_place(source, node->offset).line + (node->code.fenced ? 1 : 0);
    for (size_t i = 0; i <= n; i++) {
        if (!rest.len) return node->offset + node->length;
        line = text_next(&rest, '\n');
    }
    struct text whole = source_line(source, at + n);
    size_t start = source_offset(source, at + n, 1);
    while (line.len && line.len > whole.len)
        line = text_cut(line, 1, line.len); /* spaces that stand for part of a tab */
    while (line.len && memcmp(line.ptr, whole.ptr + whole.len - line.len, line.len) != 0)
        line = text_cut(line, 1, line.len);
    return start + whole.len - line.len;
}
