/* markdown -- see markdown.h. The driver: limits, mask, parser, blocks, checks; and strings that hold
 * values, but no Markdown. */
#include "page/markdown_parts.h"

#include <cmark-gfm-core-extensions.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* ---- the reader ------------------------------------------------------------------------------ */

bool reader_may_report(struct reader *reader, size_t offset) {
    if (reader->messages == MARKDOWN_MAX_MESSAGES)
        reader_error(reader->page, reader->base + offset, 1, "mend these first",
                     "more than %d messages about this page; the rest is left out",
                     MARKDOWN_MAX_MESSAGES);
    return reader->messages++ < MARKDOWN_MAX_MESSAGES;
}

size_t reader_line_start(const struct reader *reader, size_t line) {
    if (line < 1) return 0;
    return line > reader->text->line_count ? reader->text->text.len
                                           : reader->text->line_start[line - 1];
}

struct text reader_line(const struct reader *reader, size_t line, bool masked) {
    struct text view = source_line(reader->text, line);
    const char *bytes = masked ? reader->mask.masked : reader->mask.clean.ptr;
    return (struct text){bytes + reader_line_start(reader, line), view.len};
}

struct node *add_node(struct reader *reader, enum node_type type, size_t from, size_t to,
                      struct node *into) {
    struct node *node = node_new(reader->arena, type, from, to > from ? to - from : 1);
    node_append(into, node);
    return node;
}

bool is_too_deep(struct reader *reader, const struct node *node, int depth) {
    if (depth <= MARKDOWN_MAX_DEPTH) return false;
    if (!reader->too_deep)
        READER_ERROR(reader, node->offset, 1, "write it flatter", "nested more than %d deep",
                     MARKDOWN_MAX_DEPTH);
    return reader->too_deep = true;
}

void cover_lines(struct reader *reader, size_t from, size_t to) {
    for (size_t line = from; line <= to && line <= reader->text->line_count; line++)
        if (line >= 1) reader->covered[line - 1] = true;
}

/* ---- the body of a page ---------------------------------------------------------------------- */

/* What the library makes lives in the reader's scratch memory and goes with it: it frees nothing. Its
 * allocator is three functions without a context, hence the pointer. */
static struct arena *pool;

union pool_head {
    size_t size;
    max_align_t align;
};

static void *pool_calloc(size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size) memory_failed();
    union pool_head *head = arena_alloc(pool, sizeof *head + count * size);
    head->size = count * size;
    return head + 1;
}

static void *pool_realloc(void *old, size_t size) {
    size_t had = old ? ((union pool_head *)old - 1)->size : 0;
    if (old && size <= had) return old;
    union pool_head *head = arena_reserve(pool, sizeof *head + size);
    head->size = size;
    return old ? memcpy(head + 1, old, had) : head + 1;
}

static void pool_free(void *memory) {
    (void)memory;
}

/* What it keeps, its extensions, and entities come from the library's own allocator, which would abort where there
 * is no memory. */
static void *kept_calloc(size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size) memory_failed();
    return memset(memory_need(NULL, count * size), 0, count * size);
}

