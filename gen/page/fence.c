/* fence -- see fence.h. */
#include "page/fence.h"

#include <stdint.h>

#include "page/lex.h"
#include "page/markdown.h"

/* ---- kinds ------------------------------------------------------------------------------- */

static const struct kind {
    const char *name;
    bool more;
    void (*read)(struct fence *fence);
} kinds[] = {
#define KIND(name, more) {#name, more, fence_##name},
    FENCE_KINDS(KIND)
#undef KIND
};

static void read_kind(struct fence *fence, const struct kind *kind) {
    if (fence->more.text.len && !kind->more)
        fence_error(fence, fence_whole(fence), "what it says stands in lines of the block",
                    "a %s block takes nothing after the word %s", kind->name, kind->name);
    kind->read(fence);
}

/* The fence's own line holds the info string as written, unless that has escapes or entities. */
static size_t place_of(const struct fence *fence, struct text info) {
    const struct source *source = fence->reader->source;
    struct place place = source_place(source, fence->node->offset);
    const char *needle = arena_string(fence->reader->arena, info);
    size_t at = text_find(source_line(source, place.line), needle, place.column - 1);
    return at == SIZE_MAX ? SIZE_MAX : source_offset(source, place.line, at + 1);
}

static void read_fence(struct fence *fence) {
    struct text info = text_trim(fence->node->code.info), rest = info;
    size_t at = place_of(fence, info);
    fence->word.text = text_next(&rest, ' ');
    fence->more.text = text_trim(rest);
    if (!fence->word.text.len) return;
    fence->word.offset = at;
    fence->more.offset = at + (size_t)(fence->more.text.ptr - info.ptr);
    if (at == SIZE_MAX) fence->word.offset = fence->more.offset = fence->node->offset;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!text_is(fence->node->code.language, kinds[i].name)) continue;
        read_kind(fence, &kinds[i]);
        return;
    }
    fence_code(fence);
}

void fences_read(struct node *document, const struct page_reader *reader) {
    for (struct node *node = document, *next; node; node = next) {
        next = tree_next(node, document);
        if (node->type != NODE_CODE_BLOCK) continue;
        struct fence fence = {.reader = reader,
                              .document = document,
                              .node = node,
                              .rest = node->text,
                              .errors = reader->diags->errors};
        read_fence(&fence);
    }
}

/* ---- a fence and its lines --------------------------------------------------------------- */

bool fence_failed(const struct fence *fence) {
    return fence->reader->diags->errors > fence->errors;
}

struct fence_piece fence_whole(const struct fence *fence) {
    const struct node *node = fence->node;
    return (struct fence_piece){
        text_cut(fence->reader->source->text, node->offset, node->offset + node->length),
        node->offset};
}

bool fence_next(struct fence *fence, struct fence_piece *line) {
    while (fence->rest.len) {
        line->text = text_next(&fence->rest, '\n');
        line->offset = markdown_code_line_offset(fence->reader->source, fence->node, fence->line++);
        *line = fence_trim(*line);
        if (line->text.len) return true;
    }
    return false;
}

void fence_replace(struct fence *fence, struct node *node) {
    if (node) node_insert_after(fence->node, node);
    node_unlink(fence->node);
}

struct fence_piece fence_cut(struct fence_piece piece, size_t from, size_t to) {
    struct text text = text_cut(piece.text, from, to);
    return (struct fence_piece){text,
                                piece.offset + (from < piece.text.len ? from : piece.text.len)};
}

struct fence_piece fence_trim(struct fence_piece piece) {
    struct text text = text_trim(piece.text);
    size_t moved = text.len ? (size_t)(text.ptr - piece.text.ptr) : 0;
    return (struct fence_piece){text, piece.offset + moved};
}

static size_t find_colon(struct text line) {
    struct lex lex = {.text = line};
    for (size_t at = 0; at < line.len;) {
        size_t end = line.ptr[at] == '`' ? lex_code(&lex, at, line.len) : lex_expression(&lex, at);
        bool last = at + 1 == line.len;
        if (line.ptr[at] == ':' && (last || line.ptr[at + 1] == ' ' || line.ptr[at + 1] == '\t'))
            return at;
        at = end ? end : at + 1;
    }
    return SIZE_MAX;
}

bool fence_split(struct fence_piece line, struct fence_piece *name, struct fence_piece *words) {
    size_t colon = find_colon(line.text);
    if (colon == SIZE_MAX) return false;
    *name = fence_trim(fence_cut(line, 0, colon));
    *words = fence_trim(fence_cut(line, colon + 1, line.text.len));
    return name->text.len > 0;
}

bool fence_is_key(struct text name) {
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] < 'a' || name.ptr[i] > 'z') return false;
    return name.len > 0;
}

/* ---- Markdown of one line ---------------------------------------------------------------- */

struct node *fence_inlines(const struct fence *fence, enum node_type type,
                           struct fence_piece words) {
    const struct page_reader *reader = fence->reader;
    size_t errors = reader->diags->errors;
    struct node *document = markdown_read_piece(reader, words.text, words.offset);
    struct node *into = node_new(reader->arena, type, words.offset, words.text.len);
    struct node *block = document->first;
    bool fine =
        !block || (!block->next && (block->type == NODE_PARAGRAPH || block->type == NODE_FIGURE));
    if (!fine && reader->diags->errors == errors)
        fence_error(fence, words, "put a backslash before the mark that starts it",
                    "only words, links, code and values may stand here, no block of Markdown");
    for (struct node *child = fine && block ? block->first : NULL, *next; child; child = next) {
        next = child->next;
        node_unlink(child);
        node_append(into, child);
    }
    return into;
}
