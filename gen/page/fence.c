/* fence -- see fence.h. */
#include "page/fence.h"

#include <stdint.h>

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
    bool code = false;
    for (size_t i = 0; i < line.len; i++) {
        if (text_starts(text_cut(line, i, line.len), "{{") && !code) {
            size_t end = text_find(line, "}}", i);
            if (end == SIZE_MAX) return SIZE_MAX;
            i = end + 1;
        } else if (line.ptr[i] == '`') {
            code = !code;
        } else if (line.ptr[i] == ':' && !code &&
                   (i + 1 == line.len || line.ptr[i + 1] == ' ' || line.ptr[i + 1] == '\t')) {
            return i;
        }
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

static void shift(struct node *root, size_t by) {
    for (struct node *node = root; node; node = tree_next(node, root)) {
        node->offset += by;
        if (node->type == NODE_LINK || node->type == NODE_IMAGE) node->link.url_offset += by;
    }
}

static void pass_on(const struct fence_reader *reader, const struct source *line, size_t offset,
                    struct diags *found) {
    diags_sort(found);
    for (size_t i = 0; i < found->count; i++) {
        const struct diag *diag = &found->list[i];
        size_t at = source_offset(line, diag->place.line, diag->place.column);
        diag_at(reader->diags, diag->severity, reader->source, offset + at, diag->length,
                diag->hint.len ? diag->hint.ptr : NULL, "%.*s", TEXT_ARG(diag->message));
    }
}

/* The line is read as a page of its own, so that every rule of inline text holds; places are then
 * moved to where the line stands. */
bool fence_inlines(const struct fence_reader *reader, struct fence_piece piece, struct node *into) {
    const struct source *line = source_load(reader->arena, reader->source->path, piece.text);
    struct diags found = {0};
    struct node *document = markdown_read(line, 0, reader->arena, &found);
    shift(document, piece.offset);
    pass_on(reader, line, piece.offset, &found);
    struct node *block = document->first;
    bool fine = !found.errors;
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
    diags_free(&found);
    return fine;
}