static cmark_node *parse(struct reader *reader) {
    static cmark_mem memory = {pool_calloc, pool_realloc, pool_free};
    pool = &reader->scratch;
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new_with_mem(
        CMARK_OPT_FOOTNOTES | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE, &memory);
    static const char *const wanted[] = {"table", "strikethrough", "tasklist"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(wanted[i]));
    cmark_parser_feed(parser, reader->mask.masked, reader->mask.clean.len);
    return cmark_parser_finish(parser);
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

/* From offsets of the text that was read to those of the page. */
static void shift(struct node *root, size_t by) {
    for (struct node *node = root; node && by; node = tree_next(node, root)) {
        node->offset += by;
        if (node->type == NODE_LINK || node->type == NODE_IMAGE) node->link.url_offset += by;
        if (node->type == NODE_MATH) node->math.end += by;
        if (node->type == NODE_HEADING) node->heading.pinned_offset += by;
    }
}

static void read_document(struct reader *reader, struct node *document) {
    cmark_node *parsed = parse(reader);
    if (!limits_check_links(reader, parsed)) return;
    reader->covered = ARENA_ARRAY(&reader->scratch, bool, reader->text->line_count);
    blocks_read(reader, parsed, document, 0);
    if (!reader->too_deep) define_check(reader, document);
}

static struct node *read_text(struct reader *reader) {
    static struct arena kept; /* memory for the next text, so that the system is not asked again */
    size_t length = reader->text->text.len - reader->body;
    struct node *document = node_new(reader->arena, NODE_DOCUMENT, reader->body, length);
    reader->scratch = kept;
    kept = (struct arena){0};
    bool fine = limits_check(reader);
    *cmark_get_default_mem_allocator() = (cmark_mem){kept_calloc, memory_need, free};
    if (fine)
        mask_build(&reader->mask, reader->mask.clean, reader->body, decode_entity,
                   &reader->scratch);
    if (fine && reader->mask.overflow != SIZE_MAX) {
        READER_ERROR(reader, reader->mask.overflow, 1, "split the page",
                     "more than %d expressions, formulas and entities in one page",
                     MASK_MAX_TOKENS);
    } else if (fine) {
        read_document(reader, document);
    }
    limits_report_bad(reader, document);
    shift(document, reader->base);
    link_titles(reader, document);
    buf_free(&reader->words);
    arena_reset(&reader->scratch);
    kept = reader->scratch;
    return document;
}

struct node *markdown_read(const struct page_reader *page, size_t body) {
    size_t length = page->source->text.len;
    struct reader reader = {.page = page,
                            .text = page->source,
                            .body = body < length ? body : length,
                            .arena = page->arena,
                            .heading_level = 1};
    return read_text(&reader);
}

struct node *markdown_read_piece(const struct page_reader *page, struct text piece, size_t offset) {
    struct reader reader = {.page = page,
                            .text = source_load(page->arena, page->source->path, piece),
                            .base = offset,
                            .arena = page->arena,
                            .heading_level = 1};
    return read_text(&reader);
}

size_t markdown_code_line_offset(const struct source *source, const struct node *node, size_t n) {
    struct text rest = node->text, line = {0};
    size_t at = source_place(source, node->offset).line + (node->code.fenced ? 1 : 0) + n;
    for (size_t i = 0; i <= n; i++) {
        if (!rest.len) return node->offset + node->length;
        line = text_next(&rest, '\n');
    }
    return source_offset(source, at, 1) + code_start(source_line(source, at), line);
}

/* ---- strings of the front matter ------------------------------------------------------------- */

struct string {
    const struct page_reader *page;
    struct text value;
    size_t base;
    bool exact;
    struct node *into;
};

/* Adds a node for the bytes from..to of the value. */
static void add(const struct string *string, enum node_type type, size_t from, size_t to,
                struct text text) {
    struct node *node =
        node_new(string->page->arena, type, string->base + (string->exact ? from : 0),
                 string->exact ? to - from : 1);
    node->text = arena_text(string->page->arena, text);
    node_append(string->into, node);
}

static void check(const struct string *string) {
    uint32_t code = 0;
    size_t bad = utf8_check(string->value, &code); /* "\u0008" of YAML; raw bytes do not get here */
    struct range formula;
    if (bad != SIZE_MAX)
        reader_error(string->page, string->base + (string->exact ? bad : 0), 1, "delete it",
                     "U+%04X in text", code == UINT32_MAX ? 0xfffdU : code);
    if (lost_formula(string->value, &formula))
        reader_error(string->page, string->base + (string->exact ? formula.from : 0),
                     string->exact ? formula.to - formula.from : 1, FORMULA_HINT,
                     "a formula cannot stand here");
}

struct node *markdown_inline_text(const struct page_reader *page, struct text value, size_t inner,
                                  bool exact, size_t fallback_offset) {
    struct string string = {page, value, exact ? inner : fallback_offset, exact, NULL};
    struct lex lex = {.text = value};
    struct buf words = {0};
    string.into =
        node_new(page->arena, NODE_PARAGRAPH, string.base, exact && value.len ? value.len : 1);
    check(&string);
    for (size_t at = 0, from = 0, end; from <= value.len; at = end) {
        struct text rest = text_cut(value, at, value.len);
        bool braces = text_starts(rest, "{{"), escaped = text_starts(rest, "\\{{");
        size_t behind = lex_expression(&lex, at);
        end = at + (escaped ? 3 : braces || text_starts(rest, "\\\\") ? 2 : 1);
        if (!behind && at < value.len) {
            if (braces)
                reader_error(page, string.base + (exact ? at : 0), 2,
                             "an expression ends with }} on its line; two literal braces are "
                             "written \\{{",
                             "{{ without }} on the same line");
            buf_view(&words, text_cut(value, at + escaped, end));
            continue;
        }
        if (words.len) add(&string, NODE_TEXT, from, at, buf_text(&words));
        buf_clear(&words);
        if (behind) add(&string, NODE_EXPR, at, behind, text_cut(value, at + 2, behind - 2));
        end = from = behind ? behind : value.len + 1;
    }
    buf_free(&words);
    return string.into;
}
