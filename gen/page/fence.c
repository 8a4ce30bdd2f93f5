/* fence -- see fence.h. */
#include "page/fence.h"

#include <stdint.h>

#include "base/nearest.h"
#include "page/markdown.h"
#include "page/mask.h"
#include "base/rules.h"

/* More words may stand behind the name of some. */
static const struct kind {
    const char *name;
    bool more;
    void (*read)(struct fence *fence);
} kinds[] = {{"table", false, fence_table},
             {"predict", false, fence_predict},
             {"simulate", false, fence_simulate},
             {"tool", true, fence_tool}};

static const char *const languages[] = {
    "c",   "cpp",     "cuda", "ptx",   "sass",   "json",       "sh",       "shell", "bash",
    "zsh", "console", "text", "plain", "output", "make",       "yaml",     "toml",  "python",
    "asm", "diff",    "html", "css",   "js",     "javascript", "markdown", "md",    "mermaid"};

/* The info string has its place in the fence's own line, unless escapes or entities change it
 * there. */
static struct text info_of(const struct fence *fence) {
    const struct source *source = fence->reader->source;
    struct text info = text_trim(fence->node->code.info);
    struct place place = source_place(source, fence->node->offset);
    struct text line = source_line(source, place.line);
    size_t at = text_find(line, arena_string(fence->reader->arena, info), place.column - 1);
    return at == SIZE_MAX ? info : text_cut(line, at, at + info.len);
}

static void check_language(const struct fence *fence, struct nearest *nearest) {
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (text_is(nearest->wanted, languages[i])) return;
        nearest_offer(nearest, text_of(languages[i]));
    }
    fence_error(fence, fence->word,
                nearest_hint(nearest, "the plainest language is text", fence->reader->arena),
                "unknown block or language %.*s", TEXT_ARG(fence->word));
}

static void read_fence(struct fence *fence) {
    struct nearest nearest = {.wanted = fence->node->code.language};
    struct text rest = info_of(fence);
    fence->word = text_next(&rest, ' ');
    fence->more = text_trim(rest);
    if (!fence->word.len) return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct kind *kind = &kinds[i];
        nearest_offer(&nearest, text_of(kind->name));
        if (!text_is(nearest.wanted, kind->name)) continue;
        if (fence->more.len && !kind->more)
            node_error(fence->reader, fence->node, "what it says stands in lines of the block",
                       "a %s block takes nothing after the word %s", kind->name, kind->name);
        kind->read(fence);
        return;
    }
    check_language(fence, &nearest);
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

bool fence_failed(const struct fence *fence) {
    return fence->reader->diags->errors > fence->errors;
}

size_t fence_place(const struct fence *fence, struct text piece) {
    struct text all = fence->reader->source->text;
    uintptr_t at = (uintptr_t)piece.ptr, from = (uintptr_t)all.ptr;
    return at >= from && at <= from + all.len ? at - from : fence->node->offset;
}

bool fence_next(struct fence *fence, struct text *line) {
    const struct source *source = fence->reader->source;
    while (fence->rest.len) {
        text_next(&fence->rest, '\n');
        struct text rest = text_cut(
            source->text, markdown_code_line_offset(source, fence->node, fence->line++), SIZE_MAX);
        *line = text_trim(text_next(&rest, '\n'));
        if (line->len) return true;
    }
    return false;
}

struct node *fence_node(const struct fence *fence, enum node_type type) {
    return node_new(fence->reader->arena, type, fence->node->offset, fence->node->length);
}

void fence_replace(struct fence *fence, struct node *node) {
    if (node) node_insert_after(fence->node, node);
    node_unlink(fence->node);
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

bool fence_split(struct text line, struct text *name, struct text *words) {
    size_t colon = find_colon(line);
    if (colon == SIZE_MAX) return false;
    *name = text_trim(text_cut(line, 0, colon));
    *words = text_trim(text_cut(line, colon + 1, line.len));
    return name->len > 0;
}

bool fence_is_key(struct text name) {
    static struct pattern form = {"\\A[a-z]+\\z", NULL};
    return pattern_find(&form, name, NULL);
}

struct node *fence_inlines(const struct fence *fence, enum node_type type, struct text words) {
    const struct page_reader *reader = fence->reader;
    size_t errors = reader->diags->errors;
    size_t offset = fence_place(fence, words);
    struct node *document = markdown_read_piece(reader, words, offset);
    struct node *into = node_new(reader->arena, type, offset, words.len);
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
