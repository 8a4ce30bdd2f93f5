/* fence -- see fence.h. */
#include "page/fence.h"

#include <stdint.h>

#include "page/lex.h"
#include "page/markdown.h"

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

bool fence_inlines(const struct fence_reader *reader, struct fence_piece piece, struct node *into) {
    struct page_reader page = {
        .source = reader->source, .arena = reader->arena, .diags = reader->diags};
    size_t errors = reader->diags->errors;
    struct node *document = markdown_read_piece(&page, piece.text, piece.offset);
    struct node *block = document->first;
    bool fine = reader->diags->errors == errors;
    bool inline_text =
        !block || (!block->next && (block->type == NODE_PARAGRAPH || block->type == NODE_FIGURE));
    if (!inline_text && fine) {
        diag_error(reader->diags, reader->source, piece.offset, piece.text.len,
                   "put a backslash before the mark that starts it",
                   "only words, links, code and values may stand here, no block of Markdown");
        fine = false;
    }
    if (inline_text && block) {
        for (struct node *child = block->first, *next; child; child = next) {
            next = child->next;
            node_unlink(child);
            node_append(into, child);
        }
    }
    return fine;
}
