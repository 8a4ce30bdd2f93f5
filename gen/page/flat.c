/* flat -- see flat.h. */
#include "page/flat.h"

#include <stdint.h>

#include "page/formula.h"

static void add_byte(void *context, char c, const struct node *node, size_t index) {
    struct flat *flat = context;
    flat->origin = arena_grow(&flat->arena, flat->origin, flat->words.len, &flat->capacity,
                              sizeof *flat->origin);
    flat->origin[flat->words.len] = (struct flat_origin){node, index};
    buf_char(&flat->words, c);
}

static void add_children(struct flat *flat, const struct node *parent);

static void add_node(struct flat *flat, const struct node *node) {
    switch (node->type) {
    case NODE_TEXT:
        for (size_t i = 0; i < node->text.len; i++)
            add_byte(flat, node->text.ptr[i], node, i);
        break;
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK: add_byte(flat, ' ', node, 0); break;
    case NODE_CODE:
    case NODE_IMAGE: add_byte(flat, FLAT_CODE, node, 0); break;
    case NODE_EXPR: add_byte(flat, FLAT_VALUE, node, 0); break;
    case NODE_COND: {
        const struct node *branch = node->first;
        flat->chosen = flat->chosen || !node->cond.always;
        if (branch && flat->branch && !node->cond.always) branch = branch->next;
        if (branch) add_children(flat, branch);
        break;
    }
    case NODE_MATH: formula_say(node, add_byte, flat); break;
    case NODE_NOTE_REF: break;
    default: add_children(flat, node); break;
    }
}

static void add_children(struct flat *flat, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        add_node(flat, child);
}

/* ---- the walk ---------------------------------------------------------------------------- */

static bool has_words(const struct node *node) {
    static const bool always[NODE_BRANCH + 1] = {
        [NODE_IMAGE] = true,   [NODE_PARAGRAPH] = true, [NODE_HEADING] = true, [NODE_CELL] = true,
        [NODE_CAPTION] = true, [NODE_FORMULA] = true,   [NODE_ASK] = true,     [NODE_THEN] = true};
    return always[node->type] || (node->type == NODE_BRANCH && !node->parent->cond.block);
}

/* A node has up to three texts: of its first branches, of its second ones, and its title. */
enum { FIRST, SECOND, TITLE, RUNS };

/* False means that the node has no such text. */
static bool add_run(struct flat *flat, const struct node *node, int run) {
    buf_clear(&flat->words);
    if (run == TITLE) {
        if (node->type != NODE_LINK && node->type != NODE_IMAGE) return false;
        for (size_t i = 0; i < node->link.title.len; i++)
            add_byte(flat, node->link.title.ptr[i], node, 0);
        return true;
    }
    if (!has_words(node) || (run == SECOND && !flat->chosen)) return false;
    flat->chosen = false;
    flat->branch = run;
    add_children(flat, node);
    return true;
}

bool flat_next(struct flat *flat, const struct node *root) {
    const struct node *node = flat->node ? flat->node : root;
    for (; node; node = tree_next(node, root), flat->run = 0) {
        flat->node = node;
        while (flat->run < RUNS)
            if (add_run(flat, node, flat->run++)) return true;
    }
    buf_free(&flat->words);
    arena_free(&flat->arena);
    return false;
}

/* ---- places ------------------------------------------------------------------------------ */

/* Where byte `index` of the node's text stands. Text with entities or escapes is longer in the
 * source: there the same occurrence of the same bytes is looked for. */
static size_t place_of(const struct source *source, const struct flat_origin *origin,
                       struct text bytes) {
    const struct node *node = origin->node;
    if (node->type != NODE_TEXT || node->length == node->text.len)
        return node->offset + origin->index;
    struct arena arena = {0};
    const char *needle = arena_string(&arena, bytes);
    struct text written = text_cut(source->text, node->offset, node->offset + node->length);
    size_t at = text_find(written, needle, 0);
    for (size_t i = text_find(node->text, needle, 0); i < origin->index && at != SIZE_MAX;
         i = text_find(node->text, needle, i + 1))
        at = text_find(written, needle, at + 1);
    arena_free(&arena);
    return node->offset + (at == SIZE_MAX ? 0 : at);
}

static size_t same_node(const struct flat *flat, size_t from, size_t to) {
    size_t end = from + 1;
    while (end < to && flat->origin[end].node == flat->origin[from].node)
        end++;
    return end;
}

struct flat_range flat_place(const struct flat *flat, const struct source *source, size_t first,
                             size_t key, size_t last) {
    const struct flat_origin *origin = &flat->origin[first];
    size_t bytes = same_node(flat, first, key);
    size_t mark = origin->node->length == origin->node->text.len ? last : bytes;
    size_t same = same_node(flat, first, mark), length = same - first;
    if (origin->node->parent && origin->node->parent->type == NODE_MATH) /* said in other bytes */
        length = flat->origin[same - 1].index + 1 - origin->index;
    return (struct flat_range){
        place_of(source, origin, text_cut(buf_text(&flat->words), first, bytes)), length};
}
